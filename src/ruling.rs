//! What the referee says: a verdict with its code, whom it names and the entries that prove it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{play::Seq, seat::Seat};

/// How firm a ruling is. Legal play draws none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Proved by the record.
    Violation,
    /// Proved under one reading of the rules only; `option` names the reading.
    Disputed,
    /// Perhaps; what would decide it is said.
    Inconclusive,
    /// Something was forgotten; nobody is at fault.
    Reminder,
}

/// One ruling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// How firm.
    pub verdict: Verdict,
    /// The code of `rules/*.md`: `revoke`, `pair_kept`, … It names the message too: `ruling-CODE`.
    pub code: String,
    /// Who is proved to have done it; `None` where the record proves no one person.
    pub against: Option<Seat>,
    /// The entries that prove it, in the order of `rules/judging.md`.
    pub proof: Vec<Seq>,
    /// The play that it convicts, where that isn't the newest entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub convicts: Option<Seq>,
    /// The house option on which a disputed ruling rests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<String>,
    /// What the sentence needs to be said: cards, suits, numbers by name. Seats as `#n`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, String>,
}

impl Ruling {
    /// The same, naming nobody where nothing is proved. Of whom a question is stays among what its sentence needs.
    #[must_use]
    pub fn naming_only_the_proved(mut self) -> Self {
        if self.verdict == Verdict::Inconclusive
            && let Some(seat) = self.against.take()
        {
            self.args.insert("against".to_owned(), seat.to_string());
        }
        self
    }
}
