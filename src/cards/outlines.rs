//! Bright four-cornered patches into outlines: cards that lie apart, found without any net, with corners sharper than the detector's.

use opencv::{
    core::{Mat, MatTraitConst, Point, Point2f, Size, Vector},
    imgproc,
};

use super::{
    ReaderError,
    geometry::{Quad, V2, area, height, middle, v2, width},
    picture::Picture,
};

/// The picture is halved until its long side is below this, px.
const LONG_SIDE: usize = 900;
/// A card covers at least this part of the picture, and at most that.
const COVER: (f32, f32) = (0.002, 0.97);
/// Long over short side in the picture: a bridge card is 1.56, tilted views shorten or lengthen it.
const ASPECT: (f32, f32) = (1.08, 2.1);
/// How much of its four-cornered outline a card's patch fills: round corners cost a hundredth.
const FILLED: (f32, f32) = (0.93, 1.03);
/// A side is fitted to the contour's points between these fractions of it, clear of the round corners.
const SPAN: (f32, f32) = (0.14, 0.86);
/// Lighter than the mean around it by so many steps of brightness: finds dim cards where the light falls off.
const LIGHTER: [i32; 2] = [5, 14];
/// What differs from the table by so many steps of brightness or colour lies on it.
const STRANGE: [f64; 5] = [18.0, 28.0, 40.0, 55.0, 75.0];
/// On a table of one colour less than this part of the picture is something else.
const COVERED: f32 = 0.35;
/// Thresholds, as steps above Otsu's in parts of what is left up to white: bright tables need more than the middle.
const STEPS: [f64; 6] = [0.0, 0.15, 0.3, 0.42, 0.54, 0.7];

/// The outlines, clockwise, long sides second and fourth, with how well each patch fills its outline.
///
/// # Errors
/// When OpenCV refuses.
pub(crate) fn find(picture: &Picture<'_>) -> Result<Vec<(Quad, f32)>, ReaderError> {
    let (whiteness, width, _, shrink) = picture.whiteness(LONG_SIDE);
    let raw = Mat::new_rows_cols_with_bytes::<u8>(
        (whiteness.len() / width) as i32,
        width as i32,
        &whiteness,
    )?;
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&raw, &mut soft, Size::new(5, 5), 0.0)?;
    let mut mask = Mat::default();
    let otsu = imgproc::threshold(
        &soft,
        &mut mask,
        0.0,
        255.0,
        imgproc::THRESH_BINARY | imgproc::THRESH_OTSU,
    )?;
    let mut found: Vec<(Quad, f32)> = Vec::new();
    for step in STEPS {
        let level = otsu + (235.0 - otsu).max(0.0) * step;
        imgproc::threshold(&soft, &mut mask, level, 255.0, imgproc::THRESH_BINARY)?;
        gather(&mut found, &mask, shrink)?;
    }
    for lighter in LIGHTER {
        let window = (width as i32 * 2 / 5) | 1;
        let kind = imgproc::ADAPTIVE_THRESH_MEAN_C;
        imgproc::adaptive_threshold(
            &soft,
            &mut mask,
            255.0,
            kind,
            imgproc::THRESH_BINARY,
            window,
            f64::from(-lighter),
        )?;
        gather(&mut found, &mask, shrink)?;
    }
    Ok(found)
}

/// The outlines of whatever stands out from a table of one colour: a deck spread out, dark cards and pictures to the edge among it. `fine` looks
/// twice as closely.
///
/// # Errors
/// When OpenCV refuses.
pub(crate) fn find_on_cloth(
    picture: &Picture<'_>,
    fine: bool,
) -> Result<Vec<(Quad, f32)>, ReaderError> {
    let long = if fine { 2 * LONG_SIDE } else { LONG_SIDE };
    let (strangeness, width, height, shrink) = picture.strangeness(long);
    let raw = Mat::new_rows_cols_with_bytes::<u8>(height as i32, width as i32, &strangeness)?;
    let (mut soft, mut mask) = (Mat::default(), Mat::default());
    imgproc::gaussian_blur_def(&raw, &mut soft, Size::new(5, 5), 0.0)?;
    let mut found: Vec<(Quad, f32)> = Vec::new();
    for level in STRANGE {
        imgproc::threshold(&soft, &mut mask, level, 255.0, imgproc::THRESH_BINARY)?;
        gather(&mut found, &mask, shrink)?;
    }
    Ok(found)
}

