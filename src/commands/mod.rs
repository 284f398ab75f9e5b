//! One file a command: its arguments into what it prints and its exit status.

#[cfg(feature = "vision")]
pub mod bench;
#[cfg(feature = "vision")]
pub mod calibrate;
pub mod completions;
#[cfg(feature = "vision")]
pub mod doctor;
#[cfg(feature = "vision")]
pub mod enroll;
pub mod export;
pub mod forget;
pub mod import;
pub mod league;
pub mod manual;
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

use std::{path::Path, process::ExitCode};

use crate::rules::options::HouseRules;

pub mod judge;
pub mod rules;

/// Exit status 1: something could not be read or judged; it was reported in its own line, the rest was done.
pub const PARTLY: u8 = 1;

/// Exit status 2: the command line or a file it needs is unusable.
pub const UNUSABLE: u8 = 2;

/// Prints what a command has to say. Whoever read it may have gone, and then nobody misses the rest.
#[must_use]
pub fn say(text: &str) -> ExitCode {
    say_bytes(text.as_bytes())
}

/// The same for what others wrote.
fn say_bytes(text: &[u8]) -> ExitCode {
    use std::io::Write as _;
    let mut out = std::io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            unusable(format!("the answer can't be written: {e}"))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// The program's version and the digests of the nets that it reads with: who tells of a misread card can say what read it.
#[must_use]
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    #[cfg(feature = "vision")]
    let eyes: String = crate::cards::net_digests()
        .map(|(name, digest)| format!("  {name:7} sha256 {digest}\n"))
        .concat();
    #[cfg(not(feature = "vision"))]
    let eyes = "  built without OpenCV: it reads no cards\n";
    format!("pitboss {version}\n{eyes}")
}

/// Says in one sentence on stderr why a command can't run at all.
pub fn unusable(why: impl std::fmt::Display) -> ExitCode {
    eprintln!("pitboss: {why}");
    ExitCode::from(UNUSABLE)
}

/// The house rules of a TOML file with one table per game; the usual ones without a file.
///
/// # Errors
/// When the file can't be read, or names what no game has; in one sentence.
pub fn house_rules(path: Option<&Path>) -> Result<HouseRules, String> {
    let Some(path) = path else {
        return Ok(HouseRules::default());
    };
    std::fs::read_to_string(path)
        .map_err(|e| format!("the house rules {} can't be read: {e}", path.display()))?
        .parse()
        .map_err(|e| format!("the house rules {}: {e}", path.display()))
}
