//! A deck made known beside an evening: its host's steps into an enrolment that reads pictures on a thread of its own, and that into a deck
//! that the table is read with.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use super::{Evening, Shared, shared::NO_PICTURE};
use crate::{
    camera::Lull,
    card::Deck,
    cards::{
        DeckProfile, ReaderError,
        enrol::{By, Guide, GuideError, Shown, check_name},
        still,
    },
    decks, evidence,
    frame::Frame,
    phones::{
        CardAsked, DeckRefusal, DeckTrouble, Decks, DecksView, EnrolStep, Enrolling, EnrolmentView,
        FaceView, KeptDeck, StepFailed, Tried,
    },
    sighting::PicturePoint,
};

/// So often it is looked what the camera shows, card by card.
const PAUSE: Duration = Duration::from_millis(80);

/// A camera whose newest picture is older delivers none.
const FRESH: Duration = Duration::from_secs(5);

/// Reading pictures of a deck yields to reading the table.
const YIELDING: i32 = 5;

/// The deck that is being made known, if any.
#[derive(Default)]
pub(super) struct Enrolments(Mutex<(u64, Option<Run>)>);

/// One deck being made known.
struct Run {
    guide: Arc<Mutex<Guide>>,
    /// How far it was after the last step.
    view: Enrolling,
    /// Whether a deck of its name may be written over.
    over: bool,
}

/// What a step that went on beside changes in the view.
type Change = Box<dyn FnOnce(&mut Run)>;

impl Enrolments {
    fn held(&self) -> MutexGuard<'_, (u64, Option<Run>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins with that deck, and gives up what was begun before.
    fn begin(&self, guide: Guide, over: bool) {
        let mut held = self.held();
        held.0 += 1;
        let mut view = Enrolling {
            name: guide.name().to_owned(),
            base: guide.base().to_owned(),
            short: guide.deck() == Deck::Short,
            run: held.0,
            phase: PICTURES,
            working: false,
            watching: false,
            pictures: Vec::new(),
            faces: Vec::new(),
            open: 0,
            wanted: None,
            question: None,
            failed: None,
            saved: None,
        };
        show(&mut view, &guide);
        let guide = Arc::new(Mutex::new(guide));
        held.1 = Some(Run { guide, view, over });
    }

    /// The deck that a step is about; with `alone` nothing else may go on until it is [`published`](Self::publish).
    fn step(&self, alone: bool) -> Result<(u64, Arc<Mutex<Guide>>), DeckRefusal> {
        let mut held = self.held();
        let number = held.0;
        let run = held.1.as_mut();
        let run = run.ok_or_else(|| not_now("no deck was begun: begin with its name"))?;
        if run.view.working {
            return Err(not_now(
                "the last step is still under way: wait until it is done",
            ));
        }
        run.view.failed = None;
        run.view.working = alone;
        run.view.watching &= !alone;
        Ok((number, Arc::clone(&run.guide)))
    }

    /// Shows what that run came to, unless it was given up meanwhile.
    fn publish(&self, number: u64, guide: &Guide, change: impl FnOnce(&mut Run)) {
        let mut held = self.held();
        if held.0 == number
            && let Some(run) = &mut held.1
        {
            change(run);
            show(&mut run.view, guide);
        }
    }

    fn is_watching(&self, number: u64) -> bool {
        let held = self.held();
        held.0 == number && held.1.as_ref().is_some_and(|run| run.view.watching)
    }

    fn over(&self) -> bool {
        self.held().1.as_ref().is_some_and(|run| run.over)
    }
}

/// More pictures are awaited.
const PICTURES: &str = "pictures";
/// What is open is asked.
const QUESTIONS: &str = "questions";
/// It is kept.
const SAVED: &str = "saved";

/// What a guide tells into a view.
fn show(view: &mut Enrolling, guide: &Guide) {
    let asked = guide.question().filter(|_| view.phase != PICTURES);
    view.pictures = guide.pictures().to_vec();
    view.faces = guide.faces().into_iter().map(face).collect();
    view.open = guide.open().iter().filter(|o| !o.left_out).count();
    view.wanted = guide.wanted();
    view.question = asked.map(|o| CardAsked {
        number: o.number,
        picture: o.picture,
        choices: o.choices,
    });
}

fn face(shown: Shown) -> FaceView {
    let by = shown.by.and_then(|(_, by)| match by {
        By::Reading => Some("read"),
        By::Elimination => Some("left"),
        By::Person => Some("told"),
        By::Nobody | By::LeftOut => None,
    });
    FaceView {
        card: shown.card,
        by,
        number: shown.by.map(|(number, _)| number),
    }
}

