//! Ante, deal and dummy hand of simulated players, up to the poker hand.

use rand::{Rng, RngExt};

use super::{Cheat, Players, Waiting};
use crate::{
    chips::Account,
    play::{Bid, Call, DummyAct, Zone},
    rules::michigan_rummy::board::Pays,
    seat::Seat,
};

impl<R: Rng> Players<'_, R> {
    /// The first compartment that a card pays.
    pub(super) fn pay_card(&self) -> Option<String> {
        let board = &self.options.board;
        let single = board
            .compartments()
            .iter()
            .find(|c| matches!(c.pays, Pays::Single(_)));
        single.map(|c| c.id.clone())
    }

    pub(super) fn ante(&mut self) {
        let Some(id) = self.pay_card() else { return };
        if self.is(Cheat::AnteWrong) {
            let (seat, to) = (self.order[0], Account::Compartment(id));
            let at = self.says(seat, Call::Paid { paid: 3, to });
            self.plant("ante_wrong", Some(seat), at, at);
        }
    }

    /// Whoever exchanged puts aside more cards than a hand has.
    pub(super) fn packet(&mut self) {
        let Some((seat, exchanged)) = self.exchanged else {
            return;
        };
        if self.is(Cheat::PartialExchange) {
            let at = self.counts(None, Zone::Aside, 20);
            self.plant("partial_exchange", Some(seat), exchanged, at);
        }
    }

    pub(super) fn deals(&mut self) {
        self.says(self.dealer, Call::Pick { pick: 1 });
        let mut wrong = None;
        for seat in self.order.clone() {
            let count = self.hands[&seat].len();
            if seat != self.dealer && self.is(Cheat::DealCount) {
                wrong = Some(self.counts(Some(seat), Zone::Hand, 20));
                continue;
            }
            self.counts(Some(seat), Zone::Hand, count);
        }
        let dummy = self.aside.len();
        let last = self.counts(None, Zone::Aside, dummy);
        if let Some(at) = wrong {
            // Proved once the deal is over: by what is said of the dummy.
            self.plant("deal_count", Some(self.dealer), at, last + 1);
        }
    }

    pub(super) fn blocked(&self, seat: Seat) -> bool {
        let rule = self.options.combo_cards_block;
        !self
            .options
            .board
            .blocking(&self.hands[&seat], rule)
            .is_empty()
    }

    pub(super) fn holds_single(&self, seat: Seat) -> bool {
        let singles = self.options.board.single_cards();
        self.hands[&seat].iter().any(|c| singles.contains(c))
    }

    pub(super) fn exchange(&mut self, seat: Seat, at: usize) {
        if let Some(hand) = self.hands.get_mut(&seat) {
            std::mem::swap(hand, &mut self.aside);
            self.exchanged = Some((seat, at));
        }
    }

    pub(super) fn dummy(&mut self) {
        let dealer = self.dealer;
        if self.is(Cheat::DummyPeeked) {
            let card = self.aside[0];
            let at = self.lays(Some(dealer), card, Zone::Aside);
            self.plant("dummy_peeked", Some(dealer), at, at);
        }
        if self.cheat == Some(Cheat::ExchangeWithPayCard) && self.holds_single(dealer) {
            let at = self.says(
                dealer,
                Call::Dummy {
                    dummy: DummyAct::Swap,
                },
            );
            self.exchange(dealer, at);
            return;
        }
        match self.rng.random_range(0..3) {
            0 if !self.blocked(dealer) => {
                let at = self.says(
                    dealer,
                    Call::Dummy {
                        dummy: DummyAct::Swap,
                    },
                );
                self.exchange(dealer, at);
            }
            1 => self.sells(),
            _ => {
                self.says(
                    dealer,
                    Call::Dummy {
                        dummy: DummyAct::Keep,
                    },
                );
            }
        }
    }

    pub(super) fn sells(&mut self) {
        self.says(
            self.dealer,
            Call::Dummy {
                dummy: DummyAct::Sell,
            },
        );
        let mut high: Option<(Seat, i64, usize)> = None;
        let bidders: Vec<Seat> = self
            .order
            .iter()
            .copied()
            .filter(|s| *s != self.dealer)
            .collect();
        // A blocked one bids, and one behind him who may bid more does so.
        let overbid = bidders.iter().rposition(|s| !self.blocked(*s));
        let cheat = bidders
            .iter()
            .take(overbid.unwrap_or(0))
            .position(|s| self.holds_single(*s));
        let cheat = cheat.filter(|_| self.is(Cheat::BlockedBidder));
        for (n, seat) in bidders.into_iter().enumerate() {
            let price = high.map_or(self.options.min_bid, |(_, p, _)| p + 1);
            let must = cheat.is_some() && (cheat == Some(n) || overbid == Some(n));
            let bids = must || !self.blocked(seat) && self.rng.random_bool(0.5);
            let bid = if bids { Bid::Chips(price) } else { Bid::Pass };
            let at = self.says(seat, Call::Bid { bid });
            if bids {
                high = Some((seat, price, at));
            }
            if cheat == Some(n) {
                let singles = self.options.board.single_cards();
                self.open.push(Waiting {
                    code: "blocked_bidder",
                    against: seat,
                    offence: at,
                    proves: Box::new(move |c| singles.contains(&c)),
                });
            }
        }
        if let Some((buyer, _, at)) = high {
            for seat in self.order.clone() {
                if seat != self.dealer && seat != buyer {
                    self.says(seat, Call::Bid { bid: Bid::Pass });
                }
            }
            self.exchange(buyer, at);
        } else {
            self.says(
                self.dealer,
                Call::Dummy {
                    dummy: DummyAct::Keep,
                },
            );
        }
    }
}
