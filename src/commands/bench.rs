//! `pitboss bench read`: labelled pictures into figures: how many cards come out right, wrong, missed and asked, per set.
//! `pitboss bench sweep`: the same for pictures of the simulated table in ever worse light, blur, slant.

mod sweep;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::ExitCode,
};

use serde::Deserialize;
use serde_json::json;

use super::{
    PARTLY,
    read::{ReadPicture, read_one},
    records, unusable,
};
use crate::{card::Card, cards::Reader, decks};

/// Measure the reader on labelled material.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Score the reading of still pictures
    Read(ReadArgs),
    /// Score the reading of simulated tables that get worse step by step
    Sweep(sweep::SweepArgs),
}

/// Labels: JSON lines with `file` (beside the labels), `set`, `cards` (each with `card`), and perhaps `optional` and `face_down`.
#[derive(clap::Args)]
struct ReadArgs {
    /// The labels
    labels: PathBuf,
    /// The deck; without it pictures whose labels are numerals are read as Pairs, others as french
    #[arg(long, value_name = "DECK")]
    deck: Option<String>,
    /// Only pictures of this set
    #[arg(long, value_name = "SET")]
    set: Option<String>,
    /// Name the first N pictures with a wrong card
    #[arg(long, default_value_t = 0, value_name = "N")]
    list: usize,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let done = match &args.what {
        What::Read(args) => bench(args),
        What::Sweep(args) => sweep::run(args),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(PARTLY),
        Err(why) => unusable(why),
    }
}

/// What lies in one picture.
#[derive(Deserialize)]
pub struct Label {
    file: PathBuf,
    #[serde(default)]
    set: String,
    cards: Vec<LabelCard>,
    #[serde(default)]
    optional: Vec<Card>,
    face_down: Option<usize>,
}

#[derive(Deserialize)]
struct LabelCard {
    card: Card,
}

/// Cards counted by face.
type Bag = BTreeMap<Card, usize>;

fn bag(cards: impl Iterator<Item = Card>) -> Bag {
    let mut bag = Bag::new();
    cards.for_each(|c| *bag.entry(c).or_default() += 1);
    bag
}

/// What of `a` is not in `b`.
fn minus(a: &Bag, b: &Bag) -> Bag {
    a.iter()
        .map(|(&c, &n)| (c, n.saturating_sub(b.get(&c).copied().unwrap_or(0))))
        .filter(|&(_, n)| n > 0)
        .collect()
}

fn total(bag: &Bag) -> usize {
    bag.values().sum()
}

/// One set's counts.
#[derive(Clone, Default, Debug, PartialEq)]
struct Score {
    photos: usize,
    cards: usize,
    right: usize,
    wrong: usize,
    missed: usize,
    asked: usize,
    exact: usize,
    unread: usize,
    back_photos: usize,
    backs_exact: usize,
}

impl Score {
    /// Adds one picture: what the label says against the names read, the cards left unnamed and the backs; `None` where it could not be read.
    fn add(&mut self, label: &Label, read: Option<(&[Card], usize, usize)>) -> Bag {
        let truth = bag(label.cards.iter().map(|c| c.card));
        let (named, asked, backs) = read.unwrap_or((&[], 0, 0));
        let named = bag(named.iter().copied());
        let wrong = minus(&minus(&named, &truth), &bag(label.optional.iter().copied()));
        let missed = total(&minus(&truth, &named));
        self.photos += 1;
        self.cards += total(&truth);
        self.right += total(&truth) - missed;
        self.wrong += total(&wrong);
        self.missed += missed;
        self.asked += asked.min(missed);
        self.exact += usize::from(missed == 0 && wrong.is_empty());
        self.unread += usize::from(read.is_none());
        if let (Some(n), Some(_)) = (label.face_down, read) {
            self.back_photos += 1;
            self.backs_exact += usize::from(n == backs);
        }
        wrong
    }

    fn line(&self, name: &str) -> String {
        let part = |n: usize| 100.0 * n as f64 / self.cards.max(1) as f64;
        let mut line = format!(
            "{name:14} photos {:4}  cards {:5}  right {:6.2}%  wrong {:6.2}%  missed {:6.2}% (asked {:5.2}%)  exact {:6.2}%  unread {}",
            self.photos,
            self.cards,
            part(self.right),
            part(self.wrong),
            part(self.missed),
            part(self.asked),
            100.0 * self.exact as f64 / self.photos.max(1) as f64,
            self.unread
        );
        if self.back_photos > 0 {
            line.push_str(&format!(
                "  backs {}/{}",
                self.backs_exact, self.back_photos
            ));
        }
        line
    }
}

