//! Each section, numbered clause and code of the rule documents is tried by a file that names it, or stands here with the reason why nothing
//! can. Options are counted in `house/mod.rs`.

use std::{fs, path::Path};

/// Clauses that no record can try, with the reason.
const UNTRIABLE: [(&str, &str, &str); 9] = [
    ("mensch", "KV17", "speech only: no call announces a partner"),
    ("mensch", "D8", "debris of a web page"),
    ("mensch", "D9", "says that §3 fills the gaps of the text"),
    (
        "monster",
        "A7",
        "looking at the pile is no fact of a record",
    ),
    (
        "monster",
        "MV13",
        "no camera of ours reads the dealer's button",
    ),
    ("monster", "D4", "nobody sees whether a pack was shuffled"),
    ("monster", "D5", "debris of an encoding"),
    (
        "michigan_rummy",
        "§1.3",
        "who deals first is cut before the evening begins, and entered",
    ),
    (
        "michigan_rummy",
        "D5",
        "a hand picked blind shows nothing but that one was picked",
    ),
];

/// What one document holds, and where it is tried.
struct Document {
    game: &'static str,
    /// Its numbered sections that say rules.
    sections: &'static [&'static str],
    /// Its series of clauses with how many each has, counted from 1.
    series: &'static [(&'static str, usize)],
    /// The codes of its records in `judging.md`.
    codes: &'static [&'static str],
    places: &'static [&'static str],
}

const DOCUMENTS: [Document; 3] = [
    Document {
        game: "mensch",
        sections: &["§1", "§2", "§3", "§4", "§5"],
        series: &[("A", 17), ("D", 9), ("KV", 17)],
        codes: &[
            "bid_out_of_turn",
            "bid_not_legal",
            "called_trump",
            "three_club_pass",
            "called_own_card",
            "void_in_called_suit",
            "forced_declarer_wrong",
            "someone_passed_illegally",
            "revoke",
            "card_seen_twice",
            "deck_foreign",
        ],
        places: &["tests/rules/mensch"],
    },
    Document {
        game: "monster",
        sections: &["§1", "§2", "§3", "§4", "§5"],
        series: &[("A", 14), ("D", 7), ("MV", 15)],
        codes: &[
            "deal_count",
            "eliminated_player_acts",
            "out_of_turn",
            "too_many_discards",
            "fold_into_monster",
            "pair_kept",
            "hand_count_mismatch",
            "monster_pile_count",
            "wrong_champion",
            "deck_invalid",
        ],
        places: &["tests/monster"],
    },
    Document {
        game: "michigan_rummy",
        sections: &[
            "§1.1", "§1.2", "§1.3", "§1.4", "§1.5", "§2", "§3.1", "§3.2", "§3.3", "§3.4", "§4",
            "§5", "§6",
        ],
        series: &[("A", 24), ("D", 7), ("RV", 20)],
        codes: &[
            "poker_card_count",
            "lead_not_lowest",
            "wrong_card_in_run",
            "withheld_next",
            "restart_same_suit",
            "wrong_leader",
            "false_restart_pass",
            "exchange_with_pay_card",
            "card_changed_hands",
            "card_seen_twice",
        ],
        places: &["tests/michigan_rummy", "tests/laws/michigan_rummy.rs"],
    },
];

/// The lines of a file, or of all files in a folder, that are comments, or those that are not.
fn lines(path: &Path, comments: bool, text: &mut String) {
    if path.is_dir() {
        let files = fs::read_dir(path).expect("a folder of tests");
        files.for_each(|f| lines(&f.expect("a file").path(), comments, text));
    } else {
        let file = fs::read_to_string(path).expect("a file of tests");
        let wanted = file
            .lines()
            .filter(|l| l.trim_start().starts_with("//") == comments);
        wanted.for_each(|line| text.extend([line, "\n"]));
    }
}

fn gathered(places: &[&str], comments: bool) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for place in places {
        lines(&root.join(place), comments, &mut text);
    }
    text
}

/// Which of these clauses and sections the comments of a document's tests don't name.
fn unnamed(document: &Document, clauses: &[String]) -> Vec<String> {
    let text = gathered(document.places, true);
    let named: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && !matches!(c, '§' | '.'))
        .map(|word| word.trim_end_matches('.'))
        .collect();
    let clauses = clauses.iter().filter(|c| !named.contains(&c.as_str()));
    clauses.cloned().collect()
}

/// Everything that a document numbers; `more` clauses a series than it has.
fn numbered(document: &Document, more: usize) -> Vec<String> {
    let sections = document.sections.iter().map(|s| (*s).to_owned());
    let series = document.series.iter();
    let clauses =
        series.flat_map(|(prefix, n)| (1..=n + more).map(move |i| format!("{prefix}{i}")));
    sections.chain(clauses).collect()
}

#[test]
fn no_clause_is_without_a_file() {
    let mut tried = 0;
    for document in &DOCUMENTS {
        let all = numbered(document, 0);
        let mut without = unnamed(document, &all);
        without.sort();
        let reasons = UNTRIABLE.iter().filter(|(g, ..)| *g == document.game);
        let mut reasons: Vec<&str> = reasons.map(|(_, clause, _)| *clause).collect();
        reasons.sort_unstable();
        assert_eq!(
            without, reasons,
            "{}: clauses without a file, and those that nothing can try",
            document.game
        );
        tried += all.len() - without.len();
    }
    println!("sections and clauses tried {tried}");
}

#[test]
fn a_clause_without_a_file_is_missed() {
    for document in &DOCUMENTS {
        let without = unnamed(document, &numbered(document, 1));
        for (prefix, count) in document.series {
            let next = format!("{prefix}{}", count + 1);
            assert!(without.contains(&next), "{} {next}", document.game);
        }
    }
}

/// Each code of `judging.md` is judged live, in a file that names its section, and in worked positions beside a reference that names its own.
#[test]
fn no_code_is_without_a_file() {
    let mut tried = 0;
    for document in &DOCUMENTS {
        let reference = format!("tests/judged/{}", document.game);
        let reference = match fs::metadata(&reference) {
            Ok(_) => reference,
            Err(_) => reference + ".rs",
        };
        for places in [document.places, &[reference.as_str()]] {
            let text = gathered(places, false);
            let without = document.codes.iter().filter(|code| !text.contains(*code));
            let without: Vec<_> = without.collect();
            assert!(without.is_empty(), "{places:?} don't try {without:?}");
        }
        tried += document.codes.len();
    }
    println!("codes tried {tried}");
}
