//! The number of players into hand sizes and antes (`rules/michigan_rummy.md` §1.4, §1.5).

use std::ops::RangeInclusive;

use crate::chips::Chips;

/// How many can play (§1.1).
pub const PLAYERS: RangeInclusive<usize> = 2..=9;

/// What a non-dealer puts into each compartment.
pub const ANTE: Chips = 1;

/// What the dealer puts into each compartment.
pub const DEALERS_ANTE: Chips = 2;

/// The sizes of the hands, the dummy among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Hands, one more than players.
    pub hands: usize,
    /// Cards in a big hand.
    pub big: usize,
    /// How many hands are big; all of them where 52 divides evenly.
    pub big_hands: usize,
    /// Cards in a small hand; as many as in a big one where all are equal.
    pub small: usize,
    /// How many hands are small.
    pub small_hands: usize,
}

/// The sizes for that many players; `None` outside 2 to 9.
#[must_use]
pub fn sizes(players: usize) -> Option<Sizes> {
    if !PLAYERS.contains(&players) {
        return None;
    }
    let hands = players + 1;
    let (small, over) = (52 / hands, 52 % hands);
    Some(Sizes {
        hands,
        big: small + usize::from(over > 0),
        big_hands: if over > 0 { over } else { hands },
        small,
        small_hands: if over > 0 { hands - over } else { 0 },
    })
}

/// What each compartment gains by the antes of that many players.
#[must_use]
pub fn ante_per_compartment(players: usize) -> Chips {
    (players as Chips - 1) * ANTE + DEALERS_ANTE
}
