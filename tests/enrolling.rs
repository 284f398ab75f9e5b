//! A deck drawn by this project, its reds printed green, spread out before the simulated camera: enrolled, written, read back and used.
#![cfg(feature = "vision")]

mod spread;

use std::{path::Path, process::Command};

use pitboss::{
    card::{Card, Deck},
    cards::{
        DeckProfile, Reader,
        enrol::{By, Enrolment, Guide},
        still,
    },
    decks,
    frame::Frame,
};
use spread::{GREEN, Ink, ORANGE, spread, worn};

fn named(reader: &Reader, frame: &Frame) -> Vec<Card> {
    let seen = reader.read(frame).expect("reads");
    seen.sightings.iter().filter_map(|s| s.card).collect()
}

/// The short deck shown in three pictures, what stays open named by a person who sees it; the profile, and how many that were.
fn enrolled(reader: &Reader, ink: Ink) -> (DeckProfile, usize) {
    let mut enrolment = Enrolment::new(DeckProfile::french(), Deck::Short);
    let deck = Deck::Short.faces();
    for (seed, cards) in (1..).zip(deck.chunks(11)) {
        let n = enrolment
            .take(reader, &spread(seed, cards, ink))
            .expect("a picture");
        assert_eq!(
            n,
            cards.len(),
            "every card lies apart and is found, and nothing else"
        );
    }
    enrolment.eliminate();
    for open in enrolment.open() {
        // The pictures hold the deck in order.
        let own = deck.chunks(11).nth(open.picture).expect("a picture");
        let missing = enrolment.missing();
        let its = (open.choices.iter()).find(|c| own.contains(c) && missing.contains(c));
        enrolment.name(open.number, *its.expect("its name is among the choices"));
    }
    assert_eq!(enrolment.missing(), []);
    let profile = enrolment.profile(reader, "mine").expect("the nets run");
    (
        profile.expect("indices were read"),
        enrolment.named(By::Person),
    )
}

/// How many of 22 cards of the deck are named by that reader; none is named that doesn't lie there.
fn told(reader: &Reader, ink: Ink) -> usize {
    let deck = Deck::Short.faces();
    let each = [11u64, 12].map(|seed| {
        let lying = deck.iter().copied().skip(seed as usize % 5).step_by(3);
        let cards: Vec<Card> = lying.take(11).collect();
        let told = named(reader, &spread(seed, &cards, ink));
        assert!(
            told.iter().all(|c| cards.contains(c)),
            "{told:?} of {cards:?}"
        );
        told.len()
    });
    each.iter().sum()
}

#[test]
fn a_strange_deck_is_enrolled_written_and_used() {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let (profile, asked) = enrolled(&reader, ORANGE);
    assert!(asked <= 4, "{asked} had to be asked for");
    let text = profile.text().expect("an enrolled deck");
    assert!(text.len() < 500_000);
    let back = DeckProfile::parse(&text).expect("its own file");
    assert_eq!((back.name(), back.deck()), ("mine", Deck::Full));
    let (before, after) = (
        told(&reader, ORANGE),
        told(&Reader::new(back).expect("learns"), ORANGE),
    );
    assert!(
        after >= before && after >= 20,
        "{after} of 22 named, {before} before"
    );
}

#[test]
fn suits_that_are_read_alike_are_never_taken_for_each_other() {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let (profile, asked) = enrolled(&reader, GREEN);
    assert!(asked > 0, "the reader can't tell clubs from diamonds");
    assert!(told(&Reader::new(profile).expect("learns"), GREEN) >= 8);
}

