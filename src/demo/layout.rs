//! A seat and a zone into the place on the simulated table where its cards lie, as the table procedures ask.

use super::scene::{CARD_MM, Pose};
use crate::{play::Zone, sighting::TablePoint};

/// Half the table that the camera surely sees, mm: to the right, away.
const HALF_MM: (f64, f64) = (400.0, 215.0);

/// From one card of a fan or a row to the next, mm.
const FAN_MM: f64 = 24.0;

/// From here on the markers and their sheets lie in the corners, mm from the middle: to the right, away.
const MARKERS_MM: (f64, f64) = (330.0, 170.0);

/// Cards of the largest fan that lies before a seat.
const HAND: usize = 6;

/// Played cards in one row before each of up to four seats, and of more; the next row lies nearer to the player, over the feet of the first.
const FRONT: [usize; 2] = [9, 5];

/// Cards in one row of the pile in the middle.
const PILE: usize = 8;

/// Seats up to this far (degrees, in a square picture) from the middle of a long side lay their fans along it; the others along a short side.
const LONG_SIDE: f64 = 55.0;

/// The table as one seat sees it: `out` towards the player, `side` to the player's right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    bearing: f64,
    /// The bearing of the table's side along which its fans lie.
    fans: f64,
    /// Played cards in one row.
    front: usize,
}

impl Corner {
    /// The side of the table at which a seat of that bearing sits; bearings are told as if the picture were square, its corners at 45°.
    pub(super) fn new(bearing: f64, players: usize) -> Self {
        let (sin, cos) = bearing.to_radians().sin_cos();
        let fans = match cos.abs() > LONG_SIDE.to_radians().cos() {
            true => 90.0 - 90.0 * cos.signum(),
            false => 90.0 * sin.signum(),
        };
        Self {
            bearing: (sin * HALF_MM.0).atan2(cos * HALF_MM.1).to_degrees(),
            fans,
            front: FRONT[usize::from(players > 4)],
        }
    }

    /// Where a fan lies: squared to the table, so that with eight players none lies over its neighbour's.
    fn squared(self) -> Self {
        Self {
            bearing: self.fans,
            ..self
        }
    }

    pub(super) fn bearing(self) -> f64 {
        self.bearing
    }

    /// The turn of a card whose foot points to the player.
    fn turn(self) -> f64 {
        self.bearing + 180.0
    }

    pub(super) fn point(self, out: f64, side: f64) -> TablePoint {
        let (sin, cos) = self.bearing.to_radians().sin_cos();
        // The player looks inwards, so that his right hand is to the left of the outward direction.
        TablePoint {
            x_mm: out * sin - side * cos,
            y_mm: out * cos + side * sin,
        }
    }

    /// How far from the middle the table's edge lies on this side, mm.
    fn edge(self) -> f64 {
        let (sin, cos) = self.bearing.to_radians().sin_cos();
        (HALF_MM.0 / sin.abs().max(1e-6)).min(HALF_MM.1 / cos.abs().max(1e-6))
    }

    /// Outside the picture, where a hand comes from.
    pub(super) fn outside(self) -> TablePoint {
        self.point(self.edge() + 330.0, 40.0)
    }

    /// How far a row of cards, half so long, reaches from its middle: to the right, away.
    fn reach(self, half: f64) -> (f64, f64) {
        let (sin, cos) = self.bearing.to_radians().sin_cos();
        let (along, deep) = (half + CARD_MM.0 / 2.0, CARD_MM.1 / 2.0);
        (
            (along * cos).abs() + (deep * sin).abs(),
            (along * sin).abs() + (deep * cos).abs(),
        )
    }

    /// The middle of a row of cards about a place, half so long, moved so far inwards or along the table that all of it is in the picture.
    fn row(self, at: TablePoint, half: f64) -> TablePoint {
        let reach = self.reach(half);
        let most = (
            (HALF_MM.0 - reach.0).max(0.0),
            (HALF_MM.1 - reach.1).max(0.0),
        );
        TablePoint {
            x_mm: at.x_mm.clamp(-most.0, most.0),
            y_mm: at.y_mm.clamp(-most.1, most.1),
        }
    }

    /// The same off the markers in the corners.
    fn row_off_markers(self, at: TablePoint, half: f64) -> TablePoint {
        let (mut at, reach) = (self.row(at, half), self.reach(half));
        if at.y_mm.abs() + reach.1 > MARKERS_MM.1 {
            let most = MARKERS_MM.0 - reach.0;
            at.x_mm = at.x_mm.clamp(-most, most);
        }
        at
    }

    /// A place so far to the player's right of another.
    fn beside(self, from: TablePoint, side: f64) -> TablePoint {
        let step = self.point(0.0, side);
        TablePoint {
            x_mm: from.x_mm + step.x_mm,
            y_mm: from.y_mm + step.y_mm,
        }
    }

