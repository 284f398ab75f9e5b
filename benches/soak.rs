//! Eight hours of a simulated evening of Mensch at ten frames a second, at full speed: drawn, read by pixels, judged, written. Every simulated minute its memory,
//! handles and the time of a frame are noted. It can be stopped and goes on at the last deal's end (`target/soak`); `make soak`.

mod desk;

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    time::Instant,
};

use desk::{Clock, Desk, Timed};
use pitboss::{
    card::Deck,
    cards::{DeckProfile, Reader},
    demo::{
        self,
        director::{Director, Voices},
    },
    frame::{At, Frame, Source as _},
    lookout::{Lookout, Record as _},
    play::GameName,
    plays::Layout,
    rules::options::HouseRules,
    seat::{Seat, Seating},
};
use serde_json::{Value, json};

const GAME: GameName = GameName::Mensch;
const SEED: u64 = 8;
/// The evening, s; `PITBOSS_SOAK_SECS` for less.
const EVENING_SECS: u64 = 8 * 60 * 60;
/// Notes are so far apart, s.
const NOTE_SECS: u64 = 60;

const BEGIN: &str = "<!-- written by `make soak` -->";
const END: &str = "<!-- until here -->";

/// The table as it is drawn.
struct Drawn {
    director: Director,
    voices: Voices,
}

impl Drawn {
    fn new(seating: &Seating, dealer: Option<Seat>) -> Self {
        let director = demo::evening::open(GAME, SEED, seating, dealer, &HouseRules::default())
            .expect("deals");
        let voices = director.voices();
        Self { director, voices }
    }

    fn next(&mut self) -> Frame {
        self.director.next_frame().expect("drawn").expect("endless")
    }

    /// On to that moment without looking; what was said until then is known.
    fn skip_to(&mut self, at: At) {
        while self.next().at < at {}
        self.voices.lock().expect("no panic").retain(|s| s.at > at);
    }
}

/// A number from /proc/self/status, KiB.
fn resident_kib() -> u64 {
    let text = fs::read_to_string("/proc/self/status").expect("it runs");
    let line = text.lines().find_map(|l| l.strip_prefix("VmRSS:"));
    line.and_then(|l| l.split_whitespace().next()?.parse().ok())
        .expect("a number")
}

/// The times of frames since the last note.
#[derive(Default)]
struct Minute {
    ms: Vec<f64>,
}

impl Minute {
    fn note(&mut self, at: At, desk: &Desk, file: &Path) {
        self.ms.sort_by(f64::total_cmp);
        let part =
            |p: f64| (self.ms[((self.ms.len() - 1) as f64 * p) as usize] * 100.0).round() / 100.0;
        let line = json!({
            "at": at, "rss_mib": resident_kib() / 1024, "handles": fs::read_dir("/proc/self/fd").expect("it runs").count(),
            "p50_ms": part(0.5), "p99_ms": part(0.99), "most_ms": part(1.0), "frames": self.ms.len(),
            "entries": desk.table.entries().len(), "deals": desk.deals(),
        });
        let mut notes = fs::File::options()
            .create(true)
            .append(true)
            .open(file)
            .expect("opens");
        writeln!(notes, "{line}").expect("written");
        self.ms.clear();
    }
}

/// Where a run goes on: the journal as it was between two deals, and when that was.
fn keep(folder: &Path, at: At) {
    let beside = folder.join("kept.new");
    fs::copy(folder.join("journal.sqlite"), &beside).expect("copied");
    fs::rename(&beside, folder.join("kept.sqlite")).expect("kept");
    fs::write(folder.join("kept.at"), at.0.to_string()).expect("written");
}

