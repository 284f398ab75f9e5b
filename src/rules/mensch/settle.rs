//! A contract and its tricks into chips (`rules/mensch.md` §4).

use super::{
    bids::Contract,
    options::{MenschOptions, SlamPartner},
};
use crate::{
    card::Suit,
    chips::{Account, Chips, Transfer},
    seat::Seat,
};

/// What is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// The four seats clockwise.
    pub seats: [Seat; 4],
    /// Whose contract it is.
    pub declarer: Seat,
    /// His partner; `None` where he plays alone.
    pub partner: Option<Seat>,
    /// What he plays.
    pub contract: Contract,
    /// Trumps.
    pub trump: Suit,
    /// Tricks by seat, in the order of `seats`.
    pub tricks: [u8; 4],
}

impl Score {
    fn tricks_of(&self, seat: Seat) -> u8 {
        self.seats
            .iter()
            .zip(self.tricks)
            .find_map(|(&s, n)| (s == seat).then_some(n))
            .unwrap_or(0)
    }

    /// Tricks of the declarer's side.
    #[must_use]
    pub fn side_tricks(&self) -> u8 {
        let partner = self.partner.filter(|&p| p != self.declarer);
        self.tricks_of(self.declarer) + partner.map_or(0, |p| self.tricks_of(p))
    }

    /// Whether the contract is made.
    #[must_use]
    pub fn made(&self) -> bool {
        self.side_tricks() >= self.contract.target()
    }

    /// Whether a made contract pays double: all eight tricks, but not in Solo, and in the forced game only if the table wants it.
    fn slam(&self, options: &MenschOptions) -> bool {
        let won = match options.slam_partner {
            SlamPartner::Side => self.side_tricks(),
            SlamPartner::BidderAlone => self.tricks_of(self.declarer),
        };
        let counts = match self.contract {
            Contract::Solo => false,
            Contract::Forced => options.slam_on_forced,
            _ => true,
        };
        won == 8 && counts
    }

    /// What each opponent pays to one of the other side; negative if he receives it.
    fn unit(&self, made: bool, options: &MenschOptions) -> Chips {
        let clubs = self.trump == Suit::Clubs;
        let (success, failure) = match self.contract {
            Contract::Half(_) => (1, 2),
            Contract::Forced => (1, 1),
            Contract::Number(..) if clubs || self.contract.own_trump().is_some() => (2, 2),
            Contract::Number(..) => (options.plain_number_success, options.plain_number_failure),
            Contract::Solo if clubs => (8, 8),
            Contract::Solo => (4, 4),
        };
        match made {
            true if self.slam(options) => 2 * success,
            true => success,
            false => -failure,
        }
    }

    /// Who pays whom: one opponent to one winner where there is a partner, each opponent to the declarer where there is none.
    #[must_use]
    pub fn transfers(&self, options: &MenschOptions) -> Vec<Transfer> {
        self.transfers_as(self.made(), options)
    }

    /// The same with the contract counted as made or failed whatever the tricks (`revoke = side_loses_contract`).
    #[must_use]
    pub fn transfers_as(&self, made: bool, options: &MenschOptions) -> Vec<Transfer> {
        let unit = self.unit(made, options);
        let start = self
            .seats
            .iter()
            .position(|&s| s == self.declarer)
            .unwrap_or(0);
        let partner = self.partner.filter(|&p| p != self.declarer);
        let side = [Some(self.declarer), partner];
        let opponents = (1..4)
            .map(|k| self.seats[(start + k) % 4])
            .filter(|&s| partner != Some(s));
        let receivers = side.into_iter().flatten().cycle();
        opponents
            .zip(receivers)
            .map(|(opponent, receiver)| {
                let (from, to) = if unit >= 0 {
                    (opponent, receiver)
                } else {
                    (receiver, opponent)
                };
                Transfer {
                    from: Account::Seat(from),
                    to: Account::Seat(to),
                    chips: unit.abs(),
                    reason: "contract".to_owned(),
                }
            })
            .collect()
    }

    /// What each seat gains or pays, in the order of `seats`.
    #[must_use]
    pub fn chips(&self, options: &MenschOptions) -> [Chips; 4] {
        let mut chips = [0; 4];
        for transfer in self.transfers(options) {
            for (i, &seat) in self.seats.iter().enumerate() {
                if transfer.from == Account::Seat(seat) {
                    chips[i] -= transfer.chips;
                }
                if transfer.to == Account::Seat(seat) {
                    chips[i] += transfer.chips;
                }
            }
        }
        chips
    }
}