    /// Where the `nth` of `count` cards of a zone lies.
    pub(super) fn place(self, zone: &Zone, nth: usize, count: usize) -> Pose {
        let edge = self.edge();
        let (at, turn_deg) = match zone {
            Zone::Trick => (self.point(50.0, 34.0 * nth as f64), self.turn()),
            Zone::Hand | Zone::Aside => {
                let half = (HAND - 1) as f64 / 2.0 * FAN_MM;
                let fan = self.squared();
                let middle = fan.row_off_markers(self.point(edge - 62.0, 0.0), half);
                let off = nth as f64 - (count.max(1) as f64 - 1.0) / 2.0;
                (fan.beside(middle, off * FAN_MM), fan.turn())
            }
            Zone::Front => {
                let (column, row) = (nth % self.front, nth / self.front);
                let half = (self.front - 1) as f64 / 2.0 * FAN_MM;
                let out = edge - 108.0 + 46.0 * row as f64;
                let middle = self.row(self.point(out, 0.0), half);
                (
                    self.beside(middle, column as f64 * FAN_MM - half),
                    self.turn(),
                )
            }
            // The Monster's pile: everybody's discards in the middle, squared; turned up they lie over it.
            Zone::Discard => {
                let at = TablePoint {
                    x_mm: 2.0 * nth as f64,
                    y_mm: 20.0,
                };
                (at, 0.0)
            }
            Zone::Won => (self.point(edge - 62.0, 165.0), self.turn() + 90.0),
            Zone::Pile | Zone::Stock | Zone::Board(_) => {
                let (column, row) = (nth % PILE, nth / PILE);
                let at = TablePoint {
                    x_mm: (column as f64 - (PILE - 1) as f64 / 2.0) * 38.0,
                    y_mm: 30.0 - 46.0 * row as f64,
                };
                (at, 0.0)
            }
        };
        Pose { at, turn_deg }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marker::PLACES;

    #[test]
    fn each_seat_plays_on_its_own_side() {
        for (bearing, x, y) in [
            (180.0, 0.0, -1.0),
            (270.0, -1.0, 0.0),
            (0.0, 0.0, 1.0),
            (90.0, 1.0, 0.0),
        ] {
            let at = Corner::new(bearing, 4).place(&Zone::Trick, 0, 1).at;
            assert!(
                (at.x_mm - 50.0 * x).abs() < 1e-6 && (at.y_mm - 50.0 * y).abs() < 1e-6,
                "{bearing}: {at:?}"
            );
            let won = Corner::new(bearing, 4).place(&Zone::Won, 0, 1).at;
            assert!(
                won.x_mm.abs() < 450.0 && won.y_mm.abs() < 250.0,
                "{bearing}: {won:?}"
            );
        }
        // The south player's right hand is in the east.
        assert!(Corner::new(180.0, 4).point(100.0, 50.0).x_mm > 0.0);
        // At Monster no fan lies over another, or over a marker and its sheet.
        for players in 4..=8 {
            let fan = |i: usize| {
                let corner = Corner::new(360.0 / players as f64 * i as f64, players);
                let cards: Vec<Pose> = (0..HAND)
                    .map(|nth| corner.place(&Zone::Hand, nth, HAND))
                    .collect();
                let (sin, cos) = cards[0].turn_deg.to_radians().sin_cos();
                let half = [
                    (CARD_MM.0 * cos).abs().max((CARD_MM.1 * sin).abs()) / 2.0,
                    (CARD_MM.0 * sin).abs().max((CARD_MM.1 * cos).abs()) / 2.0,
                ];
                let across = |x: bool| {
                    cards
                        .iter()
                        .map(move |c| if x { c.at.x_mm } else { c.at.y_mm })
                };
                let range = |x: bool| {
                    let h = half[usize::from(!x)];
                    let (least, most) = (
                        across(x).fold(f64::MAX, f64::min),
                        across(x).fold(f64::MIN, f64::max),
                    );
                    (least - h, most + h)
                };
                [range(true), range(false)]
            };
            let sheet = |at: TablePoint| {
                [
                    (at.x_mm - 28.0, at.x_mm + 28.0),
                    (at.y_mm - 28.0, at.y_mm + 28.0),
                ]
            };
            let lies: Vec<[(f64, f64); 2]> =
                (0..players).map(fan).chain(PLACES.map(sheet)).collect();
            for (i, a) in lies.iter().enumerate().take(players) {
                for b in &lies[i + 1..] {
                    let over = |k: usize| a[k].0 < b[k].1 && b[k].0 < a[k].1;
                    assert!(!(over(0) && over(1)), "{players}: {a:?} lies over {b:?}");
                }
            }
        }
        // The corner of the picture is the seat at 45°, and nothing before it leaves the picture.
        for nth in 0..6 {
            let at = Corner::new(45.0, 4).place(&Zone::Hand, nth, 6).at;
            assert!(
                at.x_mm < 330.0 && at.y_mm < 185.0 && at.x_mm > 150.0,
                "{at:?}"
            );
        }
    }
}
