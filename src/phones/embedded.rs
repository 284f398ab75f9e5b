//! The files of `web/`, embedded in the binary, into pages and modules; each with its kind and a tag, so that a phone asks for it once.

use axum::{
    Router,
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use rust_embed::{EmbeddedFile, RustEmbed};

use super::{Desk, faults::Fault, keeper::Lang, reads::Speech};

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// The routes of pages, and of the files that they load.
pub(super) fn pages() -> Router<Desk> {
    let page = |name: &'static str| {
        get(
            move |Speech(lang): Speech, headers: HeaderMap| async move { html(name, lang, &headers) },
        )
    };
    Router::new()
        .route("/", page("score.html"))
        .route("/tv", page("tv.html"))
        .route("/seat", page("seat.html"))
        .route("/host", page("host.html"))
        .route("/camera", page("camera.html"))
        .route("/rules", page("rules.html"))
        .route("/settle", page("settle.html"))
        .route("/debug", page("debug.html"))
        // At the root, so that it may look after every page.
        .route(
            "/sw.js",
            get(|headers: HeaderMap| async move { file("sw.js", &headers) }),
        )
        .route(
            "/web/{*path}",
            get(
                |Path(path): Path<String>, headers: HeaderMap| async move { file(&path, &headers) },
            ),
        )
}

/// A page says its language from the first byte on.
fn html(name: &str, lang: Lang, headers: &HeaderMap) -> Result<Response, Fault> {
    let Some(found) = Web::get(name) else {
        return Err(Fault::not_found("this page is missing from the binary"));
    };
    let tag = tag(&found, lang.as_str());
    if unchanged(headers, &tag) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let text = String::from_utf8_lossy(&found.data);
    let text = text.replacen(
        "<html lang=\"en\"",
        &format!("<html lang=\"{}\"", lang.as_str()),
        1,
    );
    let head = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-language".to_owned()),
        (header::ETAG, tag),
    ];
    Ok((head, text).into_response())
}

fn file(path: &str, headers: &HeaderMap) -> Result<Response, Fault> {
    let found = Web::get(path).filter(|_| !path.ends_with(".html"));
    let found = found.ok_or_else(|| Fault::not_found("there is no such file"))?;
    let tag = tag(&found, "");
    if unchanged(headers, &tag) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let head = [
        (header::CONTENT_TYPE, kind(path).to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    Ok((head, found.data).into_response())
}

fn tag(found: &EmbeddedFile, lang: &str) -> String {
    let digest = found.metadata.sha256_hash();
    let short = u64::from_be_bytes(std::array::from_fn(|i| digest[i]));
    // Weak: the same page goes out compressed too.
    format!("W/\"{short:016x}{lang}\"")
}

fn unchanged(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get(header::IF_NONE_MATCH);
    known
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.contains(tag))
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
