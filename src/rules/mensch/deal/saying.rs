//! What is said and counted into the contract, and the proofs that follow.

use super::{
    super::{bids::Contract, offence::Offence, proofs::Turn},
    Deal,
};
use crate::play::{Call, Play, Seq, Witness};

impl Deal {
    /// Face-down cards counted before a seat.
    pub(super) fn backs(&mut self, seq: Seq, play: &Play, count: u8) -> Vec<Offence> {
        if let Some(seat) = play.seat.and_then(|s| self.index(s)) {
            self.backs[seat] = Some((count, seq, play.witness));
            self.from_start |= !self.playing() && count > 0;
        }
        Vec::new()
    }

    /// Eight each: a count that was entered, or four that add up to the pack, proves a misdeal once the deal begins.
    pub(super) fn judge_counts(&mut self) -> Vec<Offence> {
        if std::mem::replace(&mut self.counts_judged, true) {
            return Vec::new();
        }
        let total: Option<u32> = self.backs.iter().map(|b| b.map(|b| u32::from(b.0))).sum();
        let dealer = self.dealer.map(|d| self.seats[d]);
        let wrong = self
            .backs
            .iter()
            .zip(self.seats)
            .filter_map(|(counted, seat)| {
                let (count, seq, witness) = (*counted)?;
                let sure = total == Some(32) || matches!(witness, Witness::Host | Witness::Phone);
                (sure && count != 8).then(|| {
                    let offence = Offence::new("deal_count", dealer, vec![seq], true);
                    offence.with("n", count).with("seat", seat)
                })
            });
        wrong.collect()
    }

    /// What the bids make, as soon as the bidding is over: four bids, or the first card, or the call of trumps.
    pub(super) fn settle_contract(&mut self) {
        let Some((contract, declarer)) = self.proofs.auction() else {
            return;
        };
        self.contract = Some(contract);
        self.declarer = declarer.or(self.declarer);
        if let Some(trump) = contract.own_trump() {
            self.trump = Some(trump);
            self.proofs.set_trump(trump);
        }
        self.proofs.declare(None, self.contract, self.declarer);
    }

    /// Something was said.
    pub(super) fn call(&mut self, seq: Seq, play: &Play, call: &Call, late: bool) -> Vec<Offence> {
        let seat = play.seat.and_then(|s| self.index(s));
        match *call {
            Call::Bid { bid } => {
                let Some(seat) = seat else { return Vec::new() };
                let mut found = self.judge_counts();
                let turn = if late { Turn::Placed } else { Turn::Heard };
                found.extend(self.proofs.bid(seq, seat, bid, turn));
                if self.proofs.bids().len() == 4 {
                    self.settle_contract();
                }
                found
            }
            Call::Trump { trump } => {
                self.settle_contract();
                if self.contract.is_some_and(|c| c.own_trump().is_some()) {
                    return Vec::new();
                }
                self.speaks(seq, seat);
                self.trump = Some(trump);
                self.trump_at = Some(seq);
                self.proofs.set_trump(trump)
            }
            Call::Partner { partner } => {
                self.settle_contract();
                self.speaks(seq, seat);
                self.called = Some(partner);
                self.proofs.call_partner(seq, partner)
            }
            _ => Vec::new(),
        }
    }

    /// Who names trumps or a partner is the declarer, where the bids don't say who is.
    pub(super) fn speaks(&mut self, seq: Seq, seat: Option<usize>) {
        let by_bids = self.contract.is_some_and(|c| c != Contract::Forced);
        if !by_bids {
            self.declarer = seat.or(self.declarer);
        }
        self.proofs.declare(Some(seq), self.contract, self.declarer);
    }
}
