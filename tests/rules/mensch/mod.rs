//! One file a clause of `rules/mensch.md`, named after its code, its option or what it says.

use pitboss::{
    card::Suit,
    chips::Chips,
    play::{Bid, GameName},
    rules::{
        mensch::{CODES, Contract, Score},
        options::HouseRules,
    },
    seat::Seat,
};
use serde_json::Value;

mod bid_not_legal;
mod bid_out_of_turn;
mod call_rank;
mod call_void_waiver;
mod called_card_held;
mod called_not_ace;
mod called_own_card;
mod called_trump;
mod card_seen_twice;
mod claim_early;
mod claims;
mod deal;
mod deal_count;
mod deck_foreign;
mod forced_declarer_wrong;
mod gaps;
mod house;
mod impossible_world;
mod ladder;
mod missing_card;
mod obligation_lapses_at;
mod plain_number_failure;
mod plain_number_success;
mod play_out_of_turn;
mod q_clubs_counts_for_obligation;
mod ranking;
mod revoke;
mod revoke_option;
mod settlement;
mod settlement_wrong;
mod slam_on_forced;
mod slam_partner;
mod someone_passed_illegally;
mod taken_back;
mod three_club_pass;
mod two_cards;
mod void_in_called_suit;
mod wrong_first_leader;
mod wrong_trick_winner;

/// A whole deal played by the rules (the one of the worked example with a Half made), under another contract of A's if that is wanted.
fn deal_of(bid: &str, call: &str) -> String {
    let tricks = [
        "A:QC B:8C C:9C D:TC",
        "A:AC B:7C C:JC D:8D",
        "B:AD C:TD D:JD A:7D",
        "B:KS C:8S D:7S A:AS",
        "A:8H B:JH C:AH D:7H",
        "C:KD D:QD A:9S B:9D",
        "C:QS D:JS A:KC B:TS",
        "A:KH B:QH C:9H D:TH",
    ];
    let winners = ["A", "B", "B", "A", "C", "C", "A", "A"];
    record(bid, call, &tricks, winners)
}

/// A's bid, three passes, his call, eight tricks and who gathers them.
fn record(bid: &str, call: &str, tricks: &[&str; 8], winners: [&str; 8]) -> String {
    let mut words = format!("A!{bid} B!pass C!pass D!pass {call}");
    for (trick, winner) in tricks.iter().zip(winners) {
        words += &format!(" {trick}");
        for card in trick.split(' ').filter_map(|w| w.split_once(':')) {
            words += &format!(" {winner}^{}", card.1);
        }
    }
    words
}

/// Checks the chips of A (whose contract it is), B, C (his partner, where there is one) and D.
fn score(options: &Value, contract: &str, trump: char, tricks: [u8; 4], chips: [Chips; 4]) {
    let options = HouseRules::of(GameName::Mensch, options)
        .expect("options")
        .mensch;
    let bid = Bid::LADDER.iter().find(|b| b.1 == contract);
    let contract = bid
        .map_or(Some(Contract::Forced), |b| Contract::of(b.0))
        .expect("a contract");
    let trump: Suit = trump.to_string().parse().expect("a suit");
    let partner = contract.has_partner().then_some(Seat(2));
    let score = Score {
        seats: [0, 1, 2, 3].map(Seat),
        declarer: Seat(0),
        partner,
        contract,
        trump,
        tricks,
    };
    assert_eq!(score.chips(&options), chips, "{score:?}");
}

#[test]
fn every_code_and_every_option_has_its_file() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/mensch");
    let files: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder of clauses")
        .map(|f| {
            f.expect("a file")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    let options = HouseRules::default().options(GameName::Mensch);
    let wanted = CODES
        .iter()
        .map(|c| (*c).to_owned())
        .chain(options.keys().cloned());
    let without: Vec<String> = wanted
        .filter(|name| !files.contains(&format!("{name}.rs")))
        .collect();
    assert_eq!(without, Vec::<String>::new(), "without a file");
}
