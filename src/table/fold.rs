//! The corrected record into what the referee tells, fact by fact: what each does between two deals, and where the fold can begin anew.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{
    Rules,
    deals::{Deal, Past, count_in},
    record::Fact,
};
use crate::{
    chips::{Account, Bank, Chips, Transfer},
    event::{Event, Telling},
    ledger::{self, Ledger},
    play::{Act, GameName, Play, Seq, Witness},
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
    pub(super) counted: Vec<(Seq, Play)>,
}

/// The fold so far.
pub(super) struct Fold {
    pub(super) between: Between,
    pub(super) deal: Option<Deal>,
    /// The deal before, until the next one opens: what is paid for it comes only now.
    pub(super) after: Option<Deal>,
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
                // Another game: what is left of a deal that runs isn't played.
                let running = self.deal.as_ref().filter(|d| d.game.name() != *game);
                if let Some(number) = running.map(|d| d.number) {
                    self.void(fact.seq, number, "void");
                }
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
    pub(super) fn post(&mut self, by: Seq, transfer: Transfer) {
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
