//! §5, KV16: four passes and a hand with at most one club prove that another hand passed wrongfully.

use serde_json::json;

use crate::check;

#[test]
fn someone_passed_illegally() {
    let hand = "B=AH B=KH B=QD B=8D B=9S B=TS B=JS B=7C";
    let record = format!("A!pass B!pass C!pass D!pass {hand}");
    check(
        &json!({}),
        &record,
        &["@12 violation someone_passed_illegally - 1 2 3 4 5 6 7 8 9 10 11"],
    );
    check(
        &json!({"q_clubs_counts_for_obligation": false}),
        &record,
        &[],
    );
    check(&json!({}), &record.replace("B=JS", "B=8C"), &[]);
    // Once somebody is named it isn't said again.
    check(
        &json!({}),
        &format!("A!pass B!pass C!pass D!pass A=AC A=KC A=JC {hand}"),
        &["@7 violation three_club_pass A 1 5 6 7"],
    );
}
