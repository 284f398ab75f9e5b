//! What the camera sees: its pictures, the light, the markers, dazzled spots, the focus before each seat, and whether cards are read.

use std::{fs, time::Duration};

use super::{Args, Finding, State};
use crate::{
    camera::{self, BRIGHT, Grab, Grabber, Kind, Lens, SHARP},
    cards::Reader,
    decks, demo,
    evening::{calibration, layouts},
    frame::{Frame, SourceError},
    lookout::{Survey, survey},
    placement::Placement,
    plays::Layout,
    seat::{Place, Seating},
    sighting::{PicturePoint, TablePoint},
    words::{self, Lang},
};

/// So many pictures are looked at; of a camera those after the first, in which it still finds its exposure.
const PICTURES: usize = 24;
const SETTLING: usize = 8;

/// How long a picture is waited for.
const SILENCE: Duration = Duration::from_secs(3);

/// Pictures with fewer pixels than this, or fewer of them a second, make reading hard (`vision.md`).
const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;
const RATE: f64 = 8.0;

/// A seat's cards are looked for so far out, and so far around that, in shares of the way to the edge.
const OUT: f64 = 0.62;
const AROUND: f64 = 0.24;

/// Nearer to the middle than this a place is nobody's, in shares of the way to the edge.
const MIDDLE: f64 = 0.35;

pub(super) fn findings(args: &Args) -> Vec<Finding> {
    let (mut out, frames) = pictures(args);
    let reader = match reader(args) {
        Ok((reader, name)) => {
            out.push(Finding::new(State::Ok, "deck-ok", &[("deck", name)]));
            Some(reader)
        }
        Err(why) => {
            out.push(failed("deck-fails", &why));
            None
        }
    };
    let layout = args.table.as_deref().map_or_else(
        || Ok(Layout::of(args.game)),
        |file| layouts::named(file, args.game),
    );
    let placed = layout.and_then(|layout| Ok((layout, calibration(&args.data)?)));
    let seen = placed.map(|(layout, placement)| {
        looked_at(args, &layout, placement.as_ref(), &frames, reader.as_ref())
    });
    match seen {
        Ok(Ok(found)) => out.extend(found),
        Ok(Err(why)) => out.push(failed("source-fails", &why.to_string())),
        Err(why) => out.push(failed("table-fails", &why)),
    }
    out
}

fn failed(id: &'static str, why: &str) -> Finding {
    // The sentence goes on after it.
    let why = why.trim_end_matches('.').to_owned();
    Finding::new(State::Fault, id, &[("why", why)])
}

/// The source that is asked about, and some pictures of it.
fn pictures(args: &Args) -> (Vec<Finding>, Vec<Frame>) {
    let (mut found, frames) = watched(args);
    let listed = camera::devices();
    let listed = listed.iter().map(|d| format!("{} ({})", d.name, d.source));
    let all: Vec<String> = listed.collect();
    if !all.is_empty() {
        let needs = [("cameras", all.join(", "))];
        found.insert(0, Finding::new(State::Ok, "source-cameras", &needs));
    }
    (found, frames)
}

/// The same without what else could be watched.
fn watched(args: &Args) -> (Vec<Finding>, Vec<Frame>) {
    let kept = || fs::read_to_string(args.data.join("source")).ok();
    let found = || camera::devices().into_iter().next().map(|d| d.source);
    let named = args.source.clone().or_else(kept).or_else(found);
    let Some(source) = named.map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()) else {
        return (vec![Finding::new(State::Fault, "source-none", &[])], vec![]);
    };
    if demo::evening::seed(&source).is_some() {
        return (vec![Finding::new(State::Ok, "source-demo", &[])], vec![]);
    }
    let (opened, kind) = match camera::open(&source) {
        Ok(opened) => opened,
        Err(why) => return (vec![failed("source-fails", &why.to_string())], vec![]),
    };
    let again = source.clone();
    let mut grabber = match kind {
        Kind::Recorded => Grabber::every(opened),
        Kind::Live => Grabber::newest(opened, Box::new(move || camera::open(&again).map(|s| s.0))),
    };
    let mut frames = Vec::new();
    while frames.len() < PICTURES {
        match grabber.next(SILENCE) {
            Grab::Frame(frame) => frames.push(frame),
            Grab::End => break,
            Grab::Nothing { why, .. } => {
                return (vec![failed("source-fails", &why)], vec![]);
            }
            Grab::Failed(why) => return (vec![failed("source-fails", &why.to_string())], vec![]),
        }
    }
    if kind == Kind::Live {
        frames.drain(..SETTLING.min(frames.len()));
    }
    let straight = Lens::of(&args.data, args.lens.as_deref(), &source).and_then(|lens| {
        let Some(mut lens) = lens else {
            return Ok(frames);
        };
        let straight = frames.into_iter().map(|f| lens.straighten(f));
        straight
            .collect::<Result<Vec<_>, _>>()
            .map_err(|e| e.to_string())
    });
    let frames = match straight {
        Ok(frames) => frames,
        Err(why) => return (vec![failed("source-fails", &why)], vec![]),
    };
    (source_found(&source, kind, &frames), frames)
}

