//! A2: the duty of three clubs ends with After, or only with Five.

use serde_json::json;

use crate::check;

#[test]
fn obligation_lapses_at() {
    let record = "A!half B!after C!pass D!pass B!partner=AS D=TC D=9C D=8C";
    check(&json!({}), record, &[]);
    check(
        &json!({"obligation_lapses_at": "five"}),
        record,
        &["@8 violation three_club_pass D 4 6 7 8"],
    );
    check(
        &json!({"obligation_lapses_at": "five"}),
        &record.replace("after", "5"),
        &[],
    );
}
