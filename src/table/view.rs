//! The table into the one value that phones show: nothing in it that the table hasn't seen.

use std::collections::{BTreeMap, BTreeSet};

use super::{Table, record::Fact};
use crate::{
    board::{Board, BoardHealth, BoardRuling, DealState, LastDeal, Moved, Question, StoryLine},
    chips::{Account, Chips, Transfer},
    event::{Decision, Entry, Event, Telling},
    ledger,
    play::{Awaited, Seq},
    seat::Seat,
};

/// Rulings shown at most.
const MOST_RULINGS: usize = 24;

impl Table {
    /// The public state as it stands now.
    #[must_use]
    pub fn board(&self) -> Board {
        let between = &self.fold.between;
        let newest = self.entries.last();
        let questions = self.questions();
        let deal = self.fold.deal.as_ref().map(|d| d.game.state());
        Board {
            seq: self.entries.len() as u64,
            at: newest.map(|e| e.at).unwrap_or_default(),
            demo: false,
            paused: between.paused,
            game: between.setting.as_ref().map(|s| s.game),
            options: between
                .setting
                .as_ref()
                .map(|s| s.options.clone())
                .unwrap_or_default(),
            seating: between
                .seating
                .as_ref()
                .map_or_else(Vec::new, |s| s.places().to_vec()),
            left: between
                .seating
                .as_ref()
                .map_or_else(Vec::new, |s| s.left().to_vec()),
            telling: between.telling,
            untold: self.untold(),
            bank: between.bank.clone(),
            stacks: self.stacks(),
            balances: self.net().collect(),
            deal_number: self.fold.deals,
            deal: deal.map(|deal| with_questions(deal, &questions)),
            opening: self.opening(),
            next_dealer: between.dealer.filter(|_| self.fold.deal.is_none()),
            last_deal: self.last_deal(),
            stakes: self.told.stakes(),
            rulings: self.rulings(),
            story: self.story(),
            moved: self.moved(),
            undo: self.undo(),
            handed_back: self.handed_back(),
            questions,
            health: self.health(),
        }
    }

    /// What each has before it: where chips are bought, and where nobody may have fewer than none.
    fn stacks(&self) -> BTreeMap<Seat, Chips> {
        let bank = &self.fold.between.bank;
        if bank.debts || bank.points {
            return self.told.stacks(self.net().map(|(seat, _)| seat));
        }
        let own = |(seat, _)| (seat, self.told.balance(&Account::Seat(seat)));
        self.net().map(own).collect()
    }

    fn last_deal(&self) -> Option<LastDeal> {
        let past = self.fold.past.last()?;
        let told = self
            .fold
            .told
            .iter()
            .rfind(|t| matches!(t.event, Event::DealClosed { .. }) && t.by == past.closed_by);
        let mut last = past.last_deal(told.and_then(|t| t.entry).unwrap_or(past.closed_by));
        if let Some(outcome) = self.fold.between.voided.get(&past.number) {
            outcome.clone_into(&mut last.outcome);
            last.net.values_mut().for_each(|chips| *chips = 0);
        }
        Some(last)
    }

    /// The entry from which on things are shown: where the running deal, or the last one, began.
    fn shown_from(&self) -> Option<Seq> {
        let running = self.fold.deal.as_ref().map(|d| d.opened_by);
        running.or_else(|| self.fold.past.last().map(|p| p.opened_by))
    }

    /// The rulings of this deal and the last one, newest first, with what was decided.
    fn rulings(&self) -> Vec<BoardRuling> {
        let from = self
            .fold
            .past
            .last()
            .map(|p| p.opened_by)
            .or_else(|| self.shown_from());
        let Some(from) = from else {
            return Vec::new();
        };
        let running = self.fold.deal.as_ref().map(|d| d.opened_by);
        let mut decisions: BTreeMap<Seq, Decision> = BTreeMap::new();
        let mut withdrawn = Vec::new();
        let mut rulings = Vec::new();
        for entry in self.entries.iter().rev().take_while(|e| e.seq >= from) {
            match &entry.event {
                Event::Withdrawn { ruling } => withdrawn.push(*ruling),
                Event::Decided { of, decision } if self.counts(entry.seq).is_some() => {
                    decisions.entry(*of).or_insert_with(|| decision.clone());
                }
                Event::Ruling(ruling) if rulings.len() < MOST_RULINGS => {
                    rulings.push(BoardRuling {
                        seq: entry.seq,
                        at: entry.at,
                        ruling: ruling.clone(),
                        decision: decisions.get(&entry.seq).cloned(),
                        running: running.is_some_and(|opened| entry.seq >= opened),
                        withdrawn: withdrawn.contains(&entry.seq),
                    })
                }
                _ => {}
            }
        }
        rulings
    }

