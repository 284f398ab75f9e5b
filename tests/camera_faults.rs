//! What a camera can do to an evening, from a camera that does it: a server of drawn pictures over HTTP that is unplugged, stalls, stands still,
//! is covered, darkens, flickers, hunts for its exposure, is bumped and comes back in another size. Each is told, nothing is entered meanwhile,
//! and what changed unseen is asked.
#![cfg(feature = "vision")]

#[path = "fake/mjpeg.rs"]
mod mjpeg;
#[path = "fake/program.rs"]
mod program;

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread::sleep,
    time::{Duration, Instant},
};

use image::{RgbImage, imageops};
use mjpeg::Feed;
use pitboss::{
    card::{Card, Deck},
    demo::{
        camera::Camera,
        scene::{Lying, Pose, Scene},
    },
    frame::{At, Frame},
    sighting::TablePoint,
};
use program::Program;
use rand::{SeedableRng as _, rngs::SmallRng};
use serde_json::{Value, json};

/// One evening at a time: each wants the machine for itself.
static MACHINE: Mutex<()> = Mutex::new(());

/// What is waited for comes within this, or not at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// Pictures of one moment: each with its own noise.
const SHOTS: usize = 4;

/// How the camera hangs: its roll and its tilt, degrees.
const HANGS: (f64, f64) = (0.0, 6.0);

fn camera((roll_deg, tilt_deg): (f64, f64)) -> Camera {
    Camera {
        width: 1280,
        height: 720,
        height_mm: 940.0,
        tilt_deg,
        roll_deg,
        view_deg: 50.0,
    }
}

/// An evening of Michigan Rummy that is watched through such a camera.
struct Rig {
    feed: Feed,
    evening: Program,
    scene: Scene,
    lying: Vec<Lying>,
    /// The faults so far, as their entries say them.
    faults: Vec<(String, Option<String>)>,
    asked: usize,
    token: String,
    _machine: MutexGuard<'static, ()>,
}

impl Rig {
    /// Two cards lie there when it begins.
    fn begin() -> Self {
        let machine = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scene = Scene::seen_by(camera(HANGS), SmallRng::seed_from_u64(21));
        let lying = vec![card(0), card(1)];
        let feed = Feed::open(shots(&mut scene, &lying));
        let game = ["--game", "michigan_rummy", "--seats"];
        let seats = ["A@south,B@west,C@north,D@east", "--dealer", "D"];
        let evening = Program::start_with(&feed.url(), "none", &[game, seats].concat());
        let mut rig = Self {
            feed,
            evening,
            scene,
            lying,
            faults: Vec::new(),
            asked: 0,
            token: String::new(),
            _machine: machine,
        };
        rig.until("two cards are seen", |rig| laid(&rig.board()) == 2);
        rig.token = rig.evening.host().expect("a token");
        rig
    }

    fn get(&self, path: &str) -> String {
        let answer = self.evening.asked(&format!("GET {path}"), &self.token, "");
        let (_, body) = answer.unwrap_or_default();
        String::from_utf8(body).expect("text")
    }

    fn board(&self) -> Value {
        serde_json::from_str(&self.get("/api/board")).unwrap_or_default()
    }

    fn journal(&self) -> Vec<Value> {
        let line = |line| serde_json::from_str(line).expect("JSON");
        self.get("/api/journal").lines().map(line).collect()
    }

    fn until(&self, what: &str, done: impl Fn(&Self) -> bool) {
        let began = Instant::now();
        while !done(self) {
            assert!(
                began.elapsed() < PATIENCE,
                "not within {PATIENCE:?}: {what}; {:#}",
                self.board()
            );
            sleep(Duration::from_millis(100));
        }
    }

    /// What the table looks like now, from where the camera hangs now.
    fn now(&mut self) -> Vec<RgbImage> {
        shots(&mut self.scene, &self.lying)
    }

    /// The camera has a fault; it is told as such. Meanwhile a card is laid that nobody sees, and it is over: that is told, and the card asked.
    fn fault(
        &mut self,
        state: &str,
        cause: Option<&str>,
        begin: impl FnOnce(&Feed, Vec<RgbImage>),
    ) {
        let now = self.now();
        begin(&self.feed, now);
        let told = |rig: &Self| told(&rig.journal()).len() > rig.faults.len();
        self.until(&format!("{state} {cause:?} is told"), told);
        let health = &self.board()["health"];
        assert_eq!(
            (health["state"].as_str(), health["cause"].as_str()),
            (Some(state), cause)
        );
        self.ends(state, cause, HANGS, |feed, now| feed.show(now));
    }

