//! Small pictures, one after the other, into hands over the table and places that changed and came to rest.

use crate::{
    camera::{
        blobs::{Blob, blobs, cleaned, entries, grown, outline},
        small::Small,
    },
    frame::At,
    sighting::{Hand, PicturePoint},
};

/// A place that looks different since it was last at rest.
#[derive(Clone, PartialEq, Debug)]
pub struct Settled {
    /// Its outline.
    pub outline: Vec<PicturePoint>,
    /// When it came to rest.
    pub since: At,
}

/// What moved in one picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scene {
    /// Everything that moves or comes in over the edge.
    pub hands: Vec<Hand>,
    /// Places that came to rest with this picture.
    pub settled: Vec<Settled>,
    /// Set when the whole picture is to be looked at afresh: at the start, after the light or the camera changed.
    pub afresh: bool,
    /// The share of the picture that differs from the table at rest, 0…1.
    pub foreground: f64,
}

/// A difference to the table at rest beyond this is something: above the noise of a webcam, below a white card on a white cloth (grey levels).
const SOMETHING: i32 = 11;

/// A difference to the picture before beyond this is motion (grey levels).
const MOVES: i32 = 9;

/// From such grey levels the light can be told: neither black nor washed out.
const LIT: std::ops::Range<i32> = 12..235;

/// What hasn't moved for this long is at rest, s: three pictures at 30 a second, one at 8.
const REST_SECS: f64 = 0.1;

/// Something at the picture's edge that hasn't moved for this long is no hand, s.
const EDGE_REST_SECS: f64 = 25.0;

/// More of the picture than this in change is the light or the camera.
const EVERYTHING: f64 = 0.55;

/// So long must everything be still before the table is looked at afresh, s.
const AFRESH_SECS: f64 = 0.6;

/// The smallest blob that counts, in pixels of a picture 320 wide: a fingertip.
const LEAST: usize = 14;

/// The table at rest, and what differs from it.
#[derive(Default)]
pub struct Motion {
    width: usize,
    height: usize,
    factor: f64,
    /// The table at rest, 16ths of grey levels.
    rest: Vec<i32>,
    before: Vec<u8>,
    moved: Vec<u64>,
    foreground: Vec<bool>,
    started: bool,
    upheaval: Option<At>,
}

impl Motion {
    /// Before the first picture.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes the next picture.
    pub fn see(&mut self, small: &Small, at: At) -> Scene {
        if !self.started || (small.width, small.height) != (self.width, self.height) {
            return self.start(small, at);
        }
        let (bright, mask) = self.differences(small, at);
        let mask = cleaned(&mask, self.width, self.height, 4);
        let count = mask.iter().filter(|&&b| b).count();
        let foreground = count as f64 / mask.len() as f64;
        let mut scene = Scene {
            foreground,
            ..Scene::default()
        };
        if foreground > EVERYTHING {
            let since = *self.upheaval.get_or_insert(at);
            let newest = self.moved.iter().filter(|&&m| m + 100 > at.0).count();
            if at.since(since) >= AFRESH_SECS && newest * 20 < mask.len() {
                return self.start(small, at);
            }
        } else {
            self.upheaval = None;
        }
        for blob in blobs(&mask, self.width, self.height, LEAST) {
            self.judge(&blob, small, at, &mut scene);
        }
        self.adapt(small, &mask, bright);
        self.foreground = mask;
        self.before.clone_from(&small.pixels);
        scene
    }

    /// The share of that picture that differs from the table at rest, 0…1; nothing is learnt of it. A picture of another size can't be compared: 0.
    #[must_use]
    pub fn differs(&self, small: &Small) -> f64 {
        if !self.started || (small.width, small.height) != (self.width, self.height) {
            return 0.0;
        }
        let bright = self.brightness(small);
        let differs = |i: &usize| self.far(small, *i, bright) > SOMETHING;
        let count = (0..self.foreground.len()).filter(differs).count();
        count as f64 / self.foreground.len() as f64
    }

    /// Whether nothing in the picture has moved for so long, s.
    #[must_use]
    pub fn rests(&self, at: At, secs: f64) -> bool {
        let since = at.0.saturating_sub((secs * 1000.0) as u64);
        self.moved.iter().filter(|&&m| m > since).count() < LEAST
    }

