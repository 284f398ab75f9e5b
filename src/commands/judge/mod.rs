//! `pitboss judge FILE…`: files of worked positions into one answer a line, through the same functions as the live referee.

use std::{
    fmt::Display,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Value, json};

use super::{PARTLY, unusable};
use crate::{
    play::GameName,
    rules::options::{HouseRules, OptionsError},
};

mod mensch;
mod michigan;
mod monster;
mod names;

/// Answers worked positions: files of the form `rules/examples_*.json`, one JSON line an example.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files of worked positions.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// A file of worked positions, as far as it is read here.
#[derive(Deserialize)]
struct Positions {
    game: String,
    examples: Vec<Example>,
}

/// One worked position.
#[derive(Deserialize)]
struct Example {
    id: Value,
    kind: String,
    #[serde(default)]
    options: Value,
    #[serde(default)]
    given: Value,
}

/// Why a position has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    /// A kind that the game doesn't have.
    #[error("there is no kind `{0}` in this game")]
    Kind(String),
    /// Options that can't be used.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// What is given can't be read.
    #[error("the position can't be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// What is given can't be.
    #[error("the position can't be: {0}")]
    Impossible(String),
}

impl NoAnswer {
    /// The position can't be, for that reason.
    pub(crate) fn impossible(why: impl Display) -> Self {
        Self::Impossible(why.to_string())
    }
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let mut files = Vec::with_capacity(args.files.len());
    for path in &args.files {
        match open(path) {
            Ok(file) => files.push(file),
            Err(why) => return unusable(why),
        }
    }
    let mut out = io::stdout().lock();
    let mut all = true;
    for (game, examples) in &files {
        for example in examples {
            let line = answered(*game, example);
            all &= line.get("error").is_none();
            if writeln!(out, "{line}").is_err() {
                return ExitCode::from(PARTLY); // nobody reads on
            }
        }
    }
    if all {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(PARTLY)
    }
}

fn open(path: &Path) -> Result<(GameName, Vec<Example>), String> {
    let text =
        fs::read_to_string(path).map_err(|e| format!("can't read {}: {e}", path.display()))?;
    positions(&text).map_err(|why| format!("{}: {why}", path.display()))
}

fn positions(text: &str) -> Result<(GameName, Vec<Example>), String> {
    let file: Positions = serde_json::from_str(text)
        .map_err(|e| format!("it is no file of worked positions: {e}"))?;
    let game = file.game.to_lowercase().replace(' ', "_");
    let game = game.parse().map_err(|e| format!("{e}"))?;
    Ok((game, file.examples))
}

/// The answers to a file's worked positions, one a position, as the command writes them.
///
/// # Errors
/// When the text is no file of worked positions.
pub fn answers(text: &str) -> Result<Vec<Value>, String> {
    let (game, examples) = positions(text)?;
    Ok(examples.iter().map(|e| answered(game, e)).collect())
}

/// What is written of one position: its result, or why it has none.
fn answered(game: GameName, example: &Example) -> Value {
    match answer(game, example) {
        Ok(result) => json!({"id": example.id, "result": result}),
        Err(why) => json!({"id": example.id, "error": why.to_string()}),
    }
}

fn answer(game: GameName, example: &Example) -> Result<Value, NoAnswer> {
    let rules = HouseRules::of(game, &example.options)?;
    let (kind, given) = (example.kind.as_str(), &example.given);
    match game {
        GameName::Monster => monster::answer(kind, &rules.monster, given),
        GameName::Mensch => mensch::answer(kind, &rules.mensch, given),
        GameName::MichiganRummy => michigan::answer(kind, &rules.michigan_rummy, given),
    }
}

/// Reads what is given as that kind's own type.
pub(crate) fn read<T: DeserializeOwned>(given: &Value) -> Result<T, NoAnswer> {
    Ok(T::deserialize(given)?)
}

/// Something of which nothing may be known: left out, or `null`.
pub(crate) fn known<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    given: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(given)?.unwrap_or_default())
}
