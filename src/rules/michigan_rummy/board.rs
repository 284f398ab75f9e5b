//! The pay-card board (`rules/michigan_rummy.md` §1.2): its compartments, and which of them the last cards of a run pay.

use serde::{Deserialize, Serialize, de::Error as _};

use super::options::ComboCardsBlock;
use crate::{
    card::{Card, Rank, Suit},
    seat::Seat,
};

/// The id of the poker pool.
pub const POKER: &str = "POKER";
/// The id of the centre pot.
pub const POT: &str = "POT";

/// What makes a compartment pay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pays {
    /// `single`: this card.
    Single(Card),
    /// `ordered_same_player`: these cards one after the other in a run, by one player.
    Ordered(Vec<Card>),
    /// `any_suit_run_same_player`: these ranks of one suit one after the other, by one player.
    Run(Vec<Rank>),
    /// `poker`: the best poker hand.
    Poker,
    /// `pot`: going out.
    Pot,
}

impl Pays {
    /// The cards that it takes, in order: one way, or one a suit; none for the pool and the pot.
    #[must_use]
    pub fn ways(&self) -> Vec<Vec<Card>> {
        match self {
            Self::Single(card) => vec![vec![*card]],
            Self::Ordered(cards) => vec![cards.clone()],
            Self::Run(ranks) => Suit::ALL.map(|s| of_suit(ranks, s)).into(),
            Self::Poker | Self::Pot => Vec::new(),
        }
    }
}

/// One compartment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Schema")]
pub struct Compartment {
    /// As in `board:ID`.
    pub id: String,
    /// What makes it pay.
    pub pays: Pays,
}

/// A compartment in a file: its id alone, where that says everything, or the schema of §1.2.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Id(String),
    Schema(Schema),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Schema {
    id: String,
    #[serde(default)]
    cards: Vec<String>,
    mode: String,
}

impl TryFrom<Written> for Compartment {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Id(id) => Self::from_id(&id)
                .ok_or_else(|| format!("`{id}` says no compartment: give id, cards and mode")),
            Written::Schema(schema) => schema.try_into(),
        }
    }
}

impl TryFrom<Schema> for Compartment {
    type Error = String;
    fn try_from(Schema { id, cards, mode }: Schema) -> Result<Self, String> {
        let wrong = |what: &str| format!("the compartment `{id}` has no {what}");
        let cards = cards.iter().map(String::as_str);
        let pays = match mode.as_str() {
            "single" => cards
                .map(french)
                .collect::<Option<Vec<_>>>()
                .and_then(|c| match c[..] {
                    [card] => Some(Pays::Single(card)),
                    _ => None,
                }),
            "ordered_same_player" => cards
                .map(french)
                .collect::<Option<Vec<_>>>()
                .filter(|c| c.len() > 1)
                .map(Pays::Ordered),
            "any_suit_run_same_player" => cards
                .map(rank)
                .collect::<Option<Vec<_>>>()
                .filter(|r| r.len() > 1)
                .map(Pays::Run),
            "poker" => Some(Pays::Poker),
            "pot" => Some(Pays::Pot),
            _ => {
                return Err(wrong(
                    "mode: single, ordered_same_player, any_suit_run_same_player, poker or pot",
                ));
            }
        };
        let pays = pays.ok_or_else(|| wrong("cards that fit its mode"))?;
        Ok(Self { id, pays })
    }
}

impl From<Compartment> for Schema {
    fn from(Compartment { id, pays }: Compartment) -> Self {
        let (mode, cards) = match pays {
            Pays::Single(card) => ("single", vec![card.to_string()]),
            Pays::Ordered(cards) => (
                "ordered_same_player",
                cards.iter().map(Card::to_string).collect(),
            ),
            Pays::Run(ranks) => (
                "any_suit_run_same_player",
                ranks.iter().map(Rank::to_string).collect(),
            ),
            Pays::Poker => ("poker", Vec::new()),
            Pays::Pot => ("pot", Vec::new()),
        };
        let mode = mode.to_owned();
        Self { id, cards, mode }
    }
}

