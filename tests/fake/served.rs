//! A fake evening on a port, for browsers.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use pitboss::{board::Board, event::Event, phones};
use tokio::{net::TcpListener, sync::oneshot};

use super::{
    Fake, PIN,
    chrome::{Browser, PHONE},
};

/// A fake evening that answers there until it is dropped or told to end.
pub(crate) struct Served {
    pub(crate) fake: Fake,
    pub(crate) at: SocketAddr,
    end: Option<oneshot::Sender<()>>,
}

/// Serves it at that address; port 0 is any free one.
pub(crate) async fn serve(fake: Fake, at: &str) -> Served {
    let listener = TcpListener::bind(at).await.expect("a port");
    let at = listener.local_addr().expect("an address");
    let (end, ended) = oneshot::channel::<()>();
    tokio::spawn(phones::serve(listener, fake.router.clone(), async {
        ended.await.unwrap_or(())
    }));
    Served {
        fake,
        at,
        end: Some(end),
    }
}

impl Served {
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }

    pub(crate) fn show(&self, board: Board) {
        self.fake.board.send_replace(Arc::new(board));
    }

    /// Waits until that many orders came.
    pub(crate) async fn taken(&self, count: usize) -> Vec<Event> {
        let began = Instant::now();
        while self.fake.taken().len() < count && began.elapsed() < Duration::from_secs(20) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.fake.taken()
    }

    /// The server ends: streams end with the board's sender, and the port is free.
    pub(crate) fn stop(mut self) {
        if let Some(end) = self.end.take() {
            let _told = end.send(());
        }
    }
}

/// Opens the host's page on a phone and gives the PIN.
pub(crate) fn sign_in(browser: &Browser, served: &Served) {
    browser.size(PHONE);
    browser.goto(&served.url("/host"));
    browser.keys("#pin", PIN);
    browser.tap("form .act");
}
