//! What the reader saw, picture after picture, into what somebody did: cards laid and lifted, backs counted, and what must be asked.
//! Pure: time and places arrive as values, in table millimetres; no clock, no pictures, no chance.

mod backs;
mod decide;
mod geometry;
mod look;
mod reading;
mod spots;
mod step;
mod track;
mod watcher;
mod who;
mod zones;

pub use geometry::spread;
pub use look::{BackSeen, CardSeen, Changed, HandSeen, Look};
pub use spots::{Corners, Form};
pub use step::{Step, TrackSeen};
pub use track::TrackId;
pub use watcher::{Fact, Rest, Watcher};
pub use who::View;
pub use zones::{Face, Field, Layout, LayoutError, Marks, Place};