fn french(text: &str) -> Option<Card> {
    text.parse().ok().filter(|c: &Card| c.suit().is_some())
}

/// A rank, written alone or with a suit that doesn't matter.
fn rank(text: &str) -> Option<Rank> {
    text.parse().ok().or_else(|| french(text)?.rank())
}

impl Compartment {
    /// The compartment that an id such as `TH`, `QH_KH`, `789`, `POKER` or `POT` says.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Self> {
        let ranks = || id.split("").filter(|t| !t.is_empty()).map(rank).collect();
        let pays = match id {
            POKER => Pays::Poker,
            POT => Pays::Pot,
            _ if id.contains('_') => {
                Pays::Ordered(id.split('_').map(french).collect::<Option<_>>()?)
            }
            _ => match french(id) {
                Some(card) => Pays::Single(card),
                None => Pays::Run(Option::<Vec<Rank>>::filter(ranks(), |r| r.len() > 1)?),
            },
        };
        let id = id.to_owned();
        Some(Self { id, pays })
    }

    /// Whether the last of these cards, the end of the running run, collects this compartment (§3.2).
    #[must_use]
    pub fn is_collected_by(&self, run: &[(Seat, Card)]) -> bool {
        let Some((seat, last)) = run.last() else {
            return false;
        };
        let ends_with = |wanted: &[Card]| {
            run.len() >= wanted.len()
                && run[run.len() - wanted.len()..]
                    .iter()
                    .zip(wanted)
                    .all(|((by, card), want)| by == seat && card == want)
        };
        match &self.pays {
            Pays::Single(card) => card == last,
            Pays::Ordered(cards) => ends_with(cards),
            Pays::Run(ranks) => last
                .suit()
                .is_some_and(|suit| ends_with(&of_suit(ranks, suit))),
            Pays::Poker | Pays::Pot => false,
        }
    }

    /// Whether this hand holds what the compartment pays for (§4 A2, `pay = held`).
    #[must_use]
    pub fn is_held_in(&self, hand: &[Card]) -> bool {
        let holds = |cards: &Vec<Card>| cards.iter().all(|c| hand.contains(c));
        self.pays.ways().iter().any(holds)
    }
}

fn of_suit(ranks: &[Rank], suit: Suit) -> Vec<Card> {
    ranks.iter().map(|r| Card::French(*r, suit)).collect()
}

/// A board: a named one or one's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    name: Option<&'static str>,
    compartments: Vec<Compartment>,
}

/// The boards of §1.2 with a name. Where a sheet says *kitty* and *pot*, the kitty is the chips of the hand that goes out (`POT`)
/// and the pot is the poker pool.
const NAMED: [(&str, &str); 4] = [
    ("pressman_9", "TH QH AH JS KC QH_KH 789 POKER POT"),
    ("tripoley", "TH JH QH KH AH QH_KH 89T POKER POT"),
    ("fundex", "TH JH QH KH AH QH_KH 789 POKER POT"),
    ("boodle4", "AH KC QD JS"),
];

impl Default for Board {
    fn default() -> Self {
        Self::named(NAMED[0].0).expect("the first of the named boards")
    }
}

