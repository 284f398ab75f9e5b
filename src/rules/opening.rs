//! What a deal begins with: who plays which game under which house rules, and what already lies in the pot.

use serde_json::Value;

use crate::{
    chips::{Account, Chips},
    play::GameName,
    seat::{Seat, Seating},
};

/// Everything that a game must know before its first fact.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Which game.
    pub game: GameName,
    /// Who plays, clockwise.
    pub seating: Seating,
    /// Who deals, if that is known.
    pub dealer: Option<Seat>,
    /// The named options of `rules/*.md` that differ from their defaults: an object, or `null` for none.
    pub options: Value,
    /// Chips that earlier deals left in the pot and on the board.
    pub stakes: Vec<(Account, Chips)>,
}
