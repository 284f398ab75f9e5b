//! The paths of hands over the table into the seat that laid or took a card.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::{
    frame::At,
    plays::geometry::inside,
    plays::look::HandSeen,
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// How much table counts: half its width and half its depth, mm.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct View {
    /// From the middle to the right edge, mm.
    pub half_width_mm: f64,
    /// From the middle to the far edge, mm.
    pub half_depth_mm: f64,
}

/// The angle over which a hand may come in beside its seat and still be its hand, as a share of the angle between two seats: 35° at a
/// table of four.
const SPREAD: f64 = 0.39;

/// How long hands are remembered, s: longer than any hand stays over a card that it lays.
const MEMORY_SECS: f64 = 30.0;

impl View {
    /// A point as shares of the way to the edges, x to the right and y away.
    #[must_use]
    pub fn shares(self, p: TablePoint) -> (f64, f64) {
        (p.x_mm / self.half_width_mm, p.y_mm / self.half_depth_mm)
    }

    /// Degrees clockwise from north in which a point lies, as if the view were square: the corners at 45°.
    #[must_use]
    pub fn bearing(self, p: TablePoint) -> f64 {
        let (x, y) = self.shares(p);
        x.atan2(y).to_degrees().rem_euclid(360.0)
    }

    /// The seat nearest to that side, and by how many degrees it is nearer than the next.
    #[must_use]
    pub fn nearest(self, p: TablePoint, seating: &Seating) -> (Seat, f64) {
        let mut apart: Vec<(f64, Seat)> = seating
            .places()
            .iter()
            .map(|place| (between(self.bearing(p), place.bearing), place.seat))
            .collect();
        apart.sort_by(|a, b| a.0.total_cmp(&b.0));
        (apart[0].1, apart[1].0 - apart[0].0)
    }
}

/// The smallest angle between two seats, degrees: at most a quarter of the table.
pub(super) fn apart(seating: &Seating) -> f64 {
    let mut bearings: Vec<f64> = seating.places().iter().map(|p| p.bearing).collect();
    bearings.sort_by(f64::total_cmp);
    let next = bearings.iter().cycle().skip(1);
    let gaps = bearings.iter().zip(next).map(|(&a, &b)| between(a, b));
    gaps.fold(90.0, f64::min)
}

/// The angle between two bearings, 0…180.
pub(super) fn between(a: f64, b: f64) -> f64 {
    let apart = (a - b).rem_euclid(360.0);
    apart.min(360.0 - apart)
}

/// One hand at one moment.
#[derive(Clone, Serialize, Deserialize)]
struct Pass {
    at: At,
    outline: Vec<TablePoint>,
    /// How well it fits each seat, in the order of the seating; sums to 1.
    fit: Vec<f64>,
}

/// Where hands were lately.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Paths {
    passes: VecDeque<Pass>,
    /// When the table was last looked at.
    looked: Option<At>,
    /// From when to when it was not.
    gaps: VecDeque<(At, At)>,
}

/// Whose hand it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Whose {
    /// The likeliest seat.
    pub seat: Seat,
    /// Its share of all that was seen, 0…1.
    pub share: f64,
}

impl Paths {
    /// What hands did before is no longer known.
    pub(super) fn forget(&mut self) {
        self.passes.clear();
    }

    /// Remembers the hands of one moment.
    pub(super) fn note(&mut self, at: At, hands: &[HandSeen], view: View, seating: &Seating) {
        if self.looked.is_some_and(|last| at.since(last) > GAP_SECS) {
            self.blink(at);
        }
        self.looked = Some(at);
        let spread = SPREAD * apart(seating);
        for hand in hands {
            let Some(from) = hand.from else { continue };
            let bearing = view.bearing(from);
            let weigh = |d: f64| (-(d / spread).powi(2)).exp();
            let weights: Vec<f64> = seating
                .places()
                .iter()
                .map(|p| weigh(between(bearing, p.bearing)))
                .collect();
            let sum: f64 = weights.iter().sum::<f64>().max(1e-9);
            self.passes.push_back(Pass {
                at,
                outline: hand.outline.clone(),
                fit: weights.iter().map(|w| w / sum).collect(),
            });
        }
        while self
            .passes
            .front()
            .is_some_and(|p| at.since(p.at) > MEMORY_SECS)
        {
            self.passes.pop_front();
        }
        while self
            .gaps
            .front()
            .is_some_and(|g| at.since(g.1) > MEMORY_SECS)
        {
            self.gaps.pop_front();
        }
    }

