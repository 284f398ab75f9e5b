//! The newest picture of an evening's camera into what its set-up shows: where the table lies in it, its seats and zones.

use std::f64::consts::TAU;

use super::{Evening, Shared};
use crate::{
    bundle::{About, Bundle, Reel},
    camera::{self, PhotoError},
    demo, evidence,
    frame::Frame,
    lookout::{Survey, survey},
    order::{Refusal, RefusalKind},
    phones::{CameraView, DebugView, KeptMinute, KnownCard, Outlined, ReadCard},
    play::GameName,
    plays::{Form, Look, TrackSeen},
    seat::Seating,
    sighting::{PicturePoint, TableMap, TablePoint},
};

/// Frames whose times are shown.
const TIMES: usize = 120;

/// What the camera saw lately.
#[derive(Default)]
pub struct Seen {
    /// The last minute.
    pub reel: Reel,
    /// The cards on the table as they are known.
    pub cards: Vec<TrackSeen>,
    /// The last picture in which something was looked for.
    pub newest: Look,
    /// Where the table lies.
    pub map: Option<TableMap>,
}

/// Corners of an ellipse.
const ROUND: u16 = 40;

/// What is shown around the table as seen from above, as a share of the way from its middle to its edge.
const MARGIN: f64 = 1.1;

/// Seats are shown so far out, in shares of the way to the edge.
const SEAT: f64 = 0.86;

/// The camera as it is set up now.
///
/// # Errors
/// When no picture has come yet, or it can't be searched.
pub(super) fn view(evening: &Evening) -> Result<CameraView, String> {
    let frame = newest(evening)?;
    let board = evening.table().board();
    let game = board.game.unwrap_or(GameName::Mensch);
    let layout = evening.layouts().of(game, board.seating.len())?;
    let survey = survey(frame, &layout, evening.placement()).map_err(|e| e.to_string())?;
    let found = match (evening.placement(), survey.markers.len()) {
        (Some(_), _) => "taps",
        (None, 4) => "markers",
        _ => "picture",
    };
    let shown = Shown {
        frame,
        survey: &survey,
    };
    let whole = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let zones = layout.fields().map(|(name, form)| Outlined {
        name: name.to_owned(),
        outline: shown.outline(&match form {
            Form::Four(corners) => corners.to_vec(),
            Form::Round { centre, radius } => ellipse(centre, radius),
        }),
    });
    let sits = Seating::from_places(board.seating.clone()).map(|seating| layout.seated(&seating));
    let places = sits.as_ref().map_or(&[][..], Seating::places);
    let seats = places.iter().map(|place| {
        let (sin, cos) = place.bearing.to_radians().sin_cos();
        // Bearings are told as if the picture were square.
        let most = sin.abs().max(cos.abs());
        Outlined {
            name: place.name.clone(),
            outline: shown.outline(&[[SEAT * sin / most, SEAT * cos / most]]),
        }
    });
    Ok(CameraView {
        source: evening.source().to_owned(),
        age_s: evening
            .frame()
            .map_or(0.0, |came| came.elapsed().as_secs_f64()),
        sources: sources(),
        width: frame.width,
        height: frame.height,
        found: found.to_owned(),
        markers: survey.markers.iter().map(|m| m.id).collect(),
        table: shown.outline(&whole),
        width_mm: 2.0 * survey.view.half_width_mm,
        depth_mm: 2.0 * survey.view.half_depth_mm,
        zones: zones.collect(),
        seats: seats.collect(),
    })
}

/// How the reading goes.
///
/// # Errors
/// When no picture has come yet.
pub(super) fn debug(evening: &Evening) -> Result<DebugView, String> {
    let frame = newest(evening)?;
    let seen = &evening.seen;
    let board = evening.watch();
    let seating = Seating::from_places(board.borrow().seating.clone()).ok();
    let kept = seen.reel.kept();
    let share = |p: &TablePoint| {
        let map = seen.map.as_ref()?;
        Some(share(map.picture_from_table(*p), frame))
    };
    let outline = |points: &[TablePoint]| points.iter().filter_map(share).collect::<Vec<_>>();
    let hundredths = |v: f32| (v * 1000.0).round() / 1000.0;
    let cards = seen.cards.iter().map(|card| KnownCard {
        id: card.id.0,
        card: card.card.map(|c| c.to_string()),
        state: card.state.to_owned(),
        seat: card.seat.zip(seating.as_ref()).map(|(s, all)| all.name(s)),
        zone: card.zone.clone(),
        confidence: hundredths(card.confidence),
        readings: card.readings,
        outline: outline(&card.outline),
    });
    let readings = seen.newest.cards.iter().map(|card| ReadCard {
        card: card.card.map(|c| c.to_string()),
        confidence: hundredths(card.confidence),
        choices: card
            .choices
            .iter()
            .map(|(c, p)| (c.to_string(), hundredths(*p)))
            .collect(),
        outline: card
            .outline
            .map_or_else(|| outline(&[card.anchor]), |quad| outline(&quad)),
    });
    let age = evening.frame().map(|came| came.elapsed());
    Ok(DebugView {
        source: evening.source().to_owned(),
        at: frame.at.secs(),
        frame: frame.seq,
        width: frame.width,
        height: frame.height,
        age_ms: age.map_or(0.0, |a| (a.as_secs_f64() * 10_000.0).round() / 10.0),
        took_ms: seen.reel.took_ms(TIMES),
        cards: cards.collect(),
        readings: readings.collect(),
        hands: seen
            .newest
            .hands
            .iter()
            .map(|h| outline(&h.outline))
            .collect(),
        kept: KeptMinute {
            secs: kept.secs,
            frames: kept.moments,
            pictures: kept.pictures,
            bytes: kept.bytes,
        },
    })
}

