//! The debug view in a real headless Chromium: who sees it, what it shows, what is said before the last minute is saved; and the banner of a
//! camera in trouble, on every page and in both languages.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod fake;

use fake::{
    Fake, PIN,
    chrome::{Browser, PHONE, SCREEN},
    mensch,
    served::serve,
};
use pitboss::{
    board::{Board, BoardHealth},
    event::{Cause, HealthState},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_sees_how_the_reading_goes() {
    for (lang, asked, private) in [
        ("en", "not told yet", "people's hands"),
        ("ko", "아직 알리지 않음", "사람들의 손"),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
        browser.size(PHONE);
        browser.goto(&served.url("/debug"));
        browser.until("document.querySelector('#pin')");
        assert!(!browser.text("main").contains(asked));
        browser.keys("#pin", PIN);
        browser.tap("form .act");
        browser.until("document.querySelectorAll('[data-track]').length === 2");
        browser.shows("[data-track='5'][data-state=fresh]", asked);
        browser.shows("main .panel", private);
        // The card, the reading, the zones and the table are drawn over the picture.
        for kind in ["named", "fresh", "read", "zone", "table", "hand"] {
            let drawn = format!("document.querySelector('svg.over polygon.{kind}')");
            browser.until(&drawn);
        }
        browser.until("document.querySelector('img.eye').naturalWidth > 0");
        browser.until("document.querySelectorAll('.times i').length === 90");
        let saved = browser.js_later(
            "const a = document.querySelector('#save'); fetch(a.href).then(async (r) => arguments[0]([a.download, r.status, await r.text()]))",
        );
        assert_eq!(
            saved,
            serde_json::json!(["pitboss-minute.tar", 200, "bundle.json"])
        );
        for (size, screen) in [(PHONE, "phone"), (SCREEN, "screen")] {
            browser.size(size);
            browser.fits("/debug");
            for scheme in ["dark", "light"] {
                browser.scheme(scheme);
                browser.shot(&format!("debug_{lang}_{screen}_{scheme}"));
            }
        }
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_says_what_is_wrong_with_the_camera() {
    for (lang, state, cause, says) in [
        (
            "en",
            HealthState::NoFrames,
            Some(Cause::Unplugged),
            "can't be reached",
        ),
        (
            "ko",
            HealthState::NoFrames,
            Some(Cause::Frozen),
            "화면이 멈췄습니다",
        ),
        ("en", HealthState::CameraMoved, None, "Play pauses"),
        ("ko", HealthState::Dark, None, "너무 어둡습니다"),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let trouble = Board {
            health: BoardHealth {
                state,
                detail: "said to the journal".into(),
                cause,
            },
            ..mensch()
        };
        let served = serve(Fake::at(trouble), "127.0.0.1:0").await;
        for (path, size) in [
            ("/", PHONE),
            ("/seat", PHONE),
            ("/host", PHONE),
            ("/tv", SCREEN),
        ] {
            browser.size(size);
            browser.goto(&served.url(path));
            browser.shows("#trouble", says);
            browser.fits(path);
        }
        browser.shot(&format!("trouble_{lang}_{}", cause.is_some()));
        served.show(mensch());
        browser.until("!document.querySelector('#trouble').checkVisibility()");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}
