//! The corrected record into what the referee tells: deals open and close, the game of the deal judges, chips move.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{Opening, Rules, record::Fact};
use crate::{
    board::{DealState, LastDeal},
    chips::{Account, Bank, Chips, Transfer},
    event::{Event, Telling},
    ledger::{self, Ledger},
    play::{Act, Call, GameName, Play, Seq, Witness, Zone},
    rules::{Closed, Game, Outcome},
    ruling::Ruling,
    seat::{Seat, Seating},
    sighting::Signs,
};

/// What follows from one fact.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Told {
    /// The fact.
    pub(super) by: Seq,
    /// The number of the deal in which it was told; 0 before the first.
    pub(super) deal: u32,
    /// What is told.
    pub(super) event: Event,
    /// The entry that told it, once there is one.
    pub(super) entry: Option<Seq>,
}

/// Whether two rulings convict the same deed: what a decision holds on to while the words around it change.
pub(super) fn same_deed(a: &Ruling, b: &Ruling) -> bool {
    (&a.code, a.against, &a.proof, a.convicts) == (&b.code, b.against, &b.proof, b.convicts)
}

/// The game that is played from the next deal on.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setting {
    pub(super) game: GameName,
    pub(super) options: Value,
}

/// A deal that ended.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Past {
    /// Its number, from 1.
    pub(super) number: u32,
    /// The fact that opened it.
    pub(super) opened_by: Seq,
    /// The fact that closed it.
    pub(super) closed_by: Seq,
    pub(super) dealer: Option<Seat>,
    pub(super) outcome: String,
    /// What it moved, account by account.
    pub(super) net: BTreeMap<Account, Chips>,
    /// Which game it was.
    pub(super) game: GameName,
    /// How it lay in the end.
    pub(super) state: DealState,
}

impl Past {
    pub(super) fn last_deal(&self, seq: Seq) -> LastDeal {
        let seats = self
            .net
            .iter()
            .filter_map(|(account, chips)| match account {
                Account::Seat(seat) => Some((*seat, *chips)),
                _ => None,
            });
        LastDeal {
            seq,
            outcome: self.outcome.clone(),
            net: seats.collect(),
        }
    }
}

/// The running deal.
pub(super) struct Deal {
    pub(super) game: Box<dyn Game>,
    pub(super) number: u32,
    pub(super) opened_by: Seq,
    seating: Seating,
    pub(super) dealer: Option<Seat>,
    pub(super) net: BTreeMap<Account, Chips>,
    /// Most backs counted before a seat that had not laid a card.
    dealt: BTreeMap<Seat, u8>,
    /// Seats that laid a card.
    laid: BTreeSet<Seat>,
    /// Full hands counted again before seats that had laid cards: when a second seat has one, this deal was given up.
    dealt_again: Vec<(Seq, Play)>,
}

/// Where the evening stands between two deals.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Between {
    pub(super) seating: Option<Seating>,
    pub(super) setting: Option<Setting>,
    pub(super) dealer: Option<Seat>,
    pub(super) ledger: Ledger,
    pub(super) paused: bool,
    pub(super) bank: Bank,
    pub(super) telling: Telling,
    /// Deals that count for nothing, by number, with how they ended instead.
    pub(super) voided: BTreeMap<u32, String>,
    /// Backs counted since the last deal.
    counted: Vec<(Seq, Play)>,
}

/// The fold so far.
pub(super) struct Fold {
    pub(super) between: Between,
    pub(super) deal: Option<Deal>,
    /// The deal before, until the next one opens: what is paid for it comes only now.
    after: Option<Deal>,
    /// How many deals were opened.
    pub(super) deals: u32,
    /// Deals that ended, oldest first.
    pub(super) past: Vec<Past>,
    pub(super) told: Vec<Told>,
    /// Where the fold can begin anew: between two deals.
    marks: Vec<Mark>,
    /// The state between two deals, a mark as soon as the next one opens.
    pending: Option<Mark>,
    taken: usize,
}

/// How the fold stood before the fact that opened a deal.
struct Mark {
    taken: usize,
    told: usize,
    deals: u32,
    past: usize,
    between: Between,
}

