//! What a phone, or somebody with its leave, sends as a picture to a running evening: crafted and huge ones are refused in one sentence, memory
//! stays bounded, and the camera sees on; another size after a while is only another size.
#![cfg(feature = "vision")]

#[path = "fake/program.rs"]
mod program;

use std::time::Duration;

use image::{Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use program::Program;
use serde_json::{Value, json};

/// So often every crafted picture is sent.
const TIMES: usize = 40;
/// What the program may hold more of afterwards, KiB: some pictures under way.
const GROWS_KIB: u64 = 60 * 1024;

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x / 3) as u8, (y / 2) as u8, 90])
    });
    let mut out = Vec::new();
    JpegEncoder::new(&mut out)
        .encode_image(&picture)
        .expect("it fits");
    out
}

fn resident_kib(evening: &Program) -> u64 {
    let path = format!("/proc/{}/status", evening.child.id());
    let text = std::fs::read_to_string(path).expect("it runs");
    let line = text.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let digits = line.and_then(|l| l.split_whitespace().next());
    digits.and_then(|d| d.parse().ok()).expect("a number")
}

/// A running evening, and what lets a phone be its camera.
struct Table {
    evening: Program,
    camera: String,
    host: String,
}

impl Table {
    fn open() -> Self {
        let table = ["--game", "mensch", "--seats", "A,B,C,D"];
        let mut evening = Program::start_with("phone", "none", &table);
        let pin = evening.pin();
        let enter = |camera: bool| {
            let body = json!({"pin": pin, "camera": camera, "bearer": true}).to_string();
            let head = "Content-Type: application/json\r\n";
            let (_, answer) = evening.ask("POST", "/api/session", head, body.as_bytes());
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            let token = answer["token"].as_str().expect("a token");
            format!("Authorization: Bearer {token}\r\n")
        };
        let (camera, host) = (enter(true), enter(false));
        Self {
            evening,
            camera,
            host,
        }
    }

    fn send(&self, phone: &str, picture: &[u8]) -> (u16, String) {
        let path = format!("/api/camera/frames?phone={phone}");
        let head = format!("{}Content-Type: image/jpeg\r\n", self.camera);
        self.evening.ask("POST", &path, &head, picture)
    }

    fn health(&self) -> u16 {
        self.evening.ask("GET", "/healthz", "", b"").0
    }
}

/// Pictures that are none, with what is answered.
fn crafted() -> Vec<(Vec<u8>, u16, &'static str)> {
    let whole = jpeg(640, 480);
    let frame = whole.windows(2).position(|w| w == [0xFF, 0xC0]);
    let frame = frame.expect("a plain frame");
    let with = |at: usize, bytes: &[u8]| {
        let mut crafted = whole.clone();
        crafted[frame + at..frame + at + bytes.len()].copy_from_slice(bytes);
        crafted
    };
    let half = whole[..whole.len() / 2].to_vec();
    vec![
        (half, 422, "this is no whole JPEG picture"),
        (b"<svg/>".to_vec(), 422, "this is no whole JPEG picture"),
        (
            with(5, &[0xFF; 4]),
            422,
            "a picture of 65535×65535 pixels can't be used",
        ),
        (
            with(5, &[0x0F, 0xFF, 0x0F, 0xFF]),
            422,
            "a picture of 4095×4095 pixels can't be used",
        ),
        (with(1, &[0xC2]), 422, "this JPEG picture is not a plain"),
        (vec![0xFF; 5 << 20], 413, "the picture is larger than 4 MiB"),
    ]
}

#[test]
fn crafted_pictures_are_refused_and_nothing_grows() {
    let table = Table::open();
    assert_eq!(table.health(), 503, "no picture yet");
    assert_eq!(table.send("a", &jpeg(640, 480)).0, 204);
    let cases = crafted();
    let before = resident_kib(&table.evening);
    for _ in 0..TIMES {
        for (picture, expected, says) in &cases {
            let (status, answer) = table.send("a", picture);
            assert_eq!(status, *expected, "{says}: {answer}");
            assert!(answer.contains(says), "{says}: {answer}");
        }
    }
    let after = resident_kib(&table.evening);
    let sent = TIMES * cases.len();
    println!("{before} KiB before, {after} KiB after {sent} pictures");
    assert!(after < before + GROWS_KIB, "{before} KiB, then {after} KiB");
    assert_eq!(table.send("a", &jpeg(640, 480)).0, 204);
}

#[test]
fn one_phone_is_the_camera_and_another_size_is_only_that() {
    let table = Table::open();
    assert_eq!(table.send("a", &jpeg(640, 480)).0, 204);
    let (status, answer) = table.send("b", &jpeg(640, 480));
    assert_eq!(status, 409, "{answer}");
    assert!(
        answer.contains("another phone is the camera now"),
        "{answer}"
    );
    std::thread::sleep(Duration::from_secs(5));
    for (width, height) in [(1280, 720), (1280, 720), (480, 640), (1920, 1080)] {
        let (status, answer) = table.send("b", &jpeg(width, height));
        assert_eq!(status, 204, "{answer}");
        std::thread::sleep(Duration::from_millis(400));
    }
    assert_eq!(table.health(), 200);
    let (status, seen) = table.evening.ask("GET", "/api/camera", &table.host, b"");
    let seen: Value = serde_json::from_str(&seen).expect("JSON");
    assert_eq!((status, &seen["width"]), (200, &json!(1920)), "{seen}");
    assert!(
        seen["age_s"].as_f64().is_some_and(|age| age < 5.0),
        "{seen}"
    );
}
