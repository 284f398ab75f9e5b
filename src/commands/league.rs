//! All evenings of a table into its league: chips won and lost, and what each player did, game by game.

use std::{path::PathBuf, process::ExitCode};

use serde_json::Value;

use super::{records, say, unusable};
use crate::evening::league::League;

/// The table of all evenings: chips won and lost, and what each player did, game by game
#[derive(clap::Args)]
pub struct Args {
    /// The data folder, or a journal
    #[arg(default_value_os_t = records::default_data())]
    journal: PathBuf,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let mut league = League::default();
    if let Err(error) = league.read(&records::journal_path(&args.journal)) {
        return unusable(error);
    }
    let table = league.table();
    if args.json {
        return say(&format!("{table}\n"));
    }
    say(&text(&table))
}

fn text(table: &Value) -> String {
    let mut out = String::new();
    for player in table["players"].as_array().into_iter().flatten() {
        let name = player["name"].as_str().unwrap_or_default();
        let net = player["net"].as_i64().unwrap_or_default();
        out += &format!("{net:>+6}  {name}, {} evenings\n", player["evenings"]);
        for (game, tally) in player["games"].as_object().into_iter().flatten() {
            let counts: Vec<String> = tally["counts"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(what, n)| format!("{} {n}", what.replace('_', " ")))
                .collect();
            out += &format!(
                "        {game}: {} deals, {} won, {:+} chips",
                tally["deals"],
                tally["won"],
                tally["net"].as_i64().unwrap_or_default()
            );
            if !counts.is_empty() {
                out += &format!("; {}", counts.join(", "));
            }
            out.push('\n');
        }
    }
    if out.is_empty() {
        out += "No evening was played here yet.\n";
    }
    out
}
