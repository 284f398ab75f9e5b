//! The routes, as their handlers document themselves, into `GET /api/openapi.json`.

use axum::Json;
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme},
};

use super::{camera, checks, debug, decks, lens, live, reach, reads, seats, taps, who, zones};

#[derive(OpenApi)]
#[openapi(
    info(title = "Pitboss", description = "The evening at one card table: its board, live, and everything that a phone may ask of it. Whatever changes the evening needs a token: `POST /api/session` with the host's PIN, or `POST /api/seats` with a name."),
    paths(
        reads::board, live::events, reads::journal, reads::settlement, reads::league, reads::deal, reads::rules, reads::evidence, reads::picture, reads::health, reach::addresses, reach::code,
        seats::me, seats::enter, seats::leave, seats::list, seats::join, seats::middle, seats::free,
        taps::call, checks::ask, checks::done, taps::answer, taps::correct, taps::decide, taps::set_up, taps::begin_anew, taps::pause, taps::chips, taps::bank, taps::telling, camera::camera, camera::picture, camera::set, zones::zones, zones::set, lens::frame, lens::live, debug::debug, debug::bundle,
        decks::list, decks::choose, decks::file, decks::keep, decks::enrolment, decks::step, decks::picture, decks::card, document
    ),
    tags(
        (name = "look", description = "Public, unless the board is closed"),
        (name = "join", description = "Tokens"),
        (name = "play", description = "A seat's token, or the host's"),
        (name = "host", description = "The host's token"),
        (name = "camera", description = "The token of the phone that is the camera, or the host's")
    ),
    modifiers(&Tokens)
)]
struct Document;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer));
        components.add_security_scheme("bearer", bearer);
        for name in who::COOKIES {
            let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(name)));
            components.add_security_scheme(name, cookie);
        }
    }
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "look", responses((status = 200, body = Object, description = "OpenAPI")))]
pub(super) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}
