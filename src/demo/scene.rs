//! What lies on the simulated table into the picture that its camera would take: perspective, light, blur, noise, hands.

use std::{collections::HashMap, sync::Arc};

use rand::{RngExt, SeedableRng, rngs::SmallRng};

use super::{
    art,
    camera::{Camera, Light},
    surface,
};
use crate::{
    card::Card,
    frame::{At, Frame},
    sighting::{PicturePoint, TableMap, TablePoint},
};

/// A card's size on the table, mm.
pub const CARD_MM: (f64, f64) = (63.5, 88.9);

/// Art pixels per millimetre: about twice what the camera resolves.
const ART_PX_PER_MM: f64 = 3.0;

/// Where a card lies and how it is turned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pose {
    /// The card's middle.
    pub at: TablePoint,
    /// Degrees clockwise by which its top points away from north.
    pub turn_deg: f64,
}

impl Pose {
    /// The pose a part of the way from `self` to `to`, 0…1.
    #[must_use]
    pub fn towards(self, to: Self, part: f64) -> Self {
        let mix = |a: f64, b: f64| a + (b - a) * part;
        let turn = (to.turn_deg - self.turn_deg + 180.0).rem_euclid(360.0) - 180.0;
        Self {
            at: TablePoint {
                x_mm: mix(self.at.x_mm, to.at.x_mm),
                y_mm: mix(self.at.y_mm, to.at.y_mm),
            },
            turn_deg: self.turn_deg + turn * part,
        }
    }

    /// A table point in the card's own frame: millimetres from its top-left corner.
    fn on_card(self, p: TablePoint) -> (f64, f64) {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        let (dx, dy) = (p.x_mm - self.at.x_mm, p.y_mm - self.at.y_mm);
        (
            dx * cos - dy * sin + CARD_MM.0 / 2.0,
            CARD_MM.1 / 2.0 - (dx * sin + dy * cos),
        )
    }

    /// The card's corners, clockwise from its own top-left.
    #[must_use]
    pub fn corners(self) -> [TablePoint; 4] {
        let (sin, cos) = self.turn_deg.to_radians().sin_cos();
        let (w, h) = (CARD_MM.0 / 2.0, CARD_MM.1 / 2.0);
        [(-w, h), (w, h), (w, -h), (-w, -h)].map(|(x, y)| TablePoint {
            x_mm: self.at.x_mm + x * cos + y * sin,
            y_mm: self.at.y_mm - x * sin + y * cos,
        })
    }
}

/// A card on the table: its face, or `None` face down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lying {
    /// What is to be seen of it.
    pub face: Option<Card>,
    /// Where.
    pub pose: Pose,
}

/// A hand over the table, reaching in from a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reach {
    /// Where the fingers are.
    pub tip: TablePoint,
    /// Where the arm comes from: degrees clockwise from north.
    pub bearing: f64,
    /// The sleeve's colour: blue, green, red.
    pub sleeve: [u8; 3],
    /// The skin's colour: blue, green, red.
    pub skin: [u8; 3],
}

/// A picture of a face, alpha in the fourth byte.
struct Sprite {
    width: usize,
    height: usize,
    rgba: Vec<u8>,
}

impl Sprite {
    fn draw(svg: &str) -> Self {
        let scale = (ART_PX_PER_MM / 10.0) as f32;
        let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default())
            .expect("the project's own art is SVG");
        let (width, height) = (
            (art::WIDTH as f32 * scale) as u32,
            (art::HEIGHT as f32 * scale) as u32,
        );
        let mut map = resvg::tiny_skia::Pixmap::new(width, height).expect("a card has a size");
        resvg::render(
            &tree,
            resvg::tiny_skia::Transform::from_scale(scale, scale),
            &mut map.as_mut(),
        );
        Self {
            width: width as usize,
            height: height as usize,
            rgba: map.take(),
        }
    }

    /// The premultiplied colour at a place on the card, mm from its top-left; transparent outside.
    fn at(&self, (x_mm, y_mm): (f64, f64)) -> [f64; 4] {
        let (x, y) = (x_mm * ART_PX_PER_MM - 0.5, y_mm * ART_PX_PER_MM - 0.5);
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let mut out = [0.0; 4];
        for (dx, dy, weight) in [
            (0, 0, (1.0 - fx) * (1.0 - fy)),
            (1, 0, fx * (1.0 - fy)),
            (0, 1, (1.0 - fx) * fy),
            (1, 1, fx * fy),
        ] {
            let (px, py) = (x0 as i64 + dx, y0 as i64 + dy);
            if px >= 0 && py >= 0 && (px as usize) < self.width && (py as usize) < self.height {
                let i = (py as usize * self.width + px as usize) * 4;
                for (o, &c) in out.iter_mut().zip(&self.rgba[i..i + 4]) {
                    *o += weight * f64::from(c);
                }
            }
        }
        out
    }
}

