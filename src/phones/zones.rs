//! Where what lies at this table, as the host drags it into place.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Desk,
    faults::{Body, Fault},
    reads::read,
    who::Who,
};
use crate::play::GameName;

/// A zone: a circle, where the table is as wide as it is deep, or four corners. All in shares of the way from the table's middle to its edge, to
/// the right and away from the near side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ZoneSpot {
    /// Its name.
    pub name: String,
    /// The middle of a circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub centre: Option<[f64; 2]>,
    /// Its radius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f64>,
    /// Four corners, clockwise as seen from above.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corners: Option<[[f64; 2]; 4]>,
}

/// Where a player's own cards lie.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct SeatSpot {
    /// Who sits there.
    pub name: String,
    /// Four corners, clockwise as seen from above, in the same shares.
    pub corners: [[f64; 2]; 4],
}

/// Where what lies in the game that is played.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ZonesView {
    /// The game.
    #[schema(value_type = String)]
    pub game: GameName,
    /// Whether nobody dragged anything: the usual zones, and each player's place as it lies by itself.
    pub standard: bool,
    /// The file that says so, where the command line names one: then nothing can be dragged.
    pub file: Option<String>,
    /// The zone of what lies before a player.
    pub before: Option<String>,
    /// The zones in the middle; where two lie over each other, the first counts.
    pub zones: Vec<ZoneSpot>,
    /// The players' places, clockwise.
    pub seats: Vec<SeatSpot>,
}

/// Zones as they were dragged; without `zones` and `seats` the usual ones come back.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ZonesWish {
    /// For which game.
    #[schema(value_type = String)]
    pub game: GameName,
    /// For how many players.
    pub players: usize,
    /// All zones, in their order.
    #[serde(default)]
    pub zones: Option<Vec<ZoneSpot>>,
    /// Every player's place, clockwise.
    #[serde(default)]
    pub seats: Option<Vec<[[f64; 2]; 4]>>,
}

/// The host: where what lies.
#[utoipa::path(get, path = "/api/zones", tag = "host",
    responses((status = 200, body = ZonesView, description = "The zones and the players' places"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No game is chosen yet")))]
pub(super) async fn zones(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    who.must_host()?;
    let view = read(&desk, |k| k.zones()).await?;
    let view = view.map_err(Fault::not_found)?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(view)).into_response())
}

/// The host: zones and places as they were dragged, or the usual ones again.
#[utoipa::path(post, path = "/api/zones", tag = "host", request_body = ZonesWish,
    responses((status = 204, description = "The next card counts so, and at the next start with this game and so many players"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 503, body = Fault, description = "It can't be set now"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 422, body = Fault, description = "Another game is played, or a zone is none")))]
pub(super) async fn set(
    State(desk): State<Desk>,
    who: Who,
    Body(wish): Body<ZonesWish>,
) -> Result<StatusCode, Fault> {
    who.must_host()?;
    read(&desk, move |k| k.set_zones(&wish))
        .await?
        .map_err(Fault::invalid)?;
    Ok(StatusCode::NO_CONTENT)
}
