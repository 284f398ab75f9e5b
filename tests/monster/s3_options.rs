//! §3 Options: each value of each option changes what a round comes to.

use super::{check, usual};
use pitboss::rules::monster::{Monster, MonsterOptions};
use pitboss::seat::Seat;
use serde_json::json;

pub(crate) const LONE_LOSS: &str = "A#6 B#6 C#6 D#6 A!3 B!f C!f D!f A:10 A:9 A:2 :10 :9 :3";

/// A1, D3: who is left alone fights the pile of his own discards.
#[test]
fn lone_live() {
    check(4, usual(), LONE_LOSS, "A-7 B-2 C-2 D-2");
    let unseen = "A#6 B#6 C#6 D#6 A!3 B!f C!f D!f";
    check(
        4,
        json!({"lone_live": "auto_win"}),
        unseen,
        "A+6 B-2 C-2 D-2\nclosed champion_wins",
    );
}

/// A2.
#[test]
fn lone_loss_pays() {
    check(
        4,
        json!({"lone_loss_pays": "no"}),
        LONE_LOSS,
        "A-2 B-2 C-2 D-2",
    );
}

pub(crate) const TIED: &str =
    "A#6 B#6 C#6 D#6 A!f B!3 C!f D!3 B:10 B:9 B:8 D:10 D:9 D:8 :10 :9 :8 :3 :3 :2";

/// A3.
#[test]
fn tie_loss_last_two() {
    // In the next round A acts first again only where all starters play again.
    let next = " A#0 B#0 C#0 D#0 A#6 B#6 C#6 D#6 A!f B!f D!f C!f";
    let record = format!("{TIED}{next}");
    check(
        4,
        json!({"tie_loss_last_two": "restart_round"}),
        &record,
        "A-2 B-7 C-2 D-7",
    );
    check(
        4,
        usual(),
        &record,
        "@27 violation eliminated_player_acts C 27\n@29 violation eliminated_player_acts A 29\n@32 violation eliminated_player_acts C 32\nA-2 B-7 C-2 D-7",
    );
}

pub(crate) const DEAD: &str =
    "A#6 B#6 C#6 D#6 A!f B!1 C!f D!2 B:10 B:9 B:9 B:8 B:7 D:10 D:8 D:6 D:4 :7 :5 :3";

/// A8.
#[test]
fn pair_at_showdown() {
    let told = "@11 violation pair_kept B 10,11";
    check(
        4,
        usual(),
        DEAD,
        &format!("{told}\nA-2 B-2 C-2 D+6\nclosed champion_wins"),
    );
    check(
        4,
        json!({"pair_at_showdown": "pays_penalty"}),
        DEAD,
        &format!("{told}\nA-2 B-7 C-2 D+11\nclosed champion_wins"),
    );
    check(
        4,
        json!({"pair_at_showdown": "void_round"}),
        DEAD,
        &format!("{told}\nA-2 B-2 C-2 D-2"),
    );
}

pub(crate) const TIE: &str = "A#6 B#6 C#6 D#6 A!2 B!2 C!2 D!f A:10 A:9 A:8 A:7 B:10 B:9 B:8 B:7 C:10 C:9 C:8 C:7 :9 :8 :6 :6 :5 :5";

/// A4, A5.
#[test]
fn odd_chip() {
    check(4, usual(), TIE, "D-2\nclosed champions_split");
    check(
        4,
        json!({"odd_chip": "first_left_of_dealer"}),
        TIE,
        "A+1 B+1 D-2\nclosed champions_split",
    );
}

pub(crate) const LONE_MUCKED: &str = "A#6 B#6 C#6 D#6 A!0 B!1 C!f D!f A:10 A:9 A:8 A:7 A:6 A:5 :4";

/// A6.
#[test]
fn muck() {
    check(4, usual(), LONE_MUCKED, "A-2 B-2 C-2 D-2");
    check(
        4,
        json!({"muck": "allowed"}),
        LONE_MUCKED,
        "A+6 B-2 C-2 D-2\nclosed champion_wins",
    );
}

/// A11, D6.
#[test]
fn ante_override_and_penalty() {
    let options: MonsterOptions =
        serde_json::from_value(json!({"ante_override": 3})).expect("options");
    assert_eq!(
        [1, 2, 3, 4, 5, 8, 9, 10].map(|n| options.ante(n)),
        [
            None,
            Some(3),
            Some(3),
            Some(2),
            Some(2),
            Some(1),
            Some(3),
            None
        ]
    );
    let three: Vec<Seat> = (0..3).map(Seat).collect();
    let refused =
        Monster::new(three, Seat(0), MonsterOptions::default(), 0).expect_err("three can't play");
    assert_eq!(
        refused.to_string(),
        "3 can't play Monster: 4 to 8 can, and 2, 3 or 9 where the house names an ante (ante_override)"
    );
    check(4, json!({"penalty": 2}), LONE_LOSS, "A-4 B-2 C-2 D-2");
}

pub(crate) const MISDEALT: &str = "A#7 B#6 C#6 D#6 A!f B!f C!f D!2 D:10 D:9 D:8 D:2 :6 :5";

/// A14.
#[test]
fn late_misdeal() {
    check(
        4,
        usual(),
        MISDEALT,
        "@5 violation deal_count A 1\nA-2 B-2 C-2 D-2",
    );
    check(
        4,
        json!({"late_misdeal": "play_on"}),
        MISDEALT,
        "@5 violation deal_count A 1\nA-2 B-2 C-2 D+6\nclosed champion_wins",
    );
}

/// A9.
#[test]
fn short_stack() {
    let options: MonsterOptions =
        serde_json::from_value(json!({"short_stack": "pay_what_you_have"})).expect("options");
    let seats: Vec<Seat> = (0..4).map(Seat).collect();
    let stacks = seats.iter().map(|s| (*s, 5)).collect();
    let game = Monster::new(seats, Seat(3), options, 0)
        .expect("a game")
        .with_stacks(stacks);
    let mut game = game;
    let mut lost = 0;
    for (word, n) in LONE_LOSS.split(' ').zip(1..) {
        use pitboss::{chips::Account, play::Seq, rules::Game};
        let outcome = game.apply(Seq(n), &super::entry(word));
        lost += outcome
            .transfers
            .iter()
            .filter(|t| t.from == Account::Seat(Seat(0)))
            .map(|t| t.chips)
            .sum::<i64>();
    }
    assert_eq!(lost, 5, "two for the ante, and the three that were left");
}
