//! Frames of one source into entries of the record: what moves is watched, what changed is read, what was done is entered. Synchronous:
//! one frame after the other, no clock of its own, so that a file gives the same entries twice.

mod eye;
mod film;
mod whereabouts;

use std::collections::HashMap;

use self::whereabouts::Whereabouts;
pub use self::{
    eye::Eye,
    film::{Film, Shot},
    whereabouts::{Survey, survey},
};
use crate::{
    camera::{Health, Motion, Scene, Settled, Sight, Small},
    card::{Card, Deck},
    event::{Event, HealthState},
    frame::{At, Frame, SourceError},
    placement::Placement,
    play::{Awaited, Seq, Witness, Zone},
    plays::{BackSeen, CardSeen, Changed, Fact, HandSeen, Layout, Look, Rest, TrackId, Watcher},
    seat::{Seat, Seating},
    sighting::{Observation, PicturePoint, TableMap, TablePoint},
};

/// The record that a lookout writes to and asks what is waited for.
pub trait Record {
    /// What the referee waits for.
    fn awaited(&self) -> Vec<Awaited>;

    /// The cards that may lie there, laid by that seat, likeliest first.
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card>;

    /// How many deals there were: a new number lets cards come to the table again.
    fn deals(&self) -> u64;

    /// Enters a fact; its number, or `None` where the record doesn't take it.
    fn enter(&mut self, at: At, event: Event) -> Option<Seq>;
}

/// A place that came to rest, and how often it was read since.
struct Region {
    outline: Vec<PicturePoint>,
    since: At,
    looks: u32,
    last: Option<At>,
}

/// Every place that changed is read so often: one frame alone never decides.
const LOOKS: u32 = 3;

/// Readings of one place are at least so far apart, s: neighbouring frames hold the same noise.
const APART_SECS: f64 = 0.09;

/// A change is remembered for so long, s: longer than any card waits to be named.
const MEMORY_SECS: f64 = 2.5;

/// Watches one table through one source.
pub struct Lookout {
    eye: Box<dyn Eye>,
    motion: Motion,
    sight: Sight,
    whereabouts: Whereabouts,
    watcher: Watcher,
    regions: Vec<Region>,
    /// What is over the table in the last frame.
    hands: Vec<HandSeen>,
    told: HashMap<TrackId, Seq>,
    deals: u64,
    frames: u64,
    last: At,
}

impl Lookout {
    /// A lookout over a table that wasn't seen yet.
    #[must_use]
    pub fn new(deck: Deck, layout: Layout, seating: Seating, eye: Box<dyn Eye>) -> Self {
        Self::over(None, deck, layout, seating, eye)
    }

    /// The same over a table whose corners somebody tapped.
    #[must_use]
    pub fn over(
        placement: Option<Placement>,
        deck: Deck,
        layout: Layout,
        seating: Seating,
        eye: Box<dyn Eye>,
    ) -> Self {
        let whereabouts = Whereabouts::new(&layout, placement);
        let view = layout.view(whereabouts.view());
        Self {
            eye,
            motion: Motion::new(),
            sight: Sight::default(),
            whereabouts,
            watcher: Watcher::new(deck, layout, seating, view),
            regions: Vec::new(),
            hands: Vec::new(),
            told: HashMap::new(),
            deals: 0,
            frames: 0,
            last: At(0),
        }
    }

    /// Frames seen so far.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Where the table is in the picture, once that is known.
    #[must_use]
    pub fn map(&self) -> Option<TableMap> {
        self.whereabouts.map()
    }

    /// Reads with that from now on; what lies there stays known.
    pub fn read_with(&mut self, eye: Box<dyn Eye>) {
        self.eye = eye;
    }

    /// Other players, or other places, from now on.
    pub fn reseat(&mut self, seating: Seating) {
        self.watcher.reseat(seating);
    }

    /// Where the card of an entry lies, and when it came to rest there.
    #[must_use]
    pub fn lying(&self, seq: Seq) -> Option<([TablePoint; 4], At)> {
        let track = self.told.iter().find(|(_, s)| **s == seq)?.0;
        self.watcher.lying(*track)
    }

    /// The hands over the table in the last frame.
    #[must_use]
    pub fn hands(&self) -> &[HandSeen] {
        &self.hands
    }

    /// Takes the next frame and enters what was done.
    ///
    /// # Errors
    /// When the frame can't be used or read.
    pub fn see(&mut self, frame: &Frame, record: &mut dyn Record) -> Result<(), SourceError> {
        self.frames += 1;
        self.last = frame.at;
        self.hands.clear();
        let small = Small::of(frame)?;
        let mut scene = self.motion.see(&small, frame.at);
        let health = self.sight.see(&small, scene.foreground, frame.at);
        self.tell_health(health, record);
        if self.whereabouts.see(frame, scene.hands.is_empty())? {
            self.found(record);
            scene = self.motion.restart(&small, frame.at);
            self.watcher.blink(frame.at);
        }
        if !self.sight.is_well() {
            return Ok(());
        }
        if record.deals() != self.deals {
            self.deals = record.deals();
            self.watcher.new_deal();
        }
        let Some(map) = self.whereabouts.map() else {
            return Ok(());
        };
        self.note(&scene, frame.at);
        let observation = self.read(frame, &map)?;
        if self.whereabouts.measure(&observation) {
            let (view, scale) = self.whereabouts.rescale();
            self.watcher.resize(view, scale);
        }
        let map = self.whereabouts.map().unwrap_or(map);
        let look = self.look(frame.at, &observation, &scene, &map);
        self.enter(&look, record);
        self.hands = look.hands;
        Ok(())
    }

