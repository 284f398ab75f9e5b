//! What a reader learns from an enrolled deck's plates: where its indices stand, which faces carry none, and which look alike to it.

use super::{
    DeckProfile, ReaderError,
    album::{Album, IndexPlace},
    geometry::{Quad, v2},
    glyph::Eye,
    locate::IndexMark,
    nets::Nets,
    picture::Picture,
    strips::Strips,
};
use crate::frame::Frame;

/// Where the net reads a face's own name with less than this at the index's place of its plate, the card carries no index.
const LEAST_NAMED: f32 = 0.2;
/// An index that gives another face this much reads as its.
const TAKEN: f32 = 0.5;
/// An index that gives another face this much is not to be relied on.
const WEAK: f32 = 0.15;
/// The place of the index is sought in steps of a card's width and height and of its own height, each half the one before.
const STEP: f32 = 0.04;
const TALLER: f32 = 1.16;
const ROUNDS: usize = 4;
const TRIES: usize = 3;
/// It is sought on so many plates.
const MOST_PLATES: usize = 26;

/// What a reader knows of one deck.
pub(crate) struct Known {
    /// Which faces carry no index that reads as theirs.
    bare: Vec<bool>,
    /// Faces whose index reads as another's.
    taken_for: Vec<(usize, usize)>,
    /// These faces' pictures; `None` where there is none.
    pub(crate) strips: Option<Strips>,
}

impl Known {
    /// Learns a deck from its plates.
    ///
    /// # Errors
    /// When the nets can't be run.
    pub(crate) fn learn(
        nets: &Nets,
        profile: &DeckProfile,
        album: &Album,
    ) -> Result<Self, ReaderError> {
        let mut named: Vec<Option<f32>> = vec![None; profile.faces()];
        let mut taken_for = Vec::new();
        for plate in &album.plates {
            let says = plate_says(nets, profile, album, plate.frame())?;
            let best = &mut named[plate.face];
            *best = Some(best.map_or(says[plate.face], |b| b.max(says[plate.face])));
            let other = (0..says.len()).find(|&f| f != plate.face && says[f] > TAKEN);
            taken_for.extend(other.map(|f| (plate.face, f)));
        }
        taken_for.sort_unstable();
        taken_for.dedup();
        let bare: Vec<bool> = named
            .into_iter()
            .map(|best| best.is_some_and(|p| p < LEAST_NAMED))
            .collect();
        let pictured = album.plates.iter().filter(|p| bare[p.face]);
        let strips = Strips::of(pictured)?;
        Ok(Self {
            bare,
            taken_for,
            strips,
        })
    }

    /// What an index says of this deck: one that reads like the index of a face without one is a part of a figure, and one that reads as a face
    /// for which another's is taken may be either.
    pub(crate) fn corrected(&self, mut sign: Vec<f32>) -> Vec<f32> {
        for (p, bare) in sign.iter_mut().zip(&self.bare) {
            if *bare {
                *p = 0.0;
            }
        }
        for &(face, read) in &self.taken_for {
            sign[read] /= 2.0;
            sign[face] += sign[read];
        }
        sign
    }

    /// Pairs of faces that this reader hardly tells apart: by their indices when the cards lie small, or by their pictures.
    ///
    /// # Errors
    /// When the nets can't be run.
    pub(crate) fn weak_pairs(
        &self,
        nets: &Nets,
        profile: &DeckProfile,
        album: &Album,
    ) -> Result<Vec<(usize, usize)>, ReaderError> {
        let mut pairs = self.strips.as_ref().map_or(Vec::new(), Strips::alike);
        for plate in album.plates.iter().filter(|p| !self.bare[p.face]) {
            let says = plate_says(nets, profile, album, plate.small())?;
            let others = (0..says.len()).filter(|&f| f != plate.face && says[f] > WEAK);
            pairs.extend(others.map(|f| (plate.face.min(f), plate.face.max(f))));
        }
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }
}

/// Where on the cards the net reads the deck's indices best, sought from a first guess.
///
/// # Errors
/// When the nets can't be run.
pub(crate) fn placed(
    nets: &Nets,
    profile: &DeckProfile,
    album: &Album,
) -> Result<IndexPlace, ReaderError> {
    let few = album.plates.len().div_ceil(MOST_PLATES).max(1);
    let plates = album.plates.iter().step_by(few);
    let frames: Vec<(usize, (Frame, Quad))> = plates.map(|p| (p.face, p.small())).collect();
    let pictures = frames.iter().map(|(face, (frame, quad))| {
        let picture = Picture::new(frame)?;
        Ok((*face, picture, *quad))
    });
    let pictures = pictures.collect::<Result<Vec<_>, ReaderError>>()?;
    let mut best = album.index;
    for round in 0..ROUNDS {
        let step = STEP / (1 << round) as f32;
        let taller = TALLER.powf(1.0 / (1 << round) as f32);
        for _ in 0..TRIES {
            let with = |x: f32, y: f32, factor: f32| IndexPlace {
                at: best.at + v2(x, y),
                tall: best.tall * factor,
                ..best
            };
            let tries = [
                best,
                with(step, 0.0, 1.0),
                with(-step, 0.0, 1.0),
                with(0.0, step, 1.0),
                with(0.0, -step, 1.0),
                with(0.0, 0.0, taller),
                with(0.0, 0.0, 1.0 / taller),
            ];
            let mut sums = [0.0f32; 7];
            for (face, picture, quad) in &pictures {
                let marks = tries.map(|place| marked(&place, quad));
                let readings = Eye::new(nets, picture, profile).glances(&marks)?;
                for (sum, reading) in sums.iter_mut().zip(readings) {
                    *sum += profile.index_says(&reading)[*face];
                }
            }
            // The first, which is the best up to now, wins a draw.
            let top = (0..7).fold(0, |top, i| if sums[i] > sums[top] { i } else { top });
            best = tries[top];
            if top == 0 {
                break;
            }
        }
    }
    Ok(best)
}

/// What the index of a plate says about the faces.
fn plate_says(
    nets: &Nets,
    profile: &DeckProfile,
    album: &Album,
    (frame, quad): (Frame, Quad),
) -> Result<Vec<f32>, ReaderError> {
    let picture = Picture::new(&frame)?;
    let mark = [marked(&album.index, &quad)];
    let eye = Eye::new(nets, &picture, profile);
    let steady = eye.steadied(&mark, &eye.glances(&mark)?)?;
    Ok(profile.index_says(&steady[0]))
}

fn marked(place: &IndexPlace, quad: &Quad) -> IndexMark {
    let stands = place.on(quad, 0);
    IndexMark {
        at: stands.at,
        up: stands.up,
        height: stands.height,
        heat: 1.0,
        seen_px: stands.height,
    }
}
