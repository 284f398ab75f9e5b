//! Pictures into the state of the camera: dark, blurred, covered, dazzled, unsteady, or well.

use crate::{
    camera::{
        small::Small,
        steadiness::{Steadiness, Swings},
    },
    event::{Cause, HealthState},
    frame::At,
};

/// What the camera's state is, with a sentence for the banner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Health {
    /// The state.
    pub state: HealthState,
    /// What is behind it, where the state alone doesn't say it.
    pub cause: Option<Cause>,
    /// In plain words.
    pub detail: String,
}

impl Health {
    /// That state, with its sentence.
    #[must_use]
    pub fn of(state: HealthState, cause: Option<Cause>) -> Self {
        Self {
            state,
            cause,
            detail: cause.map_or(sentence(state), because).to_owned(),
        }
    }
}

/// Mean brightness below which no index can be read (grey levels).
const DARK: f64 = 22.0;

/// Mean brightness above which the picture is washed out (grey levels).
const DAZZLED: f64 = 245.0;

/// A picture whose edges have fallen below this share of their sharpness is blurred: no index is read then.
const SOFT: f64 = 0.5;

/// The same of all its detail, for a picture that has no edges left.
const BLURRED: f64 = 0.35;

/// An edge is where the brightness changes by so much (grey levels) within `NEAR` pixels.
const EDGE: u8 = 30;
const NEAR: usize = 12;

/// With fewer of them than this the sharpness is unknown.
const EDGES: usize = 20;

/// A picture with less detail than this shows nothing at all (mean difference of neighbours, grey levels).
const FLAT: f64 = 0.6;

/// A state must hold for this long before it is told, s: a hand before the lens is no fault.
const HOLD_SECS: f64 = 1.0;

/// A state with what is behind it.
type Known = (HealthState, Option<Cause>);

/// All is well.
const WELL: Known = (HealthState::Ok, None);

/// The camera's state over time.
#[derive(Default)]
pub struct Sight {
    told: Option<Known>,
    waiting: Option<(Known, At)>,
    detail: Option<f64>,
    sharpness: Option<f64>,
    steadiness: Steadiness,
    /// Whether the state stays until it is released, whatever the pictures say.
    held: bool,
}

