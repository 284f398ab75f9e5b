//! A host makes the simulated table's own deck known on the page, from photographs to the file that travels: without a word read before, on a
//! phone, in both languages; afterwards the table reads with it.
#![cfg(feature = "vision")]

#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;

#[path = "fake/program.rs"]
mod program;
mod spread;

use std::{
    path::Path,
    sync::Mutex,
    thread::sleep,
    time::{Duration, Instant},
};

use chrome::{Browser, PHONE};
use pitboss::{
    card::{Card, Deck},
    cards::still,
};
use program::Program;
use serde_json::json;
use spread::worn;

/// The short deck in three pictures, two of its cards worn: where they lie.
fn photographs(folder: &Path) -> Vec<String> {
    let deck = Deck::Short.faces();
    let worn_out: [Card; 2] = ["QH", "KD"].map(|c| c.parse().expect("a card"));
    let picture = |(seed, cards): (u64, &[Card])| {
        let path = folder.join(format!("spread_{seed}.jpg"));
        still::save(&worn(seed, cards, &worn_out), &path).expect("written");
        path.to_string_lossy().into_owned()
    };
    (1..).zip(deck.chunks(11)).map(picture).collect()
}

/// A picture of cards, or a deck's self-test, may take so long on a machine that builds meanwhile.
const READING: Duration = Duration::from_secs(240);

/// Waits until what the reader works on shows.
fn read(browser: &Browser, what: &str) {
    let began = Instant::now();
    while browser.js(&format!("return Boolean({what})")) != json!(true) {
        assert!(
            began.elapsed() < READING,
            "never read: {what}\n{}",
            browser.text("#decks")
        );
        sleep(Duration::from_millis(200));
    }
}

fn shots(browser: &Browser, name: &str) {
    browser.size((PHONE.0, 1500));
    for scheme in ["dark", "light"] {
        browser.scheme(scheme);
        browser.js("document.querySelector('#decks').scrollIntoView()");
        browser.shot(&format!("enrol_{name}_{scheme}"));
    }
    browser.size(PHONE);
    browser.fits("/host");
}

fn a_deck_is_made_known(lang: &str, trying: &str, reads: &str) {
    let Some(host) = Browser::open(lang) else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let photographs = photographs(folder.path());
    let mut evening = Program::start("demo:7", "none");
    let pin = evening.pin();
    host.size(PHONE);
    host.goto(&format!("http://{}/host#decks", evening.address));
    host.keys("#pin", &pin);
    host.tap("form .act");
    host.until("document.querySelector('[data-reading]')?.dataset.reading === 'french'");
    shots(&host, &format!("home_{lang}"));
    host.keys("#deck-name", "mine");
    host.tap("#deck-begin");
    cards_are_shown(&host, &photographs, lang);
    what_is_open_is_answered(&host, lang);
    host.tap("[data-deck=save]:not(:disabled)");
    host.shows("#decks .deck-next", trying);
    read(
        &host,
        "document.querySelector('#deck-step').dataset.stage === 'saved'",
    );
    host.shows("#decks .deck-next", reads);
    shots(&host, &format!("saved_{lang}"));

    let kept = std::fs::read_to_string(evening.data.path().join("decks/mine.toml"));
    let kept = kept.expect("it is kept");
    the_file_travels(&host, &kept);
    the_table_reads_with_it(&host, lang);
    // From elsewhere: the same file under another name.
    let elsewhere = folder.path().join("attic.toml");
    std::fs::write(&elsewhere, kept.replacen("\"mine\"", "\"attic\"", 1)).expect("written");
    host.keys("#deck-file", &elsewhere.to_string_lossy());
    host.until("document.querySelector('#deck-used')?.value === 'attic'");
    read(
        &host,
        "document.querySelector('[data-reading]')?.dataset.reading === 'attic'",
    );
    assert_eq!(host.complaints(), [""; 0]);
}

/// The camera's picture shows; the photographs come from the phone.
fn cards_are_shown(host: &Browser, photographs: &[String], lang: &str) {
    host.until("document.querySelector('#decks .eye')?.naturalWidth === 1280");
    shots(host, &format!("camera_{lang}"));
    host.tap("[data-way=photos]");
    host.keys("#deck-pictures", &photographs[..2].join("\n"));
    read(
        host,
        "document.querySelectorAll('[data-face]').length >= 18",
    );
    read(
        host,
        "document.querySelector('#deck-pictures:not(:disabled)')",
    );
    shots(host, &format!("half_{lang}"));
    host.keys("#deck-pictures", &photographs[2]);
    read(
        host,
        "document.querySelectorAll('[data-face]').length >= 29",
    );
    read(
        host,
        "document.querySelector('[data-deck=settle]:not(:disabled)')",
    );
    host.tap("[data-deck=settle]");
}

fn what_is_open_is_answered(host: &Browser, lang: &str) {
    let mut asked = 0;
    host.until("document.querySelector('[data-asked], [data-deck=save]')");
    while let Some(number) = host
        .js("return document.querySelector('[data-asked]')?.dataset.asked")
        .as_str()
    {
        host.until("document.querySelector('[data-asked]').naturalWidth > 0");
        if asked == 0 {
            shots(host, &format!("asked_{lang}"));
        }
        asked += 1;
        host.tap("#decks .pick");
        host.until(&format!(
            "document.querySelector('[data-asked]')?.dataset.asked !== {number:?}"
        ));
    }
    assert!(asked > 0, "two cards are worn");
    host.until("document.querySelectorAll('[data-face]').length === 32");
}

/// The file that travels is the one that --deck finds.
fn the_file_travels(host: &Browser, kept: &str) {
    let got = host.js_later("fetch(document.querySelector('#decks a[download]').href).then(r => r.text()).then(arguments[0])");
    assert_eq!(got, json!(kept));
    assert!(kept.contains("name = \"mine\"") && kept.matches("[[face]]").count() >= 32);
}

/// The running table reads with it, and goes on seeing cards.
fn the_table_reads_with_it(host: &Browser, lang: &str) {
    host.tap("[data-deck=done]");
    read(
        host,
        "document.querySelector('[data-reading]')?.dataset.reading === 'mine'",
    );
    let seq = host
        .js("return Number(document.body.dataset.seq)")
        .as_u64()
        .expect("a number");
    read(
        host,
        &format!(
            "[...document.querySelectorAll('#fix li[data-seq]')].some(li => Number(li.dataset.seq) > {seq} && li.querySelector('[data-shows]'))"
        ),
    );
    shots(host, &format!("after_{lang}"));
}

/// One at a time: each runs a table that is read as it goes.
static ONE: Mutex<()> = Mutex::new(());

#[test]
fn a_deck_is_made_known_in_english() {
    let _alone = ONE.lock();
    a_deck_is_made_known(
        "en",
        "Trying how well",
        "The table is read with it from now on.",
    );
}

#[test]
fn a_deck_is_made_known_in_korean() {
    let _alone = ONE.lock();
    a_deck_is_made_known(
        "ko",
        "시험하고 있습니다",
        "이제 이 덱으로 테이블을 읽습니다.",
    );
}
