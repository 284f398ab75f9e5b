//! Frames of the last seconds into three pictures of each card that was laid: its place before, the hand that lays it, the card alone.

use std::collections::VecDeque;

use super::Lookout;
use crate::{
    evidence::{self, Moment},
    frame::{At, Frame},
    play::Seq,
    plays::{HandSeen, spread},
    sighting::{PicturePoint, TableMap, TablePoint},
};

/// Frames are kept at this distance while they are younger than `DENSE_MS`, then at `SPARSE_MS`, and not beyond `KEPT_MS`: a card may be
/// held back for some seconds before it is told, and its place is to be seen as it was before any hand came. All ms.
const NEAR_MS: u64 = 200;
const DENSE_MS: u64 = 3_000;
const SPARSE_MS: u64 = 800;
const KEPT_MS: u64 = 9_000;

/// So long is waited for a hand to leave a card that was told, ms.
const PATIENCE_MS: u64 = 4_000;

/// Two pictures of a point differ by more than this (grey levels): above the noise of a webcam, as in the motion.
const OTHER: i32 = 14;

/// Points of a place, 5 × 7, that must differ before it shows something else.
const POINTS: usize = 2;

/// One picture of the evidence.
#[derive(Clone, Debug)]
pub struct Shot {
    /// The entry that it shows.
    pub seq: Seq,
    /// Which moment.
    pub moment: Moment,
    /// The whole frame.
    pub frame: Frame,
    /// The card's place in it.
    pub outline: Vec<PicturePoint>,
}

impl Shot {
    /// The picture as it is kept, a JPEG file: the card's place and a little around it, the outline drawn where the card is to be seen;
    /// `None` where it lies outside the frame.
    #[must_use]
    pub fn jpeg(&self) -> Option<Vec<u8>> {
        let drawn = self.moment != Moment::Before;
        evidence::crop(&self.frame, &self.outline, drawn)
    }
}

/// A frame, and what was over the table then.
struct Kept {
    frame: Frame,
    hands: Vec<HandSeen>,
}

/// A card that was told, and still to be seen alone.
struct Told {
    seq: Seq,
    place: [TablePoint; 4],
    /// The youngest picture of it so far.
    newest: At,
    since: At,
}

/// The last seconds of one table.
#[derive(Default)]
pub struct Film {
    kept: VecDeque<Kept>,
    told: VecDeque<Told>,
}

impl Film {
    /// Takes the frame that the lookout saw just now and the cards that it told of then; the pictures that can be taken now.
    pub fn see(&mut self, frame: &Frame, lookout: &Lookout, laid: &[Seq]) -> Vec<Shot> {
        let Some(map) = lookout.map() else {
            return Vec::new();
        };
        self.keep(frame, lookout.hands());
        let mut shots = Vec::new();
        for &seq in laid {
            let Some((place, rested)) = lookout.lying(seq) else {
                continue;
            };
            let before = self.before(&place, rested, frame, &map);
            let at = self.at(&place, before, rested);
            let (before, at) = (&self.kept[before].frame, &self.kept[at].frame);
            for (moment, frame) in [(Moment::Before, before), (Moment::At, at)] {
                shots.push(shot(seq, moment, frame, &place, &map));
            }
            self.told.push_back(Told {
                seq,
                place,
                newest: at.at,
                since: frame.at,
            });
        }
        let now = &self.kept[self.kept.len() - 1];
        self.told.retain(|told| {
            let late = frame.at.0 > told.since.0 + PATIENCE_MS;
            let due = late || now.is_clear(&told.place) && frame.at > told.newest;
            if due {
                shots.push(shot(told.seq, Moment::After, frame, &told.place, &map));
            }
            !due
        });
        shots
    }

    /// Keeps the frame in any case, and thins out those before it.
    fn keep(&mut self, frame: &Frame, hands: &[HandSeen]) {
        let now = frame.at.0;
        let (mut kept, mut last) = (VecDeque::new(), None::<u64>);
        for k in self.kept.drain(..).filter(|k| k.frame.at.0 + KEPT_MS > now) {
            let at = k.frame.at.0;
            let apart = if at + DENSE_MS > now {
                NEAR_MS
            } else {
                SPARSE_MS
            };
            if last.is_none_or(|l| at / apart != l / apart) {
                kept.push_back(k);
                last = Some(at);
            }
        }
        kept.push_back(Kept {
            frame: frame.clone(),
            hands: hands.to_vec(),
        });
        self.kept = kept;
    }