impl Board {
    /// The board of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let (name, ids) = NAMED.iter().find(|(n, _)| *n == name)?;
        let compartments = ids.split(' ').map(Compartment::from_id);
        Some(Self {
            name: Some(*name),
            compartments: compartments.collect::<Option<_>>()?,
        })
    }

    /// The compartments in the order of the sheet.
    #[must_use]
    pub fn compartments(&self) -> &[Compartment] {
        &self.compartments
    }

    /// The ids, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.compartments.iter().map(|c| c.id.as_str())
    }

    /// The id of the compartment of that kind, if the board has one.
    #[must_use]
    pub fn id_of(&self, pays: &Pays) -> Option<&str> {
        let found = self.compartments.iter().find(|c| c.pays == *pays);
        found.map(|c| c.id.as_str())
    }

    /// The compartments that the last card of a run collects, single cards first, then sequences, then runs (§3.2).
    #[must_use]
    pub fn collected_by(&self, run: &[(Seat, Card)]) -> Vec<&str> {
        let order = |c: &&Compartment| match c.pays {
            Pays::Single(_) => 0,
            Pays::Ordered(_) => 1,
            _ => 2,
        };
        let mut paid: Vec<&Compartment> = self
            .compartments
            .iter()
            .filter(|c| c.is_collected_by(run))
            .collect();
        paid.sort_by_key(order);
        paid.into_iter().map(|c| c.id.as_str()).collect()
    }

    /// The cards that pay alone: they forbid an exchange under every reading (§3.4).
    #[must_use]
    pub fn single_cards(&self) -> Vec<Card> {
        let single = |c: &Compartment| match c.pays {
            Pays::Single(card) => Some(card),
            _ => None,
        };
        self.compartments.iter().filter_map(single).collect()
    }

    /// The cards of a hand that forbid its exchange (§3.4), in the hand's order.
    #[must_use]
    pub fn blocking(&self, hand: &[Card], rule: ComboCardsBlock) -> Vec<Card> {
        let singles = self.single_cards();
        let mut blocking: Vec<Card> = hand
            .iter()
            .copied()
            .filter(|c| singles.contains(c))
            .collect();
        if rule != ComboCardsBlock::None {
            for (combo, is_run) in self.sequences() {
                // A single card of an ordered combination covers it.
                let covered = !is_run && combo.iter().any(|c| singles.contains(c));
                let complete = !covered && combo.iter().all(|c| hand.contains(c));
                if rule == ComboCardsBlock::Any || complete {
                    blocking.extend(combo);
                }
            }
        }
        let mut in_hand = hand.to_vec();
        in_hand.retain(|c| blocking.contains(c));
        in_hand
    }

    /// The combinations that pay: a run is one for each suit.
    #[must_use]
    pub fn combos(&self) -> Vec<Vec<Card>> {
        self.sequences()
            .into_iter()
            .map(|(cards, _)| cards)
            .collect()
    }

    /// The combinations, and whether each is a run of any suit.
    fn sequences(&self) -> Vec<(Vec<Card>, bool)> {
        let combined = |c: &&Compartment| !matches!(c.pays, Pays::Single(_));
        let of = |c: &Compartment| {
            let is_run = matches!(c.pays, Pays::Run(_));
            c.pays.ways().into_iter().map(move |cards| (cards, is_run))
        };
        self.compartments
            .iter()
            .filter(combined)
            .flat_map(of)
            .collect()
    }
}

impl Serialize for Board {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.name {
            Some(name) => serializer.serialize_str(name),
            None => self.compartments.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum BoardWritten {
            Name(String),
            Own(Vec<serde_json::Value>),
        }
        match BoardWritten::deserialize(deserializer)? {
            BoardWritten::Name(name) => Self::named(&name).ok_or_else(|| {
                let names = NAMED.map(|(n, _)| n).join(", ");
                D::Error::custom(format!(
                    "there is no board `{name}`: write {names}, or a list of compartments"
                ))
            }),
            BoardWritten::Own(list) => {
                let own: Result<Vec<Compartment>, _> =
                    list.into_iter().map(Compartment::deserialize).collect();
                let compartments = own.map_err(D::Error::custom)?;
                let twice = compartments
                    .iter()
                    .enumerate()
                    .find(|(i, c)| compartments[..*i].iter().any(|d| d.id == c.id));
                if let Some((_, twice)) = twice {
                    return Err(D::Error::custom(format!(
                        "the board has `{}` twice",
                        twice.id
                    )));
                }
                let usual = Self::default();
                let name = usual.name.filter(|_| compartments == usual.compartments);
                Ok(Self { name, compartments })
            }
        }
    }
}
