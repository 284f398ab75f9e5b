//! The command line: its words into one command's run.

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand, error::ErrorKind};

use crate::commands;

const EXAMPLES: &str = "An evening:
  pitboss doctor --source 0        what would keep it from working: light, focus, markers
  pitboss run                      prints the phones' address, as a QR code too, and the host's PIN
  pitboss settle ~/.local/share/pitboss

Without a camera:
  pitboss run --source demo        a simulated table, seen by pixels like a real one
  pitboss read --draw seen p.jpg   the cards in a photograph, and a picture of what was seen
  pitboss rules mensch --lang ko   the rules as this table plays them

Exit status: 0 all done; 1 something could not be read or judged, its own line says what, the
rest is done; 2 the command line or a file it needs is unusable, one sentence says why.
PITBOSS_LOG=debug writes what goes on to stderr. `pitboss COMMAND --help` tells more of each.";

/// A real-time companion for a physical card table: reads the cards, referees the play, keeps the chips.
#[derive(Parser)]
#[command(name = "pitboss", version, about, propagate_version = true, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands; each has a file of its own in `commands/`.
#[derive(Subcommand)]
enum Command {
    Run(Box<commands::run::Args>),
    #[cfg(feature = "vision")]
    Watch(commands::watch::Args),
    #[cfg(feature = "vision")]
    Read(commands::read::Args),
    #[cfg(feature = "vision")]
    Enroll(commands::enroll::Args),
    #[cfg(feature = "vision")]
    Doctor(commands::doctor::Args),
    #[cfg(feature = "vision")]
    Calibrate(commands::calibrate::Args),
    Print(commands::print::Args),
    Rules(commands::rules::Args),
    Judge(commands::judge::Args),
    Settle(commands::settle::Args),
    League(commands::league::Args),
    Replay(commands::replay::Args),
    Export(commands::export::Args),
    Import(commands::import::Args),
    Forget(commands::forget::Args),
    #[cfg(feature = "vision")]
    Bench(commands::bench::Args),
    Completions(commands::completions::Args),
    Manual(commands::manual::Args),
}

impl Cli {
    /// The words of this process's command line; help, version and what can't be understood end it here.
    ///
    /// # Errors
    /// The exit status, where there is no command to run.
    pub fn read() -> Result<Self, ExitCode> {
        Self::try_parse().map_err(|said| match said.kind() {
            ErrorKind::DisplayVersion => commands::say(&commands::version()),
            _ => said.exit(),
        })
    }

    /// Whether the command opens sources of its own.
    #[cfg(feature = "vision")]
    #[must_use]
    pub fn opens_sources(&self) -> bool {
        matches!(
            self.command,
            Command::Watch(_) | Command::Run(_) | Command::Doctor(_) | Command::Calibrate(_)
        )
    }

    /// Runs the command.
    #[must_use]
    pub fn run(self) -> ExitCode {
        match self.command {
            Command::Run(args) => commands::run::run(&args),
            #[cfg(feature = "vision")]
            Command::Watch(args) => commands::watch::run(&args),
            #[cfg(feature = "vision")]
            Command::Read(args) => commands::read::run(&args),
            #[cfg(feature = "vision")]
            Command::Enroll(args) => commands::enroll::run(&args),
            #[cfg(feature = "vision")]
            Command::Doctor(args) => commands::doctor::run(&args),
            #[cfg(feature = "vision")]
            Command::Calibrate(args) => commands::calibrate::run(&args),
            Command::Print(args) => commands::print::run(&args),
            Command::Rules(args) => commands::rules::run(&args),
            Command::Judge(args) => commands::judge::run(&args),
            Command::Settle(args) => commands::settle::run(&args),
            Command::League(args) => commands::league::run(&args),
            Command::Replay(args) => commands::replay::run(&args),
            Command::Export(args) => commands::export::run(&args),
            Command::Import(args) => commands::import::run(&args),
            Command::Forget(args) => commands::forget::run(&args),
            #[cfg(feature = "vision")]
            Command::Bench(args) => commands::bench::run(&args),
            Command::Completions(args) => commands::completions::run(&args, Self::command()),
            Command::Manual(args) => commands::manual::run(&args, Self::command()),
        }
    }
}
