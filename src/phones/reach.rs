//! The addresses under which phones reach the pages, and each as a code to scan.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use axum::{
    Json,
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use qrcode::{QrCode, render::svg};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Desk,
    faults::{Asking, Fault},
    who::Who,
};

/// The smallest code, pixels; pages scale it.
const CODE_PX: u32 = 240;

/// Where phones reach this evening.
#[derive(Serialize, ToSchema)]
pub(super) struct Reached {
    /// Addresses of the scoreboard, the likeliest first: one for each network that this machine is part of, then its name.
    addresses: Vec<String>,
    /// The address over HTTPS, where there is one.
    secure: Option<String>,
}

/// Where phones reach this evening.
#[utoipa::path(get, path = "/api/reach", tag = "look",
    responses((status = 200, body = Reached, description = "Its addresses"), (status = 401, body = Fault, description = "The board is closed")))]
pub(super) async fn addresses(State(desk): State<Desk>, who: Who) -> Result<Json<Reached>, Fault> {
    who.must_look(&desk)?;
    Ok(Json(Reached {
        addresses: desk.reach.to_vec(),
        secure: desk.secure.as_deref().map(str::to_owned),
    }))
}

/// Which address.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CodeAsked {
    /// 0, 1, … as listed, for the players' page; `camera` for that of a phone as the camera; else the first.
    #[param(required = false)]
    of: Option<String>,
}

/// The address of the players' page, or of the camera's, as a code that a phone scans.
#[utoipa::path(get, path = "/api/reach/code", tag = "look", params(CodeAsked),
    responses((status = 200, content_type = "image/svg+xml", body = String, description = "The code"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 404, body = Fault, description = "No such address")))]
pub(super) async fn code(
    State(desk): State<Desk>,
    who: Who,
    Asking(asked): Asking<CodeAsked>,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let of = asked.of.as_deref().unwrap_or("0");
    let listed = |i: usize| desk.reach.get(i).map(|address| format!("{address}seat"));
    let address = match of {
        "camera" => desk
            .secure
            .as_ref()
            .map(|address| format!("{address}camera")),
        number => number.parse().ok().and_then(listed),
    };
    let address = address.ok_or_else(|| {
        Fault::not_found(format!("there is no address `{of}`: /api/reach lists them"))
    })?;
    let code = QrCode::new(address)
        .map_err(|_| Fault::unavailable("this address is too long for a code: type it in"))?;
    let drawn = code
        .render::<svg::Color<'_>>()
        .min_dimensions(CODE_PX, CODE_PX)
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], drawn).into_response())
}
