//! Every route of the OpenAPI document against everybody who may ask: nobody, a guest of a closed board, a player, another player, the phone in
//! the middle, the phone that is the camera, the host. Each cell says the status; a route without a line, or a line without a route, fails.

mod fake;

use std::{collections::BTreeSet, time::Duration};

use fake::{
    Fake, PIN, asked,
    asks::{host, send},
};
use pitboss::phones::Access;
use serde_json::{Value, json};

/// The PIN of a closed board.
const BOARD_PIN: &str = "1111";

/// Statuses at an open board for nobody, Ari, Bora, the phone in the middle, the camera, the host; at a closed one a guest comes second.
struct Cells([u16; 6], [u16; 7]);

const ALL: Cells = Cells([200; 6], [200; 7]);
const LOOK: Cells = Cells([200; 6], [401, 200, 200, 200, 200, 401, 200]);
const HOST: Cells = Cells(
    [401, 403, 403, 403, 401, 200],
    [401, 401, 403, 403, 403, 401, 200],
);
const HOST_204: Cells = Cells(
    [401, 403, 403, 403, 401, 204],
    [401, 401, 403, 403, 403, 401, 204],
);
const HOST_422: Cells = Cells(
    [401, 403, 403, 403, 401, 422],
    [401, 401, 403, 403, 403, 401, 422],
);
const HOST_404: Cells = Cells(
    [401, 403, 403, 403, 401, 404],
    [401, 401, 403, 403, 403, 401, 404],
);
const HOST_409: Cells = Cells(
    [401, 403, 403, 403, 401, 409],
    [401, 401, 403, 403, 403, 401, 409],
);
const CAMERA_415: Cells = Cells(
    [401, 403, 403, 403, 415, 415],
    [401, 401, 403, 403, 403, 415, 415],
);
const CAMERA_422: Cells = Cells(
    [401, 403, 403, 403, 422, 422],
    [401, 401, 403, 403, 403, 422, 422],
);
const CAMERA_426: Cells = Cells(
    [401, 403, 403, 403, 426, 426],
    [401, 401, 403, 403, 403, 426, 426],
);
const NOT_FOUND: Cells = Cells([404; 6], [401, 404, 404, 404, 404, 401, 404]);
const INVALID: Cells = Cells([422; 6], [401, 422, 422, 422, 422, 401, 422]);

