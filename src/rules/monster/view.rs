//! A Monster game into what the table may see of it: whom the referee waits for, the public state, the cards that are likely.

use super::{game::Monster, hand::DEALT};
use crate::{
    board::{BoardCard, DealState, SeatState},
    card::{Card, Deck},
    chips::Account,
    play::{Awaited, Call, HandAct, Zone},
    seat::Seat,
};

impl Monster {
    pub(super) fn waits_for(&self) -> Vec<Awaited> {
        if self.closed.is_some() {
            return Vec::new();
        }
        let awaited = |what: &str, seats: Vec<Seat>, zone: Option<Zone>| Awaited {
            seats,
            what: what.to_owned(),
            calls: Vec::new(),
            zone,
        };
        if self.between || !self.round.has_acts() && self.round.turn().is_none() {
            return vec![awaited("deal", vec![self.setup.dealer], None)];
        }
        let mut all = Vec::new();
        if let Some(seat) = self.round.turn() {
            let discard = |n| Call::Act {
                act: HandAct::Discard,
                count: Some(n),
            };
            let fold = Call::Act {
                act: HandAct::Fold,
                count: None,
            };
            all.push(Awaited {
                calls: (0..=3).map(discard).chain([fold]).collect(),
                ..awaited("act", vec![seat], None)
            });
            return all;
        }
        if self.round.holes() > 0 {
            all.push(awaited("answer", Vec::new(), None));
        }
        let live = self.round.live();
        let faced = |s: &Seat| self.round.unfaced(*s) == Some(0);
        let hidden: Vec<Seat> = live.iter().copied().filter(|s| !faced(s)).collect();
        if !hidden.is_empty() {
            all.push(awaited("showdown", hidden, Some(Zone::Hand)));
        }
        if self.round.unfaced_pile() > 0 {
            all.push(awaited("pile", Vec::new(), Some(Zone::Pile)));
        }
        all
    }

    pub(super) fn public_state(&self) -> DealState {
        let phase = match self.waits_for().first().map(|a| a.what.clone()).as_deref() {
            None => "over",
            Some("deal") => "deal",
            Some("act") => "acts",
            Some("showdown" | "answer") => "showdown",
            Some(_) => "fight",
        };
        let middle = self.round.pile.iter().map(|(card, seq)| BoardCard {
            seat: None,
            card: *card,
            seq: self.entry(*seq),
        });
        DealState {
            phase: phase.to_owned(),
            dealer: Some(self.setup.dealer),
            seats: self
                .setup
                .seats
                .iter()
                .map(|s| self.seat_state(*s))
                .collect(),
            middle: middle.collect(),
            stakes: vec![(Account::Pot, self.pot)],
            awaited: self.waits_for(),
            ..DealState::default()
        }
    }

    fn seat_state(&self, seat: Seat) -> SeatState {
        let plays = self.round.starters.contains(&seat);
        let deed = self.round.deed(seat).filter(|_| plays);
        let shown = self.round.shown.get(&seat).into_iter().flatten();
        let shown: Vec<Card> = shown.filter_map(|(card, _)| *card).collect();
        let hand = match deed {
            Some(Some(n)) => Some((DEALT as u8).saturating_sub(n)),
            Some(None) => None,
            None => (plays && !self.between && self.closed.is_none()).then_some(DEALT as u8),
        };
        let champion = |s: &super::round::Settled| s.champions.contains(&seat);
        let is_champion = (self.between || self.closed.is_some())
            && self.last_settled.as_ref().is_some_and(champion);
        let marks = [
            (seat == self.setup.dealer, "dealer"),
            (!plays, "out"),
            (deed == Some(None), "folded"),
            (is_champion, "champion"),
        ];
        let marks = marks.into_iter().filter(|(is, _)| *is);
        SeatState {
            seat,
            hand,
            shown,
            tricks: 0,
            marks: marks.map(|(_, mark)| mark.to_owned()).collect(),
        }
    }

    /// The faces of which a copy is still unseen in this round, the most numerous first.
    pub(super) fn unseen_faces(&self) -> Vec<Card> {
        let lying = self.round.shown.values().flatten().chain(&self.round.pile);
        let seen: Vec<Card> = lying.filter_map(|(card, _)| *card).collect();
        let left = |card: &Card| {
            let copies = usize::from(Deck::Pairs.copies(*card));
            copies.saturating_sub(seen.iter().filter(|c| *c == card).count())
        };
        let mut faces = Deck::Pairs.faces();
        faces.retain(|card| left(card) > 0);
        faces.sort_by_key(|card| std::cmp::Reverse(left(card)));
        faces
    }
}
