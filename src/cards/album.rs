//! The pictures of one real deck's faces, taken when it was enrolled: what a reader learns that deck from.

use std::sync::Arc;

use super::{
    geometry::{Homography, Quad, V2, v2},
    locate::IndexMark,
};
use crate::frame::{At, Frame};

/// Samples of a plate.
pub(crate) const PLATE: (usize, usize) = (88, 128);

/// One face, filling the picture, its index at the top left.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Plate {
    /// Which face, in the profile's order.
    pub(crate) face: usize,
    /// Blue, green, red bytes of [`PLATE`] samples, rows from the top.
    pub(crate) pixels: Vec<u8>,
}

impl Plate {
    /// The plate as a picture of its own, and the outline of the card: all of it.
    pub(crate) fn frame(&self) -> (Frame, Quad) {
        let (w, h) = (PLATE.0 as f32, PLATE.1 as f32);
        let frame = Frame {
            seq: 0,
            at: At(0),
            width: PLATE.0 as u32,
            height: PLATE.1 as u32,
            pixels: Arc::from(self.pixels.as_slice()),
        };
        (frame, [v2(0.0, 0.0), v2(w, 0.0), v2(w, h), v2(0.0, h)])
    }

    /// The same half as large, as a card lies far from a camera.
    pub(crate) fn small(&self) -> (Frame, Quad) {
        let (frame, quad) = self.frame();
        let mean = |x: usize, y: usize, k: usize| {
            let at =
                |i: usize, j: usize| u16::from(self.pixels[((y + j) * PLATE.0 + x + i) * 3 + k]);
            ((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8
        };
        let row = |y: usize| {
            (0..PLATE.0)
                .step_by(2)
                .flat_map(move |x| [0, 1, 2].map(|k| (x, y, k)))
        };
        let places = (0..PLATE.1).step_by(2).flat_map(row);
        let pixels: Vec<u8> = places.map(|(x, y, k)| mean(x, y, k)).collect();
        let half = Frame {
            width: frame.width / 2,
            height: frame.height / 2,
            pixels: Arc::from(pixels),
            ..frame
        };
        (half, quad.map(|p| p * 0.5))
    }
}

/// Where the index stands on every card of the deck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct IndexPlace {
    /// Its middle, in card widths from the left and card heights from the top.
    pub(crate) at: V2,
    /// Its height in card heights.
    pub(crate) tall: f32,
    /// Whether all four corners carry one, not two.
    pub(crate) four: bool,
}

/// A deck's faces.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Album {
    /// What the deck was called when it was enrolled.
    pub(crate) name: String,
    /// Height over width of its cards.
    pub(crate) aspect: f32,
    pub(crate) index: IndexPlace,
    /// At least one for each face that was enrolled.
    pub(crate) plates: Vec<Plate>,
}

impl Album {
    /// The card on the outline, as large as the deck's are where their indices are so high, px.
    pub(crate) fn sized(&self, outline: &Quad, tall: f32) -> Quad {
        let high = tall / self.index.tall;
        let (a, r) = (
            (outline[0] - outline[3]).unit() * (high * 0.5),
            (outline[1] - outline[0]).unit() * (high / self.aspect * 0.5),
        );
        let at = super::geometry::middle(outline);
        [at + a - r, at + a + r, at - a + r, at - a - r]
    }

    /// The card whose upper left index that is, so high, px.
    pub(crate) fn card_under(&self, mark: &IndexMark, tall: f32) -> Quad {
        let high = tall / self.index.tall;
        let (down, right) = (-mark.up * high, mark.up.right() * (high / self.aspect));
        let top = mark.at - right * self.index.at.x - down * self.index.at.y;
        [top, top + right, top + right + down, top + down]
    }
}

/// Where one index stands on an outline, and how large it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Its middle.
    pub(crate) at: V2,
    /// Unit vector from suit to rank.
    pub(crate) up: V2,
    /// Its height, px.
    pub(crate) height: f32,
}

impl IndexPlace {
    /// How many corners carry an index.
    pub(crate) fn corners(&self) -> usize {
        if self.four { 4 } else { 2 }
    }

    /// The index in that corner of an outline: 0 top left, 1 bottom right, 2 top right, 3 bottom left.
    pub(crate) fn on(&self, outline: &Quad, corner: usize) -> Standing {
        let map = Homography::from_unit_square(outline);
        let (mirrored, turned) = (corner > 1, corner % 2 == 1);
        let place = |p: V2| {
            let p = if mirrored { v2(1.0 - p.x, p.y) } else { p };
            map.map(if turned { v2(1.0 - p.x, 1.0 - p.y) } else { p })
        };
        let half = v2(0.0, self.tall * 0.5);
        let (top, bottom) = (place(self.at - half), place(self.at + half));
        Standing {
            at: (top + bottom) * 0.5,
            up: (top - bottom).unit(),
            height: (top - bottom).len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_known_by_its_index() {
        let album = Album {
            name: String::new(),
            aspect: 1.5,
            index: IndexPlace {
                at: v2(0.1, 0.15),
                tall: 0.2,
                four: false,
            },
            plates: Vec::new(),
        };
        let mark = IndexMark {
            at: v2(16.0, 33.5),
            up: v2(0.0, -1.0),
            height: 30.0,
            heat: 1.0,
            seen_px: 30.0,
        };
        let card = [
            v2(10.0, 20.0),
            v2(70.0, 20.0),
            v2(70.0, 110.0),
            v2(10.0, 110.0),
        ];
        let larger = card.map(|p| v2(40.0, 65.0) + (p - v2(40.0, 65.0)) * 1.2);
        for quad in [album.card_under(&mark, 18.0), album.sized(&larger, 18.0)] {
            for (is, should) in quad.iter().zip(card) {
                assert!((*is - should).len() < 1e-3, "{quad:?}");
            }
        }
    }

    #[test]
    fn an_index_stands_in_each_corner() {
        let place = IndexPlace {
            at: v2(0.1, 0.15),
            tall: 0.2,
            four: true,
        };
        let card = [v2(0.0, 0.0), v2(60.0, 0.0), v2(60.0, 90.0), v2(0.0, 90.0)];
        let expected = [
            (v2(6.0, 13.5), -1.0),
            (v2(54.0, 76.5), 1.0),
            (v2(54.0, 13.5), -1.0),
            (v2(6.0, 76.5), 1.0),
        ];
        for (corner, (at, up)) in expected.into_iter().enumerate() {
            let s = place.on(&card, corner);
            assert!(
                (s.at - at).len() < 1e-3 && (s.up.y - up).abs() < 1e-4,
                "{corner}: {s:?}"
            );
            assert!((s.height - 18.0).abs() < 1e-3);
        }
    }
}
