//! Marks of the table's own look, such as grain, print and cards, into how far its picture was shifted when no printed marker tells it.

use opencv::{
    calib3d,
    core::{Mat, MatTraitConst as _, Point, Point2f, Rect, Vector},
    imgproc,
};

use crate::{
    frame::{Frame, SourceError},
    sighting::PicturePoint,
};

/// Marks that are looked for, at most.
const MOST: i32 = 48;

/// With fewer of them nothing is said.
const LEAST: usize = 10;

/// With fewer than this of marks that were chosen: two markers have eight corners.
const CHOSEN: usize = 8;

/// Half the side of a mark, px of a picture `WIDTH` wide: about a corner index.
const HALF: i32 = 13;

/// The width of picture in which marks are compared, px.
const WIDTH: f64 = 960.0;

/// Marks correlate at least so much with themselves in another picture.
const ALIKE: f64 = 0.75;

/// A mark that stays is found within so many pixels.
const STAYS_PX: i32 = 2;

/// A bump shifts the picture by no more than this share of its width.
const REACH: f64 = 0.12;

/// Where so many of the marks are where they were, nothing was shifted.
const STAY: f64 = 0.5;

/// So many of them must tell of one and the same shift: marks of the grain look different from elsewhere, those of print and cards are left.
const TOGETHER: f64 = 0.35;

/// How much of the picture's width and height the marks must span: on one card alone they would tell of the card.
const SPAN: f64 = 0.4;

/// A shift below this is none, px: what a compressed picture lets marks jitter.
const NONE_PX: f64 = 2.5;

/// What has become of the marks in a later picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Shift {
    /// They are where they were.
    None,
    /// All moved together: the homography from where they were to where they are, in frame pixels, row by row.
    Moved([[f64; 3]; 3]),
    /// They can't be found.
    Lost,
}

struct Mark {
    at: Point,
    patch: Mat,
}

/// The marks of one picture.
pub struct Landmarks {
    /// The frame's size, px.
    frame: (u32, u32),
    marks: Vec<Mark>,
}

impl Landmarks {
    /// The marks of that picture; `None` where it has too few, or too close together.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn of(frame: &Frame) -> Result<Option<Self>, SourceError> {
        choose(frame).map_err(bad)
    }

    /// The same at points that are chosen, px of the frame; `None` where fewer than enough lie well within it.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn on(frame: &Frame, points: &[PicturePoint]) -> Result<Option<Self>, SourceError> {
        chosen(frame, points).map_err(bad)
    }

    /// Whether that share of the marks at least is where it was in that picture of the same size.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn stay(&self, frame: &Frame, share: f64) -> Result<bool, SourceError> {
        if self.frame != (frame.width, frame.height) {
            return Ok(false);
        }
        grey(frame)
            .and_then(|(grey, _)| self.staying(&grey))
            .map(|count| self.are(count, share))
            .map_err(bad)
    }

    /// Where the marks are in that picture of the same size.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn shift(&self, frame: &Frame) -> Result<Shift, SourceError> {
        if self.frame != (frame.width, frame.height) {
            return Ok(Shift::Lost);
        }
        self.compare(frame).map_err(bad)
    }

    fn staying(&self, grey: &Mat) -> opencv::Result<usize> {
        let mut stays = 0;
        for mark in &self.marks {
            stays += usize::from(found(grey, mark, STAYS_PX)?.is_some());
        }
        Ok(stays)
    }

    /// Whether so many of the marks are that share of them.
    fn are(&self, count: usize, share: f64) -> bool {
        count as f64 >= share * self.marks.len() as f64
    }

    fn compare(&self, frame: &Frame) -> opencv::Result<Shift> {
        let (grey, factor) = grey(frame)?;
        if self.are(self.staying(&grey)?, STAY) {
            return Ok(Shift::None);
        }
        let reach = (WIDTH * REACH) as i32;
        let (mut from, mut to) = (Vector::<Point2f>::new(), Vector::<Point2f>::new());
        for mark in &self.marks {
            if let Some(at) = found(&grey, mark, reach)? {
                let point = |p: Point| Point2f::new(p.x as f32, p.y as f32);
                from.push(point(mark.at));
                to.push(point(at));
            }
        }
        if from.len() < LEAST {
            return Ok(Shift::Lost);
        }
        let mut inliers = Mat::default();
        let h = calib3d::find_homography(&from, &to, &mut inliers, calib3d::RANSAC, 2.5)?;
        if h.rows() != 3 {
            return Ok(Shift::Lost);
        }
        let together: Vec<Point2f> = (0..from.len())
            .filter(|&i| inliers.at::<u8>(i as i32).is_ok_and(|&b| b != 0))
            .filter_map(|i| from.get(i).ok())
            .collect();
        if together.len() < LEAST || !self.are(together.len(), TOGETHER) || !spans(&together, &grey)
        {
            return Ok(Shift::Lost);
        }
        let mut m = [[0.0; 3]; 3];
        for (r, row) in m.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                *cell = *h.at_2d::<f64>(r as i32, c as i32)?;
            }
        }
        // From the smaller picture to the frame's own pixels.
        let scale = [1.0 / factor, 1.0 / factor, 1.0];
        for (r, row) in m.iter_mut().enumerate() {
            for (c, cell) in row.iter_mut().enumerate() {
                *cell *= scale[r] / scale[c];
            }
        }
        Ok(if largest(&m, frame) < NONE_PX / factor {
            Shift::None
        } else {
            Shift::Moved(m)
        })
    }
}

