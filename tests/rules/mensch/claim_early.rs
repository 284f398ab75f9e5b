//! A16: all eight tricks are played, unless the table has claims.

use serde_json::json;

use crate::check;

#[test]
fn claim_early() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH A:QC B:8C C:9C D:TC";
    check(
        &json!({}),
        &format!("{half} A!claim"),
        &["@10 reminder claim_early A 10"],
    );
    check(&json!({"claims": "yes"}), &format!("{half} A!claim"), &[]);
}
