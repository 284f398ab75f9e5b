//! The fan-out of one table: how long from a tap of the host until every phone has the board, with 200 phones, beside a thousand idle
//! connections and beside phones that read nothing; the same with 1–1,000 phones; and what the server's memory does meanwhile. Server and phones share this machine's cores.

#[allow(dead_code)]
#[path = "../tests/evenings/mod.rs"]
mod evenings;
#[allow(dead_code)]
#[path = "../tests/highcard/mod.rs"]
mod highcard;
#[path = "../tests/fake/program.rs"]
mod program;

use std::{
    collections::BTreeMap,
    fs,
    io::{Read, Write},
    net::TcpStream,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use evenings::games;
use pitboss::{event::Event, play::GameName, seat::Seat};
use program::Program;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

/// Phones at the table.
const PHONES: usize = 200;
/// Connections that never ask anything.
const IDLE: usize = 1_000;
/// Phones whose owner put them away without closing the page: the stream stays open, and nothing is read.
const SLOW: usize = 20;
/// Changes in each run, and the pause between two: a brisk table.
const CHANGES: usize = 300;
/// Changes where only the number of phones is to be compared.
const FEWER_CHANGES: usize = 60;
const PAUSE: Duration = Duration::from_millis(120);

/// When each phone got which board: its number and the moment.
type Heard = Arc<Mutex<Vec<(u64, Instant)>>>;

/// A phone that follows the table.
async fn phone(address: String, heard: Heard) {
    let mut line = tokio::net::TcpStream::connect(&address)
        .await
        .expect("a line");
    line.write_all(ask("GET", "/api/events?lang=en", "", "").as_bytes())
        .await
        .expect("asked");
    let mut lines = BufReader::new(line).lines();
    let mut seq = None;
    while let Ok(Some(text)) = lines.next_line().await {
        if let Some(number) = text.strip_prefix("id: ") {
            seq = number.parse().ok();
        }
        // An event is whole at the empty line after it.
        if let Some(seq) = seq.take_if(|_| text.is_empty()) {
            heard.lock().expect("no panic").push((seq, Instant::now()));
        }
    }
}

fn ask(method: &str, path: &str, token: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: pitboss\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

/// The host's own line, kept open.
struct Host {
    line: TcpStream,
    token: String,
    taps: u64,
}

impl Host {
    fn sit_down(evening: &Program) -> Self {
        let line = (0..100)
            .find_map(|_| {
                std::thread::sleep(Duration::from_millis(100));
                TcpStream::connect(&evening.address).ok()
            })
            .expect("it listens");
        line.set_nodelay(true).expect("a line");
        // The door opens before the tokens are written.
        let tokens = evening.data.path().join("access.json");
        let kept = (0..100)
            .find_map(|_| {
                std::thread::sleep(Duration::from_millis(50));
                fs::read_to_string(&tokens).ok()
            })
            .expect("tokens");
        let kept: Value = serde_json::from_str(&kept).expect("JSON");
        let mut host = Self {
            line,
            token: String::new(),
            taps: 0,
        };
        let entered = host.post("/api/session", json!({"pin": kept["pin"], "bearer": true}));
        host.token = entered["token"].as_str().expect("a token").to_owned();
        host
    }

    fn post(&mut self, path: &str, body: Value) -> Value {
        self.send("POST", path, &body.to_string())
    }

    fn send(&mut self, method: &str, path: &str, body: &str) -> Value {
        let asked = ask(method, path, &self.token, body);
        self.line.write_all(asked.as_bytes()).expect("sent");
        let (mut text, mut part) = (Vec::new(), [0; 65_536]);
        loop {
            let n = self.line.read(&mut part).expect("an answer");
            assert!(n > 0, "the server hung up");
            text.extend_from_slice(&part[..n]);
            let whole = String::from_utf8_lossy(&text);
            let Some((head, body)) = whole.split_once("\r\n\r\n") else {
                continue;
            };
            let told = head.lines().find_map(|l| {
                l.to_ascii_lowercase()
                    .strip_prefix("content-length: ")?
                    .parse()
                    .ok()
            });
            if body.len() >= told.unwrap_or(0) {
                return serde_json::from_str(body).unwrap_or_default();
            }
        }
    }

    /// Enters a fact as the host; the entry's number, where it fitted.
    fn enter(&mut self, fact: Event) -> Option<u64> {
        self.taps += 1;
        let id = format!("b{}", self.taps);
        let answer = match fact {
            Event::Call { seat, call, .. } => {
                self.post("/api/calls", json!({"id": id, "seat": seat, "call": call}))
            }
            fact => self.post("/api/corrections", json!({"id": id, "insert": fact})),
        };
        answer["seq"].as_u64()
    }
}

/// Facts of deal after deal.
struct Deals {
    facts: std::vec::IntoIter<Event>,
    seed: u64,
}

impl Iterator for Deals {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(fact) = self.facts.next() {
                return Some(fact);
            }
            // The deal passes to the left, and nobody cheats.
            let dealer = Seat((self.seed % 4) as u8);
            self.facts = games::deal(GameName::Mensch, 3 * self.seed + 1, dealer).into_iter();
            self.seed += 1;
        }
    }
}

