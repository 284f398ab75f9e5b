//! The same pictures read by Pitboss, by templates and by tesseract, in one run: cards right, wrong and not named, and the time of a picture. The peers are told
//! where each drawn card lies; Pitboss is told nothing. On the photographs everybody looks for the card alone.

#[path = "peers/ocr.rs"]
mod ocr;
#[path = "peers/templates.rs"]
mod templates;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use opencv::{
    core::{Mat, Point2f},
    prelude::*,
};
use pitboss::{
    card::{Card, Deck},
    cards::{DeckProfile, Reader, still},
    demo::scene::{Lying, Pose, Scene},
    frame::{At, Frame},
    sighting::TablePoint,
};
use rand::{RngExt as _, SeedableRng, rngs::SmallRng};
use templates::{Corner, Quad, Templates, outline, parts, rectified};

/// Drawn pictures, and cards on each.
const PICTURES: u64 = 30;
const CARDS: usize = 10;
/// Tesseract is started anew for each card: so many are enough.
const OCR_CARDS: usize = 100;

/// The strip with rank and suit on the drawn deck, and on the deck of the photographs.
const DRAWN: Corner = [1, 1, 38, 84];
const WEBCAM: Corner = [1, 1, 42, 130];

#[derive(Default)]
struct Score {
    cards: usize,
    right: usize,
    wrong: usize,
    pictures: u32,
    took: Duration,
}

impl Score {
    fn add<T: PartialEq>(&mut self, named: Option<T>, truth: &T) {
        self.cards += 1;
        match named {
            Some(card) if card == *truth => self.right += 1,
            Some(_) => self.wrong += 1,
            None => {}
        }
    }

    /// What a whole picture was read as: each name takes one card of the truth away.
    fn add_all(&mut self, named: &[Card], truth: &[Card]) {
        let mut left = truth.to_vec();
        for card in named {
            match left.iter().position(|c| c == card) {
                Some(i) => drop(left.swap_remove(i)),
                None => self.wrong += 1,
            }
        }
        self.cards += truth.len();
        self.right += truth.len() - left.len();
    }

    fn timed<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.took += start.elapsed();
        self.pictures += 1;
        done
    }

    fn line(&self, pictures: &str, reader: &str) {
        let part = |n: usize| 100.0 * n as f64 / self.cards.max(1) as f64;
        let open = self.cards.saturating_sub(self.right + self.wrong);
        let ms = self.took.as_secs_f64() * 1e3 / f64::from(self.pictures.max(1));
        println!(
            "| {pictures} | {reader} | {} | {:.1} % | {} | {open} | {ms:.1} |",
            self.cards,
            part(self.right),
            self.wrong
        );
    }
}

fn grey(frame: &Frame) -> Mat {
    let light = |p: &[u8]| {
        (0.114 * f64::from(p[0]) + 0.587 * f64::from(p[1]) + 0.299 * f64::from(p[2])) as u8
    };
    let bytes: Vec<u8> = frame.pixels.chunks_exact(3).map(light).collect();
    let flat = Mat::from_slice(&bytes).expect("bytes");
    let shaped = flat.reshape(1, frame.height as i32).expect("rows");
    shaped.try_clone().expect("memory")
}

/// A table of that seed's look with those cards in two rows, each turned by what is given, and where they lie.
fn drawn(seed: u64, cards: &[Card], mut turn_deg: impl FnMut() -> f64) -> (Frame, Vec<Quad>) {
    let mut scene = Scene::new(seed);
    let lying: Vec<Lying> = (0..)
        .zip(cards)
        .map(|(i, &card)| {
            let at = TablePoint {
                x_mm: -240.0 + 120.0 * f64::from(i % 5),
                y_mm: 75.0 - 150.0 * f64::from(i / 5),
            };
            let turn_deg = turn_deg();
            Lying {
                face: Some(card),
                pose: Pose { at, turn_deg },
            }
        })
        .collect();
    let quad = |l: &Lying| {
        l.pose.corners().map(|p| {
            let p = scene.map().picture_from_table(p);
            Point2f::new(p.x as f32, p.y as f32)
        })
    };
    let quads = lying.iter().map(quad).collect();
    (scene.picture(0, At(0), &lying, &[]), quads)
}

fn names(reader: &Reader, frame: &Frame) -> Vec<Card> {
    let seen = reader.read(frame).expect("reads");
    seen.sightings.iter().filter_map(|s| s.card).collect()
}

