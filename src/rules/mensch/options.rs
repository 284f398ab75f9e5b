//! Mensch's named options (`rules/mensch.md` §3) as one value.

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

use crate::chips::Chips;

/// From which bid on a holder of three clubs may pass (A2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LapsesAt {
    /// Once After has been bid.
    #[default]
    After,
    /// Only once Five or more has been bid.
    Five,
}

/// What it means that the declarer holds the card he called (A4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CalledCardHeld {
    /// An offence.
    #[default]
    Forbidden,
    /// He plays alone against three.
    PlaysAlone,
}

/// Which cards may be called (A5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallRank {
    /// Any plain card.
    #[default]
    Any,
    /// Plain aces.
    AceOnly,
}

/// Who must take all eight tricks to be paid double (A8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlamPartner {
    /// The declarer and his partner together.
    #[default]
    Side,
    /// The declarer alone.
    BidderAlone,
}

/// What a proven revoke does to the deal (A15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RevokePenalty {
    /// It is told; the score stands.
    #[default]
    Flag,
    /// The deal counts for nothing.
    VoidDeal,
    /// The side that revoked loses the contract.
    SideLosesContract,
}

/// Whether a deal may end before its eighth trick (A16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claims {
    /// All eight tricks are played.
    #[default]
    No,
    /// A claim that the host accepts ends the deal.
    Yes,
}

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MenschOptions {
    /// A1: whether Q♣ is one of the three clubs that forbid a pass.
    pub q_clubs_counts_for_obligation: bool,
    /// A2.
    pub obligation_lapses_at: LapsesAt,
    /// A4.
    pub called_card_held: CalledCardHeld,
    /// A5.
    pub call_rank: CallRank,
    /// A6: whether a declarer who can satisfy the suit condition nowhere may call any plain card.
    pub call_void_waiver: bool,
    /// A9: what each opponent pays for a made 5, 6 or 7 in a plain suit: 3 or 1 chips.
    #[serde(deserialize_with = "three_or_one")]
    pub plain_number_success: Chips,
    /// What each opponent receives for a failed one: 1 chip.
    #[serde(deserialize_with = "positive")]
    pub plain_number_failure: Chips,
    /// A8.
    pub slam_partner: SlamPartner,
    /// A8: whether the forced game is doubled too.
    pub slam_on_forced: bool,
    /// A15.
    pub revoke: RevokePenalty,
    /// A16.
    pub claims: Claims,
}

impl Default for MenschOptions {
    fn default() -> Self {
        Self {
            q_clubs_counts_for_obligation: true,
            obligation_lapses_at: LapsesAt::default(),
            called_card_held: CalledCardHeld::default(),
            call_rank: CallRank::default(),
            call_void_waiver: true,
            plain_number_success: 3,
            plain_number_failure: 1,
            slam_partner: SlamPartner::default(),
            slam_on_forced: true,
            revoke: RevokePenalty::default(),
            claims: Claims::default(),
        }
    }
}

fn three_or_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Chips, D::Error> {
    match Chips::deserialize(deserializer)? {
        chips @ (1 | 3) => Ok(chips),
        other => Err(D::Error::custom(format!("{other} is neither 3 nor 1"))),
    }
}

fn positive<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Chips, D::Error> {
    match Chips::deserialize(deserializer)? {
        chips @ 1..=1_000_000 => Ok(chips),
        other => Err(D::Error::custom(format!(
            "{other} is no number of chips from 1 up"
        ))),
    }
}
