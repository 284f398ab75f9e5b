//! §1, KV5, D7: who holds three clubs may not pass; told when his third club is faced.

use serde_json::json;

use crate::check;

#[test]
fn three_club_pass() {
    let pass = "A!pass B!pass C!pass D!half D!partner=AS";
    for (record, said) in [
        ("A:7C B:8C C:9C D:TC A:AC B:AD C:7D D:8D", &[][..]),
        (
            "A:7C B:8C C:9C D:TC A:AC B:7S C:8S D:9S A:KC",
            &["@14 violation three_club_pass A 1 6 10 14"][..],
        ),
        // With Q♣ among the three it rests on how the table counts; a third plain club settles it.
        (
            "A:7C B:8C C:9C D:TC A:QC B:7S C:8S D:9S A:KC B:7D C:8D D:9D A:AC",
            &[
                "@14 disputed three_club_pass A 1 6 10 14",
                "@18 violation three_club_pass A 1 6 14 18",
            ],
        ),
        // A reading by one sign accuses nobody; a fourth club does.
        (
            "A:7C? B:8C C:9C D:TC A:AC B:7S C:8S D:9S A:KC B:7D C:8D D:9D A:JC",
            &[
                "@14 inconclusive three_club_pass - 1 6 10 14",
                "@18 violation three_club_pass A 1 10 14 18",
            ],
        ),
    ] {
        check(&json!({}), &format!("{pass} {record}"), said);
    }
    // Over a Five nobody is bound.
    check(
        &json!({}),
        "A!pass B!5 C!pass D!pass B!trump=S A:8C B:7C C:KC D:TC C:9C C=QC",
        &[],
    );
    // A pass that is entered after the cards is judged where it belongs.
    check(
        &json!({}),
        "B!pass C!pass D!half D!partner=AS A:7C B:8C C:9C D:TC A:AC B:7S C:8S D:9S A:KC A!pass",
        &[
            "@1 inconclusive bid_out_of_turn - 1",
            "@14 violation three_club_pass A 14 5 9 13",
        ],
    );
}
