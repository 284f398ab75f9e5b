//! A8: all eight tricks of the side double the pay, or of the declarer alone.

use serde_json::json;

#[test]
fn slam_partner() {
    super::score(&json!({}), "half", 'C', [5, 0, 3, 0], [2, -2, 2, -2]);
    super::score(
        &json!({"slam_partner": "bidder_alone"}),
        "half",
        'C',
        [5, 0, 3, 0],
        [1, -1, 1, -1],
    );
    super::score(
        &json!({"slam_partner": "bidder_alone"}),
        "half",
        'C',
        [8, 0, 0, 0],
        [2, -2, 2, -2],
    );
}
