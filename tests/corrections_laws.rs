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
fn undo_goes_back_one_entry_a_press() {
    let mut table = open();
    let mut sums = 0;
    for seat in 0..3 {
        let backs = Event::Backs {
            seat: Some(Seat(seat)),
            zone: Zone::Hand,
            count: 2,
        };
        take(&mut table, backs, &mut sums);
    }
    let mut lay = |card: &str, seat| take(&mut table, laid(card.parse().ok(), seat), &mut sums);
    let cards: Vec<Seq> = ["7H", "8H", "9H", "7S", "8S", "AS"]
        .into_iter()
        .zip([1, 2, 0, 1, 2, 0])
        .map(|(card, seat)| lay(card, seat))
        .collect();
    assert_eq!(table.ledger().net(Seat(0)), 2, "the pot is paid");
    let undo = |table: &mut Table| {
        let of = table.board().undo?.seq;
        table.take(At(99), Event::Undone { of }).expect("a fact");
        Some(of)
    };
    assert_eq!(undo(&mut table), Some(cards[5]));
    assert_eq!(table.ledger().net(Seat(0)), -1, "the pot is handed back");
    assert_eq!(undo(&mut table), Some(cards[4]));
    // What is laid anew is what was entered last.
    let anew = table
        .take(At(99), laid("TS".parse().ok(), 2))
        .expect("a fact")[0]
        .seq;
    assert_eq!(undo(&mut table), Some(anew));
    // Two phones that saw the same: the card is taken back once.
    for _ in 0..2 {
        table
            .take(At(99), Event::Undone { of: cards[3] })
            .expect("a fact");
    }
    for card in cards[..3].iter().rev() {
        assert_eq!(undo(&mut table), Some(*card));
    }
    assert_eq!(undo(&mut table), None);
    // Struck itself, an undo counts no more.
    let of = Seq(table.entries().len() as u64);
    let struck = table.take(At(99), Event::Struck { of }).expect("a fact")[0].seq;
    assert!(table.counts(cards[0]).is_some());
    assert_eq!(undo(&mut table), Some(struck));
    assert!(table.counts(cards[0]).is_none());
}

#[test]
fn undone_step_by_step_it_is_as_if_it_had_never_been_entered() {
    let (mut presses, mut sums) = (0_u64, 0_u64);
    for seed in 0..200 {
        let mut chance = Chance(2_000_000 + seed);
        let facts = facts(&mut chance);
        let mut table = open();
        for fact in &facts {
            take(&mut table, fact.clone(), &mut sums);
            if chance.below(10) == 0 {
                let of = Seq(table.entries().len() as u64);
                let with = Box::new(laid(Some(chance.card()), 1));
                let fix = Event::Replaced { of, with };
                if table.check(&fix).is_ok() {
                    take(&mut table, fix, &mut sums);
                }
            }
        }
        // The facts are the ones that nobody told; of the last some are undone, newest first.
        let mut kept: Vec<Event> = table.entries().iter().map(|e| e.event.clone()).collect();
        kept.retain(|e| !e.is_told());
        for _ in 0..1 + chance.below(8) {
            let Some(undo) = table.board().undo else {
                break;
            };
            let last = kept.iter().rposition(|e| !matches!(e, Event::Backs { .. }));
            assert_eq!(
                kept.remove(last.expect("a fact")),
                undo.event,
                "seed {seed}"
            );
            take(&mut table, Event::Undone { of: undo.seq }, &mut sums);
            presses += 1;
        }
        let mut never = open();
        for event in kept.into_iter().skip(2) {
            // Entries are numbered anew where fewer are told; a correction names the one before it.
            let of = Seq(never.entries().len() as u64);
            let event = match event {
                Event::Replaced { with, .. } => Event::Replaced { of, with },
                other => other,
            };
            take(&mut never, event, &mut sums);
        }
        assert_eq!(state(&table), state(&never), "seed {seed}");
        replays(&table);
    }
    println!("presses {presses}, entries with sum zero {sums}");
    assert!(presses > 700 && sums > 5_000);
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
            let event = match chance.below(15) {
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
                12 => Event::Undone { of: any },
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
