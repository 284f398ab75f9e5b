//! A9: a made 5, 6 or 7 in a plain suit earns 3 from each, or 1.

use serde_json::json;

#[test]
fn plain_number_success() {
    for (option, earned) in [(3, [9, -3, -3, -3]), (1, [3, -1, -1, -1])] {
        let options = json!({"plain_number_success": option});
        super::score(&options, "5", 'H', [5, 1, 1, 1], earned);
        super::score(&options, "5", 'C', [5, 1, 1, 1], [6, -2, -2, -2]);
    }
}
