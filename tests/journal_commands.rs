//! The commands that read a record, as a host types them: replay, settle, league, export, import, forget.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use evenings::games;
use pitboss::{
    chips::{Account, Transfer},
    evening::{Evening, wall_ms},
    event::{Decision, Entry, Event},
    frame::At,
    journal::{Journal, Written},
    play::{GameName, Seq},
    rules,
    seat::Seat,
};
use serde_json::Value;

fn pitboss(args: &[&str]) -> Output {
    let bin = env!("CARGO_BIN_EXE_pitboss");
    Command::new(bin).args(args).output().expect("it runs")
}

/// What it said, if it went well.
fn said(args: &[&str]) -> String {
    let out = pitboss(args);
    let text = String::from_utf8(out.stdout).expect("text");
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{args:?}: {text}{errors}");
    text
}

/// Why it couldn't: one sentence and exit status 2.
fn refused(args: &[&str]) -> String {
    let out = pitboss(args);
    assert_eq!(out.status.code(), Some(2), "{args:?}");
    let text = String::from_utf8(out.stderr).expect("text");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text
}

/// A data folder with an evening of each game, a picture and a calibration.
fn data(folder: &Path) {
    let mut journal = Journal::open(&folder.join("journal.sqlite")).expect("opens");
    for (i, game) in GameName::ALL.into_iter().enumerate() {
        let (_, table) = games::evening(game, 40 + i as u64, 90);
        let id = journal.begin(1_000 + i as i64).expect("begins");
        journal
            .append(id, table.entries(), 2_000, Some("host:tap"))
            .expect("written");
    }
    let uid = journal.evenings().expect("rows")[2].uid.clone();
    let pictures = folder.join("evidence").join(uid);
    fs::create_dir_all(&pictures).expect("made");
    fs::write(pictures.join("7-at.jpg"), b"a picture").expect("written");
    fs::create_dir_all(folder.join("calibration")).expect("made");
    fs::write(folder.join("calibration/camera.toml"), b"k = 1").expect("written");
}

fn entries(path: &Path) -> Vec<Entry> {
    let journal = Journal::read(path).expect("a journal");
    let id = journal
        .evenings()
        .expect("rows")
        .last()
        .expect("an evening")
        .id;
    journal.entries(id).expect("entries")
}