    /// The rulings that only the host may see yet.
    fn untold(&self) -> Vec<Seq> {
        let telling = self.fold.between.telling;
        let from = match (telling, &self.fold.deal) {
            (Telling::AtOnce, _) | (Telling::DealEnd, None) => return Vec::new(),
            (Telling::DealEnd, Some(running)) => running.opened_by.max(self.told_until()),
            (Telling::HostFirst, _) => self.told_until(),
        };
        let mut decided = BTreeSet::new();
        let mut untold = Vec::new();
        for entry in self.entries.iter().rev().take_while(|e| e.seq >= from) {
            match &entry.event {
                // At the end of the deal everything is told, whatever was decided before.
                Event::Decided { of, .. }
                    if telling == Telling::HostFirst && self.counts(entry.seq).is_some() =>
                {
                    decided.insert(*of);
                }
                Event::Ruling(_) if !decided.contains(&entry.seq) => untold.push(entry.seq),
                _ => {}
            }
        }
        untold
    }

    /// The entry up to which rulings were shown to everybody at once, last of all: what people saw isn't taken from them.
    fn told_until(&self) -> Seq {
        let (mut until, mut now) = (Seq(0), Telling::AtOnce);
        for fact in self.record.facts() {
            if let Some(Event::Telling { when }) = fact.event {
                if now == Telling::AtOnce {
                    until = fact.seq;
                }
                now = when;
            }
        }
        until
    }

    fn story(&self) -> Vec<StoryLine> {
        let from = self.shown_from().and_then(|seq| self.record.position(seq));
        from.map_or_else(Vec::new, |from| lines(&self.record.facts()[from..]))
    }

    /// What may be said already between two deals: with it the next one opens, whether or not anybody saw it dealt.
    fn opening(&self) -> Vec<Awaited> {
        if self.fold.deal.is_some() {
            return Vec::new();
        }
        let game = self.fold.opening(false).map(|o| (self.rules)(&o));
        let Some(Ok(game)) = game else {
            return Vec::new();
        };
        let mut awaited = game.awaited();
        awaited.retain(|a| !a.calls.is_empty());
        awaited
    }

    fn moved(&self) -> Vec<Moved> {
        let Some(from) = self.shown_from() else {
            return Vec::new();
        };
        // Entry 1 stands first.
        let told = self.entries.iter().skip(from.0.saturating_sub(1) as usize);
        let moved = told.filter_map(|entry| match &entry.event {
            Event::Transfer(transfer) => Some(Moved {
                seq: entry.seq,
                transfer: transfer.clone(),
            }),
            _ => None,
        });
        moved.collect()
    }

    /// The story of that deal, from 1, as it counts now; `None` where there was no such deal.
    #[must_use]
    pub fn story_of(&self, deal: u32) -> Option<Vec<StoryLine>> {
        let facts = self.record.facts();
        let running = self.fold.deal.as_ref().filter(|d| d.number == deal);
        let (from, to) = match running {
            Some(running) => (self.record.position(running.opened_by)?, facts.len()),
            None => {
                let past = self.fold.past.iter().find(|p| p.number == deal)?;
                let to = self.record.position(past.closed_by)? + 1;
                (self.record.position(past.opened_by)?, to)
            }
        };
        Some(lines(facts.get(from..to)?))
    }

    /// What a person or the camera entered last and can take back, and was not taken back so yet; seats, game and bank are entered anew
    /// instead.
    fn undo(&self) -> Option<StoryLine> {
        let can = |event: &Event| {
            corrects(event)
                || matches!(
                    event,
                    Event::Laid { .. }
                        | Event::Call { .. }
                        | Event::Bought { .. }
                        | Event::CashedOut { .. }
                )
        };
        let mut undone = BTreeSet::new();
        let last = self.entries.iter().rfind(|e| match &e.event {
            _ if undone.contains(&e.seq) => false,
            Event::Undone { of } => {
                undone.insert(*of);
                false
            }
            event => can(event),
        })?;
        Some(StoryLine {
            seq: last.seq,
            at: last.at,
            event: last.event.clone(),
            struck: false,
            corrected: false,
        })
    }

