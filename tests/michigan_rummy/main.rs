//! Michigan Rummy, clause by clause: each file tries one section of `rules/michigan_rummy.md` on short records.
//!
//! A record is written in words, entry 1 first: `A#13` backs before A, `_13` backs of the hand put aside; `!keep`, `!swap`, `!sell` the dealer
//! says, `A!3`, `A!-` A bids three for the dummy, or passes; `A+bet2`, `A+call2`, `A+raise5`, `A+fold`, `A+pass` in the betting (`A*…` entered by
//! the host); `A=QH` a card turned up, `A:QH` one laid in a run (`A:QH~` read by one sign only, `A:?` a card that can't be named), `_QH` one of the
//! set-aside hand; `A/` the run is stopped, `A>` A passes the lead, `A!out` says that it is out; `A$QH` A reports the chips of QH taken,
//! `A$2>QH` two paid; `^` a card is gathered; `<7` the host has entry 7 taken back; `!redeal`.

use std::collections::BTreeMap;

use pitboss::{
    card::Card,
    chips::{Account, Chips},
    frame::At,
    play::{Act, Bid, Call, DummyAct, LeadAct, Play, PokerAct, Seq, Witness, Zone},
    rules::{
        Game,
        michigan_rummy::{MichiganOptions, MichiganRummy},
    },
    ruling::Verdict,
    seat::Seat,
    sighting::Signs,
};
use serde_json::{Value, json};

#[path = "../house/mod.rs"]
mod house;
mod s2_deal;
mod s3_1_poker;
mod s4_house;
mod s4_options;
mod s6_codes;

fn seat(letter: &str) -> Option<Seat> {
    let letter = letter.bytes().next()?;
    Some(Seat(letter - b'A'))
}

