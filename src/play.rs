//! What somebody did at the table, as one fact: cards laid, lifted or counted, and what was called. Before a `Play` a reading may be in doubt;
//! after it a card is known, or a hole ([`None`]).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};

use crate::{
    card::{Card, Deck, Suit},
    chips::{Account, Chips},
    frame::At,
    seat::Seat,
    sighting::Signs,
};

/// The number of an entry in the record: 1, 2, 3, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub u64);

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The three games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GameName {
    /// 55 cards 1–10, 4 to 8 players.
    Monster,
    /// 32 cards, 4 players.
    Mensch,
    /// 52 cards and a pay-card board, 2 to 9 players.
    MichiganRummy,
}

impl GameName {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Monster, Self::Mensch, Self::MichiganRummy];

    /// The text form: `monster`, `mensch`, `michigan_rummy`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Monster => "monster",
            Self::Mensch => "mensch",
            Self::MichiganRummy => "michigan_rummy",
        }
    }

    /// How many can play.
    #[must_use]
    pub const fn players(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Self::Monster => 4..=8,
            Self::Mensch => 4..=4,
            Self::MichiganRummy => 2..=9,
        }
    }

    /// The cards that it is played with.
    #[must_use]
    pub const fn deck(self) -> Deck {
        match self {
            Self::Monster => Deck::Pairs,
            Self::Mensch => Deck::Short,
            Self::MichiganRummy => Deck::Full,
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no game `{0}`: choose monster, mensch or michigan_rummy")]
pub struct GameNameError(pub String);

impl FromStr for GameName {
    type Err = GameNameError;
    fn from_str(text: &str) -> Result<Self, GameNameError> {
        let plain = text.replace('-', "_");
        Self::ALL
            .into_iter()
            .find(|g| g.as_str() == plain)
            .ok_or_else(|| GameNameError(text.to_owned()))
    }
}

/// A place on the table that means something in the games.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Zone {
    /// The middle, where a trick is played.
    Trick,
    /// Before a seat: its hand, face down, or turned up at a showdown or at the end.
    Hand,
    /// A seat's played cards.
    Front,
    /// A seat's discard fan at the pile.
    Discard,
    /// The Monster's pile.
    Pile,
    /// Gathered tricks.
    Won,
    /// Cards not dealt.
    Stock,
    /// Cards set aside: the dummy hand, a folded hand.
    Aside,
    /// A compartment of the pay-card board: `board:ID`.
    Board(String),
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Trick => "trick",
            Self::Hand => "hand",
            Self::Front => "front",
            Self::Discard => "discard",
            Self::Pile => "pile",
            Self::Won => "won",
            Self::Stock => "stock",
            Self::Aside => "aside",
            Self::Board(id) => return write!(f, "board:{id}"),
        })
    }
}

/// A text that names no zone.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no zone: write trick, hand, front, discard, pile, won, stock, aside or board:ID")]
pub struct ZoneError(pub String);

impl FromStr for Zone {
    type Err = ZoneError;
    fn from_str(text: &str) -> Result<Self, ZoneError> {
        Ok(match text {
            "trick" => Self::Trick,
            "hand" => Self::Hand,
            "front" => Self::Front,
            "discard" => Self::Discard,
            "pile" => Self::Pile,
            "won" => Self::Won,
            "stock" => Self::Stock,
            "aside" => Self::Aside,
            _ => match text.strip_prefix("board:") {
                Some(id) if !id.is_empty() => Self::Board(id.to_owned()),
                _ => return Err(ZoneError(text.to_owned())),
            },
        })
    }
}

