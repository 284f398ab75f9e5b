//! §1 Game definition, §2 Comparison, §4 Settlement: whole rounds from what a camera and the calls give.

use super::{check, usual};

/// D beats a Monster of 10-8-6-1: the rendered video of one game.
const VIDEO: &str = "A#6 B#6 C#6 D#6 A!f A_6 B@3 B!3 C!0 D@2 D!2 B:9 B:7 B:4 C:10 C:9 C:6 C:5 C:3 C:2 D:10 D:9 D:8 D:2 :6 :6 :10 :1 :8";

/// D1: the best hand is the champion once everybody has acted.
#[test]
fn the_champion_takes_the_pot() {
    check(4, usual(), VIDEO, "A-2 B-2 C-2 D+6\nclosed champion_wins");
}

#[test]
fn calls_alone_or_counts_alone_are_enough() {
    let calls: String = VIDEO
        .split(' ')
        .filter(|w| !w.contains(['#', '@', '_']))
        .collect::<Vec<_>>()
        .join(" ");
    check(4, usual(), &calls, "A-2 B-2 C-2 D+6\nclosed champion_wins");
    let counts: String = VIDEO
        .split(' ')
        .filter(|w| !w.contains('!'))
        .collect::<Vec<_>>()
        .join(" ");
    check(4, usual(), &counts, "A-2 B-2 C-2 D+6\nclosed champion_wins");
}

/// A10, A13.
#[test]
fn a_losing_champion_pays_and_the_survivors_play_on() {
    // A's 10-8-6 is no better than a Monster of 10-9-7.
    let loses = "A#6 B#6 C#6 D#6 A@3 A!3 B!0 C!0 D!f A:10 A:8 A:6 B:9 B:8 B:6 B:3 B:2 B:1 C:9 C:7 C:6 C:3 C:2 C:4 :10 :9 :7";
    check(4, usual(), loses, "A-7 B-2 C-2 D-2");
    // No new ante; the two survivors play, and one of them beats the Monster.
    let second = format!("{loses} A#0 B#0 C#0 D#0 A@0 B#6 C#6 B!1 C!f B:9 B:8 B:7 B:6 B:5 :4");
    check(
        4,
        usual(),
        &second,
        "A-7 B+11 C-2 D-2\nclosed champion_wins",
    );
}

/// A round of which a card was never seen ends when two hands were gathered and somebody plays again: its faces prove nothing in the next.
#[test]
fn a_round_that_was_not_seen_whole_is_over_when_the_next_begins() {
    let first = "A#6 B#6 C#6 D#6 A!2 B!2 C!f D!f A:10 A:9 A:8 A:7 B:10 B:9 B:8 :5 A=10 B=9 A!2 B!2 C!f D!f A:10 A:9 A:8 A:6";
    check(
        4,
        usual(),
        first,
        "@19 inconclusive round_incomplete - 19
        @19 inconclusive monster_pile_count - 5,6,16,19
        A+6 B-2 C-2 D-2
        closed champion_wins",
    );
}

/// D2: the Monster wins ties.
#[test]
fn a_tie_is_the_monsters() {
    let tie = "A#6 B#6 C#6 D#6 A!3 B!0 C!0 D!f A:10 A:8 A:6 B:9 B:8 B:6 B:3 B:2 B:1 C:9 C:7 C:6 C:3 C:2 C:4 :10 :8 :6";
    check(4, usual(), tie, "A-7 B-2 C-2 D-2");
    check(
        4,
        usual(),
        &tie.replace(":10 :8 :6", ":10 :8 :5"),
        "A+6 B-2 C-2 D-2\nclosed champion_wins",
    );
}

#[test]
fn champions_split_and_the_odd_chip_stays() {
    let tie = "A#6 B#6 C#6 D#6 A!2 B!2 C!f D!f A:10 A:9 A:8 A:7 B:10 B:9 B:8 B:7 :9 :8 :6 :6";
    check(4, usual(), tie, "A+2 B+2 C-2 D-2\nclosed champions_split");
}

/// A12.
#[test]
fn nobody_live_replays_without_ante() {
    let all_fold = "A#6 B#6 C#6 D#6 A!f B!f C!f D!f";
    check(4, usual(), all_fold, "A-2 B-2 C-2 D-2");
    let again = format!("{all_fold} A#6 B#6 C#6 D#6 A!0 B!f C!f D!f A:9 A:7 A:6 A:4 A:3 A:1");
    check(4, usual(), &again, "A+6 B-2 C-2 D-2\nclosed champion_wins");
}

#[test]
fn a_hole_waits_unless_it_decides_nothing() {
    let open = VIDEO.replace("D:8", "D:?");
    check(4, usual(), &open, "A-2 B-2 C-2 D-2");
    // A ten in the pile would beat 9-8-7-6-5, anything else would not: it waits. Where every card gives the same it doesn't.
    let low = "A#6 B#6 C#6 D#6 A!1 B!f C!f D!f A:9 A:8 A:7 A:6 A:5 :?";
    check(4, usual(), low, "A-2 B-2 C-2 D-2");
    let sure = "A#6 B#6 C#6 D#6 A!2 B!f C!f D!f A:10 A:9 A:8 A:7 :10 :?";
    check(4, usual(), sure, "A+6 B-2 C-2 D-2\nclosed champion_wins");
    let decided = "A#6 B#6 C#6 D#6 A!3 B!f C!f D!f A:5 A:3 A:2 :10 :7 :?";
    check(4, usual(), decided, "A-7 B-2 C-2 D-2");
}

#[test]
fn what_is_taken_back_never_happened() {
    // C's fold was entered by mistake: taken back, C discards nothing and shows.
    let record = "A#6 B#6 C#6 D#6 A!f B!3 C!f D!2 <7 C!0 B:9 B:7 B:4 C:10 C:9 C:6 C:5 C:3 C:2 D:10 D:9 D:8 D:2 :6 :6 :10 :1 :8";
    check(4, usual(), record, "A-2 B-2 C-2 D+6\nclosed champion_wins");
}

#[test]
fn the_host_settles_what_lies_there_or_deals_anew() {
    let short = "A#6 B#6 C#6 D#6 A!f B!f C!f D!2 D:10 D:9 D:8 D:2 :6 *claim";
    check(
        4,
        usual(),
        short,
        "@14 inconclusive round_incomplete - 14\n@14 violation monster_pile_count - 8,13,14\nA-2 B-2 C-2 D+6\nclosed champion_wins",
    );
    let anew =
        "A#6 B#6 C#6 D#6 A!f B!f *redeal A#6 B#6 C#6 D#6 A!f B!f C!f D!0 D:10 D:9 D:8 D:2 D:1 D:3";
    check(4, usual(), anew, "A-2 B-2 C-2 D+6\nclosed champion_wins");
}
