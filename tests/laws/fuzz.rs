//! No sequence of facts panics, makes chips or takes them: arbitrary facts, and legal deals with their deeds lost, doubled, swapped or changed.
//! And a card that nobody could name, or that nobody saw, accuses nobody. Counted per game.

use std::collections::BTreeMap;

use pitboss::{
    card::{Card, Deck, Suit},
    chips::{Account, Chips},
    demo::players::{Deed, Script, mensch, michigan_rummy, monster},
    frame::At,
    play::{
        Act, Bid, Call, DummyAct, GameName, HandAct, LeadAct, Play, PokerAct, Seq, Witness, Zone,
    },
    rules::{
        Game, Opening,
        mensch::MenschOptions,
        michigan_rummy::{MichiganOptions, Restart},
        monster::MonsterOptions,
        open,
    },
    ruling::Verdict,
    seat::{Seat, Seating},
    sighting::Signs,
};
use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use serde_json::{Value, json};

use super::deals;

/// House rules away from the defaults, one set a line.
fn house(game: GameName) -> Vec<Value> {
    match game {
        GameName::Mensch => vec![
            json!({"called_card_held": "plays_alone", "revoke": "side_loses_contract", "claims": "yes"}),
            json!({"call_rank": "ace_only", "revoke": "void_deal", "slam_on_forced": false}),
            json!({"q_clubs_counts_for_obligation": false, "obligation_lapses_at": "five"}),
        ],
        GameName::Monster => vec![
            json!({"muck": "allowed", "pair_at_showdown": "pays_penalty", "odd_chip": "first_left_of_dealer"}),
            json!({"lone_live": "auto_win", "short_stack": "pay_what_you_have", "late_misdeal": "play_on"}),
            json!({"pair_at_showdown": "void_round", "tie_loss_last_two": "restart_round", "lone_loss_pays": "no"}),
        ],
        GameName::MichiganRummy => vec![
            json!({"board": "boodle4", "no_restart": "refund_collected", "penalty": "chip_each_and_no_collect"}),
            json!({"board": "tripoley", "pay": "held", "no_restart": "lead_same_suit", "auto_best5": "yes"}),
            json!({"late_claim": "forfeited", "per_card_bonus": 1, "auction": "sealed", "resell": "yes", "endgame": "divide"}),
        ],
    }
}

type Opened = (Box<dyn Game>, Vec<Seat>, Vec<(Account, Chips)>);

fn table(game: GameName, rng: &mut SmallRng) -> Opened {
    let count = rng.random_range(game.players());
    let names: Vec<String> = (0..count).map(|n| format!("P{n}")).collect();
    let seating: Seating = names.join(",").parse().expect("a seating");
    let seats: Vec<Seat> = seating.seats().collect();
    let stakes = match game {
        GameName::Mensch => Vec::new(),
        GameName::Monster => vec![(Account::Pot, rng.random_range(0..4))],
        GameName::MichiganRummy => vec![(Account::Compartment("POT".to_owned()), 5)],
    };
    let options = house(game).choose(rng).cloned().unwrap_or(Value::Null);
    let opening = Opening {
        game,
        seating,
        dealer: Some(seats[rng.random_range(0..count)]),
        options: if rng.random_bool(0.5) {
            options
        } else {
            Value::Null
        },
        stakes: stakes.clone(),
        stacks: if rng.random_bool(0.5) {
            seats.iter().map(|s| (*s, 6)).collect()
        } else {
            Vec::new()
        },
        finale: game == GameName::MichiganRummy && rng.random_bool(0.1),
    };
    (open(&opening).expect("a game"), seats, stakes)
}

fn any_card(rng: &mut SmallRng, game: GameName) -> Option<Card> {
    let deck = match (game, rng.random_range(0..12)) {
        (_, 0) => return None,
        (GameName::Monster, 1) | (GameName::Mensch, 2..) => Deck::Short,
        (GameName::Monster, _) => Deck::Pairs,
        (_, 1) => Deck::Pairs,
        _ => Deck::Full,
    };
    deck.faces().choose(rng).copied()
}

