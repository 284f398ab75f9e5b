//! Frames into the moments at which something new lies still before the camera.

use super::Small;
use crate::frame::{At, Frame, SourceError};

/// Pictures that differ by less than this on the mean (grey levels) show the same thing: sensors' noise is below 1, a card laid in is above.
const SAME: f64 = 1.2;

/// Something lies still when nothing changed for so long, s.
const STILL_SECS: f64 = 0.5;

/// Waits for the next thing that lies still.
#[derive(Default)]
pub struct Lull {
    last: Option<(Small, At)>,
    told: Option<Small>,
}

impl Lull {
    /// Whether this frame shows something that has come to rest and differs from what was told last.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn new_scene(&mut self, frame: &Frame) -> Result<bool, SourceError> {
        let small = Small::of(frame)?;
        let since = match &self.last {
            Some((before, since)) if differ(before, &small) < SAME => *since,
            _ => {
                self.last = Some((small, frame.at));
                return Ok(false);
            }
        };
        let new = self.told.as_ref().is_none_or(|t| differ(t, &small) >= SAME);
        if new && frame.at.since(since) >= STILL_SECS {
            self.told = Some(small);
            return Ok(true);
        }
        Ok(false)
    }
}

/// The mean difference of two pictures, grey levels; of two sizes they are strangers.
fn differ(a: &Small, b: &Small) -> f64 {
    if (a.width, a.height) != (b.width, b.height) {
        return f64::INFINITY;
    }
    let sum: u64 = a
        .pixels
        .iter()
        .zip(&b.pixels)
        .map(|(x, y)| u64::from(x.abs_diff(*y)))
        .sum();
    sum as f64 / a.pixels.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn frame(at_ms: u64, grey: u8) -> Frame {
        Frame {
            seq: 0,
            at: At(at_ms),
            width: 64,
            height: 48,
            pixels: Arc::from(vec![grey; 64 * 48 * 3]),
        }
    }

    #[test]
    fn each_new_thing_is_told_once_when_it_lies_still() {
        let shown = [
            (0, 50, false),
            (300, 50, false),
            (600, 50, true),
            (900, 50, false),
            (1000, 90, false),
            (1100, 120, false),
            (1300, 120, false),
            (1650, 121, true),
            (2400, 120, false),
        ];
        let mut lull = Lull::default();
        for (at, grey, new) in shown {
            assert_eq!(
                lull.new_scene(&frame(at, grey)).expect("a picture"),
                new,
                "at {at}"
            );
        }
    }
}
