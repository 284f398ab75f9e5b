//! Points, quadrilaterals and the plane maps between them: the little geometry that finding and rectifying cards needs.

use std::ops::{Add, Mul, Neg, Sub};

use crate::sighting::PicturePoint;

/// A point or a displacement in a picture, px, y down.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct V2 {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

/// Shorthand for a point.
pub(crate) const fn v2(x: f32, y: f32) -> V2 {
    V2 { x, y }
}

impl V2 {
    pub(crate) fn dot(self, o: Self) -> f32 {
        self.x * o.x + self.y * o.y
    }

    /// Positive if `o` lies clockwise of this, as seen on the screen.
    pub(crate) fn cross(self, o: Self) -> f32 {
        self.x * o.y - self.y * o.x
    }

    pub(crate) fn len(self) -> f32 {
        self.x.hypot(self.y)
    }

    /// Length one; a zero vector points up.
    pub(crate) fn unit(self) -> Self {
        let len = self.len();
        if len > 1e-9 {
            self * (1.0 / len)
        } else {
            v2(0.0, -1.0)
        }
    }

    /// A quarter turn clockwise on the screen: up becomes right.
    pub(crate) fn right(self) -> Self {
        v2(-self.y, self.x)
    }

    /// Turned clockwise on the screen.
    pub(crate) fn turned(self, radians: f32) -> Self {
        let (sin, cos) = radians.sin_cos();
        v2(self.x * cos - self.y * sin, self.x * sin + self.y * cos)
    }
}

impl Add for V2 {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        v2(self.x + o.x, self.y + o.y)
    }
}

impl Sub for V2 {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        v2(self.x - o.x, self.y - o.y)
    }
}

impl Mul<f32> for V2 {
    type Output = Self;
    fn mul(self, k: f32) -> Self {
        v2(self.x * k, self.y * k)
    }
}

impl Neg for V2 {
    type Output = Self;
    fn neg(self) -> Self {
        v2(-self.x, -self.y)
    }
}

impl From<PicturePoint> for V2 {
    fn from(p: PicturePoint) -> Self {
        v2(p.x as f32, p.y as f32)
    }
}

impl From<V2> for PicturePoint {
    fn from(p: V2) -> Self {
        Self {
            x: f64::from(p.x),
            y: f64::from(p.y),
        }
    }
}

/// Four corners, clockwise on the screen: top-left, top-right, bottom-right, bottom-left of the thing they bound.
pub(crate) type Quad = [V2; 4];

/// Twice the signed area halved: positive for clockwise corners.
pub(crate) fn area(points: &[V2]) -> f32 {
    let next = points.iter().cycle().skip(1);
    points
        .iter()
        .zip(next)
        .map(|(a, b)| a.cross(*b))
        .sum::<f32>()
        * 0.5
}

/// The mean of the corners.
pub(crate) fn middle(quad: &Quad) -> V2 {
    (quad[0] + quad[1] + quad[2] + quad[3]) * 0.25
}

/// The same outline told from the opposite corner.
pub(crate) fn half_turn(quad: &Quad) -> Quad {
    [quad[2], quad[3], quad[0], quad[1]]
}

/// Mean length of the first and third side: the width, where the quad stands upright.
pub(crate) fn width(quad: &Quad) -> f32 {
    ((quad[1] - quad[0]).len() + (quad[2] - quad[3]).len()) * 0.5
}

/// Mean length of the second and fourth side.
pub(crate) fn height(quad: &Quad) -> f32 {
    ((quad[2] - quad[1]).len() + (quad[3] - quad[0]).len()) * 0.5
}

/// Whether the point lies in the quad.
pub(crate) fn holds(quad: &Quad, p: V2) -> bool {
    (0..4).all(|i| (quad[(i + 1) % 4] - quad[i]).cross(p - quad[i]) >= 0.0)
}

/// The part of `subject` that lies in `window` (both convex and clockwise).
pub(crate) fn clip(subject: &[V2], window: &Quad) -> Vec<V2> {
    let mut points = subject.to_vec();
    for i in 0..4 {
        let (a, b) = (window[i], window[(i + 1) % 4]);
        let side = |p: V2| (b - a).cross(p - a);
        let mut kept = Vec::with_capacity(points.len() + 2);
        for k in 0..points.len() {
            let (p, q) = (points[k], points[(k + 1) % points.len()]);
            let (sp, sq) = (side(p), side(q));
            if sp >= 0.0 {
                kept.push(p);
            }
            if (sp >= 0.0) != (sq >= 0.0) {
                kept.push(p + (q - p) * (sp / (sp - sq)));
            }
        }
        points = kept;
    }
    points
}

