//! A1: whether Q♣ is one of the three clubs.

use serde_json::json;

use crate::check;

#[test]
fn q_clubs_counts_for_obligation() {
    let record = "A!pass B!pass C!pass D!half D!partner=AS A=QC A=KC A=8C";
    check(
        &json!({}),
        record,
        &["@8 disputed three_club_pass A 1 6 7 8"],
    );
    check(
        &json!({"q_clubs_counts_for_obligation": false}),
        record,
        &[],
    );
}
