//! §5, KV14: the pack holds each card once; from then on the record accuses nobody.

use serde_json::json;

use crate::check;

#[test]
fn card_seen_twice() {
    let five = "A!pass B!5 C!pass D!pass B!trump=S";
    check(
        &json!({}),
        &format!("{five} A:KD B:TD C:7D D:QD A:AH B:9H C:8H D:7D"),
        &["@13 violation card_seen_twice - 8 13"],
    );
    check(
        &json!({}),
        &format!("{five} A:KD B:TD C:7H D:QD A:AH B:9H C:8H D:QD C=7D"),
        &[
            "@13 violation card_seen_twice - 9 13",
            "@14 inconclusive revoke - 8 14",
        ],
    );
    // A card shown and then played by the same hand is seen once.
    check(&json!({}), &format!("{five} A=KD A:KD"), &[]);
}
