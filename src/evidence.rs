//! Pictures behind plays and rulings into files beside the journal, under a budget: the oldest go first, those behind rulings last.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    frame::{At, Frame},
    play::Seq,
    sighting::PicturePoint,
};

/// Which moment a picture shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Moment {
    /// Before the card lay there.
    Before,
    /// When it came to rest.
    At,
    /// After the hand was gone.
    After,
}

impl Moment {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::Before, Self::At, Self::After];

    /// The text form: `before`, `at`, `after`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::At => "at",
            Self::After => "after",
        }
    }
}

/// The pictures of one evening. Files are named `SEQ-MOMENT-MS.jpg`, `MS` when it was taken on the record's clock, or `SEQ-MOMENT.jpg` where
/// that isn't known; a picture that is missing is no error: it went under the budget.
#[derive(Debug)]
pub struct Evidence {
    folder: PathBuf,
    budget_bytes: u64,
    total_bytes: u64,
    pictures: BTreeMap<(Seq, Moment), Kept>,
    /// Entries that a ruling rests on.
    kept: BTreeSet<Seq>,
}

/// One picture on the disk.
#[derive(Clone, Copy, Debug)]
struct Kept {
    taken: Option<At>,
    bytes: u64,
}

impl Evidence {
    /// Opens the pictures in that folder, and creates it where there is none.
    ///
    /// # Errors
    /// When the folder can't be read or created.
    pub fn open(folder: &Path, budget_bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut evidence = Self {
            folder: folder.to_owned(),
            budget_bytes,
            total_bytes: 0,
            pictures: BTreeMap::new(),
            kept: BTreeSet::new(),
        };
        for file in fs::read_dir(folder)? {
            let file = file?;
            if let Some((seq, moment, taken)) = file.file_name().to_str().and_then(parse) {
                let bytes = file.metadata()?.len();
                evidence.enter((seq, moment), Kept { taken, bytes })?;
            }
        }
        Ok(evidence)
    }

    /// Keeps a picture (a JPEG file) of an entry, taken then. It is there whole or not at all.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn put(&mut self, seq: Seq, moment: Moment, taken: At, jpeg: &[u8]) -> io::Result<()> {
        let taken = Some(taken);
        let path = self.path((seq, moment), taken);
        let beside = path.with_extension("new");
        fs::write(&beside, jpeg)?;
        fs::rename(&beside, &path)?;
        let bytes = jpeg.len() as u64;
        self.enter((seq, moment), Kept { taken, bytes })?;
        self.make_room((seq, moment))
    }

    /// Counts a picture in; of another of the same moment it takes the place.
    fn enter(&mut self, key: (Seq, Moment), new: Kept) -> io::Result<()> {
        self.total_bytes += new.bytes;
        let Some(old) = self.pictures.insert(key, new) else {
            return Ok(());
        };
        self.total_bytes -= old.bytes;
        if old.taken == new.taken {
            return Ok(());
        }
        gone(fs::remove_file(self.path(key, old.taken)))
    }

    /// A ruling rests on these entries: their pictures go last.
    pub fn keep(&mut self, proof: impl IntoIterator<Item = Seq>) {
        self.kept.extend(proof);
    }

    /// The picture that just came stays in any case.
    fn make_room(&mut self, newest: (Seq, Moment)) -> io::Result<()> {
        while self.total_bytes > self.budget_bytes {
            let oldest = |kept: bool| {
                let mut pictures = self.pictures.iter();
                pictures.find(|(key, _)| **key != newest && self.kept.contains(&key.0) == kept)
            };
            let Some((&key, &old)) = oldest(false).or_else(|| oldest(true)) else {
                break;
            };
            gone(fs::remove_file(self.path(key, old.taken)))?;
            self.pictures.remove(&key);
            self.total_bytes -= old.bytes;
        }
        Ok(())
    }

    fn path(&self, (seq, moment): (Seq, Moment), taken: Option<At>) -> PathBuf {
        let moment = moment.as_str();
        self.folder.join(match taken {
            Some(At(ms)) => format!("{seq}-{moment}-{ms}.jpg"),
            None => format!("{seq}-{moment}.jpg"),
        })
    }

    /// The moments of which there is a picture of that entry.
    #[must_use]
    pub fn moments(&self, seq: Seq) -> Vec<Moment> {
        Moment::ALL
            .into_iter()
            .filter(|m| self.pictures.contains_key(&(seq, *m)))
            .collect()
    }

    /// A picture; `None` where there is none, or none any more.
    #[must_use]
    pub fn picture(&self, seq: Seq, moment: Moment) -> Option<Vec<u8>> {
        let taken = self.pictures.get(&(seq, moment))?.taken;
        fs::read(self.path((seq, moment), taken)).ok()
    }

    /// When a picture was taken, where that is known.
    #[must_use]
    pub fn taken(&self, seq: Seq, moment: Moment) -> Option<At> {
        self.pictures.get(&(seq, moment))?.taken
    }

    /// All pictures: of which entry, which moment.
    pub fn all(&self) -> impl Iterator<Item = (Seq, Moment)> + '_ {
        self.pictures.keys().copied()
    }

    /// How many bytes all pictures have.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }
}

