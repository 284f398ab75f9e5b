//! The rendered tables with a reader that knows the truth: whatever goes wrong here is motion, tracking, places or seats, never reading.
#![cfg(feature = "vision")]

use std::{collections::BTreeMap, path::PathBuf, process::Command};

use pitboss::{
    camera,
    card::{Card, Deck},
    event::Event,
    frame::{At, Frame, SourceError},
    lookout::{Eye, Lookout, Record},
    play::{Awaited, GameName, Seq, Zone},
    plays::Layout,
    seat::{Seat, Seating},
    sighting::{Back, Observation, PicturePoint, Sighting, Signs},
};
use serde_json::Value;

/// The rendered videos, where this checkout has them beside it.
fn videos() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let beside = [root.join("../shared"), root.join("shared")];
    let named = std::env::var_os("PITBOSS_SHARED").map(PathBuf::from);
    named
        .into_iter()
        .chain(beside)
        .map(|p| p.join("renders/videos"))
        .find(|p| p.is_dir())
}

/// Reads what the renderer says is visible.
struct Truth {
    frames: Vec<Value>,
    fps: f64,
}

impl Truth {
    fn load(path: &std::path::Path) -> Self {
        let out = Command::new("gzip")
            .arg("-dc")
            .arg(path)
            .output()
            .expect("gzip runs");
        let all: Value = serde_json::from_slice(&out.stdout).expect("the truth is JSON");
        Self {
            frames: all["per_frame"].as_array().expect("frames").clone(),
            fps: all["fps"].as_f64().expect("a rate"),
        }
    }
}

fn point(v: &Value) -> PicturePoint {
    PicturePoint {
        x: v[0].as_f64().expect("x"),
        y: v[1].as_f64().expect("y"),
    }
}

fn middle(quad: &[PicturePoint]) -> PicturePoint {
    PicturePoint {
        x: quad.iter().map(|p| p.x).sum::<f64>() / quad.len() as f64,
        y: quad.iter().map(|p| p.y).sum::<f64>() / quad.len() as f64,
    }
}

fn holds(b: &[PicturePoint; 4], p: PicturePoint) -> bool {
    (b[0].x..=b[2].x).contains(&p.x) && (b[0].y..=b[2].y).contains(&p.y)
}

impl Eye for Truth {
    fn look(
        &mut self,
        frame: &Frame,
        places: &[[PicturePoint; 4]],
    ) -> Result<Observation, SourceError> {
        let mut seen = Observation {
            frame: frame.seq,
            at: frame.at,
            ..Observation::default()
        };
        let index = ((frame.at.secs() * self.fps).round() as usize).min(self.frames.len() - 1);
        for card in self.frames[index]["cards"].as_array().expect("cards") {
            let quad: Vec<PicturePoint> = card["quad_px"]
                .as_array()
                .expect("a quad")
                .iter()
                .map(point)
                .collect();
            let corners: [PicturePoint; 4] = quad.clone().try_into().expect("four corners");
            let at = middle(&quad);
            let visible = card["visible_fraction"].as_f64().unwrap_or(0.0);
            if card["face"] == "down" {
                if visible > 0.3 && places.iter().any(|b| holds(b, at)) {
                    seen.backs.push(Back {
                        corners,
                        confidence: 0.9,
                    });
                }
                continue;
            }
            let indices: Vec<PicturePoint> = card["index"]
                .as_array()
                .expect("indices")
                .iter()
                .filter(|i| i["readable"] == true)
                .map(|i| {
                    middle(
                        &i["box_px"]
                            .as_array()
                            .expect("a box")
                            .iter()
                            .map(point)
                            .collect::<Vec<_>>(),
                    )
                })
                .filter(|p| places.iter().any(|b| holds(b, *p)))
                .collect();
            let Some(&anchor) = indices.first() else {
                continue;
            };
            let name: Card = card["card"]
                .as_str()
                .expect("a name")
                .parse()
                .expect("a card");
            seen.sightings.push(Sighting {
                card: Some(name),
                corners: (visible > 0.5).then_some(corners),
                anchor,
                confidence: 0.99,
                signs: Signs {
                    indices: indices.len() as u8,
                    face: visible > 0.5,
                },
                choices: vec![(name, 0.99)],
            });
        }
        Ok(seen)
    }
}

/// Keeps what was entered.
#[derive(Default)]
struct Notes {
    entries: Vec<(f64, Event)>,
}

impl Record for Notes {
    fn awaited(&self) -> Vec<Awaited> {
        Vec::new()
    }
    fn likely(&self, _: Option<Seat>, _: &Zone) -> Vec<Card> {
        Vec::new()
    }
    fn deals(&self) -> u64 {
        0
    }
    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        self.entries.push((at.secs(), event));
        Some(Seq(self.entries.len() as u64))
    }
}

struct Score {
    laid: usize,
    right: usize,
    wrong: Vec<String>,
    missed: Vec<String>,
    asked: usize,
    delays: Vec<f64>,
}

