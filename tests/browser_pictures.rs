//! The front door's pictures, made by the product itself: the simulated table's camera beside a phone that follows it, picture by picture. A few of them
//! here; `make pictures` goes on until a revoke is told (`PITBOSS_PICTURES=N`, at most N pictures) and makes docs/pictures of them.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;

#[path = "fake/program.rs"]
mod program;

use std::fs;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use chrome::Browser;
use program::Program;
use serde_json::Value;

/// The host's page fetches what the camera sees.
const CAMERA: &str = "fetch('/api/camera/picture').then(r => r.blob()).then(b => {
    const f = new FileReader(); f.onload = () => arguments[0](f.result); f.readAsDataURL(b); })";

#[test]
fn a_deal_is_shown_from_the_camera_to_the_phone() {
    let (Some(host), Some(phone), Some(page)) = (
        Browser::open("en"),
        Browser::open("en"),
        Browser::open("en"),
    ) else {
        return;
    };
    let most = std::env::var("PITBOSS_PICTURES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(2_usize);
    // In its first deal somebody revokes.
    let mut evening = Program::start("demo:5", "none");
    let pin = evening.pin();
    let at = |path: &str| format!("http://{}{path}", evening.address);
    host.size(chrome::PHONE);
    host.goto(&at("/host"));
    host.keys("#pin", &pin);
    host.tap("form .act");
    host.until("document.querySelector('[data-fix]')");
    phone.size(chrome::PHONE);
    phone.goto(&at("/"));
    phone.until("document.querySelectorAll('.lies[data-card]:not([data-card=\"\"])').length >= 1");
    page.size((962, 520));
    page.goto("about:blank");
    let revoked = "return /revoke/i.test(document.querySelector('#rulings')?.innerText ?? '')";
    let (mut taken, mut after) = (0, 0);
    while taken < most && after < 3 {
        let camera = host.js_later(CAMERA);
        let phone_shot = fs::read(phone.shot("front_phone")).expect("a picture");
        let shown = page.js(&format!(
            "document.body.style = 'margin:0;display:flex;align-items:center;gap:12px;background:#101614';
             document.body.innerHTML = '<img width=710 id=c src=\"{}\"><img height=520 id=p src=\"data:image/png;base64,{}\">';
             return 1",
            camera.as_str().expect("the camera's picture"),
            STANDARD.encode(&phone_shot)
        ));
        assert_eq!(shown, Value::from(1));
        page.until("document.querySelector('#c').naturalWidth === 1280 && document.querySelector('#p').naturalHeight > 700");
        page.shot(&format!("front_{taken:03}"));
        taken += 1;
        after += usize::from(phone.js(revoked) == Value::Bool(true));
    }
    assert!(taken == most || after == 3);
    assert_eq!(phone.complaints(), [""; 0]);
}
