//! §1, KV10: clockwise; proved when who was passed over plays to the same trick.

use serde_json::json;

use crate::check;

#[test]
fn play_out_of_turn() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    check(
        &json!({}),
        &format!("{half} A:QC C:9C B:8C D:TC"),
        &[
            "@7 inconclusive play_out_of_turn - 7",
            "@8 violation play_out_of_turn C 7 8",
        ],
    );
    // B's card was never seen: nobody is accused.
    check(
        &json!({}),
        &format!("{half} A:QC C:9C D:TC A^QC A^9C A^TC"),
        &[
            "@7 inconclusive play_out_of_turn - 7",
            "@11 inconclusive missing_card - 6 7 8",
        ],
    );
    // The winner gathered his trick, another led the next.
    check(
        &json!({}),
        &format!("{half} A:QC B:8C C:9C D:TC A^QC A^8C A^9C A^TC C:7H D:8H A:9H"),
        &[
            "@14 inconclusive play_out_of_turn - 14",
            "@16 violation play_out_of_turn C 14 16",
        ],
    );
}
