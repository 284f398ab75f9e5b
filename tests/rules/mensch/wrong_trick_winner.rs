//! §5, KV13: who gathers another's trick and leads the next one took it.

use serde_json::json;

use crate::check;

#[test]
fn wrong_trick_winner() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH A:QC B:8C C:9C D:TC";
    check(
        &json!({}),
        &format!("{half} B^QC B^8C B^9C B^TC B:7H"),
        &[
            "@13 reminder wrong_trick_winner - 6 7 8 9 13",
            "@14 violation wrong_trick_winner B 6 7 8 9 14",
        ],
    );
    // The winner leads: only the hand was another's.
    check(
        &json!({}),
        &format!("{half} B^QC B^8C B^9C B^TC A:7H"),
        &["@13 reminder wrong_trick_winner - 6 7 8 9 13"],
    );
    // Nobody was seen to gather: proved when the winner plays to the next trick after all.
    check(
        &json!({}),
        &format!("{half} C:7H D:8H A:9H"),
        &[
            "@10 inconclusive wrong_trick_winner - 6 7 8 9 10",
            "@12 violation wrong_trick_winner C 6 7 8 9 10 12",
        ],
    );
}
