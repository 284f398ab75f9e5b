//! The journal's file: only ever added to, whole or not at all, never touched when it is somebody else's.

#[allow(dead_code)]
mod evenings;
mod highcard;

use std::{fs, path::Path};

use pitboss::{
    chips::Chips,
    event::{Entry, Event},
    frame::At,
    journal::{Journal, JournalError},
    play::Seq,
    rules,
    seat::Seat,
    table::{Rules, Table},
};

fn record(takes: usize) -> Table {
    let mut table = evenings::open();
    for _ in 0..takes {
        let event = evenings::next(5, &table);
        table
            .take(At(table.entries().len() as u64 * 40), event)
            .expect("a fact");
    }
    table
}

#[test]
fn what_was_written_is_read_bit_for_bit() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let table = record(60);
    let mut journal = Journal::open(&path).expect("opens");
    let evening = journal.begin(1_000).expect("begins");
    for (i, entry) in table.entries().iter().enumerate() {
        let client = (i == 7).then_some("tap-1");
        journal
            .append(
                evening,
                std::slice::from_ref(entry),
                1_000 + i as i64,
                client,
            )
            .expect("written");
    }
    drop(journal);
    let mut journal = Journal::open(&path).expect("opens again");
    assert_eq!(journal.entries(evening).expect("read"), table.entries());
    assert_eq!(journal.order(evening, "tap-1").expect("read"), Some(Seq(8)));
    assert_eq!(journal.order(evening, "tap-2").expect("read"), None);
    let written = &journal.written(evening).expect("read")[7];
    assert_eq!(
        (written.wall_ms, written.client.as_deref()),
        (1_007, Some("tap-1"))
    );
    let rows = journal.evenings().expect("read");
    assert_eq!(
        (rows[0].begun_ms, rows[0].entries),
        (1_000, table.entries().len() as u64)
    );
    assert_eq!(rows[0].last_ms, 1_000 + table.entries().len() as i64 - 1);
    // A copy can be taken while the evening goes on: of the one file, by whatever copies files, and it goes on elsewhere.
    let copy = folder.path().join("copy.sqlite");
    fs::copy(&path, &copy).expect("copied");
    let mut there = Journal::open(&copy).expect("a journal");
    assert_eq!(there.entries(evening).expect("read"), table.entries());
    let mut next = table.entries()[0].clone();
    next.seq = Seq(table.entries().len() as u64 + 1);
    let next = [next];
    there.append(evening, &next, 0, None).expect("goes on");
    journal
        .append(evening, &next, 0, None)
        .expect("goes on here too");
    fs::copy(&path, &copy).expect("copied");
    let copied = Journal::read(&copy).expect("a journal");
    assert_eq!(
        copied.entries(evening).expect("read").last(),
        next.last(),
        "the newest entry is in the file itself"
    );
}

#[test]
fn rows_are_never_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let evening = journal.begin(0).expect("begins");
    let entries: Vec<Entry> = record(3).entries().to_vec();
    journal.append(evening, &entries, 0, None).expect("written");
    assert!(
        matches!(
            journal.append(evening, &entries[1..2], 0, None),
            Err(JournalError::Write(_))
        ),
        "doubled"
    );
    let mut gap = entries[0].clone();
    gap.seq = Seq(entries.len() as u64 + 2);
    assert!(journal.append(evening, &[gap], 0, None).is_err(), "a gap");
    let raw = rusqlite::Connection::open(&path).expect("opens");
    for (sql, said) in [
        (
            "UPDATE entry SET event = '{}' WHERE seq = 1",
            "an entry is never changed",
        ),
        (
            "DELETE FROM entry WHERE seq = 1",
            "an entry is never deleted",
        ),
        ("DELETE FROM entry", "an entry is never deleted"),
        (
            "INSERT OR REPLACE INTO entry SELECT id, evening, seq, at_ms, 5, told, client, event, sum FROM entry WHERE seq = 1",
            "entries follow one another without a gap",
        ),
        (
            "INSERT INTO entry SELECT max(id) + 1, evening, max(seq) + 1, 0, 5, 0, NULL, '{}', NULL FROM entry",
            "an entry carries a sum over its row",
        ),
        (
            "UPDATE evening SET begun_ms = 9",
            "an evening is never changed",
        ),
        ("DELETE FROM evening", "an evening is never deleted"),
        (
            "INSERT OR REPLACE INTO evening VALUES (1, 'x', 'y', 9)",
            "that evening is here already",
        ),
    ] {
        let error = raw.execute_batch(sql).expect_err(sql).to_string();
        assert!(error.contains(said), "{sql}: {error}");
    }
    assert_eq!(journal.entries(evening).expect("read"), entries);
}