fn bench(args: &ReadArgs) -> Result<bool, String> {
    let path = args.labels.display();
    let text = std::fs::read_to_string(&args.labels)
        .map_err(|e| format!("can't read the labels {path}: {e}"))?;
    let labels = labels(&text).map_err(|why| format!("{path} {why}"))?;
    let beside = args.labels.parent().unwrap_or(Path::new("."));
    let reader = |name: &str| {
        decks::named(&records::default_data(), name)
            .and_then(|d| Reader::new(d).map_err(|e| e.to_string()))
    };
    let (usual, pairs) = (
        reader(args.deck.as_deref().unwrap_or("french"))?,
        reader(args.deck.as_deref().unwrap_or("pairs"))?,
    );
    let mut sets: BTreeMap<&str, Score> = BTreeMap::new();
    let mut all = Score::default();
    let mut millis = Vec::new();
    let mut listed = 0;
    for label in labels
        .iter()
        .filter(|l| args.set.as_ref().is_none_or(|s| *s == l.set))
    {
        let numerals =
            label.cards.iter().all(|c| c.card.pairs().is_some()) && !label.cards.is_empty();
        let read = read_one(
            if numerals { &pairs } else { &usual },
            &beside.join(&label.file),
        );
        if let Err(why) = &read {
            eprintln!("pitboss: {}: {why}", label.file.display());
        }
        millis.extend(read.as_ref().ok().map(|r| r.millis));
        let counts = read.as_ref().ok().map(counts);
        let told = counts
            .as_ref()
            .map(|(named, asked, backs)| (named.as_slice(), *asked, *backs));
        sets.entry(&label.set).or_default().add(label, told);
        let wrong = all.add(label, told);
        if !wrong.is_empty() && listed < args.list {
            listed += 1;
            let names: Vec<String> = wrong.keys().map(ToString::to_string).collect();
            println!(
                "wrong: {} named but not there: {}",
                label.file.display(),
                names.join(" ")
            );
        }
    }
    println!("{}", all.line("ALL"));
    sets.iter()
        .for_each(|(name, score)| println!("{}", score.line(name)));
    println!("{}", summary(&all, &mut millis));
    Ok(all.unread == 0)
}

/// Labels of pictures, one JSON object a line.
///
/// # Errors
/// The first line that is none, and why.
pub fn labels(text: &str) -> Result<Vec<Label>, String> {
    let parse = |(i, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|e| format!("line {}: {e}", i + 1))
    };
    text.lines()
        .enumerate()
        .filter(|(_, l)| !l.trim().is_empty())
        .map(parse)
        .collect()
}

/// The names, how many cards were left unnamed, and the backs.
fn counts(read: &ReadPicture) -> (Vec<Card>, usize, usize) {
    let seen = read.observation();
    let named: Vec<Card> = seen.sightings.iter().filter_map(|s| s.card).collect();
    let asked = seen.sightings.len() - named.len();
    (named, asked, seen.backs.len())
}

fn summary(all: &Score, millis: &mut [f64]) -> serde_json::Value {
    millis.sort_by(f64::total_cmp);
    let part = |n: usize, of: usize| (1e5 * n as f64 / of.max(1) as f64).round() / 1e5;
    json!({
        "photos": all.photos, "cards": all.cards, "right": part(all.right, all.cards), "wrong": part(all.wrong, all.cards),
        "missed": part(all.missed, all.cards), "exact": part(all.exact, all.photos), "unread": all.unread,
        "median_ms": millis.get(millis.len() / 2).map(|m| (m * 100.0).round() / 100.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(label: &str, read: Option<(&str, usize, usize)>) -> Score {
        let label: Label = serde_json::from_str(label).expect("a label");
        let mut score = Score::default();
        let named: Vec<Card> = read
            .iter()
            .flat_map(|r| r.0.split_whitespace())
            .map(|c| c.parse().expect("a card"))
            .collect();
        score.add(&label, read.map(|r| (named.as_slice(), r.1, r.2)));
        score
    }

    #[test]
    fn cards_are_compared_as_multisets() {
        let label = r#"{"file":"a.jpg","cards":[{"card":"QH"},{"card":"2S"}],"optional":["7D"],"face_down":1}"#;
        let s = scored(label, Some(("QH 7D 3C", 2, 1)));
        assert_eq!(
            (
                s.cards,
                s.right,
                s.wrong,
                s.missed,
                s.asked,
                s.exact,
                s.backs_exact
            ),
            (2, 1, 1, 1, 1, 0, 1)
        );
        let s = scored(label, Some(("2S QH", 0, 3)));
        assert_eq!(
            (s.right, s.wrong, s.exact, s.back_photos, s.backs_exact),
            (2, 0, 1, 1, 0)
        );
        let s = scored(label, None);
        assert_eq!((s.missed, s.unread, s.back_photos), (2, 1, 0));
        let s = scored(
            r#"{"file":"p.jpg","cards":[{"card":"7"},{"card":"7"}]}"#,
            Some(("7 7 7", 0, 0)),
        );
        assert_eq!((s.right, s.wrong), (2, 1));
    }
}
