//! Bright four-cornered patches into outlines: cards that lie apart, found without any net, with corners sharper than the detector's.

use opencv::{
    core::{Mat, Point, Point2f, Size, Vector},
    imgproc,
};

use super::{
    ReaderError,
    geometry::{Quad, V2, area, height, v2, width},
    picture::Picture,
};

/// The picture is halved until its long side is below this, px.
const LONG_SIDE: usize = 900;
/// A card covers at least this part of the picture, and at most that.
const COVER: (f32, f32) = (0.002, 0.97);
/// Long over short side in the picture: a bridge card is 1.56, tilted views shorten or lengthen it.
const ASPECT: (f32, f32) = (1.08, 2.1);
/// How much of its four-cornered outline a card's patch fills: round corners cost a few hundredths.
const FILLED: f64 = 0.93;
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
        for (quad, fill) in patches(&mut mask, whiteness.len() as f32)? {
            let quad = quad.map(|p| (p + v2(0.5, 0.5)) * shrink);
            let again = |(q, _): &(Quad, f32)| {
                (super::geometry::middle(q) - super::geometry::middle(&quad)).len()
                    < 0.15 * super::geometry::width(&quad)
            };
            match found.iter_mut().find(|f| again(f)) {
                Some(first) if first.1 < fill => *first = (quad, fill),
                Some(_) => {}
                None => found.push((quad, fill)),
            }
        }
    }
    Ok(found)
}

fn patches(mask: &mut Mat, pixels: f32) -> Result<Vec<(Quad, f32)>, ReaderError> {
    let mut contours: Vector<Vector<Point>> = Vector::new();
    imgproc::find_contours(
        mask,
        &mut contours,
        imgproc::RETR_LIST,
        imgproc::CHAIN_APPROX_SIMPLE,
        Point::new(0, 0),
    )?;
    let mut quads = Vec::new();
    for contour in contours {
        if contour.len() < 4 {
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
        if let Some(quad) = four_corners(&hull, covered)? {
            quads.push(quad);
        }
    }
    Ok(quads)
}

/// The hull as a card's outline, if it is one, and how much of it is filled.
fn four_corners(hull: &Vector<Point>, covered: f64) -> Result<Option<(Quad, f32)>, ReaderError> {
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
    if width(&quad) > height(&quad) {
        quad.rotate_left(1);
    }
    let fill = covered / f64::from(area(&quad)).max(1.0);
    let aspect = height(&quad) / width(&quad).max(1e-3);
    let card = (FILLED..1.12).contains(&fill) && (ASPECT.0..ASPECT.1).contains(&aspect);
    Ok(card.then_some((quad, fill.min(1.0) as f32)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{super::geometry::holds, *};
    use crate::frame::{At, Frame};

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
        let pixels: Vec<u8> = (0..240)
            .flat_map(|y| (0..400).map(move |x| v2(x as f32 + 0.5, y as f32 + 0.5)))
            .flat_map(|p| {
                if cards.iter().any(|c| holds(c, p)) {
                    [235, 230, 228]
                } else {
                    [60, 90, 40]
                }
            })
            .collect();
        let frame = Frame {
            seq: 0,
            at: At(0),
            width: 400,
            height: 240,
            pixels: Arc::from(pixels),
        };
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