/// Whether most of the picture is a table of one colour.
pub(crate) fn is_plain(picture: &Picture<'_>) -> bool {
    let (strangeness, ..) = picture.strangeness(LONG_SIDE);
    let strange = strangeness
        .iter()
        .filter(|&&b| f64::from(b) > STRANGE[1])
        .count();
    (strange as f32) < COVERED * strangeness.len() as f32
}

/// Adds the mask's outlines; of one found before the better filled is kept.
fn gather(found: &mut Vec<(Quad, f32)>, mask: &Mat, shrink: f32) -> Result<(), ReaderError> {
    for (quad, fill) in patches(mask)? {
        let quad = quad.map(|p| (p + v2(0.5, 0.5)) * shrink);
        let inner = |a: &Quad, b: &Quad| {
            let apart = (middle(a) - middle(b)).len();
            apart < 0.15 * width(b)
        };
        match found.iter_mut().find(|(q, _)| inner(q, &quad)) {
            // Of two with one middle the smaller is the frame printed on the larger; else the better filled is the card.
            Some(first) => {
                let larger = area(&quad) / area(&first.0).max(1.0);
                if larger > 1.15 || (larger > 0.87 && fill > first.1) {
                    *first = (quad, fill);
                }
            }
            None => found.push((quad, fill)),
        }
    }
    Ok(())
}

fn patches(mask: &Mat) -> Result<Vec<(Quad, f32)>, ReaderError> {
    let mut contours: Vector<Vector<Point>> = Vector::new();
    let pixels = (mask.rows() * mask.cols()) as f32;
    imgproc::find_contours(
        mask,
        &mut contours,
        imgproc::RETR_LIST,
        imgproc::CHAIN_APPROX_NONE,
        Point::new(0, 0),
    )?;
    let mut quads = Vec::new();
    for contour in contours {
        if contour.len() < 40 {
            continue;
        }
        let mut hull: Vector<Point> = Vector::new();
        imgproc::convex_hull(&contour, &mut hull, true, true)?;
        let covered = imgproc::contour_area_def(&hull)?;
        let part = covered as f32 / pixels;
        if part < COVER.0 || part > COVER.1 || imgproc::contour_area_def(&contour)? < 0.8 * covered
        {
            continue;
        }
        let points: Vec<V2> = contour.iter().map(|p| v2(p.x as f32, p.y as f32)).collect();
        quads.extend(four_sides(&hull)?.and_then(|rough| fitted(&rough, &points, covered as f32)));
    }
    Ok(quads)
}

/// The hull as four corners, clockwise.
fn four_sides(hull: &Vector<Point>) -> Result<Option<Quad>, ReaderError> {
    let round = imgproc::arc_length(hull, true)?;
    let mut corners: Vector<Point> = Vector::new();
    for tolerance in [0.02, 0.03, 0.045, 0.06] {
        imgproc::approx_poly_dp(hull, &mut corners, tolerance * round, true)?;
        if corners.len() <= 4 {
            break;
        }
    }
    let mut quad: Quad = if corners.len() == 4 {
        std::array::from_fn(|i| {
            corners
                .get(i)
                .map_or(V2::default(), |p| v2(p.x as f32, p.y as f32))
        })
    } else {
        let rect = imgproc::min_area_rect(hull)?;
        let mut points = [Point2f::default(); 4];
        rect.points(&mut points)?;
        points.map(|p| v2(p.x, p.y))
    };
    if area(&quad) < 0.0 {
        quad.reverse();
    }
    Ok((area(&quad) > 1.0).then_some(quad))
}

/// The outline through lines fitted to the contour, if it is a card's, and how much of it is filled.
fn fitted(rough: &Quad, contour: &[V2], covered: f32) -> Option<(Quad, f32)> {
    let lines: Vec<(V2, V2)> = (0..4)
        .map(|i| fit(rough[i], rough[(i + 1) % 4], contour))
        .collect::<Option<_>>()?;
    let mut quad = *rough;
    for i in 0..4 {
        quad[i] = super::edges::meet(lines[(i + 3) % 4], lines[i])?;
    }
    if width(&quad) > height(&quad) {
        quad.rotate_left(1);
    }
    let fill = covered / area(&quad).max(1.0);
    let aspect = height(&quad) / width(&quad).max(1e-3);
    let card = (FILLED.0..FILLED.1).contains(&fill) && (ASPECT.0..ASPECT.1).contains(&aspect);
    card.then_some((quad, fill.min(1.0)))
}

