//! A demo deal, from the simulated table's pictures to a phone: followed on the scoreboard, a card put right on the host's page.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;

#[path = "fake/program.rs"]
#[allow(dead_code)]
mod program;

use std::io::{BufRead, BufReader};

use chrome::{Browser, PHONE};
use program::Program;

/// The PIN that it tells in the terminal.
fn pin(evening: &mut Program) -> String {
    let out = BufReader::new(evening.child.stdout.take().expect("piped"));
    let told = out.lines().map_while(Result::ok).find_map(|line| {
        let (_, pin) = line.split_once("PIN ")?;
        Some(pin.chars().take_while(char::is_ascii_digit).collect())
    });
    told.expect("the PIN is told")
}

#[test]
fn a_demo_deal_is_followed_and_a_card_is_put_right() {
    let Some(board) = Browser::open("ko") else {
        return;
    };
    let Some(host) = Browser::open("en") else {
        return;
    };
    let mut evening = Program::start("demo:7", "none");
    let pin = pin(&mut evening);
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
    host.keys("#pin", &pin);
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
