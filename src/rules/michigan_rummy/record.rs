//! What was seen of the stops game into what it proves (`rules/michigan_rummy.md` §6, `rules/judging.md` §5): one fold, driven by the live
//! referee and by worked positions alike. No card is acquired after the exchange, so whoever plays or shows a card held it before.

mod knowing;
mod proving;
mod unseen;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    board::Board,
    options::{ComboCardsBlock, MichiganOptions, NoRestart, Restart},
    stops::{next_in_run, previous_in_run},
};
use crate::{
    card::Card,
    play::Seq,
    rules::{finding::Finding, knowledge::CardSet},
    seat::Seat,
};

/// An act whose proof may come later, and whether it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Open<T> {
    what: T,
    seq: Seq,
    closed: bool,
}

impl<T> Open<T> {
    const fn new(what: T, seq: Seq) -> Self {
        let closed = false;
        Self { what, seq, closed }
    }
}

/// The record of one deal's showdown and stops game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    board: Board,
    restart: Restart,
    no_restart: NoRestart,
    combo_cards_block: ComboCardsBlock,
    /// Faces shown at poker, each with its first reading.
    shown: BTreeMap<Card, (Seat, Seq)>,
    /// Cards led or played, each with its first reading.
    played: BTreeMap<Card, (Seat, Seq)>,
    /// Cards turned up at the end.
    revealed: BTreeMap<Card, Seat>,
    /// The last card played, as far as it is certain.
    last: Option<(Seat, Card)>,
    /// Whether a run is open: the next card must continue it.
    in_run: bool,
    pass_since_stop: bool,
    /// Whose lead is due, where the table knows it.
    due: Option<Seat>,
    /// Whether somebody has said since the last card that the run ended.
    stop_said: bool,
    leads: Vec<Open<(Seat, Card, CardSet)>>,
    stops: Vec<Open<Card>>,
    passes: Vec<Open<(Seat, Option<Card>)>>,
    /// Restarts in the stopped suit where that is allowed if nobody has another: the card it stopped at.
    same_suit: Vec<Open<(Seat, Card, CardSet)>>,
    bids: Vec<Open<Seat>>,
    claims: Vec<Open<Seat>>,
    set_aside: BTreeSet<Card>,
    exchange_told: bool,
    /// Who laid a card that nobody could name: it may be one that he had shown. `None` where nobody knows who did.
    holes: BTreeSet<Option<Seat>>,
    found: Vec<Finding>,
}

impl Record {
    /// An empty record at a table with these rules.
    #[must_use]
    pub fn new(options: &MichiganOptions) -> Self {
        Self {
            board: options.board.clone(),
            restart: options.restart,
            no_restart: options.no_restart,
            combo_cards_block: options.combo_cards_block,
            shown: BTreeMap::new(),
            played: BTreeMap::new(),
            revealed: BTreeMap::new(),
            last: None,
            in_run: false,
            pass_since_stop: false,
            due: None,
            stop_said: false,
            leads: Vec::new(),
            stops: Vec::new(),
            passes: Vec::new(),
            same_suit: Vec::new(),
            bids: Vec::new(),
            claims: Vec::new(),
            set_aside: BTreeSet::new(),
            exchange_told: false,
            holes: BTreeSet::new(),
            found: Vec::new(),
        }
    }

