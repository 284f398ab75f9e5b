//! A journal into the same evening once more: its facts are folded again, and what was told then is compared with what they tell now.

use std::{collections::BTreeSet, path::PathBuf, process::ExitCode};

use serde_json::{Value, json};

use super::{PARTLY, records, say, unusable};
use crate::{
    evening::says,
    event::{Entry, Event},
    line::line,
    play::Seq,
    rules,
    table::{Differs, Table},
    words,
};

/// Fold a journal again and compare what it tells, bit for bit; exit status 1 where it differs
#[derive(clap::Args)]
pub struct Args {
    /// The journal: its file, the data folder that holds it, an exported evening, or JSON lines
    journal: PathBuf,
    /// One evening by its number, instead of all
    #[arg(long)]
    evening: Option<i64>,
    /// One JSON object per evening
    #[arg(long)]
    json: bool,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let evenings = match records::read(&args.journal, args.evening) {
        Ok(evenings) => evenings,
        Err(error) => return unusable(error),
    };
    let mut all_same = true;
    let mut out = String::new();
    for (id, record) in evenings {
        let count = record.len();
        match Table::replay(rules::open, record) {
            Ok(table) if args.json => out += &format!("{}\n", summary(id, &table)),
            Ok(table) => out += &format!("{}\n", text(id, count, &table)),
            Err(differs) => {
                all_same = false;
                let entry = entry_of(&differs);
                out += &if args.json {
                    let line = json!({"evening": id, "error": differs.to_string(), "entry": entry});
                    format!("{line}\n")
                } else {
                    format!("evening {id}: {differs}\n")
                };
            }
        }
    }
    let said = say(&out);
    if all_same {
        said
    } else {
        ExitCode::from(PARTLY)
    }
}

/// The entry at which record and fold part.
fn entry_of(differs: &Differs) -> u64 {
    match differs {
        Differs::Told { recorded, .. } => recorded.seq.0,
        Differs::Missing { after, .. } => after.0 + 1,
        Differs::Order { found, .. } => found.0,
        Differs::Chips { seq, .. } | Differs::Refused { seq, .. } => seq.0,
    }
}

/// Board, rulings and balances of an evening.
fn summary(id: i64, table: &Table) -> Value {
    let rulings: Vec<Value> = rulings(table)
        .map(|(e, withdrawn)| {
            let mut line = line(e, table.seating(), |ruling| {
                says(words::Lang::En, ruling, table.seating())
            });
            line["withdrawn"] = withdrawn.into();
            line
        })
        .collect();
    let balances: std::collections::BTreeMap<_, _> = table.net().collect();
    let mut out = json!({
        "evening": id, "entries": table.entries().len(), "board": table.board(), "balances": balances,
    });
    if let Some(seating) = table.seating() {
        seating.name_all(&mut out);
    }
    out["rulings"] = json!(rulings);
    out
}

/// Every ruling, and whether a correction made it vanish.
fn rulings(table: &Table) -> impl Iterator<Item = (&Entry, bool)> {
    let withdrawn: BTreeSet<Seq> = table
        .entries()
        .iter()
        .filter_map(|e| match e.event {
            Event::Withdrawn { ruling } => Some(ruling),
            _ => None,
        })
        .collect();
    let rulings = table.entries().iter();
    rulings
        .filter(|e| matches!(e.event, Event::Ruling(_)))
        .map(move |e| (e, withdrawn.contains(&e.seq)))
}

fn text(id: i64, count: usize, table: &Table) -> String {
    let name = |seat| {
        table
            .seating()
            .map_or_else(|| format!("{seat}"), |s| s.name(seat))
    };
    let mut out = format!(
        "evening {id}: {count} entries, {} deals, told the same again",
        table.deals()
    );
    for (entry, withdrawn) in rulings(table) {
        if let Event::Ruling(ruling) = &entry.event {
            let whom = ruling.against.map_or_else(|| "nobody".to_owned(), name);
            let proof: Vec<String> = ruling.proof.iter().map(ToString::to_string).collect();
            out += &format!(
                "\n  {:>5}  {} against {whom}, proof {}{}",
                entry.seq,
                ruling.code,
                proof.join(" "),
                if withdrawn { ", withdrawn" } else { "" }
            );
        }
    }
    for (seat, chips) in table.net() {
        out += &format!("\n  {:>5}  {}", format!("{chips:+}"), name(seat));
    }
    out
}
