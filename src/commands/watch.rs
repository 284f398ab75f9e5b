//! `pitboss watch`: a source of pictures into the lines of the record, headless: the whole pipeline without phones.

use std::{
    collections::VecDeque,
    io::{self, BufWriter, StdoutLock, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

use serde::Deserialize;
use serde_json::Value;

use super::{PARTLY, records, unusable};
use crate::{
    bundle::{Bundle, Replayed, is_bundle},
    camera::{self, Grab, Grabber, Kind, Lens, LensProfile},
    card::Card,
    cards::{DeckProfile, Reader},
    decks,
    demo::{self, director::Voices},
    event::{Entry, Event},
    frame::{At, Source},
    line::line,
    lookout::{Lookout, Record},
    play::{Awaited, Call, GameName, Seq, Witness, Zone},
    plays::Layout,
    rules::{self, options::HouseRules},
    ruling::Ruling,
    seat::{Seat, Seating},
    table::Table,
    words::{self, Lang},
};

/// Watch a table and write what happens: cards laid and lifted, rulings, chips.
#[derive(clap::Args)]
#[command(
    after_help = "One line per entry of the record. A file gives the same lines every time.\n\
                  A bundle (the last minute of an evening, saved at /debug) is folded again; exit status 1 where it is told otherwise than it was.\n\
                  Exit status: 0 all done, 1 the source failed before its end, 2 the command line or a file it needs is unusable."
)]
pub struct Args {
    /// monster, mensch or michigan_rummy; a bundle knows it itself
    #[arg(long)]
    game: Option<String>,
    /// A video file, a folder of pictures, a bundle, http(s):// or rtsp://, a camera number, or demo[:SEED]
    #[arg(long)]
    source: String,
    /// The players clockwise, with their places if they don't stand evenly: A@south,B@west,C@north,D@east
    #[arg(long)]
    seats: Option<String>,
    /// The deck: french, french-german, french-french, pairs, or a profile file; by default the game's own
    #[arg(long)]
    deck: Option<String>,
    /// A table layout (calibration/*.toml); by default the game's own
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The camera's lens, as `calibrate lens` measured it (calibration/lens_NAME.toml): lines that it bends are straightened
    #[arg(long, value_name = "FILE")]
    lens: Option<PathBuf>,
    /// What is said and not seen: JSON lines {"at":3.2,"seat":"A","call":{…}}
    #[arg(long, value_name = "FILE")]
    calls: Option<PathBuf>,
    /// House rules: TOML, one table per game
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Who deals
    #[arg(long, value_name = "SEAT")]
    dealer: Option<String>,
    /// fast: every frame of a file, as fast as it goes; real: at its own pace, late frames dropped
    #[arg(long, default_value = "fast", value_parser = ["fast", "real"])]
    pace: String,
    /// Stop after so many seconds of the source
    #[arg(long, value_name = "SECONDS")]
    until: Option<f64>,
    /// The language of the sentences: en or ko
    #[arg(long, default_value = "en")]
    lang: String,
    /// One JSON object per line on standard output
    #[arg(long)]
    json: bool,
}

/// One line of a calls file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    at: f64,
    seat: String,
    call: Call,
}

/// A call with its moment and its seat.
type Spoken = (At, Seat, Call);

/// Everything that the command line names, ready to run.
struct Plan {
    game: GameName,
    seating: Seating,
    dealer: Option<Seat>,
    layout: Layout,
    options: Value,
    calls: VecDeque<Spoken>,
    profile: DeckProfile,
    lens: Option<Lens>,
    lang: Lang,
}

