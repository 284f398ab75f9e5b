//! What was laid, shown, led, stopped and passed into what each hidden hand must, may and cannot hold (`rules/michigan_rummy.md` §6): hands in
//! the order of the seats, the set-aside hand last.
//!
//! A lead is taken for the lowest of its suit, a stop for a card that nobody holds, a pass for a hand without another suit, as long as the record
//! doesn't prove the contrary. Where no dealing of the unseen cards is left, one of these was broken, or a card was misread.

use super::{deal, game::MichiganRummy};
use crate::{
    card::{Card, Deck},
    rules::knowledge::{CardSet, Knowledge},
    seat::Seat,
};

impl MichiganRummy {
    /// What is known of the hidden hands; `None` where so many can't play.
    pub(super) fn knowledge(&self) -> Option<Knowledge> {
        let seats = &self.setup.seats;
        let big = deal::sizes(seats.len())?.big;
        let size = |seat: Seat| self.opening.size(seat, seats.len()).unwrap_or(big);
        // A card that nobody could name is among the unseen ones, and its place among the unknown of the hand.
        let room = |seat: &Seat| u8::try_from(size(*seat)).unwrap_or(0);
        let aside = u8::try_from(big).unwrap_or(0);
        let sizes: Vec<u8> = seats.iter().map(room).chain([aside]).collect();
        let deck: CardSet = Deck::Full.cards().into_iter().collect();
        let mut known = Knowledge::new(deck, &sizes);
        let dummy = seats.len();
        let hand = |seat: Seat| seats.iter().position(|s| *s == seat).unwrap_or(dummy);
        for (seat, card) in self.record.shown_in_hands() {
            known.show(hand(seat), card);
        }
        for (seat, card) in self.record.all_played() {
            known.play(hand(seat), card);
        }
        for card in self.record.all_set_aside() {
            known.show(dummy, card);
        }
        // Only a record without gaps says who couldn't have held what.
        if self.record.has_no_hole() && self.from_start {
            for (seat, cards) in self.record.lacking(seats) {
                known.lacks(hand(seat), cards);
            }
        }
        Some(known)
    }

    /// The cards that may lie there, likeliest first.
    pub(super) fn likely_in_world(&self, seat: Option<Seat>) -> Option<Vec<Card>> {
        let known = self.knowledge()?;
        let hand = seat.and_then(|s| self.setup.seats.iter().position(|t| *t == s));
        Some(known.likely(hand))
    }
}
