//! §1, KV4: a bid is higher than the last, an After stands on its own bid.

use serde_json::json;

use crate::check;

#[test]
fn bid_not_legal() {
    for (record, said) in [
        ("A!half B!after C!5 D!5after", &[][..]),
        ("A!half B!half", &["@2 violation bid_not_legal B 2"][..]),
        ("A!half B!5after", &["@2 violation bid_not_legal B 2"]),
        ("A!pass B!after", &["@2 violation bid_not_legal B 2"]),
        (
            "A!half B!after C!after",
            &["@3 violation bid_not_legal C 3"],
        ),
        ("A!solo B!7", &["@2 violation bid_not_legal B 2"]),
        // The table goes on from what was said, allowed or not.
        ("A!5 B!half C!after", &["@2 violation bid_not_legal B 2"]),
    ] {
        check(&json!({}), record, said);
    }
}
