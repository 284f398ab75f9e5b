//! §1, KV9, A14: after four passes the holder of Q♥ plays.

use serde_json::json;

use crate::check;

#[test]
fn forced_declarer_wrong() {
    let forced = "A!pass B!pass C!pass D!pass A!trump=S A!partner=AD";
    check(
        &json!({}),
        &format!("{forced} A:9H B:7H C:QH"),
        &["@9 violation forced_declarer_wrong A 9"],
    );
    check(&json!({}), &format!("{forced} A:QH B:7H C:8H"), &[]);
    // With three passes on record nothing was forced.
    check(
        &json!({}),
        "A!pass B!pass C!pass A!trump=S A:9H B:7H C:QH",
        &[],
    );
}
