//! §1, KV11: who can follow must; proved by his first card of that suit in a later trick. Q♣ is a trump.

use serde_json::json;

use crate::check;

#[test]
fn revoke() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    let first = "A:8H B:9H C:AH D:7S";
    check(
        &json!({}),
        &format!("{half} {first} C:7D D:8D A:9D B:TD B:JS C:KS D:7H"),
        &["@16 violation revoke D 9 16"],
    );
    // A hand turned up proves it too; a weak reading asks.
    check(
        &json!({}),
        &format!("{half} {first} D=7H"),
        &["@10 violation revoke D 9 10"],
    );
    check(
        &json!({}),
        &format!("{half} {first} D=7H?"),
        &["@10 inconclusive revoke - 9 10"],
    );
    check(
        &json!({}),
        &format!("{half} A:8H? B:9H C:AH D:7S D=7H"),
        &["@10 inconclusive revoke - 9 10"],
    );
    // A card is laid while the trick is half gone: perhaps not all four belonged to it. Asked.
    check(
        &json!({}),
        &format!("{half} A:8H B:9H C:AH D:KS A^8H C:7D A^9H A^AH D=QH"),
        &["@14 inconclusive revoke - 9 14"],
    );
    // Two failures, one card: both are proved, the earlier first.
    check(
        &json!({}),
        &format!("{half} {first} C:KH D:8S A:9D B:TD C:7D D:7H"),
        &[
            "@15 violation revoke D 9 15",
            "@15 violation revoke D 11 15",
        ],
    );
    let spades = "A!pass B!5 C!pass D!pass B!trump=H";
    // Playing Q♣ on a plain club lead, with no other club, is no revoke; nor is holding a club when Q♣ was led.
    check(
        &json!({}),
        &format!("{spades} A:AC B:QC C:8C D:KC B:8S C:7S D:9S A:TS"),
        &[],
    );
    check(
        &json!({}),
        &format!("{spades} A:AC B:9D C:8C D:KC A:7C B:QC"),
        &[],
    );
    check(
        &json!({}),
        &format!("{spades} A:7H B:9D C:8H D:9H A:8D B:QC"),
        &["@11 violation revoke B 7 11"],
    );
    // Trumps that are entered late are judged from the start; without them only what doesn't turn on Q♣.
    check(
        &json!({}),
        "A:7H B:9D C:8H D:9H A:8D B:QC B!trump=H",
        &["@7 violation revoke B 2 6"],
    );
    check(
        &json!({}),
        "A:7H B:9D C:8H D:9H A:8D B:TH",
        &["@6 violation revoke B 2 6"],
    );
}