    /// The youngest frame that shows the place about as different from now as any does, from before the hand came that laid the card; else
    /// the oldest. What came to rest beside the card since makes a small difference, the card itself a large one.
    fn before(&self, place: &[TablePoint; 4], rested: At, now: &Frame, map: &TableMap) -> usize {
        let around = shown_around(place);
        let clear = |i: usize| self.kept[i].is_clear(&around);
        let older = (0..self.kept.len())
            .rev()
            .skip_while(|&i| self.kept[i].frame.at > rested);
        let youngest = |frames: &mut dyn Iterator<Item = usize>| {
            let other: Vec<(usize, usize)> = frames
                .filter(|&i| clear(i))
                .map(|i| (i, difference(&self.kept[i].frame, now, place, map)))
                .collect();
            let most = other.iter().map(|o| o.1).max().unwrap_or_default();
            let least = (most * 3 / 5).max(POINTS);
            other.into_iter().find(|o| o.1 >= least).map(|o| o.0)
        };
        let mut before_hand = older.clone().skip_while(|&i| clear(i));
        youngest(&mut before_hand)
            .or_else(|| youngest(&mut older.clone()))
            .unwrap_or(0)
    }

    /// The youngest frame with the hand over the card that came to rest then; else the first in which the card lies there.
    fn at(&self, place: &[TablePoint; 4], before: usize, rested: At) -> usize {
        let laid = |&i: &usize| self.kept[i].frame.at <= rested && !self.kept[i].is_clear(place);
        let (first, last) = (before + 1, self.kept.len() - 1);
        (first..=last)
            .rev()
            .find(laid)
            .or_else(|| (first..=last).find(|&i| self.kept[i].frame.at >= rested))
            .unwrap_or(last)
    }
}

impl Kept {
    /// Whether no hand is over that place.
    fn is_clear(&self, place: &[TablePoint; 4]) -> bool {
        !self.hands.iter().any(|hand| hand.covers(place))
    }
}

fn shot(seq: Seq, moment: Moment, frame: &Frame, place: &[TablePoint; 4], map: &TableMap) -> Shot {
    Shot {
        seq,
        moment,
        frame: frame.clone(),
        outline: place.map(|p| map.picture_from_table(p)).to_vec(),
    }
}

/// What a picture shows of the table around a card, about: the card on its way must not be in it yet.
fn shown_around(place: &[TablePoint; 4]) -> [TablePoint; 4] {
    let middle = |pick: fn(&TablePoint) -> f64| place.iter().map(pick).sum::<f64>() / 4.0;
    let (x, y) = (middle(|p| p.x_mm), middle(|p| p.y_mm));
    let more = 1.0 + 2.0 * evidence::MARGIN;
    place.map(|p| TablePoint {
        x_mm: x + more * (p.x_mm - x),
        y_mm: y + more * (p.y_mm - y),
    })
}

/// In how many points of that place two frames show something else.
fn difference(a: &Frame, b: &Frame, place: &[TablePoint; 4], map: &TableMap) -> usize {
    if (a.width, a.height) != (b.width, b.height) {
        return 0;
    }
    spread(place)
        .iter()
        .map(|&p| map.picture_from_table(p))
        .filter(|&p| (grey(a, p) - grey(b, p)).abs() > OTHER)
        .count()
}

/// How bright the 3 × 3 pixels around a point are, 0…255; 0 outside the frame.
fn grey(frame: &Frame, p: PicturePoint) -> i32 {
    let (mut sum, mut count) = (0, 0);
    for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
        let (x, y) = (p.x as i64 + dx, p.y as i64 + dy);
        if (0..i64::from(frame.width)).contains(&x) && (0..i64::from(frame.height)).contains(&y) {
            let at = 3 * (y as usize * frame.width as usize + x as usize);
            sum += frame.pixels[at..at + 3]
                .iter()
                .map(|&c| i32::from(c))
                .sum::<i32>();
            count += 3;
        }
    }
    sum / count.max(1)
}
