//! A game, its players and a seed into the simulated table: deal after deal, by the rules, and in one deal of three with an offence.

use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::IndexedRandom};

use super::{
    director::{Director, Players},
    players::{Script, mensch},
};
use crate::{
    play::GameName,
    rules::options::HouseRules,
    seat::{Seat, Seating},
};

/// One deal in so many holds a planted offence.
const HONEST_OF: u32 = 3;

/// Why there is no such demo table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DemoError {
    /// The game isn't dealt at the simulated table.
    #[error("the demo table doesn't deal {0}: choose mensch")]
    Game(GameName),
    /// A seed that is no number.
    #[error("`{0}` names no demo table: write demo, or demo: and a whole number such as demo:7")]
    Seed(String),
    /// The wrong number of players.
    #[error("the demo table deals {game} to {wanted} players, not {found}")]
    Count {
        /// The game.
        game: GameName,
        /// How many it takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
}

/// The seed in `demo` or `demo:SEED`; `None` where the source is no demo table at all.
///
/// # Errors
/// When the seed is no whole number.
pub fn seed(source: &str) -> Option<Result<u64, DemoError>> {
    let rest = source.strip_prefix("demo")?;
    if rest.is_empty() {
        return Some(Ok(1));
    }
    let number = rest.strip_prefix(':')?;
    Some(
        number
            .parse()
            .map_err(|_| DemoError::Seed(source.to_owned())),
    )
}

/// The simulated table for a game.
///
/// # Errors
/// When the game, or that many players, can't be dealt there.
pub fn open(
    game: GameName,
    seed: u64,
    seating: &Seating,
    dealer: Option<Seat>,
    rules: &HouseRules,
) -> Result<Director, DemoError> {
    let seats: Vec<Seat> = seating.seats().collect();
    let found = seats.len();
    match game {
        GameName::Mensch => {
            let seats = seats.try_into().map_err(|_| DemoError::Count {
                game,
                wanted: 4,
                found,
            })?;
            let first = dealer.unwrap_or(seating.places()[found - 1].seat);
            let players = MenschPlayers {
                rng: SmallRng::seed_from_u64(seed),
                seats,
                dealer: first,
                options: rules.mensch.clone(),
            };
            Ok(Director::new(
                seed,
                seating.clone(),
                true,
                Box::new(players),
            ))
        }
        _ => Err(DemoError::Game(game)),
    }
}

/// Four players of Mensch, the deal passing left.
struct MenschPlayers {
    rng: SmallRng,
    seats: [Seat; 4],
    dealer: Seat,
    options: crate::rules::mensch::MenschOptions,
}

impl Players for MenschPlayers {
    fn next_deal(&mut self) -> Script {
        let cheat = if self.rng.random_ratio(1, HONEST_OF) {
            mensch::Cheat::AT_THE_TABLE.choose(&mut self.rng).copied()
        } else {
            None
        };
        let script = mensch::deal(
            &mut self.rng,
            self.seats,
            self.dealer,
            &self.options,
            mensch::Style::Sense,
            cheat,
        );
        let dealt = self
            .seats
            .iter()
            .position(|&s| s == self.dealer)
            .unwrap_or(0);
        self.dealer = self.seats[(dealt + 1) % 4];
        script
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_name_their_seed() {
        assert_eq!(seed("demo"), Some(Ok(1)));
        assert_eq!(seed("demo:42"), Some(Ok(42)));
        assert_eq!(seed("demo:x"), Some(Err(DemoError::Seed("demo:x".into()))));
        assert_eq!(seed("demolition.mp4"), None);
        assert_eq!(seed("0"), None);
    }

    #[test]
    fn other_tables_are_refused_in_words() {
        let seating: Seating = "A,B,C".parse().expect("a seating");
        let said = open(GameName::Mensch, 1, &seating, None, &HouseRules::default())
            .err()
            .map(|e| e.to_string());
        assert_eq!(
            said.as_deref(),
            Some("the demo table deals mensch to 4 players, not 3")
        );
    }
}