/// How far beside a card a point in its own frame lies, mm; negative on it.
fn beside((x, y): (f64, f64)) -> f64 {
    (-x).max(x - CARD_MM.0).max((-y).max(y - CARD_MM.1))
}

/// What of a picture stays the same in the next: only hands and what they move is drawn anew.
#[derive(Default)]
struct Still {
    /// All cards of the last picture.
    last: Vec<Lying>,
    /// How many of them are drawn in `pixels`.
    drawn: usize,
    pixels: Vec<u8>,
}

/// Draws the table.
pub struct Scene {
    camera: Camera,
    map: TableMap,
    light: Light,
    /// The table point at each pixel's middle.
    points: Vec<TablePoint>,
    /// How bright each pixel's place is.
    bright: Vec<f32>,
    /// The empty table.
    ground: Vec<u8>,
    /// The table with the cards that lay there in the last two pictures.
    still: Still,
    sprites: HashMap<Option<Card>, Arc<Sprite>>,
    noise: Vec<i8>,
    rng: SmallRng,
    second_back: bool,
}

impl Scene {
    /// A table of its own look for each seed: surface, light, camera and noise.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut rng = SmallRng::seed_from_u64(seed);
        let camera = Camera {
            width: 1280,
            height: 720,
            height_mm: rng.random_range(900.0..1000.0),
            tilt_deg: rng.random_range(4.0..16.0),
            roll_deg: rng.random_range(-2.5..2.5),
            view_deg: 50.0,
        };
        Self::seen_by(camera, rng)
    }

    /// A table of that chance's look before a given camera.
    #[must_use]
    pub fn seen_by(camera: Camera, mut rng: SmallRng) -> Self {
        let light = Light {
            lamp: TablePoint {
                x_mm: rng.random_range(-400.0..400.0),
                y_mm: rng.random_range(-300.0..300.0),
            },
            lamp_mm: 900.0,
            room: rng.random_range(0.35..0.7),
            level: rng.random_range(0.78..1.0),
            tint: [
                rng.random_range(0.86..1.0),
                rng.random_range(0.95..1.0),
                1.0,
            ],
        };
        let map = camera.map();
        let points: Vec<TablePoint> = (0..camera.width * camera.height)
            .map(|i| {
                map.table_from_picture(PicturePoint {
                    x: f64::from(i % camera.width) + 0.5,
                    y: f64::from(i / camera.width) + 0.5,
                })
            })
            .collect();
        let bright: Vec<f32> = points.iter().map(|&p| light.at(p) as f32).collect();
        let ground = surface::ground(&points, &bright, &light, &mut rng);
        let strength = rng.random_range(1.5..3.5);
        let noise = (0..1 << 16)
            .map(|_| ((0..4).map(|_| rng.random_range(-1.0..1.0)).sum::<f64>() * strength) as i8)
            .collect();
        let second_back = rng.random_bool(0.5);
        Self {
            camera,
            map,
            light,
            points,
            bright,
            ground,
            still: Still::default(),
            sprites: HashMap::new(),
            noise,
            rng,
            second_back,
        }
    }

    /// The true map of the picture, for tests.
    #[must_use]
    pub fn map(&self) -> &TableMap {
        &self.map
    }

    /// The picture of that moment: the cards in the order they were laid, then the hands.
    pub fn picture(&mut self, seq: u64, at: At, cards: &[Lying], hands: &[Reach]) -> Frame {
        let mut pixels = self.table_with(cards);
        for hand in hands {
            self.reach(&mut pixels, hand);
        }
        self.grain(&mut pixels);
        Frame {
            seq,
            at,
            width: self.camera.width,
            height: self.camera.height,
            pixels: pixels.into(),
        }
    }

    /// The table with those cards and no hand.
    fn table_with(&mut self, cards: &[Lying]) -> Vec<u8> {
        let mut still = std::mem::take(&mut self.still);
        let same = still
            .last
            .iter()
            .zip(cards)
            .take_while(|(a, b)| a == b)
            .count();
        if still.pixels.is_empty() || still.drawn > same {
            still.pixels.clone_from(&self.ground);
            still.drawn = 0;
        }
        for card in &cards[still.drawn..same] {
            self.draw(&mut still.pixels, card);
        }
        still.drawn = same;
        let mut pixels = still.pixels.clone();
        for card in &cards[same..] {
            self.draw(&mut pixels, card);
        }
        still.last = cards.to_vec();
        self.still = still;
        pixels
    }

    fn draw(&mut self, pixels: &mut [u8], card: &Lying) {
        let sprite = self.sprite(card.face);
        self.shade(pixels, card.pose);
        self.lay(pixels, card.pose, &sprite);
    }

    fn sprite(&mut self, face: Option<Card>) -> Arc<Sprite> {
        let second = self.second_back;
        let draw = || {
            Arc::new(Sprite::draw(
                &face.map_or_else(|| art::back(second), art::face),
            ))
        };
        Arc::clone(self.sprites.entry(face).or_insert_with(draw))
    }

    /// Visits the picture's pixels that show some of the table around those points: pixel index and place in the picture.
    fn over(
        &self,
        around: &[TablePoint],
        margin_px: f64,
        mut visit: impl FnMut(usize, PicturePoint),
    ) {
        let seen = around.iter().map(|&p| self.map.picture_from_table(p));
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for p in seen {
            bounds = [
                bounds[0].min(p.x),
                bounds[1].min(p.y),
                bounds[2].max(p.x),
                bounds[3].max(p.y),
            ];
        }
        let clamp = |v: f64, top: u32| v.clamp(0.0, f64::from(top)) as usize;
        let (x0, x1) = (
            clamp(bounds[0] - margin_px, self.camera.width),
            clamp(bounds[2] + margin_px, self.camera.width),
        );
        let (y0, y1) = (
            clamp(bounds[1] - margin_px, self.camera.height),
            clamp(bounds[3] + margin_px, self.camera.height),
        );
        for y in y0..y1 {
            for x in x0..x1 {
                visit(
                    y * self.camera.width as usize + x,
                    PicturePoint {
                        x: x as f64,
                        y: y as f64,
                    },
                );
            }
        }
    }

    fn lay(&self, pixels: &mut [u8], pose: Pose, sprite: &Sprite) {
        self.over(&pose.corners(), 2.0, |i, p| {
            // Far from the card there is nothing to mix.
            if beside(pose.on_card(self.points[i])) > 2.0 {
                return;
            }
            let mut sum = [0.0; 4];
            for (dx, dy) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
                let point = self.map.table_from_picture(PicturePoint {
                    x: p.x + dx,
                    y: p.y + dy,
                });
                let colour = sprite.at(pose.on_card(point));
                sum.iter_mut().zip(colour).for_each(|(s, c)| *s += c / 4.0);
            }
            if sum[3] > 0.0 {
                let light = f64::from(self.bright[i]);
                for channel in 0..3 {
                    let ink = sum[2 - channel] * light * self.light.tint[channel];
                    let under = f64::from(pixels[i * 3 + channel]) * (1.0 - sum[3] / 255.0);
                    pixels[i * 3 + channel] = (ink + under).clamp(0.0, 255.0) as u8;
                }
            }
        });
    }

    /// The soft shadow along a card's edge.
    fn shade(&self, pixels: &mut [u8], pose: Pose) {
        self.over(&pose.corners(), 8.0, |i, _| {
            let outside = beside(pose.on_card(self.points[i]));
            if (0.0..4.0).contains(&outside) {
                let keep = 0.62 + 0.095 * outside;
                for c in &mut pixels[i * 3..i * 3 + 3] {
                    *c = (f64::from(*c) * keep) as u8;
                }
            }
        });
    }

    fn reach(&self, pixels: &mut [u8], hand: &Reach) {
        let shape = surface::Arm::new(hand);
        self.over(&shape.around(), 4.0, |i, _| {
            if let Some(colour) = shape.colour(self.points[i]) {
                let light = f64::from(self.bright[i]);
                for channel in 0..3 {
                    pixels[i * 3 + channel] = (colour[channel] * light * self.light.tint[channel])
                        .clamp(0.0, 255.0) as u8;
                }
            }
        });
    }

    fn grain(&mut self, pixels: &mut [u8]) {
        let mut offset = self.rng.random_range(0..self.noise.len());
        for row in pixels.chunks_mut(self.camera.width as usize * 3) {
            offset = (offset * 5 + 7919) % self.noise.len();
            let (head, tail) = self.noise.split_at(offset);
            for (c, n) in row.iter_mut().zip(tail.iter().chain(head)) {
                *c = c.saturating_add_signed(*n);
            }
        }
    }
}
