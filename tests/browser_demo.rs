//! A demo deal, from the simulated table's pictures to a phone: followed on the scoreboard, a card put right on the host's page.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;

#[path = "fake/program.rs"]
mod program;

use chrome::{Browser, PHONE};
use program::Program;

#[test]
fn a_demo_deal_is_followed_and_a_card_is_put_right() {
    let Some(board) = Browser::open("ko") else {
        return;
    };
    let Some(host) = Browser::open("en") else {
        return;
    };
    let mut evening = Program::start("demo:7", "none");
    let pin = evening.pin();
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

/// The host finds the table in the camera's own picture, taps its corners and takes them back.
#[test]
fn the_camera_is_set_up_on_its_live_picture() {
    let Some(host) = Browser::open("ko") else {
        return;
    };
    let mut evening = Program::start("demo:7", "none");
    let pin = evening.pin();
    host.size(PHONE);
    host.goto(&format!("http://{}/host", evening.address));
    host.keys("#pin", &pin);
    host.tap("form .act");
    host.tap("#camera summary");
    host.until("document.querySelector('#camera .eye')?.naturalWidth === 1280");
    // The simulated table has markers, zones and players.
    host.until("document.querySelector('#camera [data-found]').dataset.found === 'markers'");
    host.until("document.querySelectorAll('#camera .over polygon').length === 2");
    host.until("document.querySelectorAll('#camera .names .seat').length === 4");
    host.fits("/host");
    host.js("document.querySelector('#camera').scrollIntoView()");
    host.shot("camera_markers");
    let file = evening.data.path().join("calibration/placement.toml");
    assert!(!file.exists());

    host.tap("[data-camera=taps]");
    let tap = |x: f64, y: f64| {
        host.js(&format!(
            "const b = document.querySelector('#camera .eye').getBoundingClientRect();
             document.querySelector('#camera .eye').dispatchEvent(new MouseEvent('click', {{ bubbles: true, clientX: b.left + {x} * b.width, clientY: b.top + {y} * b.height }}));"
        ))
    };
    // Corners in another order form no table, and are said to.
    for (x, y) in [(0.9, 0.1), (0.1, 0.1), (0.9, 0.9), (0.1, 0.9)] {
        tap(x, y);
    }
    host.tap("[data-camera=save]");
    for said in ["입력이 맞지 않습니다", "the corners form no table"] {
        host.until(&format!(
            "document.querySelector('.toast')?.innerText.includes({said:?})"
        ));
    }
    assert!(!file.exists());
    host.tap("[data-camera=back]");
    host.tap("[data-camera=taps]");
    for (x, y) in [(0.1, 0.08), (0.9, 0.1), (0.93, 0.95), (0.06, 0.93)] {
        tap(x, y);
    }
    host.shot("camera_tapped");
    host.js("document.querySelector('#camera-width').value = 110; document.querySelector('#camera-depth').value = 64");
    host.tap("[data-camera=save]");
    host.until("document.querySelector('#camera [data-found]').dataset.found === 'taps'");
    host.shot("camera_taps");
    let text = std::fs::read_to_string(&file).expect("it is kept");
    let placement = pitboss::placement::Placement::parse(&text).expect("it is read");
    assert_eq!(
        (placement.table.width_mm, placement.table.depth_mm),
        (1100.0, 640.0)
    );
    let corner = placement.table.corners[2];
    assert!((corner[0] - 0.93 * 1280.0).abs() < 4.0 && (corner[1] - 0.95 * 720.0).abs() < 4.0);

    host.tap("[data-camera=forget]");
    host.until("document.querySelector('#camera [data-found]').dataset.found === 'markers'");
    assert!(!file.exists());
    let complaints = host.complaints();
    assert!(
        complaints.iter().all(|c| c.contains("422")),
        "{complaints:?}"
    );
}
