//! A few pictures of the table into what whoever sets it up wants to know: is there enough light, is it steady, what is dazzled, what is sharp.

use std::ops::RangeInclusive;

use super::{
    blobs::{blobs, outline},
    small::Small,
};
use crate::{
    frame::{Frame, SourceError},
    sighting::PicturePoint,
};

/// How bright a table is on which cards are read well, grey levels (`anchors.md`: a sweep over these changes nothing).
pub const BRIGHT: RangeInclusive<f64> = 40.0..=220.0;

/// All three channels above this: whatever is printed there is gone.
const WASHED_OUT: u8 = 249;

/// The smallest dazzled spot that is told, in pixels of a picture 320 wide: half an index.
const LEAST: usize = 10;

/// A light that swings by more than this from picture to picture flickers, as a share of its brightness.
const SWINGS: f64 = 0.06;

/// Edges less sharp than this are out of focus: a blur over four pixels and more, of an index that is some twenty wide and high.
pub const SHARP: f64 = 0.3;

/// Grey levels between the two sides of an edge by which sharpness is measured: ink on a card has more, grain less.
const EDGE: i32 = 60;

/// Pixels to either side in which an edge must be over, px.
const REACH: usize = 4;

/// Edges that must be there before a place is judged.
const EDGES: usize = 40;

/// How bright the pictures are.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Light {
    /// The mean of all, grey levels.
    pub mean: f64,
    /// Whether it swings from picture to picture.
    pub flickers: bool,
    /// Whether the pictures are all one and the same, to the last bit: no camera takes those.
    pub frozen: bool,
}

/// The light in some pictures, one after the other.
///
/// # Errors
/// When a frame is no picture.
pub fn light(frames: &[Frame]) -> Result<Light, SourceError> {
    let mut means = Vec::new();
    for frame in frames {
        let small = Small::of(frame)?;
        let sum: u64 = small.pixels.iter().map(|&c| u64::from(c)).sum();
        means.push(sum as f64 / small.pixels.len().max(1) as f64);
    }
    let mean = means.iter().sum::<f64>() / means.len().max(1) as f64;
    let steps = means.windows(2).map(|w| (w[1] - w[0]).abs());
    let swings = steps.filter(|&step| step > SWINGS * mean).count();
    Ok(Light {
        mean,
        // Once is a hand, or a lamp that was switched.
        flickers: swings > 2,
        frozen: frames.len() > 2 && frames.windows(2).all(|w| w[0].pixels == w[1].pixels),
    })
}

/// The spots in which every colour is washed out, as outlines.
///
/// # Errors
/// When the frame is no picture.
pub fn dazzled(frame: &Frame) -> Result<Vec<Vec<PicturePoint>>, SourceError> {
    let small = Small::of(frame)?;
    let white = |pixel: &[u8]| pixel.iter().all(|&c| c > WASHED_OUT);
    let mask: Vec<bool> = small.pixels.chunks(3).map(white).collect();
    let found = blobs(&mask, small.width, small.height, LEAST);
    let point = |(x, y): (f64, f64)| PicturePoint {
        x: x * small.factor,
        y: y * small.factor,
    };
    let outlined = |pixels: &Vec<usize>| outline(pixels, small.width).into_iter().map(point);
    Ok(found
        .iter()
        .map(|b| outlined(&b.pixels).collect())
        .collect())
}

