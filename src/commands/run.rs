//! `pitboss run`: the evening itself — camera, referee, journal and the phones' pages — from its first word in the terminal to its end.

mod opening;
mod reach;

use std::{
    fs,
    io::{self, BufRead as _, IsTerminal as _, Write as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, OnceLock},
};

use tokio::sync::mpsc;

#[cfg(feature = "vision")]
pub(super) use self::reach::own_address;
use self::reach::{Doors, Reach};
use super::{records, unusable};
use crate::{
    evening::{Evening, Shared, wall_ms},
    journal::{EveningRow, Journal},
    order::Order,
    phones::{self, Access},
    play::GameName,
    rules,
    seat::Seating,
};

/// An evening that was left longer ago is not continued unasked, ms.
const CONTINUED_WITHIN_MS: i64 = 12 * 60 * 60 * 1000;

/// Orders that wait for the evening; phones send one tap at a time.
const WAITING_ORDERS: usize = 64;

/// No source at all: what happens is entered at the host's page.
pub(super) const NONE: &str = "none";

/// The evening: camera, referee, journal and the phones' pages
#[derive(clap::Args)]
#[command(
    after_help = "Without --source it asks once whether to use a camera that it found or the simulated table, and keeps the choice.\n\
                        Stop it with Ctrl-C; the next start goes on where it was."
)]
pub struct Args {
    /// Where the phones reach it
    #[arg(long, default_value = "0.0.0.0:8080", value_name = "ADDR")]
    listen: SocketAddr,
    /// Where they reach it over HTTPS, or none; by default port 8443 where that is free
    #[arg(long, value_name = "ADDR")]
    listen_https: Option<String>,
    /// A camera's number, name or /dev/v4l/by-id path, a video file, a folder of pictures, http(s):// or rtsp://, phone (opened at /camera), demo[:SEED], or none
    #[arg(long)]
    source: Option<String>,
    /// monster, mensch or michigan_rummy; else it is set up at /host
    #[arg(long)]
    game: Option<GameName>,
    /// The players clockwise, with places if they don't stand evenly: A@south,B@west,C@north; else they are set up at /host
    #[arg(long)]
    seats: Option<Seating>,
    /// Who deals first
    #[arg(long, value_name = "SEAT")]
    dealer: Option<String>,
    /// The folder of journal, pictures and settings
    #[arg(long, default_value_os_t = records::default_data())]
    data: PathBuf,
    /// House rules: TOML, one table per game
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// A table layout (calibration/*.toml); by default the game's own
    #[arg(long, value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    /// The camera's lens: a name or file of `calibrate lens`, or none; by default the one that was measured through this source
    #[arg(long, value_name = "NAME|FILE|none")]
    pub(super) lens: Option<String>,
    /// The deck: french, french-german, french-french, pairs, or a profile file; by default the game's own
    #[arg(long)]
    pub(super) deck: Option<String>,
    /// A PIN before the public board too; without one anybody in the network may look
    #[arg(long, value_name = "PIN")]
    board_pin: Option<String>,
    /// Begin a new evening
    #[arg(long, conflicts_with = "continue")]
    new: bool,
    /// Go on with the last evening, however old
    #[arg(long)]
    r#continue: bool,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match prepare(args) {
        Ok(prepared) => go(args, prepared),
        Err(why) => unusable(why),
    }
}

