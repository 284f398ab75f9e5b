//! Michigan Rummy's named options (`rules/michigan_rummy.md` §4) as one value.

use serde::{Deserialize, Serialize};

use super::board::Board;
use crate::{
    card::{Card, Suit},
    chips::Chips,
    rules::{poker::AceLow, yes::YesNo},
};

/// All of them; the default is the document's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MichiganOptions {
    /// A1: the compartments.
    pub board: Board,
    /// A2: whether a pay card pays when it is played or when it is held.
    pub pay: Pay,
    /// A3: who leads first.
    pub first_leader: FirstLeader,
    /// A4: which suits may be led after a stop.
    pub restart: Restart,
    /// A6: what happens when nobody can lead such a suit.
    pub no_restart: NoRestart,
    /// A8: what leading another than the lowest card, or withholding one, costs.
    pub penalty: Penalty,
    /// A9: chips that the winner gets for each card left in another hand.
    pub per_card_bonus: Chips,
    /// A10: which cards of combinations forbid an exchange.
    pub combo_cards_block: ComboCardsBlock,
    /// A11: whether the dealer may sell his old hand after a swap.
    pub resell: YesNo,
    /// A12: the lowest bid for the dummy.
    pub min_bid: Chips,
    /// A12: how the dummy is sold.
    pub auction: Auction,
    /// A13: the most that one player may put into the poker pool; written `none` or a number.
    #[serde(with = "none_or_number")]
    pub bet_cap: Option<Chips>,
    /// A14: who opens the betting.
    pub poker_opener: PokerOpener,
    /// A15: where chips go that a split pool leaves over.
    pub poker_odd_chip: PokerOddChip,
    /// A16: whether A-2-3-4-5 is a straight.
    #[serde(with = "truth")]
    pub ace_low_straight: bool,
    /// A17: whether each player's best five count, whatever he chose.
    pub auto_best5: YesNo,
    /// A18: whether a forgotten collection can be made good after the next card.
    pub late_claim: LateClaim,
    /// A19: where odd chips go in the final.
    pub final_odd_chip: FinalOddChip,
    /// A23: what becomes of the board at the end of the evening.
    pub endgame: Endgame,
}

impl Default for MichiganOptions {
    fn default() -> Self {
        Self {
            board: Board::default(),
            pay: Pay::default(),
            first_leader: FirstLeader::default(),
            restart: Restart::default(),
            no_restart: NoRestart::default(),
            penalty: Penalty::default(),
            per_card_bonus: 0,
            combo_cards_block: ComboCardsBlock::default(),
            resell: YesNo::No,
            min_bid: 1,
            auction: Auction::default(),
            bet_cap: None,
            poker_opener: PokerOpener::default(),
            poker_odd_chip: PokerOddChip::default(),
            ace_low_straight: true,
            auto_best5: YesNo::No,
            late_claim: LateClaim::default(),
            final_odd_chip: FinalOddChip::default(),
            endgame: Endgame::default(),
        }
    }
}

impl MichiganOptions {
    /// A16 as the evaluator takes it.
    #[must_use]
    pub const fn ace_low(&self) -> AceLow {
        if self.ace_low_straight {
            AceLow::Straight
        } else {
            AceLow::Never
        }
    }
}

/// A2 `pay`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Pay {
    #[default]
    Played,
    Held,
}

/// A3 `first_leader`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FirstLeader {
    #[default]
    Dealer,
    LeftOfDealer,
    PokerWinner,
}

/// A4 `restart`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Restart {
    #[default]
    DifferentSuit,
    DifferentColor,
    AnySuit,
}

impl Restart {
    /// Whether that suit may be led after a run that stopped at that card.
    #[must_use]
    pub fn allows(self, stopped: Card, suit: Suit) -> bool {
        let Some(last) = stopped.suit() else {
            return true;
        };
        match self {
            Self::DifferentSuit => suit != last,
            Self::DifferentColor => suit.is_red() != last.is_red(),
            Self::AnySuit => true,
        }
    }
}

/// A6 `no_restart`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum NoRestart {
    #[default]
    EndNoPayout,
    RefundCollected,
    LeadSameSuit,
}

/// A8 `penalty`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Penalty {
    #[default]
    Flag,
    ChipEachAndNoCollect,
}

/// A10 `combo_cards_block`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ComboCardsBlock {
    None,
    #[default]
    Complete,
    Any,
}

/// A12 `auction`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Auction {
    #[default]
    Ascending,
    Sealed,
}

/// A14 `poker_opener`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PokerOpener {
    #[default]
    Dealer,
    LeftOfDealer,
}

/// A15 `poker_odd_chip`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PokerOddChip {
    #[default]
    LeaveInPool,
    FirstLeftOfDealer,
}

/// A18 `late_claim`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LateClaim {
    #[default]
    Allowed,
    Forfeited,
}

/// A19 `final_odd_chip`: no other is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum FinalOddChip {
    #[default]
    FirstLeftOfDealer,
}

/// A23 `endgame`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Endgame {
    #[default]
    Poker,
    Divide,
}

/// `none` or a number of chips.
mod none_or_number {
    use super::{Chips, Deserialize, Serialize};
    use serde::de::Error as _;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Written {
        Chips(Chips),
        Text(String),
        Null,
    }

    pub(super) fn serialize<S: serde::Serializer>(
        cap: &Option<Chips>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = || Written::Text("none".to_owned());
        cap.map_or_else(text, Written::Chips).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Chips>, D::Error> {
        match Written::deserialize(deserializer)? {
            Written::Chips(n) if n > 0 => Ok(Some(n)),
            Written::Null => Ok(None),
            Written::Text(text) if text == "none" => Ok(None),
            Written::Chips(n) => Err(D::Error::custom(format!("{n} is no limit for a bet"))),
            Written::Text(text) => Err(D::Error::custom(format!(
                "`{text}` is neither none nor a number"
            ))),
        }
    }
}

/// `true` or `false`, `yes` or `no`.
mod truth {
    use super::{Deserialize, YesNo};
    use serde::de::Error as _;
    use serde_json::Value;

    pub(super) fn serialize<S: serde::Serializer>(
        on: &bool,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*on)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<bool, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let said = YesNo::deserialize(value).map_err(D::Error::custom)?;
        Ok(said.is_yes())
    }
}
