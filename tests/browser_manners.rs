//! The pages' manners in a real headless Chromium: what they say aloud and when they buzz, what a reader's own settings change and that they
//! are kept, and what a phone shows that can't reach the table at all.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod fake;

use fake::{
    Fake, bidding,
    chrome::{Browser, PHONE},
    mensch, revoked,
    served::{Served, serve},
};
use pitboss::{
    board::{Board, LastDeal},
    play::Seq,
};
use serde_json::{Value, json};

/// Keeps what would be heard and felt.
const EARS: &str = "window.said = []; window.buzzes = 0; SpeechSynthesis.prototype.speak = (u) => { said.push(u.lang + ' ' + u.text); }; Navigator.prototype.vibrate = () => { buzzes++; return true; };";

fn wish(browser: &Browser, key: &str, value: &str) {
    browser.js(&format!("localStorage.setItem('pitboss.{key}', '{value}')"));
}

/// What was heard since the last time.
fn heard(browser: &Browser) -> Vec<String> {
    let said = browser.js("return said.splice(0)");
    let said = said.as_array().expect("a list").iter();
    said.map(|s| s.as_str().unwrap_or_default().to_owned())
        .collect()
}

/// Ari's phone, at a table where Dana is awaited.
fn sit_down(browser: &Browser, served: &Served) {
    let ears = json!({"source": EARS});
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", ears);
    browser.size(PHONE);
    browser.goto(&served.url("/seat"));
    browser.tap("#page .grid .act");
    browser.shows("#now .what", "Dana");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_heard_or_felt_unasked() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    sit_down(&browser, &served);
    served.show(bidding());
    browser.shows("#now .what", "Ari");
    assert_eq!(heard(&browser), [""; 0]);
    assert_eq!(browser.js("return buzzes"), json!(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_changed_is_spoken() {
    for (lang, bids, won, ruled) in [
        (
            "en",
            "en-US Ari bids",
            "Last deal: contract made",
            "en-US Chul did not follow",
        ),
        (
            "ko",
            "ko-KR Ari 님의 비딩 차례",
            "지난 판: 계약 성공",
            "ko-KR Chul 님은",
        ),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
        sit_down(&browser, &served);
        wish(&browser, "voice", "yes");
        wish(&browser, "buzz", "yes");
        browser.goto(&served.url("/seat"));
        browser.shows("#now .what", "Dana");
        assert_eq!(heard(&browser), [""; 0], "what stands already is not told");
        served.show(bidding());
        browser.until("said.length && buzzes");
        assert_eq!(heard(&browser), [bids]);
        // The next board says the same again.
        served.show(Board {
            seq: 90,
            ..bidding()
        });
        browser.until("document.body.dataset.seq === '90'");
        assert_eq!(heard(&browser), [""; 0]);
        assert_eq!(browser.js("return buzzes"), json!(1));
        served.show(Board {
            seq: 91,
            ..revoked()
        });
        browser.until("said.length");
        let told = heard(&browser);
        assert!(told.len() == 1 && told[0].starts_with(ruled), "{told:?}");
        let last_deal = Some(LastDeal {
            seq: Seq(92),
            outcome: "made".into(),
            net: Default::default(),
        });
        served.show(Board {
            seq: 92,
            deal: None,
            last_deal,
            ..revoked()
        });
        browser.until("said.length");
        let told = heard(&browser);
        assert!(told.len() == 1 && told[0].contains(won), "{told:?}");
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_readers_own_settings_hold() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/"));
    browser.until("document.querySelector('.lies[data-card=\"7C\"]')");
    let look = |browser: &Browser| -> Value {
        browser.js(
            "const at = (css) => document.querySelector(css).getBoundingClientRect().left; \
             return [at('#foot li:first-child') < at('#foot li:last-child'), \
                 getComputedStyle(document.querySelector('.lies[data-card=\"7C\"] .suit')).fill, \
                 getComputedStyle(document.documentElement).colorScheme, document.documentElement.lang]",
        )
    };
    browser.scheme("dark");
    assert_eq!(
        look(&browser),
        json!([true, "rgb(23, 25, 28)", "dark", "en"])
    );
    browser.tap("#foot button");
    // The left hand, four colours, light, the other language.
    browser.js("for (const box of document.querySelectorAll('dialog [type=checkbox]')) if (['four', 'left'].some((w) => box.parentElement.innerText.toLowerCase().includes(w))) box.click()");
    browser.js("document.querySelectorAll('dialog [type=radio]')[1].click()");
    browser.shot("settings");
    browser.tap("dialog .act.second");
    let wished = json!([false, "rgb(12, 106, 54)", "light", "ko"]);
    assert_eq!(look(&browser), wished);
    browser.goto(&served.url("/"));
    browser.until("document.querySelector('.lies[data-card=\"7C\"]')");
    assert_eq!(look(&browser), wished, "they are kept");
    browser.shot("left_hand");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_the_table_shows_what_it_knew() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    browser.size(PHONE);
    let url = served.url("/");
    browser.goto(&url);
    browser.shows("#now .what", "Dana plays");
    browser.until("navigator.serviceWorker.controller");
    let installable = browser.js("return document.querySelector('link[rel=manifest]').href");
    assert!(
        installable
            .as_str()
            .is_some_and(|m| m.ends_with("/web/app.webmanifest"))
    );
    served.stop();
    browser.goto(&url);
    browser.shows("#now .what", "Dana plays");
    browser.shows("#stale", "Not live since");
    browser.until("!document.querySelector('#camera').checkVisibility()");
    let lies = "[...document.querySelectorAll('.lies')].map(c => c.dataset.card).join()";
    browser.until(&format!("{lies} === 'KC,7C,TH'"));
    browser.shot("offline");
}
