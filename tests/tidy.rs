//! The house keeps its order: who may name whom, how long a file may be, what must not stand in it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Which modules of the crate each room may name, besides itself. The vocabulary is open to everyone.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("camera", &[]),
    ("cards", &[]),
    ("plays", &[]),
    ("rules", &[]),
    ("ledger", &[]),
    ("words", &[]),
    ("phones", &["order", "words"]),
];

/// Pure values: these name only one another.
const VOCABULARY: &[&str] = &[
    "board",
    "card",
    "chessboard",
    "chips",
    "event",
    "frame",
    "marker",
    "placement",
    "play",
    "ruling",
    "seat",
    "sighting",
];

/// Pure rooms: no clock, no files, no chance.
const PURE: &[&str] = &["plays", "rules", "ledger", "table"];

/// Lines a file may have, tests and tables included, before it is more than one room.
const LONGEST: usize = 650;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(dir: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    for path in entries.map(|e| e.expect("a directory entry").path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Every source file with its text, by its path under `src/`.
fn texts() -> BTreeMap<String, String> {
    let src = root().join("src");
    let mut found = Vec::new();
    sources(&src, &mut found);
    found
        .into_iter()
        .map(|path| {
            let name = path
                .strip_prefix(&src)
                .expect("under src")
                .to_string_lossy()
                .replace('\\', "/");
            (name, fs::read_to_string(&path).expect("readable source"))
        })
        .collect()
}

/// The room a file belongs to: `rules/poker.rs` and `rules.rs` are in `rules`.
fn room(file: &str) -> &str {
    file.split('/')
        .next()
        .unwrap_or(file)
        .trim_end_matches(".rs")
}

/// The program text without comments and without the tests at its end.
fn program(text: &str) -> String {
    text.split("#[cfg(test)]")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The crate modules that a program text names: `crate::x` and `crate::{x, y::z}`.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let Some(inner) = rest.strip_prefix('{') else {
            names.push(
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect(),
            );
            continue;
        };
        let (mut depth, mut item) = (0, String::new());
        for c in inner.chars() {
            match c {
                '}' if depth == 0 => break,
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => names.push(std::mem::take(&mut item)),
                _ if depth == 0 => item.push(c),
                _ => {}
            }
        }
        names.push(item);
    }
    let head = |n: String| n.trim().split("::").next().unwrap_or_default().to_owned();
    names
        .into_iter()
        .map(head)
        .filter(|n| !n.is_empty())
        .collect()
}

#[test]
fn stages_never_meet() {
    let mut faults = Vec::new();
    for (file, text) in texts() {
        let room = room(&file);
        let allowed: &[&str] = match MAY_NAME.iter().find(|(r, _)| *r == room) {
            Some((_, allowed)) => allowed,
            None if VOCABULARY.contains(&room) => &[],
            None => continue,
        };
        for name in named(&program(&text)) {
            if name != room
                && !VOCABULARY.contains(&name.as_str())
                && !allowed.contains(&name.as_str())
            {
                faults.push(format!("{file} names crate::{name}"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_import_check_sees_every_form() {
    let text = "use crate::{card::Card, frame::{At, Frame}, phones};\nfn f() { crate::rules::x() }";
    assert_eq!(named(text), ["card", "frame", "phones", "rules"]);
}

#[test]
fn pure_rooms_stay_pure() {
    let forbidden = [
        "std::time",
        "std::fs",
        "std::net",
        "std::thread",
        "rand::",
        "opencv::",
        "tokio::",
        "println!",
    ];
    let mut faults = Vec::new();
    for (file, text) in texts() {
        if PURE.contains(&room(&file)) || VOCABULARY.contains(&room(&file)) {
            let program = program(&text);
            faults.extend(
                forbidden
                    .iter()
                    .filter(|f| program.contains(**f))
                    .map(|f| format!("{file} uses {f}")),
            );
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn opencv_lives_in_two_rooms() {
    let faults: Vec<_> = texts()
        .into_iter()
        .filter(|(file, text)| {
            program(text).contains("opencv::") && !["camera", "cards"].contains(&room(file))
        })
        .map(|(file, _)| file)
        .collect();
    assert!(
        faults.is_empty(),
        "OpenCV is named outside camera/ and cards/: {faults:?}"
    );
}

#[test]
fn files_are_rooms_not_halls() {
    let faults: Vec<_> = texts()
        .into_iter()
        .filter(|(_, text)| text.lines().count() > LONGEST)
        .map(|(file, text)| format!("{file}: {} lines", text.lines().count()))
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_module_says_what_it_is() {
    let faults: Vec<_> = texts()
        .into_iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(file, _)| file)
        .collect();
    assert!(
        faults.is_empty(),
        "without a first line that says what the module turns into what: {faults:?}"
    );
}