/// The part of a frame around an outline (picture points), as a JPEG file, the outline drawn in where that is wished; `None` where it lies
/// outside the frame. Cropped to the card and a little around it, so that a tilted hand elsewhere is not shown.
#[must_use]
pub fn crop(frame: &Frame, outline: &[PicturePoint], drawn: bool) -> Option<Vec<u8>> {
    let (mut left, mut top, mut right, mut bottom) = (f64::MAX, f64::MAX, f64::MIN, f64::MIN);
    for p in outline {
        (left, right) = (left.min(p.x), right.max(p.x));
        (top, bottom) = (top.min(p.y), bottom.max(p.y));
    }
    let margin = MARGIN * (right - left).max(bottom - top);
    let inside = |value: f64, most: u32| value.clamp(0.0, f64::from(most)) as u32;
    let (x0, x1) = (
        inside(left - margin, frame.width),
        inside(right + margin, frame.width),
    );
    let (y0, y1) = (
        inside(top - margin, frame.height),
        inside(bottom + margin, frame.height),
    );
    if x0 >= x1 || y0 >= y1 {
        return None;
    }
    let mut picture = image::RgbImage::from_fn(x1 - x0, y1 - y0, |x, y| {
        let at = 3 * ((y + y0) as usize * frame.width as usize + (x + x0) as usize);
        let pixel = frame.pixels.get(at..at + 3).unwrap_or(&[0, 0, 0]);
        image::Rgb([pixel[2], pixel[1], pixel[0]])
    });
    if drawn {
        for (i, a) in outline.iter().enumerate() {
            draw_line(&mut picture, (x0, y0), *a, outline[(i + 1) % outline.len()]);
        }
    }
    let mut jpeg = Vec::new();
    let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    picture.write_with_encoder(encoder).ok()?;
    Some(jpeg)
}

/// Around a card, as a part of its longer side.
pub(crate) const MARGIN: f64 = 0.35;

/// JPEG quality: indices stay readable at a third of the bytes of 95.
const QUALITY: u8 = 82;

/// The outline's colour: seen on green, brown and white cloth.
const OUTLINE: image::Rgb<u8> = image::Rgb([255, 190, 0]);

fn draw_line(
    picture: &mut image::RgbImage,
    (x0, y0): (u32, u32),
    a: PicturePoint,
    b: PicturePoint,
) {
    let steps = (b.x - a.x)
        .abs()
        .max((b.y - a.y).abs())
        .ceil()
        .clamp(1.0, 10_000.0);
    for i in 0..=steps as u32 {
        let part = f64::from(i) / steps;
        let x = a.x + (b.x - a.x) * part - f64::from(x0);
        let y = a.y + (b.y - a.y) * part - f64::from(y0);
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)] {
            let (x, y) = ((x + dx).floor(), (y + dy).floor());
            if x >= 0.0
                && y >= 0.0
                && x < f64::from(picture.width())
                && y < f64::from(picture.height())
            {
                picture.put_pixel(x as u32, y as u32, OUTLINE);
            }
        }
    }
}

