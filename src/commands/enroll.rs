//! `pitboss enroll`: a real deck, spread out in a few pictures or shown card by card, into a profile that the reader knows it by.

use std::{
    io::{self, BufRead as _, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use serde_json::json;

use super::{PARTLY, records, unusable};
use crate::{
    camera::{self, Grab, Grabber, Kind, Lull},
    card::Card,
    cards::{
        enrol::{Enrolled, Guide, Open},
        still,
    },
    decks,
    words::{self, Lang},
};

/// Make a deck known to the reader: from pictures of it spread out, or from a camera, card by card.
#[derive(clap::Args)]
#[command(
    after_help = "Lay the cards face up, flat and apart on a table of one colour, as many as fit; two to five pictures hold a deck.\n\
                  What can't be read is named by what is left, where that is clear; else the terminal asks.\n\
                  Exit status: 0 every face was seen, 1 some are missing (the profile holds the others), 2 the command line or a file is unusable."
)]
pub struct Args {
    /// What to call the deck; `--deck NAME` finds it afterwards
    name: String,
    /// The deck that it is lettered like: french, french-german (B D K), french-french (V D R) or pairs
    #[arg(long, default_value = "french", value_name = "DECK")]
    deck: String,
    /// It has only the 32 cards from seven to ace
    #[arg(long)]
    short: bool,
    /// A camera number, a stream or a video in which the cards are shown one at a time, or a folder of pictures
    #[arg(long, value_name = "SRC", required_unless_present = "pictures")]
    source: Option<String>,
    /// Write the profile here, not among the data
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write over a profile that is there
    #[arg(long)]
    force: bool,
    /// The data folder
    #[arg(long, default_value_os_t = records::default_data(), value_name = "DIR")]
    data: PathBuf,
    /// The language of the sentences: en or ko
    #[arg(long, default_value = "en")]
    lang: String,
    /// One JSON object per picture and one of the whole on standard output; nothing is asked
    #[arg(long)]
    json: bool,
    /// Pictures (JPEG or PNG) of the deck spread out
    #[arg(value_name = "PICTURE", conflicts_with = "source")]
    pictures: Vec<PathBuf>,
}

/// How long a camera may be silent.
const SILENCE: Duration = Duration::from_millis(1_500);

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match Desk::new(args).and_then(Desk::enrol) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(PARTLY),
        Err(why) => unusable(why),
    }
}

/// One enrolment with whom it talks to.
struct Desk<'a> {
    args: &'a Args,
    lang: Lang,
    /// Whether somebody can be asked.
    asks: bool,
    path: PathBuf,
    guide: Guide,
}

impl<'a> Desk<'a> {
    fn new(args: &'a Args) -> Result<Self, String> {
        let lang = args.lang.parse().map_err(text)?;
        let guide = decks::enrol(&args.name, &args.deck, args.short).map_err(text)?;
        let place = || decks::place(&args.data, &args.name);
        let path = args.out.clone().unwrap_or_else(place);
        if path.exists() && !args.force {
            return Err(format!(
                "there is a profile at {} already: --force writes over it",
                path.display()
            ));
        }
        Ok(Self {
            args,
            lang,
            asks: !args.json && io::stdin().is_terminal() && io::stdout().is_terminal(),
            path,
            guide,
        })
    }

    fn enrol(mut self) -> Result<bool, String> {
        let folder = |s: &&String| Path::new(s.as_str()).is_dir();
        match &self.args.source {
            None => {
                for path in &self.args.pictures {
                    self.picture(path)?;
                }
            }
            Some(source) if folder(&source) => {
                for path in pictures_of(Path::new(source))? {
                    self.picture(&path)?;
                }
            }
            Some(source) => self.card_by_card(source)?,
        }
        self.guide.settle();
        self.ask_for_the_rest()?;
        self.finish()
    }

