//! Pictures that a phone takes of the table into frames: each is read where it arrives, so that whoever sent it is told, and the newest wins.

use std::{
    io::Cursor,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use image::{DynamicImage, ImageDecoder as _, codecs::jpeg::JpegDecoder};

use super::{Grabber, Reopen};
use crate::frame::{At, Frame, Source, SourceError};

/// What a phone as the camera is called as a source.
pub const PHONE: &str = "phone";

/// Sides of a picture that can be used, px: from a small webcam's to those of 4K video and a little.
const SIDES_PX: std::ops::RangeInclusive<u32> = 240..=4_096;
/// The largest picture, px: 4K video and a little. It takes three bytes each.
const MOST_PIXELS: u64 = 9_000_000;

/// A phone that is silent for so long is lost, as a stream is.
const SILENCE: Duration = Duration::from_millis(1_500);
/// One that is silent for so long makes room for another phone.
const HELD: Duration = Duration::from_secs(4);

/// Why a picture was not taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PhotoError {
    /// No JPEG file, or one that was cut off.
    #[error("this is no whole JPEG picture: send what a canvas encodes as image/jpeg")]
    NotJpeg,
    /// One that may take any time to read.
    #[error("this JPEG picture is not a plain (baseline) one: send what a canvas encodes")]
    NotPlain,
    /// Its size can't be used.
    #[error(
        "a picture of {0}×{1} pixels can't be used: send one with sides of 240 to 4,096 pixels, 9 million in all"
    )]
    Size(u32, u32),
    /// What it holds.
    #[error("the picture can't be read: {0}")]
    Unreadable(String),
    /// Two cameras would make one table of two.
    #[error(
        "another phone is the camera now: put that one away first, it is free after some seconds"
    )]
    Another,
}

/// What lies in the tray.
#[derive(Default)]
struct Tray {
    newest: Option<(Instant, Frame)>,
    seq: u64,
    /// Which phone is the camera, and when it sent last.
    held: Option<(String, Instant)>,
    /// Whoever opened the source last gets the pictures.
    reader: u64,
}

#[derive(Default)]
struct Shared {
    tray: Mutex<Tray>,
    came: Condvar,
    /// One picture is read at a time: memory stays bounded.
    reading: Mutex<()>,
}

impl Shared {
    fn tray(&self) -> MutexGuard<'_, Tray> {
        self.tray.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A phone as the camera: where its pictures arrive.
#[derive(Clone, Default)]
pub struct Phone {
    shared: Arc<Shared>,
}

impl Phone {
    /// Takes a picture, a JPEG file; `from` tells phones apart.
    ///
    /// # Errors
    /// Why it can't be used; the one before stays the newest then.
    pub fn take(&self, from: &str, jpeg: &[u8]) -> Result<(), PhotoError> {
        let came = Instant::now();
        {
            let mut tray = self.shared.tray();
            let other = |(name, last): &(String, Instant)| name != from && last.elapsed() < HELD;
            if tray.held.as_ref().is_some_and(other) {
                return Err(PhotoError::Another);
            }
            tray.held = Some((from.to_owned(), came));
        }
        let reading = &self.shared.reading;
        let one = reading.lock().unwrap_or_else(PoisonError::into_inner);
        let (width, height, pixels) = read(jpeg)?;
        drop(one);
        let mut tray = self.shared.tray();
        let frame = Frame {
            seq: tray.seq,
            at: At(0),
            width,
            height,
            pixels,
        };
        tray.seq += 1;
        tray.newest = Some((came, frame));
        self.shared.came.notify_all();
        Ok(())
    }

