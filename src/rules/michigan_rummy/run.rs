//! Cards laid in the stops game into leads, runs, stops, collections and the end (`rules/michigan_rummy.md` §2 `LEAD`…`OUT`, §3.2, §3.3).

use super::{
    board::Pays,
    full_deal,
    game::{MichiganRummy, Phase},
    options::{FirstLeader, LateClaim, NoRestart, Pay},
    stops::next_in_run,
};
use crate::{
    card::Card,
    chips::Chips,
    play::{Seq, Witness},
    rules::{Outcome, clockwise, finding::Finding},
    ruling::Verdict,
    seat::Seat,
};

/// What a card laid is, by the record so far.
enum Laid {
    Lead,
    /// A lead that is itself the stop.
    StopAndLead,
    Play,
    /// It goes on with nothing, and may be a lead that was passed on without a word.
    Unclear,
}

impl MichiganRummy {
    /// The card that continues the run.
    pub(super) fn next_card(&self) -> Option<Card> {
        let (_, last) = self.record.last().filter(|_| self.record.in_run())?;
        next_in_run(last)
    }

    /// A card that nobody is known to have laid: what follows has nothing to continue.
    pub(super) fn unknown_play(&mut self) {
        self.phase = Phase::Stops;
        self.record.lose_track(None);
        self.run.clear();
    }

    pub(super) fn front(
        &mut self,
        seat: Seat,
        card: Option<Card>,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        if self.phase < Phase::Stops {
            self.close_opening();
            self.close_poker(seq, outcome);
            self.phase = Phase::Stops;
        }
        self.forget_untaken(outcome);
        if self.may_be_last(seat) {
            self.record.was_out(seat);
        }
        let first = self.played.is_empty();
        *self.played.entry(seat).or_default() += 1;
        let Some(card) = card else {
            self.record.lose_track(Some(seat));
            self.run.clear();
            self.run.push((seat, None, seq));
            self.out_if_empty(seat);
            return;
        };
        if self.record.player_of(card).is_some() {
            // Read twice: it doesn't count as a card of the hand.
            *self.played.entry(seat).or_default() -= 1;
        }
        let leads = match self.what_is(seat, card, first) {
            Laid::Lead => true,
            Laid::StopAndLead => {
                self.record.stopped(seq);
                true
            }
            Laid::Play => false,
            Laid::Unclear => {
                self.telling.doubt(seq);
                false
            }
        };
        if leads {
            let due = self.due();
            self.turns += 1;
            self.run.clear();
            self.record.lead_is_due(due);
            self.record.lead(seat, card, seq);
        } else {
            self.record.play(seat, card, seq);
        }
        self.passed.clear();
        self.run.push((seat, Some(card), seq));
        self.collect(seat, seq);
        self.out_if_empty(seat);
    }

    fn what_is(&self, seat: Seat, card: Card, first: bool) -> Laid {
        let Some((by, last)) = self.record.last() else {
            // A record that begins in the middle, or lost track, can't tell a lead from a card of a run.
            return if first && self.from_start {
                Laid::Lead
            } else {
                Laid::Play
            };
        };
        if !self.record.in_run() {
            return Laid::Lead;
        }
        if next_in_run(last) == Some(card) {
            Laid::Play
        } else if self.record.has_evidently_stopped() || seat == by {
            Laid::StopAndLead
        } else if card.suit() == last.suit() {
            Laid::Play
        } else {
            Laid::Unclear
        }
    }

    /// Somebody says that the run has ended, or lets the lead pass.
    pub(super) fn stop_is_said(&mut self, seq: Seq) {
        self.stops_are_said = true;
        self.turns += 1;
        self.record.stop(seq);
    }

    pub(super) fn passes_lead(&mut self, seat: Seat, seq: Seq) {
        self.stop_is_said(seq);
        self.record.pass_restart(seat, seq);
        self.passed.insert(seat);
        self.end_if_stuck();
    }