    /// Takes in a picture of cards spread out.
    fn picture(&mut self, path: &Path) -> Result<(), String> {
        let named = |e: String| format!("{}: {e}", path.display());
        let frame = still::load(path).map_err(|e| named(e.to_string()))?;
        let shown = self.guide.show(&frame);
        let n = shown.map_err(|e| named(e.to_string()))?;
        let file = path.display().to_string();
        if self.args.json {
            println!("{}", json!({"file": file, "cards": n}));
        } else {
            self.say("enroll-picture", &[("file", file), ("n", n.to_string())]);
        }
        Ok(())
    }

    /// Takes in what a camera or a video shows whenever it lies still, and says which card to show next.
    fn card_by_card(&mut self, source: &str) -> Result<(), String> {
        let (opened, kind) = camera::open(source).map_err(text)?;
        let mut grabber = match kind {
            Kind::Recorded => Grabber::every(opened),
            Kind::Live => {
                let name = source.to_owned();
                Grabber::newest(opened, Box::new(move || camera::open(&name).map(|s| s.0)))
            }
        };
        let mut lull = Lull::default();
        self.next_wanted(kind);
        loop {
            let frame = match grabber.next(SILENCE) {
                Grab::Frame(frame) => frame,
                Grab::Nothing { .. } => continue,
                Grab::End => return Ok(()),
                Grab::Failed(why) => return Err(why.to_string()),
            };
            if !lull.new_scene(&frame).map_err(text)? {
                continue;
            }
            // A person at a camera shows what was asked for; a video may show the cards in any order.
            let asked = self.asks && kind == Kind::Live;
            if let Some(card) = self.guide.show_one(&frame, asked).map_err(text)? {
                self.tell_taken(card);
                self.next_wanted(kind);
            }
            if self.guide.wanted().is_none() {
                return Ok(());
            }
        }
    }

