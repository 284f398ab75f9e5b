//! §4 Options: each value of each option changes what a record comes to.

use super::{check, usual};
use pitboss::{
    card::Card,
    chips::Chips,
    play::PokerAct,
    rules::michigan_rummy::{
        MichiganOptions, auction,
        board::Board,
        full_deal::{betting_order, first_leader, poker_odd_chips, settle_pool},
        stops::{End, Start, play},
    },
    seat::Seat,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn options(value: Value) -> MichiganOptions {
    serde_json::from_value(value).expect("options")
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|c| c.parse().expect(c)).collect()
}

fn seats() -> Vec<Seat> {
    (0..3).map(Seat).collect()
}

/// A1, §1.2, D1.
#[test]
fn boards() {
    let ids = |o: &MichiganOptions| o.board.ids().collect::<Vec<_>>().join(" ");
    assert_eq!(
        ids(&options(json!({"board": "pressman_9"}))),
        "TH QH AH JS KC QH_KH 789 POKER POT"
    );
    assert_eq!(
        ids(&options(json!({"board": "tripoley"}))),
        "TH JH QH KH AH QH_KH 89T POKER POT"
    );
    assert_eq!(
        ids(&options(json!({"board": "fundex"}))),
        "TH JH QH KH AH QH_KH 789 POKER POT"
    );
    assert_eq!(ids(&options(json!({"board": "boodle4"}))), "AH KC QD JS");
    let own = json!({"board": ["JS", {"id": "reds", "cards": ["QH", "QD"], "mode": "ordered_same_player"}, {"id": "low", "cards": ["2", "3", "4"], "mode": "any_suit_run_same_player"}, "POT"]});
    check(own.clone(), "!keep C:2D C:3D C:4D", "C+4");
    let own = options(own);
    assert_eq!(
        serde_json::from_value::<MichiganOptions>(serde_json::to_value(&own).expect("json"))
            .expect("the same"),
        own
    );
    check(json!({"board": "boodle4"}), "!keep C:KC C:AC C:QD", "C+8");
    for (wrong, said) in [
        (
            json!("monopoly"),
            "there is no board `monopoly`: write pressman_9, tripoley, fundex, boodle4, or a list of compartments",
        ),
        (
            json!(["XX"]),
            "`XX` says no compartment: give id, cards and mode",
        ),
        (json!(["JS", "JS"]), "the board has `JS` twice"),
        (
            json!([{"id": "x", "mode": "single"}]),
            "the compartment `x` has no cards that fit its mode",
        ),
    ] {
        let refusal = serde_json::from_value::<Board>(wrong)
            .expect_err("refused")
            .to_string();
        assert!(refusal.starts_with(said), "{refusal}");
    }
}

/// A2.
#[test]
fn pay_held() {
    check(json!({"pay": "held"}), "A$QH !keep C:JH A:QH", "A+4");
}

/// A3, A14.
#[test]
fn first_leader_and_poker_opener() {
    use pitboss::rules::michigan_rummy::{
        FirstLeader, PokerOddChip, PokerOpener, betting::OddChips,
    };
    let lead = |rule, winners: &[Seat]| first_leader(rule, &seats(), Seat(2), winners);
    assert_eq!(lead(FirstLeader::Dealer, &[Seat(1)]), Seat(2));
    assert_eq!(lead(FirstLeader::LeftOfDealer, &[Seat(1)]), Seat(0));
    assert_eq!(lead(FirstLeader::PokerWinner, &[Seat(1)]), Seat(1));
    assert_eq!(lead(FirstLeader::PokerWinner, &[Seat(0), Seat(1)]), Seat(2));
    assert_eq!(
        betting_order(PokerOpener::Dealer, &seats(), Seat(2)),
        [2, 0, 1].map(Seat)
    );
    assert_eq!(
        betting_order(PokerOpener::LeftOfDealer, &seats(), Seat(2)),
        [0, 1, 2].map(Seat)
    );
    assert_eq!(poker_odd_chips(PokerOddChip::LeaveInPool), OddChips::Stay);
    assert_eq!(
        poker_odd_chips(PokerOddChip::FirstLeftOfDealer),
        OddChips::OneEach
    );
}

