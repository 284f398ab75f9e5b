//! One file a command: its arguments into what it prints and its exit status.

#[cfg(feature = "vision")]
pub mod bench;
pub mod export;
pub mod forget;
pub mod import;
pub mod league;
pub mod print;
#[cfg(feature = "vision")]
pub mod read;
pub mod records;
pub mod replay;
pub mod run;
#[cfg(feature = "vision")]
mod seeing;
#[cfg(not(feature = "vision"))]
#[path = "blind.rs"]
mod seeing;
pub mod settle;
#[cfg(feature = "vision")]
pub mod watch;

use std::process::ExitCode;

pub mod judge;
pub mod rules;

/// Exit status 1: something could not be read or judged; it was reported in its own line, the rest was done.
pub const PARTLY: u8 = 1;

/// Exit status 2: the command line or a file it needs is unusable.
pub const UNUSABLE: u8 = 2;

/// Prints what a command has to say. Whoever read it may have gone, and then nobody misses the rest.
#[must_use]
pub fn say(text: &str) -> ExitCode {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            unusable(format!("the answer can't be written: {e}"))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Says in one sentence on stderr why a command can't run at all.
pub fn unusable(why: impl std::fmt::Display) -> ExitCode {
    eprintln!("pitboss: {why}");
    ExitCode::from(UNUSABLE)
}
