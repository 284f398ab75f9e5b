//! Whole evenings at the table, with the real rules of all three games: many deals in a row, the record put right afterwards, the host's
//! decisions. Counted per game.

use std::collections::BTreeMap;

use pitboss::{
    card::Deck,
    chips::{Account, Chips},
    demo::players::{Deed, Script, mensch, michigan_rummy, monster},
    event::{Decision, Event},
    frame::At,
    play::{Act, GameName, Seq},
    rules::{
        self, mensch::MenschOptions, michigan_rummy::MichiganOptions, monster::MonsterOptions,
    },
    ruling::{Ruling, Verdict},
    seat::Seat,
    table::Table,
};
use rand::{SeedableRng, rngs::SmallRng};
use serde_json::Value;

use super::{
    deals,
    evenings::{Chance, games},
};

/// One deal of that game, perhaps with an offence.
fn script(
    game: GameName,
    rng: &mut SmallRng,
    seats: &[Seat],
    dealer: Seat,
    cheats: bool,
) -> Script {
    match game {
        GameName::Mensch => {
            let seats = [0, 1, 2, 3].map(|i| seats[i]);
            let cheat = cheats.then_some(mensch::Cheat::Revoke);
            let options = MenschOptions::default();
            mensch::deal(rng, seats, dealer, &options, mensch::Style::Whim, cheat)
        }
        GameName::Monster => {
            let cheat = cheats.then_some(monster::Cheat::PairKept);
            let options = MonsterOptions::default();
            monster::game(rng, seats, dealer, &options, monster::Style::Whim, cheat)
                .expect("so many can play")
        }
        GameName::MichiganRummy => {
            let cheat = cheats.then_some(michigan_rummy::Cheat::LeadNotLowest);
            let options = MichiganOptions::default();
            let style = michigan_rummy::Style::Whim;
            michigan_rummy::deal(rng, seats, dealer, &options, style, cheat)
        }
    }
}

/// So many deals in a row, the deal passing left; the facts, and who dealt each.
fn evening(game: GameName, seed: u64, count: usize, cheats: bool) -> (Vec<Event>, Vec<Seat>) {
    let mut rng = SmallRng::seed_from_u64(seed);
    let seating = games::seating(game);
    let seats: Vec<Seat> = seating.seats().collect();
    let mut dealer = seats[0];
    let (mut facts, mut dealers) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let deal = script(game, &mut rng, &seats, dealer, cheats);
        facts.extend(deal.deeds.into_iter().filter_map(games::fact));
        dealers.push(dealer);
        dealer = seating.left_of(dealer);
    }
    (facts, dealers)
}

fn open(game: GameName) -> Table {
    let mut table = Table::new(rules::open);
    for event in games::opening(game) {
        table.take(At(0), event).expect("a fact");
    }
    table
}

/// Enters a fact; the sums stay zero.
fn take(table: &mut Table, event: Event) -> Seq {
    let at = At(table.entries().len() as u64);
    let first = table.take(at, event).expect("a fact")[0].seq;
    assert_eq!(table.ledger().balances().values().sum::<Chips>(), 0);
    first
}

/// The rulings that count in the end.
fn rulings(table: &Table) -> Vec<(Seq, Ruling)> {
    let mut withdrawn = Vec::new();
    let mut standing = Vec::new();
    for entry in table.entries().iter().rev() {
        match &entry.event {
            Event::Withdrawn { ruling } => withdrawn.push(*ruling),
            Event::Ruling(r) if !withdrawn.contains(&entry.seq) => {
                standing.push((entry.seq, r.clone()));
            }
            _ => {}
        }
    }
    standing.reverse();
    standing
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
    let mut told: Vec<String> = rulings(table)
        .iter()
        .map(|(_, r)| format!("{:?} {} {:?}", r.verdict, r.code, r.against))
        .collect();
    told.sort();
    let mut balances = table.ledger().balances().clone();
    balances.retain(|_, chips| *chips != 0);
    (balances, shown, told)
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

fn replays(table: &Table) {
    let again = Table::replay(rules::open, table.entries().iter().cloned())
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.board(), table.board());
}

