//! Monster: honest games draw no ruling and empty the pot, every planted offence is proved at its earliest card, and nobody else is accused.

use std::collections::{BTreeMap, BTreeSet};

use pitboss::{
    chips::{Account, Chips},
    demo::players::{
        Deed, Script,
        monster::{Cheat, Style, game},
    },
    frame::At,
    play::{Act, Play, Seq, Witness, Zone},
    rules::{
        Game, Outcome,
        monster::{LoneLive, Monster, MonsterOptions, OddChip, PairAtShowdown, TieLoss},
    },
    ruling::{Ruling, Verdict},
    seat::Seat,
    sighting::Signs,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng};

use super::deals;

const CLEAR: Signs = Signs {
    indices: 2,
    face: true,
};

fn seats(rng: &mut SmallRng) -> Vec<Seat> {
    (0..rng.random_range(4..=8)).map(Seat).collect()
}

fn options(rng: &mut SmallRng) -> MonsterOptions {
    MonsterOptions {
        lone_live: if rng.random_bool(0.7) {
            LoneLive::MustFight
        } else {
            LoneLive::AutoWin
        },
        tie_loss_last_two: if rng.random_bool(0.7) {
            TieLoss::TiedPairContinues
        } else {
            TieLoss::RestartRound
        },
        odd_chip: if rng.random_bool(0.7) {
            OddChip::LeaveInPot
        } else {
            OddChip::FirstLeftOfDealer
        },
        pair_at_showdown: match rng.random_range(0..3) {
            0 => PairAtShowdown::DeadHand,
            1 => PairAtShowdown::PaysPenalty,
            _ => PairAtShowdown::VoidRound,
        },
        ..MonsterOptions::default()
    }
}

fn play(deed: &Deed) -> Play {
    let said = matches!(deed.act, Act::Call(_));
    Play {
        at: At::default(),
        seat: deed.seat,
        act: deed.act.clone(),
        witness: if said { Witness::Phone } else { Witness::Seen },
        signs: CLEAR,
    }
}

fn seq(index: usize) -> Seq {
    Seq(index as u64 + 1)
}

/// Folds a script without some of its deeds. Chips are conserved at every step: what the seats lost lies in the pot.
fn fold(
    script: &Script,
    seats: &[Seat],
    options: &MonsterOptions,
    without: &BTreeSet<usize>,
) -> (Monster, Vec<(usize, Outcome)>) {
    let mut engine =
        Monster::new(seats.to_vec(), script.dealer, options.clone(), 0).expect("so many can play");
    let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for (i, deed) in script
        .deeds
        .iter()
        .enumerate()
        .filter(|(i, _)| !without.contains(i))
    {
        let outcome = engine.apply(seq(i), &play(deed));
        for t in &outcome.transfers {
            assert!(t.chips > 0, "{t:?}");
            *balances.entry(t.from.clone()).or_default() -= t.chips;
            *balances.entry(t.to.clone()).or_default() += t.chips;
        }
        let pot = balances.get(&Account::Pot).copied().unwrap_or(0);
        assert_eq!(engine.stakes(), [(Account::Pot, pot)]);
        outcomes.push((i, outcome));
    }
    (engine, outcomes)
}

fn rulings(outcomes: &[(usize, Outcome)]) -> Vec<(usize, &Ruling)> {
    outcomes
        .iter()
        .flat_map(|(i, o)| o.rulings.iter().map(move |r| (*i, r)))
        .collect()
}

/// How often hands are dealt in a script.
fn dealings(script: &Script) -> u64 {
    let deals = |d: &Deed| matches!(&d.act, Act::Backs { zone: Zone::Hand, count } if *count >= 6);
    let starts = |pair: &[Deed]| !deals(&pair[0]) && deals(&pair[1]);
    1 + script.deeds.windows(2).filter(|pair| starts(pair)).count() as u64
}