impl Serialize for Zone {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Zone {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// How a fact became known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Witness {
    /// The camera saw it.
    Seen,
    /// Named by elimination: never part of an accusation.
    Count,
    /// The host said so.
    Host,
    /// The player's own phone, or a calls file.
    Phone,
}

/// A bid of Mensch or of Michigan Rummy's auction: `"pass"`, `"half"`, `"5after"`, … or a number of chips.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // the ladder of rules/mensch.md §1, in its order
pub enum Bid {
    Pass,
    Half,
    After,
    Five,
    FiveAfter,
    Six,
    SixAfter,
    Seven,
    SevenAfter,
    Solo,
    /// Chips offered for the dummy hand.
    Chips(Chips),
}

impl Bid {
    /// Pass and the ladder of Mensch, from the lowest.
    pub const LADDER: [(Self, &'static str); 10] = [
        (Self::Pass, "pass"),
        (Self::Half, "half"),
        (Self::After, "after"),
        (Self::Five, "5"),
        (Self::FiveAfter, "5after"),
        (Self::Six, "6"),
        (Self::SixAfter, "6after"),
        (Self::Seven, "7"),
        (Self::SevenAfter, "7after"),
        (Self::Solo, "solo"),
    ];
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, Self::LADDER.iter().find(|(bid, _)| bid == self)) {
            (_, Some((_, text))) => f.write_str(text),
            (Self::Chips(n), None) => write!(f, "{n}"),
            _ => unreachable!("every other bid is on the ladder"),
        }
    }
}

impl Serialize for Bid {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Chips(n) => serializer.serialize_i64(*n),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Bid {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Chips(Chips),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Chips(n) => Ok(Self::Chips(n)),
            Written::Text(text) => Self::LADDER
                .iter()
                .find(|(_, t)| *t == text)
                .map(|(bid, _)| *bid)
                .ok_or_else(|| D::Error::custom(format!("there is no bid `{text}`"))),
        }
    }
}

/// What a Monster player does with his hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum HandAct {
    Discard,
    Fold,
}

/// What Michigan Rummy's dealer does with the dummy hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DummyAct {
    Keep,
    Swap,
    Sell,
}

/// A poker action; the chips beside it are all that the player has put in so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PokerAct {
    Pass,
    Bet,
    Call,
    Raise,
    Fold,
}

/// `"pass"`, the only thing that can be said of a lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LeadAct {
    Pass,
}

/// What is said at the table, in the form of `contracts.md`: one JSON object.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
#[allow(missing_docs)] // each variant is one line of the contract's list of calls
pub enum Call {
    Bid {
        bid: Bid,
    },
    Trump {
        trump: Suit,
    },
    Partner {
        partner: Card,
    },
    Act {
        act: HandAct,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u8>,
    },
    Pick {
        pick: u8,
    },
    Dummy {
        dummy: DummyAct,
    },
    Poker {
        poker: PokerAct,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Chips>,
    },
    Lead {
        lead: LeadAct,
    },
    Stop {
        stop: bool,
    },
    Paid {
        paid: Chips,
        to: Account,
    },
    Took {
        took: String,
    },
    Redeal {
        redeal: bool,
    },
    Claim {
        claim: bool,
    },
}

/// One deed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Act {
    /// A card came to rest face up; `None` is a hole: a card lies there, which one is open.
    Laid {
        /// Which.
        card: Option<Card>,
        /// Where.
        zone: Zone,
    },
    /// A card left the table.
    Lifted {
        /// Which, if it was known.
        card: Option<Card>,
        /// Where it lay.
        zone: Zone,
    },
    /// Face-down cards counted in a zone: how many lie there now.
    Backs {
        /// Where.
        zone: Zone,
        /// How many.
        count: u8,
    },
    /// Something was said.
    Call(Call),
    /// By the host's decision the play of that entry was taken back: its card is known to be in that hand.
    TakenBack {
        /// The entry of the play.
        of: Seq,
    },
}

/// One deed with who did it and how it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Play {
    /// When.
    pub at: At,
    /// Who; `None` where nobody in particular did (the Monster turned up) or it isn't known.
    pub seat: Option<Seat>,
    /// What.
    pub act: Act,
    /// How it is known.
    pub witness: Witness,
    /// For cards: the signs that named it. A proof may rest only on cards with two signs, or on the host's word.
    pub signs: Signs,
}

