//! The state of a deal into what the phones show and what the referee waits for.

use super::{
    bids::{Contract, outbids, standing},
    call::fault_of_card,
    deal::Deal,
    tricks::Lies,
};
use crate::{
    board::{BoardCard, DealState, SeatState},
    card::{Deck, Suit},
    play::{Awaited, Bid, Call, Zone},
    seat::Seat,
};

fn awaited(seats: Vec<Seat>, what: &str, calls: Vec<Call>, zone: Option<Zone>) -> Awaited {
    Awaited {
        seats,
        what: what.to_owned(),
        calls,
        zone,
    }
}

impl Deal {
    /// What is waited for, most urgent first.
    pub(super) fn awaited(&self) -> Vec<Awaited> {
        if self.over {
            return if self.score().is_none() {
                self.missing()
            } else {
                Vec::new()
            };
        }
        if self.playing() {
            return self.next_card();
        }
        let bids = self.proofs.bids();
        if bids.len() < 4 && self.trump.is_none() {
            return self.bidding(&bids);
        }
        let mut list = self.declaring();
        list.extend(self.next_card());
        list
    }

    fn bidding(&self, bids: &[Bid]) -> Vec<Awaited> {
        let everybody = || self.seats.to_vec();
        let next = self
            .dealer
            .map_or_else(everybody, |d| vec![self.seats[(d + 1 + bids.len()) % 4]]);
        let legal = |(bid, _): &(Bid, _)| outbids(*bid, standing(bids));
        let calls = Bid::LADDER
            .iter()
            .filter(|b| legal(b))
            .map(|&(bid, _)| Call::Bid { bid })
            .collect();
        let bid = awaited(next, "bid", calls, None);
        let dealt = self.backs.iter().any(Option::is_some) || !bids.is_empty();
        if dealt {
            return vec![bid];
        }
        let dealer = self.dealer.map(|d| self.seats[d]).into_iter().collect();
        vec![awaited(dealer, "deal", Vec::new(), Some(Zone::Hand)), bid]
    }

    /// Trumps and the partner, where the contract wants them.
    fn declaring(&self) -> Vec<Awaited> {
        let mut list = Vec::new();
        let Some(contract) = self.contract else {
            return list;
        };
        // In the forced game nobody but the holder of the queen of hearts knows who he is.
        let who = self
            .declarer
            .map_or_else(|| self.seats.to_vec(), |d| vec![self.seats[d]]);
        if self.trump.is_none() {
            let calls = Suit::ALL.map(|trump| Call::Trump { trump }).to_vec();
            list.push(awaited(who.clone(), "trump", calls, None));
        }
        if contract.has_partner() && self.called.is_none() {
            let fine = |&c: &_| fault_of_card(c, self.trump, &self.options).is_none();
            let cards = Deck::Short.cards().into_iter().rev().filter(fine);
            let calls = cards.map(|partner| Call::Partner { partner }).collect();
            list.push(awaited(who, "partner", calls, None));
        }
        list
    }

    fn next_card(&self) -> Vec<Awaited> {
        let mut list = Vec::new();
        if self.playing() {
            list.extend(self.declaring());
        }
        let last = self.tricks.all.last();
        if let Some(trick) = last.filter(|t| t.full() && !t.gathered) {
            let open = trick.slots.iter().any(|s| s.lies == Lies::TakenBack);
            if !open {
                let winner = self.last_winner().map(|w| self.seats[w]);
                list.push(awaited(
                    winner.into_iter().collect(),
                    "gather",
                    Vec::new(),
                    None,
                ));
            }
        }
        let next = self.expected().map(|s| self.seats[s]);
        list.push(awaited(
            next.into_iter().collect(),
            "card",
            Vec::new(),
            Some(Zone::Trick),
        ));
        list
    }

    /// What a played deal still needs before it can be settled.
    fn missing(&self) -> Vec<Awaited> {
        let mut list = self.declaring();
        if self.contract.is_none() {
            let calls = Bid::LADDER
                .iter()
                .map(|&(bid, _)| Call::Bid { bid })
                .collect();
            list.push(awaited(Vec::new(), "bid", calls, None));
        }
        if list.is_empty() {
            list.push(awaited(Vec::new(), "answer", Vec::new(), None));
        }
        list
    }

    fn phase(&self) -> &'static str {
        match () {
            () if self.over => "settled",
            () if self.playing() => "tricks",
            () if self.proofs.bids().len() == 4 || self.trump.is_some() => "declaring",
            () if !self.proofs.bids().is_empty() || self.backs.iter().any(Option::is_some) => {
                "bidding"
            }
            () => "dealing",
        }
    }

    /// The public state.
    pub(super) fn state(&self) -> DealState {
        let tricks = self.trick_counts();
        let partner = self.partner();
        let seat = |i: usize| {
            let marked = [
                (self.dealer == Some(i), "dealer"),
                (self.declarer == Some(i), "declarer"),
                (partner == Some(i), "partner"),
            ];
            let played = self
                .tricks
                .all
                .iter()
                .filter(|t| t.slot(i).is_some_and(|s| s.lies != Lies::TakenBack));
            let played = u8::try_from(played.count()).unwrap_or(8);
            SeatState {
                seat: self.seats[i],
                hand: self.from_start.then(|| 8_u8.saturating_sub(played)),
                shown: self.knowledge.shown(i).iter().collect(),
                tricks: tricks[i],
                marks: marked
                    .iter()
                    .filter(|m| m.0)
                    .map(|m| m.1.to_owned())
                    .collect(),
            }
        };
        let trick = self.tricks.all.last().filter(|t| !t.gathered);
        let middle = trick
            .into_iter()
            .flat_map(|t| &t.slots)
            .filter(|s| s.lies == Lies::There);
        DealState {
            phase: self.phase().to_owned(),
            dealer: self.dealer.map(|d| self.seats[d]),
            seats: (0..4).map(seat).collect(),
            contract: self.contract.and_then(Contract::bid),
            forced: self.contract == Some(Contract::Forced),
            trump: self.trump,
            called: self.called,
            middle: middle
                .map(|s| BoardCard {
                    seat: Some(self.seats[s.seat]),
                    card: s.face,
                    seq: s.seq,
                })
                .collect(),
            awaited: self.awaited(),
            ..DealState::default()
        }
    }
}
