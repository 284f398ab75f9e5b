//! A frame into an observation: every card that lies there, by name where two signs or one good one tell it, and every back.
//!
//! `locate` finds indices, cards and backs at any rotation · `glyph` reads the indices · `face` reads the middle of the cards as an
//! independent second sign · `backs` counts what lies face down · `together` says which corners are one card · `naming` weighs the signs. The nets are trained by the recipe in `models/`.

mod album;
mod assign;
mod backs;
mod candidate;
mod deckfile;
mod draw;
mod edges;
pub mod enrol;
mod evidence;
mod face;
mod geometry;
mod glyph;
mod inking;
mod known;
mod laying;
mod locate;
mod naming;
mod nets;
mod outlines;
mod picture;
mod profile;
mod reading;
pub mod still;
mod strips;
mod together;

pub use self::{deckfile::DeckFileError, draw::draw, nets::net_digests, profile::DeckProfile};
use self::{
    geometry::{V2, v2},
    known::Known,
    locate::Marks,
    nets::Nets,
    picture::Picture,
};
use crate::{
    card::Card,
    frame::Frame,
    sighting::{Observation, PicturePoint},
};

/// Long sides (px) at which the whole picture is searched, as far as that doesn't enlarge it much.
const LEVELS: [f32; 3] = [640.0, 320.0, 160.0];
/// Small pictures are enlarged no further than this.
const MOST_ENLARGED: f32 = 1.35;
/// Indices smaller than this (px of the cut) are looked for again in finer cuts.
const SMALL_INDEX: f32 = 13.0;
/// The same for the long side of cards, whose index is a seventh of it.
const SMALL_CARD: f32 = 90.0;
/// The finer cuts show the picture at most this much larger than the coarse level.
const FINER: f32 = 2.0;
/// Regions of a table are searched as if the picture's long side were this, px.
const REGION_LEVEL: f32 = 1280.0;

/// Why no reading comes about, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum ReaderError {
    /// A net that the program carries can't be loaded or run.
    #[error(
        "the net `{name}` built into this program can't be used ({why}); build the program again from whole files in models/"
    )]
    Net {
        /// Which.
        name: &'static str,
        /// What the runtime said.
        why: String,
    },
    /// No profile of that name.
    #[error(
        "no deck `{0}`: the decks are french, french-german, french-french and pairs, or give a profile file"
    )]
    Profile(String),
    /// The frame is no picture.
    #[error(
        "a frame of {width}×{height} px with {bytes} bytes is no picture: at least 8×8 px and 3 bytes each are needed"
    )]
    Frame {
        /// Its width, px.
        width: usize,
        /// Its height, px.
        height: usize,
        /// The bytes it holds.
        bytes: usize,
    },
    /// OpenCV refused.
    #[error("OpenCV can't work on the picture: {0}")]
    OpenCv(#[from] opencv::Error),
}

/// Something that was looked at and not taken for a card.
#[derive(Clone, PartialEq, Debug)]
pub struct Rejected {
    /// Its outline in the picture.
    pub outline: Vec<PicturePoint>,
    /// Why, in a few words.
    pub why: String,
}

/// A reading with what was rejected.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Detailed {
    /// The reading.
    pub observation: Observation,
    /// What was not taken for a card.
    pub rejected: Vec<Rejected>,
}

/// Reads cards from pictures of any size and camera, with no calibration. Keep one; loading it costs some 50 ms.
pub struct Reader {
    nets: Nets,
    profile: DeckProfile,
    /// What it knows of the very deck, where that was enrolled.
    known: Option<Known>,
}

impl Reader {
    /// Loads the nets that are built into the program.
    ///
    /// # Errors
    /// When the nets are damaged.
    pub fn new(profile: DeckProfile) -> Result<Self, ReaderError> {
        let nets = Nets::load()?;
        let known = match profile.album() {
            Some(album) => Some(Known::learn(&nets, &profile, album)?),
            None => None,
        };
        Ok(Self {
            nets,
            profile,
            known,
        })
    }

    /// The deck it reads.
    #[must_use]
    pub fn profile(&self) -> &DeckProfile {
        &self.profile
    }

    /// The faces of an enrolled deck that look alike to this reader: it will ask more often for these.
    ///
    /// # Errors
    /// When the nets can't be run.
    pub fn weak_pairs(&self) -> Result<Vec<(Card, Card)>, ReaderError> {
        let (Some(known), Some(album)) = (&self.known, self.profile.album()) else {
            return Ok(Vec::new());
        };
        let pairs = known
            .weak_pairs(&self.nets, &self.profile, album)?
            .into_iter();
        Ok(pairs
            .map(|(a, b)| (self.profile.card(a), self.profile.card(b)))
            .collect())
    }

