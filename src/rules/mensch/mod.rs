//! Mensch: plays into verdicts and transfers (`rules/mensch.md`), one [`Mensch`] a deal.

mod bids;
mod call;
mod cards;
mod closing;
mod deal;
mod offence;
mod options;
mod proofs;
mod public;
mod settle;
mod tricks;

pub use bids::{Contract, duty_holds, legal_bids, outbids, standing};
pub use call::{CallFault, fault as call_fault};
pub use cards::{
    QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, effective_suit, legal_cards, order, power, winner,
};
pub use offence::Offence;
pub use options::{
    CallRank, CalledCardHeld, Claims, LapsesAt, MenschOptions, RevokePenalty, SlamPartner,
};
pub use proofs::{Faced, Proofs, Read, Turn};
pub use settle::Score;

use deal::{Deal, Fact};

use super::{Closed, Game, Outcome};
use crate::{
    board::DealState,
    card::Card,
    chips::{Account, Chips, Transfer},
    play::{Act, Awaited, Call, GameName, Play, Seq, Witness, Zone},
    ruling::{Ruling, Verdict},
    seat::{Seat, Seating},
};

/// A table that can't play Mensch.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} seats: Mensch is played by exactly 4")]
pub struct SeatsError(pub usize);

/// The codes of every ruling that Mensch can draw.
pub const CODES: [&str; 21] = [
    "bid_not_legal",
    "bid_out_of_turn",
    "called_not_ace",
    "called_own_card",
    "called_trump",
    "card_seen_twice",
    "claim_early",
    "deal_count",
    "deck_foreign",
    "forced_declarer_wrong",
    "impossible_world",
    "missing_card",
    "play_out_of_turn",
    "revoke",
    "settlement_wrong",
    "someone_passed_illegally",
    "three_club_pass",
    "two_cards",
    "void_in_called_suit",
    "wrong_first_leader",
    "wrong_trick_winner",
];

/// One deal of Mensch.
#[derive(Clone, Debug)]
pub struct Mensch {
    facts: Vec<Fact>,
    told: Vec<Ruling>,
    due: Vec<Transfer>,
    deal: Deal,
}

impl Mensch {
    /// A new deal: who sits where, who deals (`None`: it isn't known), and the house rules.
    ///
    /// # Errors
    /// When there aren't four seats.
    pub fn new(
        seating: &Seating,
        dealer: Option<Seat>,
        options: &MenschOptions,
    ) -> Result<Self, SeatsError> {
        let seats: Vec<Seat> = seating.seats().collect();
        let seats: [Seat; 4] = seats
            .try_into()
            .map_err(|s: Vec<Seat>| SeatsError(s.len()))?;
        let dealer = dealer.and_then(|d| seats.iter().position(|&s| s == d));
        Ok(Self {
            facts: Vec::with_capacity(80),
            told: Vec::new(),
            due: Vec::new(),
            deal: Deal::new(seats, dealer, options.clone()),
        })
    }

