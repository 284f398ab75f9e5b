//! One picture of the table: plain bytes with the time on the source's own clock.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};

/// A moment on the source's own clock, in whole milliseconds since its start; written as seconds. Never the wall clock,
/// so that a file gives the same lines twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct At(pub u64);

impl At {
    /// The nearest moment to that many seconds; times before the start count as the start.
    #[must_use]
    pub fn from_secs(secs: f64) -> Self {
        Self((secs.max(0.0) * 1000.0).round() as u64)
    }

    /// Seconds since the start.
    #[must_use]
    pub fn secs(self) -> f64 {
        self.0 as f64 / 1000.0
    }

    /// Seconds from `earlier` to this moment; 0 if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Self) -> f64 {
        self.0.saturating_sub(earlier.0) as f64 / 1000.0
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} s", self.secs())
    }
}

impl Serialize for At {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.secs())
    }
}

impl<'de> Deserialize<'de> for At {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        f64::deserialize(deserializer).map(Self::from_secs)
    }
}

/// A picture from a source. Cheap to clone: the pixels are shared.
#[derive(Clone)]
pub struct Frame {
    /// 0, 1, 2, … as the source delivered them; a gap is a dropped frame.
    pub seq: u64,
    /// When it was taken.
    pub at: At,
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `width × height × 3` bytes, rows from the top, each pixel blue, green, red (OpenCV's order).
    pub pixels: Arc<[u8]>,
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Frame {} at {} ({}×{})",
            self.seq, self.at, self.width, self.height
        )
    }
}

/// The side of a part of a picture, px.
const PART: usize = 8;

/// How much two pictures of that width (px, three bytes each) differ in the part of 8×8 px where they differ most: the mean of its bytes'
/// differences.
#[must_use]
pub fn most_changed(a: &[u8], b: &[u8], width: usize) -> f64 {
    let row = 3 * width.max(1);
    let bands = a.chunks(PART * row).zip(b.chunks(PART * row));
    let most = bands.flat_map(|(a, b)| {
        let mut parts = vec![(0_u64, 0_u64); width.div_ceil(PART)];
        for (i, (x, y)) in a.iter().zip(b).enumerate() {
            let (sum, bytes) = &mut parts[i % row / (3 * PART)];
            *sum += u64::from(x.abs_diff(*y));
            *bytes += 1;
        }
        parts
            .into_iter()
            .map(|(sum, bytes)| sum as f64 / bytes.max(1) as f64)
    });
    most.fold(0.0, f64::max)
}

/// What went wrong with a source, in one sentence: what was tried, what was found, what to do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SourceError(pub String);

/// Anything that delivers pictures of a table: a camera, a file, a stream, the simulated table.
pub trait Source: Send {
    /// The next picture; `None` at the end of a file.
    ///
    /// # Errors
    /// When the source can't deliver any more: unplugged, stalled, unreadable.
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError>;
}
