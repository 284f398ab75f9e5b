//! `pitboss rules GAME`: a game and its house rules into the rules as this table plays them, options included.

use std::{path::PathBuf, process::ExitCode};

use serde_json::Value;

use super::{say, unusable};
use crate::{
    play::GameName,
    rules::options::HouseRules,
    words::{self, Args as Needs, Lang},
};

/// Prints the rules of a game as this table plays them, options included.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// monster, mensch or michigan_rummy.
    game: GameName,
    /// The language: ko or en.
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// House rules: TOML, one table per game.
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let house = match super::house_rules(args.rules.as_deref()) {
        Ok(house) => house,
        Err(why) => return unusable(why),
    };
    say(&text(args.game, &house, args.lang))
}

/// The rules of a game as plain text: a title, the rules in order, then this table's options.
#[must_use]
pub fn text(game: GameName, house: &HouseRules, lang: Lang) -> String {
    let mut lines = vec![
        words::plain(lang, &format!("rules-{game}-title")),
        String::new(),
    ];
    let id = |n: usize| format!("rules-{game}-{n:02}");
    lines.extend(
        (1..)
            .map(id)
            .take_while(|id| words::has(lang, id))
            .map(|id| words::plain(lang, &id)),
    );
    lines.extend([
        String::new(),
        words::plain(lang, "rules-options"),
        String::new(),
    ]);
    for (name, value) in house.options(game) {
        let value = match value {
            Value::String(text) => text,
            other => other.to_string(),
        };
        let needs = Needs::from([("value".to_owned(), value)]);
        lines.push(format!(
            "· {}",
            words::say(lang, &format!("option-{game}-{name}"), &needs)
        ));
    }
    lines.join("\n") + "\n"
}
