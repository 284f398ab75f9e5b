//! §4 Options, each changed by a file: what the printed rules say, and what a record comes to.

use std::collections::BTreeMap;

use super::{
    DEALER,
    house::{Case, every_option_says_and_decides},
    tell, three,
};
use pitboss::{
    play::GameName,
    rules::{Game, michigan_rummy::MichiganRummy, options::HouseRules},
};

/// What the referee makes of a record, and for what it waits then; `final` begins the last hand of the evening, with chips on the board.
fn decide(house: &HouseRules, record: &str) -> String {
    let options = house.michigan_rummy.clone();
    let left = BTreeMap::from([("POT".to_owned(), 7)]);
    let (game, record) = match record.strip_prefix("final ") {
        Some(record) => (
            MichiganRummy::finale(three(), DEALER, options, left),
            record,
        ),
        None => (
            MichiganRummy::new(three(), DEALER, options, BTreeMap::new()),
            record,
        ),
    };
    let mut game = game.expect("a game");
    let told = tell(&mut game, record).join("\n");
    format!("{told}\n{:?}", game.awaited())
}

const SHARED: &str = "C+bet1 A+call1 B+call1 A=2H A=2D A=4C A=5S A=7D B=2C B=2S B=4D B=5H B=7S C=3C C=6D C=8H C=TS C=JH";
const WHEEL: &str = "C+bet2 A+call2 B+fold A=AH A=2D A=3C A=4S A=5H C=7H C=7D C=7C C=KS C=QD";
/// C shows a pair of kings beside five that are worse, A a pair of queens.
const SIX: &str =
    "C+bet2 A+call2 B+fold A=QH A=QD A=3C A=4S A=5H C=KH C=2D C=7C C=9S C=JD C=KD C:2H";

/// A1 to A18, A23.
#[test]
fn every_option() {
    let keep = |record: &str| format!("!keep {record}");
    let diamonds: Vec<String> = "23456789TJQKA".chars().map(|r| format!("C:{r}D")).collect();
    let finale = "final A=AC A=KS A=9H A=7D A=6C B=3H B=4S B=8C B=JS B=5D C=AH C=KD C=9D C=7C C=6S";
    let own = "[\"JS\", {id = \"reds\", cards = [\"QH\", \"QD\"], mode = \"ordered_same_player\"}, \"POT\"]";
    let cases: [Case; 27] = [
        ("board", "\"tripoley\"", keep("C:JH")),
        ("board", "\"fundex\"", keep("C:JH")),
        ("board", "\"boodle4\"", keep("C:QD")),
        ("board", own, keep("C:KC")),
        ("pay", "\"held\"", "A$QH !keep C:JH A:QH".to_owned()),
        (
            "first_leader",
            "\"left_of_dealer\"",
            keep("C+bet1 A+fold B+fold"),
        ),
        (
            "first_leader",
            "\"poker_winner\"",
            keep("C+pass A+bet1 B+fold C+fold"),
        ),
        ("restart", "\"any_suit\"", keep("C:5S A:6S A/ A:TS")),
        ("restart", "\"different_color\"", keep("C:5S A:6S A/ A:TC")),
        (
            "no_restart",
            "\"refund_collected\"",
            keep("C:QC C:KC C> A> B> ^"),
        ),
        (
            "no_restart",
            "\"lead_same_suit\"",
            keep("C:QC C:KC C> A> B>"),
        ),
        (
            "penalty",
            "\"chip_each_and_no_collect\"",
            keep("C:5C A:6C A/ A:2D C:3D C/ C:3C"),
        ),
        (
            "per_card_bonus",
            "1",
            keep(&format!("{} ^", diamonds.join(" "))),
        ),
        (
            "combo_cards_block",
            "\"none\"",
            "!swap C:2C _7D _8D _9D".to_owned(),
        ),
        ("combo_cards_block", "\"any\"", "!swap C:2C _7D".to_owned()),
        ("resell", "\"yes\"", "!swap !sell A!1 B!-".to_owned()),
        ("min_bid", "2", "!sell A!1 B!-".to_owned()),
        ("auction", "\"sealed\"", "!sell A!2 B!1".to_owned()),
        ("bet_cap", "2", keep("C+bet3")),
        ("poker_opener", "\"left_of_dealer\"", "!keep".to_owned()),
        ("poker_odd_chip", "\"first_left_of_dealer\"", keep(SHARED)),
        ("ace_low_straight", "false", keep(WHEEL)),
        ("auto_best5", "\"yes\"", keep(SIX)),
        (
            "late_claim",
            "\"forfeited\"",
            "A$1>TH !keep C:KC C:AC".to_owned(),
        ),
        ("endgame", "\"divide\"", finale.to_owned()),
        (
            "per_card_bonus",
            "2",
            keep(&format!("{} ^", diamonds.join(" "))),
        ),
        ("min_bid", "3", "!sell A!1 B!-".to_owned()),
    ];
    every_option_says_and_decides(GameName::MichiganRummy, &cases, decide);
}
