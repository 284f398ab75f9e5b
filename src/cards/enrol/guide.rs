//! A person's deck from its name to its profile, one step after the other: what the terminal and the page both lead through.

use std::str::FromStr as _;

use super::{By, Enrolment, Open, Shown};
use crate::{
    card::{Card, Deck},
    cards::{DeckProfile, Reader, ReaderError},
    frame::Frame,
    sighting::PicturePoint,
};

/// A deck's name has at most so many letters.
const LONGEST_NAME: usize = 40;

/// Why a step can't be gone, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum GuideError {
    /// It could lead out of its folder, or be typed by nobody.
    #[error("`{0}` can't be a deck's name: use letters, digits, - and _, at most 40")]
    Name(String),
    /// The program has one of that name.
    #[error("`{0}` is a deck that the program brings along: choose another name")]
    BuiltIn(String),
    /// No such base.
    #[error("no deck `{0}` to be lettered like: french, french-german, french-french or pairs")]
    Base(String),
    /// Pairs has no short deck.
    #[error("a Pairs deck is never short")]
    ShortPairs,
    /// A name for a card that the deck hasn't.
    #[error(
        "`{0}` is no card of this deck: QH is the queen of hearts, T a ten, and Pairs has 1 to 10"
    )]
    NoCard(String),
    /// A card that nobody saw.
    #[error("there is no card {0} to be named")]
    NoSuchCard(usize),
    /// Nothing to make a profile of.
    #[error(
        "no card could be read in these pictures: lay the cards face up, flat and apart, on a table of one colour"
    )]
    NothingRead,
    /// The reader can't work.
    #[error(transparent)]
    Reader(#[from] ReaderError),
}

/// Whether a deck may be called that.
///
/// # Errors
/// When the name isn't letters, digits, `-` and `_`, or is a built-in deck's.
pub fn check_name(name: &str) -> Result<(), GuideError> {
    let sound = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let long = name.chars().count() > LONGEST_NAME;
    if name.is_empty() || long || !name.chars().all(sound) {
        return Err(GuideError::Name(name.to_owned()));
    }
    if DeckProfile::named(name).is_ok() {
        return Err(GuideError::BuiltIn(name.to_owned()));
    }
    Ok(())
}

/// How many faces were seen, and how many cards were named how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    /// Faces that were seen.
    pub faces: usize,
    /// Faces that the deck has.
    pub of: usize,
    /// Cards read.
    pub read: usize,
    /// Cards named by what was left.
    pub eliminated: usize,
    /// Cards named by a person.
    pub told: usize,
}

/// A deck that was enrolled, and what its self-test says.
pub struct Enrolled {
    /// The profile.
    pub profile: DeckProfile,
    /// Faces that were never seen.
    pub missing: Vec<Card>,
    /// Faces that look alike to the reader.
    pub weak: Vec<(Card, Card)>,
}

/// One deck being enrolled.
pub struct Guide {
    name: String,
    deck: Deck,
    reader: Reader,
    enrolment: Enrolment,
    /// Finds what lies in a picture and is no card.
    foreign: Foreign,
}

/// A picture into the outlines of what is no card in it.
type Foreign = fn(&Frame) -> Vec<[PicturePoint; 4]>;

impl Guide {
    /// Begins with a deck of that name, lettered like a built-in one; a short one has the 32 cards from seven to ace.
    ///
    /// # Errors
    /// When there can't be such a deck.
    pub fn begin(name: &str, base: &str, short: bool) -> Result<Self, GuideError> {
        check_name(name)?;
        let base = DeckProfile::named(base).map_err(|_| GuideError::Base(base.to_owned()))?;
        let deck = match (base.deck(), short) {
            (Deck::Pairs, true) => return Err(GuideError::ShortPairs),
            (Deck::Pairs, false) => Deck::Pairs,
            (_, true) => Deck::Short,
            (_, false) => Deck::Full,
        };
        Ok(Self {
            name: name.to_owned(),
            deck,
            reader: Reader::new(base.clone())?,
            enrolment: Enrolment::new(base, deck),
            foreign: |_| Vec::new(),
        })
    }

    /// The same with something that finds what is no card, such as a table's markers.
    #[must_use]
    pub fn overlooking(mut self, foreign: Foreign) -> Self {
        self.foreign = foreign;
        self
    }

