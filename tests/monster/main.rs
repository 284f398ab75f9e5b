//! Monster, clause by clause: each file tries one section of `rules/monster.md` on short records.
//!
//! A record is written in words, entry 1 first: `A#6` six backs before A; `A@2` two in A's fan at the pile; `A_6` A's hand lies aside; `A%8`
//! eight on the pile, after A moved; `A!2`, `A!f` A says that he discards two, or folds; `A:10` A turns up a ten (`A:10~` read by one sign only,
//! `A:?` a card that can't be named), `:7` a seven of the pile; `A^` A's hand takes from the stock; `A$1` A reports a chip paid to the pot,
//! `A$take` that he takes it; `<7` the host has entry 7 taken back; `*claim`, `*redeal` the host settles as it lies, or deals anew.

use std::collections::BTreeMap;

use pitboss::{
    chips::{Account, Chips},
    frame::At,
    play::{Act, Call, HandAct, Play, Seq, Witness, Zone},
    rules::{
        Game,
        monster::{Monster, MonsterError, MonsterOptions},
    },
    ruling::Verdict,
    seat::Seat,
    sighting::Signs,
};
use serde_json::{Value, json};

#[path = "../house/mod.rs"]
mod house;
mod s1_game;
mod s3_house;
mod s3_options;
mod s5_codes;

fn seat(letter: &str) -> Option<Seat> {
    let letter = letter.bytes().next()?;
    Some(Seat(letter - b'A'))
}

fn name(seat: Seat) -> char {
    char::from(b'A' + seat.0)
}

#[allow(clippy::too_many_lines)] // the notation as one table
fn entry(word: &str) -> Play {
    let at = word
        .find(['#', '@', '_', '%', '!', ':', '=', '^', '$', '<', '*'])
        .expect(word);
    let (who, sign, rest) = (&word[..at], &word[at..=at], &word[at + 1..]);
    let weak = rest.ends_with('~');
    let rest = rest.trim_end_matches('~');
    let backs = |zone| Act::Backs {
        zone,
        count: rest.parse().expect(word),
    };
    let say = |act, count| Act::Call(Call::Act { act, count });
    let act = match sign {
        "#" => backs(Zone::Hand),
        "@" => backs(Zone::Discard),
        "_" => backs(Zone::Aside),
        "%" => backs(Zone::Pile),
        "!" if rest == "f" => say(HandAct::Fold, None),
        "!" => say(HandAct::Discard, Some(rest.parse().expect(word))),
        ":" => {
            let card = (rest != "?").then(|| rest.parse().expect(word));
            Act::Laid {
                card,
                zone: if who.is_empty() {
                    Zone::Pile
                } else {
                    Zone::Hand
                },
            }
        }
        "=" => Act::Lifted {
            card: Some(rest.parse().expect(word)),
            zone: Zone::Hand,
        },
        "^" => Act::Lifted {
            card: None,
            zone: Zone::Stock,
        },
        "$" if rest == "take" => Act::Call(Call::Took { took: "pot".into() }),
        "$" => Act::Call(Call::Paid {
            paid: rest.parse().expect(word),
            to: Account::Pot,
        }),
        "<" => Act::TakenBack {
            of: Seq(rest.parse().expect(word)),
        },
        "*" if rest == "claim" => Act::Call(Call::Claim { claim: true }),
        "*" => Act::Call(Call::Redeal { redeal: true }),
        _ => panic!("{word}"),
    };
    let witness = match (&act, sign) {
        (_, "*" | "<") => Witness::Host,
        (Act::Call(_), _) => Witness::Phone,
        _ => Witness::Seen,
    };
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
    Play {
        at: At::default(),
        seat: seat(who),
        act,
        witness,
        signs,
    }
}

/// A game of so many, the last of them the dealer.
fn table(players: u8, options: MonsterOptions) -> Result<Monster, MonsterError> {
    let seats: Vec<Seat> = (0..players).map(Seat).collect();
    Monster::new(seats, Seat(players - 1), options, 0)
}

/// Plays a record at a table of so many, the last of them the dealer, and compares what is told.
fn check(players: u8, options: Value, record: &str, told: &str) {
    let options: MonsterOptions = serde_json::from_value(options).expect("options");
    let game = table(players, options).expect("a game");
    let told: Vec<&str> = told
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    assert_eq!(tell(game, record), told, "{record}");
}

/// What is told of a record: rulings as `@ENTRY verdict code WHO proof`, then the chips that each seat won or lost, then `closed OUTCOME`.
fn tell(mut game: Monster, record: &str) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    let mut chips: BTreeMap<Account, Chips> = BTreeMap::new();
    let mut end = None;
    for (word, n) in record.split_whitespace().zip(1..) {
        let play = entry(word);
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
        for t in outcome.transfers {
            *chips.entry(t.from).or_default() -= t.chips;
            *chips.entry(t.to).or_default() += t.chips;
        }
        end = outcome.closed.or(end);
    }
    let won = chips.iter().filter_map(|(account, n)| match account {
        Account::Seat(s) if *n != 0 => Some(format!("{}{n:+}", name(*s))),
        _ => None,
    });
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
    let tried = include_str!("s5_codes.rs");
    let untried = pitboss::rules::monster::CODES
        .iter()
        .filter(|c| !tried.contains(*c));
    assert_eq!(
        untried.count(),
        0,
        "codes that no record in s5_codes.rs tries"
    );
    let tried = include_str!("s3_options.rs");
    let options = serde_json::to_value(MonsterOptions::default()).expect("options");
    let names = options.as_object().expect("names and values").keys();
    let untried: Vec<_> = names.filter(|n| !tried.contains(n.as_str())).collect();
    assert!(
        untried.is_empty(),
        "options that no record in s3_options.rs tries: {untried:?}"
    );
}
