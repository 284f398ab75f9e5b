//! Corrections and decisions of the host: the deal is folded again, what vanished is withdrawn, chips are handed back.

mod highcard;

use pitboss::{
    chips::{Account, Chips, Transfer},
    event::{Decision, Entry, Event, Telling},
    frame::At,
    play::{Call, GameName, Seq, Witness, Zone},
    seat::{Seat, Seating},
    sighting::Signs,
    table::{Refused, Table},
};

fn seating() -> Seating {
    "A,B,C".parse().expect("a seating")
}

fn laid(card: &str, seat: u8) -> Event {
    Event::Laid {
        card: card.parse().ok(),
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

fn backs(seat: u8, count: u8) -> Event {
    Event::Backs {
        seat: Some(Seat(seat)),
        zone: Zone::Hand,
        count,
    }
}

struct Evening {
    table: Table,
    at: u64,
}

impl Evening {
    fn new() -> Self {
        let mut evening = Self {
            table: Table::new(highcard::rules),
            at: 0,
        };
        evening.take(Event::Seated { seating: seating() });
        evening.take(Event::Game {
            game: GameName::Mensch,
            options: serde_json::Value::Null,
            dealer: Some(Seat(2)),
        });
        evening
    }

    fn take(&mut self, event: Event) -> Vec<Entry> {
        self.at += 1000;
        self.table.take(At(self.at), event).expect("a fact")
    }

    /// Deals two cards each and plays them, in turn.
    fn deal(&mut self, first: u8, cards: &[&str]) -> Vec<Seq> {
        for seat in 0..3 {
            self.take(backs(seat, 2));
        }
        let seat = |i: usize| (first + i as u8) % 3;
        cards
            .iter()
            .enumerate()
            .map(|(i, card)| self.take(laid(card, seat(i)))[0].seq)
            .collect()
    }

    /// Takes back what was entered last: which entry, and what that tells.
    fn undo(&mut self) -> (Seq, Vec<String>) {
        let of = self.table.board().undo.expect("an entry").seq;
        (of, said(&self.take(Event::Undone { of })))
    }

    fn balances(&self) -> Vec<Chips> {
        (0..3)
            .map(|s| self.table.ledger().balance(&Account::Seat(Seat(s))))
            .collect()
    }
}

fn said(entries: &[Entry]) -> Vec<String> {
    entries
        .iter()
        .skip(1)
        .map(|e| match &e.event {
            Event::Ruling(r) => format!("{} {}", r.code, r.against.expect("somebody")),
            Event::Transfer(t) => format!("{} {}>{} {}", t.reason, t.from, t.to, t.chips),
            Event::Withdrawn { ruling } => format!("withdrawn {ruling}"),
            Event::DecisionHolds { decision, holds } => format!("decision {decision} {holds}"),
            Event::DealOpened { .. } => "opened".into(),
            Event::DealClosed { outcome, .. } => format!("closed {outcome}"),
            other => format!("{other:?}"),
        })
        .collect()
}

const PLAIN: [&str; 6] = ["7H", "8H", "9H", "7S", "8S", "AS"];

#[test]
fn a_deal_opens_is_played_and_settled() {
    let mut evening = Evening::new();
    evening.take(backs(0, 2));
    assert_eq!(
        said(&evening.take(backs(1, 2))),
        ["opened", "ante #0>pot 1", "ante #1>pot 1", "ante #2>pot 1"]
    );
    evening.take(backs(2, 2));
    for (i, card) in PLAIN.iter().enumerate().take(5) {
        assert!(said(&evening.take(laid(card, i as u8 % 3))).is_empty());
    }
    assert_eq!(
        said(&evening.take(laid("AS", 2))),
        ["pot pot>#2 3", "closed made"]
    );
    // Between two deals faces are nobody's play.
    assert!(said(&evening.take(laid("KD", 0))).is_empty());
    assert_eq!(evening.table.board().deal, None);
    assert_eq!(evening.balances(), [-1, -1, 2]);
    evening.deal(1, &PLAIN[..2]);
    assert_eq!(evening.table.board().deal_number, 2);
    assert_eq!(
        evening.table.board().deal.expect("a deal").dealer,
        Some(Seat(0))
    );
}

#[test]
fn a_misread_card_is_replaced_and_the_chips_go_back() {
    let mut evening = Evening::new();
    let seqs = evening.deal(0, &["7H", "8H", "9H", "7S", "AS", "KS"]);
    assert_eq!(
        evening.balances(),
        [-1, -1, 2],
        "one trick each: the last of equals"
    );
    let told = evening.take(Event::Replaced {
        of: seqs[2],
        with: Box::new(laid("6H", 2)),
    });
    assert_eq!(said(&told), ["correction #2>#1 3"]);
    assert_eq!(evening.balances(), [-1, 2, -1]);
    let back = |evening: &Evening| -> Vec<String> {
        let back = evening.table.board().handed_back;
        let text = |t: &Transfer| format!("{}>{} {}", t.from, t.to, t.chips);
        back.iter().map(text).collect()
    };
    assert_eq!(back(&evening), ["#2>#1 3"]);
    // The host changes his mind and strikes that correction; undone, the strike counts no more, and undone again, the correction doesn't.
    let struck = evening.take(Event::Struck { of: told[0].seq });
    assert_eq!(said(&struck), ["correction #1>#2 3"]);
    assert_eq!(
        evening.undo(),
        (struck[0].seq, vec!["correction #2>#1 3".to_owned()])
    );
    assert_eq!(
        evening.undo(),
        (told[0].seq, vec!["correction #1>#2 3".to_owned()])
    );
    assert_eq!(back(&evening), ["#1>#2 3"]);
    // The next deal begins: what had to be handed back was.
    evening.deal(1, &[]);
    assert!(back(&evening).is_empty());
    let story = evening.table.story_of(1).expect("the first deal");
    let cards = story
        .iter()
        .filter(|l| matches!(l.event, Event::Laid { .. }));
    assert_eq!(cards.clone().count(), 6);
    assert_eq!(cards.filter(|l| l.corrected).count(), 0);
    assert_eq!(evening.table.story_of(2).map(|s| s.len()), Some(2));
    assert_eq!(evening.table.story_of(3), None);
}

#[test]
fn what_is_bought_while_a_deal_runs_is_no_part_of_it() {
    let mut evening = Evening::new();
    let seat = Seat(1);
    let cards = evening.deal(0, &PLAIN[..2]);
    evening.take(Event::Bought { seat, chips: 50 });
    evening.take(Event::CashedOut { seat, chips: 20 });
    let (of, decision) = (cards[0], Decision::Void);
    let back = said(&evening.take(Event::Decided { of, decision }));
    assert_eq!(
        back,
        [
            "void pot>#0 1",
            "void pot>#1 1",
            "void pot>#2 1",
            "closed void"
        ]
    );
    let ledger = evening.table.ledger();
    assert_eq!((ledger.net(seat), ledger.bought(seat)), (0, 30));
    evening.deal(0, &PLAIN[..5]);
    evening.take(Event::Bought { seat, chips: 7 });
    evening.take(laid(PLAIN[5], 2));
    let net = evening.table.board().last_deal.expect("settled").net;
    assert_eq!(net[&seat], -1, "the ante");
}

#[test]
fn an_earlier_deal_is_voided_by_any_of_its_entries() {
    let mut evening = Evening::new();
    let first = evening.deal(0, &PLAIN);
    evening.deal(1, &PLAIN[..2]);
    let said = said(&evening.take(Event::Decided {
        of: first[3],
        decision: Decision::Void,
    }));
    assert_eq!(said, ["void #2>#0 1", "void #2>#1 1"]);
    // A correction in that deal stands for the one that runs.
    let mut other = Evening::new();
    let first = other.deal(0, &PLAIN);
    other.deal(1, &PLAIN[..2]);
    let with = Box::new(laid("7C", 0));
    let of = other.take(Event::Replaced { of: first[3], with })[0].seq;
    let decision = Decision::Void;
    other.take(Event::Decided { of, decision });
    assert!(other.table.board().deal.is_none());
    let board = evening.table.board();
    assert!(board.deal.is_some(), "the deal that runs goes on");
    assert_eq!(board.handed_back.len(), 2);
    assert_eq!(board.last_deal.expect("the first").outcome, "void");
}

#[test]
fn where_the_next_dealer_left_his_neighbour_deals() {
    let mut evening = Evening::new();
    evening.deal(0, &PLAIN);
    assert_eq!(evening.table.board().next_dealer, Some(Seat(0)));
    let seating: Seating = "E,C,B".parse().expect("a seating");
    let seating = seating.numbered_after(evening.table.seating().expect("seats"));
    evening.take(Event::Seated { seating });
    assert_eq!(
        evening.table.board().next_dealer,
        Some(Seat(1)),
        "B sat left of A"
    );
    for seat in [3, 2, 1] {
        evening.take(backs(seat, 2));
    }
    let board = evening.table.board();
    assert_eq!(board.deal.expect("it opens").dealer, Some(Seat(1)));
    // Voided, it is dealt again by the same; gone too, by another.
    let seating: Seating = "E,C,F".parse().expect("a seating");
    let seating = seating.numbered_after(evening.table.seating().expect("seats"));
    evening.take(Event::Seated { seating });
    let of = Seq(evening.table.entries().len() as u64);
    let decision = Decision::Void;
    evening.take(Event::Decided { of, decision });
    let dealer = evening.table.board().next_dealer.expect("somebody");
    assert!([2, 3, 4].contains(&dealer.0), "{dealer} left");
}

#[test]
fn a_hole_keeps_the_deal_going_and_its_answer_settles_it() {
    let mut evening = Evening::new();
    let seqs = evening.deal(0, &["7H", "8H", "??", "7S", "8S", "AS"]);
    let asked = evening.take(Event::Asked {
        seat: Some(Seat(2)),
        zone: Zone::Trick,
        choices: vec![],
        hole: Some(seqs[2]),
    })[0]
        .seq;
    let board = evening.table.board();
    assert_eq!(board.questions.len(), 1);
    assert_eq!(board.deal.expect("it goes on").awaited[0].what, "answer");
    let card = "9H".parse().ok();
    let told = evening.take(Event::Answered { of: asked, card });
    assert_eq!(said(&told), ["pot pot>#2 3", "closed made"]);
    assert!(evening.table.board().questions.is_empty());
}

#[test]
fn a_ruling_that_vanishes_is_withdrawn_and_its_decision_lapses() {
    let mut evening = Evening::new();
    let seqs = evening.deal(0, &["7H", "8D", "9H", "7S"]);
    let told = evening.take(laid("8H", 1));
    assert_eq!(said(&told), ["revoke #1"]);
    let fine = Decision::Fine {
        chips: 2,
        to: Account::Pot,
    };
    let decided = evening.take(Event::Decided {
        of: told[1].seq,
        decision: fine,
    });
    assert_eq!(said(&decided), ["fine #1>pot 2"]);
    // That is not what lay there.
    let right = evening.take(Event::Replaced {
        of: seqs[1],
        with: Box::new(laid("8H", 1)),
    });
    let (ruling, decision) = (told[1].seq, decided[0].seq);
    assert_eq!(
        said(&right),
        [
            format!("withdrawn {ruling}"),
            format!("decision {decision} false"),
            "correction pot>#1 2".into()
        ]
    );
    assert!(evening.table.board().rulings[0].withdrawn);
    // And it holds again when the correction is undone; the ruling is told anew.
    let back = evening.take(Event::Struck { of: right[0].seq });
    assert_eq!(
        said(&back),
        [
            format!("decision {decision} true"),
            "revoke #1".into(),
            "fine #1>pot 2".into()
        ]
    );
}

#[test]
fn a_card_taken_back_is_played_anew() {
    let mut evening = Evening::new();
    evening.deal(0, &["7H"]);
    let told = evening.take(laid("9H", 2));
    assert_eq!(said(&told), ["out_of_turn #2"]);
    evening.take(Event::Decided {
        of: told[1].seq,
        decision: Decision::TakeBack,
    });
    for (i, card) in ["8H", "9H", "7S", "8S", "AS"].iter().enumerate() {
        evening.take(laid(card, (1 + i as u8) % 3));
    }
    assert_eq!(
        evening.table.board().last_deal.expect("settled").net[&Seat(2)],
        2
    );
}

#[test]
fn a_void_deal_gives_every_chip_back_also_when_it_is_over() {
    let mut evening = Evening::new();
    let seqs = evening.deal(0, &PLAIN);
    let told = evening.take(Event::Decided {
        of: seqs[0],
        decision: Decision::Void,
    });
    assert_eq!(said(&told), ["void #2>#0 1", "void #2>#1 1"]);
    assert_eq!(evening.balances(), [0, 0, 0]);
    evening.deal(0, &PLAIN[..2]);
    let told = evening.take(Event::Decided {
        of: Seq(1),
        decision: Decision::Redeal,
    });
    assert_eq!(
        said(&told),
        [
            "redeal pot>#0 1",
            "redeal pot>#1 1",
            "redeal pot>#2 1",
            "closed redeal"
        ]
    );
}

#[test]
fn a_card_that_was_missed_is_inserted_where_it_lay() {
    let mut evening = Evening::new();
    evening.deal(0, &["7H", "8H"]);
    let next = evening.take(laid("7S", 0))[0].seq;
    evening.take(laid("8S", 1));
    evening.take(laid("AS", 2));
    assert!(
        evening
            .table
            .board()
            .rulings
            .iter()
            .any(|r| r.ruling.code == "out_of_turn")
    );
    let told = evening.take(Event::Inserted {
        before: next,
        what: Box::new(laid("9H", 2)),
    });
    assert_eq!(said(&told).last().map(String::as_str), Some("closed made"));
    assert!(evening.table.board().rulings.iter().all(|r| r.withdrawn));
}

#[test]
fn a_new_deal_ends_one_that_was_never_played_out() {
    let mut evening = Evening::new();
    evening.deal(0, &PLAIN[..4]);
    evening.take(backs(0, 2));
    let told = evening.take(backs(1, 2));
    assert_eq!(said(&told)[..2], ["closed given_up", "opened"]);
    assert_eq!(evening.table.board().deal_number, 2);
}

#[test]
fn what_makes_no_sense_is_refused_in_words() {
    let mut evening = Evening::new();
    let seqs = evening.deal(0, &PLAIN[..2]);
    let mut refused = |event: Event, said: &str| {
        let before = evening.table.entries().len();
        let why: Refused = evening.table.take(At(0), event).expect_err("refused");
        assert_eq!(why.to_string(), said);
        assert_eq!(evening.table.entries().len(), before);
    };
    let told = Event::DealOpened { dealer: None };
    refused(
        told,
        "rulings, transfers and deals follow from the facts and can't be entered",
    );
    refused(
        Event::Struck { of: Seq(99) },
        "there is no entry 99: the newest is 11",
    );
    refused(laid("7H", 7), "#7 isn't at this table");
    refused(
        Event::Bought {
            seat: Seat(0),
            chips: 0,
        },
        "0 chips can't change hands: enter one or more",
    );
    refused(
        Event::Answered {
            of: seqs[0],
            card: None,
        },
        &format!("entry {} asks nothing", seqs[0]),
    );
    let call = Event::Call {
        seat: Seat(0),
        call: Call::Stop { stop: true },
        by: Witness::Host,
    };
    refused(
        Event::Replaced {
            of: Seq(1),
            with: Box::new(call),
        },
        "entry 1 can't become that: a card, a count or a call can be put in the place of another, anything else only of its own kind",
    );
    // Nobody bids what no account holds, nor less than nothing.
    for (call, chips) in [
        (r#"{"bid": 9223372036854775807}"#, i64::MAX),
        (r#"{"poker": "raise", "to": 9223372036854775807}"#, i64::MAX),
        (r#"{"poker": "bet", "to": -5}"#, -5),
    ] {
        let call = Event::Call {
            seat: Seat(0),
            call: serde_json::from_str(call).expect("a call"),
            by: Witness::Phone,
        };
        refused(
            call,
            &format!("{chips} chips can't be bid: nobody has so many, or fewer than none"),
        );
    }
    let options = serde_json::json!({"no": 1});
    refused(
        Event::Game {
            game: GameName::Monster,
            options,
            dealer: None,
        },
        "the option `no` is none",
    );
}

#[test]
fn what_everybody_saw_stays_shown() {
    for when in [Telling::HostFirst, Telling::DealEnd] {
        let untold = |evening: &Evening| evening.table.board().untold;
        let mut evening = Evening::new();
        evening.deal(0, &["7H", "8H"]);
        assert_eq!(said(&evening.take(laid("9H", 0))), ["out_of_turn #0"]);
        evening.take(Event::Telling { when });
        assert!(untold(&evening).is_empty(), "it was told at once");
        let of = evening.take(laid("7S", 1))[1].seq;
        assert_eq!(untold(&evening), [of]);
    }
}

#[test]
fn a_ruling_waits_for_the_host_or_for_the_end_of_its_deal() {
    let untold = |evening: &Evening| evening.table.board().untold;
    let mut evening = Evening::new();
    evening.take(Event::Telling {
        when: Telling::HostFirst,
    });
    evening.deal(0, &["7H", "8D", "9H", "7S"]);
    let of = evening.take(laid("8H", 1))[1].seq;
    assert_eq!(untold(&evening), [of]);
    // Two deals later it still waits for the host; and again where his decision is struck.
    for first in [1, 2, 0] {
        evening.deal(first, &PLAIN);
    }
    assert!(evening.table.board().rulings.iter().all(|r| r.seq != of));
    assert_eq!(untold(&evening), [of]);
    let decision = Decision::Stands;
    let decided = evening.take(Event::Decided { of, decision })[0].seq;
    assert!(untold(&evening).is_empty());
    evening.take(Event::Struck { of: decided });
    assert_eq!(untold(&evening), [of]);
    evening.take(Event::Telling {
        when: Telling::DealEnd,
    });
    assert!(untold(&evening).is_empty(), "that deal is over");
    evening.deal(1, &["7H", "8D", "9H", "7S"]);
    let of = evening.take(laid("8H", 2))[1].seq;
    let decision = Decision::Stands;
    evening.take(Event::Decided { of, decision });
    assert_eq!(untold(&evening), [of], "whatever was decided");
    evening.take(laid("AS", 0));
    assert!(evening.table.board().deal.is_none());
    assert!(untold(&evening).is_empty());
    evening.take(Event::Telling {
        when: Telling::AtOnce,
    });
    assert!(untold(&evening).is_empty());
}