    /// What the newest correction or decision moved back, if no deal began since.
    fn handed_back(&self) -> Vec<Transfer> {
        let opened = |e: &Entry| matches!(e.event, Event::DealOpened { .. });
        let opened = self.entries.iter().rposition(opened).unwrap_or(0);
        let mut moved = Vec::new();
        for entry in self.entries.iter().rev() {
            match &entry.event {
                Event::Transfer(t) if BACK.contains(&t.reason.as_str()) => moved.push(t.clone()),
                told if told.is_told() => {}
                fact if !moved.is_empty() && corrects(fact) => {
                    moved.reverse();
                    return moved;
                }
                _ => moved.clear(),
            }
            // What told that a deal began may have been a correction itself.
            if entry.seq.0 <= opened as u64 && !entry.event.is_told() {
                break;
            }
        }
        Vec::new()
    }

    /// Questions of this deal and the last one whose hole is still open.
    fn questions(&self) -> Vec<Question> {
        let from = self.fold.past.last().map_or(Seq(0), |p| p.opened_by);
        let open = |seq: Seq| match self.record.fact(seq).map(|f| &f.event) {
            Some(Some(Event::Laid { card, .. })) => card.is_none(),
            Some(Some(Event::Asked { .. })) => true,
            _ => false,
        };
        let recent = self.entries.iter().rev().take_while(|e| e.seq >= from);
        let mut questions: Vec<Question> = recent
            .filter_map(|entry| match &entry.event {
                Event::Asked {
                    seat,
                    zone,
                    choices,
                    hole,
                } if open(hole.unwrap_or(entry.seq)) => Some(Question {
                    seq: entry.seq,
                    hole: *hole,
                    seat: *seat,
                    zone: zone.clone(),
                    choices: choices.clone(),
                }),
                _ => None,
            })
            .collect();
        questions.reverse();
        questions
    }

    fn health(&self) -> BoardHealth {
        self.entries
            .iter()
            .rev()
            .find_map(|e| match &e.event {
                Event::Health {
                    state,
                    detail,
                    cause,
                } => Some(BoardHealth {
                    state: *state,
                    detail: detail.clone(),
                    cause: *cause,
                }),
                _ => None,
            })
            .unwrap_or_default()
    }
}

/// Why chips go back.
const BACK: [&str; 5] = [
    ledger::CORRECTION,
    ledger::BUY_IN,
    ledger::CASH_OUT,
    "void",
    "redeal",
];

/// Whether an entry of the host's may undo what was paid.
fn corrects(event: &Event) -> bool {
    matches!(
        event,
        Event::Struck { .. }
            | Event::Undone { .. }
            | Event::Replaced { .. }
            | Event::Inserted { .. }
            | Event::Answered { .. }
            | Event::Decided { .. }
            | Event::Laid {
                replaces: Some(_),
                ..
            }
    )
}

/// Facts as they are shown; the camera's state and its questions have their own place.
fn lines(facts: &[Fact]) -> Vec<StoryLine> {
    let shown = |f: &&Fact| {
        !matches!(
            f.shown(),
            Event::Health { .. } | Event::Asked { .. } | Event::Paused { .. }
        )
    };
    let line = |fact: &Fact| StoryLine {
        seq: fact.seq,
        at: fact.at,
        event: fact.shown().clone(),
        struck: fact.event.is_none(),
        corrected: fact.event.is_some() && fact.is_corrected(),
    };
    facts.iter().filter(shown).map(line).collect()
}

/// An open question is waited for first.
fn with_questions(mut deal: DealState, questions: &[Question]) -> DealState {
    if !questions.is_empty() && deal.awaited.iter().all(|a| a.what != "answer") {
        let answer = Awaited {
            seats: Vec::new(),
            what: "answer".to_owned(),
            calls: Vec::new(),
            zone: None,
        };
        deal.awaited.insert(0, answer);
    }
    deal
}
