//! A5: any plain card may be called, or aces only.

use serde_json::json;

use crate::check;

#[test]
fn call_rank() {
    let half = "A!half B!pass C!pass D!pass A!partner=7S";
    check(&json!({"call_rank": "any"}), half, &[]);
    check(
        &json!({"call_rank": "ace_only"}),
        half,
        &["@5 violation called_not_ace A 5"],
    );
}
