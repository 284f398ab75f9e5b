//! What was seen into the journal's words: each card on the table with the entry that told of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Record;
use crate::{
    event::Event,
    frame::At,
    play::{Seq, Witness},
    plays::{Fact, TrackId},
};

/// Which entry told of which card on the table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Scribe {
    told: BTreeMap<TrackId, Seq>,
}

impl Scribe {
    /// Enters a fact; its number, or `None` where the record doesn't take it.
    pub fn write(&mut self, at: At, fact: Fact, record: &mut dyn Record) -> Option<Seq> {
        let track = fact.track();
        let event = self.event(fact);
        let is_card = matches!(event, Event::Laid { .. });
        let seq = record.enter(at, event);
        if let (true, Some(track), Some(seq)) = (is_card, track, seq) {
            self.told.insert(track, seq);
        }
        seq
    }

    /// The card that an entry told of.
    #[must_use]
    pub fn track(&self, seq: Seq) -> Option<TrackId> {
        self.told.iter().find(|(_, s)| **s == seq).map(|(t, _)| *t)
    }

    /// A fact in the journal's words.
    fn event(&self, fact: Fact) -> Event {
        match fact {
            Fact::Laid {
                track,
                card,
                seat,
                zone,
                confidence,
                signs,
                fills,
            } => Event::Laid {
                card,
                seat,
                zone,
                confidence: (confidence * 1000.0).round() / 1000.0,
                by: Witness::Seen,
                signs,
                replaces: self.told.get(&track).copied().filter(|_| fills),
            },
            Fact::Asked {
                track,
                seat,
                zone,
                choices,
            } => Event::Asked {
                seat,
                zone,
                choices,
                hole: self.told.get(&track).copied(),
            },
            Fact::Lifted {
                card, seat, zone, ..
            } => Event::Lifted { card, seat, zone },
            Fact::Backs { seat, zone, count } => Event::Backs { seat, zone, count },
        }
    }
}
