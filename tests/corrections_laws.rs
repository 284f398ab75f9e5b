//! Laws of the record, tried on random evenings and counted: sums stay zero, a corrected record equals one that was right from the start,
//! corrections of different entries commute, and a replay tells the same.

mod highcard;

use std::collections::BTreeMap;

use pitboss::{
    card::{Card, Deck},
    chips::{Account, Chips},
    event::{Decision, Event},
    frame::At,
    play::{GameName, Seq, Witness, Zone},
    seat::Seat,
    sighting::Signs,
    table::Table,
};

/// Steele's splitmix: the same numbers for the same seed, everywhere.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn card(&mut self) -> Card {
        let faces = Deck::Short.faces();
        faces[self.below(faces.len())]
    }
}

fn laid(card: Option<Card>, seat: u8) -> Event {
    Event::Laid {
        card,
        seat: Some(Seat(seat)),
        zone: Zone::Trick,
        confidence: 0.99,
        by: Witness::Seen,
        signs: Signs {
            indices: 2,
            face: true,
        },
        replaces: None,
    }
}

/// An evening as it was: some deals with hands counted, cards laid mostly in turn, chips bought.
fn facts(chance: &mut Chance) -> Vec<Event> {
    let mut out = Vec::new();
    let mut first = 1_u8;
    for _ in 0..1 + chance.below(4) {
        if chance.below(3) == 0 {
            let seat = Seat(chance.below(3) as u8);
            let chips = 1 + chance.below(50) as Chips;
            out.push(if chance.below(2) == 0 {
                Event::Bought { seat, chips }
            } else {
                Event::CashedOut { seat, chips }
            });
        }
        for seat in 0..3 {
            out.push(Event::Backs {
                seat: Some(Seat(seat)),
                zone: Zone::Hand,
                count: 2,
            });
        }
        for i in 0..6 {
            let turn = if chance.below(8) == 0 {
                chance.below(3) as u8
            } else {
                (first + i) % 3
            };
            out.push(laid(Some(chance.card()), turn));
        }
        first = (first + 1) % 3;
    }
    out
}

fn open() -> Table {
    let mut table = Table::new(highcard::rules);
    let seating = "A,B,C".parse().expect("a seating");
    table
        .take(At(0), Event::Seated { seating })
        .expect("a fact");
    let game = Event::Game {
        game: GameName::Mensch,
        options: serde_json::Value::Null,
        dealer: Some(Seat(0)),
    };
    table.take(At(0), game).expect("a fact");
    table
}

/// Takes a fact and checks the law that the sums stay zero after every entry.
fn take(table: &mut Table, event: Event, sums: &mut u64) -> Seq {
    let told = table
        .take(At(table.entries().len() as u64), event)
        .expect("a fact");
    assert_eq!(table.ledger().balances().values().sum::<Chips>(), 0);
    let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
    for entry in table.entries() {
        if let Event::Transfer(t) = &entry.event {
            *balances.entry(t.from.clone()).or_default() -= t.chips;
            *balances.entry(t.to.clone()).or_default() += t.chips;
        }
    }
    assert_eq!(&balances, table.ledger().balances());
    *sums += told.len() as u64;
    told[0].seq
}

/// Chips by seat, deals, the running deal, and who stands accused of what.
type State = (Vec<Chips>, u32, String, Vec<(String, Option<Seat>)>);

/// What counts in the end.
fn state(table: &Table) -> State {
    let board = table.board();
    let chips = (0..3).map(Seat).map(|s| table.ledger().net(s)).collect();
    let mut rulings: Vec<(String, Option<Seat>)> = Vec::new();
    let mut withdrawn = Vec::new();
    for entry in table.entries().iter().rev() {
        match &entry.event {
            Event::Withdrawn { ruling } => withdrawn.push(*ruling),
            Event::Ruling(r) if !withdrawn.contains(&entry.seq) => {
                rulings.push((r.code.clone(), r.against))
            }
            _ => {}
        }
    }
    rulings.sort();
    let deal = serde_json::to_string(&(
        board.deal,
        board.last_deal.map(|d| (d.outcome, d.net)),
        board.stakes,
    ));
    (chips, board.deal_number, deal.expect("JSON"), rulings)
}

fn replays(table: &Table) {
    let again = Table::replay(highcard::rules, table.entries().iter().cloned())
        .unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.board(), table.board());
    // And a copy that went through JSON.
    let lines: Vec<String> = table
        .entries()
        .iter()
        .map(|e| serde_json::to_string(e).expect("JSON"))
        .collect();
    let read = lines
        .iter()
        .map(|l| serde_json::from_str(l).expect("an entry"));
    Table::replay(highcard::rules, read).unwrap_or_else(|e| panic!("{e}"));
}

