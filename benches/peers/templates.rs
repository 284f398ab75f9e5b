//! Cards by templates, in the manner of EdjeElectronics' OpenCV-Playing-Card-Detector, written afresh from its description: the card is
//! rectified to 200×300 px, its index enlarged four times, made black and white, cut into rank and suit, and each is the template that it
//! differs least from in pixels, if it differs little enough. Kinder to it than the original: the outline may be told, or is looked for at several thresholds;
//! both ends of a card are tried; rank and suit are parted at the gap between them, not at a fixed height; all of a numeral counts, not only its
//! largest blob.

use opencv::{
    core::{BORDER_REPLICATE, Mat, Point, Point2f, Rect, Scalar, Size, Vector},
    imgproc,
    prelude::*,
};
use pitboss::card::{Card, Rank, Suit};

/// The rectified card, px.
const CARD: (i32, i32) = (200, 300);
/// How much its index is enlarged.
const ZOOM: i32 = 4;
/// Ranks and suits are compared at these sizes, px.
const RANK: (i32, i32) = (70, 125);
const SUIT: (i32, i32) = (70, 100);
/// Differences, in white pixels, above which nothing is named: the original's.
const RANK_DIFFERS: f64 = 2_000.0;
const SUIT_DIFFERS: f64 = 700.0;
/// So much darker than the stock is ink, of 255.
const INK: f64 = 30.0;
/// A blob smaller than this (px of the enlarged index) is dirt.
const BLOB: f64 = 120.0;

/// The strip of a rectified card in which rank and suit stand, px: left, top, width, height.
pub(crate) type Corner = [i32; 4];

/// What there is to compare with.
#[derive(Default)]
pub(crate) struct Templates {
    ranks: Vec<(Rank, Mat)>,
    suits: Vec<(Suit, Mat)>,
}

/// Corners clockwise from the card's own top-left, px.
pub(crate) type Quad = [Point2f; 4];

/// The card at that outline, upright, grey.
pub(crate) fn rectified(grey: &Mat, quad: &Quad) -> Mat {
    let (w, h) = (CARD.0 as f32, CARD.1 as f32);
    let to = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| Point2f::new(x, y));
    let map = imgproc::get_perspective_transform_slice(*quad, to, 0).expect("four corners");
    let mut card = Mat::default();
    let size = Size::new(CARD.0, CARD.1);
    let border = Scalar::default();
    imgproc::warp_perspective(
        grey,
        &mut card,
        &map,
        size,
        imgproc::INTER_LINEAR,
        BORDER_REPLICATE,
        border,
    )
    .expect("warps");
    card
}

/// The strip in white on black, its ink alone, enlarged.
fn inked(card: &Mat, [x, y, w, h]: Corner) -> Mat {
    let part = card.roi(Rect::new(x, y, w, h)).expect("on the card");
    let mut large = Mat::default();
    let size = Size::new(w * ZOOM, h * ZOOM);
    imgproc::resize(&part, &mut large, size, 0.0, 0.0, imgproc::INTER_CUBIC).expect("resizes");
    // The stock: what nearly all of it is at most as bright as.
    let mut levels: Vec<u8> = large.data_bytes().expect("grey").to_vec();
    levels.sort_unstable();
    let stock = f64::from(levels[levels.len() * 9 / 10]);
    let mut ink = Mat::default();
    let level = (stock - INK).max(1.0);
    imgproc::threshold(&large, &mut ink, level, 255.0, imgproc::THRESH_BINARY_INV)
        .expect("thresholds");
    ink
}

/// Rank and suit of a rectified card, white on black, each cut out at its ink's own box.
pub(crate) fn parts(card: &Mat, corner: Corner) -> Option<(Mat, Mat)> {
    let ink = inked(card, corner);
    let mut blobs: Vector<Vector<Point>> = Vector::new();
    imgproc::find_contours_def(
        &ink,
        &mut blobs,
        imgproc::RETR_EXTERNAL,
        imgproc::CHAIN_APPROX_SIMPLE,
    )
    .ok()?;
    // What touches the strip's left or upper end is the card's edge.
    let inked = blobs
        .iter()
        .filter(|b| imgproc::contour_area_def(b).is_ok_and(|a| a > BLOB));
    let mut boxes: Vec<Rect> = inked
        .filter_map(|b| imgproc::bounding_rect(&b).ok())
        .filter(|b| b.x > 1 && b.y > 1)
        .collect();
    boxes.sort_by_key(|b| b.y);
    // One below the other; what stands side by side belongs together.
    let mut rows: Vec<Rect> = Vec::new();
    for b in boxes {
        match rows.last_mut() {
            Some(row) if b.y < row.y + row.height => *row |= b,
            _ => rows.push(b),
        }
    }
    let cut = |of: &Rect| ink.roi(*of).ok()?.try_clone().ok();
    Some((cut(rows.first()?)?, cut(rows.get(1)?)?))
}