    /// Its newest pictures from now on; whoever had them before gets no more.
    #[must_use]
    pub fn frames(&self) -> Grabber {
        let reader = {
            let mut tray = self.shared.tray();
            tray.reader += 1;
            tray.newest = None;
            tray.reader
        };
        self.shared.came.notify_all();
        let feed = Feed::open(&self.shared, reader);
        let shared = Arc::clone(&self.shared);
        // The first try says what is missing, the next waits for it: a phone that comes back is seen at once.
        let said = AtomicBool::new(false);
        let again: Reopen = Box::new(move || {
            if !said.swap(true, Ordering::Relaxed) || !awaited(&shared, reader) {
                return Err(SourceError(
                    "no pictures come from the phone: open /camera on it, and keep that page in front"
                        .to_owned(),
                ));
            }
            said.store(false, Ordering::Relaxed);
            Ok(Box::new(Feed::open(&shared, reader)))
        });
        Grabber::newest(Box::new(feed), again)
    }
}

/// Waits for a picture; whether it is for that reader.
fn awaited(shared: &Shared, reader: u64) -> bool {
    let waits = |tray: &mut Tray| tray.newest.is_none() && tray.reader == reader;
    let tray = shared.came.wait_while(shared.tray(), waits);
    tray.unwrap_or_else(PoisonError::into_inner).reader == reader
}

/// The pictures of one connection, on a clock that began with it.
struct Feed {
    shared: Arc<Shared>,
    reader: u64,
    opened: Instant,
}

impl Feed {
    fn open(shared: &Arc<Shared>, reader: u64) -> Self {
        Self {
            shared: Arc::clone(shared),
            reader,
            opened: Instant::now(),
        }
    }
}

impl Source for Feed {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let waits = |tray: &mut Tray| tray.newest.is_none() && tray.reader == self.reader;
        let (mut tray, _) = self
            .shared
            .came
            .wait_timeout_while(self.shared.tray(), SILENCE, waits)
            .unwrap_or_else(PoisonError::into_inner);
        let mine = tray.reader == self.reader;
        let (came, frame) = mine
            .then(|| tray.newest.take())
            .flatten()
            .ok_or_else(|| SourceError("the phone sends no pictures any more".to_owned()))?;
        let at = came.saturating_duration_since(self.opened).as_secs_f64();
        Ok(Some(Frame {
            at: At::from_secs(at),
            ..frame
        }))
    }
}

/// A JPEG file into width, height and pixels.
fn read(jpeg: &[u8]) -> Result<(u32, u32, Arc<[u8]>), PhotoError> {
    let (width, height) = size(jpeg)?;
    let usable = SIDES_PX.contains(&width) && SIDES_PX.contains(&height);
    if !usable || u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(PhotoError::Size(width, height));
    }
    let unreadable = |e: image::ImageError| PhotoError::Unreadable(e.to_string());
    let decoder = JpegDecoder::new(Cursor::new(jpeg)).map_err(unreadable)?;
    if decoder.dimensions() != (width, height) {
        return Err(PhotoError::NotJpeg);
    }
    let picture = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
    let picture = picture.into_rgb8();
    let (width, height) = picture.dimensions();
    let mut pixels = picture.into_raw();
    pixels.chunks_exact_mut(3).for_each(|p| p.swap(0, 2));
    Ok((width, height, pixels.into()))
}

