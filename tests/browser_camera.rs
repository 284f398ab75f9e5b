//! A phone as the camera in a real headless Chromium, whose camera shows the simulated table: the way to the secure page and its warning, the
//! PIN, pictures over a WebSocket and one by one, a network that is cut and comes back. The table's cards are read through the phone.
#![cfg(feature = "vision")]

#[path = "fake/axe.rs"]
mod axe;
#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;
#[path = "fake/program.rs"]
mod program;
mod simulated;
mod wire;

use std::{
    fs::File,
    io::Write as _,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use chrome::{Browser, PHONE};
use image::{RgbImage, codecs::jpeg::JpegEncoder};
use pitboss::{
    card::Card,
    demo::{director::FPS, players::Script},
    frame::Source as _,
    play::GameName,
    seat::Seating,
};
use program::{Program, free_port};
use serde_json::{Value, json};
use simulated::{director, laid_by, scripted};
use tokio::{net::TcpListener, sync::watch};
use wire::{Wire, network};

/// How much of the table is filmed, s.
const FILM_SECS: u64 = 30;
/// Chromium plays such a film at this rate, pictures a second.
const FILM_FPS: u64 = 30;
/// So many cards are read before anything else is tried.
const CARDS: usize = 4;
/// On a machine that builds meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);
/// What a return may take.
const SOON: Duration = Duration::from_secs(10);

/// The simulated table as the phone's camera will see it.
fn film(folder: &Path, script: Script) -> PathBuf {
    let seating: Seating = "A,B,C,D".parse().expect("a seating");
    let (mut director, _) = director(GameName::Mensch, &seating, vec![script], 1);
    let path = folder.join("table.mjpeg");
    let mut file = File::create(&path).expect("a file");
    for _ in 0..FILM_SECS * FPS {
        let frame = director.next_frame().expect("drawn").expect("endless");
        let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
        let picture = RgbImage::from_raw(frame.width, frame.height, rgb.collect());
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, 88)
            .encode_image(&picture.expect("three bytes a pixel"))
            .expect("it fits");
        for _ in 0..FILM_FPS / FPS {
            file.write_all(&jpeg).expect("written");
        }
    }
    path
}

/// A phone with that film before its lens.
fn phone(lang: &str, film: Option<&Path>) -> Option<Browser> {
    let mut more = vec![
        "--use-fake-device-for-media-stream".to_owned(),
        "--use-fake-ui-for-media-stream".to_owned(),
        // What a person does once, where the browser warns.
        "--ignore-certificate-errors".to_owned(),
        "--host-resolver-rules=MAP table.test 127.0.0.1".to_owned(),
    ];
    let film = film.map(|film| format!("--use-file-for-fake-video-capture={}", film.display()));
    more.extend(film);
    let browser = Browser::open_with(lang, &more)?;
    browser.size(PHONE);
    Some(browser)
}

fn get(evening: &Program, path: &str) -> Value {
    let (_, body) = evening.ask("GET", path, "", b"");
    serde_json::from_str(&body).unwrap_or_default()
}

/// The age of the newest picture at the table, s.
fn age(evening: &Program) -> Option<f64> {
    get(evening, "/healthz")["frame_age_s"].as_f64()
}

fn until(what: &str, within: Duration, mut done: impl FnMut() -> bool) -> Duration {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < within, "never came: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
    began.elapsed()
}

/// Who laid which card, as the record has it.
fn laid(evening: &Program) -> Vec<(String, Card)> {
    let (_, lines) = evening.ask("GET", "/api/journal", "", b"");
    let entries = lines
        .lines()
        .filter_map(|l| serde_json::from_str::<Value>(l).ok());
    let laid = entries.filter(|e| e["event"] == "laid");
    laid.filter_map(|e| {
        let card = e["card"].as_str()?.parse().ok()?;
        Some((e["seat"].as_str()?.to_owned(), card))
    })
    .collect()
}

