//! §1, KV8, D2: the declarer holds a card of the suit that he calls; told when all his eight are known.

use serde_json::json;

use crate::check;

#[test]
fn void_in_called_suit() {
    let half = "A!half B!pass C!pass D!pass A!partner=AS";
    let hand = |cards: &str| {
        cards
            .split(' ')
            .map(|c| format!("A={c}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let record = |cards: &str| format!("{half} {}", hand(cards));
    check(
        &json!({}),
        &record("QC AC KC KH 8H 7D QD 9H"),
        &["@13 violation void_in_called_suit A 5 6 7 8 9 10 11 12 13"],
    );
    check(&json!({}), &record("QC AC KC KH 8H 7D QD 9S"), &[]);
    // Only trumps: he could call in no suit of his own, so the condition is waived.
    check(&json!({}), &record("QC AC KC 7C 8C 9C TC JC"), &[]);
    check(
        &json!({"call_void_waiver": false}),
        &record("QC AC KC 7C 8C 9C TC JC"),
        &["@13 violation void_in_called_suit A 5 6 7 8 9 10 11 12 13"],
    );
    // A complete suit can't be called either.
    check(&json!({}), &record("AH KH QH JH TH 9H 8H 7H"), &[]);
}