#[test]
fn honest_games_draw_no_ruling_and_empty_the_pot() {
    let (mut endings, mut rounds): (BTreeMap<String, u64>, u64) = (BTreeMap::new(), 0);
    let mut games = 0;
    for seed in 0.. {
        if rounds >= deals() {
            break;
        }
        let mut rng = SmallRng::seed_from_u64(seed);
        let (seats, options) = (seats(&mut rng), options(&mut rng));
        let dealer = seats[rng.random_range(0..seats.len())];
        let style = if seed % 2 == 0 {
            Style::Whim
        } else {
            Style::Sense
        };
        let script =
            game(&mut rng, &seats, dealer, &options, style, None).expect("so many can play");
        let (engine, outcomes) = fold(&script, &seats, &options, &BTreeSet::new());
        let told = rulings(&outcomes);
        assert!(told.is_empty(), "seed {seed}: {told:?}");
        rounds += dealings(&script);
        games += 1;
        let closed: Vec<_> = outcomes
            .iter()
            .filter_map(|(_, o)| o.closed.as_ref())
            .collect();
        assert!(closed.len() <= 1);
        let Some(closed) = closed.first() else {
            continue; // a game that goes on longer than the script
        };
        assert!(
            engine.stakes()[0].1 < seats.len() as Chips,
            "only odd chips stay: {:?}",
            engine.stakes()
        );
        *endings.entry(closed.outcome.clone()).or_default() += 1;
        let (again, _) = fold(&script, &seats, &options, &BTreeSet::new());
        assert_eq!(
            again.state(),
            engine.state(),
            "a replay gives the same state"
        );
    }
    assert!(endings.len() >= 3, "{endings:?}");
    assert!(
        endings.values().sum::<u64>() * 10 >= games * 9,
        "most games end: {endings:?}"
    );
    println!("monster: {rounds} honest rounds in {games} games {endings:?}");
}

#[test]
fn planted_offences_are_proved_at_their_earliest() {
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    let mut rounds = 0;
    for seed in 0_u64.. {
        if rounds >= deals() {
            break;
        }
        let mut rng = SmallRng::seed_from_u64(seed ^ 0xc0ffee);
        let (seats, options) = (seats(&mut rng), options(&mut rng));
        let dealer = seats[rng.random_range(0..seats.len())];
        let cheat = Cheat::ALL[seed as usize % Cheat::ALL.len()];
        let script = game(&mut rng, &seats, dealer, &options, Style::Whim, Some(cheat))
            .expect("so many can play");
        rounds += dealings(&script);
        let (_, outcomes) = fold(&script, &seats, &options, &BTreeSet::new());
        let told = rulings(&outcomes);
        for planted in &script.planted {
            let hit = told
                .iter()
                .find(|(_, r)| r.code == planted.code && r.verdict == Verdict::Violation);
            let Some((at, ruling)) = hit else {
                panic!("seed {seed}: {planted:?} not found in {told:?}")
            };
            assert_eq!(
                (*at, ruling.against),
                (planted.proved, planted.against),
                "seed {seed}: {ruling:?}"
            );
            assert_minimal(&script, &seats, &options, ruling, seed);
            *found.entry(planted.code).or_default() += 1;
        }
        let guilty: BTreeSet<Option<Seat>> = script
            .planted
            .iter()
            .map(|p| p.against)
            .chain([None])
            .collect();
        for (at, ruling) in &told {
            let accuses = ruling.verdict == Verdict::Violation;
            assert!(
                !accuses || guilty.contains(&ruling.against),
                "seed {seed}, deed {at}: {ruling:?}"
            );
        }
    }
    assert_eq!(
        found.len(),
        Cheat::ALL.len(),
        "every provable kind was tried: {found:?}"
    );
    println!("monster: planted and proved {found:?}");
}

/// Who is left alone may win unseen (A1): the pot is his, and taken by another it was judged wrong.
#[test]
fn a_pot_won_unseen_is_taken_by_another() {
    let mut unseen = 0;
    for seed in 0..300 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let seats: Vec<Seat> = (0..4).map(Seat).collect();
        let options = MonsterOptions {
            lone_live: LoneLive::AutoWin,
            ..MonsterOptions::default()
        };
        let cheat = Some(Cheat::WrongChampion);
        let script =
            game(&mut rng, &seats, Seat(3), &options, Style::Whim, cheat).expect("four can play");
        let (_, outcomes) = fold(&script, &seats, &options, &BTreeSet::new());
        let ended = outcomes.iter().find(|(_, o)| o.closed.is_some());
        let shown = |i: usize| matches!(script.deeds[i].act, Act::Laid { .. });
        unseen += usize::from(ended.is_some_and(|(i, _)| !shown(*i)));
        let told = rulings(&outcomes).len();
        assert_eq!(told, script.planted.len(), "seed {seed}");
    }
    println!("monster: pots won unseen {unseen}");
    assert!(unseen > 10, "{unseen}");
}

/// Without any one entry of the proof nobody is accused of it.
fn assert_minimal(
    script: &Script,
    seats: &[Seat],
    options: &MonsterOptions,
    ruling: &Ruling,
    seed: u64,
) {
    for entry in &ruling.proof {
        let without = BTreeSet::from([entry.0 as usize - 1]);
        let (_, outcomes) = fold(script, seats, options, &without);
        let still = rulings(&outcomes).into_iter().any(|(_, r)| {
            r.verdict == Verdict::Violation
                && r.code == ruling.code
                && r.against == ruling.against
                && r.proof.iter().all(|s| ruling.proof.contains(s))
        });
        assert!(!still, "seed {seed}: proved without {entry}: {ruling:?}");
    }
}