#[test]
fn an_evening_travels_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (home, away, file) = (at("home"), at("away"), at("evening.pitboss"));
    fs::create_dir_all(&home).expect("made");
    data(Path::new(&home));
    let here = said(&["replay", &home]);
    assert_eq!(
        here.lines().filter(|l| l.starts_with("evening ")).count(),
        3
    );
    said(&["export", &home, &file]);
    assert!(refused(&["export", &home, &file]).contains("there is a file already"));
    assert!(said(&["import", &file, "--data", &away]).starts_with("evening 1: "));
    assert!(said(&["import", &file, "--data", &away]).contains("it is here already"));
    let (from, to) = (
        Path::new(&home).join("journal.sqlite"),
        Path::new(&away).join("journal.sqlite"),
    );
    assert_eq!(entries(&from), entries(&to));
    for (command, form) in [
        ("settle", "--json"),
        ("settle", "--csv"),
        ("replay", "--json"),
    ] {
        let here = said(&[command, &home, form, "--evening", "3"]);
        let there = said(&[command, &file, form, "--evening", "1"]);
        assert_eq!(
            here.replace("\"evening\":3", "\"evening\":1"),
            there,
            "{command}"
        );
    }
    let uid = Journal::read(&from)
        .expect("read")
        .evenings()
        .expect("rows")[2]
        .uid
        .clone();
    let picture = Path::new(&away)
        .join("evidence")
        .join(&uid)
        .join("7-at.jpg");
    assert_eq!(fs::read(&picture).expect("it came along"), b"a picture");
    assert_eq!(
        fs::read(Path::new(&away).join("calibration/camera.toml")).expect("came"),
        b"k = 1"
    );
    // An import that was cut short is made whole by the next.
    fs::remove_file(&picture).expect("gone");
    said(&["import", &file, "--data", &away]);
    assert!(picture.exists());
    // As JSON lines too: the same facts, the same chips.
    let lines = at("evening.jsonl");
    said(&["export", &home, &lines, "--lines"]);
    assert_eq!(said(&["settle", &lines]), said(&["settle", &file]));
    let text = fs::read_to_string(&lines).expect("text");
    let mut told = text.lines().filter(|l| !l.contains("\"event\":\"seated\""));
    assert!(told.all(|l| !l.contains("\"#")), "players by name");
    // And back again, once: when each entry was written and who ordered it came along.
    let third = at("third");
    for here in ["evening 1: ", "evening 1: it is here already"] {
        assert!(said(&["import", &lines, "--data", &third]).starts_with(here));
    }
    assert_eq!(said(&["export", &third, "-"]), text);
    assert!(text.contains(r#""wall_ms":2000,"who":"host"}"#), "{text}");
    fs::write(
        &lines,
        text.replacen("\"event\":\"laid\"", "\"event\":\"lain\"", 1),
    )
    .expect("written");
    assert!(refused(&["replay", &lines]).contains("evening.jsonl, line "));
}

#[test]
fn an_evening_that_was_played_on_elsewhere_is_said_to_be_here_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (home, away, file, longer) = (at("home"), at("away"), at("a.pitboss"), at("b.pitboss"));
    fs::create_dir_all(&home).expect("made");
    data(Path::new(&home));
    said(&["export", &home, &file]);
    said(&["import", &file, "--data", &away]);
    let mut journal = Journal::open(&Path::new(&home).join("journal.sqlite")).expect("opens");
    let row = journal.evenings().expect("rows").remove(2);
    let seq = Seq(row.entries + 1);
    let next = Entry {
        seq,
        at: At(9_000_000),
        event: Event::Paused { paused: true },
    };
    journal.append(row.id, &[next], 0, None).expect("goes on");
    drop(journal);
    said(&["export", &home, &longer]);
    let out = pitboss(&["import", &longer, "--data", &away]);
    assert_eq!(out.status.code(), Some(1));
    let text = String::from_utf8(out.stdout).expect("text");
    let more = format!("{} entries, and the file has {seq}: ", row.entries);
    assert!(text.contains(&more), "{text}");
    // The other way round there is nothing to say.
    said(&["import", &file, "--data", &home]);
}

/// An evening of Mensch that runs, at which nothing happens.
fn running(data: &str, args: &[&str]) -> Child {
    let mut evening = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["run", "--source", "none", "--listen", "127.0.0.1:0"])
        .args(["--listen-https", "none"])
        .args(["--game", "mensch", "--seats", "A,B,C,D", "--data", data])
        .args(args)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    // Once it says where it is reached, everything is in its place.
    let out = BufReader::new(evening.stdout.take().expect("piped"));
    let told = out.lines().map_while(Result::ok).any(|l| l.contains("PIN"));
    assert!(told, "it never opened");
    evening
}

#[test]
fn the_layout_of_an_evening_travels_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (home, away, file) = (at("home"), at("away"), at("evening.pitboss"));
    let layout = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration/mensch.toml");
    let mut evening = running(&home, &["--table", &layout.to_string_lossy()]);
    evening.kill().expect("killed");
    evening.wait().expect("gone");
    said(&["export", &home, &file]);
    said(&["import", &file, "--data", &away]);
    let came = fs::read(Path::new(&away).join("calibration/mensch.toml"));
    assert_eq!(came.expect("it came"), fs::read(layout).expect("text"));
}

#[test]
fn corners_that_form_no_table_are_said_before_anything_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_string_lossy().into_owned();
    fs::create_dir_all(folder.path().join("calibration")).expect("made");
    let file = folder.path().join("calibration/placement.toml");
    fs::write(&file, "version = 3").expect("written");
    let run = ["run", "--source", "none", "--listen", "127.0.0.1:0"];
    let why = refused(&[&run[..], &["--listen-https", "none", "--data", &home]].concat());
    assert!(why.contains("placement.toml can't be used: "), "{why}");
    assert!(
        why.contains("tap the corners again at /host, or take the file away"),
        "{why}"
    );
    assert_eq!(fs::read(&file).expect("left alone"), b"version = 3");
}

