//! The `pitboss` command: arguments into one command's run and its exit status.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use pitboss::commands;

/// A real-time companion for a physical card table: reads the cards, referees the play, keeps the chips.
#[derive(Parser)]
#[command(name = "pitboss", version, about, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands; each has a file of its own in `commands/`.
#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "vision")]
    Bench(commands::bench::Args),
    #[cfg(feature = "vision")]
    Read(commands::read::Args),
    #[cfg(feature = "vision")]
    Enroll(commands::enroll::Args),
    #[cfg(feature = "vision")]
    Watch(commands::watch::Args),
    #[cfg(feature = "vision")]
    Calibrate(commands::calibrate::Args),
    #[cfg(feature = "vision")]
    Doctor(commands::doctor::Args),
    Print(commands::print::Args),
    Judge(commands::judge::Args),
    Rules(commands::rules::Args),
    Replay(commands::replay::Args),
    Run(Box<commands::run::Args>),
    Settle(commands::settle::Args),
    League(commands::league::Args),
    Forget(commands::forget::Args),
    Export(commands::export::Args),
    Import(commands::import::Args),
}

/// The video decoders write to stderr by themselves unless the environment of the starting process forbids it: starts this program once more, so told.
#[cfg(all(feature = "vision", unix))]
fn hush_decoders() {
    use std::{env, os::unix::process::CommandExt as _, process};
    const LOUDNESS: &str = "OPENCV_FFMPEG_LOGLEVEL";
    const QUIET: &str = "-8";
    if env::var_os(LOUDNESS).is_none()
        && let Ok(program) = env::current_exe()
    {
        let mut again = process::Command::new(program);
        again.args(env::args_os().skip(1)).env(LOUDNESS, QUIET);
        // It only comes back where it failed; then the decoders are heard, and nothing else is different.
        let _ = again.exec();
    }
}

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("PITBOSS_LOG")
                .unwrap_or_else(|_| "warn".into()),
        )
        .with_writer(std::io::stderr)
        .init();
    let command = Cli::parse().command;
    #[cfg(all(feature = "vision", unix))]
    if matches!(
        command,
        Command::Watch(_) | Command::Run(_) | Command::Doctor(_) | Command::Calibrate(_)
    ) {
        hush_decoders();
    }
    match command {
        #[cfg(feature = "vision")]
        Command::Bench(args) => commands::bench::run(&args),
        #[cfg(feature = "vision")]
        Command::Read(args) => commands::read::run(&args),
        #[cfg(feature = "vision")]
        Command::Enroll(args) => commands::enroll::run(&args),
        #[cfg(feature = "vision")]
        Command::Watch(args) => commands::watch::run(&args),
        #[cfg(feature = "vision")]
        Command::Doctor(args) => commands::doctor::run(&args),
        #[cfg(feature = "vision")]
        Command::Calibrate(args) => commands::calibrate::run(&args),
        Command::Print(args) => commands::print::run(&args),
        Command::Judge(args) => commands::judge::run(&args),
        Command::Rules(args) => commands::rules::run(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Settle(args) => commands::settle::run(&args),
        Command::League(args) => commands::league::run(&args),
        Command::Forget(args) => commands::forget::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Import(args) => commands::import::run(&args),
    }
}
