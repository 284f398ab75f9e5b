//! Pictures of the printed board (ChArUco) into the lens that took them.

use opencv::{
    aruco,
    core::{Mat, MatTraitConst as _, Point2f, Ptr, Size, TermCriteria, Vector},
    imgproc,
};

use super::lens::{Distortion, LensError, LensProfile, Matrix, Measured, Pixels};
use crate::{
    chessboard::{CORNERS, MARKER_MM, SQUARE_MM, SQUARES},
    frame::{Frame, SourceError},
};

/// A view counts with so many of the board's corners: half of them.
const ENOUGH_CORNERS: usize = CORNERS / 2;

/// Fewer views tell of no lens.
pub const LEAST_VIEWS: usize = 6;

/// So many are asked for: with more the error hardly falls.
pub const GOOD_VIEWS: usize = 12;

/// The picture's cells, of which each must be crossed by the board some time: across, down.
const CELLS: (usize, usize) = (6, 4);

/// Less of the picture tells nothing of its rim, where lines are bent most.
pub const LEAST_COVERAGE: f64 = 0.6;

/// A view that differs less from one before, in shares of the picture's width, tells nothing new.
const NEW_VIEW: f64 = 0.04;

/// A board that is flat and pictures that are sharp come below this, px of a picture 1,280 wide.
const GOOD_RMS_PX: f64 = 1.0;

/// What a picture of the board brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// It counts, with so many corners.
    Good(usize),
    /// Too few corners are seen.
    Few(usize),
    /// Much the same as one before.
    Same,
    /// Another size than those before.
    Size,
}

/// Why the views make no lens.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ViewsError {
    /// Too few.
    #[error(
        "{views} good views of the board are too few: show all of it, sharp and still, {LEAST_VIEWS} times or more, each time elsewhere and at another slant"
    )]
    Few {
        /// How many are good.
        views: usize,
    },
    /// The picture's rim is missing.
    #[error(
        "the board was shown in {percent} % of the picture only: bring it near to every corner and side, 60 % or more"
    )]
    Coverage {
        /// How much was covered.
        percent: u32,
    },
    /// It doesn't fit.
    #[error(
        "the board's corners lie {rms_px} px from where any lens would show them: lay the paper on something flat, and hold it still"
    )]
    Fit {
        /// How far, to a tenth, px.
        rms_px: String,
    },
    /// No camera has such a lens.
    #[error("{0}; show the board at different slants")]
    Lens(#[from] LensError),
    /// OpenCV.
    #[error("the lens can't be worked out: {0}")]
    OpenCv(String),
}

/// A picture's corners, and which of the board's they are.
struct Seen {
    points: Vector<Point2f>,
    numbers: Vector<i32>,
}

/// The good views so far.
#[derive(Default)]
pub struct Views {
    size: Option<(u32, u32)>,
    seen: Vec<Seen>,
    cells: [bool; CELLS.0 * CELLS.1],
}

