//! How many plays a second the rules judge on one core, knowledge kept: one group a game; the knowledge of ten hands by itself; and the showdown
//! beside the `poker` crate.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use pitboss::{
    card::{Card, Deck, Suit},
    demo::players::{Deed, Script, mensch, michigan_rummy, monster},
    frame::At,
    play::{Act, GameName, Play, Seq, Witness},
    rules::{
        Opening,
        knowledge::{CardSet, Knowledge},
        mensch::MenschOptions,
        michigan_rummy::MichiganOptions,
        monster::MonsterOptions,
        open,
        poker::{AceLow, best, card_at},
    },
    seat::Seat,
    sighting::Signs,
};
use rand::{SeedableRng, rngs::SmallRng};

/// So many deals of each game.
const DEALS: u64 = 200;

fn script(game: GameName, seed: u64, seats: &[Seat]) -> Script {
    let mut rng = SmallRng::seed_from_u64(seed);
    let dealer = seats[seats.len() - 1];
    match game {
        GameName::Mensch => {
            let four = [0, 1, 2, 3].map(|i| seats[i]);
            let options = MenschOptions::default();
            mensch::deal(&mut rng, four, dealer, &options, mensch::Style::Whim, None)
        }
        GameName::Monster => {
            let options = MonsterOptions::default();
            let style = monster::Style::Whim;
            monster::game(&mut rng, seats, dealer, &options, style, None).expect("so many can play")
        }
        GameName::MichiganRummy => {
            let options = MichiganOptions::default();
            let style = michigan_rummy::Style::Whim;
            michigan_rummy::deal(&mut rng, seats, dealer, &options, style, None)
        }
    }
}

/// A deed with bids, calls, cards and gatherings, as a play that was surely seen.
fn play(deed: Deed) -> Play {
    let said = matches!(deed.act, Act::Call(_));
    Play {
        at: At::default(),
        seat: deed.seat,
        witness: if said { Witness::Phone } else { Witness::Seen },
        act: deed.act,
        signs: Signs {
            indices: 2,
            face: true,
        },
    }
}

fn judged_plays(c: &mut Criterion) {
    for (game, players) in [
        (GameName::Mensch, 4_u8),
        (GameName::Monster, 6),
        (GameName::MichiganRummy, 5),
        (GameName::MichiganRummy, 9),
    ] {
        let names: Vec<String> = (0..players).map(|n| format!("P{n}")).collect();
        let seats: Vec<Seat> = (0..players).map(Seat).collect();
        let opening = Opening {
            game,
            seating: names.join(",").parse().expect("a seating"),
            dealer: seats.last().copied(),
            options: serde_json::Value::Null,
            stakes: Vec::new(),
            stacks: Vec::new(),
            finale: false,
        };
        let deals: Vec<Vec<Play>> = (0..DEALS)
            .map(|seed| script(game, seed, &seats).deeds)
            .map(|deeds| deeds.into_iter().map(play).collect())
            .collect();
        let plays = deals.iter().map(|d| d.len() as u64).sum();
        let mut group = c.benchmark_group(format!("{game}, {players} players"));
        group.throughput(Throughput::Elements(plays));
        group.bench_function("judged plays", |b| {
            b.iter(|| {
                for deal in &deals {
                    let mut game = open(&opening).expect("a game");
                    for (n, play) in (1..).zip(deal) {
                        black_box(game.apply(Seq(n), play));
                    }
                }
            });
        });
        group.finish();
    }
}

/// The 52 cards in ten hands, each without one suit: whether a dealing is left, and what a hand may hold.
fn impossible_worlds(c: &mut Criterion) {
    let deck: CardSet = Deck::Full.cards().into_iter().collect();
    let mut known = Knowledge::new(deck, &[6, 6, 5, 5, 5, 5, 5, 5, 5, 5]);
    for hand in 0..10 {
        known.lacks(hand, CardSet::suit(Suit::ALL[hand % 4]));
    }
    let mut group = c.benchmark_group("ten hands of 52 cards");
    group.bench_function("whether a dealing is left", |b| {
        b.iter(|| black_box(&known).conflict());
    });
    group.bench_function("likely cards of one hand", |b| {
        b.iter(|| black_box(&known).likely(Some(3)));
    });
    group.finish();
}

/// Five cards into their worth, ours beside theirs; and the best five of eighteen, which theirs doesn't take.
fn showdown(c: &mut Criterion) {
    let pack: Vec<Card> = (0..52).filter_map(card_at).collect();
    let hands: Vec<Vec<Card>> = (0..1_000)
        .map(|n| (0..5).map(|k| pack[(n * 7 + k * 11) % 52]).collect())
        .collect();
    let theirs: Vec<[poker::Card; 5]> = hands
        .iter()
        .map(|hand| {
            std::array::from_fn(|k| {
                let text = hand[k].to_string();
                let (rank, suit) = text.split_at(1);
                let text = format!("{rank}{}", suit.to_lowercase());
                text.parse().expect("a card")
            })
        })
        .collect();
    let evaluator = poker::Evaluator::new();
    let mut group = c.benchmark_group("showdown");
    group.throughput(Throughput::Elements(hands.len() as u64));
    group.bench_function("ours", |b| {
        b.iter(|| {
            for hand in &hands {
                black_box(best(hand, AceLow::Straight));
            }
        });
    });
    group.bench_function("poker", |b| {
        b.iter(|| {
            for hand in &theirs {
                black_box(evaluator.evaluate_five(*hand).expect("five cards"));
            }
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("ours, five of eighteen", |b| {
        b.iter(|| black_box(best(&pack[..18], AceLow::Straight)));
    });
    group.finish();
}

criterion_group!(benches, judged_plays, impossible_worlds, showdown);
criterion_main!(benches);
