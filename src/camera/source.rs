//! What the command line names as a source into a stream of frames: a video file, a folder of pictures, a camera, a network stream.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use opencv::{
    core::{Mat, MatTraitConst as _, MatTraitConstManual as _, Vector},
    imgcodecs,
    videoio::{self, VideoCapture, VideoCaptureTrait as _, VideoCaptureTraitConst as _},
};

use super::{
    devices::by_name,
    mjpeg::{Mjpeg, Refusal},
};
use crate::frame::{At, Frame, Source, SourceError};

/// Whether a source waits for its reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A file: every frame can be had.
    Recorded,
    /// A camera or stream: only the newest frame counts.
    Live,
}

/// Pictures of a folder follow each other at this distance, s: the pace of the recorded tables.
const PICTURE_SECS: f64 = 0.125;

/// How long a stream may take to open, and to deliver a frame, ms (`vision.md`).
const STREAM_TIMEOUT_MS: i32 = 1_500;

/// Opens a source.
///
/// # Errors
/// When there is no such thing, or it delivers no pictures; in one sentence.
pub fn open(name: &str) -> Result<(Box<dyn Source>, Kind), SourceError> {
    let scheme = name.split_once("://").map(|(s, _)| s);
    match scheme {
        Some("http") => return Ok((over_http(name, Mjpeg::open(name))?, Kind::Live)),
        Some("https" | "rtsp" | "rtsps") => {
            return Ok((Box::new(Stream::open(name)?), Kind::Live));
        }
        Some(other) => {
            return Err(SourceError(format!(
                "`{name}`: `{other}` is no known kind of stream; write http://, https:// or rtsp://"
            )));
        }
        None => {}
    }
    if name == super::PHONE {
        return Err(SourceError(
            "a phone sends its pictures to `pitboss run --source phone` alone: open /camera there"
                .to_owned(),
        ));
    }
    if let Ok(number) = name.parse::<i32>() {
        return Ok((Box::new(Camera::open(number)?), Kind::Live));
    }
    let path = Path::new(name);
    if path.is_dir() {
        return Ok((Box::new(Folder::open(path)?), Kind::Recorded));
    }
    if path.starts_with("/dev") && path.exists() {
        return Ok((Box::new(Camera::open_path(name)?), Kind::Live));
    }
    if path.is_file() {
        return Ok((Box::new(Video::open(name)?), Kind::Recorded));
    }
    if let Some(device) = by_name(name) {
        let path = format!("/dev/video{}", device.number);
        return Ok((Box::new(Camera::open_path(&path)?), Kind::Live));
    }
    Err(SourceError(format!(
        "there is no file or folder `{name}`: give a video file, a folder of pictures, a camera number, an http:// or rtsp:// stream, phone, or demo"
    )))
}

/// Opens a source that was open before and was lost; one that is there and silent counts as open.
///
/// # Errors
/// When it can't be reached.
pub fn again(name: &str) -> Result<Box<dyn Source>, SourceError> {
    if name.starts_with("http://") {
        return over_http(name, Mjpeg::again(name));
    }
    open(name).map(|(source, _)| source)
}

/// MJPEG, or whatever else FFmpeg reads over HTTP.
fn over_http(name: &str, opened: Result<Mjpeg, Refusal>) -> Result<Box<dyn Source>, SourceError> {
    match opened {
        Ok(stream) => Ok(Box::new(stream)),
        Err(Refusal::Other) => Ok(Box::new(Stream::open(name)?)),
        Err(Refusal::No(why)) => Err(why),
    }
}

/// A picture that OpenCV holds as a frame.
pub(super) fn frame_of(mat: &Mat, seq: u64, at: At) -> Result<Frame, SourceError> {
    let bad = |e: opencv::Error| SourceError(format!("a frame can't be used: {e}"));
    if mat.channels() != 3 || mat.rows() <= 0 || mat.cols() <= 0 {
        return Err(SourceError("a frame is empty or not in colour".into()));
    }
    let bytes = mat.data_bytes().map_err(bad)?;
    Ok(Frame {
        seq,
        at,
        width: mat.cols().unsigned_abs(),
        height: mat.rows().unsigned_abs(),
        pixels: Arc::from(bytes),
    })
}

