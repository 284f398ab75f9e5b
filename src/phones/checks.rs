//! A player's doubt about a card into a wish on the host's page, until the host has looked. It is no fact of the evening and isn't recorded.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;

use super::{
    Desk,
    faults::{Body, Fault},
    live::shown,
    seats::{HOST, MIDDLE},
    who::Who,
};
use crate::event::Event;

/// More than this wait at no honest table.
const MOST: usize = 12;

/// Somebody wants that card looked at again.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct Check {
    /// The entry that laid it.
    of: u64,
    /// The player who asks, `host`, or `table`: the phone in the middle.
    by: String,
}

/// The wishes that wait, oldest first.
pub(super) struct Checks {
    waiting: watch::Sender<Vec<Check>>,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            waiting: watch::Sender::new(Vec::new()),
        }
    }
}

impl Checks {
    pub(super) fn watch(&self) -> watch::Receiver<Vec<Check>> {
        self.waiting.subscribe()
    }
}

/// Which card.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Checking {
    /// The entry that laid it.
    of: u64,
    /// As for calls; a repeat changes nothing anyway.
    #[serde(default)]
    #[allow(dead_code)] // accepted, so that pages queue all taps alike
    id: Option<String>,
}

/// Anyone at the table: the host should look at that card again.
#[utoipa::path(post, path = "/api/checks", tag = "play", request_body = Checking,
    responses((status = 204, description = "It waits on the host's page"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not such a body"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "From another site"),
        (status = 404, body = Fault, description = "No card of this deal")))]
pub(super) async fn ask(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Checking>,
) -> Result<StatusCode, Fault> {
    who.must_play()?;
    let laid = desk
        .board
        .borrow()
        .story
        .iter()
        .any(|l| l.seq.0 == body.of && matches!(l.event, Event::Laid { .. }));
    if !laid {
        return Err(Fault::not_found(format!(
            "entry {} is no card of this deal: name one that the story shows",
            body.of
        )));
    }
    let by = match who.seat {
        Some(name) => name,
        None if who.host => HOST.into(),
        None => MIDDLE.into(),
    };
    desk.checks.waiting.send_if_modified(|waiting| {
        let new = waiting.len() < MOST && waiting.iter().all(|c| c.of != body.of);
        if new {
            waiting.push(Check { of: body.of, by });
        }
        new
    });
    shown(&desk).await;
    Ok(StatusCode::NO_CONTENT)
}

/// The host has looked.
#[utoipa::path(delete, path = "/api/checks", tag = "host", request_body = Checking,
    responses((status = 204, description = "It waits no longer"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not such a body"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "Not the host")))]
pub(super) async fn done(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Checking>,
) -> Result<StatusCode, Fault> {
    who.must_host()?;
    desk.checks.waiting.send_if_modified(|waiting| {
        let before = waiting.len();
        waiting.retain(|c| c.of != body.of);
        waiting.len() < before
    });
    shown(&desk).await;
    Ok(StatusCode::NO_CONTENT)
}
