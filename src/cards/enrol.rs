//! Pictures of a deck into its album: every card that lies apart is cut out, and named by what is read on it or by what is left.

use std::sync::Arc;

use super::{
    DeckProfile, Reader, ReaderError,
    album::{Album, IndexPlace, PLATE, Plate},
    assign::assign,
    geometry::{Homography, Quad, area, height, overlap, v2, width},
    known,
    locate::IndexMark,
    outlines,
    picture::Picture,
    reading::{self, Lain},
};
use crate::{
    card::{Card, Deck},
    frame::{At, Frame},
};

/// A card that lies apart covers no other by more than this.
const APART: f32 = 0.15;
/// Cards of one picture are about equally large; what is smaller or larger than the middle one by these factors is none.
const SIZES: (f32, f32) = (0.6, 1.6);
/// An outline counts as a card by itself from this heat of the detector on.
const LEAST_HEAT: f32 = 0.5;
/// A card that the reader left open is given the name that is left if the next best way to give all names is so much less likely (e^1.6
/// is about 5), and if it is not quite unlike that card.
const CLEAR: f32 = 1.6;
const LEAST_LIKELY: f32 = 0.02;
/// A face that the reader didn't even consider is not impossible.
const UNCONSIDERED: f32 = 0.003;
/// Pictures of one face that are kept at most.
const MOST_PLATES: usize = 2;

/// One card as it lay there.
struct Seen {
    /// The number of its picture, from 0.
    picture: usize,
    plate: Vec<u8>,
    aspect: f32,
    /// How many px high it was.
    tall: f32,
    face: Option<usize>,
    /// By what its name is known.
    by: By,
    likely: Vec<(usize, f32)>,
    indices: Vec<Index>,
}

/// One index on its own card: place, height and corner.
struct Index {
    at: (f32, f32),
    tall: f32,
    mirrored: bool,
}

/// How a card came to its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// Nobody named it yet.
    Nobody,
    /// The reader read it.
    Reading,
    /// It was what was left.
    Elimination,
    /// A person said it.
    Person,
}

/// A deck being enrolled.
pub struct Enrolment {
    base: DeckProfile,
    deck: Deck,
    pictures: usize,
    seen: Vec<Seen>,
}

/// A card that nobody named yet.
pub struct Open {
    /// What to call it in [`Enrolment::name`].
    pub number: usize,
    /// The number of its picture, from 0.
    pub picture: usize,
    /// What it may be, likeliest first.
    pub choices: Vec<Card>,
    /// The card cut out: blue, green, red bytes.
    pub crop: Frame,
}

impl Enrolment {
    /// Starts to enrol a deck of these cards, lettered like the profile.
    #[must_use]
    pub fn new(base: DeckProfile, deck: Deck) -> Self {
        Self {
            base,
            deck,
            pictures: 0,
            seen: Vec::new(),
        }
    }

