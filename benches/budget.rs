//! A frame's budget, stage by stage: one deal of Mensch at the simulated table goes the way of every evening, and each stage is timed on every frame.

mod desk;

use std::time::{Duration, Instant};

use desk::{Clock, Desk, Timed};
use pitboss::{
    camera::{Motion, Sight, Small, find_markers},
    card::Deck,
    cards::{DeckProfile, Reader, still},
    demo,
    event::{Entry, Event},
    frame::Source as _,
    lookout::Lookout,
    play::GameName,
    plays::Layout,
    rules::options::HouseRules,
    seat::Seating,
};

/// Frames of the source that are timed: a deal takes about so many.
const FRAMES: u64 = 900;

const GAME: GameName = GameName::Mensch;

/// The stages, in the order of the flow.
#[derive(Clone, Default)]
struct Stages {
    decode: Clock,
    motion: Clock,
    markers: Clock,
    rest: Clock,
    reading: Clock,
    rules: Clock,
    disk: Clock,
    board: Clock,
    all: Clock,
}

impl Stages {
    fn named(&self) -> [(&Clock, &str); 9] {
        [
            (&self.decode, "a JPEG into a frame"),
            (
                &self.motion,
                "motion, light and health (part of what follows)",
            ),
            (
                &self.markers,
                "looking for markers, every tenth frame (part of what follows)",
            ),
            (
                &self.rest,
                "everything but reading, rules and journal: motion, whereabouts, tracks, plays",
            ),
            (&self.reading, "reading what changed"),
            (&self.rules, "the rules' fold"),
            (&self.disk, "the journal, on the disk"),
            (&self.board, "the board as JSON"),
            (&self.all, "all of a frame"),
        ]
    }
}

/// Plays, draws, reads and judges, each stage timed on every frame; how many cards were laid.
fn play(stages: &Stages) -> usize {
    let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("seats");
    let dealer = demo::evening::first_dealer(&seating);
    let mut table =
        demo::evening::open(GAME, 5, &seating, dealer, &HouseRules::default()).expect("deals");
    let voices = table.voices();
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let clocks = (&stages.rules, &stages.disk);
    let mut desk = Desk::begin(folder.path(), clocks, GAME, &seating, dealer);
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let eye = Timed(reader, stages.reading.clone());
    let mut lookout = Lookout::new(Deck::Short, Layout::of(GAME), seating, Box::new(eye));
    let (mut motion, mut sight) = (Motion::new(), Sight::default());
    let file = folder.path().join("frame.jpg");
    for n in 0..FRAMES {
        let frame = table.next_frame().expect("drawn").expect("endless");
        still::save(&frame, &file).expect("saved");
        let jpeg = std::fs::read(&file).expect("read");
        stages.named().iter().for_each(|(clock, _)| clock.frame());
        stages
            .decode
            .time(|| still::decode(&jpeg))
            .expect("decodes");
        // The same work as inside the lookout, by itself.
        stages.motion.time(|| {
            let small = Small::of(&frame).expect("a frame");
            let scene = motion.see(&small, frame.at);
            sight.see(&small, scene.foreground, frame.at);
        });
        if n % 10 == 0 {
            stages.markers.time(|| find_markers(&frame)).expect("looks");
        }
        let start = Instant::now();
        desk.hear(&voices, frame.at);
        lookout.see(&frame, &mut desk).expect("sees");
        let took = start.elapsed();
        let inner: f64 = [&stages.reading, &stages.rules, &stages.disk]
            .map(Clock::last)
            .iter()
            .sum();
        stages
            .rest
            .add(took.saturating_sub(Duration::from_secs_f64(inner / 1e3)));
        stages
            .board
            .time(|| serde_json::to_string(&desk.table.board()))
            .expect("JSON");
        stages.all.add(took);
        let around = stages.decode.last() + stages.board.last();
        stages.all.add(Duration::from_secs_f64(around / 1e3));
    }
    let laid = |e: &&Entry| matches!(e.event, Event::Laid { .. });
    desk.table.entries().iter().filter(laid).count()
}

fn main() {
    let stages = Stages::default();
    let laid = play(&stages);
    println!("### A frame's budget\n");
    println!("| stage, 1280×720 | mean ms | p50 | p99 | most |");
    println!("|---|---|---|---|---|");
    stages
        .named()
        .iter()
        .for_each(|(clock, stage)| clock.line(stage));
    println!("\n{FRAMES} frames, {laid} cards laid; ten frames a second leave 100 ms.");
}