    /// What the facts since the last call proved, in the order in which the proofs were completed.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.found)
    }

    /// The last card played and by whom, as far as the record is certain of it.
    #[must_use]
    pub const fn last(&self) -> Option<(Seat, Card)> {
        self.last
    }

    /// Whether a run is open.
    #[must_use]
    pub const fn in_run(&self) -> bool {
        self.in_run
    }

    /// Whether a run has certainly ended: after an ace, or where the next card has been played.
    #[must_use]
    pub fn has_evidently_stopped(&self) -> bool {
        self.last.is_some_and(|(_, card)| self.ends_a_run(card))
    }

    /// Whether somebody has passed the lead since the run stopped.
    #[must_use]
    pub const fn pass_since_stop(&self) -> bool {
        self.pass_since_stop
    }

    /// Who played a card, if it was.
    #[must_use]
    pub fn player_of(&self, card: Card) -> Option<Seat> {
        self.played.get(&card).map(|(seat, _)| *seat)
    }

    /// Who showed a card at poker, if somebody did.
    #[must_use]
    pub fn shown_by(&self, card: Card) -> Option<Seat> {
        self.shown.get(&card).map(|(seat, _)| *seat)
    }

    /// Every card that was read, wherever.
    #[must_use]
    pub fn seen(&self) -> BTreeSet<Card> {
        let cards = self.shown.keys().chain(self.played.keys());
        let cards = cards.chain(self.revealed.keys()).chain(&self.set_aside);
        cards.copied().collect()
    }

    /// A card was laid of which the face, or who laid it, isn't known: what follows answers to nothing.
    pub fn lose_track(&mut self, seat: Option<Seat>) {
        self.holes.insert(seat);
        self.last = None;
        self.in_run = true;
        self.pass_since_stop = false;
    }

    /// Whether what that seat showed at poker and isn't seen to have played must be in its hand still.
    fn holds_what_it_showed(&self, seat: Seat) -> bool {
        !self.holes.contains(&Some(seat)) && !self.holes.contains(&None)
    }

    /// Whether a seat is known to hold a card that it showed at poker.
    #[must_use]
    pub fn holds_shown(&self, seat: Seat) -> bool {
        let mut shown = self.shown.iter();
        self.holds_what_it_showed(seat)
            && shown.any(|(card, (by, _))| *by == seat && !self.played.contains_key(card))
    }

    /// A bid for the dummy by one who didn't buy it.
    pub fn bid(&mut self, seat: Seat, seq: Seq) {
        self.bids.push(Open::new(seat, seq));
    }

    /// The seat exchanged its hand: what it bid before with the old one proves nothing by cards of the new.
    pub fn exchanged(&mut self, seat: Seat) {
        self.bids.retain(|b| b.what != seat);
    }

    /// A card shown at poker.
    pub fn poker(&mut self, seat: Seat, card: Card, seq: Seq) {
        if self.shown.contains_key(&card) {
            return;
        }
        self.shown.insert(card, (seat, seq));
        self.bidder_holds(seat, card, seq);
    }

    /// A poker hand of another number than five cards, turned up by that entry.
    pub fn poker_count(&mut self, seat: Seat, proof: Vec<Seq>) {
        self.found
            .push(Finding::against_known("poker_card_count", seat, proof));
    }

    /// Whose lead is due: then no card of another's came before it.
    pub const fn lead_is_due(&mut self, seat: Option<Seat>) {
        self.due = seat;
    }

    /// A card led.
    pub fn lead(&mut self, seat: Seat, card: Card, seq: Seq) {
        let Some(owned) = self.reading(seat, card, seq) else {
            self.in_run = true;
            return;
        };
        // A card that another showed may be misread: it may be any that was not seen.
        let misread = if owned { CardSet::EMPTY } else { self.unseen() };
        let before = self.before_lead(seat, card).or(misread);
        if let Some((by, last)) = self.last {
            if seat != by && !self.pass_since_stop {
                let unseen = self.lying(next_in_run(last)).or(self.led_before(card));
                self.found
                    .push(Finding::by_itself("wrong_leader", seat, seq).unless(unseen));
            }
            if card.suit().is_some_and(|s| !self.restart.allows(last, s)) {
                let may_follow = |c| card.suit().is_some_and(|s| self.restart.allows(c, s));
                let unseen = self.led_between(last, may_follow).or(before);
                self.restarted_in_stopped_suit(seat, last, seq, unseen);
            }
        }
        let lower = self.shown_lower(seat, card);
        if let Some((_, shown)) = lower.iter().min_by_key(|(_, shown)| shown) {
            let known = Finding::against_known("lead_not_lowest", seat, vec![*shown, seq]);
            self.found.push(known.unless(self.only(&lower).or(before)));
        }
        self.leads.push(Open::new((seat, card, before), seq));
        self.now_last(seat, card);
    }

    /// A card played to a run.
    pub fn play(&mut self, seat: Seat, card: Card, seq: Seq) {
        if self.reading(seat, card, seq).is_none() {
            self.in_run = true;
            return;
        }
        if let Some((_, last)) = self.last.filter(|_| self.in_run)
            && next_in_run(last) != Some(card)
        {
            let next = self.lying(next_in_run(last));
            // Where the suit may be led again, the run may have ended unseen, or another begun.
            let led = card.suit().is_some_and(|s| self.restart.allows(last, s));
            let before = self.lying(previous_in_run(card));
            let unseen = if led {
                next.or(before)
            } else {
                next.and(before)
            };
            self.found
                .push(Finding::by_itself("wrong_card_in_run", seat, seq).unless(unseen));
        }
        self.now_last(seat, card);
    }

    /// Somebody says that the run has ended.
    pub fn stop(&mut self, seq: Seq) {
        self.stop_said = true;
        self.stopped(seq);
    }

    /// The run has ended, as that entry shows.
    pub fn stopped(&mut self, seq: Seq) {
        if !std::mem::take(&mut self.in_run) {
            return;
        }
        self.pass_since_stop = false;
        let next = self.last.and_then(|(_, card)| next_in_run(card));
        let Some(next) = next.filter(|n| !self.played.contains_key(n)) else {
            return;
        };
        let known = self.shown.get(&next);
        if let Some((seat, shown)) = known.filter(|(seat, _)| self.holds_what_it_showed(*seat)) {
            let known = Finding::against_known("withheld_next", *seat, vec![*shown, seq]);
            self.found.push(known.unless(self.lying(Some(next))));
        }
        self.stops.push(Open::new(next, seq));
    }

    /// A seat says it has no suit to lead.
    pub fn pass_restart(&mut self, seat: Seat, seq: Seq) {
        self.in_run = false;
        self.pass_since_stop = true;
        let last = self.last.map(|(_, card)| card);
        if last.is_some() || self.restart == Restart::AnySuit {
            self.passes.push(Open::new((seat, last), seq));
        }
    }

    /// A seat says it is out.
    pub fn claims_out(&mut self, seat: Seat, seq: Seq) {
        let held = self.shown_unplayed(seat, |_| true);
        let first = held.iter().map(|(_, shown)| *shown).min();
        if let Some(shown) = first {
            let known = Finding::against_known("false_out", seat, vec![shown, seq]);
            self.found.push(known.unless(self.only(&held)));
        }
        self.claims.push(Open::new(seat, seq));
    }

    /// A seat that said it was out lays what may be its last card: it was, or was about to be.
    pub fn was_out(&mut self, seat: Seat) {
        self.claims.retain(|claim| claim.what != seat);
    }

    /// A card still held, turned up at the end.
    pub fn reveal(&mut self, seat: Seat, card: Card, seq: Seq) {
        if let Some((_, first)) = self.played.get(&card) {
            self.found.push(Finding::against_known(
                "card_seen_twice",
                None,
                vec![*first, seq],
            ));
            return;
        }
        if self.revealed.contains_key(&card) {
            return; // read twice: proves nothing
        }
        self.revealed.insert(card, seat);
        match self.shown.get(&card) {
            Some((by, shown)) if *by != seat => {
                self.found.push(Finding::later(
                    "poker_card_not_owned",
                    *by,
                    vec![*shown, seq],
                ));
            }
            _ => self.holds(seat, card, seq),
        }
    }

    /// A card of the set-aside hand, turned up; `exchange` is who exchanged, and the entry that says so.
    pub fn set_aside(&mut self, exchange: Option<(Seat, Seq)>, card: Card, seq: Seq) {
        let elsewhere = self.played.contains_key(&card) || self.revealed.contains_key(&card);
        if elsewhere || !self.set_aside.insert(card) {
            return; // read twice: proves nothing
        }
        if let Some((by, shown)) = self.shown.get(&card) {
            self.found.push(Finding::later(
                "poker_card_not_owned",
                *by,
                vec![*shown, seq],
            ));
            return;
        }
        let Some((seat, exchanged)) = exchange else {
            return;
        };
        if self.board.single_cards().contains(&card)
            && !std::mem::replace(&mut self.exchange_told, true)
        {
            let mut proof = vec![exchanged, seq];
            proof.dedup();
            self.found
                .push(Finding::later("exchange_with_pay_card", seat, proof));
        }
    }

    /// Whether a set-aside card belongs to a combination that forbids an exchange by this table's rules, which others read otherwise (§3.4):
    /// any of its cards, or by default all of them together and K♥, whose Q♥ may have been played.
    #[must_use]
    pub fn disputed_set_aside(&self, card: Card) -> bool {
        let combos = self.board.combos();
        let mut with = combos.iter().filter(|c| c.contains(&card));
        let lies_there = |c: &Vec<Card>| c.iter().all(|c| self.set_aside.contains(c));
        if self.board.single_cards().contains(&card) {
            return false;
        }
        match self.combo_cards_block {
            ComboCardsBlock::None => false,
            ComboCardsBlock::Complete => {
                with.any(|c| lies_there(c) || (c.len() == 2 && c[1] == card))
            }
            ComboCardsBlock::Any => with.next().is_some(),
        }
    }

    /// Takes the reading of a card on the table. `None`: it was read before, and proves nothing, nor does what follows from it.
    /// Else whether the seat is certain to have held it.
    fn reading(&mut self, seat: Seat, card: Card, seq: Seq) -> Option<bool> {
        if let Some((_, first)) = self.played.get(&card) {
            self.found.push(Finding::against_known(
                "card_seen_twice",
                None,
                vec![*first, seq],
            ));
            self.last = None;
            self.pass_since_stop = false;
            return None;
        }
        self.played.insert(card, (seat, seq));
        let elsewhere = self.shown.get(&card).filter(|(by, _)| *by != seat);
        if let Some((_, shown)) = elsewhere {
            self.found.push(Finding::against_known(
                "card_changed_hands",
                None,
                vec![*shown, seq],
            ));
            return Some(false);
        }
        self.holds(seat, card, seq);
        Some(true)
    }

    fn now_last(&mut self, seat: Seat, card: Card) {
        self.last = Some((seat, card));
        self.in_run = true;
        self.pass_since_stop = false;
        self.stop_said = false;
    }

    /// The cards of that seat's poker hand that are still unplayed and fit, each with the entry that showed it.
    fn shown_unplayed(&self, seat: Seat, fits: impl Fn(Card) -> bool) -> Vec<(Card, Seq)> {
        let held = |(card, (by, _)): &(&Card, &(Seat, Seq))| {
            *by == seat && fits(**card) && !self.played.contains_key(card)
        };
        let shown = self
            .shown
            .iter()
            .filter(held)
            .map(|(card, (_, s))| (*card, *s));
        shown.filter(|_| self.holds_what_it_showed(seat)).collect()
    }

    /// The cards that seat showed at poker and hasn't played, lower than that one of its suit.
    fn shown_lower(&self, seat: Seat, card: Card) -> Vec<(Card, Seq)> {
        self.shown_unplayed(seat, |c| c.suit() == card.suit() && c.rank() < card.rank())
    }

    /// Whether nobody has to say that a run stops with that card: an ace, or the next one has been played.
    fn ends_a_run(&self, card: Card) -> bool {
        next_in_run(card).is_none_or(|next| self.played.contains_key(&next))
    }

    fn restarted_in_stopped_suit(&mut self, seat: Seat, last: Card, seq: Seq, unseen: CardSet) {
        let allowed = |card: &Card| card.suit().is_some_and(|s| self.restart.allows(last, s));
        let unplayed = |card: &Card| !self.played.contains_key(card);
        let somebody_could = self.shown.keys().any(|c| allowed(c) && unplayed(c));
        if self.no_restart == NoRestart::LeadSameSuit && !somebody_could {
            self.same_suit.push(Open::new((seat, last, unseen), seq));
        } else {
            self.found
                .push(Finding::by_itself("restart_same_suit", seat, seq).unless(unseen));
        }
    }
}
