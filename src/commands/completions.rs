//! `pitboss completions SHELL`: the command line into a script with which that shell completes it.

use std::process::ExitCode;

use clap_complete::{Shell, generate};

use super::say_bytes;

/// Write a script with which a shell completes the commands and their options
#[derive(clap::Args)]
#[command(
    after_help = "bash: pitboss completions bash > ~/.local/share/bash-completion/completions/pitboss\n\
                  zsh:  pitboss completions zsh > a folder of $fpath, as _pitboss\n\
                  fish: pitboss completions fish > ~/.config/fish/completions/pitboss.fish\n\
                  The Debian package brings them along."
)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args, mut cli: clap::Command) -> ExitCode {
    let mut script = Vec::new();
    generate(args.shell, &mut cli, "pitboss", &mut script);
    say_bytes(&script)
}
