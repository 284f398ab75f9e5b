//! Worked positions of monster into answers, kind by kind (`rules/judging.md`).

use serde_json::Value;

use super::NoAnswer;
use crate::rules::monster::MonsterOptions;

/// The answer to one position.
pub(super) fn answer(
    kind: &str,
    _options: &MonsterOptions,
    _given: &Value,
) -> Result<Value, NoAnswer> {
    Err(NoAnswer::Kind(kind.to_owned()))
}
