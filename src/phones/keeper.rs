//! What the phones read of the evening besides its board, as one trait that the assembly fills.

use std::{str::FromStr, time::Duration};

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    camera::{CameraView, CameraWish},
    debug::DebugView,
    decks::Decks,
    zones::{ZonesView, ZonesWish},
};
use crate::{
    board::StoryLine,
    card::Card,
    chips::Worth,
    event::Event,
    frame::At,
    order::Refusal,
    play::{GameName, Seq},
    ruling::Ruling,
    seat::{Seat, Seating},
};

/// A language of the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lang {
    /// English.
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Both.
    pub const ALL: [Self; 2] = [Self::En, Self::Ko];

    /// `en` or `ko`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ko => "ko",
        }
    }

    /// The language that a browser asks for (`Accept-Language`, or a bare tag): the first of its list that there is, else English.
    #[must_use]
    pub fn asked(header: &str) -> Self {
        header
            .split(',')
            .find_map(|item| match item.trim().get(..2)? {
                "ko" => Some(Self::Ko),
                "en" => Some(Self::En),
                _ => None,
            })
            .unwrap_or(Self::En)
    }
}

/// One picture behind a play or ruling.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The entry that it shows.
    pub of: Seq,
    /// When that was entered.
    pub at: At,
    /// When the picture was taken, where that is known.
    pub taken: Option<At>,
    /// Which moment it shows: `before` the card lay there, `at` its coming to rest, `after` the hand was gone.
    pub moment: &'static str,
    /// The card, as it counts now; `None` where it is open, or struck.
    pub card: Option<Card>,
    /// Who laid it.
    pub seat: Option<Seat>,
    /// The picture, JPEG.
    pub jpeg: Vec<u8>,
}

/// One value of a house rule.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Choice {
    /// As `--rules` writes it.
    pub value: Value,
    /// In plain words.
    pub says: String,
}

/// One ambiguity of the rule documents as a choice for the table.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct HouseRule {
    /// The option's name.
    pub name: String,
    /// The question, in plain words.
    pub says: String,
    /// The answers, the default first.
    pub choices: Vec<Choice>,
    /// What holds at this table.
    pub now: Value,
}

/// How a settlement is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Sentences to share.
    Text,
    /// Comma-separated values: from, to, chips, amount.
    Csv,
}

/// A name of no form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a settlement is written as text, csv or json, not as `{0}`")]
pub struct FormError(pub String);

impl FromStr for Form {
    type Err = FormError;
    fn from_str(text: &str) -> Result<Self, FormError> {
        match text {
            "text" => Ok(Self::Text),
            "csv" => Ok(Self::Csv),
            _ => Err(FormError(text.to_owned())),
        }
    }
}

/// What the evening lends the phones. Each method answers quickly or reads a file; it is called off the async threads.
pub trait Keeper: Decks {
    /// The evening as JSON lines.
    ///
    /// # Errors
    /// When the journal can't be read, in one sentence.
    fn journal(&self) -> Result<String, String>;

    /// Who pays whom, seats as `#n`, if a chip is worth so much; else as much as the host entered.
    ///
    /// # Errors
    /// When it can't be worked out, in one sentence.
    fn settlement(&self, chip: Option<&Worth>) -> Result<Value, String>;

    /// The same in sentences or as a sheet, players by name.
    ///
    /// # Errors
    /// When it can't be worked out, in one sentence.
    fn settled(&self, lang: Lang, form: Form, chip: Option<&Worth>) -> Result<String, String>;

    /// All evenings of this table: who won and lost how much, and what each did game by game, players by name.
    ///
    /// # Errors
    /// When the journal can't be read, in one sentence.
    fn league(&self) -> Result<Value, String>;

    /// The story of that deal of the evening, from 1, as it counts now; `None` where there was no such deal.
    fn story(&self, deal: u32) -> Option<Vec<StoryLine>>;

    /// A fact as it counts now, or as it was entered where it was struck; `None` for what is none.
    fn fact(&self, of: Seq) -> Option<Event>;

    /// The pictures behind a play or ruling, in the order of the proof; empty where there are none.
    fn evidence(&self, of: Seq) -> Vec<Picture>;

    /// The camera as it is set up now.
    ///
    /// # Errors
    /// When no picture has come yet, in one sentence.
    fn camera(&self) -> Result<CameraView, String>;

    /// The camera's newest picture, a JPEG file: as it came, or `flat`: the table as seen from straight above, with a margin around it.
    ///
    /// # Errors
    /// When none has come yet, in one sentence.
    fn camera_picture(&self, flat: bool) -> Result<Vec<u8>, String>;

    /// Where what lies in the game that is played.
    ///
    /// # Errors
    /// When none is chosen yet, in one sentence.
    fn zones(&self) -> Result<ZonesView, String>;

    /// The same as the host dragged it, from now on and at the next start.
    ///
    /// # Errors
    /// Why not, in one sentence.
    fn set_zones(&self, wish: &ZonesWish) -> Result<(), String>;

    /// How the reading goes.
    ///
    /// # Errors
    /// When no picture has come yet, in one sentence.
    fn debug(&self) -> Result<DebugView, String>;

    /// The last minute as a bundle, a tar file.
    ///
    /// # Errors
    /// When there is none, in one sentence.
    fn bundle(&self) -> Result<Vec<u8>, String>;

    /// Another source, or the table's corners, from now on and at the next start.
    ///
    /// # Errors
    /// Why not, in one sentence.
    fn set_camera(&self, wish: &CameraWish) -> Result<(), String>;

    /// Takes a picture of the phone that is the camera, a JPEG file; `from` tells phones apart.
    ///
    /// # Errors
    /// When another source is watched, or the picture can't be used.
    fn take_picture(&self, from: &str, jpeg: &[u8]) -> Result<(), Refusal>;

    /// Ends this evening and begins another with the same people.
    ///
    /// # Errors
    /// When it can't be written, in one sentence.
    fn begin_anew(&self) -> Result<(), String>;

    /// The age of the newest frame.
    ///
    /// # Errors
    /// Why there is none, in one sentence.
    fn frame_age(&self) -> Result<Duration, String>;

    /// A ruling in one plain sentence, players by name.
    fn says(&self, lang: Lang, ruling: &Ruling, seating: Option<&Seating>) -> String;

    /// The house rules of a game with what holds now under these options.
    fn rules(&self, lang: Lang, game: GameName, options: &Value) -> Vec<HouseRule>;
}
