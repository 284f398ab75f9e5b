//! Michigan Rummy: honest deals draw no ruling and close, every planted offence is proved at its earliest card, and nobody else is accused.

use std::collections::{BTreeMap, BTreeSet};

use pitboss::{
    chips::{Account, Chips},
    demo::players::{
        Deed, Planted, Script,
        michigan_rummy::{Cheat, Style, deal},
    },
    frame::At,
    play::{Act, Play, Seq, Witness, Zone},
    rules::{
        Game, Outcome,
        michigan_rummy::{
            FirstLeader, MichiganOptions, MichiganRummy, NoRestart, PokerOddChip, Restart,
        },
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

/// A22, §1.1, D7: two can play, and up to nine.
fn seats(rng: &mut SmallRng) -> Vec<Seat> {
    (0..rng.random_range(2..=9)).map(Seat).collect()
}

fn options(rng: &mut SmallRng) -> MichiganOptions {
    MichiganOptions {
        first_leader: if rng.random_bool(0.7) {
            FirstLeader::Dealer
        } else {
            FirstLeader::LeftOfDealer
        },
        restart: match rng.random_range(0..4) {
            0 => Restart::AnySuit,
            1 => Restart::DifferentColor,
            _ => Restart::DifferentSuit,
        },
        no_restart: if rng.random_bool(0.7) {
            NoRestart::EndNoPayout
        } else {
            NoRestart::RefundCollected
        },
        poker_odd_chip: if rng.random_bool(0.5) {
            PokerOddChip::LeaveInPool
        } else {
            PokerOddChip::FirstLeftOfDealer
        },
        per_card_bonus: rng.random_range(0..2),
        ..MichiganOptions::default()
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

/// Folds a script without some of its deeds. Chips are conserved at every step: what the seats lost lies on the board.
fn fold(
    script: &Script,
    seats: &[Seat],
    options: &MichiganOptions,
    without: &BTreeSet<usize>,
) -> (MichiganRummy, Vec<(usize, Outcome)>) {
    let mut engine = MichiganRummy::new(
        seats.to_vec(),
        script.dealer,
        options.clone(),
        BTreeMap::new(),
    )
    .expect("so many can play");
    let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
    let mut outcomes = Vec::new();
    for (i, deed) in script
        .deeds
        .iter()
        .enumerate()
        .filter(|(i, _)| !without.contains(i))
    {
        let mut play = play(deed);
        let host = |p: &Planted| p.offence == i && p.code == "bet_out_of_order";
        if script.planted.iter().any(host) {
            play.witness = Witness::Host; // a phone's bet counts where it belongs
        }
        let outcome = engine.apply(seq(i), &play);
        for t in &outcome.transfers {
            assert!(t.chips > 0, "{t:?}");
            *balances.entry(t.from.clone()).or_default() -= t.chips;
            *balances.entry(t.to.clone()).or_default() += t.chips;
        }
        for (account, chips) in engine.stakes() {
            assert_eq!(
                balances.get(&account).copied().unwrap_or(0),
                chips,
                "{account}"
            );
        }
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

#[test]
fn honest_deals_draw_no_ruling_and_close() {
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..deals() {
        let mut rng = SmallRng::seed_from_u64(seed);
        let (seats, options) = (seats(&mut rng), options(&mut rng));
        let dealer = seats[rng.random_range(0..seats.len())];
        let style = if seed % 2 == 0 {
            Style::Whim
        } else {
            Style::Sense
        };
        let script = deal(&mut rng, &seats, dealer, &options, style, None);
        let (engine, outcomes) = fold(&script, &seats, &options, &BTreeSet::new());
        let told = rulings(&outcomes);
        let only_disputed = told.iter().all(|(_, r)| r.verdict == Verdict::Disputed);
        assert!(only_disputed, "seed {seed}: {told:?}");
        let closed: Vec<_> = outcomes
            .iter()
            .filter_map(|(_, o)| o.closed.as_ref())
            .collect();
        let [closed] = closed[..] else {
            panic!("seed {seed}: closed {} times", closed.len())
        };
        *endings.entry(closed.outcome.clone()).or_default() += 1;
        let (again, _) = fold(&script, &seats, &options, &BTreeSet::new());
        assert_eq!(
            again.state(),
            engine.state(),
            "a replay gives the same state"
        );
    }
    assert!(endings.keys().eq(["no_restart", "went_out"]), "{endings:?}");
    println!("michigan rummy: honest deals {endings:?}");
}

#[test]
fn planted_offences_are_proved_at_their_earliest() {
    let mut found: BTreeMap<&str, u64> = BTreeMap::new();
    let mut asked_first = 0;
    for seed in 0..deals() {
        let mut rng = SmallRng::seed_from_u64(seed ^ 0xc0ffee);
        let (seats, options) = (seats(&mut rng), options(&mut rng));
        let dealer = seats[rng.random_range(0..seats.len())];
        let cheat = Cheat::ALL[seed as usize % Cheat::ALL.len()];
        let script = deal(&mut rng, &seats, dealer, &options, Style::Whim, Some(cheat));
        let (_, outcomes) = fold(&script, &seats, &options, &BTreeSet::new());
        let told = rulings(&outcomes);
        for planted in &script.planted {
            let of_it = |verdict| {
                move |(_, r): &&(usize, &Ruling)| r.code == planted.code && r.verdict == verdict
            };
            let hit = told.iter().find(of_it(Verdict::Violation));
            let asked = told.iter().filter(of_it(Verdict::Inconclusive));
            let mut unseen =
                asked.filter(|(at, r)| *at == planted.proved && r.args.contains_key("unseen"));
            if let Some((_, ruling)) = unseen.next() {
                // Proved as soon as everybody knows where the cards lie that would explain it; laid, they may only have been read late.
                let (seen, laid) = seen_since(&script, planted.proved, &ruling.args["unseen"]);
                let proved = hit.map(|(at, r)| (*at, r.against));
                let due = seen.map(|at| (at, planted.against));
                assert!(
                    proved == due || (laid && proved.is_none()),
                    "seed {seed}: {proved:?} instead of {due:?} of {planted:?}"
                );
                asked_first += 1;
                if let Some((_, ruling)) = hit {
                    assert_minimal(&script, &seats, &options, ruling, seed);
                    *found.entry(planted.code).or_default() += 1;
                }
                continue;
            }
            // A card shown that isn't his may make the hands impossible first: then nobody is accused any more.
            let clouded = told
                .iter()
                .any(|(at, r)| r.code == "impossible_world" && *at < planted.proved);
            if hit.is_none() && clouded && planted.code == "poker_card_not_owned" {
                continue;
            }
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
    println!("michigan rummy: planted and proved {found:?}, asked first {asked_first}");
}

/// Which deed shows the last of these cards after that one, and whether one of them was laid rather than turned up.
fn seen_since(script: &Script, since: usize, cards: &str) -> (Option<usize>, bool) {
    let mut laid = false;
    let mut seen = |text: &str| {
        let card = text.parse().ok();
        let shows = |(i, deed): &(usize, &Deed)| {
            *i > since && matches!(&deed.act, Act::Laid { card: c, .. } if *c == card)
        };
        let (i, deed) = script.deeds.iter().enumerate().find(shows)?;
        laid |= matches!(
            &deed.act,
            Act::Laid {
                zone: Zone::Front,
                ..
            }
        );
        Some(i)
    };
    let last = cards
        .split(' ')
        .map(&mut seen)
        .try_fold(0, |last, at| Some(last.max(at?)));
    (last, laid)
}

/// Without any one entry of the proof nobody is accused of it.
fn assert_minimal(
    script: &Script,
    seats: &[Seat],
    options: &MichiganOptions,
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
