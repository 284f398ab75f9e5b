//! Frames into the moments at which something new lies still before the camera.

use super::Small;
use crate::frame::{At, Frame, SourceError, most_changed};

/// Pictures of which no small part differs by more than this (grey levels, see [`most_changed`]) show the same thing: sensors' noise and a lamp's
/// flicker are below 3, another card in the same place is above 10, also where it takes a two-hundredth of the picture.
const SAME: f64 = 6.0;

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

/// How much two pictures differ where they differ most, grey levels; of two sizes they are strangers.
fn differ(a: &Small, b: &Small) -> f64 {
    if (a.width, a.height) != (b.width, b.height) {
        return f64::INFINITY;
    }
    most_changed(&a.pixels, &b.pixels, a.width)
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
            (1650, 122, true),
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
    /// A card in the place of another one, under a camera that sees the whole table.
    #[test]
    fn another_card_in_the_same_place_is_new() {
        let with = |at_ms: u64, pip: usize| {
            let mut frame = frame(at_ms, 50);
            let mut pixels = frame.pixels.to_vec();
            for i in 0..6 * 6 {
                let at = 3 * ((20 + pip + i / 6) * 64 + 20 + i % 6);
                pixels[at..at + 3].fill(250);
            }
            frame.pixels = Arc::from(pixels);
            frame
        };
        let mut lull = Lull::default();
        for (at, pip, new) in [
            (0, 0, false),
            (600, 0, true),
            (1200, 0, false),
            (1300, 9, false),
            (1900, 9, true),
            (2600, 9, false),
        ] {
            let told = lull.new_scene(&with(at, pip)).expect("a picture");
            assert_eq!(told, new, "at {at}");
        }
    }
}
