//! One public fact into what it changes in a deal of Michigan Rummy: rulings, transfers, the phase; and the whole record folded again, where a
//! play is taken back.

use super::{
    deal,
    game::{MichiganRummy, Phase, Setup},
};
use crate::{
    card::{Card, Deck},
    play::{Act, Play, Seq, Zone},
    rules::{Outcome, finding::Finding},
    ruling::Verdict,
    seat::Seat,
};

impl MichiganRummy {
    /// Whether the antes lie on the board.
    fn is_open(&self) -> bool {
        self.purse.net.values().any(|n| *n != 0)
    }

    pub(super) fn fold_in(&mut self, seq: Seq, play: &Play) -> Outcome {
        let mut outcome = Outcome::default();
        self.telling.hear(seq, play);
        let (was_closed, turns) = (self.closed.is_some(), self.turns);
        if self.withdrawn.contains(&seq) {
            if let (
                Act::Laid {
                    card: Some(card), ..
                },
                Some(seat),
            ) = (&play.act, play.seat)
            {
                self.record.poker(seat, *card, seq);
            }
        } else if self.opens(&play.act) {
            self.dispatch(seq, play, &mut outcome);
        }
        self.tell_findings(&mut outcome);
        if let Act::Laid {
            card: Some(card),
            zone,
        } = &play.act
            && !self.gathering
        {
            self.account_for(*card, zone, turns, seq, &mut outcome);
        }
        if let (Act::Laid { .. }, Some(seat)) = (&play.act, play.seat) {
            self.judge_the_world(seat, seq, &mut outcome);
        }
        outcome.transfers = self.purse.take_moved();
        if !was_closed {
            outcome.closed.clone_from(&self.closed);
        }
        outcome
    }

    /// Opens the deal at its first fact: the antes are due. A card that leaves the table opens nothing.
    fn opens(&mut self, act: &Act) -> bool {
        if self.is_open() || self.setup.finale {
            return true;
        }
        let nothing = matches!(
            act,
            Act::Lifted { .. } | Act::Backs { count: 0, .. } | Act::TakenBack { .. }
        );
        if !nothing {
            self.ante();
            self.from_start = !matches!(
                act,
                Act::Laid {
                    zone: Zone::Front,
                    ..
                }
            );
        }
        !nothing
    }

    fn dispatch(&mut self, seq: Seq, play: &Play, outcome: &mut Outcome) {
        self.judge_the_deal(&play.act, outcome);
        match (&play.act, play.seat) {
            (Act::Laid { card, zone }, seat) => self.laid(seat, *card, zone, seq, outcome),
            (Act::Backs { zone, count }, seat) => {
                self.backs(seat, zone, *count, seq, play, outcome)
            }
            (
                Act::Lifted {
                    zone: Zone::Front, ..
                },
                _,
            ) if self.phase > Phase::Stops => {
                self.gathering = true;
                self.close_turn_up();
            }
            (Act::Call(call), Some(seat)) => self.called(seat, call, seq, play, outcome),
            _ => {}
        }
    }

    fn laid(
        &mut self,
        seat: Option<Seat>,
        card: Option<Card>,
        zone: &Zone,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        let foreign = card.is_some_and(|c| Deck::Full.copies(c) == 0);
        if foreign {
            let finding = Finding::by_itself("deck_invalid", None, seq);
            self.tell(&finding, Verdict::Violation, outcome);
            self.telling.contradict();
            return;
        }
        match (zone, seat) {
            (Zone::Front | Zone::Trick, Some(seat)) if self.phase <= Phase::Stops => {
                self.front(seat, card, seq, outcome);
            }
            (Zone::Front | Zone::Trick, None) if self.phase <= Phase::Stops => self.unknown_play(),
            (Zone::Front, Some(seat))
                if self.phase == Phase::TurnUp(Some(seat)) && self.may_be_last(seat) =>
            {
                self.last_card(seat, card, seq, outcome);
            }
            (Zone::Hand, Some(seat)) => self.faced(seat, card, seq, outcome),
            (Zone::Aside, seat) => self.aside(seat, card, seq, outcome),
            (Zone::Front, Some(seat)) if self.setup.finale => self.faced(seat, card, seq, outcome),
            _ => {}
        }
    }