    /// Reads a whole picture.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn read(&self, frame: &Frame) -> Result<Observation, ReaderError> {
        self.read_detailed(frame).map(|d| d.observation)
    }

    /// Reads a whole picture and says what was rejected, and why.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn read_detailed(&self, frame: &Frame) -> Result<Detailed, ReaderError> {
        let picture = Picture::new(frame)?;
        let marks = self.marks(&picture)?;
        let mut detailed = reading::observe(self, &picture, marks, outlines::is_plain(&picture))?;
        (
            detailed.observation.frame,
            detailed.observation.at,
            detailed.observation.whole,
        ) = (frame.seq, frame.at, true);
        Ok(detailed)
    }

    /// Everything on the whole picture that looks like an index, a card or a back.
    fn marks(&self, picture: &Picture<'_>) -> Result<Marks, ReaderError> {
        let size = picture.size();
        let long = size.x.max(size.y);
        let scales: Vec<f32> = LEVELS
            .iter()
            .map(|l| l / long)
            .filter(|&s| s <= MOST_ENLARGED)
            .collect();
        let scales = if scales.is_empty() {
            vec![MOST_ENLARGED]
        } else {
            scales
        };
        let mut marks = Marks::default();
        for &scale in &scales {
            marks.join(self.search(picture, v2(0.0, 0.0), size, scale)?);
        }
        marks.settle();
        marks.join_outlines(outlines::find(picture)?);
        let finest = scales[0];
        if finest < 1.0 {
            let finer = (finest * FINER).min(1.0);
            for (from, to) in small_places(&marks, size, finest) {
                marks.join(self.search(picture, from, to, finer)?);
            }
            marks.settle();
        }
        Ok(marks)
    }

    /// Reads only the regions (outlines in picture px) of a frame: what changed on a table. Each is searched with a margin of
    /// a tenth around its bounding box at about the scale of a 1280 px frame; give outlines that hold whole cards.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn read_regions(
        &self,
        frame: &Frame,
        regions: &[[PicturePoint; 4]],
    ) -> Result<Observation, ReaderError> {
        let picture = Picture::new(frame)?;
        let size = picture.size();
        let scale = (REGION_LEVEL / size.x.max(size.y)).min(1.0);
        let boxes = regions
            .iter()
            .map(|r| bounds(&r.map(V2::from), 0.1, 12.0, size));
        let mut marks = Marks::default();
        for (from, to) in merged(boxes.collect()) {
            marks.join(self.search(&picture, from, to, scale)?);
            let long = (to - from).x.max((to - from).y) * scale;
            if long > 400.0 {
                marks.join(self.search(&picture, from, to, scale * 0.5)?);
            }
        }
        marks.settle();
        let mut observation = reading::observe(self, &picture, marks, false)?.observation;
        (observation.frame, observation.at) = (frame.seq, frame.at);
        observation.read = regions.iter().map(|r| r.to_vec()).collect();
        Ok(observation)
    }

    fn search(
        &self,
        picture: &Picture<'_>,
        from: V2,
        to: V2,
        scale: f32,
    ) -> Result<Marks, ReaderError> {
        let mut cut = picture.cut(from, to, scale)?;
        let maps = self.nets.detect.run(
            [1, 3, cut.height, cut.width],
            std::mem::take(&mut cut.values),
        )?;
        Ok(locate::decode(&cut, &maps))
    }
}

/// A box from its least to its greatest corner.
type Box2 = (V2, V2);

/// The bounding box with a margin (a fraction of its longer side, but at least so many px), inside the picture.
fn bounds(points: &[V2], margin: f32, least: f32, size: V2) -> Box2 {
    let fold = |pick: fn(&V2) -> f32, f: fn(f32, f32) -> f32, start: f32| {
        points.iter().map(pick).fold(start, f)
    };
    let from = v2(
        fold(|p| p.x, f32::min, f32::MAX),
        fold(|p| p.y, f32::min, f32::MAX),
    );
    let to = v2(
        fold(|p| p.x, f32::max, f32::MIN),
        fold(|p| p.y, f32::max, f32::MIN),
    );
    let m = ((to.x - from.x).max(to.y - from.y) * margin).max(least);
    let inside = |p: V2| v2(p.x.clamp(0.0, size.x), p.y.clamp(0.0, size.y));
    (inside(from - v2(m, m)), inside(to + v2(m, m)))
}

/// Boxes that meet become one.
fn merged(mut boxes: Vec<Box2>) -> Vec<Box2> {
    let mut i = 0;
    while i < boxes.len() {
        let a = boxes[i];
        let meets = |b: &Box2| a.0.x < b.1.x && b.0.x < a.1.x && a.0.y < b.1.y && b.0.y < a.1.y;
        match (i + 1..boxes.len()).find(|&j| meets(&boxes[j])) {
            Some(j) => {
                let b = boxes.swap_remove(j);
                boxes[i] = (
                    v2(a.0.x.min(b.0.x), a.0.y.min(b.0.y)),
                    v2(a.1.x.max(b.1.x), a.1.y.max(b.1.y)),
                );
                i = 0;
            }
            None => i += 1,
        }
    }
    boxes
}

/// Where indices come out small at the coarse level, and so deserve a finer look.
fn small_places(marks: &Marks, size: V2, scale: f32) -> Vec<Box2> {
    let mut boxes: Vec<Box2> = Vec::new();
    for m in marks
        .indices
        .iter()
        .filter(|m| m.height * scale < SMALL_INDEX)
    {
        let reach = m.height * 3.0;
        boxes.push(bounds(&[m.at], 0.0, reach, size));
    }
    for m in &marks.cards {
        let long = geometry::height(&m.quad).max(geometry::width(&m.quad));
        if !m.back && long * scale < SMALL_CARD {
            boxes.push(bounds(&m.quad, 0.12, 8.0, size));
        }
    }
    merged(boxes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_that_meet_are_one() {
        let b = |x: f32, w: f32| (v2(x, 0.0), v2(x + w, 10.0));
        assert_eq!(
            merged(vec![b(0.0, 10.0), b(30.0, 5.0), b(8.0, 10.0), b(17.0, 4.0)]).len(),
            2
        );
        assert_eq!(
            bounds(&[v2(2.0, 2.0), v2(12.0, 7.0)], 0.1, 3.0, v2(13.0, 100.0)),
            (v2(0.0, 0.0), v2(13.0, 10.0))
        );
    }
}
