//! A deck made known beside an evening, as the host's page does it: step by step, from files and from the camera, with whatever may go wrong.
#![cfg(feature = "vision")]

mod spread;

use std::{
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

use pitboss::{
    card::{Card, Deck},
    cards::{Reader, still},
    decks,
    evening::{Evening, Shared},
    frame::{At, Frame},
    journal::Journal,
    phones::{DeckRefusal, DeckTrouble, Decks as _, EnrolStep, Enrolling},
    play::GameName,
    rules,
};
use spread::{ORANGE, spread, worn};

/// A step may take so long on a machine that builds meanwhile.
const PATIENCE: Duration = Duration::from_secs(120);

fn evening(folder: &Path) -> Shared {
    let journal = Journal::open(&folder.join("journal.sqlite")).expect("opens");
    let evening = Evening::open(journal, None, &folder.join("evidence"), rules::open, false);
    Shared::new(evening.expect("it begins"))
}

fn begin(name: &str, over: bool) -> EnrolStep {
    EnrolStep::Begin {
        name: name.to_owned(),
        base: "french".to_owned(),
        short: true,
        over,
    }
}

/// The short deck in three pictures, two of its cards worn.
fn pictures() -> Vec<Frame> {
    let deck = Deck::Short.faces();
    let worn_out: [Card; 2] = ["QH", "KD"].map(|c| c.parse().expect("a card"));
    (1..)
        .zip(deck.chunks(11))
        .map(|(seed, cards)| worn(seed, cards, &worn_out))
        .collect()
}

fn jpeg(folder: &Path, frame: &Frame) -> Vec<u8> {
    let path = folder.join("picture.jpg");
    still::save(frame, &path).expect("written");
    std::fs::read(path).expect("read")
}

fn view(shared: &Shared) -> Enrolling {
    shared.enrolment().enrolling.expect("a deck was begun")
}

/// How far it is once nothing goes on any more.
fn done(shared: &Shared) -> Enrolling {
    let began = Instant::now();
    while view(shared).working {
        assert!(began.elapsed() < PATIENCE, "it never ends");
        sleep(Duration::from_millis(20));
    }
    view(shared)
}

fn why<T>(result: Result<T, DeckRefusal>) -> DeckTrouble {
    result.err().expect("refused").trouble
}

#[test]
fn pictures_and_answers_become_the_profile_that_the_terminal_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = evening(folder.path());
    shared.enrol(begin("mine", false)).expect("begun");
    let mut guide = decks::enrol("mine", "french", true).expect("the same");
    for (i, frame) in pictures().iter().enumerate() {
        let file = jpeg(folder.path(), frame);
        let taken = shared.enrol_picture(&file).expect("a picture");
        assert!(taken.enrolling.expect("begun").working);
        assert_eq!(why(shared.enrol(EnrolStep::Look)), DeckTrouble::NoPicture);
        let now = done(&shared);
        assert_eq!((now.failed, now.pictures.len()), (None, i + 1));
        guide
            .show(&still::decode(&file).expect("a picture"))
            .expect("read");
    }
    let now = view(&shared);
    assert_eq!((now.phase, now.question), ("pictures", None));
    assert!(now.open >= 2, "two cards are worn: {} are open", now.open);
    shared.enrol(EnrolStep::Settle).expect("settled");
    guide.settle();
    let mut asked = 0;
    while let Some(question) = view(&shared).question {
        let open = guide.question().expect("the same question");
        assert_eq!(open.number, question.number);
        assert!(
            shared
                .card_seen(question.number)
                .expect("its picture")
                .len()
                > 1_000
        );
        // What isn't a card of this deck changes nothing.
        let answer = |card: &str| EnrolStep::Answer {
            number: question.number,
            card: Some(card.to_owned()),
        };
        assert_eq!(why(shared.enrol(answer("2C"))), DeckTrouble::Card);
        assert_eq!(view(&shared).question.as_ref(), Some(&question));
        let card = question.choices[0].to_string();
        shared.enrol(answer(&card)).expect("answered");
        guide.answer(open.number, Some(&card)).expect("answered");
        asked += 1;
    }
    assert!((1..=4).contains(&asked), "{asked} questions");
    let seen = view(&shared).faces;
    assert!(seen.iter().all(|f| f.by.is_some()), "{seen:?}");
    assert!(seen.iter().any(|f| f.by == Some("told")));
    shared.enrol(EnrolStep::Save).expect("taken on");
    let saved = done(&shared);
    let tried = saved.saved.expect("saved");
    assert_eq!(
        (saved.phase, tried.plays),
        ("saved", false),
        "no game is played"
    );
    let written = shared.deck_file("mine").expect("a file");
    let enrolled = guide.finish().expect("a profile");
    assert_eq!(String::from_utf8(written).ok(), enrolled.profile.text());
    let weak: Vec<[Card; 2]> = enrolled.weak.iter().map(|&(a, b)| [a, b]).collect();
    assert_eq!(tried.weak, weak);

    assert_eq!(chosen(&shared), Some("mine".to_owned()));
    drop(shared);
    the_next_evening_reads_with_it(folder.path());
}

