//! A lens as it was measured (`calibration/lens_NAME.toml`), and frames into what a lens that bends no line would have shown.

use std::{
    fs,
    path::{Path, PathBuf},
};

use opencv::{
    calib3d,
    core::{CV_16SC2, Mat, MatTraitConst as _, Scalar, Size},
    imgproc,
};
use serde::{Deserialize, Serialize};

use super::source::frame_of;
use crate::frame::{Frame, SourceError};

/// The version that is written, and read.
const VERSION: u32 = 1;

/// A picture whose sides stand in another proportion, by more than this share, is another part of what the lens shows.
const SHAPE: f64 = 0.01;

/// Focal lengths that a camera over a table may have, in widths of its picture: from a wide action camera to a long zoom.
const FOCAL: std::ops::RangeInclusive<f64> = 0.2..=20.0;

/// A lens: what it does to straight lines.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LensProfile {
    version: u32,
    /// The source through which it was measured, as the command line names it: frames of that source are straightened by themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The picture's size, px.
    pub picture: Pixels,
    /// The camera matrix.
    pub camera: Matrix,
    /// How lines are bent.
    pub distortion: Distortion,
    /// How it was measured.
    pub measured: Measured,
}

/// A picture's size, px.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Focal lengths and the middle of the lens in the picture, px.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// Focal length, to the right.
    pub fx: f64,
    /// Focal length, down.
    pub fy: f64,
    /// The middle, from the left.
    pub cx: f64,
    /// The middle, from the top.
    pub cy: f64,
}

/// Brown's model: two radial and two tangential coefficients, as OpenCV orders them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distortion {
    /// Radial, second order.
    pub k1: f64,
    /// Radial, fourth order.
    pub k2: f64,
    /// Tangential.
    pub p1: f64,
    /// Tangential.
    pub p2: f64,
}

/// How well a lens was measured.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Pictures of the board that count.
    pub views: usize,
    /// The share of the picture in which the board was shown, 0…1.
    pub coverage: f64,
    /// How far the board's corners lie from where the lens should show them: root of the mean square, px.
    pub rms_px: f64,
}

/// Why a lens can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LensError {
    /// Not TOML, or not of this form.
    #[error("{0}")]
    Form(String),
    /// Another version.
    #[error("version {0}: this program reads version 1")]
    Version(u32),
    /// No lens of a camera.
    #[error(
        "no camera has such a lens: the focal length is a fifth to twenty times the picture's width, the middle lies in the picture"
    )]
    Matrix,
}

impl LensProfile {
    /// A lens as it was measured.
    ///
    /// # Errors
    /// When no camera has such a lens.
    pub fn new(
        picture: Pixels,
        camera: Matrix,
        distortion: Distortion,
        measured: Measured,
    ) -> Result<Self, LensError> {
        let profile = Self {
            version: VERSION,
            source: None,
            picture,
            camera,
            distortion,
            measured,
        };
        profile.checked()
    }

    /// A file's text.
    ///
    /// # Errors
    /// When it is none, or no camera has such a lens.
    pub fn parse(text: &str) -> Result<Self, LensError> {
        let profile: Self = toml::from_str(text)
            .map_err(|e| LensError::Form(e.to_string().trim().replace('\n', " ")))?;
        profile.checked()
    }

    /// A file (`calibration/lens_NAME.toml`).
    ///
    /// # Errors
    /// When it can't be read or used, in one sentence.
    pub fn open(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file)
            .map_err(|e| format!("the lens {} can't be read: {e}", file.display()))?;
        Self::parse(&text).map_err(|e| format!("the lens {} can't be used: {e}", file.display()))
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> String {
        let fields = toml::to_string(self).unwrap_or_default();
        format!(
            "# What this camera's lens does to straight lines, as `pitboss calibrate lens` measured it. Lengths are pixels of a picture of that size;\n\
             # pictures of another size and the same proportions are taken to scale. Frames of `source` are straightened by themselves.\n{fields}"
        )
    }

    fn checked(self) -> Result<Self, LensError> {
        if self.version != VERSION {
            return Err(LensError::Version(self.version));
        }
        let (width, height) = (
            f64::from(self.picture.width),
            f64::from(self.picture.height),
        );
        let Matrix { fx, fy, cx, cy } = self.camera;
        let Distortion { k1, k2, p1, p2 } = self.distortion;
        let whole = [fx, fy, cx, cy, k1, k2, p1, p2]
            .iter()
            .all(|v| v.is_finite());
        let focal = [fx, fy].iter().all(|f| FOCAL.contains(&(f / width)));
        if whole && focal && (0.0..width).contains(&cx) && (0.0..height).contains(&cy) {
            Ok(self)
        } else {
            Err(LensError::Matrix)
        }
    }
}

/// The file of a lens with that name, among a table's data.
#[must_use]
pub fn lens_file(data: &Path, name: &str) -> PathBuf {
    data.join("calibration").join(format!("lens_{name}.toml"))
}

