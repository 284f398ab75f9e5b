//! Cards of an enrolled deck that carry no index, told by a strip of their picture: whole on the table, or peeping out of a fan.

use super::{
    ReaderError,
    album::Plate,
    geometry::{Quad, V2, half_turn, middle, v2},
    picture::Picture,
};

/// The strip that is compared: what a fan leaves of a card, its left side without the edge; the other end of the card is as good.
const FROM: V2 = v2(0.025, 0.02);
const TO: V2 = v2(0.33, 0.98);
/// Samples of a first look and of a second.
const COARSE: (usize, usize) = (7, 30);
const FINE: (usize, usize) = (14, 60);
/// Contrast, as a part of the usual, below which a strip counts as flat: paper correlates with anything.
const FLAT: f32 = 0.03;

/// A name is given from this correlation on, so far ahead of every other face. On the deck that was tried most strips in view lay at
/// 0.84 … 0.92 on their own face, 0.18 and more ahead; red and white squares of a cloth came to about 0.7.
const NAMED: f32 = 0.80;
const AHEAD: f32 = 0.15;
/// Faces whose strips correlate by this much are a weak pair.
const ALIKE: f32 = 0.75;
/// A first look at a place is worth a second from this correlation on.
const WORTH: f32 = 0.42;
/// So many faces get a second look.
const SECOND: usize = 3;

/// How an outline may lie askew: turned (rad), shifted across and along (card widths and heights).
const TURNS: [f32; 5] = [-0.1, -0.05, 0.0, 0.05, 0.1];
const SHIFTS: [f32; 7] = [-0.12, -0.08, -0.04, 0.0, 0.04, 0.08, 0.12];
/// Where the next card of a fan or row may lie, in widths to one side, and how it may be turned and shifted along.
const AWAY: (f32, f32) = (0.16, 1.24);
const AWAY_STEP: f32 = 0.04;
const BENDS: [f32; 5] = [-0.16, -0.08, 0.0, 0.08, 0.16];
const RISES: [f32; 7] = [-0.15, -0.1, -0.05, 0.0, 0.05, 0.1, 0.15];
/// First steps of the second look: turn, scale, across, along; each is halved so often.
const STEPS: [f32; 4] = [0.03, 0.03, 0.02, 0.015];
const HALVED: usize = 3;

/// The faces' pictures as they are compared, each of length one.
pub(crate) struct Strips {
    faces: Vec<usize>,
    coarse: Vec<Vec<f32>>,
    fine: Vec<Vec<f32>>,
}

/// A card that was told by its picture.
#[derive(Clone, Debug)]
pub(crate) struct Pictured {
    pub(crate) face: usize,
    /// Its outline, either end up.
    pub(crate) quad: Quad,
    /// How well its strip correlates.
    pub(crate) score: f32,
    /// How far that is ahead of the next face.
    pub(crate) ahead: f32,
}

impl Pictured {
    /// Whether it is beyond doubt.
    pub(crate) fn is_named(&self) -> bool {
        self.score >= NAMED && self.ahead >= AHEAD
    }
}

/// A way to lay an outline: turned, scaled, shifted across and along.
type Pose = [f32; 4];

