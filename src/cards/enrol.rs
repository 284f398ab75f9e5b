//! Pictures of a deck into its album: every card that lies apart is cut out, and named by what is read on it or by what is left.

mod guide;

use std::sync::Arc;

pub use self::guide::{Enrolled, Guide, GuideError, Sums, check_name};

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
    frame::{At, Frame, most_changed},
    sighting::PicturePoint,
};

/// A card that lies apart covers no other by more than this.
const APART: f32 = 0.15;
/// An outline that holds more than this of something foreign is not a card's.
const FOREIGN: f32 = 0.5;
/// Cards of one picture are about equally large; what is smaller or larger than the middle one by these factors is none.
const SIZES: (f32, f32) = (0.6, 1.6);
/// An unread card that differs by less than this from the one before, where it differs most (grey levels), is still the one before: noise and
/// a shaky outline stay below 30, other pips or another figure change a part by more than 60.
const STILL_THERE: f64 = 40.0;
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
/// A card is shown to a person twice as large as it is kept.
const SHOWN: (usize, usize) = (PLATE.0 * 2, PLATE.1 * 2);

/// One card as it lay there.
struct Seen {
    /// The number of its picture, from 0.
    picture: usize,
    plate: Vec<u8>,
    /// The same of [`SHOWN`] samples.
    shown: Arc<[u8]>,
    aspect: f32,
    /// How many px high it was.
    tall: f32,
    /// What the reader read.
    read: Option<usize>,
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
    /// A person left it out: it has no name, and counts for nothing.
    LeftOut,
}

/// A deck being enrolled.
pub struct Enrolment {
    base: DeckProfile,
    deck: Deck,
    /// How many cards each picture showed.
    pictures: Vec<usize>,
    seen: Vec<Seen>,
    /// What lies in the next picture and is no card.
    foreign: Vec<Quad>,
}

/// A card without a name.
pub struct Open {
    /// What to call it in [`Enrolment::name`].
    pub number: usize,
    /// The number of its picture, from 0.
    pub picture: usize,
    /// What it may be, likeliest first.
    pub choices: Vec<Card>,
    /// Whether a person left it out.
    pub left_out: bool,
    /// The card cut out: blue, green, red bytes.
    pub crop: Frame,
}

/// A face of the deck, and the card that shows it best.
pub struct Shown {
    /// The face.
    pub card: Card,
    /// The card's number as in [`Open`], and how it came to its name; `None` where the face was not seen yet.
    pub by: Option<(usize, By)>,
}

impl Enrolment {
    /// Starts to enrol a deck of these cards, lettered like the profile.
    #[must_use]
    pub fn new(base: DeckProfile, deck: Deck) -> Self {
        Self {
            base,
            deck,
            pictures: Vec::new(),
            seen: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// What lies in the next picture and is no card: a table's markers.
    pub fn overlook(&mut self, outlines: &[[PicturePoint; 4]]) {
        let quad = |outline: &[PicturePoint; 4]| outline.map(|p| v2(p.x as f32, p.y as f32));
        self.foreign = outlines.iter().map(quad).collect();
    }

    /// Takes in every card that lies apart in a picture; how many there were. Where none can be read, only one that lies alone counts. The reader should know no deck but the base.
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
            let is_foreign = self.foreign.iter().any(|f| overlap(f, &quad) > FOREIGN);
            if !is_foreign && quads.iter().all(|q| overlap(q, &quad) < APART) {
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
            let fits = match usual {
                Some(usual) => (SIZES.0..SIZES.1).contains(&(area(&l.quad) / usual)),
                // Nothing says what a card is here, as on an empty table with its markers.
                None => lain.len() == 1,
            };
            if fits {
                self.seen.push(self.seen(&picture, l));
            }
        }
        self.pictures.push(self.seen.len() - before);
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
            self.take_back();
            return Ok(None);
        };
        if n == 1 && self.seen[last].face.is_none() && self.is_still_there(last) {
            self.take_back();
            return Ok(None);
        }
        if let Some(card) = asked.filter(|_| n == 1 && self.seen[last].face.is_none()) {
            self.name(last, card);
        }
        Ok(Some(self.seen[last].face.map(|f| self.base.card(f))))
    }

    /// Whether a card is the one before it, which still lies there: what was asked for next isn't it.
    fn is_still_there(&self, number: usize) -> bool {
        let before = number.checked_sub(1).map(|n| &self.seen[n].plate);
        let plate = &self.seen[number].plate;
        before.is_some_and(|before| most_changed(before, plate, PLATE.0) < STILL_THERE)
    }