    /// Ends the game where nobody can lead: everybody said so.
    fn end_if_stuck(&mut self) {
        let all_pass = self.setup.seats.iter().all(|s| self.passed.contains(s));
        if self.phase != Phase::Stops || !all_pass {
            return;
        }
        match self.setup.options.no_restart {
            NoRestart::LeadSameSuit => return self.passed.clear(), // the stopped suit is led
            NoRestart::EndNoPayout => {}
            NoRestart::RefundCollected => {
                for (seat, id, chips, _) in std::mem::take(&mut self.collected) {
                    self.purse.pay(seat, &id, chips, "refund");
                }
            }
        }
        self.phase = Phase::TurnUp(None);
        if !self.is_open_question() {
            self.close_turn_up();
        }
    }

    /// The last card of a seat that said it was out: it lay there by then, and was seen a moment later.
    pub(super) fn last_card(
        &mut self,
        seat: Seat,
        card: Option<Card>,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        let phase = std::mem::replace(&mut self.phase, Phase::Stops);
        self.front(seat, card, seq, outcome);
        if self.phase == Phase::Stops {
            self.phase = phase;
        }
    }

    /// Whether the next card of a seat may be its last, by how many it laid.
    pub(super) fn may_be_last(&self, seat: Seat) -> bool {
        let players = self.setup.seats.len();
        let next = self.played.get(&seat).copied().unwrap_or(0) + 1;
        let by_count = self.opening.size(seat, players).map(|size| size == next);
        let any = || super::deal::sizes(players).is_some_and(|s| (s.small..=s.big).contains(&next));
        self.from_start && by_count.unwrap_or_else(any)
    }

    /// Pays what the newest card of the run collects.
    fn collect(&mut self, seat: Seat, seq: Seq) {
        if self.setup.options.pay == Pay::Held || self.barred.contains(&seat) {
            return;
        }
        let known: Option<Vec<(Seat, Card)>> = self
            .run
            .iter()
            .map(|(s, card, _)| Some((*s, (*card)?)))
            .collect();
        let run = known.unwrap_or_else(|| {
            let hole = self.run.iter().rposition(|(_, card, _)| card.is_none());
            let after = self.run.iter().skip(hole.map_or(0, |i| i + 1));
            after
                .filter_map(|(s, card, _)| Some((*s, (*card)?)))
                .collect()
        });
        let board = &self.setup.options.board;
        let ids: Vec<String> = board
            .collected_by(&run)
            .into_iter()
            .map(str::to_owned)
            .collect();
        for id in ids {
            if self.purse.stakes.get(&id).is_none_or(|chips| *chips == 0) {
                continue;
            }
            let waits = self.reports_chips && self.setup.options.late_claim == LateClaim::Forfeited;
            if !waits {
                let chips = self.purse.empty(seat, &id, "pay_card");
                self.collected.push((seat, id.clone(), chips, seq));
            }
            if self.reports_chips {
                self.untaken.push((seat, id, seq));
            }
        }
    }

    /// The next card is laid: what a table that reports its chips has not seen taken is remembered, or forfeited.
    fn forget_untaken(&mut self, outcome: &mut Outcome) {
        for (seat, _, card) in std::mem::take(&mut self.untaken) {
            let finding = Finding::by_itself("missed_collection", seat, card);
            self.tell(&finding, Verdict::Reminder, outcome);
        }
    }

    fn out_if_empty(&mut self, seat: Seat) {
        let players = self.setup.seats.len();
        let played = self.played.get(&seat).copied().unwrap_or(0);
        let most = super::deal::sizes(players).map_or(usize::MAX, |s| s.big);
        let size = self.opening.size(seat, players).unwrap_or(most);
        if self.phase == Phase::Stops && played >= size && !self.record.holds_shown(seat) {
            self.out(seat);
        }
    }

    /// A seat says that it is out: it is, if it laid the last card and isn't known to hold another.
    pub(super) fn claims(&mut self, seat: Seat, seq: Seq, witness: Witness) {
        match self.phase {
            Phase::TurnUp(_) => self.close_turn_up(),
            Phase::Finale if witness == Witness::Host => self.settle_finale(true),
            Phase::Stops => {
                let laid_last = self.run.last().is_some_and(|(by, ..)| *by == seat);
                self.record.claims_out(seat, seq);
                let holds = self.record.holds_shown(seat);
                if !holds && (laid_last || witness == Witness::Host) {
                    self.out(seat);
                }
            }
            _ => {}
        }
    }

