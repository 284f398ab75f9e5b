//! Worked positions of michigan_rummy into answers, kind by kind (`rules/judging.md`).

use serde_json::Value;

use super::NoAnswer;
use crate::rules::michigan_rummy::MichiganOptions;

/// The answer to one position.
pub(super) fn answer(
    kind: &str,
    _options: &MichiganOptions,
    _given: &Value,
) -> Result<Value, NoAnswer> {
    Err(NoAnswer::Kind(kind.to_owned()))
}
