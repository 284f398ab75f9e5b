//! The public state of the table as one value: what phones show, with nothing in it that the table hasn't seen.

use serde::{Deserialize, Serialize};

use crate::{
    card::{Card, Suit},
    chips::{Account, Chips},
    play::{Awaited, Bid, Seq},
    seat::Seat,
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
