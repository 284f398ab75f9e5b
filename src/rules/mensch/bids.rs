//! Bids into what may be said next, and an auction into its contract (`rules/mensch.md` §1).

use super::options::{LapsesAt, MenschOptions};
use crate::{card::Suit, play::Bid};

/// What is played: a bid of the ladder, or the game forced by four passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contract {
    /// Half and After: clubs are trumps, five tricks with a partner.
    Half(Bid),
    /// Four passes: the holder of Q♥ names trumps and calls a partner; five tricks together.
    Forced,
    /// 5, 6, 7 and their After forms: so many tricks, alone.
    Number(Bid, u8),
    /// All eight, alone.
    Solo,
}

impl Contract {
    /// The contract of that bid; `None` for a pass or an offer of chips.
    #[must_use]
    pub const fn of(bid: Bid) -> Option<Self> {
        Some(match bid {
            Bid::Pass | Bid::Chips(_) => return None,
            Bid::Half | Bid::After => Self::Half(bid),
            Bid::Five | Bid::FiveAfter => Self::Number(bid, 5),
            Bid::Six | Bid::SixAfter => Self::Number(bid, 6),
            Bid::Seven | Bid::SevenAfter => Self::Number(bid, 7),
            Bid::Solo => Self::Solo,
        })
    }

    /// The bid that made it; `None` for the forced game.
    #[must_use]
    pub const fn bid(self) -> Option<Bid> {
        match self {
            Self::Half(bid) | Self::Number(bid, _) => Some(bid),
            Self::Forced => None,
            Self::Solo => Some(Bid::Solo),
        }
    }

    /// The trumps that it brings with it: clubs for Half and every After.
    #[must_use]
    pub const fn own_trump(self) -> Option<Suit> {
        match self {
            Self::Half(_) | Self::Number(Bid::FiveAfter | Bid::SixAfter | Bid::SevenAfter, _) => {
                Some(Suit::Clubs)
            }
            _ => None,
        }
    }

    /// Whether a partner is called.
    #[must_use]
    pub const fn has_partner(self) -> bool {
        matches!(self, Self::Half(_) | Self::Forced)
    }

    /// How many tricks make it.
    #[must_use]
    pub const fn target(self) -> u8 {
        match self {
            Self::Half(_) | Self::Forced => 5,
            Self::Number(_, target) => target,
            Self::Solo => 8,
        }
    }
}

/// The bid that is to be beaten: the last one that was no pass.
#[must_use]
pub fn standing(prior: &[Bid]) -> Option<Bid> {
    prior.iter().rev().find(|&&b| b != Bid::Pass).copied()
}

/// Whether a bid may be said over the standing one, the duty of three clubs aside.
#[must_use]
pub fn outbids(bid: Bid, standing: Option<Bid>) -> bool {
    let base = match bid {
        Bid::Pass => return true,
        Bid::Chips(_) => return false,
        Bid::After => Bid::Half,
        Bid::FiveAfter => Bid::Five,
        Bid::SixAfter => Bid::Six,
        Bid::SevenAfter => Bid::Seven,
        _ => return standing.is_none_or(|standing| bid > standing),
    };
    standing == Some(base)
}

/// Whether a holder of three clubs may not pass over that standing bid.
#[must_use]
pub fn duty_holds(standing: Option<Bid>, options: &MenschOptions) -> bool {
    match standing {
        None | Some(Bid::Half) => true,
        Some(Bid::After) => options.obligation_lapses_at == LapsesAt::Five,
        Some(_) => false,
    }
}

/// What may be said after `prior` (passes included) with so many clubs, in the order of the ladder, pass first.
#[must_use]
pub fn legal_bids(prior: &[Bid], clubs: usize, options: &MenschOptions) -> Vec<Bid> {
    let standing = standing(prior);
    let bound = clubs >= 3 && duty_holds(standing, options);
    Bid::LADDER
        .into_iter()
        .map(|(bid, _)| bid)
        .filter(|&bid| outbids(bid, standing) && !(bound && bid == Bid::Pass))
        .collect()
}