#[expect(clippy::too_many_lines, reason = "one video's story, told in order")]
fn score(name: &str, game: GameName, seats: &str, deck: Deck) -> Option<Score> {
    let folder = videos()?;
    let seating: Seating = seats.parse().expect("a seating");
    let video = folder.join(format!("{name}.mp4"));
    let truth = Truth::load(&folder.join(format!("{name}.frames.json.gz")));
    let (mut source, _) = camera::open(&video.to_string_lossy()).expect("a video");
    let mut lookout = Lookout::new(deck, Layout::of(game), seating.clone(), Box::new(truth));
    let mut notes = Notes::default();
    while let Some(frame) = source.next_frame().expect("a frame") {
        lookout.see(&frame, &mut notes).expect("it looks");
    }
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("the truth");
    let events: Value = serde_json::from_str(&text).expect("JSON");
    let events = events["events"].as_array().expect("events").clone();
    let mut free: Vec<(f64, Option<String>, String, f64)> = Vec::new();
    for e in &events {
        let t = e["t"].as_f64().expect("a time");
        let pile = e["where"] == "centre";
        let seat = e["seat"].as_str().filter(|_| !pile).map(str::to_owned);
        let leaves = events
            .iter()
            .filter(|l| l["type"] == "hand_leaves" && (pile || l["seat"] == e["seat"]))
            .filter_map(|l| l["t"].as_f64())
            .find(|l| *l >= t - 0.01)
            .unwrap_or(t);
        let clear = e["clear_t"].as_f64().unwrap_or(leaves);
        let cards: Vec<String> = match e["type"].as_str() {
            Some("laid") => vec![e["card"].as_str().expect("a card").to_owned()],
            Some("revealed") => e["cards"]
                .as_array()
                .expect("cards")
                .iter()
                .map(|c| c.as_str().expect("a card").to_owned())
                .collect(),
            _ => continue,
        };
        free.extend(cards.into_iter().map(|c| (t, seat.clone(), c, clear)));
    }
    let mut out = Score {
        laid: free.len(),
        right: 0,
        wrong: Vec::new(),
        missed: Vec::new(),
        asked: 0,
        delays: Vec::new(),
    };
    for (at, event) in &notes.entries {
        if std::env::var_os("PITBOSS_TELL").is_some() {
            let mut value = serde_json::to_value(event).expect("JSON");
            seating.name_all(&mut value);
            eprintln!("{name} {at:.3} {value}");
        }
        match event {
            Event::Asked { .. } => out.asked += 1,
            Event::Laid {
                card: Some(card),
                seat,
                ..
            } => {
                let seat = seat.map(|s| seating.name(s));
                let fit = free.iter().position(|f| {
                    f.1 == seat && f.2 == card.to_string() && (-0.3..=4.0).contains(&(at - f.0))
                });
                match fit {
                    Some(i) => {
                        out.right += 1;
                        out.delays.push((at - free.remove(i).3).max(0.0));
                    }
                    None => out.wrong.push(format!("{at:.2} {seat:?} {card}")),
                }
            }
            _ => {}
        }
    }
    out.missed = free
        .iter()
        .map(|f| format!("{:.2} {:?} {}", f.0, f.1, f.2))
        .collect();
    out.delays.sort_by(f64::total_cmp);
    Some(out)
}

#[test]
fn every_card_is_told_once_with_its_seat_and_soon() {
    let four = "A@south,B@west,C@north,D@east";
    let tables = BTreeMap::from([
        ("mensch_wood", (GameName::Mensch, four, Deck::Short)),
        ("mensch_check", (GameName::Mensch, four, Deck::Short)),
        ("monster_a", (GameName::Monster, four, Deck::Pairs)),
        (
            "michigan_cloth",
            (
                GameName::MichiganRummy,
                "A@south,B@west,C@north",
                Deck::Full,
            ),
        ),
    ]);
    if videos().is_none() {
        eprintln!("SKIPPED: no rendered videos beside this checkout (../shared/renders/videos)");
        return;
    }
    let only = std::env::var("PITBOSS_ONLY").ok();
    for (name, (game, seats, deck)) in tables {
        if only.as_ref().is_some_and(|o| o != name) {
            continue;
        }
        let s = score(name, game, seats, deck).expect("the videos are there");
        let p = |q: f64| {
            s.delays
                .get(((s.delays.len().max(1) - 1) as f64 * q) as usize)
                .copied()
                .unwrap_or(9.0)
        };
        eprintln!(
            "{name}: {} laid, {} right, asked {}, delay {:.2} / {:.2}\n  wrong {:?}\n  missed {:?}",
            s.laid,
            s.right,
            s.asked,
            p(0.5),
            p(0.95),
            s.wrong,
            s.missed
        );
        assert_eq!((s.right, s.wrong.len(), s.asked), (s.laid, 0, 0), "{name}");
        assert!(p(0.5) <= 0.6 && p(0.95) <= 1.2, "{name}: late");
    }
}
