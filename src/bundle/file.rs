//! A bundle into one tar file, and back: `bundle.json`, `journal.jsonl`, `state.json`, `moments.jsonl`, and the pictures as they are.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _},
    path::Path,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{About, Bundle, Moment, State};
use crate::event::Entry;

/// The version that is written, and read.
pub(super) const VERSION: u32 = 1;

/// Its first file, by which a bundle is known.
const ABOUT: &str = "bundle.json";
const JOURNAL: &str = "journal.jsonl";
const STATE: &str = "state.json";
const MOMENTS: &str = "moments.jsonl";

/// A part longer than this is none of ours, bytes.
const LONGEST: u64 = 256 << 20;

/// Why a bundle can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the bundle {path} can't be used: {why}; save it again on the debug page")]
pub struct BundleError {
    /// Which.
    pub path: String,
    /// Why.
    pub why: String,
}

/// Whether a file is a bundle, or wants to be one.
#[must_use]
pub fn is_bundle(path: &Path) -> bool {
    let named = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("tar"));
    let begins = || {
        let mut head = [0; 12];
        let mut file = fs::File::open(path).ok()?;
        file.read_exact(&mut head).ok()?;
        Some(head.starts_with(ABOUT.as_bytes()))
    };
    path.is_file() && (named || begins().unwrap_or(false))
}

impl Bundle {
    /// The tar file.
    ///
    /// # Errors
    /// When something can't be written as text; the memory is all that it needs.
    pub fn tar(&self) -> io::Result<Vec<u8>> {
        let mut out = tar::Builder::new(Vec::new());
        let mut add = |name: &str, content: &[u8]| {
            let mut header = tar::Header::new_gnu();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            out.append_data(&mut header, name, content)
        };
        add(
            ABOUT,
            (serde_json::to_string_pretty(&self.about)? + "\n").as_bytes(),
        )?;
        add(JOURNAL, lines(&self.entries)?.as_bytes())?;
        add(STATE, serde_json::to_string(&self.state)?.as_bytes())?;
        add(MOMENTS, lines(&self.moments)?.as_bytes())?;
        for moment in &self.moments {
            if let Some(picture) = &moment.picture {
                add(&format!("frames/{:09}.jpg", moment.at.0), picture)?;
            }
        }
        out.into_inner()
    }

    /// A bundle from its file.
    ///
    /// # Errors
    /// When it is none, or not whole; in one sentence.
    pub fn open(path: &Path) -> Result<Self, BundleError> {
        read(path).map_err(|why| BundleError {
            path: path.display().to_string(),
            why,
        })
    }
}

fn lines<T: Serialize>(all: &[T]) -> io::Result<String> {
    let mut out = String::new();
    for one in all {
        out += &serde_json::to_string(one)?;
        out.push('\n');
    }
    Ok(out)
}

fn read(path: &Path) -> Result<Bundle, String> {
    let file = fs::File::open(path).map_err(|e| e.to_string())?;
    let mut parts: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let torn = |e: io::Error| format!("it is no whole tar file ({e})");
    let mut archive = tar::Archive::new(io::BufReader::new(file));
    for entry in archive.entries().map_err(torn)? {
        let mut entry = entry.map_err(torn)?;
        let name = entry.path().map_err(torn)?.display().to_string();
        if entry.size() > LONGEST {
            return Err(format!("its part {name} is too long"));
        }
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(torn)?;
        parts.insert(name, content);
    }
    let text = |name: &str| {
        let part = parts
            .get(name)
            .ok_or_else(|| format!("its part {name} is missing"))?;
        std::str::from_utf8(part).map_err(|_| format!("its part {name} is no text"))
    };
    let form =
        |name: &str, e: serde_json::Error| format!("its part {name} is not of its form ({e})");
    let about: serde_json::Value =
        serde_json::from_str(text(ABOUT)?).map_err(|e| form(ABOUT, e))?;
    if about["bundle"] != VERSION {
        return Err(format!(
            "it has version {}, this program reads version {VERSION}",
            about["bundle"]
        ));
    }
    let about: About = serde_json::from_value(about).map_err(|e| form(ABOUT, e))?;
    let state: State = serde_json::from_str(text(STATE)?).map_err(|e| form(STATE, e))?;
    let watcher = state
        .watcher
        .named()
        .map_err(|e| format!("its part {STATE}: {e}"))?;
    let mut moments: Vec<Moment> = all(MOMENTS, text(MOMENTS)?)?;
    for moment in &mut moments {
        let name = format!("frames/{:09}.jpg", moment.at.0);
        moment.picture = parts.get(&name).map(|p| p.as_slice().into());
    }
    let entries: Vec<Entry> = all(JOURNAL, text(JOURNAL)?)?;
    if moments.is_empty() {
        return Err("it holds no frames".to_owned());
    }
    if state.before > entries.len() as u64 {
        return Err("its journal is shorter than its frames say".to_owned());
    }
    Ok(Bundle {
        about,
        state: State { watcher, ..state },
        moments,
        entries,
    })
}

fn all<T: DeserializeOwned>(name: &str, text: &str) -> Result<Vec<T>, String> {
    let line = |(i, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|e| format!("its part {name}, line {}, is not of its form ({e})", i + 1))
    };
    text.lines().enumerate().map(line).collect()
}
