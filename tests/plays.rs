//! Looks at a table into plays: cards put back, turned up again and laid twice.

use std::collections::VecDeque;

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
    /// Of every card only its index is seen.
    only_index: bool,
    /// The same, but for the card laid last.
    only_index_but_last: bool,
    /// A hand that stays over this place, while the rest is read.
    hidden: Option<TablePoint>,
    /// What the next looks read in place of what lies there.
    misread: VecDeque<Vec<CardSeen>>,
    /// Whose hands are to be turned up now; empty while cards are played.
    turn_up: Vec<Seat>,
}

fn named(card: &str) -> Card {
    card.parse().expect("a card")
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
        Self::of(GameName::Mensch, Deck::Short)
    }

    fn of(game: GameName, deck: Deck) -> Self {
        let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("a seating");
        let view = View {
            half_width_mm: 400.0,
            half_depth_mm: 225.0,
        };
        let layout = Layout::of(game);
        let mut table = Self {
            watcher: Watcher::new(deck, layout, seating, view),
            lying: Vec::new(),
            now: 1_000,
            turn: Seat(0),
            told: Vec::new(),
            only_index: false,
            only_index_but_last: false,
            hidden: None,
            misread: VecDeque::new(),
            turn_up: Vec::new(),
        };
        table.look(Vec::new(), At(0), None);
        table
    }

    /// The cards as they are seen.
    fn cards(&self) -> Vec<CardSeen> {
        let last = self.lying.len().saturating_sub(1);
        let part = |k: usize| self.only_index || (self.only_index_but_last && k < last);
        let seen = self
            .lying
            .iter()
            .enumerate()
            .map(|(k, &(card, at))| CardSeen {
                card: Some(card),
                confidence: 0.99,
                signs: Signs {
                    indices: if part(k) { 1 } else { 2 },
                    face: !part(k),
                },
                choices: vec![(card, 0.99)],
                outline: (!part(k)).then(|| quad(at)),
                anchor: TablePoint {
                    x_mm: at.x_mm - 24.0,
                    y_mm: at.y_mm + 34.0,
                },
            });
        let shows = |seen: &CardSeen| self.hidden.is_none_or(|at| seen.outline != Some(quad(at)));
        seen.filter(shows).collect()
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
        let misread = (hand.is_none()).then(|| self.misread.pop_front()).flatten();
        let cards = misread.unwrap_or_else(|| self.cards());
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
        let over = self.hidden.map(|at| HandSeen {
            outline: quad(at).to_vec(),
            from: None,
        });
        let look = Look {
            at: At(self.now),
            cards: if hands.is_some() { Vec::new() } else { cards },
            backs: Vec::new(),
            read: if hands.is_some() {
                Vec::new()
            } else {
                vec![everything.to_vec()]
            },
            hands: hands.into_iter().chain(over).collect(),
            changed: changed
                .into_iter()
                .map(|at| Changed {
                    outline: quad(at).to_vec(),
                    since,
                })
                .collect(),
        };
        let (what, seats, zone) = if self.turn_up.is_empty() {
            ("card", vec![self.turn], Zone::Trick)
        } else {
            ("turn_up", self.turn_up.clone(), Zone::Hand)
        };
        let awaited = [Awaited {
            seats,
            what: what.to_owned(),
            calls: Vec::new(),
            zone: Some(zone),
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
        self.lying.push((named(card), at));
        self.changes(seat, &[at])
    }

    fn takes(&mut self, seat: usize, cards: &[&str]) -> Vec<Fact> {
        let cards: Vec<Card> = cards.iter().map(|c| named(c)).collect();
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
            assert_eq!(laid(&facts), [Some(named(card))], "{facts:?}");
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
    assert_eq!(laid(&facts), [Some(named("8C"))], "{facts:?}");
}

#[test]
fn a_trick_turned_up_again_is_nobodys_play() {
    let mut table = Table::new();
    table.trick();
    for (seat, card) in ["7C", "8C", "9C", "TC"].into_iter().enumerate() {
        table.lying.push((named(card), place(seat)));
    }
    let facts = table.changes(3, &[0, 1, 2, 3].map(place));
    assert_eq!(facts, [], "a look back");
}

#[test]
fn two_copies_beside_each_other_are_two_cards() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    let facts = table.lays(1, "7C", place(1));
    assert_eq!(laid(&facts), [Some(named("7C"))], "{facts:?}");
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
fn a_card_that_a_hand_carries_off_is_lifted_from_where_it_lay() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    let from = table.told.len();
    // It is seen on its way, a little farther each time, and only where it lay does anything change.
    for _ in 0..6 {
        table.lying[0].1.y_mm -= 12.0;
        let beside = TablePoint {
            x_mm: 1.0,
            ..table.lying[0].1
        };
        table.hidden = Some(beside);
        table.look(Vec::new(), At(0), None);
    }
    table.lying.clear();
    table.hidden = None;
    let since = At(table.now + 100);
    for _ in 0..4 {
        table.look(vec![place(0)], since, None);
    }
    let told = &table.told[from..];
    let lifted = |f: &Fact| matches!(f, Fact::Lifted { card, .. } if *card == Some(named("7C")));
    assert!(told.len() == 1 && lifted(&told[0]), "{told:?}");
}

#[test]
fn a_card_put_back_in_its_place_is_laid_and_not_asked_for() {
    let mut table = Table::new();
    table.lays(0, "7C", place(0));
    table.takes(0, &["7C"]);
    let facts = table.lays(0, "7C", place(0));
    assert_eq!(laid(&facts), [Some(named("7C"))], "{facts:?}");
    assert!(!facts.iter().any(|f| matches!(f, Fact::Asked { .. })));
}

#[test]
fn a_numeral_whose_card_is_seen_in_full_later_is_the_same_card() {
    let mut table = Table::of(GameName::Monster, Deck::Pairs);
    let at = TablePoint {
        x_mm: 0.0,
        y_mm: -150.0,
    };
    table.lying.push((named("10"), at));
    table.only_index = true;
    let facts = table.changes(0, &[at]);
    assert_eq!(laid(&facts), [Some(named("10"))], "{facts:?}");
    table.only_index = false;
    let facts = table.changes(1, &[]);
    assert_eq!(facts, [], "the card in full");
}

/// Who went out has no hand to turn up: the card that is seen before him a moment after he said so was his last.
#[test]
fn the_last_card_of_who_went_out_was_played() {
    let mut table = Table::of(GameName::MichiganRummy, Deck::Full);
    table.turn_up = vec![Seat(1), Seat(2), Seat(3)];
    let before = |seat: usize| TablePoint {
        x_mm: place(seat).x_mm * 3.0,
        y_mm: place(seat).y_mm * 2.4,
    };
    for (seat, card, zone) in [(0, "KC", Zone::Front), (2, "4H", Zone::Hand)] {
        let facts = table.lays(seat, card, before(seat));
        let [
            Fact::Laid {
                zone: told,
                seat: by,
                ..
            },
        ] = &facts[..]
        else {
            panic!("{facts:?}")
        };
        assert_eq!((told, *by), (&zone, Some(Seat(seat as u8))));
    }
}

/// One index of a card that was read there, and around which middle its outline was guessed.
fn index(card: &str, (x_mm, y_mm): (f64, f64), middle: Option<(f64, f64)>) -> CardSeen {
    CardSeen {
        card: Some(named(card)),
        confidence: 0.99,
        signs: Signs {
            indices: 1,
            face: false,
        },
        choices: vec![(named(card), 0.99)],
        outline: middle.map(|(x_mm, y_mm)| quad(TablePoint { x_mm, y_mm })),
        anchor: TablePoint { x_mm, y_mm },
    }
}

#[test]
fn a_card_whose_two_corners_were_taken_for_two_cards_is_told_once() {
    let mut table = Table::of(GameName::Monster, Deck::Pairs);
    let at = TablePoint {
        x_mm: 0.0,
        y_mm: -150.0,
    };
    table.lying.push((named("5"), at));
    let (one, other) = ((-24.0, -116.0), (24.0, -184.0));
    // The outline is guessed to the wrong side of one corner; later each of the two is seen with the right one.
    table.misread.push_back(vec![
        index("5", one, Some((-48.0, -150.0))),
        index("5", other, None),
    ]);
    for corner in [one, other, other, one, other] {
        table
            .misread
            .push_back(vec![index("5", corner, Some((0.0, -150.0)))]);
    }
    let facts = table.changes(0, &[at]);
    assert_eq!(laid(&facts), [Some(named("5"))], "{facts:?}");
}

#[test]
fn a_card_that_nobody_could_name_and_its_index_are_told_once() {
    let (card, corner) = ((-70.0, 0.0), (-94.0, 34.0));
    let nameless = CardSeen {
        card: None,
        signs: Signs::default(),
        choices: Vec::new(),
        ..index("8C", card, Some(card))
    };
    let named = CardSeen {
        signs: Signs {
            indices: 2,
            face: false,
        },
        ..index("8C", corner, None)
    };
    let at = place(1);
    // Both are seen at once, then the card alone for so long that it is asked for, then its index again.
    for asked in [0, 9] {
        let mut table = Table::new();
        table.lying.push((named.card.expect("it"), at));
        table
            .misread
            .push_back(vec![nameless.clone(), named.clone()]);
        table.misread.extend(vec![vec![nameless.clone()]; asked]);
        table.misread.extend(vec![vec![named.clone()]; 12]);
        let facts = table.changes(1, &[at]);
        let cards = laid(&facts);
        assert_eq!(cards.iter().flatten().count(), 1, "{facts:?}");
        let fills = facts
            .iter()
            .any(|f| matches!(f, Fact::Laid { fills: true, .. }));
        let holes = cards.iter().filter(|c| c.is_none()).count();
        assert!(holes == 0 || holes == 1 && fills, "{facts:?}");
    }
}

#[test]
fn a_card_whose_index_touches_anothers_is_another() {
    let mut table = Table::new();
    table.lays(0, "KH", place(0));
    let king = table.cards().remove(0);
    let nine = CardSeen {
        signs: Signs {
            indices: 2,
            face: true,
        },
        ..index("9H", (-21.0, -14.0), Some((-50.0, 20.0)))
    };
    let at = TablePoint {
        x_mm: -50.0,
        y_mm: 20.0,
    };
    // The king is not read again at once.
    table.misread.extend(vec![vec![nine.clone()]; 4]);
    table.misread.extend(vec![vec![nine, king]; 16]);
    let facts = table.changes(1, &[at]);
    assert_eq!(laid(&facts), [Some(named("9H"))], "{facts:?}");
}

#[test]
fn a_card_of_which_only_the_other_corner_shows_is_no_new_card() {
    let mut table = Table::of(GameName::Monster, Deck::Pairs);
    let at = |x_mm, y_mm| TablePoint { x_mm, y_mm };
    let facts = {
        table.lying.push((named("9"), at(0.0, -150.0)));
        table.changes(0, &[at(0.0, -150.0)])
    };
    assert_eq!(laid(&facts), [Some(named("9"))], "{facts:?}");
    // The next card covers all but a corner of it, and of that the outline is guessed anew, some millimetres off.
    table.lying[0] = (named("6"), at(-37.0, -150.0));
    let six = table.cards().remove(0);
    for _ in 0..20 {
        let nine = index("9", (19.0, -192.0), Some((14.0, -156.0)));
        table.misread.push_back(vec![six.clone(), nine]);
    }
    let facts = table.changes(0, &[at(-37.0, -150.0)]);
    assert_eq!(laid(&facts), [Some(named("6"))], "{facts:?}");
}

#[test]
fn a_fan_lies_where_its_whole_card_lies() {
    let mut table = Table::of(GameName::Monster, Deck::Pairs);
    // Four cards of a fan before the south seat, of which three show their numeral only: those stand nearer to the middle.
    let cards = ["4", "5", "6", "10"].map(named);
    let places = [0, 1, 2, 3].map(|k| TablePoint {
        x_mm: 24.0 * f64::from(k) - 60.0,
        y_mm: -122.0,
    });
    table.lying.extend(cards.into_iter().zip(places));
    table.only_index_but_last = true;
    let facts = table.changes(0, &places);
    assert_eq!(laid(&facts).len(), 4, "{facts:?}");
    for fact in &facts {
        let Fact::Laid { zone, seat, .. } = fact else {
            panic!("{fact:?}")
        };
        assert_eq!((zone, *seat), (&Zone::Hand, Some(Seat(0))));
    }
}

#[test]
fn cards_are_told_in_the_order_in_which_they_came_to_rest() {
    let mut table = Table::new();
    let (first, second) = (place(0), place(1));
    table.lying.push((named("7C"), first));
    // The first card rests and is read once; then a hand hides it while the second one comes to rest beside it.
    table.turn = Seat(0);
    let since = At(table.now + 100);
    table.look(vec![first], since, None);
    table.lying.push((named("8C"), second));
    table.hidden = Some(first);
    let later = At(table.now + 100);
    for _ in 0..6 {
        table.look(vec![first, second], later, None);
    }
    assert_eq!(table.told, [], "the second waits for the first");
    table.hidden = None;
    for _ in 0..6 {
        table.look(Vec::new(), At(0), None);
    }
    let order = laid(&table.told);
    assert_eq!(order, [Some(named("7C")), Some(named("8C"))]);
}

#[test]
fn a_card_laid_unseen_is_nobodys_whose_hand_was_there_before() {
    let told = |before: usize, lost_ms: u64| {
        let mut table = Table::new();
        table.turn = Seat(0);
        let at = place(before);
        table.look(Vec::new(), At(0), Some((Seat(3), at)));
        // Then no picture comes for a while, and a card lies there.
        table.now += lost_ms;
        table.lying.push((named("7C"), at));
        let since = At(table.now + 100);
        for _ in 0..8 {
            table.look(vec![at], since, None);
        }
        let seat = table.told.iter().find_map(|f| match f {
            Fact::Laid { seat, signs, .. } => Some((*seat, signs.convict())),
            _ => None,
        });
        let asked = table.told.iter().any(|f| matches!(f, Fact::Asked { .. }));
        (seat, asked)
    };
    // At once it is the hand's; later it is the seat's whose turn it is, if it lies before it, and else the host is asked.
    assert_eq!(told(0, 100), (Some((Some(Seat(3)), true)), false));
    for lost_ms in [800, 1_500] {
        assert_eq!(told(0, lost_ms), (Some((Some(Seat(0)), true)), false));
        assert_eq!(told(1, lost_ms), (Some((Some(Seat(0)), false)), true));
    }
}
