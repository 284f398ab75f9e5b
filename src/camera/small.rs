//! A frame into a small picture of about 320 pixels' width: enough to see what moves.

use opencv::{
    core::{Mat, MatTraitConst as _, MatTraitConstManual as _, Size},
    imgproc,
};

use crate::frame::{Frame, SourceError};

/// The width small pictures are brought near to, px: a card is then some 20 px wide, a finger 4.
const WIDTH: u32 = 320;

/// A picture made smaller by a whole number.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Small {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Frame pixels per small pixel, along one side.
    pub factor: f64,
    /// `width × height × 3` bytes: blue, green, red.
    pub pixels: Vec<u8>,
}

impl Small {
    /// The small picture of a frame.
    ///
    /// # Errors
    /// When the frame is empty or its pixels don't fit its size.
    pub fn of(frame: &Frame) -> Result<Self, SourceError> {
        let factor = (f64::from(frame.width) / f64::from(WIDTH)).round().max(1.0);
        let width = (f64::from(frame.width) / factor).round().max(1.0) as usize;
        let height = (f64::from(frame.height) / factor).round().max(1.0) as usize;
        shrink(frame, width, height)
            .map(|pixels| Self {
                width,
                height,
                factor,
                pixels,
            })
            .map_err(|e| {
                SourceError(format!(
                    "a picture of {}×{} pixels can't be made smaller: {e}",
                    frame.width, frame.height
                ))
            })
    }
}

fn shrink(frame: &Frame, width: usize, height: usize) -> opencv::Result<Vec<u8>> {
    let flat = Mat::from_slice(&frame.pixels)?;
    let big = flat.reshape(3, i32::try_from(frame.height).unwrap_or(i32::MAX))?;
    let size = Size::new(width as i32, height as i32);
    let mut small = Mat::default();
    imgproc::resize(&big, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(small.data_bytes()?.to_vec())
}