/// A camera whose light and focus can be held, and a screen that can stay on; what is asked of both is kept.
const ABLE: &str = "window.wished = []; window.locks = 0; \
    const modes = ['continuous', 'manual']; \
    MediaStreamTrack.prototype.getCapabilities = () => ({ exposureMode: modes, exposureTime: { min: 1, max: 9 }, focusMode: modes, focusDistance: { min: 1, max: 9 } }); \
    MediaStreamTrack.prototype.getSettings = () => ({ exposureTime: 4, focusDistance: 2, iso: 100 }); \
    MediaStreamTrack.prototype.applyConstraints = async (wish) => { wished.push(wish); }; \
    WakeLock.prototype.request = async () => { locks++; };";

fn start(browser: &Browser, pin: &str) {
    browser.keys("#pin", pin);
    browser.tap("form .act");
    browser.tap("[data-lens=start]");
}

/// Nobody is kept out: by night and by day.
fn look(browser: &Browser, script: Option<&str>, what: &str, lang: &str) {
    browser.fits("/camera");
    for scheme in ["dark", "light"] {
        browser.scheme(scheme);
        browser.still();
        if let Some(script) = script {
            assert_eq!(axe::violations(browser, script), [""; 0], "{what} {scheme}");
        }
        browser.shot(&format!("lens_{what}_{lang}_{scheme}"));
    }
}

/// What the board says of the camera.
fn health(evening: &Program) -> Value {
    get(evening, "/api/board")["health"]["state"].clone()
}

