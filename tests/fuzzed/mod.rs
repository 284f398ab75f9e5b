//! What a fuzzer throws at every parser and at the event fold: bytes into a call that ends in a value or in one clear error. Short runs are in
//! `tests/fuzz_short.rs`, long ones under `fuzz/` (`make fuzz`).

#![allow(dead_code)] // the fuzzer has its own seeds on the disk

pub(crate) mod seeds;

use std::fmt::{Debug, Display};

use pitboss::{
    card::{Card, Rank, Suit},
    commands::judge,
    event::Entry,
    frame::At,
    line::{from_line, line},
    placement::Placement,
    play::{GameName, Zone},
    plays::Layout,
    rules::{self, options::HouseRules},
    seat::{Seat, Seating},
    table::Table,
};
#[cfg(feature = "vision")]
use pitboss::{
    cards::{DeckProfile, still},
    commands::bench,
};

use super::evenings::{Chance, games};

/// One thing that reads bytes from elsewhere.
pub(crate) type Target = fn(&[u8]);

/// All of them by name.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("notation", notation),
    ("judge", judge),
    ("lines", lines),
    ("fold", fold),
    ("layout", layout),
    ("placement", placement),
    ("rules", house_rules),
    ("journal", journal),
    #[cfg(feature = "vision")]
    ("deck", deck),
    #[cfg(feature = "vision")]
    ("labels", labels),
    #[cfg(feature = "vision")]
    ("picture", picture),
];

/// An error that a person can read: a few lines at most, and never a dump of what was given.
fn clear(why: &impl Display) {
    let why = why.to_string();
    assert!(!why.trim().is_empty(), "an error that says nothing");
    assert!(why.chars().count() < 2_000, "an endless error: {why}");
}

/// What parses is written as it is read.
fn there_and_back<T: std::str::FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
    match text.parse::<T>() {
        Ok(value) => {
            let again = value.to_string().parse::<T>();
            assert!(
                again.is_ok_and(|a| a == value),
                "{text:?} is read as {value:?}, and then not again"
            );
        }
        Err(why) => clear(&why),
    }
}

/// Cards, seats, zones, games, seatings.
pub(crate) fn notation(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    there_and_back::<Card>(&text);
    there_and_back::<Suit>(&text);
    there_and_back::<Rank>(&text);
    there_and_back::<Seat>(&text);
    there_and_back::<Zone>(&text);
    there_and_back::<GameName>(&text);
    if let Err(why) = text.parse::<Seating>() {
        clear(&why);
    }
}

/// A file of worked positions.
pub(crate) fn judge(bytes: &[u8]) {
    match judge::answers(&String::from_utf8_lossy(bytes)) {
        Ok(answers) => assert!(
            answers
                .iter()
                .all(|a| a.get("result").is_some() != a.get("error").is_some())
        ),
        Err(why) => clear(&why),
    }
}

/// A record's lines, as an import takes them, through the fold; what it took folds to the same again.
pub(crate) fn lines(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut table = Table::new(rules::open);
    for text in text.lines().take(200) {
        let Ok(value) = serde_json::from_str(text) else {
            continue;
        };
        match from_line(&value, table.seating()) {
            Ok(Some(Entry { at, event, .. })) => {
                if let Err(why) = table.take(at, event) {
                    clear(&why);
                }
            }
            Ok(None) => {}
            Err(why) => clear(&why),
        }
    }
    same_again(&table);
}

/// A deal of one of the games of which facts are lost, doubled and swapped, while a host corrects it.
pub(crate) fn fold(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else {
        return;
    };
    let game = GameName::ALL[usize::from(first) % GameName::ALL.len()];
    let mut table = Table::new(rules::open);
    for event in games::opening(game) {
        table.take(At(0), event).expect("it begins");
    }
    let dealer = games::seating(game).seats().next().expect("somebody");
    let mut facts = games::deal(game, u64::from(first) / 3, dealer);
    facts.reverse();
    let mut at = 0;
    for pair in rest.chunks_exact(2).take(300) {
        at += 1;
        let event = match (pair[0] % 8, facts.pop()) {
            (0, _) => games::interference(game, &mut Chance(at << 8 | u64::from(pair[1])), &table),
            (1, Some(_)) => continue,
            (2, Some(fact)) => {
                facts.push(fact.clone());
                fact
            }
            (3, Some(fact)) => {
                let at = facts.len().saturating_sub(1 + usize::from(pair[1]) % 8);
                facts.insert(at, fact);
                continue;
            }
            (_, Some(fact)) => fact,
            (_, None) => break,
        };
        if let Err(why) = table.take(At(at * 100), event) {
            clear(&why);
        }
    }
    same_again(&table);
}

/// The record folds to what was told, and its lines are read back as its facts.
fn same_again(table: &Table) {
    let again = Table::replay(rules::open, table.entries().iter().cloned());
    let again =
        again.unwrap_or_else(|differs| panic!("its own record is told differently: {differs}"));
    assert_eq!(again.board(), table.board());
    for entry in table.entries().iter().filter(|e| !e.event.is_told()) {
        let written = line(entry, None, |_| String::new());
        assert!(from_line(&written, None).is_ok(), "{written}");
    }
}

/// A table's layout, for each game.
pub(crate) fn layout(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for game in GameName::ALL {
        if let Err(why) = Layout::parse(&text, game) {
            clear(&why);
        }
    }
}

/// The table's tapped corners; what is taken is written as it is read.
pub(crate) fn placement(bytes: &[u8]) {
    match Placement::parse(&String::from_utf8_lossy(bytes)) {
        Ok(placement) => {
            let text = placement.text();
            let again = Placement::parse(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
            assert_eq!(again.text(), text);
        }
        Err(why) => clear(&why),
    }
}

/// House rules.
pub(crate) fn house_rules(bytes: &[u8]) {
    if let Err(why) = String::from_utf8_lossy(bytes).parse::<HouseRules>() {
        clear(&why);
    }
}

/// A journal's file.
pub(crate) fn journal(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("journal.sqlite");
    std::fs::write(&path, bytes).expect("written");
    let read = || -> Result<(), pitboss::journal::JournalError> {
        let journal = pitboss::journal::Journal::read(&path)?;
        for row in journal.evenings()? {
            // A record that can't be folded is told, not taken.
            if let Err(differs) = Table::replay(rules::open, journal.entries(row.id)?) {
                clear(&differs);
            }
        }
        Ok(())
    };
    if let Err(why) = read() {
        clear(&why);
    }
}

/// An enrolled deck's file.
#[cfg(feature = "vision")]
pub(crate) fn deck(bytes: &[u8]) {
    match DeckProfile::parse(&String::from_utf8_lossy(bytes)) {
        Ok(deck) => {
            let text = deck.text().expect("an enrolled deck has a file");
            assert!(DeckProfile::parse(&text).is_ok(), "{text}");
        }
        Err(why) => clear(&why),
    }
}

/// Labels of pictures.
#[cfg(feature = "vision")]
pub(crate) fn labels(bytes: &[u8]) {
    if let Err(why) = bench::labels(&String::from_utf8_lossy(bytes)) {
        clear(&why);
    }
}

/// A picture's bytes: a file's, a phone's, one of a stream's.
#[cfg(feature = "vision")]
pub(crate) fn picture(bytes: &[u8]) {
    match still::decode(bytes) {
        Ok(frame) => assert_eq!(
            frame.pixels.len(),
            (frame.width * frame.height * 3) as usize
        ),
        Err(why) => clear(&why),
    }
}