/// A4.
#[test]
fn restart() {
    let same = "!keep C:5S A:6S A/ A:TS";
    check(usual(), same, "@5 inconclusive restart_same_suit - 5");
    check(json!({"restart": "any_suit"}), same, "");
    let same_colour = "!keep C:5S A:6S A/ A:TC";
    check(usual(), same_colour, "");
    check(
        json!({"restart": "different_color"}),
        same_colour,
        "@5 inconclusive restart_same_suit - 5",
    );
}

/// A6, D4.
#[test]
fn no_restart() {
    let stuck = "!keep C:QC C:KC C> A> B> ^";
    check(usual(), stuck, "C+4\nclosed no_restart");
    check(
        json!({"no_restart": "refund_collected"}),
        stuck,
        "closed no_restart",
    );
    // The stopped suit is led: nobody is accused until another suit shows up.
    let same = "!keep C:QC C:KC C> A> B> C:3C";
    check(
        json!({"no_restart": "lead_same_suit"}),
        &format!("{same} C/ C:2D"),
        "@7 violation lead_not_lowest C 2,7\n@7 inconclusive impossible_world - 7\n@9 inconclusive false_restart_pass - 4,9\n@9 inconclusive restart_same_suit - 7,9\nC+4",
    );
}

/// A8.
#[test]
fn penalty() {
    let low = "!keep C:5C A:6C A/ A:2D C:3D C/ C:3C";
    check(usual(), low, "@8 violation lead_not_lowest C 2,8");
    check(
        json!({"penalty": "chip_each_and_no_collect"}),
        &format!("{low} C/ C:TH"),
        "@8 violation lead_not_lowest C 2,8\nA+1 B+1 C-2",
    );
}

/// A9.
#[test]
fn per_card_bonus() {
    let run: Vec<String> = "23456789TJQKA".chars().map(|r| format!("C:{r}D")).collect();
    check(
        json!({"per_card_bonus": 1}),
        &format!("!keep {} ^", run.join(" ")),
        "A-13 B-13 C+34\nclosed went_out",
    );
}

/// A10, §3.4.
#[test]
fn combo_cards_block() {
    for (rule, blocking) in [
        ("none", ""),
        ("complete", "7D 8D 9D"),
        ("any", "KH 7D 8D 9D 9C"),
    ] {
        let options = options(json!({"combo_cards_block": rule}));
        let hand = cards("2S KH 7D 8D 9D 9C");
        let found = options.board.blocking(&hand, options.combo_cards_block);
        let found: Vec<String> = found.iter().map(Card::to_string).collect();
        assert_eq!(found.join(" "), blocking, "{rule}");
    }
}

/// A11.
#[test]
fn resell() {
    check(usual(), "!swap !sell A!1 B!-", "");
    check(json!({"resell": "yes"}), "!swap !sell A!1 B!-", "A-1 C+1");
}

/// A12.
#[test]
fn min_bid_and_auction() {
    let bids = [(Seat(0), 1), (Seat(1), 3), (Seat(0), 3)];
    let buyer = |value| auction::buyer(&bids, &options(value), |s| s != Seat(2));
    assert_eq!(buyer(json!({})), Some((Seat(1), 3)));
    assert_eq!(buyer(json!({"min_bid": 4})), None);
    assert_eq!(buyer(json!({"auction": "sealed"})), Some((Seat(1), 3)));
    check(json!({"auction": "sealed"}), "!sell A!2 B!1", "A-2 C+2");
}

/// A13.
#[test]
fn bet_cap() {
    assert_eq!(options(json!({"bet_cap": "none"})).bet_cap, None);
    assert_eq!(options(json!({"bet_cap": 3})).bet_cap, Some(3));
    assert!(serde_json::from_value::<MichiganOptions>(json!({"bet_cap": "much"})).is_err());
    use pitboss::{
        play::{Call, Seq},
        rules::{Game, michigan_rummy::MichiganRummy},
    };
    let mut game = MichiganRummy::new(
        seats(),
        Seat(2),
        options(json!({"bet_cap": 2})),
        BTreeMap::new(),
    )
    .expect("a game");
    for (word, n) in ["!keep", "C+bet2"].iter().zip(1..) {
        game.apply(Seq(n), &super::entry(word, Seat(2)));
    }
    let offered = game.awaited().remove(0).calls;
    assert!(
        !offered.iter().any(|c| matches!(
            c,
            Call::Poker {
                poker: PokerAct::Raise,
                ..
            }
        )),
        "{offered:?}"
    );
}

