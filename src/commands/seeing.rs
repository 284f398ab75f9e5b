//! The source of an evening into facts: frames to the lookout, what it saw to the record, pictures to the evidence.

use std::{
    cell::Cell,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use tokio::sync::mpsc;

use super::run::{Args, NONE, spawn};
use crate::{
    board::{Board, StoryLine},
    bundle::{Moment, State},
    camera::{self, Grab, Grabber, Kind, Lens},
    card::Card,
    cards::Reader,
    decks, demo,
    evening::{Evening, Shared},
    event::{Cause, Event},
    frame::{At, Frame},
    lookout::{Film, Lookout, Record, Shot},
    placement::Placement,
    play::{Awaited, GameName, Seq, Witness, Zone},
    plays::Layout,
    rules::options::HouseRules,
    seat::{Seat, Seating},
};

/// How long a live source may be silent before it is said.
const SILENCE: Duration = Duration::from_millis(1_500);

/// So often it is looked whether there is something to watch.
const PAUSE: Duration = Duration::from_millis(200);

/// Whether that source can be opened at all: a camera or a file that isn't there is said before anything is written.
///
/// # Errors
/// Why not, in one sentence.
pub(super) fn check(source: &str) -> Result<(), String> {
    if source == NONE {
        return Ok(());
    }
    crate::evening::can_watch(source)
}

/// Whether the lens that was named can be used, as [`check`] for a source.
pub(super) fn check_lens(data: &Path, lens: Option<&str>) -> Result<(), String> {
    Lens::of(data, lens, "").map(|_| ())
}

/// The cameras that the system shows, by names that last.
pub(super) fn cameras() -> Vec<String> {
    camera::devices().into_iter().map(|d| d.source).collect()
}

/// The thread that watches.
pub(super) struct Watching {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watching {
    /// Ends it and waits for it.
    pub(super) fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(Err(_)) = self.thread.map(JoinHandle::join) {
            tracing::error!("the camera's thread broke down");
        }
    }
}

/// Starts watching.
pub(super) fn start(
    args: &Args,
    source: &str,
    shared: &Shared,
    stopped: mpsc::Sender<&'static str>,
) -> Watching {
    let stop = Arc::new(AtomicBool::new(false));
    shared.with(|e| {
        e.watch_source(source);
        if let Some(deck) = &args.deck {
            name_deck(e, deck);
        }
        if let Some(file) = &args.table {
            e.layouts_mut().name(file);
        }
    });
    let (shared, theirs) = (shared.clone(), Arc::clone(&stop));
    let lens = args.lens.clone();
    let thread = spawn("the camera", stopped, move || {
        // A source that is given up stays so until the host chooses another.
        while !theirs.load(Ordering::Relaxed) {
            let Some(source) = shared.with(|e| e.source().to_owned()) else {
                return;
            };
            if let Err(why) = watch(&shared, &source, lens.as_deref(), &theirs) {
                tracing::error!("the camera is given up: {why}");
                no_frames(&shared, &why);
                wait(&shared, &source, &theirs);
            }
        }
    });
    Watching { stop, thread }
}

/// The deck of the command line stands for those that its games are usually played with; one that can't be used, for all, and is then said.
fn name_deck(evening: &mut Evening, deck: &str) {
    let named = decks::named(evening.data(), deck).map(|profile| profile.deck().built_in());
    for usual in GameName::ALL.map(|game| game.deck().built_in()) {
        if named.as_ref().map_or(true, |of| *of == usual) {
            evening.decks_mut().name(usual, deck);
        }
    }
}

/// Until another source is to be watched, or another deck read, or none any more.
fn wait(shared: &Shared, source: &str, stop: &AtomicBool) {
    let decks = |e: &Evening| GameName::ALL.map(|game| e.decks().for_game(game));
    let before = shared.with(|e| decks(e));
    let same = || {
        let same = |e: &mut Evening| e.source() == source && Some(decks(e)) == before;
        shared.with(same).unwrap_or(false)
    };
    while !stop.load(Ordering::Relaxed) && same() {
        std::thread::sleep(PAUSE);
    }
}

/// A source with what is said beside it.
struct Eyes {
    grabber: Grabber,
    voices: Option<demo::director::Voices>,
    /// Where the record's clock stood when it was opened, and for whom: of the simulated table only.
    simulated: Option<(At, Watched)>,
    /// What straightens its frames, where the lens was measured.
    lens: Option<Lens>,
}

/// The game and players that a lookout watches for, and the evening's number.
type Watched = (GameName, Seating, i64);

/// A deck by its name, and how often the choice was changed.
type DeckChoice = (String, u64);

/// What watches for whom.
struct Watch {
    watched: Watched,
    lookout: Lookout,
    film: Film,
    /// Where the table was tapped.
    placement: Option<Placement>,
    /// How often a layout was changed before its own was taken.
    layouts: u64,
    /// What it reads with.
    deck: DeckChoice,
    /// The reader of another deck, as long as it is being loaded.
    loading: Option<(DeckChoice, JoinHandle<Result<Reader, String>>)>,
}

/// The same with who deals and the house rules, as the simulated players need them.
type Setting = (Watched, Option<Seat>, HouseRules);

/// What is to be watched now.
struct Wanted {
    setting: Option<Setting>,
    now: At,
    placement: Option<Placement>,
}

/// The same; `None` where it is another source, or the evening is over.
fn wanted(shared: &Shared, source: &str) -> Option<Wanted> {
    let wanted = |e: &mut Evening| {
        (e.source() == source).then(|| Wanted {
            setting: setting(&e.watch().borrow(), e.id()),
            now: e.now(),
            placement: e.placement().cloned(),
        })
    };
    shared.with(wanted).flatten()
}

/// Enters what a frame shows, and keeps its pictures.
fn see(shared: &Shared, watch: &mut Watch, frame: &Frame) -> Result<(), String> {
    let began = Instant::now();
    let mut pen = Pen::new(shared);
    let lookout = &mut watch.lookout;
    lookout.see(frame, &mut pen).map_err(|e| e.to_string())?;
    remember(shared, lookout, &pen, frame, began);
    for shot in watch.film.see(frame, lookout, &pen.entered) {
        put(shared, watch.watched.2, &shot);
    }
    Ok(())
}

/// No frame came for a while.
fn nothing(shared: &Shared, watch: &mut Option<Watch>, cause: Cause) {
    if let (Some(watch), Some(now)) = (watch, shared.with(|e| e.now())) {
        watch.lookout.nothing(now, cause, &mut Pen::new(shared));
    }
}

/// Keeps what was seen for the last minute.
fn remember(shared: &Shared, lookout: &mut Lookout, pen: &Pen<'_>, frame: &Frame, began: Instant) {
    let wants = shared.with(|e| e.seen().reel.wants_picture(frame.at));
    let picture = (wants == Some(true)).then(|| camera::jpeg(frame)).flatten();
    let moment = Moment {
        frame: frame.seq,
        at: frame.at,
        took_ms: (began.elapsed().as_secs_f64() * 10_000.0).round() / 10.0,
        before: pen.before.get(),
        steps: lookout.steps(),
        entered: pen.facts.clone(),
        picture: picture.map(Into::into),
    };
    let lookout = &*lookout;
    shared.with(|e| {
        let before = e.table().entries().len() as u64;
        let seen = e.seen();
        seen.map = lookout.map();
        seen.newest.clone_from(lookout.newest());
        seen.cards = lookout.state().0.cards();
        seen.reel.keep(moment, || state(lookout, before));
    });
}

/// What is known of the table, when the record has so many entries.
fn state(lookout: &Lookout, before: u64) -> State {
    let (watcher, scribe) = lookout.state();
    State {
        before,
        watcher: watcher.clone(),
        scribe: scribe.clone(),
    }
}

/// Watches that source until it ends or fails, or another is chosen.
fn watch(
    shared: &Shared,
    source: &str,
    lens: Option<&str>,
    stop: &AtomicBool,
) -> Result<(), String> {
    if source == NONE {
        wait(shared, source, stop);
        return Ok(());
    }
    let mut eyes: Option<Eyes> = None;
    let mut lookout: Option<Watch> = None;
    while !stop.load(Ordering::Relaxed) {
        let Some(Wanted {
            setting,
            now,
            placement,
        }) = wanted(shared, source)
        else {
            return Ok(());
        };
        let simulated = eyes.as_ref().and_then(|e| e.simulated.as_ref());
        if simulated.is_some_and(|s| Some(&s.1) != setting.as_ref().map(|s| &s.0)) {
            // Another game, other players: the simulated table begins anew.
            (eyes, lookout) = (None, None);
            if let Some(Err(why)) = shared.with(Evening::sweep) {
                return Err(why.to_string());
            }
            continue;
        }
        if eyes.is_none() {
            eyes = open(shared, source, setting.as_ref(), now)?;
            if let Some(eyes) = eyes.as_mut().filter(|e| e.simulated.is_none()) {
                let data = shared.with(|e| e.data().to_owned()).unwrap_or_default();
                eyes.lens = Lens::of(&data, lens, source)?;
            }
        }
        let Some(eyes) = &mut eyes else {
            // The simulated table waits for its players.
            std::thread::sleep(SILENCE);
            continue;
        };
        if lookout.as_ref().is_some_and(|w| w.placement != placement) {
            lookout = None;
        }
        let resumes = eyes.simulated.is_none();
        retarget(
            shared,
            &mut lookout,
            setting.map(|s| s.0),
            &placement,
            resumes,
        )?;
        match eyes.grabber.next(SILENCE) {
            Grab::Frame(mut frame) => {
                if let Some(lens) = &mut eyes.lens {
                    frame = lens.straighten(frame).map_err(|e| e.to_string())?;
                }
                let Some(()) = shared.with(|e| {
                    frame.at = match &eyes.simulated {
                        Some((start, _)) => At(start.0 + frame.at.0),
                        None => e.at(frame.at),
                    };
                    e.saw_frame(&frame);
                }) else {
                    return Ok(());
                };
                hear(shared, eyes, frame.at);
                if let Some(watch) = &mut lookout {
                    see(shared, watch, &frame)?;
                }
            }
            Grab::Nothing { cause, .. } => nothing(shared, &mut lookout, cause),
            Grab::End => return Err("the source is at its end".to_owned()),
            Grab::Failed(why) => return Err(why.to_string()),
        }
    }
    Ok(())
}

fn setting(board: &Board, evening: i64) -> Option<Setting> {
    let game = board.game?;
    let seating = Seating::from_places(board.seating.clone()).ok()?;
    let running = board.deal.as_ref().and_then(|d| d.dealer);
    let dealer = running.or(board.next_dealer);
    Some((
        (game, seating, evening),
        dealer,
        HouseRules::of(game, &board.options).ok()?,
    ))
}

fn open(
    shared: &Shared,
    source: &str,
    setting: Option<&Setting>,
    now: At,
) -> Result<Option<Eyes>, String> {
    if source == camera::PHONE {
        return Ok(shared.with(|e| Eyes {
            grabber: e.phone().frames(),
            voices: None,
            simulated: None,
            lens: None,
        }));
    }
    if let Some(seed) = demo::evening::seed(source) {
        let Some((watched, dealer, house)) = setting else {
            return Ok(None);
        };
        let director = demo::evening::open(
            watched.0,
            seed.map_err(|e| e.to_string())?,
            &watched.1,
            *dealer,
            house,
        )
        .map_err(|e| e.to_string())?;
        let voices = Some(director.voices());
        let grabber = Grabber::paced(Box::new(director));
        let simulated = Some((now, watched.clone()));
        return Ok(Some(Eyes {
            grabber,
            voices,
            simulated,
            lens: None,
        }));
    }
    let (opened, kind) = camera::open(source).map_err(|e| e.to_string())?;
    let name = source.to_owned();
    let grabber = match kind {
        Kind::Recorded => Grabber::paced(opened),
        Kind::Live => Grabber::newest(opened, Box::new(move || camera::again(&name))),
    };
    Ok(Some(Eyes {
        grabber,
        voices: None,
        simulated: None,
        lens: None,
    }))
}

/// The cards of the running deal that were told of; `None` where no deal runs.
fn told(shared: &Shared) -> Option<Vec<Card>> {
    let board = shared.with(|e| e.table().board())?;
    board.deal.as_ref()?;
    let told = |line: &StoryLine| match line.event {
        Event::Laid { card, .. } if !line.struck => card,
        _ => None,
    };
    Some(board.story.iter().filter_map(told).collect())
}

/// Another game needs another lookout; other players are only seated anew, and another deck needs another reader.
fn retarget(
    shared: &Shared,
    lookout: &mut Option<Watch>,
    watched: Option<Watched>,
    placement: &Option<Placement>,
    resumes: bool,
) -> Result<(), String> {
    let Some((game, seating, evening)) = watched else {
        return Ok(());
    };
    let now = |e: &mut Evening| {
        let (deck, data) = (e.decks().for_game(game), e.data().to_owned());
        (deck, data, e.layouts().changes())
    };
    let Some((deck, data, layouts)) = shared.with(now) else {
        return Ok(());
    };
    match lookout {
        Some(watch) if watch.watched.0 == game && watch.watched.2 == evening => {
            if watch.watched.1 != seating || watch.layouts != layouts {
                let layout = layout(shared, game, &seating)?;
                watch.lookout.arrange(layout, seating.clone());
                (watch.watched.1, watch.layouts) = (seating, layouts);
            }
            reread(shared, watch, deck, data);
        }
        _ => {
            let layout = layout(shared, game, &seating)?;
            let reader = reader(&data, &deck.0)?;
            let eye = Box::new(reader);
            let new = Lookout::over(placement.clone(), game.deck(), layout, seating.clone(), eye);
            let new = match told(shared).filter(|_| resumes) {
                Some(told) => new.resumed(told),
                None => new,
            };
            shared.with(|e| e.read_with(Some(deck.0.clone())));
            shared.with(|e| {
                let before = e.table().entries().len() as u64;
                e.seen().reel.begin(state(&new, before));
            });
            *lookout = Some(Watch {
                watched: (game, seating, evening),
                lookout: new,
                film: Film::default(),
                placement: placement.clone(),
                layouts,
                deck,
                loading: None,
            });
        }
    }
    Ok(())
}

/// Where what lies now.
fn layout(shared: &Shared, game: GameName, seating: &Seating) -> Result<Layout, String> {
    let layout = shared.with(|e| e.layouts().of(game, seating.len()));
    layout.unwrap_or_else(|| Ok(Layout::of(game)))
}

fn reader(data: &Path, deck: &str) -> Result<Reader, String> {
    Reader::new(decks::named(data, deck)?).map_err(|e| e.to_string())
}

/// Reads with another deck once its reader is loaded; until then the table goes on being read as before.
fn reread(shared: &Shared, watch: &mut Watch, deck: DeckChoice, data: PathBuf) {
    if watch.deck == deck {
        return;
    }
    match watch.loading.take() {
        Some((of, thread)) if of == deck && !thread.is_finished() => {
            watch.loading = Some((of, thread));
        }
        Some((of, thread)) if of == deck => {
            match thread.join() {
                Ok(Ok(reader)) => {
                    watch.lookout.read_with(Box::new(reader));
                    shared.with(|e| e.read_with(Some(deck.0.clone())));
                }
                Ok(Err(why)) => tracing::error!("the table is read as before: {why}"),
                Err(_) => tracing::error!("the table is read as before: a thread broke down"),
            }
            watch.deck = deck;
        }
        _ => {
            let name = deck.0.clone();
            let thread = std::thread::spawn(move || reader(&data, &name));
            watch.loading = Some((deck, thread));
        }
    }
}

/// What was said at the simulated table up to now.
fn hear(shared: &Shared, eyes: &Eyes, now: At) {
    let Some(voices) = &eyes.voices else { return };
    let mut said = Vec::new();
    if let Ok(mut waiting) = voices.lock() {
        said.extend(waiting.drain(..));
    }
    for said in said {
        let call = Event::Call {
            seat: said.seat,
            call: said.call,
            by: Witness::Phone,
        };
        if let Some(Err(why)) = shared.with(|e| e.enter(now, call, None)) {
            tracing::warn!("a call at the simulated table was refused: {why}");
        }
    }
}

fn no_frames(shared: &Shared, why: &str) {
    let state = crate::event::HealthState::NoFrames;
    let event = Event::Health {
        state,
        detail: why.to_owned(),
        cause: None,
    };
    if let Some(Err(refused)) = shared.with(|e| e.enter(e.now(), event, None)) {
        tracing::error!("{refused}");
    }
}

/// The record as the lookout writes it: each entry takes the evening for itself only for a moment.
struct Pen<'a> {
    shared: &'a Shared,
    /// The cards that were told of, without those that name a card told of before: of that there are pictures.
    entered: Vec<Seq>,
    /// All that was entered but for the camera's own state.
    facts: Vec<Seq>,
    /// How many entries there were when it was asked what is awaited.
    before: Cell<u64>,
}

