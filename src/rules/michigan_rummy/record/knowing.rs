//! The record into what it leaves open: what was seen, what is known to be held, what nobody can hold who kept to the rules.

use std::collections::BTreeSet;

use super::Record;
use crate::{
    card::{Card, Deck},
    rules::knowledge::CardSet,
    seat::Seat,
};

impl Record {
    /// Whether cards still hidden could prove an offence.
    #[must_use]
    pub fn has_open_questions(&self) -> bool {
        self.leads.iter().any(|l| !l.closed)
            || self.stops.iter().any(|s| !s.closed)
            || self.passes.iter().any(|p| !p.closed)
            || self.claims.iter().any(|c| !c.closed)
            || self.bids.iter().any(|b| !b.closed)
    }

    /// Every card played, by whom.
    pub fn all_played(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.played.iter().map(|(card, (by, _))| (*by, *card))
    }

    /// Every card shown or turned up that lies in a hand.
    pub fn shown_in_hands(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        let shown = self.shown.iter().map(|(card, (by, _))| (*by, *card));
        let played = |card: &Card| self.played.contains_key(card) || self.set_aside.contains(card);
        let revealed = self.revealed.iter().map(|(card, by)| (*by, *card));
        shown.chain(revealed).filter(move |(_, card)| !played(card))
    }

    /// Every card of the set-aside hand that was turned up.
    pub fn all_set_aside(&self) -> impl Iterator<Item = Card> + '_ {
        self.set_aside.iter().copied()
    }

    /// Whether every card that was laid is known.
    #[must_use]
    pub fn has_no_hole(&self) -> bool {
        self.holes.is_empty()
    }

    /// What the seats can't hold, if they kept to the rules wherever nothing is proved: nothing below a lead, not the card at which a run
    /// stopped, no suit that could have been led instead of passing.
    #[must_use]
    pub fn lacking(&self, seats: &[Seat]) -> Vec<(Seat, CardSet)> {
        let pack = Deck::Full.cards();
        let of = |fits: &dyn Fn(&Card) -> bool| -> CardSet {
            pack.iter().copied().filter(|c| fits(c)).collect()
        };
        let mut lacking = Vec::new();
        for lead in self.leads.iter().filter(|l| !l.closed) {
            let (seat, card, _) = lead.what;
            if !self.shown_lower(seat, card).is_empty() {
                continue;
            }
            let lower = of(&|c| c.suit() == card.suit() && c.rank() < card.rank());
            lacking.push((seat, lower));
        }
        for stop in self.stops.iter().filter(|s| !s.closed) {
            let next = of(&|c| *c == stop.what);
            lacking.extend(seats.iter().map(|seat| (*seat, next)));
        }
        for pass in self.passes.iter().filter(|p| !p.closed) {
            let (seat, last) = pass.what;
            let allowed = |c: &Card| {
                let suit = c.suit();
                suit.is_some_and(|s| last.is_none_or(|l| self.restart.allows(l, s)))
            };
            lacking.push((seat, of(&allowed)));
        }
        lacking
    }

    /// How many unplayed cards a seat is known to hold, by what it showed or turned up.
    #[must_use]
    pub fn known_unplayed(&self, seat: Seat) -> usize {
        let shown = self.shown.iter().filter(|(_, (by, _))| *by == seat);
        let revealed = self.revealed.iter().filter(|(_, by)| **by == seat);
        let cards = shown.map(|(c, _)| c).chain(revealed.map(|(c, _)| c));
        let unplayed: BTreeSet<&Card> = cards.filter(|c| !self.played.contains_key(c)).collect();
        unplayed.len()
    }
}