#[test]
fn many_deals_follow_one_another() {
    let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 60).max(10) {
            let (facts, dealers) = evening(game, seed, 4, false);
            let mut table = open(game);
            for fact in facts {
                take(&mut table, fact);
            }
            let opened: Vec<Option<Seat>> = table
                .entries()
                .iter()
                .filter_map(|e| match &e.event {
                    Event::DealOpened { dealer } => Some(*dealer),
                    _ => None,
                })
                .collect();
            let closed = table
                .entries()
                .iter()
                .filter(|e| matches!(e.event, Event::DealClosed { .. }))
                .count();
            let due: Vec<Option<Seat>> = dealers.iter().copied().map(Some).collect();
            // A game of Monster may go on longer than its script.
            if game != GameName::Monster || closed == due.len() {
                assert_eq!((opened, closed), (due.clone(), due.len()), "{game} {seed}");
            }
            let accused = rulings(&table);
            let accused = accused
                .iter()
                .filter(|(_, r)| r.verdict == Verdict::Violation);
            assert_eq!(accused.count(), 0, "{game} {seed}");
            replays(&table);
            let count = counts.entry(game.as_str()).or_default();
            count[0] += 1;
            count[1] += closed as u64;
        }
    }
    println!("evenings, deals: {counts:?}");
    assert_eq!(counts.len(), 3);
}

/// A fact as a camera or a host might have got it wrong, and whether it did; `None` where it was missed.
fn spoil(game: GameName, chance: &mut Chance, fact: &Event) -> (Option<Event>, bool) {
    let seats: Vec<Seat> = games::seating(game).seats().collect();
    let other = seats[chance.below(seats.len())];
    let wrong = match (fact, chance.below(24)) {
        (Event::Laid { .. } | Event::Call { .. }, 3) => return (None, true),
        (Event::Laid { seat, zone, .. }, 0) => {
            games::laid(Some(games::card(game, chance)), *seat, zone.clone())
        }
        (Event::Laid { seat, zone, .. }, 1) => games::laid(None, *seat, zone.clone()),
        (
            Event::Laid {
                card, seat, zone, ..
            },
            2,
        ) => games::laid(*card, seat.map(|_| other), zone.clone()),
        (Event::Call { call, by, .. }, 0 | 1) => Event::Call {
            seat: other,
            call: call.clone(),
            by: *by,
        },
        _ => return (Some(fact.clone()), false),
    };
    (Some(wrong), true)
}

#[test]
fn a_corrected_record_equals_one_that_was_right_from_the_start() {
    let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 40).max(20) {
            let mut chance = Chance(seed ^ 0xfeed);
            let (facts, _) = evening(game, seed, 2, seed % 3 == 0);
            let mut right = open(game);
            for fact in &facts {
                take(&mut right, fact.clone());
            }
            let mut wrong = open(game);
            let (mut fixes, mut missed): (Vec<Event>, Vec<Event>) = (Vec::new(), Vec::new());
            for fact in &facts {
                let (seen, spoilt) = spoil(game, &mut chance, fact);
                let Some(seen) = seen else {
                    missed.push(fact.clone());
                    continue;
                };
                let seq = take(&mut wrong, seen);
                fixes.extend(missed.drain(..).map(|what| Event::Inserted {
                    before: seq,
                    what: Box::new(what),
                }));
                if spoilt {
                    let with = Box::new(fact.clone());
                    fixes.push(Event::Replaced { of: seq, with });
                }
                if chance.below(60) == 0 {
                    // Something that never lay there.
                    let card = games::card(game, &mut chance);
                    let ghost = games::laid(Some(card), Some(Seat(0)), games::zone(game));
                    let of = take(&mut wrong, ghost);
                    fixes.push(Event::Struck { of });
                }
            }
            for what in missed {
                take(&mut wrong, what);
            }
            let count = counts.entry(game.as_str()).or_default();
            count[0] += 1;
            count[1] += fixes.len() as u64;
            let record = wrong.entries().to_vec();
            let mut back = Table::replay(rules::open, record).expect("a record");
            for fix in &fixes {
                take(&mut wrong, fix.clone());
            }
            assert_eq!(state(&wrong), state(&right), "{game} {seed}: {fixes:#?}");
            replays(&wrong);
            // Cards missed before one and the same entry are told in their order; all else commutes.
            let mut places: Vec<Seq> = fixes
                .iter()
                .filter_map(|f| match f {
                    Event::Inserted { before, .. } => Some(*before),
                    _ => None,
                })
                .collect();
            places.sort_unstable();
            if places.windows(2).all(|w| w[0] != w[1]) {
                for fix in fixes.iter().rev() {
                    take(&mut back, fix.clone());
                }
                assert_eq!(state(&back), state(&right), "{game} {seed}, from behind");
            }
        }
    }
    println!("evenings, corrections: {counts:?}");
    assert!(
        counts.len() == 3 && counts.values().all(|c| c[1] > 100),
        "{counts:?}"
    );
}

