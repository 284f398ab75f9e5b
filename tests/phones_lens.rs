//! A phone as the camera at its routes, without a network and without a camera: who may send what, and what is refused.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod fake;

use axum::{
    body::Body,
    http::{Request, StatusCode, header, request::Builder},
};
use fake::{Fake, PIN, asks::send, mensch};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

const FRAMES: &str = "/api/camera/frames?phone=p1";
const LIVE: &str = "/api/camera/live?phone=p1";

async fn status(fake: &Fake, request: Builder, body: Vec<u8>) -> (StatusCode, Value) {
    let request = request.body(Body::from(body)).expect("a request");
    let answer = fake.router.clone().oneshot(request).await;
    let (head, body) = answer.expect("an answer").into_parts();
    let bytes = body.collect().await.expect("a body").to_bytes();
    let value = serde_json::from_slice(&bytes).unwrap_or_default();
    (head.status, value)
}

/// A token that lets a phone be the camera.
async fn leave(fake: &Fake) -> String {
    let body = json!({"pin": PIN, "camera": true, "bearer": true});
    let reply = send(&fake.router, "POST", "/api/session", None, Some(body)).await;
    assert_eq!(
        (&reply.body["host"], &reply.body["camera"]),
        (&json!(false), &json!(true))
    );
    reply.body["token"].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn only_pictures_go_through() {
    let fake = Fake::at(mensch());
    let token = leave(&fake).await;
    let picture = vec![0xFF, 0xD8, 0xFF, 0xD9];
    for (path, kind, body, expected, says) in [
        (FRAMES, "image/jpeg", picture.clone(), 204, ""),
        (
            FRAMES,
            "image/jpeg",
            b"GIF89a".to_vec(),
            422,
            "this is no whole JPEG picture",
        ),
        (
            FRAMES,
            "image/png",
            picture.clone(),
            415,
            "a picture is sent as image/jpeg",
        ),
        (
            FRAMES,
            "image/jpeg",
            vec![0xFF; (4 << 20) + 1],
            413,
            "the picture is larger than 4 MiB",
        ),
        (
            "/api/camera/frames?phone=late",
            "image/jpeg",
            picture.clone(),
            409,
            "another phone is the camera now",
        ),
        (
            "/api/camera/frames?phone=a-b",
            "image/jpeg",
            picture.clone(),
            422,
            "`phone` must be",
        ),
        (
            "/api/camera/frames",
            "image/jpeg",
            picture.clone(),
            400,
            "the query can't be read",
        ),
    ] {
        let request = Request::post(path)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, kind);
        let (status, answer) = status(&fake, request, body).await;
        assert_eq!(status, expected, "{path} {kind}: {answer}");
        let told = answer["says"].as_str().unwrap_or_default();
        assert!(told.starts_with(says), "{path} {kind}: {told}");
    }
}

/// The camera's phone is no host: what it holds opens nothing else, and the board's PIN makes nobody a camera.
#[tokio::test]
async fn the_cameras_leave_is_for_pictures_alone() {
    let fake = Fake::at(mensch());
    let token = leave(&fake).await;
    let strike = json!({"id": "1", "strike": 23});
    let reply = send(
        &fake.router,
        "POST",
        "/api/corrections",
        Some(&token),
        Some(strike),
    )
    .await;
    assert_eq!(reply.status, 401, "{}", reply.text);
    let reply = send(
        &fake.router,
        "GET",
        "/api/camera/picture",
        Some(&token),
        None,
    )
    .await;
    assert_eq!(reply.status, 401, "{}", reply.text);
    let reply = send(&fake.router, "DELETE", "/api/session", Some(&token), None).await;
    assert_eq!(reply.status, 204, "{}", reply.text);
    let request = Request::post(FRAMES)
        .header(header::AUTHORIZATION, format!("Bearer {token}"))
        .header(header::CONTENT_TYPE, "image/jpeg");
    let (status, _) = status(&fake, request, vec![0xFF, 0xD8]).await;
    assert_eq!(status, 401, "it gave its leave back");
}

/// Browsers send cookies with a WebSocket that any page opens: where that page came from decides.
#[tokio::test]
async fn a_page_of_another_server_opens_no_line() {
    let fake = Fake::at(mensch());
    let token = leave(&fake).await;
    for (origin, expected) in [
        ("http://table:8080", 426), // here without a network there is nothing to upgrade
        ("http://table:9090", 403),
        ("https://elsewhere", 403),
    ] {
        let request = Request::get(LIVE)
            .header(header::HOST, "table:8080")
            .header(header::ORIGIN, origin)
            .header(header::COOKIE, format!("pitboss_camera={token}"))
            .header(header::CONNECTION, "upgrade")
            .header(header::UPGRADE, "websocket")
            .header(header::SEC_WEBSOCKET_VERSION, "13")
            .header(header::SEC_WEBSOCKET_KEY, "dGhlIHNhbXBsZSBub25jZQ==");
        let (status, answer) = status(&fake, request, Vec::new()).await;
        assert_eq!(status, expected, "{origin}: {answer}");
    }
}
