//! What went wrong with a request into one JSON sentence with its status.

use std::time::Duration;

use axum::{
    Json,
    extract::{FromRequest, FromRequestParts, Query, Request, rejection::JsonRejection},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    order::{Refusal, RefusalKind},
    seat::Seating,
};

/// A request that was not carried out.
#[derive(Serialize, ToSchema, Debug)]
pub(super) struct Fault {
    /// What kind, for programs: `no_token`, `not_yours`, `wrong_pin`, `wait`, `not_found`, `conflict`, `invalid`, `unavailable`, `taken`;
    /// of decks also `deck_name`, `deck_exists`, `no_picture`, `no_profile`, `nothing_read`, `no_card`, `camera_silent`, `too_long`.
    pub(super) error: &'static str,
    /// One sentence: what was tried, what was found, what to do.
    pub(super) says: String,
    #[serde(skip)]
    status: StatusCode,
    #[serde(skip)]
    wait: Option<Duration>,
}

impl Fault {
    pub(super) fn new(status: StatusCode, error: &'static str, says: impl Into<String>) -> Self {
        Self {
            error,
            says: says.into(),
            status,
            wait: None,
        }
    }

    pub(super) fn no_token() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "this needs a token: open /host with the PIN, or join at /seat",
        )
    }

    pub(super) fn closed() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "no_token",
            "this table's board is closed: enter its PIN first",
        )
    }

    pub(super) fn not_yours(says: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, "not_yours", says)
    }

    pub(super) fn wrong_pin() -> Self {
        Self::new(
            StatusCode::FORBIDDEN,
            "wrong_pin",
            "that is not the PIN: it stands in the terminal where pitboss runs",
        )
    }

    pub(super) fn wait(wait: Duration) -> Self {
        let secs = wait.as_secs().max(1);
        Self {
            wait: Some(Duration::from_secs(secs)),
            ..Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                "wait",
                format!("too many wrong PINs: try again in {secs} s"),
            )
        }
    }

    /// The same with players by name.
    pub(super) fn naming(self, seating: Option<&Seating>) -> Self {
        let says = seating.map(|seating| seating.name_in(&self.says));
        Self {
            says: says.unwrap_or(self.says),
            ..self
        }
    }

    pub(super) fn not_found(says: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", says)
    }

    pub(super) fn taken(says: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "taken", says)
    }

    pub(super) fn conflict(says: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "conflict", says)
    }

    pub(super) fn invalid(says: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", says)
    }

    pub(super) fn too_long(says: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "invalid", says)
    }

    pub(super) fn unlike(says: impl Into<String>) -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "invalid", says)
    }

    pub(super) fn upgrade() -> Self {
        let says = "this is a WebSocket: open it as one, or send pictures to /api/camera/frames";
        Self::new(StatusCode::UPGRADE_REQUIRED, "invalid", says)
    }

    pub(super) fn unavailable(says: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", says)
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        match refusal.kind {
            RefusalKind::NotFound => Self::not_found(refusal.says),
            RefusalKind::Conflict => Self::conflict(refusal.says),
            RefusalKind::Invalid => Self::invalid(refusal.says),
            RefusalKind::Unavailable => Self::unavailable(refusal.says),
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (status, wait) = (self.status, self.wait);
        let mut response = (status, Json(self)).into_response();
        if let Some(wait) = wait {
            let secs = HeaderValue::from(wait.as_secs());
            response.headers_mut().insert(header::RETRY_AFTER, secs);
        }
        response
    }
}

/// A JSON body whose faults are told like all others.
pub(super) struct Body<T>(pub(super) T);

impl<T, S> FromRequest<S> for Body<T>
where
    Json<T>: FromRequest<S, Rejection = JsonRejection>,
    S: Send + Sync,
{
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(Fault::new(
                rejection.status(),
                "invalid",
                format!("the body can't be read: {}", rejection.body_text()),
            )),
        }
    }
}

/// What a query asks for, whose faults are told like all others.
pub(super) struct Asking<T>(pub(super) T);

impl<T, S> FromRequestParts<S> for Asking<T>
where
    T: serde::de::DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(asked)) => Ok(Self(asked)),
            Err(rejection) => Err(Fault::new(
                StatusCode::BAD_REQUEST,
                "invalid",
                format!("the query can't be read: {}", rejection.body_text()),
            )),
        }
    }
}

pub(super) async fn no_such_route() -> Fault {
    Fault::not_found("there is no such route: /api/openapi.json lists them all")
}

pub(super) async fn wrong_method() -> Fault {
    Fault::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "invalid",
        "this route takes another method: /api/openapi.json lists them all",
    )
}

pub(super) async fn no_such_page() -> Fault {
    Fault::not_found("there is no such page: the scoreboard is at /")
}
