//! The routes, driven without a network: what goes through, what is refused, and that nothing goes through twice.

#![allow(clippy::too_many_lines)] // each test is one visitor's whole way through the routes

mod fake;

use std::time::Duration;

use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};
use fake::{
    Fake, PIN, asked,
    asks::{host, seat, send},
    empty, mensch, revoked,
};
use http_body_util::BodyExt;
use pitboss::{event::Event, phones::Access, seat::Seat};
use serde_json::{Value, json};
use tower::ServiceExt;

/// Bodies into the events that they ask for.
#[tokio::test]
async fn taps_become_events() {
    let cases = [
        (
            "/api/calls",
            json!({"seat": "Bora", "call": {"bid": "5after"}}),
            json!({"event": "call", "seat": "#1", "call": {"bid": "5after"}, "by": "host"}),
        ),
        (
            "/api/calls",
            json!({"seat": "#2", "call": {"paid": 2, "to": "Dana"}}),
            json!({"event": "call", "seat": "#2", "call": {"paid": 2, "to": "#3"}, "by": "host"}),
        ),
        (
            "/api/answers",
            json!({"of": 26, "card": "8C"}),
            json!({"event": "answered", "of": 26, "card": "8C"}),
        ),
        (
            "/api/answers",
            json!({"of": 26, "card": null}),
            json!({"event": "answered", "of": 26, "card": null}),
        ),
        (
            "/api/corrections",
            json!({"strike": 22}),
            json!({"event": "struck", "of": 22}),
        ),
        (
            "/api/corrections",
            json!({"undo": 23}),
            json!({"event": "undone", "of": 23}),
        ),
        (
            "/api/corrections",
            json!({"replace": 22, "with": {"seat": "Chul"}}),
            json!({"event": "replaced", "of": 22, "with": {"event": "laid", "card": "7C", "seat": "#2", "zone": "trick", "confidence": 1.0, "by": "host", "signs": {"indices": 0, "face": false}}}),
        ),
        (
            "/api/corrections",
            json!({"replace": 23, "with": {"card": "TD"}}),
            json!({"event": "replaced", "of": 23, "with": {"event": "laid", "card": "TD", "seat": "#2", "zone": "trick", "confidence": 1.0, "by": "host", "signs": {"indices": 0, "face": false}}}),
        ),
        (
            "/api/corrections",
            json!({"insert": {"event": "laid", "card": "8C", "seat": "Dana", "zone": "trick"}, "before": 25}),
            json!({"event": "inserted", "before": 25, "what": {"event": "laid", "card": "8C", "seat": "#3", "zone": "trick", "confidence": 1.0, "by": "host", "signs": {"indices": 0, "face": false}}}),
        ),
        (
            "/api/decisions",
            json!({"of": 24, "decision": "take_back"}),
            json!({"event": "decided", "of": 24, "decision": "take_back"}),
        ),
        (
            "/api/decisions",
            json!({"of": 24, "decision": {"fine": {"chips": 2, "to": "Ari"}}}),
            json!({"event": "decided", "of": 24, "decision": {"fine": {"chips": 2, "to": "#0"}}}),
        ),
        (
            "/api/decisions",
            json!({"decision": "redeal"}),
            json!({"event": "decided", "of": 26, "decision": "redeal"}),
        ),
        (
            "/api/pause",
            json!({"paused": true}),
            json!({"event": "paused", "paused": true}),
        ),
    ];
    for (path, mut body, expected) in cases {
        let fake = Fake::at(asked());
        let token = host(&fake.router).await;
        body["id"] = "t".into();
        let reply = send(&fake.router, "POST", path, Some(&token), Some(body)).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert_eq!(reply.body, json!({"seq": 1000}));
        let taken: Vec<Value> = fake
            .taken()
            .iter()
            .map(|e| serde_json::to_value(e).expect("plain data"))
            .collect();
        assert_eq!(taken, [expected], "{path}");
    }
}