/// The last minute with the journal.
///
/// # Errors
/// When nothing was seen yet.
pub(super) fn minute(evening: &Evening) -> Result<Bundle, String> {
    let nothing = || "nothing was seen yet: there is no minute to save".to_owned();
    let seating = evening.table().seating().cloned().ok_or_else(nothing)?;
    let map = evening.seen.map.map(|m| m.matrix());
    let about = About::of(evening.source(), seating, map);
    let entries = evening.table().entries().to_vec();
    evening.seen.reel.bundle(about, entries).ok_or_else(nothing)
}

/// A bundle as the file that it is saved in.
///
/// # Errors
/// When it can't be written.
pub(super) fn tar(bundle: &Bundle) -> Result<Vec<u8>, String> {
    bundle
        .tar()
        .map_err(|e| format!("the minute can't be written: {e}"))
}

/// The newest picture as a JPEG file, or the table in it as seen from straight above.
///
/// # Errors
/// When none has come yet.
pub(super) fn picture(evening: &Evening, flat: bool) -> Result<Vec<u8>, String> {
    let frame = newest(evening)?;
    if flat {
        let board = evening.table().board();
        let game = board.game.unwrap_or(GameName::Mensch);
        let layout = evening.layouts().of(game, board.seating.len())?;
        let survey = survey(frame, &layout, evening.placement()).map_err(|e| e.to_string())?;
        let half_mm = [survey.view.half_width_mm, survey.view.half_depth_mm];
        return camera::from_above(frame, &survey.map, half_mm.map(|v| v * MARGIN))
            .map_err(|e| e.to_string());
    }
    let (width, height) = (f64::from(frame.width), f64::from(frame.height));
    let all = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)];
    evidence::crop(frame, &all.map(|(x, y)| PicturePoint { x, y }), false)
        .ok_or_else(|| "the camera's picture is empty".to_owned())
}

/// What could be watched: the cameras that the system shows, a phone, and the simulated table.
fn sources() -> Vec<String> {
    let cameras = camera::devices().into_iter().map(|d| d.source);
    let others = [camera::PHONE, "demo"].map(str::to_owned);
    cameras.chain(others).collect()
}

/// Takes a picture of the phone that is the camera.
///
/// # Errors
/// When another source is watched, or the picture can't be used.
pub(super) fn take(shared: &Shared, from: &str, jpeg: &[u8]) -> Result<(), Refusal> {
    let refused = |kind, says: String| Err(Refusal { kind, says });
    let watched = shared.with(|e| (e.source().to_owned(), e.phone().clone()));
    let Some((source, phone)) = watched else {
        return refused(RefusalKind::Unavailable, super::shared::OVER.to_owned());
    };
    if source != camera::PHONE {
        let says = format!(
            "this table watches `{source}`: the host chooses the phone at /host, under camera and table"
        );
        return refused(RefusalKind::Conflict, says);
    }
    match phone.take(from, jpeg) {
        Ok(()) => Ok(()),
        Err(e @ PhotoError::Another) => refused(RefusalKind::Conflict, e.to_string()),
        Err(e) => refused(RefusalKind::Invalid, e.to_string()),
    }
}

/// Whether a source can be watched.
///
/// # Errors
/// Why not, in one sentence.
pub fn check(source: &str) -> Result<(), String> {
    if source == camera::PHONE {
        return Ok(());
    }
    match demo::evening::seed(source) {
        Some(seed) => seed.map(|_| ()).map_err(|e| e.to_string()),
        None => camera::open(source).map(|_| ()).map_err(|e| e.to_string()),
    }
}

fn newest(evening: &Evening) -> Result<&Frame, String> {
    evening
        .newest_frame()
        .ok_or_else(|| super::shared::NO_PICTURE.to_owned())
}

fn ellipse([x, y]: [f64; 2], radius: f64) -> Vec<[f64; 2]> {
    let corner = |i| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(ROUND)).sin_cos();
        [x + radius * sin, y + radius * cos]
    };
    (0..ROUND).map(corner).collect()
}

/// A picture and where the table lies in it.
struct Shown<'a> {
    frame: &'a Frame,
    survey: &'a Survey,
}

impl Shown<'_> {
    /// Points in shares of the way from the table's middle to its edge as shares of the picture, from its top-left corner.
    fn outline(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let place = |&[x, y]: &[f64; 2]| {
            let at = self.survey.map.picture_from_table(TablePoint {
                x_mm: x * self.survey.view.half_width_mm,
                y_mm: y * self.survey.view.half_depth_mm,
            });
            share(at, self.frame)
        };
        points.iter().map(place).collect()
    }
}

/// A point of a picture in shares of it.
fn share(at: PicturePoint, frame: &Frame) -> [f64; 2] {
    let (width, height) = (f64::from(frame.width), f64::from(frame.height));
    [at.x / width, at.y / height].map(|v| (v * 10_000.0).round() / 10_000.0)
}