impl Strips {
    /// The strips of these plates; `None` of none.
    ///
    /// # Errors
    /// When a plate is no picture.
    pub(crate) fn of<'p>(
        plates: impl Iterator<Item = &'p Plate>,
    ) -> Result<Option<Self>, ReaderError> {
        let mut strips = Self {
            faces: Vec::new(),
            coarse: Vec::new(),
            fine: Vec::new(),
        };
        for plate in plates {
            let (frame, quad) = plate.frame();
            let picture = Picture::new(&frame)?;
            strips.faces.push(plate.face);
            strips.coarse.push(strip(&picture, &quad, COARSE));
            strips.fine.push(strip(&picture, &quad, FINE));
        }
        Ok((!strips.faces.is_empty()).then_some(strips))
    }

    /// Pairs of faces whose strips are alike.
    pub(crate) fn alike(&self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (i, a) in self.faces.iter().enumerate() {
            for (j, b) in self.faces.iter().enumerate().skip(i + 1) {
                if a != b && dot(&self.fine[i], &self.fine[j]) > ALIKE {
                    pairs.push((*a.min(b), *a.max(b)));
                }
            }
        }
        pairs
    }

    /// What card lies about on this outline, if any.
    pub(crate) fn on(&self, picture: &Picture<'_>, outline: &Quad) -> Option<Pictured> {
        let poses = TURNS.iter().flat_map(|&turn| {
            SHIFTS
                .iter()
                .flat_map(move |&x| SHIFTS.map(move |y| [turn, 1.0, x, y * 0.7]))
        });
        self.told(picture, outline, poses)
    }

    /// What cards lie beside one that is known, in a fan or a row: at most one on either side.
    pub(crate) fn beside(&self, picture: &Picture<'_>, known: &Quad) -> Vec<Pictured> {
        let steps = ((AWAY.1 - AWAY.0) / AWAY_STEP) as usize;
        let side = |sign: f32| {
            let poses = (0..=steps).flat_map(move |i| {
                let x = sign * (AWAY.0 + AWAY_STEP * i as f32);
                BENDS
                    .iter()
                    .flat_map(move |&turn| RISES.map(move |y| [turn, 1.0, x, y]))
            });
            self.told(picture, known, poses)
        };
        [side(1.0), side(-1.0)].into_iter().flatten().collect()
    }

    fn told(
        &self,
        picture: &Picture<'_>,
        outline: &Quad,
        poses: impl Iterator<Item = Pose> + Clone,
    ) -> Option<Pictured> {
        // For each template its best pose, from either end of the outline.
        let mut best = vec![(WORTH, None); self.faces.len()];
        for end in [*outline, half_turn(outline)] {
            for pose in poses.clone() {
                let seen = strip(picture, &laid(&end, pose), COARSE);
                for (best, template) in best.iter_mut().zip(&self.coarse) {
                    let score = dot(&seen, template);
                    if score > best.0 {
                        *best = (score, Some((end, pose)));
                    }
                }
            }
        }
        let mut order: Vec<usize> = (0..best.len()).filter(|&i| best[i].1.is_some()).collect();
        order.sort_by(|&a, &b| best[b].0.total_cmp(&best[a].0));
        let mut told: Option<Pictured> = None;
        for &i in order.iter().take(SECOND) {
            let (end, pose) = best[i].1?;
            let (score, quad) = self.refined(picture, &end, pose, i);
            if told.as_ref().is_none_or(|t| t.score < score) {
                told = Some(Pictured {
                    face: self.faces[i],
                    quad,
                    score,
                    ahead: 0.0,
                });
            }
        }
        let mut told = told?;
        told.ahead = told.score - self.next(picture, &told, &order);
        Some(told)
    }

    /// The best correlation of another face near the place of one that was told.
    fn next(&self, picture: &Picture<'_>, told: &Pictured, order: &[usize]) -> f32 {
        let others = order.iter().filter(|&&i| self.faces[i] != told.face);
        let scores = others.map(|&i| self.refined(picture, &told.quad, [0.0, 1.0, 0.0, 0.0], i).0);
        scores.fold(WORTH, f32::max)
    }

    /// Climbs to where the strip correlates best with one template.
    fn refined(
        &self,
        picture: &Picture<'_>,
        outline: &Quad,
        mut pose: Pose,
        template: usize,
    ) -> (f32, Quad) {
        let score = |pose: Pose| {
            let seen = strip(picture, &laid(outline, pose), FINE);
            dot(&seen, &self.fine[template])
        };
        let mut best = score(pose);
        let mut steps = STEPS;
        for _ in 0..=HALVED {
            let mut climbing = true;
            while climbing {
                climbing = false;
                for k in 0..STEPS.len() {
                    for by in [steps[k], -steps[k]] {
                        let mut tried = pose;
                        tried[k] += by;
                        let s = score(tried);
                        if s > best + 1e-3 {
                            (best, pose, climbing) = (s, tried, true);
                        }
                    }
                }
            }
            steps = steps.map(|s| s * 0.5);
        }
        (best, laid(outline, pose))
    }
}

fn laid(quad: &Quad, [turn, scale, across, along]: Pose) -> Quad {
    let centre = middle(quad);
    let wide = (quad[1] - quad[0] + quad[2] - quad[3]) * 0.5;
    let high = (quad[3] - quad[0] + quad[2] - quad[1]) * 0.5;
    let to = centre + wide * across + high * along;
    quad.map(|p| to + (p - centre).turned(turn) * scale)
}

/// The strip's samples, each channel's mean taken off, brought to length one; flat ones stay short.
fn strip(picture: &Picture<'_>, quad: &Quad, (width, height): (usize, usize)) -> Vec<f32> {
    // Four samples are averaged to one, so that what is finer than these falls away.
    let fine = picture.rectified(quad, FROM, TO, 2 * width, 2 * height);
    let mean = |plane: usize, x: usize, y: usize| {
        let at =
            |i: usize, j: usize| fine[(plane * 2 * height + 2 * y + j) * 2 * width + 2 * x + i];
        (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) * 0.25
    };
    let mut values = Vec::with_capacity(3 * width * height);
    for plane in 0..3 {
        for y in 0..height {
            values.extend((0..width).map(|x| mean(plane, x, y)));
        }
    }
    for plane in values.chunks_mut(width * height) {
        let mean = plane.iter().sum::<f32>() / plane.len() as f32;
        plane.iter_mut().for_each(|v| *v -= mean);
    }
    let length = dot(&values, &values).sqrt() + FLAT * (values.len() as f32).sqrt();
    values.iter_mut().for_each(|v| *v /= length);
    values
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
