//! A network between pages and a server that can be cut, or swallow what goes through it.

#![allow(dead_code)] // each test file uses its part

use std::net::SocketAddr;

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream, tcp},
    sync::watch,
};

/// What becomes of a network.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Wire {
    /// Everything gets through.
    Whole,
    /// Lines break, new ones are refused.
    Cut,
    /// Lines stay, and nothing gets through.
    Hole,
    /// Everything gets through but WebSockets, as in some guest networks.
    Plain,
}

/// The network between the phones and the server: passes everything on, as long as it is whole.
pub(crate) async fn network(from: TcpListener, to: SocketAddr, wire: watch::Receiver<Wire>) {
    while let Ok((phone, _)) = from.accept().await {
        let mut state = wire.clone();
        tokio::spawn(async move {
            if state.wait_for(|w| *w != Wire::Hole).await.is_err() || *state.borrow() == Wire::Cut {
                return;
            }
            let Ok(server) = TcpStream::connect(to).await else {
                return;
            };
            let (from_phone, to_phone) = phone.into_split();
            let (from_server, to_server) = server.into_split();
            tokio::select! {
                () = pass(from_phone, to_server, state.clone()) => {}
                () = pass(from_server, to_phone, state.clone()) => {}
                _ = state.wait_for(|w| *w == Wire::Cut) => {}
            }
        });
    }
}

/// What asks for a WebSocket.
const UPGRADE: &[u8] = b"upgrade: websocket";

async fn pass(
    mut from: tcp::OwnedReadHalf,
    mut to: tcp::OwnedWriteHalf,
    mut wire: watch::Receiver<Wire>,
) {
    let mut part = vec![0; 65_536];
    while let Ok(n) = from.read(&mut part).await {
        let open = wire.wait_for(|w| *w != Wire::Hole).await.is_ok();
        let asks_live = || {
            let head = part[..n].to_ascii_lowercase();
            head.windows(UPGRADE.len()).any(|w| w == UPGRADE)
        };
        if *wire.borrow() == Wire::Plain && asks_live() {
            return;
        }
        if n == 0 || !open || to.write_all(&part[..n]).await.is_err() {
            return;
        }
    }
}