/// Everything that could fail before anything was written.
struct Prepared {
    reach: Reach,
    evening: Evening,
    access: Access,
    source: String,
    /// Held as long as the evening runs, so that no second one writes the same journal.
    _lock: fs::File,
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn prepare(args: &Args) -> Result<Prepared, String> {
    let is_demo = |source: &str| source.starts_with("demo");
    // What is wrong in the command line is said before anything is written; a source that is kept or asked for comes later.
    let named = args.source.as_deref().map(is_demo);
    let early = (args.seats.is_some() || named.is_some())
        .then(|| opening::read(args, named.unwrap_or(false)))
        .transpose()?;
    args.source
        .as_deref()
        .map_or(Ok(()), super::seeing::check)?;
    super::seeing::check_lens(&args.data, args.lens.as_deref())?;
    let doors = Doors::open(args)?;
    let lock = records::lock(&args.data)?;
    let source = source(args)?;
    let demo = is_demo(&source);
    let opening = match early {
        Some(opening) => opening,
        None => opening::read(args, demo)?,
    };
    if args.source.is_none() {
        super::seeing::check(&source)?;
    }
    let journal = Journal::open(&args.data.join(records::JOURNAL)).map_err(text)?;
    let rows = journal.evenings().map_err(text)?;
    let table = journal.table_id().map_err(text)?;
    let continued = continued(args, last_here(&rows, &table))?;
    keep_calibration(args)?;
    let access = Access::open(args.data.join("access.json")).map_err(text)?;
    let access = access
        .with_board_pin(args.board_pin.as_deref())
        .map_err(text)?;
    let reach = doors.furnish(&args.data)?;
    let mut evening = Evening::open(
        journal,
        continued,
        &args.data.join("evidence"),
        rules::open,
        demo,
    )
    .map_err(text)?;
    opening::begin(&mut evening, opening, demo)?;
    Ok(Prepared {
        reach,
        evening,
        access,
        source,
        _lock: lock,
    })
}

/// The table layout and the deck that were named lie in the data folder too, so that an evening travels with them.
fn keep_calibration(args: &Args) -> Result<(), String> {
    let deck = args.deck.as_deref().map(Path::new);
    let named = [args.table.as_deref(), deck].into_iter().flatten();
    let folder = args.data.join("calibration");
    for file in named.filter(|f| f.is_file()) {
        let kept = folder.join(file.file_name().unwrap_or_default());
        let keep = |content| fs::create_dir_all(&folder).and_then(|()| fs::write(&kept, content));
        fs::read(file).and_then(keep).map_err(|e| {
            format!(
                "{} can't be kept as {}: {e}",
                file.display(),
                kept.display()
            )
        })?;
    }
    Ok(())
}

/// The evening that a restart goes on with: the last one played at this table; one that came from elsewhere only where there is no other.
fn last_here<'a>(rows: &'a [EveningRow], table: &str) -> Option<&'a EveningRow> {
    let newest = |own: bool| {
        let rows = rows.iter().filter(|row| (row.table == table) == own);
        rows.max_by_key(|row| (row.last_ms, row.id))
    };
    newest(true).or_else(|| newest(false))
}

/// Which source: named, kept from last time, asked for, or the simulated table.
fn source(args: &Args) -> Result<String, String> {
    if let Some(source) = &args.source {
        return Ok(source.clone());
    }
    let kept = args.data.join("source");
    if let Ok(source) = fs::read_to_string(&kept) {
        let source = source.trim().to_owned();
        if !source.is_empty() {
            tell(format_args!(
                "Source: {source} (as last time; --source chooses another)"
            ));
            return Ok(source);
        }
    }
    let cameras = super::seeing::cameras();
    if !io::stdin().is_terminal() {
        return Ok(match cameras.first() {
            Some(camera) => camera.clone(),
            None => {
                tell(format_args!(
                    "No camera was found: this is the simulated table (DEMO). --source chooses another source."
                ));
                "demo".to_owned()
            }
        });
    }
    let source = match cameras.first() {
        Some(camera) => {
            let answer = ask(&format!(
                "Camera {camera} was found. Use it? [Y/n: the simulated table] "
            ))?;
            if answer.starts_with(['n', 'N']) {
                "demo".to_owned()
            } else {
                camera.clone()
            }
        }
        None => {
            tell(format_args!(
                "No camera was found: this is the simulated table (DEMO). --source chooses another source."
            ));
            return Ok("demo".to_owned());
        }
    };
    fs::write(&kept, &source).map_err(|e| format!("{} can't be written: {e}", kept.display()))?;
    Ok(source)
}

fn ask(question: &str) -> Result<String, String> {
    print!("{question}");
    io::stdout().flush().map_err(text)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(text)?;
    Ok(answer.trim().to_owned())
}

/// The last evening's number, if it goes on; which of both it is, is said.
fn continued(args: &Args, last: Option<&EveningRow>) -> Result<Option<i64>, String> {
    let Some(last) = last.filter(|_| !args.new) else {
        return Ok(None);
    };
    let ago_ms = wall_ms() - last.last_ms;
    let goes_on = if args.r#continue {
        true
    } else if io::stdin().is_terminal() {
        loop {
            let answer = ask(&question(last.entries, ago_ms))?;
            if let Some(goes_on) = answered(&answer, ago_ms) {
                break goes_on;
            }
        }
    } else {
        answered("", ago_ms).unwrap_or(true)
    };
    tell(format_args!(
        "{}",
        if goes_on {
            "The last evening goes on (--new begins another)."
        } else {
            "A new evening begins (--continue goes on with the last one)."
        }
    ));
    Ok(goes_on.then_some(last.id))
}

/// What is asked at the start where there was an evening before; what an empty answer means stands in capitals.
fn question(entries: u64, ago_ms: i64) -> String {
    let minutes = ago_ms.max(0) / 60_000;
    let ago = match minutes {
        0..120 => format!("{minutes} min"),
        120..2880 => format!("{} h", minutes / 60),
        _ => format!("{} days", minutes / 1440),
    };
    let choice = if ago_ms < CONTINUED_WITHIN_MS {
        "C/n"
    } else {
        "c/N"
    };
    format!(
        "Continue the last evening ({entries} entries, {ago} ago), or begin a new one? [{choice}] "
    )
}

