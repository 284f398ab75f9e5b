//! Holes and late words: what depends on a card waits for it.

use serde_json::json;

use crate::settled;

#[test]
fn gaps() {
    let whole = super::deal_of("half", "A!partner=AH");
    // The called ace is the one card that nobody named: its owner is the partner all the same.
    let hole = whole.replace("C:AH", "C:?").replace("^AH", "^?");
    assert_eq!(
        settled(&json!({}), &hole),
        ([1, -1, 1, -1], Some("made".to_owned()))
    );
    // Two cards that nobody named leave it open.
    let holes = hole.replace("D:7H", "D:?").replace("^7H", "^?");
    assert_eq!(
        settled(&json!({}), &holes),
        ([0; 4], Some("open".to_owned()))
    );
}