impl<'a> Pen<'a> {
    fn new(shared: &'a Shared) -> Self {
        Self {
            shared,
            entered: Vec::new(),
            facts: Vec::new(),
            before: Cell::new(0),
        }
    }
}

impl Record for Pen<'_> {
    fn awaited(&self) -> Vec<Awaited> {
        self.shared
            .with(|e| {
                self.before.set(e.table().entries().len() as u64);
                e.table().awaited()
            })
            .unwrap_or_default()
    }

    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.shared
            .with(|e| e.table().likely(seat, zone))
            .unwrap_or_default()
    }

    fn deals(&self) -> u64 {
        self.shared
            .with(|e| u64::from(e.table().deals()))
            .unwrap_or_default()
    }

    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        let laid = matches!(event, Event::Laid { replaces: None, .. });
        let seen = !matches!(event, Event::Health { .. });
        match self.shared.with(|e| e.enter(at, event, None))? {
            Ok(seq) => {
                self.entered.extend(laid.then_some(seq));
                self.facts.extend(seen.then_some(seq));
                Some(seq)
            }
            Err(why) => {
                tracing::warn!("at {at}: {why}");
                None
            }
        }
    }
}

/// Keeps a picture of an evening: another may have begun before it was taken.
fn put(shared: &Shared, evening: i64, shot: &Shot) {
    let Some(jpeg) = shot.jpeg() else { return };
    let kept = shared.with(|e| {
        if e.id() == evening {
            e.evidence()
                .put(shot.seq, shot.moment, shot.frame.at, &jpeg)
        } else {
            Ok(())
        }
    });
    if let Some(Err(why)) = kept {
        tracing::warn!("a picture could not be kept: {why}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{evidence::Moment, journal::Journal, rules, sighting::PicturePoint};

    #[test]
    fn no_picture_goes_to_another_evening() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = Journal::open(&folder.path().join("j.sqlite")).expect("opens");
        let evening = Evening::open(journal, None, folder.path(), rules::open, false);
        let shared = Shared::new(evening.expect("it begins"));
        let (width, height) = (64, 48);
        let frame = Frame {
            seq: 0,
            at: At(0),
            width,
            height,
            pixels: vec![200_u8; 64 * 48 * 3].into(),
        };
        let outline = [(20.0, 10.0), (40.0, 10.0), (40.0, 30.0), (20.0, 30.0)]
            .map(|(x, y)| PicturePoint { x, y });
        let shot = Shot {
            seq: Seq(3),
            moment: Moment::After,
            frame,
            outline: outline.to_vec(),
        };
        for (evening, pictures) in [(7, 0), (1, 1)] {
            put(&shared, evening, &shot);
            let kept = shared.with(|e| e.evidence().all().count());
            assert_eq!(kept, Some(pictures), "evening {evening}");
        }
    }
}
