//! Random positions, answered by `pitboss judge` and by a reference written from the rule documents alone, without the engine's code. Counted per
//! kind: `PITBOSS_JUDGED` positions a game.

#![allow(clippy::too_many_lines)] // a phase or a table of the documents in one piece, as they have it

#[path = "judged/mensch.rs"]
mod mensch;
#[path = "judged/michigan_rummy/mod.rs"]
mod michigan_rummy;
#[path = "judged/monster.rs"]
mod monster;

use std::{collections::BTreeMap, fs, process::Command};

use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::IndexedRandom, seq::SliceRandom};
use serde_json::{Map, Value, json};

/// One position with the reference's answer.
struct Position {
    kind: &'static str,
    options: Value,
    given: Value,
    expect: Value,
}

/// The positions of one kind: chance into a position.
type Kind = (&'static str, fn(&mut SmallRng) -> (Value, Value, Value));

/// Seats by name, clockwise.
const NAMES: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

/// All seats clockwise, that one first.
fn from<'a>(seats: &[&'a str], first: &str) -> Vec<&'a str> {
    let at = seats.iter().position(|s| *s == first).expect("a seat");
    [&seats[at..], &seats[..at]].concat()
}

/// All seats clockwise, the dealer last.
fn after<'a>(seats: &[&'a str], dealer: &str) -> Vec<&'a str> {
    let mut order = from(seats, dealer);
    order.rotate_left(1);
    order
}

/// Every seat with its chips, 0 where nothing moved.
fn by_seat(seats: &[&str], chips: &BTreeMap<&str, i64>) -> Value {
    let entry = |s: &&str| ((*s).to_owned(), json!(chips.get(s).copied().unwrap_or(0)));
    Value::Object(seats.iter().map(entry).collect())
}

/// Some of these options, each with one of its values; the others are left at their defaults.
fn options(rng: &mut SmallRng, all: &[(&str, &[Value])]) -> Value {
    let mut chosen = Map::new();
    for (name, values) in all {
        if rng.random_bool(0.5) {
            chosen.insert(
                (*name).to_owned(),
                values.choose(rng).expect("a value").clone(),
            );
        }
    }
    Value::Object(chosen)
}

fn is(options: &Value, name: &str, value: &Value) -> bool {
    options.get(name) == Some(value)
}

/// Violations, each with the place where its proof is complete and its offence, into the answer in the order of `judging.md` §2.
fn verdict(mut found: Vec<(usize, i64, &str, Value, Value)>, at_once: &[&str]) -> Value {
    found.sort_by_key(|(at, offence, code, ..)| (*at, *offence, code.to_owned()));
    let detectable = match () {
        () if found.is_empty() => "none",
        () if found.iter().all(|f| at_once.contains(&f.2)) => "at_once",
        () => "later",
    };
    let list: Vec<Value> = found
        .into_iter()
        .map(|(.., code, who, proof)| json!([code, who, proof]))
        .collect();
    json!({"violations": list, "detectable": detectable})
}

/// What the command answers to a file of these examples.
fn answers(game: &str, examples: &[Value]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("positions.json");
    let file = json!({"game": game, "examples": examples}).to_string();
    fs::write(&path, file).expect("a file");
    let told = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .arg("judge")
        .arg(&path)
        .output()
        .expect("answers");
    let told = String::from_utf8(told.stdout).expect("text");
    let lines = told.lines();
    lines
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect()
}

/// Lets the command answer and compares.
fn compare(game: &str, kinds: &[Kind]) {
    let count = std::env::var("PITBOSS_JUDGED").map_or(10_000, |n| n.parse().expect("a number"));
    let mut rng = SmallRng::seed_from_u64(count);
    let positions: Vec<Position> = kinds
        .iter()
        .cycle()
        .take(usize::try_from(count).expect("a number of positions"))
        .map(|(kind, position)| {
            let (options, given, expect) = position(&mut rng);
            Position {
                kind,
                options,
                given,
                expect,
            }
        })
        .collect();
    let example = |(n, p): (usize, &Position)| json!({"id": n, "kind": p.kind, "options": p.options, "given": p.given});
    let examples: Vec<Value> = positions.iter().enumerate().map(example).collect();
    let answers = answers(game, &examples);
    assert_eq!(answers.len(), positions.len());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (position, answer) in positions.iter().zip(&answers) {
        for (field, value) in position.expect.as_object().expect("fields") {
            let about = || {
                format!(
                    "{} {field}: {} {} said {answer}",
                    position.kind, position.options, position.given
                )
            };
            assert_eq!(answer["result"].get(field), Some(value), "{}", about());
        }
        *counts.entry(position.kind).or_default() += 1;
    }
    println!("{game}: {counts:?}");
}