fn bad(e: opencv::Error) -> SourceError {
    SourceError(format!("a picture can't be compared: {e}"))
}

/// The frame in grey, brought to about `WIDTH`, and by how much it was made smaller.
fn grey(frame: &Frame) -> opencv::Result<(Mat, f64)> {
    let flat = Mat::from_slice(&frame.pixels)?;
    let colour = flat.reshape(3, i32::try_from(frame.height).unwrap_or(i32::MAX))?;
    let factor = (WIDTH / f64::from(frame.width)).min(1.0);
    let size = opencv::core::Size::new(
        (f64::from(frame.width) * factor).round() as i32,
        (f64::from(frame.height) * factor).round() as i32,
    );
    let (mut small, mut grey) = (Mat::default(), Mat::default());
    imgproc::resize(&colour, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    imgproc::cvt_color_def(&small, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    Ok((grey, factor))
}

fn choose(frame: &Frame) -> opencv::Result<Option<Landmarks>> {
    let (grey, _) = grey(frame)?;
    let mut corners = Vector::<Point2f>::new();
    let apart = f64::from(2 * HALF);
    imgproc::good_features_to_track_def(&grey, &mut corners, MOST, 0.02, apart)?;
    let corners = inside(corners.iter().collect(), &grey);
    if corners.len() < LEAST || !spans(&corners, &grey) {
        return Ok(None);
    }
    cut(frame, &grey, &corners).map(Some)
}

fn chosen(frame: &Frame, points: &[PicturePoint]) -> opencv::Result<Option<Landmarks>> {
    let (grey, factor) = grey(frame)?;
    let smaller = |p: &PicturePoint| Point2f::new((p.x * factor) as f32, (p.y * factor) as f32);
    let corners = inside(points.iter().map(smaller).collect(), &grey);
    if corners.len() < CHOSEN {
        return Ok(None);
    }
    cut(frame, &grey, &corners).map(Some)
}

/// Those around which there is picture enough.
fn inside(mut points: Vec<Point2f>, grey: &Mat) -> Vec<Point2f> {
    let edge = (HALF + STAYS_PX) as f32;
    let (right, bottom) = (grey.cols() as f32 - edge, grey.rows() as f32 - edge);
    points.retain(|p| (edge..right).contains(&p.x) && (edge..bottom).contains(&p.y));
    points
}

/// The marks at those points of the smaller picture.
fn cut(frame: &Frame, grey: &Mat, points: &[Point2f]) -> opencv::Result<Landmarks> {
    let mark = |p: &Point2f| {
        let at = Point::new(p.x.round() as i32, p.y.round() as i32);
        let patch = Mat::roi(grey, around(at, HALF))?.try_clone()?;
        Ok(Mark { at, patch })
    };
    Ok(Landmarks {
        frame: (frame.width, frame.height),
        marks: points.iter().map(mark).collect::<opencv::Result<_>>()?,
    })
}

fn around(at: Point, half: i32) -> Rect {
    Rect::new(at.x - half, at.y - half, 2 * half + 1, 2 * half + 1)
}

/// Where the mark is, no farther than `reach` from where it was.
fn found(grey: &Mat, mark: &Mark, reach: i32) -> opencv::Result<Option<Point>> {
    let whole = Rect::new(0, 0, grey.cols(), grey.rows());
    let window = around(mark.at, HALF + reach) & whole;
    if window.width <= 2 * HALF || window.height <= 2 * HALF {
        return Ok(None);
    }
    let place = Mat::roi(grey, window)?;
    let mut alike = Mat::default();
    imgproc::match_template_def(&place, &mark.patch, &mut alike, imgproc::TM_CCOEFF_NORMED)?;
    let (mut best, mut at) = (0.0, Point::default());
    let none = opencv::core::no_array();
    opencv::core::min_max_loc(&alike, None, Some(&mut best), None, Some(&mut at), &none)?;
    Ok((best >= ALIKE).then(|| Point::new(window.x + at.x + HALF, window.y + at.y + HALF)))
}

/// Whether the points span enough of the picture.
fn spans(points: &[Point2f], grey: &Mat) -> bool {
    let wide = |pick: fn(&Point2f) -> f32| {
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        for p in points {
            (low, high) = (low.min(pick(p)), high.max(pick(p)));
        }
        f64::from(high - low)
    };
    wide(|p| p.x) >= SPAN * f64::from(grey.cols()) && wide(|p| p.y) >= SPAN * f64::from(grey.rows())
}

/// How far the frame's corners and its middle are shifted at most, px.
fn largest(m: &[[f64; 3]; 3], frame: &Frame) -> f64 {
    let (w, h) = (f64::from(frame.width), f64::from(frame.height));
    let places = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h), (w / 2.0, h / 2.0)];
    let apart = |(x, y): (f64, f64)| {
        let p = moved(m, PicturePoint { x, y });
        (p.x - x).hypot(p.y - y)
    };
    places.into_iter().map(apart).fold(0.0, f64::max)
}