/// An evening with an offence, on which the host decides; then the table is cleared without him.
#[test]
fn who_decided_and_when_stands_in_the_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    let pictures = folder.path().join("evidence");
    let journal = Journal::open(&path).expect("opens");
    let began = wall_ms();
    let evening = Evening::open(journal, None, &pictures, rules::open, false);
    let mut evening = evening.expect("it begins");
    let mut facts = games::opening(GameName::Mensch).to_vec();
    facts.extend(games::deal(GameName::Mensch, 0, Seat(0)));
    let mut ruling = None;
    for fact in facts {
        evening.enter(At(0), fact, None).expect("entered");
        let board = evening.table().board();
        ruling = board.rulings.first().map(|r| r.seq);
        if ruling.is_some() {
            break;
        }
    }
    let of = ruling.expect("an offence");
    let decision = Decision::Stands;
    let decided = Event::Decided { of, decision };
    evening
        .enter(At(0), decided, Some("host:d1"))
        .expect("decided");
    evening.sweep().expect("cleared");
    let lines = evening.lines().expect("lines");
    let lines: Vec<Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    let decided: Vec<&Value> = lines.iter().filter(|l| l["event"] == "decided").collect();
    let who: Vec<&Value> = decided.iter().map(|l| &l["who"]).collect();
    assert_eq!(who, [&Value::from("host"), &Value::Null]);
    for line in &lines {
        let when = line["wall_ms"].as_i64().expect("when");
        assert!((began..=wall_ms()).contains(&when));
    }
}

#[test]
fn chips_that_no_ledger_takes_are_said_at_their_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let mut record: Vec<Entry> = games::opening(GameName::Mensch)
        .into_iter()
        .enumerate()
        .map(|(i, event)| Entry {
            seq: Seq(i as u64 + 1),
            at: At(0),
            event,
        })
        .collect();
    for seq in 3..5 {
        let told = Event::Transfer(Transfer {
            from: Account::Bank,
            to: Account::Seat(Seat(0)),
            chips: i64::MAX,
            reason: "buy_in".into(),
        });
        record.push(Entry {
            seq: Seq(seq),
            at: At(0),
            event: told,
        });
    }
    let id = journal.begin(0).expect("begins");
    journal.append(id, &record, 0, None).expect("written");
    drop(journal);
    let home = folder.path().to_string_lossy().into_owned();
    let said = refused(&["settle", &home]);
    assert!(
        said.contains("evening 1 can't be settled: entry 4: "),
        "{said}"
    );
    let run = ["run", "--source", "none", "--listen", "127.0.0.1:0"];
    let said = refused(
        &[
            &run[..],
            &["--listen-https", "none", "--continue", "--data", &home],
        ]
        .concat(),
    );
    assert!(
        said.contains("the last evening can't be continued: entry 4: "),
        "{said}"
    );
}

#[test]
fn a_record_that_is_told_differently_is_said_at_its_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let (_, table) = games::evening(GameName::Mensch, 3, 120);
    let mut record = table.entries().to_vec();
    let ante = record
        .iter()
        .position(|e| e.event.is_told())
        .expect("something was told");
    record.truncate(ante);
    record.push(table.entries()[0].clone());
    record[ante].seq = table.entries()[ante].seq;
    let id = journal.begin(0).expect("begins");
    journal.append(id, &record, 0, None).expect("written");
    let out = pitboss(&["replay", &path.to_string_lossy(), "--json"]);
    assert_eq!(out.status.code(), Some(1));
    let line: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    assert_eq!(line["entry"], ante as u64 + 1, "{line}");
}

#[test]
fn a_ruling_that_vanished_is_told_as_withdrawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let (_, table) = games::evening(GameName::Mensch, 3, 250);
    let count = |of: fn(&Event) -> bool| table.entries().iter().filter(|e| of(&e.event)).count();
    let told = count(|e| matches!(e, Event::Ruling(_)));
    let withdrawn = count(|e| matches!(e, Event::Withdrawn { .. }));
    assert!(withdrawn > 0 && withdrawn < told, "{withdrawn} of {told}");
    let id = journal.begin(0).expect("begins");
    let entries = table.entries();
    journal.append(id, entries, 0, None).expect("written");
    let path = path.to_string_lossy();
    let text = said(&["replay", &path]);
    assert_eq!(text.matches(", withdrawn\n").count(), withdrawn, "{text}");
    let line: Value = serde_json::from_str(&said(&["replay", &path, "--json"])).expect("JSON");
    let rulings = line["rulings"].as_array().expect("rulings");
    let gone = rulings.iter().filter(|r| r["withdrawn"] == true);
    assert_eq!((rulings.len(), gone.count()), (told, withdrawn));
}

