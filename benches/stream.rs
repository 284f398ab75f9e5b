//! What an evening costs that is watched at 1920×1080 and 30 pictures a second: MJPEG over HTTP from a process of its own, the table still and
//! with cards that move; the program's processor time, its memory, and the age of its newest frame.

#[path = "../tests/fake/mjpeg.rs"]
mod mjpeg;
#[path = "../tests/fake/program.rs"]
mod program;

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _, stdin},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use image::RgbImage;
use mjpeg::{Feed, jpeg};
use pitboss::{
    card::Deck,
    demo::{
        camera::Camera,
        scene::{Lying, Pose, Reach, Scene},
    },
    frame::{At, Frame},
    sighting::TablePoint,
};
use program::Program;
use rand::{SeedableRng as _, rngs::SmallRng};
use serde_json::Value;

/// What this program is asked to be in the other process.
const CAMERA: &str = "--be-the-camera";

/// Pictures a second.
const RATE: u32 = 30;

/// A film is so long until it begins again, in pictures.
const FILM: usize = 120;

/// Each state is measured for so long, and so long is waited before.
const SPAN: Duration = Duration::from_secs(20);
const SETTLING: Duration = Duration::from_secs(6);

/// Ticks of a processor's time a second (`man 5 proc`, `sysconf(_SC_CLK_TCK)`): 100 on every Linux.
const TICKS: f64 = 100.0;

fn lying(nth: usize, x_mm: f64, y_mm: f64) -> Lying {
    Lying {
        face: Deck::Short.cards().get(3 * nth + 1).copied(),
        pose: Pose {
            at: TablePoint { x_mm, y_mm },
            turn_deg: 7.0 * nth as f64,
        },
    }
}

fn rgb(frame: &Frame) -> RgbImage {
    let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
    RgbImage::from_raw(frame.width, frame.height, rgb.collect()).expect("three bytes a pixel")
}

/// The camera: it says where it is, and shows what it is told to.
fn be_the_camera() {
    let camera = Camera {
        width: 1920,
        height: 1080,
        height_mm: 950.0,
        tilt_deg: 8.0,
        roll_deg: 0.0,
        view_deg: 50.0,
    };
    let mut scene = Scene::seen_by(camera, SmallRng::seed_from_u64(5));
    let table: Vec<Lying> = (0..3)
        .map(|n| lying(n, 90.0 * n as f64 - 90.0, 40.0 - 20.0 * n as f64))
        .collect();
    let still = (0..RATE as usize).map(|n| rgb(&scene.picture(n as u64, At(0), &table, &[])));
    let still: Vec<Vec<u8>> = still.map(|p| jpeg(&p)).collect();
    // A hand brings a card, goes, comes again and takes it away.
    let moving: Vec<Vec<u8>> = (0..FILM)
        .map(|n| {
            let part = n as f64 / FILM as f64;
            let near = |from: f64, to: f64| ((part - from) / (to - from)).clamp(0.0, 1.0);
            let way = near(0.0, 0.2) - near(0.2, 0.35) + near(0.65, 0.8) - near(0.8, 1.0);
            let tip = TablePoint {
                x_mm: 60.0,
                y_mm: -330.0 + 250.0 * way,
            };
            let hand = Reach {
                tip,
                bearing: 180.0,
                sleeve: [96, 54, 40],
                skin: [150, 178, 224],
            };
            let carried = !(0.2..=0.8).contains(&part);
            let mut cards = table.clone();
            cards.push(lying(4, tip.x_mm, if carried { tip.y_mm } else { -80.0 }));
            rgb(&scene.picture(n as u64, At(0), &cards, &[hand]))
        })
        .map(|p| jpeg(&p))
        .collect();
    let mean = |film: &[Vec<u8>]| film.iter().map(Vec::len).sum::<usize>() / film.len() / 1024;
    let feed = Feed::open_at(still.clone(), Duration::from_secs(1) / RATE);
    println!("{} {} {}", feed.url(), mean(&still), mean(&moving));
    for line in stdin().lines().map_while(Result::ok) {
        let film = if line == "moving" { &moving } else { &still };
        feed.show_coded(film.clone());
    }
}

/// Processor time so far, s, and memory, MiB.
fn spent(evening: &Program) -> (f64, f64) {
    let of = |file: &str| {
        fs::read_to_string(format!("/proc/{}/{file}", evening.child.id())).expect("it runs")
    };
    let stat = of("stat");
    let (_, rest) = stat.rsplit_once(')').expect("a name in brackets");
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |i: usize| fields[i].parse::<f64>().expect("a number");
    let status = of("status");
    let told = status.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    let kib = told.and_then(|t| t.trim().trim_end_matches(" kB").parse::<f64>().ok());
    (
        (ticks(11) + ticks(12)) / TICKS,
        kib.expect("its memory is told") / 1024.0,
    )
}

/// The age of the newest frame, ms, as the evening tells it.
fn age_ms(evening: &Program) -> Option<f64> {
    let (_, said) = evening.asked("GET /healthz", "", "")?;
    let said: Value = serde_json::from_slice(&said).ok()?;
    Some(said["frame_age_s"].as_f64()? * 1e3)
}

fn measure(what: &str, kib: &str, evening: &Program) {
    sleep(SETTLING);
    let ((cpu_before, mib_before), began) = (spent(evening), Instant::now());
    let mut ages = Vec::new();
    while began.elapsed() < SPAN {
        ages.extend(age_ms(evening));
        sleep(Duration::from_millis(25));
    }
    let ((cpu, mib), took) = (spent(evening), began.elapsed().as_secs_f64());
    ages.sort_by(f64::total_cmp);
    let part = |p: f64| ages[((ages.len() - 1) as f64 * p) as usize];
    println!(
        "| {what} | {kib} | {:.2} | {:.0} | {:.0} | {:.0} | {mib_before:.0} → {mib:.0} |",
        (cpu - cpu_before) / took,
        part(0.5),
        part(0.99),
        part(1.0),
    );
}

/// The other process, ended with this one.
struct Other(Child);

impl Drop for Other {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

fn main() {
    if std::env::args().any(|a| a == CAMERA) {
        return be_the_camera();
    }
    let itself = std::env::current_exe().expect("a program");
    let child = Command::new(itself)
        .arg(CAMERA)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut camera = Other(child.expect("it starts"));
    let mut said = String::new();
    let out = camera.0.stdout.take().expect("piped");
    BufReader::new(out).read_line(&mut said).expect("a line");
    let said: Vec<&str> = said.split_whitespace().collect();
    let mut tell = camera.0.stdin.take().expect("piped");
    let seats = [
        "--game",
        "mensch",
        "--seats",
        "A@south,B@west,C@north,D@east",
    ];
    let evening = Program::start_with(said[0], "none", &seats);
    while age_ms(&evening).is_none() {
        sleep(Duration::from_millis(100));
    }
    println!(
        "| 1920×1080, 30 a second | KiB a picture | cores | age p50 ms | p99 ms | most ms | memory, MiB |"
    );
    println!("|---|---|---|---|---|---|---|");
    measure("still", said[1], &evening);
    for what in ["cards move", "cards move, a minute later"] {
        writeln!(tell, "moving").expect("told");
        measure(what, said[2], &evening);
    }
    sleep(SPAN);
    writeln!(tell, "still").expect("told");
    measure("still again", said[1], &evening);
}