/// Whether the last evening goes on; `None` where the answer is neither.
fn answered(answer: &str, ago_ms: i64) -> Option<bool> {
    match answer.chars().next().map(|c| c.to_ascii_lowercase()) {
        None => Some(ago_ms < CONTINUED_WITHIN_MS),
        Some('c' | 'y') => Some(true),
        Some('n') => Some(false),
        Some(_) => None,
    }
}

/// Runs the evening until somebody ends it.
fn go(args: &Args, prepared: Prepared) -> ExitCode {
    let Prepared {
        reach,
        evening,
        access,
        source,
        _lock,
    } = prepared;
    reach.welcome(&access.pin(), &source);
    let board = evening.watch();
    let shared = Shared::new(evening);
    let (orders, waiting) = mpsc::channel(WAITING_ORDERS);
    let (stopped, mut stops) = mpsc::channel::<&'static str>(4);
    let referee = spawn("orders", stopped.clone(), {
        let shared = shared.clone();
        move || carry_out(&shared, waiting)
    });
    let watcher = super::seeing::start(args, &source, &shared, stopped);
    let keeper = Arc::new(shared.clone());
    let broken = Arc::new(OnceLock::new());
    let served = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(text)
        .and_then(|runtime| {
            runtime.block_on(async {
                let router = phones::router(phones::Evening {
                    board,
                    orders,
                    keeper,
                    access,
                    reach: reach.addresses(),
                    secure: reach.secure(),
                });
                let end = {
                    let (shared, broken) = (shared.clone(), Arc::clone(&broken));
                    async move {
                        tokio::select! {
                            () = asked_to_stop() => {}
                            Some(what) = stops.recv() => drop(broken.set(what)),
                        }
                        // Streams end with the board's sender; only then can the server end.
                        shared.end();
                    }
                };
                reach.serve(router, end).await.map_err(text)
            })
        });
    shared.end();
    watcher.stop();
    drop(referee);
    match (served, broken.get()) {
        (Ok(()), Some(what)) => unusable(format!(
            "the thread of {what} broke down, and the evening stops: everything that was entered is kept; the next start goes on there"
        )),
        (Ok(()), None) => {
            tell(format_args!(
                "The evening is kept; the next start goes on where it was."
            ));
            ExitCode::SUCCESS
        }
        (Err(why), _) => unusable(format!("the phones can't be served any more: {why}")),
    }
}

/// Carries out orders, one after the other, as long as there may be more.
fn carry_out(shared: &Shared, mut waiting: mpsc::Receiver<Order>) {
    while let Some(order) = waiting.blocking_recv() {
        if shared.with(|evening| evening.carry_out(order)).is_none() {
            break;
        }
    }
}

/// A thread whose breakdown ends the program instead of leaving a table that nobody referees.
#[cfg_attr(not(feature = "vision"), allow(dead_code))]
pub(super) fn spawn(
    name: &'static str,
    stopped: mpsc::Sender<&'static str>,
    work: impl FnOnce() + Send + 'static,
) -> Option<std::thread::JoinHandle<()>> {
    let guarded = move || {
        if std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)).is_err() {
            let _ended = stopped.blocking_send(name);
        }
    };
    std::thread::Builder::new()
        .name(name.to_owned())
        .spawn(guarded)
        .ok()
}

/// Ctrl-C, or the system's polite request.
async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    let Ok(mut terminated) =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
    else {
        let _asked = interrupted.await;
        return;
    };
    tokio::select! {
        _ = interrupted => {}
        _ = terminated.recv() => {}
    }
}

/// Says something in the terminal. A terminal that was closed must not end the evening.
fn tell(text: std::fmt::Arguments<'_>) {
    let mut out = io::stdout().lock();
    if let Err(e) = writeln!(out, "{text}").and_then(|()| out.flush()) {
        tracing::warn!("the terminal is gone: {e}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_breaks_down_is_told() {
        let (stopped, mut stops) = mpsc::channel(1);
        let thread = spawn("orders", stopped, || panic!("the chips don't add up"));
        assert!(thread.expect("it starts").join().is_ok());
        assert_eq!(stops.blocking_recv(), Some("orders"));
    }

    #[test]
    fn the_last_evening_goes_on_or_a_new_one_begins() {
        const HOUR_MS: i64 = 60 * 60 * 1000;
        assert_eq!(
            question(84, 3 * HOUR_MS),
            "Continue the last evening (84 entries, 3 h ago), or begin a new one? [C/n] "
        );
        assert_eq!(
            question(84, 60 * HOUR_MS),
            "Continue the last evening (84 entries, 2 days ago), or begin a new one? [c/N] "
        );
        for (answer, ago, goes_on) in [
            ("", 3, Some(true)),
            ("", 60, Some(false)),
            ("c", 60, Some(true)),
            ("Continue", 60, Some(true)),
            ("n", 3, Some(false)),
            ("What?", 3, None),
        ] {
            assert_eq!(answered(answer, ago * HOUR_MS), goes_on, "{answer}");
        }
    }
}