    fn ends(
        &mut self,
        state: &str,
        cause: Option<&str>,
        hangs: (f64, f64),
        end: impl FnOnce(&Feed, Vec<RgbImage>),
    ) {
        let before = laid(&self.board());
        self.lying.push(card(self.lying.len()));
        if hangs != HANGS {
            self.scene = Scene::seen_by(camera(hangs), SmallRng::seed_from_u64(21));
        }
        let now = self.now();
        end(&self.feed, now);
        self.feed.plug_in();
        self.until(&format!("{state} {cause:?} is told and over"), |rig| {
            let all = told(&rig.journal()).len() > rig.faults.len();
            all && rig.board()["health"]["state"] == "ok"
        });
        self.faults
            .push((state.to_owned(), cause.map(str::to_owned)));
        self.asked += 1;
        self.until(
            &format!("what came during {state} {cause:?} is asked"),
            |rig| {
                let board = rig.board();
                let questions = board["questions"].as_array().expect("questions");
                questions.len() == rig.asked
            },
        );
        let board = self.board();
        let name = face(self.lying.len() - 1).to_string();
        assert_eq!(
            board["questions"][self.asked - 1]["choices"][0],
            name,
            "{board:#}"
        );
        assert_eq!(laid(&board), before + 1, "only a hole: {board:#}");
    }

    /// Every fault was told once and in order, nothing was entered from its telling to its end, and nobody is accused.
    fn end(self) {
        let journal = self.journal();
        let mut well = true;
        for line in &journal {
            let event = line["event"].as_str().expect("an event");
            if event == "health" {
                well = line["state"] == "ok";
                assert!(
                    line["detail"].as_str().is_some_and(|d| !d.is_empty()),
                    "{line}"
                );
            } else {
                let seen = ["laid", "lifted", "backs", "asked"].contains(&event);
                assert!(well || !seen, "entered while nothing is seen: {line}");
            }
            assert_ne!(line["verdict"], "violation", "{line}");
            assert_ne!(event, "lifted", "{line}");
        }
        assert_eq!(told(&journal), self.faults);
    }
}

/// The faults that were told, in order.
fn told(journal: &[Value]) -> Vec<(String, Option<String>)> {
    let text = |v: &Value| v.as_str().map(str::to_owned);
    let fault = |l: &&Value| l["event"] == "health" && l["state"] != "ok";
    let faults = journal.iter().filter(fault);
    faults
        .map(|l| (text(&l["state"]).expect("a state"), text(&l["cause"])))
        .collect()
}

/// Cards that were told of, holes too.
fn laid(board: &Value) -> usize {
    let story = board["story"].as_array();
    let laid = |l: &&Value| l["event"]["event"] == "laid";
    story.map_or(0, |lines| lines.iter().filter(laid).count())
}

fn face(nth: usize) -> Card {
    Deck::Full.cards()[nth * 7 + 3]
}

/// Where the nth card lies: before the seats in turn, apart from all others.
fn card(nth: usize) -> Lying {
    let (row, side) = ((nth / 4) as f64, nth % 4);
    let (x_mm, y_mm) = [
        (-60.0 + 90.0 * row, -150.0),
        (-290.0, 60.0 - 100.0 * row),
        (-60.0 + 90.0 * row, 150.0),
        (290.0, 60.0 - 100.0 * row),
    ][side];
    Lying {
        face: Some(face(nth)),
        pose: Pose {
            at: TablePoint { x_mm, y_mm },
            turn_deg: 4.0 * nth as f64,
        },
    }
}

fn rgb(frame: &Frame) -> RgbImage {
    let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
    RgbImage::from_raw(frame.width, frame.height, rgb.collect()).expect("three bytes a pixel")
}

fn shots(scene: &mut Scene, lying: &[Lying]) -> Vec<RgbImage> {
    (0..SHOTS)
        .map(|n| rgb(&scene.picture(n as u64, At(0), lying, &[])))
        .collect()
}

/// The same pictures in another light.
fn lit(pictures: &[RgbImage], share: f64) -> Vec<RgbImage> {
    let mut table = [0; 256];
    for (value, out) in table.iter_mut().enumerate() {
        *out = (value as f64 * share).min(255.0) as u8;
    }
    let mut all = pictures.to_vec();
    for picture in &mut all {
        picture.iter_mut().for_each(|c| *c = table[usize::from(*c)]);
    }
    all
}