/// A thread that lets others go first, and what is started by it too.
fn patiently<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, DeckRefusal> {
    let yielding = move || {
        if let Err(why) = rustix::process::nice(YIELDING) {
            tracing::debug!("the enrolment's thread is as busy as others: {why}");
        }
        work()
    };
    let thread = thread::Builder::new().name("enrolment".to_owned());
    thread
        .spawn(yielding)
        .map_err(|e| unavailable(format!("no thread can be started: {e}")))
}

fn refused(trouble: DeckTrouble, says: impl Into<String>) -> DeckRefusal {
    DeckRefusal {
        trouble,
        says: says.into(),
    }
}

fn not_now(says: &str) -> DeckRefusal {
    refused(DeckTrouble::NotNow, says)
}

fn unavailable(says: impl Into<String>) -> DeckRefusal {
    refused(DeckTrouble::Unavailable, says)
}

fn over() -> DeckRefusal {
    unavailable("the evening is over")
}

fn no_such_deck(name: &str) -> DeckRefusal {
    refused(DeckTrouble::NotFound, format!("there is no deck `{name}`"))
}

fn exists(name: &str) -> DeckRefusal {
    let says = format!("there is a deck `{name}` already: write over it, or choose another name");
    refused(DeckTrouble::Exists, says)
}

impl From<GuideError> for DeckRefusal {
    fn from(why: GuideError) -> Self {
        let trouble = match &why {
            GuideError::Name(_)
            | GuideError::BuiltIn(_)
            | GuideError::Base(_)
            | GuideError::ShortPairs => DeckTrouble::Name,
            GuideError::NoCard(_) => DeckTrouble::Card,
            GuideError::NoSuchCard(_) => DeckTrouble::NotFound,
            GuideError::NothingRead => DeckTrouble::NothingRead,
            GuideError::Reader(ReaderError::Frame { .. }) => DeckTrouble::Picture,
            GuideError::Reader(_) => DeckTrouble::Unavailable,
        };
        refused(trouble, why.to_string())
    }
}

