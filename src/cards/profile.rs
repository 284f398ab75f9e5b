//! Deck profiles: which cards can lie on the table and how their indices are lettered; a reading into probabilities of that deck's faces.

use std::{fmt, sync::Arc};

use super::{
    ReaderError, album::Album, deckfile, deckfile::DeckFileError, face::FaceReading,
    glyph::GlyphReading,
};
use crate::card::{Card, Deck, PairsRank, Rank, Suit};

/// Ranks in the nets' order: A 2…10 J Q K.
const RANKS: [Rank; 13] = [
    Rank::Ace,
    Rank::Two,
    Rank::Three,
    Rank::Four,
    Rank::Five,
    Rank::Six,
    Rank::Seven,
    Rank::Eight,
    Rank::Nine,
    Rank::Ten,
    Rank::Jack,
    Rank::Queen,
    Rank::King,
];

/// The index reader's letters behind the thirteen: B D V R 1, and which rank each stands for: Bube/Dame, Dame/Valet/Roi, un.
const FOREIGN: [(usize, usize); 5] = [(13, 10), (14, 11), (15, 10), (16, 12), (17, 0)];

/// A deck as the reader knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct DeckProfile {
    name: String,
    deck: Deck,
    /// How readily each of the index reader's letters B D V R 1 is believed, 0…1.
    foreign: [f32; 5],
    /// The same for J Q K, which some decks don't have.
    courts: [f32; 3],
    /// Its faces as they look, where the deck was enrolled.
    album: Option<Arc<Album>>,
}

impl Default for DeckProfile {
    fn default() -> Self {
        Self::french()
    }
}

impl DeckProfile {
    /// The names of the built-in profiles.
    pub const BUILT_IN: [&str; 4] = ["french", "french-german", "french-french", "pairs"];

    /// French suits; English letters, and those of other countries where they are unmistakable.
    #[must_use]
    pub fn french() -> Self {
        Self {
            name: "french".to_owned(),
            deck: Deck::Full,
            foreign: [0.5, 0.5, 0.5, 0.5, 0.0],
            courts: [1.0; 3],
            album: None,
        }
    }

    /// French suits with German letters: B D K.
    #[must_use]
    pub fn french_german() -> Self {
        Self {
            name: "french-german".to_owned(),
            deck: Deck::Full,
            foreign: [1.0, 1.0, 0.0, 0.0, 0.0],
            courts: [1.0; 3],
            album: None,
        }
    }

    /// French suits with French letters: V D R, and 1 for the ace.
    #[must_use]
    pub fn french_french() -> Self {
        Self {
            name: "french-french".to_owned(),
            deck: Deck::Full,
            foreign: [0.0, 1.0, 1.0, 1.0, 1.0],
            courts: [0.2, 0.2, 0.2],
            album: None,
        }
    }

    /// The Pairs deck: numerals alone, 1…10.
    #[must_use]
    pub fn pairs() -> Self {
        Self {
            name: "pairs".to_owned(),
            deck: Deck::Pairs,
            foreign: [0.0; 5],
            courts: [0.0; 3],
            album: None,
        }
    }

    /// The profile of that name.
    ///
    /// # Errors
    /// When the name is no built-in profile.
    pub fn named(name: &str) -> Result<Self, ReaderError> {
        match name {
            "french" => Ok(Self::french()),
            "french-german" => Ok(Self::french_german()),
            "french-french" => Ok(Self::french_french()),
            "pairs" => Ok(Self::pairs()),
            _ => Err(ReaderError::Profile(name.to_owned())),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.album.as_ref().map_or(&self.name, |a| &a.name)
    }

    /// The built-in profile that it is, or that its deck is lettered like.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.name
    }

    /// The enrolled deck in the text of a profile file.
    ///
    /// # Errors
    /// When the text is none; half a sentence.
    pub fn parse(text: &str) -> Result<Self, DeckFileError> {
        deckfile::read(text)
    }

