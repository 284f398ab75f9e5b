//! One observation in table millimetres: what `plays` is given, picture after picture.

use serde::{Deserialize, Serialize};

use crate::{
    card::Card,
    frame::At,
    plays::geometry::{near, spread},
    sighting::{Signs, TablePoint},
};

/// A face-up card as it was read once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CardSeen {
    /// Which; `None` if the reader would not name it.
    pub card: Option<Card>,
    /// The probability that `card` (or the first choice) is right, 0…1.
    pub confidence: f32,
    /// What agreed on the name.
    pub signs: Signs,
    /// Likely cards with their probabilities, best first.
    pub choices: Vec<(Card, f32)>,
    /// The card's outline, if it shows enough of it, clockwise from its own top-left corner.
    pub outline: Option<[TablePoint; 4]>,
    /// A point of the card that is surely visible.
    pub anchor: TablePoint,
}

/// A face-down card, or a squared pile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BackSeen {
    /// The outline.
    pub outline: [TablePoint; 4],
    /// The probability that a back lies there, 0…1.
    pub confidence: f32,
}

/// A hand or arm over the table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HandSeen {
    /// What it covers.
    pub outline: Vec<TablePoint>,
    /// Where it comes in over the edge of the picture, if it touches it.
    pub from: Option<TablePoint>,
}

impl HandSeen {
    /// Whether it is over that point, or so near that it blurs or shades it.
    fn is_over(&self, p: TablePoint) -> bool {
        near(&self.outline, p, HAND_REACH_MM)
    }

    /// Whether it is over any of that place.
    #[must_use]
    pub fn covers(&self, place: &[TablePoint; 4]) -> bool {
        spread(place).into_iter().any(|p| self.is_over(p))
    }
}

/// A place that looks different since it was last at rest, and is at rest again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Changed {
    /// Its outline.
    pub outline: Vec<TablePoint>,
    /// When it came to rest.
    pub since: At,
}

/// How far beyond a hand's outline its shadow and blur reach, mm.
const HAND_REACH_MM: f64 = 8.0;

/// What was seen at one moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Look {
    /// When.
    pub at: At,
    /// Face-up cards in the places that were read.
    pub cards: Vec<CardSeen>,
    /// Face-down cards in the places that were read.
    pub backs: Vec<BackSeen>,
    /// Every hand over the table now.
    pub hands: Vec<HandSeen>,
    /// The places that were read now; nothing is told about the rest of the table.
    pub read: Vec<Vec<TablePoint>>,
    /// What changed lately: only here can a card be new or gone.
    pub changed: Vec<Changed>,
}

impl Look {
    /// Whether a hand is over that point, or so near that it blurs or shades it.
    pub(super) fn under_hand(&self, p: TablePoint) -> bool {
        self.hands.iter().any(|h| h.is_over(p))
    }
}
