//! Which of the marked backs are cards: squares of a cloth, chips and boxes have sharp outlines too, but are plain, square or of another size.

use super::{
    edges,
    geometry::{Homography, Quad, V2, area, height, middle, overlap, v2, width},
    locate::CardMark,
    picture::Picture,
};
use crate::sighting::{Back, PicturePoint};

/// A back that the detector marked counts from this heat on.
const BACK: f32 = 0.40;
/// Where the detector marked a back its print may be this faint: the spread of its brightness over the mean.
const FAINT: f32 = 0.022;
/// An outline that only looks like a back shows at least this much.
pub(crate) const PRINTED: f32 = 0.035;
/// Long to short side of a card seen aslant.
const LEAST_LONG: f32 = 1.13;
/// The side of a square of its area to that of the nearest card that was named: a table seen aslant holds nearer and farther
/// ones, and the outline of a pile may be half of it.
const SIZES: std::ops::RangeInclusive<f32> = 0.5..=1.8;

/// The backs among the detector's marks that no named card explains.
pub(crate) fn marked(picture: &Picture<'_>, marks: &[CardMark], named: &[Quad]) -> Vec<Back> {
    let explained = |quad: &Quad| named.iter().any(|q| overlap(q, quad) > 0.85);
    marks
        .iter()
        .filter(|m| m.heat >= BACK && !explained(&m.quad))
        .map(|m| (edges::sharpen(picture, &m.quad), m.heat))
        .filter(|(quad, _)| like_a_card(picture, quad, named, FAINT))
        .map(|(quad, heat)| Back {
            corners: quad.map(PicturePoint::from),
            confidence: heat,
        })
        .collect()
}

/// Whether it has a card's shape and size, and a print that spreads its brightness by at least `printed`.
pub(crate) fn like_a_card(
    picture: &Picture<'_>,
    quad: &Quad,
    named: &[Quad],
    printed: f32,
) -> bool {
    let size = picture.size();
    let whole = quad
        .iter()
        .all(|p| p.x > 2.0 && p.y > 2.0 && p.x < size.x - 2.0 && p.y < size.y - 2.0);
    let (w, h) = (width(quad), height(quad));
    let oblong = w.max(h) / w.min(h).max(1.0) >= LEAST_LONG;
    let away = |q: &Quad| (middle(q) - middle(quad)).len();
    let near = named.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
    let of_size = near.is_none_or(|q| SIZES.contains(&(area(quad) / area(q)).sqrt()));
    (!whole || (oblong && of_size)) && spread(picture, quad) >= printed
}

/// The standard deviation of the brightness over its mean.
fn spread(picture: &Picture<'_>, quad: &Quad) -> f32 {
    const ACROSS: usize = 14;
    const DOWN: usize = 20;
    let map = Homography::from_unit_square(quad);
    // Fine print must not be smoothed away.
    let halving = (width(quad) / 160.0).max(1.0).log2().floor() as usize;
    let at = |i: usize, n: usize| 0.08 + 0.84 * i as f32 / (n - 1) as f32;
    let values: Vec<f32> = (0..ACROSS * DOWN)
        .map(|i| v2(at(i % ACROSS, ACROSS), at(i / ACROSS, DOWN)))
        .map(|p: V2| picture.brightness(halving, map.map(p)))
        .collect();
    let mean = values.iter().sum::<f32>() / values.len() as f32;
    let square = values.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / values.len() as f32;
    square.sqrt() / mean.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::{At, Frame};

    /// A cloth of oblongs of 80×110 px with a lattice-printed oblong of that width and height at (200, 80).
    fn cloth(printed: (usize, usize)) -> Frame {
        let (width, height) = (480usize, 320usize);
        let mut pixels = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let on_card =
                    (200..200 + printed.0).contains(&x) && (80..80 + printed.1).contains(&y);
                let value = if on_card {
                    [210, 60][usize::from((x + y) % 12 < 6)]
                } else {
                    [220, 120][(x / 80 + y / 110) % 2]
                };
                pixels.extend([value; 3]);
            }
        }
        Frame {
            seq: 0,
            at: At(0),
            width: width as u32,
            height: height as u32,
            pixels: pixels.into(),
        }
    }

    fn oblong(x: f32, y: f32, w: f32, h: f32) -> Quad {
        [v2(x, y), v2(x + w, y), v2(x + w, y + h), v2(x, y + h)]
    }

    fn counts(printed: (usize, usize), quad: Quad, named: &[Quad]) -> bool {
        let frame = cloth(printed);
        let picture = Picture::new(&frame).expect("a picture");
        let mark = CardMark {
            quad,
            heat: 0.8,
            back: true,
        };
        !marked(&picture, &[mark], named).is_empty()
    }

    #[test]
    fn a_square_of_the_cloth_is_no_back() {
        let card = oblong(200.0, 80.0, 80.0, 112.0);
        assert!(counts((80, 112), card, &[]));
        // Plain, if of a card's shape; or printed, but as wide as high.
        assert!(!counts((80, 112), oblong(80.0, 110.0, 79.0, 109.0), &[]));
        assert!(!counts((80, 80), oblong(200.0, 80.0, 80.0, 80.0), &[]));
        // What is much smaller or larger than the card beside it is none.
        let beside = |k: f32| [oblong(20.0, 80.0, 80.0 * k, 112.0 * k)];
        assert!(counts((80, 112), card, &beside(1.2)));
        assert!(!counts((80, 112), card, &beside(2.4)));
        assert!(!counts((80, 112), card, &beside(0.4)));
        // A named card explains its own outline.
        assert!(!counts((80, 112), card, &[card]));
    }
}
