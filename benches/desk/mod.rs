//! The way of a frame with a clock at each stage: a reader, a fold and a journal that say how long they took.

#![allow(dead_code)] // each bench uses its part

use std::{
    cell::RefCell,
    path::Path,
    rc::Rc,
    time::{Duration, Instant},
};

use pitboss::{
    card::Card,
    cards::Reader,
    demo::director::{Said, Voices},
    event::Event,
    frame::{At, Frame, SourceError},
    journal::Journal,
    lookout::{Eye, Record},
    play::{Awaited, GameName, Seq, Witness, Zone},
    rules,
    seat::{Seat, Seating},
    sighting::{Observation, PicturePoint},
    table::Table,
};

/// The time of a stage on each frame.
#[derive(Clone, Default)]
pub(crate) struct Clock(Rc<RefCell<Vec<f64>>>);

impl Clock {
    /// A new frame begins.
    pub(crate) fn frame(&self) {
        self.0.borrow_mut().push(0.0);
    }

    pub(crate) fn time<T>(&self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        self.add(start.elapsed());
        done
    }

    pub(crate) fn add(&self, took: Duration) {
        if let Some(last) = self.0.borrow_mut().last_mut() {
            *last += took.as_secs_f64() * 1e3;
        }
    }

    pub(crate) fn last(&self) -> f64 {
        self.0.borrow().last().copied().unwrap_or_default()
    }

    pub(crate) fn line(&self, stage: &str) {
        let mut ms = self.0.borrow().clone();
        ms.sort_by(f64::total_cmp);
        let part = |p: f64| ms[((ms.len() - 1) as f64 * p) as usize];
        let mean = ms.iter().sum::<f64>() / ms.len() as f64;
        println!(
            "| {stage} | {mean:.2} | {:.2} | {:.2} | {:.2} |",
            part(0.5),
            part(0.99),
            part(1.0)
        );
    }
}

/// The reader, timed.
pub(crate) struct Timed(pub(crate) Reader, pub(crate) Clock);

impl Eye for Timed {
    fn look(
        &mut self,
        frame: &Frame,
        places: &[[PicturePoint; 4]],
    ) -> Result<Observation, SourceError> {
        let Self(reader, clock) = self;
        clock.time(|| reader.look(frame, places))
    }
}

/// The fold and the journal, timed.
pub(crate) struct Desk {
    pub(crate) table: Table,
    pub(crate) journal: Journal,
    pub(crate) evening: i64,
    pub(crate) rules: Clock,
    pub(crate) disk: Clock,
}

impl Record for Desk {
    fn awaited(&self) -> Vec<Awaited> {
        self.rules.time(|| self.table.awaited())
    }
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.rules.time(|| self.table.likely(seat, zone))
    }
    fn deals(&self) -> u64 {
        u64::from(self.table.deals())
    }
    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        let entries = self.rules.time(|| self.table.take(at, event)).ok()?;
        self.disk
            .time(|| self.journal.append(self.evening, &entries, 0, None))
            .expect("written");
        entries.first().map(|e| e.seq)
    }
}

impl Desk {
    /// A fresh evening in the journal of that folder, at which a game has begun.
    pub(crate) fn begin(
        folder: &Path,
        clocks: (&Clock, &Clock),
        game: GameName,
        seating: &Seating,
        dealer: Option<Seat>,
    ) -> Self {
        let mut journal = Journal::open(&folder.join("journal.sqlite")).expect("opens");
        let evening = journal.begin(0).expect("begins");
        let mut desk = Self {
            table: Table::new(rules::open),
            journal,
            evening,
            rules: clocks.0.clone(),
            disk: clocks.1.clone(),
        };
        let (seating, options) = (seating.clone(), serde_json::Value::Null);
        for event in [
            Event::Seated { seating },
            Event::Game {
                game,
                options,
                dealer,
            },
        ] {
            desk.enter(At(0), event).expect("begins");
        }
        desk
    }

    /// The last evening of that folder, folded again.
    pub(crate) fn resume(folder: &Path, clocks: (&Clock, &Clock)) -> Self {
        let journal = Journal::open(&folder.join("journal.sqlite")).expect("opens");
        let evening = journal
            .evenings()
            .expect("rows")
            .last()
            .expect("an evening")
            .id;
        let entries = journal.entries(evening).expect("entries");
        let table = Table::replay(rules::open, entries).expect("told the same again");
        Self {
            table,
            journal,
            evening,
            rules: clocks.0.clone(),
            disk: clocks.1.clone(),
        }
    }

    /// Enters what was said at the simulated table by now; whether anything was.
    pub(crate) fn hear(&mut self, voices: &Voices, now: At) -> bool {
        let said: Vec<Said> = {
            let mut said = voices.lock().expect("no panic");
            std::iter::from_fn(|| said.pop_front_if(|s| s.at <= now)).collect()
        };
        let any = !said.is_empty();
        for Said { at, seat, call } in said {
            let by = Witness::Phone;
            self.enter(at, Event::Call { seat, call, by });
        }
        any
    }
}
