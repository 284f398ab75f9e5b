//! What `--deck` names into a profile: a built-in deck, a profile file, or a deck that was enrolled under that name.

use std::path::{Path, PathBuf};

use super::records;
use crate::{cards::DeckProfile, play::GameName};

/// A file with more bytes is no profile.
const MOST_BYTES: u64 = 4_000_000;

/// Where a deck that is enrolled under that name lies in a data folder.
pub(super) fn place(data: &Path, name: &str) -> PathBuf {
    data.join("decks").join(format!("{name}.toml"))
}

/// The deck that a game is played with where none is named.
pub(super) fn usual(game: GameName) -> &'static str {
    match game {
        GameName::Monster => "pairs",
        GameName::Mensch | GameName::MichiganRummy => "french",
    }
}

/// The deck of that name.
///
/// # Errors
/// When there is none, or its file is unusable; one sentence.
pub(super) fn named(name: &str) -> Result<DeckProfile, String> {
    let unknown = match DeckProfile::named(name) {
        Ok(profile) => return Ok(profile),
        Err(why) => why.to_string(),
    };
    let enrolled = place(&records::default_data(), name);
    let path = [PathBuf::from(name), enrolled]
        .into_iter()
        .find(|path| path.is_file())
        .ok_or(unknown)?;
    let bad = |why: String| format!("the deck profile {} can't be used: {why}", path.display());
    let length = path.metadata().map_err(|e| bad(e.to_string()))?.len();
    if length > MOST_BYTES {
        return Err(bad(format!(
            "it has {} MB, and a profile has less than one",
            length / 1_000_000
        )));
    }
    let bytes = std::fs::read(&path).map_err(|e| bad(e.to_string()))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| bad("it is no text; `pitboss enroll` writes one that is".to_owned()))?;
    DeckProfile::parse(&text).map_err(|e| bad(e.to_string()))
}