    /// Takes this picture for the table at rest, and asks for all of it to be looked at.
    pub fn restart(&mut self, small: &Small, at: At) -> Scene {
        self.start(small, at)
    }

    /// The camera was moved: the table at rest as it would look from there, for a picture in which everything holds still for the moment. `was` tells
    /// where a point of the picture was before; what wasn't seen before is taken for the table at rest.
    pub fn shift(&mut self, small: &Small, at: At, was: impl Fn(PicturePoint) -> PicturePoint) {
        if !self.started || (small.width, small.height) != (self.width, self.height) {
            return;
        }
        let mut rest: Vec<i32> = small.pixels.iter().map(|&p| i32::from(p) << 4).collect();
        let mut foreground = vec![false; self.foreground.len()];
        let within = |v: f64, size: usize| (0.0..(size - 1) as f64).contains(&v);
        for (i, something) in foreground.iter_mut().enumerate() {
            let middle = |k: usize| (k as f64 + 0.5) * self.factor;
            let p = was(PicturePoint {
                x: middle(i % self.width),
                y: middle(i / self.width),
            });
            let (x, y) = (p.x / self.factor - 0.5, p.y / self.factor - 0.5);
            if !within(x, self.width) || !within(y, self.height) {
                continue;
            }
            let first = y as usize * self.width + x as usize;
            *something = self.foreground[first];
            let (right, down) = (x.fract(), y.fract());
            for c in 0..3 {
                let at = |i: usize| f64::from(self.rest[i * 3 + c]);
                let row = |i: usize| at(i) * (1.0 - right) + at(i + 1) * right;
                let value = row(first) * (1.0 - down) + row(first + self.width) * down;
                rest[i * 3 + c] = value as i32;
            }
        }
        self.settle(&mut rest, small);
        (self.rest, self.foreground) = (rest, foreground);
        self.before.clone_from(&small.pixels);
        self.moved.fill(at.0.max(1));
        self.upheaval = None;
    }

    /// Edges that lie a part of a pixel beside where they are thought to be are no change: what is as bright as something next to it is at rest.
    fn settle(&self, rest: &mut [i32], small: &Small) {
        let known = rest.to_vec();
        for y in 1..self.height.saturating_sub(1) {
            for i in y * self.width + 1..(y + 1) * self.width - 1 {
                let fits = |c: usize| {
                    let near = (i - self.width - 1..i + self.width).step_by(self.width);
                    let mut all =
                        near.flat_map(|row| (row..row + 3).map(|k| known[k * 3 + c] >> 4));
                    let first = all.next().unwrap_or_default();
                    let (low, high) = all.fold((first, first), |(l, h), v| (l.min(v), h.max(v)));
                    let now = i32::from(small.pixels[i * 3 + c]);
                    (low - 2 * SOMETHING..=high + 2 * SOMETHING).contains(&now)
                };
                if (0..3).all(fits) {
                    let now = small.pixels[i * 3..].iter().map(|&p| i32::from(p) << 4);
                    rest[i * 3..i * 3 + 3]
                        .iter_mut()
                        .zip(now)
                        .for_each(|(r, n)| *r = n);
                }
            }
        }
    }