fn any_call(rng: &mut SmallRng, game: GameName) -> Call {
    let to = [
        Account::Pot,
        Account::Bank,
        Account::Seat(Seat(1)),
        Account::Compartment("TH".to_owned()),
    ];
    let ladder = Bid::LADDER.map(|(bid, _)| bid);
    let bets = [
        PokerAct::Pass,
        PokerAct::Bet,
        PokerAct::Call,
        PokerAct::Raise,
        PokerAct::Fold,
    ];
    let dummies = [DummyAct::Keep, DummyAct::Swap, DummyAct::Sell];
    match rng.random_range(0..15) {
        0 => Call::Bid {
            bid: *ladder.choose(rng).expect("a bid"),
        },
        1 => Call::Bid {
            bid: Bid::Chips(rng.random_range(-1..9)),
        },
        2 => Call::Trump {
            trump: *Suit::ALL.choose(rng).expect("a suit"),
        },
        3 => Call::Partner {
            partner: any_card(rng, game).unwrap_or(Deck::Full.faces()[0]),
        },
        4 => Call::Act {
            act: HandAct::Discard,
            count: Some(rng.random_range(0..9)),
        },
        5 => Call::Act {
            act: HandAct::Fold,
            count: None,
        },
        6 => Call::Pick {
            pick: rng.random_range(0..4),
        },
        7 => Call::Dummy {
            dummy: *dummies.choose(rng).expect("an act"),
        },
        8 | 9 => Call::Poker {
            poker: *bets.choose(rng).expect("an act"),
            to: rng.random_bool(0.7).then(|| rng.random_range(-2..12)),
        },
        10 => Call::Lead {
            lead: LeadAct::Pass,
        },
        11 => Call::Stop {
            stop: rng.random_bool(0.9),
        },
        12 => Call::Paid {
            paid: rng.random_range(0..9),
            to: to.choose(rng).expect("one").clone(),
        },
        13 => Call::Took {
            took: ["pot", "TH", "POKER", "X"]
                .choose(rng)
                .expect("one")
                .to_string(),
        },
        _ if rng.random_bool(0.5) => Call::Claim { claim: true },
        _ => Call::Redeal {
            redeal: rng.random_bool(0.5),
        },
    }
}

fn any_act(rng: &mut SmallRng, game: GameName, facts: u64) -> Act {
    let zones = [
        Zone::Trick,
        Zone::Hand,
        Zone::Front,
        Zone::Discard,
        Zone::Pile,
        Zone::Won,
        Zone::Stock,
        Zone::Aside,
        Zone::Board("TH".to_owned()),
    ];
    let zone = zones.choose(rng).expect("a zone").clone();
    match rng.random_range(0..12) {
        0..5 => Act::Laid {
            card: any_card(rng, game),
            zone,
        },
        5 | 6 => Act::Lifted {
            card: any_card(rng, game),
            zone,
        },
        7 => Act::Backs {
            zone,
            count: rng.random_range(0..21),
        },
        8 => Act::TakenBack {
            of: Seq(rng.random_range(0..facts + 2)),
        },
        _ => Act::Call(any_call(rng, game)),
    }
}

/// A deal by the rules; `restart` is that option of Michigan Rummy.
fn legal(game: GameName, rng: &mut SmallRng, seats: &[Seat], restart: Restart) -> Script {
    let dealer = *seats.choose(rng).expect("a dealer");
    match game {
        GameName::Mensch => {
            let four = [0, 1, 2, 3].map(|i| seats[i]);
            let options = MenschOptions::default();
            mensch::deal(rng, four, dealer, &options, mensch::Style::Whim, None)
        }
        GameName::Monster => {
            let options = MonsterOptions::default();
            monster::game(rng, seats, dealer, &options, monster::Style::Whim, None).expect("a game")
        }
        GameName::MichiganRummy => {
            let style = michigan_rummy::Style::Whim;
            let options = MichiganOptions {
                restart,
                ..MichiganOptions::default()
            };
            michigan_rummy::deal(rng, seats, dealer, &options, style, None)
        }
    }
}

/// A legal deal gone wrong in the reading.
fn garbled(rng: &mut SmallRng, game: GameName, seats: &[Seat]) -> Vec<Deed> {
    let mut deeds = legal(game, rng, seats, Restart::default()).deeds;
    deeds.truncate(250);
    for _ in 0..rng.random_range(1..12) {
        let at = rng.random_range(0..deeds.len());
        match rng.random_range(0..5) {
            0 if deeds.len() > 20 => drop(deeds.remove(at)),
            1 => deeds.insert(at, deeds[at].clone()),
            2 => {
                let next = (at + 1) % deeds.len();
                deeds.swap(at, next);
            }
            3 => deeds[at].seat = seats.choose(rng).copied(),
            _ => deeds[at].act = any_act(rng, game, at as u64),
        }
    }
    deeds
}

