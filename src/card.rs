//! Cards as values: a card's text form (`QH`, `TS`, or `7` in the Pairs deck) into a [`Card`] and back, and which cards a deck holds.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};

/// One of the four French suits, in the order clubs, diamonds, hearts, spades.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Suit {
    /// ♣
    #[serde(rename = "C")]
    Clubs,
    /// ♦
    #[serde(rename = "D")]
    Diamonds,
    /// ♥
    #[serde(rename = "H")]
    Hearts,
    /// ♠
    #[serde(rename = "S")]
    Spades,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The letter of the text form: `C D H S`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'C',
            Self::Diamonds => 'D',
            Self::Hearts => 'H',
            Self::Spades => 'S',
        }
    }

    /// The printed sign: `♣ ♦ ♥ ♠`.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    /// Whether the suit is printed red in a two-colour deck.
    #[must_use]
    pub const fn is_red(self) -> bool {
        matches!(self, Self::Diamonds | Self::Hearts)
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Suit {
    type Err = CardError;
    fn from_str(text: &str) -> Result<Self, CardError> {
        Self::ALL
            .into_iter()
            .find(|s| text.len() == 1 && text.starts_with(s.letter()))
            .ok_or_else(|| CardError(text.to_owned()))
    }
}

/// The rank of a French-suited card; ordered from the two up to the ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // the names say it
pub enum Rank {
    Two = 2,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen, ascending, the ace high.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// 2…10, J Q K A = 11…14.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The rank with that number (2…14).
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number.checked_sub(2)?)).copied()
    }

    /// The letter of the text form: `2 … 9 T J Q K A`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
            Self::Six => '6',
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'T',
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Ace => 'A',
        }
    }

    /// The next higher rank; `None` above the ace.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        Self::from_number(self.number() + 1)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Rank {
    type Err = CardError;
    fn from_str(text: &str) -> Result<Self, CardError> {
        Self::ALL
            .into_iter()
            .find(|r| text.len() == 1 && text.starts_with(r.letter()))
            .ok_or_else(|| CardError(text.to_owned()))
    }
}

/// A rank of the Pairs deck, 1…10; the deck holds rank r exactly r times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PairsRank(u8);

impl PairsRank {
    /// The rank of that number, if it is one of 1…10.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number <= 10 {
            Some(Self(number))
        } else {
            None
        }
    }

    /// 1…10, which is also how many such cards the deck holds.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All ten, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (1..=10).map(Self)
    }
}

/// The face of a card: French-suited (`QH`) or of the Pairs deck (`7`). Cards of equal face are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// Rank and suit.
    French(Rank, Suit),
    /// A number, no suit.
    Pairs(PairsRank),
}

impl Card {
    /// The rank of a French-suited card.
    #[must_use]
    pub const fn rank(self) -> Option<Rank> {
        match self {
            Self::French(rank, _) => Some(rank),
            Self::Pairs(_) => None,
        }
    }

    /// The suit of a French-suited card.
    #[must_use]
    pub const fn suit(self) -> Option<Suit> {
        match self {
            Self::French(_, suit) => Some(suit),
            Self::Pairs(_) => None,
        }
    }

    /// The number of a Pairs card.
    #[must_use]
    pub const fn pairs(self) -> Option<PairsRank> {
        match self {
            Self::French(..) => None,
            Self::Pairs(rank) => Some(rank),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::French(rank, suit) => write!(f, "{rank}{suit}"),
            Self::Pairs(rank) => write!(f, "{}", rank.number()),
        }
    }
}

/// A text that names no card, rank or suit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no card: write rank and suit such as QH or TS, or 1…10 for the Pairs deck")]
pub struct CardError(pub String);

impl FromStr for Card {
    type Err = CardError;
    fn from_str(text: &str) -> Result<Self, CardError> {
        let error = || CardError(text.to_owned());
        if let Ok(number) = text.parse::<u8>() {
            return PairsRank::new(number).map(Self::Pairs).ok_or_else(error);
        }
        let suit_at = text
            .char_indices()
            .last()
            .map(|(i, _)| i)
            .ok_or_else(error)?;
        let (rank, suit) = text.split_at(suit_at);
        Ok(Self::French(
            rank.parse().map_err(|_| error())?,
            suit.parse().map_err(|_| error())?,
        ))
    }
}

impl Serialize for Card {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Pairs ranks may be written as numbers.
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u8),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Number(n) => PairsRank::new(n)
                .map(Self::Pairs)
                .ok_or_else(|| D::Error::custom(CardError(n.to_string()))),
            Written::Text(text) => text.parse().map_err(D::Error::custom),
        }
    }
}

/// Which cards lie in the pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// 52 cards, 2…A in four suits.
    Full,
    /// 32 cards, 7…A in four suits.
    Short,
    /// 55 cards: rank r in 1…10 occurs r times.
    Pairs,
}

impl Deck {
    /// The built-in profile that reads its cards: `french` or `pairs`.
    #[must_use]
    pub const fn built_in(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Full | Self::Short => "french",
        }
    }

    /// How many cards of that face the deck holds; 0 for a foreign card.
    #[must_use]
    pub fn copies(self, card: Card) -> u8 {
        match (self, card) {
            (Self::Full, Card::French(..)) => 1,
            (Self::Short, Card::French(rank, _)) => u8::from(rank >= Rank::Seven),
            (Self::Pairs, Card::Pairs(rank)) => rank.number(),
            _ => 0,
        }
    }

    /// Every different face of the deck, in ascending order.
    #[must_use]
    pub fn faces(self) -> Vec<Card> {
        match self {
            Self::Pairs => PairsRank::all().map(Card::Pairs).collect(),
            _ => Rank::ALL
                .into_iter()
                .flat_map(|rank| Suit::ALL.map(|suit| Card::French(rank, suit)))
                .filter(|&card| self.copies(card) > 0)
                .collect(),
        }
    }

    /// Every card of the pack, equal faces repeated.
    #[must_use]
    pub fn cards(self) -> Vec<Card> {
        let repeat = |card| std::iter::repeat_n(card, usize::from(self.copies(card)));
        self.faces().into_iter().flat_map(repeat).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_parse_back() {
        for deck in [Deck::Full, Deck::Short, Deck::Pairs] {
            for card in deck.faces() {
                assert_eq!(card.to_string().parse(), Ok(card));
                let json = serde_json::to_string(&card).expect("a card serialises");
                assert_eq!(serde_json::from_str::<Card>(&json).expect("and back"), card);
            }
        }
        assert_eq!(Deck::Full.cards().len(), 52);
        assert_eq!(Deck::Short.cards().len(), 32);
        assert_eq!(Deck::Pairs.cards().len(), 55);
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in ["", "0", "11", "1H", "QX", "qh", "10H", "♥", "Q♥"] {
            let said = text.parse::<Card>().expect_err("no card").to_string();
            assert!(said.starts_with(&format!("`{text}` is no card")), "{said}");
        }
    }
}
