//! `pitboss manual [COMMAND]`: the command line into a manual page.

use std::process::ExitCode;

use clap_mangen::Man;

use super::{say_bytes, unusable};

/// Write a manual page (roff), of the program or of one command
#[derive(clap::Args)]
#[command(after_help = "To read it: pitboss manual run | man -l -")]
pub struct Args {
    /// The command; without one the page of the program
    #[arg(value_name = "COMMAND")]
    of: Option<String>,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args, mut cli: clap::Command) -> ExitCode {
    cli.build();
    let page = match &args.of {
        None => cli.clone(),
        Some(name) => match cli.find_subcommand(name) {
            Some(found) => found.clone(),
            None => return unusable(format!("there is no command `{name}`")),
        },
    };
    let mut text = Vec::new();
    match Man::new(page).render(&mut text) {
        Ok(()) => say_bytes(&text),
        Err(why) => unusable(format!("the page can't be written: {why}")),
    }
}