/// The network is cut: both sides say so, and nothing has to be touched when it is back.
fn cut_and_back(browser: &Browser, evening: &Program, wire: &watch::Sender<Wire>) {
    wire.send(Wire::Cut).expect("it runs");
    browser.until("document.querySelector('#lens-said').classList.contains('error')");
    until("that no pictures come", SOON, || {
        health(evening) == "no-frames"
    });
    browser.shot("lens_cut_ko");
    wire.send(Wire::Whole).expect("it runs");
    let back = until("a fresh picture", SOON, || {
        age(evening).is_some_and(|a| a < 0.5)
    });
    until("that the camera sees", SOON, || health(evening) == "ok");
    browser.until("document.querySelector('#lens-said').dataset.way === 'socket'");
    println!("a picture again {back:?} after the network's return");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tables_cards_are_read_through_a_phone() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = scripted(None, 1);
    let lays: Vec<(String, Card)> = laid_by(&script)
        .into_iter()
        .map(|(seat, card)| {
            let seat = usize::from(seat.expect("somebody").0);
            (["A", "B", "C", "D"][seat].to_owned(), card)
        })
        .collect();
    let film = film(folder.path(), script);
    let Some(browser) = phone("ko", Some(&film)) else {
        return;
    };
    let axe = axe::script();
    let https = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let table = ["--game", "mensch", "--seats", "A,B,C,D", "--dealer", "B"];
    let mut evening = Program::start_with("phone", &https.to_string(), &table);
    let pin = evening.pin();
    let (wire, state) = watch::channel(Wire::Whole);
    let door = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = door.local_addr().expect("an address");
    tokio::spawn(network(door, https, state));

    // A page without HTTPS explains where to go, and why the browser will warn.
    let port = evening
        .address
        .rsplit(':')
        .next()
        .expect("a port")
        .to_owned();
    browser.goto(&format!("http://table.test:{port}/camera"));
    browser.shows("#page", "브라우저가 경고합니다");
    let link = browser.js("return document.querySelector('[data-lens=go]').href");
    assert_eq!(link, json!(format!("https://{https}/camera")));
    look(&browser, axe.as_deref(), "insecure", "ko");

    browser.goto(&format!("https://{at}/camera"));
    browser.until("document.querySelector('#pin')");
    look(&browser, axe.as_deref(), "pin", "ko");
    start(&browser, &pin);
    browser.until("document.querySelector('#lens-said')?.dataset.way === 'socket'");
    browser.until("document.querySelector('video').videoWidth === 1280");
    until("a picture at the table", SOON, || {
        age(&evening).is_some_and(|a| a < 1.0)
    });
    let took = until("cards that were read", PATIENCE, || {
        laid(&evening).len() >= CARDS
    });
    println!(
        "{CARDS} cards within {took:?}; {}, {}",
        browser.text("#lens-said"),
        browser.text("#lens-age")
    );
    let read = laid(&evening);
    assert!(
        read.iter().all(|laid| lays.contains(laid)),
        "{read:?} of {lays:?}"
    );
    look(&browser, axe.as_deref(), "live", "ko");

    cut_and_back(&browser, &evening, &wire);
    browser.tap("[data-lens=stop]");
    browser.until("document.querySelector('[data-lens=start]')");
    until("that it is over", SOON, || health(&evening) == "no-frames");
    let complaints = browser.complaints();
    let cut = |c: &String| c.contains("net::ERR") || c.contains("WebSocket");
    assert!(complaints.iter().all(cut), "{complaints:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_no_line_comes_about_pictures_go_one_by_one() {
    let Some(browser) = phone("en", None) else {
        return;
    };
    let mut evening = Program::start("phone", "none");
    let pin = evening.pin();
    let (wire, state) = watch::channel(Wire::Plain);
    let door = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let at = door.local_addr().expect("an address");
    let server = evening.address.parse().expect("an address");
    tokio::spawn(network(door, server, state));
    let able = json!({"source": ABLE});
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", able);
    browser.goto(&format!("http://{at}/camera"));
    start(&browser, &pin);
    browser.until("document.querySelector('#lens-said')?.dataset.way === 'post'");
    // Light and focus are held as they are, once they found themselves, and the screen stays on.
    browser.until("document.querySelector('[data-lens=free]')");
    browser.tap("[data-lens=free]");
    browser.until("document.querySelector('[data-lens=hold]')");
    let held = json!({"advanced": [{"exposureMode": "manual", "exposureTime": 4, "focusMode": "manual", "focusDistance": 2}]});
    let free = json!({"advanced": [{"exposureMode": "continuous", "focusMode": "continuous"}]});
    assert_eq!(browser.js("return wished"), json!([held, free]));
    assert!(browser.js("return locks").as_u64() > Some(0));
    until("pictures at the table", SOON, || {
        age(&evening).is_some_and(|a| a < 1.0)
    });
    browser.shot("lens_post_en");
    // The host sees the same picture, and how old it is.
    let host = Browser::open("en").expect("there is one");
    host.size(PHONE);
    host.goto(&format!("http://{}/host", evening.address));
    host.keys("#pin", &pin);
    host.tap("form .act");
    host.tap("#camera > summary");
    host.until("document.querySelector('#camera .eye')?.naturalWidth > 0");
    host.shows("#camera-age", "Newest picture");
    host.until("document.querySelector('#camera-source').value === 'phone'");
    host.tap("#phone-camera > summary");
    host.shows("#phone-camera", "no secure address");
    host.js("document.querySelector('#phone-camera').scrollIntoView()");
    host.shot("lens_host_en");
    // A line comes about by itself, once the network lets it.
    wire.send(Wire::Whole).expect("it runs");
    browser.until("document.querySelector('#lens-said').dataset.way === 'socket'");
    // A picture that is far too large is refused in one sentence; the table sees on.
    let answer = browser.js_later(
        "const line = new WebSocket(location.origin.replace('http', 'ws') + '/api/camera/live?phone=other'); \
         line.onmessage = (e) => arguments[0](e.data); line.onclose = () => arguments[0]('closed'); \
         line.onopen = () => line.send(new Uint8Array(5 << 20));",
    );
    let said = answer.as_str().unwrap_or_default();
    assert!(said.contains("larger than 4 MiB"), "{said}");
    // The host chooses another source: the phone is told.
    host.js("const s = document.querySelector('#camera-source'); s.value = 'demo'; s.dispatchEvent(new Event('change'))");
    browser.shows("#lens-said", "this table watches `demo`");
    host.tap("[data-camera=phone]");
    browser.until("document.querySelector('#lens-said').dataset.way === 'socket'");
    until("pictures at the table", SOON, || {
        age(&evening).is_some_and(|a| a < 1.0)
    });
}
