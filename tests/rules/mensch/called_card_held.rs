//! A4: a declarer who calls his own card offends, or plays alone.

use serde_json::json;

use crate::{check, settled};

#[test]
fn called_card_held() {
    let record = super::deal_of("half", "A!partner=KH");
    check(
        &json!({}),
        &record,
        &["@62 violation called_own_card A 5 62"],
    );
    let (chips, outcome) = settled(&json!({"called_card_held": "plays_alone"}), &record);
    assert_eq!((chips, outcome.as_deref()), ([-6, 2, 2, 2], Some("failed")));
}
