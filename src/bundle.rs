//! The last minute of a watched table, kept in memory, into a file that another machine replays: pictures, readings and the journal.

mod file;
mod replay;

use std::{collections::VecDeque, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    event::Entry,
    frame::At,
    lookout::Scribe,
    play::Seq,
    plays::{Step, Watcher},
    seat::Seating,
};

pub use self::{
    file::{BundleError, is_bundle},
    replay::Replayed,
};

/// So much of the evening is kept, s.
pub const KEPT_SECS: f64 = 60.0;

/// The state of the table is kept this often, s: a bundle begins at such a moment.
const STATE_SECS: f64 = 10.0;

/// A picture is kept this often, ms: with each of a 1080p camera a minute would not fit.
const PICTURE_MS: u64 = 200;

/// No more than this is kept, bytes.
const MOST_BYTES: usize = 96 << 20;

/// About what a point of an outline takes as it is kept, bytes.
const POINT_BYTES: usize = 16;

/// One frame as it was seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Which, as the source counts.
    pub frame: u64,
    /// When.
    pub at: At,
    /// How long it took to see it, ms.
    pub took_ms: f64,
    /// How many entries the record had before it.
    pub before: u64,
    /// What the watcher was told.
    pub steps: Vec<Step>,
    /// The facts that were entered.
    pub entered: Vec<Seq>,
    /// A JPEG file of it.
    #[serde(skip)]
    pub picture: Option<Arc<[u8]>>,
}

impl Moment {
    /// About how much it takes, bytes.
    fn bytes(&self) -> usize {
        let picture = self.picture.as_ref().map_or(0, |p| p.len());
        let points: usize = self.steps.iter().map(points).sum();
        picture + size_of::<Self>() + points * POINT_BYTES
    }
}

fn points(step: &Step) -> usize {
    let Step::Look(look) = step else {
        return 0;
    };
    let hands = look.hands.iter().map(|h| h.outline.len());
    let changed = look.changed.iter().map(|c| c.outline.len());
    let read = look.read.iter().map(Vec::len);
    let cards = look.cards.iter().map(|c| 8 + c.choices.len());
    hands.chain(changed).chain(read).chain(cards).sum::<usize>() + 8 * look.backs.len()
}

/// What is known about the table, and how many entries the record had then.
#[derive(Clone, Serialize, Deserialize)]
pub struct State {
    /// Entries.
    pub before: u64,
    /// The cards on the table.
    pub watcher: Watcher,
    /// Which entry told of which.
    pub scribe: Scribe,
}

#[derive(Clone)]
struct Stretch {
    state: State,
    moments: Vec<Moment>,
}

/// The last minute.
#[derive(Clone, Default)]
pub struct Reel {
    stretches: VecDeque<Stretch>,
    bytes: usize,
    pictured: Option<At>,
}

/// How much is kept.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Kept {
    /// From the first moment to the last, s.
    pub secs: f64,
    /// Frames.
    pub moments: usize,
    /// Pictures.
    pub pictures: usize,
    /// About so many bytes.
    pub bytes: usize,
}

impl Reel {
    /// The table is looked at anew; what was before can't be gone on with.
    pub fn begin(&mut self, state: State) {
        *self = Self::default();
        self.stretches.push_back(Stretch {
            state,
            moments: Vec::new(),
        });
    }

    /// Whether a picture of that moment should be kept.
    #[must_use]
    pub fn wants_picture(&self, at: At) -> bool {
        self.pictured
            .is_none_or(|last| at.0 >= last.0 + PICTURE_MS || at < last)
    }

    /// Keeps a moment; `state` tells what is known after it.
    pub fn keep(&mut self, moment: Moment, state: impl FnOnce() -> State) {
        let Some(stretch) = self.stretches.back_mut() else {
            return;
        };
        if moment.picture.is_some() {
            self.pictured = Some(moment.at);
        }
        self.bytes += moment.bytes();
        let at = moment.at;
        stretch.moments.push(moment);
        if stretch
            .moments
            .first()
            .is_some_and(|m| at.since(m.at) >= STATE_SECS)
        {
            let state = state();
            self.stretches.push_back(Stretch {
                state,
                moments: Vec::new(),
            });
        }
        while self.stretches.len() > 1 {
            let second = self.stretches[1].moments.first().map_or(at, |m| m.at);
            if at.since(second) < KEPT_SECS && self.bytes <= MOST_BYTES {
                break;
            }
            if let Some(gone) = self.stretches.pop_front() {
                let bytes: usize = gone.moments.iter().map(Moment::bytes).sum();
                self.bytes = self.bytes.saturating_sub(bytes);
            }
        }
    }

