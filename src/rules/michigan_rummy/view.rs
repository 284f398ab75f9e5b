//! A deal of Michigan Rummy into what the table may see of it: whom the referee waits for, the public state, the cards that are likely.

use super::game::{MichiganRummy, Phase};
use crate::{
    board::{BoardCard, DealState, SeatState},
    card::{Card, Deck},
    play::{Awaited, Bid, Call, DummyAct, LeadAct, PokerAct, Zone},
    rules::Game,
    seat::Seat,
};

fn awaited(what: &str, seats: Vec<Seat>) -> Awaited {
    Awaited {
        seats,
        what: what.to_owned(),
        calls: Vec::new(),
        zone: None,
    }
}

impl MichiganRummy {
    pub(super) fn waits_for(&self) -> Vec<Awaited> {
        match self.phase {
            // Nobody need have seen the dealing: what is said first opens the deal too.
            Phase::Opening if !self.from_start => [awaited("deal", vec![self.setup.dealer])]
                .into_iter()
                .chain(self.waits_in_opening())
                .collect(),
            Phase::Opening => self.waits_in_opening(),
            Phase::Poker => self.waits_at_poker(),
            Phase::Stops => self.waits_in_stops(),
            Phase::TurnUp(winner) => {
                let others = self.setup.seats.iter().filter(|s| Some(**s) != winner);
                vec![Awaited {
                    calls: vec![Call::Claim { claim: true }],
                    zone: Some(Zone::Hand),
                    ..awaited("turn_up", others.copied().collect())
                }]
            }
            Phase::Finale => vec![Awaited {
                zone: Some(Zone::Hand),
                ..awaited("poker_show", self.setup.seats.clone())
            }],
            Phase::Over => Vec::new(),
        }
    }

    fn waits_in_opening(&self) -> Vec<Awaited> {
        let dealer = vec![self.setup.dealer];
        if self.opening.is_selling() {
            let standing = self.opening.bids.iter().map(|(_, chips, _)| *chips).max();
            let next = standing.map_or(self.setup.options.min_bid, |s| s + 1);
            let bid = |bid| Call::Bid { bid };
            return vec![Awaited {
                calls: vec![bid(Bid::Pass), bid(Bid::Chips(next))],
                ..awaited("auction", self.opening.may_bid(&self.bidders()))
            }];
        }
        if !self.opening.picked {
            return vec![Awaited {
                calls: vec![Call::Pick { pick: 1 }, Call::Pick { pick: 2 }],
                ..awaited("pick", dealer)
            }];
        }
        if self.opening.said.is_none() {
            let acts = [DummyAct::Keep, DummyAct::Swap, DummyAct::Sell];
            return vec![Awaited {
                calls: acts.map(|dummy| Call::Dummy { dummy }).into(),
                ..awaited("dummy", dealer)
            }];
        }
        self.waits_at_poker()
    }

    fn waits_at_poker(&self) -> Vec<Awaited> {
        let betting = &self.poker.betting;
        if self.poker.settled || self.pool_id().is_none() {
            return self.waits_in_stops();
        }
        let Some(turn) = betting.turn() else {
            return vec![Awaited {
                zone: Some(Zone::Hand),
                ..awaited("poker_show", betting.still_in())
            }];
        };
        let standing = betting.standing();
        let call = |poker, to| Call::Poker { poker, to };
        let most = self.setup.options.bet_cap.unwrap_or(standing + 1);
        let higher = (standing < most).then_some(standing + 1);
        let calls = if standing == 0 {
            let bet = higher.map(|to| call(PokerAct::Bet, Some(to)));
            [call(PokerAct::Pass, None)]
                .into_iter()
                .chain(bet)
                .collect()
        } else {
            let raise = higher.map(|to| call(PokerAct::Raise, Some(to)));
            let fixed = [
                call(PokerAct::Fold, None),
                call(PokerAct::Call, Some(standing)),
            ];
            fixed.into_iter().chain(raise).collect()
        };
        vec![Awaited {
            calls,
            ..awaited("poker", vec![turn])
        }]
    }

    fn waits_in_stops(&self) -> Vec<Awaited> {
        if self.record.in_run() && !self.record.has_evidently_stopped() {
            return vec![Awaited {
                calls: vec![Call::Stop { stop: true }],
                zone: Some(Zone::Front),
                ..awaited("next_card", self.setup.seats.clone())
            }];
        }
        let pass = Call::Lead {
            lead: LeadAct::Pass,
        };
        let first = self.run.is_empty();
        vec![Awaited {
            calls: if first { Vec::new() } else { vec![pass] },
            zone: Some(Zone::Front),
            ..awaited("lead", vec![self.leader()])
        }]
    }

    pub(super) fn public_state(&self) -> DealState {
        let phase = match self.phase {
            Phase::Opening if !self.from_start => "deal",
            Phase::Opening => "dummy",
            Phase::Poker => "poker",
            Phase::Stops => "stops",
            Phase::TurnUp(_) => "turn_up",
            Phase::Finale => "final",
            Phase::Over => "over",
        };
        let run = self.run.iter().map(|(seat, card, seq)| BoardCard {
            seat: Some(*seat),
            card: *card,
            seq: *seq,
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
            run: run.collect(),
            stakes: self.stakes(),
            awaited: self.waits_for(),
            ..DealState::default()
        }
    }

    fn seat_state(&self, seat: Seat) -> SeatState {
        let shown = self.poker.shown.get(&seat).into_iter().flatten();
        let is_out = self
            .closed
            .as_ref()
            .is_some_and(|c| c.outcome == "went_out")
            && self.collected.last().is_some_and(|(s, ..)| *s == seat);
        let folded =
            self.poker.betting.has_begun() && !self.poker.betting.still_in().contains(&seat);
        let marks = [
            (seat == self.setup.dealer, "dealer"),
            (folded && self.phase == Phase::Poker, "folded"),
            (self.poker.winners.contains(&seat), "poker_winner"),
            (is_out, "out"),
        ];
        let marks = marks.into_iter().filter(|(is, _)| *is);
        SeatState {
            seat,
            hand: self.left(seat).and_then(|n| u8::try_from(n).ok()),
            shown: shown.filter_map(|(card, _)| *card).collect(),
            tricks: 0,
            marks: marks.map(|(_, mark)| mark.to_owned()).collect(),
        }
    }

    /// The cards that may come out of that hand, likeliest first: those it must hold, those it may, the rest that nobody has seen; then those
    /// that others are known to hold.
    pub(super) fn likely_cards(&self, seat: Option<Seat>) -> Vec<Card> {
        let mut cards = self.likely_in_world(seat).unwrap_or_default();
        let laid = |card: &Card| self.record.player_of(*card).is_some();
        let rest = Deck::Full.faces().into_iter();
        let rest: Vec<Card> = rest.filter(|c| !laid(c) && !cards.contains(c)).collect();
        cards.extend(rest);
        cards
    }
}
