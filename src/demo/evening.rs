//! A game, its players and a seed into the simulated table: deal after deal, by the rules, and in one deal of three with an offence.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::IndexedRandom};

use super::{
    director::{Director, Players},
    players::{Deed, Script, mensch, michigan_rummy, monster},
};
use crate::{
    play::{Act, GameName, Zone},
    rules::{
        clockwise, michigan_rummy::MichiganOptions, monster::MonsterOptions, options::HouseRules,
    },
    seat::{Seat, Seating},
};

/// One deal in so many holds a planted offence.
const HONEST_OF: u32 = 3;

/// Why there is no such demo table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DemoError {
    /// So many can't play that game.
    #[error("the demo table can't deal {0} to {1} players")]
    Players(GameName, usize),
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

/// Who deals first at the simulated table, where nobody says it: the last of the list, so that the first of it speaks first. The record
/// is told the same, so that the order of the first deal's bids can be judged too.
#[must_use]
pub fn first_dealer(seating: &Seating) -> Option<Seat> {
    seating.places().last().map(|place| place.seat)
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
    let none = DemoError::Players(game, found);
    let dealer = dealer.or_else(|| first_dealer(seating)).ok_or(none)?;
    match game {
        GameName::Mensch => {
            let seats = seats.try_into().map_err(|_| DemoError::Count {
                game,
                wanted: 4,
                found,
            })?;
            let players = MenschPlayers {
                rng: SmallRng::seed_from_u64(seed),
                seats,
                dealer,
                options: rules.mensch.clone(),
            };
            Ok(Director::new(
                seed,
                seating.clone(),
                true,
                Box::new(players),
            ))
        }
        GameName::Monster => {
            let options = rules.monster.clone();
            if options.ante(found).is_none() {
                return Err(DemoError::Players(game, found));
            }
            let players = MonsterPlayers {
                rng: SmallRng::seed_from_u64(seed),
                seats,
                dealer,
                options,
                rounds: VecDeque::new(),
            };
            let players = Box::new(players);
            Ok(Director::new(seed, seating.clone(), false, players))
        }
        GameName::MichiganRummy => {
            if !game.players().contains(&found) {
                return Err(DemoError::Players(game, found));
            }
            let players = MichiganPlayers {
                rng: SmallRng::seed_from_u64(seed),
                dealer,
                seats,
                options: rules.michigan_rummy.clone(),
            };
            let players = Box::new(players);
            Ok(Director::new(seed, seating.clone(), true, players))
        }
    }
}

/// The rounds of a game of Monster: the table is swept after each.
#[must_use]
pub fn rounds_of_monster(deeds: &[Deed]) -> Vec<Vec<Deed>> {
    let swept = |d: &Deed| matches!(d.act, Act::Backs { count: 0, .. });
    let rounds = deeds.split(swept).filter(|round| !round.is_empty());
    rounds.map(<[Deed]>::to_vec).collect()
}

/// What the camera and the phones are shown of Michigan Rummy: hands are held, and the dummy lies out of the picture.
#[must_use]
pub fn shows_at_michigan_rummy(deed: &Deed) -> bool {
    match &deed.act {
        Act::Backs { .. } => false,
        Act::Laid { zone, .. } => *zone == Zone::Front,
        _ => true,
    }
}

/// Players of Monster, game after game, the deal passing left; one round at a time, so that the table is swept between rounds.
struct MonsterPlayers {
    rng: SmallRng,
    seats: Vec<Seat>,
    dealer: Seat,
    options: MonsterOptions,
    rounds: VecDeque<Vec<Deed>>,
}

impl Players for MonsterPlayers {
    fn next_deal(&mut self) -> Script {
        let dealer = self.dealer;
        if self.rounds.is_empty() {
            let cheats = self.rng.random_ratio(1, HONEST_OF);
            let cheat = cheats.then_some(monster::Cheat::PairKept);
            let (rng, style) = (&mut self.rng, monster::Style::Sense);
            let game = monster::game(rng, &self.seats, dealer, &self.options, style, cheat);
            let deeds = game.map(|script| script.deeds).unwrap_or_default();
            self.rounds = rounds_of_monster(&deeds).into();
        }
        let deeds = self.rounds.pop_front().unwrap_or_default();
        if self.rounds.is_empty() {
            self.dealer = clockwise::left_of(&self.seats, dealer);
        }
        let planted = Vec::new();
        Script {
            dealer,
            deeds,
            planted,
        }
    }
}

/// Players of Michigan Rummy, the deal passing left.
struct MichiganPlayers {
    rng: SmallRng,
    seats: Vec<Seat>,
    dealer: Seat,
    options: MichiganOptions,
}

impl Players for MichiganPlayers {
    fn next_deal(&mut self) -> Script {
        let cheat = if self.rng.random_ratio(1, HONEST_OF) {
            michigan_rummy::Cheat::AT_THE_TABLE
                .choose(&mut self.rng)
                .copied()
        } else {
            None
        };
        let (rng, style) = (&mut self.rng, michigan_rummy::Style::Quick);
        let (seats, dealer) = (&self.seats, self.dealer);
        let mut script = michigan_rummy::deal(rng, seats, dealer, &self.options, style, cheat);
        script.deeds.retain(shows_at_michigan_rummy);
        self.dealer = clockwise::left_of(&self.seats, self.dealer);
        script
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
        let said = open(GameName::Monster, 1, &seating, None, &HouseRules::default()).err();
        let said = said.map(|e| e.to_string());
        let refusal = "the demo table can't deal monster to 3 players";
        assert_eq!(said.as_deref(), Some(refusal));
    }
}