/// How sharp the edges in an upright part of a frame are, 0…1: the share of an edge's height that is taken from one pixel to the next; a lens in
/// focus gives 0.5 and more. `None` where there are too few edges to tell.
#[must_use]
pub fn sharpness(frame: &Frame, left: u32, top: u32, right: u32, bottom: u32) -> Option<f64> {
    let (right, bottom) = (right.min(frame.width), bottom.min(frame.height));
    let mut steep = Vec::new();
    for y in top..bottom {
        let row: Vec<i32> = (left..right)
            .map(|x| {
                let at = 3 * (y as usize * frame.width as usize + x as usize);
                i32::from(frame.pixels[at + 1])
            })
            .collect();
        for around in row.windows(2 * REACH) {
            let step = (around[REACH] - around[REACH - 1]).abs();
            let highest = around.iter().max().copied().unwrap_or_default();
            let lowest = around.iter().min().copied().unwrap_or_default();
            let steepest = around.windows(2).all(|w| (w[1] - w[0]).abs() <= step);
            if steepest && highest - lowest >= EDGE {
                steep.push(f64::from(step) / f64::from(highest - lowest));
            }
        }
    }
    if steep.len() < EDGES {
        return None;
    }
    // The sharpest tenth: edges that stand askew are less steep in any focus.
    steep.sort_by(f64::total_cmp);
    Some(steep[steep.len() * 9 / 10])
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rand::{SeedableRng as _, rngs::SmallRng};

    use super::*;
    use crate::{
        card::Deck,
        demo::{
            camera::Camera,
            scene::{Lying, Pose, Scene},
        },
        frame::At,
        sighting::TablePoint,
    };

    /// Pictures of a table with some cards.
    fn pictures() -> [Frame; 3] {
        let camera = Camera {
            width: 1280,
            height: 720,
            height_mm: 950.0,
            tilt_deg: 8.0,
            roll_deg: 0.0,
            view_deg: 50.0,
        };
        let mut scene = Scene::seen_by(camera, SmallRng::seed_from_u64(4));
        let cards: Vec<Lying> = (0..5)
            .map(|i| Lying {
                face: Deck::Full.cards().get(i * 9 + 8).copied(),
                pose: Pose {
                    at: TablePoint {
                        x_mm: 90.0 * i as f64 - 180.0,
                        y_mm: 20.0,
                    },
                    turn_deg: 7.0 * i as f64,
                },
            })
            .collect();
        [0, 1, 2].map(|n| scene.picture(n, At(100 * n), &cards, &[]))
    }

    fn changed(frame: &Frame, change: impl Fn(usize, usize, u8) -> u8) -> Frame {
        let width = frame.width as usize;
        let pixels = frame.pixels.iter().enumerate();
        let pixels = pixels.map(|(i, &c)| change(i / 3 % width, i / 3 / width, c));
        Frame {
            pixels: pixels.collect::<Vec<_>>().into(),
            ..frame.clone()
        }
    }

    /// The same picture out of focus: each pixel the mean of those around it.
    fn blurred(frame: &Frame, reach: usize) -> Frame {
        let (width, height) = (frame.width as usize, frame.height as usize);
        let mut pixels = frame.pixels.to_vec();
        for y in reach..height - reach {
            for x in reach..width - reach {
                for c in 0..3 {
                    let span = || 0..=2 * reach;
                    let near = span().flat_map(|dy| span().map(move |dx| (dx, dy)));
                    let values = near.map(|(dx, dy)| {
                        let at = (y + dy - reach) * width + x + dx - reach;
                        u32::from(frame.pixels[3 * at + c])
                    });
                    let count = (2 * reach + 1).pow(2) as u32;
                    pixels[3 * (y * width + x) + c] = (values.sum::<u32>() / count) as u8;
                }
            }
        }
        Frame {
            pixels: Arc::from(pixels),
            ..frame.clone()
        }
    }

    #[test]
    fn a_good_picture_is_found_good() {
        let frames = pictures();
        let light = light(&frames).expect("pictures");
        assert!(BRIGHT.contains(&light.mean), "{light:?}");
        assert!(!light.flickers && !light.frozen, "{light:?}");
        assert_eq!(dazzled(&frames[0]).expect("a picture"), [[]; 0]);
        let sharp = sharpness(&frames[0], 0, 0, 1280, 720).expect("edges");
        assert!(sharp > SHARP, "{sharp}");
    }

    #[test]
    fn light_that_fails_is_told() {
        let [a, b, c] = pictures();
        let dark = changed(&a, |_, _, c| c / 8);
        assert!(!BRIGHT.contains(&light(&[dark]).expect("a picture").mean));
        let dim = changed(&b, |_, _, c| c - c / 5);
        let swinging = [&a, &dim, &b, &dim, &c].map(Clone::clone);
        assert!(light(&swinging).expect("pictures").flickers);
        // A lamp that is switched once doesn't flicker.
        let switched = [&a, &b, &dim, &dim].map(Clone::clone);
        assert!(!light(&switched).expect("pictures").flickers);
        let frozen = [&a, &a, &a].map(Clone::clone);
        assert!(light(&frozen).expect("pictures").frozen);
    }

    #[test]
    fn a_dazzled_spot_is_told_where_it_is() {
        let [frame, ..] = pictures();
        let far = |x: usize, y: usize| (x as f64 - 900.0).hypot(y as f64 - 500.0);
        let lamp = changed(&frame, |x, y, c| if far(x, y) < 25.0 { 255 } else { c });
        let spots = dazzled(&lamp).expect("a picture");
        assert_eq!(spots.len(), 1);
        assert!(
            spots[0]
                .iter()
                .all(|p| (p.x - 900.0).hypot(p.y - 500.0) < 40.0),
            "{spots:?}"
        );
    }

    #[test]
    fn what_is_out_of_focus_is_less_sharp() {
        let [frame, ..] = pictures();
        let of = |f: &Frame| sharpness(f, 200, 200, 1080, 560);
        let (sharp, soft, softer) = (of(&frame), of(&blurred(&frame, 1)), of(&blurred(&frame, 3)));
        let all = [sharp, soft, softer].map(|s| s.expect("edges"));
        assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
        assert!(all[0] > SHARP && all[2] < SHARP, "{all:?}");
        // An empty cloth tells nothing.
        let cloth = changed(&frame, |x, y, _| 90 + ((x * 7 + y * 13) % 9) as u8);
        assert_eq!(sharpness(&cloth, 0, 0, 1280, 720), None);
    }
}
