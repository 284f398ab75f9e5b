//! §5, KV2: eight cards each.

use serde_json::json;

use crate::check;

#[test]
fn deal_count() {
    let bid = "A!pass B!pass C!pass D!half";
    check(&json!({}), &format!("A#8 B#8 C#8 D#8 {bid}"), &[]);
    // Four counts that add up to the pack prove a misdeal; a miscount alone doesn't.
    check(
        &json!({}),
        &format!("A#8 B#7 C#9 D#8 {bid}"),
        &["@5 violation deal_count D 2", "@5 violation deal_count D 3"],
    );
    check(&json!({}), &format!("A#8 B#7 C#8 D#8 {bid}"), &[]);
    check(
        &json!({}),
        "A=7S A=8S A=9S A=TS A=JS A=QS A=KS A=AS A=7H",
        &["@9 violation deal_count D 1 2 3 4 5 6 7 8 9"],
    );
}
