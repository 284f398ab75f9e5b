//! `pitboss rules GAME`: a game and its house rules into the rules as this table plays them, options included.

use std::{path::PathBuf, process::ExitCode};

use super::{say, unusable};
use crate::{
    house,
    play::GameName,
    rules::options::HouseRules,
    words::{self, Lang},
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
    let rules = match super::house_rules(args.rules.as_deref()) {
        Ok(rules) => rules,
        Err(why) => return unusable(why),
    };
    say(&text(args.game, &rules, args.lang))
}

/// The rules of a game as plain text, in which every option has its say: a title, the rules in order, then once more what differs from the usual.
#[must_use]
pub fn text(game: GameName, rules: &HouseRules, lang: Lang) -> String {
    let needs = house::needs(lang, game, rules);
    let say = |id: &str| words::say(lang, id, &needs);
    let mut lines = vec![say(&format!("rules-{game}-title")), String::new()];
    let id = |n: usize| format!("rules-{game}-{n:02}");
    let known = (1..).map(id).take_while(|id| words::has(lang, id));
    lines.extend(known.map(|id| say(&id)));
    let changed = rules.changed(game);
    let changed = changed.as_object().into_iter().flatten();
    let changed: Vec<String> = changed
        .map(|(name, _)| format!("· {}", say(&format!("option-{game}-{name}"))))
        .collect();
    if !changed.is_empty() {
        lines.extend([String::new(), say("rules-options"), String::new()]);
        lines.extend(changed);
    }
    lines.join("\n") + "\n"
}
