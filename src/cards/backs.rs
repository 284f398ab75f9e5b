//! Which outlines are backs of cards: squares of a cloth, chips and boxes have sharp outlines too, but are plain, square or of another size, or look
//! like none to the card's net.

use std::ops::RangeInclusive;

use super::{
    ReaderError, edges, face,
    geometry::{Homography, Quad, V2, area, height, middle, overlap, v2, width},
    locate::CardMark,
    nets::Nets,
    outlines,
    picture::Picture,
};
use crate::sighting::{Back, PicturePoint};

/// A back that the detector marked with this heat counts if the card's net gives it this much.
const HOT: (f32, f32) = (0.40, 0.3);
/// On a table of one colour what is marked with less, or only stands out as a card would, counts if the net gives it this much: of a checked cloth
/// the squares look like backs.
const SURE: f32 = 0.7;
/// Two outlines that share this much are one back's, or one pile's.
const SAME: f32 = 0.4;
/// What a named card covers so far of an outline that stands out is the card.
const EXPLAINED: f32 = 0.3;

/// What a back must look like.
pub(super) struct Looks {
    /// The spread of its brightness over the mean: its print.
    printed: f32,
    /// The side of a square of its area to that of the nearest card that was named: a table seen aslant holds nearer and farther ones.
    sizes: RangeInclusive<f32>,
}

/// Where the detector marked one its print may be faint, and the outline of a pile may be half of it.
const MARKED: Looks = Looks {
    printed: 0.022,
    sizes: 0.5..=1.8,
};
/// What only looks like one, or stands out.
pub(super) const OUTLINED: Looks = Looks {
    printed: 0.035,
    sizes: 0.75..=1.4,
};
/// Long to short side of a card seen aslant.
const LEAST_LONG: f32 = 1.13;

/// An outline that may be a back.
struct Likely {
    quad: Quad,
    /// The detector's heat; 0 where it marked nothing.
    heat: f32,
    /// What the card's net must give it.
    least: f32,
}

/// The backs that no named card explains: the detector's marks, and on a table of one colour (`plain`) whatever stands out as a card would.
///
/// # Errors
/// When the net can't be run, or OpenCV refuses.
pub(crate) fn found(
    nets: &Nets,
    picture: &Picture<'_>,
    marks: &[CardMark],
    named: &[Quad],
    plain: bool,
) -> Result<Vec<Back>, ReaderError> {
    let mut likely = marked(picture, marks, named, plain);
    if plain {
        let free = |quad: &Quad| named.iter().all(|q| overlap(q, quad) < EXPLAINED);
        let standing_out = outlines::find_on_cloth(picture, false)?.into_iter();
        let cards = standing_out
            .map(|o| o.0)
            .filter(|q| free(q) && (is_cut(picture, q) || of_size(q, named, &OUTLINED)));
        likely.extend(cards.map(|quad| Likely {
            quad,
            heat: 0.0,
            least: SURE,
        }));
    }
    let quads: Vec<Quad> = likely.iter().map(|l| l.quad).collect();
    let faces = face::read(nets, picture, &quads)?;
    let mut backs: Vec<Back> = Vec::new();
    for (likely, face) in likely.iter().zip(faces) {
        let again = |b: &Back| overlap(&b.corners.map(V2::from), &likely.quad) > SAME;
        if face.back >= likely.least && !backs.iter().any(again) {
            backs.push(Back {
                corners: likely.quad.map(PicturePoint::from),
                confidence: likely.heat.max(face.back),
            });
        }
    }
    Ok(backs)
}

/// The detector's marks of backs that look like a card, the hottest first.
fn marked(picture: &Picture<'_>, marks: &[CardMark], named: &[Quad], plain: bool) -> Vec<Likely> {
    let explained = |quad: &Quad| named.iter().any(|q| overlap(q, quad) > 0.85);
    let mut likely: Vec<Likely> = marks
        .iter()
        .filter(|m| (plain || m.heat >= HOT.0) && !explained(&m.quad))
        .map(|m| Likely {
            quad: edges::sharpen(picture, &m.quad),
            heat: m.heat,
            least: if m.heat >= HOT.0 { HOT.1 } else { SURE },
        })
        .filter(|l| like_a_card(picture, &l.quad, named, &MARKED))
        .collect();
    likely.sort_by(|a, b| b.heat.total_cmp(&a.heat));
    likely
}

/// Whether it has a card's shape, and size and print as demanded.
pub(crate) fn like_a_card(
    picture: &Picture<'_>,
    quad: &Quad,
    named: &[Quad],
    looks: &Looks,
) -> bool {
    let (w, h) = (width(quad), height(quad));
    let oblong = w.max(h) / w.min(h).max(1.0) >= LEAST_LONG;
    (is_cut(picture, quad) || (oblong && of_size(quad, named, looks)))
        && spread(picture, quad) >= looks.printed
}

/// Whether the picture ends before it does: then its shape and size say nothing.
fn is_cut(picture: &Picture<'_>, quad: &Quad) -> bool {
    let size = picture.size();
    let within = |p: &V2| p.x > 2.0 && p.y > 2.0 && p.x < size.x - 2.0 && p.y < size.y - 2.0;
    !quad.iter().all(within)
}

/// Whether it is about as large as the nearest card that was named.
fn of_size(quad: &Quad, named: &[Quad], looks: &Looks) -> bool {
    let away = |q: &Quad| (middle(q) - middle(quad)).len();
    let near = named.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
    near.is_none_or(|q| looks.sizes.contains(&(area(quad) / area(q)).sqrt()))
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
        !marked(&picture, &[mark], named, false).is_empty()
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
