//! Entries into the corrected record: each fact as it counts now, in the order in which it happened.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    card::Card,
    event::{Entry, Event},
    frame::At,
    play::{Seq, Witness, Zone},
    sighting::Signs,
};

/// One fact as it counts now.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Fact {
    /// The entry that told it first; corrections keep it.
    pub(super) seq: Seq,
    /// When it happened.
    pub(super) at: At,
    /// Whether it was entered later than it happened.
    inserted: bool,
    /// As it was entered.
    original: Event,
    /// As it counts now; `None` where it was struck.
    pub(super) event: Option<Event>,
}

impl Fact {
    /// The fact as it counts, or as it was entered where it was struck.
    pub(super) fn shown(&self) -> &Event {
        self.event.as_ref().unwrap_or(&self.original)
    }

    /// Whether a correction changed it.
    pub(super) fn is_corrected(&self) -> bool {
        self.event.as_ref() != Some(&self.original)
    }
}

/// What a correcting entry does to its fact.
#[derive(Clone, PartialEq, Debug)]
enum Change {
    Strike,
    Set(Event),
}

#[derive(Clone, PartialEq, Debug)]
struct Correction {
    seq: Seq,
    /// The entry that it names.
    of: Seq,
    /// The fact that it puts right in the end.
    root: Seq,
    change: Change,
}

/// All facts with what corrected them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Record {
    facts: Vec<Fact>,
    corrections: Vec<Correction>,
}

impl Record {
    /// The facts, in the order in which they happened.
    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Where the fact of that entry stands in the order.
    pub(super) fn position(&self, seq: Seq) -> Option<usize> {
        // Nearly always it is one of the newest.
        self.facts.iter().rposition(|f| f.seq == seq)
    }

    /// The fact of that entry.
    pub(super) fn fact(&self, seq: Seq) -> Option<&Fact> {
        self.position(seq).map(|i| &self.facts[i])
    }

    /// The fact that stands behind an entry: itself, or the one that it corrects.
    pub(super) fn root(&self, seq: Seq) -> Option<Seq> {
        self.fact(seq).map(|f| f.seq).or_else(|| {
            self.corrections
                .iter()
                .rfind(|c| c.seq == seq)
                .map(|c| c.root)
        })
    }

    /// Takes an entry in. Returns the position of the first fact that changed, which is the end of the list for something new;
    /// `None` where nothing did.
    pub(super) fn take(&mut self, entry: &Entry) -> Option<usize> {
        let Entry { seq, at, event } = entry;
        match event {
            told if told.is_told() => None,
            Event::Struck { of } | Event::Undone { of } => self.correct(*seq, *of, Change::Strike),
            Event::Replaced { of, with } => self.correct(*seq, *of, Change::Set((**with).clone())),
            Event::Laid {
                replaces: Some(of), ..
            } => self.correct(*seq, *of, Change::Set(event.clone())),
            Event::Answered { of, card } => self.answer(*seq, *of, *card),
            Event::Inserted { before, what } => Some(self.insert(entry, *before, what)),
            _ => {
                self.push(*seq, *at, event.clone(), self.facts.len());
                if matches!(event, Event::Lifted { .. }) && !self.corrections.is_empty() {
                    self.lift_as_laid();
                }
                Some(self.facts.len() - 1)
            }
        }
    }

    fn push(&mut self, seq: Seq, at: At, event: Event, position: usize) {
        let fact = Fact {
            seq,
            at,
            inserted: position < self.facts.len(),
            original: event.clone(),
            event: Some(event),
        };
        self.facts.insert(position, fact);
    }

    /// A fact that was missed stands right before the entry that it names, and so at that entry's time.
    fn insert(&mut self, entry: &Entry, before: Seq, what: &Event) -> usize {
        let root = self.root(before).unwrap_or(before);
        let position = self
            .position(root)
            .or_else(|| {
                self.facts
                    .iter()
                    .position(|f| f.seq > before && !f.inserted)
            })
            .unwrap_or(self.facts.len());
        let at = self.facts.get(position).map_or(entry.at, |f| f.at);
        self.push(entry.seq, at, what.clone(), position);
        self.lift_as_laid();
        position
    }

    /// An answer fills the hole that was asked about, or lays the card where the question itself stands.
    fn answer(&mut self, seq: Seq, of: Seq, card: Option<Card>) -> Option<usize> {
        let Event::Asked {
            seat, zone, hole, ..
        } = &self.fact(of)?.original
        else {
            return None;
        };
        let (seat, zone, target) = (*seat, zone.clone(), hole.unwrap_or(of));
        let change = card.map_or(Change::Strike, |card| {
            // Who laid it and where may have been put right since.
            let (seat, zone) = match self.fact(target).map(Fact::shown) {
                Some(Event::Laid { seat, zone, .. }) => (*seat, zone.clone()),
                _ => (seat, zone),
            };
            Change::Set(Event::Laid {
                card: Some(card),
                seat,
                zone,
                confidence: 1.0,
                by: Witness::Host,
                signs: Signs::default(),
                replaces: None,
            })
        });
        self.correct(seq, target, change)
    }

    fn correct(&mut self, seq: Seq, of: Seq, change: Change) -> Option<usize> {
        let root = self.root(of)?;
        self.corrections.push(Correction {
            seq,
            of,
            root,
            change,
        });
        let position = self.position(root)?;
        let now = self.counts(root, &self.facts[position].original);
        if self.facts[position].event == now {
            return None;
        }
        self.facts[position].event = now;
        self.lift_as_laid();
        Some(position)
    }

