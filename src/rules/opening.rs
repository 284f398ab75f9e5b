//! What a deal begins with: who plays which game under which house rules, and what already lies in the pot.

use serde_json::Value;

use super::{Game, mensch::Mensch, options::HouseRules};
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

/// Opens a game: the engine of that game, before its first fact.
///
/// # Errors
/// One sentence, where the game can't be played so: too many players, an unknown option.
pub fn open(opening: &Opening) -> Result<Box<dyn Game>, String> {
    let house = HouseRules::of(opening.game, &opening.options).map_err(|e| e.to_string())?;
    match opening.game {
        GameName::Mensch => {
            let game = Mensch::new(&opening.seating, opening.dealer, &house.mensch);
            Ok(Box::new(game.map_err(|e| e.to_string())?))
        }
        game => Err(format!("there is no referee for {game} yet")),
    }
}
