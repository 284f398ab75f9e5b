//! Each numbered clause of the rule documents is tried by a file that names it, or stands here with the reason why nothing can.

use std::{fs, path::Path};

/// Clauses that no record can try, with the reason.
const UNTRIABLE: [(&str, &str, &str); 5] = [
    ("mensch", "KV17", "speech only: no call announces a partner"),
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
    (
        "michigan_rummy",
        "A20",
        "the dummy's place in the deal is left unchecked",
    ),
    (
        "michigan_rummy",
        "A21",
        "nine hands of five are 45 of 52 cards",
    ),
];

/// A game, its series with how many clauses each has, and the places of its tests.
type Series = (
    &'static str,
    &'static [(&'static str, usize)],
    &'static [&'static str],
);

/// The games with their series of clauses, each counted from 1, and where they are tried.
const SERIES: [Series; 3] = [
    ("mensch", &[("A", 17), ("KV", 17)], &["tests/rules/mensch"]),
    ("monster", &[("A", 14), ("MV", 15)], &["tests/monster"]),
    (
        "michigan_rummy",
        &[("A", 24), ("RV", 20)],
        &["tests/michigan_rummy", "tests/laws/michigan_rummy.rs"],
    ),
];

/// The comments of a file, or of all files in a folder.
fn comments(path: &Path, text: &mut String) {
    if path.is_dir() {
        let files = fs::read_dir(path).expect("a folder of tests");
        files.for_each(|f| comments(&f.expect("a file").path(), text));
    } else {
        let file = fs::read_to_string(path).expect("a file of tests");
        let said = file.lines().filter(|l| l.trim_start().starts_with("//"));
        said.for_each(|line| text.extend([line, "\n"]));
    }
}

#[test]
fn no_clause_is_without_a_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut without, mut tried) = (Vec::new(), 0);
    for (game, series, places) in SERIES {
        let mut text = String::new();
        places
            .iter()
            .for_each(|p| comments(&root.join(p), &mut text));
        let cited: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        for (prefix, count) in series {
            for clause in (1..=*count).map(|n| format!("{prefix}{n}")) {
                let untriable = UNTRIABLE
                    .iter()
                    .any(|(g, c, _)| (*g, *c) == (game, clause.as_str()));
                let named = cited.contains(&clause.as_str());
                assert!(!(named && untriable), "{game} {clause} is tried after all");
                if !named && !untriable {
                    without.push(format!("{game} {clause}"));
                }
                tried += usize::from(named);
            }
        }
    }
    println!("clauses tried {tried}");
    assert_eq!(without, Vec::<String>::new(), "clauses without a file");
}
