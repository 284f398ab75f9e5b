//! What is said in a deal of Michigan Rummy into what follows: dummy, auction, betting, leads passed, chips reported.

use super::{
    board::Pays,
    full_deal,
    game::{MichiganRummy, Phase},
    options::{LateClaim, Pay},
};
use crate::{
    card::Card,
    chips::{Account, Chips},
    play::{Bid, Call, DummyAct, Play, PokerAct, Seq, Witness},
    rules::{Outcome, clockwise, finding::Finding, knowledge::CardSet},
    ruling::Verdict,
    seat::Seat,
};

impl MichiganRummy {
    pub(super) fn called(
        &mut self,
        seat: Seat,
        call: &Call,
        seq: Seq,
        play: &Play,
        outcome: &mut Outcome,
    ) {
        match call {
            Call::Pick { .. } | Call::Dummy { .. } | Call::Bid { .. } | Call::Poker { .. }
                if matches!(self.phase, Phase::TurnUp(_)) =>
            {
                self.close_turn_up();
            }
            Call::Pick { .. } if self.phase == Phase::Opening => self.opening.picked = true,
            Call::Dummy { dummy } if self.phase == Phase::Opening => self.dummy(*dummy, seq),
            Call::Bid { bid } if self.phase == Phase::Opening => self.bid(seat, *bid, seq),
            Call::Poker { poker, to } if self.phase <= Phase::Poker => {
                self.bet(seat, (*poker, *to), seq, play.witness, outcome);
            }
            Call::Stop { stop: true } if self.phase == Phase::Stops => {
                self.passed.clear();
                self.stop_is_said(seq);
            }
            Call::Lead { .. } if self.phase == Phase::Stops => self.passes_lead(seat, seq),
            Call::Claim { claim: true } => self.claims(seat, seq, play.witness),
            Call::Redeal { redeal: true } if self.closed.is_none() => self.redeal(),
            Call::Paid { paid, to } => self.paid(seat, *paid, to, seq, outcome),
            Call::Took { took } => self.took(seat, took, seq, outcome),
            _ => {}
        }
    }

    fn dummy(&mut self, act: DummyAct, seq: Seq) {
        let dealer = self.setup.dealer;
        let may_resell = self.setup.options.resell.is_yes();
        self.opening.picked = true;
        match (self.opening.said, act) {
            (Some(DummyAct::Keep), _) | (Some(DummyAct::Swap), DummyAct::Keep | DummyAct::Swap) => {
            }
            (Some(DummyAct::Swap), DummyAct::Sell) if !may_resell => {}
            (_, DummyAct::Swap) => {
                self.opening.said = Some(act);
                self.opening.exchange = Some((dealer, seq));
            }
            _ => self.opening.said = Some(act),
        }
    }

    /// Who may bid, as far as the table can see: everybody but the dealer.
    pub(super) fn bidders(&self) -> Vec<Seat> {
        let mut seats = clockwise::from_left_of(&self.setup.seats, self.setup.dealer);
        seats.retain(|s| *s != self.setup.dealer);
        seats
    }

    fn bid(&mut self, seat: Seat, bid: Bid, seq: Seq) {
        if !self.opening.is_selling() {
            return;
        }
        let bidders = self.bidders();
        if matches!(bid, Bid::Chips(_)) && bidders.contains(&seat) {
            self.record.bid(seat, seq);
        }
        if self
            .opening
            .bid(seat, bid, seq, &bidders, &self.setup.options)
        {
            self.close_auction();
        }
    }

    fn close_auction(&mut self) {
        let buyer = self.opening.buyer(&self.bidders(), &self.setup.options);
        match buyer {
            Some((seat, chips, seq)) => {
                self.opening.auction_over = true;
                self.purse.give(seat, self.setup.dealer, chips, "dummy");
                self.opening.exchange = Some((seat, seq));
                self.record.exchanged(seat);
            }
            None => self.opening.unsold(),
        }
    }

    /// The next phase has begun: an auction that nobody closed is over.
    pub(super) fn close_opening(&mut self) {
        if self.opening.is_selling() {
            self.close_auction();
        }
    }

    fn bet(
        &mut self,
        seat: Seat,
        (act, to): (PokerAct, Option<Chips>),
        seq: Seq,
        witness: Witness,
        outcome: &mut Outcome,
    ) {
        if self.pool_id().is_none() || self.poker.settled {
            return;
        }
        self.close_opening();
        self.phase = Phase::Poker;
        if self.poker.betting.turn() == Some(seat) {
            self.bets(seat, act, to, seq, outcome);
        } else if witness == Witness::Host {
            let finding = Finding::by_itself("bet_out_of_order", seat, seq);
            self.tell(&finding, Verdict::Violation, outcome);
            self.bets(seat, act, to, seq, outcome);
        } else {
            // A call counts where it belongs, not when it arrived.
            self.poker.early.push((seat, act, to));
        }
        while let Some(turn) = self.poker.betting.turn() {
            let Some(i) = self.poker.early.iter().position(|(s, ..)| *s == turn) else {
                break;
            };
            let (seat, act, to) = self.poker.early.remove(i);
            self.bets(seat, act, to, seq, outcome);
        }
        self.settle_poker_if_decided();
    }