/// Of a fact that a decision names: which ruling, and which entry it answers.
pub(super) enum Named<'a> {
    Ruling(&'a Ruling),
    Fact(&'a Fact),
    Nothing,
}

impl Fold {
    pub(super) fn new() -> Self {
        Self {
            between: Between::default(),
            deal: None,
            after: None,
            deals: 0,
            told: Vec::new(),
            past: Vec::new(),
            marks: Vec::new(),
            pending: None,
            taken: 0,
        }
    }

    /// How many facts were taken.
    pub(super) fn taken(&self) -> usize {
        self.taken
    }

    /// Goes back to the last mark before that fact; returns what had been told since, and is lost.
    pub(super) fn back_to(&mut self, fact: usize) -> Vec<Told> {
        // Strictly before: the fact that opened the deal stays as it was, so that it opens it again.
        while self.marks.last().is_some_and(|m| m.taken >= fact) {
            self.marks.pop();
        }
        (self.deal, self.after, self.pending) = (None, None, None);
        let told = match self.marks.last() {
            None => {
                (self.taken, self.deals, self.between) = (0, 0, Between::default());
                self.past.clear();
                0
            }
            Some(mark) => {
                (self.taken, self.deals) = (mark.taken, mark.deals);
                self.between = mark.between.clone();
                self.past.truncate(mark.past);
                mark.told
            }
        };
        self.told.split_off(told)
    }

    /// Takes the next fact; what it leads to is added to `told`. `named` looks up the ruling or fact that a decision is about.
    pub(super) fn take<'a>(&mut self, fact: &Fact, rules: Rules, named: impl Fn(Seq) -> Named<'a>) {
        let deals = self.deals;
        self.taken += 1;
        self.step(fact, rules, named);
        if self.deals != deals {
            self.marks.extend(self.pending.take());
        }
        if self.deal.is_none() {
            self.pending = Some(Mark {
                taken: self.taken,
                told: self.told.len(),
                deals: self.deals,
                past: self.past.len(),
                between: self.between.clone(),
            });
        }
    }

    fn step<'a>(&mut self, fact: &Fact, rules: Rules, named: impl Fn(Seq) -> Named<'a>) {
        let Some(event) = &fact.event else { return };
        match event {
            Event::Seated { seating } => self.seat(seating),
            Event::Bank(bank) => self.between.bank = bank.clone(),
            Event::Telling { when } => self.between.telling = *when,
            Event::Game {
                game,
                options,
                dealer,
            } => {
                self.between.setting = Some(Setting {
                    game: *game,
                    options: options.clone(),
                });
                self.between.dealer = dealer.or(self.between.dealer);
            }
            Event::Bought { seat, chips } => {
                self.pay(
                    fact.seq,
                    Account::Bank,
                    Account::Seat(*seat),
                    *chips,
                    ledger::BUY_IN,
                );
            }
            Event::CashedOut { seat, chips } => {
                self.pay(
                    fact.seq,
                    Account::Seat(*seat),
                    Account::Bank,
                    *chips,
                    ledger::CASH_OUT,
                );
            }
            Event::Paused { paused } => self.between.paused = *paused,
            Event::Decided { of, decision } => self.decide(fact, named(*of), decision, rules),
            _ => {
                if let Some(play) = play(fact, event) {
                    self.play(fact.seq, &play, rules);
                }
            }
        }
    }

    pub(super) fn tell(&mut self, by: Seq, event: Event) {
        self.told.push(Told {
            by,
            deal: self.deals,
            event,
            entry: None,
        });
    }

    pub(super) fn pay(&mut self, by: Seq, from: Account, to: Account, chips: Chips, reason: &str) {
        let reason = reason.to_owned();
        self.post(
            by,
            Transfer {
                from,
                to,
                chips,
                reason,
            },
        );
    }

    /// Posts a transfer and tells it. A transfer that can't be posted is a defect of ours: the program stops and says so.
    fn post(&mut self, by: Seq, transfer: Transfer) {
        if transfer.chips == 0 {
            return;
        }
        if let Err(error) = self.between.ledger.post(&transfer) {
            panic!("the chips of entry {by} don't add up, nothing more is recorded: {error}");
        }
        // Chips bought or cashed out while a deal runs are no part of it: voiding it leaves them.
        let at_bank = [ledger::BUY_IN, ledger::CASH_OUT].contains(&transfer.reason.as_str());
        if let Some(deal) = self.deal.as_mut().filter(|_| !at_bank) {
            count_in(&mut deal.net, &transfer);
        }
        self.tell(by, Event::Transfer(transfer));
    }

    fn play(&mut self, seq: Seq, play: &Play, rules: Rules) {
        if self.between.paused && play.witness == Witness::Seen {
            return;
        }
        if self.deal.is_some() {
            return match self.dealt_again(seq, play) {
                0 => self.apply(seq, play),
                // One such reading proves nothing.
                1 => {}
                _ => self.give_up(seq, rules),
            };
        }
        if matches!(play.act, Act::Call(Call::Paid { .. } | Call::Took { .. })) {
            return self.paid_after(seq, play);
        }
        let counted = is_full_hand(play);
        if counted {
            self.between.counted.push((seq, play.clone()));
        }
        let opens = if counted {
            let seats: BTreeSet<_> = self.between.counted.iter().map(|(_, p)| p.seat).collect();
            seats.len() >= 2
        } else {
            // Between settlement and the next deal faces are nobody's play, unless hands were dealt.
            let seen_dealt = self.past.is_empty() || !self.between.counted.is_empty();
            is_first_act(play, seen_dealt)
        };
        if opens && self.open(seq, rules) && !counted {
            self.apply(seq, play);
        }
    }

    /// What is paid or taken between two deals belongs to the one before.
    fn paid_after(&mut self, by: Seq, play: &Play) {
        let Some(deal) = &mut self.after else { return };
        let outcome = deal.game.apply(by, play);
        for ruling in outcome.rulings {
            self.tell(by, Event::Ruling(ruling));
        }
        for transfer in outcome.transfers {
            if let Some(past) = self.past.last_mut() {
                count_in(&mut past.net, &transfer);
            }
            self.post(by, transfer);
        }
    }

    /// Opens a deal and plays what was counted before; false where no game is set up.
    pub(super) fn open(&mut self, by: Seq, rules: Rules) -> bool {
        self.open_as(by, rules, false)
    }

    /// The same; a `finale` is the last hand of the evening.
    pub(super) fn open_as(&mut self, by: Seq, rules: Rules, finale: bool) -> bool {
        let (Some(seating), Some(setting)) = (&self.between.seating, &self.between.setting) else {
            return false;
        };
        let dealer = self.between.dealer;
        let opening = Opening {
            game: setting.game,
            seating: seating.clone(),
            dealer,
            options: setting.options.clone(),
            stakes: self.between.ledger.stakes(),
            stacks: self
                .between
                .ledger
                .stacks(seating.seats())
                .into_iter()
                .collect(),
            finale,
        };
        let Ok(game) = rules(&opening) else {
            return false;
        };
        let counted = std::mem::take(&mut self.between.counted);
        self.deals += 1;
        self.after = None;
        self.deal = Some(Deal {
            game,
            number: self.deals,
            opened_by: by,
            seating: opening.seating,
            dealer,
            net: BTreeMap::new(),
            dealt: BTreeMap::new(),
            laid: BTreeSet::new(),
            dealt_again: Vec::new(),
        });
        self.tell(by, Event::DealOpened { dealer });
        for (seq, play) in counted {
            self.apply(seq, &play);
        }
        true
    }

    pub(super) fn apply(&mut self, seq: Seq, play: &Play) {
        let Some(deal) = &mut self.deal else { return };
        if let (Some(seat), Act::Laid { .. }) = (play.seat, &play.act) {
            deal.laid.insert(seat);
        }
        if let (Some(seat), Act::Backs { count, .. }) = (play.seat, &play.act)
            && is_full_hand(play)
            && !deal.laid.contains(&seat)
        {
            let most = deal.dealt.entry(seat).or_default();
            *most = (*most).max(*count);
        }
        let outcome = deal.game.apply(seq, play);
        self.follow(seq, outcome);
    }

    fn follow(&mut self, by: Seq, outcome: Outcome) {
        for ruling in outcome.rulings {
            self.tell(by, Event::Ruling(ruling));
        }
        for transfer in outcome.transfers {
            self.post(by, transfer);
        }
        if let Some(Closed {
            outcome,
            next_dealer,
        }) = outcome.closed
        {
            self.close(by, outcome, Some(next_dealer));
        }
    }

    pub(super) fn close(&mut self, by: Seq, outcome: String, next: Option<Seat>) {
        let Some(deal) = self.deal.take() else { return };
        let next_dealer = next.map(|seat| self.seated_from(&deal.seating, seat));
        self.between.dealer = next_dealer;
        self.between.counted.clear();
        self.tell(
            by,
            Event::DealClosed {
                outcome: outcome.clone(),
                next_dealer,
            },
        );
        self.past.push(Past {
            number: deal.number,
            opened_by: deal.opened_by,
            closed_by: by,
            dealer: deal.dealer,
            outcome,
            net: deal.net.clone(),
            game: deal.game.name(),
            state: deal.game.state(),
        });
        self.after = Some(deal);
    }

    /// The deal before counts for nothing: what is paid now isn't for it.
    pub(super) fn forget_after(&mut self, number: u32) {
        self.after.take_if(|deal| deal.number == number);
    }

    /// Others sit at the table from now on. Where the next dealer left, the next one clockwise deals.
    fn seat(&mut self, seating: &Seating) {
        let Some(before) = self.between.seating.take() else {
            self.between.seating = Some(seating.clone());
            return;
        };
        self.between.seating = Some(seating.clone().after(&before));
        let dealer = self.between.dealer;
        self.between.dealer = dealer.map(|seat| self.seated_from(&before, seat));
    }

    /// That seat, or the next one clockwise that still sits at the table.
    pub(super) fn seated_from(&self, before: &Seating, seat: Seat) -> Seat {
        let Some(now) = &self.between.seating else {
            return seat;
        };
        std::iter::once(seat)
            .chain(before.from_left_of(seat))
            .find(|s| now.index(*s).is_some())
            .unwrap_or(seat)
    }

    /// How many seats that had laid cards have a full hand before them again, this one included; 0 where it hasn't. With two of them
    /// it is a new deal, though the old one never ended. Monster deals many rounds in one game and sees to it itself.
    fn dealt_again(&mut self, seq: Seq, play: &Play) -> usize {
        let (Some(deal), Some(seat)) = (&mut self.deal, play.seat) else {
            return 0;
        };
        let Act::Backs { count, .. } = play.act else {
            return 0;
        };
        let full = deal.dealt.get(&seat).copied().unwrap_or(u8::MAX);
        let again = is_full_hand(play) && deal.laid.contains(&seat) && count >= full;
        if !again || deal.game.name() == GameName::Monster {
            return 0;
        }
        deal.dealt_again.push((seq, play.clone()));
        let seats: BTreeSet<_> = deal.dealt_again.iter().map(|(_, p)| p.seat).collect();
        seats.len()
    }

    /// Ends a deal that was never played out and opens the next with the hands that were counted.
    fn give_up(&mut self, by: Seq, rules: Rules) {
        let Some(deal) = &mut self.deal else { return };
        let counted = std::mem::take(&mut deal.dealt_again);
        let next = deal.dealer.map(|d| deal.seating.left_of(d));
        self.close(by, "given_up".to_owned(), next);
        self.between.counted = counted;
        self.open(by, rules);
    }
}

