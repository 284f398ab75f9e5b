//! Michigan Rummy: plays into verdicts and transfers (`rules/michigan_rummy.md`).

pub mod auction;
pub mod betting;
pub mod board;
mod calls;
mod chips;
pub mod deal;
mod fold;
pub mod full_deal;
mod game;
mod judging;
mod opening;
mod options;
pub mod record;
mod run;
pub mod stops;
mod view;
mod world;

pub use game::{MichiganError, MichiganRummy};
pub use options::{
    Auction, ComboCardsBlock, Endgame, FinalOddChip, FirstLeader, LateClaim, MichiganOptions,
    NoRestart, Pay, Penalty, PokerOddChip, PokerOpener, Restart,
};

/// Every code that a ruling of this game can have (§6).
pub const CODES: [&str; 25] = [
    "ante_wrong",
    "bet_out_of_order",
    "bet_over_cap",
    "blocked_bidder",
    "card_changed_hands",
    "card_seen_twice",
    "deal_count",
    "deck_invalid",
    "dummy_peeked",
    "exchange_with_pay_card",
    "false_out",
    "false_restart_pass",
    "impossible_world",
    "lead_not_lowest",
    "missed_collection",
    "partial_exchange",
    "poker_card_count",
    "poker_card_not_owned",
    "poker_undecided",
    "restart_same_suit",
    "short_call",
    "withheld_next",
    "wrong_card_in_run",
    "wrong_collection",
    "wrong_leader",
];
