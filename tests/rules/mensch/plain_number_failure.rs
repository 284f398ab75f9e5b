//! §4: a failed 5, 6 or 7 in a plain suit costs 1 to each.

use serde_json::json;

use crate::settled;

#[test]
fn plain_number_failure() {
    let record = super::deal_of("7", "A!trump=S");
    assert_eq!(settled(&json!({}), &record).0, [-3, 1, 1, 1]);
    assert_eq!(
        settled(&json!({"plain_number_failure": 2}), &record).0,
        [-6, 2, 2, 2]
    );
}