/// Card by card: what can't be read is what was asked for, but only once; an empty table is no card.
#[test]
fn a_card_that_stays_is_not_taken_for_the_next() {
    let mut guide = decks::enrol("mine", "french", true).expect("begun");
    let wanted = |guide: &Guide| guide.wanted().expect("more are missing");
    let mut show = |frame: &Frame| guide.show_one(frame, true).expect("the nets run");
    assert_eq!(show(&spread(1, &[], ORANGE)), None);
    let cards: [Card; 3] = ["AC", "7C", "8C"].map(|c| c.parse().expect("a card"));
    let worn = |seed: u64, card: Card| worn(seed, &[card], &[card]);
    assert_eq!(show(&worn(1, cards[0])), Some(Some(cards[0])));
    for seed in [1, 1, 1] {
        assert_eq!(show(&worn(seed, cards[0])), None, "it still lies there");
    }
    assert_eq!(show(&spread(1, &cards[1..2], ORANGE)), Some(Some(cards[1])));
    assert_eq!(show(&worn(1, cards[2])), Some(Some(cards[2])));
    assert_ne!(wanted(&guide), cards[2]);
    assert_eq!(guide.pictures(), [1, 1, 1]);
}

fn pitboss(args: &[&str], data: &Path) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(args)
        .env("XDG_DATA_HOME", data)
        .output()
        .expect("runs");
    let text = |b: &[u8]| String::from_utf8_lossy(b).into_owned();
    (
        out.status.code().unwrap_or(-1),
        text(&out.stdout),
        text(&out.stderr),
    )
}

#[test]
fn the_command_writes_a_profile_that_deck_finds_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let faces = Deck::Short.faces();
    let picture = at("a.jpg");
    still::save(&spread(3, &faces[..10], ORANGE), Path::new(&picture)).expect("written");
    // Ten faces of 32: the others are listed, and the exit status says so.
    let run = |more: &[&str]| {
        let args = [&["enroll", "mine", "--short", "--json", &picture], more].concat();
        pitboss(&args, folder.path())
    };
    let (code, out, err) = run(&[]);
    assert_eq!(code, 1, "{err}");
    let last: serde_json::Value =
        serde_json::from_str(out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["deck"], "mine");
    assert!(
        last["missing"].as_array().is_some_and(|m| m.len() >= 22),
        "{last}"
    );
    assert!(folder.path().join("pitboss/decks/mine.toml").is_file());
    let (code, _, err) = run(&[]);
    assert_eq!(code, 2);
    assert!(err.contains("--force writes over it"), "{err}");
    assert_eq!(run(&["--force"]).0, 1);

    let (code, out, err) = pitboss(
        &["read", "--deck", "mine", "--json", &picture],
        folder.path(),
    );
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"card\":\""), "{out}");

    let bad = at("bad.toml");
    for (text, why) in [
        (
            "Dear sir",
            "it is no deck profile (it is not written in TOML)",
        ),
        ("name = \"x\"\n", "it has no line `pitboss_deck = 1`"),
        ("pitboss_deck = 7\n", "version 7"),
        ("pitboss_deck = 1\nname = \"x\"\n", "it is damaged"),
    ] {
        std::fs::write(&bad, text).expect("written");
        let (code, out, err) = pitboss(&["read", "--deck", &bad, &picture], folder.path());
        assert_eq!((code, out.as_str()), (2, ""), "{text}");
        assert!(err.contains(why) && err.lines().count() == 1, "{err}");
    }
    let (code, _, err) = pitboss(&["read", "--deck", "nobody", &picture], folder.path());
    assert_eq!(code, 2);
    assert!(err.contains("no deck `nobody`"), "{err}");
}

#[test]
fn bad_input_is_one_sentence_and_writes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = folder.path().join("text.txt");
    std::fs::write(&text, "no picture").expect("written");
    let text = text.to_string_lossy();
    for (args, why) in [
        (
            &["mine", "/nowhere/a.jpg"] as &[&str],
            "can't read the file",
        ),
        (&["mine", &text], "neither a JPEG nor a PNG picture"),
        (&["../mine", &text], "can't be a deck's name"),
        (&["french", &text], "a deck that the program brings along"),
        (&["mine", "--source", "97"], "no camera 97"),
    ] {
        let (code, out, err) = pitboss(&[&["enroll"], args].concat(), folder.path());
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains(why) && err.lines().count() == 1, "{err}");
    }
    assert_eq!(pitboss(&["enroll", "mine"], folder.path()).0, 2);
    assert!(!folder.path().join("pitboss").exists());
}
