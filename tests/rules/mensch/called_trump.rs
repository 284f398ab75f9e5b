//! §1, KV6: the called card is no trump, and never Q♣.

use serde_json::json;

use crate::check;

#[test]
fn called_trump() {
    for (record, said) in [
        ("A!half B!pass C!pass D!pass A!partner=AH", &[][..]),
        (
            "A!half B!pass C!pass D!pass A!partner=AC",
            &["@5 violation called_trump A 5"][..],
        ),
        (
            "A!pass B!pass C!pass D!pass B!trump=H B!partner=QC",
            &["@6 violation called_trump B 6"],
        ),
        (
            "A!pass B!pass C!pass D!pass B!partner=AH B!trump=H",
            &["@6 violation called_trump B 5"],
        ),
        // Then the card isn't blamed a second time when he plays it.
        (
            "A!half B!pass C!pass D!pass A!partner=AC A:AC",
            &["@5 violation called_trump A 5"],
        ),
    ] {
        check(&json!({}), record, said);
    }
}
