//! How the reading goes, for whoever wants to see why a card was named, asked or missed; and the last minute as a file to take along.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Desk, faults::Fault, reads::read, who::Who};

/// A card on the table as it is known.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct KnownCard {
    /// Its number, new for each card that comes to rest.
    pub id: u64,
    /// Its name so far.
    pub card: Option<String>,
    /// `fresh`: nothing is told of it yet; `asked`, `named`, or `ignored`: nobody's play.
    pub state: String,
    /// Who laid it, if that was decided.
    pub seat: Option<String>,
    /// Where it lies.
    pub zone: String,
    /// How sure the newest reading was, 0…1.
    pub confidence: f32,
    /// How often it was read, as far as that is kept.
    pub readings: usize,
    /// Its outline, or a point of it: to the right and down, in shares of the picture.
    pub outline: Vec<[f64; 2]>,
}

/// A card as it was read in the last picture in which one was looked for.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ReadCard {
    /// Its name, if the reader gives it one.
    pub card: Option<String>,
    /// How sure it is, 0…1.
    pub confidence: f32,
    /// Likely names with their probabilities, best first.
    pub choices: Vec<(String, f32)>,
    /// Its outline, or a point of it, in shares of the picture.
    pub outline: Vec<[f64; 2]>,
}

/// How much of the last minute is kept.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct KeptMinute {
    /// Seconds.
    pub secs: f64,
    /// Frames.
    pub frames: usize,
    /// Pictures.
    pub pictures: usize,
    /// About so many bytes.
    pub bytes: usize,
}

/// How the reading goes.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct DebugView {
    /// What is watched.
    pub source: String,
    /// The newest frame on the record's clock, s.
    pub at: f64,
    /// Its number: what is missing between two was dropped.
    pub frame: u64,
    /// The picture's size, px.
    pub width: u32,
    /// The same.
    pub height: u32,
    /// How old it is, ms.
    pub age_ms: f64,
    /// How long each of the newest frames took to be seen, ms, the oldest first.
    pub took_ms: Vec<f64>,
    /// The cards on the table.
    pub cards: Vec<KnownCard>,
    /// The newest readings.
    pub readings: Vec<ReadCard>,
    /// The hands over the table, as outlines in shares of the picture.
    pub hands: Vec<Vec<[f64; 2]>>,
    /// What a bundle would hold.
    pub kept: KeptMinute,
}

/// The host: how the reading goes.
#[utoipa::path(get, path = "/api/debug", tag = "host",
    responses((status = 200, body = DebugView, description = "The newest frame, the cards on the table, the newest readings, frame times"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No picture has come yet, or there is no camera here")))]
pub(super) async fn debug(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    who.must_host()?;
    let view = read(&desk, |k| k.debug()).await?;
    let view = view.map_err(Fault::not_found)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)).into_response())
}

/// The host: the last minute as a bundle, a tar file. It holds pictures of the table and people's names.
#[utoipa::path(get, path = "/api/debug/bundle", tag = "host",
    responses((status = 200, content_type = "application/x-tar", body = Vec<u8>, description = "`pitboss watch --source` replays it"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "Nothing was seen yet, or there is no camera here")))]
pub(super) async fn bundle(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    who.must_host()?;
    let tar = read(&desk, |k| k.bundle())
        .await?
        .map_err(Fault::not_found)?;
    let head = [
        (header::CONTENT_TYPE, "application/x-tar"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"pitboss-minute.tar\"",
        ),
    ];
    Ok((head, tar).into_response())
}