fn sized(ink: &Mat, (w, h): (i32, i32)) -> Mat {
    let mut sized = Mat::default();
    let size = Size::new(w, h);
    imgproc::resize(ink, &mut sized, size, 0.0, 0.0, imgproc::INTER_LINEAR).expect("resizes");
    sized
}

/// How many pixels' worth two shapes differ.
fn differ(a: &Mat, b: &Mat) -> f64 {
    let (a, b) = (a.data_bytes().expect("grey"), b.data_bytes().expect("grey"));
    let sum: u64 = a
        .iter()
        .zip(b)
        .map(|(x, y)| u64::from(x.abs_diff(*y)))
        .sum();
    sum as f64 / 255.0
}

fn likest<T: Copy>(shape: &Mat, known: &[(T, Mat)]) -> Option<(T, f64)> {
    let told = known
        .iter()
        .map(|(name, like)| (*name, differ(shape, like)));
    told.min_by(|a, b| a.1.total_cmp(&b.1))
}

impl Templates {
    /// Takes rank and suit of a card that is known, where it has none yet.
    pub(crate) fn learn(&mut self, of: Card, card: &Mat, corner: Corner) {
        let (Card::French(rank, suit), Some(parts)) = (of, parts(card, corner)) else {
            return;
        };
        if self.ranks.iter().all(|(r, _)| *r != rank) {
            self.ranks.push((rank, sized(&parts.0, RANK)));
        }
        if self.suits.iter().all(|(s, _)| *s != suit) {
            self.suits.push((suit, sized(&parts.1, SUIT)));
        }
    }

    /// How many it has: 13 and 4 are all.
    pub(crate) fn known(&self) -> (usize, usize) {
        (self.ranks.len(), self.suits.len())
    }

    /// The card of that outline, if its index is near enough to a template from either end.
    pub(crate) fn name(&self, grey: &Mat, quad: &Quad, corner: Corner) -> Option<Card> {
        let turned = [quad[2], quad[3], quad[0], quad[1]];
        let read = |quad: &Quad| {
            let parts = parts(&rectified(grey, quad), corner)?;
            let (rank, r) = likest(&sized(&parts.0, RANK), &self.ranks)?;
            let (suit, s) = likest(&sized(&parts.1, SUIT), &self.suits)?;
            (r < RANK_DIFFERS && s < SUIT_DIFFERS).then_some((Card::French(rank, suit), r + s))
        };
        let ends = [quad, &turned].into_iter().filter_map(read);
        ends.min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(card, _)| card)
    }
}

/// The outline of a single light card on a darker ground: the most card-like of the contours at several thresholds above the ground's level.
pub(crate) fn outline(grey: &Mat) -> Option<Quad> {
    let (w, h) = (grey.cols(), grey.rows());
    let ground = f64::from(*grey.at_2d::<u8>(h / 100, w / 2).ok()?);
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(grey, &mut soft, Size::new(5, 5), 0.0).ok()?;
    let mut best: Option<(f64, Quad)> = None;
    for above in [20.0, 30.0, 40.0, 50.0, 60.0, 75.0, 90.0, 110.0] {
        let mut light = Mat::default();
        imgproc::threshold(
            &soft,
            &mut light,
            ground + above,
            255.0,
            imgproc::THRESH_BINARY,
        )
        .ok()?;
        let mut blobs: Vector<Vector<Point>> = Vector::new();
        imgproc::find_contours_def(
            &light,
            &mut blobs,
            imgproc::RETR_EXTERNAL,
            imgproc::CHAIN_APPROX_SIMPLE,
        )
        .ok()?;
        for blob in blobs {
            let area = imgproc::contour_area_def(&blob).ok()?;
            let tight = imgproc::min_area_rect(&blob).ok()?;
            let (long, short) = (
                tight.size.width.max(tight.size.height),
                tight.size.width.min(tight.size.height),
            );
            let part = area / f64::from(w * h);
            if !(0.01..0.7).contains(&part) || !(1.2..1.65).contains(&(long / short)) {
                continue;
            }
            let filled = area / f64::from(long * short);
            if best.as_ref().is_none_or(|(f, _)| filled > *f) {
                let mut corners = [Point2f::default(); 4];
                tight.points(&mut corners).ok()?;
                best = Some((filled, upright(corners)));
            }
        }
    }
    best.map(|(_, quad)| quad)
}

/// Clockwise as seen, the first side a short one.
fn upright(mut quad: Quad) -> Quad {
    let cross: f32 = (0..4)
        .map(|i| quad[i].x * quad[(i + 1) % 4].y - quad[(i + 1) % 4].x * quad[i].y)
        .sum();
    if cross < 0.0 {
        quad.reverse();
    }
    let side = |i: usize| f64::from((quad[i].x - quad[i + 1].x).hypot(quad[i].y - quad[i + 1].y));
    if side(0) > side(1) {
        quad.rotate_left(1);
    }
    quad
}
