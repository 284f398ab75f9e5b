//! What happens before the first lead into where the deal stands: hand sizes, the dummy, the auction (`rules/michigan_rummy.md` §2 `DEAL`…`AUCTION`).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    auction, deal,
    options::{Auction, MichiganOptions},
};
use crate::{
    chips::Chips,
    play::{Bid, DummyAct, Seq, Witness},
    seat::Seat,
};

/// A count of backs, and who says so.
type Count = (u8, Seq, Witness);

/// The deal up to the poker hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Opening {
    /// The highest count before each seat since the deal.
    counts: BTreeMap<Seat, Count>,
    /// The newest count before each seat.
    last: BTreeMap<Seat, Count>,
    /// The highest count of the dummy.
    dummy: Option<Count>,
    pub(super) picked: bool,
    /// What the dealer said last.
    pub(super) said: Option<DummyAct>,
    /// Who exchanged his hand last, and the entry that says so.
    pub(super) exchange: Option<(Seat, Seq)>,
    pub(super) bids: Vec<(Seat, Chips, Seq)>,
    passed: BTreeSet<Seat>,
    pub(super) auction_over: bool,
}

impl Opening {
    /// Takes a count of the backs before a seat.
    pub(super) fn count(&mut self, seat: Seat, count: u8, seq: Seq, witness: Witness) {
        self.last.insert(seat, (count, seq, witness));
        if self.counts.get(&seat).is_none_or(|(n, ..)| count > *n) {
            self.counts.insert(seat, (count, seq, witness));
        }
    }

    /// Once the deal is over: the first entry that counts more cards before a seat than a hand can have. Two hands lie before the
    /// dealer until he picks one.
    pub(super) fn overdealt(&self, dealer: Seat, players: usize) -> Option<Seq> {
        let big = deal::sizes(players)?.big;
        let over = |(seat, (n, ..)): &(&Seat, &Count)| {
            let hands = if **seat == dealer { 2 } else { 1 };
            usize::from(*n) > hands * big
        };
        self.last
            .iter()
            .filter(over)
            .map(|(_, (_, seq, _))| *seq)
            .min()
    }

    /// Takes a count of the hand put aside.
    pub(super) fn count_dummy(&mut self, count: u8, seq: Seq, witness: Witness) {
        if self.dummy.is_none_or(|(n, ..)| count > n) {
            self.dummy = Some((count, seq, witness));
        }
    }

    /// The counts of all hands, where they are certain: each counted by itself, the whole pack together.
    fn certain(&self, players: usize) -> Option<(&BTreeMap<Seat, Count>, u8)> {
        let sizes = deal::sizes(players)?;
        let (dummy, ..) = self.dummy?;
        let sum: usize = self.counts.values().map(|(n, ..)| usize::from(*n)).sum();
        let apart = self.counts.len() == players
            && self
                .counts
                .values()
                .all(|(n, ..)| usize::from(*n) <= sizes.big);
        (apart && sum + usize::from(dummy) == 52).then_some((&self.counts, dummy))
    }

    /// How many cards a seat holds when the stops game begins, where that is certain.
    pub(super) fn size(&self, seat: Seat, players: usize) -> Option<usize> {
        let sizes = deal::sizes(players)?;
        if sizes.big == sizes.small {
            return Some(sizes.big);
        }
        let exchanged = self.exchange.is_some_and(|(by, _)| by == seat);
        if let Some((counts, dummy)) = self.certain(players) {
            let own = counts.get(&seat).map(|(n, ..)| *n);
            return if exchanged { Some(dummy) } else { own }.map(usize::from);
        }
        let (count, _, witness) = self.counts.get(&seat)?;
        (!exchanged && *witness == Witness::Host).then_some(usize::from(*count))
    }

    /// Takes a bid; says whether the auction is over by it.
    pub(super) fn bid(
        &mut self,
        seat: Seat,
        bid: Bid,
        seq: Seq,
        bidders: &[Seat],
        options: &MichiganOptions,
    ) -> bool {
        match bid {
            Bid::Chips(chips) => self.bids.push((seat, chips, seq)),
            _ => {
                self.passed.insert(seat);
            }
        }
        let offered = |s: &Seat| self.bids.iter().any(|(by, ..)| by == s);
        let high = self.buyer(bidders, options).map(|(seat, ..)| seat);
        bidders.iter().all(|s| {
            let waits_no_more = match options.auction {
                Auction::Ascending => Some(*s) == high,
                Auction::Sealed => offered(s),
            };
            self.passed.contains(s) || waits_no_more
        })
    }

    /// The buyer so far, the price, and the entry of that bid.
    pub(super) fn buyer(
        &self,
        bidders: &[Seat],
        options: &MichiganOptions,
    ) -> Option<(Seat, Chips, Seq)> {
        let bids: Vec<(Seat, Chips)> = self.bids.iter().map(|(s, c, _)| (*s, *c)).collect();
        let (seat, chips) = auction::buyer(&bids, options, |s| bidders.contains(&s))?;
        let same = |(s, c, _): &&(Seat, Chips, Seq)| (*s, *c) == (seat, chips);
        let (.., seq) = self.bids.iter().find(same)?;
        Some((seat, chips, *seq))
    }

    /// Whether the dummy is being sold.
    pub(super) fn is_selling(&self) -> bool {
        self.said == Some(DummyAct::Sell) && !self.auction_over
    }

    /// An auction without a bid: the dealer decides again.
    pub(super) fn unsold(&mut self) {
        self.said = None;
        self.passed.clear();
    }

    /// The seats that may still bid.
    pub(super) fn may_bid(&self, bidders: &[Seat]) -> Vec<Seat> {
        let open = |s: &&Seat| !self.passed.contains(s);
        bidders.iter().filter(open).copied().collect()
    }
}
