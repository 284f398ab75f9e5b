//! Each numbered clause of the rule documents is tried by a file that names it, or stands here with the reason why nothing can.

use std::{fs, path::Path};

/// Clauses that no record can try, with the reason.
const UNTRIABLE: [(&str, &str, &str); 3] = [
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

/// Which of the clauses 1 to `count` of a series the comments of these files don't name.
fn untried(places: &[&str], prefix: &str, count: usize) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for place in places {
        comments(&root.join(place), &mut text);
    }
    let cited: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let clauses = (1..=count).map(|n| format!("{prefix}{n}"));
    clauses.filter(|c| !cited.contains(&c.as_str())).collect()
}

#[test]
fn no_clause_is_without_a_file() {
    let mut tried = 0;
    for (game, series, places) in SERIES {
        for (prefix, count) in series {
            let without = untried(places, prefix, *count);
            let reasons = UNTRIABLE
                .iter()
                .filter(|(g, c, _)| *g == game && c.starts_with(prefix));
            let reasons: Vec<&str> = reasons.map(|(_, c, _)| *c).collect();
            assert_eq!(
                without, reasons,
                "{game}: clauses without a file, and those that nothing can try"
            );
            tried += count - without.len();
        }
    }
    println!("clauses tried {tried}");
}

#[test]
fn a_clause_without_a_file_is_missed() {
    for (game, series, places) in SERIES {
        for (prefix, count) in series {
            let next = format!("{prefix}{}", count + 1);
            let without = untried(places, prefix, count + 1);
            assert!(without.contains(&next), "{game} {next}");
        }
    }
}
