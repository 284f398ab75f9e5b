//! What speaks for a card's name: its indices, as far as they are its own and whole, and its middle.

use super::{
    DeckProfile, Reader,
    candidate::Candidate,
    face::FaceReading,
    geometry::{Quad, V2, holds, middle, width},
    glyph::{self, GlyphReading},
    locate::IndexMark,
    naming::{self, Naming, Stand},
    picture::Picture,
    together::{self, Corner, Group},
};
use crate::{
    card::Deck,
    sighting::{PicturePoint, Sighting},
};

/// The faces one and ten of Pairs.
const ONE: usize = 0;
const TEN: usize = 9;
/// An index is a known card's from here on.
pub(super) const KNOWN: f32 = 0.9;
/// The middle of a card agrees with an index if it gives its face so much.
const AGREES: f32 = 0.5;

/// An index that was read.
pub(super) struct Read {
    pub(super) mark: IndexMark,
    pub(super) reading: GlyphReading,
    pub(super) sign: Vec<f32>,
    pub(super) corner: Corner,
    /// How high it is, px, if it is sharp and no glare lies on it; else 0.
    pub(super) tall: f32,
}

impl Read {
    /// What the deck makes of a reading.
    pub(super) fn new(
        reader: &Reader,
        picture: &Picture<'_>,
        mark: IndexMark,
        reading: GlyphReading,
    ) -> Self {
        let mut sign = reader.profile.index_says(&reading);
        if let Some(known) = &reader.known {
            sign = known.corrected(sign);
        }
        let face = (0..sign.len())
            .max_by(|&a, &b| sign[a].total_cmp(&sign[b]))
            .expect("a deck has faces");
        let corner = Corner {
            at: mark.at,
            up: mark.up,
            height: mark.height,
            face,
            sure: sign[face],
        };
        let plain = glyph::is_sharp(picture, &mark) && !glyph::is_washed_out(picture, &mark);
        let tall = if plain { mark.height } else { 0.0 };
        Self {
            mark,
            reading,
            sign,
            corner,
            tall,
        }
    }
}

/// What was read, by the cards that it is grouped to.
pub(super) struct Grouped<'a> {
    pub(super) profile: &'a DeckProfile,
    pub(super) reads: &'a [Read],
    pub(super) groups: &'a [Group],
    /// The outline of each.
    pub(super) quads: &'a [Option<Quad>],
}

impl Grouped<'_> {
    pub(super) fn of(&self, g: usize) -> impl Iterator<Item = &Read> {
        self.groups[g].corners.iter().map(|&c| &self.reads[c])
    }

    fn clearest(&self, g: usize) -> Option<&Read> {
        self.of(g)
            .max_by(|a, b| a.corner.sure.total_cmp(&b.corner.sure))
    }

    /// Whether another card that is known lies where this index stands, or ends there: it may cover half of it.
    fn may_be_covered(&self, g: usize, index: &Corner) -> bool {
        let known = |o: &usize| *o != g && self.of(*o).any(|r| r.corner.sure >= KNOWN);
        let reaches = |quad: &Quad| {
            let wide = together::grown(quad, 1.0 + index.height / width(quad));
            holds(&wide, index.at)
        };
        let others = (0..self.groups.len()).filter(known);
        others.filter_map(|o| self.quads[o].as_ref()).any(reaches)
    }

    /// The indices of a card that say what it is: not the 1 on a 10 of Pairs, which is the first figure of its other index, nor what disagrees with a
    /// surer one where it may be half covered (half an 8 is a 3).
    fn telling(&self, g: usize) -> Vec<Vec<f32>> {
        let is = |r: &Read, face: usize| r.corner.face == face && r.corner.sure >= KNOWN;
        let ten = self.profile.deck() == Deck::Pairs && self.of(g).any(|r| is(r, TEN));
        let surest = self.clearest(g).filter(|s| s.corner.sure >= KNOWN);
        let covered = |r: &Read| {
            surest.is_some_and(|s| s.corner.face != r.corner.face)
                && self.may_be_covered(g, &r.corner)
        };
        let misleads = |r: &Read| if ten { is(r, ONE) } else { covered(r) };
        self.of(g)
            .filter(|r| !misleads(r))
            .map(|r| r.sign.clone())
            .collect()
    }

    /// What the middle of a card says. On an outline where another card's index stands too it may be the other's: it can vouch, not contradict.
    fn face(&self, g: usize, face: &FaceReading) -> Option<Vec<f32>> {
        let sign = self.profile.face_says(face)?;
        let surest = self.clearest(g);
        let (Some(own), Some(quad)) = (surest, self.quads[g]) else {
            return Some(sign);
        };
        let anothers = |r: &Read| {
            r.corner.sure >= KNOWN && r.corner.face != own.corner.face && holds(&quad, r.mark.at)
        };
        let shared = self.reads.iter().any(anothers);
        (!shared || sign[own.corner.face] >= AGREES).then_some(sign)
    }

    /// The name of a group's card, by its indices and its middle.
    pub(super) fn naming(&self, g: usize, face: Option<&FaceReading>) -> Naming {
        let upright = |r: &Read| {
            let tells = |b: &Read| together::tells_upright(&r.corner, &b.corner);
            self.reads.iter().any(tells)
        };
        let stand = Stand {
            tall: self.of(g).map(|r| r.tall).fold(0.0, f32::max),
            upright: self.of(g).any(upright),
        };
        let face = face.and_then(|f| self.face(g, f));
        naming::name(self.profile, &self.telling(g), face.as_ref(), stand)
    }

    /// The card of a group, named or in doubt.
    pub(super) fn candidate(&self, g: usize, face: Option<FaceReading>, heat: f32) -> Candidate {
        let quad = self.quads[g];
        let naming = self.naming(g, face.as_ref());
        let clearest = self.clearest(g);
        let anchor =
            clearest.map_or_else(|| quad.map_or(V2::default(), |q| middle(&q)), |r| r.mark.at);
        Candidate {
            sighting: Sighting {
                card: naming.card,
                corners: quad.map(|q| q.map(PicturePoint::from)),
                anchor: anchor.into(),
                confidence: naming.confidence,
                signs: naming.signs,
                choices: naming.choices,
            },
            outline: quad.or_else(|| clearest.map(|r| index_quad(&r.mark))),
            indices: self.of(g).map(|r| r.corner).collect(),
            heat,
            quality: self.of(g).map(|r| r.reading.quality).fold(0.0, f32::max),
            face,
        }
    }
}

