//! What was seen of the stops game into what it proves (`rules/michigan_rummy.md` §6, `rules/judging.md` §5): one fold, driven by the live
//! referee and by worked positions alike. No card is acquired after the exchange, so whoever plays or shows a card held it before.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    board::Board,
    options::{MichiganOptions, NoRestart, Restart},
    stops::next_in_run,
};
use crate::{
    card::{Card, Deck, Suit},
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
    leads: Vec<Open<(Seat, Card)>>,
    stops: Vec<Open<Card>>,
    passes: Vec<Open<(Seat, Option<Card>)>>,
    /// Restarts in the stopped suit where that is allowed if nobody has another: the card it stopped at.
    same_suit: Vec<Open<(Seat, Card)>>,
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
            shown: BTreeMap::new(),
            played: BTreeMap::new(),
            revealed: BTreeMap::new(),
            last: None,
            in_run: false,
            pass_since_stop: false,
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
        self.last.is_some_and(|(_, card)| {
            next_in_run(card).is_none_or(|next| self.played.contains_key(&next))
        })
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

    /// Whether cards still hidden could prove an offence.
    #[must_use]
    pub fn has_open_questions(&self) -> bool {
        self.leads.iter().any(|l| !l.closed)
            || self.stops.iter().any(|s| !s.closed)
            || self.passes.iter().any(|p| !p.closed)
            || self.claims.iter().any(|c| !c.closed)
            || self.bids.iter().any(|b| !b.closed)
    }

    /// Every card played, by whom.
    pub fn all_played(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        self.played.iter().map(|(card, (by, _))| (*by, *card))
    }

    /// Every card shown or turned up that lies in a hand.
    pub fn shown_in_hands(&self) -> impl Iterator<Item = (Seat, Card)> + '_ {
        let shown = self.shown.iter().map(|(card, (by, _))| (*by, *card));
        let played = |card: &Card| self.played.contains_key(card) || self.set_aside.contains(card);
        let revealed = self.revealed.iter().map(|(card, by)| (*by, *card));
        shown.chain(revealed).filter(move |(_, card)| !played(card))
    }

    /// Every card of the set-aside hand that was turned up.
    pub fn all_set_aside(&self) -> impl Iterator<Item = Card> + '_ {
        self.set_aside.iter().copied()
    }

    /// Whether every card that was laid is known.
    #[must_use]
    pub fn has_no_hole(&self) -> bool {
        self.holes.is_empty()
    }

    /// What the seats can't hold, if they kept to the rules wherever nothing is proved: nothing below a lead, not the card at which a run
    /// stopped, no suit that could have been led instead of passing.
    #[must_use]
    pub fn lacking(&self, seats: &[Seat]) -> Vec<(Seat, CardSet)> {
        let pack = Deck::Full.cards();
        let of = |fits: &dyn Fn(&Card) -> bool| -> CardSet {
            pack.iter().copied().filter(|c| fits(c)).collect()
        };
        let mut lacking = Vec::new();
        for lead in self.leads.iter().filter(|l| !l.closed) {
            let (seat, card) = lead.what;
            let lower = of(&|c| c.suit() == card.suit() && c.rank() < card.rank());
            lacking.push((seat, lower));
        }
        for stop in self.stops.iter().filter(|s| !s.closed) {
            let next = of(&|c| *c == stop.what);
            lacking.extend(seats.iter().map(|seat| (*seat, next)));
        }
        for pass in self.passes.iter().filter(|p| !p.closed) {
            let (seat, last) = pass.what;
            let allowed = |c: &Card| {
                let suit = c.suit();
                suit.is_some_and(|s| last.is_none_or(|l| self.restart.allows(l, s)))
            };
            lacking.push((seat, of(&allowed)));
        }
        lacking
    }

    /// How many unplayed cards a seat is known to hold, by what it showed or turned up.
    #[must_use]
    pub fn known_unplayed(&self, seat: Seat) -> usize {
        let shown = self.shown.iter().filter(|(_, (by, _))| *by == seat);
        let revealed = self.revealed.iter().filter(|(_, by)| **by == seat);
        let cards = shown.map(|(c, _)| c).chain(revealed.map(|(c, _)| c));
        let unplayed: BTreeSet<&Card> = cards.filter(|c| !self.played.contains_key(c)).collect();
        unplayed.len()
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

    /// A card led.
    pub fn lead(&mut self, seat: Seat, card: Card, seq: Seq) {
        let Some(owned) = self.reading(seat, card, seq) else {
            self.in_run = true;
            return;
        };
        if let Some((by, last)) = self.last {
            if seat != by && !self.pass_since_stop {
                self.found
                    .push(Finding::by_itself("wrong_leader", seat, seq));
            }
            if card.suit().is_some_and(|s| !self.restart.allows(last, s)) {
                self.restarted_in_stopped_suit(seat, last, seq);
            }
        }
        if owned {
            match self.shown_lower(seat, card) {
                Some(shown) => self.found.push(Finding::against_known(
                    "lead_not_lowest",
                    seat,
                    vec![shown, seq],
                )),
                None => self.leads.push(Open::new((seat, card), seq)),
            }
        }
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
            self.found
                .push(Finding::by_itself("wrong_card_in_run", seat, seq));
        }
        self.now_last(seat, card);
    }

    /// The run has ended, as that entry says.
    pub fn stop(&mut self, seq: Seq) {
        if !std::mem::take(&mut self.in_run) {
            return;
        }
        self.pass_since_stop = false;
        let next = self.last.and_then(|(_, card)| next_in_run(card));
        let Some(next) = next.filter(|n| !self.played.contains_key(n)) else {
            return;
        };
        let known = self.shown.get(&next);
        match known.filter(|(seat, _)| self.holds_what_it_showed(*seat)) {
            Some((seat, shown)) => self.found.push(Finding::against_known(
                "withheld_next",
                *seat,
                vec![*shown, seq],
            )),
            None => self.stops.push(Open::new(next, seq)),
        }
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
        let unplayed = |(card, (by, _)): &(&Card, &(Seat, Seq))| {
            *by == seat && !self.played.contains_key(card)
        };
        let held = self.shown.iter().find(unplayed).map(|(_, (_, s))| *s);
        let held = held.filter(|_| self.holds_what_it_showed(seat));
        match held {
            Some(shown) => {
                self.found
                    .push(Finding::against_known("false_out", seat, vec![shown, seq]))
            }
            None => self.claims.push(Open::new(seat, seq)),
        }
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

    /// The set-aside cards of a combination that pays, once all of it lies there: whether they forbid an exchange is disputed (§3.4).
    #[must_use]
    pub fn disputed_set_aside(&self, card: Card) -> bool {
        let mut combos = self.board.combos().into_iter();
        combos.any(|c| c.contains(&card) && c.iter().all(|c| self.set_aside.contains(c)))
            || self
                .board
                .combos()
                .iter()
                .any(|c| c.len() == 2 && c[1] == card)
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
    }

    /// The entry that showed a lower card of the suit in that seat's poker hand, if it is still unplayed.
    fn shown_lower(&self, seat: Seat, card: Card) -> Option<Seq> {
        let lower = |(shown, (by, _)): &(&Card, &(Seat, Seq))| {
            *by == seat
                && shown.suit() == card.suit()
                && shown.rank() < card.rank()
                && !self.played.contains_key(shown)
        };
        let lowest = self.shown.iter().filter(lower).map(|(_, (_, s))| *s).min();
        lowest.filter(|_| self.holds_what_it_showed(seat))
    }

    fn restarted_in_stopped_suit(&mut self, seat: Seat, last: Card, seq: Seq) {
        let allowed = |card: &Card| card.suit().is_some_and(|s| self.restart.allows(last, s));
        let unplayed = |card: &Card| !self.played.contains_key(card);
        let somebody_could = self.shown.keys().any(|c| allowed(c) && unplayed(c));
        if self.no_restart == NoRestart::LeadSameSuit && !somebody_could {
            self.same_suit.push(Open::new((seat, last), seq));
        } else {
            self.found
                .push(Finding::by_itself("restart_same_suit", seat, seq));
        }
    }

    fn bidder_holds(&mut self, seat: Seat, card: Card, seq: Seq) {
        if !self.board.single_cards().contains(&card) {
            return;
        }
        for bid in self.bids.iter_mut().filter(|b| b.what == seat && !b.closed) {
            bid.closed = true;
            let proof = vec![bid.seq, seq];
            self.found
                .push(Finding::later("blocked_bidder", seat, proof));
        }
    }

    /// The seat is certain to hold, or to have held until now, that card: completes what it proves.
    fn holds(&mut self, seat: Seat, card: Card, seq: Seq) {
        let mut prove = |code, act: Seq| {
            self.found.push(Finding::later(code, seat, vec![act, seq]));
        };
        let can_lead = |restart: Restart, last: Option<Card>, suit: Option<Suit>| {
            suit.is_some_and(|s| last.is_none_or(|l| restart.allows(l, s)))
        };
        for lead in self.leads.iter_mut().filter(|l| !l.closed) {
            let (leader, led) = lead.what;
            if leader == seat && led.suit() == card.suit() && card.rank() < led.rank() {
                lead.closed = true;
                prove("lead_not_lowest", lead.seq);
            }
        }
        for stop in self
            .stops
            .iter_mut()
            .filter(|s| !s.closed && s.what == card)
        {
            stop.closed = true;
            prove("withheld_next", stop.seq);
        }
        for pass in self.passes.iter_mut().filter(|p| !p.closed) {
            let (who, last) = pass.what;
            if who == seat && can_lead(self.restart, last, card.suit()) {
                pass.closed = true;
                prove("false_restart_pass", pass.seq);
            }
        }
        for claim in self
            .claims
            .iter_mut()
            .filter(|c| !c.closed && c.what == seat)
        {
            claim.closed = true;
            prove("false_out", claim.seq);
        }
        for lead in self.same_suit.iter_mut().filter(|l| !l.closed) {
            let (leader, last) = lead.what;
            if can_lead(self.restart, Some(last), card.suit()) {
                lead.closed = true;
                let proof = vec![lead.seq, seq];
                self.found
                    .push(Finding::later("restart_same_suit", leader, proof));
            }
        }
        self.bidder_holds(seat, card, seq);
    }
}