fn drawn_pictures(reader: &Reader, ocr: bool) {
    let deck = Deck::Full.faces();
    let mut known = Templates::default();
    for (seed, cards) in (1..).zip(deck.chunks(CARDS)) {
        let (frame, quads) = drawn(seed, cards, || 0.0);
        let grey = grey(&frame);
        for (card, quad) in cards.iter().zip(&quads) {
            known.learn(*card, &rectified(&grey, quad), DRAWN);
        }
    }
    assert_eq!(known.known(), (13, 4), "templates of the drawn deck");
    let (mut ours, mut like, mut read) = (Score::default(), Score::default(), Score::default());
    let mut rng = SmallRng::seed_from_u64(7);
    for seed in 100..100 + PICTURES {
        let mut left = deck.clone();
        let cards: Vec<Card> = (0..CARDS)
            .map(|_| left.swap_remove(rng.random_range(0..left.len())))
            .collect();
        let (frame, quads) = drawn(seed, &cards, || rng.random_range(0.0..360.0));
        let named = ours.timed(|| names(reader, &frame));
        ours.add_all(&named, &cards);
        let named: Vec<Option<Card>> = like.timed(|| {
            let grey = grey(&frame);
            quads.iter().map(|q| known.name(&grey, q, DRAWN)).collect()
        });
        cards
            .iter()
            .zip(named)
            .for_each(|(card, named)| like.add(named, card));
        if ocr && read.cards < OCR_CARDS {
            let named: Vec<_> = read.timed(|| {
                let grey = grey(&frame);
                let read = |q: &Quad| ocr::rank(&parts(&rectified(&grey, q), DRAWN)?.0);
                quads.iter().map(read).collect()
            });
            cards
                .iter()
                .zip(named)
                .for_each(|(card, named)| read.add(named, &card.rank().expect("a French card")));
        }
    }
    let pictures = "drawn, ten cards";
    ours.line(pictures, "Pitboss");
    like.line(pictures, "templates, told where the cards lie");
    if ocr {
        read.line(pictures, "tesseract, told where they lie, ranks alone");
    }
}

/// The photographs of one deck by a webcam, a card each: four of every face. The first of each is learned from, the others are read.
fn photographs(reader: &Reader, ocr: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/photos");
    let Ok(labels) = std::fs::read_to_string(folder.join("labels.jsonl")) else {
        println!("\nSKIPPED: the photographs are not here (shared/photos).");
        return;
    };
    let labels = labels
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok());
    let photos = labels.filter(|l| l["set"] == "webcam").filter_map(|l| {
        let card: Card = l["cards"][0]["card"].as_str()?.parse().ok()?;
        let frame = still::load(&folder.join(l["file"].as_str()?)).ok()?;
        Some((card, frame))
    });
    let (mut known, mut seen) = (Templates::default(), Vec::new());
    let (mut ours, mut like, mut read) = (Score::default(), Score::default(), Score::default());
    for (card, frame) in photos {
        if !seen.contains(&card) {
            seen.push(card);
            let grey = grey(&frame);
            if let Some(quad) = outline(&grey) {
                known.learn(card, &rectified(&grey, &quad), WEBCAM);
            }
            continue;
        }
        let named = ours.timed(|| names(reader, &frame));
        ours.add_all(&named, &[card]);
        let named = like.timed(|| {
            let grey = grey(&frame);
            known.name(&grey, &outline(&grey)?, WEBCAM)
        });
        like.add(named, &card);
        if ocr && read.cards < OCR_CARDS {
            let named = read.timed(|| {
                let grey = grey(&frame);
                ocr::rank(&parts(&rectified(&grey, &outline(&grey)?), WEBCAM)?.0)
            });
            read.add(named, &card.rank().expect("a French card"));
        }
    }
    let pictures = "photographs of one deck, one card";
    ours.line(pictures, "Pitboss");
    like.line(pictures, "templates of that deck");
    if ocr {
        read.line(pictures, "tesseract, ranks alone");
    }
}

fn main() {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let ocr = ocr::version();
    println!("### Reading beside peers\n");
    println!("| pictures | reader | cards | right | wrong | not named | ms a picture |");
    println!("|---|---|---|---|---|---|---|");
    drawn_pictures(&reader, ocr.is_some());
    photographs(&reader, ocr.is_some());
    match ocr {
        Some(version) => println!("\nRead with {version}."),
        None => println!("\nSKIPPED: tesseract is not installed (Debian package tesseract-ocr)."),
    }
}
