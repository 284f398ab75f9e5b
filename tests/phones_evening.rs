//! The routes over a real evening: whoever reads the board after an answer finds there what was answered, and refusals name players.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod served;

use serde_json::{Value, json};
use served::Table;

/// So often an order is answered and the board read.
const ORDERS: usize = 200;

fn set_up(table: &Table, host: &str, id: &str, seats: [&str; 4], dealer: &str) -> (u16, Value) {
    let body = json!({"id": id, "game": "mensch", "seats": seats, "dealer": dealer});
    table.ask("POST", "/api/evening", host, &body)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_has_what_was_answered() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = Table::open(folder.path(), "127.0.0.1:0").await;
    let host = table.host();
    let board = || table.ask("GET", "/api/board", &host, &Value::Null).1;
    let (status, answer) = set_up(&table, &host, "e", ["Ari", "Bora", "Chul", "Dana"], "Dana");
    assert_eq!(status, 200, "{answer}");
    assert_eq!(board()["game"], "mensch");
    for i in 0..ORDERS {
        let paused = i % 2 == 0;
        let body = json!({"id": format!("p{i}"), "paused": paused});
        let (status, answer) = table.ask("POST", "/api/pause", &host, &body);
        assert_eq!(status, 200, "{answer}");
        let board = board();
        assert!(
            board["seq"].as_u64() >= answer["seq"].as_u64(),
            "{answer}, and the board is at {}",
            board["seq"]
        );
        assert_eq!(board["paused"], paused, "order {i}");
    }
    // So it is with cards in doubt, and with a new evening.
    let laid = json!({"id": "l", "insert": {"event": "laid", "card": "QH", "seat": "Ari", "zone": "trick"}});
    let (status, answer) = table.ask("POST", "/api/corrections", &host, &laid);
    assert_eq!(status, 200, "{answer}");
    let card = board()["story"]
        .as_array()
        .and_then(|s| s.iter().find(|l| l["event"]["card"] == "QH").cloned())
        .expect("it is told");
    let of = json!({"of": card["seq"]});
    for (method, waiting) in [("POST", 1), ("DELETE", 0)] {
        table.ask(method, "/api/checks", &host, &of);
        let checks = board()["checks"].as_array().map(Vec::len);
        assert_eq!(checks, Some(waiting), "{method}");
    }
    let before = board()["seq"].as_u64();
    let (status, _) = table.ask("POST", "/api/evening/new", &host, &Value::Null);
    assert_eq!(status, 204);
    assert!(board()["seq"].as_u64() < before, "it begins anew");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refusals_name_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = Table::open(folder.path(), "127.0.0.1:0").await;
    let host = table.host();
    set_up(&table, &host, "e", ["Ari", "Bora", "Chul", "Dana"], "Dana");
    // Chul leaves.
    set_up(&table, &host, "f", ["Ari", "Bora", "Eun", "Dana"], "Dana");
    let (status, refused) = set_up(&table, &host, "g", ["Ari", "Bora", "Eun", "Dana"], "Chul");
    assert_eq!(
        (status, &refused["says"]),
        (404, &json!("nobody named Chul sits at this table"))
    );
    let never = json!({"id": "h", "insert": {"event": "laid", "card": "QH", "seat": "#7", "zone": "trick"}});
    let (status, refused) = table.ask("POST", "/api/corrections", &host, &never);
    assert_eq!(
        (status, &refused["says"]),
        (404, &json!("#7 isn't at this table"))
    );
    let call = json!({"id": "c", "seat": "Ari", "call": {"paid": "many", "to": "Dana"}});
    let (status, refused) = table.ask("POST", "/api/calls", &host, &call);
    let says = refused["says"].as_str().unwrap_or_default();
    assert_eq!(status, 422);
    assert!(
        says.starts_with("`{\"paid\":\"many\",\"to\":\"Dana\"}` is no call"),
        "{says}"
    );
}
