//! A seat and a zone into the place on the simulated table where its cards lie, as the table procedures ask.

use super::scene::Pose;
use crate::{play::Zone, sighting::TablePoint};

/// Half the table that the camera surely sees, mm: to the right, away.
const HALF_MM: (f64, f64) = (400.0, 215.0);

/// The table as one seat sees it: `out` towards the player, `side` to the player's right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    bearing: f64,
}

impl Corner {
    pub(super) fn new(bearing: f64) -> Self {
        Self { bearing }
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

    /// Where the `nth` of `count` cards of a zone lies.
    pub(super) fn place(self, zone: &Zone, nth: usize, count: usize) -> Pose {
        let edge = self.edge();
        let spread = |step: f64| (nth as f64 - (count.max(1) as f64 - 1.0) / 2.0) * step;
        let (at, turn_deg) = match zone {
            Zone::Trick => (self.point(50.0, 34.0 * nth as f64), self.turn()),
            Zone::Hand | Zone::Aside => (self.point(edge - 62.0, spread(24.0)), self.turn()),
            Zone::Front => (
                self.point(edge - 75.0, 26.0 * nth as f64 - 60.0),
                self.turn(),
            ),
            Zone::Discard => (
                self.point(edge - 62.0, 190.0 + 14.0 * nth as f64),
                self.turn(),
            ),
            Zone::Won => (self.point(edge - 62.0, 165.0), self.turn() + 90.0),
            Zone::Pile | Zone::Stock | Zone::Board(_) => (
                TablePoint {
                    x_mm: spread(38.0),
                    y_mm: 0.0,
                },
                0.0,
            ),
        };
        Pose { at, turn_deg }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_seat_plays_on_its_own_side() {
        for (bearing, x, y) in [
            (180.0, 0.0, -1.0),
            (270.0, -1.0, 0.0),
            (0.0, 0.0, 1.0),
            (90.0, 1.0, 0.0),
        ] {
            let at = Corner::new(bearing).place(&Zone::Trick, 0, 1).at;
            assert!(
                (at.x_mm - 50.0 * x).abs() < 1e-6 && (at.y_mm - 50.0 * y).abs() < 1e-6,
                "{bearing}: {at:?}"
            );
            let won = Corner::new(bearing).place(&Zone::Won, 0, 1).at;
            assert!(
                won.x_mm.abs() < 450.0 && won.y_mm.abs() < 250.0,
                "{bearing}: {won:?}"
            );
        }
        // The south player's right hand is in the east.
        assert!(Corner::new(180.0).point(100.0, 50.0).x_mm > 0.0);
    }
}