/// On the command line: no lens, even if one was measured through that source.
const NONE: &str = "none";

/// Straightens frames; what that takes is worked out once for each size.
pub struct Lens {
    profile: LensProfile,
    map: Option<Map>,
}

/// From where each pixel of a straight picture of that size is taken; none for a picture of other proportions.
struct Map {
    size: (u32, u32),
    from: Option<(Mat, Mat)>,
}

impl Lens {
    /// A lens that was measured.
    #[must_use]
    pub fn new(profile: LensProfile) -> Self {
        Self { profile, map: None }
    }

    /// The lens of a source: that of the command line (a name among the table's data, a file, or `none`), else the one that was measured through it.
    ///
    /// # Errors
    /// When the one that was named can't be used, in one sentence. One that nobody named and that can't be used is only told of.
    pub fn of(data: &Path, named: Option<&str>, source: &str) -> Result<Option<Self>, String> {
        if let Some(named) = named {
            let file = Some(Path::new(named)).filter(|f| f.is_file());
            let file = file.map_or_else(|| lens_file(data, named), Path::to_owned);
            return match named {
                NONE => Ok(None),
                _ => LensProfile::open(&file).map(|profile| Some(Self::new(profile))),
            };
        }
        let files = fs::read_dir(data.join("calibration")).into_iter().flatten();
        let mut files: Vec<PathBuf> = files.filter_map(|f| Some(f.ok()?.path())).collect();
        files.sort();
        let lens = |file: &PathBuf| {
            let name = file.file_name()?.to_str()?;
            let is_lens = name.starts_with("lens_") && name.ends_with(".toml");
            let profile = is_lens.then(|| LensProfile::open(file))?;
            let profile = profile.inspect_err(|why| tracing::warn!("{why}")).ok()?;
            (profile.source.as_deref() == Some(source)).then(|| Self::new(profile))
        };
        Ok(files.iter().find_map(lens))
    }

    /// The frame as a lens that bends no line would have shown it: all of it, so that its rim may be black. A picture of other proportions than those in
    /// which the lens was measured stays as it is.
    ///
    /// # Errors
    /// When the frame is no picture.
    pub fn straighten(&mut self, frame: Frame) -> Result<Frame, SourceError> {
        self.straightened(&frame)
            .map_err(|e| SourceError(format!("the picture can't be straightened: {e}")))?
            .map_or(Ok(frame), Ok)
    }

    fn straightened(&mut self, frame: &Frame) -> opencv::Result<Option<Frame>> {
        let size = (frame.width, frame.height);
        if self.map.as_ref().is_none_or(|m| m.size != size) {
            let from = self.map_for(size)?;
            self.map = Some(Map { size, from });
        }
        let Some((places, parts)) = self.map.as_ref().and_then(|m| m.from.as_ref()) else {
            return Ok(None);
        };
        let flat = Mat::from_slice(&frame.pixels)?;
        let bent = flat.reshape(3, i32::try_from(frame.height).unwrap_or(i32::MAX))?;
        let mut straight = Mat::default();
        let edge = opencv::core::BORDER_CONSTANT;
        imgproc::remap(
            &bent,
            &mut straight,
            places,
            parts,
            imgproc::INTER_LINEAR,
            edge,
            Scalar::default(),
        )?;
        Ok(frame_of(&straight, frame.seq, frame.at).ok())
    }

    fn map_for(&self, (width, height): (u32, u32)) -> opencv::Result<Option<(Mat, Mat)>> {
        let Pixels {
            width: w,
            height: h,
        } = self.profile.picture;
        let (x, y) = (
            f64::from(width) / f64::from(w),
            f64::from(height) / f64::from(h),
        );
        if (x / y - 1.0).abs() > SHAPE {
            tracing::warn!(
                "the lens was measured in pictures of {w}×{h} pixels: these of {width}×{height} have another shape and stay as they are"
            );
            return Ok(None);
        }
        let Matrix { fx, fy, cx, cy } = self.profile.camera;
        let camera = Mat::from_slice_2d(&[
            [fx * x, 0.0, cx * x],
            [0.0, fy * y, cy * y],
            [0.0, 0.0, 1.0],
        ])?;
        let Distortion { k1, k2, p1, p2 } = self.profile.distortion;
        let bends = [k1, k2, p1, p2];
        let bends = Mat::from_slice(&bends)?;
        let side = |v| i32::try_from(v).unwrap_or(i32::MAX);
        let size = Size::new(side(width), side(height));
        let all = calib3d::get_optimal_new_camera_matrix_def(&camera, &bends, size, 1.0)?;
        let (mut places, mut parts) = (Mat::default(), Mat::default());
        let upright = Mat::default();
        calib3d::init_undistort_rectify_map(
            &camera,
            &bends,
            &upright,
            &all,
            size,
            CV_16SC2,
            &mut places,
            &mut parts,
        )?;
        Ok(Some((places, parts)))
    }
}
