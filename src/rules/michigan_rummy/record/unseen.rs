//! An act into the cards each of which, laid by the rules and never seen, would explain it ([`Finding::unless`]).
//!
//! [`Finding::unless`]: crate::rules::finding::Finding::unless

use super::{
    super::stops::{next_in_run, previous_in_run},
    Record,
};
use crate::{
    card::{Card, Deck},
    play::Seq,
    rules::knowledge::CardSet,
    seat::Seat,
};

impl Record {
    /// That card, if nobody has seen where it lies: it may have been laid unseen. A poker hand only shows who held it.
    pub(in crate::rules::michigan_rummy) fn lying(&self, card: Option<Card>) -> CardSet {
        let seen = |c: &Card| {
            self.played.contains_key(c)
                || self.revealed.contains_key(c)
                || self.set_aside.contains(c)
        };
        card.into_iter().filter(|c| !seen(c)).collect()
    }

    /// Every card that may lie anywhere, unseen.
    pub(super) fn unseen(&self) -> CardSet {
        let all = Deck::Full.cards().into_iter();
        all.flat_map(|card| self.lying(Some(card)).iter()).collect()
    }

    /// The one card of these, that a single unseen one could be; none where there are more.
    pub(super) fn only(&self, held: &[(Card, Seq)]) -> CardSet {
        match held {
            [(card, _)] => self.lying(Some(*card)),
            _ => CardSet::EMPTY,
        }
    }

    /// The card that may have led, unseen, the run with which this one goes on.
    pub(super) fn led_before(&self, card: Card) -> CardSet {
        let stopped = self.last.map(|(_, last)| last);
        let may_lead = |s| stopped.is_none_or(|last| self.restart.allows(last, s));
        let before = previous_in_run(card).filter(|c| c.suit().is_some_and(may_lead));
        self.lying(before)
    }

    /// The card with which another may have led the run, or gone on with the last one, before that seat's lead.
    pub(super) fn before_lead(&self, seat: Seat, card: Card) -> CardSet {
        let before = previous_in_run(card);
        let goes_on = |(_, last)| !self.stop_said && next_in_run(last) == before;
        if before.is_some() && self.last.is_some_and(goes_on) {
            self.lying(before)
        } else if self.due == Some(seat) {
            CardSet::EMPTY
        } else {
            self.led_before(card)
        }
    }

    /// The cards that may have been led after `last`, and have stopped at once, unseen, and are such that `fits`.
    pub(super) fn led_between(&self, last: Card, fits: impl Fn(Card) -> bool) -> CardSet {
        let led = Deck::Full.cards().into_iter();
        let led = led.filter(|c| c.suit().is_some_and(|s| self.restart.allows(last, s)));
        led.filter(|c| fits(*c))
            .map(|c| self.lying(Some(c)))
            .fold(CardSet::EMPTY, CardSet::or)
    }
}