/// What a host types over a name may be the same person, whose phone and chips stay, or somebody else.
#[tokio::test]
async fn another_name_keeps_number_and_phone() {
    let fake = Fake::at(mensch());
    let (token, chul) = (host(&fake.router).await, seat(&fake.router, "Chul").await);
    let mut body = json!({"id": "n", "game": "mensch", "seats": ["Ari", "Bora", "Charles", "Eve"], "renamed": {"Chul": "Charles"}});
    let set_up = async |body: Value| {
        let route = "/api/evening";
        send(&fake.router, "POST", route, Some(&token), Some(body)).await
    };
    let reply = set_up(body.clone()).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let taken = fake.taken();
    let Event::Seated { seating } = &taken[0] else {
        panic!("{taken:?}")
    };
    assert_eq!(seating.by_name("Charles"), Some(Seat(2)));
    assert_eq!(seating.by_name("Eve"), Some(Seat(4)), "somebody new");
    let me = send(&fake.router, "GET", "/api/me", Some(&chul), None).await;
    assert_eq!(me.body["seat"], "Charles");
    for (renamed, says) in [
        (
            json!({"Zoe": "Zora"}),
            "nobody named Zoe sits at this table",
        ),
        (
            json!({"Chul": "Bora"}),
            "the seat name `Bora` can't be used",
        ),
    ] {
        body["id"] = "o".into();
        body["renamed"] = renamed;
        let reply = set_up(body.clone()).await;
        assert!(reply.text.contains(says), "{}", reply.text);
    }
}

#[tokio::test]
async fn nonsense_is_refused_in_words() {
    let cases = [
        (
            "/api/calls",
            json!({"id": "1", "seat": "Zoe", "call": {"bid": "half"}}),
            404,
            "nobody named Zoe sits at this table",
        ),
        (
            "/api/calls",
            json!({"id": "1", "seat": "Ari", "call": {"bid": "eight"}}),
            422,
            "`{\"bid\":\"eight\"}` is no call that can be entered",
        ),
        (
            "/api/calls",
            json!({"id": "", "seat": "Ari", "call": {"bid": "half"}}),
            422,
            "`id` must be 1 to 64 letters",
        ),
        (
            "/api/calls",
            json!({"seat": "Ari"}),
            422,
            "the body can't be read",
        ),
        (
            "/api/answers",
            json!({"id": "1", "of": 7, "card": "8C"}),
            409,
            "question 7 is not open",
        ),
        (
            "/api/answers",
            json!({"id": "1", "of": 26, "card": "ZZ"}),
            422,
            "`\"ZZ\"` is no card that can be entered",
        ),
        (
            "/api/corrections",
            json!({"id": "1"}),
            422,
            "a correction has one of",
        ),
        (
            "/api/corrections",
            json!({"id": "1", "strike": 404}),
            404,
            "there is no entry 404",
        ),
        (
            "/api/corrections",
            json!({"id": "1", "insert": {"event": "end", "frames": 1, "balances": {}}}),
            422,
            "only `laid`, `lifted`, `backs` and `call`",
        ),
        (
            "/api/decisions",
            json!({"id": "1", "decision": "shrug"}),
            422,
            "`\"shrug\"` is no decision",
        ),
        (
            "/api/evening",
            json!({"id": "1", "game": "mensch", "seats": ["Ari", "Bora"]}),
            422,
            "2 players, and mensch is played by 4",
        ),
        (
            "/api/evening",
            json!({"id": "1", "game": "chess", "seats": ["Ari", "Bora"]}),
            422,
            "there is no game `chess`",
        ),
        (
            "/api/evening",
            json!({"id": "1", "game": "mensch", "seats": ["Ari", "Bora", "pot", "Dana"]}),
            422,
            "the seat name `pot` can't be used",
        ),
    ];
    for (path, body, status, says) in cases {
        let fake = Fake::at(asked());
        let token = host(&fake.router).await;
        let reply = send(&fake.router, "POST", path, Some(&token), Some(body)).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text);
        let told = reply.body["says"].as_str().expect("a sentence");
        assert!(told.starts_with(says), "{path}: {told}");
    }
}

