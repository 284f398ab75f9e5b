//! §5, KV12: a trick with three cards asks for the fourth; a card that wasn't seen accuses nobody.

use serde_json::json;

use crate::check;

#[test]
fn missing_card() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    check(
        &json!({}),
        &format!("{half} A:QC B:8C C:9C A^QC A^8C A^9C A:AC"),
        &["@11 inconclusive missing_card - 6 7 8"],
    );
    // A hole is a card.
    check(
        &json!({}),
        &format!("{half} A:QC B:8C C:9C D:? A^QC A^8C A^9C A^? A:AC"),
        &[],
    );
}
