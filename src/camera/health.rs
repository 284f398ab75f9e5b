//! Pictures into the state of the camera: dark, blurred, covered, dazzled, frozen, or well.

use crate::{camera::small::Small, event::HealthState, frame::At};

/// What the camera's state is, with a sentence for the banner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Health {
    /// The state.
    pub state: HealthState,
    /// In plain words.
    pub detail: String,
}

impl Health {
    /// That state, with its sentence.
    #[must_use]
    pub fn of(state: HealthState) -> Self {
        Self {
            state,
            detail: sentence(state).to_owned(),
        }
    }
}

/// Mean brightness below which no index can be read (grey levels).
const DARK: f64 = 22.0;

/// Mean brightness above which the picture is washed out (grey levels).
const DAZZLED: f64 = 245.0;

/// A picture whose details have fallen below this share of what they were is blurred.
const BLURRED: f64 = 0.35;

/// A picture with less detail than this shows nothing at all (mean difference of neighbours, grey levels).
const FLAT: f64 = 0.6;

/// A state must hold for this long before it is told, s: a hand before the lens is no fault.
const HOLD_SECS: f64 = 1.0;

/// The camera's state over time.
#[derive(Default)]
pub struct Sight {
    told: Option<HealthState>,
    waiting: Option<(HealthState, At)>,
    detail: Option<f64>,
}

impl Sight {
    /// Whether cards may be committed now.
    #[must_use]
    pub fn is_well(&self) -> bool {
        self.waiting.is_none() && self.told.is_none_or(|s| s == HealthState::Ok)
    }

    /// Takes the next picture; `busy` is the share of it that differs from the table at rest. Says when the state changed.
    pub fn see(&mut self, small: &Small, busy: f64, at: At) -> Option<Health> {
        let (mean, detail) = measure(small);
        let usual = *self.detail.get_or_insert(detail);
        let state = if mean < DARK {
            HealthState::Dark
        } else if mean > DAZZLED {
            HealthState::Glare
        } else if detail < FLAT || busy > 0.9 {
            HealthState::Covered
        } else if detail < usual * BLURRED {
            HealthState::Blurred
        } else {
            if busy < 0.02 {
                self.detail = Some(usual + (detail - usual) * 0.02);
            }
            HealthState::Ok
        };
        self.turn(state, at)
    }

    /// No picture came, or the picture moved: told from outside.
    pub fn turn(&mut self, state: HealthState, at: At) -> Option<Health> {
        if state == self.told.unwrap_or(HealthState::Ok) {
            self.waiting = None;
            return None;
        }
        let since = match self.waiting {
            Some((waiting, since)) if waiting == state => since,
            _ => {
                self.waiting = Some((state, at));
                at
            }
        };
        if at.since(since) < HOLD_SECS {
            return None;
        }
        self.waiting = None;
        self.told = Some(state);
        Some(Health::of(state))
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
}
