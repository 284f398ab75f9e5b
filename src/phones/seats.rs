//! A PIN or a name into a token, and a token into what this phone may do.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Desk,
    access::Role,
    faults::{Body, Fault},
    who::{CAMERA_COOKIE, COOKIES, GUEST_COOKIE, HOST_COOKIE, Peer, SEAT_COOKIE, Who},
};

/// An evening is over long before: ten days.
const COOKIE_SECS: u32 = 864_000;
/// Longest name at a table, characters.
const LONGEST_NAME: usize = 16;

/// How the host is named in the record.
pub(super) const HOST: &str = "host";
/// How the phone in the middle is named there.
pub(super) const MIDDLE: &str = "table";

/// What this phone may do.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    /// Whether it is the host's.
    host: bool,
    /// The player whose seat it holds.
    seat: Option<String>,
    /// Whether it lies in the middle, for those without a phone.
    middle: bool,
    /// Whether it is the camera.
    camera: bool,
    /// Whether it may look at the board; else the board's PIN opens it.
    looks: bool,
    /// The token, where a program asked for it; pages hold it in a cookie that scripts can't read.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// What this phone may do.
#[utoipa::path(get, path = "/api/me", tag = "join", responses((status = 200, body = Me, description = "The roles of this phone")))]
pub(super) async fn me(State(desk): State<Desk>, who: Who) -> Json<Me> {
    Json(Me::of(&who, &desk))
}

impl Me {
    fn of(who: &Who, desk: &Desk) -> Self {
        Self {
            host: who.host,
            seat: who.seat.clone(),
            middle: who.middle,
            camera: who.camera,
            looks: who.looks(desk),
            token: None,
        }
    }
}

/// A PIN.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entering {
    /// The host's PIN, or that of a closed board.
    pin: String,
    /// With the host's PIN: this phone is to be the camera, and nothing else.
    #[serde(default)]
    camera: bool,
    /// For programs: answer with the token instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// Enters as the host, or as the camera (or, with the board's PIN, as a guest).
#[utoipa::path(post, path = "/api/session", tag = "join", request_body = Entering,
    responses((status = 200, body = Me, description = "In; the token comes as a cookie, or in the answer"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not such a body"),
        (status = 403, body = Fault, description = "Wrong PIN"),
        (status = 429, body = Fault, description = "Too many wrong PINs; `Retry-After` says how long"),
        (status = 503, body = Fault, description = "The token can't be kept")))]
pub(super) async fn enter(
    State(desk): State<Desk>,
    Peer(from): Peer,
    Body(body): Body<Entering>,
) -> Result<Response, Fault> {
    let now = std::time::Instant::now();
    let role = desk.access.try_pin(&body.pin, from, now);
    let role = role.map_err(Fault::wait)?;
    let role = match (role.ok_or_else(Fault::wrong_pin)?, body.camera) {
        (Role::Host, true) => Role::Camera,
        (_, true) => return Err(Fault::wrong_pin()),
        (role, false) => role,
    };
    let token = desk.access.issue(role.clone()).map_err(unkept)?;
    let cookie = match role {
        Role::Host => HOST_COOKIE,
        Role::Camera => CAMERA_COOKIE,
        _ => GUEST_COOKIE,
    };
    let who = Who {
        host: role == Role::Host,
        guest: role == Role::Guest,
        camera: role == Role::Camera,
        ..Who::default()
    };
    Ok(welcome(Me::of(&who, &desk), cookie, token, body.bearer))
}

/// Forgets this phone's tokens.
#[utoipa::path(delete, path = "/api/session", tag = "join",
    responses((status = 204, description = "Out"), (status = 403, body = Fault, description = "From another site"),
        (status = 503, body = Fault, description = "It can't be kept")))]
pub(super) async fn leave(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    for token in &who.tokens {
        desk.access.forget(token).map_err(unkept)?;
    }
    let mut headers = HeaderMap::new();
    for name in COOKIES {
        headers.append(header::SET_COOKIE, cookie(name, "", 0));
    }
    Ok((StatusCode::NO_CONTENT, headers).into_response())
}

/// Who sits with a phone.
#[derive(Serialize, ToSchema)]
pub(super) struct Joined {
    /// The names that phones have joined with, in order.
    joined: Vec<String>,
}

/// Who has joined.
#[utoipa::path(get, path = "/api/seats", tag = "join",
    responses((status = 200, body = Joined, description = "The names"), (status = 401, body = Fault, description = "The board is closed")))]
pub(super) async fn list(State(desk): State<Desk>, who: Who) -> Result<Json<Joined>, Fault> {
    who.must_look(&desk)?;
    Ok(Json(Joined {
        joined: desk.access.claimed(),
    }))
}

/// A name at the table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Joining {
    /// The player's name: up to 16 characters.
    name: String,
    /// For programs: answer with the token instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// Takes a seat by name, if no phone holds it.
