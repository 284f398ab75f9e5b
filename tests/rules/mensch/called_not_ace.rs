//! A5: tables may call aces only.

use serde_json::json;

use crate::check;

#[test]
fn called_not_ace() {
    let half = "A!half B!pass C!pass D!pass";
    check(
        &json!({"call_rank": "ace_only"}),
        &format!("{half} A!partner=KS"),
        &["@5 violation called_not_ace A 5"],
    );
    check(
        &json!({"call_rank": "ace_only"}),
        &format!("{half} A!partner=AS"),
        &[],
    );
    check(&json!({}), &format!("{half} A!partner=KS"), &[]);
}
