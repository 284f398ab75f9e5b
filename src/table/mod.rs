//! Facts into the whole record: each entry in its order, and with it what the referee tells — deals, rulings, chips. A pure fold: no
//! clock, no I/O, no chance, so that the same facts give the same record everywhere.

mod deals;
mod decide;
mod fold;
mod record;
mod refuse;
mod tally;
mod view;

use std::collections::VecDeque;

use self::{
    fold::{Fold, Named, Told},
    record::Record,
};
pub use self::{
    refuse::Refused,
    tally::{Tallies, Tally},
};
use crate::{
    card::Card,
    chips::Chips,
    event::{Entry, Event},
    frame::At,
    ledger::{Ledger, LedgerError},
    play::{Awaited, Seq, Zone},
    rules::{Game, Opening},
    seat::{Seat, Seating},
};

/// Opens a game: what [`crate::rules`] lends to the table.
///
/// # Errors
/// One sentence, where the game can't be played so: too many players, an unknown option.
pub type Rules = fn(&Opening) -> Result<Box<dyn Game>, String>;

/// The record and everything that follows from it.
pub struct Table {
    rules: Rules,
    entries: Vec<Entry>,
    record: Record,
    fold: Fold,
    /// Chips as they were told, corrections included; always the same as those of the fold.
    told: Ledger,
    /// Whether the last thing told about deals was that one opened.
    told_open: bool,
}

/// Where a record and the fold of its facts part.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Differs {
    /// The fold tells something else, or nothing more, where the record tells this.
    #[error("entry {}: the record tells {}, the facts before it {}", recorded.seq, text(&recorded.event), folded.as_ref().map_or_else(|| "nothing more".to_owned(), text))]
    Told {
        /// The entry on record.
        recorded: Box<Entry>,
        /// What the facts tell there.
        folded: Option<Box<Event>>,
    },
    /// The fold tells more than is on record.
    #[error(
        "after entry {after}: the facts tell {}, the record doesn't",
        text(folded)
    )]
    Missing {
        /// The last entry that agrees.
        after: Seq,
        /// What the facts tell there.
        folded: Box<Event>,
    },
    /// The entries aren't numbered 1, 2, 3, …
    #[error("entry {found} stands where entry {expected} belongs")]
    Order {
        /// The number on record.
        found: Seq,
        /// The number that belongs there.
        expected: Seq,
    },
    /// Chips on record that no ledger takes.
    #[error("entry {seq}: {why}")]
    Chips {
        /// The entry.
        seq: Seq,
        /// Why.
        why: Box<LedgerError>,
    },
    /// A fact that no table takes.
    #[error("entry {seq}: {why}")]
    Refused {
        /// The entry.
        seq: Seq,
        /// Why.
        why: Refused,
    },
}

fn text(event: &impl serde::Serialize) -> String {
    serde_json::to_string(event).unwrap_or_else(|e| e.to_string())
}

