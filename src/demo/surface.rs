//! The table's surface, its markers and the players' arms as colours at table points.

use rand::{RngExt, rngs::SmallRng};

use super::{camera::Light, scene::Reach};
use crate::{marker, sighting::TablePoint};

/// What the table is covered with.
enum Cover {
    Felt([f64; 3]),
    Wood([f64; 3]),
    Check([f64; 3], [f64; 3]),
}

/// The empty table as the camera sees it, blue-green-red bytes.
///
/// `points` and `bright` are each pixel's table point and brightness.
pub(super) fn ground(
    points: &[TablePoint],
    bright: &[f32],
    light: &Light,
    rng: &mut SmallRng,
) -> Vec<u8> {
    let cover = match rng.random_range(0..4) {
        0 => Cover::Felt([52.0, 96.0, 28.0]),
        1 => Cover::Wood([48.0, 78.0, 118.0]),
        2 => Cover::Check([168.0, 92.0, 62.0], [214.0, 216.0, 218.0]),
        _ => Cover::Felt([96.0, 44.0, 40.0]),
    };
    let hash = Hash(rng.random());
    let mut pixels = Vec::with_capacity(points.len() * 3);
    for (&p, &bright) in points.iter().zip(bright) {
        let colour = marker(p).map_or_else(
            || cover.colour(p, hash),
            |white| if white { [236.0; 3] } else { [26.0; 3] },
        );
        pixels.extend(
            (0..3).map(|c| (colour[c] * f64::from(bright) * light.tint[c]).clamp(0.0, 255.0) as u8),
        );
    }
    pixels
}

impl Cover {
    fn colour(&self, p: TablePoint, hash: Hash) -> [f64; 3] {
        match self {
            Self::Felt(base) => {
                let fleck = hash.smooth(p.x_mm / 3.0, p.y_mm / 3.0) * 0.16
                    + hash.smooth(p.x_mm / 60.0, p.y_mm / 60.0) * 0.1;
                base.map(|c| c * (0.87 + fleck))
            }
            Self::Wood(base) => {
                let bend = hash.smooth(p.x_mm / 160.0, p.y_mm / 50.0) * 30.0;
                let grain = hash.smooth(p.x_mm / 90.0, (p.y_mm + bend) / 4.0) * 0.35;
                base.map(|c| c * (0.78 + grain))
            }
            Self::Check(a, b) => {
                let even =
                    ((p.x_mm / 70.0).floor() + (p.y_mm / 70.0).floor()).rem_euclid(2.0) < 1.0;
                let weave = 0.94 + hash.smooth(p.x_mm / 2.0, p.y_mm / 2.0) * 0.1;
                (if even { a } else { b }).map(|c| c * weave)
            }
        }
    }
}

/// Whether a table point lies on a marker's sheet, and then if it is white.
fn marker(p: TablePoint) -> Option<bool> {
    let cell = marker::SIDE_MM / f64::from(marker::CELLS);
    let rim = 1.2;
    let sheet = -rim..f64::from(marker::CELLS) + rim;
    marker::PLACES
        .iter()
        .enumerate()
        .find_map(|(number, place)| {
            let column = (p.x_mm - place.x_mm + marker::SIDE_MM / 2.0) / cell;
            let row = (place.y_mm + marker::SIDE_MM / 2.0 - p.y_mm) / cell;
            if !sheet.contains(&column) || !sheet.contains(&row) {
                return None;
            }
            let (column, row) = (column.floor() as i32, row.floor() as i32);
            let on_rim =
                !(0..marker::CELLS).contains(&column) || !(0..marker::CELLS).contains(&row);
            Some(on_rim || marker::is_white(number, column, row))
        })
}

/// Repeatable noise over the plane.
#[derive(Clone, Copy)]
struct Hash(u64);

impl Hash {
    fn at(self, x: i64, y: i64) -> f64 {
        let mut h = self.0
            ^ (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        h = (h ^ (h >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        h ^= h >> 32;
        (h & 0xFFFF) as f64 / 65535.0
    }

    /// Value noise, 0…1.
    fn smooth(self, x: f64, y: f64) -> f64 {
        let (x0, y0) = (x.floor(), y.floor());
        let ease = |t: f64| t * t * (3.0 - 2.0 * t);
        let (fx, fy) = (ease(x - x0), ease(y - y0));
        let corner = |dx: i64, dy: i64| self.at(x0 as i64 + dx, y0 as i64 + dy);
        let top = corner(0, 0) * (1.0 - fx) + corner(1, 0) * fx;
        let bottom = corner(0, 1) * (1.0 - fx) + corner(1, 1) * fx;
        top * (1.0 - fy) + bottom * fy
    }
}

/// An arm's shape: sleeve, back of the hand, fingers, all rounded strokes.
pub(super) struct Arm {
    strokes: Vec<(TablePoint, TablePoint, f64, [f64; 3])>,
}

impl Arm {
    pub(super) fn new(hand: &Reach) -> Self {
        let (sin, cos) = hand.bearing.to_radians().sin_cos();
        // `out` millimetres from the finger tips towards the player, `side` to the right of that.
        let point = |out: f64, side: f64| TablePoint {
            x_mm: hand.tip.x_mm + out * sin + side * cos,
            y_mm: hand.tip.y_mm + out * cos - side * sin,
        };
        let (skin, sleeve) = (hand.skin.map(f64::from), hand.sleeve.map(f64::from));
        let dark = skin.map(|c| c * 0.88);
        let strokes = vec![
            (point(205.0, 0.0), point(900.0, 60.0), 46.0, sleeve),
            (point(150.0, 0.0), point(200.0, 0.0), 27.0, dark),
            (point(95.0, -10.0), point(135.0, 4.0), 38.0, skin),
            (point(8.0, -22.0), point(85.0, -26.0), 8.5, dark),
            (point(0.0, -4.0), point(85.0, -9.0), 9.0, skin),
            (point(6.0, 15.0), point(85.0, 8.0), 8.5, dark),
            (point(24.0, 32.0), point(90.0, 22.0), 7.5, skin),
            (point(52.0, -52.0), point(112.0, -34.0), 9.5, skin),
        ];
        Self { strokes }
    }

    /// Points around the whole arm.
    pub(super) fn around(&self) -> Vec<TablePoint> {
        self.strokes
            .iter()
            .flat_map(|&(a, b, r, _)| {
                [a, b].map(|p| {
                    [(r, r), (-r, -r), (r, -r), (-r, r)].map(|(dx, dy)| TablePoint {
                        x_mm: p.x_mm + dx,
                        y_mm: p.y_mm + dy,
                    })
                })
            })
            .flatten()
            .collect()
    }

    /// The arm's colour at a table point, rounded towards its edges; `None` beside it.
    pub(super) fn colour(&self, p: TablePoint) -> Option<[f64; 3]> {
        self.strokes
            .iter()
            .rev()
            .find_map(|&(a, b, radius, colour)| {
                let (dx, dy) = (b.x_mm - a.x_mm, b.y_mm - a.y_mm);
                let along = (((p.x_mm - a.x_mm) * dx + (p.y_mm - a.y_mm) * dy)
                    / (dx * dx + dy * dy))
                    .clamp(0.0, 1.0);
                let nearest = TablePoint {
                    x_mm: a.x_mm + along * dx,
                    y_mm: a.y_mm + along * dy,
                };
                let (dx, dy) = (p.x_mm - nearest.x_mm, p.y_mm - nearest.y_mm);
                let far = (dx * dx + dy * dy) / (radius * radius);
                (far < 1.0).then(|| colour.map(|c| c * (1.0 - 0.35 * far)))
            })
    }
}
