//! The fake evening's routes, asked without a network.

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::PIN;

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) body: Value,
    pub(crate) text: String,
}

/// Asks the router; a live stream is not read.
pub(crate) async fn send(
    router: &Router,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<Value>,
) -> Reply {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    if body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    let body = body.map_or_else(Body::empty, |b| Body::from(b.to_string()));
    let response = router
        .clone()
        .oneshot(request.body(body).expect("a request"))
        .await
        .expect("the router answers");
    let (head, body) = response.into_parts();
    let streams = head
        .headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind == "text/event-stream");
    let bytes = if streams {
        Default::default()
    } else {
        body.collect().await.expect("a body").to_bytes()
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Reply {
        status: head.status,
        headers: head.headers,
        body: serde_json::from_str(&text).unwrap_or(Value::Null),
        text,
    }
}

/// The host's token.
pub(crate) async fn host(router: &Router) -> String {
    let reply = send(
        router,
        "POST",
        "/api/session",
        None,
        Some(json!({"pin": PIN, "bearer": true})),
    )
    .await;
    reply.body["token"].as_str().expect("a token").to_owned()
}

/// The token of a seat at an open table.
pub(crate) async fn seat(router: &Router, name: &str) -> String {
    let reply = send(
        router,
        "POST",
        "/api/seats",
        None,
        Some(json!({"name": name, "bearer": true})),
    )
    .await;
    reply.body["token"].as_str().expect("a token").to_owned()
}