/// A light that swings: so many pictures to and fro.
fn swinging(pictures: &[RgbImage], period: usize) -> Vec<RgbImage> {
    (0..period)
        .flat_map(|n| {
            let swing = (n as f64 / period as f64 * std::f64::consts::TAU).cos();
            lit(&pictures[n % SHOTS..=n % SHOTS], 0.8 + 0.2 * swing)
        })
        .collect()
}

#[test]
fn a_camera_that_delivers_nothing_new() {
    let mut rig = Rig::begin();
    rig.fault("no-frames", Some("unplugged"), |feed, _| feed.unplug());
    rig.fault("no-frames", Some("stalled"), |feed, _| feed.stall());
    rig.fault("no-frames", Some("frozen"), |feed, now| {
        feed.show(now[..1].to_vec())
    });
    rig.end();
}

#[test]
fn a_camera_that_sees_badly() {
    let mut rig = Rig::begin();
    rig.fault("covered", None, |feed, now| {
        let palm =
            |n: u8| RgbImage::from_pixel(now[0].width(), now[0].height(), [90 + n, 60, 50].into());
        feed.show(vec![palm(0), palm(1), palm(2)]);
    });
    rig.fault("dark", None, |feed, now| feed.show(lit(&now, 0.05)));
    rig.fault("glare", Some("flicker"), |feed, now| {
        feed.show(swinging(&now, 4))
    });
    rig.fault("glare", Some("exposure"), |feed, now| {
        feed.show(swinging(&now, 20))
    });
    rig.end();
}

#[test]
fn a_camera_that_is_bumped_is_found_by_the_markers() {
    let mut rig = Rig::begin();
    rig.ends("camera-moved", None, (2.0, 7.5), |feed, now| feed.show(now));
    rig.end();
}

#[test]
fn a_camera_that_is_bumped_is_found_by_the_look_of_the_table() {
    let mut rig = Rig::begin();
    // Somebody tapped the corners: markers are not looked for.
    let (w, h) = (1280.0, 720.0);
    let corners = [
        (-400.0, 215.0),
        (400.0, 215.0),
        (400.0, -215.0),
        (-400.0, -215.0),
    ];
    let corners = corners.map(|(x_mm, y_mm)| {
        let p = rig
            .scene
            .map()
            .picture_from_table(TablePoint { x_mm, y_mm });
        [(p.x / w).clamp(0.0, 1.0), (p.y / h).clamp(0.0, 1.0)]
    });
    let wish = json!({"corners": corners, "size_mm": [800, 430]}).to_string();
    let set = rig.evening.asked("POST /api/camera", &rig.token, &wish);
    assert_eq!(set.map(|(status, _)| status), Some(204));
    let placed = |rig: &Rig| rig.get("/api/camera").contains(r#""found":"taps""#);
    rig.until("the corners are taken", placed);
    // It looks at the table anew, and finds what it knew.
    let sent = rig.feed.sent();
    rig.until("more pictures are seen", |rig| rig.feed.sent() > sent + 20);
    assert_eq!(laid(&rig.board()), 2);
    rig.ends("camera-moved", None, (-1.5, 5.0), |feed, now| {
        feed.show(now)
    });
    rig.end();
}

#[test]
fn a_camera_that_comes_back_in_another_size() {
    let mut rig = Rig::begin();
    rig.fault("no-frames", Some("unplugged"), |feed, _| feed.unplug());
    // The same shape with fewer pixels, after a reconnect.
    rig.feed.unplug();
    rig.until("that it is gone is told", |rig| {
        told(&rig.journal()).len() == 2
    });
    rig.ends("no-frames", Some("unplugged"), HANGS, |feed, now| {
        let smaller = |p: &RgbImage| imageops::resize(p, 960, 540, imageops::FilterType::Triangle);
        feed.show(now.iter().map(smaller).collect());
    });
    // Another shape: its sides are cut.
    rig.ends("camera-moved", Some("reshaped"), HANGS, |feed, now| {
        let cut = |p: &RgbImage| imageops::crop_imm(p, 80, 0, 1120, 720).to_image();
        feed.unplug();
        feed.show(now.iter().map(cut).collect());
    });
    rig.end();
}