    fn counts(&self) -> [(&'static str, String); 2] {
        let sums = self.guide.sums();
        [("n", sums.faces.to_string()), ("all", sums.of.to_string())]
    }

    fn tell_taken(&self, card: Option<Card>) {
        let card = card.map_or_else(|| "?".to_owned(), |c| c.to_string());
        let [n, all] = self.counts();
        if self.args.json {
            println!("{}", json!({"card": card, "seen": n.1, "of": all.1}));
        } else {
            self.say("enroll-took", &[("card", card), n, all]);
        }
    }

    fn next_wanted(&self, kind: Kind) {
        if let Some(card) = self.guide.wanted().filter(|_| kind == Kind::Live)
            && !self.args.json
        {
            let [n, all] = self.counts();
            self.say("enroll-next", &[("card", card.to_string()), n, all]);
        }
    }

    /// Asks for the names of the cards that are still open, as long as faces are missing.
    fn ask_for_the_rest(&mut self) -> Result<(), String> {
        while self.asks
            && let Some(open) = self.guide.question()
        {
            let file = self.cut_out(&open)?;
            let needs = [
                ("file", file),
                ("cards", listed(open.choices.iter().take(5))),
            ];
            loop {
                self.say("enroll-ask", &needs);
                io::stdout().flush().map_err(text)?;
                let mut typed = String::new();
                io::stdin().lock().read_line(&mut typed).map_err(text)?;
                let typed = typed.trim().to_uppercase();
                let card = (!typed.is_empty()).then_some(typed.as_str());
                match self.guide.answer(open.number, card) {
                    Ok(()) => break,
                    Err(_) => self.say("enroll-no-card", &[("typed", typed)]),
                }
            }
        }
        Ok(())
    }

    /// Writes the card beside the profile; where to.
    fn cut_out(&self, open: &Open) -> Result<String, String> {
        let folder = self.path.with_extension("open");
        std::fs::create_dir_all(&folder)
            .map_err(|e| format!("can't make the folder {}: {e}", folder.display()))?;
        let path = folder.join(format!("{}.jpg", open.number + 1));
        still::save(&open.crop, &path).map_err(text)?;
        Ok(path.display().to_string())
    }

    /// Writes the profile and tells how its self-test went; whether every face was seen.
    fn finish(self) -> Result<bool, String> {
        let enrolled = self.guide.finish().map_err(text)?;
        let mut open = Vec::new();
        if !enrolled.missing.is_empty() {
            for o in self.guide.open() {
                let file = self.cut_out(&o)?;
                open.push((o.picture + 1, file, listed(o.choices.iter().take(5))));
            }
        }
        let profile = enrolled.profile.text().unwrap_or_default();
        decks::write(&self.path, profile.as_bytes())?;
        if self.args.json {
            self.tell_json(&enrolled, &open);
        } else {
            self.tell(&enrolled, &open);
        }
        Ok(enrolled.missing.is_empty())
    }

    fn tell_json(&self, enrolled: &Enrolled, open: &[Opened]) {
        let open = open.iter();
        let open: Vec<_> = open
            .map(|(picture, file, cards)| json!({"picture": picture, "file": file, "choices": cards}))
            .collect();
        let sums = self.guide.sums();
        println!(
            "{}",
            json!({
                "deck": self.args.name, "profile": self.path.to_string_lossy(), "faces": sums.faces, "read": sums.read,
                "eliminated": sums.eliminated, "told": sums.told, "missing": enrolled.missing, "open": open, "weak": enrolled.weak,
            })
        );
    }

    fn tell(&self, enrolled: &Enrolled, open: &[Opened]) {
        for (picture, file, cards) in open {
            let needs = [("n", picture.to_string()), ("file", file.clone())];
            self.say(
                "enroll-open",
                &[&needs[..], &[("cards", cards.clone())]].concat(),
            );
        }
        if !enrolled.missing.is_empty() {
            let cards = listed(enrolled.missing.iter());
            self.say("enroll-missing", &[("cards", cards)]);
        }
        for (card, other) in &enrolled.weak {
            let needs = [("card", card.to_string()), ("other", other.to_string())];
            self.say("enroll-weak", &needs);
        }
        if enrolled.weak.is_empty() {
            self.say("enroll-strong", &[]);
        }
        let sums = self.guide.sums();
        let file = self.path.display().to_string();
        let used = if self.args.out.is_some() {
            file.clone()
        } else {
            self.args.name.clone()
        };
        let needs = [
            ("deck", self.args.name.clone()),
            ("n", sums.faces.to_string()),
            ("read", sums.read.to_string()),
            ("left", sums.eliminated.to_string()),
            ("told", sums.told.to_string()),
            ("file", file),
            ("use", used),
        ];
        self.say("enroll-done", &needs);
    }

    fn say(&self, id: &str, needs: &[(&str, String)]) {
        let needs = needs
            .iter()
            .map(|(k, v)| ((*k).to_owned(), v.clone()))
            .collect();
        println!("{}", words::say(self.lang, id, &needs));
    }
}

/// A card that nobody told: the picture's number, the file of the card cut out, and what it may be.
type Opened = (usize, String, String);

/// The pictures of a folder in name order.
fn pictures_of(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let bad = |e: io::Error| format!("the folder {} can't be read: {e}", folder.display());
    let is_picture = |p: &PathBuf| {
        let ending = p.extension().map(|e| e.to_string_lossy().to_lowercase());
        ending.is_some_and(|e| matches!(e.as_str(), "jpg" | "jpeg" | "png"))
    };
    let entries = std::fs::read_dir(folder).map_err(bad)?;
    let mut paths: Vec<PathBuf> = entries
        .flatten()
        .map(|e| e.path())
        .filter(is_picture)
        .collect();
    if paths.is_empty() {
        return Err(format!(
            "there is no JPEG or PNG picture in {}",
            folder.display()
        ));
    }
    paths.sort();
    Ok(paths)
}

fn listed<'c>(cards: impl Iterator<Item = &'c Card>) -> String {
    cards.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn text(e: impl std::fmt::Display) -> String {
    e.to_string()
}
