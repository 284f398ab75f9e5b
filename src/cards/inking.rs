//! The corners of an outline into index marks: ink that stands there by itself, a rank with its suit below, is proposed to the index reader.

use super::{
    geometry::{Homography, Quad, V2, half_turn, height, v2, width},
    locate::IndexMark,
    picture::Picture,
};

/// The corner that is looked at, as fractions of the card's width and height.
const REACH: V2 = v2(0.27, 0.44);
/// The outer border left out: edges, shadows, round corners.
const BORDER: V2 = v2(0.012, 0.012);
/// Samples of the corner.
const SIZE: (usize, usize) = (52, 120);
/// Ink is darker than paper by at least this part of the corner's contrast.
const INK: f32 = 0.42;
/// Least contrast of ink and paper, 0…255.
const LEAST_CONTRAST: f32 = 35.0;
/// A piece of ink smaller than this many samples is dirt.
const LEAST_PIECE: usize = 14;
/// Heights of rank and suit together, as fractions of the card's height.
const TALL: (f32, f32) = (0.10, 0.40);

/// A connected piece of ink: its box in samples.
#[derive(Clone, Copy, Debug)]
struct Piece {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

/// Marks in all four corners; `numeral` says that the deck prints no suit below its ranks.
pub(crate) fn propose(picture: &Picture<'_>, outline: &Quad, numeral: bool) -> Vec<IndexMark> {
    let mirrored = |q: &Quad| [q[1], q[0], q[3], q[2]];
    let turned = half_turn(outline);
    // The right-hand corners are looked at in a mirror; the marks come out upright all the same.
    [*outline, turned, mirrored(outline), mirrored(&turned)]
        .iter()
        .filter_map(|q| corner(picture, q, numeral))
        .collect()
}

fn corner(picture: &Picture<'_>, quad: &Quad, numeral: bool) -> Option<IndexMark> {
    let bytes = picture.rectified_whiteness(quad, BORDER, REACH, SIZE.0, SIZE.1);
    let piece = index(&pieces(&bytes)?, numeral)?;
    let map = Homography::from_unit_square(quad);
    let unit = |x: f32, y: f32| {
        v2(
            BORDER.x + x / SIZE.0 as f32 * (REACH.x - BORDER.x),
            BORDER.y + y / SIZE.1 as f32 * (REACH.y - BORDER.y),
        )
    };
    let x = (piece.x0 + piece.x1 + 1) as f32 * 0.5;
    let (top, bottom) = (
        map.map(unit(x, piece.y0 as f32)),
        map.map(unit(x, piece.y1 as f32 + 1.0)),
    );
    let tall = (top - bottom).len();
    let long = height(quad).max(width(quad));
    let least = if numeral { TALL.0 * 0.6 } else { TALL.0 };
    (tall > least * long && tall < TALL.1 * long).then(|| IndexMark {
        at: (top + bottom) * 0.5,
        up: (top - bottom).unit(),
        height: tall,
        heat: 0.3,
        seen_px: 16.0,
    })
}

/// The mark moved onto the ink that stands there: a rank near where it should be, and the suit below.
pub(crate) fn settle(picture: &Picture<'_>, mark: &IndexMark, numeral: bool) -> Option<IndexMark> {
    // A window around the mark, upright: 1.6 heights wide and 2.4 high, or wide enough for the two figures of a ten.
    let (half_high, half_wide) = if numeral { (1.0, 1.4) } else { (1.2, 0.8) };
    let (a, r) = (
        mark.up * (mark.height * half_high),
        mark.up.right() * (mark.height * half_wide),
    );
    let quad = [
        mark.at + a - r,
        mark.at + a + r,
        mark.at - a + r,
        mark.at - a - r,
    ];
    let bytes = picture.rectified_whiteness(&quad, v2(0.0, 0.0), v2(1.0, 1.0), SIZE.0, SIZE.1);
    let pieces = pieces(&bytes)?;
    let (sx, sy) = (SIZE.0 as f32, SIZE.1 as f32);
    let whole = |p: &&Piece| {
        p.x0 > 0 && p.y0 > 0 && p.x1 + 1 < SIZE.0 && p.y1 + 1 < SIZE.1 && p.y1 - p.y0 >= 8
    };
    let off = |p: &Piece, y: f32| (p.middle().0 - sx * 0.5).hypot(p.middle().1 - y);
    let nearest = |y: f32| {
        pieces
            .iter()
            .filter(whole)
            .min_by(|p, q| off(p, y).total_cmp(&off(q, y)))
            .copied()
    };
    let first = nearest(sy * if numeral { 0.5 } else { 0.40 })?;
    let rank = pieces
        .iter()
        .filter(whole)
        .filter(|p| p.beside(&first))
        .fold(first, |a, b| a.join(b));
    let tall = (rank.y1 - rank.y0 + 1) as f32;
    let below = |p: &&Piece| {
        p.y0 + 2 > rank.y1
            && (p.y0 as f32) < rank.y1 as f32 + tall * 0.7
            && p.x0 < rank.x1
            && rank.x0 < p.x1
    };
    let both = if numeral {
        rank
    } else {
        rank.join(pieces.iter().filter(whole).find(below)?)
    };
    let map = Homography::from_unit_square(&quad);
    let x = (both.x0 + both.x1 + 1) as f32 * 0.5 / sx;
    let (top, bottom) = (
        map.map(v2(x, both.y0 as f32 / sy)),
        map.map(v2(x, (both.y1 + 1) as f32 / sy)),
    );
    let height = (top - bottom).len();
    let wide =
        (map.map(v2(both.x1 as f32 / sx, 0.5)) - map.map(v2(both.x0 as f32 / sx, 0.5))).len();
    if numeral && wide < 0.75 * height {
        return None;
    }
    (0.5 * mark.height < height && height < 1.6 * mark.height).then_some(IndexMark {
        at: (top + bottom) * 0.5,
        height,
        ..*mark
    })
}

impl Piece {
    fn middle(&self) -> (f32, f32) {
        (
            (self.x0 + self.x1 + 1) as f32 * 0.5,
            (self.y0 + self.y1 + 1) as f32 * 0.5,
        )
    }

