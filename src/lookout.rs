//! Frames of one source into entries of the record: what moves is watched, what changed is read, what was done is entered. Synchronous:
//! one frame after the other, no clock of its own, so that a file gives the same entries twice.

mod again;
mod eye;
mod film;
mod scribe;
mod whereabouts;

use self::{
    again::{Away, Bump},
    whereabouts::{Found, Whereabouts},
};
pub use self::{
    eye::Eye,
    film::{Film, Shot},
    scribe::Scribe,
    whereabouts::{Survey, survey},
};
use crate::{
    camera::{COVERED, Health, Motion, Scene, Settled, Sight, Small},
    card::{Card, Deck},
    event::{Cause, Event},
    frame::{At, Frame, SourceError},
    placement::Placement,
    play::{Awaited, Seq, Zone},
    plays::{BackSeen, CardSeen, Changed, HandSeen, Layout, Look, Rest, Step, Watcher},
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

impl Region {
    fn new(outline: &[PicturePoint], since: At) -> Self {
        Self {
            outline: outline.to_vec(),
            since,
            looks: 0,
            last: None,
        }
    }
}

/// Every place that changed is read so often: one frame alone never decides.
const LOOKS: u32 = 3;

/// Readings of one place are at least so far apart, s: neighbouring frames hold the same noise.
const APART_SECS: f64 = 0.09;

/// A change is remembered for so long, s: longer than any card waits to be named.
const MEMORY_SECS: f64 = 2.5;

/// Something stirs where this share of the picture differs from the table at rest: the markers' edges alone, when the camera is moved.
const STIRS: f64 = 0.002;

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
    scribe: Scribe,
    /// What the watcher was told since that was last asked.
    steps: Vec<Step>,
    /// What it was told of the last picture that was read.
    newest: Look,
    /// Deals so far, once that was asked.
    deals: Option<u64>,
    frames: u64,
    last: At,
    /// Set while the camera doesn't see well, and until the table was compared afterwards.
    away: Option<Away>,
    /// Set from when the camera was moved until the table agrees with where it is thought to be.
    bump: Option<Bump>,
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
            scribe: Scribe::default(),
            steps: Vec::new(),
            newest: Look::default(),
            deals: None,
            frames: 0,
            last: At(0),
            away: None,
            bump: None,
        }
    }

    /// The same where a deal runs already and these cards were told of: those that lie there are not told again, and others are asked.
    #[must_use]
    pub fn resumed(mut self, told: Vec<Card>) -> Self {
        self.watcher.resume(told);
        self.away = Some(Away::default());
        self
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

    /// Other zones, and who sits where, from now on; what lies there stays what it is.
    pub fn arrange(&mut self, layout: Layout, seating: Seating) {
        self.step(Step::Arrange(Box::new(layout), seating));
    }

    /// Where the card of an entry lies, and when it came to rest there.
    #[must_use]
    pub fn lying(&self, seq: Seq) -> Option<([TablePoint; 4], At)> {
        self.watcher.lying(self.scribe.track(seq)?)
    }

    /// What the watcher was told since that was last asked, in order.
    pub fn steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// The cards as they are known, and which entry told of which: with the steps that follow, the same facts come of them again.
    #[must_use]
    pub fn state(&self) -> (&Watcher, &Scribe) {
        (&self.watcher, &self.scribe)
    }

    /// The last picture in which something was looked for.
    #[must_use]
    pub fn newest(&self) -> &Look {
        &self.newest
    }

    /// Tells the watcher something that no fact follows from.
    fn step(&mut self, step: Step) {
        let rest = Rest {
            awaited: &[],
            likely: &|_, _| Vec::new(),
        };
        self.watcher.take(&step, &rest);
        self.steps.push(step);
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
        if let Some(bump) = self.bump {
            return self.find_again(bump, frame, &small, record);
        }
        let was_well = self.sight.is_well();
        let stirs = self.motion.differs(&small);
        if was_well && stirs > STIRS && self.moves(frame, &small, record)? {
            return Ok(());
        }
        // While the camera doesn't see well, the table at rest stays as it was: it is compared with afterwards.
        let mut scene = if was_well {
            self.motion.see(&small, frame.at)
        } else {
            Scene {
                foreground: stirs,
                ..Scene::default()
            }
        };
        let mut busy = scene.foreground;
        if busy > COVERED && self.whereabouts.shows_the_table(frame)? {
            busy = COVERED; // the same table in another light
        }
        let health = self.sight.see(&small, busy, frame.at);
        self.tell_health(health, record);
        if !self.sight.is_well() {
            self.lose_sight();
            return Ok(());
        }
        if !was_well {
            if self.moves(frame, &small, record)? {
                return Ok(());
            }
            scene = self.motion.see(&small, frame.at);
        }
        let (clear, changed) = (scene.hands.is_empty(), !scene.settled.is_empty());
        match self.whereabouts.see(frame, clear, changed)? {
            Found::Same => {}
            Found::Table => scene = self.found_table(&small),
            Found::Perhaps => {
                self.note(&scene, frame.at);
                return Ok(());
            }
            Found::Shifted(before) => {
                self.shifted(&before, &small, record);
                return Ok(());
            }
            Found::Elsewhere => return self.bumped(None, &small, record),
            Found::Reshaped => return self.bumped(Some(Cause::Reshaped), &small, record),
        }
        self.follow(frame, &scene, record)
    }

    /// What changed on a table that is where it is thought to be into facts.
    fn follow(
        &mut self,
        frame: &Frame,
        scene: &Scene,
        record: &mut dyn Record,
    ) -> Result<(), SourceError> {
        let deals = record.deals();
        if self
            .deals
            .replace(deals)
            .is_some_and(|before| before != deals)
        {
            self.step(Step::NewDeal);
        }
        let Some(map) = self.whereabouts.map() else {
            return Ok(());
        };
        if !self.compare(scene, frame.at) {
            return Ok(());
        }
        let observation = self.read(frame, &map)?;
        if self.whereabouts.measure(&observation) {
            let (view, scale) = self.whereabouts.rescale();
            self.step(Step::Resize(view, scale));
        }
        let map = self.whereabouts.map().unwrap_or(map);
        let look = self.look(frame.at, &observation, scene, &map);
        self.hands.clone_from(&look.hands);
        if !look.read.is_empty() {
            self.newest = look.clone();
        }
        self.enter(look, record);
        Ok(())
    }

    /// No frame came for a while, for that cause.
    pub fn nothing(&mut self, at: At, cause: Cause, record: &mut dyn Record) {
        self.last = at.max(self.last);
        let health = self.sight.nothing(cause, self.last);
        self.tell_health(health, record);
        self.lose_sight();
    }

    fn tell_health(&self, health: Option<Health>, record: &mut dyn Record) {
        if let Some(Health {
            state,
            cause,
            detail,
        }) = health
        {
            let event = Event::Health {
                state,
                detail,
                cause,
            };
            record.enter(self.last, event);
        }
    }

    /// The table was found, or found better than before: all of it is looked at anew.
    fn found_table(&mut self, small: &Small) -> Scene {
        self.found();
        self.step(Step::Blink(self.last));
        self.motion.restart(small, self.last)
    }

    /// How much table there is, and where, is known better than before.
    fn found(&mut self) {
        let view = self.watcher.view_of(self.whereabouts.view());
        self.step(Step::Resize(view, 1.0));
        self.regions.clear();
    }

    fn note(&mut self, scene: &Scene, at: At) {
        self.regions.retain(|r| at.since(r.since) < MEMORY_SECS);
        let fresh = |s: &Settled| Region::new(&s.outline, s.since);
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
        self.read_places(frame, places)
    }

    /// Reads those places and a little around them.
    fn read_places(
        &mut self,
        frame: &Frame,
        mut places: Vec<[PicturePoint; 4]>,
    ) -> Result<Observation, SourceError> {
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
                .filter(|s| !self.whereabouts.is_on_marker(s.anchor))
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

    fn enter(&mut self, look: Look, record: &mut dyn Record) {
        let awaited = record.awaited();
        let facts = {
            let likely = |seat, zone: &Zone| record.likely(seat, zone);
            let rest = Rest {
                awaited: &awaited,
                likely: &likely,
            };
            self.watcher.see(&look, &rest)
        };
        for fact in facts {
            self.scribe.write(look.at, fact, record);
        }
        self.steps.push(Step::Look(look));
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
