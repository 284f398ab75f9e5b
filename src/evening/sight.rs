//! The newest picture of an evening's camera into what its set-up shows: where the table lies in it, its seats and zones.

use std::f64::consts::TAU;

use super::{Evening, Shared};
use crate::{
    camera::{self, PhotoError},
    demo, evidence,
    frame::Frame,
    lookout::{Survey, survey},
    order::{Refusal, RefusalKind},
    phones::{CameraView, Outlined},
    play::GameName,
    plays::Layout,
    sighting::{PicturePoint, TablePoint},
};

/// Corners of an ellipse.
const ROUND: u16 = 40;

/// Seats are shown so far out, in shares of the way to the edge.
const SEAT: f64 = 0.86;

/// The camera as it is set up now.
///
/// # Errors
/// When no picture has come yet, or it can't be searched.
pub(super) fn view(evening: &Evening) -> Result<CameraView, String> {
    let frame = newest(evening)?;
    let board = evening.table().board();
    let layout = Layout::of(board.game.unwrap_or(GameName::Mensch));
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
    let whole = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    let zones = layout.areas().filter_map(|(name, ring, area)| {
        let corners = match (ring, area) {
            (_, Some([left, near, right, far])) => {
                vec![(left, far), (right, far), (right, near), (left, near)]
            }
            (Some([_, to]), None) if to < 1.0 => ellipse(to),
            _ => return None,
        };
        Some(Outlined {
            name: name.to_owned(),
            outline: shown.outline(&corners),
        })
    });
    let seats = board.seating.iter().map(|place| {
        let (sin, cos) = place.bearing.to_radians().sin_cos();
        // Bearings are told as if the picture were square.
        let most = sin.abs().max(cos.abs());
        Outlined {
            name: place.name.clone(),
            outline: shown.outline(&[(SEAT * sin / most, SEAT * cos / most)]),
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

/// The newest picture as a JPEG file.
///
/// # Errors
/// When none has come yet.
pub(super) fn picture(evening: &Evening) -> Result<Vec<u8>, String> {
    let frame = newest(evening)?;
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

fn ellipse(to: f64) -> Vec<(f64, f64)> {
    let corner = |i| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(ROUND)).sin_cos();
        (to * sin, to * cos)
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
    fn outline(&self, points: &[(f64, f64)]) -> Vec<[f64; 2]> {
        let share = |&(x, y): &(f64, f64)| {
            let at = self.survey.map.picture_from_table(TablePoint {
                x_mm: x * self.survey.view.half_width_mm,
                y_mm: y * self.survey.view.half_depth_mm,
            });
            let (width, height) = (f64::from(self.frame.width), f64::from(self.frame.height));
            [at.x / width, at.y / height].map(|v| (v * 10_000.0).round() / 10_000.0)
        };
        points.iter().map(share).collect()
    }
}