/// How long a live source may be silent before it is said, s.
const SILENCE: Duration = Duration::from_millis(1_500);

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let source = Path::new(&args.source);
    if is_bundle(source) {
        return replay(args, source);
    }
    let plan = match plan(args) {
        Ok(plan) => plan,
        Err(why) => return unusable(why),
    };
    let (source, kind, voices) = match open(args, &plan) {
        Ok(opened) => opened,
        Err(why) => return unusable(why),
    };
    let grabber = match (kind, args.pace.as_str()) {
        (Kind::Recorded, "fast") => Grabber::every(source),
        (Kind::Recorded, _) => Grabber::paced(source),
        (Kind::Live, _) => {
            let name = args.source.clone();
            Grabber::newest(source, Box::new(move || camera::again(&name)))
        }
    };
    match watch(args, plan, grabber, voices.as_ref()) {
        Ok(code) => code,
        Err(why) => unusable(why),
    }
}

/// Folds a bundle again: what its camera saw leads to the same entries as it did.
fn replay(args: &Args, path: &Path) -> ExitCode {
    let bundle = match Bundle::open(path) {
        Ok(bundle) => bundle,
        Err(why) => return unusable(why),
    };
    let lang: Lang = match args.lang.parse() {
        Ok(lang) => lang,
        Err(why) => return unusable(why),
    };
    let (frames, seating) = (bundle.moments.len() as u64, bundle.about.seating.clone());
    let last = bundle.moments.last().map_or(At(0), |m| m.at);
    let Replayed {
        table,
        before,
        differs,
    } = match bundle.replay() {
        Ok(replayed) => replayed,
        Err(why) => return unusable(format!("the bundle {}: {why}", path.display())),
    };
    let mut desk = Desk::new(table, seating, lang, args.json);
    let entries = desk.table.entries()[before..].to_vec();
    desk.tell(&entries);
    let end = desk.table.end(last, frames);
    desk.tell(&[end]);
    match differs {
        None => ExitCode::SUCCESS,
        Some(seq) => {
            eprintln!("pitboss: the bundle is told otherwise than it was, from entry {seq} on");
            ExitCode::from(PARTLY)
        }
    }
}

/// A source, how it delivers, and what is said beside it at the simulated table.
type Opened = (Box<dyn Source>, Kind, Option<Voices>);

fn open(args: &Args, plan: &Plan) -> Result<Opened, String> {
    if let Some(seed) = demo::evening::seed(&args.source) {
        let house = HouseRules::of(plan.game, &plan.options).map_err(text)?;
        let director = demo::evening::open(
            plan.game,
            seed.map_err(text)?,
            &plan.seating,
            plan.dealer,
            &house,
        )
        .map_err(text)?;
        let voices = director.voices();
        return Ok((Box::new(director), Kind::Recorded, Some(voices)));
    }
    let (source, kind) = camera::open(&args.source).map_err(text)?;
    Ok((source, kind, None))
}

fn plan(args: &Args) -> Result<Plan, String> {
    let missing = |what: &str| format!("{what} is missing: only a bundle knows it itself");
    let (game, seats) = (args.game.as_ref(), args.seats.as_ref());
    let game: GameName = game
        .ok_or_else(|| missing("--game"))?
        .parse()
        .map_err(text)?;
    let seating: Seating = seats
        .ok_or_else(|| missing("--seats"))?
        .parse()
        .map_err(text)?;
    let players = game.players();
    if !players.contains(&seating.len()) {
        return Err(format!(
            "{} seats: {game} is played by {}",
            seating.len(),
            range(&players)
        ));
    }
    let seat = |name: &str| {
        let names: Vec<&str> = seating.places().iter().map(|p| p.name.as_str()).collect();
        seating.by_name(name).ok_or_else(|| {
            format!(
                "nobody named `{name}` sits at the table: {}",
                names.join(", ")
            )
        })
    };
    let layout = match &args.table {
        None => Layout::of(game),
        Some(path) => Layout::parse(&read(path, "table layout")?, game)
            .and_then(|layout| layout.for_players(seating.len()))
            .map_err(|e| format!("the table layout {} can't be used: {e}", path.display()))?,
    };
    let name = args.deck.as_deref().unwrap_or(match game {
        GameName::Monster => "pairs",
        _ => "french",
    });
    let options = match &args.rules {
        Some(path) => super::house_rules(Some(path))?.changed(game),
        None => Value::Null,
    };
    let named = args.dealer.as_deref().map(seat).transpose()?;
    let demo = demo::evening::seed(&args.source).is_some();
    let first = || demo::evening::first_dealer(&seating).filter(|_| demo);
    Ok(Plan {
        game,
        dealer: named.or_else(first),
        layout,
        options,
        calls: calls(args.calls.as_deref(), &seat)?,
        profile: decks::named(&records::default_data(), name)?,
        lens: args
            .lens
            .as_deref()
            .map(LensProfile::open)
            .transpose()?
            .map(Lens::new),
        lang: args.lang.parse().map_err(text)?,
        seating,
    })
}

