//! The camera as the host sets it up: its picture, where the table lies in it, and another source or the table's corners.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Desk,
    faults::{Asking, Body, Fault},
    reads::read,
    who::Who,
};

/// Something of the table as it shows in the picture.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Outlined {
    /// A zone or a player.
    pub name: String,
    /// Its outline, or its place alone: to the right and down, in shares of the picture.
    pub outline: Vec<[f64; 2]>,
}

/// The camera as it is set up now.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CameraView {
    /// What is watched.
    pub source: String,
    /// What else could be: the cameras of this machine, a phone, and the simulated table.
    pub sources: Vec<String>,
    /// The age of its newest picture, s.
    pub age_s: f64,
    /// The picture's size, px.
    pub width: u32,
    /// The same.
    pub height: u32,
    /// What tells where the table is: `taps`, `markers`, or the whole `picture`.
    pub found: String,
    /// The markers that are seen, 0 to 3.
    pub markers: Vec<usize>,
    /// The table's corners: left-far, right-far, right-near, left-near, in shares of the picture.
    pub table: Vec<[f64; 2]>,
    /// The table's size, mm.
    pub width_mm: f64,
    /// The same.
    pub depth_mm: f64,
    /// Where what lies in the game that is played.
    pub zones: Vec<Outlined>,
    /// Where the players sit.
    pub seats: Vec<Outlined>,
}

/// Another source, or the table's corners: one of `source`, `corners` and `forget`.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CameraWish {
    /// A camera's number, an address, `phone`, or `demo`.
    #[serde(default)]
    pub source: Option<String>,
    /// Where the table's corners were tapped: left-far, right-far, right-near, left-near, in shares of the picture.
    #[serde(default)]
    pub corners: Option<[[f64; 2]; 4]>,
    /// With `corners`: the table's width and depth, mm.
    #[serde(default)]
    pub size_mm: Option<[f64; 2]>,
    /// The corners are no longer as they were tapped: markers tell, or the whole picture.
    #[serde(default)]
    pub forget: bool,
}

/// The host: the camera as it is set up.
#[utoipa::path(get, path = "/api/camera", tag = "host",
    responses((status = 200, body = CameraView, description = "What is watched, and where the table lies in its picture"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No picture has come yet, or there is no camera here")))]
pub(super) async fn camera(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    who.must_host()?;
    let view = read(&desk, |k| k.camera()).await?;
    let view = view.map_err(Fault::not_found)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)).into_response())
}

/// How the picture is wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Wanted {
    /// The table as seen from straight above; around it a twentieth of its width and depth is shown too.
    #[serde(default)]
    flat: bool,
}

/// The host: the newest picture.
#[utoipa::path(get, path = "/api/camera/picture", tag = "host", params(Wanted),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>, description = "The picture"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No picture has come yet, or there is no camera here")))]
pub(super) async fn picture(
    State(desk): State<Desk>,
    who: Who,
    asked: Result<Asking<Wanted>, Fault>,
) -> Result<Response, Fault> {
    who.must_host()?;
    let flat = asked?.0.flat;
    let jpeg = read(&desk, move |k| k.camera_picture(flat)).await?;
    let kind = [
        (header::CONTENT_TYPE, "image/jpeg"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((kind, jpeg.map_err(Fault::not_found)?).into_response())
}

/// The host: another source, or the table's corners.
#[utoipa::path(post, path = "/api/camera", tag = "host", request_body = CameraWish,
    responses((status = 204, description = "It is so from now on, and at the next start"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 503, body = Fault, description = "It can't be set now"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 422, body = Fault, description = "No such source, or corners of no table")))]
pub(super) async fn set(
    State(desk): State<Desk>,
    who: Who,
    Body(wish): Body<CameraWish>,
) -> Result<StatusCode, Fault> {
    who.must_host()?;
    let ways = [wish.source.is_some(), wish.corners.is_some(), wish.forget];
    if ways.iter().filter(|way| **way).count() != 1 {
        return Err(Fault::invalid(
            "say one of `source`, `corners` and `forget`",
        ));
    }
    read(&desk, move |k| k.set_camera(&wish))
        .await?
        .map_err(Fault::invalid)?;
    Ok(StatusCode::NO_CONTENT)
}
