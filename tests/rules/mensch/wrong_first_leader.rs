//! §1, KV10, A12: the dealer's left leads, in Solo the declarer; proved when who was to lead plays to the same trick.

use serde_json::json;

use crate::check;

#[test]
fn wrong_first_leader() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    check(
        &json!({}),
        &format!("{half} B:8C C:9C A:QC D:TC"),
        &[
            "@6 inconclusive wrong_first_leader - 6",
            "@8 violation wrong_first_leader B 6 8",
            "@8 inconclusive play_out_of_turn - 8",
        ],
    );
    // A's card as the fourth may lead the next trick, if his first wasn't seen: gathered with the others it proves the wrong lead.
    let fourth = format!("{half} B:8C C:9C D:TC A:QC");
    check(
        &json!({}),
        &fourth,
        &["@6 inconclusive wrong_first_leader - 6"],
    );
    check(
        &json!({}),
        &format!("{fourth} A^8C A^9C A^TC A^QC"),
        &[
            "@6 inconclusive wrong_first_leader - 6",
            "@13 violation wrong_first_leader B 6 9",
        ],
    );
    check(
        &json!({}),
        &format!("{fourth} D^8C D^9C D^TC B:7H"),
        &["@6 inconclusive wrong_first_leader - 6"],
    );
    check(&json!({}), &format!("{half} A:QC B:8C"), &[]);
    check(
        &json!({}),
        "A!pass B!pass C!solo D!pass C!trump=C C:QC D:8C A:TC B:9C",
        &[],
    );
    // In the forced game the dealer's left leads, not the declarer.
    check(
        &json!({}),
        "A!pass B!pass C!pass D!pass C!trump=S C!partner=AD A:7D B:8D",
        &[],
    );
    // A record without a bid says nothing about who was to lead.
    check(&json!({}), "C:QC D:8C A:TC B:9C", &[]);
}