#[utoipa::path(post, path = "/api/seats", tag = "join", request_body = Joining,
    responses((status = 200, body = Me, description = "The seat is this phone's"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not a name"),
        (status = 401, body = Fault, description = "The board is closed"), (status = 403, body = Fault, description = "From another site"),
        (status = 409, body = Fault, description = "Another phone holds that seat, or the table is full"),
        (status = 503, body = Fault, description = "The token can't be kept")))]
pub(super) async fn join(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Joining>,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let name = body.name.trim().to_owned();
    check_name(&name)?;
    if who.seat.as_deref() == Some(name.as_str()) {
        return Ok(Json(Me::of(&who, &desk)).into_response());
    }
    let seated = desk.board.borrow().seating.clone();
    if !seated.is_empty() && !seated.iter().any(|p| p.name == name) {
        return Err(Fault::taken(format!(
            "nobody named {name} sits at this table: take one of the names shown, or ask the host for a seat"
        )));
    }
    if seated.is_empty() && desk.access.claimed().len() >= 24 {
        return Err(Fault::taken(
            "24 names wait already: ask the host to free some",
        ));
    }
    let token = desk.access.claim(&name).map_err(unkept)?.ok_or_else(|| {
        Fault::taken(format!(
            "another phone sits as {name}: the host can free the seat"
        ))
    })?;
    leave_seat(&desk, &who)?;
    let who = Who {
        seat: Some(name),
        middle: false,
        ..who
    };
    Ok(welcome(
        Me::of(&who, &desk),
        SEAT_COOKIE,
        token,
        body.bearer,
    ))
}

/// What this phone held before becomes free: one phone, one seat.
fn leave_seat(desk: &Desk, who: &Who) -> Result<(), Fault> {
    for old in &who.tokens {
        if matches!(desk.access.role(old), Some(Role::Seat(_) | Role::Middle)) {
            desk.access.forget(old).map_err(unkept)?;
        }
    }
    Ok(())
}

/// The phone in the middle.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Lying {
    /// For programs: answer with the token instead of a cookie.
    #[serde(default)]
    bearer: bool,
}

/// This phone lies in the middle: players without a phone of their own speak on it.
#[utoipa::path(post, path = "/api/seats/middle", tag = "join", request_body = Lying,
    responses((status = 200, body = Me, description = "It does"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not such a body"),
        (status = 401, body = Fault, description = "The board is closed"), (status = 403, body = Fault, description = "From another site"),
        (status = 503, body = Fault, description = "The token can't be kept")))]
pub(super) async fn middle(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Lying>,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    if who.middle {
        return Ok(Json(Me::of(&who, &desk)).into_response());
    }
    let token = desk.access.issue(Role::Middle).map_err(unkept)?;
    leave_seat(&desk, &who)?;
    let who = Who {
        seat: None,
        middle: true,
        ..who
    };
    Ok(welcome(
        Me::of(&who, &desk),
        SEAT_COOKIE,
        token,
        body.bearer,
    ))
}

/// Which seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Freeing {
    /// The player's name.
    name: String,
}

/// The host takes a seat from the phone that holds it.
#[utoipa::path(post, path = "/api/seats/free", tag = "join", request_body = Freeing,
    responses((status = 204, description = "Free"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "Not such a body"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No phone holds it"),
        (status = 503, body = Fault, description = "It can't be kept")))]
pub(super) async fn free(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Freeing>,
) -> Result<StatusCode, Fault> {
    who.must_host()?;
    if desk.access.free(&body.name).map_err(unkept)? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Fault::not_found(format!("no phone sits as {}", body.name)))
    }
}

/// A name that can stand at the table and in the record.
pub(super) fn check_name(name: &str) -> Result<(), Fault> {
    let reserved = ["pot", "bank", HOST, MIDDLE].contains(&name) || name.starts_with("board:");
    let odd =
        name.starts_with('#') || name.contains([',', '@']) || name.chars().any(char::is_control);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || reserved || odd {
        return Err(Fault::invalid(format!(
            "`{name}` can't be a name here: 1 to {LONGEST_NAME} characters, no comma, @ or leading #, not pot, bank, host or table"
        )));
    }
    Ok(())
}

fn welcome(me: Me, name: &str, token: String, bearer: bool) -> Response {
    let mut headers = HeaderMap::new();
    if !bearer {
        headers.insert(header::SET_COOKIE, cookie(name, &token, COOKIE_SECS));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let token = bearer.then_some(token);
    (headers, Json(Me { token, ..me })).into_response()
}

fn cookie(name: &str, token: &str, secs: u32) -> HeaderValue {
    let text = format!("{name}={token}; Path=/; Max-Age={secs}; HttpOnly; SameSite=Strict");
    HeaderValue::from_str(&text).expect("tokens are plain letters")
}

pub(super) fn unkept(error: std::io::Error) -> Fault {
    Fault::unavailable(format!(
        "the phone's token can't be kept: {error}; check the data folder"
    ))
}
