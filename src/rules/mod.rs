//! Plays into verdicts and transfers: the three games as pure values, one engine per deal, no clock, no I/O, no chance.

use crate::{
    board::DealState,
    card::Card,
    chips::{Account, Chips, Transfer},
    play::{Awaited, GameName, Play, Seq, Zone},
    ruling::Ruling,
    seat::Seat,
};

pub mod clockwise;
pub mod finding;
pub mod knowledge;
pub mod mensch;
pub mod michigan_rummy;
pub mod monster;
mod opening;
pub mod options;
pub mod poker;
pub mod telling;
pub mod yes;

pub use opening::{Opening, open};

/// How a deal (in Monster: a game from the ante to the emptied pot) ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// As the id of a message: `made`, `failed`, `went_out`, …
    pub outcome: String,
    /// Who deals next.
    pub next_dealer: Seat,
}

/// What one fact led to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Rulings whose proof this fact completed, in the order of `rules/judging.md`.
    pub rulings: Vec<Ruling>,
    /// Chips that moved because of it, in order.
    pub transfers: Vec<Transfer>,
    /// Set when this fact ended the deal.
    pub closed: Option<Closed>,
}

/// One game of one deal, from the public facts alone. Whatever was seen is recorded even where the rules forbid it: a violation is
/// an answer, never an error, and never stops the game.
pub trait Game: Send {
    /// Which game.
    fn name(&self) -> GameName;

    /// What is waited for, most urgent first; empty when the deal is over.
    fn awaited(&self) -> Vec<Awaited>;

    /// The rulings that this fact would complete; changes nothing.
    fn judge(&self, seq: Seq, play: &Play) -> Vec<Ruling>;

    /// Takes the fact into the record and says what follows. Any sequence of facts is taken; none panics.
    fn apply(&mut self, seq: Seq, play: &Play) -> Outcome;

    /// The cards that may lie there, laid by that seat, likeliest first: by what the deck and the record allow, never by what the
    /// rules would like. It orders choices and never names.
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card>;

    /// The public state, for the phones.
    fn state(&self) -> DealState;

    /// What lies in the pot or on the board now and stays there for the next deal.
    fn stakes(&self) -> Vec<(Account, Chips)>;
}