    fn bets(
        &mut self,
        seat: Seat,
        act: PokerAct,
        to: Option<Chips>,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        let standing = self.poker.betting.standing();
        if act == PokerAct::Call && to.is_some_and(|to| to < standing) {
            let finding = Finding::by_itself("short_call", seat, seq);
            self.tell(&finding, Verdict::Violation, outcome);
        }
        let cap = self.setup.options.bet_cap.unwrap_or(Chips::MAX);
        if to.is_some_and(|to| to > cap) {
            let finding = Finding::by_itself("bet_over_cap", seat, seq);
            self.tell(&finding, Verdict::Violation, outcome);
        }
        let to = to.map(|to| to.clamp(0, cap));
        let chips = self.poker.betting.act(seat, act, to);
        if let Some(pool) = self.pool_id() {
            self.purse.pay(seat, &pool, chips, "bet");
        }
    }

    pub(super) fn show_at_poker(&mut self, seat: Seat, card: Option<Card>, seq: Seq) {
        let shown = self.poker.shown.entry(seat).or_default();
        shown.push((card, seq));
        if shown.len() == 6 && !self.setup.options.auto_best5.is_yes() {
            let proof = shown.iter().map(|(_, seq)| *seq).collect();
            self.record.poker_count(seat, proof);
        }
        if let Some(card) = card {
            self.record.poker(seat, card, seq);
        }
        self.settle_poker_if_decided();
    }

    /// The five cards that a seat faced, if all five are known; where the best five count (§4 A17), all that it faced.
    fn five(&self, seat: Seat) -> Option<Vec<Card>> {
        let shown = self.poker.shown.get(&seat)?;
        let known: Option<Vec<Card>> = shown.iter().map(|(card, _)| *card).collect();
        let more = self.setup.options.auto_best5.is_yes();
        known.filter(|cards| cards.len() == 5 || (more && cards.len() > 5))
    }

    /// Whether that seat's showdown is over: five cards lie faced, or its whole hand where the best five of it count.
    fn has_shown(&self, seat: Seat) -> bool {
        let whole = self.opening.size(seat, self.setup.seats.len());
        let faced = self.five(seat).map(|cards| cards.len());
        faced.is_some_and(|n| !self.setup.options.auto_best5.is_yes() || Some(n) == whole)
    }

    /// The pool goes to the last one in, or to the best hand once everybody who is in has faced his.
    fn settle_poker_if_decided(&mut self) {
        let betting = &self.poker.betting;
        if self.poker.settled || !betting.has_begun() || !betting.is_over() {
            return;
        }
        let in_still = betting.still_in();
        if in_still.len() == 1 || in_still.iter().all(|s| self.has_shown(*s)) {
            self.settle_poker(&in_still);
        }
    }

    fn settle_poker(&mut self, still_in: &[Seat]) {
        let Some(pool) = self.pool_id() else { return };
        let order = clockwise::from_left_of(&self.setup.seats, self.setup.dealer);
        let faced = still_in
            .iter()
            .filter_map(|s| Some((*s, self.five(*s)?)))
            .collect();
        let chips = self.purse.stakes.get(&pool).copied().unwrap_or(0);
        let shares = full_deal::settle_pool(chips, &order, still_in, &faced, &self.setup.options);
        for (seat, chips) in shares.shares {
            self.purse.take(seat, &pool, chips, "poker");
        }
        self.poker.winners = shares.winners;
        self.poker.settled = true;
    }

    /// The stops game begins: the poker hand is over. Where betting was heard and not everybody in has faced five cards, those who
    /// did share; where none was heard, two hands or more must lie faced. Else the pool stays, and the host is told.
    pub(super) fn close_poker(&mut self, seq: Seq, outcome: &mut Outcome) {
        let begun = self.poker.betting.has_begun();
        let seats = if begun {
            self.poker.betting.still_in()
        } else {
            self.setup.seats.clone()
        };
        let has_five = |s: &Seat| self.five(*s).is_some();
        let open = begun && !(self.poker.betting.is_over() && seats.iter().all(has_five));
        let faced: Vec<Seat> = seats.into_iter().filter(has_five).collect();
        let witnessed = begun || !self.poker.shown.is_empty();
        if self.poker.settled || !witnessed || self.pool_id().is_none() {
            return;
        }
        if faced.len() >= 2 || (begun && faced.len() == 1) {
            self.settle_poker(&faced);
        }
        if open || !self.poker.settled {
            let finding = Finding::by_itself("poker_undecided", None, seq);
            self.tell(&finding, Verdict::Inconclusive, outcome);
        }
    }