/// How large and how many its pictures are.
fn source_found(source: &str, kind: Kind, frames: &[Frame]) -> Vec<Finding> {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else {
        return vec![failed("source-fails", source)];
    };
    let secs = last.at.since(first.at);
    let rate = (frames.len() - 1) as f64 / secs.max(0.001);
    let needs = [
        ("source", source.to_owned()),
        ("width", last.width.to_string()),
        ("height", last.height.to_string()),
        ("rate", format!("{rate:.0}")),
    ];
    let live = kind == Kind::Live;
    let id = if live { "source-ok" } else { "source-recorded" };
    let mut out = vec![Finding::new(State::Ok, id, &needs)];
    if last.width < WIDTH || last.height < HEIGHT {
        out.push(Finding::new(State::Advice, "source-small", &needs));
    }
    if live && rate < RATE {
        out.push(Finding::new(State::Advice, "source-slow", &needs));
    }
    out
}

/// The deck that is asked about, and what it is called.
fn reader(args: &Args) -> Result<(Reader, String), String> {
    let name = args
        .deck
        .as_deref()
        .unwrap_or_else(|| args.game.deck().built_in());
    let reader = Reader::new(decks::named(&args.data, name)?).map_err(|e| e.to_string())?;
    Ok((reader, name.to_owned()))
}

/// Everything that pictures tell; nothing where there are none.
fn looked_at(
    args: &Args,
    layout: &Layout,
    placement: Option<&Placement>,
    frames: &[Frame],
    reader: Option<&Reader>,
) -> Result<Vec<Finding>, SourceError> {
    let Some(frame) = frames.last() else {
        return Ok(Vec::new());
    };
    let mut out = lit(frames)?;
    let survey = survey(frame, layout, placement)?;
    if placement.is_some() {
        out.push(Finding::new(State::Ok, "markers-tapped", &[]));
    } else {
        out.push(marked(&survey));
    }
    let seating = args.seats.clone().unwrap_or_else(|| sides(args.lang));
    out.extend(dazzled(frame, &survey, &seating, args.lang)?);
    out.extend(focused(frame, &survey, &seating, args.lang));
    if let Some(reader) = reader {
        let seen = reader.read(frame).map_err(|e| SourceError(e.to_string()))?;
        // A marker's sheet is no card.
        let on_marker = |p: PicturePoint| survey.markers.iter().any(|m| m.covers(p));
        let named = seen.sightings.iter().filter(|s| s.card.is_some()).count();
        let unnamed = seen.sightings.iter().filter(|s| s.card.is_none());
        let open = unnamed.filter(|s| !on_marker(s.anchor)).count();
        let needs = [("named", named.to_string()), ("open", open.to_string())];
        match (named, open) {
            (0, 0) => {}
            (_, 0) => out.push(Finding::new(State::Ok, "cards-ok", &needs)),
            _ => out.push(Finding::new(State::Advice, "cards-open", &needs)),
        }
    }
    Ok(out)
}

fn lit(frames: &[Frame]) -> Result<Vec<Finding>, SourceError> {
    let light = camera::light(frames)?;
    let level = [("level", format!("{:.0}", light.mean))];
    let mut out = Vec::new();
    if light.mean < *BRIGHT.start() {
        out.push(Finding::new(State::Fault, "light-dark", &level));
    }
    if light.mean > *BRIGHT.end() {
        out.push(Finding::new(State::Fault, "light-bright", &level));
    }
    if light.flickers {
        out.push(Finding::new(State::Advice, "light-flickers", &[]));
    }
    if out.is_empty() {
        out.push(Finding::new(State::Ok, "light-ok", &[]));
    }
    if light.frozen {
        out.push(Finding::new(State::Fault, "source-frozen", &[]));
    }
    Ok(out)
}