    fn moments(&self) -> impl Iterator<Item = &Moment> {
        self.stretches.iter().flat_map(|s| &s.moments)
    }

    /// How much there is.
    #[must_use]
    pub fn kept(&self) -> Kept {
        let (first, last) = (self.moments().next(), self.moments().last());
        let span = first.zip(last).map(|(first, last)| last.at.since(first.at));
        Kept {
            secs: span.unwrap_or(0.0),
            moments: self.moments().count(),
            pictures: self.moments().filter(|m| m.picture.is_some()).count(),
            bytes: self.bytes,
        }
    }

    /// How long the newest frames took, ms, the oldest first.
    #[must_use]
    pub fn took_ms(&self, most: usize) -> Vec<f64> {
        let all: Vec<f64> = self.moments().map(|m| m.took_ms).collect();
        all[all.len().saturating_sub(most)..].to_vec()
    }

    /// All of it with the journal; `None` before the first frame.
    #[must_use]
    pub fn bundle(&self, about: About, entries: Vec<Entry>) -> Option<Bundle> {
        let state = self.stretches.front()?.state.clone();
        let moments: Vec<Moment> = self.moments().cloned().collect();
        (!moments.is_empty()).then_some(Bundle {
            about,
            state,
            moments,
            entries,
        })
    }
}

/// What a bundle is of.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The version of its form.
    pub bundle: u32,
    /// The program that wrote it.
    pub program: String,
    /// What was watched.
    pub source: String,
    /// Who sat where.
    pub seating: Seating,
    /// From the table to the picture and back: the homography, row by row; `null` where the table wasn't found.
    pub table_from_picture: Option<[[f64; 3]; 3]>,
}

impl About {
    /// Of a bundle that this program writes.
    #[must_use]
    pub fn of(source: &str, seating: Seating, map: Option<[[f64; 3]; 3]>) -> Self {
        Self {
            bundle: file::VERSION,
            program: format!("pitboss {}", env!("CARGO_PKG_VERSION")),
            source: source.to_owned(),
            seating,
            table_from_picture: map,
        }
    }
}

/// A minute of an evening.
pub struct Bundle {
    /// Of what.
    pub about: About,
    /// The table before it.
    pub state: State,
    /// Its frames.
    pub moments: Vec<Moment>,
    /// The evening's whole journal up to its end.
    pub entries: Vec<Entry>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        card::Deck,
        play::GameName,
        plays::{Layout, View},
    };

    fn state(before: u64) -> State {
        let view = View {
            half_width_mm: 450.0,
            half_depth_mm: 250.0,
        };
        let seating: Seating = "A,B,C,D".parse().expect("a seating");
        let layout = Layout::of(GameName::Mensch);
        State {
            before,
            watcher: Watcher::new(Deck::Short, layout, seating, view),
            scribe: Scribe::default(),
        }
    }

    fn moment(at: At, bytes: usize) -> Moment {
        Moment {
            frame: at.0 / 33,
            at,
            took_ms: 5.0,
            before: 2,
            steps: vec![Step::NewDeal],
            entered: Vec::new(),
            picture: (bytes > 0).then(|| vec![0; bytes].into()),
        }
    }

    #[test]
    fn a_minute_is_kept_and_no_more_than_fits() {
        for (picture, secs, most) in [
            (100_000, 60.0..80.0, 50 << 20),
            (900_000, 10.0..60.0, MOST_BYTES),
        ] {
            let mut reel = Reel::default();
            reel.begin(state(2));
            for at in (0..300_000).step_by(33).map(At) {
                let bytes = if reel.wants_picture(at) { picture } else { 0 };
                reel.keep(moment(at, bytes), || state(at.0));
                assert!(
                    reel.kept().bytes <= most + 60 * picture,
                    "{:?}",
                    reel.kept()
                );
            }
            let kept = reel.kept();
            assert!(secs.contains(&kept.secs) && kept.bytes <= most, "{kept:?}");
            // It begins where the state of the table is known.
            let about = About::of("demo", "A,B,C,D".parse().expect("a seating"), None);
            let bundle = reel.bundle(about, Vec::new()).expect("moments");
            assert_eq!(bundle.moments.len(), kept.moments);
            assert!(bundle.state.before > 200_000, "{}", bundle.state.before);
        }
    }
}
