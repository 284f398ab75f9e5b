//! A16: an accepted claim ends the deal with the rest of the tricks.

use serde_json::json;

use crate::settled;

#[test]
fn claims() {
    // After five tricks A has two of them, and C, his partner, one: A claims the rest.
    let start: Vec<String> = super::deal_of("half", "A!partner=AH")
        .split(' ')
        .take(45)
        .map(str::to_owned)
        .collect();
    let record = format!("{} A!claim", start.join(" "));
    assert_eq!(settled(&json!({}), &record).1, None);
    assert_eq!(
        settled(&json!({"claims": "yes"}), &record),
        ([1, -1, 1, -1], Some("made".to_owned()))
    );
}
