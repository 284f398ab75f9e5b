//! What a phone or the host asks of the evening, as one value with a way to answer: an [`Event`] to be entered into a [`Seq`] or a [`Refusal`].

use std::fmt;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::{event::Event, play::Seq};

/// Why an order was not carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalKind {
    /// The order names an entry, seat or card that isn't there.
    NotFound,
    /// The order doesn't fit the moment: another ruling, another deal, no game yet.
    Conflict,
    /// The order makes no sense in itself.
    Invalid,
    /// The journal can't be written; nothing was entered.
    Unavailable,
}

/// An order that was not carried out: nothing was entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[error("{says}")]
pub struct Refusal {
    /// What kind.
    pub kind: RefusalKind,
    /// One sentence: what was asked, what was found, what to do.
    pub says: String,
}

/// A fact to be entered by a person: `seated`, `game`, `call`, `answered`, `struck`, `replaced`, `inserted`, `decided`, `bought`, `cashed_out`
/// or `paused`. Who may enter what was checked before; what it does to the game is the fold's business.
pub struct Order {
    /// The asker's own id of this order. The same id again is the same order: it is answered with the first answer and enters nothing,
    /// also after a restart of the program.
    pub client: Option<String>,
    /// What to enter.
    pub event: Event,
    /// Where the answer goes: the entry's number, committed and on disk.
    pub reply: oneshot::Sender<Result<Seq, Refusal>>,
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("client", &self.client)
            .field("event", &self.event)
            .finish_non_exhaustive()
    }
}
