//! The laws of the record in the three real games, counted per game: sums stay zero whatever is entered, a replay tells the same, and a
//! corrected record equals one that was right from the start.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;

use std::collections::BTreeMap;

use evenings::{Chance, games};
use pitboss::{
    chips::{Account, Chips},
    event::Event,
    frame::At,
    play::{GameName, Seq},
    rules,
    seat::Seat,
    table::Table,
};
use serde_json::Value;

/// How many evenings of each game are tried; `PITBOSS_EVENINGS=1000` for the long run.
fn evenings_tried() -> u64 {
    std::env::var("PITBOSS_EVENINGS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(30)
}

/// Chips account by account, from what was told alone.
fn told(table: &Table) -> BTreeMap<Account, Chips> {
    let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
    for entry in table.entries() {
        if let Event::Transfer(t) = &entry.event {
            *balances.entry(t.from.clone()).or_default() -= t.chips;
            *balances.entry(t.to.clone()).or_default() += t.chips;
        }
        let sum: Chips = balances.values().sum();
        assert_eq!(sum, 0, "after entry {}", entry.seq);
    }
    balances
}

#[test]
fn whatever_is_entered_the_sums_stay_zero_and_it_replays() {
    for game in GameName::ALL {
        let (mut facts, mut entries, mut deals) = (0, 0, 0);
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        for seed in 0..evenings_tried() {
            let (taken, table) = games::evening(game, seed, 250);
            assert_eq!(&told(&table), table.ledger().balances(), "{game} {seed}");
            let again = Table::replay(rules::open, table.entries().iter().cloned())
                .unwrap_or_else(|e| panic!("{game}, seed {seed}: {e}"));
            assert_eq!(again.board(), table.board(), "{game} {seed}");
            let seats: Vec<Seat> = games::seating(game).seats().collect();
            let shares = table.ledger().shares(&seats);
            assert_eq!(shares.values().sum::<Chips>(), 0, "{game} {seed}");
            facts += taken.len();
            entries += table.entries().len();
            deals += table.deals();
            for fact in &taken {
                let kind = serde_json::to_value(fact).expect("JSON")["event"].to_string();
                *kinds.entry(kind).or_default() += 1;
            }
        }
        println!("{game}: {facts} facts, {entries} entries, {deals} deals; {kinds:?}");
        for kind in [
            "struck",
            "replaced",
            "inserted",
            "decided",
            "bought",
            "cashed_out",
            "answered",
        ] {
            let times = kinds.get(&format!("\"{kind}\"")).copied().unwrap_or(0);
            assert!(
                times > evenings_tried() / 3,
                "{game}: {kind} came {times} times"
            );
        }
        assert!(u64::from(deals) > evenings_tried(), "{game}: {deals} deals");
    }
}

/// What counts in the end, without the numbers of entries: those are others in a record that was corrected.
fn state(table: &Table) -> (BTreeMap<Account, Chips>, Value, Vec<String>) {
    let board = table.board();
    let mut shown = serde_json::to_value((
        board.deal,
        board.last_deal.map(|d| (d.outcome, d.net)),
        board.deal_number,
        board.next_dealer,
    ))
    .expect("JSON");
    unnumbered(&mut shown);
    let mut withdrawn: Vec<Seq> = Vec::new();
    let mut rulings = Vec::new();
    for entry in table.entries().iter().rev() {
        match &entry.event {
            Event::Withdrawn { ruling } => withdrawn.push(*ruling),
            Event::Ruling(r) if !withdrawn.contains(&entry.seq) => {
                rulings.push(format!("{:?} {} {:?}", r.verdict, r.code, r.against));
            }
            _ => {}
        }
    }
    rulings.sort();
    let mut balances = table.ledger().balances().clone();
    balances.retain(|_, chips| *chips != 0);
    (balances, shown, rulings)
}

fn unnumbered(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(unnumbered),
        Value::Object(fields) => {
            fields.remove("seq");
            fields.values_mut().for_each(unnumbered);
        }
        _ => {}
    }
}

/// A fact as a camera might have got it wrong, and whether it did; `None` where it was missed.
fn spoil(game: GameName, chance: &mut Chance, fact: &Event) -> (Option<Event>, bool) {
    let Event::Laid {
        card, seat, zone, ..
    } = fact
    else {
        return (Some(fact.clone()), false);
    };
    let seats: Vec<Seat> = games::seating(game).seats().collect();
    let other = seats[chance.below(seats.len())];
    match chance.below(24) {
        0 => {
            let wrong = games::card(game, chance);
            (Some(games::laid(Some(wrong), *seat, zone.clone())), true)
        }
        1 => (Some(games::laid(None, *seat, zone.clone())), true),
        2 => {
            let wrong = seat.map(|_| other);
            (Some(games::laid(*card, wrong, zone.clone())), true)
        }
        3 => (None, true),
        _ => (Some(fact.clone()), false),
    }
}

#[test]
fn a_corrected_record_equals_one_that_was_right_from_the_start() {
    for game in GameName::ALL {
        let (mut tried, mut corrections) = (0_u64, 0_u64);
        for seed in 0..evenings_tried() {
            let mut chance = Chance(77 + seed);
            let mut facts: Vec<Event> = games::opening(game).into();
            let mut right = Table::new(rules::open);
            for fact in &facts {
                right.take(At(0), fact.clone()).expect("a fact");
            }
            for _ in 0..2 {
                let dealer = right.board().next_dealer.unwrap_or(Seat(0));
                for fact in games::deal(game, chance.next(), dealer) {
                    right.take(At(0), fact.clone()).expect("a fact");
                    facts.push(fact);
                }
            }
            let mut wrong = Table::new(rules::open);
            let mut fixes = Vec::new();
            let mut missed: Vec<Event> = Vec::new();
            for fact in &facts {
                let (seen, spoilt) = spoil(game, &mut chance, fact);
                let Some(seen) = seen else {
                    missed.push(fact.clone());
                    continue;
                };
                let seq = wrong.take(At(0), seen).expect("a fact")[0].seq;
                fixes.extend(missed.drain(..).map(|what| Event::Inserted {
                    before: seq,
                    what: Box::new(what),
                }));
                if spoilt {
                    let with = Box::new(fact.clone());
                    fixes.push(Event::Replaced { of: seq, with });
                }
                if chance.below(60) == 0 {
                    let ghost = games::laid(
                        Some(games::card(game, &mut chance)),
                        Some(Seat(0)),
                        games::zone(game),
                    );
                    let of = wrong.take(At(0), ghost).expect("a fact")[0].seq;
                    fixes.push(Event::Struck { of });
                }
            }
            for what in missed {
                wrong.take(At(0), what).expect("a fact");
            }
            corrections += fixes.len() as u64;
            for fix in fixes {
                wrong.take(At(0), fix).expect("a correction");
            }
            assert_eq!(state(&wrong), state(&right), "{game}, seed {seed}");
            tried += 1;
        }
        println!("{game}: {tried} evenings, {corrections} corrections");
        assert!(corrections > tried, "{game}");
    }
}
