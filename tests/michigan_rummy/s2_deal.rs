//! §2 State machine, §3.2 Collections, §3.3 Stop, §5 Settlement: whole stretches of a deal from what a camera and the calls give.

use super::{check, usual};
use pitboss::{
    card::Deck,
    chips::Account,
    play::Seq,
    rules::{
        Game,
        michigan_rummy::{MichiganOptions, MichiganRummy},
    },
    seat::Seat,
};
use std::collections::BTreeMap;

/// The rendered video of a run: only the dealer's *keep* was said.
const VIDEO: &str = "!keep C:7D C:8D C:9D A:TD C:JD A:QD B:KD B:AD B:2H B:5S C:6S A:7S";

/// D2: of one suit.
#[test]
fn pay_cards_pay_when_they_are_played() {
    check(usual(), VIDEO, "C+4");
    check(usual(), "!keep C:JH A:QH A:KH B:AH", "A+8 B+4");
    check(usual(), "!keep C:JH A:QH B:KH B:AH", "A+4 B+4");
    check(usual(), "!keep C:7D B:8D C:9D", "");
    check(usual(), "!keep C:7D C/ C:8S C/ C:9D", "");
    check(usual(), "!keep C:7D C:? C:9D", ""); // a hole: what it would pay waits
}

/// §1.4.
#[test]
fn antes_are_posted_at_the_first_fact() {
    let seats: Vec<Seat> = (0..3).map(Seat).collect();
    let mut game = MichiganRummy::new(seats, Seat(2), MichiganOptions::default(), BTreeMap::new())
        .expect("a game");
    let opened = game.apply(Seq(1), &super::entry("!keep", Seat(2)));
    assert_eq!(opened.transfers.len(), 27);
    assert!(game.stakes().iter().all(|(_, chips)| *chips == 4));
    assert_eq!(game.stakes().len(), 9);
}

#[test]
fn thirteen_cards_are_out_at_a_table_of_three() {
    let suit = |s: &str| {
        "23456789TJQKA"
            .chars()
            .map(|r| format!("C:{r}{s}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    // C plays a whole suit and is out: 7-8-9 and the pot.
    check(
        usual(),
        &format!("!keep {} ^", suit("D")),
        "C+8\nclosed went_out",
    );
    check(
        usual(),
        "!keep C:7C C:8C A!out C!out ^",
        "C+4\nclosed went_out",
    );
}

/// A5.
#[test]
fn nobody_can_lead() {
    check(
        usual(),
        "!keep C:QC C:KC C> A> B> ^",
        "C+4\nclosed no_restart",
    );
}

#[test]
fn the_dummy_is_sold() {
    check(usual(), "!sell A!1 B!2 A!-", "B-2 C+2");
    check(usual(), "!sell A!1 B!2 A!4 B!- C:2D", "A-4 C+4");
    check(usual(), "!sell A!- B!- !keep C:2D", "");
}

const SHOWN: &str = "A=2S A=4S A=7S A=JS A=QS B=AH B=AD B=KS B=KD B=TS";

/// D6: a pass is a check until somebody bets, then a fold.
#[test]
fn poker_is_paid_at_the_showdown() {
    check(
        usual(),
        &format!("!keep C+pass A+bet2 B+raise5 C+fold A+call5 {SHOWN}"),
        "A+9 B-5",
    );
    check(usual(), "!keep C+bet3 A+fold B+fold", "C+4");
    check(usual(), "!keep C+bet3 A+pass B+pass", "C+4");
    // A call counts where it belongs, not when it arrived.
    check(usual(), "!keep A+fold B+fold C+bet3", "C+4");
    // Nothing was said, two hands lie faced: the better one.
    check(usual(), &format!("!keep {SHOWN} C:2D"), "A+4");
    check(
        usual(),
        "!keep A=2S A=4S A=7S A=JS A=QS C:2D",
        "@7 inconclusive poker_undecided - 7",
    );
    check(
        usual(),
        "!keep C+bet2 A+call2 B+fold A=2S A=4S A=7S A=JS A=QS C:2D",
        "@10 inconclusive poker_undecided - 10\nA+6 C-2",
    );
}

#[test]
fn chips_of_a_play_taken_back_come_back() {
    check(usual(), "!keep C:TH <2", "");
    check(usual(), "!keep C+bet2 !redeal", "");
}

/// A20: the dummy's place in the rotation is nobody's offence.
#[test]
fn the_dummy_may_be_dealt_anywhere() {
    for counts in [
        "_13 A#13 B#13 C#13",
        "A#13 B#13 _13 C#13",
        "A#13 B#13 C#13 _13",
    ] {
        check(usual(), &format!("{counts} !keep C:2D"), "");
    }
}

/// A21: the pack has five cards for each of nine.
#[test]
fn nine_can_play_the_last_hand() {
    let seats: Vec<Seat> = (0..9).map(Seat).collect();
    let left = BTreeMap::from([("POT".to_owned(), 9)]);
    let mut game =
        MichiganRummy::finale(seats, Seat(2), MichiganOptions::default(), left).expect("a game");
    let cards = Deck::Full.cards().into_iter().take(45);
    let shown = cards.zip(1..).map(|(card, n)| {
        let seat = char::from(b'A' + (n as u8 - 1) / 5);
        game.apply(Seq(n), &super::entry(&format!("{seat}={card}"), Seat(2)))
    });
    let last = shown.last().expect("45 cards");
    assert_eq!(last.closed.map(|c| c.outcome), Some("final".to_owned()));
    assert_eq!(last.transfers.iter().map(|t| t.chips).sum::<i64>(), 9);
}

#[test]
fn the_last_hand_takes_the_board() {
    let seats: Vec<Seat> = (0..3).map(Seat).collect();
    let left = BTreeMap::from([
        ("TH".to_owned(), 3),
        ("QH_KH".to_owned(), 12),
        ("789".to_owned(), 8),
    ]);
    let hands = "A=AC A=KS A=9H A=7D A=6C B=3H B=4S B=8C B=JS B=5D C=AH C=KD C=9D C=7C C=6S";
    for (endgame, shares) in [("poker", [12, 0, 11]), ("divide", [8, 8, 7])] {
        let options =
            serde_json::from_value(serde_json::json!({"endgame": endgame})).expect("options");
        let mut game =
            MichiganRummy::finale(seats.clone(), Seat(2), options, left.clone()).expect("a game");
        let mut won = [0; 3];
        let mut ends = 0;
        for (word, n) in hands.split(' ').zip(1..) {
            let outcome = game.apply(Seq(n), &super::entry(word, Seat(2)));
            ends += usize::from(outcome.closed.is_some());
            for t in outcome.transfers {
                if let Account::Seat(seat) = t.to {
                    won[usize::from(seat.0)] += t.chips;
                }
            }
        }
        assert_eq!((won, ends), (shares, 1), "{endgame}");
    }
}
