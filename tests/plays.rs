//! Looks at a table into plays: cards put back, turned up again and laid twice.

use pitboss::{
    card::{Card, Deck},
    frame::At,
    play::{Awaited, GameName, Zone},
    plays::{CardSeen, Changed, Fact, HandSeen, Layout, Look, Rest, View, Watcher},
    seat::{Seat, Seating},
    sighting::{Signs, TablePoint},
};

/// Half a card's width and height, mm.
const HALF: (f64, f64) = (31.0, 44.0);

/// Where the cards of the four seats lie, mm from the middle.
const PLACES: [(f64, f64); 4] = [(0.0, -50.0), (-70.0, 0.0), (0.0, 50.0), (70.0, 0.0)];

/// A table of four under a camera: what lies there, and what the watcher told.
struct Table {
    watcher: Watcher,
    lying: Vec<(Card, TablePoint)>,
    now: u64,
    turn: Seat,
    told: Vec<Fact>,
}

fn quad(at: TablePoint) -> [TablePoint; 4] {
    [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(|(x, y)| TablePoint {
        x_mm: at.x_mm + x * HALF.0,
        y_mm: at.y_mm + y * HALF.1,
    })
}

fn place(seat: usize) -> TablePoint {
    let (x_mm, y_mm) = PLACES[seat];
    TablePoint { x_mm, y_mm }
}

impl Table {
    fn new() -> Self {
        let seating: Seating = "A@south,B@west,C@north,D@east".parse().unwrap();
        let view = View {
            half_width_mm: 400.0,
            half_depth_mm: 225.0,
        };
        let layout = Layout::of(GameName::Mensch);
        let mut table = Self {
            watcher: Watcher::new(Deck::Short, layout, seating, view),
            lying: Vec::new(),
            now: 1_000,
            turn: Seat(0),
            told: Vec::new(),
        };
        table.look(Vec::new(), At(0), None);
        table
    }

    /// One picture: `changed` came to rest at `since`, and that player's hand is over the table.
    fn look(&mut self, changed: Vec<TablePoint>, since: At, hand: Option<(Seat, TablePoint)>) {
        self.now += 100;
        let everything = [
            (-400.0, 225.0),
            (400.0, 225.0),
            (400.0, -225.0),
            (-400.0, -225.0),
        ]
        .map(|(x_mm, y_mm)| TablePoint { x_mm, y_mm });
        let cards = self.lying.iter().map(|&(card, at)| CardSeen {
            card: Some(card),
            confidence: 0.99,
            signs: Signs {
                indices: 2,
                face: true,
            },
            choices: vec![(card, 0.99)],
            outline: Some(quad(at)),
            anchor: at,
        });
        let hands = hand.map(|(seat, at)| {
            let from = place(usize::from(seat.0));
            HandSeen {
                outline: quad(at).to_vec(),
                from: Some(TablePoint {
                    x_mm: from.x_mm * 4.0,
                    y_mm: from.y_mm * 4.0,
                }),
            }
        });
        let look = Look {
            at: At(self.now),
            cards: if hands.is_some() {
                Vec::new()
            } else {
                cards.collect()
            },
            backs: Vec::new(),
            read: if hands.is_some() {
                Vec::new()
            } else {
                vec![everything.to_vec()]
            },
            hands: hands.into_iter().collect(),
            changed: changed
                .into_iter()
                .map(|at| Changed {
                    outline: quad(at).to_vec(),
                    since,
                })
                .collect(),
        };
        let awaited = [Awaited {
            seats: vec![self.turn],
            what: "card".to_owned(),
            calls: Vec::new(),
            zone: Some(Zone::Trick),
        }];
        let rest = Rest {
            awaited: &awaited,
            likely: &|_, _| Vec::new(),
        };
        self.told.extend(self.watcher.see(&look, &rest));
    }

    /// A hand passes over those places, then they are looked at for two seconds.
    fn changes(&mut self, seat: usize, places: &[TablePoint]) -> Vec<Fact> {
        let from = self.told.len();
        self.turn = Seat(seat as u8);
        for &at in places {
            self.look(Vec::new(), At(0), Some((self.turn, at)));
        }
        let since = At(self.now + 100);
        for k in 0..20 {
            self.look(
                if k < 8 { places.to_vec() } else { Vec::new() },
                since,
                None,
            );
        }
        self.told[from..].to_vec()
    }

    fn lays(&mut self, seat: usize, card: &str, at: TablePoint) -> Vec<Fact> {
        self.lying.push((card.parse().unwrap(), at));
        self.changes(seat, &[at])
    }

    fn takes(&mut self, seat: usize, cards: &[&str]) -> Vec<Fact> {
        let cards: Vec<Card> = cards.iter().map(|c| c.parse().unwrap()).collect();
        let (gone, stay) = self.lying.iter().partition(|(c, _)| cards.contains(c));
        self.lying = stay;
        let places: Vec<TablePoint> = Vec::<(Card, TablePoint)>::into_iter(gone)
            .map(|g| g.1)
            .collect();
        self.changes(seat, &places)
    }

    fn trick(&mut self) {
        for (seat, card) in ["7C", "8C", "9C", "TC"].into_iter().enumerate() {
            let facts = self.lays(seat, card, place(seat));
            assert_eq!(laid(&facts), [Some(card.parse().unwrap())], "{facts:?}");
        }
        let facts = self.takes(3, &["7C", "8C", "9C", "TC"]);
        let lifted = facts.iter().filter(|f| matches!(f, Fact::Lifted { .. }));
        assert_eq!(lifted.count(), 4, "{facts:?}");
    }
}

/// The cards that were told as laid.
fn laid(facts: &[Fact]) -> Vec<Option<Card>> {
    let card = |f: &Fact| match f {
        Fact::Laid { card, .. } => Some(*card),
        _ => None,
    };
    facts.iter().filter_map(card).collect()
}

#[test]
fn a_card_that_was_gathered_is_told_when_it_is_played_again() {
    let mut table = Table::new();
    table.trick();
    let facts = table.lays(3, "8C", place(3));
    assert_eq!(laid(&facts), [Some("8C".parse().unwrap())], "{facts:?}");
}

#[test]
fn a_trick_turned_up_again_is_nobodys_play() {
    let mut table = Table::new();
    table.trick();
    for (seat, card) in ["7C", "8C", "9C", "TC"].into_iter().enumerate() {
        table.lying.push((card.parse().unwrap(), place(seat)));
    }
    let facts = table.changes(3, &[0, 1, 2, 3].map(place));
    assert_eq!(facts, [], "a look back");
}

#[test]
fn two_copies_beside_each_other_are_two_cards() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    let facts = table.lays(1, "7C", place(1));
    assert_eq!(laid(&facts), [Some("7C".parse().unwrap())], "{facts:?}");
}

#[test]
fn a_card_that_was_pushed_is_the_same_card() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    let from = place(0);
    let to = TablePoint {
        x_mm: from.x_mm + 60.0,
        ..from
    };
    table.lying[0].1 = to;
    let facts = table.changes(1, &[from, to]);
    assert_eq!(facts, []);
}

#[test]
fn a_card_put_back_in_its_place_is_laid_and_not_asked_for() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    table.takes(0, &["7C"]);
    let facts = table.lays(0, "7C", place(0));
    assert_eq!(laid(&facts), [Some("7C".parse().unwrap())], "{facts:?}");
    assert!(!facts.iter().any(|f| matches!(f, Fact::Asked { .. })));
}
