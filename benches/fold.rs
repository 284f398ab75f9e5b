//! The fold of a long evening of each game: 10,000 entries from the journal to the board in at most 100 ms, and one correction in its last
//! deal and in its first; and the fold of 10²–10⁶ entries.

#[allow(dead_code)]
#[path = "../tests/evenings/mod.rs"]
mod evenings;
#[allow(dead_code)]
#[path = "../tests/highcard/mod.rs"]
mod highcard;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use evenings::games;
use pitboss::{
    event::{Entry, Event},
    play::{GameName, Seq},
    rules,
    seat::Seat,
    table::Table,
};

/// Deal after deal, one in three with an offence, until the record has so many entries.
fn evening(game: GameName, entries: usize) -> Vec<Entry> {
    let mut table = Table::new(rules::open);
    for event in games::opening(game) {
        games::take(&mut table, event);
    }
    for seed in 0.. {
        let dealer = table.board().next_dealer.unwrap_or(Seat(0));
        for event in games::deal(game, seed, dealer) {
            games::take(&mut table, event);
        }
        if table.entries().len() >= entries {
            break;
        }
    }
    table.entries()[..entries].to_vec()
}

fn replay(record: &[Entry]) -> Table {
    Table::replay(rules::open, record.iter().cloned()).expect("the same again")
}

fn fold(c: &mut Criterion) {
    for game in GameName::ALL {
        // The cut may go through what one fact told: back to where that fact stands.
        let mut record = evening(game, 10_000);
        while record.last().is_some_and(|e| e.event.is_told()) {
            record.pop();
        }
        record.pop();
        c.bench_function(&format!("{game}: fold of 10,000 entries"), |b| {
            b.iter(|| replay(&record).board());
        });
        let card = |e: &&Entry| matches!(e.event, Event::Laid { .. });
        let first = record.iter().find(card).expect("a card").seq;
        let last = record.iter().rfind(card).expect("a card").seq;
        for (name, of) in [("last", last), ("first", first)] {
            c.bench_function(&format!("{game}: a correction in the {name} deal"), |b| {
                b.iter_batched(
                    || replay(&record),
                    |mut table| correct(&mut table, of),
                    BatchSize::LargeInput,
                );
            });
        }
    }
}

fn correct(table: &mut Table, of: Seq) -> usize {
    games::take(table, Event::Struck { of }).len()
}

/// The fold of 10²–10⁶ entries of Mensch.
fn growth(c: &mut Criterion) {
    let record = evening(GameName::Mensch, 1_000_000);
    let mut group = c.benchmark_group("fold by entries");
    for entries in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let mut part = record[..entries].to_vec();
        // The cut may go through what one fact told.
        while part.last().is_some_and(|e| e.event.is_told()) {
            part.pop();
        }
        part.pop();
        group.bench_function(BenchmarkId::from_parameter(entries), |b| {
            b.iter(|| replay(&part).board())
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = fold, growth }
criterion_main!(benches);