impl Play {
    /// Whether a person may be accused on this fact: said, entered by the host, or read by two independent signs.
    #[must_use]
    pub fn convicts(&self) -> bool {
        match self.witness {
            Witness::Host | Witness::Phone => true,
            Witness::Count => false,
            Witness::Seen => match &self.act {
                // A hole is a question: nobody is accused on it.
                Act::Laid { card, .. } => card.is_some() && self.signs.convict(),
                _ => true,
            },
        }
    }
}

/// A reading that stays open: asked of the host.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubt {
    /// When the card came to rest.
    pub at: At,
    /// Who laid it, if known.
    pub seat: Option<Seat>,
    /// Where it lies.
    pub zone: Zone,
    /// Likely cards, best first; any other is possible too.
    pub choices: Vec<Card>,
}

/// What the referee waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Awaited {
    /// Who is to act; empty where nobody in particular is. Several where the rules leave it to whoever holds a card.
    pub seats: Vec<Seat>,
    /// What: `deal`, `bid`, `trump`, `partner`, `card`, `gather`, `act`, `showdown`, `pile`, `pick`, `dummy`, `auction`, `poker`,
    /// `poker_show`, `lead`, `next_card`, `turn_up`, `settle`, `answer`.
    pub what: String,
    /// The calls that fit this moment, for the phones to offer.
    pub calls: Vec<Call>,
    /// Where a card laid now belongs.
    pub zone: Option<Zone>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_have_the_contracts_form() {
        for text in [
            r#"{"bid":"half"}"#,
            r#"{"bid":"5after"}"#,
            r#"{"bid":3}"#,
            r#"{"trump":"H"}"#,
            r#"{"partner":"AH"}"#,
            r#"{"act":"discard","count":2}"#,
            r#"{"act":"fold"}"#,
            r#"{"pick":2}"#,
            r#"{"dummy":"keep"}"#,
            r#"{"poker":"raise","to":5}"#,
            r#"{"poker":"pass"}"#,
            r#"{"lead":"pass"}"#,
            r#"{"stop":true}"#,
            r##"{"paid":2,"to":"pot"}"##,
            r#"{"took":"KC"}"#,
            r#"{"redeal":true}"#,
            r#"{"claim":true}"#,
        ] {
            let call: Call = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&call).expect("serialises"), text);
        }
        for text in [
            r#"{"bid":"eight"}"#,
            r#"{"trump":"X"}"#,
            r#"{}"#,
            r#"{"bid":"half","trump":"H"}"#,
        ] {
            assert!(serde_json::from_str::<Call>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_sure_cards_accuse() {
        let laid = |card: Option<&str>, indices, witness| Play {
            at: At(0),
            seat: Some(Seat(1)),
            act: Act::Laid {
                card: card.map(|c| c.parse().expect("a card")),
                zone: Zone::Trick,
            },
            witness,
            signs: Signs {
                indices,
                face: false,
            },
        };
        assert!(laid(Some("QH"), 2, Witness::Seen).convicts());
        assert!(!laid(Some("QH"), 1, Witness::Seen).convicts());
        assert!(!laid(None, 2, Witness::Seen).convicts());
        assert!(!laid(Some("QH"), 2, Witness::Count).convicts());
        assert!(laid(Some("QH"), 0, Witness::Host).convicts());
    }

    #[test]
    fn games_and_zones_parse_back() {
        for game in GameName::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
        }
        assert_eq!("michigan-rummy".parse(), Ok(GameName::MichiganRummy));
        for zone in [
            Zone::Trick,
            Zone::Hand,
            Zone::Front,
            Zone::Discard,
            Zone::Pile,
            Zone::Won,
            Zone::Stock,
            Zone::Aside,
            Zone::Board("KC".into()),
        ] {
            assert_eq!(zone.to_string().parse(), Ok(zone));
        }
    }
}
