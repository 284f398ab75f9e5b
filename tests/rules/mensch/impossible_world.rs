//! Beyond the document: no dealing of the unseen cards is left. A question, never an accusation.

use serde_json::json;

use crate::check;

#[test]
fn impossible_world() {
    // Three of four couldn't follow hearts, and the fourth has room for fewer hearts than are left.
    let record = "A!5 B!pass C!pass D!pass A!trump=S A:7H B:7D C:8D D:9D";
    check(&json!({}), record, &[]);
    // Seven hearts, and A has six cards left.
    check(
        &json!({}),
        &format!("{record} A:7C"),
        &["@10 inconclusive impossible_world - 7 8 9 10"],
    );
    // Of a record that began in the middle nothing is known of earlier cards.
    check(&json!({}), "A:7H B:7D C:8D D:9D A:7C", &[]);
}
