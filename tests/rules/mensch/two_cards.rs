//! §5, KV12: one card a trick.

use serde_json::json;

use crate::check;

#[test]
fn two_cards() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    check(
        &json!({}),
        &format!("{half} A:QC A:AC B:8C"),
        &["@7 violation two_cards A 7"],
    );
    // With another's card between, a whole trick may have gone by unseen: asked.
    check(
        &json!({}),
        &format!("{half} A:QC B:8C A:AC B:7C"),
        &[
            "@8 inconclusive two_cards - 8",
            "@9 inconclusive two_cards - 9",
        ],
    );
    // Taken up before the trick is full, and another laid in its place: he changed his mind.
    check(
        &json!({}),
        &format!("{half} A:QC A^QC A:AC B:8C C:9C D:TC"),
        &[],
    );
}
