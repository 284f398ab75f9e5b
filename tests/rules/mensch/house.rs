//! §3 Options, each changed by a file: what the printed rules say, and what a record comes to.

use pitboss::{play::GameName, rules::options::HouseRules};

use super::{deal_of, record};
use crate::{
    fold,
    house::{Case, every_option_says_and_decides},
};

fn decide(house: &HouseRules, record: &str) -> String {
    let told = fold(&house.changed(GameName::Mensch), record);
    format!("{:?} {:?} {:?}", told.said, told.paid, told.outcome)
}

/// A takes all eight with seven hearts and Q♣.
fn hearts(bid: &str, call: &str) -> String {
    let tricks = [
        "A:QC B:8H C:7D D:7C",
        "A:7H B:7S C:8D D:8C",
        "A:AH B:8S C:9D D:9C",
        "A:KH B:9S C:TD D:TC",
        "A:QH B:TS C:JD D:JC",
        "A:JH B:JS C:QD D:KC",
        "A:TH B:QS C:KD D:AC",
        "A:9H B:KS C:AD D:AS",
    ];
    record(bid, call, &tricks, ["A"; 8])
}

/// A takes seven with clubs, C the last with the called ace; B holds 8♣, or C, who then plays it a trick late.
fn clubs(late: bool) -> String {
    let first = if late {
        "A:QC B:KD C:7D D:AD"
    } else {
        "A:QC B:8C C:7D D:AD"
    };
    let second = if late {
        "A:7C B:7H C:8C D:QH"
    } else {
        "A:7C B:7H C:KD D:QH"
    };
    let tricks = [
        first,
        second,
        "A:AC B:8H C:8D D:8S",
        "A:KC B:9H C:9D D:9S",
        "A:JC B:TH C:TD D:TS",
        "A:TC B:JH C:JD D:JS",
        "A:9C B:KH C:QD D:QS",
        "A:7S B:AH C:AS D:KS",
    ];
    record(
        "half",
        "A!partner=AS",
        &tricks,
        ["A", "A", "A", "A", "A", "A", "A", "C"],
    )
}

/// A1, A2, A4, A5, A6, A8, A9, A15, A16.
#[test]
fn every_option() {
    let claim: Vec<String> = deal_of("half", "A!partner=AH")
        .split(' ')
        .take(45)
        .map(str::to_owned)
        .collect();
    let only_clubs =
        "A!half B!pass C!pass D!pass A!partner=AS A=QC A=AC A=KC A=7C A=8C A=9C A=TC A=JC";
    let cases: [Case; 12] = [
        (
            "q_clubs_counts_for_obligation",
            "false",
            "A!pass B!pass C!pass D!half D!partner=AS A=QC A=KC A=8C".to_owned(),
        ),
        (
            "obligation_lapses_at",
            "\"five\"",
            "A!half B!after C!pass D!pass B!partner=AS D=TC D=9C D=8C".to_owned(),
        ),
        (
            "called_card_held",
            "\"plays_alone\"",
            deal_of("half", "A!partner=KH"),
        ),
        (
            "call_rank",
            "\"ace_only\"",
            "A!half B!pass C!pass D!pass A!partner=7S".to_owned(),
        ),
        ("call_void_waiver", "false", only_clubs.to_owned()),
        ("plain_number_success", "1", hearts("5", "A!trump=H")),
        ("plain_number_failure", "2", deal_of("7", "A!trump=S")),
        ("slam_partner", "\"bidder_alone\"", clubs(false)),
        (
            "slam_on_forced",
            "false",
            hearts("pass", "A!trump=H A!partner=AS"),
        ),
        ("revoke", "\"void_deal\"", clubs(true)),
        ("revoke", "\"side_loses_contract\"", clubs(true)),
        ("claims", "\"yes\"", format!("{} A!claim", claim.join(" "))),
    ];
    every_option_says_and_decides(GameName::Mensch, &cases, decide);
}