/// Shared area of two quads over the smaller one's, 0…1.
pub(crate) fn overlap(a: &Quad, b: &Quad) -> f32 {
    let shared = clip(a, b);
    if shared.len() < 3 {
        return 0.0;
    }
    area(&shared) / area(a).min(area(b)).max(1e-6)
}

/// A map of the plane that keeps lines straight.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Homography([f32; 9]);

impl Homography {
    /// The map that takes the unit square's corners (0,0) (1,0) (1,1) (0,1) to the quad's; affine where the quad is a parallelogram.
    pub(crate) fn from_unit_square(q: &Quad) -> Self {
        let s = q[0] - q[1] + q[2] - q[3];
        let (d1, d2) = (q[1] - q[2], q[3] - q[2]);
        let det = d1.cross(d2);
        let (g, h) = if det.abs() < 1e-9 {
            (0.0, 0.0)
        } else {
            (s.cross(d2) / det, d1.cross(s) / det)
        };
        let (ex, ey) = (q[1] - q[0] + q[1] * g, q[3] - q[0] + q[3] * h);
        Self([ex.x, ey.x, q[0].x, ex.y, ey.y, q[0].y, g, h, 1.0])
    }

    /// The map back; the identity where there is none.
    pub(crate) fn inverse(&self) -> Self {
        let m = &self.0;
        let c = |r: usize, k: usize| {
            let (r1, r2, k1, k2) = ((r + 1) % 3, (r + 2) % 3, (k + 1) % 3, (k + 2) % 3);
            m[r1 * 3 + k1] * m[r2 * 3 + k2] - m[r1 * 3 + k2] * m[r2 * 3 + k1]
        };
        let det = m[0] * c(0, 0) + m[1] * c(0, 1) + m[2] * c(0, 2);
        if det.abs() < 1e-20 {
            return Self([1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        }
        let mut out = [0.0; 9];
        for r in 0..3 {
            for k in 0..3 {
                out[r * 3 + k] = c(k, r) / det;
            }
        }
        Self(out)
    }

    /// Where the point goes.
    pub(crate) fn map(&self, p: V2) -> V2 {
        let m = &self.0;
        let w = m[6] * p.x + m[7] * p.y + m[8];
        v2(
            (m[0] * p.x + m[1] * p.y + m[2]) / w,
            (m[3] * p.x + m[4] * p.y + m[5]) / w,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRAPEZE: Quad = [
        v2(10.0, 20.0),
        v2(90.0, 25.0),
        v2(110.0, 160.0),
        v2(0.0, 150.0),
    ];

    #[test]
    fn the_unit_square_goes_to_the_quad_and_back() {
        let map = Homography::from_unit_square(&TRAPEZE);
        let back = map.inverse();
        for (corner, unit) in
            TRAPEZE
                .iter()
                .zip([v2(0.0, 0.0), v2(1.0, 0.0), v2(1.0, 1.0), v2(0.0, 1.0)])
        {
            assert!((map.map(unit) - *corner).len() < 1e-3);
            assert!((back.map(*corner) - unit).len() < 1e-4);
        }
    }

    #[test]
    fn overlap_is_of_the_smaller() {
        let square = |x: f32, side: f32| {
            [
                v2(x, 0.0),
                v2(x + side, 0.0),
                v2(x + side, side),
                v2(x, side),
            ]
        };
        assert!((overlap(&square(0.0, 10.0), &square(5.0, 10.0)) - 0.5).abs() < 1e-5);
        assert!((overlap(&square(0.0, 10.0), &square(1.0, 2.0)) - 1.0).abs() < 1e-5);
        assert_eq!(overlap(&square(0.0, 10.0), &square(20.0, 10.0)), 0.0);
        assert!(
            area(&TRAPEZE) > 0.0
                && holds(&TRAPEZE, middle(&TRAPEZE))
                && !holds(&TRAPEZE, v2(0.0, 0.0))
        );
    }

    #[test]
    fn right_of_up_is_right_on_the_screen() {
        assert_eq!(v2(0.0, -1.0).right(), v2(1.0, 0.0));
        assert!((v2(0.0, -1.0).turned(std::f32::consts::FRAC_PI_2) - v2(1.0, 0.0)).len() < 1e-6);
    }
}