    /// A card of a hand turned up: at the poker showdown, in the final, or what is left at the end.
    fn faced(&mut self, seat: Seat, card: Option<Card>, seq: Seq, outcome: &mut Outcome) {
        match self.phase {
            Phase::Opening | Phase::Poker => {
                self.phase = Phase::Poker;
                self.close_opening();
                self.show_at_poker(seat, card, seq);
            }
            Phase::Finale => self.show_in_finale(seat, card, seq),
            Phase::Stops if card.is_some() && card == self.next_card() => {
                self.front(seat, card, seq, outcome); // it lies where hands are turned up, and goes on with the run
            }
            Phase::Stops | Phase::TurnUp(_) | Phase::Over => {
                if self.gathering {
                    return;
                }
                *self.turned_up.entry(seat).or_default() += 1;
                if let Some(card) = card.filter(|c| self.record.player_of(*c).is_none()) {
                    self.record.reveal(seat, card, seq);
                }
                self.close_if_all_is_turned_up();
            }
        }
    }

    /// A card of the set-aside hand turned up.
    fn aside(&mut self, seat: Option<Seat>, card: Option<Card>, seq: Seq, outcome: &mut Outcome) {
        let undecided = self.phase == Phase::Opening && self.opening.said.is_none();
        match (seat, card) {
            (Some(seat), _) if undecided => {
                let finding = Finding::by_itself("dummy_peeked", seat, seq);
                self.tell(&finding, Verdict::Violation, outcome);
            }
            (_, Some(card)) if self.phase >= Phase::Stops && !self.gathering => {
                let exchange = self.opening.exchange;
                self.record.set_aside(exchange, card, seq);
                if let Some((by, exchanged)) = exchange
                    && self.record.disputed_set_aside(card)
                {
                    let code = "exchange_with_pay_card";
                    let finding = Finding::later(code, by, vec![exchanged, seq]);
                    self.tell(&finding, Verdict::Disputed, outcome);
                }
            }
            _ => {}
        }
    }

    fn backs(
        &mut self,
        seat: Option<Seat>,
        zone: &Zone,
        count: u8,
        seq: Seq,
        play: &Play,
        outcome: &mut Outcome,
    ) {
        match (zone, seat, self.phase) {
            (Zone::Hand, Some(seat), Phase::Opening | Phase::Poker) => {
                self.opening.count(seat, count, seq, play.witness);
            }
            (Zone::Aside, _, Phase::Opening | Phase::Poker) => {
                self.opening.count_dummy(count, seq, play.witness);
                self.packet(count, seq, outcome);
            }
            (Zone::Hand, _, Phase::Over) => self.gathering = true,
            (Zone::Hand, Some(_), Phase::TurnUp(_)) if count >= 2 => self.close_turn_up(),
            _ => {}
        }
    }

    /// After an exchange the hand put aside must be a whole one (§6 RV4): more than a hand can hold proves cards were mixed.
    fn packet(&mut self, count: u8, seq: Seq, outcome: &mut Outcome) {
        let sizes = deal::sizes(self.setup.seats.len());
        if let Some((by, exchanged)) = self.opening.exchange
            && let Some(sizes) = sizes
            && count > 1
            && usize::from(count) != sizes.big
            && usize::from(count) != sizes.small
        {
            if usize::from(count) < sizes.small {
                self.telling.doubt(seq); // one may lie under another
            }
            let finding = Finding::later("partial_exchange", by, vec![exchanged, seq]);
            self.tell(&finding, Verdict::Violation, outcome);
        }
    }

    /// Everybody antes for this deal.
    fn ante(&mut self) {
        let Setup {
            seats,
            dealer,
            options,
            ..
        } = &self.setup;
        self.purse.ante(seats, *dealer, &options.board);
    }

    /// Deals anew: whatever chips moved go back, but for the antes.
    pub(super) fn redeal(&mut self) {
        let mut fresh = Self::of(self.setup.clone());
        if !self.setup.finale {
            fresh.ante();
            fresh.from_start = true;
        }
        fresh.purse.take_moved();
        let back = self.purse.corrections(&fresh.purse);
        for t in back {
            self.purse.repost(t);
        }
        let moved = self.purse.take_moved();
        fresh.purse.queue(moved);
        fresh.facts = std::mem::take(&mut self.facts);
        fresh.withdrawn = std::mem::take(&mut self.withdrawn);
        fresh.telling.remember(&self.telling);
        *self = fresh;
    }

    /// Folds the record again with a play taken back: what chips it moved come back as corrections.
    pub(super) fn take_back(&mut self, of: Seq) -> Outcome {
        let mut again = Self::of(self.setup.clone());
        again.withdrawn.clone_from(&self.withdrawn);
        again.withdrawn.insert(of);
        for (seq, play) in &self.facts {
            again.facts.push((*seq, play.clone()));
            again.fold_in(*seq, play);
        }
        again.telling.remember(&self.telling);
        let closed = again.closed.clone().filter(|_| self.closed != again.closed);
        let transfers = self.purse.corrections(&again.purse);
        *self = again;
        Outcome {
            rulings: Vec::new(),
            transfers,
            closed,
        }
    }
}