/// What the file says of itself before anything of it is decoded: width and height.
fn size(jpeg: &[u8]) -> Result<(u32, u32), PhotoError> {
    // Start and end of every JPEG file.
    if !jpeg.starts_with(&[0xFF, 0xD8]) || !jpeg.ends_with(&[0xFF, 0xD9]) {
        return Err(PhotoError::NotJpeg);
    }
    let word = |at: usize| Some(u32::from(*jpeg.get(at)?) << 8 | u32::from(*jpeg.get(at + 1)?));
    let mut at = 2;
    let mut next = || {
        // Segments: 0xFF, kind, length, content.
        let (mark, kind) = (*jpeg.get(at)?, *jpeg.get(at + 1)?);
        let length = word(at + 2)?;
        let here = at;
        at += 2 + length as usize;
        (mark == 0xFF && length >= 2).then_some((kind, here))
    };
    loop {
        let (kind, here) = next().ok_or(PhotoError::NotJpeg)?;
        match kind {
            // A plain frame: its precision, height, width.
            0xC0 | 0xC1 => {
                let sides = word(here + 7).zip(word(here + 5));
                return sides.ok_or(PhotoError::NotJpeg);
            }
            // Tables between the kinds of frames.
            0xC4 | 0xC8 | 0xCC => {}
            0xC2..=0xCF => return Err(PhotoError::NotPlain),
            // The picture itself begins, and nothing was said of it.
            0xD0..=0xDA => return Err(PhotoError::NotJpeg),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::Grab;
    use image::{RgbImage, codecs::jpeg::JpegEncoder};

    fn jpeg(width: u32, height: u32, grey: u8) -> Vec<u8> {
        let mut out = Vec::new();
        let picture = RgbImage::from_pixel(width, height, image::Rgb([grey, grey, 255]));
        JpegEncoder::new(&mut out)
            .encode_image(&picture)
            .expect("it fits");
        out
    }

    fn refused(jpeg: &[u8]) -> PhotoError {
        Phone::default().take("a", jpeg).expect_err("refused")
    }

    #[test]
    fn what_is_no_picture_is_refused_in_one_sentence() {
        let whole = jpeg(320, 240, 90);
        for none in [
            &b""[..],
            b"GIF89a",
            &[0xFF, 0xD8, 0xFF, 0xD9],
            &whole[..600],
        ] {
            assert_eq!(refused(none), PhotoError::NotJpeg);
        }
        assert_eq!(refused(&jpeg(100, 100, 1)), PhotoError::Size(100, 100));
        // What a file says of itself is believed before anything is decoded.
        let frame = whole
            .windows(2)
            .position(|w| w == [0xFF, 0xC0])
            .expect("a plain frame");
        let mut huge = whole.clone();
        huge[frame + 5..frame + 9].copy_from_slice(&[0xFF; 4]);
        assert_eq!(refused(&huge), PhotoError::Size(65_535, 65_535));
        let mut slow = whole.clone();
        slow[frame + 1] = 0xC2;
        assert_eq!(refused(&slow), PhotoError::NotPlain);
        let mut broken = whole;
        broken[frame + 10] = 77;
        assert!(matches!(refused(&broken), PhotoError::Unreadable(_)));
    }

    #[test]
    fn every_byte_may_be_wrong() {
        let whole = jpeg(320, 240, 90);
        let phone = Phone::default();
        let mut refused = 0;
        for at in 2..700.min(whole.len()) {
            for wrong in [0, 0xFF, whole[at] ^ 0x40] {
                let mut crafted = whole.clone();
                crafted[at] = wrong;
                refused += usize::from(phone.take("a", &crafted).is_err());
            }
        }
        assert!(refused > 300, "{refused} refused");
    }

    #[test]
    fn the_newest_wins_and_a_phone_comes_back_in_another_size() {
        let phone = Phone::default();
        let mut frames = phone.frames();
        phone.take("a", &jpeg(640, 480, 10)).expect("taken");
        let Grab::Frame(first) = frames.next(Duration::from_secs(5)) else {
            panic!("no frame")
        };
        assert_eq!((first.width, first.height), (640, 480));
        assert!(first.pixels[0] > 240 && first.pixels[2] < 30, "blue first");
        assert_eq!(
            phone.take("b", &jpeg(640, 480, 20)),
            Err(PhotoError::Another)
        );
        // It is silent for longer than that.
        std::thread::sleep(HELD + Duration::from_millis(100));
        match frames.next(Duration::from_millis(100)) {
            Grab::Nothing { why, .. } => assert!(why.contains("open /camera"), "{why}"),
            other => panic!("{other:?}"),
        }
        let back = Instant::now();
        phone.take("b", &jpeg(320, 240, 30)).expect("taken");
        let Grab::Frame(again) = frames.next(Duration::from_secs(5)) else {
            panic!("no frame")
        };
        assert!(back.elapsed() < SILENCE, "{:?}", back.elapsed());
        assert_eq!((again.width, again.height), (320, 240));
        assert!(again.at > first.at, "time goes on");
        // Whoever opens it later has it.
        let mut later = phone.frames();
        phone.take("b", &jpeg(320, 240, 40)).expect("taken");
        assert!(matches!(later.next(Duration::from_secs(5)), Grab::Frame(_)));
    }
}