impl Sight {
    /// Whether cards may be committed now.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.waiting.is_none() && self.told.is_none_or(|(state, _)| state == HealthState::Ok)
    }

    /// The fault that was told last, while it lasts.
    #[must_use]
    pub fn fault(&self) -> Option<(HealthState, Option<Cause>)> {
        self.told.filter(|(state, _)| *state != HealthState::Ok)
    }

    /// Takes the next picture; `busy` is the share of it that differs from the table at rest. Says when the state changed.
    pub fn see(&mut self, small: &Small, busy: f64, at: At) -> Option<Health> {
        let (mean, detail) = measure(small);
        let usual = *self.detail.get_or_insert(detail);
        let swings = self.steadiness.see(small, at);
        let known = if mean < DARK {
            (HealthState::Dark, None)
        } else if mean > DAZZLED {
            (HealthState::Glare, None)
        } else if detail < FLAT || busy > COVERED {
            (HealthState::Covered, None)
        } else if let Some(swings) = swings {
            let cause = match swings {
                Swings::Flicker => Cause::Flicker,
                Swings::Hunting => Cause::Exposure,
            };
            (HealthState::Glare, Some(cause))
        } else if self.is_blurred(sharpness(small), detail / usual, busy) {
            (HealthState::Blurred, None)
        } else {
            WELL
        };
        if self.held {
            return None;
        }
        self.turn(known, at)
    }

    /// Whether that sharpness, or that share of the usual detail where it is unknown, is a blurred picture's; learns from those that aren't. A
    /// table from which the cards were taken has less detail; what is left of it is as sharp as before.
    fn is_blurred(&mut self, sharpness: Option<f64>, share: f64, busy: f64) -> bool {
        let Some(sharpness) = sharpness else {
            self.learn(share, if busy < 0.02 { 0.02 } else { 0.0 });
            return share < BLURRED;
        };
        let usual = *self.sharpness.get_or_insert(sharpness);
        let blurred = sharpness < usual * SOFT;
        if !blurred {
            self.sharpness = Some(usual + (sharpness - usual) * 0.02);
            self.learn(share, 0.2);
        }
        blurred
    }

    /// The usual detail follows that share of it a little.
    fn learn(&mut self, share: f64, by: f64) {
        self.detail = self.detail.map(|usual| usual * (1.0 + (share - 1.0) * by));
    }

    /// A state that must last before it is told.
    fn turn(&mut self, known: Known, at: At) -> Option<Health> {
        if known == self.told.unwrap_or(WELL) {
            self.waiting = None;
            return None;
        }
        let since = match self.waiting {
            Some((waiting, since)) if waiting == known => since,
            _ => {
                self.waiting = Some((known, at));
                at
            }
        };
        // Another picture is proof enough that it stands still no more.
        let frozen = self.told.is_some_and(|(_, c)| c == Some(Cause::Frozen));
        if at.since(since) < HOLD_SECS && !(frozen && known == WELL) {
            return None;
        }
        self.tell(known.0, known.1)
    }

    /// No picture came, for that cause; a stall must last.
    pub fn nothing(&mut self, cause: Cause, at: At) -> Option<Health> {
        match cause {
            Cause::Stalled => self.turn((HealthState::NoFrames, Some(cause)), at),
            _ => self.tell(HealthState::NoFrames, Some(cause)),
        }
    }

    /// A state known from elsewhere than one picture: it holds at once. Says when it is another than before.
    fn tell(&mut self, state: HealthState, cause: Option<Cause>) -> Option<Health> {
        self.waiting = None;
        let before = self.told.replace((state, cause));
        (before.unwrap_or(WELL) != (state, cause)).then(|| Health::of(state, cause))
    }

    /// The camera was moved: so it stays until [`release`](Self::release).
    pub fn hold(&mut self, cause: Option<Cause>) -> Option<Health> {
        self.held = true;
        self.tell(HealthState::CameraMoved, cause)
    }

    /// The table was found again.
    pub fn release(&mut self) -> Option<Health> {
        self.held = false;
        self.tell(HealthState::Ok, None)
    }
}

/// A picture that differs from the table at rest in more than this share of it is covered, or of something else.
pub const COVERED: f64 = 0.9;

fn because(cause: Cause) -> &'static str {
    match cause {
        Cause::Unplugged => {
            "the camera can't be reached; it is tried again and again: check plug and network"
        }
        Cause::Stalled => "the camera is there and delivers no pictures; it is tried again",
        Cause::Frozen => {
            "the camera delivers one and the same picture: if it doesn't go on by itself, unplug it and plug it in again"
        }
        Cause::Flicker => {
            "the light flickers with the mains: set the camera to 50 or 60 Hz, or take another lamp"
        }
        Cause::Exposure => "the camera looks for its exposure: steadier light, or a fixed exposure",
        Cause::Reshaped => "the picture has another shape than before; the table is looked for",
    }
}

fn sentence(state: HealthState) -> &'static str {
    match state {
        HealthState::Ok => "the camera sees the table again",
        HealthState::NoFrames => "no pictures come from the camera; it is tried again",
        HealthState::CameraMoved => "the camera was moved; the table is looked for",
        HealthState::Glare => "the picture is washed out: less light, or another angle",
        HealthState::Dark => "it is too dark to read cards: more light",
        HealthState::Blurred => "the picture is blurred: clean or focus the lens",
        HealthState::Covered => "something covers the camera",
    }
}

/// The mean brightness, and the mean difference between neighbours, of a small picture.
fn measure(small: &Small) -> (f64, f64) {
    let (mut sum, mut steps, mut count) = (0_u64, 0_u64, 0_u64);
    for y in (0..small.height).step_by(2) {
        for x in (0..small.width.saturating_sub(1)).step_by(2) {
            let i = (y * small.width + x) * 3 + 1;
            let (here, next) = (small.pixels[i], small.pixels[i + 3]);
            sum += u64::from(here);
            steps += u64::from(here.abs_diff(next));
            count += 1;
        }
    }
    let count = count.max(1) as f64;
    (sum as f64 / count, steps as f64 / count)
}