fn held(guide: &Mutex<Guide>) -> MutexGuard<'_, Guide> {
    guide.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn data(&self) -> Result<PathBuf, DeckRefusal> {
        self.with(|e| e.data().to_owned()).ok_or_else(over)
    }

    /// Reads games with that deck from now on; whether the one that is played is such a game.
    fn adopt(&self, profile: &DeckProfile, name: &str) -> Result<bool, DeckRefusal> {
        let usual = profile.deck().built_in();
        let chosen = self.with(|e| {
            e.decks_mut().choose(usual, name)?;
            Ok(e.table()
                .board()
                .game
                .is_some_and(|g| g.deck().built_in() == usual))
        });
        let kept = |e: std::io::Error| unavailable(format!("the choice can't be kept: {e}"));
        chosen.ok_or_else(over)?.map_err(kept)
    }

    /// A step that is done at once.
    fn at_once(
        &self,
        step: impl FnOnce(&mut Guide) -> Result<(), DeckRefusal>,
        change: impl FnOnce(&mut Run),
    ) -> Result<EnrolmentView, DeckRefusal> {
        let (number, guide) = self.enrolments.step(false)?;
        let mut guide = held(&guide);
        step(&mut guide)?;
        self.enrolments.publish(number, &guide, change);
        Ok(self.enrolment())
    }

    /// A step that goes on beside; until it is done nothing else may.
    fn beside(
        &self,
        step: impl FnOnce(&mut Guide) -> Result<Change, DeckRefusal> + Send + 'static,
    ) -> Result<EnrolmentView, DeckRefusal> {
        let (number, guide) = self.enrolments.step(true)?;
        let enrolments = Arc::clone(&self.enrolments);
        patiently(move || {
            let mut guide = held(&guide);
            let stepped = std::panic::AssertUnwindSafe(|| step(&mut guide));
            let done = std::panic::catch_unwind(stepped)
                .unwrap_or_else(|_| Err(unavailable("the reader broke down over it")));
            enrolments.publish(number, &guide, |run| {
                run.view.working = false;
                match done {
                    Ok(change) => change(run),
                    Err(why) => run.view.failed = Some(failed(&why)),
                }
            });
        })?;
        Ok(self.enrolment())
    }

    /// Takes in a picture of cards spread out.
    fn take_in(&self, frame: Frame) -> Result<EnrolmentView, DeckRefusal> {
        self.beside(move |guide| {
            if guide.show(&frame)? == 0 {
                guide.take_back();
                return Err(GuideError::NothingRead.into());
            }
            Ok(Box::new(|run| more(&mut run.view)))
        })
    }

    /// Takes in whatever lies still before the camera, card by card, until that is called off or every face was seen.
    fn watch_cards(&self) -> Result<EnrolmentView, DeckRefusal> {
        self.newest()?;
        let (number, guide) = self.enrolments.step(false)?;
        if self.enrolments.is_watching(number) {
            return Ok(self.enrolment());
        }
        self.enrolments.publish(number, &held(&guide), |run| {
            more(&mut run.view);
            run.view.watching = true;
        });
        let shared = self.clone();
        patiently(move || {
            let (mut lull, mut last) = (Lull::default(), None);
            while shared.enrolments.is_watching(number) {
                thread::sleep(PAUSE);
                let Some(frame) = shared.newest().ok().filter(|f| Some(f.at) != last) else {
                    continue;
                };
                last = Some(frame.at);
                let lies = lull.new_scene(&frame);
                if matches!(lies, Ok(false)) {
                    continue;
                }
                let mut guide = held(&guide);
                // Called off while another step was gone.
                if !shared.enrolments.is_watching(number) {
                    return;
                }
                let shown = match lies {
                    Ok(_) => guide.show_one(&frame, true).map_err(DeckRefusal::from),
                    Err(why) => Err(refused(DeckTrouble::Picture, why.to_string())),
                };
                shared.enrolments.publish(number, &guide, |run| {
                    run.view.failed = shown.err().map(|why| failed(&why));
                    if guide.wanted().is_none() {
                        run.view.watching = false;
                    }
                });
            }
        })?;
        Ok(self.enrolment())
    }

    fn newest(&self) -> Result<Frame, DeckRefusal> {
        let frame = self.with(|e| e.newest_frame().cloned()).ok_or_else(over)?;
        frame.ok_or_else(|| refused(DeckTrouble::NoPicture, NO_PICTURE))
    }

    fn begin(&self, name: &str, base: &str, short: bool, over: bool) -> Result<(), DeckRefusal> {
        check_name(name)?;
        if !over && decks::place(&self.data()?, name).exists() {
            return Err(exists(name));
        }
        let (called, base) = (name.to_owned(), base.to_owned());
        // The nets' threads yield like the one that starts them.
        let guide = patiently(move || decks::enrol(&called, &base, short))?;
        let guide = guide
            .join()
            .map_err(|_| unavailable("the reader can't be started"))??;
        self.enrolments.begin(guide, over);
        Ok(())
    }

    /// Keeps the deck, tries it, and reads the table with it.
    fn save(&self) -> Result<EnrolmentView, DeckRefusal> {
        let (data, shared) = (self.data()?, self.clone());
        self.beside(move |guide| {
            let enrolled = guide.finish()?;
            let path = decks::place(&data, guide.name());
            if path.exists() && !shared.enrolments.over() {
                return Err(exists(guide.name()));
            }
            let text = enrolled.profile.text().unwrap_or_default();
            decks::write(&path, text.as_bytes()).map_err(unavailable)?;
            let plays = shared.adopt(&enrolled.profile, guide.name())?;
            let weak = enrolled.weak.iter().map(|&(a, b)| [a, b]).collect();
            Ok(Box::new(move |run| {
                run.view.phase = SAVED;
                run.view.saved = Some(Tried { weak, plays });
                // From now on it is its own.
                run.over = true;
            }))
        })
    }
}

/// More pictures come: what was saved may change.
fn more(view: &mut Enrolling) {
    (view.phase, view.saved) = (PICTURES, None);
}

/// What was answered is to be saved.
fn asked(view: &mut Enrolling) {
    (view.phase, view.saved) = (QUESTIONS, None);
}

fn failed(why: &DeckRefusal) -> StepFailed {
    StepFailed {
        error: why.trouble.as_str(),
        says: why.says.clone(),
    }
}

impl Decks for Shared {
    fn decks(&self) -> Result<DecksView, DeckRefusal> {
        let kept = decks::kept(&self.data()?)
            .map_err(|e| unavailable(format!("the decks can't be read: {e}")))?;
        let deck = |(name, profile): (String, DeckProfile)| KeptDeck {
            name,
            base: profile.base().to_owned(),
            kind: profile.deck().built_in(),
            faces: profile.faces_known(),
        };
        let decks = kept.into_iter().map(deck).collect();
        let view = |e: &mut Evening| DecksView {
            decks,
            bases: DeckProfile::BUILT_IN.to_vec(),
            french: e.decks().instead_of("french").to_owned(),
            pairs: e.decks().instead_of("pairs").to_owned(),
            reading: e.reading().map(str::to_owned),
        };
        self.with(view).ok_or_else(over)
    }

