//! A rough outline into a sharp one: every side moves onto the straight edge that most of its length sees near by.

use super::{
    geometry::{Quad, V2, area, height, width},
    picture::Picture,
};

/// Places along a side where an edge is looked for.
const PLACES: usize = 14;
/// They lie between these fractions of the side, clear of the round corners.
const SPAN: (f32, f32) = (0.12, 0.88);
/// How far out and in is looked, as a fraction of the short side.
const REACH: f32 = 0.08;
/// Least step in brightness (0…255) that counts as an edge.
const LEAST_STEP: f32 = 7.0;
/// So many places must agree before a side moves.
const AGREEING: usize = 8;
/// They agree within so many samples.
const WITHIN: f32 = 0.9;

/// The outline with its sides moved onto edges; sides that see none stay.
pub(crate) fn sharpen(picture: &Picture<'_>, quad: &Quad) -> Quad {
    let short = width(quad).min(height(quad));
    if short < 12.0 {
        return *quad;
    }
    let halving = (short / 90.0).max(1.0).log2().floor() as usize;
    let sides: [(V2, V2); 4] =
        std::array::from_fn(|i| moved(picture, halving, quad[i], quad[(i + 1) % 4], short * REACH));
    let mut sharp = *quad;
    for (i, corner) in sharp.iter_mut().enumerate() {
        if let Some(p) = meet(sides[(i + 3) % 4], sides[i]) {
            *corner = p;
        }
    }
    let grown = area(&sharp) / area(quad).max(1.0);
    let strayed = sharp
        .iter()
        .zip(quad)
        .any(|(a, b)| (*a - *b).len() > 2.0 * REACH * short);
    if strayed || !(0.75..1.3).contains(&grown) {
        *quad
    } else {
        sharp
    }
}

/// The side a→b (the card to its right), moved onto the edge near it.
fn moved(picture: &Picture<'_>, halving: usize, a: V2, b: V2, reach: f32) -> (V2, V2) {
    let out = -(b - a).right().unit();
    let step = (1 << halving) as f32;
    let n = (reach / step).ceil().max(2.0) as i32;
    let mut seen: Vec<(f32, f32)> = Vec::with_capacity(PLACES);
    for k in 0..PLACES {
        let t = SPAN.0 + (SPAN.1 - SPAN.0) * k as f32 / (PLACES - 1) as f32;
        let foot = a + (b - a) * t;
        let profile: Vec<f32> = (-n - 1..=n + 1)
            .map(|o| picture.brightness(halving, foot + out * (o as f32 * step)))
            .collect();
        if let Some(offset) = strongest(&profile, n) {
            seen.push((t, offset));
        }
    }
    match line(&seen) {
        Some((at_a, at_b)) => (a + out * (at_a * step), b + out * (at_b * step)),
        None => (a, b),
    }
}

/// Where the profile steps most, in samples from its middle, to a fraction of a sample.
fn strongest(profile: &[f32], n: i32) -> Option<f32> {
    let steps: Vec<f32> = profile.windows(3).map(|w| (w[0] - w[2]).abs()).collect();
    let near = |i: usize| 1.0 - 0.5 * ((i as f32 - n as f32) / n as f32).powi(2);
    let best =
        (0..steps.len()).max_by(|&i, &j| (steps[i] * near(i)).total_cmp(&(steps[j] * near(j))))?;
    if steps[best] < LEAST_STEP {
        return None;
    }
    let (before, after) = (
        if best > 0 { steps[best - 1] } else { 0.0 },
        steps.get(best + 1).copied().unwrap_or(0.0),
    );
    let bend = before - 2.0 * steps[best] + after;
    let fraction = if bend < -1e-3 {
        (0.5 * (before - after) / bend).clamp(-0.5, 0.5)
    } else {
        0.0
    };
    Some(best as f32 - n as f32 + fraction)
}

/// The straight line through most of the points (t, offset): its offsets at t = 0 and t = 1.
fn line(seen: &[(f32, f32)]) -> Option<(f32, f32)> {
    let mut best: Vec<(f32, f32)> = Vec::new();
    for i in 0..seen.len() {
        for j in i + 3..seen.len() {
            let slope = (seen[j].1 - seen[i].1) / (seen[j].0 - seen[i].0);
            let fits =
                |p: &&(f32, f32)| (seen[i].1 + slope * (p.0 - seen[i].0) - p.1).abs() < WITHIN;
            if seen.iter().filter(fits).count() > best.len() {
                best = seen.iter().filter(fits).copied().collect();
            }
        }
    }
    if best.len() < AGREEING {
        return None;
    }
    let n = best.len() as f32;
    let (mt, mo) = (
        best.iter().map(|p| p.0).sum::<f32>() / n,
        best.iter().map(|p| p.1).sum::<f32>() / n,
    );
    let spread = best.iter().map(|p| (p.0 - mt).powi(2)).sum::<f32>();
    let slope = best.iter().map(|p| (p.0 - mt) * (p.1 - mo)).sum::<f32>() / spread.max(1e-6);
    Some((mo - slope * mt, mo + slope * (1.0 - mt)))
}

/// Where two lines cross; `None` if they are nearly parallel.
pub(crate) fn meet(a: (V2, V2), b: (V2, V2)) -> Option<V2> {
    let (da, db) = (a.1 - a.0, b.1 - b.0);
    let det = da.cross(db);
    if det.abs() < 0.05 * da.len() * db.len() {
        return None;
    }
    Some(a.0 + da * ((b.0 - a.0).cross(db) / det))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{
        super::geometry::{holds, v2},
        *,
    };
    use crate::frame::{At, Frame};

    #[test]
    fn a_rough_outline_snaps_to_the_card() {
        let truth: Quad = [
            v2(60.0, 40.0),
            v2(150.0, 52.0),
            v2(138.0, 182.0),
            v2(46.0, 170.0),
        ];
        let pixels: Vec<u8> = (0..220)
            .flat_map(|y| (0..220).map(move |x| v2(x as f32 + 0.5, y as f32 + 0.5)))
            .flat_map(|p| [if holds(&truth, p) { 230 } else { 70 }; 3])
            .collect();
        let frame = Frame {
            seq: 0,
            at: At(0),
            width: 220,
            height: 220,
            pixels: Arc::from(pixels),
        };
        let picture = Picture::new(&frame).expect("a picture");
        let rough = truth.map(|p| v2((p.x - 98.0) * 1.05 + 100.0, (p.y - 111.0) * 0.97 + 109.0));
        let sharp = sharpen(&picture, &rough);
        for (a, b) in sharp.iter().zip(&truth) {
            assert!((*a - *b).len() < 1.2, "{sharp:?}");
        }
    }

    #[test]
    fn a_side_that_sees_no_edge_stays() {
        let frame = Frame {
            seq: 0,
            at: At(0),
            width: 100,
            height: 100,
            pixels: Arc::from(vec![90u8; 30_000]),
        };
        let picture = Picture::new(&frame).expect("a picture");
        let quad = [
            v2(20.0, 20.0),
            v2(60.0, 20.0),
            v2(60.0, 80.0),
            v2(20.0, 80.0),
        ];
        assert_eq!(sharpen(&picture, &quad), quad);
    }
}
