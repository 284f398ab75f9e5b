//! Simulated tables that get worse step by step into a table of figures: what may grow is *unnamed*, never *wrong*.

use std::{f64::consts::TAU, path::PathBuf};

use image::{
    ExtendedColorType, ImageEncoder as _,
    codecs::jpeg::{JpegDecoder, JpegEncoder},
};
use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng, seq::SliceRandom as _};

use super::{Bag, bag, minus, total};
use crate::{
    card::Card,
    cards::{DeckProfile, Reader, still},
    demo::{
        camera::Camera,
        scene::{CARD_MM, Lying, Pose, Scene},
    },
    frame::{At, Frame},
    sighting::{PicturePoint, TablePoint},
};

/// More than this share of wrong names at any step is a failure.
const MOST_WRONG: f64 = 0.005;
/// Cards in a picture: columns, rows.
const GRID: (usize, usize) = (4, 3);
/// Millimetres from one card to the next: what covers one card leaves the others free.
const PITCH_MM: (f64, f64) = (190.0, 165.0);
/// A card's width in px where nothing else is asked.
const USUAL_PX: f64 = 80.0;

/// Draws the tables itself: nothing is needed.
#[derive(clap::Args)]
pub(super) struct SweepArgs {
    /// french or pairs
    #[arg(long, default_value = "french", value_name = "DECK")]
    deck: String,
    /// Pictures at each step, of twelve cards each
    #[arg(long, default_value_t = 9, value_name = "N")]
    pictures: u64,
    /// Only what has this in its name: blur, glare, view, …
    #[arg(long, value_name = "WHAT")]
    only: Option<String>,
    /// Keep every picture in which a card was named wrongly there
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// What gets worse, and its steps from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Worse {
    /// The brightness of white paper, 0…255.
    Brightness,
    /// The width of a spot of glare in card widths.
    Glare,
    /// The standard deviation of the blur, px.
    Blur,
    /// Degrees from straight down.
    View,
    /// Degrees that every card is turned.
    Turn,
    /// Percent of each card that another one covers.
    Cover,
    /// The quality that JPEG is packed with.
    Jpeg,
    /// The width of a card, px.
    Width,
}

