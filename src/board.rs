//! The public state of the table as one value: what phones show, with nothing in it that the table hasn't seen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    card::{Card, Suit},
    chips::{Account, Bank, Chips, Transfer},
    event::{Cause, Decision, Event, HealthState, Telling},
    frame::At,
    play::{Awaited, Bid, GameName, Seq, Zone},
    ruling::Ruling,
    seat::{Place, Seat},
};

/// A card on the table, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardCard {
    /// Whose.
    pub seat: Option<Seat>,
    /// Which; `None` is open.
    pub card: Option<Card>,
    /// The entry that laid it.
    pub seq: Seq,
}

/// What a seat has to show in the running deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatState {
    /// Whose.
    pub seat: Seat,
    /// Cards in the hand, if counted.
    pub hand: Option<u8>,
    /// Cards turned up.
    pub shown: Vec<Card>,
    /// Tricks won.
    pub tricks: u8,
    /// What the seat is or did: `dealer`, `declarer`, `partner`, `folded`, `out`, `champion`, …
    pub marks: Vec<String>,
}

/// The running deal, in the same shape for every game; what a game doesn't have is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DealState {
    /// Where the deal stands, as the id of a message: `bidding`, `tricks`, `showdown`, …
    pub phase: String,
    /// Who deals.
    pub dealer: Option<Seat>,
    /// The seats.
    pub seats: Vec<SeatState>,
    /// Mensch: the contract.
    pub contract: Option<Bid>,
    /// Whether the deal was forced by four passes.
    pub forced: bool,
    /// Trumps.
    pub trump: Option<Suit>,
    /// The card called for a partner.
    pub called: Option<Card>,
    /// Cards in the middle: the trick, or the Monster's pile.
    pub middle: Vec<BoardCard>,
    /// Cards of the running sequence (Michigan Rummy), in order.
    pub run: Vec<BoardCard>,
    /// Chips that belong to nobody yet, compartment by compartment.
    pub stakes: Vec<(Account, Chips)>,
    /// What the referee waits for.
    pub awaited: Vec<Awaited>,
}

/// A ruling as the phones show it, with what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardRuling {
    /// Its entry.
    pub seq: Seq,
    /// When it was told.
    pub at: At,
    /// The ruling.
    pub ruling: Ruling,
    /// What the host decided about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// Whether it is of a deal that still runs.
    #[serde(default)]
    pub running: bool,
    /// Whether a correction made it vanish; the phones say so instead of hiding it.
    #[serde(default)]
    pub withdrawn: bool,
}

/// One happening of the running deal as it counts now, for the story that can be scrolled back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoryLine {
    /// Its entry: what a correction names.
    pub seq: Seq,
    /// When it was committed.
    pub at: At,
    /// What, after corrections: a filled hole or a replaced card shows the right card here.
    pub event: Event,
    /// Whether the host struck it: it is shown crossed out.
    #[serde(default)]
    pub struck: bool,
    /// Whether a correction changed it.
    #[serde(default)]
    pub corrected: bool,
}

/// Chips that moved, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    /// The entry that tells it.
    pub seq: Seq,
    /// From whom to whom.
    #[serde(flatten)]
    pub transfer: Transfer,
}

/// A question of the reader that nobody has answered yet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The `asked` entry: what an answer names.
    pub seq: Seq,
    /// The hole's own entry, under which its pictures lie.
    pub hole: Option<Seq>,
    /// Who laid the card.
    pub seat: Option<Seat>,
    /// Where it lies.
    pub zone: Zone,
    /// Likely cards, best first; any other is possible too.
    pub choices: Vec<Card>,
}

/// The camera's state, as it was told last.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardHealth {
    /// Which state.
    pub state: HealthState,
    /// In plain words.
    pub detail: String,
    /// What is behind it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
}

impl Default for BoardHealth {
    fn default() -> Self {
        Self {
            state: HealthState::NoFrames,
            detail: String::new(),
            cause: None,
        }
    }
}

/// How the deal before this one ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastDeal {
    /// The entry that closed it.
    pub seq: Seq,
    /// How it ended, as the id of a message.
    pub outcome: String,
    /// What each seat gained or paid in it, antes included.
    pub net: BTreeMap<Seat, Chips>,
}

/// The whole public state of the evening: what `GET /api/board` answers and every change sends anew.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Board {
    /// The newest entry of the record; 0 before the first.
    pub seq: u64,
    /// When it was committed, on the source's clock.
    pub at: At,
    /// Whether the table is simulated: every page says so.
    pub demo: bool,
    /// Whether play rests.
    pub paused: bool,
    /// Which game is played; `None` before the evening was set up.
    pub game: Option<GameName>,
    /// The house rules that differ from their defaults, as in the `game` entry.
    pub options: Value,
    /// Who sits where, clockwise; empty before the evening was set up.
    pub seating: Vec<Place>,
    /// Who sat here earlier this evening.
    pub left: Vec<Place>,
    /// When rulings are shown to everybody.
    pub telling: Telling,
    /// Rulings of the whole evening that only the host may see yet.
    #[serde(skip)]
    pub untold: Vec<Seq>,
    /// How chips are kept.
    pub bank: Bank,
    /// What each seat has before it, where chips are bought or no debts are allowed.
    pub stacks: BTreeMap<Seat, Chips>,
    /// Net chips per seat since the start; chips bought and cashed out left aside.
    pub balances: BTreeMap<Seat, Chips>,
    /// The number of the running deal, from 1; 0 before the first.
    pub deal_number: u32,
    /// The running deal; `None` before the first and between two.
    pub deal: Option<DealState>,
    /// Between two deals: the calls with which the next one may open.
    #[serde(default)]
    pub opening: Vec<Awaited>,
    /// Who deals next, between two deals, if that is known.
    pub next_dealer: Option<Seat>,
    /// The deal before, once one was settled.
    pub last_deal: Option<LastDeal>,
    /// What lies in pot and compartments between deals too.
    pub stakes: Vec<(Account, Chips)>,
    /// Rulings of this deal and the last one, newest first, at most 24.
    pub rulings: Vec<BoardRuling>,
    /// The running deal's story, oldest first (with the closed deal's story until the next opens).
    pub story: Vec<StoryLine>,
    /// Chips that moved since the story began, oldest first: why a pot is as large as it is.
    #[serde(default)]
    pub moved: Vec<Moved>,
    /// What was entered last and not taken back yet, as it was entered: what *undo* takes back.
    pub undo: Option<StoryLine>,
    /// What people hand back because a correction or a decision undid what was paid, until the next deal begins.
    pub handed_back: Vec<Transfer>,
    /// Open questions of the reader, oldest first.
    pub questions: Vec<Question>,
    /// The camera.
    pub health: BoardHealth,
}