/// A video file, every frame with its own time.
struct Video {
    name: String,
    capture: VideoCapture,
    next: u64,
    last: At,
    fps: f64,
}

impl Video {
    fn open(name: &str) -> Result<Self, SourceError> {
        let not = || {
            SourceError(format!(
                "`{name}` is not a video that can be read: give an mp4, mkv, mov or avi file"
            ))
        };
        let capture = VideoCapture::from_file(name, videoio::CAP_FFMPEG).map_err(|_| not())?;
        if !capture.is_opened().unwrap_or(false) {
            return Err(not());
        }
        let fps = capture.get(videoio::CAP_PROP_FPS).unwrap_or(0.0);
        let mut video = Self {
            name: name.to_owned(),
            capture,
            next: 0,
            last: At(0),
            fps: if fps.is_finite() && fps > 0.5 {
                fps
            } else {
                25.0
            },
        };
        // A picture with a video's name opens and delivers nothing; say so now rather than after the first question.
        let mut first = Mat::default();
        if !video.capture.read(&mut first).unwrap_or(false) {
            return Err(not());
        }
        video.capture = VideoCapture::from_file(name, videoio::CAP_FFMPEG).map_err(|_| not())?;
        Ok(video)
    }
}

impl Source for Video {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let mut mat = Mat::default();
        let got = self
            .capture
            .read(&mut mat)
            .map_err(|e| SourceError(format!("`{}` can't be read any further: {e}", self.name)))?;
        if !got {
            return Ok(None);
        }
        let told = self.capture.get(videoio::CAP_PROP_POS_MSEC).unwrap_or(0.0);
        let by_count = self.next as f64 / self.fps;
        let mut at = At::from_secs(if told > 0.0 { told / 1000.0 } else { by_count });
        if self.next > 0 && at <= self.last {
            at = At(self.last.0 + 1).max(At::from_secs(by_count));
        }
        self.last = at;
        self.next += 1;
        frame_of(&mat, self.next - 1, at).map(Some)
    }
}

/// A folder of pictures in name order.
struct Folder {
    pictures: Vec<PathBuf>,
    next: usize,
    size: Option<(u32, u32)>,
}

impl Folder {
    fn open(path: &Path) -> Result<Self, SourceError> {
        let unreadable = |e: std::io::Error| {
            SourceError(format!(
                "the folder `{}` can't be read: {e}",
                path.display()
            ))
        };
        let known = ["jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff"];
        let mut pictures = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let file = entry.map_err(unreadable)?.path();
            let ending = file.extension().map(|e| e.to_string_lossy().to_lowercase());
            if ending.is_some_and(|e| known.contains(&e.as_str())) {
                pictures.push(file);
            }
        }
        if pictures.is_empty() {
            return Err(SourceError(format!(
                "the folder `{}` holds no pictures: jpg, png, bmp, webp or tif are read, in the order of their names",
                path.display()
            )));
        }
        pictures.sort();
        Ok(Self {
            pictures,
            next: 0,
            size: None,
        })
    }
}

impl Source for Folder {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let Some(path) = self.pictures.get(self.next) else {
            return Ok(None);
        };
        let at = At::from_secs(self.next as f64 * PICTURE_SECS);
        let mat = imgcodecs::imread(path, imgcodecs::IMREAD_COLOR)
            .ok()
            .filter(|m| m.rows() > 0)
            .ok_or_else(|| {
                SourceError(format!(
                    "`{}` is not a picture that can be read",
                    path.display()
                ))
            })?;
        let frame = frame_of(&mat, self.next as u64, at)?;
        let size = *self.size.get_or_insert((frame.width, frame.height));
        if size != (frame.width, frame.height) {
            return Err(SourceError(format!(
                "`{}` is {}×{} pixels, the pictures before it {}×{}: a folder holds pictures of one camera",
                path.display(),
                frame.width,
                frame.height,
                size.0,
                size.1
            )));
        }
        self.next += 1;
        Ok(Some(frame))
    }
}