    /// From the last look until now no hand was seen that was there.
    pub(super) fn blink(&mut self, at: At) {
        self.gaps.push_back((self.looked.unwrap_or(at), at));
        self.looked = Some(at);
    }

    /// Whose hand was last over those points, not before `since` nor after `until`; `None` where another may have come unseen after it.
    pub(super) fn last_over(
        &self,
        points: &[TablePoint],
        (since, until): (At, At),
        seating: &Seating,
    ) -> Option<Whose> {
        let over = |pass: &Pass| points.iter().filter(|&&p| inside(&pass.outline, p)).count();
        let mut sums = vec![0.0; seating.len()];
        let mut last = None;
        let lately = self.passes.iter().rev().take_while(|p| p.at >= since);
        for pass in lately.filter(|p| p.at <= until) {
            let count = over(pass);
            if count == 0 {
                continue;
            }
            let newest = *last.get_or_insert(pass.at);
            if newest.since(pass.at) > ONE_VISIT_SECS {
                break;
            }
            for (sum, fit) in sums.iter_mut().zip(&pass.fit) {
                *sum += fit * count as f64;
            }
        }
        let newest = last?;
        if self.gaps.iter().any(|g| g.1 > newest && g.0 < until) {
            return None;
        }
        let total: f64 = sums.iter().sum();
        let (best, sum) = sums.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        Some(Whose {
            seat: seating.places()[best].seat,
            share: sum / total.max(1e-9),
        })
    }
}

/// In this time no hand comes, lays a card and is away, s.
const GAP_SECS: f64 = 0.7;

/// Moments of one visit of a hand lie within this, s.
const ONE_VISIT_SECS: f64 = 1.2;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plays::geometry::square;

    #[test]
    fn the_last_hand_over_a_card_is_whose_it_was() {
        let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("a seating");
        let view = View {
            half_width_mm: 450.0,
            half_depth_mm: 250.0,
        };
        let at = |x_mm, y_mm| TablePoint { x_mm, y_mm };
        let hand = |from: TablePoint, over: TablePoint| HandSeen {
            outline: square(over, 60.0).to_vec(),
            from: Some(from),
        };
        let mut paths = Paths::default();
        let middle = [at(0.0, 0.0)];
        let over_it = |x, y| vec![hand(at(x, y), middle[0])];
        let elsewhere = vec![hand(at(0.0, 250.0), at(0.0, 200.0))];
        for tenth in 10..=50 {
            let hands = match tenth {
                10 => over_it(40.0, -250.0),
                40 => over_it(-450.0, 60.0),
                50 => elsewhere.clone(),
                _ => Vec::new(),
            };
            paths.note(At(tenth * 100), &hands, view, &seating);
        }
        let who = |paths: &Paths, since, until| {
            let span = (At(since), At(until));
            paths.last_over(&middle, span, &seating).map(|w| w.seat)
        };
        assert_eq!(who(&paths, 0, 9000), Some(Seat(1)));
        assert_eq!(who(&paths, 4500, 9000), None);
        assert_eq!(who(&paths, 0, 3000), Some(Seat(0)));
        // Where the table wasn't looked at meanwhile, another's hand may have come.
        paths.blink(At(5200));
        assert_eq!(who(&paths, 0, 9000), None);
        assert_eq!(who(&paths, 0, 5000), Some(Seat(1)));
        let corner = view.nearest(at(449.0, -251.0), &seating);
        assert!(corner.1 < 1.0, "a corner belongs to nobody: {corner:?}");
    }
}
