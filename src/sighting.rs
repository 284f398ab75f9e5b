//! What the reader saw in one picture, and the map from the picture to the table: readings with their doubt, before anybody calls it a play.

use serde::{Deserialize, Serialize};

use crate::{card::Card, frame::At};

/// A point in a picture: pixels from its top-left corner, x to the right, y down.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PicturePoint {
    /// To the right, px.
    pub x: f64,
    /// Down, px.
    pub y: f64,
}

/// A point on the table: millimetres from its middle, x to the right, y away from the near edge.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TablePoint {
    /// To the right, mm.
    pub x_mm: f64,
    /// Away from the near (south) edge, mm.
    pub y_mm: f64,
}

impl TablePoint {
    /// The distance to another point, mm.
    #[must_use]
    pub fn distance_mm(self, other: Self) -> f64 {
        (self.x_mm - other.x_mm).hypot(self.y_mm - other.y_mm)
    }

    /// Degrees clockwise from north in which this point lies as seen from the middle, 0…360.
    #[must_use]
    pub fn bearing(self) -> f64 {
        self.x_mm.atan2(self.y_mm).to_degrees().rem_euclid(360.0)
    }
}

/// Picture pixels to table millimetres and back: a homography, row by row.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableMap {
    table_from_picture: [[f64; 3]; 3],
}

impl TableMap {
    /// A map with that matrix; `None` if it can't be inverted.
    #[must_use]
    pub fn new(table_from_picture: [[f64; 3]; 3]) -> Option<Self> {
        invert(table_from_picture).map(|_| Self { table_from_picture })
    }

    /// The map whose way back, from the table to the picture, is that matrix; `None` if it can't be inverted.
    #[must_use]
    pub fn from_inverse(picture_from_table: [[f64; 3]; 3]) -> Option<Self> {
        invert(picture_from_table).map(|table_from_picture| Self { table_from_picture })
    }

    /// The matrix, row by row.
    #[must_use]
    pub fn matrix(&self) -> [[f64; 3]; 3] {
        self.table_from_picture
    }

    /// Where that picture point lies on the table.
    #[must_use]
    pub fn table_from_picture(&self, p: PicturePoint) -> TablePoint {
        let (x_mm, y_mm) = project(self.table_from_picture, p.x, p.y);
        TablePoint { x_mm, y_mm }
    }

    /// Where that table point shows in the picture.
    #[must_use]
    pub fn picture_from_table(&self, p: TablePoint) -> PicturePoint {
        let inverse = invert(self.table_from_picture).expect("checked when the map was made");
        let (x, y) = project(inverse, p.x_mm, p.y_mm);
        PicturePoint { x, y }
    }
}

fn project(m: [[f64; 3]; 3], x: f64, y: f64) -> (f64, f64) {
    let row = |r: [f64; 3]| r[0] * x + r[1] * y + r[2];
    let w = row(m[2]);
    (row(m[0]) / w, row(m[1]) / w)
}

fn invert(m: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let cofactor = |r: usize, c: usize| {
        let (r1, r2, c1, c2) = ((r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3);
        m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]
    };
    let det: f64 = (0..3).map(|c| m[0][c] * cofactor(0, c)).sum();
    if !det.is_finite() || det.abs() < 1e-18 {
        return None;
    }
    let mut out = [[0.0; 3]; 3];
    for (r, row) in out.iter_mut().enumerate() {
        for (c, cell) in row.iter_mut().enumerate() {
            *cell = cofactor(c, r) / det;
        }
    }
    Some(out)
}

/// The independent signs that named a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Signs {
    /// Corner indices that were read and agree.
    pub indices: u8,
    /// Whether pips or the court figure agree.
    pub face: bool,
}

impl Signs {
    /// Enough to accuse somebody on (`table.md`): two independent signs.
    #[must_use]
    pub fn convict(self) -> bool {
        self.indices + u8::from(self.face) >= 2
    }
}

/// One face-up card, or something that is surely one.
#[derive(Clone, PartialEq, Debug)]
pub struct Sighting {
    /// Which; `None` if the reader will not name it.
    pub card: Option<Card>,
    /// The card's outline, clockwise from its own top-left corner; `None` where only an index shows.
    pub corners: Option<[PicturePoint; 4]>,
    /// A point on the card that is surely visible: the index, or the middle.
    pub anchor: PicturePoint,
    /// The probability that `card` is right, 0…1, calibrated; for an unnamed card that of its first choice.
    pub confidence: f32,
    /// What agrees on the name.
    pub signs: Signs,
    /// Likely cards with their probabilities, best first, whether named or not.
    pub choices: Vec<(Card, f32)>,
}

/// A face-down card, or a squared pile of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Back {
    /// The outline, clockwise.
    pub corners: [PicturePoint; 4],
    /// The probability that a back lies there, 0…1.
    pub confidence: f32,
}

/// Something that moves or covers the table: a hand, an arm, a sleeve.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    /// Its outline, picture points in order.
    pub outline: Vec<PicturePoint>,
    /// Where it comes in over the picture's edge, if it touches it.
    pub from: Option<PicturePoint>,
    /// Its farthest point from there: the fingers.
    pub tip: PicturePoint,
}

/// Everything read from one picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observation {
    /// Which frame.
    pub frame: u64,
    /// When it was taken.
    pub at: At,
    /// Face-up cards.
    pub sightings: Vec<Sighting>,
    /// Face-down cards.
    pub backs: Vec<Back>,
    /// Hands over the table.
    pub hands: Vec<Hand>,
    /// Whether the whole picture was read; otherwise only what changed was (`read` lists where).
    pub whole: bool,
    /// Where the picture was read afresh, as outlines; what lies elsewhere is not told again.
    pub read: Vec<Vec<PicturePoint>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_map_goes_both_ways() {
        let map = TableMap::new([[0.7, 0.02, -450.0], [0.01, -0.72, 260.0], [1e-5, 2e-5, 1.0]])
            .expect("a map");
        let p = PicturePoint { x: 812.0, y: 133.0 };
        let back = map.picture_from_table(map.table_from_picture(p));
        assert!((back.x - p.x).abs() < 1e-6 && (back.y - p.y).abs() < 1e-6);
        assert!(TableMap::new([[0.0; 3]; 3]).is_none());
    }

    #[test]
    fn bearings_are_clockwise_from_north() {
        let at = |x_mm, y_mm| TablePoint { x_mm, y_mm }.bearing();
        assert_eq!(
            [at(0.0, 9.0), at(9.0, 0.0), at(0.0, -9.0), at(-9.0, 0.0)],
            [0.0, 90.0, 180.0, 270.0]
        );
    }
}