fn moved(m: &[[f64; 3]; 3], p: PicturePoint) -> PicturePoint {
    let row = |r: [f64; 3]| r[0] * p.x + r[1] * p.y + r[2];
    let w = row(m[2]);
    PicturePoint {
        x: row(m[0]) / w,
        y: row(m[1]) / w,
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::SmallRng};

    use super::*;
    use crate::{
        card::Deck,
        demo::{
            camera::Camera,
            scene::{Lying, Pose, Scene},
        },
        frame::At,
        sighting::TablePoint,
    };

    fn table(roll_deg: f64, tilt_deg: f64, cards: usize) -> (Frame, crate::sighting::TableMap) {
        let camera = Camera {
            width: 1280,
            height: 720,
            height_mm: 950.0,
            tilt_deg,
            roll_deg,
            view_deg: 50.0,
        };
        let mut scene = Scene::seen_by(camera, SmallRng::seed_from_u64(9));
        let lying: Vec<Lying> = (0..cards)
            .map(|i| Lying {
                face: Deck::Full.cards().get(i * 5 + 1).copied(),
                pose: Pose {
                    at: TablePoint {
                        x_mm: 110.0 * (i % 5) as f64 - 220.0,
                        y_mm: 140.0 * (i / 5) as f64 - 70.0,
                    },
                    turn_deg: 11.0 * i as f64,
                },
            })
            .collect();
        let map = *scene.map();
        (scene.picture(0, At(0), &lying, &[]), map)
    }

    #[test]
    fn a_bumped_camera_is_told_from_cards_that_come_and_go() {
        let (before, was) = table(0.0, 6.0, 6);
        let marks = Landmarks::of(&before).expect("a picture").expect("marks");
        let (same, _) = table(0.0, 6.0, 6);
        assert_eq!(marks.shift(&same).expect("a picture"), Shift::None);
        // One card more, and one less: the table hasn't moved.
        for cards in [5, 7] {
            let (other, _) = table(0.0, 6.0, cards);
            assert_eq!(marks.shift(&other).expect("a picture"), Shift::None);
        }
        for (roll, tilt) in [(1.5, 6.0), (1.0, 9.0), (-2.0, 5.0)] {
            let (bumped, is) = table(roll, tilt, 6);
            let Shift::Moved(m) = marks.shift(&bumped).expect("a picture") else {
                panic!("{roll}° {tilt}°: the bump is not found");
            };
            for (x_mm, y_mm) in [(0.0, 0.0), (250.0, 130.0), (-250.0, -130.0)] {
                let p = TablePoint { x_mm, y_mm };
                let (was, is) = (was.picture_from_table(p), is.picture_from_table(p));
                let told = moved(&m, was);
                let off = (told.x - is.x).hypot(told.y - is.y);
                assert!(off < 3.0, "{roll}° {tilt}° at {p:?}: off by {off} px");
            }
        }
    }
}
