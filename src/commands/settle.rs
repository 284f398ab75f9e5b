//! An evening into who pays whom, in the fewest payments: as text to share, CSV or JSON.

use std::{path::PathBuf, process::ExitCode};

use super::{records, say, unusable};
use crate::{
    chips::Worth,
    evening::settlement::{settlement, written},
    phones::Form,
    rules,
    table::Table,
    words::Lang,
};

/// Say who pays whom at the end of an evening, in the fewest payments
#[derive(clap::Args)]
pub struct Args {
    /// The journal: its file, the data folder that holds it, an exported evening, or JSON lines
    journal: PathBuf,
    /// An evening by its number; the last one if not given
    #[arg(long)]
    evening: Option<i64>,
    /// What a chip is worth, such as 0.10EUR, 10ct or 100KRW; without it what the host entered, else only chips are counted
    #[arg(long, value_name = "WORTH")]
    chip: Option<Worth>,
    /// The language of the text: ko or en
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// One JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Comma-separated values: from, to, chips, amount
    #[arg(long)]
    csv: bool,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let (id, record) = match records::read_last(&args.journal, args.evening) {
        Ok(found) => found,
        Err(error) => return unusable(error),
    };
    let table = match Table::replay(rules::open, record.iter().cloned()) {
        Ok(table) => table,
        Err(_) => match Table::adopt(rules::open, record) {
            Ok((table, _)) => table,
            Err(error) => return unusable(format!("evening {id} can't be settled: {error}")),
        },
    };
    let chip = args.chip.as_ref().or(table.bank().chip.as_ref());
    let mut settled = settlement(&table, chip);
    let seating = table.seating();
    let lang = args.lang;
    say(&match (args.json, args.csv) {
        (true, _) => {
            if let Some(seating) = seating {
                seating.name_all(&mut settled);
            }
            format!("{settled}\n")
        }
        (_, true) => written(lang, Form::Csv, settled, seating),
        _ => written(lang, Form::Text, settled, seating),
    })
}
