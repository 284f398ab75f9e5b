//! Michigan Rummy by `rules/michigan_rummy.md` and `rules/judging.md` §5.

mod dummy;
mod evidence;
mod full_deal;
mod poker;
mod stops;

use self::dummy::{auction, exchange};
use self::evidence::evidence;
use self::full_deal::full_deal;
use self::poker::{last_hand, poker_best, poker_compare, poker_round};
use self::stops::stops_game;
use super::*;

const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "SHDC";
const SINGLES: [&str; 5] = ["TH", "QH", "AH", "JS", "KC"];
const BOARD: [&str; 9] = ["TH", "QH", "AH", "JS", "KC", "QH_KH", "789", "POKER", "POT"];

fn pack(rng: &mut SmallRng) -> Vec<String> {
    let of = |s: char| RANKS.chars().map(move |r| format!("{r}{s}"));
    let mut pack: Vec<String> = SUITS.chars().flat_map(of).collect();
    pack.shuffle(rng);
    pack
}

/// 2…14.
fn rank(card: &str) -> i64 {
    RANKS.find(&card[..1]).expect("a rank") as i64 + 2
}

fn suit(card: &str) -> char {
    card.chars().nth(1).expect("a suit")
}

fn next(card: &str) -> Option<String> {
    let rank = RANKS.chars().nth(RANKS.find(&card[..1])? + 1)?;
    Some(format!("{rank}{}", suit(card)))
}

fn house(rng: &mut SmallRng) -> Value {
    options(
        rng,
        &[
            (
                "restart",
                &[
                    json!("different_suit"),
                    json!("different_color"),
                    json!("any_suit"),
                ],
            ),
            (
                "no_restart",
                &[
                    json!("end_no_payout"),
                    json!("refund_collected"),
                    json!("lead_same_suit"),
                ],
            ),
            ("per_card_bonus", &[json!(0), json!(1)]),
            ("first_leader", &[json!("dealer"), json!("left_of_dealer")]),
            ("ace_low_straight", &[json!(true), json!(false)]),
            (
                "combo_cards_block",
                &[json!("none"), json!("complete"), json!("any")],
            ),
            (
                "poker_odd_chip",
                &[json!("leave_in_pool"), json!("first_left_of_dealer")],
            ),
        ],
    )
}

fn table(rng: &mut SmallRng, most: usize) -> (&'static [&'static str], &'static str) {
    let seats = &NAMES[..rng.random_range(2..=most)];
    (seats, seats.choose(rng).expect("a dealer"))
}

fn dealt(rng: &mut SmallRng) -> (Value, Value, Value) {
    let n = rng.random_range(2..10_i64);
    let (small, over) = (52 / (n + 1), 52 % (n + 1));
    let (big, n_big, n_small) = if over == 0 {
        (small, n + 1, 0)
    } else {
        (small + 1, over, n + 1 - over)
    };
    let expect = json!({
        "hands": n + 1, "big": big, "n_big": n_big, "small": small, "n_small": n_small, "per_compartment": n + 1, "dealer_pays": 18,
        "other_pays": 9, "board_total": 9 * (n + 1),
    });
    (json!({}), json!({"players": n}), expect)
}

#[test]
fn michigan_rummy() {
    compare(
        "Michigan Rummy",
        &[
            ("deal", dealt),
            ("poker_compare", poker_compare),
            ("poker_best", poker_best),
            ("poker_round", poker_round),
            ("exchange", exchange),
            ("auction", auction),
            ("stops", stops_game),
            ("final", last_hand),
            ("full_deal", full_deal),
            ("evidence", evidence),
        ],
    );
}