#[tokio::test]
async fn a_repeat_is_not_a_second_call() {
    let fake = Fake::at(mensch());
    let token = seat(&fake.router, "Ari").await;
    let body = json!({"id": "x1", "seat": "Ari", "call": {"bid": "half"}});
    let once = || {
        send(
            &fake.router,
            "POST",
            "/api/calls",
            Some(&token),
            Some(body.clone()),
        )
    };
    let (a, b, c) = tokio::join!(once(), once(), once());
    for reply in [a, b, c, once().await] {
        assert_eq!(
            (reply.status, reply.body),
            (StatusCode::OK, json!({"seq": 1000}))
        );
    }
    assert_eq!(fake.taken().len(), 1);
    let other = json!({"id": "x1", "seat": "Ari", "call": {"bid": "5"}});
    let reply = send(
        &fake.router,
        "POST",
        "/api/calls",
        Some(&token),
        Some(other),
    )
    .await;
    assert_eq!(reply.status, 409);
    // Another phone's id of the same letters is another call.
    let bora = seat(&fake.router, "Bora").await;
    let theirs = json!({"id": "x1", "seat": "Bora", "call": {"bid": "5"}});
    let reply = send(
        &fake.router,
        "POST",
        "/api/calls",
        Some(&bora),
        Some(theirs),
    )
    .await;
    assert_eq!(reply.body, json!({"seq": 1001}));
    let clients: Vec<_> = fake
        .orders
        .lock()
        .expect("no panic")
        .iter()
        .map(|(c, _)| c.clone().unwrap_or_default())
        .collect();
    assert_eq!(clients, ["Ari:x1", "Bora:x1"]);
}

#[tokio::test]
async fn a_seat_is_not_taken_over() {
    let fake = Fake::at(mensch());
    let ari = seat(&fake.router, "Ari").await;
    let again = || {
        send(
            &fake.router,
            "POST",
            "/api/seats",
            None,
            Some(json!({"name": "Ari"})),
        )
    };
    assert_eq!(again().await.status, 409);
    let stranger = send(
        &fake.router,
        "POST",
        "/api/seats",
        None,
        Some(json!({"name": "Zoe"})),
    )
    .await;
    assert_eq!(stranger.status, 409);
    let host = host(&fake.router).await;
    let freed = send(
        &fake.router,
        "POST",
        "/api/seats/free",
        Some(&host),
        Some(json!({"name": "Ari"})),
    )
    .await;
    assert_eq!(freed.status, 204);
    let body = json!({"id": "y", "seat": "Ari", "call": {"bid": "half"}});
    let old = send(&fake.router, "POST", "/api/calls", Some(&ari), Some(body)).await;
    assert_eq!(old.status, 401, "the old phone's token is void");
    let reply = again().await;
    assert_eq!(reply.status, 200);
    let cookie = reply.headers[header::SET_COOKIE].to_str().expect("text");
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    assert!(
        !reply.text.contains("token"),
        "a page never sees its token: {}",
        reply.text
    );
}

#[tokio::test]
async fn wrong_pins_cost_time() {
    let fake = Fake::at(empty());
    let try_pin = async |pin: &str| {
        let body = json!({"pin": pin});
        send(&fake.router, "POST", "/api/session", None, Some(body)).await
    };
    for _ in 0..5 {
        assert_eq!(try_pin("000000").await.status, 403);
    }
    let reply = try_pin(PIN).await;
    assert_eq!(reply.status, 429, "the right PIN waits too");
    let secs = reply.headers[header::RETRY_AFTER]
        .to_str()
        .expect("text")
        .parse::<u64>();
    assert!(secs.is_ok_and(|s| (5..=10).contains(&s)));
}