    fn seen(&self, picture: &Picture<'_>, lain: &Lain) -> Seen {
        let face_of = |card: Card| (0..self.base.faces()).find(|&i| self.base.card(i) == card);
        let face = lain.naming.card.and_then(face_of);
        let likely = lain.naming.choices.iter();
        Seen {
            picture: self.pictures.len(),
            plate: picture.rectified_pixels(&lain.quad, PLATE.0, PLATE.1),
            shown: picture
                .rectified_pixels(&lain.quad, SHOWN.0, SHOWN.1)
                .into(),
            aspect: height(&lain.quad) / width(&lain.quad).max(1e-3),
            tall: height(&lain.quad),
            read: face,
            face,
            by: By::of_reading(face),
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

    /// Takes the last picture back with all that it showed; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(n) = self.pictures.pop() else {
            return false;
        };
        self.seen.truncate(self.seen.len() - n);
        true
    }

    /// How many cards each picture showed.
    #[must_use]
    pub fn pictures(&self) -> &[usize] {
        &self.pictures
    }

    /// Names what was left open by elimination, as far as one way to do so is clearly the likeliest. Where faces are missing while others were
    /// read more often than the deck holds them, those readings are open as well. What an earlier elimination said is weighed again.
    pub fn eliminate(&mut self) {
        self.recall();
        if !self.missing_faces().is_empty() {
            for s in self.repeated() {
                (self.seen[s].face, self.seen[s].by) = (None, By::Nobody);
            }
        }
        let missing = self.missing_faces();
        let open: Vec<usize> = (0..self.seen.len())
            .filter(|&s| self.seen[s].by == By::Nobody)
            .collect();
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
            for seen in self.seen.iter_mut().filter(|s| s.by == By::Nobody) {
                seen.as_read();
            }
        }
    }

    /// Back to what the reader read and what a person said.
    pub fn recall(&mut self) {
        let weighed = |s: &&mut Seen| matches!(s.by, By::Nobody | By::Elimination);
        self.seen.iter_mut().filter(weighed).for_each(Seen::as_read);
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

    /// A person leaves a card out: it is none of the deck, or nobody can tell it.
    pub fn leave_out(&mut self, number: usize) {
        if let Some(seen) = self.seen.get_mut(number) {
            (seen.face, seen.by) = (None, By::LeftOut);
        }
    }

    /// A card cut out: blue, green, red bytes; `None` where there is none of that number.
    #[must_use]
    pub fn crop(&self, number: usize) -> Option<Frame> {
        self.seen.get(number).map(|seen| Frame {
            seq: 0,
            at: At(0),
            width: SHOWN.0 as u32,
            height: SHOWN.1 as u32,
            pixels: Arc::clone(&seen.shown),
        })
    }

    /// The faces of the deck with the cards that show them best.
    #[must_use]
    pub fn faces(&self) -> Vec<Shown> {
        let best = |&f: &usize| {
            let of_face = (0..self.seen.len()).filter(|&s| self.seen[s].face == Some(f));
            let tallest = |&a: &usize, &b: &usize| {
                let (a, b) = (&self.seen[a], &self.seen[b]);
                a.tall.total_cmp(&b.tall)
            };
            Shown {
                card: self.base.card(f),
                by: of_face.max_by(tallest).map(|s| (s, self.seen[s].by)),
            }
        };
        self.wanted_faces().iter().map(best).collect()
    }

    /// The cards without a name, in the order they were seen.
    #[must_use]
    pub fn open(&self) -> Vec<Open> {
        let missing = self.missing_faces();
        let open = (0..self.seen.len()).filter(|&s| self.seen[s].face.is_none());
        open.map(|number| {
            let seen = &self.seen[number];
            let mut choices = missing.clone();
            choices.sort_by(|&a, &b| seen.likelihood(b).total_cmp(&seen.likelihood(a)));
            Open {
                number,
                picture: seen.picture,
                choices: choices.into_iter().map(|f| self.base.card(f)).collect(),
                left_out: seen.by == By::LeftOut,
                crop: self.crop(number).expect("it was seen"),
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

    fn wanted_faces(&self) -> Vec<usize> {
        let wanted = self.deck.faces();
        (0..self.base.faces())
            .filter(|&f| wanted.contains(&self.base.card(f)))
            .collect()
    }

    fn missing_faces(&self) -> Vec<usize> {
        let mut faces = self.wanted_faces();
        faces.retain(|&f| self.seen.iter().all(|s| s.face != Some(f)));
        faces
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

impl By {
    fn of_reading(face: Option<usize>) -> Self {
        if face.is_some() {
            Self::Reading
        } else {
            Self::Nobody
        }
    }
}

impl Seen {
    /// Named as it was read, or not at all.
    fn as_read(&mut self) {
        (self.face, self.by) = (self.read, By::of_reading(self.read));
    }

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
