//! Pictures behind plays and rulings into files beside the journal, under a budget: the oldest go first, those behind rulings last.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::{Path, PathBuf},
};

use crate::play::Seq;

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

/// The pictures of one evening. Files are named `SEQ-MOMENT.jpg`; a picture that is missing is no error: it went under the budget.
#[derive(Debug)]
pub struct Evidence {
    folder: PathBuf,
    budget_bytes: u64,
    total_bytes: u64,
    sizes: BTreeMap<(Seq, Moment), u64>,
    /// Entries that a ruling rests on.
    kept: BTreeSet<Seq>,
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
            sizes: BTreeMap::new(),
            kept: BTreeSet::new(),
        };
        for file in fs::read_dir(folder)? {
            let file = file?;
            if let Some(key) = file.file_name().to_str().and_then(parse) {
                let size = file.metadata()?.len();
                evidence.total_bytes += size;
                evidence.sizes.insert(key, size);
            }
        }
        Ok(evidence)
    }

    /// Keeps a picture (a JPEG file) of an entry. It is there whole or not at all.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn put(&mut self, seq: Seq, moment: Moment, jpeg: &[u8]) -> io::Result<()> {
        let path = self.path(seq, moment);
        let beside = path.with_extension("new");
        fs::write(&beside, jpeg)?;
        fs::rename(&beside, &path)?;
        let size = jpeg.len() as u64;
        let old = self.sizes.insert((seq, moment), size).unwrap_or(0);
        self.total_bytes = self.total_bytes + size - old;
        self.make_room()
    }

    /// A ruling rests on these entries: their pictures go last.
    pub fn keep(&mut self, proof: impl IntoIterator<Item = Seq>) {
        self.kept.extend(proof);
    }

    fn make_room(&mut self) -> io::Result<()> {
        while self.total_bytes > self.budget_bytes {
            let oldest = |kept: bool| {
                self.sizes
                    .keys()
                    .find(|(seq, _)| self.kept.contains(seq) == kept)
                    .copied()
            };
            let Some(key) = oldest(false).or_else(|| oldest(true)) else {
                break;
            };
            fs::remove_file(self.path(key.0, key.1))?;
            self.total_bytes -= self.sizes.remove(&key).unwrap_or(0);
        }
        Ok(())
    }

    fn path(&self, seq: Seq, moment: Moment) -> PathBuf {
        self.folder.join(format!("{seq}-{}.jpg", moment.as_str()))
    }

    /// The moments of which there is a picture of that entry.
    #[must_use]
    pub fn moments(&self, seq: Seq) -> Vec<Moment> {
        Moment::ALL
            .into_iter()
            .filter(|m| self.sizes.contains_key(&(seq, *m)))
            .collect()
    }

    /// A picture; `None` where there is none, or none any more.
    #[must_use]
    pub fn picture(&self, seq: Seq, moment: Moment) -> Option<Vec<u8>> {
        fs::read(self.path(seq, moment)).ok()
    }

    /// All pictures: of which entry, which moment.
    pub fn all(&self) -> impl Iterator<Item = (Seq, Moment)> + '_ {
        self.sizes.keys().copied()
    }

    /// How many bytes all pictures have.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        self.total_bytes
    }
}

/// A file's name into its entry and moment.
fn parse(name: &str) -> Option<(Seq, Moment)> {
    let (seq, moment) = name.strip_suffix(".jpg")?.split_once('-')?;
    let moment = Moment::ALL.into_iter().find(|m| m.as_str() == moment)?;
    Some((Seq(seq.parse().ok()?), moment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_behind_rulings_go_last() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut evidence = Evidence::open(folder.path(), 50).expect("opens");
        evidence.keep([Seq(1)]);
        for seq in 1..=5 {
            evidence
                .put(Seq(seq), Moment::At, &[0; 10])
                .expect("written");
        }
        evidence.put(Seq(6), Moment::At, &[0; 20]).expect("written");
        let seqs = |e: &Evidence| e.all().map(|(s, _)| s.0).collect::<Vec<_>>();
        assert_eq!(seqs(&evidence), [1, 4, 5, 6]);
        evidence
            .put(Seq(7), Moment::After, &[0; 45])
            .expect("written");
        assert_eq!(seqs(&evidence), [7], "the last resort");
        let again = Evidence::open(folder.path(), 50).expect("opens");
        assert_eq!((seqs(&again), again.total_bytes()), (vec![7], 45));
        assert_eq!(again.moments(Seq(7)), [Moment::After]);
        assert_eq!(
            again.picture(Seq(7), Moment::After).map(|p| p.len()),
            Some(45)
        );
        assert_eq!(again.picture(Seq(1), Moment::At), None);
    }
}
