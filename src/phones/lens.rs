//! A phone as the camera: its pictures, over a WebSocket or one by one, to the evening. Each is answered, and the phone takes the next one
//! then: whatever the network does, the newest is on its way.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::{
        Request, State, WebSocketUpgrade,
        ws::{Message, WebSocket, rejection::WebSocketUpgradeRejection},
    },
    http::{StatusCode, header},
    response::Response,
};
use serde::Deserialize;
use utoipa::IntoParams;

use super::{
    Desk,
    access::Role,
    faults::{Asking, Fault},
    reads::read,
    who::Who,
};

/// The largest picture, bytes: 4K at a fair quality.
const PICTURE_LIMIT: usize = 4 << 20;

/// A larger one is still taken from a line to its end, so that the answer finds its way: who closes on unread bytes may not be heard. What is larger
/// than this ends the line.
const TAKEN_LIMIT: usize = 2 * PICTURE_LIMIT;

/// A line on which nothing came for so long is dead: a phone that lives sends several pictures a second.
const DEAD: Duration = Duration::from_secs(20);

/// Which phone.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Sender {
    /// The phone's own id, the same as long as its page is open: 1 to 64 letters and digits. Two phones can't be the camera at once.
    phone: String,
}

impl Sender {
    fn checked(self) -> Result<String, Fault> {
        let fits = self.phone.chars().all(|c| c.is_ascii_alphanumeric());
        if fits && (1..=64).contains(&self.phone.len()) {
            Ok(self.phone)
        } else {
            Err(Fault::invalid("`phone` must be 1 to 64 letters and digits"))
        }
    }
}

/// A picture of the phone that is the camera.
#[utoipa::path(post, path = "/api/camera/frames", tag = "camera", params(Sender),
    request_body(content = Vec<u8>, content_type = "image/jpeg", description = "A plain (baseline) JPEG picture of 240 to 4,096 pixels a side, at most 4 MiB"),
    responses((status = 204, description = "It is the newest: send the next one"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "Not the camera's phone nor the host's"),
        (status = 409, body = Fault, description = "Another source is watched, or another phone is the camera"),
        (status = 413, body = Fault, description = "Larger than 4 MiB"), (status = 415, body = Fault, description = "Not image/jpeg"),
        (status = 422, body = Fault, description = "Not a picture that can be used"),
        (status = 503, body = Fault, description = "It can't be taken now")))]
pub(super) async fn frame(
    State(desk): State<Desk>,
    who: Who,
    asked: Result<Asking<Sender>, Fault>,
    request: Request,
) -> Result<StatusCode, Fault> {
    who.must_photograph()?;
    let from = asked?.0.checked()?;
    let kind = request.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != "image/jpeg") {
        return Err(Fault::unlike("a picture is sent as image/jpeg"));
    }
    let body = axum::body::to_bytes(request.into_body(), PICTURE_LIMIT).await;
    let jpeg = body.map_err(|_| Fault::too_long(TOO_LONG))?;
    take(&desk, &from, jpeg).await?;
    Ok(StatusCode::NO_CONTENT)
}

const TOO_LONG: &str = "the picture is larger than 4 MiB, or was cut off: send a smaller one";

async fn take(desk: &Desk, from: &str, jpeg: Bytes) -> Result<(), Fault> {
    let from = from.to_owned();
    let taken = read(desk, move |k| k.take_picture(&from, &jpeg)).await?;
    taken.map_err(Fault::from)
}

/// The pictures of the phone that is the camera, one message each; each is answered by `{}`, or by what is wrong with it.
#[utoipa::path(get, path = "/api/camera/live", tag = "camera", params(Sender),
    responses((status = 101, description = "A WebSocket: JPEG pictures in binary messages, answered one by one in text"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "Not the camera's phone nor the host's, or a page of another server"),
        (status = 422, body = Fault, description = "Not such an id"), (status = 426, body = Fault, description = "This is a WebSocket")))]
pub(super) async fn live(
    State(desk): State<Desk>,
    who: Who,
    asked: Result<Asking<Sender>, Fault>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Fault> {
    who.must_photograph()?;
    let from = asked?.0.checked()?;
    let upgrade = upgrade.map_err(|_| Fault::upgrade())?;
    let upgrade = upgrade
        .max_message_size(TAKEN_LIMIT)
        .max_frame_size(TAKEN_LIMIT);
    Ok(upgrade.on_upgrade(move |line| pictures(line, desk, who, from)))
}

/// Takes pictures from a line until it is dead, the evening is over or the phone's leave is withdrawn.
async fn pictures(mut line: WebSocket, desk: Desk, who: Who, from: String) {
    let mut board = desk.board.clone();
    let over = async { while board.changed().await.is_ok() {} };
    tokio::pin!(over);
    loop {
        let message = tokio::select! {
            message = tokio::time::timeout(DEAD, line.recv()) => message,
            () = &mut over => break,
        };
        let answer = match message {
            Ok(Some(Ok(Message::Binary(_)))) if !may(&desk, &who) => Err(Fault::no_token()),
            Ok(Some(Ok(Message::Binary(jpeg)))) if jpeg.len() > PICTURE_LIMIT => {
                Err(Fault::too_long(TOO_LONG))
            }
            Ok(Some(Ok(Message::Binary(jpeg)))) => take(&desk, &from, jpeg).await,
            Ok(Some(Ok(Message::Text(_)))) => Err(Fault::invalid("a picture is a binary message")),
            Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => continue,
            Ok(Some(Err(_))) => Err(Fault::too_long(TOO_LONG)),
            Ok(Some(Ok(Message::Close(_))) | None) | Err(_) => break,
        };
        let text = match answer {
            Ok(()) => "{}".to_owned(),
            Err(fault) => serde_json::to_string(&fault).expect("plain data"),
        };
        if line.send(Message::text(text)).await.is_err() {
            break;
        }
    }
}

/// Whether its tokens still let it be the camera.
fn may(desk: &Desk, who: &Who) -> bool {
    let roles = who
        .tokens
        .iter()
        .filter_map(|token| desk.access.role(token));
    roles
        .into_iter()
        .any(|role| matches!(role, Role::Host | Role::Camera))
}
