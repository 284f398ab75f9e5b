//! Monster: plays into verdicts and transfers (`rules/monster.md`).

mod game;
pub mod hand;
mod live;
mod options;
pub mod record;
pub mod round;
mod view;

pub use game::{Monster, MonsterError};
pub use options::{
    LateMisdeal, LoneLive, MonsterOptions, Muck, OddChip, PairAtShowdown, ShortStack, TieLoss,
};

/// Every code that a ruling of this game can have (§5).
pub const CODES: [&str; 15] = [
    "ante_wrong",
    "deal_count",
    "deck_invalid",
    "drew_replacement",
    "eliminated_player_acts",
    "fold_into_monster",
    "hand_count_mismatch",
    "monster_not_deduped",
    "monster_pile_count",
    "out_of_turn",
    "pair_kept",
    "penalty_unpaid",
    "round_incomplete",
    "too_many_discards",
    "wrong_champion",
];