/// How sharp the edges of a small picture are: the share of an edge's height that lies between two neighbours, on average; `None` where there are
/// too few of them.
fn sharpness(small: &Small) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    let green: Vec<u8> = small.pixels.iter().skip(1).step_by(3).copied().collect();
    for row in green.chunks_exact(small.width.max(1)).step_by(2) {
        for near in row.chunks_exact(NEAR) {
            let (low, high) = (near.iter().min()?, near.iter().max()?);
            if high - low > EDGE {
                let steps = near.windows(2).map(|w| w[0].abs_diff(w[1]));
                sum += f64::from(steps.max()?) / f64::from(high - low);
                count += 1;
            }
        }
    }
    (count >= EDGES).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(level: u8, contrast: u8) -> Small {
        let pixels = (0..64 * 36 * 3)
            .map(|i| level + if (i / 3) % 2 == 0 { contrast } else { 0 })
            .collect();
        Small {
            width: 64,
            height: 36,
            factor: 20.0,
            pixels,
        }
    }

    #[test]
    fn lasting_faults_are_told_once_and_their_end_too() {
        let mut sight = Sight::default();
        let mut told = Vec::new();
        for ms in (0..12_000).step_by(100) {
            let small = match ms {
                2_000..4_000 => picture(3, 6),
                6_000..6_300 => picture(3, 6),
                8_000..10_000 => picture(90, 3),
                _ => picture(90, 40),
            };
            told.extend(sight.see(&small, 0.0, At(ms)).map(|h| (ms, h.state)));
        }
        let states: Vec<HealthState> = told.iter().map(|t| t.1).collect();
        assert_eq!(
            states,
            [
                HealthState::Dark,
                HealthState::Ok,
                HealthState::Blurred,
                HealthState::Ok
            ],
            "{told:?}"
        );
    }

    /// Cards on a cloth, all of it blurred over so many pixels.
    fn table(cards: usize, blur: usize) -> Small {
        let (width, height) = (320_usize, 180_usize);
        let at = |x: usize, y: usize| {
            let i = x / 40 + y / 60 * 8;
            let marker = (x % 306 < 14) && (y % 166 < 14);
            let card = i < cards && (10..30).contains(&(x % 40)) && (15..45).contains(&(y % 60));
            let print = card && (x / 3 + y / 4).is_multiple_of(5);
            match (card && !print, marker) {
                (true, _) => 220_u32,
                (_, true) => 20,
                _ => 70 + ((x * 7 + y * 13) % 5) as u32,
            }
        };
        let mut pixels = Vec::new();
        for i in 0..width * height {
            let (x, y) = (i % width, i / width);
            let near = x.saturating_sub(blur)..(x + blur + 1).min(width);
            let (sum, count) = near.fold((0, 0), |(s, n), x| (s + at(x, y), n + 1));
            pixels.extend([(sum / count) as u8; 3]);
        }
        Small {
            width,
            height,
            factor: 4.0,
            pixels,
        }
    }

    #[test]
    fn a_table_that_is_cleared_is_not_blurred() {
        let told = |cards: &dyn Fn(u64) -> usize, blur: &dyn Fn(u64) -> usize| {
            let mut sight = Sight::default();
            let told = (0..10_000).step_by(100).filter_map(|ms| {
                let small = table(cards(ms), blur(ms));
                Some(sight.see(&small, 0.1, At(ms))?.state)
            });
            told.collect::<Vec<_>>()
        };
        let gathered = |ms: u64| 24_u64.saturating_sub(ms.saturating_sub(4_000) / 80) as usize;
        assert_eq!(told(&gathered, &|_| 0), []);
        let soft = |ms: u64| {
            if (3_000..6_000).contains(&ms) { 4 } else { 0 }
        };
        for cards in [0, 1, 24] {
            let states = told(&|_| cards, &soft);
            assert_eq!(states, [HealthState::Blurred, HealthState::Ok], "{cards}");
        }
    }
}
