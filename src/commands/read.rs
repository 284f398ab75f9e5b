//! `pitboss read`: picture files into one line each of the cards that lie there.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use serde_json::{Value, json};

use super::{PARTLY, records, unusable};
use crate::{
    cards::{Detailed, Reader, draw, still},
    decks,
    frame::Frame,
    sighting::{Observation, PicturePoint, Sighting},
};

/// Read the cards in still pictures (JPEG or PNG) of any size from any camera.
#[derive(clap::Args)]
#[command(
    after_help = "One line per picture, in order. A card that lies there but can't be told is reported unnamed, never guessed.\n\
                  Exit status: 0 all read, 1 a picture could not be read (its line says why), 2 the command line is unusable."
)]
pub struct Args {
    /// The deck: french, french-german (B D K), french-french (V D R), pairs, or a profile file
    #[arg(long, default_value = "french", value_name = "DECK")]
    deck: String,
    /// One JSON object per picture on standard output
    #[arg(long)]
    json: bool,
    /// Also write each picture into this folder with outlines, names, confidences, and what was rejected and why
    #[arg(long, value_name = "DIR")]
    draw: Option<PathBuf>,
    /// The pictures
    #[arg(required = true, value_name = "IMAGE")]
    images: Vec<PathBuf>,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let reader = match decks::named(&records::default_data(), &args.deck)
        .and_then(|d| Reader::new(d).map_err(|e| e.to_string()))
    {
        Ok(reader) => reader,
        Err(why) => return unusable(why),
    };
    if let Some(dir) = &args.draw
        && let Err(why) = std::fs::create_dir_all(dir)
    {
        return unusable(format!(
            "can't make the folder {}: {why}; name one that can be written",
            dir.display()
        ));
    }
    let mut partly = false;
    for (i, path) in args.images.iter().enumerate() {
        let read = read_one(&reader, path).and_then(|read| {
            drawn(args.draw.as_deref(), i, path, &read)?;
            Ok(read)
        });
        partly |= read.is_err();
        let line = match (&read, args.json) {
            (Ok(read), true) => read.json(path).to_string(),
            (Ok(read), false) => read.words(path),
            (Err(why), true) => json!({"file": path.to_string_lossy(), "error": why}).to_string(),
            (Err(why), false) => format!("{}: {why}", path.display()),
        };
        println!("{line}");
    }
    if partly {
        ExitCode::from(PARTLY)
    } else {
        ExitCode::SUCCESS
    }
}

/// One picture read.
pub(crate) struct ReadPicture {
    frame: Frame,
    detailed: Detailed,
    /// The reading without decoding the file.
    pub(crate) millis: f64,
}

/// Loads and reads one picture; the error is one sentence.
pub(crate) fn read_one(reader: &Reader, path: &Path) -> Result<ReadPicture, String> {
    let frame = still::load(path).map_err(|e| e.to_string())?;
    let start = Instant::now();
    let detailed = reader.read_detailed(&frame).map_err(|e| e.to_string())?;
    Ok(ReadPicture {
        frame,
        detailed,
        millis: start.elapsed().as_secs_f64() * 1000.0,
    })
}

fn drawn(dir: Option<&Path>, i: usize, path: &Path, read: &ReadPicture) -> Result<(), String> {
    let Some(dir) = dir else { return Ok(()) };
    let stem = path
        .file_stem()
        .map_or_else(|| i.to_string(), |s| s.to_string_lossy().into_owned());
    draw(
        &read.frame,
        &read.detailed,
        &dir.join(format!("{stem}.read.jpg")),
    )
    .map_err(|e| e.to_string())
}

impl ReadPicture {
    /// What was seen.
    pub(crate) fn observation(&self) -> &Observation {
        &self.detailed.observation
    }

    fn json(&self, path: &Path) -> Value {
        let cards: Vec<Value> = self.observation().sightings.iter().map(card).collect();
        json!({
            "file": path.to_string_lossy(), "width": self.frame.width, "height": self.frame.height,
            "face_down": self.observation().backs.len(), "millis": tenths(self.millis), "cards": cards,
        })
    }

    fn words(&self, path: &Path) -> String {
        let seen = self.observation();
        let mut line = format!("{}:", path.display());
        for s in &seen.sightings {
            let _ = match s.card {
                Some(card) => write!(line, " {card} ({:.1} %)", s.confidence * 100.0),
                None => write!(line, " ?{}", choices(s)),
            };
        }
        if seen.sightings.is_empty() {
            line.push_str(" no card");
        }
        if !seen.backs.is_empty() {
            let _ = write!(line, ", {} face down", seen.backs.len());
        }
        let _ = write!(line, " [{:.0} ms]", self.millis);
        line
    }
}

fn choices(s: &Sighting) -> String {
    let names: Vec<String> = s
        .choices
        .iter()
        .take(3)
        .map(|(card, _)| card.to_string())
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(" ({}?)", names.join(" or "))
    }
}

fn card(s: &Sighting) -> Value {
    let quad = s
        .corners
        .map(|q| q.map(|PicturePoint { x, y }| [tenths(x), tenths(y)]));
    let choices: Vec<Value> = s
        .choices
        .iter()
        .map(|&(card, p)| json!([card, rounded(p)]))
        .collect();
    json!({
        "card": s.card, "confidence": rounded(s.confidence), "quad": quad, "at": [tenths(s.anchor.x), tenths(s.anchor.y)],
        "signs": {"indices": s.signs.indices, "face": s.signs.face}, "choices": choices,
    })
}

/// A probability with four digits.
fn rounded(p: f32) -> f64 {
    (f64::from(p) * 1e4).round() / 1e4
}

fn tenths(v: f64) -> f64 {
    (v * 10.0).round() / 10.0
}
