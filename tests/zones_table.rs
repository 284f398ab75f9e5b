//! A zone dragged at the host's page of a running evening, in a real headless Chromium with a camera in the network: a card that is laid there
//! afterwards counts for that zone.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;
#[path = "fake/mjpeg.rs"]
mod mjpeg;
#[path = "fake/program.rs"]
mod program;

use std::{
    fs,
    time::{Duration, Instant},
};

use chrome::{Browser, PHONE};
use image::RgbImage;
use mjpeg::Feed;
use pitboss::{
    demo::scene::{Lying, Pose, Scene},
    frame::At,
    play::GameName,
    plays::Layout,
    sighting::{PicturePoint, TablePoint},
};
use program::Program;
use serde_json::Value;

/// On a machine that builds meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);

/// Pictures of the same, each with its own noise: a camera that sends one and the same stands still.
const SHOTS: u64 = 5;

fn shots(scene: &mut Scene, lying: &[Lying]) -> Vec<RgbImage> {
    let mut shot = |n| {
        let frame = scene.picture(n, At(0), lying, &[]);
        let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
        RgbImage::from_raw(frame.width, frame.height, rgb.collect()).expect("three bytes a pixel")
    };
    (0..SHOTS).map(&mut shot).collect()
}

fn card(name: &str, at: TablePoint) -> Lying {
    Lying {
        face: Some(name.parse().expect("a card")),
        pose: Pose { at, turn_deg: 10.0 },
    }
}

/// The evening as its host asks it.
struct Host<'a> {
    evening: &'a Program,
    token: String,
}

impl Host<'_> {
    fn get(&self, path: &str) -> Vec<u8> {
        let answer = self.evening.asked(&format!("GET {path}"), &self.token, "");
        answer.map(|a| a.1).unwrap_or_default()
    }

    /// A card as the reading knows it, once it does: in which zone, and before whom.
    fn known(&self, card: &str) -> String {
        let began = Instant::now();
        loop {
            let debug: Value = serde_json::from_slice(&self.get("/api/debug")).unwrap_or_default();
            let cards = debug["cards"].as_array().cloned().unwrap_or_default();
            let told = |c: &&Value| c["card"] == card && c["state"] != "fresh";
            if let Some(found) = cards.iter().find(told) {
                return found["zone"].as_str().expect("a zone").to_owned();
            }
            assert!(
                began.elapsed() < PATIENCE,
                "{card} was never read: {debug:#}"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// The entry that tells of a card.
    fn laid(&self, card: &str) -> Option<Value> {
        let lines = self.get("/api/journal");
        let lines = String::from_utf8_lossy(&lines);
        let mut entries = lines.lines().filter_map(|l| serde_json::from_str(l).ok());
        entries.find(|e: &Value| e["event"] == "laid" && e["card"] == card)
    }
}

/// The zones at the host's page.
fn open(browser: &Browser, address: &str, pin: &str) {
    browser.size(PHONE);
    browser.goto(&format!("http://{}/host", address));
    browser.keys("#pin", pin);
    browser.tap("form .act");
    browser.tap("#camera > summary");
    browser.tap("#zones > summary");
    browser.until("document.querySelectorAll('.grip-middle').length === 5");
    browser.until("document.querySelector('#zones .eye').naturalWidth > 0");
}

#[test]
fn a_card_counts_for_the_zone_that_was_dragged_under_it() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let mut scene = Scene::new(21);
    let feed = Feed::open(shots(&mut scene, &[]));
    let table = [
        "--game",
        "michigan_rummy",
        "--seats",
        "A@south,B@west,C@north,D@east",
        "--dealer",
        "D",
    ];
    let mut evening = Program::start_with(&feed.url(), "none", &table);
    let pin = evening.pin();
    let host = Host {
        token: evening.host().expect("a token"),
        evening: &evening,
    };
    open(&browser, &evening.address, &pin);

    // Where the dummy hand is to lie from now on: to the left, where whatever lies face up is B's.
    let b = TablePoint {
        x_mm: -270.0,
        y_mm: 30.0,
    };
    feed.show(shots(&mut scene, &[card("9S", b)]));
    assert_eq!(host.known("9S"), "front");
    let (frame, map) = (scene.picture(0, At(0), &[], &[]), *scene.map());
    let shown = |p: TablePoint| map.picture_from_table(p);
    let size = browser.js("const b = document.querySelector('#zones .eye-box').getBoundingClientRect(); return [b.width, b.height]");
    let share = |p: PicturePoint| [p.x / f64::from(frame.width), p.y / f64::from(frame.height)];
    let (from, to) = (share(shown(TablePoint::default())), share(shown(b)));
    let px =
        |side: usize| ((to[side] - from[side]) * size[side].as_f64().expect("px")).round() as i32;
    browser.drag("[data-grip='aside middle']", (px(0), px(1)), "touch");
    browser.shot("zones_live_en");
    browser.tap("[data-zones=save]");
    browser.shows("#zones", "as you dragged them");

    // It is kept for a person to read.
    let file = evening
        .data
        .path()
        .join("calibration/zones_michigan_rummy_4.toml");
    let text = fs::read_to_string(&file).expect("kept");
    let kept = Layout::parse(&text, GameName::MichiganRummy).expect("a layout");
    assert!(
        kept.is_dragged()
            && text.contains("version = 2")
            && text.contains("# Player 4, 90 degrees"),
        "{text}"
    );

    // What lay there stays what it was; what is laid now is the dummy hand's.
    let near = TablePoint {
        x_mm: b.x_mm + 8.0,
        y_mm: b.y_mm - 10.0,
    };
    feed.show(shots(&mut scene, &[]));
    let gone = Instant::now();
    while host.laid("9S").is_none() {
        assert!(gone.elapsed() < PATIENCE, "9S was never told of");
    }
    feed.show(shots(&mut scene, &[card("KD", near)]));
    assert_eq!(host.known("KD"), "aside");
    let told = [("9S", "front"), ("KD", "aside")];
    for (card, zone) in told {
        let entry = host
            .laid(card)
            .unwrap_or_else(|| panic!("{card} was not told of"));
        assert_eq!(entry["zone"], zone, "{entry}");
    }
    assert_eq!(browser.complaints(), [""; 0]);
}