impl Table {
    /// A table at which nothing has happened.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            entries: Vec::new(),
            record: Record::default(),
            fold: Fold::new(),
            told: Ledger::default(),
            told_open: false,
        }
    }

    /// Enters a fact. Returns its entry and those told because of it, in order.
    ///
    /// # Errors
    /// When it is no fact that this table can take; nothing was entered then.
    ///
    /// # Panics
    /// When the chips no longer sum to zero: a defect of ours, after which nothing more may be recorded.
    pub fn take(&mut self, at: At, event: Event) -> Result<Vec<Entry>, Refused> {
        self.check(&event)?;
        let first = self.entries.len();
        self.enter(at, event);
        if let Some(position) = self.record.take(&self.entries[first]) {
            let lost = if position < self.fold.taken() {
                self.fold.back_to(position)
            } else {
                Vec::new()
            };
            let from = self.fold.told.len();
            self.run();
            self.tell(at, from, lost);
        }
        Ok(self.entries[first..].to_vec())
    }

    /// The last entry of a source that ended: net chips per seat.
    pub fn end(&mut self, at: At, frames: u64) -> Entry {
        let balances = self.net().collect();
        self.enter(at, Event::End { frames, balances });
        self.entries.last().expect("just entered").clone()
    }

    /// Folds the facts of a record again and compares what follows with what was told, bit for bit.
    ///
    /// # Errors
    /// The first entry that differs.
    pub fn replay(rules: Rules, record: impl IntoIterator<Item = Entry>) -> Result<Self, Differs> {
        let mut table = Self::new(rules);
        let mut due: VecDeque<Entry> = VecDeque::new();
        for entry in record {
            let expected = Seq((table.entries.len() - due.len()) as u64 + 1);
            if entry.seq != expected {
                let found = entry.seq;
                return Err(Differs::Order { found, expected });
            }
            if let Event::End { frames, .. } = &entry.event
                && due.is_empty()
            {
                due.push_back(table.end(entry.at, *frames));
            }
            if entry.event.is_told() {
                let folded = due.pop_front();
                if folded.as_ref() != Some(&entry) {
                    let folded = folded.map(|e| Box::new(e.event));
                    return Err(Differs::Told {
                        recorded: Box::new(entry),
                        folded,
                    });
                }
            } else {
                table.missing(&due)?;
                let seq = entry.seq;
                let taken = table.take(entry.at, entry.event);
                let taken = taken.map_err(|why| Differs::Refused { seq, why })?;
                due.extend(taken.into_iter().skip(1));
            }
        }
        table.missing(&due)?;
        Ok(table)
    }

    fn missing(&self, due: &VecDeque<Entry>) -> Result<(), Differs> {
        due.front().map_or(Ok(()), |first| {
            Err(Differs::Missing {
                after: Seq(first.seq.0 - 1),
                folded: Box::new(first.event.clone()),
            })
        })
    }

    /// Takes a record as it is, though its facts would be judged differently now (the rules were mended since): what was told stays
    /// told, and what differs is told as after a correction. Returns the table and those new entries.
    ///
    /// # Errors
    /// When the entries aren't numbered 1, 2, 3, …, or chips moved that can't.
    pub fn adopt(
        rules: Rules,
        record: impl IntoIterator<Item = Entry>,
    ) -> Result<(Self, Vec<Entry>), Differs> {
        let mut table = Self::new(rules);
        let mut standing: Vec<Told> = Vec::new();
        for entry in record {
            let expected = Seq(table.entries.len() as u64 + 1);
            if entry.seq != expected {
                let found = entry.seq;
                return Err(Differs::Order { found, expected });
            }
            match &entry.event {
                Event::Withdrawn { ruling } => standing.retain(|t| t.entry != Some(*ruling)),
                Event::DecisionHolds { decision, .. } => standing.retain(
                    |t| !matches!(&t.event, Event::DecisionHolds { decision: d, .. } if d == decision),
                ),
                _ => {}
            }
            let passing = Event::is_told(&entry.event)
                && !matches!(
                    entry.event,
                    Event::Withdrawn { .. }
                        | Event::End { .. }
                        | Event::DecisionHolds { holds: true, .. }
                );
            if passing {
                standing.push(Told {
                    by: entry.seq,
                    deal: 0,
                    event: entry.event.clone(),
                    entry: Some(entry.seq),
                });
            }
            table.record.take(&entry);
            let noted = table.note(&entry.event);
            noted.map_err(|why| Differs::Chips {
                seq: entry.seq,
                why: Box::new(why),
            })?;
            table.entries.push(entry);
        }
        let first = table.entries.len();
        let at = table.entries.last().map_or(At(0), |e| e.at);
        table.run();
        table.tell(at, 0, standing);
        let new = table.entries[first..].to_vec();
        Ok((table, new))
    }

    /// Folds the facts that were not yet taken.
    fn run(&mut self) {
        let (entries, record) = (&self.entries, &self.record);
        let named = |of: Seq| {
            if let Some(fact) = record.root(of).and_then(|root| record.fact(root)) {
                return Named::Fact(fact);
            }
            match (of.0 as usize).checked_sub(1).and_then(|i| entries.get(i)) {
                Some(Entry {
                    event: Event::Ruling(ruling),
                    ..
                }) => Named::Ruling(ruling),
                _ => Named::Nothing,
            }
        };
        while let Some(fact) = record.facts().get(self.fold.taken()) {
            self.fold.take(fact, self.rules, named);
        }
    }

    fn enter(&mut self, at: At, event: Event) -> Seq {
        let seq = Seq(self.entries.len() as u64 + 1);
        if let Err(error) = self.note(&event) {
            panic!("the chips told don't add up, nothing more is recorded: {error}");
        }
        self.entries.push(Entry { seq, at, event });
        seq
    }

    fn note(&mut self, event: &Event) -> Result<(), LedgerError> {
        match event {
            Event::Transfer(transfer) => self.told.post(transfer)?,
            Event::DealOpened { .. } => self.told_open = true,
            Event::DealClosed { .. } => self.told_open = false,
            _ => {}
        }
        Ok(())
    }

    /// Enters what the fold tells from there on. Where it was folded again, `lost` is what it had told before: what is the same stays told,
    /// rulings that vanished are withdrawn, and the difference in chips is told as transfers.
    fn tell(&mut self, at: At, from: usize, mut lost: Vec<Told>) {
        let again = !lost.is_empty();
        let mut fresh = Vec::new();
        let mut start = 0;
        for i in from..self.fold.told.len() {
            let event = &self.fold.told[i].event;
            let same = |t: &Told| t.deal != u32::MAX && t.event == *event;
            match (start..lost.len()).find(|&k| same(&lost[k])) {
                Some(k) => {
                    self.fold.told[i].entry = lost[k].entry;
                    lost[k].deal = u32::MAX;
                    start += usize::from(k == start);
                }
                None => fresh.push(i),
            }
        }
        lost.retain(|t| t.deal != u32::MAX);
        for old in &lost {
            match (&old.event, old.entry) {
                (Event::Ruling(_), Some(ruling)) => {
                    self.enter(at, Event::Withdrawn { ruling });
                }
                (Event::DecisionHolds { decision, holds }, Some(_)) => {
                    let (decision, holds) = (*decision, !holds);
                    self.enter(at, Event::DecisionHolds { decision, holds });
                }
                _ => {}
            }
        }
        let moved_back = lost.iter().any(|t| matches!(t.event, Event::Transfer(_)));
        for i in fresh {
            let event = self.fold.told[i].event.clone();
            if !(moved_back && matches!(event, Event::Transfer(_))) {
                self.fold.told[i].entry = Some(self.enter(at, event));
            }
        }
        if again {
            self.put_right(at);
        }
    }

    /// After a fold anew: the chips to hand back, and whether a deal runs.
    fn put_right(&mut self, at: At) {
        for transfer in self.told.corrections(&self.fold.between.ledger) {
            self.enter(at, Event::Transfer(transfer));
        }
        assert!(
            self.told.corrections(&self.fold.between.ledger).is_empty(),
            "the corrections told leave the accounts wrong; nothing more is recorded"
        );
        match (&self.fold.deal, self.told_open) {
            (Some(deal), false) => {
                let dealer = deal.dealer;
                self.enter(at, Event::DealOpened { dealer });
            }
            (None, true) => {
                let (outcome, next_dealer) = ("withdrawn".to_owned(), self.fold.between.dealer);
                self.enter(
                    at,
                    Event::DealClosed {
                        outcome,
                        next_dealer,
                    },
                );
            }
            _ => {}
        }
    }

    /// The whole record, oldest first.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of that number.
    #[must_use]
    pub fn entry(&self, seq: Seq) -> Option<&Entry> {
        self.entries
            .get(usize::try_from(seq.0).ok()?.checked_sub(1)?)
    }

    /// A fact as it counts now, corrections applied; `None` for what isn't one, or was struck.
    #[must_use]
    pub fn counts(&self, seq: Seq) -> Option<&Event> {
        self.record.fact(self.record.root(seq)?)?.event.as_ref()
    }

    /// The fact that stands behind an entry: itself, or the one that it corrects; `None` for what is told.
    #[must_use]
    pub fn fact_behind(&self, seq: Seq) -> Option<Seq> {
        self.record.root(seq)
    }

    /// The same, or as it was entered where it was struck.
    #[must_use]
    pub fn shown(&self, seq: Seq) -> Option<&Event> {
        Some(self.record.fact(self.record.root(seq)?)?.shown())
    }

    /// Who sits where; `None` before that was entered.
    #[must_use]
    pub fn seating(&self) -> Option<&Seating> {
        self.fold.between.seating.as_ref()
    }

    /// The chips, account by account.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.told
    }

    /// Net chips of every seat that sits at the table or ever held chips.
    pub fn net(&self) -> impl Iterator<Item = (Seat, Chips)> + '_ {
        let seated = self.seating().into_iter().flat_map(Seating::seats);
        let held = self
            .told
            .balances()
            .keys()
            .filter_map(|account| match account {
                crate::chips::Account::Seat(seat) => Some(*seat),
                _ => None,
            });
        let seats: std::collections::BTreeSet<Seat> = seated.chain(held).collect();
        seats.into_iter().map(|seat| (seat, self.told.net(seat)))
    }

    /// How chips are kept.
    #[must_use]
    pub fn bank(&self) -> &crate::chips::Bank {
        &self.fold.between.bank
    }

    /// How many deals have begun.
    #[must_use]
    pub fn deals(&self) -> u32 {
        self.fold.deals
    }

    /// What the referee waits for, most urgent first.
    #[must_use]
    pub fn awaited(&self) -> Vec<Awaited> {
        self.fold
            .deal
            .as_ref()
            .map_or_else(Vec::new, |d| d.game.awaited())
    }

    /// The cards that may lie there, laid by that seat, likeliest first; empty between deals.
    #[must_use]
    pub fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.fold
            .deal
            .as_ref()
            .map_or_else(Vec::new, |d| d.game.likely(seat, zone))
    }
}
