//! A demo deal, from the simulated table's pictures to a phone: followed on the scoreboard, a card put right on the host's page.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;

use std::{
    io::{BufRead, BufReader},
    net::TcpListener,
    process::{Child, Command, Stdio},
};

use chrome::{Browser, PHONE};

/// `pitboss run` with the simulated table, until the test ends.
struct Evening {
    program: Child,
    address: String,
    pin: String,
    _data: tempfile::TempDir,
}

impl Evening {
    fn begin() -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|l| l.local_addr())
            .expect("a free port")
            .port();
        let address = format!("127.0.0.1:{port}");
        let mut program = Command::new(env!("CARGO_BIN_EXE_pitboss"))
            .args(["run", "--source", "demo:7", "--listen", &address, "--data"])
            .arg(data.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("pitboss starts");
        let out = BufReader::new(program.stdout.take().expect("piped"));
        let told = out.lines().map_while(Result::ok).find_map(|line| {
            let (_, pin) = line.split_once("PIN ")?;
            Some(pin.chars().take_while(char::is_ascii_digit).collect())
        });
        let pin = told.expect("the PIN is told");
        Self {
            program,
            address,
            pin,
            _data: data,
        }
    }
}

impl Drop for Evening {
    fn drop(&mut self) {
        let _ended = self.program.kill();
        let _reaped = self.program.wait();
    }
}

#[test]
fn a_demo_deal_is_followed_and_a_card_is_put_right() {
    let Some(board) = Browser::open("ko") else {
        return;
    };
    let Some(host) = Browser::open("en") else {
        return;
    };
    let evening = Evening::begin();
    board.size(PHONE);
    board.goto(&format!("http://{}/", evening.address));
    board.until("document.querySelector('.demo')?.checkVisibility()");
    // Cards that the camera saw come to lie on the phone's table, each before its player.
    board.until("document.querySelectorAll('.lies[data-card]:not([data-card=\"\"])').length >= 2");
    board.scheme("dark");
    board.shot("demo_ko_dark");
    board.scheme("light");
    board.shot("demo_ko_light");
    board.fits("/");

    host.size(PHONE);
    host.goto(&format!("http://{}/host", evening.address));
    host.keys("#pin", &evening.pin);
    host.tap("form .act");
    host.until("document.querySelector('[data-fix]')");
    // The newest card that was laid becomes another one.
    let laid =
        "[...document.querySelectorAll('#fix li')].find(li => li.querySelector('.chip-card'))";
    let seq = host.js(&format!("return {laid}.dataset.seq"));
    let seq = seq.as_str().expect("a number").to_owned();
    let before = host.js(&format!(
        "return {laid}.querySelector('.chip-card').getAttribute('aria-label')"
    ));
    let (wanted, named) = if before == "seven of spades" {
        ("8S", "eight of spades")
    } else {
        ("7S", "seven of spades")
    };
    host.tap(&format!("[data-fix='{seq}']"));
    host.tap(&format!("dialog [data-card='{wanted}']"));
    let line = format!("document.querySelector('#fix li[data-seq=\"{seq}\"] .chip-card')");
    host.until(&format!("{line}?.getAttribute('aria-label') === {named:?}"));
    host.shot("demo_host_en");
    // The scoreboard tells it too, as a correction.
    board.until(&format!(
        "document.querySelector('#story li[data-seq=\"{seq}\"] .tag')?.innerText === '정정됨'"
    ));
    assert_eq!(board.complaints(), [""; 0]);
}