/// A15, A16.
#[test]
fn odd_chips_and_the_ace() {
    let faced = BTreeMap::from([
        (Seat(0), cards("2H 2D 4C 5S 7D")),
        (Seat(1), cards("2C 2S 4D 5H 7S")),
    ]);
    let won = |value: Value| -> (Vec<(Seat, Chips)>, Chips) {
        let shares = settle_pool(7, &seats(), &[Seat(0), Seat(1)], &faced, &options(value));
        (shares.shares, shares.left)
    };
    assert_eq!(won(json!({})), (vec![(Seat(0), 3), (Seat(1), 3)], 1));
    assert_eq!(
        won(json!({"poker_odd_chip": "first_left_of_dealer"})),
        (vec![(Seat(0), 4), (Seat(1), 3)], 0)
    );
    let wheel = "!keep C+bet2 A+call2 B+fold A=AH A=2D A=3C A=4S A=5H C=7H C=7D C=7C C=KS C=QD";
    check(usual(), wheel, "A+6 C-2");
    check(json!({"ace_low_straight": false}), wheel, "A-2 C+6");
}

/// A18.
#[test]
fn late_claim() {
    // At a table that reports its chips: forgotten, and either still his or forfeited.
    let late = "A$1>TH !keep C:KC C:AC";
    check(usual(), late, "@4 reminder missed_collection C 3\nC+4");
    check(
        json!({"late_claim": "forfeited"}),
        late,
        "@4 reminder missed_collection C 3",
    );
    check(
        json!({"late_claim": "forfeited"}),
        "A$1>TH !keep C:KC C$KC C:AC",
        "C+4",
    );
}

/// A17.
#[test]
fn auto_best5_counts_the_whole_hand() {
    use pitboss::rules::michigan_rummy::full_deal::{Dummy, FullDeal, play};
    let hands = BTreeMap::from([
        (Seat(0), cards("2H 3H 4H 5H 9C 6H")),
        (Seat(1), cards("KC KD 7S 8S 3C")),
        (Seat(2), cards("2C")),
    ]);
    let shown = BTreeMap::from([
        (Seat(0), cards("2H 3H 4H 5H 9C")),
        (Seat(1), cards("KC KD 7S 8S 3C")),
    ]);
    let deal = FullDeal {
        seats: seats(),
        dealer: Seat(2),
        hands,
        dummy: vec![],
        dummy_act: Dummy::Keep,
        actions: vec![(Seat(2), PokerAct::Fold, None)],
        shown,
        leads: vec![],
        board_before: BTreeMap::new(),
    };
    let winners = |value| play(&deal, &options(value)).expect("a deal").poker_winners;
    assert_eq!(winners(json!({})), [Seat(1)]);
    assert_eq!(winners(json!({"auto_best5": "yes"})), [Seat(0)]);
}

#[test]
fn held_cards_pay_before_the_first_lead() {
    let start = Start {
        order: seats(),
        leader: Seat(2),
        hands: BTreeMap::from([
            (Seat(0), cards("QH KH")),
            (Seat(1), cards("7D 8D 9D")),
            (Seat(2), cards("2C")),
        ]),
        stakes: [("QH", 4), ("QH_KH", 4), ("789", 4), ("POT", 4)]
            .map(|(id, n)| (id.to_owned(), n))
            .into(),
    };
    let played = play(
        &start,
        &[pitboss::card::Suit::Clubs],
        &options(json!({"pay": "held"})),
    )
    .expect("a game");
    assert_eq!(played.end, Some(End::WentOut(Seat(2))));
    assert_eq!(
        played.gain,
        BTreeMap::from([(Seat(0), 8), (Seat(1), 4), (Seat(2), 4)])
    );
}

/// A19, A23.
#[test]
fn final_odd_chip_and_endgame() {
    // The one final_odd_chip there is; what each endgame pays is tried in s2_deal.rs.
    for value in [
        json!({"final_odd_chip": "first_left_of_dealer"}),
        json!({"endgame": "divide"}),
        json!({"poker_opener": "left_of_dealer"}),
    ] {
        options(value);
    }
    assert!(serde_json::from_value::<MichiganOptions>(json!({"final_odd_chip": "stays"})).is_err());
}
