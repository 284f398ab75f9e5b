//! §1, KV7: the declarer may not call a card that he holds.

use serde_json::json;

use crate::check;

#[test]
fn called_own_card() {
    let half = "A!half B!pass C!pass D!pass A!partner=KS";
    check(
        &json!({}),
        &format!("{half} A:KS"),
        &["@6 violation called_own_card A 5 6"],
    );
    check(&json!({}), &format!("{half} A:7S B:KS"), &[]);
    check(
        &json!({}),
        &format!("{half} A=KS"),
        &["@6 violation called_own_card A 5 6"],
    );
}