fn text(e: impl std::fmt::Display) -> String {
    e.to_string()
}

fn range(players: &std::ops::RangeInclusive<usize>) -> String {
    let (from, to) = (players.start(), players.end());
    if from == to {
        format!("{from}")
    } else {
        format!("{from} to {to}")
    }
}

fn read(path: &Path, what: &str) -> Result<String, String> {
    std::fs::read_to_string(path)
        .map_err(|e| format!("the {what} {} can't be read: {e}", path.display()))
}

/// The calls of a file, by their time.
fn calls(
    path: Option<&Path>,
    seat: &impl Fn(&str) -> Result<Seat, String>,
) -> Result<VecDeque<Spoken>, String> {
    let Some(path) = path else {
        return Ok(VecDeque::new());
    };
    let mut out = Vec::new();
    for (i, line) in read(path, "calls file")?.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let wrong =
            |why: String| format!("the calls file {}, line {}: {why}", path.display(), i + 1);
        let said: Said = serde_json::from_str(line).map_err(|e| {
            wrong(format!(
                "no call ({e}); write {{\"at\":3.2,\"seat\":\"A\",\"call\":{{…}}}}"
            ))
        })?;
        if !said.at.is_finite() || said.at < 0.0 {
            return Err(wrong(
                "`at` is no time: write seconds from the start".into(),
            ));
        }
        out.push((
            At::from_secs(said.at),
            seat(&said.seat).map_err(wrong)?,
            said.call,
        ));
    }
    out.sort_by_key(|s| s.0);
    Ok(out.into())
}

/// The record, written as it grows.
struct Desk {
    table: Table,
    seating: Seating,
    lang: Lang,
    json: bool,
    out: BufWriter<StdoutLock<'static>>,
    deals: u64,
    broken: bool,
}

impl Desk {
    fn new(table: Table, seating: Seating, lang: Lang, json: bool) -> Self {
        Self {
            table,
            seating,
            lang,
            json,
            out: BufWriter::new(io::stdout().lock()),
            deals: 0,
            broken: false,
        }
    }

    fn tell(&mut self, entries: &[Entry]) {
        for entry in entries {
            if matches!(entry.event, Event::DealClosed { .. }) {
                self.deals += 1;
            }
            let line = self.line(entry);
            self.broken |= writeln!(self.out, "{line}").is_err();
        }
        self.broken |= self.out.flush().is_err();
    }

    fn line(&self, entry: &Entry) -> String {
        let says = |ruling: &Ruling| words::ruling(self.lang, ruling, &self.seating);
        let value = line(entry, Some(&self.seating), says);
        if self.json {
            return value.to_string();
        }
        let Value::Object(mut map) = value else {
            return value.to_string();
        };
        let mut take = |key: &str| map.shift_remove(key).unwrap_or_default();
        let (seq, at, event) = (take("seq"), take("at"), take("event"));
        let rest: Vec<String> = map.iter().map(|(k, v)| format!("{k} {v}")).collect();
        format!(
            "{:>4} {:>8.3} s  {:<11} {}",
            seq.to_string(),
            at.as_f64().unwrap_or(0.0),
            event.as_str().unwrap_or(""),
            rest.join("  ")
        )
    }
}

