//! Pictures of the table from cameras, files and streams, and what can be told from them without reading a card: where the table is, what
//! moves over it, whether the camera sees well. OpenCV lives here and in `cards/`.

mod above;
mod blobs;
mod devices;
mod geometry;
mod grabber;
mod health;
mod inspect;
mod jpeg;
mod landmarks;
mod lens;
mod lull;
mod markers;
mod mjpeg;
mod motion;
mod phone;
mod small;
mod source;
mod steadiness;
mod views;

pub use above::from_above;
pub use devices::{Device, devices};
pub use grabber::{Grab, Grabber, Reopen};
pub use health::{COVERED, Health, Sight};
pub use inspect::{BRIGHT, Light, SHARP, dazzled, light, sharpness};
pub use jpeg::jpeg;
pub use landmarks::{Landmarks, Shift};
pub use lens::{Lens, LensError, LensProfile, lens_file};
pub use lull::Lull;
pub use markers::{
    Corners, MarkerSize, find_markers, map_from_corners, map_from_markers, map_moved, map_shifted,
    map_without_markers, markers_moved,
};
pub use motion::{Motion, Scene, Settled};
pub use phone::{PHONE, Phone, PhotoError};
pub use small::Small;
pub use source::{Kind, again, open};
pub use steadiness::{Steadiness, Swings};
pub use views::{GOOD_VIEWS, LEAST_COVERAGE, LEAST_VIEWS, View, Views, ViewsError};
