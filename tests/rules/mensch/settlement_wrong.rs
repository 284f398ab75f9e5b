//! §4, KV15: at tables that report their chips, what is paid is what is due.

use serde_json::json;

use crate::{check, fold};

#[test]
fn settlement_wrong() {
    let record = format!(
        "{} A$2>C B$1>C D$1>A D$1>A",
        super::deal_of("half", "A!partner=AH")
    );
    check(
        &json!({}),
        &record,
        &[
            "@70 violation settlement_wrong A 70",
            "@73 violation settlement_wrong D 73",
        ],
    );
    // After a failed Half two chips are due; one is a beginning.
    let record = format!("{} A$1>B", super::deal_of("7", "A!trump=S"));
    let told = fold(&json!({}), &record);
    assert_eq!(
        told.said.last().map(String::as_str),
        Some("@70 reminder settlement_wrong A 70")
    );
}
