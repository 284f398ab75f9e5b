//! `pitboss doctor`: camera, light, deck, phones and disk into what would keep an evening from working, in plain words.

mod machine;
mod sight;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode};

use serde_json::json;

use super::{PARTLY, records, say as tell};
use crate::{
    play::GameName,
    seat::Seating,
    words::{self, Args as Needs, Lang},
};

/// Says what would keep an evening from working: camera, light, focus, glare, markers, deck, phones, disk
#[derive(clap::Args)]
#[command(
    after_help = "Lay a card face up before each seat: then focus and reading are tried too. Exit status 1 where something keeps an evening from working."
)]
pub struct Args {
    /// A camera number, a video file, a folder of pictures, http(s):// or rtsp://; by default that of the last evening, or the camera found
    #[arg(long)]
    source: Option<String>,
    /// monster, mensch or michigan_rummy: whose deck and table
    #[arg(long, default_value = "mensch")]
    game: GameName,
    /// The players clockwise, with places if they don't stand evenly: A@south,B@west,C@north; by default the four sides
    #[arg(long)]
    seats: Option<Seating>,
    /// A table layout (calibration/*.toml); by default the game's own
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The camera's lens, as for run
    #[arg(long, value_name = "NAME|FILE|none")]
    pub(super) lens: Option<String>,
    /// The deck, as for run; by default the game's own
    #[arg(long)]
    deck: Option<String>,
    /// Where phones are to reach the evening
    #[arg(long, default_value = "0.0.0.0:8080", value_name = "ADDR")]
    listen: SocketAddr,
    /// The folder of journal, pictures and settings
    #[arg(long, default_value_os_t = records::default_data())]
    data: PathBuf,
    /// The language of the sentences: en or ko
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// One JSON object a line: check, state (ok, advice or fault), says
    #[arg(long)]
    json: bool,
}

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// All is well.
    Ok,
    /// It works, and could be better.
    Advice,
    /// An evening would not work.
    Fault,
}

impl State {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Advice => "advice",
            Self::Fault => "fault",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Finding {
    state: State,
    /// The sentence's id without `doctor-`: what was looked at, then what was found.
    id: &'static str,
    needs: Needs,
}

impl Finding {
    fn new(state: State, id: &'static str, needs: &[(&str, String)]) -> Self {
        let needs = needs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()));
        Self {
            state,
            id,
            needs: needs.collect(),
        }
    }

    /// What was looked at.
    fn check(&self) -> &'static str {
        self.id.split('-').next().unwrap_or(self.id)
    }

    fn says(&self, lang: Lang) -> String {
        words::say(lang, &format!("doctor-{}", self.id), &self.needs)
    }
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let mut findings = sight::findings(args);
    findings.extend(machine::findings(args));
    let faults = findings.iter().filter(|f| f.state == State::Fault).count();
    let _heard = tell(&told(args, &findings, faults));
    if faults > 0 {
        ExitCode::from(PARTLY)
    } else {
        ExitCode::SUCCESS
    }
}

/// Everything found, as text or JSON lines.
fn told(args: &Args, findings: &[Finding], faults: usize) -> String {
    let mut out = String::new();
    for finding in findings {
        let says = finding.says(args.lang);
        if args.json {
            let state = finding.state.as_str();
            out += &json!({"check": finding.check(), "state": state, "says": says}).to_string();
        } else {
            let state = words::plain(args.lang, &format!("doctor-{}", finding.state.as_str()));
            out += &format!("[{state}] {says}");
        }
        out.push('\n');
    }
    if !args.json {
        let count = ("faults".to_owned(), faults.to_string());
        let id = if faults == 0 {
            "doctor-good"
        } else {
            "doctor-bad"
        };
        out += &words::say(args.lang, id, &[count].into());
        out.push('\n');
    }
    out
}
