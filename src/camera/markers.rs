//! A picture into the map of its table: printed markers, where there are some, give the frame and its proportions.

use opencv::{
    aruco,
    core::{Mat, MatTraitConst as _, Point2f, Vector},
    imgproc,
};

use crate::{
    camera::geometry::{fit, misfit},
    frame::{Frame, SourceError},
    sighting::{PicturePoint, TableMap, TablePoint},
};

/// The corners of one marker in the picture: its own top-left first, clockwise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corners {
    /// 0 left-far, 1 right-far, 2 right-near, 3 left-near.
    pub id: usize,
    /// In the picture.
    pub corners: [PicturePoint; 4],
}

impl Corners {
    /// Whether a point of the picture lies on it, or on the sheet on which it is printed.
    #[must_use]
    pub fn covers(&self, p: PicturePoint) -> bool {
        let (a, c) = (self.corners[0], self.corners[2]);
        let across = (c.x - a.x).hypot(c.y - a.y);
        let (dx, dy) = (p.x - (a.x + c.x) / 2.0, p.y - (a.y + c.y) / 2.0);
        dx.hypot(dy) < across
    }
}

/// What is known about the markers' size; what isn't is measured in the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MarkerSize {
    /// The side of one, mm.
    pub side_mm: f64,
    /// Between the middles of 0 and 1, mm.
    pub width_mm: Option<f64>,
    /// Between the middles of 0 and 3, mm.
    pub depth_mm: Option<f64>,
}

/// The markers 0 to 3 of DICT_4X4_50 that the picture shows, by number.
///
/// # Errors
/// When the picture can't be searched at all.
pub fn find_markers(frame: &Frame) -> Result<Vec<Corners>, SourceError> {
    search(frame)
        .map_err(|e| SourceError(format!("the picture can't be searched for markers: {e}")))
}

