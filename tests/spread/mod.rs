//! A deck drawn by this project, spread out before the simulated camera, in other inks where a test wants a deck that no net saw.

#![allow(dead_code)] // each test file uses its part

use std::sync::Arc;

use pitboss::{
    card::Card,
    demo::scene::{Lying, Pose, Scene},
    frame::{At, Frame},
    sighting::TablePoint,
};

/// Where the cards lie.
fn lying(seed: u64, cards: &[Card]) -> Vec<Lying> {
    let lying = |(i, &face): (usize, &Card)| Lying {
        face: Some(face),
        pose: Pose {
            at: TablePoint {
                x_mm: -250.0 + 100.0 * (i % 6) as f64,
                y_mm: 70.0 - 135.0 * (i / 6) as f64,
            },
            turn_deg: 7.0 * ((i * 5 + seed as usize) % 7) as f64 - 21.0,
        },
    };
    cards.iter().enumerate().map(lying).collect()
}

/// Cards apart in two rows, as they lie when somebody spreads a deck.
pub(crate) fn spread(seed: u64, cards: &[Card], ink: Ink) -> Frame {
    let lying = lying(seed, cards);
    dyed(&Scene::new(seed).picture(0, At(0), &lying, &[]), ink)
}

/// The same as it was printed, with some of the cards worn: nothing of their indices and figures is left.
pub(crate) fn worn(seed: u64, cards: &[Card], which: &[Card]) -> Frame {
    let lying = lying(seed, cards);
    let mut scene = Scene::new(seed);
    let frame = scene.picture(0, At(0), &lying, &[]);
    let mut pixels = frame.pixels.to_vec();
    for card in lying
        .iter()
        .filter(|l| l.face.is_some_and(|f| which.contains(&f)))
    {
        let [a, b, _, d] = card.pose.corners();
        for i in 0..WORN {
            for j in 0..WORN {
                let at = |k: usize| 0.04 + 0.92 * k as f64 / WORN as f64;
                let (u, v) = (at(i), at(j));
                let p = scene.map().picture_from_table(TablePoint {
                    x_mm: a.x_mm + u * (b.x_mm - a.x_mm) + v * (d.x_mm - a.x_mm),
                    y_mm: a.y_mm + u * (b.y_mm - a.y_mm) + v * (d.y_mm - a.y_mm),
                });
                let place = 3 * (p.y as usize * frame.width as usize + p.x as usize);
                if !((0.3..0.7).contains(&u) && (0.35..0.65).contains(&v)) {
                    pixels[place..place + 3].copy_from_slice(&[222, 228, 228]);
                }
            }
        }
    }
    Frame {
        pixels: Arc::from(pixels),
        ..frame
    }
}

/// Points of a card that wear, each way: closer than its pixels.
const WORN: usize = 220;

/// What becomes of blue, green and red where a deck is printed in red.
pub(crate) type Ink = fn(u8) -> [u8; 3];

/// No deck that the nets saw.
pub(crate) const ORANGE: Ink = |red| [red / 8, red / 2, red];

/// Diamonds like the clubs of a deck of four colours.
pub(crate) const GREEN: Ink = |red| [red / 6, red, red / 6];

fn dyed(frame: &Frame, ink: Ink) -> Frame {
    let pixels: Vec<u8> = frame
        .pixels
        .chunks_exact(3)
        .flat_map(|p| {
            if p[2] > p[1].saturating_add(40) {
                ink(p[2])
            } else {
                [p[0], p[1], p[2]]
            }
        })
        .collect();
    Frame {
        pixels: Arc::from(pixels),
        ..frame.clone()
    }
}
