//! Where somebody tapped the table's corners in the picture into a file that a person can read (`calibration/placement.toml`), and back.

use serde::{Deserialize, Serialize};

use crate::sighting::PicturePoint;

/// The version that is written, and read.
const VERSION: u32 = 1;

/// The sides that a table may have, mm: from a tray to a long dining table.
const SIDES_MM: std::ops::RangeInclusive<f64> = 300.0..=4_000.0;

/// The table's corners in the picture, and its size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placement {
    version: u32,
    /// The picture in which they were tapped.
    pub picture: Size,
    /// The table.
    pub table: Tapped,
}

/// A picture's size, px.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// A table's size, and its corners in the picture.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tapped {
    /// From left to right, mm.
    pub width_mm: f64,
    /// From near to far, mm.
    pub depth_mm: f64,
    /// Left-far, right-far, right-near, left-near; each to the right and down, px.
    pub corners: [[f64; 2]; 4],
}

/// Why corners or their file can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlacementError {
    /// Not TOML, or not of this form.
    #[error("{0}")]
    Form(String),
    /// Another version.
    #[error("version {0}: this program reads version 1")]
    Version(u32),
    /// Corners in another order, or no four corners.
    #[error(
        "the corners form no table: they are left-far, right-far, right-near and left-near, as seen in the picture"
    )]
    Corners,
    /// A table of no size.
    #[error("a table is 30 cm to 4 m wide and deep, not {width_mm} × {depth_mm} mm")]
    Sides {
        /// What was given, whole mm.
        width_mm: i64,
        /// The same.
        depth_mm: i64,
    },
}

impl Placement {
    /// A table whose corners were tapped in a picture of that size.
    ///
    /// # Errors
    /// When the corners form no table.
    pub fn new(picture: Size, table: Tapped) -> Result<Self, PlacementError> {
        let placement = Self {
            version: VERSION,
            picture,
            table,
        };
        placement.checked()
    }

    /// A file's text.
    ///
    /// # Errors
    /// When it is none, or the corners form no table.
    pub fn parse(text: &str) -> Result<Self, PlacementError> {
        let placement: Self = toml::from_str(text)
            .map_err(|e| PlacementError::Form(e.to_string().trim().replace('\n', " ")))?;
        placement.checked()
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let fields = toml::to_string(self).unwrap_or_default();
        format!(
            "# Where the table lies in the camera's picture, as it was tapped at /host. Corners: left-far, right-far, right-near, left-near,\n\
             # each pixels to the right and down. Without this file the printed markers tell, or the whole picture is the table.\n{fields}"
        )
    }

    fn checked(self) -> Result<Self, PlacementError> {
        if self.version != VERSION {
            return Err(PlacementError::Version(self.version));
        }
        let (width_mm, depth_mm) = (self.table.width_mm, self.table.depth_mm);
        if !SIDES_MM.contains(&width_mm) || !SIDES_MM.contains(&depth_mm) {
            return Err(PlacementError::Sides {
                width_mm: width_mm as i64,
                depth_mm: depth_mm as i64,
            });
        }
        let c = self.table.corners;
        // Clockwise with y down: each next side turns right, and by more than a sliver.
        let turns = (0..4).map(|i| {
            let [a, b, d] = [c[i], c[(i + 1) % 4], c[(i + 2) % 4]];
            (b[0] - a[0]) * (d[1] - b[1]) - (b[1] - a[1]) * (d[0] - b[0])
        });
        let least = f64::from(self.picture.width) * f64::from(self.picture.height) / 200.0;
        if turns.into_iter().all(|turn| turn > least) {
            Ok(self)
        } else {
            Err(PlacementError::Corners)
        }
    }

    /// The corners in a picture of another size of the same camera.
    #[must_use]
    pub fn corners_in(&self, width: u32, height: u32) -> [PicturePoint; 4] {
        let share = |to: u32, from: u32| f64::from(to) / f64::from(from.max(1));
        let (sx, sy) = (
            share(width, self.picture.width),
            share(height, self.picture.height),
        );
        self.table.corners.map(|[x, y]| PicturePoint {
            x: x * sx,
            y: y * sy,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tapped(corners: [[f64; 2]; 4]) -> Result<Placement, PlacementError> {
        let picture = Size {
            width: 1280,
            height: 720,
        };
        let table = Tapped {
            width_mm: 1200.0,
            depth_mm: 750.0,
            corners,
        };
        Placement::new(picture, table)
    }

    const CORNERS: [[f64; 2]; 4] = [
        [210.0, 90.0],
        [1070.0, 95.0],
        [1210.0, 690.0],
        [64.0, 684.0],
    ];

    #[test]
    fn the_file_is_read_back_and_by_a_person() {
        let placement = tapped(CORNERS).expect("a table");
        let text = placement.text();
        for line in [
            "version = 1",
            "[picture]",
            "width = 1280",
            "[table]",
            "width_mm = 1200.0",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}: {text}");
        }
        assert_eq!(Placement::parse(&text), Ok(placement.clone()));
        let half = placement.corners_in(640, 360);
        assert_eq!((half[2].x, half[2].y), (605.0, 345.0));
    }

    #[test]
    fn what_forms_no_table_is_refused_in_words() {
        let [a, b, c, d] = CORNERS;
        let corners = PlacementError::Corners;
        for wrong in [[b, a, c, d], [d, c, b, a], [a, b, c, a], [a, c, b, d]] {
            assert_eq!(tapped(wrong), Err(corners.clone()), "{wrong:?}");
        }
        let text = tapped(CORNERS).expect("a table").text();
        for (from, to, says) in [
            (
                "version = 1",
                "version = 2",
                "version 2: this program reads version 1",
            ),
            (
                "1200.0",
                "12.0",
                "a table is 30 cm to 4 m wide and deep, not 12 × 750 mm",
            ),
        ] {
            let error = Placement::parse(&text.replace(from, to)).expect_err(says);
            assert_eq!(error.to_string(), says);
        }
        assert!(Placement::parse("corners = 4").is_err());
    }
}