impl Record for Desk {
    fn awaited(&self) -> Vec<Awaited> {
        self.table.awaited()
    }

    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.table.likely(seat, zone)
    }

    fn deals(&self) -> u64 {
        self.deals
    }

    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        match self.table.take(at, event) {
            Ok(entries) => {
                self.tell(&entries);
                entries.first().map(|e| e.seq)
            }
            Err(why) => {
                tracing::warn!("at {at}: {why}");
                None
            }
        }
    }
}

fn watch(
    args: &Args,
    mut plan: Plan,
    mut grabber: Grabber,
    voices: Option<&Voices>,
) -> Result<ExitCode, String> {
    let deck = plan.game.deck();
    let reader = Reader::new(plan.profile).map_err(text)?;
    let table = Table::new(rules::open);
    let mut desk = Desk::new(table, plan.seating.clone(), plan.lang, args.json);
    let start = [
        Event::Seated {
            seating: plan.seating.clone(),
        },
        Event::Game {
            game: plan.game,
            options: plan.options,
            dealer: plan.dealer,
        },
    ];
    for event in start {
        let entries = desk.table.take(At(0), event).map_err(text)?;
        desk.tell(&entries);
    }
    let mut lookout = Lookout::new(deck, plan.layout, plan.seating, Box::new(reader));
    let until = args.until.map_or(At(u64::MAX), At::from_secs);
    let (mut last, mut came) = (At(0), Instant::now());
    let mut failed = None;
    while !desk.broken {
        match grabber.next(SILENCE) {
            Grab::Frame(frame) if frame.at > until => break,
            Grab::Frame(frame) => {
                (last, came) = (frame.at, Instant::now());
                say(&mut plan.calls, last, &mut desk);
                hear(voices, last, &mut desk);
                let straight = match &mut plan.lens {
                    Some(lens) => lens.straighten(frame),
                    None => Ok(frame),
                };
                if let Err(why) = straight.and_then(|frame| lookout.see(&frame, &mut desk)) {
                    failed = Some(why);
                    break;
                }
            }
            Grab::Nothing { why, cause } => {
                tracing::warn!("no picture for {:.1} s {why}", came.elapsed().as_secs_f64());
                let silent = u64::try_from(came.elapsed().as_millis()).unwrap_or(u64::MAX);
                lookout.nothing(At(last.0 + silent), cause, &mut desk);
            }
            Grab::End => break,
            Grab::Failed(why) => {
                failed = Some(why);
                break;
            }
        }
    }
    if args.until.is_none() {
        say(&mut plan.calls, At(u64::MAX), &mut desk);
    }
    let end = desk.table.end(last, lookout.frames());
    desk.tell(&[end]);
    Ok(match failed {
        None => ExitCode::SUCCESS,
        Some(why) => {
            eprintln!("pitboss: {why}");
            ExitCode::from(PARTLY)
        }
    })
}

/// Enters the calls that were spoken by now.
fn say(calls: &mut VecDeque<Spoken>, now: At, desk: &mut Desk) {
    while calls.front().is_some_and(|c| c.0 <= now) {
        if let Some((at, seat, call)) = calls.pop_front() {
            let by = Witness::Phone;
            desk.enter(at, Event::Call { seat, call, by });
        }
    }
}

/// Enters what was said at the simulated table up to this frame; a grabber may have fetched later ones already.
fn hear(voices: Option<&Voices>, now: At, desk: &mut Desk) {
    let Some(voices) = voices else { return };
    let mut said = voices
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    while said.front().is_some_and(|s| s.at <= now) {
        if let Some(demo::director::Said { at, seat, call }) = said.pop_front() {
            desk.enter(
                at,
                Event::Call {
                    seat,
                    call,
                    by: Witness::Phone,
                },
            );
        }
    }
}
