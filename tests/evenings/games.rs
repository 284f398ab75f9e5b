//! Evenings of the three real games as lists of facts, the same for the same seed: simulated players deal and cheat, and a host corrects,
//! decides, sells chips and moves people about in between.

use std::collections::VecDeque;

use pitboss::{
    card::Card,
    chips::{Account, Bank, Chips},
    demo::players::{
        Deed, mensch,
        michigan_rummy::{self, Cheat as MichiganCheat},
        monster,
    },
    event::{Decision, Event},
    frame::At,
    play::{Act, Call, GameName, Seq, Witness, Zone},
    rules::{
        self, mensch::MenschOptions, michigan_rummy::MichiganOptions, monster::MonsterOptions,
    },
    seat::{Seat, Seating},
    sighting::Signs,
    table::Table,
};
use rand::{SeedableRng, rngs::SmallRng};

use super::Chance;

/// A fact that the host or a phone enters at any time.
const HOST_ONE_IN: usize = 9;

/// Who plays that game here.
pub(crate) fn seating(game: GameName) -> Seating {
    let names = match game {
        GameName::Mensch => "A,B,C,D",
        GameName::Monster => "A,B,C,D,E",
        GameName::MichiganRummy => "A,B,C",
    };
    names.parse().expect("a seating")
}

/// How such an evening begins.
pub(crate) fn opening(game: GameName) -> [Event; 2] {
    let seating = seating(game);
    let dealer = seating.seats().next();
    let options = serde_json::Value::Null;
    [
        Event::Seated { seating },
        Event::Game {
            game,
            options,
            dealer,
        },
    ]
}

/// The facts of one deal, dealt by that seat; one deal in three with a cheat.
pub(crate) fn deal(game: GameName, seed: u64, dealer: Seat) -> Vec<Event> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let seats: Vec<Seat> = seating(game).seats().collect();
    let cheats = seed.is_multiple_of(3);
    let pick = (seed / 3) as usize;
    let script = match game {
        GameName::Mensch => {
            let cheat = mensch::Cheat::ALL[pick % mensch::Cheat::ALL.len()];
            let seats = [seats[0], seats[1], seats[2], seats[3]];
            let options = MenschOptions::default();
            let cheat = cheats.then_some(cheat);
            mensch::deal(
                &mut rng,
                seats,
                dealer,
                &options,
                mensch::Style::Sense,
                cheat,
            )
        }
        GameName::Monster => {
            let cheat = monster::Cheat::ALL[pick % monster::Cheat::ALL.len()];
            let options = MonsterOptions::default();
            let cheat = cheats.then_some(cheat);
            monster::game(
                &mut rng,
                &seats,
                dealer,
                &options,
                monster::Style::Sense,
                cheat,
            )
            .expect("so many can play")
        }
        GameName::MichiganRummy => {
            let cheat = MichiganCheat::ALL[pick % MichiganCheat::ALL.len()];
            let options = MichiganOptions::default();
            let cheat = cheats.then_some(cheat);
            let style = michigan_rummy::Style::Quick;
            michigan_rummy::deal(&mut rng, &seats, dealer, &options, style, cheat)
        }
    };
    script.deeds.into_iter().filter_map(fact).collect()
}

/// A deed as the camera, or a phone, enters it.
pub(crate) fn fact(deed: Deed) -> Option<Event> {
    Some(match (deed.act, deed.seat) {
        (Act::Laid { card, zone }, seat) => laid(card, seat, zone),
        (Act::Lifted { card, zone }, seat) => Event::Lifted { card, seat, zone },
        (Act::Backs { zone, count }, seat) => Event::Backs { seat, zone, count },
        (Act::Call(call), Some(seat)) => Event::Call {
            seat,
            call,
            by: Witness::Phone,
        },
        _ => return None,
    })
}

/// A card seen well.
pub(crate) fn laid(card: Option<Card>, seat: Option<Seat>, zone: Zone) -> Event {
    Event::Laid {
        card,
        seat,
        zone,
        confidence: 0.99,
        by: Witness::Seen,
        signs: Signs {
            indices: 2,
            face: true,
        },
        replaces: None,
    }
}

/// Any card of that game's deck.
pub(crate) fn card(game: GameName, chance: &mut Chance) -> Card {
    let faces = game.deck().faces();
    faces[chance.below(faces.len())]
}

/// Where a card is played in that game.
pub(crate) fn zone(game: GameName) -> Zone {
    match game {
        GameName::Mensch => Zone::Trick,
        GameName::Monster => Zone::Hand,
        GameName::MichiganRummy => Zone::Front,
    }
}

