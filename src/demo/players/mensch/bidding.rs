//! Chance into the bids, trumps and the partner's call.

use super::{Cheat, Style, Table};
use crate::{
    card::{Card, Deck, Rank, Suit},
    play::{Act, Bid, Call},
    rules::mensch::{
        CallFault, Contract, QUEEN_OF_HEARTS, call_fault, duty_holds, legal_bids, outbids, standing,
    },
};
use rand::{Rng, RngExt, seq::IndexedRandom};

impl<R: Rng> Table<'_, R> {
    pub(super) fn bid(&mut self) {
        let jump = self
            .wants(Cheat::BidOutOfTurn)
            .then(|| self.rng.random_range(0..3));
        let mut order = [0, 1, 2, 3].map(|k| (self.first + k) % 4);
        if let Some(k) = jump {
            order.swap(k, k + 1);
        }
        for (n, seat) in order.into_iter().enumerate() {
            let bid = self.one_bid(seat);
            let pass_over = standing(&self.bids);
            let deed = self.does(seat, Act::Call(Call::Bid { bid }));
            if jump == Some(n) {
                self.plant("bid_out_of_turn", Some(seat), deed, deed + 1);
            }
            if !outbids(bid, pass_over) {
                self.plant("bid_not_legal", Some(seat), deed, deed);
            }
            if bid == Bid::Pass && self.clubs(seat) >= 3 && duty_holds(pass_over, self.options) {
                self.plant("three_club_pass", Some(seat), deed, usize::MAX);
            }
            self.bids.push(bid);
            if let Some(contract) = Contract::of(bid) {
                self.contract = contract;
                self.declarer = seat;
            }
        }
    }

    pub(super) fn one_bid(&mut self, seat: usize) -> Bid {
        let clubs = self.clubs(seat);
        let legal = legal_bids(&self.bids, clubs, self.options);
        let forced = matches!(self.cheat, Some(Cheat::ForcedDeclarerWrong));
        if self.cheat == Some(Cheat::SomeonePassedIllegally) {
            return Bid::Pass; // whoever holds three clubs does so too
        }
        if self.wants(Cheat::BidNotLegal) && !self.bids.is_empty() {
            let over = standing(&self.bids);
            let illegal: Vec<Bid> = Bid::LADDER
                .iter()
                .map(|b| b.0)
                .filter(|&b| !outbids(b, over))
                .collect();
            return *illegal.choose(self.rng).unwrap_or(&Bid::Pass);
        }
        if self.wants(Cheat::ThreeClubPass)
            && clubs >= 3
            && duty_holds(standing(&self.bids), self.options)
        {
            return Bid::Pass;
        }
        if legal[0] == Bid::Pass && (forced || self.rng.random_bool(0.7)) {
            return Bid::Pass;
        }
        match self.style {
            // Low bids more often than high ones.
            Style::Whim => {
                let most = self.rng.random_range(1..=legal.len());
                legal[self.rng.random_range(0..most)]
            }
            Style::Sense => {
                let high = self.dealt[seat]
                    .iter()
                    .filter(|c| c.rank() == Some(Rank::Ace))
                    .count();
                let wish = if clubs >= 5 && high >= 3 {
                    2
                } else {
                    usize::from(legal[0] == Bid::Pass && clubs >= 4)
                };
                legal[wish.min(legal.len() - 1)]
            }
        }
    }

    pub(super) fn declare(&mut self) {
        if self.contract == Contract::Forced {
            let holder = (0..4)
                .find(|&s| self.dealt[s].contains(&QUEEN_OF_HEARTS))
                .unwrap_or(0);
            self.declarer = holder;
            if self.wants(Cheat::ForcedDeclarerWrong) {
                self.declarer = (holder + self.rng.random_range(1..4)) % 4;
                self.plant(
                    "forced_declarer_wrong",
                    Some(self.declarer),
                    self.deeds.len(),
                    usize::MAX,
                );
            }
        }
        let declarer = self.declarer;
        self.trump = if let Some(trump) = self.contract.own_trump() {
            trump
        } else {
            let hand = &self.dealt[declarer];
            let longest = Suit::ALL
                .into_iter()
                .max_by_key(|&s| hand.iter().filter(|c| c.suit() == Some(s)).count());
            let whim = *Suit::ALL.choose(self.rng).unwrap_or(&Suit::Clubs);
            let trump = if self.style == Style::Sense {
                longest.unwrap_or(whim)
            } else {
                whim
            };
            self.does(declarer, Act::Call(Call::Trump { trump }));
            trump
        };
        if self.contract.has_partner() {
            let partner = self.choose_partner();
            let deed = self.does(declarer, Act::Call(Call::Partner { partner }));
            if let Some(fault) =
                call_fault(&self.dealt[declarer], partner, self.trump, self.options)
            {
                let at_once = matches!(fault.code(), "called_trump" | "called_not_ace");
                self.plant(
                    fault.code(),
                    Some(declarer),
                    deed,
                    if at_once { deed } else { usize::MAX },
                );
            }
            self.called = Some(partner);
        }
    }

    pub(super) fn choose_partner(&mut self) -> Card {
        let hand = self.dealt[self.declarer].clone();
        let fault =
            |card: &Card| call_fault(&hand, *card, self.trump, self.options).map(CallFault::code);
        let pack = Deck::Short.cards();
        let wanted = self
            .cheat
            .filter(|_| self.planted.is_empty())
            .map(Cheat::code);
        let fits: Vec<Card> = pack
            .iter()
            .filter(|c| wanted.is_some() && fault(c) == wanted)
            .copied()
            .collect();
        let mut fair: Vec<Card> = pack
            .iter()
            .filter(|c| fault(c).is_none())
            .copied()
            .collect();
        if self.style == Style::Sense {
            fair.sort_by_key(|c| std::cmp::Reverse(c.rank()));
            fair.truncate(3);
        }
        let choice = fits.choose(self.rng).or_else(|| fair.choose(self.rng));
        *choice.unwrap_or(&QUEEN_OF_HEARTS)
    }
}
