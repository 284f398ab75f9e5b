//! A bundle into its record once more: its readings are taken for what they were, and everything that follows from them follows again.

use std::collections::{BTreeSet, VecDeque};

use super::Bundle;
use crate::{
    card::Card,
    event::{Entry, Event},
    frame::At,
    lookout::Record,
    play::{Awaited, Seq, Zone},
    plays::{Rest, Step},
    rules,
    seat::Seat,
    table::Table,
};

/// A bundle that was folded again.
pub struct Replayed {
    /// The evening up to the bundle's end.
    pub table: Table,
    /// How many entries there were before it.
    pub before: usize,
    /// The first entry that is another than in its journal.
    pub differs: Option<Seq>,
}

/// The record as it grows again: between what the camera saw stands what others entered.
struct Fold {
    table: Table,
    others: VecDeque<Entry>,
    /// The numbers under which the next facts were entered.
    entered: VecDeque<Seq>,
}

impl Fold {
    /// Enters what others did before that entry.
    fn others_before(&mut self, seq: u64) {
        while self.others.front().is_some_and(|e| e.seq.0 < seq) {
            if let Some(entry) = self.others.pop_front() {
                self.take(entry.at, entry.event);
            }
        }
    }

    fn take(&mut self, at: At, event: Event) -> Option<Seq> {
        let last = self.table.entries().last().map_or(At(0), |e| e.at);
        let taken = self.table.take(at.max(last), event).ok()?;
        taken.first().map(|e| e.seq)
    }
}

impl Record for Fold {
    fn awaited(&self) -> Vec<Awaited> {
        self.table.awaited()
    }

    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.table.likely(seat, zone)
    }

    fn deals(&self) -> u64 {
        u64::from(self.table.deals())
    }

    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        if let Some(seq) = self.entered.pop_front() {
            self.others_before(seq.0);
        }
        self.take(at, event)
    }
}

impl Bundle {
    /// Folds it again.
    ///
    /// # Errors
    /// When its journal before the first frame is none.
    pub fn replay(self) -> Result<Replayed, String> {
        let before = usize::try_from(self.state.before).unwrap_or(usize::MAX);
        let (first, rest) = self.entries.split_at(before.min(self.entries.len()));
        let table = Table::replay(rules::open, first.iter().cloned()).map_err(|e| e.to_string())?;
        let seen: BTreeSet<Seq> = self
            .moments
            .iter()
            .flat_map(|m| m.entered.clone())
            .collect();
        let by_others = |e: &&Entry| !e.event.is_told() && !seen.contains(&e.seq);
        let mut fold = Fold {
            table,
            others: rest.iter().filter(by_others).cloned().collect(),
            entered: VecDeque::new(),
        };
        let (mut watcher, mut scribe) = (self.state.watcher, self.state.scribe);
        for moment in &self.moments {
            fold.entered = moment.entered.iter().copied().collect();
            for step in &moment.steps {
                if let Step::Look(_) = step {
                    fold.others_before(moment.before + 1);
                }
                let facts = {
                    let awaited = fold.awaited();
                    let likely = |seat, zone: &Zone| fold.likely(seat, zone);
                    let rest = Rest {
                        awaited: &awaited,
                        likely: &likely,
                    };
                    watcher.take(step, &rest)
                };
                for fact in facts {
                    scribe.write(moment.at, fact, &mut fold);
                }
            }
        }
        fold.others_before(u64::MAX);
        let (was, is) = (&self.entries, fold.table.entries());
        let other = (0..was.len().max(is.len())).find(|&i| was.get(i) != is.get(i));
        Ok(Replayed {
            differs: other.map(|i| Seq(i as u64 + 1)),
            before,
            table: fold.table,
        })
    }
}