    /// The text of a profile file; `None` for a built-in deck.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let album = self.album.as_deref()?;
        Some(deckfile::write(self, album))
    }

    /// This deck with the faces of a real one.
    pub(crate) fn with_album(mut self, album: Album) -> Self {
        self.album = Some(Arc::new(album));
        self
    }

    /// The faces of the real deck, where it was enrolled.
    pub(crate) fn album(&self) -> Option<&Album> {
        self.album.as_deref()
    }

    /// How many faces of the real deck it knows; 0 for a built-in deck.
    #[must_use]
    pub fn faces_known(&self) -> usize {
        let mut faces: Vec<usize> = self
            .album()
            .map(|a| a.plates.iter().map(|p| p.face).collect())
            .unwrap_or_default();
        faces.sort_unstable();
        faces.dedup();
        faces.len()
    }

    /// Which cards it holds.
    #[must_use]
    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// The number of faces: 52, or 10 for Pairs.
    pub(crate) fn faces(&self) -> usize {
        if self.deck == Deck::Pairs { 10 } else { 52 }
    }

    /// The card of face `i`: suits C D H S in turn, A 2…K in each; 1…10 for Pairs.
    pub(crate) fn card(&self, i: usize) -> Card {
        if self.deck == Deck::Pairs {
            return Card::Pairs(PairsRank::new(i as u8 + 1).expect("ten faces"));
        }
        Card::French(RANKS[i % 13], Suit::ALL[i / 13])
    }

    /// What an index says about the faces; the probabilities sum to at most one, what is missing speaks for something else.
    pub(crate) fn index_says(&self, reading: &GlyphReading) -> Vec<f32> {
        let mut ranks = [0.0f32; 13];
        ranks.copy_from_slice(&reading.ranks[..13]);
        if self.deck == Deck::Pairs {
            ranks[0] = reading.ranks[17];
            return ranks[..10].iter().map(|p| p * reading.quality).collect();
        }
        for (rank, weight) in ranks[10..].iter_mut().zip(self.courts) {
            *rank *= weight;
        }
        for ((glyph, rank), weight) in FOREIGN.into_iter().zip(self.foreign) {
            ranks[rank] += reading.ranks[glyph] * weight;
        }
        (0..52)
            .map(|i| ranks[i % 13] * reading.suits[i / 13] * reading.quality)
            .collect()
    }

    /// What the middle of a card says about the faces; `None` for a deck that the net doesn't know.
    pub(crate) fn face_says(&self, reading: &FaceReading) -> Option<Vec<f32>> {
        (self.deck != Deck::Pairs).then(|| reading.faces.clone())
    }
}

impl fmt::Display for DeckProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(rank: usize, suit: usize) -> GlyphReading {
        let mut r = GlyphReading {
            ranks: [0.0; 18],
            suits: [0.0; 5],
            quality: 1.0,
        };
        (r.ranks[rank], r.suits[suit]) = (1.0, 1.0);
        r
    }

    fn best(profile: &DeckProfile, r: &GlyphReading) -> (String, f32) {
        let p = profile.index_says(r);
        let i = (0..p.len())
            .max_by(|&a, &b| p[a].total_cmp(&p[b]))
            .expect("faces");
        (profile.card(i).to_string(), p[i])
    }

    #[test]
    fn letters_mean_what_the_country_says() {
        for (name, rank, suit, card, p) in [
            ("french", 0, 3, "AS", 1.0),
            ("french", 9, 1, "TD", 1.0),
            ("french", 14, 2, "QH", 0.5),
            ("french-german", 13, 0, "JC", 1.0),
            ("french-german", 14, 0, "QC", 1.0),
            ("french-french", 15, 0, "JC", 1.0),
            ("french-french", 16, 1, "KD", 1.0),
            ("french-french", 17, 1, "AD", 1.0),
            ("pairs", 17, 4, "1", 1.0),
            ("pairs", 9, 4, "10", 1.0),
        ] {
            let profile = DeckProfile::named(name).expect("built in");
            assert_eq!(
                best(&profile, &reading(rank, suit)),
                (card.to_owned(), p),
                "{name}"
            );
        }
    }

    #[test]
    fn an_unknown_name_is_refused_in_words() {
        let said = DeckProfile::named("spanish")
            .expect_err("no such deck")
            .to_string();
        assert_eq!(
            said,
            "no deck `spanish`: the decks are french, french-german, french-french and pairs, or give a profile file"
        );
    }
}