fn name(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

#[allow(clippy::too_many_lines)] // the notation as one table
fn entry(word: &str, dealer: Seat) -> Play {
    let at = word
        .find(['#', '_', '!', '+', '*', '=', ':', '/', '>', '$', '^', '<'])
        .expect(word);
    let (who, sign, rest) = (&word[..at], &word[at..=at], &word[at + 1..]);
    let weak = rest.ends_with('~');
    let rest = rest.trim_end_matches('~');
    let number = || rest.parse().expect(word);
    let laid = |zone| Act::Laid {
        card: (rest != "?").then(|| rest.parse::<Card>().expect(word)),
        zone,
    };
    let act = match sign {
        "#" => Act::Backs {
            zone: Zone::Hand,
            count: number(),
        },
        "_" if rest.chars().all(|c| c.is_ascii_digit()) => Act::Backs {
            zone: Zone::Aside,
            count: number(),
        },
        "_" => laid(Zone::Aside),
        "=" => laid(Zone::Hand),
        ":" => laid(Zone::Front),
        "^" => Act::Lifted {
            card: None,
            zone: Zone::Front,
        },
        "<" => Act::TakenBack {
            of: Seq(rest.parse().expect(word)),
        },
        "/" => Act::Call(Call::Stop { stop: true }),
        ">" => Act::Call(Call::Lead {
            lead: LeadAct::Pass,
        }),
        "+" | "*" => {
            let at = rest
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(rest.len());
            let poker = match &rest[..at] {
                "bet" => PokerAct::Bet,
                "call" => PokerAct::Call,
                "raise" => PokerAct::Raise,
                "fold" => PokerAct::Fold,
                _ => PokerAct::Pass,
            };
            Act::Call(Call::Poker {
                poker,
                to: rest[at..].parse().ok(),
            })
        }
        "$" => match rest.split_once('>') {
            Some((paid, to)) => {
                let to = Account::Compartment(to.to_owned());
                Act::Call(Call::Paid {
                    paid: paid.parse().expect(word),
                    to,
                })
            }
            None => Act::Call(Call::Took {
                took: rest.to_owned(),
            }),
        },
        _ => Act::Call(match rest {
            "keep" => Call::Dummy {
                dummy: DummyAct::Keep,
            },
            "swap" => Call::Dummy {
                dummy: DummyAct::Swap,
            },
            "sell" => Call::Dummy {
                dummy: DummyAct::Sell,
            },
            "out" => Call::Claim { claim: true },
            "redeal" => Call::Redeal { redeal: true },
            "-" => Call::Bid { bid: Bid::Pass },
            _ => Call::Bid {
                bid: Bid::Chips(rest.parse().expect(word)),
            },
        }),
    };
    let witness = match (&act, sign) {
        (_, "*" | "<") => Witness::Host,
        (Act::Call(_), _) => Witness::Phone,
        _ => Witness::Seen,
    };
    let dealers = matches!(act, Act::Call(Call::Dummy { .. } | Call::Redeal { .. }));
    let signs = if weak {
        Signs {
            indices: 1,
            face: false,
        }
    } else {
        Signs {
            indices: 2,
            face: true,
        }
    };
    let seat = seat(who).or(dealers.then_some(dealer));
    Play {
        at: At::default(),
        seat,
        act,
        witness,
        signs,
    }
}

/// The three of every record; C deals.
const DEALER: Seat = Seat(2);

fn three() -> Vec<Seat> {
    (0..3).map(Seat).collect()
}

/// Plays a record at a table of three and compares what is told.
fn check(options: Value, record: &str, told: &str) {
    let options: MichiganOptions = serde_json::from_value(options).expect("options");
    let mut game = MichiganRummy::new(three(), DEALER, options, BTreeMap::new()).expect("a game");
    let told: Vec<&str> = told
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert_eq!(tell(&mut game, record), told, "{record}");
}

/// What is told of a record: rulings as `@ENTRY verdict code WHO proof`, then the chips that each seat won or lost besides the antes (A and B 9,
/// C 18), then `closed OUTCOME`.
fn tell(game: &mut MichiganRummy, record: &str) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut chips: BTreeMap<Seat, Chips> = BTreeMap::new();
    let mut end = None;
    for (word, n) in record.split_whitespace().zip(1..) {
        let play = entry(word, DEALER);
        let foretold = game.judge(Seq(n), &play);
        let outcome = game.apply(Seq(n), &play);
        assert_eq!(foretold, outcome.rulings);
        for r in outcome.rulings {
            let verdict = match r.verdict {
                Verdict::Violation => "violation",
                Verdict::Disputed => "disputed",
                Verdict::Inconclusive => "inconclusive",
                Verdict::Reminder => "reminder",
            };
            let proof: Vec<String> = r.proof.iter().map(Seq::to_string).collect();
            let who = r.against.map_or('-', name);
            said.push(format!(
                "@{n} {verdict} {} {who} {}",
                r.code,
                proof.join(",")
            ));
        }
        for t in outcome.transfers.iter().filter(|t| t.reason != "ante") {
            for (account, sign) in [(&t.from, -1), (&t.to, 1)] {
                if let Account::Seat(seat) = account {
                    *chips.entry(*seat).or_default() += sign * t.chips;
                }
            }
        }
        end = outcome.closed.or(end);
    }
    let won = chips
        .iter()
        .filter(|(_, n)| **n != 0)
        .map(|(s, n)| format!("{}{n:+}", name(*s)));
    let won: Vec<String> = won.collect();
    said.extend((!won.is_empty()).then(|| won.join(" ")));
    said.extend(end.map(|c| format!("closed {}", c.outcome)));
    said
}

fn usual() -> Value {
    json!({})
}

#[test]
fn every_code_and_option_is_tried() {
    let tried = include_str!("s6_codes.rs");
    let untried = pitboss::rules::michigan_rummy::CODES
        .iter()
        .filter(|c| !tried.contains(*c));
    assert_eq!(
        untried.count(),
        0,
        "codes that no record in s6_codes.rs tries"
    );
    let tried = include_str!("s4_options.rs");
    let options = serde_json::to_value(MichiganOptions::default()).expect("options");
    let names = options.as_object().expect("names and values").keys();
    let untried: Vec<_> = names.filter(|n| !tried.contains(n.as_str())).collect();
    assert!(
        untried.is_empty(),
        "options that no record in s4_options.rs tries: {untried:?}"
    );
}