    /// The score of a played deal, once the record holds all that it needs.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        if self.deal.complete() {
            self.deal.score()
        } else {
            None
        }
    }

    /// Where a call belongs that arrives after the first card: behind the bids of the seats that speak before, before the first card.
    fn late_place(&self, play: &Play) -> Option<usize> {
        let Act::Call(call) = &play.act else {
            return None;
        };
        let first = self.facts.iter().position(|f| {
            matches!(
                f.play.act,
                Act::Laid {
                    zone: Zone::Trick,
                    ..
                }
            )
        })?;
        match call {
            Call::Bid { .. } => {
                let turn = |seat: Option<Seat>| {
                    let seat = self.deal.index(seat?)?;
                    Some((seat + 3 - self.deal.dealer?) % 4)
                };
                let own = turn(play.seat)?;
                let later = |f: &Fact| {
                    matches!(
                        &f.play.act,
                        Act::Call(Call::Trump { .. } | Call::Partner { .. })
                    ) || matches!(&f.play.act, Act::Call(Call::Bid { .. }))
                        && turn(f.play.seat) > Some(own)
                };
                Some(self.facts[..first].iter().position(later).unwrap_or(first))
            }
            Call::Trump { .. } | Call::Partner { .. } => Some(first),
            _ => None,
        }
    }

    /// A later word of trumps or partner counts only if nobody had said it yet, or if the host says it.
    fn repeats(&self, play: &Play) -> bool {
        let known = match &play.act {
            Act::Call(Call::Trump { .. }) => self.deal.trump.is_some(),
            Act::Call(Call::Partner { .. }) => self.deal.called.is_some(),
            _ => false,
        };
        known && self.deal.playing() && play.witness != Witness::Host
    }

    /// Folds all facts anew.
    fn refold(&mut self) -> Vec<Ruling> {
        let Deal {
            seats,
            dealer,
            options,
            ..
        } = &self.deal;
        self.deal = Deal::new(*seats, *dealer, options.clone());
        let facts = std::mem::take(&mut self.facts);
        let mut rulings = Vec::new();
        for fact in &facts {
            rulings.extend(self.deal.take(fact).into_iter().map(|o| o.ruling(fact.seq)));
        }
        self.facts = facts;
        rulings
    }

    fn take(&mut self, seq: Seq, play: &Play) -> Vec<Ruling> {
        if let Act::TakenBack { of } = play.act {
            let fact = self.facts.iter_mut().find(|f| f.seq == of);
            let Some(fact) = fact.filter(|f| matches!(f.play.act, Act::Laid { .. })) else {
                return Vec::new();
            };
            fact.taken_back = true;
            return self.refold();
        }
        let fact = Fact {
            seq,
            play: play.clone(),
            late: false,
            taken_back: false,
        };
        if let Some(place) = self.late_place(play) {
            if self.repeats(play) {
                return Vec::new();
            }
            self.facts.insert(place, Fact { late: true, ..fact });
            return self.refold();
        }
        let found = self.deal.take(&fact);
        self.facts.push(fact);
        found.into_iter().map(|o| o.ruling(seq)).collect()
    }

    /// What the host's word ends: a deal thrown in, a claim accepted.
    fn ended(&mut self, seq: Seq, play: &Play, outcome: &mut Outcome) {
        let host = play.witness == Witness::Host;
        match &play.act {
            Act::Call(Call::Redeal { redeal: true }) if host && !self.deal.over => {
                self.deal.over = true;
                let dealer = self
                    .deal
                    .dealer
                    .map_or_else(|| self.deal.next_dealer(), |d| self.deal.seats[d]);
                outcome.closed = Some(Closed {
                    outcome: "redeal".to_owned(),
                    next_dealer: dealer,
                });
            }
            Act::Call(Call::Claim { claim: true }) if !self.deal.over => {
                let seat = play.seat.and_then(|s| self.deal.index(s));
                if self.deal.options.claims == Claims::Yes {
                    self.deal.claimed_by = seat.filter(|_| host);
                } else {
                    let early = Offence::new("claim_early", play.seat, vec![seq], true);
                    outcome
                        .rulings
                        .push(early.at_most(Verdict::Reminder).ruling(seq));
                }
            }
            Act::Call(Call::Paid { paid, to }) if self.deal.over => {
                if let Some(seat) = play.seat.and_then(|s| self.deal.index(s)) {
                    let found = self.deal.paid(seq, seat, *paid, to, &self.due);
                    outcome
                        .rulings
                        .extend(found.into_iter().map(|o| o.ruling(seq)));
                }
            }
            _ => {}
        }
    }
}

impl Game for Mensch {
    fn name(&self) -> GameName {
        GameName::Mensch
    }

    fn awaited(&self) -> Vec<Awaited> {
        self.deal.awaited()
    }

    fn judge(&self, seq: Seq, play: &Play) -> Vec<Ruling> {
        self.clone().apply(seq, play).rulings
    }

    fn apply(&mut self, seq: Seq, play: &Play) -> Outcome {
        let unsettled = self.due.is_empty();
        let mut rulings = self.take(seq, play);
        rulings.retain(|r| !self.told.contains(r));
        self.told.extend(rulings.iter().cloned());
        let mut outcome = Outcome {
            rulings,
            ..Outcome::default()
        };
        self.ended(seq, play, &mut outcome);
        if outcome.closed.is_none() && !self.deal.over && self.deal.complete() {
            let (transfers, closed) = self.deal.close();
            if unsettled {
                self.due.clone_from(&transfers);
                outcome.transfers = transfers;
                outcome.closed = Some(closed);
            }
        }
        outcome
    }

    fn likely(&self, seat: Option<Seat>, _zone: &Zone) -> Vec<Card> {
        self.deal
            .knowledge
            .likely(seat.and_then(|s| self.deal.index(s)))
    }

    fn state(&self) -> DealState {
        self.deal.state()
    }

    fn stakes(&self) -> Vec<(Account, Chips)> {
        Vec::new()
    }
}
