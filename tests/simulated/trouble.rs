//! What goes wrong over a real table: frames are lost, light is mirrored off the cards for a while, somebody knocks against the camera.

use std::sync::Arc;

use pitboss::frame::Frame;
use rand::{RngExt, SeedableRng, rngs::SmallRng};

/// One frame in so many is lost, and after so many on average a whole stretch of this many.
const LOST: u32 = 12;
const STRETCH_EVERY: u32 = 150;
const STRETCH: std::ops::Range<u32> = 4..12;
/// A reflex appears once in so many frames, for so many, of such a radius, px.
const GLARE_EVERY: u32 = 100;
const GLARE: std::ops::Range<u32> = 5..30;
const GLARE_PX: std::ops::Range<f32> = 30.0..70.0;
/// The camera is knocked once in so many frames: so many px to each side at most, radians of turn, and it shakes for so many frames.
const BUMP_EVERY: u32 = 300;
const BUMP_PX: f32 = 14.0;
const BUMP_TURN: f32 = 0.008;
const SHAKES: u32 = 3;

/// A camera with its troubles; the same ones for the same seed.
pub(crate) struct Trouble {
    rng: SmallRng,
    lost: u32,
    glare: Option<Glare>,
    /// Where the camera looks since it was last knocked: shift (px), turn (rad).
    view: [f32; 3],
    shaking: u32,
}

/// A reflex: its middle, its radius, px, and the frames that it stays.
struct Glare {
    at: (f32, f32),
    radius: f32,
    left: u32,
}

impl Trouble {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: SmallRng::seed_from_u64(seed ^ 0x7B0B),
            lost: 0,
            glare: None,
            view: [0.0; 3],
            shaking: 0,
        }
    }

    /// What the camera makes of a frame; `None` where it is lost.
    pub(crate) fn seen(&mut self, frame: Frame) -> Option<Frame> {
        let (width, height) = (frame.width as usize, frame.height as usize);
        let once_in = |rng: &mut SmallRng, n: u32| rng.random_range(0..n) == 0;
        if once_in(&mut self.rng, GLARE_EVERY) && self.glare.is_none() {
            let mut within = |most: usize| self.rng.random_range(0.0..most as f32);
            let at = (within(width), within(height));
            let (radius, left) = (
                self.rng.random_range(GLARE_PX),
                self.rng.random_range(GLARE),
            );
            self.glare = Some(Glare { at, radius, left });
        }
        if once_in(&mut self.rng, BUMP_EVERY) {
            self.shaking = SHAKES;
        }
        if self.shaking > 0 {
            self.shaking -= 1;
            let mut off = |most: f32| self.rng.random_range(-most..most);
            self.view = [off(BUMP_PX), off(BUMP_PX), off(BUMP_TURN)];
        }
        if once_in(&mut self.rng, STRETCH_EVERY) {
            self.lost = self.rng.random_range(STRETCH);
        }
        let mut pixels = turned(&frame.pixels, width, height, self.view);
        if let Some(glare) = &mut self.glare {
            shine(&mut pixels, width, glare);
            glare.left -= 1;
        }
        self.glare = self.glare.take().filter(|g| g.left > 0);
        if self.lost > 0 {
            self.lost -= 1;
            return None;
        }
        let pixels = Arc::from(pixels);
        (!once_in(&mut self.rng, LOST)).then_some(Frame { pixels, ..frame })
    }
}

/// The picture shifted and turned about its middle, its edge drawn out.
fn turned(pixels: &[u8], width: usize, height: usize, [right, down, turn]: [f32; 3]) -> Vec<u8> {
    if [right, down, turn] == [0.0; 3] {
        return pixels.to_vec();
    }
    let (sin, cos) = turn.sin_cos();
    let (cx, cy) = (width as f32 / 2.0, height as f32 / 2.0);
    let at = |x: usize, y: usize, c: usize| f32::from(pixels[(y * width + x) * 3 + c]);
    let mut out = Vec::with_capacity(pixels.len());
    for y in 0..height {
        for x in 0..width {
            let (dx, dy) = (x as f32 - cx - right, y as f32 - cy - down);
            let sx = (dx * cos + dy * sin + cx).clamp(0.0, width as f32 - 1.001);
            let sy = (dy * cos - dx * sin + cy).clamp(0.0, height as f32 - 1.001);
            let (left, top) = (sx as usize, sy as usize);
            let (fx, fy) = (sx - left as f32, sy - top as f32);
            out.extend((0..3).map(|c| {
                let row = |y: usize| at(left, y, c) * (1.0 - fx) + at(left + 1, y, c) * fx;
                (row(top) * (1.0 - fy) + row(top + 1) * fy) as u8
            }));
        }
    }
    out
}

/// Mirrors a lamp: white in the middle, fading to nothing.
fn shine(pixels: &mut [u8], width: usize, glare: &Glare) {
    for (i, pixel) in pixels.chunks_mut(3).enumerate() {
        let (x, y) = ((i % width) as f32, (i / width) as f32);
        let far = (x - glare.at.0).hypot(y - glare.at.1) / glare.radius;
        if far < 1.0 {
            let light = 260.0 * (1.0 - far * far);
            pixel
                .iter_mut()
                .for_each(|v| *v = (f32::from(*v) + light).min(255.0) as u8);
        }
    }
}