#[test]
fn a_full_disk_takes_a_step_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut chance = evenings::Chance(3);
    let (mut full, mut written) = (0, 0);
    for round in 0..3 {
        let path = folder.path().join(format!("{round}.sqlite"));
        let mut journal = Journal::open(&path).expect("opens");
        let evening = journal.begin(0).expect("begins");
        journal
            .limit_pages(9 + chance.below(3) as u32)
            .expect("limited");
        let mut table = Table::new(highcard::rules);
        loop {
            let event = match table.entries().len() {
                0 => evenings::opening()[0].clone(),
                1 => evenings::opening()[1].clone(),
                _ => evenings::next(round, &table),
            };
            let before = table.entries().to_vec();
            let entries = table.take(At(0), event).expect("a fact");
            if let Err(error) = journal.append(evening, &entries, 0, None) {
                assert!(
                    error
                        .to_string()
                        .contains("nothing was entered; make room on the disk"),
                    "{error}"
                );
                assert_eq!(journal.entries(evening).expect("read"), before);
                journal.limit_pages(10_000).expect("room again");
                journal
                    .append(evening, &entries, 0, None)
                    .expect("written now");
                full += 1;
                break;
            }
            written += 1;
        }
        assert_eq!(journal.entries(evening).expect("read"), table.entries());
    }
    println!("disks full {full}, steps written before {written}");
    assert!(full == 3 && written > 10);
}

/// Killed while it was brought up to date or made ready, a journal has a step to take back: it is no damaged one.
#[test]
fn a_step_cut_short_is_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let evening = journal.begin(0).expect("begins");
    let entries = record(40).entries().to_vec();
    journal.append(evening, &entries, 0, None).expect("written");
    journal.seal().expect("one file");
    let raw = rusqlite::Connection::open(&path).expect("opens");
    raw.execute_batch("PRAGMA cache_size = 1; BEGIN IMMEDIATE")
        .expect("a step");
    for name in 0..40 {
        let sql = "INSERT INTO attachment VALUES (1, ?1, zeroblob(20000))";
        raw.execute(sql, [name.to_string()]).expect("half of it");
    }
    for how in [Journal::read as fn(&Path) -> _, Journal::open] {
        let copy = folder.path().join("copy.sqlite");
        for suffix in ["", "-journal"] {
            let with = |path: &Path| format!("{}{suffix}", path.display());
            fs::copy(with(&path), with(&copy)).expect("as the kill left it");
        }
        let journal = how(&copy).expect("a whole journal");
        assert_eq!(journal.entries(evening).expect("read"), entries);
        assert!(journal.attachments(evening).expect("read").is_empty());
    }
}

/// The same with one letter of an entry wrong: SQLite itself finds nothing amiss, and it can still be read. Where a page was divided the
/// file holds what lies there twice.
fn spoilt(bytes: &[u8]) -> Vec<u8> {
    let mut spoilt = bytes.to_vec();
    let laid = br#"{"event":"laid","card":"#;
    for at in 0..spoilt.len() - laid.len() {
        let rank = at + laid.len() + 1;
        if spoilt[at..].starts_with(laid) && spoilt[rank] == b'7' {
            spoilt[rank] = b'8';
        }
    }
    assert_ne!(spoilt, bytes);
    spoilt
}

#[test]
fn a_foreign_or_damaged_file_gets_one_sentence_and_is_not_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let good = folder.path().join("good.sqlite");
    let mut journal = Journal::open(&good).expect("opens");
    let evening = journal.begin(0).expect("begins");
    journal
        .append(evening, record(200).entries(), 0, None)
        .expect("written");
    drop(journal);
    let bytes = fs::read(&good).expect("bytes");
    let foreign = rusqlite::Connection::open(folder.path().join("foreign")).expect("opens");
    foreign
        .execute_batch("CREATE TABLE a (b); PRAGMA user_version = 1")
        .expect("made");
    drop(foreign);
    let foreign = fs::read(folder.path().join("foreign")).expect("bytes");
    let mut torn = bytes.clone();
    torn[16_384..40_000].fill(0x55);
    let mut newer = bytes.clone();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let cut = bytes[..bytes.len() / 2].to_vec();
    for (name, bytes, said) in [
        (
            "text",
            b"Dear diary, today we played Mensch.".to_vec(),
            "is no journal of Pitboss; it was left as it is",
        ),
        (
            "picture",
            vec![0xFF; 5000],
            "is no journal of Pitboss; it was left as it is",
        ),
        (
            "other",
            foreign,
            "is no journal of Pitboss; it was left as it is",
        ),
        ("torn", torn, "is damaged ("),
        ("cut", cut, "is damaged ("),
        (
            "spoilt",
            spoilt(&bytes),
            "is not as it was written); it was left as it is",
        ),
        (
            "newer",
            newer,
            "was written by a newer Pitboss (schema 99, this one knows",
        ),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, &bytes).expect("written");
        for how in [Journal::open as fn(&Path) -> _, Journal::read] {
            let error = how(&path).expect_err(name).to_string();
            assert!(error.contains(said), "{name}: {error}");
            assert!(!error.contains('\n'), "{name}: {error}");
            assert_eq!(fs::read(&path).expect("bytes"), bytes, "{name} was touched");
        }
    }
    let none = folder.path().join("none");
    assert!(matches!(
        Journal::read(&none),
        Err(JournalError::Missing(_))
    ));
    assert!(!none.exists());
    assert!(Journal::open(&folder.path().join("no/such/folder/j")).is_err());
}

