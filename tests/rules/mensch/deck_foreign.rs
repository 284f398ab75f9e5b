//! §5, KV1: the pack holds 7 to ace; another card counts for nothing.

use serde_json::json;

use crate::check;

#[test]
fn deck_foreign() {
    check(
        &json!({}),
        "A:6D B:7H C:8H D:9H B=7D",
        &["@1 violation deck_foreign - 1"],
    );
}
