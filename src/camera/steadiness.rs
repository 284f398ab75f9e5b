//! Small pictures into whether their brightness holds still: a lamp that flickers with the mains, a camera that hunts for its exposure.

use std::collections::VecDeque;

use crate::{camera::small::Small, frame::At};

/// How the light swings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Swings {
    /// Within less than a second: a lamp at the mains.
    Flicker,
    /// Within seconds: the camera looks for its exposure.
    Hunting,
}

/// A turn of the brightness is one when it goes back by more than this share (logarithm): what a hand's shadow or a webcam's own noise does to
/// half of the picture is less.
const TURN: f64 = 0.07;

/// So many turns within `LATELY` are no lamp that is switched, nor a cloud.
const TURNS: usize = 3;

/// ms.
const LATELY_MS: u64 = 6_000;

/// So many turns within this are the mains', ms.
const FAST_MS: u64 = 1_200;

/// Without a turn for so long the light is steady again, ms.
const STEADY_MS: u64 = 1_500;

/// One pixel of so many is compared.
const EVERY: usize = 5;

/// The brightness over time.
#[derive(Default)]
pub struct Steadiness {
    before: Vec<u8>,
    /// The brightness against the first picture's, its logarithm.
    level: f64,
    /// The extreme since the last turn, and whether the way there was upwards.
    extreme: f64,
    rising: bool,
    turns: VecDeque<At>,
    /// How it swings, while it does: late pictures make no other lamp of it.
    swings: Option<Swings>,
}

impl Steadiness {
    /// Takes the next picture.
    pub fn see(&mut self, small: &Small, at: At) -> Option<Swings> {
        let now: Vec<u8> = small
            .pixels
            .iter()
            .skip(1)
            .step_by(3 * EVERY)
            .copied()
            .collect();
        if self.before.len() == now.len() {
            self.level += step(&self.before, &now);
        }
        self.before = now;
        let further = if self.rising {
            self.level > self.extreme
        } else {
            self.level < self.extreme
        };
        if further {
            self.extreme = self.level;
        } else if (self.level - self.extreme).abs() > TURN {
            self.rising = !self.rising;
            self.extreme = self.level;
            self.turns.push_back(at);
        }
        while self.turns.front().is_some_and(|t| t.0 + LATELY_MS < at.0) {
            self.turns.pop_front();
        }
        self.swings = self.judge(at).map(|now| self.swings.unwrap_or(now));
        self.swings
    }
}

impl Steadiness {
    fn judge(&self, at: At) -> Option<Swings> {
        let newest = *self.turns.back()?;
        if self.turns.len() < TURNS || newest.0 + STEADY_MS < at.0 {
            return None;
        }
        let first = self.turns[self.turns.len() - TURNS];
        Some(if newest.0 - first.0 <= FAST_MS {
            Swings::Flicker
        } else {
            Swings::Hunting
        })
    }
}

/// How much brighter most of the picture became, as a logarithm: the median over the pixels, so that hands and cards don't count.
fn step(before: &[u8], now: &[u8]) -> f64 {
    let mut ratios: Vec<f32> = before
        .iter()
        .zip(now)
        .filter(|(b, n)| (12..244).contains(*b) && (6..250).contains(*n))
        .map(|(&b, &n)| f32::from(n) / f32::from(b))
        .collect();
    if ratios.len() * 4 < before.len() {
        return 0.0;
    }
    let middle = ratios.len() / 2;
    let (_, median, _) = ratios.select_nth_unstable_by(middle, f32::total_cmp);
    f64::from(*median).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of that brightness, a share of it covered by a hand that comes and goes.
    fn picture(level: f64, hand: bool) -> Small {
        let pixels = (0..64 * 36 * 3)
            .map(|i| {
                let base = 80.0 + f64::from(i % 37);
                let value = if hand && i < 64 * 14 * 3 { 210.0 } else { base };
                (value * level) as u8
            })
            .collect();
        Small {
            width: 64,
            height: 36,
            factor: 20.0,
            pixels,
        }
    }

    fn told(level: impl Fn(f64) -> f64, hand: impl Fn(u64) -> bool) -> Vec<Option<Swings>> {
        let mut steadiness = Steadiness::default();
        let mut told = Vec::new();
        for ms in (0..10_000).step_by(66) {
            let swings = steadiness.see(&picture(level(ms as f64 / 1000.0), hand(ms)), At(ms));
            if told.last() != Some(&swings) {
                told.push(swings);
            }
        }
        told
    }

    #[test]
    fn only_light_that_goes_to_and_fro_is_unsteady() {
        let never = |_| false;
        let busy = |ms: u64| ms % 1000 < 500;
        assert_eq!(told(|_| 1.0, never), [None]);
        assert_eq!(told(|_| 1.0, busy), [None]);
        // A lamp is switched off, and on again.
        let lamp = |s: f64| if (3.0..5.0).contains(&s) { 0.6 } else { 1.0 };
        assert_eq!(told(lamp, never), [None]);
        let mains = |s: f64| {
            let swing = (s * std::f64::consts::TAU * 3.3).sin();
            if s < 5.0 { 1.0 + 0.2 * swing } else { 1.0 }
        };
        assert_eq!(told(mains, never), [None, Some(Swings::Flicker), None]);
        let hunts = |s: f64| {
            let swing = (s * std::f64::consts::TAU * 0.5).sin();
            if s < 5.0 { 1.0 + 0.3 * swing } else { 1.0 }
        };
        assert_eq!(told(hunts, busy), [None, Some(Swings::Hunting), None]);
    }
}