/// A camera at this machine.
struct Camera {
    name: String,
    capture: VideoCapture,
    start: Instant,
    next: u64,
}

impl Camera {
    fn open(number: i32) -> Result<Self, SourceError> {
        let none = || {
            SourceError(format!(
                "there is no camera {number}: plug it in, or give another number, a file or a stream"
            ))
        };
        if number < 0 || !Path::new(&format!("/dev/video{number}")).exists() {
            return Err(none());
        }
        let capture = VideoCapture::new(number, videoio::CAP_V4L2).map_err(|_| none())?;
        Self::started(format!("camera {number}"), capture)
    }

    fn open_path(path: &str) -> Result<Self, SourceError> {
        let capture = VideoCapture::from_file(path, videoio::CAP_V4L2)
            .map_err(|_| SourceError(format!("`{path}` is no camera that can be opened")))?;
        Self::started(path.to_owned(), capture)
    }

    fn started(name: String, mut capture: VideoCapture) -> Result<Self, SourceError> {
        if !capture.is_opened().unwrap_or(false) {
            return Err(SourceError(format!(
                "{name} can't be opened: another program may hold it"
            )));
        }
        // What it can't do it refuses; the picture then keeps the camera's own size.
        for (property, value) in [
            (videoio::CAP_PROP_FRAME_WIDTH, 1920.0),
            (videoio::CAP_PROP_FRAME_HEIGHT, 1080.0),
        ] {
            if let Err(e) = capture.set(property, value) {
                tracing::debug!("{name} keeps its own setting: {e}");
            }
        }
        Ok(Self {
            name,
            capture,
            start: Instant::now(),
            next: 0,
        })
    }
}

impl Source for Camera {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let mut mat = Mat::default();
        let gone = || SourceError(format!("{} delivers no pictures any more", self.name));
        if !self.capture.read(&mut mat).map_err(|_| gone())? {
            return Err(gone());
        }
        self.next += 1;
        let at = At::from_secs(self.start.elapsed().as_secs_f64());
        frame_of(&mat, self.next - 1, at).map(Some)
    }
}

/// An RTSP stream, or MJPEG over HTTPS.
struct Stream {
    name: String,
    capture: VideoCapture,
    start: Instant,
    next: u64,
}

impl Stream {
    fn open(name: &str) -> Result<Self, SourceError> {
        let none = || {
            SourceError(format!(
                "no pictures come from `{name}`: check the address, and that the camera is on the network"
            ))
        };
        let timeouts = Vector::from_slice(&[
            videoio::CAP_PROP_OPEN_TIMEOUT_MSEC,
            STREAM_TIMEOUT_MS,
            videoio::CAP_PROP_READ_TIMEOUT_MSEC,
            STREAM_TIMEOUT_MS,
        ]);
        let capture = VideoCapture::from_file_with_params(name, videoio::CAP_FFMPEG, &timeouts)
            .map_err(|_| none())?;
        if !capture.is_opened().unwrap_or(false) {
            return Err(none());
        }
        Ok(Self {
            name: name.to_owned(),
            capture,
            start: Instant::now(),
            next: 0,
        })
    }
}

impl Source for Stream {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let mut mat = Mat::default();
        let gone = || SourceError(format!("`{}` delivers no pictures any more", self.name));
        if !self.capture.read(&mut mat).map_err(|_| gone())? {
            return Err(gone());
        }
        self.next += 1;
        let at = At::from_secs(self.start.elapsed().as_secs_f64());
        frame_of(&mat, self.next - 1, at).map(Some)
    }
}
