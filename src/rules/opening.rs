//! What a deal begins with: who plays which game under which house rules, and what already lies in the pot.

use serde_json::Value;

use super::{
    Game, mensch::Mensch, michigan_rummy::MichiganRummy, monster::Monster, options::HouseRules,
};
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
    /// The chips before each seat; empty where they are only points.
    pub stacks: Vec<(Seat, Chips)>,
    /// Whether this is the last hand of an evening of Michigan Rummy, for what lies on the board.
    pub finale: bool,
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
        GameName::Monster => {
            let seats = opening.seating.seats().collect::<Vec<_>>();
            // Without a dealer the first of the list acts first; nothing else depends on it.
            let dealer = opening.dealer.or(seats.last().copied()).unwrap_or(Seat(0));
            let pot = |(account, chips): &(Account, Chips)| match account {
                Account::Pot => *chips,
                _ => 0,
            };
            let carried = opening.stakes.iter().map(pot).sum();
            let game = Monster::new(seats, dealer, house.monster, carried);
            let game = game.map_err(|e| e.to_string())?;
            let stacks = opening.stacks.iter().copied().collect();
            Ok(Box::new(if opening.stacks.is_empty() {
                game
            } else {
                game.with_stacks(stacks)
            }))
        }
        GameName::MichiganRummy => {
            let seats = opening.seating.seats().collect();
            let dealer = opening
                .dealer
                .ok_or("Michigan Rummy needs to know who deals: the dealer antes twice as much")?;
            let left = |(account, chips): &(Account, Chips)| match account {
                Account::Compartment(id) => Some((id.clone(), *chips)),
                _ => None,
            };
            let carried = opening.stakes.iter().filter_map(left).collect();
            let new = if opening.finale {
                MichiganRummy::finale
            } else {
                MichiganRummy::new
            };
            let game = new(seats, dealer, house.michigan_rummy, carried);
            Ok(Box::new(game.map_err(|e| e.to_string())?))
        }
    }
}
