//! A8: whether the forced game is doubled.

use serde_json::json;

#[test]
fn slam_on_forced() {
    super::score(&json!({}), "forced", 'H', [8, 0, 0, 0], [2, -2, 2, -2]);
    super::score(
        &json!({"slam_on_forced": false}),
        "forced",
        'H',
        [8, 0, 0, 0],
        [1, -1, 1, -1],
    );
}
