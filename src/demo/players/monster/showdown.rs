//! The hands and the pile turned up, and what is planted there.

use super::{Cheat, Hand, Players, backs, laid, ranks};
use crate::{
    card::{Card, Deck},
    play::{Act, Call, Zone},
    rules::monster::hand::{self},
    seat::Seat,
};
use rand::{Rng, seq::SliceRandom};
use std::collections::BTreeMap;

impl<R: Rng> Players<'_, R> {
    pub(super) fn showdown(&mut self, hands: &[Hand]) {
        let mut pile: Vec<Card> = Vec::new();
        let mut ones: Vec<usize> = Vec::new();
        for hand in hands {
            let Some(thrown) = &hand.thrown else { continue };
            pile.extend(thrown);
            let mut first = BTreeMap::new();
            let mismatch = self.shorter == Some(hand.seat);
            for (i, card) in hand.kept.iter().enumerate() {
                if self.over {
                    return;
                }
                let at = self.does(Some(hand.seat), laid(*card, Zone::Hand));
                if *card == Deck::Pairs.faces()[0] {
                    ones.push(at);
                }
                let twin = first.insert(*card, at);
                if let (Some(Cheat::PairKept), Some(_)) = (self.cheat, twin) {
                    self.plant("pair_kept", Some(hand.seat), at, at);
                }
                if mismatch && self.cheat.is_some() && i + 1 + thrown.len() + 1 > 6 {
                    let said = self.said_at(hand.seat);
                    self.plant("hand_count_mismatch", Some(hand.seat), said, at);
                }
            }
        }
        if let (Some(Cheat::DeckInvalid), [_, second, ..]) = (self.cheat, &ones[..]) {
            let second = *second;
            self.plant("deck_invalid", None, second, second);
        }
        pile.extend(&self.fed);
        pile.shuffle(self.rng);
        let live = hands.iter().filter(|h| h.thrown.is_some());
        let best = live
            .clone()
            .map(|h| hand::descending(&ranks(&h.kept)))
            .max();
        self.fight = (best.unwrap_or_default(), ranks(&pile));
        if self.cheat == Some(Cheat::MonsterPileCount) && pile.len() == 2 && live.count() >= 2 {
            pile.pop();
            self.short_pile = true;
        }
        for card in pile {
            if self.over {
                return;
            }
            let at = self.does(None, laid(card, Zone::Pile));
            if card == Deck::Pairs.faces()[0] {
                ones.push(at);
            }
            if let (Some(Cheat::DeckInvalid), [_, second]) = (self.cheat, &ones[..]) {
                let second = *second;
                self.plant("deck_invalid", None, second, second);
            }
        }
    }

    /// Two hands are dealt again: the round before is over, and its pile was a card short.
    pub(super) fn deals_over_a_short_pile(&mut self, hands: &[Hand]) {
        if !self.short_pile {
            return;
        }
        let live: Vec<Seat> = hands
            .iter()
            .filter(|h| h.thrown.is_some())
            .map(|h| h.seat)
            .collect();
        let first = self.script.deeds.iter().position(|d| {
            let said = matches!(d.act, Act::Call(Call::Act { count: Some(_), .. }));
            said && d.seat == live.first().copied()
        });
        let mut at = 0;
        for seat in live.iter().take(2) {
            at = self.does(Some(*seat), backs(Zone::Hand, 6));
        }
        self.plant("monster_pile_count", None, first.unwrap_or(at), at);
        self.over = true; // whoever plays on is no matter for this script
    }
}