    /// What the deck is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The built-in deck that it is lettered like.
    #[must_use]
    pub fn base(&self) -> &str {
        self.reader.profile().base()
    }

    /// Which cards it has.
    #[must_use]
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// Takes in a picture of cards spread out; how many there were. What elimination said is open again until [`Guide::settle`].
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn show(&mut self, frame: &Frame) -> Result<usize, GuideError> {
        self.enrolment.recall();
        self.enrolment.overlook(&(self.foreign)(frame));
        Ok(self.enrolment.take(&self.reader, frame)?)
    }

    /// Takes in a picture of one card. With `asked` the one that was [`wanted`](Guide::wanted) is believed where the reader can't tell. `None`
    /// if no card lies there, and inside it none if nobody knows which it is.
    ///
    /// # Errors
    /// When the frame is no picture or the nets can't be run.
    pub fn show_one(
        &mut self,
        frame: &Frame,
        asked: bool,
    ) -> Result<Option<Option<Card>>, GuideError> {
        self.enrolment.recall();
        self.enrolment.overlook(&(self.foreign)(frame));
        let wanted = self.wanted().filter(|_| asked);
        Ok(self.enrolment.take_one(&self.reader, frame, wanted)?)
    }

    /// Takes the last picture back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.enrolment.recall();
        self.enrolment.take_back()
    }

    /// The face to be shown next, card by card.
    #[must_use]
    pub fn wanted(&self) -> Option<Card> {
        self.enrolment.missing().first().copied()
    }

    /// No more pictures for now: what can't be read is named by what is left, where that is clear.
    pub fn settle(&mut self) {
        self.enrolment.eliminate();
    }

    /// The next card to ask a person about: none while nothing is missing.
    #[must_use]
    pub fn question(&self) -> Option<Open> {
        if self.enrolment.missing().is_empty() {
            return None;
        }
        self.enrolment.open().into_iter().find(|o| !o.left_out)
    }

    /// A person names a card (`QH`, `7`), or leaves it out; what is left is weighed anew.
    ///
    /// # Errors
    /// When the deck has no such card, or nobody saw one of that number.
    pub fn answer(&mut self, number: usize, card: Option<&str>) -> Result<(), GuideError> {
        if self.enrolment.crop(number).is_none() {
            return Err(GuideError::NoSuchCard(number));
        }
        match card {
            Some(text) => {
                let card = Card::from_str(text).ok();
                let card = card.filter(|&c| self.deck.copies(c) > 0);
                let card = card.ok_or_else(|| GuideError::NoCard(text.to_owned()))?;
                self.enrolment.name(number, card);
            }
            None => self.enrolment.leave_out(number),
        }
        self.enrolment.eliminate();
        Ok(())
    }

    /// The faces of the deck with the cards that show them.
    #[must_use]
    pub fn faces(&self) -> Vec<Shown> {
        self.enrolment.faces()
    }

    /// Cards without a name.
    #[must_use]
    pub fn open(&self) -> Vec<Open> {
        self.enrolment.open()
    }

    /// How many cards each picture showed.
    #[must_use]
    pub fn pictures(&self) -> &[usize] {
        self.enrolment.pictures()
    }

    /// A card cut out; `None` where there is none of that number.
    #[must_use]
    pub fn crop(&self, number: usize) -> Option<Frame> {
        self.enrolment.crop(number)
    }

    /// How far it is.
    #[must_use]
    pub fn sums(&self) -> Sums {
        let of = self.deck.faces().len();
        Sums {
            faces: of - self.enrolment.missing().len(),
            of,
            read: self.enrolment.named(By::Reading),
            eliminated: self.enrolment.named(By::Elimination),
            told: self.enrolment.named(By::Person),
        }
    }

    /// Makes the profile of what was seen, and tries how well its reader tells the faces apart.
    ///
    /// # Errors
    /// When nothing was read, or the nets can't be run.
    pub fn finish(&self) -> Result<Enrolled, GuideError> {
        let profile = self.enrolment.profile(&self.reader, &self.name)?;
        let profile = profile.ok_or(GuideError::NothingRead)?;
        let weak = Reader::new(profile.clone())?.weak_pairs()?;
        Ok(Enrolled {
            profile,
            missing: self.enrolment.missing(),
            weak,
        })
    }
}