    /// No frame came for a while.
    pub fn nothing(&mut self, at: At, record: &mut dyn Record) {
        self.last = at.max(self.last);
        let health = self.sight.turn(HealthState::NoFrames, self.last);
        self.tell_health(health, record);
    }

    fn tell_health(&self, health: Option<Health>, record: &mut dyn Record) {
        if let Some(Health { state, detail }) = health {
            record.enter(self.last, Event::Health { state, detail });
        }
    }

    /// The table was found, or found again somewhere else in the picture.
    fn found(&mut self, record: &mut dyn Record) {
        let view = self.watcher.view_of(self.whereabouts.view());
        self.watcher.resize(view, 1.0);
        self.regions.clear();
        if self.whereabouts.moved() {
            for state in [HealthState::CameraMoved, HealthState::Ok] {
                let health = Health::of(state);
                self.tell_health(Some(health), record);
            }
        }
    }

    fn note(&mut self, scene: &Scene, at: At) {
        self.regions.retain(|r| at.since(r.since) < MEMORY_SECS);
        let fresh = |s: &Settled| Region {
            outline: s.outline.clone(),
            since: s.since,
            looks: 0,
            last: None,
        };
        self.regions.extend(scene.settled.iter().map(fresh));
    }

    /// Reads what changed lately and what the watcher wants to see again.
    fn read(&mut self, frame: &Frame, map: &TableMap) -> Result<Observation, SourceError> {
        let mut places: Vec<[PicturePoint; 4]> = Vec::new();
        for region in &mut self.regions {
            let due = region.last.is_none_or(|l| frame.at.since(l) >= APART_SECS);
            if region.looks < LOOKS && due {
                region.looks += 1;
                region.last = Some(frame.at);
                places.push(around(&region.outline));
            }
        }
        for outline in self.watcher.wanted() {
            let outline: Vec<PicturePoint> =
                outline.iter().map(|&p| map.picture_from_table(p)).collect();
            places.push(around(&outline));
        }
        if places.is_empty() {
            return Ok(Observation::default());
        }
        let margin = READ_MARGIN_MM / self.whereabouts.mm_per_pixel();
        for place in &mut places {
            *place = grown(*place, margin, frame);
        }
        let mut observation = self.eye.look(frame, &places)?;
        observation.read = places.iter().map(|p| p.to_vec()).collect();
        Ok(observation)
    }

    fn look(&self, at: At, seen: &Observation, scene: &Scene, map: &TableMap) -> Look {
        let mm = |p: PicturePoint| map.table_from_picture(p);
        let all = |points: &Vec<PicturePoint>| points.iter().map(|&p| mm(p)).collect::<Vec<_>>();
        Look {
            at,
            cards: seen
                .sightings
                .iter()
                .map(|s| CardSeen {
                    card: s.card,
                    confidence: s.confidence,
                    signs: s.signs,
                    choices: s.choices.clone(),
                    outline: s.corners.map(|c| c.map(mm)),
                    anchor: mm(s.anchor),
                })
                .collect(),
            backs: seen
                .backs
                .iter()
                .map(|b| BackSeen {
                    outline: b.corners.map(mm),
                    confidence: b.confidence,
                })
                .collect(),
            hands: scene
                .hands
                .iter()
                .map(|h| HandSeen {
                    outline: all(&h.outline),
                    from: h.from.map(mm),
                })
                .collect(),
            read: seen.read.iter().map(all).collect(),
            changed: self
                .regions
                .iter()
                .map(|r| Changed {
                    outline: all(&r.outline),
                    since: r.since,
                })
                .collect(),
        }
    }

    fn enter(&mut self, look: &Look, record: &mut dyn Record) {
        let awaited = record.awaited();
        let facts = {
            let likely = |seat, zone: &Zone| record.likely(seat, zone);
            let rest = Rest {
                awaited: &awaited,
                likely: &likely,
            };
            self.watcher.see(look, &rest)
        };
        for fact in facts {
            let track = fact.track();
            let event = self.event(fact);
            let is_card = matches!(event, Event::Laid { .. });
            let seq = record.enter(look.at, event);
            if let (true, Some(track), Some(seq)) = (is_card, track, seq) {
                self.told.insert(track, seq);
            }
        }
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

/// How much more than what changed is read, mm: so much that neighbours are seen whole.
const READ_MARGIN_MM: f64 = 30.0;

/// The upright box around some points.
fn around(points: &[PicturePoint]) -> [PicturePoint; 4] {
    let fold = |pick: fn(&PicturePoint) -> f64, f: fn(f64, f64) -> f64, start: f64| {
        points.iter().map(pick).fold(start, f)
    };
    let (left, right) = (
        fold(|p| p.x, f64::min, f64::MAX),
        fold(|p| p.x, f64::max, f64::MIN),
    );
    let (top, bottom) = (
        fold(|p| p.y, f64::min, f64::MAX),
        fold(|p| p.y, f64::max, f64::MIN),
    );
    quad(left, top, right, bottom)
}

fn quad(left: f64, top: f64, right: f64, bottom: f64) -> [PicturePoint; 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| PicturePoint { x, y })
}

/// A box grown by a margin, cut to the frame.
fn grown(b: [PicturePoint; 4], margin: f64, frame: &Frame) -> [PicturePoint; 4] {
    let (width, height) = (f64::from(frame.width), f64::from(frame.height));
    quad(
        (b[0].x - margin).clamp(0.0, width),
        (b[0].y - margin).clamp(0.0, height),
        (b[2].x + margin).clamp(0.0, width),
        (b[2].y + margin).clamp(0.0, height),
    )
}