    fn out(&mut self, seat: Seat) {
        let pot = self
            .setup
            .options
            .board
            .id_of(&Pays::Pot)
            .map(str::to_owned);
        if let Some(pot) = pot {
            let chips = self.purse.empty(seat, &pot, "pot");
            self.collected.push((seat, pot, chips, Seq(0)));
        }
        self.phase = Phase::TurnUp(Some(seat));
        let all_known = self
            .setup
            .seats
            .iter()
            .all(|s| *s == seat || self.left(*s).is_some());
        if all_known {
            self.pay_bonus();
        }
        if !self.is_open_question() && (self.bonus_paid || self.setup.options.per_card_bonus == 0) {
            self.close_turn_up();
        }
    }

    /// How many cards a seat still holds, where that is certain.
    pub(super) fn left(&self, seat: Seat) -> Option<usize> {
        let size = self.opening.size(seat, self.setup.seats.len())?;
        let played = self.played.get(&seat).copied().unwrap_or(0);
        self.from_start.then(|| size.saturating_sub(played))
    }

    /// The winner is paid for the cards left in the other hands, by what is certain or lies turned up.
    fn pay_bonus(&mut self) {
        let Phase::TurnUp(Some(winner)) = self.phase else {
            return;
        };
        if std::mem::replace(&mut self.bonus_paid, true) {
            return;
        }
        for seat in self.setup.seats.clone() {
            let turned_up = self.turned_up.get(&seat).copied().unwrap_or(0);
            let cards = self.left(seat).unwrap_or(turned_up);
            let bonus = self.setup.options.per_card_bonus * cards as Chips;
            if seat != winner && bonus > 0 {
                self.purse.give(seat, winner, bonus, "cards_left");
            }
        }
    }

    /// Whether cards that are still hidden could prove something.
    fn is_open_question(&self) -> bool {
        self.opening.exchange.is_some() || self.record.has_open_questions() || !self.held.is_empty()
    }

    /// Closes the deal once every card that is left in a hand lies turned up.
    pub(super) fn close_if_all_is_turned_up(&mut self) {
        let up = |s: &Seat| self.turned_up.get(s).copied().unwrap_or(0);
        let all = self
            .setup
            .seats
            .iter()
            .all(|s| self.left(*s).is_some_and(|n| n <= up(s)));
        if all && self.opening.exchange.is_none() && matches!(self.phase, Phase::TurnUp(_)) {
            self.close_turn_up();
        }
    }

    /// Nothing more is turned up: the deal is over.
    pub(super) fn close_turn_up(&mut self) {
        let Phase::TurnUp(winner) = self.phase else {
            return;
        };
        self.pay_bonus();
        self.close(if winner.is_some() {
            "went_out"
        } else {
            "no_restart"
        });
    }

    /// Whose lead it is, where that is certain as far as the record goes: a showdown that isn't may have another winner.
    fn due(&self) -> Option<Seat> {
        let by_poker = self.setup.options.first_leader == FirstLeader::PokerWinner;
        let undecided = by_poker && self.poker.winners.len() != 1 && self.run.is_empty();
        (!undecided).then(|| self.leader())
    }

    /// Whose lead it is, as far as the table can see: the first leader of §4 A3, then the player of the last card, or after passes
    /// the next clockwise who hasn't passed.
    pub(super) fn leader(&self) -> Seat {
        let setup = &self.setup;
        let rule = setup.options.first_leader;
        let first = full_deal::first_leader(rule, &setup.seats, setup.dealer, &self.poker.winners);
        let from = self.run.last().map_or(first, |(seat, ..)| *seat);
        let mut seats = clockwise::from(&setup.seats, from).into_iter();
        seats.find(|s| !self.passed.contains(s)).unwrap_or(from)
    }
}
