//! §3 Options, each changed by a file: what the printed rules say, and what a record comes to.

use std::collections::BTreeMap;

use super::{
    house::{Case, every_option_says_and_decides},
    s3_options::{DEAD, LONE_LOSS, LONE_MUCKED, MISDEALT, TIE, TIED},
    table, tell,
};
use pitboss::{play::GameName, rules::options::HouseRules, seat::Seat};

/// What the referee makes of a record, which begins with the number of players, each with five chips.
fn decide(house: &HouseRules, record: &str) -> String {
    let (players, record) = record.split_once(' ').expect("players and a record");
    let players = players.parse().expect("a number");
    match table(players, house.monster.clone()) {
        Ok(game) => {
            let stacks: BTreeMap<_, _> = (0..players).map(|s| (Seat(s), 5)).collect();
            tell(game.with_stacks(stacks), record).join("\n")
        }
        Err(refused) => refused.to_string(),
    }
}

/// A1, A2, A3, A5, A6, A8, A9, A11, A14.
#[test]
fn every_option() {
    let four = |record: &str| format!("4 {record}");
    let next = "A#0 B#0 C#0 D#0 A#6 B#6 C#6 D#6 A!f B!f D!f C!f";
    let cases: [Case; 11] = [
        ("lone_live", "\"auto_win\"", four(LONE_LOSS)),
        ("lone_loss_pays", "\"no\"", four(LONE_LOSS)),
        (
            "tie_loss_last_two",
            "\"restart_round\"",
            four(&format!("{TIED} {next}")),
        ),
        ("odd_chip", "\"first_left_of_dealer\"", four(TIE)),
        ("muck", "\"allowed\"", four(LONE_MUCKED)),
        ("pair_at_showdown", "\"pays_penalty\"", four(DEAD)),
        ("pair_at_showdown", "\"void_round\"", four(DEAD)),
        ("short_stack", "\"pay_what_you_have\"", four(LONE_LOSS)),
        ("ante_override", "3", "3 A#6 B#6 C#6 A!f".to_owned()),
        ("late_misdeal", "\"play_on\"", four(MISDEALT)),
        ("penalty", "2", four(LONE_LOSS)),
    ];
    every_option_says_and_decides(GameName::Monster, &cases, decide);
}