/// One way in which a record can be wrong, and what puts it right.
fn spoil(chance: &mut Chance, fact: &Event) -> (Option<Event>, bool) {
    let Event::Laid { card, seat, .. } = fact else {
        return (Some(fact.clone()), false);
    };
    let seat = seat.expect("somebody").0;
    match chance.below(12) {
        0 => (Some(laid(Some(chance.card()), seat)), true),
        1 => (Some(laid(None, seat)), true),
        2 => (Some(laid(*card, (seat + 1) % 3)), true),
        3 => (None, true),
        _ => (Some(fact.clone()), false),
    }
}

#[test]
fn a_corrected_record_equals_one_that_was_right_from_the_start() {
    let (mut evenings, mut corrections, mut sums) = (0_u64, 0_u64, 0_u64);
    for seed in 0..400 {
        let mut chance = Chance(seed);
        let facts = facts(&mut chance);
        let mut right = open();
        for fact in &facts {
            take(&mut right, fact.clone(), &mut sums);
        }
        let mut wrong = open();
        let mut fixes: Vec<Event> = Vec::new();
        let mut missed: Vec<Event> = Vec::new();
        for fact in &facts {
            let (seen, spoilt) = spoil(&mut chance, fact);
            let Some(seen) = seen else {
                missed.push(fact.clone());
                continue;
            };
            let seq = take(&mut wrong, seen, &mut sums);
            for what in missed.drain(..) {
                fixes.push(Event::Inserted {
                    before: seq,
                    what: Box::new(what),
                });
            }
            if spoilt {
                fixes.push(Event::Replaced {
                    of: seq,
                    with: Box::new(fact.clone()),
                });
            }
            if chance.below(20) == 0 {
                // A card that never lay there.
                let of = take(&mut wrong, laid(Some(chance.card()), 0), &mut sums);
                fixes.push(Event::Struck { of });
            }
        }
        for what in missed {
            take(&mut wrong, what, &mut sums);
        }
        let inserted_first = fixes
            .iter()
            .filter(|f| matches!(f, Event::Inserted { .. }))
            .count();
        corrections += fixes.len() as u64;
        let mut other =
            Table::replay(highcard::rules, wrong.entries().iter().cloned()).expect("a record");
        for fix in &fixes {
            take(&mut wrong, fix.clone(), &mut sums);
        }
        assert_eq!(state(&wrong), state(&right), "seed {seed}: {fixes:?}");
        replays(&wrong);
        // Insertions before one and the same entry are told in their order; all else commutes.
        if inserted_first < 2 {
            for fix in fixes.iter().rev() {
                take(&mut other, fix.clone(), &mut sums);
            }
            assert_eq!(
                state(&other),
                state(&right),
                "seed {seed}, the other way round: {fixes:?}"
            );
        }
        evenings += 1;
    }
    println!("evenings {evenings}, corrections {corrections}, entries with sum zero {sums}");
    assert!(evenings == 400 && corrections > 500 && sums > 10_000);
}

#[test]
fn any_sequence_keeps_the_sums_and_replays() {
    let (mut events, mut sums, mut refused) = (0_u64, 0_u64, 0_u64);
    for seed in 0..300 {
        let mut chance = Chance(1_000_000 + seed);
        let mut table = open();
        for _ in 0..60 {
            let newest = table.entries().len() as u64;
            let any = Seq(1 + chance.next() % newest);
            let seat = Seat(chance.below(3) as u8);
            let chips = 1 + chance.below(9) as Chips;
            let event = match chance.below(14) {
                0 => Event::Struck { of: any },
                1 => Event::Replaced {
                    of: any,
                    with: Box::new(laid(Some(chance.card()), seat.0)),
                },
                2 => Event::Inserted {
                    before: any,
                    what: Box::new(laid(Some(chance.card()), seat.0)),
                },
                3 => Event::Decided {
                    of: any,
                    decision: Decision::TakeBack,
                },
                4 => Event::Decided {
                    of: any,
                    decision: Decision::Fine {
                        chips,
                        to: Account::Pot,
                    },
                },
                5 => Event::Decided {
                    of: any,
                    decision: if chance.below(2) == 0 {
                        Decision::Void
                    } else {
                        Decision::Redeal
                    },
                },
                6 => Event::Bought { seat, chips },
                7 => Event::CashedOut { seat, chips },
                8 => Event::Backs {
                    seat: Some(seat),
                    zone: Zone::Hand,
                    count: 2,
                },
                9 => Event::Asked {
                    seat: Some(seat),
                    zone: Zone::Trick,
                    choices: vec![],
                    hole: Some(any),
                },
                10 => Event::Answered {
                    of: any,
                    card: Some(chance.card()),
                },
                11 => laid(None, seat.0),
                _ => laid(Some(chance.card()), seat.0),
            };
            if table.check(&event).is_ok() {
                take(&mut table, event, &mut sums);
                events += 1;
            } else {
                refused += 1;
            }
        }
        replays(&table);
    }
    println!("events {events}, refused {refused}, entries with sum zero {sums}");
    assert!(events > 5_000 && refused > 500);
}