#[test]
fn a_name_goes_and_the_sums_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_string_lossy().into_owned();
    data(folder.path());
    let before: Value = serde_json::from_str(&said(&["league", &home, "--json"])).expect("JSON");
    assert!(
        refused(&["forget", "Nobody", "--data", &home])
            .contains("nobody called `Nobody` played here: A, B")
    );
    assert!(said(&["forget", "B", "--data", &home]).starts_with("B is called Player 1 now"));
    let after: Value = serde_json::from_str(&said(&["league", &home, "--json"])).expect("JSON");
    let renamed = before.to_string().replace("\"B\"", "\"Player 1\"");
    let renamed: Value = serde_json::from_str(&renamed).expect("JSON");
    assert_eq!(after, renamed);
    said(&["replay", &home]);
    assert!(said(&["league", &home]).contains("  Player 1, "));
    let bytes = fs::read(folder.path().join("journal.sqlite")).expect("bytes");
    assert!(!bytes.windows(10).any(|w| w == br#""name":"B""#));
}

#[test]
fn no_name_goes_while_an_evening_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_string_lossy().into_owned();
    data(folder.path());
    let mut evening = running(&home, &["--new"]);
    let before = said(&["export", &home, "-", "--evening", "3"]);
    let why = refused(&["forget", "B", "--data", &home]);
    assert!(
        why.contains("another pitboss plays with the data folder"),
        "{why}"
    );
    assert_eq!(said(&["export", &home, "-", "--evening", "3"]), before);
    assert!(
        evening.try_wait().expect("its state").is_none(),
        "it goes on"
    );
    evening.kill().expect("killed");
    evening.wait().expect("gone");
    assert!(said(&["forget", "B", "--data", &home]).starts_with("B is called Player 1 now"));
    let running = said(&["export", &home, "-"]);
    assert!(
        running.contains("Player 1") && !running.contains("\"B\""),
        "{running}"
    );
}

#[test]
fn no_evening_comes_in_while_a_name_goes() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_string_lossy().into_owned();
    data(folder.path());
    let lines = folder.path().join("lines").to_string_lossy().into_owned();
    said(&["export", &home, &lines, "--lines"]);
    // One or the other is at work.
    let held = fs::File::create(folder.path().join("lock-evenings")).expect("a lock");
    held.try_lock().expect("nobody holds it");
    let other = "another pitboss takes an evening in or a name out of the data folder";
    assert!(refused(&["forget", "B", "--data", &home]).contains(other));
    assert!(refused(&["import", &lines, "--data", &home]).contains(other));
    drop(held);
    assert!(said(&["import", &lines, "--data", &home]).starts_with("evening 4: "));
    said(&["forget", "B", "--data", &home]);
    assert_eq!(
        said(&["replay", &home])
            .matches("told the same again")
            .count(),
        4
    );
}

/// What a killed evening, export or forgetting leaves beside a journal is taken for no other journal's.
#[test]
fn steps_left_of_another_file_are_not_taken_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    fs::create_dir_all(&home).expect("made");
    data(&home);
    let at = |name: &str| home.join(name);
    let mut journal = Journal::open(&at("journal.sqlite")).expect("opens");
    journal.begin(3_000).expect("a step");
    let text = home.to_string_lossy().into_owned();
    let out = folder.path().join("evening.pitboss");
    let left = fs::read(at("journal.sqlite-wal")).expect("steps");
    assert!(!left.is_empty());
    drop(journal);
    fs::write(at("journal.anew-wal"), &left).expect("left");
    let beside = folder.path().join("evening.pitboss.part-wal");
    fs::write(beside, &left).expect("left");
    said(&["export", &text, &out.to_string_lossy(), "--evening", "3"]);
    said(&["replay", &out.to_string_lossy()]);
    said(&["forget", "B", "--data", &text]);
    said(&["replay", &text]);
    // The journal itself is taken away: a new one does not go on with the steps of the old.
    fs::remove_file(at("journal.sqlite")).expect("gone");
    fs::write(at("journal.sqlite-wal"), &left).expect("left");
    let why = refused(&["import", &out.to_string_lossy(), "--data", &text]);
    assert!(why.contains("put it back, or take that away too"), "{why}");
    assert!(!at("journal.sqlite").exists());
    assert_eq!(fs::read(at("journal.sqlite-wal")).expect("kept"), left);
    fs::remove_file(at("journal.sqlite-wal")).expect("gone");
    said(&["import", &out.to_string_lossy(), "--data", &text]);
}

