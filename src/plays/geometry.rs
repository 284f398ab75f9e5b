//! Outlines on the table into answers: what lies inside, how much of a card is covered, how far two cards are apart.

use crate::sighting::TablePoint;

/// The length of a card's long side, mm: poker and bridge cards alike (`vision.md`).
pub(super) const CARD_LONG_MM: f64 = 88.5;

/// Whether a point lies inside a polygon (even-odd rule).
pub(super) fn inside(polygon: &[TablePoint], p: TablePoint) -> bool {
    let mut within = false;
    let mut previous = match polygon.last() {
        Some(&last) => last,
        None => return false,
    };
    for &corner in polygon {
        if (corner.y_mm > p.y_mm) != (previous.y_mm > p.y_mm) {
            let along = (p.y_mm - corner.y_mm) / (previous.y_mm - corner.y_mm);
            if p.x_mm < corner.x_mm + along * (previous.x_mm - corner.x_mm) {
                within = !within;
            }
        }
        previous = corner;
    }
    within
}

/// Whether a point lies inside any of the polygons.
pub(super) fn inside_any<'a>(
    polygons: impl IntoIterator<Item = &'a Vec<TablePoint>>,
    p: TablePoint,
) -> bool {
    polygons.into_iter().any(|polygon| inside(polygon, p))
}

/// Whether a point lies inside a polygon or within `reach_mm` of its border.
pub(super) fn near(polygon: &[TablePoint], p: TablePoint, reach_mm: f64) -> bool {
    inside(polygon, p) || edges(polygon).any(|(a, b)| to_segment(a, b, p) < reach_mm)
}

fn edges(polygon: &[TablePoint]) -> impl Iterator<Item = (TablePoint, TablePoint)> + '_ {
    (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]))
}

fn to_segment(a: TablePoint, b: TablePoint, p: TablePoint) -> f64 {
    let (dx, dy) = (b.x_mm - a.x_mm, b.y_mm - a.y_mm);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 {
        (((p.x_mm - a.x_mm) * dx + (p.y_mm - a.y_mm) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    p.distance_mm(TablePoint {
        x_mm: a.x_mm + t * dx,
        y_mm: a.y_mm + t * dy,
    })
}

/// The middle of four corners.
pub(super) fn centre(quad: &[TablePoint; 4]) -> TablePoint {
    TablePoint {
        x_mm: quad.iter().map(|p| p.x_mm).sum::<f64>() / 4.0,
        y_mm: quad.iter().map(|p| p.y_mm).sum::<f64>() / 4.0,
    }
}

/// Points spread evenly over a quad, none on its border: 5 × 7.
#[must_use]
pub fn spread(quad: &[TablePoint; 4]) -> Vec<TablePoint> {
    let mix = |a: TablePoint, b: TablePoint, t: f64| TablePoint {
        x_mm: a.x_mm + t * (b.x_mm - a.x_mm),
        y_mm: a.y_mm + t * (b.y_mm - a.y_mm),
    };
    let mut points = Vec::with_capacity(35);
    for i in 0..5 {
        let (top, bottom) = (
            mix(quad[0], quad[1], (f64::from(i) + 0.5) / 5.0),
            mix(quad[3], quad[2], (f64::from(i) + 0.5) / 5.0),
        );
        for k in 0..7 {
            points.push(mix(top, bottom, (f64::from(k) + 0.5) / 7.0));
        }
    }
    points
}

/// A small square around a point, for a card of which only an index shows.
pub(super) fn square(p: TablePoint, half_mm: f64) -> [TablePoint; 4] {
    let at = |dx: f64, dy: f64| TablePoint {
        x_mm: p.x_mm + dx * half_mm,
        y_mm: p.y_mm + dy * half_mm,
    };
    [at(-1.0, 1.0), at(1.0, 1.0), at(1.0, -1.0), at(-1.0, -1.0)]
}

/// The share of the points for which the answer is yes; 0 for none.
pub(super) fn share(points: &[TablePoint], yes: impl Fn(TablePoint) -> bool) -> f64 {
    if points.is_empty() {
        return 0.0;
    }
    points.iter().filter(|&&p| yes(p)).count() as f64 / points.len() as f64
}

/// Whether two outlines can be of one card: they share a third of their area and more. Cards of a trick touch with their corners.
pub(super) fn overlap(a: &[TablePoint; 4], b: &[TablePoint; 4]) -> bool {
    share(&spread(a), |p| inside(b, p)) > 0.33
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_inside_or_near_or_neither() {
        let quad = square(TablePoint::default(), 10.0);
        let at = |x_mm, y_mm| TablePoint { x_mm, y_mm };
        for (p, within, close) in [
            (at(0.0, 0.0), true, true),
            (at(9.0, -9.0), true, true),
            (at(12.0, 0.0), false, true),
            (at(20.0, 0.0), false, false),
        ] {
            assert_eq!(inside(&quad, p), within, "{p:?}");
            assert_eq!(near(&quad, p, 5.0), close, "{p:?}");
        }
        assert_eq!(spread(&quad).len(), 35);
        assert!(spread(&quad).iter().all(|&p| inside(&quad, p)));
    }
}
