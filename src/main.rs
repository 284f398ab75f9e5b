//! The `pitboss` command: one process, one command, one exit status.

use std::process::ExitCode;

use pitboss::cli::Cli;

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
    let cli = match Cli::read() {
        Ok(cli) => cli,
        Err(status) => return status,
    };
    #[cfg(all(feature = "vision", unix))]
    if cli.opens_sources() {
        hush_decoders();
    }
    cli.run()
}