/// An evening that the first version wrote, as it goes on: the rules were mended since, and what they tell differently is added.
fn goes_on(name: &str, rules: Rules) -> (Table, Journal, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    fs::copy(first.join(name), &path).expect("copied");
    let mut journal = Journal::open(&path).expect("opens");
    let row = journal.evenings().expect("read")[0].clone();
    let old = journal.entries(row.id).expect("read");
    let (mut table, new) = Table::adopt(rules, old.clone()).expect("a record");
    assert_eq!(table.entries()[..old.len()], old, "nothing is rewritten");
    journal.append(row.id, &new, 0, None).expect("added");
    let paused = Event::Paused { paused: true };
    let next = table.take(At(1_000_000), paused).expect("a fact");
    journal.append(row.id, &next, 0, None).expect("goes on");
    assert_eq!(journal.entries(row.id).expect("read"), table.entries());
    (table, journal, folder)
}

#[test]
fn a_journal_of_the_first_schema_opens() {
    let (table, journal, _folder) = goes_on("journal_1.sqlite", highcard::rules);
    assert!(table.entries().len() > 120);
    assert_eq!(journal.version().expect("read"), 2);
}

/// A copy of the first version's journal is read without being changed, and brought up to date where it is written to: its entries, their
/// times and the ids of their orders stay, and what is added carries a sum.
#[test]
fn the_first_schema_becomes_the_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let first = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/evening_1.sqlite");
    let bytes = fs::read(&first).expect("bytes");
    fs::write(&path, &bytes).expect("copied");
    let old = Journal::read(&path).expect("reads");
    let whole = |j: &Journal| {
        (
            j.evenings().expect("read"),
            j.entries(1).expect("read"),
            j.written(1).expect("read"),
        )
    };
    let before = whole(&old);
    assert_eq!(old.version().expect("read"), 1);
    drop(old);
    assert_eq!(fs::read(&path).expect("bytes"), bytes, "read only");
    let mut new = Journal::open(&path).expect("opens");
    assert_eq!(new.version().expect("read"), 2);
    assert_eq!(whole(&new), before);
    let next = before.1.len() as u64 + 1;
    let added = Entry {
        seq: Seq(next),
        at: At(1_000_000),
        event: Event::Paused { paused: true },
    };
    new.append(1, &[added], 7, Some("host:k")).expect("added");
    drop(new);
    let raw = rusqlite::Connection::open(&path).expect("opens");
    let count = |sql: &str| {
        raw.query_row(sql, [], |row| row.get::<_, i64>(0))
            .expect(sql)
    };
    assert_eq!(count("SELECT count(sum) FROM entry"), 1);
    assert_eq!(count("SELECT count(*) FROM entry"), next as i64);
    drop(raw);
    // Copied elsewhere, every entry gets its sum.
    let other = folder.path().join("k.sqlite");
    let journal = Journal::read(&path).expect("reads");
    let row = journal.evenings().expect("read").remove(0);
    let mut to = Journal::open(&other).expect("opens");
    journal.copy_evening(&row, &mut to).expect("copied");
    assert_eq!(
        to.written(1).expect("read"),
        journal.written(1).expect("read")
    );
    drop(to);
    let raw = rusqlite::Connection::open(&other).expect("opens");
    let summed = "SELECT count(sum) FROM entry";
    let summed: i64 = raw.query_row(summed, [], |row| row.get(0)).expect("read");
    assert_eq!(summed, next as i64);
}

/// `pitboss run --source demo:3`, with chips, corrections and a deal that the host voided.
#[test]
fn an_evening_that_the_first_version_played_goes_on() {
    let (table, journal, _folder) = goes_on("evening_1.sqlite", rules::open);
    assert_eq!(journal.order(1, "host:k3").expect("read"), Some(Seq(84)));
    // Voiding the deal took with it what Ann had bought while it ran; now it doesn't.
    assert_eq!((table.ledger().bought(Seat(0)), table.deals()), (30, 1));
    assert_eq!(table.net().map(|(_, chips)| chips).sum::<Chips>(), 0);
}
