//! Decks that were enrolled, kept in a data folder: names into profiles, and profiles into files that travel.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    camera::find_markers,
    cards::{
        DeckProfile,
        enrol::{Guide, GuideError},
    },
    frame::Frame,
    sighting::PicturePoint,
};

/// A file with more bytes is no profile.
const MOST_BYTES: u64 = 4_000_000;

/// Where a deck that is enrolled under that name lies in a data folder.
#[must_use]
pub fn place(data: &Path, name: &str) -> PathBuf {
    folder(data).join(format!("{name}.toml"))
}

fn folder(data: &Path) -> PathBuf {
    data.join("decks")
}

/// The deck of that name: a built-in one, a profile file, or one that was enrolled there.
///
/// # Errors
/// When there is none, or its file is unusable; one sentence.
pub fn named(data: &Path, name: &str) -> Result<DeckProfile, String> {
    let unknown = match DeckProfile::named(name) {
        Ok(profile) => return Ok(profile),
        Err(why) => why.to_string(),
    };
    let path = [PathBuf::from(name), place(data, name)]
        .into_iter()
        .find(|path| path.is_file())
        .ok_or(unknown)?;
    let bad = |why: String| format!("the deck profile {} can't be used: {why}", path.display());
    let length = path.metadata().map_err(|e| bad(e.to_string()))?.len();
    if length > MOST_BYTES {
        return Err(bad(too_long(length)));
    }
    let bytes = fs::read(&path).map_err(|e| bad(e.to_string()))?;
    parse(&bytes).map_err(bad)
}

/// The profile in the bytes of a file.
///
/// # Errors
/// When they hold none; half a sentence.
pub fn parse(bytes: &[u8]) -> Result<DeckProfile, String> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(too_long(bytes.len() as u64));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| "it is no text; `pitboss enroll` writes one that is".to_owned())?;
    DeckProfile::parse(text).map_err(|e| e.to_string())
}

fn too_long(bytes: u64) -> String {
    format!(
        "it has {} MB, and a profile has less than one",
        bytes / 1_000_000
    )
}

/// Writes a profile's text whole or not at all: an evening may be reading the one that is there.
///
/// # Errors
/// When it can't be written; one sentence.
pub fn write(path: &Path, text: &[u8]) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|e| format!("can't make the folder {}: {e}", folder.display()))?;
    }
    let beside = path.with_extension("part");
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|e| format!("can't write the profile {}: {e}", path.display()))
}

/// Begins to enrol a deck on a table that may have markers (see [`Guide::begin`]).
///
/// # Errors
/// When there can't be such a deck.
pub fn enrol(name: &str, base: &str, short: bool) -> Result<Guide, GuideError> {
    Ok(Guide::begin(name, base, short)?.overlooking(markers))
}

fn markers(frame: &Frame) -> Vec<[PicturePoint; 4]> {
    let found = find_markers(frame).unwrap_or_default();
    found.into_iter().map(|m| m.corners).collect()
}

/// The decks that lie in a data folder and can be used, by name.
///
/// # Errors
/// When the folder is there and can't be read.
pub fn kept(data: &Path) -> io::Result<Vec<(String, DeckProfile)>> {
    let entries = match fs::read_dir(folder(data)) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    let mut decks: Vec<(String, DeckProfile)> = entries
        .flatten()
        .filter_map(|entry| {
            let path = entry.path();
            let name = path.file_stem()?.to_str()?.to_owned();
            let is_deck = path.extension().is_some_and(|e| e == "toml");
            let short = is_deck && entry.metadata().is_ok_and(|m| m.len() <= MOST_BYTES);
            let profile = parse(&fs::read(&path).ok().filter(|_| short)?).ok()?;
            Some((name, profile))
        })
        .collect();
    decks.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(decks)
}
