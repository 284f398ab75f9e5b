//! The fold of a long evening: 10,000 entries from the journal to the board, and one correction in its last deal and in its first.

#[allow(dead_code)]
#[path = "../tests/evenings/mod.rs"]
mod evenings;
#[path = "../tests/highcard/mod.rs"]
mod highcard;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use pitboss::{
    event::{Entry, Event},
    frame::At,
    play::{Seq, Zone},
    seat::Seat,
    table::Table,
};

/// Deal after deal, until the record has so many entries.
fn evening(entries: usize) -> Vec<Entry> {
    let mut table = evenings::open();
    let mut chance = evenings::Chance(9);
    let mut first = 1;
    while table.entries().len() < entries {
        let mut take = |event| table.take(At(0), event).expect("a fact");
        for seat in 0..3 {
            take(Event::Backs {
                seat: Some(Seat(seat)),
                zone: Zone::Hand,
                count: 2,
            });
        }
        for i in 0..6 {
            take(evenings::laid(Some(chance.card()), (first + i) % 3));
        }
        first = (first + 1) % 3;
    }
    table.entries().to_vec()
}

fn fold(c: &mut Criterion) {
    let record = evening(10_000);
    let first_card = record
        .iter()
        .find(|e| matches!(e.event, Event::Laid { .. }))
        .expect("a card")
        .seq;
    let last_card = record
        .iter()
        .rfind(|e| matches!(e.event, Event::Laid { .. }))
        .expect("a card")
        .seq;
    c.bench_function("fold of 10,000 entries", |b| {
        b.iter(|| {
            let table =
                Table::replay(highcard::rules, record.iter().cloned()).expect("the same again");
            table.board()
        });
    });
    for (name, of) in [
        ("in the last deal", last_card),
        ("in the first deal", first_card),
    ] {
        c.bench_function(&format!("a correction {name} of 10,000 entries"), |b| {
            b.iter_batched(
                || Table::replay(highcard::rules, record.iter().cloned()).expect("the same again"),
                |mut table| correct(&mut table, of),
                BatchSize::LargeInput,
            );
        });
    }
}

fn correct(table: &mut Table, of: Seq) -> usize {
    table
        .take(At(0), Event::Struck { of })
        .expect("a card")
        .len()
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = fold }
criterion_main!(benches);
