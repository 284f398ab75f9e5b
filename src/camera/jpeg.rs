//! A frame into a JPEG file.

use opencv::{
    core::{Mat, MatTraitConst as _, Vector},
    imgcodecs,
};

use crate::frame::Frame;

/// JPEG quality: indices stay readable (`evidence.rs`), and a minute fits.
const QUALITY: i32 = 85;

/// The frame as a file; `None` for a frame that is no picture.
#[must_use]
pub fn jpeg(frame: &Frame) -> Option<Vec<u8>> {
    let flat = Mat::from_slice(&frame.pixels).ok()?;
    let rows = i32::try_from(frame.height).ok()?;
    let picture = flat.reshape(3, rows).ok()?;
    let mut out = Vector::<u8>::new();
    let how = Vector::from_slice(&[imgcodecs::IMWRITE_JPEG_QUALITY, QUALITY]);
    let done = imgcodecs::imencode(".jpg", &picture, &mut out, &how).ok()?;
    done.then(|| out.iter().collect())
}
