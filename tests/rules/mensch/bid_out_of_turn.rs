//! §1, KV3, A17: each player speaks once, clockwise from the dealer's left.

use serde_json::json;

use crate::check;

#[test]
fn bid_out_of_turn() {
    for (record, said) in [
        ("A!pass B!pass C!half D!pass", &[][..]),
        // A may have spoken unheard; once he speaks after B, it is proved.
        ("B!pass", &["@1 inconclusive bid_out_of_turn - 1"][..]),
        (
            "A!half C!pass B!pass D!pass",
            &[
                "@2 inconclusive bid_out_of_turn - 2",
                "@3 violation bid_out_of_turn C 2 3",
            ],
        ),
        (
            "A!pass B!pass C!pass D!pass A!half",
            &["@5 violation bid_out_of_turn A 5"],
        ),
    ] {
        check(&json!({}), record, said);
    }
}