/// A route as the document names it, how it is asked here, and who is answered what.
type Row = (&'static str, &'static str, &'static str, Value, Cells);

#[rustfmt::skip]
#[allow(clippy::too_many_lines)] // a table
fn table() -> Vec<Row> {
    let none = Value::Null;
    vec![
        ("get", "/api/board", "/api/board", none.clone(), LOOK),
        ("get", "/api/events", "/api/events", none.clone(), LOOK),
        ("get", "/api/journal", "/api/journal", none.clone(), LOOK),
        ("get", "/api/settlement", "/api/settlement", none.clone(), LOOK),
        ("get", "/api/settlement", "/api/settlement?as=text", none.clone(), LOOK),
        ("get", "/api/settlement", "/api/settlement?as=csv&chip=100KRW", none.clone(), LOOK),
        ("get", "/api/settlement", "/api/settlement?as=poem", none.clone(), INVALID),
        ("get", "/api/settlement", "/api/settlement?chip=much", none.clone(), INVALID),
        ("get", "/api/league", "/api/league", none.clone(), LOOK),
        ("get", "/api/deals/{number}", "/api/deals/4", none.clone(), LOOK),
        ("get", "/api/deals/{number}", "/api/deals/5", none.clone(), NOT_FOUND),
        ("get", "/api/deals/{number}", "/api/deals/last", none.clone(), NOT_FOUND),
        ("get", "/api/rules", "/api/rules", none.clone(), LOOK),
        ("get", "/api/rules", "/api/rules?game=chess", none.clone(), NOT_FOUND),
        ("get", "/api/evidence/{seq}", "/api/evidence/23", none.clone(), LOOK),
        ("get", "/api/evidence/{seq}", "/api/evidence/5000", none.clone(), NOT_FOUND),
        ("get", "/api/evidence/{seq}", "/api/evidence/x", none.clone(), NOT_FOUND),
        ("get", "/api/evidence/{seq}/{picture}", "/api/evidence/23/0", none.clone(), LOOK),
        ("get", "/api/evidence/{seq}/{picture}", "/api/evidence/23/9", none.clone(), NOT_FOUND),
        ("get", "/api/reach", "/api/reach", none.clone(), LOOK),
        ("get", "/api/reach/code", "/api/reach/code", none.clone(), LOOK),
        ("get", "/api/reach/code", "/api/reach/code?of=camera", none.clone(), LOOK),
        ("get", "/api/reach/code", "/api/reach/code?of=9", none.clone(), NOT_FOUND),
        ("get", "/api/camera", "/api/camera", none.clone(), HOST),
        ("get", "/api/camera/picture", "/api/camera/picture", none.clone(), HOST),
        ("post", "/api/camera", "/api/camera", json!({"source": "2"}), HOST_204),
        ("post", "/api/camera", "/api/camera", json!({"source": "9"}), HOST_422),
        ("post", "/api/camera", "/api/camera", json!({"source": "2", "forget": true}), HOST_422),
        ("get", "/api/zones", "/api/zones", none.clone(), HOST),
        ("post", "/api/zones", "/api/zones", json!({"game": "mensch", "players": 4}), HOST_204),
        ("post", "/api/zones", "/api/zones", json!({"game": "mensch", "players": 4, "zones": [{"name": "trick", "centre": [0, 0], "radius": 0.1}], "seats": []}), HOST_422),
        ("get", "/api/decks", "/api/decks", none.clone(), HOST),
        ("post", "/api/decks", "/api/decks", json!({"use": "attic"}), HOST_204),
        ("post", "/api/decks", "/api/decks", json!({"use": "nobody"}), HOST_404),
        ("get", "/api/decks/{name}", "/api/decks/attic", none.clone(), HOST),
        ("get", "/api/decks/{name}", "/api/decks/nobody", none.clone(), HOST_404),
        ("get", "/api/enrolment", "/api/enrolment", none.clone(), HOST),
        ("post", "/api/enrolment", "/api/enrolment", json!({"step": "begin", "name": "mine", "base": "french"}), HOST),
        ("post", "/api/enrolment", "/api/enrolment", json!({"step": "begin", "name": "../mine", "base": "french"}), HOST_422),
        ("post", "/api/enrolment", "/api/enrolment", json!({"step": "look"}), HOST_409),
        ("post", "/api/enrolment/picture", "/api/enrolment/picture", json!("no picture"), HOST_422),
        ("post", "/api/enrolment/profile", "/api/enrolment/profile", json!("no profile"), HOST_422),
        ("get", "/api/enrolment/cards/{number}", "/api/enrolment/cards/0", none.clone(), HOST),
        ("get", "/api/enrolment/cards/{number}", "/api/enrolment/cards/99", none.clone(), HOST_404),
        ("get", "/api/enrolment/cards/{number}", "/api/enrolment/cards/x", none.clone(), HOST_404),
        ("post", "/api/camera/frames", "/api/camera/frames?phone=p1", json!({}), CAMERA_415),
        ("get", "/api/camera/live", "/api/camera/live?phone=p1", none.clone(), CAMERA_426),
        ("get", "/api/camera/live", "/api/camera/live?phone=-", none.clone(), CAMERA_422),
        ("get", "/api/debug", "/api/debug", none.clone(), HOST),
        ("get", "/api/debug/bundle", "/api/debug/bundle", none.clone(), HOST),
        ("get", "/healthz", "/healthz", none.clone(), ALL),
        ("get", "/api/openapi.json", "/api/openapi.json", none.clone(), ALL),
        ("get", "/api/me", "/api/me", none.clone(), ALL),
        ("post", "/api/session", "/api/session", json!({"pin": PIN}), ALL),
        ("post", "/api/session", "/api/session", json!({"pin": PIN, "camera": true}), ALL),
        ("post", "/api/session", "/api/session", json!({"pin": "000000"}), Cells([403; 6], [403; 7])),
        ("delete", "/api/session", "/api/session", none.clone(), Cells([204; 6], [204; 7])),
        ("get", "/api/seats", "/api/seats", none.clone(), LOOK),
        ("post", "/api/seats", "/api/seats", json!({"name": "Dana"}), LOOK),
        ("post", "/api/seats", "/api/seats", json!({"name": "Ari"}), Cells([409, 200, 409, 409, 409, 409], [401, 409, 200, 409, 409, 401, 409])),
        ("post", "/api/seats", "/api/seats", json!({"name": "Zoe"}), Cells([409; 6], [401, 409, 409, 409, 409, 401, 409])),
        ("post", "/api/seats/middle", "/api/seats/middle", json!({}), LOOK),
        ("post", "/api/seats/free", "/api/seats/free", json!({"name": "Ari"}), HOST_204),
        ("post", "/api/calls", "/api/calls", json!({"id": "c", "seat": "Ari", "call": {"bid": "half"}}), Cells([401, 200, 403, 403, 401, 200], [401, 401, 200, 403, 403, 401, 200])),
        ("post", "/api/calls", "/api/calls", json!({"id": "c", "seat": "Chul", "call": {"bid": "half"}}), Cells([401, 403, 403, 200, 401, 200], [401, 401, 403, 403, 200, 401, 200])),
        ("post", "/api/checks", "/api/checks", json!({"id": "k", "of": 23}), Cells([401, 204, 204, 204, 401, 204], [401, 401, 204, 204, 204, 401, 204])),
        ("post", "/api/checks", "/api/checks", json!({"of": 9999}), Cells([401, 404, 404, 404, 401, 404], [401, 401, 404, 404, 404, 401, 404])),
        ("delete", "/api/checks", "/api/checks", json!({"of": 23}), HOST_204),
        ("post", "/api/answers", "/api/answers", json!({"id": "a", "of": 26, "card": "8C"}), HOST),
        ("post", "/api/corrections", "/api/corrections", json!({"id": "s", "strike": 23}), HOST),
        ("post", "/api/decisions", "/api/decisions", json!({"id": "d", "of": 24, "decision": "stands"}), HOST),
        ("post", "/api/evening", "/api/evening", json!({"id": "e", "game": "mensch", "seats": ["Ari", "Bora", "Chul", "Dana"]}), HOST),
        ("post", "/api/evening/new", "/api/evening/new", none.clone(), HOST_204),
        ("post", "/api/pause", "/api/pause", json!({"id": "p", "paused": true}), HOST),
        ("post", "/api/chips", "/api/chips", json!({"id": "b", "seat": "Ari", "bought": 100}), HOST),
        ("post", "/api/bank", "/api/bank", json!({"id": "w", "chip": "0.10EUR", "debts": false}), HOST),
        ("post", "/api/telling", "/api/telling", json!({"id": "t", "when": "deal_end"}), HOST),
    ]
}

/// Tokens of those who may ask, in the columns' order, at a fresh table.
async fn asked_by(closed: bool) -> (Fake, Vec<Option<String>>) {
    let pin = closed.then_some(BOARD_PIN);
    let access = Access::with_pin(PIN).with_board_pin(pin).expect("a PIN");
    let fake = Fake::with(asked(), access, Ok(Duration::ZERO));
    let router = &fake.router;
    let host = host(router).await;
    let bearer = async |path: &str, token: Option<&str>, mut body: Value| {
        body["bearer"] = true.into();
        let reply = send(router, "POST", path, token, Some(body)).await;
        reply.body["token"].as_str().expect("a token").to_owned()
    };
    let mut tokens = vec![None];
    let mut guest = None;
    if closed {
        guest = Some(bearer("/api/session", None, json!({"pin": BOARD_PIN})).await);
        tokens.push(guest.clone());
    }
    for name in ["Ari", "Bora"] {
        let body = json!({"name": name});
        tokens.push(Some(bearer("/api/seats", guest.as_deref(), body).await));
    }
    let middle = bearer("/api/seats/middle", guest.as_deref(), json!({})).await;
    let camera = bearer("/api/session", None, json!({"pin": PIN, "camera": true})).await;
    tokens.extend([Some(middle), Some(camera), Some(host)]);
    (fake, tokens)
}

#[tokio::test]
async fn each_route_lets_in_whom_it_should() {
    for (method, _, path, body, Cells(open, closed)) in table() {
        let body = (!body.is_null()).then_some(body);
        for (is_closed, cells) in [(false, &open[..]), (true, &closed[..])] {
            for (column, expected) in cells.iter().enumerate() {
                // Each cell has its own table: what one was allowed changes nothing for the next.
                let (fake, tokens) = asked_by(is_closed).await;
                let method = method.to_uppercase();
                let token = tokens[column].as_deref();
                let reply = send(&fake.router, &method, path, token, body.clone()).await;
                let cell =
                    format!("{method} {path} {body:?}, closed: {is_closed}, column {column}");
                assert_eq!(reply.status, *expected, "{cell}: {}", reply.text);
                if *expected >= 400 {
                    assert!(reply.body["says"].is_string(), "{cell}: {}", reply.text);
                    assert!(fake.taken().is_empty(), "{cell}: an order went through");
                }
            }
        }
    }
}

#[tokio::test]
async fn the_table_has_every_route_of_the_document() {
    let (fake, _) = asked_by(false).await;
    let reply = send(&fake.router, "GET", "/api/openapi.json", None, None).await;
    let paths = reply.body["paths"].as_object().expect("paths");
    let documented: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, routes)| {
            let methods = routes.as_object().expect("methods").keys();
            methods.map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let tabled: BTreeSet<(String, String)> = table()
        .into_iter()
        .map(|(method, path, ..)| (method.to_owned(), path.to_owned()))
        .collect();
    assert_eq!(documented, tabled);
}

/// The document has every route of the router: each `.route("/…", get(…).post(…))` in the code.
#[tokio::test]
async fn the_document_has_every_route_of_the_code() {
    let (fake, _) = asked_by(false).await;
    let reply = send(&fake.router, "GET", "/api/openapi.json", None, None).await;
    let code = include_str!("../src/phones/mod.rs");
    let mut seen = 0;
    for line in code
        .lines()
        .filter_map(|l| l.trim().strip_prefix(".route(\""))
    {
        let (path, handlers) = line.split_once("\", ").expect("a path and its handlers");
        let path = match path {
            "/healthz" => path.to_owned(),
            path => format!("/api{path}"),
        };
        for method in ["get", "post", "put", "patch", "delete"] {
            if handlers.starts_with(&format!("{method}("))
                || handlers.contains(&format!(").{method}("))
            {
                seen += 1;
                assert!(
                    reply.body["paths"][&path][method].is_object(),
                    "{method} {path}"
                );
            }
        }
    }
    assert!(seen > 30, "{seen} routes");
}

/// The document itself is whole: a route that the router has and it hasn't would escape the table. Methods that a route doesn't know are
/// refused, and so are routes that there aren't.
#[tokio::test]
async fn what_there_is_not_is_refused() {
    let (fake, tokens) = asked_by(false).await;
    for token in &tokens {
        for (method, path, expected) in [
            ("GET", "/api/nothing", 404),
            ("GET", "/nothing", 404),
            ("DELETE", "/api/board", 405),
            ("GET", "/api/calls", 405),
        ] {
            let reply = send(&fake.router, method, path, token.as_deref(), None).await;
            assert_eq!(reply.status, expected, "{method} {path}: {}", reply.text);
            assert!(reply.body["says"].is_string());
        }
    }
}
