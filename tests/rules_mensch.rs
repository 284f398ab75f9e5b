//! Mensch, clause by clause: each file tries one section of `rules/mensch.md` on short records.
//!
//! A record is written in words, entry 1 first: `A!half` A bids; `A!trump=H`, `A!partner=AH` are calls; `A#8` backs counted; `A:QC` A lays
//! Q♣ in the middle (`A:QC?` read by one sign only, `A:?` a card that can't be named); `A^QC` A takes Q♣ up; `A=QC` A's hand shows Q♣;
//! `A$2>B` A reports two chips paid to B; `<7` the host has entry 7 taken back. What the referee says is written `@ENTRY VERDICT CODE WHO PROOF`.

use pitboss::{
    card::Card,
    chips::{Account, Chips, Transfer},
    frame::At,
    play::{Act, Bid, Call, GameName, Play, Seq, Witness, Zone},
    rules::{Game, mensch::Mensch, options::HouseRules},
    seat::{Seat, Seating},
    sighting::Signs,
};
use serde_json::Value;

#[path = "rules/mensch/mod.rs"]
mod clauses;
mod house;

/// The four players of every record; D deals.
fn seating() -> Seating {
    "A@south,B@west,C@north,D@east".parse().expect("a seating")
}

fn seat(name: &str) -> Option<Seat> {
    seating().by_name(name)
}

/// One word of a record.
#[expect(
    clippy::too_many_lines,
    reason = "the words of the notation, one arm each"
)]
fn entry(word: &str) -> Play {
    let card = |text: &str| (text != "?").then(|| text.parse::<Card>().expect(text));
    let trick = |text: &str| Act::Laid {
        card: card(text),
        zone: Zone::Trick,
    };
    let (who, sign, rest) = match word.find(['!', '#', ':', '^', '=', '$']) {
        Some(at) => (&word[..at], &word[at..=at], &word[at + 1..]),
        None => ("", "<", word.trim_start_matches('<')),
    };
    let weak = rest.len() > 1 && rest.ends_with('?');
    let rest = if weak {
        rest.trim_end_matches('?')
    } else {
        rest
    };
    let act = match sign {
        "#" => Act::Backs {
            zone: Zone::Hand,
            count: rest.parse().expect(rest),
        },
        ":" => trick(rest),
        "^" => Act::Lifted {
            card: card(rest),
            zone: Zone::Trick,
        },
        "=" => Act::Laid {
            card: card(rest),
            zone: Zone::Hand,
        },
        "$" => {
            let (chips, to) = rest.split_once('>').expect(rest);
            Act::Call(Call::Paid {
                paid: chips.parse().expect(chips),
                to: Account::Seat(seat(to).expect(to)),
            })
        }
        "<" => Act::TakenBack {
            of: Seq(rest.parse().expect(rest)),
        },
        _ => Act::Call(match rest.split_once('=') {
            Some(("trump", suit)) => Call::Trump {
                trump: suit.parse().expect(suit),
            },
            Some(("partner", card)) => Call::Partner {
                partner: card.parse().expect(card),
            },
            _ if rest == "redeal" => Call::Redeal { redeal: true },
            _ if rest == "claim" => Call::Claim { claim: true },
            _ => Call::Bid {
                bid: Bid::LADDER
                    .iter()
                    .find(|b| b.1 == rest)
                    .unwrap_or_else(|| panic!("no bid {rest}"))
                    .0,
            },
        }),
    };
    let said = matches!(act, Act::Call(_));
    let host = matches!(act, Act::Call(Call::Redeal { .. } | Call::Claim { .. }));
    Play {
        at: At::default(),
        seat: seat(who),
        act,
        witness: if host {
            Witness::Host
        } else if said {
            Witness::Phone
        } else {
            Witness::Seen
        },
        signs: Signs {
            indices: if weak { 1 } else { 2 },
            face: false,
        },
    }
}

/// A record folded: the game, what was said, what was paid.
struct Told {
    game: Mensch,
    said: Vec<String>,
    paid: Vec<Transfer>,
    outcome: Option<String>,
}

fn fold(options: &Value, record: &str) -> Told {
    let house = HouseRules::of(GameName::Mensch, options).expect("options of Mensch");
    let game = Mensch::new(&seating(), seat("D"), &house.mensch).expect("four seats");
    let mut told = Told {
        game,
        said: Vec::new(),
        paid: Vec::new(),
        outcome: None,
    };
    for (i, word) in record.split_whitespace().enumerate() {
        let n = i as u64 + 1;
        let outcome = told.game.apply(Seq(n), &entry(word));
        for r in &outcome.rulings {
            let verdict = format!("{:?}", r.verdict).to_lowercase();
            let who = r
                .against
                .map_or_else(|| "-".to_owned(), |s| seating().name(s));
            let proof: Vec<String> = r.proof.iter().map(ToString::to_string).collect();
            told.said.push(format!(
                "@{n} {verdict} {} {who} {}",
                r.code,
                proof.join(" ")
            ));
        }
        told.paid.extend(outcome.transfers);
        told.outcome = outcome.closed.map(|c| c.outcome).or(told.outcome);
    }
    told
}

/// Checks what the referee says to a record.
fn check(options: &Value, record: &str, said: &[&str]) {
    assert_eq!(fold(options, record).said, said, "{options} {record}");
}

/// What A, B, C and D gain or pay in a record, and how the deal ends.
fn settled(options: &Value, record: &str) -> ([Chips; 4], Option<String>) {
    let told = fold(options, record);
    let mut chips = [0; 4];
    for (i, name) in ["A", "B", "C", "D"].into_iter().enumerate() {
        let account = Account::Seat(seat(name).expect(name));
        for t in &told.paid {
            chips[i] += if t.to == account { t.chips } else { 0 }
                - if t.from == account { t.chips } else { 0 };
        }
    }
    (chips, told.outcome)
}