    pub(super) fn show_in_finale(&mut self, seat: Seat, card: Option<Card>, seq: Seq) {
        self.poker.shown.entry(seat).or_default().push((card, seq));
        self.settle_finale(false);
    }

    /// The whole board to the best hand once everybody has faced five cards, or `ended`: of those who have. Where the house divides the
    /// board nothing is waited for.
    pub(super) fn settle_finale(&mut self, ended: bool) {
        use super::{
            betting::{self, OddChips},
            options::Endgame,
        };
        let order = clockwise::from_left_of(&self.setup.seats, self.setup.dealer);
        let pool: Chips = self.purse.stakes.values().sum();
        let shares = match self.setup.options.endgame {
            Endgame::Divide => betting::split(pool, order, OddChips::OneEach),
            Endgame::Poker => {
                let faced: Vec<_> = order
                    .iter()
                    .filter_map(|s| Some((*s, self.five(*s)?)))
                    .collect();
                if faced.is_empty() || (!ended && faced.len() < order.len()) {
                    return;
                }
                betting::share(
                    pool,
                    &faced,
                    self.setup.options.ace_low(),
                    OddChips::OneEach,
                )
            }
        };
        self.share_board(shares.shares);
        self.close("final");
    }

    /// Hands the whole board out in these parts.
    fn share_board(&mut self, shares: Vec<(Seat, Chips)>) {
        let mut heaps: Vec<(String, Chips)> = self.purse.stakes.clone().into_iter().collect();
        for (seat, mut due) in shares {
            for (id, left) in &mut heaps {
                let chips = due.min(*left);
                self.purse.take(seat, id, chips, "final");
                *left -= chips;
                due -= chips;
            }
        }
    }

    /// Chips that a table with real chips reports as paid: only an ante can be wrong.
    fn paid(&mut self, seat: Seat, chips: Chips, to: &Account, seq: Seq, outcome: &mut Outcome) {
        self.reports_chips = true;
        let due = if seat == self.setup.dealer { 2 } else { 1 };
        let ante = matches!(to, Account::Compartment(_)) && self.phase == Phase::Opening;
        if ante && self.opening.said.is_none() && chips != due {
            let finding = Finding::by_itself("ante_wrong", seat, seq);
            self.tell(&finding, Verdict::Violation, outcome);
        }
    }

    /// Chips that a table with real chips reports as taken.
    fn took(&mut self, seat: Seat, what: &str, seq: Seq, outcome: &mut Outcome) {
        self.reports_chips = true;
        let held = self.setup.options.pay == Pay::Held && self.phase <= Phase::Poker;
        if held {
            let chips = self.purse.empty(seat, what, "pay_card");
            self.collected.push((seat, what.to_owned(), chips, seq));
            return;
        }
        if let Some(i) = self
            .untaken
            .iter()
            .position(|(s, id, _)| *s == seat && id == what)
        {
            let (_, id, card) = self.untaken.remove(i);
            if self.setup.options.late_claim == LateClaim::Forfeited {
                let chips = self.purse.empty(seat, &id, "pay_card");
                self.collected.push((seat, id, chips, card));
            }
            return;
        }
        let due = self
            .collected
            .iter()
            .any(|(s, id, ..)| *s == seat && id == what)
            || (self.poker.winners.contains(&seat) && Some(what) == self.pool_id().as_deref());
        if !due {
            let unseen = self.would_pay(seat, what);
            if unseen.is_none() {
                self.telling.doubt(seq);
            }
            let finding = Finding::by_itself("wrong_collection", seat, seq);
            self.accuse(finding.unless(unseen.unwrap_or_default()), outcome);
        }
    }

    /// The cards each of which, laid by that seat and not seen, would pay it that compartment; `None` where the record can't tell.
    fn would_pay(&self, seat: Seat, what: &str) -> Option<CardSet> {
        let board = &self.setup.options.board;
        let compartment = board.compartments().iter().find(|c| c.id == what);
        let by_one = |cards: Vec<Card>| {
            let open = cards
                .iter()
                .filter(|c| self.record.player_of(**c) != Some(seat));
            match open.collect::<Vec<_>>()[..] {
                [card] => self.record.lying(Some(*card)),
                _ => CardSet::EMPTY,
            }
        };
        match compartment.map(|c| &c.pays) {
            Some(Pays::Poker) => self.poker.settled.then_some(CardSet::EMPTY),
            Some(Pays::Pot) => {
                let played = self.played.get(&seat).copied().unwrap_or(0);
                let size = self.opening.size(seat, self.setup.seats.len());
                size.is_some_and(|n| played + 1 < n)
                    .then_some(CardSet::EMPTY)
            }
            Some(pays) => {
                let ways = pays.ways().into_iter().map(by_one);
                Some(ways.fold(CardSet::EMPTY, CardSet::or))
            }
            None => Some(CardSet::EMPTY),
        }
    }
}