    fn start(&mut self, small: &Small, at: At) -> Scene {
        (self.width, self.height, self.factor) = (small.width, small.height, small.factor);
        self.rest = small.pixels.iter().map(|&p| i32::from(p) << 4).collect();
        self.before.clone_from(&small.pixels);
        self.moved = vec![0; small.width * small.height];
        self.foreground = vec![false; small.width * small.height];
        self.started = true;
        self.upheaval = None;
        let all = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| PicturePoint {
            x: x * small.width as f64 * small.factor,
            y: y * small.height as f64 * small.factor,
        });
        Scene {
            afresh: true,
            settled: vec![Settled {
                outline: all.to_vec(),
                since: at,
            }],
            ..Scene::default()
        }
    }

    /// How much brighter the table is than at rest; 256 for equal. The median, so that all cards taken off a dark cloth at once are no other light.
    fn brightness(&self, small: &Small) -> i32 {
        let mut ratios: Vec<i32> = (0..self.foreground.len())
            .step_by(7)
            .filter(|&i| !self.foreground[i])
            .map(|i| (i32::from(small.pixels[i * 3 + 1]), self.rest[i * 3 + 1]))
            .filter(|(now, rest)| LIT.contains(now) && *rest > 0)
            .map(|(now, rest)| now * 4096 / rest)
            .collect();
        let middle = ratios.len() / 2;
        if ratios.is_empty() {
            return 256;
        }
        (*ratios.select_nth_unstable(middle).1).clamp(128, 512)
    }

    /// By how much a pixel differs from the table at rest in that light, grey levels.
    fn far(&self, small: &Small, i: usize, bright: i32) -> i32 {
        let far = |c: usize| (i32::from(small.pixels[c]) - ((self.rest[c] * bright) >> 12)).abs();
        (i * 3..i * 3 + 3).map(far).fold(0, i32::max)
    }

    /// How much brighter the table is than at rest, and what differs from it beside that.
    fn differences(&mut self, small: &Small, at: At) -> (i32, Vec<bool>) {
        let bright = self.brightness(small);
        let mut mask = vec![false; self.foreground.len()];
        for (i, something) in mask.iter_mut().enumerate() {
            let step = (i * 3..i * 3 + 3)
                .map(|c| (i32::from(small.pixels[c]) - i32::from(self.before[c])).abs())
                .fold(0, i32::max);
            if step > MOVES {
                self.moved[i] = at.0.max(1);
            }
            *something = self.far(small, i, bright) > SOMETHING;
        }
        (bright, mask)
    }

    /// A blob into a hand or a place that came to rest.
    fn judge(&mut self, blob: &Blob, small: &Small, at: At, scene: &mut Scene) {
        let moving = |secs: f64| {
            let since = at.0.saturating_sub((secs * 1000.0) as u64);
            let newer = |&&i: &&usize| self.moved[i] > since;
            blob.pixels.iter().filter(newer).count() * 50 > blob.pixels.len()
        };
        let from = entries(&blob.pixels, self.width, self.height);
        let rests = if from.is_empty() {
            !moving(REST_SECS)
        } else {
            !moving(EDGE_REST_SECS) && at.secs() > EDGE_REST_SECS
        };
        if rests {
            scene.settled.push(Settled {
                outline: self.in_picture(&outline(&blob.pixels, self.width)),
                since: at,
            });
            self.absorb(blob, small);
            return;
        }
        if from.len() < 2 {
            scene
                .hands
                .push(self.hand(&blob.pixels, from.first().copied()));
            return;
        }
        let mut parts = vec![Vec::new(); from.len()];
        for &i in &blob.pixels {
            let (x, y) = ((i % self.width) as f64, (i / self.width) as f64);
            let apart = |p: &(f64, f64)| (p.0 - x).hypot(p.1 - y);
            let nearest = (0..from.len())
                .min_by(|&a, &b| apart(&from[a]).total_cmp(&apart(&from[b])))
                .unwrap_or(0);
            parts[nearest].push(i);
        }
        for (part, from) in parts.iter().zip(from) {
            if !part.is_empty() {
                scene.hands.push(self.hand(part, Some(from)));
            }
        }
    }

    fn hand(&self, pixels: &[usize], from: Option<(f64, f64)>) -> Hand {
        let spot = |i: usize| ((i % self.width) as f64 + 0.5, (i / self.width) as f64 + 0.5);
        let start = from.unwrap_or_else(|| spot(pixels[0]));
        let far = |i: &usize| {
            let (x, y) = spot(*i);
            (x - start.0).hypot(y - start.1)
        };
        let tip = pixels
            .iter()
            .copied()
            .max_by(|a, b| far(a).total_cmp(&far(b)))
            .map_or(start, spot);
        let point = |(x, y): (f64, f64)| PicturePoint {
            x: x * self.factor,
            y: y * self.factor,
        };
        Hand {
            outline: self.in_picture(&outline(pixels, self.width)),
            from: from.map(point),
            tip: point(tip),
        }
    }

    fn in_picture(&self, points: &[(f64, f64)]) -> Vec<PicturePoint> {
        let point = |&(x, y): &(f64, f64)| PicturePoint {
            x: x * self.factor,
            y: y * self.factor,
        };
        points.iter().map(point).collect()
    }

    /// The blob belongs to the table at rest from now on.
    fn absorb(&mut self, blob: &Blob, small: &Small) {
        let mut mask = vec![false; self.foreground.len()];
        for &i in &blob.pixels {
            mask[i] = true;
        }
        let wide = grown(&mask, self.width, self.height, 3);
        for i in (0..wide.len()).filter(|&i| wide[i]) {
            for c in i * 3..i * 3 + 3 {
                self.rest[c] = i32::from(small.pixels[c]) << 4;
            }
        }
    }

    /// The table at rest follows slow changes of light.
    fn adapt(&mut self, small: &Small, mask: &[bool], bright: i32) {
        let follow = if (bright - 256).abs() > 5 { 4 } else { 16 };
        for (i, &something) in mask.iter().enumerate() {
            if !something {
                for c in i * 3..i * 3 + 3 {
                    let value = i32::from(small.pixels[c]) << 4;
                    self.rest[c] += (value - self.rest[c]) / follow;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::SmallRng};

    use super::*;
    use crate::{
        card::Deck,
        demo::{
            camera::Camera,
            scene::{Lying, Pose, Scene as Table},
        },
        sighting::{TableMap, TablePoint},
    };

    /// A table of so many cards, from a camera that hangs so.
    fn table(roll_deg: f64, cards: usize) -> (Small, TableMap) {
        let camera = Camera {
            width: 1280,
            height: 720,
            height_mm: 950.0,
            tilt_deg: 6.0,
            roll_deg,
            view_deg: 50.0,
        };
        let mut table = Table::seen_by(camera, SmallRng::seed_from_u64(4));
        let lying: Vec<Lying> = (0..cards)
            .map(|i| Lying {
                face: Deck::Full.cards().get(i * 5 + 1).copied(),
                pose: Pose {
                    at: TablePoint {
                        x_mm: 110.0 * i as f64 - 220.0,
                        y_mm: 20.0,
                    },
                    turn_deg: 11.0 * i as f64,
                },
            })
            .collect();
        let frame = table.picture(0, At(0), &lying, &[]);
        (Small::of(&frame).expect("a picture"), *table.map())
    }

    #[test]
    fn cards_taken_off_a_dark_cloth_are_no_other_light() {
        let picture = |cards: usize| {
            let pixel = |i: usize| {
                if i % 320 < cards {
                    [225; 3]
                } else {
                    [52, 30, 18]
                }
            };
            Small {
                width: 320,
                height: 180,
                factor: 4.0,
                pixels: (0..320 * 180).flat_map(pixel).collect(),
            }
        };
        let mut motion = Motion::new();
        motion.see(&picture(60), At(0));
        motion.see(&picture(60), At(100));
        let gathered = motion.differs(&picture(0));
        assert!((0.15..0.25).contains(&gathered), "{gathered}");
    }

    #[test]
    fn what_is_known_goes_with_a_camera_that_is_moved() {
        let (before, was) = table(0.0, 4);
        for cards in [4, 5] {
            let mut motion = Motion::new();
            motion.see(&before, At(0));
            motion.see(&before, At(100));
            let (bumped, is) = table(1.2, cards);
            assert!(motion.differs(&bumped) > 0.02, "the bump is no bump");
            motion.shift(&bumped, At(200), |p| {
                was.picture_from_table(is.table_from_picture(p))
            });
            let scenes: Vec<Scene> = (2..8).map(|n| motion.see(&bumped, At(n * 100))).collect();
            let settled: Vec<&Settled> = scenes.iter().flat_map(|s| &s.settled).collect();
            let on_table = |p: &PicturePoint| is.table_from_picture(*p);
            let off = |s: &Settled| {
                let far = |p: &PicturePoint| {
                    let p = on_table(p);
                    (p.x_mm - 220.0).hypot(p.y_mm - 20.0)
                };
                s.outline.iter().map(far).fold(0.0, f64::max) > 60.0
            };
            let elsewhere = settled.iter().filter(|s| off(s)).count();
            assert_eq!(elsewhere, 0, "{settled:?}");
            assert_eq!(settled.is_empty(), cards == 4);
        }
    }
}