fn search(frame: &Frame) -> opencv::Result<Vec<Corners>> {
    let flat = Mat::from_slice(&frame.pixels)?;
    let colour = flat.reshape(3, i32::try_from(frame.height).unwrap_or(i32::MAX))?;
    let mut grey = Mat::default();
    imgproc::cvt_color_def(&colour, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    let (quads, ids) = detect(&grey)?;
    let mut out: Vec<Corners> = Vec::new();
    for (quad, id) in quads.iter().zip(ids.iter()) {
        let points: Vec<PicturePoint> = quad
            .iter()
            .map(|p| PicturePoint {
                x: f64::from(p.x),
                y: f64::from(p.y),
            })
            .collect();
        let (Ok(corners), Ok(id @ 0..=3)) = (points.try_into(), usize::try_from(id)) else {
            continue;
        };
        out.push(Corners { id, corners });
    }
    out.sort_by_key(|c| c.id);
    out.dedup_by_key(|c| c.id);
    Ok(out)
}

/// OpenCV 4.6's way of finding markers; later versions do it through `objdetect::ArucoDetector`.
fn detect(grey: &Mat) -> opencv::Result<(Vector<Vector<Point2f>>, Vector<i32>)> {
    let dictionary =
        aruco::get_predefined_dictionary(aruco::PREDEFINED_DICTIONARY_NAME::DICT_4X4_50)?;
    let (mut quads, mut ids) = (Vector::<Vector<Point2f>>::new(), Vector::<i32>::new());
    aruco::detect_markers_def(grey, &dictionary, &mut quads, &mut ids)?;
    Ok((quads, ids))
}

/// The map from four markers; the width and depth of their rectangle follow from the picture where they aren't known.
#[must_use]
pub fn map_from_markers(markers: &[Corners], size: MarkerSize) -> Option<TableMap> {
    if markers.len() < 4 {
        return None;
    }
    let cost = |w: f64, d: f64| {
        let pairs = pairs(markers, size.side_mm, w, d);
        fit(&pairs).map_or(f64::MAX, |m| misfit(&m, &pairs))
    };
    let (mut width, mut depth) = (
        size.width_mm.unwrap_or(18.0 * size.side_mm),
        size.depth_mm.unwrap_or(10.0 * size.side_mm),
    );
    let mut step = 1.35_f64;
    let mut best = cost(width, depth);
    while step > 1.0005 {
        let mut better = None;
        for (a, b) in [
            (step, 1.0),
            (1.0 / step, 1.0),
            (1.0, step),
            (1.0, 1.0 / step),
            (step, step),
            (1.0 / step, 1.0 / step),
        ] {
            let w = if size.width_mm.is_some() {
                width
            } else {
                width * a
            };
            let d = if size.depth_mm.is_some() {
                depth
            } else {
                depth * b
            };
            let now = cost(w, d);
            if now < best - 1e-9 {
                best = now;
                better = Some((w, d));
            }
        }
        match better {
            Some((w, d)) => (width, depth) = (w, d),
            None => step = step.sqrt(),
        }
    }
    fit(&pairs(markers, size.side_mm, width, depth)).and_then(TableMap::new)
}

/// The map of a table of that size whose corners (left-far, right-far, right-near, left-near) lie there; `None` where they lie on a line.
#[must_use]
pub fn map_from_corners(
    corners: [PicturePoint; 4],
    width_mm: f64,
    depth_mm: f64,
) -> Option<TableMap> {
    let signs = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    let pairs: Vec<(PicturePoint, TablePoint)> = corners
        .into_iter()
        .zip(signs)
        .map(|(corner, (x, y))| {
            let on_table = TablePoint {
                x_mm: x * width_mm / 2.0,
                y_mm: y * depth_mm / 2.0,
            };
            (corner, on_table)
        })
        .collect();
    fit(&pairs).and_then(TableMap::new)
}

/// The map after the camera was moved, in pictures of `width` × `height` px: the markers, which were there `before`, are seen there `now`. Two of
/// them tell of a shift and a turn only; `None` where that is of no use.
#[must_use]
pub fn map_moved(
    map: &TableMap,
    before: &[Corners],
    now: &[Corners],
    size: (u32, u32),
) -> Option<TableMap> {
    let mut moves = Vec::with_capacity(16);
    for marker in now {
        let was = before.iter().find(|b| b.id == marker.id)?;
        moves.extend(was.corners.into_iter().zip(marker.corners));
    }
    match now.len() {
        0 | 1 => None,
        2 => map_shifted(map, turn(&moves), size),
        _ => {
            let on_table =
                |&(was, is): &(PicturePoint, PicturePoint)| (is, map.table_from_picture(was));
            let pairs: Vec<_> = moves.iter().map(on_table).collect();
            fit(&pairs).and_then(TableMap::new)
        }
    }
}

/// Markers that moved by more than this were moved, px: beyond what a compressed picture lets them jitter.
const MOVED_PX: f64 = 2.5;

/// Together they move when the farthest corner moves by more than this, px, and they keep their places to each other, and their distances, to within
/// a share of it.
const TOGETHER_PX: f64 = 1.2;
const TOGETHER: f64 = 0.15;

/// Whether the camera was moved by what the markers tell that are seen `now`: two of them moved at least, so that a single one that is pushed is no
/// bump, or one of so few; or all of them moved together, if only a little.
#[must_use]
pub fn markers_moved(before: &[Corners], now: &[Corners]) -> bool {
    let pairs: Vec<_> = now
        .iter()
        .filter_map(|one| before.iter().find(|b| b.id == one.id).zip(Some(one)))
        .collect();
    let distance = |a: PicturePoint, b: PicturePoint| (a.x - b.x).hypot(a.y - b.y);
    let apart = |(was, is): &&(&Corners, &Corners)| {
        let sum: f64 = (0..4)
            .map(|i| distance(was.corners[i], is.corners[i]))
            .sum();
        sum / 4.0 > MOVED_PX
    };
    let far = pairs.iter().filter(apart).count();
    if far >= 2 || far == 1 && now.len() <= 2 {
        return true;
    }
    if pairs.len() < 2 {
        return false;
    }
    let corners = |(was, is): &(&Corners, &Corners)| was.corners.into_iter().zip(is.corners);
    let moves: Vec<_> = pairs.iter().flat_map(corners).collect();
    let [x, y, _] = turn(&moves);
    let to = |p: PicturePoint| PicturePoint {
        x: x[0] * p.x + x[1] * p.y + x[2],
        y: y[0] * p.x + y[1] * p.y + y[2],
    };
    let (mut farthest, mut misfit, mut reach) = (0.0_f64, 0.0, 0.0_f64);
    for &(was, is) in &moves {
        farthest = farthest.max(distance(was, to(was)));
        misfit += distance(to(was), is).powi(2);
        reach = reach.max(distance(moves[0].0, was) / 2.0);
    }
    let wider = (x[0].hypot(x[1]) - 1.0).abs() * reach;
    let least = TOGETHER * farthest;
    farthest > TOGETHER_PX && (misfit / moves.len() as f64).sqrt() < least && wider < least
}

/// The shift, turn and scale that bring points nearest to where they are now, row by row.
fn turn(moves: &[(PicturePoint, PicturePoint)]) -> [[f64; 3]; 3] {
    let n = moves.len() as f64;
    let mean = |pick: &dyn Fn(&(PicturePoint, PicturePoint)) -> f64| {
        moves.iter().map(pick).sum::<f64>() / n
    };
    let (x, y) = (mean(&|m| m.0.x), mean(&|m| m.0.y));
    let (u, v) = (mean(&|m| m.1.x), mean(&|m| m.1.y));
    let (mut along, mut across, mut size) = (0.0, 0.0, 0.0);
    for (was, is) in moves {
        let (dx, dy) = (was.x - x, was.y - y);
        let (du, dv) = (is.x - u, is.y - v);
        along += dx * du + dy * dv;
        across += dx * dv - dy * du;
        size += dx * dx + dy * dy;
    }
    let (a, b) = (along / size, across / size);
    [
        [a, -b, u - a * x + b * y],
        [b, a, v - b * x - a * y],
        [0.0, 0.0, 1.0],
    ]
}

/// The map of a table whose picture, `width` × `height` px, was shifted by that homography (from where things were to where they are, row by
/// row); `None` for a shift that is none of a plane.
#[must_use]
pub fn map_shifted(
    map: &TableMap,
    shift: [[f64; 3]; 3],
    (width, height): (u32, u32),
) -> Option<TableMap> {
    let shift = TableMap::new(shift)?;
    let (w, h) = (f64::from(width), f64::from(height));
    let pairs = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| {
        let was = shift.picture_from_table(TablePoint { x_mm: x, y_mm: y });
        (PicturePoint { x, y }, map.table_from_picture(was))
    });
    fit(&pairs).and_then(TableMap::new)
}

