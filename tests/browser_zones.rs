//! Zones dragged at the host's page in a real headless Chromium, with mouse, finger and keys: kept, refused in one sentence, the usual ones again.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod fake;

use fake::{
    Fake,
    chrome::{Browser, SCREEN},
    mensch,
    served::{Served, serve, sign_in},
};
use pitboss::{phones::ZonesWish, play::GameName};

/// What was sent last.
fn sent(served: &Served) -> Option<ZonesWish> {
    served
        .fake
        .dragged
        .lock()
        .expect("no test panics with it")
        .clone()
}

fn open(browser: &Browser, served: &Served) {
    sign_in(browser, served);
    browser.tap("#camera > summary");
    browser.tap("#zones > summary");
    browser.until("document.querySelectorAll('.grip-middle').length === 5");
    browser.until("document.querySelector('#zones .eye').naturalWidth > 0");
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) < 0.02
}

/// How many CSS pixels a share of the way from the table's middle to its edge is: across, or from near to far.
fn px(browser: &Browser, share: f64, side: usize) -> i32 {
    let table = browser.js("const b = document.querySelector('#camera .over polygon.table').getBoundingClientRect(); return [b.width, b.height]");
    (table[side].as_f64().expect("px") * share / 2.0) as i32
}

/// Drags the circle by keys, its edge by mouse, and a player's corner with a finger; what was kept then.
fn dragged(browser: &Browser, served: &Served, (lang, said, own): (&str, &str, &str)) -> ZonesWish {
    // Two large steps away from the near side.
    browser.js("document.querySelector(\"[data-grip='trick middle']\").focus()");
    for _ in 0..2 {
        browser.js("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', shiftKey: true, bubbles: true}))");
    }
    browser.shows("#zones [role=status]", said);
    browser.tap("[data-grip='Bora middle']");
    browser.drag(
        "[data-grip='Bora corner-1']",
        (px(browser, -0.1, 0), 0),
        "touch",
    );
    browser.shot(&format!("zones_place_{lang}"));
    browser.tap("[data-grip='trick middle']");
    browser.drag(
        "[data-grip='trick edge']",
        (px(browser, -0.1, 0), 0),
        "mouse",
    );
    browser.shot(&format!("zones_dragged_{lang}"));
    browser.tap("[data-zones=save]");
    browser.shows("#zones", own);
    sent(served).expect("it was kept")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn zones_are_dragged_into_place() {
    for (lang, usual, own, said) in [
        (
            "en",
            "Mensch with 4 players: the usual zones",
            "as you dragged them",
            "middle: 0 % right, 20 % far",
        ),
        (
            "ko",
            "기본 구역입니다",
            "직접 옮긴 구역",
            "가운데: 오른쪽 0 %, 먼 쪽 20 %",
        ),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
        open(&browser, &served);
        browser.shows("#zones", usual);
        browser.fits("/host");
        browser.shot(&format!("zones_usual_{lang}"));
        // Nothing was dragged: there is nothing to keep, and nothing to take back.
        let off = "return ['save', 'back', 'usual'].map((k) => document.querySelector(`[data-zones=${k}]`).disabled)";
        assert_eq!(browser.js(off), serde_json::json!([true, true, true]));
        let wish = dragged(&browser, &served, (lang, said, own));
        assert_eq!((wish.game, wish.players), (GameName::Mensch, 4));
        let (zones, seats) = (wish.zones.expect("zones"), wish.seats.expect("places"));
        let (centre, radius) = (
            zones[0].centre.expect("a circle"),
            zones[0].radius.expect("a circle"),
        );
        assert!(
            near(centre, [0.0, 0.2]) && (radius - 0.4).abs() < 0.02,
            "{zones:?}"
        );
        let fake = [[-0.95, 0.3], [-0.55, 0.3], [-0.55, -0.3], [-0.95, -0.3]];
        assert!(near(seats[1][0], [-1.05, 0.3]), "{:?}", seats[1]);
        assert_eq!(seats[1][1..], fake[1..], "the other corners stay");
        // The usual ones again, once that is sure.
        browser.tap("[data-zones=usual]");
        browser.tap("dialog .act");
        browser.shows("#zones", usual);
        assert_eq!(
            sent(&served).map(|w| (w.zones, w.seats)),
            Some((None, None))
        );
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_zone_is_refused_in_one_sentence() {
    for (lang, kind) in [
        ("en", "zone `trick` is too small"),
        ("ko", "입력이 맞지 않습니다"),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
        open(&browser, &served);
        browser.tap("[data-grip='trick middle']");
        browser.drag(
            "[data-grip='trick edge']",
            (px(&browser, -0.4, 0), 0),
            "mouse",
        );
        browser.tap("[data-zones=save]");
        browser.shows("#zones [role=alert]", kind);
        browser.shot(&format!("zones_refused_{lang}"));
        assert_eq!(sent(&served), None);
        browser.tap("[data-zones=back]");
        browser.until("document.querySelector('#zones [role=alert]').hidden");
        // As seen from straight above the same points lie elsewhere in the picture, and are the same.
        let at = "return document.querySelector(\"[data-grip='Bora middle']\").style.getPropertyValue('--x')";
        let before = browser.js(at);
        browser.tap("#zones-above");
        browser.until("document.querySelector('#zones .eye').src.includes('flat=true')");
        let above: f64 = browser
            .js(at)
            .as_str()
            .and_then(|v| v.parse().ok())
            .expect("a share");
        assert_ne!(serde_json::json!(above.to_string()), before);
        assert!((above - (0.5 - 0.75 / 2.2)).abs() < 1e-6, "{above}");
        browser.size(SCREEN);
        browser.fits("/host");
        browser.shot(&format!("zones_above_{lang}"));
    }
}
