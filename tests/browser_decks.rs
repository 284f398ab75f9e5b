//! The host's decks in a real headless Chromium over a fake evening: every stage of making a deck known before axe-core, by night and by day, in
//! Korean and English; what is refused is said, and the panel is loaded only when it is opened.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod fake;

use fake::{
    Fake, axe,
    chrome::{Browser, PHONE},
    mensch,
    served::{serve, sign_in},
};
use serde_json::json;

/// A stage of the panel: what is tapped to come there, and what shows then.
type Stage = (&'static str, &'static str, &'static str);

const STAGES: [Stage; 9] = [
    ("home", "#decks summary", "#deck-used"),
    ("pictures", "#deck-begin", "[data-deck=take]"),
    ("photos", "[data-way=photos]", "#deck-pictures"),
    ("one", "[data-way=one]", "[data-deck=watch]"),
    ("watched", "[data-deck=watch]", "[data-deck=watch-stop]"),
    (
        "taken",
        "[data-way=camera]",
        "[data-deck=take]:not(:disabled)",
    ),
    ("shown", "[data-deck=take]", "[data-deck=settle]"),
    ("asked", "[data-deck=settle]", "[data-asked]"),
    (
        "named",
        "#decks .likely [data-card=QH]",
        "[data-deck=save-without]",
    ),
];

async fn stages(lang: &str) {
    let (Some(script), Some(browser)) = (axe::script(), Browser::open(lang)) else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    browser.until("document.querySelector('#decks summary')");
    let loaded =
        "performance.getEntriesByType('resource').some(r => r.name.includes('host_decks'))";
    assert_eq!(
        browser.js(&format!("return {loaded}")),
        json!(false),
        "only when it is opened"
    );
    let mut found = Vec::new();
    let mut look = |stage: &str| {
        for scheme in ["dark", "light"] {
            browser.scheme(scheme);
            browser.still();
            let lines = axe::violations(&browser, &script);
            found.extend(lines.into_iter().map(|l| format!("{stage} {scheme}: {l}")));
            browser.js("document.querySelector('#decks').scrollIntoView()");
            browser.size((PHONE.0, 1700));
            browser.shot(&format!("deck_{stage}_{lang}_{scheme}"));
            browser.size(PHONE);
        }
        browser.fits("/host");
        let nameless = browser.js("return [...document.querySelectorAll('button, a, input, select')].filter(e => e.checkVisibility() && !(e.innerText || e.getAttribute('aria-label') || e.labels?.length || e.title)).length");
        assert_eq!(nameless, json!(0), "{stage} has a control without a name");
    };
    for (stage, tap, shows) in STAGES {
        if stage == "pictures" {
            browser.keys("#deck-name", "our deck");
        }
        browser.tap(tap);
        browser.until(&format!(
            "document.querySelector({shows:?})?.checkVisibility()"
        ));
        look(stage);
    }
    // A card that was taken for another one.
    browser.tap("[data-face='7C']");
    browser.until("document.querySelector('dialog .crop')?.naturalWidth > 0");
    look("dialog");
    browser.js("document.querySelector('dialog').close()");
    browser.tap("[data-deck=save-without]");
    browser.until("document.querySelectorAll('[data-weak] img').length === 4");
    look("saved");
    assert_eq!(found, [""; 0], "{lang}");
    // The name was made one that a file can have.
    browser.until("document.querySelector('#decks a[download]').download === 'our-deck.toml'");
    browser.tap("[data-deck=done]");
    browser.until("document.querySelector('#deck-begin')?.checkVisibility()");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_is_open_to_everybody_in_english() {
    stages("en").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_stage_is_open_to_everybody_in_korean() {
    stages("ko").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cant_be_used_is_said_and_nothing_is_lost() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: usize| {
        let path = folder.path().join(name);
        std::fs::write(&path, vec![b'x'; bytes]).expect("written");
        path.to_string_lossy().into_owned()
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    browser.tap("#decks summary");
    browser.keys("#deck-file", &file("letter.toml", 90));
    browser.shows("#decks .error", "That file is no deck of Pitboss.");
    browser.keys("#deck-file", &file("long.toml", 4_000_001));
    browser.shows("#decks .error", "too long");
    browser.keys("#deck-name", "a/b");
    browser.tap("#deck-begin");
    browser.shows("#decks .error", "A deck can't be called that.");
    browser.js("document.querySelector('#deck-name').value = ''");
    browser.keys("#deck-name", "mine");
    browser.tap("#deck-begin");
    browser.tap("[data-deck=take]");
    browser.tap("[data-way=photos]");
    browser.keys("#deck-pictures", &file("notes.jpg", 90));
    browser.shows(
        "#decks .error",
        "notes.jpg: That is no whole JPEG or PNG picture.",
    );
    browser.keys("#deck-pictures", &file("huge.jpg", 32_000_001));
    browser.shows("#decks .error", "huge.jpg: That file is too long.");
    browser.shows("#decks .deck-count", "30 of 32");
    // Given up only after a yes.
    browser.tap("#decks [data-deck=drop]");
    browser.tap("dialog .second");
    browser.until("!document.querySelector('dialog') && document.querySelector('#deck-pictures')");
    browser.tap("#decks [data-deck=drop]");
    browser.tap("dialog .danger");
    browser.until("document.querySelector('#deck-begin')?.checkVisibility()");
    let complaints = browser.complaints();
    let refusals = complaints
        .iter()
        .all(|c| c.contains("422") || c.contains("413"));
    assert!(refusals, "{complaints:?}");
}
