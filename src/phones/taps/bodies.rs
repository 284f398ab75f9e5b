//! The bodies of the POST routes, and the answers that all of them may give.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use utoipa::{IntoResponses, ToSchema};

use super::Entered;
use crate::phones::faults::Fault;

/// A call.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Calling {
    /// A fresh id for each tap, the same one for a repeat: 1 to 64 letters, digits, - _ or .
    pub(super) id: String,
    /// The player's name.
    pub(super) seat: String,
    /// As in `contracts.md`: `{"bid":"half"}`, `{"trump":"H"}`, …
    #[schema(value_type = Object)]
    pub(super) call: Value,
}

/// An answer to the reader.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Answering {
    /// As for calls.
    pub(super) id: String,
    /// The question's entry.
    pub(super) of: u64,
    /// The card, such as `QH`; `null` for *nothing lay there*.
    #[schema(value_type = Option<String>)]
    pub(super) card: Value,
}

/// A correction: one of `strike`, `replace` and `insert`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Correcting {
    /// As for calls.
    pub(super) id: String,
    /// This entry didn't happen.
    #[serde(default)]
    pub(super) strike: Option<u64>,
    /// This entry is taken back, as the board's `undo` names it: what was entered before it is undone next.
    #[serde(default)]
    pub(super) undo: Option<u64>,
    /// This entry was something else; `with` says what.
    #[serde(default)]
    pub(super) replace: Option<u64>,
    /// The fields that were different: `{"card":"QH"}`, `{"seat":"B"}`, or a whole fact.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(super) with: Option<Value>,
    /// A fact that was missed: `{"event":"laid","card":"QH","seat":"A","zone":"trick"}`.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub(super) insert: Option<Value>,
    /// The entry before which it happened; else it happened just now.
    #[serde(default)]
    pub(super) before: Option<u64>,
}

/// A decision.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Deciding {
    /// As for calls.
    pub(super) id: String,
    /// The ruling's entry; else the newest entry.
    #[serde(default)]
    pub(super) of: Option<u64>,
    /// `"take_back"`, `"stands"`, `{"fine":{"chips":2,"to":"pot"}}`, `"void"`, `"redeal"`, `"claim_accepted"` or `"finale"`.
    #[schema(value_type = Object)]
    pub(super) decision: Value,
}

/// An evening, or a change of game or seats.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct SettingUp {
    /// As for calls.
    pub(super) id: String,
    /// `monster`, `mensch` or `michigan_rummy`.
    pub(super) game: String,
    /// The players clockwise, each perhaps with a place: `A@south`.
    pub(super) seats: Vec<String>,
    /// Players under another name from now on, old to new: they stay the same persons, with their chips and their phones.
    #[serde(default)]
    pub(super) renamed: BTreeMap<String, String>,
    /// Who deals first.
    #[serde(default)]
    pub(super) dealer: Option<String>,
    /// House rules that differ from their defaults.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub(super) options: Value,
}

/// Whether play rests.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Pausing {
    /// As for calls.
    pub(super) id: String,
    /// Whether it rests now.
    pub(super) paused: bool,
}

/// Chips bought or cashed out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Buying {
    /// As for calls.
    pub(super) id: String,
    /// The player's name; also of one who left.
    pub(super) seat: String,
    /// So many were bought.
    #[serde(default)]
    pub(super) bought: Option<i64>,
    /// So many went back.
    #[serde(default)]
    pub(super) cashed_out: Option<i64>,
}

/// How chips are kept.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Banking {
    /// As for calls.
    pub(super) id: String,
    /// What a chip is worth, such as `0.10EUR` or `100KRW`; without it only chips are counted.
    #[serde(default)]
    pub(super) chip: Option<String>,
    /// Whether a player may have fewer chips than none.
    pub(super) debts: bool,
    /// A night for points: nothing is bought, nothing cashed out.
    #[serde(default)]
    pub(super) points: bool,
}

/// When rulings are shown.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::phones) struct Saying {
    /// As for calls.
    pub(super) id: String,
    /// `at_once`, `host_first` (when the host has decided) or `deal_end`.
    pub(super) when: String,
}

/// Every answer that an order may get.
#[derive(IntoResponses)]
#[allow(dead_code)] // for the document: the handlers answer `Entered` or `Fault`
pub(in crate::phones) enum OrderAnswers {
    /// Entered, and on disk.
    #[response(status = 200)]
    Ok(#[to_schema] Entered),
    /// The body is not JSON.
    #[response(status = 400)]
    Unreadable(#[to_schema] Fault),
    /// No token.
    #[response(status = 401)]
    NoToken(#[to_schema] Fault),
    /// Not this token's to do.
    #[response(status = 403)]
    NotYours(#[to_schema] Fault),
    /// It names an entry or a player that isn't there.
    #[response(status = 404)]
    NotFound(#[to_schema] Fault),
    /// It doesn't fit the moment.
    #[response(status = 409)]
    Conflict(#[to_schema] Fault),
    /// The body is too long.
    #[response(status = 413)]
    TooLong(#[to_schema] Fault),
    /// The body doesn't say that it is JSON.
    #[response(status = 415)]
    NotJson(#[to_schema] Fault),
    /// The body makes no sense.
    #[response(status = 422)]
    Invalid(#[to_schema] Fault),
    /// Nothing was entered: try again under the same id.
    #[response(status = 503)]
    Unavailable(#[to_schema] Fault),
}
