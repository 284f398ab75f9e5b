//! §5 Violations: each code at the earliest entry that proves it, and no name where the record proves none.

use super::{check, usual};

const DEAL: &str = "A#6 B#6 C#6 D#6";
const ANTES: &str = "A-2 B-2 C-2 D-2";

fn tries(record: &str, told: &str) {
    check(
        4,
        usual(),
        &format!("{DEAL} {record}"),
        &format!("{told}\n{ANTES}"),
    );
}

/// MV1, MV11.
#[test]
fn ante_wrong_and_penalty_unpaid() {
    tries("A$1 B$2", "@5 violation ante_wrong A 5");
    let loses = "A!3 B!f C!f D!f A:10 A:9 A:2 :10 :9 :3";
    check(
        4,
        usual(),
        &format!("{DEAL} {loses} A$4"),
        "@15 violation penalty_unpaid A 15\nA-7 B-2 C-2 D-2",
    );
    check(
        4,
        usual(),
        &format!("{DEAL} {loses} A$5 B$1"),
        "A-7 B-2 C-2 D-2",
    );
    check(
        4,
        usual(),
        &format!("{DEAL} D$2 {loses} A#0 A#6 A!f"),
        "@18 reminder penalty_unpaid A 18\nA-7 B-2 C-2 D-2",
    );
}

/// MV2.
#[test]
fn deal_count() {
    check(
        4,
        usual(),
        "A#7 A!f",
        &format!("@2 violation deal_count A 1\n{ANTES}"),
    );
    check(4, usual(), "A#7 A#6 A!f", ANTES); // a card was given back
    // Five that are seen may be six: asked once somebody acts.
    check(
        4,
        usual(),
        "A#5 B#6 A!f",
        &format!("@3 inconclusive deal_count - 1\n{ANTES}"),
    );
    check(4, usual(), "A#1 B#3 A#6 B#6 A!f", ANTES);
}

/// MV3.
#[test]
fn out_of_turn() {
    tries("B@1 A@2", "@6 violation out_of_turn B 5,6");
    // A's discard of nothing may not have been seen, and a call counts where it belongs.
    tries("B@1", "");
    tries("B@1 A!0", "");
}

/// MV4.
#[test]
fn too_many_discards() {
    tries("A@4", "@5 violation too_many_discards A 5");
    tries("A!4", "@5 violation too_many_discards A 5");
    // What was said and what was seen differ: nobody is accused.
    tries("A!3 A@4", "");
}

/// MV8.
#[test]
fn fold_into_monster() {
    tries("A@2 A!2 B!f B%8", "@8 violation fold_into_monster B 7,8");
    tries("A@2 A!2 B!f B%2 B_6", "");
}

/// MV5.
#[test]
fn pair_kept() {
    tries(
        "A!2 B!f C!f D!0 A:10 A:9 A:9",
        "@11 violation pair_kept A 10,11",
    );
    tries(
        "A!2 B!f C!f D!0 A:10 A:9 A:9~",
        "@11 inconclusive pair_kept - 10,11",
    );
    // A card taken up may be the one that is laid again, or the round may be over.
    tries(
        "A!2 B!f C!f D!0 A:10 A=10 A:10",
        "@11 inconclusive pair_kept - 9,11",
    );
    // A folded hand turned up is nobody's pair.
    tries("A!f B:5 A:9 A:9", "");
}

/// MV6.
#[test]
fn hand_count_mismatch() {
    tries(
        "A!3 B!f C!f D!0 A:10 A:9 A:8 A:7",
        "@12 violation hand_count_mismatch A 5,9,10,11,12",
    );
    // Too few may lie one under the other: asked.
    tries(
        "A!2 B!0 C!f D!f A:10 A:9 A:8 A#0 :3",
        "@13 inconclusive hand_count_mismatch - 5,9,10,11,12",
    );
}

/// MV7.
#[test]
fn monster_pile_count() {
    let won = "A+6 B-2 C-2 D-2\nclosed champion_wins";
    check(
        4,
        usual(),
        &format!("{DEAL} A!1 B!f C!f D!f :3 :4 A:10 A:9 A:8 A:7"),
        &format!("@10 violation monster_pile_count - 5,9,10\n{won}"),
    );
}

/// MV14, D7.
#[test]
fn deck_invalid() {
    let record = "A!0 B!0 C!f D!f A:10 A:9 A:8 A:7 A:6 A:1 B:9 B:8 B:7 B:5 B:4 B:1";
    tries(record, "@20 violation deck_invalid - 14,20");
    tries("A!0 B!f C!f D!f A:QH", "@9 violation deck_invalid - 9");
}

/// MV12.
#[test]
fn eliminated_player_acts() {
    let loses = format!(
        "{DEAL} A!3 B!0 C!0 D!f A:10 A:8 A:6 B:9 B:8 B:6 B:3 B:2 B:1 C:9 C:7 C:6 C:3 C:2 C:4 :10 :9 :7 A#0 B#0 C#0 D#0"
    );
    check(
        4,
        usual(),
        &format!("{loses} B#6 C#6 D!1"),
        "@33 violation eliminated_player_acts D 33\nA-7 B-2 C-2 D-2",
    );
    check(
        4,
        usual(),
        &format!("{loses} B#6 C#6 A#6"),
        "@33 violation eliminated_player_acts A 33\nA-7 B-2 C-2 D-2",
    );
}

/// MV9.
#[test]
fn drew_replacement() {
    tries("A@2 A!2 A^ A#5", "@8 violation drew_replacement A 7,8");
    tries("A@2 A!2 A^ A#4", ""); // the stock was only moved
}

/// MV10, MV15.
#[test]
fn wrong_champion_and_monster_not_deduped() {
    let wins =
        format!("{DEAL} A!2 B!3 C!0 D!f A:10 A:9 A:8 A:5 B:9 B:8 B:3 C:7 C:6 C:5 C:4 C:3 C:2");
    let won = "A+6 B-2 C-2 D-2\nclosed champion_wins";
    check(
        4,
        usual(),
        &format!("{wins} :10 :10 :9 :8 :4 C$take"),
        &format!("@27 violation monster_not_deduped - 27\n{won}"),
    );
    check(
        4,
        usual(),
        &format!("{wins} :7 :6 :6 :4 :4 B$take"),
        &format!("@27 violation wrong_champion - 27\n{won}"),
    );
    check(4, usual(), &format!("{wins} :7 :6 :6 :4 :4 A$take"), won);
}

#[test]
fn round_incomplete() {
    // The next deal begins before the pile was turned up: settled by what lay there.
    let cut = "A!2 B!0 C!f D!f A:10 A:9 A:8 A:7 B:9 B:8 B:7 B:6 B:5 B:4 A#6 B#6";
    check(
        4,
        usual(),
        &format!("{DEAL} {cut}"),
        "@20 inconclusive round_incomplete - 20\nA+6 B-2 C-2 D-2\nclosed champion_wins",
    );
}