    fn deck_file(&self, name: &str) -> Result<Vec<u8>, DeckRefusal> {
        check_name(name).map_err(|_| no_such_deck(name))?;
        match std::fs::read(decks::place(&self.data()?, name)) {
            Ok(file) => Ok(file),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(no_such_deck(name)),
            Err(e) => Err(unavailable(format!("the deck `{name}` can't be read: {e}"))),
        }
    }

    fn keep_deck(&self, file: &[u8], over: bool) -> Result<String, DeckRefusal> {
        let profile = decks::parse(file).map_err(|why| {
            refused(
                DeckTrouble::Profile,
                format!("the file can't be used: {why}"),
            )
        })?;
        let name = profile.name().to_owned();
        check_name(&name)?;
        let path = decks::place(&self.data()?, &name);
        if path.exists() && !over {
            return Err(exists(&name));
        }
        decks::write(&path, file).map_err(unavailable)?;
        self.adopt(&profile, &name)?;
        Ok(name)
    }

    fn use_deck(&self, name: &str) -> Result<(), DeckRefusal> {
        let profile = match DeckProfile::named(name) {
            Ok(profile) => profile,
            Err(_) => {
                let file = self.deck_file(name)?;
                decks::parse(&file)
                    .map_err(|why| unavailable(format!("the deck `{name}` can't be used: {why}")))?
            }
        };
        self.adopt(&profile, name).map(|_| ())
    }

    fn enrolment(&self) -> EnrolmentView {
        let came = self.with(|e| e.frame()).flatten();
        let held = self.enrolments.held();
        EnrolmentView {
            enrolling: held.1.as_ref().map(|run| run.view.clone()),
            camera: came.is_some_and(|came| came.elapsed() < FRESH),
        }
    }

    fn enrol(&self, step: EnrolStep) -> Result<EnrolmentView, DeckRefusal> {
        match step {
            EnrolStep::Begin {
                name,
                base,
                short,
                over,
            } => self.begin(&name, &base, short, over)?,
            EnrolStep::Look => return self.take_in(self.newest()?),
            EnrolStep::Watch { on: true } => return self.watch_cards(),
            EnrolStep::Watch { on: false } => {
                return self.at_once(|_| Ok(()), |run| run.view.watching = false);
            }
            EnrolStep::TakeBack => {
                return self.at_once(
                    |guide| {
                        let took = guide.take_back();
                        took.then_some(())
                            .ok_or_else(|| not_now("there is no picture to be taken back"))
                    },
                    |run| more(&mut run.view),
                );
            }
            EnrolStep::Settle => {
                return self.at_once(
                    |guide| {
                        guide.settle();
                        Ok(())
                    },
                    |run| {
                        run.view.watching = false;
                        asked(&mut run.view);
                    },
                );
            }
            EnrolStep::Answer { number, card } => {
                return self.at_once(
                    |guide| Ok(guide.answer(number, card.as_deref())?),
                    |run| asked(&mut run.view),
                );
            }
            EnrolStep::Save => return self.save(),
            EnrolStep::Drop => self.enrolments.held().1 = None,
        }
        Ok(self.enrolment())
    }

    fn enrol_picture(&self, file: &[u8]) -> Result<EnrolmentView, DeckRefusal> {
        // Nobody decodes what isn't awaited.
        self.enrolments.step(false)?;
        let frame = still::decode(file);
        let frame = frame.map_err(|e| refused(DeckTrouble::Picture, e.to_string()))?;
        self.take_in(frame)
    }

    fn card_seen(&self, number: usize) -> Result<Vec<u8>, DeckRefusal> {
        let none = || refused(DeckTrouble::NotFound, format!("there is no card {number}"));
        let guide = self
            .enrolments
            .held()
            .1
            .as_ref()
            .map(|r| Arc::clone(&r.guide));
        let guide = guide.ok_or_else(none)?;
        let crop = held(&guide).crop(number).ok_or_else(none)?;
        let (width, height) = (f64::from(crop.width), f64::from(crop.height));
        let all = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
        evidence::crop(&crop, &all.map(|(x, y)| PicturePoint { x, y }), false).ok_or_else(none)
    }
}
