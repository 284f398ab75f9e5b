//! `pitboss calibrate lens`: pictures of a printed board into what the lens does to straight lines.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::ValueEnum;
use serde_json::json;

use super::{records, unusable};
use crate::{
    camera::{
        self, GOOD_VIEWS, Grab, Grabber, Kind, LEAST_COVERAGE, LensProfile, Lull, View, Views,
    },
    cards::{enrol::check_name, still},
    frame::Frame,
    words::{self, Lang},
};

/// Measure what the camera's lens does to straight lines, from a few views of a printed board
#[derive(clap::Args)]
#[command(
    after_help = "`pitboss print charuco` prints the board. Lay it on something flat and show all of it, still and sharp: a dozen times, in every corner\n\
                  of the picture and at different slants. Frames of that source are straightened from then on; `--lens` names a profile for others.\n\
                  Exit status: 0 the lens was measured, 2 the command line or a file is unusable, or the views are no lens."
)]
pub struct Args {
    /// What is measured
    what: What,
    /// A camera, a stream or a video in which the board is shown, or a folder of pictures
    #[arg(long, value_name = "SRC", required_unless_present = "pictures")]
    source: Option<String>,
    /// Keep it under that name (calibration/lens_NAME.toml in the data folder)
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// The data folder
    #[arg(long, default_value_os_t = records::default_data(), value_name = "DIR")]
    data: PathBuf,
    /// The language of the sentences: en or ko
    #[arg(long, default_value = "en")]
    lang: Lang,
    /// One JSON object per picture and one of the lens on standard output
    #[arg(long)]
    json: bool,
    /// Pictures (JPEG or PNG) of the board
    #[arg(value_name = "PICTURE", conflicts_with = "source")]
    pictures: Vec<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The lens
    Lens,
}

/// How long a live source may be silent before that is said.
const SILENCE: Duration = Duration::from_secs(2);

/// Of a video every so many frames are looked at: a slow hand has moved by then.
const EVERY: u64 = 5;

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    let What::Lens = args.what;
    match measure(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => unusable(why),
    }
}

fn measure(args: &Args) -> Result<(), String> {
    if let Some(name) = &args.save {
        check_name(name).map_err(text)?;
    }
    let mut shown = Shown {
        args,
        views: Views::default(),
    };
    match &args.source {
        None => {
            for path in &args.pictures {
                let frame = still::load(path).map_err(|e| format!("{}: {e}", path.display()))?;
                shown.take(&path.display().to_string(), &frame)?;
            }
        }
        Some(source) => shown.watch(source)?,
    }
    let mut lens = shown.views.lens().map_err(text)?;
    lens.source.clone_from(&args.source);
    let file = args.save.as_ref().map(|name| keep(&args.data, name, &lens));
    let file = file.transpose()?;
    tell(args, &lens, file.as_deref());
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Writes the profile among the table's data.
fn keep(data: &Path, name: &str, lens: &LensProfile) -> Result<PathBuf, String> {
    let file = camera::lens_file(data, name);
    let folder = file.parent().unwrap_or(data);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, lens.text()))
        .map_err(|e| format!("{} can't be written: {e}", file.display()))?;
    Ok(file)
}

fn tell(args: &Args, lens: &LensProfile, file: Option<&Path>) {
    let measured = lens.measured;
    let file = file.map(|f| f.display().to_string());
    if args.json {
        println!(
            "{}",
            json!({"views": measured.views, "coverage": measured.coverage, "rms_px": measured.rms_px,
                "width": lens.picture.width, "height": lens.picture.height, "camera": lens.camera, "distortion": lens.distortion, "file": file})
        );
        return;
    }
    let needs = [
        ("n", measured.views.to_string()),
        ("percent", percent(measured.coverage)),
        ("px", format!("{:.2}", measured.rms_px)),
        ("file", file.clone().unwrap_or_default()),
    ];
    let key = if file.is_some() {
        "lens-kept"
    } else {
        "lens-measured"
    };
    say(args.lang, key, &needs);
}

fn say(lang: Lang, id: &str, needs: &[(&str, String)]) {
    let needs = needs.iter().map(|(k, v)| ((*k).to_owned(), v.clone()));
    println!("{}", words::say(lang, id, &needs.collect()));
}

fn percent(share: f64) -> String {
    format!("{:.0}", share * 100.0)
}

/// The pictures of the board so far.
struct Shown<'a> {
    args: &'a Args,
    views: Views,
}

impl Shown<'_> {
    /// Takes a picture and says what it brought.
    fn take(&mut self, name: &str, frame: &Frame) -> Result<(), String> {
        let view = self.views.take(frame).map_err(text)?;
        let (corners, why) = match view {
            View::Good(n) => (n, "good"),
            View::Few(n) => (n, "few"),
            View::Same => (0, "same"),
            View::Size => (0, "size"),
        };
        let coverage = self.views.coverage();
        if self.args.json {
            let line = json!({"file": name, "view": why, "corners": corners, "good": self.views.count(), "coverage": coverage});
            println!("{line}");
            return Ok(());
        }
        let needs = [
            ("name", name.to_owned()),
            ("corners", corners.to_string()),
            ("n", self.views.count().to_string()),
            ("all", GOOD_VIEWS.to_string()),
            ("percent", percent(coverage)),
        ];
        let key = match view {
            View::Good(_) => "lens-good",
            View::Few(_) => "lens-few",
            View::Same => "lens-same",
            View::Size => "lens-size",
        };
        say(self.args.lang, key, &needs);
        Ok(())
    }

    /// Takes what a source shows whenever it lies still, until it is enough.
    fn watch(&mut self, source: &str) -> Result<(), String> {
        let (opened, kind) = camera::open(source).map_err(text)?;
        let mut grabber = match kind {
            Kind::Recorded => Grabber::every(opened),
            Kind::Live => {
                let name = source.to_owned();
                Grabber::newest(opened, Box::new(move || camera::again(&name)))
            }
        };
        let folder = Path::new(source).is_dir();
        let mut lull = Lull::default();
        self.where_next(kind);
        loop {
            let frame = match grabber.next(SILENCE) {
                Grab::Frame(frame) => frame,
                Grab::Nothing { .. } => continue,
                Grab::End => return Ok(()),
                Grab::Failed(why) => return Err(why.to_string()),
            };
            let due = match kind {
                Kind::Live => lull.new_scene(&frame).map_err(text)?,
                Kind::Recorded => folder || frame.seq.is_multiple_of(EVERY),
            };
            if !due {
                continue;
            }
            self.take(&format!("{:.1} s", frame.at.secs()), &frame)?;
            let enough =
                self.views.count() >= GOOD_VIEWS && self.views.coverage() >= LEAST_COVERAGE;
            if kind == Kind::Live && enough {
                return Ok(());
            }
            self.where_next(kind);
        }
    }

    /// Says where in the picture the board is to be shown next.
    fn where_next(&self, kind: Kind) {
        let Some((x, y)) = self
            .views
            .missing()
            .filter(|_| kind == Kind::Live && !self.args.json)
        else {
            return;
        };
        let word = |key: &str| words::plain(self.args.lang, key);
        let across = word(["lens-left", "lens-middle", "lens-right"][x]);
        let down = word(["lens-top", "lens-middle", "lens-bottom"][y]);
        let needs = [("across", across), ("down", down)];
        say(self.args.lang, "lens-next", &needs);
    }
}
