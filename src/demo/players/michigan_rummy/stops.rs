//! Chance into leads, runs and stops.

use super::{Cheat, Players, Style, Waiting};
use crate::{
    card::{Card, Suit},
    play::{Call, LeadAct, Zone},
    rules::{
        clockwise,
        michigan_rummy::{full_deal, stops::next_in_run},
    },
    seat::Seat,
};
use rand::{Rng, RngExt, seq::IndexedRandom};

impl<R: Rng> Players<'_, R> {
    pub(super) fn stops(&mut self) {
        let mut from = full_deal::first_leader(
            self.options.first_leader,
            &clockwise::from(&self.order, self.dealer),
            self.dealer,
            &[],
        );
        while self.out.is_none() {
            let Some(leader) = self.finds_leader(from) else {
                return;
            };
            self.leads(leader);
            while self.out.is_none() {
                if !self.goes_on() {
                    break;
                }
            }
            from = self.last.map_or(from, |(seat, _)| seat);
            self.false_out(from);
        }
    }

    /// How many cards that fit a seat showed at poker and still holds: of one alone nobody can say that it wasn't laid unseen.
    pub(super) fn shown_in_hand(&self, seat: Seat, fits: impl Fn(Card) -> bool) -> usize {
        let shown = |c: &&Card| fits(**c) && self.shown.get(*c) == Some(&seat);
        self.hands[&seat].iter().filter(shown).count()
    }

    /// One who didn't lay the last card says that he is out.
    pub(super) fn false_out(&mut self, last: Seat) {
        let other = self
            .order
            .iter()
            .copied()
            .find(|s| *s != last && !self.hands[s].is_empty());
        let Some(seat) = other.filter(|_| self.out.is_none()) else {
            return;
        };
        if !self.is(Cheat::FalseOut) {
            return;
        }
        let shown = self.shown_in_hand(seat, |_| true);
        let at = self.says(seat, Call::Claim { claim: true });
        if shown > 1 {
            self.plant("false_out", Some(seat), at, at);
        } else {
            self.open.push(Waiting {
                code: "false_out",
                against: seat,
                offence: at,
                proves: Box::new(|_| true),
            });
        }
    }

    /// Who leads; those before him pass.
    pub(super) fn finds_leader(&mut self, from: Seat) -> Option<Seat> {
        let said = self.last.is_some()
            && (self.rng.random_bool(0.5) || self.cheat == Some(Cheat::WrongLeader));
        if said {
            self.says(from, Call::Stop { stop: true });
        }
        for seat in clockwise::from(&self.order, from) {
            let suits = self.may_lead(seat);
            if suits.is_empty() {
                self.says(
                    seat,
                    Call::Lead {
                        lead: LeadAct::Pass,
                    },
                );
                continue;
            }
            if self.last.is_some() && self.is(Cheat::FalseRestartPass) {
                let at = self.says(
                    seat,
                    Call::Lead {
                        lead: LeadAct::Pass,
                    },
                );
                let (restart, last) = (self.options.restart, self.last);
                let suits = move |c: Card| {
                    let suit = c.suit();
                    suit.is_some_and(|s| last.is_none_or(|(_, l)| restart.allows(l, s)))
                };
                self.open.push(Waiting {
                    code: "false_restart_pass",
                    against: seat,
                    offence: at,
                    proves: Box::new(suits),
                });
                continue;
            }
            return Some(self.jumps_in(seat, said));
        }
        None
    }

    /// The one whose lead it is, or one who takes it from him.
    pub(super) fn jumps_in(&mut self, seat: Seat, said: bool) -> Seat {
        let mut others = self.order.clone();
        let last = self.last.map(|(s, _)| s);
        others.retain(|s| *s != seat && !self.may_lead(*s).is_empty());
        if let Some(other) = others
            .first()
            .copied()
            .filter(|_| said && last == Some(seat))
            && self.is(Cheat::WrongLeader)
        {
            let at = self.script.deeds.len();
            self.plant("wrong_leader", Some(other), at, at);
            return other;
        }
        seat
    }

    pub(super) fn leads(&mut self, seat: Seat) {
        let stopped = self.last.and_then(|(_, c)| c.suit());
        let mut suits = self.may_lead(seat);
        let first_of = |hand: &[Card], suit: Suit| {
            hand.iter()
                .copied()
                .filter(|c| c.suit() == Some(suit))
                .min()
        };
        if let Some(suit) = stopped
            && self.hands[&seat].iter().any(|c| c.suit() == Some(suit))
            && !suits.contains(&suit)
            && self.last.is_some_and(|(by, _)| by == seat)
            && self.is(Cheat::RestartSameSuit)
        {
            suits = vec![suit];
            let at = self.script.deeds.len();
            self.plant("restart_same_suit", Some(seat), at, at);
        }
        let size = |s: &Suit| {
            self.hands[&seat]
                .iter()
                .filter(|c| c.suit() == Some(*s))
                .count()
        };
        let suit = match self.style {
            Style::Whim => suits.choose(self.rng).copied(),
            Style::Sense | Style::Quick => suits.into_iter().max_by_key(size),
        };
        let Some(lowest) = suit.and_then(|s| first_of(&self.hands[&seat], s)) else {
            return;
        };
        let higher = self.hands[&seat]
            .iter()
            .copied()
            .find(|c| c.suit() == lowest.suit() && *c > lowest);
        match higher {
            Some(card) if self.is(Cheat::LeadNotLowest) => {
                let at = self.script.deeds.len();
                let shown = self.shown_in_hand(seat, |c| c.suit() == card.suit() && c < card);
                if shown > 1 {
                    self.plant("lead_not_lowest", Some(seat), at, at);
                } else {
                    self.open.push(Waiting {
                        code: "lead_not_lowest",
                        against: seat,
                        offence: at,
                        proves: Box::new(move |c| c.suit() == card.suit() && c < card),
                    });
                }
                self.plays(seat, card);
            }
            _ => {
                self.plays(seat, lowest);
            }
        }
    }

    /// The run goes on by one card; says whether it did.
    pub(super) fn goes_on(&mut self) -> bool {
        let Some((by, last)) = self.last else {
            return false;
        };
        let Some(next) = next_in_run(last) else {
            return false;
        };
        if self.cheat == Some(Cheat::CardSeenTwice) && self.script.deeds.len() > 30 {
            self.cheat = None;
            let at = self.lays(Some(by), last, Zone::Front); // it is read a second time
            self.plant("card_seen_twice", None, at, at);
        }
        let holder = self
            .order
            .iter()
            .copied()
            .find(|s| self.hands[s].contains(&next));
        let Some(holder) = holder else { return false };
        if self.withheld == Some(next) {
            return false;
        }
        if holder != by && self.hands[&holder].len() > 1 && self.is(Cheat::WithheldNext) {
            self.withheld = Some(next);
            let at = self.says(by, Call::Stop { stop: true });
            self.open.push(Waiting {
                code: "withheld_next",
                against: holder,
                offence: at,
                proves: Box::new(move |c| c == next),
            });
            return false;
        }
        if self.shown.get(&next) == Some(&holder)
            && let Some(other) = self
                .order
                .iter()
                .copied()
                .find(|s| *s != holder && self.hands[s].len() > 2)
            && self.is(Cheat::CardChangedHands)
        {
            if let Some(hand) = self.hands.get_mut(&holder) {
                hand.retain(|c| *c != next);
            }
            let at = self.plays(other, next);
            self.plant("card_changed_hands", None, at, at);
            return true;
        }
        let skips = self.hands[&holder]
            .iter()
            .copied()
            .find(|c| c.suit() == next.suit() && *c > next);
        if let Some(card) = skips.filter(|_| holder != by)
            && self.is(Cheat::WrongCardInRun)
        {
            let at = self.plays(holder, card);
            self.plant("wrong_card_in_run", Some(holder), at, at);
            return true;
        }
        self.plays(holder, next);
        true
    }
}
