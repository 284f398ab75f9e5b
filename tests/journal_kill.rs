//! Killed at any moment: after the restart no acknowledged entry is missing, none is doubled, and the evening ends as one without the kill.

#[allow(dead_code)]
mod evenings;
mod highcard;

use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use pitboss::{event::Entry, frame::At, journal::Journal, table::Table};

/// Set for the process that is killed: the journal's path.
const CHILD: &str = "PITBOSS_KILLED_JOURNAL";

/// How many kills are tried; `PITBOSS_KILLS=1000` for the long run.
fn kills() -> u64 {
    env::var("PITBOSS_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(20)
}

/// The evening goes on where the journal stands; each entry is acknowledged by its number on stdout once it is on the disk.
fn play_on(path: &Path, seed: u64) {
    let mut journal = Journal::open(path).expect("a journal");
    let evening = match journal.evenings().expect("evenings").last() {
        Some(row) => row.id,
        None => journal.begin(0).expect("begins"),
    };
    let mut table = Table::replay(highcard::rules, journal.entries(evening).expect("entries"))
        .expect("replays");
    let mut out = std::io::stdout();
    loop {
        let event = match table.entries().len() {
            0 => evenings::opening()[0].clone(),
            1 => evenings::opening()[1].clone(),
            _ => evenings::next(seed, &table),
        };
        let at = At(table.entries().len() as u64);
        let entries = table.take(at, event).expect("a fact");
        journal.append(evening, &entries, 0, None).expect("on disk");
        writeln!(out, "{}", table.entries().len()).expect("heard");
    }
}

/// The same evening without a kill, as long as `upto`.
fn undisturbed(seed: u64, upto: usize) -> Table {
    let mut table = Table::new(highcard::rules);
    while table.entries().len() < upto {
        let event = match table.entries().len() {
            0 => evenings::opening()[0].clone(),
            1 => evenings::opening()[1].clone(),
            _ => evenings::next(seed, &table),
        };
        table
            .take(At(table.entries().len() as u64), event)
            .expect("a fact");
    }
    table
}

#[test]
fn no_acknowledged_entry_is_lost_and_none_is_doubled() {
    const SEED: u64 = 77;
    if let Some(path) = env::var_os(CHILD) {
        play_on(Path::new(&path), SEED);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut path = folder.path().join("journal.sqlite");
    let mut chance = evenings::Chance(
        env::var("PITBOSS_KILL_SEED")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(1),
    );
    let (mut acknowledged_in_all, mut unacknowledged) = (0, 0);
    for kill in 0..kills() {
        if kill % 20 == 0 {
            // A fresh evening now and then, so that its beginning is tried too.
            path = folder.path().join(format!("{kill}.sqlite"));
        }
        let acknowledged = run_and_kill(&path, &mut chance, kill % 5 == 0);
        if !path.exists() {
            assert_eq!(acknowledged, 0);
            continue;
        }
        let journal = Journal::read(&path).expect("a whole journal");
        let entries: Vec<Entry> = match journal.evenings().expect("evenings").last() {
            Some(row) => journal.entries(row.id).expect("entries"),
            None => Vec::new(),
        };
        assert!(
            entries.len() >= acknowledged,
            "{} of {acknowledged}",
            entries.len()
        );
        let whole = undisturbed(SEED, entries.len());
        assert_eq!(
            whole.entries(),
            entries,
            "kill {kill}: half a step is on record"
        );
        let again = Table::replay(highcard::rules, entries.iter().cloned()).expect("replays");
        assert_eq!(again.board(), whole.board());
        acknowledged_in_all = acknowledged_in_all.max(acknowledged);
        unacknowledged += usize::from(entries.len() > acknowledged);
    }
    println!(
        "kills {}, longest evening {acknowledged_in_all} entries, {unacknowledged} times one step was on disk but not yet acknowledged",
        kills()
    );
    assert!(acknowledged_in_all > 20);
}

/// Starts the evening in a process of its own and kills it; returns the last number that it acknowledged.
fn run_and_kill(path: &Path, chance: &mut evenings::Chance, early: bool) -> usize {
    let mut child = Command::new(env::current_exe().expect("this test"))
        .args([
            "--exact",
            "no_acknowledged_entry_is_lost_and_none_is_doubled",
            "--nocapture",
        ])
        .env(CHILD, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let lines = BufReader::new(child.stdout.take().expect("its stdout")).lines();
    let (begun, first) = mpsc::channel();
    let listener = thread::spawn(move || {
        let numbers = lines
            .map_while(Result::ok)
            .filter_map(|line| line.rsplit(' ').next()?.parse().ok());
        numbers
            .inspect(|_| {
                let _heard = begun.send(());
            })
            .max()
            .unwrap_or(0)
    });
    if !early {
        first
            .recv_timeout(Duration::from_secs(60))
            .expect("it plays");
    }
    thread::sleep(Duration::from_micros(chance.below(60_000) as u64));
    child.kill().expect("killed");
    child.wait().expect("gone");
    listener.join().expect("heard")
}
