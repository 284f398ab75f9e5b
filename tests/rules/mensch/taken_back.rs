//! The host's decision: a card taken back is known to be in that hand, and the deal goes on.

use serde_json::json;

use crate::{check, fold};

#[test]
fn taken_back() {
    let half = "A!half B!pass C!pass D!pass A!partner=AH";
    // D fails to follow, has the card back, follows: no revoke, and 7♠ is known.
    let record = format!("{half} A:8H B:9H C:AH D:7S <9 D:7H C:KH D:TH");
    let told = fold(&json!({}), &record);
    assert_eq!(told.said, Vec::<String>::new());
    use pitboss::rules::Game as _;
    let shown: Vec<String> = told.game.state().seats[3]
        .shown
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(shown, ["7S"]);
    // He shows a spade later: he never failed to follow with it.
    check(&json!({}), &format!("{record} A:QH B:JH C:QS D:JS"), &[]);
}
