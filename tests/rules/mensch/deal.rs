//! §1: a deal from the dealing to the settlement; the deal passes to the left.

use serde_json::json;

use crate::{fold, settled};

#[test]
fn deal() {
    let told = fold(&json!({}), &super::deal_of("half", "A!partner=AH"));
    assert_eq!(told.said, Vec::<String>::new());
    assert_eq!(
        settled(&json!({}), &super::deal_of("half", "A!partner=AH")),
        ([1, -1, 1, -1], Some("made".to_owned()))
    );
    // Without calls only what can be judged is judged, and nothing is settled.
    let silent: Vec<String> = super::deal_of("half", "A!partner=AH")
        .split(' ')
        .skip(5)
        .map(str::to_owned)
        .collect();
    let told = fold(&json!({}), &silent.join(" "));
    assert_eq!(
        (told.said, told.paid, told.outcome.as_deref()),
        (vec![], vec![], Some("open"))
    );
}
