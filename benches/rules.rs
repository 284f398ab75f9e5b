//! How many plays a second the rules judge on one core, knowledge kept; one group a game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pitboss::{
    demo::players::mensch::{Style, deal},
    frame::At,
    play::{Act, Play, Seq, Witness},
    rules::{
        Game,
        mensch::{Mensch, MenschOptions},
    },
    seat::{Seat, Seating},
    sighting::Signs,
};
use rand::{SeedableRng, rngs::SmallRng};

const SEATS: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

/// Whole deals with bids, calls, cards and gatherings, as plays.
fn deals(count: u64, options: &MenschOptions) -> Vec<Vec<Play>> {
    (0..count)
        .map(|seed| {
            let mut rng = SmallRng::seed_from_u64(seed);
            let script = deal(&mut rng, SEATS, SEATS[3], options, Style::Whim, None);
            let play = |deed: pitboss::demo::players::Deed| Play {
                at: At::default(),
                seat: deed.seat,
                witness: if matches!(deed.act, Act::Call(_)) {
                    Witness::Phone
                } else {
                    Witness::Seen
                },
                act: deed.act,
                signs: Signs {
                    indices: 2,
                    face: true,
                },
            };
            script.deeds.into_iter().map(play).collect()
        })
        .collect()
}

fn mensch(c: &mut Criterion) {
    let options = MenschOptions::default();
    let seating: Seating = "A,B,C,D".parse().expect("a seating");
    let deals = deals(200, &options);
    let mut group = c.benchmark_group("mensch");
    group.throughput(Throughput::Elements(
        deals.iter().map(|d| d.len() as u64).sum(),
    ));
    group.bench_function("judged plays", |b| {
        b.iter(|| {
            for deal in &deals {
                let mut game = Mensch::new(&seating, Some(SEATS[3]), &options).expect("four seats");
                for (i, play) in deal.iter().enumerate() {
                    std::hint::black_box(game.apply(Seq(i as u64 + 1), play));
                }
            }
        });
    });
    group.finish();
}

criterion_group!(benches, mensch);
criterion_main!(benches);