/// What games with French suits are read with.
fn chosen(shared: &Shared) -> Option<String> {
    shared.with(|e| e.decks().for_game(GameName::Mensch).0)
}

fn the_next_evening_reads_with_it(folder: &Path) {
    let later = evening(folder);
    assert_eq!(chosen(&later), Some("mine".to_owned()));
    let profile = decks::named(folder, "mine").expect("--deck mine");
    let reader = Reader::new(profile).expect("learns");
    let cards = &Deck::Short.faces()[3..14];
    let told = reader
        .read(&spread(9, cards, |red| [red / 6, red / 6, red]))
        .expect("reads");
    let told: Vec<Card> = told.sightings.iter().filter_map(|s| s.card).collect();
    assert!(
        told.len() >= 10 && told.iter().all(|c| cards.contains(c)),
        "{told:?}"
    );
    let listed = later.decks().expect("listed");
    assert_eq!((listed.french.as_str(), listed.decks.len()), ("mine", 1));
    assert_eq!(listed.decks[0].faces, 32);
}

#[test]
fn what_is_no_picture_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = evening(folder.path());
    let good = jpeg(
        folder.path(),
        &spread(1, &Deck::Short.faces()[..11], ORANGE),
    );
    assert_eq!(why(shared.enrol_picture(&good)), DeckTrouble::NotNow);
    for name in ["", "../mine", "a/b", "a b", ".", "french", &"x".repeat(41)] {
        assert_eq!(
            why(shared.enrol(begin(name, true))),
            DeckTrouble::Name,
            "{name}"
        );
    }
    shared.enrol(begin("mine", false)).expect("begun");
    assert_eq!(why(shared.enrol(EnrolStep::TakeBack)), DeckTrouble::NotNow);
    shared.enrol_picture(&good).expect("a picture");
    let before = done(&shared);
    assert_eq!(before.pictures, [11]);
    // A PNG's head that claims more pixels than anybody has.
    let mut huge = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x04\0\0\0\x04\0\0\x08\x02\0\0\0".to_vec();
    huge.extend([0; 64]);
    for bad in [&b"no picture"[..], &good[..good.len() / 2], &[], &huge] {
        assert_eq!(why(shared.enrol_picture(bad)), DeckTrouble::Picture);
        assert_eq!(view(&shared), before);
    }
    // A picture without cards is said, and forgotten.
    let empty = jpeg(folder.path(), &spread(4, &[], ORANGE));
    shared.enrol_picture(&empty).expect("a picture");
    let after = done(&shared);
    assert_eq!(after.failed.map(|f| f.error), Some("nothing_read"));
    assert_eq!(
        (after.pictures, after.faces),
        (before.pictures, before.faces)
    );
    shared.enrol(EnrolStep::TakeBack).expect("the picture");
    assert!(view(&shared).faces.iter().all(|f| f.by.is_none()));
    shared.enrol(EnrolStep::Save).expect("taken on");
    let failed = done(&shared).failed.expect("nothing to save");
    assert_eq!(failed.error, "nothing_read");
    assert!(!folder.path().join("decks").exists());
    shared.enrol(EnrolStep::Drop).expect("given up");
    assert_eq!(shared.enrolment().enrolling, None);
}

