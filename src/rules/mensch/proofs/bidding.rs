//! Bids in their order into the contract, and the proofs that a bid completes.

use super::{
    super::{
        bids::{Contract, duty_holds, outbids, standing},
        offence::{Offence, in_order},
    },
    Pass, Proofs, Turn,
};
use crate::{
    play::{Bid, Seq},
    ruling::Verdict,
};

impl Proofs {
    /// The bids on record.
    #[must_use]
    pub fn bids(&self) -> Vec<Bid> {
        self.bids.iter().map(|&(_, _, bid)| bid).collect()
    }

    /// Whether all four have spoken and passed.
    #[must_use]
    pub fn all_passed(&self) -> bool {
        self.bids.len() == 4
            && self.bids.iter().all(|&(_, _, bid)| bid == Bid::Pass)
            && (0..4).all(|s| self.bids.iter().any(|&(_, seat, _)| seat == s))
    }

    /// The contract that the bids make: the standing bid and who said it, or the forced game, whose declarer is yet to speak.
    #[must_use]
    pub fn auction(&self) -> Option<(Contract, Option<usize>)> {
        if self.all_passed() {
            return Some((Contract::Forced, None));
        }
        let bid = standing(&self.bids())?;
        let by = self.bids.iter().rev().find(|b| b.2 == bid)?.1;
        Some((Contract::of(bid)?, Some(by)))
    }

    /// Somebody bids or passes.
    pub fn bid(&mut self, seq: Seq, seat: usize, bid: Bid, turn: Turn) -> Vec<Offence> {
        let prior = self.bids();
        let standing = standing(&prior);
        let mut found = match turn {
            Turn::Log => self.turn_of_log(seq, seat),
            Turn::Heard => self.turn_heard(seq, seat),
            Turn::Placed => Vec::new(),
        };
        // Whoever spoke before is on record, so that the standing bid is known.
        let complete = self
            .dealer
            .is_some_and(|d| prior.len() == (seat + 3 - d) % 4);
        let certain = turn == Turn::Log || complete;
        if !outbids(bid, standing) {
            let over = standing.map_or_else(|| "none".to_owned(), |b| b.to_string());
            let after = matches!(
                bid,
                Bid::After | Bid::FiveAfter | Bid::SixAfter | Bid::SevenAfter
            );
            let illegal = Offence::new(
                "bid_not_legal",
                Some(self.seats[seat]),
                vec![seq],
                certain || !after,
            );
            found.push(illegal.with("bid", bid).with("standing", over));
        }
        if bid == Bid::Pass && certain && duty_holds(standing, &self.options) {
            self.hands[seat].passes.push(Pass { seq, told: 0 });
        }
        self.bids.push((seq, seat, bid));
        in_order(&mut found);
        found
    }

    pub(super) fn out_of_turn(
        &self,
        seat: usize,
        proof: Vec<Seq>,
        expected: Option<usize>,
    ) -> Offence {
        let waits = expected.map_or_else(String::new, |e| self.seats[e].to_string());
        Offence::new("bid_out_of_turn", Some(self.seats[seat]), proof, true).with("expected", waits)
    }

    pub(super) fn turn_of_log(&self, seq: Seq, seat: usize) -> Vec<Offence> {
        let Some(dealer) = self.dealer else {
            return Vec::new();
        };
        let said = self.bids.len();
        let expected = (said < 4).then_some((dealer + 1 + said) % 4);
        let wrong = expected != Some(seat);
        wrong
            .then(|| self.out_of_turn(seat, vec![seq], expected))
            .into_iter()
            .collect()
    }

    pub(super) fn turn_heard(&mut self, seq: Seq, seat: usize) -> Vec<Offence> {
        let spoke = |s: usize| self.bids.iter().any(|b| b.1 == s);
        if spoke(seat) {
            return vec![self.out_of_turn(seat, vec![seq], None)];
        }
        let (early, open): (Vec<_>, Vec<_>) = self
            .early_bids
            .iter()
            .copied()
            .partition(|e| e.2 >> seat & 1 == 1);
        let was_passed_over = !early.is_empty();
        let mut found: Vec<Offence> = early
            .iter()
            .map(|&(by, at, _)| self.out_of_turn(by, vec![at, seq], Some(seat)))
            .collect();
        let last = self.bids.last().map(|b| b.1).or(self.dealer);
        if let Some(last) = last.filter(|_| !was_passed_over) {
            let between = (1..4).map(|k| (last + k) % 4).take_while(|&s| s != seat);
            let over = |s: &usize| !spoke(*s) && !open.iter().any(|e| e.2 >> s & 1 == 1);
            let skipped: Vec<usize> = between.filter(over).collect();
            if let Some(&first) = skipped.first() {
                let asked = self.out_of_turn(seat, vec![seq], Some(first));
                found.push(asked.at_most(Verdict::Inconclusive));
                let mask = skipped.iter().fold(0, |mask, s| mask | 1 << s);
                self.early_bids.push((seat, seq, mask));
            }
        }
        if was_passed_over {
            self.early_bids = open;
        }
        found
    }
}