/// Picture points of the markers' corners with where they lie on a table of that size.
fn pairs(
    markers: &[Corners],
    side: f64,
    width: f64,
    depth: f64,
) -> Vec<(PicturePoint, TablePoint)> {
    let mut out = Vec::with_capacity(16);
    for marker in markers {
        let (x, y) = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)][marker.id];
        for (corner, (u, v)) in
            marker
                .corners
                .iter()
                .zip([(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)])
        {
            let on_table = TablePoint {
                x_mm: x * width / 2.0 + u * side,
                y_mm: y * depth / 2.0 + v * side,
            };
            out.push((*corner, on_table));
        }
    }
    out
}

/// The map of a table without markers, seen from above: the bottom edge of the picture is south, and the picture is `width_mm` wide.
#[must_use]
pub fn map_without_markers(frame: &Frame, width_mm: f64) -> Option<TableMap> {
    let scale = width_mm / f64::from(frame.width);
    let (x, y) = (
        f64::from(frame.width) / 2.0 * scale,
        f64::from(frame.height) / 2.0 * scale,
    );
    TableMap::new([[scale, 0.0, -x], [0.0, -scale, y], [0.0, 0.0, 1.0]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of renders/videos/mensch_wood.json: a rectangle of 720 × 400 mm, markers of 40 mm.
    fn four() -> Vec<Corners> {
        let corners = [
            [
                (148.65, 36.15),
                (202.6, 39.18),
                (195.84, 89.9),
                (141.45, 86.82),
            ],
            [
                (1124.57, 91.06),
                (1179.09, 94.13),
                (1180.36, 145.56),
                (1125.4, 142.45),
            ],
            [
                (1133.45, 646.25),
                (1192.83, 649.76),
                (1194.34, 710.83),
                (1134.43, 707.26),
            ],
            [
                (70.9, 583.34),
                (129.61, 586.81),
                (121.59, 646.97),
                (62.36, 643.44),
            ],
        ];
        let marker = |(id, c): (usize, [(f64, f64); 4])| Corners {
            id,
            corners: c.map(|(x, y)| PicturePoint { x, y }),
        };
        corners.into_iter().enumerate().map(marker).collect()
    }

    /// Each seen marker with its corners elsewhere.
    fn seen(ids: &[usize], to: impl Fn(usize, PicturePoint) -> (f64, f64)) -> Vec<Corners> {
        let marker = |m: &Corners| Corners {
            id: m.id,
            corners: m.corners.map(|p| {
                let (x, y) = to(m.id, p);
                PicturePoint { x, y }
            }),
        };
        let four = four();
        ids.iter().map(|&id| marker(&four[id])).collect()
    }

    #[test]
    fn a_camera_that_turns_a_little_is_no_marker_that_is_pushed() {
        let was = four();
        let turn = |_, p: PicturePoint| (p.x - p.y * 0.003, p.y + p.x * 0.003 - 0.3);
        assert!(markers_moved(&was, &seen(&[0, 1, 3], turn)));
        assert!(markers_moved(&was, &seen(&[0, 3], |_, p| (p.x + 1.3, p.y))));
        assert!(markers_moved(
            &was,
            &seen(&[0, 1, 2, 3], |_, p| (p.x + 4.0, p.y - 1.0))
        ));
        for three in [[0, 1, 2], [0, 1, 3], [1, 2, 3]] {
            for pushed in three {
                for (x, y) in [(6.0, 0.0), (0.0, 6.0), (4.0, -4.0), (4.0, 4.0)] {
                    let push = |id, p: PicturePoint| {
                        if id == pushed {
                            (p.x + x, p.y + y)
                        } else {
                            (p.x, p.y)
                        }
                    };
                    assert!(
                        !markers_moved(&was, &seen(&three, push)),
                        "{pushed} of {three:?} by {x}, {y}"
                    );
                    assert!(!markers_moved(&was, &seen(&[0, 1, 2, 3], push)));
                }
            }
        }
        // A compressed picture lets each corner jitter by itself.
        let jitter = |id, p: PicturePoint| {
            let n = (p.x * 7.0 + p.y * 13.0 + id as f64).sin();
            (p.x + 0.8 * n, p.y - 0.8 * n)
        };
        assert!(!markers_moved(&was, &seen(&[0, 1, 2, 3], jitter)));
        assert!(!markers_moved(&was, &seen(&[], jitter)));
    }

    #[test]
    fn proportions_follow_from_the_markers_themselves() {
        let markers = four();
        let size = MarkerSize {
            side_mm: 40.0,
            width_mm: None,
            depth_mm: None,
        };
        let map = map_from_markers(&markers, size).expect("a map");
        let far_left = map.table_from_picture(PicturePoint { x: 172.0, y: 63.0 });
        assert!((far_left.x_mm + 360.0).abs() < 6.0, "{far_left:?}");
        assert!((far_left.y_mm - 200.0).abs() < 6.0, "{far_left:?}");
        assert_eq!(map_from_markers(&markers[..3], size), None);
    }
}