    fn join(&self, o: &Self) -> Self {
        Self {
            x0: self.x0.min(o.x0),
            y0: self.y0.min(o.y0),
            x1: self.x1.max(o.x1),
            y1: self.y1.max(o.y1),
        }
    }

    /// The two figures of a ten stand side by side, as high as each other.
    fn beside(&self, rank: &Self) -> bool {
        let shared = (self.y1.min(rank.y1) + 1).saturating_sub(self.y0.max(rank.y0));
        let (least, most) = (
            (self.y1 - self.y0).min(rank.y1 - rank.y0) + 1,
            (self.y1 - self.y0).max(rank.y1 - rank.y0) + 1,
        );
        let near = self.x0 < rank.x1 + 10 && rank.x0 < self.x1 + 10;
        near && shared * 10 >= least * 6 && least * 10 >= most * 6
    }
}

/// The pieces of ink on the corner; `None` if nothing stands out from the paper.
fn pieces(bytes: &[u8]) -> Option<Vec<Piece>> {
    let mut sorted = bytes.to_vec();
    sorted.sort_unstable();
    let (ink, paper) = (
        f32::from(sorted[sorted.len() / 50]),
        f32::from(sorted[sorted.len() * 3 / 4]),
    );
    if paper - ink < LEAST_CONTRAST {
        return None;
    }
    let level = paper - INK * (paper - ink);
    let mut free: Vec<bool> = bytes.iter().map(|&b| f32::from(b) < level).collect();
    let mut pieces = Vec::new();
    for start in 0..free.len() {
        if !free[start] {
            continue;
        }
        let mut piece = Piece {
            x0: usize::MAX,
            y0: usize::MAX,
            x1: 0,
            y1: 0,
        };
        let (mut stack, mut count) = (vec![start], 0);
        free[start] = false;
        while let Some(i) = stack.pop() {
            let (x, y) = (i % SIZE.0, i / SIZE.0);
            count += 1;
            piece = Piece {
                x0: piece.x0.min(x),
                y0: piece.y0.min(y),
                x1: piece.x1.max(x),
                y1: piece.y1.max(y),
            };
            for (nx, ny) in [
                (x.wrapping_sub(1), y),
                (x + 1, y),
                (x, y.wrapping_sub(1)),
                (x, y + 1),
            ] {
                if nx < SIZE.0 && ny < SIZE.1 && free[ny * SIZE.0 + nx] {
                    free[ny * SIZE.0 + nx] = false;
                    stack.push(ny * SIZE.0 + nx);
                }
            }
        }
        if count >= LEAST_PIECE {
            pieces.push(piece);
        }
    }
    Some(pieces)
}

/// The box of the rank and the suit below it, if the pieces are so.
fn index(pieces: &[Piece], numeral: bool) -> Option<Piece> {
    let inner = |p: &&Piece| p.x1 + 1 < SIZE.0 && p.y1 + 1 < SIZE.1 && p.y1 - p.y0 >= 5;
    let mut free: Vec<Piece> = pieces.iter().filter(inner).copied().collect();
    free.sort_by_key(|p| p.y0);
    let first = *free
        .iter()
        .find(|p| p.x0 < SIZE.0 * 6 / 10 && p.y1 - p.y0 >= 8)?;
    let rank = free
        .iter()
        .filter(|p| p.beside(&first))
        .fold(first, |a, b| a.join(b));
    if numeral {
        return Some(rank);
    }
    let tall = rank.y1 - rank.y0 + 1;
    // A serif's bridge can join rank and suit into one piece.
    if tall > 2 * (rank.x1 - rank.x0 + 1) && tall > SIZE.1 * 2 / 5 {
        return Some(rank);
    }
    let below = |p: &&Piece| {
        p.y0 + 2 > rank.y1 && p.y0 < rank.y1 + tall * 2 / 3 + 4 && p.x0 < rank.x1 && rank.x0 < p.x1
    };
    let suit = free.iter().find(below)?;
    Some(rank.join(suit))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::frame::{At, Frame};

    #[test]
    fn rank_and_suit_are_boxed_in_both_corners() {
        // A white card 126×176 at (20, 20) with an upright block and a smaller one below it, and the same upside-down.
        let ink = |x: i32, y: i32| {
            let one = |x: i32, y: i32| {
                (8..18).contains(&x) && (8..24).contains(&y)
                    || (9..17).contains(&x) && (28..36).contains(&y)
            };
            one(x, y) || one(125 - x, 175 - y)
        };
        let pixels: Vec<u8> = (0..220)
            .flat_map(|y| (0..170).map(move |x| (x - 20, y - 20)))
            .flat_map(
                |(x, y)| match ((0..126).contains(&x) && (0..176).contains(&y), ink(x, y)) {
                    (true, true) => [20, 20, 180],
                    (true, false) => [240; 3],
                    _ => [50, 90, 50],
                },
            )
            .collect();
        let frame = Frame {
            seq: 0,
            at: At(0),
            width: 170,
            height: 220,
            pixels: Arc::from(pixels),
        };
        let picture = Picture::new(&frame).expect("a picture");
        let quad = [
            v2(20.0, 20.0),
            v2(146.0, 20.0),
            v2(146.0, 196.0),
            v2(20.0, 196.0),
        ];
        let marks = propose(&picture, &quad, false);
        assert_eq!(marks.len(), 2, "{marks:?}");
        assert!(
            (marks[0].at - v2(33.0, 42.0)).len() < 2.0 && (marks[0].height - 28.0).abs() < 3.0,
            "{marks:?}"
        );
        assert!(
            (marks[0].up - v2(0.0, -1.0)).len() < 0.05 && (marks[1].up - v2(0.0, 1.0)).len() < 0.05
        );
        assert!((marks[1].at - v2(133.0, 174.0)).len() < 2.0);
    }
}