#[test]
fn the_camera_shows_cards_spread_out_or_one_by_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = evening(folder.path());
    shared.enrol(begin("mine", false)).expect("begun");
    assert_eq!(why(shared.enrol(EnrolStep::Look)), DeckTrouble::NoPicture);
    assert_eq!(
        why(shared.enrol(EnrolStep::Watch { on: true })),
        DeckTrouble::NoPicture
    );
    let mut clock = 0;
    let mut show = |frame: &Frame| {
        clock += 150;
        let frame = Frame {
            at: At(clock),
            ..frame.clone()
        };
        shared.with(|e| e.saw_frame(&frame));
    };
    let deck = Deck::Short.faces();
    show(&spread(1, &deck[..11], ORANGE));
    shared.enrol(EnrolStep::Look).expect("looked at");
    assert_eq!(done(&shared).pictures, [11]);
    let wanted = view(&shared).wanted.expect("more are missing");
    show(&spread(2, &[], ORANGE));
    shared
        .enrol(EnrolStep::Watch { on: true })
        .expect("watched");
    let mut shown_now = |card: Card| {
        let frame = spread(3, &[card], ORANGE);
        let (began, before) = (Instant::now(), view(&shared).pictures.len());
        while view(&shared).pictures.len() == before {
            assert!(began.elapsed() < PATIENCE, "{card} is never taken");
            show(&frame);
            sleep(Duration::from_millis(100));
        }
    };
    shown_now(wanted);
    let next = view(&shared).wanted.expect("more are missing");
    assert_ne!(next, wanted);
    shown_now(next);
    let now = view(&shared);
    assert_eq!(now.pictures, [11, 1, 1]);
    for card in [wanted, next] {
        let face = now.faces.iter().find(|f| f.card == card).expect("a face");
        assert!(face.by.is_some(), "{card}");
    }
    shared.enrol(EnrolStep::TakeBack).expect("the last card");
    assert_eq!(view(&shared).wanted, Some(next));
    shared
        .enrol(EnrolStep::Watch { on: false })
        .expect("called off");
    assert!(!view(&shared).watching);
}

#[test]
fn a_file_from_elsewhere_is_kept_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let shared = evening(folder.path());
    let mut guide = decks::enrol("attic", "french", true).expect("begun");
    guide
        .show(&spread(1, &Deck::Short.faces()[..11], ORANGE))
        .expect("read");
    let text = guide
        .finish()
        .expect("a profile")
        .profile
        .text()
        .expect("its file");
    assert_eq!(
        shared.keep_deck(text.as_bytes(), false),
        Ok("attic".to_owned())
    );
    assert_eq!(shared.deck_file("attic"), Ok(text.clone().into_bytes()));
    assert_eq!(
        why(shared.keep_deck(text.as_bytes(), false)),
        DeckTrouble::Exists
    );
    assert_eq!(
        shared.keep_deck(text.as_bytes(), true),
        Ok("attic".to_owned())
    );
    assert_eq!(
        why(shared.enrol(begin("attic", false))),
        DeckTrouble::Exists
    );
    let renamed = |name: &str| text.replacen("\"attic\"", &format!("\"{name}\""), 1);
    for (file, trouble) in [
        (renamed("../attic"), DeckTrouble::Name),
        (renamed("pairs"), DeckTrouble::Name),
        ("Dear sir".to_owned(), DeckTrouble::Profile),
        (text[..text.len() / 2].to_owned(), DeckTrouble::Profile),
        ("x".repeat(5_000_000), DeckTrouble::Profile),
    ] {
        assert_eq!(why(shared.keep_deck(file.as_bytes(), true)), trouble);
    }
    assert_eq!(
        why(shared.keep_deck(&[0xff; 90], true)),
        DeckTrouble::Profile
    );
    let kept: Vec<_> = std::fs::read_dir(folder.path().join("decks"))
        .expect("a folder")
        .collect();
    assert_eq!(kept.len(), 1, "nothing else was written");

    let now = || shared.decks().expect("listed");
    assert_eq!(
        (now().french.as_str(), now().pairs.as_str()),
        ("attic", "pairs")
    );
    shared.use_deck("french-german").expect("a built-in one");
    assert_eq!(now().french, "french-german");
    shared.use_deck("attic").expect("the kept one");
    assert_eq!(now().french, "attic");
    for name in ["nobody", "../journal", "/etc/passwd", "decks/attic.toml"] {
        assert_eq!(why(shared.use_deck(name)), DeckTrouble::NotFound, "{name}");
        assert_eq!(why(shared.deck_file(name)), DeckTrouble::NotFound, "{name}");
    }
    assert_eq!(now().french, "attic");
}
