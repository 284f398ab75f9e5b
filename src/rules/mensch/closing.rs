//! Eight tricks into the chips that move, and what was paid into whether it was right (`rules/mensch.md` §4).

use super::{deal::Deal, offence::Offence, options::RevokePenalty, settle::Score};
use crate::{
    chips::{Account, Chips, Transfer},
    play::Seq,
    rules::Closed,
    ruling::Verdict,
    seat::Seat,
};

impl Deal {
    /// Whether all that is played has been played: eight tricks on the table, or the rest claimed.
    pub(super) fn complete(&self) -> bool {
        let tricks = &self.tricks.all;
        self.claimed_by.is_some()
            || tricks.len() >= 8
                && tricks
                    .last()
                    .is_some_and(|t| t.full() && !t.waits() || t.gathered)
    }

    /// Who won each trick that was played, in order; `None` where an unknown card leaves it open.
    pub(super) fn winners(&self) -> Vec<Option<usize>> {
        (0..self.tricks.all.len()).map(|t| self.winner(t)).collect()
    }

    /// Tricks by seat, as far as they are known.
    pub(super) fn trick_counts(&self) -> [u8; 4] {
        let mut counts = [0; 4];
        self.winners()
            .into_iter()
            .flatten()
            .for_each(|w| counts[w] += 1);
        counts
    }

    /// The partner, by the card he played or by being the only one with cards unknown.
    fn settled_partner(&self) -> Option<Option<usize>> {
        if !self.contract.is_some_and(|c| c.has_partner()) {
            return Some(None);
        }
        let called = self.called?;
        let holder = self.proofs.holder(called).or_else(|| {
            let mut open = (0..4).filter(|&s| self.proofs.faced(s).len() < 8);
            let only = open.next()?;
            open.next().is_none().then_some(only)
        })?;
        Some(Some(holder).filter(|&h| Some(h) != self.declarer))
    }

    /// The score, if the record holds all that it needs.
    pub(super) fn score(&self) -> Option<Score> {
        let mut tricks = self.trick_counts();
        if let Some(claimed) = self.claimed_by {
            tricks[claimed] += 8_u8.checked_sub(tricks.iter().sum())?;
        }
        if tricks.iter().sum::<u8>() != 8 {
            return None;
        }
        Some(Score {
            seats: self.seats,
            declarer: self.seats[self.declarer?],
            partner: self.settled_partner()?.map(|p| self.seats[p]),
            contract: self.contract?,
            trump: self.trump?,
            tricks,
        })
    }

    /// Who deals next: the seat to the left; where nobody knows who dealt, the seat that led the first trick.
    pub(super) fn next_dealer(&self) -> Seat {
        let led = self
            .tricks
            .all
            .first()
            .and_then(|t| t.slots.first())
            .map(|s| s.seat);
        let next = self
            .dealer
            .map_or_else(|| led.unwrap_or(0), |d| (d + 1) % 4);
        self.seats[next]
    }

    /// Ends the deal: the transfers, and how it ended. `open` means that something it needs isn't known yet.
    pub(super) fn close(&mut self) -> (Vec<Transfer>, Closed) {
        self.over = true;
        let closed = |outcome: &str| Closed {
            outcome: outcome.to_owned(),
            next_dealer: self.next_dealer(),
        };
        let Some(score) = self.score() else {
            return (Vec::new(), closed("open"));
        };
        let made = match self.options.revoke {
            RevokePenalty::Flag => None,
            RevokePenalty::VoidDeal if !self.revokers.is_empty() => {
                return (Vec::new(), closed("void"));
            }
            RevokePenalty::VoidDeal => None,
            RevokePenalty::SideLosesContract => {
                self.revoked_side(&score).map(|declarers| !declarers)
            }
        };
        let made = made.unwrap_or_else(|| score.made());
        (
            score.transfers_as(made, &self.options),
            closed(if made { "made" } else { "failed" }),
        )
    }

    /// Whether it was the declarer's side that revoked; `None` if nobody did, or both.
    fn revoked_side(&self, score: &Score) -> Option<bool> {
        let declarers =
            |&s: &usize| self.seats[s] == score.declarer || Some(self.seats[s]) == score.partner;
        let ours = self.revokers.iter().any(declarers);
        let theirs = !self.revokers.iter().all(declarers);
        (ours != theirs).then_some(ours)
    }

    /// Chips that somebody reports to have paid after the settlement: too many, or to somebody who gets none, is wrong at once; too few
    /// is a reminder. Which opponent pays which winner is theirs to settle.
    pub(super) fn paid(
        &mut self,
        seq: Seq,
        seat: usize,
        chips: Chips,
        to: &Account,
        due: &[Transfer],
    ) -> Vec<Offence> {
        let from = Account::Seat(self.seats[seat]);
        let owes: Chips = due.iter().filter(|t| t.from == from).map(|t| t.chips).sum();
        let gets: Chips = due.iter().filter(|t| t.to == *to).map(|t| t.chips).sum();
        let paid = chips
            + self
                .paid
                .iter()
                .filter(|p| p.0 == seat)
                .map(|p| p.2)
                .sum::<Chips>();
        let got = chips
            + self
                .paid
                .iter()
                .filter(|p| p.1 == *to)
                .map(|p| p.2)
                .sum::<Chips>();
        let offence = Offence::new("settlement_wrong", Some(self.seats[seat]), vec![seq], true);
        let offence = offence.with("n", paid).with("due", owes.min(gets));
        if paid > owes || got > gets {
            return vec![offence];
        }
        self.paid.push((seat, to.clone(), chips));
        if paid < owes {
            vec![offence.with("due", owes).at_most(Verdict::Reminder)]
        } else {
            Vec::new()
        }
    }
}
