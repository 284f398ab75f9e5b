//! Monster's named options (`rules/monster.md` §3) as one value.

use serde::{Deserialize, Serialize};

use crate::{chips::Chips, rules::yes::YesNo};

/// All of them; the default is the document's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MonsterOptions {
    /// A1: whether the one live hand of a round fights the Monster or wins unseen.
    pub lone_live: LoneLive,
    /// A2: whether that one pays when he loses.
    pub lone_loss_pays: YesNo,
    /// A3: who plays on when tied champions lose and nobody else survives.
    pub tie_loss_last_two: TieLoss,
    /// A5: where chips go that a split leaves over.
    pub odd_chip: OddChip,
    /// A6: whether a losing live hand may stay face down.
    pub muck: Muck,
    /// A8: what becomes of a kept hand that turns out to hold a pair.
    pub pair_at_showdown: PairAtShowdown,
    /// A9: what a player pays who has fewer chips than he owes.
    pub short_stack: ShortStack,
    /// A11: the ante of each player where 2, 3 or 9 play.
    pub ante_override: Option<Chips>,
    /// A14: what becomes of a round whose wrong deal is noticed after the first act.
    pub late_misdeal: LateMisdeal,
    /// What a losing champion pays.
    pub penalty: Chips,
}

impl Default for MonsterOptions {
    fn default() -> Self {
        Self {
            lone_live: LoneLive::default(),
            lone_loss_pays: YesNo::Yes,
            tie_loss_last_two: TieLoss::default(),
            odd_chip: OddChip::default(),
            muck: Muck::default(),
            pair_at_showdown: PairAtShowdown::default(),
            short_stack: ShortStack::default(),
            ante_override: None,
            late_misdeal: LateMisdeal::default(),
            penalty: 5,
        }
    }
}

impl MonsterOptions {
    /// What each player puts in before the first deal (§1): 2 chips for 4 or 5 players, 1 for 6 to 8, the house's own for 2, 3
    /// and 9; `None` where the game can't start.
    #[must_use]
    pub fn ante(&self, players: usize) -> Option<Chips> {
        match players {
            4 | 5 => Some(2),
            6..=8 => Some(1),
            2 | 3 | 9 => self.ante_override,
            _ => None,
        }
    }
}

/// A1 `lone_live`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LoneLive {
    #[default]
    MustFight,
    AutoWin,
}

/// A3 `tie_loss_last_two`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum TieLoss {
    #[default]
    TiedPairContinues,
    RestartRound,
}

/// A5 `odd_chip`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum OddChip {
    #[default]
    LeaveInPot,
    FirstLeftOfDealer,
}

/// A6 `muck`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Muck {
    #[default]
    Forbidden,
    Allowed,
}

/// A8 `pair_at_showdown`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum PairAtShowdown {
    #[default]
    DeadHand,
    PaysPenalty,
    VoidRound,
}

/// A9 `short_stack`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ShortStack {
    #[default]
    Debt,
    PayWhatYouHave,
}

/// A14 `late_misdeal`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum LateMisdeal {
    #[default]
    VoidRound,
    PlayOn,
}