impl Worse {
    const ALL: [(Self, &'static str, [f64; 6]); 8] = [
        (
            Self::Brightness,
            "paper brightness",
            [220.0, 180.0, 140.0, 100.0, 70.0, 40.0],
        ),
        (
            Self::Glare,
            "glare, card widths",
            [0.0, 0.3, 0.6, 1.0, 1.5, 2.0],
        ),
        (Self::Blur, "blur, px", [0.0, 0.8, 1.2, 1.6, 2.0, 3.0]),
        (
            Self::View,
            "view, degrees",
            [0.0, 10.0, 20.0, 30.0, 40.0, 45.0],
        ),
        (
            Self::Turn,
            "turned, degrees",
            [0.0, 15.0, 45.0, 90.0, 135.0, 180.0],
        ),
        (
            Self::Cover,
            "covered, %",
            [0.0, 20.0, 30.0, 40.0, 50.0, 60.0],
        ),
        (
            Self::Jpeg,
            "JPEG quality",
            [95.0, 80.0, 65.0, 50.0, 40.0, 30.0],
        ),
        (
            Self::Width,
            "card width, px",
            [200.0, 130.0, 90.0, 65.0, 50.0, 40.0],
        ),
    ];
}

/// Runs every sweep; whether no step had too many wrong names.
pub(super) fn run(args: &SweepArgs) -> Result<bool, String> {
    let profile = DeckProfile::named(&args.deck).map_err(|e| e.to_string())?;
    let faces = profile.deck().faces();
    let reader = Reader::new(profile).map_err(|e| e.to_string())?;
    let mut sound = true;
    println!("| what | step | cards | right | wrong | unnamed |");
    println!("|---|---|---|---|---|---|");
    if let Some(folder) = &args.keep {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    let asked = |name: &str| args.only.as_ref().is_none_or(|only| name.contains(only));
    if !Worse::ALL.iter().any(|w| asked(w.1)) {
        let names = Worse::ALL.map(|w| w.1).join("; ");
        return Err(format!(
            "nothing gets worse by that name: there are {names}"
        ));
    }
    for (worse, name, steps) in Worse::ALL.into_iter().filter(|w| asked(w.1)) {
        for step in steps {
            let (mut cards, mut right, mut wrong) = (0, 0, 0);
            for seed in 0..args.pictures {
                let (frame, truth) = picture(worse, step, &faces, seed);
                let seen = reader.read(&frame).map_err(|e| e.to_string())?;
                let named = bag(seen.sightings.iter().filter_map(|s| s.card));
                cards += total(&truth);
                right += total(&truth) - total(&minus(&truth, &named));
                let strangers = minus(&named, &truth);
                wrong += total(&strangers);
                if let Some(folder) = args.keep.as_ref().filter(|_| total(&strangers) > 0) {
                    let strangers: Vec<String> = strangers.keys().map(Card::to_string).collect();
                    eprintln!(
                        "{name} {step}, table {seed}: {} named, not there",
                        strangers.join(" ")
                    );
                    let path = folder.join(format!("{worse:?}_{step}_{seed}.jpg"));
                    still::save(&frame, &path).map_err(|e| e.to_string())?;
                }
            }
            let part = |n: usize| 100.0 * n as f64 / cards as f64;
            println!(
                "| {name} | {step} | {cards} | {:.1} % | {:.2} % | {:.1} % |",
                part(right),
                part(wrong),
                part(cards - right)
            );
            sound &= wrong as f64 <= MOST_WRONG * cards as f64;
        }
    }
    Ok(sound)
}

/// One table at that step, and the faces that can be seen on it.
fn picture(worse: Worse, step: f64, faces: &[Card], seed: u64) -> (Frame, Bag) {
    let mut rng = SmallRng::seed_from_u64(seed * 7919 + step as u64);
    let mut pack = faces.to_vec();
    pack.shuffle(&mut rng);
    // A Pairs deck has fewer faces than the table has places.
    let shown: Vec<Card> = pack.into_iter().cycle().take(GRID.0 * GRID.1).collect();
    let is = |w: Worse, usual: f64| if w == worse { step } else { usual };
    let px = is(Worse::Width, USUAL_PX);
    let view_deg: f64 = 50.0;
    let (width, height) = if px > 150.0 {
        (1920, 1080)
    } else {
        (1280, 720)
    };
    let focal = f64::from(width) / 2.0 / (view_deg.to_radians() / 2.0).tan();
    let camera = Camera {
        width,
        height,
        height_mm: CARD_MM.0 * focal / px,
        tilt_deg: is(Worse::View, 8.0),
        roll_deg: rng.random_range(-3.0..3.0),
        view_deg,
    };
    let lying = laid(&shown, worse, step, &mut rng);
    let mut scene = Scene::seen_by(camera, rng.clone());
    let map = *scene.map();
    let inside = |p: &TablePoint| {
        let p = map.picture_from_table(*p);
        (0.0..f64::from(width)).contains(&p.x) && (0.0..f64::from(height)).contains(&p.y)
    };
    let whole = |l: &&Lying| l.pose.corners().iter().all(inside);
    // Cards that hang over the picture's edge are taken off the table.
    let table: Vec<Lying> = lying.iter().filter(whole).copied().collect();
    let truth = bag(table.iter().filter_map(|l| l.face));
    let mut frame = scene.picture(0, At(0), &table, &[]);
    let mut pixels = frame.pixels.to_vec();
    match worse {
        Worse::Brightness => dim(&mut pixels, step),
        Worse::Glare => {
            for card in table.iter().filter(|_| step > 0.0) {
                let at = map.picture_from_table(card.pose.at);
                glare(&mut pixels, width as usize, at, step * px / 2.0, &mut rng);
            }
        }
        Worse::Blur if step > 0.0 => {
            let whole =
                image::RgbImage::from_raw(width, height, pixels).expect("three bytes a pixel");
            pixels = image::imageops::blur(&whole, step as f32).into_raw();
        }
        Worse::Jpeg => pixels = packed(&pixels, width, height, step as u8),
        _ => {}
    }
    frame.pixels = pixels.into();
    (frame, truth)
}

/// The cards in their grid; where they are to be covered, each with a card face down over a side or an end of it.
fn laid(shown: &[Card], worse: Worse, step: f64, rng: &mut SmallRng) -> Vec<Lying> {
    let mut lying = Vec::new();
    for (i, &card) in shown.iter().enumerate() {
        let (column, row) = (i % GRID.0, i / GRID.0);
        let off = |k: usize, n: usize| k as f64 - (n as f64 - 1.0) / 2.0;
        let turn_deg = match worse {
            Worse::Turn => step + rng.random_range(-2.0..2.0),
            _ => rng.random_range(0.0..360.0),
        };
        let pose = Pose {
            at: TablePoint {
                x_mm: off(column, GRID.0) * PITCH_MM.0 + rng.random_range(-5.0..5.0),
                y_mm: off(row, GRID.1) * PITCH_MM.1 + rng.random_range(-5.0..5.0),
            },
            turn_deg,
        };
        lying.push(Lying {
            face: Some(card),
            pose,
        });
        if worse == Worse::Cover && step > 0.0 {
            let along = rng.random_bool(0.5);
            let length = if along { CARD_MM.1 } else { CARD_MM.0 };
            let (sin, cos) = (turn_deg + if along { 0.0 } else { 90.0 })
                .to_radians()
                .sin_cos();
            let way = length * (1.0 - step / 100.0) * if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            lying.push(Lying {
                face: None,
                pose: Pose {
                    at: TablePoint {
                        x_mm: pose.at.x_mm + sin * way,
                        y_mm: pose.at.y_mm + cos * way,
                    },
                    turn_deg,
                },
            });
        }
    }
    lying
}

/// Scales the picture until white paper, its brightest twentieth, is that bright.
fn dim(pixels: &mut [u8], paper: f64) {
    let mut counts = [0usize; 256];
    pixels.iter().for_each(|&v| counts[usize::from(v)] += 1);
    let mut above = 0;
    let white = (0..256).rev().find(|&v| {
        above += counts[v];
        above > pixels.len() / 20
    });
    let scale = paper / white.unwrap_or(255).max(1) as f64;
    for v in pixels {
        *v = (f64::from(*v) * scale).min(255.0) as u8;
    }
}

/// A spot of light somewhere on a card, burnt out in its middle.
fn glare(pixels: &mut [u8], width: usize, at: PicturePoint, radius: f64, rng: &mut SmallRng) {
    let (angle, away) = (
        rng.random_range(0.0..TAU),
        rng.random_range(0.0..USUAL_PX / 2.0),
    );
    let (x, y) = (at.x + away * angle.cos(), at.y + away * angle.sin());
    for (i, p) in pixels.chunks_exact_mut(3).enumerate() {
        let (dx, dy) = ((i % width) as f64 - x, (i / width) as f64 - y);
        let part = (dx * dx + dy * dy) / (radius * radius);
        if part < 6.0 {
            let light = 320.0 * (-part * part).exp();
            p.iter_mut()
                .for_each(|v| *v = (f64::from(*v) + light).min(255.0) as u8);
        }
    }
}

/// Packed as JPEG and unpacked again.
fn packed(pixels: &[u8], width: u32, height: u32, quality: u8) -> Vec<u8> {
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, quality)
        .write_image(pixels, width, height, ExtendedColorType::Rgb8)
        .expect("memory takes it");
    let decoder = JpegDecoder::new(std::io::Cursor::new(jpeg)).expect("it was just packed");
    let whole = image::DynamicImage::from_decoder(decoder).expect("it was just packed");
    whole.into_rgb8().into_raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn french() -> Vec<Card> {
        crate::card::Deck::Full.faces()
    }

    #[test]
    fn paper_becomes_as_bright_as_asked() {
        let (frame, truth) = picture(Worse::Brightness, 70.0, &french(), 1);
        let brightest = frame.pixels.iter().filter(|&&v| v > 70).count();
        assert!(brightest * 20 <= frame.pixels.len(), "{brightest}");
        assert!(frame.pixels.iter().any(|&v| (65..=70).contains(&v)));
        assert_eq!(total(&truth), GRID.0 * GRID.1);
    }

    #[test]
    fn a_cover_hides_that_part_of_one_card() {
        let faces = french();
        let cards = laid(
            &faces[..12],
            Worse::Cover,
            30.0,
            &mut SmallRng::seed_from_u64(3),
        );
        let on = |pose: Pose, p: TablePoint| {
            let (dx, dy) = (p.x_mm - pose.at.x_mm, p.y_mm - pose.at.y_mm);
            let (sin, cos) = pose.turn_deg.to_radians().sin_cos();
            (dx * cos - dy * sin).abs() < CARD_MM.0 / 2.0
                && (dx * sin + dy * cos).abs() < CARD_MM.1 / 2.0
        };
        for card in cards.iter().filter(|c| c.face.is_some()) {
            let [a, b, _, d] = card.pose.corners();
            let (mut all, mut hidden) = (0, 0);
            for i in 0..40 {
                for k in 0..40 {
                    let (s, t) = ((f64::from(i) + 0.5) / 40.0, (f64::from(k) + 0.5) / 40.0);
                    let p = TablePoint {
                        x_mm: a.x_mm + (b.x_mm - a.x_mm) * s + (d.x_mm - a.x_mm) * t,
                        y_mm: a.y_mm + (b.y_mm - a.y_mm) * s + (d.y_mm - a.y_mm) * t,
                    };
                    all += 1;
                    hidden += usize::from(cards.iter().any(|c| c.face.is_none() && on(c.pose, p)));
                }
            }
            let part = 100.0 * f64::from(hidden as u32) / f64::from(all);
            assert!((part - 30.0).abs() < 1.5, "{part} %");
        }
    }
}