#[test]
fn no_sequence_of_facts_panics_or_makes_chips() {
    let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 4).max(100) {
            let mut rng = SmallRng::seed_from_u64(seed ^ 0xf022);
            let (mut engine, seats, stakes) = table(game, &mut rng);
            let mut balances: BTreeMap<Account, Chips> = stakes.into_iter().collect();
            let mut deeds = if rng.random_bool(0.5) {
                garbled(&mut rng, game, &seats)
            } else {
                Vec::new()
            };
            while deeds.len() < 60 {
                let seat = rng
                    .random_bool(0.95)
                    .then(|| Seat(rng.random_range(0..seats.len() as u8 + 1)));
                let act = any_act(&mut rng, game, deeds.len() as u64);
                deeds.push(Deed { seat, act });
            }
            for (n, deed) in (1..).zip(deeds) {
                let witness = [Witness::Seen, Witness::Count, Witness::Host, Witness::Phone]
                    [rng.random_range(0..4)];
                let signs = Signs {
                    indices: rng.random_range(0..3),
                    face: rng.random_bool(0.5),
                };
                let play = Play {
                    at: At(n * 500),
                    seat: deed.seat,
                    act: deed.act,
                    witness,
                    signs,
                };
                let outcome = engine.apply(Seq(n), &play);
                for t in &outcome.transfers {
                    assert!(t.chips > 0 && t.from != t.to, "{game} {seed}: {t:?}");
                    *balances.entry(t.from.clone()).or_default() -= t.chips;
                    *balances.entry(t.to.clone()).or_default() += t.chips;
                }
                for (account, chips) in engine.stakes() {
                    let lies = balances.get(&account).copied().unwrap_or(0);
                    assert_eq!(lies, chips, "{game} {seed} {n}: {account}");
                }
                let zone = Zone::Trick;
                let _ = (
                    engine.state(),
                    engine.awaited(),
                    engine.likely(play.seat, &zone),
                );
                counts.entry(game.as_str()).or_default()[1] += 1;
            }
            counts.entry(game.as_str()).or_default()[0] += 1;
        }
    }
    println!("sequences, facts: {counts:?}");
    assert!(counts.len() == 3 && counts.values().all(|c| c[0] >= 100 && c[1] > 5_000));
}

/// Plays honest deeds with what was lost, and says who is accused of what.
fn accused(
    game: GameName,
    seats: usize,
    restart: Restart,
    script: &Script,
    deeds: &[Deed],
) -> Vec<String> {
    let options = match game {
        GameName::MichiganRummy => json!({"restart": restart}),
        _ => Value::Null,
    };
    let names: Vec<String> = (0..seats).map(|n| format!("P{n}")).collect();
    let opening = Opening {
        game,
        seating: names.join(",").parse().expect("a seating"),
        dealer: Some(script.dealer),
        options,
        stakes: Vec::new(),
        stacks: Vec::new(),
        finale: false,
    };
    let mut engine = open(&opening).expect("a game");
    let mut told = Vec::new();
    for (n, deed) in (1..).zip(deeds) {
        let said = matches!(deed.act, Act::Call(_));
        let play = Play {
            at: At(n * 4_000),
            seat: deed.seat,
            act: deed.act.clone(),
            witness: if said { Witness::Phone } else { Witness::Seen },
            signs: Signs {
                indices: 2,
                face: true,
            },
        };
        for ruling in engine.apply(Seq(n), &play).rulings {
            if ruling.verdict == Verdict::Violation && ruling.against.is_some() {
                told.push(ruling.code);
            }
        }
    }
    told
}

#[test]
fn a_card_that_nobody_could_name_or_see_accuses_nobody() {
    let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for game in GameName::ALL {
        for seed in 0..(deals() / 4).max(100) {
            let mut rng = SmallRng::seed_from_u64(seed ^ 0x401e5);
            let (_, seats, _) = table(game, &mut rng);
            let restarts = [
                Restart::DifferentSuit,
                Restart::DifferentColor,
                Restart::AnySuit,
            ];
            let restart = *restarts.choose(&mut rng).expect("one");
            let script = legal(game, &mut rng, &seats, restart);
            let laid: Vec<usize> = (0..script.deeds.len())
                .filter(|&i| matches!(script.deeds[i].act, Act::Laid { .. }))
                .collect();
            let Some(&at) = laid.choose(&mut rng) else {
                continue;
            };
            let mut deeds = script.deeds.clone();
            let mut gone = None;
            if let Act::Laid { card, .. } = &mut deeds[at].act {
                gone = card.take();
            }
            for deed in &mut deeds[at..] {
                match &mut deed.act {
                    Act::Lifted { card, .. } if *card == gone => *card = None,
                    _ => {}
                }
            }
            let told = accused(game, seats.len(), restart, &script, &deeds);
            assert!(
                told.is_empty(),
                "{game} {seed} {at}: {told:?} {:?}",
                script.deeds[at]
            );
            let count = counts.entry(game.as_str()).or_default();
            count[0] += 1;
            // And one that wasn't seen at all: nobody can know that it lay there.
            deeds.remove(at);
            let told = accused(game, seats.len(), restart, &script, &deeds);
            assert!(
                told.is_empty(),
                "{game} {seed} {at}, unseen: {told:?} {:?}",
                script.deeds[at]
            );
            count[1] += 1;
        }
    }
    println!("cards that nobody could name, cards not seen at all: {counts:?}");
    assert!(counts.len() == 3 && counts.values().all(|c| c[0] >= 90 && c[0] == c[1]));
}