/// The moment that was kept, with its journal laid back and later notes dropped.
fn kept(folder: &Path) -> Option<At> {
    let at = At(fs::read_to_string(folder.join("kept.at"))
        .ok()?
        .trim()
        .parse()
        .ok()?);
    for end in ["", "-wal", "-shm"] {
        let _gone = fs::remove_file(folder.join(format!("journal.sqlite{end}")));
    }
    fs::copy(folder.join("kept.sqlite"), folder.join("journal.sqlite")).expect("copied");
    let notes = folder.join("notes.jsonl");
    let earlier = |l: &&str| {
        serde_json::from_str::<Value>(l).is_ok_and(|v| v["at"].as_f64() <= Some(at.secs()))
    };
    let text = fs::read_to_string(&notes).unwrap_or_default();
    let text: String = text
        .lines()
        .filter(earlier)
        .map(|l| format!("{l}\n"))
        .collect();
    fs::write(&notes, text).expect("written");
    Some(at)
}

/// A line a half hour, and what it comes to.
fn report(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("notes.jsonl")).unwrap_or_default();
    let notes: Vec<Value> = text
        .lines()
        .filter_map(|l| serde_json::from_str(l).ok())
        .collect();
    let mut out = "| simulated | deals | entries | resident MiB | handles | a frame, p50 ms | p99 ms | most ms |\n|---|---|---|---|---|---|---|---|\n".to_owned();
    let pick = notes
        .iter()
        .enumerate()
        .filter(|(n, _)| (n + 1) % 30 == 0 || n + 1 == notes.len());
    for (_, v) in pick {
        let minutes = (v["at"].as_f64().unwrap_or_default() / 60.0).round();
        let cell = |key: &str| v[key].to_string();
        out += &format!(
            "| {}:{:02} h | {} | {} | {} | {} | {} | {} | {} |\n",
            minutes as u64 / 60,
            minutes as u64 % 60,
            cell("deals"),
            cell("entries"),
            cell("rss_mib"),
            cell("handles"),
            cell("p50_ms"),
            cell("p99_ms"),
            cell("most_ms")
        );
    }
    let done = notes
        .last()
        .and_then(|v| v["at"].as_f64())
        .unwrap_or_default()
        / 3600.0;
    format!(
        "{done:.2} of {:.0} hours.\n\n{out}",
        EVENING_SECS as f64 / 3600.0
    )
}

fn main() {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
        PathBuf::from,
    );
    let folder = target.join("soak");
    fs::create_dir_all(&folder).expect("made");
    let secs = env::var("PITBOSS_SOAK_SECS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(EVENING_SECS);
    let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("seats");
    let dealer = demo::evening::first_dealer(&seating);
    let mut drawn = Drawn::new(&seating, dealer);
    let clock = Clock::default();
    let mut desk = match kept(&folder) {
        Some(at) => {
            println!("It goes on at {at}; the frames before are drawn again, unread.");
            drawn.skip_to(at);
            Desk::resume(&folder, (&clock, &clock))
        }
        None => Desk::begin(&folder, (&clock, &clock), GAME, &seating, dealer),
    };
    let eye = Timed(
        Reader::new(DeckProfile::french()).expect("the nets load"),
        Clock::default(),
    );
    let mut lookout = Lookout::new(Deck::Short, Layout::of(GAME), seating, Box::new(eye));
    let (mut minute, mut noted, mut kept_deals) = (Minute::default(), None, desk.deals());
    loop {
        let frame = drawn.next();
        let start = Instant::now();
        let said = desk.hear(&drawn.voices, frame.at);
        lookout.see(&frame, &mut desk).expect("sees");
        minute.ms.push(start.elapsed().as_secs_f64() * 1e3);
        // The first word after a deal: nothing lies on the table yet.
        if said && desk.deals() > kept_deals {
            kept_deals = desk.deals();
            keep(&folder, frame.at);
        }
        let since = noted.get_or_insert(frame.at);
        if frame.at.since(*since) >= NOTE_SECS as f64 {
            *since = frame.at;
            minute.note(frame.at, &desk, &folder.join("notes.jsonl"));
        }
        if frame.at.secs() >= secs as f64 {
            break;
        }
    }
    let told = report(&folder);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/soak.md");
    let before = fs::read_to_string(&page).expect("the page");
    let (above, rest) = before.split_once(BEGIN).expect("where the report begins");
    let (_, below) = rest.split_once(END).expect("where it ends");
    fs::write(&page, format!("{above}{BEGIN}\n{told}{END}{below}")).expect("written");
    println!("{told}");
}
