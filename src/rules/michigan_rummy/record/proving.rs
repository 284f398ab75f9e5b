//! A card that a seat is certain to have held into the proofs that it completes.

use super::{Open, Record};
use crate::{
    card::Card,
    play::Seq,
    rules::{finding::Finding, knowledge::CardSet},
    seat::Seat,
};

impl Record {
    pub(super) fn bidder_holds(&mut self, seat: Seat, card: Card, seq: Seq) {
        if !self.board.single_cards().contains(&card) {
            return;
        }
        for bid in self.bids.iter_mut().filter(|b| b.what == seat && !b.closed) {
            bid.closed = true;
            let proof = vec![bid.seq, seq];
            self.found
                .push(Finding::later("blocked_bidder", seat, proof));
        }
    }

    /// The seat is certain to hold, or to have held until now, that card: completes what it proves.
    pub(super) fn holds(&mut self, seat: Seat, card: Card, seq: Seq) {
        let restart = self.restart;
        let can_lead = |last: Option<Card>, card: Card| {
            let allows = |l| card.suit().is_some_and(|s| restart.allows(l, s));
            last.is_none_or(allows)
        };
        let lead = |l: &(Seat, Card, CardSet)| {
            l.0 == seat && l.1.suit() == card.suit() && card.rank() < l.1.rank()
        };
        for (lead, (.., before)) in proved(&mut self.leads, lead) {
            self.prove("lead_not_lowest", seat, vec![lead, seq], before);
        }
        for (stop, _) in proved(&mut self.stops, |next| *next == card) {
            self.prove("withheld_next", seat, vec![stop, seq], CardSet::EMPTY);
        }
        let pass = |p: &(Seat, Option<Card>)| p.0 == seat && can_lead(p.1, card);
        for (pass, (_, last)) in proved(&mut self.passes, pass) {
            // He may have been bound by the suit of another run.
            let unseen = last.map_or(CardSet::EMPTY, |last| {
                self.led_between(last, |other| !can_lead(Some(other), card))
            });
            self.prove("false_restart_pass", seat, vec![pass, seq], unseen);
        }
        for (claim, _) in proved(&mut self.claims, |by| *by == seat) {
            self.prove("false_out", seat, vec![claim, seq], CardSet::EMPTY);
        }
        for (lead, (leader, _, unseen)) in
            proved(&mut self.same_suit, |l| can_lead(Some(l.1), card))
        {
            self.prove("restart_same_suit", leader, vec![lead, seq], unseen);
        }
        self.bidder_holds(seat, card, seq);
    }

    /// An act and what completes its proof. Of the cards that would explain it those count that still may lie anywhere.
    fn prove(&mut self, code: &'static str, seat: Seat, proof: Vec<Seq>, unless: CardSet) {
        let unseen = unless.iter().map(|c| self.lying(Some(c)));
        let unseen = unseen.fold(CardSet::EMPTY, CardSet::or);
        self.found
            .push(Finding::later(code, seat, proof).unless(unseen));
    }
}

/// Closes what is open and fits, and says which it was.
fn proved<T: Copy>(open: &mut [Open<T>], fits: impl Fn(&T) -> bool) -> Vec<(Seq, T)> {
    let now = open.iter_mut().filter(|o| !o.closed && fits(&o.what));
    now.map(|o| {
        o.closed = true;
        (o.seq, o.what)
    })
    .collect()
}