impl Views {
    /// Takes a picture.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn take(&mut self, frame: &Frame) -> Result<View, SourceError> {
        self.taken(frame)
            .map_err(|e| SourceError(format!("the picture can't be searched for the board: {e}")))
    }

    fn taken(&mut self, frame: &Frame) -> opencv::Result<View> {
        let size = (frame.width, frame.height);
        if *self.size.get_or_insert(size) != size {
            return Ok(View::Size);
        }
        let found = corners(frame)?;
        let count = found.numbers.len();
        if count < ENOUGH_CORNERS {
            return Ok(View::Few(count));
        }
        let least = NEW_VIEW * f64::from(frame.width);
        if self.seen.iter().any(|before| apart(before, &found) < least) {
            return Ok(View::Same);
        }
        for p in &found.points {
            let cell = |v: f32, of: u32, cells: usize| {
                ((v / of as f32 * cells as f32) as usize).min(cells - 1)
            };
            let (x, y) = (cell(p.x, size.0, CELLS.0), cell(p.y, size.1, CELLS.1));
            self.cells[y * CELLS.0 + x] = true;
        }
        self.seen.push(found);
        Ok(View::Good(count))
    }

    /// How many are good.
    #[must_use]
    pub fn count(&self) -> usize {
        self.seen.len()
    }

    /// The share of the picture in which the board was seen, 0…1.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        self.cells.iter().filter(|c| **c).count() as f64 / self.cells.len() as f64
    }

    /// Where the board is to be shown next: which third of the picture has the most cells without it, across (0 left) and down (0 top); `None` once
    /// it was everywhere.
    #[must_use]
    pub fn missing(&self) -> Option<(usize, usize)> {
        let third = |x: usize, of: usize| x * 3 / of;
        let mut open = [[0; 3]; 3];
        for (i, _) in self.cells.iter().enumerate().filter(|(_, seen)| !**seen) {
            open[third(i / CELLS.0, CELLS.1)][third(i % CELLS.0, CELLS.0)] += 1;
        }
        let all = (0..3).flat_map(|y| (0..3).map(move |x| (x, y)));
        all.filter(|&(x, y)| open[y][x] > 0)
            .max_by_key(|&(x, y)| open[y][x])
    }

    /// The lens.
    ///
    /// # Errors
    /// When the views are too few, leave too much of the picture out, or fit no lens.
    pub fn lens(&self) -> Result<LensProfile, ViewsError> {
        let views = self.seen.len();
        let Some((width, height)) = self.size.filter(|_| views >= LEAST_VIEWS) else {
            return Err(ViewsError::Few { views });
        };
        let coverage = self.coverage();
        if coverage < LEAST_COVERAGE {
            let percent = (coverage * 100.0).round() as u32;
            return Err(ViewsError::Coverage { percent });
        }
        let (rms, camera, distortion) =
            self.fit().map_err(|e| ViewsError::OpenCv(e.to_string()))?;
        let rms_px = (rms * 1000.0).round() / 1000.0;
        if rms > GOOD_RMS_PX * f64::from(width) / 1280.0 {
            let rms_px = format!("{rms:.1}");
            return Err(ViewsError::Fit { rms_px });
        }
        let measured = Measured {
            views,
            coverage: (coverage * 100.0).round() / 100.0,
            rms_px,
        };
        Ok(LensProfile::new(
            Pixels { width, height },
            camera,
            distortion,
            measured,
        )?)
    }

    fn fit(&self) -> opencv::Result<(f64, Matrix, Distortion)> {
        let (mut points, mut numbers) = (
            Vector::<Vector<Point2f>>::new(),
            Vector::<Vector<i32>>::new(),
        );
        for seen in &self.seen {
            points.push(seen.points.clone());
            numbers.push(seen.numbers.clone());
        }
        let (width, height) = self.size.unwrap_or_default();
        let side = |v| i32::try_from(v).unwrap_or(i32::MAX);
        let (mut camera, mut bends) = (Mat::default(), Mat::default());
        let mut turns = Vector::<Mat>::new();
        let mut shifts = Vector::<Mat>::new();
        let rms = aruco::calibrate_camera_charuco(
            &points,
            &numbers,
            &board()?,
            Size::new(side(width), side(height)),
            &mut camera,
            &mut bends,
            &mut turns,
            &mut shifts,
            // The sixth order follows the noise of a dozen views.
            opencv::calib3d::CALIB_FIX_K3,
            TermCriteria::new(3, 60, 1e-9)?,
        )?;
        let at = |row, column| camera.at_2d::<f64>(row, column).copied();
        let matrix = Matrix {
            fx: at(0, 0)?,
            fy: at(1, 1)?,
            cx: at(0, 2)?,
            cy: at(1, 2)?,
        };
        let bend = |i| bends.at::<f64>(i).copied();
        let distortion = Distortion {
            k1: bend(0)?,
            k2: bend(1)?,
            p1: bend(2)?,
            p2: bend(3)?,
        };
        Ok((rms, matrix, distortion))
    }
}

/// The mean distance between the corners that two pictures show, px; two that show few of the same are far apart.
fn apart(a: &Seen, b: &Seen) -> f64 {
    let pairs = a.numbers.iter().zip(&a.points).filter_map(|(n, p)| {
        let i = b.numbers.iter().position(|m| m == n)?;
        let q = b.points.get(i).ok()?;
        Some(f64::from(p.x - q.x).hypot(f64::from(p.y - q.y)))
    });
    let all: Vec<f64> = pairs.collect();
    if all.len() < ENOUGH_CORNERS / 2 {
        return f64::MAX;
    }
    all.iter().sum::<f64>() / all.len() as f64
}

fn dictionary() -> opencv::Result<Ptr<aruco::Dictionary>> {
    aruco::get_predefined_dictionary(aruco::PREDEFINED_DICTIONARY_NAME::DICT_5X5_100)
}

fn board() -> opencv::Result<Ptr<aruco::CharucoBoard>> {
    aruco::CharucoBoard::create(
        SQUARES.0,
        SQUARES.1,
        SQUARE_MM as f32,
        MARKER_MM as f32,
        &dictionary()?,
    )
}

/// The board's corners in a picture.
fn corners(frame: &Frame) -> opencv::Result<Seen> {
    let flat = Mat::from_slice(&frame.pixels)?;
    let colour = flat.reshape(3, i32::try_from(frame.height).unwrap_or(i32::MAX))?;
    let mut grey = Mat::default();
    imgproc::cvt_color_def(&colour, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    let (mut quads, mut ids) = (Vector::<Vector<Point2f>>::new(), Vector::<i32>::new());
    aruco::detect_markers_def(&grey, &dictionary()?, &mut quads, &mut ids)?;
    let mut seen = Seen {
        points: Vector::new(),
        numbers: Vector::new(),
    };
    if !ids.is_empty() {
        aruco::interpolate_corners_charuco_def(
            &quads,
            &ids,
            &grey,
            &board()?,
            &mut seen.points,
            &mut seen.numbers,
        )?;
    }
    Ok(seen)
}