    /// Takes in every card that lies apart in a picture; how many there were. The reader should know no deck but the base.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn take(&mut self, reader: &Reader, frame: &Frame) -> Result<usize, ReaderError> {
        let picture = Picture::new(frame)?;
        let mut marks = reader.marks(&picture)?;
        let mut quads: Vec<Quad> = Vec::new();
        let found = outlines::find_on_cloth(&picture, true)?
            .into_iter()
            .map(|o| o.0);
        let bright = outlines::find(&picture)?.into_iter().map(|o| o.0);
        let marked = marks
            .cards
            .iter()
            .filter(|m| !m.back && m.heat >= LEAST_HEAT);
        for quad in found.chain(bright).chain(marked.map(|m| m.quad)) {
            if quads.iter().all(|q| overlap(q, &quad) < APART) {
                quads.push(quad);
            }
        }
        let lain = reading::lying(reader, &picture, &mut marks.indices, &quads)?;
        let sizes: Vec<f32> = lain
            .iter()
            .filter(|l| l.naming.card.is_some())
            .map(|l| area(&l.quad))
            .collect();
        let usual = median(sizes);
        let before = self.seen.len();
        for l in &lain {
            let fits = usual.is_none_or(|u| (SIZES.0..SIZES.1).contains(&(area(&l.quad) / u)));
            if fits {
                self.seen.push(self.seen(&picture, l));
            }
        }
        self.pictures += 1;
        Ok(self.seen.len() - before)
    }

    /// Takes in a picture of one card. What was asked for is believed where the reader can't tell; `None` if no card lies there, and
    /// inside it none if nobody knows which it is.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn take_one(
        &mut self,
        reader: &Reader,
        frame: &Frame,
        asked: Option<Card>,
    ) -> Result<Option<Option<Card>>, ReaderError> {
        let n = self.take(reader, frame)?;
        let Some(last) = self.seen.len().checked_sub(1).filter(|_| n > 0) else {
            return Ok(None);
        };
        if let Some(card) = asked.filter(|_| n == 1 && self.seen[last].face.is_none()) {
            self.name(last, card);
        }
        Ok(Some(self.seen[last].face.map(|f| self.base.card(f))))
    }

    fn seen(&self, picture: &Picture<'_>, lain: &Lain) -> Seen {
        let face_of = |card: Card| (0..self.base.faces()).find(|&i| self.base.card(i) == card);
        let face = lain.naming.card.and_then(face_of);
        let likely = lain.naming.choices.iter();
        Seen {
            picture: self.pictures,
            plate: picture.rectified_pixels(&lain.quad, PLATE.0, PLATE.1),
            aspect: height(&lain.quad) / width(&lain.quad).max(1e-3),
            tall: height(&lain.quad),
            face,
            by: if face.is_some() {
                By::Reading
            } else {
                By::Nobody
            },
            likely: likely
                .filter_map(|&(c, p)| Some((face_of(c)?, p)))
                .collect(),
            indices: lain
                .indices
                .iter()
                .map(|m| Index::on(&lain.quad, m))
                .collect(),
        }
    }

    /// Names what was left open by elimination, as far as one way to do so is clearly the likeliest. Where faces are missing while others were
    /// read more often than the deck holds them, those readings are open as well.
    pub fn eliminate(&mut self) {
        let read: Vec<Option<usize>> = self.seen.iter().map(|s| s.face).collect();
        if !self.missing_faces().is_empty() {
            for s in self.repeated() {
                (self.seen[s].face, self.seen[s].by) = (None, By::Nobody);
            }
        }
        let missing = self.missing_faces();
        let open = self.unnamed();
        let costs: Vec<Vec<f32>> = open
            .iter()
            .map(|&s| {
                missing
                    .iter()
                    .map(|&f| -self.seen[s].likelihood(f).ln())
                    .collect()
            })
            .collect();
        for (row, column, ahead) in assign(&costs) {
            let (seen, face) = (&mut self.seen[open[row]], missing[column]);
            if ahead >= CLEAR && seen.likelihood(face) >= LEAST_LIKELY {
                (seen.face, seen.by) = (Some(face), By::Elimination);
            }
        }
        if self.missing_faces().is_empty() {
            // Whatever is left was seen before.
            for (seen, face) in self.seen.iter_mut().zip(read) {
                if let (None, Some(face)) = (seen.face, face) {
                    (seen.face, seen.by) = (Some(face), By::Reading);
                }
            }
        }
    }

    /// Cards read as a face that was read more often than the deck holds it.
    fn repeated(&self) -> Vec<usize> {
        let named = |face: usize| self.seen.iter().filter(|s| s.face == Some(face)).count();
        let held = |face| usize::from(self.deck.copies(self.base.card(face)).max(1));
        let too_often = |seen: &Seen| seen.face.is_some_and(|f| named(f) > held(f));
        (0..self.seen.len())
            .filter(|&s| self.seen[s].by == By::Reading && too_often(&self.seen[s]))
            .collect()
    }

    /// A person names a card.
    pub fn name(&mut self, number: usize, card: Card) {
        let face = (0..self.base.faces()).find(|&i| self.base.card(i) == card);
        if let (Some(seen), Some(face)) = (self.seen.get_mut(number), face) {
            (seen.face, seen.by) = (Some(face), By::Person);
        }
    }

    /// The cards that nobody named, in the order they were seen.
    #[must_use]
    pub fn open(&self) -> Vec<Open> {
        let missing = self.missing_faces();
        let open = self.unnamed().into_iter();
        open.map(|number| {
            let seen = &self.seen[number];
            let mut choices = missing.clone();
            choices.sort_by(|&a, &b| seen.likelihood(b).total_cmp(&seen.likelihood(a)));
            Open {
                number,
                picture: seen.picture,
                choices: choices.into_iter().map(|f| self.base.card(f)).collect(),
                crop: Frame {
                    seq: 0,
                    at: At(0),
                    width: PLATE.0 as u32,
                    height: PLATE.1 as u32,
                    pixels: Arc::from(seen.plate.as_slice()),
                },
            }
        })
        .collect()
    }

    /// How many cards were named in that way.
    #[must_use]
    pub fn named(&self, by: By) -> usize {
        self.seen.iter().filter(|s| s.by == by).count()
    }

    /// The faces of the deck that were not seen yet.
    #[must_use]
    pub fn missing(&self) -> Vec<Card> {
        self.missing_faces()
            .into_iter()
            .map(|f| self.base.card(f))
            .collect()
    }

    fn missing_faces(&self) -> Vec<usize> {
        let wanted = self.deck.faces();
        (0..self.base.faces())
            .filter(|&f| wanted.contains(&self.base.card(f)))
            .filter(|&f| self.seen.iter().all(|s| s.face != Some(f)))
            .collect()
    }

    fn unnamed(&self) -> Vec<usize> {
        (0..self.seen.len())
            .filter(|&i| self.seen[i].face.is_none())
            .collect()
    }

    /// The profile of what was seen; `None` if nothing was, or no index was read that tells where indices stand.
    ///
    /// # Errors
    /// When the nets can't be run.
    pub fn profile(&self, reader: &Reader, name: &str) -> Result<Option<DeckProfile>, ReaderError> {
        let Some(mut album) = self.album(name) else {
            return Ok(None);
        };
        album.index = known::placed(&reader.nets, &self.base, &album)?;
        Ok(Some(self.base.clone().with_album(album)))
    }

    fn album(&self, name: &str) -> Option<Album> {
        let indices = || self.seen.iter().flat_map(|s| &s.indices);
        let of = |value: fn(&Index) -> f32| median(indices().map(value).collect());
        let mirrored = indices().filter(|i| i.mirrored).count();
        let index = IndexPlace {
            at: v2(of(|i| i.at.0)?, of(|i| i.at.1)?),
            tall: of(|i| i.tall)?,
            four: mirrored * 4 > indices().count(),
        };
        let aspect = median(self.seen.iter().map(|s| s.aspect).collect())?;
        let mut plates = Vec::new();
        for face in 0..self.base.faces() {
            let mut of_face: Vec<&Seen> =
                self.seen.iter().filter(|s| s.face == Some(face)).collect();
            of_face.sort_by(|a, b| b.tall.total_cmp(&a.tall));
            plates.extend(of_face.into_iter().take(MOST_PLATES).map(|s| Plate {
                face,
                pixels: s.plate.clone(),
            }));
        }
        Some(Album {
            name: name.to_owned(),
            aspect,
            index,
            plates,
        })
    }
}

impl Seen {
    fn likelihood(&self, face: usize) -> f32 {
        let told = self.likely.iter().find(|l| l.0 == face);
        told.map_or(UNCONSIDERED, |l| l.1.max(UNCONSIDERED))
    }
}

impl Index {
    fn on(quad: &Quad, mark: &IndexMark) -> Self {
        let unit = Homography::from_unit_square(quad).inverse();
        let half = mark.up * (mark.height * 0.5);
        let (at, tip, foot) = (
            unit.map(mark.at),
            unit.map(mark.at + half),
            unit.map(mark.at - half),
        );
        let at = if tip.y < foot.y {
            at
        } else {
            v2(1.0 - at.x, 1.0 - at.y)
        };
        let mirrored = at.x > 0.5;
        Self {
            at: (if mirrored { 1.0 - at.x } else { at.x }, at.y),
            tall: (foot.y - tip.y).abs(),
            mirrored,
        }
    }
}

fn median(mut values: Vec<f32>) -> Option<f32> {
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}
