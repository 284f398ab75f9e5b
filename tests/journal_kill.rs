//! Killed at any moment, the disk full at any write, copied at any time: after the restart no acknowledged entry is missing, none is doubled,
//! and the evening goes on as one to which nothing happened. Evenings of all games, with everything that a host enters in between.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;

use std::{
    env,
    fmt::Write as _,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use evenings::{Chance, games};
use pitboss::{
    event::{Entry, Event},
    journal::{Journal, JournalError},
    play::GameName,
    rules,
    table::Table,
};

/// Set for the process that is killed: the journal's path, and which game is played.
const CHILD: &str = "PITBOSS_KILLED_JOURNAL";
const GAME: &str = "PITBOSS_KILLED_GAME";

/// The facts of an evening that is never played to its end.
const FACTS: usize = 420;

const SEED: u64 = 77;

/// How many kills of each game are tried; `PITBOSS_KILLS=334` for the long run (`make kills`).
fn kills() -> u64 {
    env::var("PITBOSS_KILLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(30)
}

fn facts_of(entries: &[Entry]) -> usize {
    entries.iter().filter(|e| !e.event.is_told()).count()
}

/// The evening goes on where the journal stands; each step is acknowledged by its last number on stdout once it is on the disk.
fn play_on(path: &Path, game: GameName) {
    let (facts, _) = games::evening(game, SEED, FACTS);
    let mut out = std::io::stdout();
    let mut journal = Journal::open(path).expect("a journal");
    let evening = match journal.evenings().expect("evenings").last() {
        Some(row) => row.id,
        None => match journal.begin(0) {
            Ok(id) => id,
            Err(_) => return, // no room even for this
        },
    };
    let entries = journal.entries(evening).expect("entries");
    let taken = facts_of(&entries);
    let mut table = Table::replay(rules::open, entries).expect("replays");
    for fact in &facts[taken..] {
        let before = table.entries().len();
        let entries = games::take(&mut table, fact.clone());
        if let Err(error) = journal.append(evening, &entries, 0, None) {
            assert!(matches!(error, JournalError::Write(_)), "{error}");
            let kept = journal.entries(evening).expect("entries");
            assert_eq!(kept, table.entries()[..before], "half a step was written");
            writeln!(out, "\nfull {before}").expect("heard");
            return;
        }
        writeln!(out, "\nat {}", table.entries().len()).expect("heard");
    }
}

/// What the children of a game did.
#[derive(Default)]
struct Told {
    acknowledged: usize,
    full: bool,
    copy: Option<Copied>,
}

/// A copy, and what was acknowledged before it was taken.
struct Copied {
    heard: usize,
    /// The one file, without what lies beside it.
    alone: bool,
    path: PathBuf,
}

/// How a child ends.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// SIGKILL; before it was heard at all, where `early`.
    Kill { early: bool },
    /// No file may grow beyond so many KiB: a write fails as on a full disk.
    Full { kib: usize },
}

/// Starts the evening in a process of its own and ends it.
fn run_and_end(path: &Path, game: GameName, chance: &mut Chance, end: End) -> Told {
    let exe = env::current_exe().expect("this test");
    let mut command = match end {
        End::Kill { .. } => Command::new(&exe),
        End::Full { kib } => {
            let mut shell = Command::new("bash");
            let limited = format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" \"$@\"");
            shell.arg("-c").arg(limited).arg(&exe);
            shell
        }
    };
    let mut child = command
        .args([
            "--exact",
            "no_acknowledged_entry_is_lost_and_none_is_doubled",
            "--nocapture",
        ])
        .env(CHILD, path)
        .env(GAME, game.as_str())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let heard = Arc::new(AtomicUsize::new(0));
    let (begun, first) = mpsc::channel();
    let lines = BufReader::new(child.stdout.take().expect("its stdout")).lines();
    let ears = Arc::clone(&heard);
    let listener = thread::spawn(move || {
        let mut full = false;
        for line in lines.map_while(Result::ok) {
            if let Some(number) = line.strip_prefix("at ").and_then(|n| n.parse().ok()) {
                ears.store(number, Ordering::SeqCst);
                let _heard = begun.send(());
            }
            full |= line.starts_with("full ");
        }
        full
    });
    let mut copy = None;
    if let End::Kill { early } = end {
        if !early {
            // The evening may be played to its end already.
            let _begun = first.recv_timeout(Duration::from_secs(60));
        }
        thread::sleep(Duration::from_micros(chance.below(60_000) as u64));
        if chance.below(2) == 0 && path.exists() {
            let heard = heard.load(Ordering::SeqCst);
            // Where the disk was full just before, only the next step puts everything into the one file again.
            let alone = heard > 0 && chance.below(4) > 0;
            copy = Some(Copied {
                heard,
                alone,
                path: copied(path, alone),
            });
        }
        child.kill().expect("killed");
    }
    child.wait().expect("gone");
    let full = listener.join().expect("heard");
    Told {
        acknowledged: heard.load(Ordering::SeqCst),
        full,
        copy,
    }
}

