//! Pages that were away: frozen by their phone, offline, cut off, in a hole of the Wi-Fi, or left by a server that starts anew. Each is right
//! again within three seconds of its return, and what was said meanwhile is entered once. `PITBOSS_AWAY=600` stays away for ten minutes
//! (`make phones`); else for some seconds.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;
mod served;
mod wire;

use std::{
    net::SocketAddr,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use chrome::{Browser, PHONE, SCREEN};
use pitboss::{
    event::Event,
    play::GameName,
    seat::{Seat, Seating},
};
use serde_json::{Value, json};
use served::{PIN, Table};
use tokio::{net::TcpListener, sync::watch};
use wire::{Wire, network};

/// What a page may take to be right again.
const SOON: Duration = Duration::from_secs(3);
/// The machine may be building meanwhile: a return that was slow is tried again, twice at most.
const TRIES: usize = 3;
/// How long the network is cut.
const CUT: Duration = Duration::from_secs(10);

/// What each player says.
const PASS: &str = ".asks [data-call='{\"bid\":\"pass\"}']";

/// Keeps, in the page itself, when it came to show which board.
const WITNESS: &str = "window.seen = {}; addEventListener('DOMContentLoaded', () => new MutationObserver(() => { const s = document.body.dataset.seq; if (s) seen[s] ??= Date.now(); }).observe(document.body, { attributes: true, attributeFilter: ['data-seq'] }));";

/// A page in a window of its own.
struct Page {
    window: String,
    what: String,
}

/// Everybody's pages at one table.
struct Room<'b> {
    browser: &'b Browser,
    pages: Vec<Page>,
    folder: tempfile::TempDir,
    table: Option<Table>,
    wire: watch::Sender<Wire>,
}

impl Room<'_> {
    fn hold(&self, page: &Page) {
        self.browser.hold(&page.window);
    }

    /// The page of that player.
    fn seat(&self, name: &str) -> &Page {
        let found = self.pages.iter().find(|p| p.what == name);
        found.expect("the player's page")
    }

    fn table(&self) -> &Table {
        self.table.as_ref().expect("the evening runs")
    }

    /// The server ends; its folder and its port stay.
    fn stop(&mut self) -> SocketAddr {
        let table = self.table.take().expect("the evening runs");
        let at = table.at;
        table.stop();
        at
    }

    /// It starts anew at that address.
    async fn start(&mut self, at: SocketAddr) {
        self.table = Some(Table::open(self.folder.path(), &at.to_string()).await);
    }

    fn newest(&self) -> u64 {
        let board = self.table().shared.with(|e| e.table().board().seq);
        board.expect("the evening runs")
    }

    /// The calls in the record, in order.
    fn calls(&self) -> Vec<Value> {
        let entries = self.table().shared.with(|e| e.table().entries().to_vec());
        let said = entries.expect("the evening runs").into_iter();
        said.filter_map(|e| match e.event {
            Event::Call { seat, call, .. } => Some(json!([seat.0, call])),
            _ => None,
        })
        .collect()
    }

    /// The table goes on: play rests, or goes on again.
    fn go_on(&self) {
        let paused = self.table().shared.with(|e| e.table().board().paused);
        let paused = !paused.expect("the evening runs");
        self.table()
            .enter(Event::Paused { paused })
            .expect("entered");
    }

    /// A player taps a call, and the moment to undo it passes.
    fn tap(&self, name: &str) {
        let page = self.seat(name);
        self.hold(page);
        self.browser.tap(PASS);
        self.browser.until("!document.querySelector('.undo')");
    }

    /// Every page is right: it shows the newest board, as live. The longest that one took since then, by the pages' own clocks.
    fn all_right(&self, since: SystemTime) -> Duration {
        let since_ms = since
            .duration_since(UNIX_EPOCH)
            .expect("after 1970")
            .as_millis();
        let newest = self.newest();
        let mut longest = Duration::ZERO;
        for page in &self.pages {
            self.hold(page);
            // What was said meanwhile may have made it newer still.
            self.browser.until(&format!(
                "Number(document.body.dataset.seq) >= {newest} && !document.querySelector('#stale').checkVisibility()"
            ));
            let shown = self.browser.js(&format!(
                "return Math.min(...Object.entries(seen).filter(([seq]) => Number(seq) >= {newest}).map(([, at]) => at))"
            ));
            let shown = u128::from(shown.as_u64().expect("a moment"));
            let took = u64::try_from(shown.saturating_sub(since_ms)).expect("a short while");
            longest = longest.max(Duration::from_millis(took));
        }
        longest
    }

    /// Goes away and returns, until it was soon; what `away` gives is the moment of the return.
    async fn comes_back(&mut self, what: &str, mut away: impl AsyncFnMut(&mut Self) -> SystemTime) {
        let mut took = Vec::new();
        while took.iter().all(|t| *t >= SOON) && took.len() < TRIES {
            let back = away(self).await;
            took.push(self.all_right(back));
        }
        println!("{what}: right again after {took:?}");
        assert!(took.iter().any(|t| *t < SOON), "{what}: {took:?}");
    }

    async fn opened(browser: &Browser) -> Room<'_> {
        let folder = tempfile::tempdir().expect("a folder");
        let table = Table::open(folder.path(), "127.0.0.1:0").await;
        let seating: Seating = "Ari,Bora,Chul,Dana".parse().expect("a seating");
        let dealer = Some(Seat(3));
        let game = GameName::Mensch;
        let options = Value::Null;
        for fact in [
            Event::Seated { seating },
            Event::Game {
                game,
                options,
                dealer,
            },
        ] {
            table.enter(fact).expect("a table");
        }
        let (wire, state) = watch::channel(Wire::Whole);
        let mut room = Room {
            browser,
            pages: Vec::new(),
            folder,
            table: Some(table),
            wire,
        };
        let views = ["/", "/tv", "/rules", "/settle", "/host"].map(|path| (path, ""));
        let seats = ["Ari", "Bora", "Chul", "Dana"].map(|name| ("/seat", name));
        for (i, (path, name)) in views.into_iter().chain(seats).enumerate() {
            let window = if i == 0 {
                browser.held()
            } else {
                browser.window()
            };
            // A phone of its own: an address of its own, so that it holds its own cookies and its own memory.
            let at = SocketAddr::from(([127, 0, 0, 2 + i as u8], 0));
            let door = TcpListener::bind(at).await.expect("a port");
            let at = door.local_addr().expect("an address");
            tokio::spawn(network(door, room.table().at, state.clone()));
            browser.cdp(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({"source": WITNESS}),
            );
            browser.size(if path == "/tv" { SCREEN } else { PHONE });
            browser.goto(&format!("http://{at}{path}"));
            if path == "/host" {
                browser.keys("#pin", PIN);
                browser.tap("form .act");
                browser.until("document.querySelector('#leave button')");
            }
            if !name.is_empty() {
                let button = format!(
                    "[...document.querySelectorAll('#page .grid .act')].find(b => b.innerText === {name:?})"
                );
                browser.until(&button);
                browser.js(&format!("{button}.click()"));
                browser.until("document.querySelector('#page #now')");
            }
            let what = if name.is_empty() { path } else { name };
            room.pages.push(Page {
                window,
                what: what.to_owned(),
            });
        }
        room
    }
}

