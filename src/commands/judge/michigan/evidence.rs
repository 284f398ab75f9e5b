//! A record of events into the violations that it proves (`rules/judging.md` §5).

use super::super::{NoAnswer, names::Names, read};
use crate::{
    card::Card,
    play::Seq,
    rules::{
        finding::{self, Finding},
        michigan_rummy::{MichiganOptions, record::Record},
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Event {
    Poker {
        p: String,
        cards: Vec<Card>,
    },
    Lead {
        p: String,
        card: Card,
    },
    Play {
        p: String,
        card: Card,
    },
    Stop,
    PassRestart {
        p: String,
    },
    Reveal {
        p: String,
        cards: Vec<Card>,
    },
    SetAside {
        exchanged_by: Option<String>,
        cards: Vec<Card>,
    },
}

/// The codes that a worked position lists; the live referee has more.
const LISTED: [&str; 10] = [
    "poker_card_count",
    "lead_not_lowest",
    "wrong_card_in_run",
    "withheld_next",
    "restart_same_suit",
    "wrong_leader",
    "false_restart_pass",
    "exchange_with_pay_card",
    "card_changed_hands",
    "card_seen_twice",
];

/// The violations that the events prove.
pub(super) fn evidence(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        events: Vec<Event>,
    }
    let Given { events } = read(given)?;
    let (mut names, mut record) = (Names::default(), Record::new(options));
    let mut findings: Vec<Finding> = Vec::new();
    for (seq, event) in (0..).map(Seq).zip(events) {
        take(&mut record, &mut names, seq, event)?;
        let mut found = record.take_findings();
        // Each offence once, with the proof that is complete first.
        let told = |f: &Finding| {
            let is_it =
                |g: &Finding| (g.code, g.against, g.offence) == (f.code, f.against, f.offence);
            f.against.is_some() && findings.iter().any(is_it)
        };
        found.retain(|f| LISTED.contains(&f.code) && !told(f));
        finding::in_order(&mut found);
        findings.extend(found);
    }
    let (violations, detectable) = names.violations(&findings);
    Ok(json!({"violations": violations, "detectable": detectable}))
}

fn take(record: &mut Record, names: &mut Names, seq: Seq, event: Event) -> Result<(), NoAnswer> {
    match event {
        Event::Poker { p, cards } => {
            let seat = names.met(&p)?;
            if cards.len() != 5 {
                record.poker_count(seat, vec![seq]);
            }
            cards.iter().for_each(|c| record.poker(seat, *c, seq));
        }
        Event::Lead { p, card } => record.lead(names.met(&p)?, card, seq),
        Event::Play { p, card } => record.play(names.met(&p)?, card, seq),
        Event::Stop => record.stop(seq),
        Event::PassRestart { p } => record.pass_restart(names.met(&p)?, seq),
        Event::Reveal { p, cards } => {
            let seat = names.met(&p)?;
            cards.iter().for_each(|c| record.reveal(seat, *c, seq));
        }
        Event::SetAside {
            exchanged_by,
            cards,
        } => {
            let by = exchanged_by.map(|name| names.met(&name)).transpose()?;
            let exchange = by.map(|seat| (seat, seq));
            cards
                .iter()
                .for_each(|c| record.set_aside(exchange, *c, seq));
        }
    }
    Ok(())
}