#[tokio::test]
async fn a_closed_board_needs_its_pin() {
    let access = Access::with_pin(PIN).with_board_pin(Some("1111"));
    let access = access.expect("a PIN");
    let fake = Fake::with(mensch(), access, Ok(Duration::ZERO));
    for path in [
        "/api/board",
        "/api/events",
        "/api/journal",
        "/api/settlement",
        "/api/evidence/23",
        "/api/deals/4",
        "/api/rules",
        "/api/seats",
    ] {
        assert_eq!(
            send(&fake.router, "GET", path, None, None).await.status,
            401,
            "{path}"
        );
    }
    let reply = send(
        &fake.router,
        "POST",
        "/api/session",
        None,
        Some(json!({"pin": "1111", "bearer": true})),
    )
    .await;
    let guest = reply.body["token"].as_str().expect("a token");
    assert_eq!(
        send(&fake.router, "GET", "/api/board", Some(guest), None)
            .await
            .status,
        200
    );
    let strike = json!({"id": "1", "strike": 23});
    let reply = send(
        &fake.router,
        "POST",
        "/api/corrections",
        Some(guest),
        Some(strike),
    )
    .await;
    assert_eq!(reply.status, 401, "a guest only looks");
}

#[tokio::test]
async fn a_page_of_another_site_can_not_tap() {
    let fake = Fake::at(mensch());
    let login = send(
        &fake.router,
        "POST",
        "/api/session",
        None,
        Some(json!({"pin": PIN})),
    )
    .await;
    let cookie = login.headers[header::SET_COOKIE]
        .to_str()
        .expect("text")
        .split(';')
        .next()
        .expect("a pair")
        .to_owned();
    for (site, expected) in [
        ("same-origin", 200),
        ("cross-site", 403),
        ("same-site", 403),
    ] {
        let request = Request::post("/api/corrections")
            .header(header::COOKIE, &cookie)
            .header("sec-fetch-site", site)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(json!({"id": "1", "strike": 23}).to_string()))
            .expect("a request");
        let response = fake
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer");
        assert_eq!(response.status(), expected, "{site}");
    }
}

#[tokio::test]
async fn the_board_names_players_and_speaks_the_language() {
    let fake = Fake::at(revoked());
    let en = send(&fake.router, "GET", "/api/board?lang=en", None, None)
        .await
        .body;
    assert_eq!(en["seq"], 24);
    assert_eq!(
        en["balances"],
        json!({"Ari": -3, "Bora": 9, "Chul": -7, "Dana": 1})
    );
    assert_eq!(en["deal"]["awaited"][0]["seats"], json!(["Dana"]));
    assert_eq!(
        en["rulings"][0]["says"],
        "Chul did not follow hearts in trick 1 and played a heart in trick 2."
    );
    let ko = send(&fake.router, "GET", "/api/board?lang=ko", None, None)
        .await
        .body;
    assert!(
        ko["rulings"][0]["says"]
            .as_str()
            .expect("a sentence")
            .starts_with("Chul 님은")
    );
    assert_eq!(ko["story"][7]["says"], ko["rulings"][0]["says"]);
    let settled = send(&fake.router, "GET", "/api/settlement", None, None)
        .await
        .body;
    assert_eq!(
        settled["payments"][0],
        json!({"from": "Ari", "to": "Bora", "chips": 3})
    );
}

#[tokio::test]
async fn the_stream_begins_with_the_board_beats_and_skips_to_the_newest() {
    let fake = Fake::at(mensch());
    let request = Request::get("/api/events?lang=en")
        .body(Body::empty())
        .expect("a request");
    let response = fake
        .router
        .clone()
        .oneshot(request)
        .await
        .expect("an answer");
    assert_eq!(
        response.headers()[header::CONTENT_TYPE],
        "text/event-stream"
    );
    let mut body = response.into_body();
    let mut next = async || {
        let frame = tokio::time::timeout(Duration::from_secs(10), body.frame())
            .await
            .expect("within ten seconds");
        let bytes = frame?.ok()?.into_data().ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    };
    let first = next().await.expect("an event");
    assert!(
        first.contains("event: board") && first.contains("\"seq\":23"),
        "{first}"
    );
    let beat = next().await.expect("an event");
    assert!(beat.contains("event: beat"), "{beat}");
    for seq in 30..40 {
        fake.board.send_modify(|board| {
            *board = std::sync::Arc::new(pitboss::board::Board { seq, ..mensch() });
        });
    }
    let mut newest = String::new();
    while !newest.contains("\"seq\":39,\"at\"") {
        newest = next().await.expect("the newest board comes");
    }
    drop(fake.board);
    while let Some(last) = next().await {
        assert!(last.contains("event: "), "{last}");
    }
}