fn away() -> Duration {
    let asked = std::env::var("PITBOSS_AWAY").map(|s| s.parse().expect("seconds"));
    Duration::from_secs(asked.unwrap_or(6))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_comes_back_and_no_call_is_lost_or_doubled() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let mut room = Room::opened(&browser).await;
    room.comes_back("frozen", async |room| {
        for page in &room.pages {
            room.hold(page);
            room.browser
                .cdp("Page.setWebLifecycleState", json!({"state": "frozen"}));
        }
        room.go_on();
        tokio::time::sleep(away()).await;
        let back = SystemTime::now();
        for page in &room.pages {
            room.hold(page);
            room.browser
                .cdp("Page.setWebLifecycleState", json!({"state": "active"}));
        }
        back
    })
    .await;
    resume(&room);

    let mut said = Vec::new();
    for (seat, name, what) in [
        (0, "Ari", "offline"),
        (1, "Bora", "cut"),
        (2, "Chul", "a hole in the network"),
        (3, "Dana", "the server starts anew"),
    ] {
        room.hold(room.seat(name));
        browser.until(&format!("document.querySelector({PASS:?})"));
        let mut taps = vec![name];
        room.comes_back(what, async |room| {
            let tapped = taps.pop();
            leave(room, what, tapped).await
        })
        .await;
        resume(&room);
        said.push(json!([seat, {"bid": "pass"}]));
        let began = Instant::now();
        while room.calls() != said && began.elapsed() < Duration::from_secs(30) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(room.calls(), said, "{what}: what {name} said is entered");
    }
    // What was sent twice would come now.
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(room.calls(), said, "nothing goes out twice");
}

/// Play goes on where a trial left it resting.
fn resume(room: &Room<'_>) {
    let paused = room.table().shared.with(|e| e.table().board().paused);
    if paused.expect("the evening runs") {
        room.go_on();
    }
}

/// The phones lose the table in that way; somebody says something meanwhile, and the table goes on. When it came back.
async fn leave(room: &mut Room<'_>, what: &str, tapped: Option<&str>) -> SystemTime {
    let offline = |room: &Room<'_>, offline| {
        for page in &room.pages {
            room.hold(page);
            room.browser.offline(offline);
        }
    };
    let mut stopped = None;
    match what {
        "offline" => offline(room, true),
        "cut" => drop(room.wire.send(Wire::Cut)),
        "a hole in the network" => drop(room.wire.send(Wire::Hole)),
        _ => stopped = Some(room.stop()),
    }
    let left = Instant::now();
    if let Some(name) = tapped {
        room.tap(name);
    }
    let stays = if what == "offline" { away() } else { CUT };
    tokio::time::sleep(stays.saturating_sub(left.elapsed())).await;
    if let Some(at) = stopped {
        room.start(at).await;
    }
    room.go_on();
    let back = SystemTime::now();
    match what {
        "offline" => offline(room, false),
        _ => drop(room.wire.send(Wire::Whole)),
    }
    back
}