    /// The reader took a card up by the name under which it had seen it laid: where none of that name lies there, but one that was laid under it
    /// and put right since, the lifting is put right with it.
    fn lift_as_laid(&mut self) {
        let mut lying = Vec::new();
        for fact in &mut self.facts {
            match (&fact.original, &mut fact.event) {
                (Event::Laid { card: told, .. }, Some(Event::Laid { card, zone, .. })) => {
                    lying.push(Lying {
                        told: *told,
                        card: *card,
                        zone: zone.clone(),
                        open: false,
                    });
                }
                (
                    Event::Lifted {
                        card: Some(name),
                        zone,
                        ..
                    },
                    Some(Event::Lifted { card, .. }),
                ) if !self.corrections.iter().any(|c| c.root == fact.seq) => {
                    *card = lift(&mut lying, *name, zone);
                }
                _ => {}
            }
        }
    }

    /// How a fact counts under the corrections that hold: the latest one, unless it was struck itself.
    fn counts(&self, root: Seq, original: &Event) -> Option<Event> {
        let mine: Vec<&Correction> = self.corrections.iter().filter(|c| c.root == root).collect();
        let mut undone = BTreeSet::new();
        let mut holds: BTreeMap<Seq, &Change> = BTreeMap::new();
        for c in mine.iter().rev() {
            if undone.contains(&c.seq) {
                continue;
            }
            if c.change == Change::Strike && c.of != root {
                undone.insert(c.of);
            } else {
                holds.insert(c.seq, &c.change);
            }
        }
        match holds.into_iter().next_back() {
            None => Some(original.clone()),
            Some((_, Change::Strike)) => None,
            Some((_, Change::Set(event))) => Some(event.clone()),
        }
    }
}

/// A card that lies somewhere.
struct Lying {
    /// Under which name it was told.
    told: Option<Card>,
    /// Under which it counts.
    card: Option<Card>,
    zone: Zone,
    /// Another of the told name lay beside it: which of both was lifted under it nobody knows.
    open: bool,
}

/// Takes up the card that was lifted there under that name, and says which it is.
fn lift(lying: &mut Vec<Lying>, name: Card, zone: &Zone) -> Option<Card> {
    let named = |l: &Lying| l.zone == *zone && l.card == Some(name);
    let told = |l: &Lying| l.zone == *zone && l.told == Some(name);
    if let Some(i) = lying.iter().rposition(named) {
        lying.remove(i);
        for beside in lying.iter_mut().filter(|l| told(l)) {
            beside.open = true;
        }
        return Some(name);
    }
    let mut meant = (0..lying.len()).filter(|&i| told(&lying[i]) && !lying[i].open);
    match (meant.next(), meant.next()) {
        (Some(i), None) => lying.remove(i).card,
        _ => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;

    fn laid(card: &str) -> Event {
        Event::Laid {
            card: card.parse().ok(),
            seat: Some(Seat(0)),
            zone: Zone::Trick,
            confidence: 1.0,
            by: Witness::Seen,
            signs: Signs::default(),
            replaces: None,
        }
    }

    fn lifted(card: &str) -> Event {
        Event::Lifted {
            card: card.parse().ok(),
            seat: Some(Seat(0)),
            zone: Zone::Trick,
        }
    }

    /// The names under which cards count as lifted.
    fn lifts(events: &[Event]) -> Vec<String> {
        let mut record = Record::default();
        for (i, event) in events.iter().enumerate() {
            let entry = Entry {
                seq: Seq(i as u64),
                at: At(i as u64),
                event: event.clone(),
            };
            record.take(&entry);
        }
        let name = |f: &Fact| match &f.event {
            Some(Event::Lifted {
                card: Some(card), ..
            }) => Some(card.to_string()),
            _ => None,
        };
        record.facts().iter().filter_map(name).collect()
    }

    fn replaced(of: u64, card: &str) -> Event {
        Event::Replaced {
            of: Seq(of),
            with: Box::new(laid(card)),
        }
    }

    #[test]
    fn a_card_is_lifted_under_the_name_it_was_given() {
        let taken_back = [laid("AS"), lifted("AS"), laid("8C"), replaced(0, "7D")];
        assert_eq!(lifts(&taken_back), ["7D"]);
        // The correction is struck: it was the ace after all.
        let struck = [&taken_back[..], &[Event::Struck { of: Seq(3) }]].concat();
        assert_eq!(lifts(&struck), ["AS"]);
        // Told right by itself it stays.
        let own = [laid("AS"), lifted("7D"), replaced(0, "7D")];
        assert_eq!(lifts(&own), ["7D"]);
        // So it does where another card of the wrong name is lifted later.
        let other = [laid("AS"), lifted("7D"), laid("QS"), lifted("AS")];
        let both = [&other[..], &[replaced(0, "7D"), replaced(2, "AS")]].concat();
        assert_eq!(lifts(&both), ["7D", "AS"]);
        // Put right twice, the second time as it was lifted.
        let twice = [&other[..], &[replaced(0, "8C"), replaced(0, "7D")]].concat();
        assert_eq!(lifts(&twice), ["7D", "AS"]);
        // Two of one name: nobody knows which was lifted first.
        let two = [
            laid("AS"),
            laid("AS"),
            lifted("AS"),
            lifted("AS"),
            replaced(0, "7D"),
        ];
        assert_eq!(lifts(&two), ["AS", "AS"]);
    }
}
