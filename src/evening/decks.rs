//! Which deck games are read with: the host's choice, kept in a data folder, for each of the built-in decks whose place another may take.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use crate::play::GameName;

/// The choice's file in a data folder.
const FILE: &str = "deck.toml";

/// By the built-in deck that a game is played with, the deck that it is read with; and how often that changed.
#[derive(Default)]
pub struct Chosen {
    file: PathBuf,
    kept: BTreeMap<String, String>,
    /// What the command line says, until the host chooses.
    named: BTreeMap<String, String>,
    changes: u64,
}

impl Chosen {
    /// The choice as it is kept; a file that is none is left alone and said.
    pub(super) fn open(data: &Path) -> Self {
        let file = data.join(FILE);
        let kept = match fs::read_to_string(&file) {
            Ok(text) => toml::from_str(&text).unwrap_or_else(|why| {
                tracing::warn!("{} says of no deck: {why}", file.display());
                BTreeMap::new()
            }),
            Err(_) => BTreeMap::new(),
        };
        Self {
            file,
            kept,
            ..Self::default()
        }
    }

    /// What takes the place of that built-in deck, or itself.
    #[must_use]
    pub fn instead_of<'a>(&'a self, usual: &'a str) -> &'a str {
        let chosen = self.named.get(usual).or_else(|| self.kept.get(usual));
        chosen.map_or(usual, String::as_str)
    }

    /// The deck that a game is read with. The number differs where it is to be loaded anew.
    #[must_use]
    pub fn for_game(&self, game: GameName) -> (String, u64) {
        (
            self.instead_of(game.deck().built_in()).to_owned(),
            self.changes,
        )
    }

    /// The command line's choice: for this run, and until the host chooses.
    pub fn name(&mut self, usual: &str, name: &str) {
        self.named.insert(usual.to_owned(), name.to_owned());
        self.changes += 1;
    }

    /// The host's choice, from now on and at the next start; also of a deck that was chosen before and looks different now.
    ///
    /// # Errors
    /// When it can't be written; then all stays as it was.
    pub fn choose(&mut self, usual: &str, name: &str) -> io::Result<()> {
        let mut kept = self.kept.clone();
        if usual == name {
            kept.remove(usual);
        } else {
            kept.insert(usual.to_owned(), name.to_owned());
        }
        let text = toml::to_string(&kept).expect("plain texts");
        let beside = self.file.with_extension("new");
        fs::write(&beside, text)?;
        fs::rename(&beside, &self.file)?;
        self.kept = kept;
        self.named.remove(usual);
        self.changes += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hosts_choice_outlives_the_command_lines_and_a_restart() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut chosen = Chosen::open(folder.path());
        assert_eq!(chosen.instead_of("french"), "french");
        chosen.name("french", "ours");
        let named = chosen.for_game(GameName::Mensch);
        assert_eq!(named.0, "ours");
        assert_eq!(Chosen::open(folder.path()).instead_of("french"), "french");
        chosen.choose("french", "mine").expect("written");
        let now = chosen.for_game(GameName::Mensch);
        assert_eq!(now.0, "mine");
        chosen.choose("french", "mine").expect("written");
        assert_ne!(
            now,
            chosen.for_game(GameName::Mensch),
            "it may look different"
        );
        assert_eq!(chosen.instead_of("pairs"), "pairs");
        assert_eq!(Chosen::open(folder.path()).instead_of("french"), "mine");
        chosen.choose("french", "french").expect("written");
        assert_eq!(Chosen::open(folder.path()).instead_of("french"), "french");
        fs::write(folder.path().join(FILE), "no toml").expect("written");
        assert_eq!(Chosen::open(folder.path()).instead_of("french"), "french");
    }
}