#[test]
fn what_is_no_record_is_said_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("diary.txt");
    fs::write(&path, "Dear diary").expect("written");
    let name = path.to_string_lossy().into_owned();
    for args in [
        vec!["replay", &name],
        vec!["settle", &name],
        vec!["league", &name],
        vec!["import", &name, "--data", &name],
    ] {
        assert!(
            refused(&args).contains("is no journal of Pitboss"),
            "{args:?}"
        );
    }
    assert_eq!(fs::read(&path).expect("bytes"), b"Dear diary");
    let nothing = folder.path().join("nothing").to_string_lossy().into_owned();
    assert!(refused(&["league", &nothing]).contains("there is no journal at"));
}

/// Names in a crafted evening lead nowhere else: whatever the file says, only plain names below the data folder are written.
#[test]
fn an_import_writes_nothing_outside_its_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, data) = (
        folder.path().join("crafted.sqlite"),
        folder.path().join("here/data"),
    );
    let entries: Vec<(Entry, Written)> = (1..)
        .zip(games::opening(GameName::Mensch))
        .map(|(n, event)| {
            let (seq, at) = (Seq(n), At(0));
            let written = Written {
                wall_ms: 1,
                client: None,
            };
            (Entry { seq, at, event }, written)
        })
        .collect();
    let mut journal = Journal::open(&file).expect("opens");
    for uid in ["../../evil", "plain"] {
        let id = journal
            .take_in(uid, "elsewhere", &entries)
            .expect("taken in");
        for name in [
            "../evil",
            "/tmp/evil",
            "evidence/../../evil",
            "evidence/1-at.jpg",
            "calibration/../../evil.toml",
            "calibration/.hidden",
            "calibration/fine.toml",
            "journal.sqlite",
            "access.json",
        ] {
            journal.attach(id, name, b"crafted").expect("attached");
        }
    }
    journal.seal().expect("sealed");
    fs::create_dir_all(&data).expect("made");
    let told = pitboss(&[
        "import",
        &file.to_string_lossy(),
        "--data",
        &data.to_string_lossy(),
    ]);
    assert!(matches!(told.status.code(), Some(0 | 1)), "{told:?}");
    let mut found = Vec::new();
    let mut folders = vec![folder.path().to_owned()];
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(next)
            .expect("a folder")
            .map(|e| e.expect("an entry").path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if fs::read(&path).expect("a file") == b"crafted" {
                found.push(
                    path.strip_prefix(&data)
                        .expect("below the data folder")
                        .to_owned(),
                );
            }
        }
    }
    assert!(found.contains(&"calibration/fine.toml".into()), "{found:?}");
    let below = |p: &std::path::PathBuf| {
        p.starts_with("evidence/plain") || p.ends_with("calibration/fine.toml")
    };
    assert!(found.iter().all(below), "{found:?}");
    assert!(!Path::new("/tmp/evil").exists());
}

/// The machine's clock may jump while people play: hours are only told, nothing is ordered by them.
#[test]
fn a_clock_that_jumps_loses_nothing() {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_string_lossy().into_owned();
    let (_, table) = games::evening(GameName::Mensch, 5, 60);
    let mut journal = Journal::open(&folder.path().join("journal.sqlite")).expect("opens");
    let now = wall_ms();
    let id = journal.begin(now).expect("begins");
    for (n, entry) in table.entries().iter().enumerate() {
        // Back a day, ahead ten years, before 1970, and on.
        let wall = [now, now - DAY_MS, now + 3_650 * DAY_MS, -DAY_MS][n / 7 % 4];
        journal
            .append(id, std::slice::from_ref(entry), wall, None)
            .expect("written");
    }
    assert_eq!(journal.entries(id).expect("entries"), table.entries());
    drop(journal);
    let told = said(&["replay", &home]);
    assert!(told.contains("told the same again"), "{told}");
    let file = folder
        .path()
        .join("evening.pitboss")
        .to_string_lossy()
        .into_owned();
    said(&["export", &home, &file]);
    let away = folder.path().join("away").to_string_lossy().into_owned();
    said(&["import", &file, "--data", &away]);
    assert_eq!(said(&["replay", &away]), told);
}
