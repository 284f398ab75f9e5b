//! One entry onto the disk: our journal beside plain SQLite with the same settings, in one run. The bar is 1.3 times. And one more
//! entry after 10²–10⁶.

use std::path::Path;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use pitboss::{
    event::{Entry, Event, HealthState},
    frame::At,
    journal::Journal,
    play::Seq,
};
use rusqlite::{Connection, params};

fn entry(seq: u64) -> Entry {
    let (state, detail) = (
        HealthState::Ok,
        "a line of the usual length, as a card laid has it, with its signs".to_owned(),
    );
    Entry {
        seq: Seq(seq),
        at: At(seq * 100),
        event: Event::Health {
            state,
            detail,
            cause: None,
        },
    }
}

fn plain(path: &Path) -> Connection {
    let db = Connection::open(path).expect("opens");
    db.execute_batch(
        "PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1;
         CREATE TABLE entry (seq INTEGER PRIMARY KEY, at_ms INTEGER, wall_ms INTEGER, event TEXT)",
    )
    .expect("a table");
    db
}

fn append(c: &mut Criterion) {
    // On the disk, not in a folder that lives in memory.
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let mut group = c.benchmark_group("append");
    let db = plain(&folder.path().join("plain.sqlite"));
    let mut seq = 0;
    group.bench_function("plain SQLite", |b| {
        b.iter(|| {
            seq += 1;
            let entry = entry(seq);
            let text = serde_json::to_string(&entry.event).expect("JSON");
            let mut insert = db
                .prepare_cached("INSERT INTO entry VALUES (?1, ?2, ?3, ?4)")
                .expect("SQL");
            insert
                .execute(params![entry.seq.0 as i64, entry.at.0 as i64, 0, text])
                .expect("written");
        });
    });
    let mut journal = Journal::open(&folder.path().join("journal.sqlite")).expect("opens");
    let evening = journal.begin(0).expect("begins");
    let mut seq = 0;
    group.bench_function("the journal", |b| {
        b.iter(|| {
            seq += 1;
            journal
                .append(evening, &[entry(seq)], 0, None)
                .expect("written");
        });
    });
    group.finish();
}

/// One more entry where the evening has 10²–10⁶ already.
fn growth(c: &mut Criterion) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let mut journal = Journal::open(&folder.path().join("journal.sqlite")).expect("opens");
    let evening = journal.begin(0).expect("begins");
    let mut group = c.benchmark_group("append by entries");
    let mut seq = 0;
    for entries in [100, 1_000, 10_000, 100_000, 1_000_000] {
        while seq < entries {
            let upto = entries.min(seq + 10_000);
            let batch: Vec<Entry> = (seq + 1..=upto).map(entry).collect();
            journal.append(evening, &batch, 0, None).expect("written");
            seq = upto;
        }
        group.bench_function(BenchmarkId::from_parameter(entries), |b| {
            b.iter(|| {
                seq += 1;
                journal
                    .append(evening, &[entry(seq)], 0, None)
                    .expect("written");
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(50); targets = append, growth }
criterion_main!(benches);