/// Adds a transfer to what a deal moved.
fn count_in(net: &mut BTreeMap<Account, Chips>, transfer: &Transfer) {
    *net.entry(transfer.from.clone()).or_default() -= transfer.chips;
    *net.entry(transfer.to.clone()).or_default() += transfer.chips;
}

/// Who did that.
pub(super) fn seat_of(event: &Event) -> Option<Seat> {
    match event {
        Event::Laid { seat, .. } | Event::Lifted { seat, .. } | Event::Backs { seat, .. } => *seat,
        Event::Call { seat, .. } | Event::Bought { seat, .. } | Event::CashedOut { seat, .. } => {
            Some(*seat)
        }
        _ => None,
    }
}

/// A fact as the games take it; `None` for what is no play.
fn play(fact: &Fact, event: &Event) -> Option<Play> {
    let (act, witness, signs) = match event {
        Event::Laid {
            card,
            zone,
            by,
            signs,
            ..
        } => {
            let (card, zone) = (*card, zone.clone());
            (Act::Laid { card, zone }, *by, *signs)
        }
        Event::Lifted { card, zone, .. } => {
            let (card, zone) = (*card, zone.clone());
            (Act::Lifted { card, zone }, Witness::Seen, Signs::default())
        }
        Event::Backs { zone, count, .. } => {
            let (zone, count) = (zone.clone(), *count);
            (Act::Backs { zone, count }, Witness::Seen, Signs::default())
        }
        Event::Call { call, by, .. } => (Act::Call(call.clone()), *by, Signs::default()),
        _ => return None,
    };
    Some(Play {
        at: fact.at,
        seat: seat_of(event),
        act,
        witness,
        signs,
    })
}

/// Two backs or more before a seat: a hand. A single one may be the squared pack of the dealer.
fn is_full_hand(play: &Play) -> bool {
    play.seat.is_some()
        && matches!(&play.act, Act::Backs { zone: Zone::Hand, count } if *count >= 2)
}

/// Whether this begins a deal that was not seen from its start.
fn is_first_act(play: &Play, seen_dealt: bool) -> bool {
    match &play.act {
        Act::Call(call) => !matches!(
            call,
            Call::Paid { .. }
                | Call::Took { .. }
                | Call::Redeal { .. }
                | Call::Claim { .. }
                | Call::Stop { .. }
        ),
        Act::Laid { zone, .. } => {
            seen_dealt
                && play.seat.is_some()
                && matches!(zone, Zone::Trick | Zone::Front | Zone::Hand | Zone::Discard)
        }
        _ => false,
    }
}