#[tokio::test]
async fn health_says_why() {
    let blind = Fake::with(
        empty(),
        Access::with_pin(PIN),
        Err("no frame came from camera 0 for 12 s".into()),
    );
    let reply = send(&blind.router, "GET", "/healthz", None, None).await;
    assert_eq!(reply.status, 503);
    assert_eq!(reply.body["reason"], "no frame came from camera 0 for 12 s");
    let seeing = Fake::at(empty());
    let reply = send(&seeing.router, "GET", "/healthz", None, None).await;
    assert_eq!(
        (reply.status, reply.body),
        (StatusCode::OK, json!({"frame_age_s": 0.04}))
    );
}

#[tokio::test]
async fn pages_are_locked_down_and_complete() {
    let fake = Fake::at(empty());
    for page in ["/", "/tv", "/seat", "/host", "/rules"] {
        let reply = send(&fake.router, "GET", page, None, None).await;
        assert_eq!(reply.status, 200, "{page}");
        let policy = reply.headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .expect("text");
        assert!(
            policy.contains("default-src 'none'")
                && policy.contains("frame-ancestors 'none'")
                && !policy.contains("unsafe"),
            "{policy}"
        );
        assert_eq!(reply.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(
            !reply.text.contains("<script>")
                && !reply.text.contains("style=")
                && !reply.text.contains("://"),
            "{page} is plain and asks nobody else"
        );
        for path in reply
            .text
            .split('"')
            .filter(|part| part.starts_with("/web/"))
        {
            assert_eq!(
                send(&fake.router, "GET", path, None, None).await.status,
                200,
                "{page} asks for {path}"
            );
        }
    }
    let request = Request::get("/")
        .header(header::ACCEPT_LANGUAGE, "ko-KR,ko;q=0.9")
        .body(Body::empty())
        .expect("a request");
    let page = fake
        .router
        .clone()
        .oneshot(request)
        .await
        .expect("an answer")
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    assert!(String::from_utf8_lossy(&page).contains("<html lang=\"ko\""));
}

#[tokio::test]
async fn the_document_lists_every_route() {
    let fake = Fake::at(empty());
    let document = send(&fake.router, "GET", "/api/openapi.json", None, None)
        .await
        .body;
    let paths = document["paths"].as_object().expect("paths");
    for path in [
        "/api/board",
        "/api/events",
        "/api/calls",
        "/api/answers",
        "/api/corrections",
        "/api/decisions",
        "/api/journal",
        "/api/settlement",
        "/api/camera",
        "/api/camera/picture",
        "/api/evidence/{seq}",
        "/api/deals/{number}",
        "/healthz",
        "/api/openapi.json",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    for (path, routes) in paths {
        for (method, route) in routes.as_object().expect("methods") {
            assert!(
                route["summary"].is_string()
                    && route["responses"]
                        .as_object()
                        .is_some_and(|r| !r.is_empty()),
                "{method} {path}"
            );
        }
    }
}

#[tokio::test]
async fn tokens_outlive_a_restart_and_stay_out_of_their_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("access.json");
    let first = Fake::with(
        mensch(),
        Access::open(file.clone()).expect("fresh"),
        Ok(Duration::ZERO),
    );
    let token = seat(&first.router, "Ari").await;
    assert!(
        !std::fs::read_to_string(&file)
            .expect("kept")
            .contains(&token)
    );
    let second = Fake::with(
        mensch(),
        Access::open(file).expect("kept"),
        Ok(Duration::ZERO),
    );
    let body = json!({"id": "z", "seat": "Ari", "call": {"bid": "half"}});
    let reply = send(
        &second.router,
        "POST",
        "/api/calls",
        Some(&token),
        Some(body),
    )
    .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(matches!(second.taken()[..], [Event::Call { .. }]));
}

#[tokio::test]
async fn a_new_player_gets_a_new_number() {
    let fake = Fake::at(mensch());
    let token = host(&fake.router).await;
    let body = json!({"id": "n", "game": "mensch", "seats": ["Bora", "Eun", "Chul", "Dana"], "dealer": "Eun"});
    let reply = send(
        &fake.router,
        "POST",
        "/api/evening",
        Some(&token),
        Some(body),
    )
    .await;
    assert_eq!(reply.body, json!({"seq": 1001}), "{}", reply.text);
    let taken: Vec<Value> = fake
        .taken()
        .iter()
        .map(|e| serde_json::to_value(e).expect("plain data"))
        .collect();
    let seats: Vec<&Value> = taken[0]["seating"]["places"]
        .as_array()
        .expect("places")
        .iter()
        .map(|p| &p["seat"])
        .collect();
    assert_eq!(seats, ["#1", "#4", "#2", "#3"]);
    assert_eq!(taken[1]["dealer"], "#4");
}

#[tokio::test]
async fn a_doubted_card_waits_for_the_host() {
    let fake = Fake::at(mensch());
    let (ari, host) = (seat(&fake.router, "Ari").await, host(&fake.router).await);
    let body = || Some(json!({"of": 23}));
    for _ in 0..2 {
        assert_eq!(
            send(&fake.router, "POST", "/api/checks", Some(&ari), body())
                .await
                .status,
            204
        );
    }
    let waiting = async || {
        send(&fake.router, "GET", "/api/board", None, None)
            .await
            .body["checks"]
            .clone()
    };
    assert_eq!(waiting().await, json!([{"of": 23, "by": "Ari"}]));
    send(&fake.router, "DELETE", "/api/checks", Some(&host), body()).await;
    assert_eq!(waiting().await, json!([]));
    assert!(fake.taken().is_empty(), "a doubt is no fact");
}

#[tokio::test]
async fn what_only_the_host_may_see_yet_is_shown_to_nobody_else() {
    let mut board = revoked();
    let shown = async |fake: &Fake, token: Option<&str>| {
        let reply = send(&fake.router, "GET", "/api/board", token, None).await;
        let seen = reply.body["rulings"].as_array().map_or(0, Vec::len);
        let evidence = send(&fake.router, "GET", "/api/evidence/24", token, None).await;
        (seen, evidence.status.as_u16())
    };
    let ruling = board.rulings[0].seq;
    for (untold, public) in [(vec![], 1), (vec![ruling], 0)] {
        board.untold = untold.clone();
        let fake = Fake::at(board.clone());
        let host = host(&fake.router).await;
        assert_eq!(shown(&fake, Some(&host)).await, (1, 200), "the host");
        let evidence = if public == 1 { 200 } else { 404 };
        assert_eq!(shown(&fake, None).await, (public, evidence), "{untold:?}");
    }
}

/// A picture or a deck that is too long is refused in words; who isn't the host is refused before anything is read.
#[tokio::test]
async fn long_files_are_refused() {
    let fake = Fake::at(mensch());
    let token = host(&fake.router).await;
    for (path, most) in [("picture", 32_000_000_usize), ("profile", 4_000_000)] {
        for (token, bytes, status) in [
            (Some(&token), most + 1, 413),
            (Some(&token), most, 422),
            (None, most + 1, 401),
        ] {
            let body = Some(Value::String("x".repeat(bytes - 2)));
            let path = format!("/api/enrolment/{path}");
            let token = token.map(String::as_str);
            let reply = send(&fake.router, "POST", &path, token, body).await;
            assert_eq!(reply.status, status, "{path} {bytes}: {}", reply.text);
            assert!(reply.body["says"].is_string(), "{}", reply.text);
        }
    }
}