/// A file's name into its entry, its moment and when it was taken; `None` for any other file.
#[must_use]
pub fn parse(name: &str) -> Option<(Seq, Moment, Option<At>)> {
    let (seq, moment) = name.strip_suffix(".jpg")?.split_once('-')?;
    let (moment, taken) = match moment.split_once('-') {
        Some((moment, ms)) => (moment, Some(At(ms.parse().ok()?))),
        None => (moment, None),
    };
    let moment = Moment::ALL.into_iter().find(|m| m.as_str() == moment)?;
    Some((Seq(seq.parse().ok()?), moment, taken))
}

/// What was to be taken away is gone, also if somebody took it away already.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crop_shows_the_card_and_its_outline() {
        let pixels = vec![200_u8; 64 * 48 * 3].into();
        let (width, height) = (64, 48);
        let frame = Frame {
            seq: 0,
            at: At(0),
            width,
            height,
            pixels,
        };
        let quad = [(40.0, 30.0), (60.0, 30.0), (60.0, 44.0), (40.0, 44.0)]
            .map(|(x, y)| PicturePoint { x, y });
        let jpeg = crop(&frame, &quad, true).expect("a crop");
        let picture = image::load_from_memory(&jpeg).expect("a JPEG").to_rgb8();
        assert_eq!(picture.dimensions(), (31, 25), "clamped to the frame");
        let edge = picture.get_pixel(17, 7);
        assert!(edge[2] < 120, "the outline is drawn: {edge:?}");
        let far = quad.map(|p| PicturePoint {
            x: p.x + 500.0,
            ..p
        });
        assert_eq!(crop(&frame, &far, true), None);
    }

    /// Keeps so many bytes as a picture of that entry, taken so many seconds in.
    fn put(evidence: &mut Evidence, seq: u64, moment: Moment, bytes: usize) {
        evidence
            .put(Seq(seq), moment, At(seq * 1000), &vec![0; bytes])
            .expect("written");
    }

    #[test]
    fn pictures_behind_rulings_go_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut evidence = Evidence::open(folder.path(), 50).expect("opens");
        evidence.keep([Seq(1)]);
        for seq in 1..=5 {
            put(&mut evidence, seq, Moment::At, 10);
        }
        put(&mut evidence, 6, Moment::At, 20);
        let seqs = |e: &Evidence| e.all().map(|(s, _)| s.0).collect::<Vec<_>>();
        assert_eq!(seqs(&evidence), [1, 4, 5, 6]);
        put(&mut evidence, 7, Moment::After, 45);
        assert_eq!(seqs(&evidence), [7], "the last resort");
        // Somebody took a picture away: the next ones still find room.
        fs::remove_file(folder.path().join("7-after-7000.jpg")).expect("gone");
        for _ in 0..2 {
            put(&mut evidence, 7, Moment::At, 10);
        }
        assert_eq!(evidence.total_bytes(), 10);
        put(&mut evidence, 7, Moment::After, 45);
        let again = Evidence::open(folder.path(), 50).expect("opens");
        assert_eq!((seqs(&again), again.total_bytes()), (vec![7], 45));
        assert_eq!(again.moments(Seq(7)), [Moment::After]);
        assert_eq!(
            again.picture(Seq(7), Moment::After).map(|p| p.len()),
            Some(45)
        );
        assert_eq!(again.taken(Seq(7), Moment::After), Some(At(7000)));
        assert_eq!(again.picture(Seq(1), Moment::At), None);
    }

    #[test]
    fn of_two_pictures_of_one_moment_the_newer_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        // As an earlier version named it.
        fs::write(folder.path().join("3-at.jpg"), [0; 9]).expect("written");
        let mut evidence = Evidence::open(folder.path(), 50).expect("opens");
        assert_eq!(evidence.taken(Seq(3), Moment::At), None);
        assert_eq!(
            evidence.picture(Seq(3), Moment::At).map(|p| p.len()),
            Some(9)
        );
        put(&mut evidence, 3, Moment::At, 10);
        let names = fs::read_dir(folder.path()).expect("a folder");
        let names: Vec<_> = names.map(|f| f.expect("a file").file_name()).collect();
        assert_eq!(names, ["3-at-3000.jpg"]);
        assert_eq!(evidence.total_bytes(), 10);
    }
}