fn rss_mib(evening: &Program) -> f64 {
    let status = fs::read_to_string(format!("/proc/{}/status", evening.child.id()));
    let status = status.expect("the server runs");
    let kib = status.lines().find_map(|l| {
        let told = l.strip_prefix("VmRSS:")?;
        told.trim().trim_end_matches(" kB").parse::<f64>().ok()
    });
    kib.expect("its memory is told") / 1024.0
}

/// One run: changes at a brisk pace, and how long each took to each phone.
fn run(
    what: &str,
    changes: usize,
    evening: &Program,
    host: &mut Host,
    deals: &mut Deals,
    heard: &Heard,
) {
    heard.lock().expect("no panic").clear();
    let before_mib = rss_mib(evening);
    let mut tapped = BTreeMap::new();
    for fact in deals.take(changes) {
        let now = Instant::now();
        if let Some(seq) = host.enter(fact) {
            tapped.insert(seq, now);
        }
        std::thread::sleep(PAUSE);
    }
    std::thread::sleep(Duration::from_secs(1));
    let heard = heard.lock().expect("no panic");
    // A board's number is its newest entry: what the tap's own entry led to came with it.
    let mut millis: Vec<f64> = heard
        .iter()
        .filter_map(|(seq, at)| {
            let (_, tapped) = tapped.range(..=seq).next_back()?;
            at.checked_duration_since(*tapped)
        })
        .map(|took| took.as_secs_f64() * 1e3)
        .collect();
    millis.sort_by(f64::total_cmp);
    let part = |p: f64| millis[((millis.len() - 1) as f64 * p) as usize];
    println!(
        "| {what} | {} | {} | {:.1} | {:.1} | {:.1} | {before_mib:.1} → {:.1} |",
        tapped.len(),
        millis.len(),
        part(0.5),
        part(0.99),
        part(1.0),
        rss_mib(evening)
    );
}

/// A table of its own for so many phones: how long a change takes to each.
fn grown(phones: usize) {
    let (evening, mut host, mut deals, heard) = table();
    let runtime = follow(phones, &evening, &heard);
    let what = phones.to_string();
    run(
        &what,
        FEWER_CHANGES,
        &evening,
        &mut host,
        &mut deals,
        &heard,
    );
    drop(runtime);
}

/// A running evening of Mensch, its host, what will happen, and what the phones will hear.
fn table() -> (Program, Host, Deals, Heard) {
    let evening = Program::start("none", "none");
    let mut host = Host::sit_down(&evening);
    let seats: Vec<String> = ["A", "B", "C", "D"].map(String::from).into();
    host.post(
        "/api/evening",
        json!({"id": "e", "game": "mensch", "seats": seats, "dealer": "A"}),
    );
    let deals = Deals {
        facts: Vec::new().into_iter(),
        seed: 0,
    };
    (evening, host, deals, Heard::default())
}

/// So many phones that follow the table, on one thread.
fn follow(phones: usize, evening: &Program, heard: &Heard) -> tokio::runtime::Runtime {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .expect("a runtime");
    for _ in 0..phones {
        runtime.spawn(phone(evening.address.clone(), Arc::clone(heard)));
    }
    std::thread::sleep(Duration::from_secs(2));
    runtime
}

fn main() {
    println!("### Fan-out by phones\n");
    println!("| phones | changes | boards received | p50 ms | p99 ms | most ms | server, MiB |");
    println!("|---|---|---|---|---|---|---|");
    [1, 10, 100, 200, 1_000].into_iter().for_each(grown);
    println!("\n### Fan-out beside other connections\n");
    let (evening, mut host, mut deals, heard) = table();
    let _phones = follow(PHONES, &evening, &heard);
    println!(
        "| beside {PHONES} phones | changes | boards received | p50 ms | p99 ms | most ms | server, MiB |"
    );
    println!("|---|---|---|---|---|---|---|");
    run(
        "nothing (first run)",
        CHANGES,
        &evening,
        &mut host,
        &mut deals,
        &heard,
    );
    run("nothing", CHANGES, &evening, &mut host, &mut deals, &heard);
    let open = |ask: &str| {
        let mut line = TcpStream::connect(&evening.address).expect("a line");
        line.write_all(ask.as_bytes()).expect("sent");
        line
    };
    let idle: Vec<TcpStream> = (0..IDLE).map(|_| open("")).collect();
    run(
        &format!("{IDLE} idle connections"),
        CHANGES,
        &evening,
        &mut host,
        &mut deals,
        &heard,
    );
    drop(idle);
    let slow: Vec<TcpStream> = (0..SLOW)
        .map(|_| open(&ask("GET", "/api/events", "", "")))
        .collect();
    run(
        &format!("{SLOW} phones that read nothing"),
        CHANGES,
        &evening,
        &mut host,
        &mut deals,
        &heard,
    );
    drop(slow);
    run(
        "nothing (last run)",
        CHANGES,
        &evening,
        &mut host,
        &mut deals,
        &heard,
    );
    let board = host.send("GET", "/api/board", "").to_string();
    println!("\nThe last board has {} bytes.", board.len());
}