fn marked(survey: &Survey) -> Finding {
    let missing: Vec<String> = (0..4)
        .filter(|id| survey.markers.iter().all(|m| m.id != *id))
        .map(|id| id.to_string())
        .collect();
    let needs = [
        ("seen", survey.markers.len().to_string()),
        ("missing", missing.join(", ")),
    ];
    match missing.len() {
        0 => Finding::new(State::Ok, "markers-ok", &[]),
        4 => Finding::new(State::Advice, "markers-none", &[]),
        _ => Finding::new(State::Advice, "markers-some", &needs),
    }
}

/// The four sides, for a table of which nobody said who sits there.
fn sides(lang: Lang) -> Seating {
    let named = ["side-south", "side-west", "side-north", "side-east"]
        .map(|side| words::plain(lang, &format!("doctor-{side}")));
    named.join(",").parse().expect("four sides are a seating")
}

/// Where a place on the table is, in words.
fn place_said(p: TablePoint, survey: &Survey, seating: &Seating, lang: Lang) -> String {
    let (x, y) = survey.view.shares(p);
    if x.hypot(y) < MIDDLE {
        return words::plain(lang, "doctor-middle");
    }
    let who = seating.name(survey.view.nearest(p, seating).0);
    words::say(lang, "doctor-before", &[("who".to_owned(), who)].into())
}

/// Several places in words, each once.
fn all_said(mut places: Vec<String>) -> String {
    let mut seen = std::collections::BTreeSet::new();
    places.retain(|p| seen.insert(p.clone()));
    places.join(", ")
}

fn dazzled(
    frame: &Frame,
    survey: &Survey,
    seating: &Seating,
    lang: Lang,
) -> Result<Vec<Finding>, SourceError> {
    let spots = camera::dazzled(frame)?;
    let middle = |outline: &Vec<PicturePoint>| {
        let count = outline.len().max(1) as f64;
        PicturePoint {
            x: outline.iter().map(|p| p.x).sum::<f64>() / count,
            y: outline.iter().map(|p| p.y).sum::<f64>() / count,
        }
    };
    let places = spots.iter().map(|outline| {
        let at = survey.map.table_from_picture(middle(outline));
        place_said(at, survey, seating, lang)
    });
    Ok(vec![match all_said(places.collect()) {
        none if none.is_empty() => Finding::new(State::Ok, "glare-ok", &[]),
        places => Finding::new(State::Advice, "glare-at", &[("where", places)]),
    }])
}

/// The focus before each seat.
fn focused(frame: &Frame, survey: &Survey, seating: &Seating, lang: Lang) -> Vec<Finding> {
    let (mut sharp, mut blurred, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for place in seating.places() {
        let who = [("who".to_owned(), place.name.clone())];
        let said = words::say(lang, "doctor-before", &who.into());
        let [left, top, right, bottom] = before(place, survey);
        match camera::sharpness(frame, left, top, right, bottom) {
            Some(share) if share >= SHARP => sharp.push(said),
            Some(_) => blurred.push(said),
            None => open.push(said),
        }
    }
    [
        (State::Ok, "focus-ok", sharp),
        (State::Fault, "focus-blurred", blurred),
        (State::Advice, "focus-open", open),
    ]
    .into_iter()
    .filter(|(_, _, places)| !places.is_empty())
    .map(|(state, id, places)| Finding::new(state, id, &[("where", all_said(places))]))
    .collect()
}

/// The upright part of the picture in which a seat's cards lie: left, top, right, bottom, px.
fn before(place: &Place, survey: &Survey) -> [u32; 4] {
    let (sin, cos) = place.bearing.to_radians().sin_cos();
    // Bearings are told as if the picture were square.
    let most = sin.abs().max(cos.abs());
    let (x, y) = (OUT * sin / most, OUT * cos / most);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(dx, dy)| {
        survey.map.picture_from_table(TablePoint {
            x_mm: (x + dx * AROUND) * survey.view.half_width_mm,
            y_mm: (y + dy * AROUND) * survey.view.half_depth_mm,
        })
    });
    let all = |pick: fn(&PicturePoint) -> f64| corners.iter().map(pick);
    let (left, right) = (
        all(|p| p.x).fold(f64::MAX, f64::min),
        all(|p| p.x).fold(0.0, f64::max),
    );
    let (top, bottom) = (
        all(|p| p.y).fold(f64::MAX, f64::min),
        all(|p| p.y).fold(0.0, f64::max),
    );
    [
        left.max(0.0) as u32,
        top.max(0.0) as u32,
        right as u32,
        bottom as u32,
    ]
}