/// Anything that a host or a phone may enter, also what a table refuses.
pub(crate) fn interference(game: GameName, chance: &mut Chance, table: &Table) -> Event {
    let newest = table.entries().len() as u64;
    // Mostly something of late, now and then something long past.
    let back = if chance.below(4) == 0 {
        newest
    } else {
        newest.min(40)
    };
    let of = Seq(newest + 1 - (1 + chance.next() % back));
    let seats: Vec<Seat> = seating(game).seats().collect();
    let seat = seats[chance.below(seats.len())];
    let chips = 1 + chance.below(40) as Chips;
    let zone = zone(game);
    let to = if chance.below(2) == 0 {
        Account::Pot
    } else {
        Account::Bank
    };
    match chance.below(19) {
        0 => Event::Struck { of },
        1 => Event::Undone { of },
        2 | 3 => Event::Replaced {
            of,
            with: Box::new(laid(Some(card(game, chance)), Some(seat), zone)),
        },
        4 => Event::Inserted {
            before: of,
            what: Box::new(laid(Some(card(game, chance)), Some(seat), zone)),
        },
        5 => decided(of, Decision::Fine { chips, to }),
        6 => decided(of, Decision::TakeBack),
        7 => decided(of, Decision::Void),
        8 => decided(of, Decision::Redeal),
        9 => decided(of, Decision::ClaimAccepted),
        10 => Event::Bought { seat, chips },
        11 => Event::CashedOut { seat, chips },
        12 => laid(None, Some(seat), zone),
        13 => Event::Asked {
            seat: Some(seat),
            zone,
            choices: vec![card(game, chance)],
            hole: Some(of),
        },
        // What was asked last, where anything was: a blind number seldom names a question.
        14 | 17 => Event::Answered {
            of: table
                .entries()
                .iter()
                .rev()
                .find(|e| matches!(e.event, Event::Asked { .. }))
                .map_or(of, |e| e.seq),
            card: (chance.below(4) > 0).then(|| card(game, chance)),
        },
        15 => reseated(game, chance, table),
        16 => Event::Call {
            seat,
            call: Call::Paid { paid: chips, to },
            by: Witness::Host,
        },
        _ => Event::Bank(Bank {
            chip: "0.10EUR".parse().ok(),
            debts: chance.below(2) == 0,
            points: false,
        }),
    }
}

/// Two change places, or somebody leaves where the game goes on without.
fn reseated(game: GameName, chance: &mut Chance, table: &Table) -> Event {
    let all = seating(game);
    let mut names: Vec<&str> = all.places().iter().map(|p| p.name.as_str()).collect();
    let (a, b) = (chance.below(names.len()), chance.below(names.len()));
    names.swap(a, b);
    if names.len() > *game.players().start() && chance.below(2) == 0 {
        names.pop();
    }
    let seating = Seating::new(&names).expect("a seating");
    let seating = match table.seating() {
        Some(before) => seating.numbered_after(before),
        None => seating,
    };
    Event::Seated { seating }
}

fn decided(of: Seq, decision: Decision) -> Event {
    Event::Decided { of, decision }
}

/// An evening of so many facts, with the table that took them all; the same for the same game and seed.
pub(crate) fn evening(game: GameName, seed: u64, facts: usize) -> (Vec<Event>, Table) {
    let mut chance = Chance(seed);
    let mut table = Table::new(rules::open);
    let mut taken = Vec::with_capacity(facts);
    let mut due: VecDeque<Event> = opening(game).into();
    while taken.len() < facts {
        if due.is_empty() {
            let board = table.board();
            let dealer = board.next_dealer.or(board.deal.and_then(|d| d.dealer));
            due.extend(deal(game, chance.next(), dealer.unwrap_or(Seat(0))));
        }
        let between = taken.len() > 2 && chance.below(HOST_ONE_IN) == 0;
        let event = if between {
            interference(game, &mut chance, &table)
        } else {
            due.pop_front().expect("just dealt")
        };
        if table.check(&event).is_ok() {
            take(&mut table, event.clone());
            taken.push(event);
        }
    }
    (taken, table)
}

/// Enters a fact at the time that belongs to its place.
pub(crate) fn take(table: &mut Table, event: Event) -> Vec<pitboss::event::Entry> {
    let at = At(table.entries().len() as u64 * 700);
    table.take(at, event).expect("a fact")
}
