//! Random evenings of the tiny game, the same for the same seed: what trials of the journal play.

pub(crate) mod games;

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
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn card(&mut self) -> Card {
        let faces = Deck::Short.faces();
        faces[self.below(faces.len())]
    }
}

/// A card laid into the trick, seen well.
pub(crate) fn laid(card: Option<Card>, seat: u8) -> Event {
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

/// A table at which three sit down to play.
pub(crate) fn open() -> Table {
    let mut table = Table::new(super::highcard::rules);
    for event in opening() {
        table.take(At(0), event).expect("a fact");
    }
    table
}

/// How every evening begins.
pub(crate) fn opening() -> [Event; 2] {
    let seating = "A,B,C".parse().expect("a seating");
    let options = serde_json::Value::Null;
    [
        Event::Seated { seating },
        Event::Game {
            game: GameName::Mensch,
            options,
            dealer: Some(Seat(0)),
        },
    ]
}

/// Any event at all, also such as a table refuses.
pub(crate) fn any(chance: &mut Chance, newest: u64) -> Event {
    let of = Seq(1 + chance.next() % newest);
    let seat = Seat(chance.below(3) as u8);
    let chips = 1 + chance.below(9) as Chips;
    let decision = |chance: &mut Chance| match chance.below(4) {
        0 => Decision::TakeBack,
        1 => Decision::Void,
        2 => Decision::Redeal,
        _ => Decision::Fine {
            chips,
            to: Account::Pot,
        },
    };
    match chance.below(15) {
        0 => Event::Struck { of },
        1 => Event::Replaced {
            of,
            with: Box::new(laid(Some(chance.card()), seat.0)),
        },
        2 => Event::Inserted {
            before: of,
            what: Box::new(laid(Some(chance.card()), seat.0)),
        },
        3 | 4 => Event::Decided {
            of,
            decision: decision(chance),
        },
        5 => Event::Bought { seat, chips },
        6 => Event::CashedOut { seat, chips },
        7 | 8 => Event::Backs {
            seat: Some(seat),
            zone: Zone::Hand,
            count: 2,
        },
        9 => Event::Asked {
            seat: Some(seat),
            zone: Zone::Trick,
            choices: vec![],
            hole: Some(of),
        },
        10 => Event::Answered {
            of,
            card: Some(chance.card()),
        },
        11 => laid(None, seat.0),
        _ => laid(Some(chance.card()), seat.0),
    }
}

/// The next event that this table takes; the same for the same seed and record.
pub(crate) fn next(seed: u64, table: &Table) -> Event {
    let newest = table.entries().len() as u64;
    let mut chance = Chance(seed ^ newest.wrapping_mul(0x0100_0000_01B3));
    loop {
        let event = any(&mut chance, newest);
        if table.check(&event).is_ok() {
            return event;
        }
    }
}