#[test]
fn after_a_decision_the_game_goes_on_correctly() {
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 20).max(40) {
            let (facts, _) = evening(game, seed, 2, true);
            let mut plain = open(game);
            for fact in &facts {
                take(&mut plain, fact.clone());
            }
            for (name, decision) in [
                ("stands", Decision::Stands),
                (
                    "fine",
                    Decision::Fine {
                        chips: 3,
                        to: Account::Bank,
                    },
                ),
            ] {
                let mut table = open(game);
                let mut fined = None;
                for fact in &facts {
                    take(&mut table, fact.clone());
                    let told = rulings(&table).into_iter().next_back();
                    if let (None, Some((of, ruling))) = (fined, told)
                        && ruling.verdict == Verdict::Violation
                        && let Some(seat) = ruling.against
                    {
                        let decision = decision.clone();
                        take(&mut table, Event::Decided { of, decision });
                        fined = Some(seat);
                        *counts.entry((game.as_str(), name)).or_default() += 1;
                    }
                }
                for seat in table.seating().expect("players").clone().seats() {
                    let costs = if name == "fine" && fined == Some(seat) {
                        3
                    } else {
                        0
                    };
                    let (with, without) = (table.ledger().net(seat), plain.ledger().net(seat));
                    assert_eq!(with, without - costs, "{game} {seed} {name} {seat}");
                }
                replays(&table);
            }
        }
    }
    println!("decisions: {counts:?}");
    assert!(
        counts.len() == 6 && counts.values().all(|n| *n >= 10),
        "{counts:?}"
    );
}

#[test]
fn a_deal_that_is_voided_or_dealt_anew_leaves_no_trace() {
    let mut counts: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 40).max(40) {
            let mut chance = Chance(seed ^ 0xbeef);
            let cheats = seed % 3 == 0;
            let first = evening(game, seed, 1, cheats).0.len();
            let (facts, dealers) = evening(game, seed, 2, cheats);
            let mut table = open(game);
            for fact in &facts[..first] {
                take(&mut table, fact.clone());
            }
            if table.board().deal.is_some() {
                continue; // a game of Monster may go on longer than its script
            }
            let before = table.ledger().balances().clone();
            let cut = first + 1 + chance.below(facts.len() - first - 1);
            let mut newest = Seq(1);
            for fact in &facts[first..cut] {
                newest = take(&mut table, fact.clone());
            }
            if table.board().deal.is_none() {
                continue;
            }
            // A round of Monster is dealt anew within its game.
            let (name, decision) = if game != GameName::Monster && seed % 2 == 0 {
                ("redeal", Decision::Redeal)
            } else {
                ("void", Decision::Void)
            };
            let of = newest;
            take(&mut table, Event::Decided { of, decision });
            let held = |balances: &BTreeMap<Account, Chips>| {
                let mut held = balances.clone();
                held.retain(|_, chips| *chips != 0);
                held
            };
            assert_eq!(
                held(table.ledger().balances()),
                held(&before),
                "{game} {seed}"
            );
            assert_eq!(table.board().next_dealer, Some(dealers[1]), "{game} {seed}");
            let mut plain = open(game);
            for fact in &facts {
                take(&mut plain, fact.clone());
            }
            for fact in &facts[first..] {
                take(&mut table, fact.clone());
            }
            assert_eq!(
                held(table.ledger().balances()),
                held(plain.ledger().balances()),
                "{game} {seed}"
            );
            let ended = |table: &Table| table.board().last_deal.map(|d| (d.outcome, d.net));
            assert_eq!(ended(&table), ended(&plain), "{game} {seed}");
            replays(&table);
            *counts.entry((game.as_str(), name)).or_default() += 1;
        }
    }
    println!("deals that left no trace: {counts:?}");
    assert!(
        counts.len() == 5 && counts.values().all(|n| *n >= 5),
        "{counts:?}"
    );
}

#[test]
fn the_last_hand_pays_the_board_out() {
    let mut evenings = 0;
    for seed in 0..20 {
        let game = GameName::MichiganRummy;
        let (facts, dealers) = evening(game, seed, 2, false);
        let mut table = open(game);
        let mut newest = Seq(1);
        for fact in facts {
            newest = take(&mut table, fact);
        }
        let last = Event::Decided {
            of: newest,
            decision: Decision::Finale,
        };
        take(&mut table, last);
        let mut pack = Deck::Full.cards().into_iter();
        for seat in table.seating().expect("players").clone().seats() {
            for card in pack.by_ref().take(5) {
                let (act, seat) = (
                    Act::Laid {
                        card: Some(card),
                        zone: pitboss::play::Zone::Hand,
                    },
                    Some(seat),
                );
                take(&mut table, games::fact(Deed { seat, act }).expect("a fact"));
            }
        }
        assert_eq!(
            table
                .ledger()
                .stakes()
                .iter()
                .map(|(_, c)| c)
                .sum::<Chips>(),
            0
        );
        assert_eq!(table.net().map(|(_, c)| c).sum::<Chips>(), 0);
        assert_eq!(table.deals() as usize, dealers.len() + 1);
        replays(&table);
        evenings += 1;
    }
    println!("last hands: {evenings}");
}
