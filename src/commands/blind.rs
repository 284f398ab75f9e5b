//! A build without eyes: no source can be watched, everything else runs; facts come from the phones alone.

use std::path::Path;

use tokio::sync::mpsc;

use super::run::{Args, NONE};
use crate::evening::Shared;

/// Only no source at all fits: a table whose cards are entered at the host's page.
///
/// # Errors
/// For any other source.
pub(super) fn check(source: &str) -> Result<(), String> {
    if source == NONE {
        return Ok(());
    }
    Err(format!(
        "this pitboss was built without OpenCV and can't watch `{source}`: take --source none, or build it with the feature `vision`"
    ))
}

/// Nothing is seen through it.
///
/// # Errors
/// When one was named.
pub(super) fn check_lens(_: &Path, lens: Option<&str>) -> Result<(), String> {
    lens.map_or(Ok(()), |lens| {
        Err(format!(
            "this pitboss was built without OpenCV and has no use for the lens `{lens}`"
        ))
    })
}

/// None that it could use.
pub(super) fn cameras() -> Vec<String> {
    Vec::new()
}

/// Nothing to stop.
pub(super) struct Watching;

impl Watching {
    /// Nothing to wait for.
    pub(super) fn stop(self) {}
}

/// Nothing to start.
pub(super) fn start(_: &Args, _: &str, _: &Shared, _: mpsc::Sender<&'static str>) -> Watching {
    Watching
}
