//! A real evening behind the real routes on a port: journal, fold, evidence and phones; only the camera is the test's.

#![allow(dead_code)] // each test file uses its part

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    sync::Arc,
    time::Duration,
};

use pitboss::{
    evening::{Evening, Shared},
    event::Event,
    frame::{At, Frame},
    journal::Journal,
    order::Refusal,
    phones::{self, Access},
    play::Seq,
    rules,
};
use serde_json::{Value, json};
use tokio::{
    net::TcpListener,
    sync::{mpsc, oneshot, watch},
};

/// The host's PIN.
pub(crate) const PIN: &str = "424242";

/// An evening that answers there until it is stopped or dropped.
pub(crate) struct Table {
    pub(crate) shared: Shared,
    pub(crate) at: SocketAddr,
    /// What the camera sees; it delivers a picture of it again and again.
    pub(crate) sight: watch::Sender<Frame>,
    router: axum::Router,
    end: Option<oneshot::Sender<()>>,
}

impl Table {
    /// Opens the evening of that folder, a new one or the last one again, at that address; port 0 is any free one. Phones' tokens outlive
    /// a restart.
    pub(crate) async fn open(folder: &Path, at: &str) -> Self {
        let journal = Journal::open(&folder.join("journal.sqlite")).expect("a journal");
        let last = journal.evenings().expect("evenings").last().map(|e| e.id);
        let evidence = folder.join("evidence");
        let evening =
            Evening::open(journal, last, &evidence, rules::open, true).expect("an evening");
        let file = folder.join("access.json");
        if !file.exists() {
            let kept = json!({"pin": PIN, "board_pin": null, "tokens": {}});
            std::fs::write(&file, kept.to_string()).expect("written");
        }
        let access = Access::open(file).expect("tokens");
        let board = evening.watch();
        let shared = Shared::new(evening);
        let (orders, mut waiting) = mpsc::channel(64);
        let referee = shared.clone();
        std::thread::spawn(move || {
            while let Some(order) = waiting.blocking_recv() {
                if referee.with(|evening| evening.carry_out(order)).is_none() {
                    break;
                }
            }
        });
        // The camera delivers.
        let camera = shared.clone();
        let (sight, seen) = watch::channel(Frame {
            seq: 0,
            at: At(0),
            width: 2,
            height: 2,
            pixels: vec![90; 12].into(),
        });
        tokio::spawn(async move {
            while camera.with(|e| e.saw_frame(&seen.borrow())).is_some() {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        });
        let router = phones::router(phones::Evening {
            board,
            orders,
            keeper: Arc::new(shared.clone()),
            access,
            reach: vec!["http://192.0.2.7:8080/".into()],
            secure: Some("https://192.0.2.7:8443/".into()),
        });
        let listener = TcpListener::bind(at).await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let (end, ended) = oneshot::channel::<()>();
        tokio::spawn(phones::serve(listener, router.clone(), async {
            ended.await.unwrap_or(())
        }));
        Self {
            shared,
            at,
            sight,
            router,
            end: Some(end),
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    /// The same evening at another address of this machine: another phone, as far as a browser's cookies go.
    pub(crate) async fn also_at(&self, host: [u8; 4]) -> SocketAddr {
        let at = SocketAddr::from((host, self.at.port()));
        let listener = TcpListener::bind(at).await.expect("the port is free there");
        let router = self.router.clone();
        tokio::spawn(phones::serve(listener, router, std::future::pending()));
        at
    }

    /// Enters a fact, as the camera does.
    pub(crate) fn enter(&self, event: Event) -> Result<Seq, Refusal> {
        let entered = self.shared.with(|e| {
            let now = e.now();
            e.enter(now, event, None)
        });
        entered.expect("the evening runs")
    }

    /// Asks a route as a program would: the answer's status and JSON. Blocks; the server runs beside.
    pub(crate) fn ask(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let mut line = TcpStream::connect(self.at).expect("the server answers");
        let body = if method == "GET" {
            String::new()
        } else {
            body.to_string()
        };
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nHost: pitboss\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("sent");
        let mut answer = String::new();
        line.read_to_string(&mut answer).expect("text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        let body = serde_json::from_str(body).unwrap_or_default();
        (status.expect("a status"), body)
    }

    /// The host's token, for a program.
    pub(crate) fn host(&self) -> String {
        let (_, answer) = self.ask(
            "POST",
            "/api/session",
            "",
            &json!({"pin": PIN, "bearer": true}),
        );
        answer["token"].as_str().expect("a token").to_owned()
    }

    /// A seat's token, for a program.
    pub(crate) fn seat(&self, name: &str) -> String {
        let (_, answer) = self.ask(
            "POST",
            "/api/seats",
            "",
            &json!({"name": name, "bearer": true}),
        );
        answer["token"].as_str().expect("a token").to_owned()
    }

    /// Ends evening and server; the port is free then, and the folder keeps what was.
    pub(crate) fn stop(mut self) {
        self.shared.end();
        if let Some(end) = self.end.take() {
            let _told = end.send(());
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.shared.end();
    }
}
