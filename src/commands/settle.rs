//! An evening into who pays whom, in the fewest payments: as text to share, CSV or JSON.

use std::{path::PathBuf, process::ExitCode};

use serde_json::Value;

use super::{records, unusable};
use crate::{chips::Chips, evening::settlement, rules, seat::Seating, table::Table};

/// Say who pays whom at the end of an evening, in the fewest payments
#[derive(clap::Args)]
pub struct Args {
    /// The journal: its file, the data folder that holds it, an exported evening, or JSON lines
    journal: PathBuf,
    /// An evening by its number; the last one if not given
    #[arg(long)]
    evening: Option<i64>,
    /// What a chip is worth, such as 0.10EUR, 10ct or 100KRW; without it only chips are counted
    #[arg(long, value_name = "WORTH")]
    chip: Option<Worth>,
    /// One JSON object
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Comma-separated values: from, to, chips, amount
    #[arg(long)]
    csv: bool,
}

/// What a chip is worth: whole coins of the smallest kind, and how an amount is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    coins: Chips,
    decimals: u32,
    unit: String,
}

impl std::str::FromStr for Worth {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "`{text}` is no worth of a chip: write an amount above 0 and a currency, such as 0.10EUR or 100KRW"
            )
        };
        let split = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        if part.len() > 4 || whole.is_empty() || (part.is_empty() && number.contains('.')) {
            return Err(wrong());
        }
        let coins: Chips = format!("{whole}{part}").parse().map_err(|_| wrong())?;
        let decimals = part.len() as u32;
        let unit = unit.trim().to_owned();
        if (1..=1_000_000_000).contains(&coins) {
            Ok(Self {
                coins,
                decimals,
                unit,
            })
        } else {
            Err(wrong())
        }
    }
}

impl Worth {
    /// That many chips as an amount: exact to the last coin.
    fn amount(&self, chips: Chips) -> String {
        let coins = i128::from(chips) * i128::from(self.coins);
        let one = 10_i128.pow(self.decimals);
        let (sign, coins) = (if coins < 0 { "-" } else { "" }, coins.abs());
        let mut out = format!("{sign}{}", coins / one);
        if self.decimals > 0 {
            out += &format!(".{:0width$}", coins % one, width = self.decimals as usize);
        }
        if self.unit.is_empty() {
            out
        } else {
            format!("{out} {}", self.unit)
        }
    }
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
    let settled = named(
        settlement(&table, args.chip.as_ref().map(|w| w.coins)),
        table.seating(),
    );
    match (args.json, args.csv) {
        (true, _) => println!("{settled}"),
        (_, true) => print!("{}", csv(&settled, args.chip.as_ref())),
        _ => print!("{}", text(&settled, args.chip.as_ref())),
    }
    ExitCode::SUCCESS
}

fn named(mut value: Value, seating: Option<&Seating>) -> Value {
    if let Some(seating) = seating {
        seating.name_all(&mut value);
    }
    value
}

fn payments(settled: &Value) -> impl Iterator<Item = (&str, &str, Chips)> {
    settled["payments"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|p| {
            let text = |key: &str| p[key].as_str().unwrap_or_default();
            (
                text("from"),
                text("to"),
                p["chips"].as_i64().unwrap_or_default(),
            )
        })
}

fn text(settled: &Value, worth: Option<&Worth>) -> String {
    let amount = |chips: Chips| {
        worth.map_or_else(
            || format!("{chips} chips"),
            |w| format!("{} ({chips} chips)", w.amount(chips)),
        )
    };
    let mut out = String::new();
    for (name, chips) in settled["shares"].as_object().into_iter().flatten() {
        let chips = chips.as_i64().unwrap_or_default();
        out += &format!(
            "{name}: {}{}\n",
            if chips > 0 { "+" } else { "" },
            amount(chips)
        );
    }
    let left: Chips = settled["left"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|l| l[1].as_i64())
        .sum();
    if left != 0 {
        out += &format!("The {left} chips left on the table are divided equally above.\n");
    }
    out.push('\n');
    if payments(settled).next().is_none() {
        out += "Nobody owes anybody anything.\n";
    }
    for (from, to, chips) in payments(settled) {
        out += &format!("{from} pays {to} {}\n", amount(chips));
    }
    out
}

fn csv(settled: &Value, worth: Option<&Worth>) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let mut out = "from,to,chips,amount\n".to_owned();
    for (from, to, chips) in payments(settled) {
        let amount = worth.map(|w| w.amount(chips)).unwrap_or_default();
        out += &format!(
            "{},{},{chips},{}\n",
            quoted(from),
            quoted(to),
            quoted(&amount)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_are_exact_to_the_last_coin() {
        for (worth, chips, said) in [
            ("0.10EUR", 7, "0.70 EUR"),
            ("0.10EUR", -12, "-1.20 EUR"),
            ("100KRW", 3, "300 KRW"),
            ("0.25", 3, "0.75"),
            ("10ct", 5, "50 ct"),
        ] {
            assert_eq!(worth.parse::<Worth>().expect(worth).amount(chips), said);
        }
        for text in ["", "0", "EUR", "-1", "1.", "0.00001EUR", "1.2.3"] {
            assert!(text.parse::<Worth>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_text_can_be_shared() {
        let settled = json!({
            "shares": {"Kim": 3, "Lee": -3}, "left": [], "payments": [{"from": "Lee", "to": "Kim", "chips": 3}],
        });
        let worth = "0.10EUR".parse().ok();
        assert_eq!(
            text(&settled, worth.as_ref()),
            "Kim: +0.30 EUR (3 chips)\nLee: -0.30 EUR (-3 chips)\n\nLee pays Kim 0.30 EUR (3 chips)\n"
        );
        assert_eq!(
            csv(&settled, None),
            "from,to,chips,amount\n\"Lee\",\"Kim\",3,\"\"\n"
        );
    }
}