/// The outline of an index.
pub(super) fn index_quad(mark: &IndexMark) -> Quad {
    let (a, r) = (
        mark.up * (mark.height * 0.5),
        mark.up.right() * (mark.height * 0.3),
    );
    let c = mark.at;
    [c + a - r, c + a + r, c - a + r, c - a - r]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::geometry::v2;

    /// A card 63 × 88 px, its left edge there.
    fn card(x: f32) -> Quad {
        [
            v2(x, 0.0),
            v2(x + 63.0, 0.0),
            v2(x + 63.0, 88.0),
            v2(x, 88.0),
        ]
    }

    /// An index 16 px high that reads as a face of Pairs.
    fn read(x: f32, y: f32, up: f32, face: usize, sure: f32) -> Read {
        let (at, up) = (v2(x, y), v2(0.0, up));
        let mut sign = vec![0.0; 10];
        sign[face] = sure;
        Read {
            mark: IndexMark {
                at,
                up,
                height: 16.0,
                heat: 0.9,
                seen_px: 16.0,
            },
            reading: GlyphReading {
                ranks: [0.0; glyph::RANKS],
                suits: [0.0; glyph::SUITS],
                quality: 1.0,
            },
            sign,
            corner: Corner {
                at,
                up,
                height: 16.0,
                face,
                sure,
            },
            tall: 16.0,
        }
    }

    /// How many indices of the first card tell, where another lies so far to its right.
    fn telling(first: [Read; 2], right: f32) -> usize {
        let [a, b] = first;
        let reads = [a, b, read(right + 7.0, 12.0, -1.0, 6, 0.99)];
        let group = |o, corners| Group {
            outline: Some(o),
            corners,
        };
        Grouped {
            profile: &DeckProfile::pairs(),
            reads: &reads,
            groups: &[group(0, vec![0, 1]), group(1, vec![2])],
            quads: &[Some(card(0.0)), Some(card(right))],
        }
        .telling(0)
        .len()
    }

    #[test]
    fn an_index_that_may_be_half_covered_does_not_contradict() {
        let eight = || read(7.0, 12.0, -1.0, 7, 0.98);
        let half = |face| read(56.0, 76.0, 1.0, face, 0.94);
        // The right half of the 8 is under the next card: it reads as a 3.
        assert_eq!(telling([eight(), half(2)], 57.0), 1);
        // Where nothing lies on it the two contradict each other; what agrees counts anywhere.
        assert_eq!(telling([eight(), half(2)], 90.0), 2);
        assert_eq!(telling([eight(), half(7)], 57.0), 2);
    }

    #[test]
    fn the_1_of_a_10_does_not_contradict_it() {
        let ten = || read(7.0, 12.0, -1.0, TEN, 0.99);
        assert_eq!(telling([ten(), read(56.0, 76.0, 1.0, ONE, 0.99)], 300.0), 1);
        assert_eq!(telling([ten(), read(56.0, 76.0, 1.0, 1, 0.99)], 300.0), 2);
    }
}