/// The journal as a file manager copies it while it is written: the file `alone`, or with what lies beside it.
fn copied(path: &Path, alone: bool) -> PathBuf {
    let copy = path.with_extension("copy");
    for suffix in ["", "-wal", "-shm"] {
        let with = |path: &Path| {
            let mut name = path.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        drop(fs::remove_file(with(&copy)));
        if suffix.is_empty() || (suffix == "-wal" && !alone) {
            drop(fs::copy(with(path), with(&copy)));
        }
    }
    copy
}

fn last_entries(journal: &Journal) -> Vec<Entry> {
    match journal.evenings().expect("evenings").last() {
        Some(row) => journal.entries(row.id).expect("entries"),
        None => Vec::new(),
    }
}

/// The same evening undisturbed, as far as those facts.
fn undisturbed(facts: &[Event]) -> Table {
    let mut table = Table::new(rules::open);
    for fact in facts {
        games::take(&mut table, fact.clone());
    }
    table
}

#[derive(Default, Debug)]
struct Count {
    kills: u64,
    full: u64,
    unheard: u64,
    copies: u64,
    copies_alone: u64,
    copies_refused: u64,
    entries: usize,
}

fn check(path: &Path, facts: &[Event], told: &Told, count: &mut Count) {
    if !path.exists() {
        assert_eq!(told.acknowledged, 0);
        return;
    }
    let journal = Journal::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let entries = last_entries(&journal);
    assert!(
        entries.len() >= told.acknowledged,
        "{} of {}",
        entries.len(),
        told.acknowledged
    );
    let whole = undisturbed(&facts[..facts_of(&entries)]);
    assert_eq!(whole.entries(), entries, "half a step is on record");
    let again = Table::replay(rules::open, entries.iter().cloned()).expect("replays");
    assert_eq!(again.board(), whole.board());
    count.full += u64::from(told.full);
    count.unheard += u64::from(told.acknowledged > 0 && entries.len() > told.acknowledged);
    count.entries = count.entries.max(entries.len());
    if let Some(Copied { heard, alone, path }) = &told.copy {
        // Opened as the evening's own: to go on with.
        match Journal::open(path) {
            Ok(copy) => {
                let copied = last_entries(&copy);
                assert!(
                    copied.len() >= *heard,
                    "{} of {heard} in the copy, alone: {alone}",
                    copied.len()
                );
                assert_eq!(copied, entries[..copied.len()]);
                count.copies += 1;
                count.copies_alone += u64::from(*alone);
            }
            // Torn by a step that was written while it was copied: said in one sentence, and the evening itself is whole.
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                println!("a copy was refused, alone: {alone}: {error}");
                count.copies_refused += 1;
            }
        }
    }
}

#[test]
fn no_acknowledged_entry_is_lost_and_none_is_doubled() {
    if let Some(path) = env::var_os(CHILD) {
        let game = env::var(GAME).expect("a game").parse().expect("a game");
        play_on(Path::new(&path), game);
        return;
    }
    let seed = env::var("PITBOSS_KILL_SEED")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut chance = Chance(seed.unwrap_or(1));
    let mut folder = tempfile::tempdir().expect("a folder");
    // What fails stays there to be looked at.
    folder.disable_cleanup(true);
    let mut report = String::new();
    for game in GameName::ALL {
        let (facts, _) = games::evening(game, SEED, FACTS);
        let mut count = Count::default();
        let mut path = folder.path().join("journal");
        for kill in 0..kills() {
            if kill % 12 == 0 {
                // A fresh evening now and then, so that its beginning is tried too.
                path = folder.path().join(format!("{game}-{kill}.sqlite"));
            }
            let end = match kill % 6 {
                0 => End::Kill { early: true },
                2 | 5 => {
                    let size = fs::metadata(&path).map_or(0, |m| m.len()) as usize / 1024;
                    let kib = size.max(40) + 4 + chance.below(60);
                    End::Full { kib }
                }
                _ => End::Kill { early: false },
            };
            let told = run_and_end(&path, game, &mut chance, end);
            check(&path, &facts, &told, &mut count);
            count.kills += 1;
        }
        writeln!(report, "{game}: {count:?}").expect("a text");
        assert!(
            count.entries > 40 && count.full > 0 && count.copies_alone > 0,
            "{game}: {count:?}"
        );
        assert!(
            count.copies_refused <= count.copies / 50,
            "{game}: {count:?}"
        );
    }
    println!("{report}");
    folder.disable_cleanup(false);
}