/// The line through the contour's points beside the side a→b: two of its points.
fn fit(a: V2, b: V2, contour: &[V2]) -> Option<(V2, V2)> {
    let (along, long) = ((b - a).unit(), (b - a).len());
    let out = along.right();
    let beside = |p: &V2| {
        let (t, d) = ((*p - a).dot(along) / long.max(1e-3), (*p - a).dot(out));
        ((SPAN.0..SPAN.1).contains(&t) && d.abs() < 0.06 * long + 2.0).then_some((t, d))
    };
    let points: Vec<(f32, f32)> = contour.iter().filter_map(beside).collect();
    let (offset, slope) = regression(&points)?;
    // Pips and fingers at the edge pull the line; a second pass leaves them out.
    let near: Vec<(f32, f32)> = points
        .into_iter()
        .filter(|p| (offset + slope * p.0 - p.1).abs() < 1.5)
        .collect();
    let (offset, slope) = regression(&near)?;
    Some((a + out * offset, b + out * (offset + slope)))
}

/// Offset and slope of the line through points; `None` for too few.
fn regression(points: &[(f32, f32)]) -> Option<(f32, f32)> {
    if points.len() < 8 {
        return None;
    }
    let n = points.len() as f32;
    let (mt, md) = (
        points.iter().map(|p| p.0).sum::<f32>() / n,
        points.iter().map(|p| p.1).sum::<f32>() / n,
    );
    let spread: f32 = points.iter().map(|p| (p.0 - mt).powi(2)).sum();
    let slope = points.iter().map(|p| (p.0 - mt) * (p.1 - md)).sum::<f32>() / spread.max(1e-6);
    Some((md - slope * mt, slope))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::geometry::holds, *};
    use crate::frame::{At, Frame};

    /// A picture of 400×240 px.
    fn frame(colour: impl Fn(V2) -> [u8; 3]) -> Frame {
        let pixels: Vec<u8> = (0..240)
            .flat_map(|y| (0..400).map(move |x| v2(x as f32 + 0.5, y as f32 + 0.5)))
            .flat_map(colour)
            .collect();
        Frame {
            seq: 0,
            at: At(0),
            width: 400,
            height: 240,
            pixels: Arc::from(pixels),
        }
    }

    #[test]
    fn a_red_card_stands_out_from_a_cloth_and_not_from_a_checked_one() {
        let red = [
            v2(100.0, 60.0),
            v2(190.0, 60.0),
            v2(190.0, 190.0),
            v2(100.0, 190.0),
        ];
        let on = |checked: bool| {
            frame(|p| {
                let square = (p.x / 40.0) as usize + (p.y / 40.0) as usize;
                match (holds(&red, p), checked && square % 2 == 1) {
                    (true, _) => [40, 30, 150],
                    (false, true) => [220, 225, 220],
                    (false, false) => [110, 120, 110],
                }
            })
        };
        let plain = on(false);
        let picture = Picture::new(&plain).expect("a picture");
        assert!(is_plain(&picture));
        let found = find_on_cloth(&picture, false).expect("found");
        assert!(
            found
                .iter()
                .any(|(q, _)| (middle(q) - middle(&red)).len() < 4.0),
            "{found:?}"
        );
        let checked = on(true);
        assert!(!is_plain(&Picture::new(&checked).expect("a picture")));
    }

    #[test]
    fn two_cards_on_a_dark_table_are_found() {
        let cards: [Quad; 2] = [
            [
                v2(60.0, 40.0),
                v2(150.0, 52.0),
                v2(135.0, 182.0),
                v2(45.0, 170.0),
            ],
            [
                v2(330.0, 60.0),
                v2(330.0, 150.0),
                v2(200.0, 150.0),
                v2(200.0, 60.0),
            ],
        ];
        let frame = frame(|p| {
            if cards.iter().any(|c| holds(c, p)) {
                [235, 230, 228]
            } else {
                [60, 90, 40]
            }
        });
        let found = find(&Picture::new(&frame).expect("a picture")).expect("found");
        assert_eq!(found.len(), 2);
        for card in cards {
            let near = found
                .iter()
                .any(|(q, _)| card.iter().all(|c| q.iter().any(|p| (*p - *c).len() < 4.0)));
            assert!(near, "{card:?} is not among {found:?}");
        }
    }
}
