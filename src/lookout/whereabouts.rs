//! Where the table is in the picture: tapped by somebody, found by its markers, or taken from the picture itself; its scale checked by the cards'
//! own size.

use crate::{
    camera::{
        Corners, MarkerSize, find_markers, map_from_corners, map_from_markers, map_without_markers,
    },
    frame::{At, Frame, SourceError},
    placement::Placement,
    plays::{Layout, View},
    sighting::{Observation, PicturePoint, TableMap, TablePoint},
};

/// Seconds between two looks for the markers.
const EVERY_SECS: f64 = 1.0;

/// Markers that moved by more than this were moved, px: beyond what a compressed picture lets them jitter.
const MOVED_PX: f64 = 4.0;

/// How wide a table is in the picture while nothing tells better, mm.
const USUAL_WIDTH_MM: f64 = 900.0;

/// The long side of a card, mm, poker and bridge alike (`vision.md`).
const CARD_LONG_MM: f64 = 88.5;

/// Outlines that must agree on the scale before it is put right.
const OUTLINES: usize = 5;

/// A scale that is off by less than this is left alone.
const CLOSE: f64 = 0.04;

/// Where the table is.
pub(super) struct Whereabouts {
    size: MarkerSize,
    /// The table's corners, where somebody tapped them: then no marker is looked for.
    placement: Option<Placement>,
    /// Whether the marker's or the table's size was measured by somebody, so that cards can't overrule it.
    measured: bool,
    map: Option<TableMap>,
    markers: Vec<Corners>,
    /// Markers seen elsewhere, once.
    elsewhere: Option<Vec<Corners>>,
    frame: (u32, u32),
    looked: Option<At>,
    moved: bool,
    sides: Vec<f64>,
    scale: f64,
}

impl Whereabouts {
    pub(super) fn new(layout: &Layout, placement: Option<Placement>) -> Self {
        let marks = layout.markers();
        Self {
            size: MarkerSize {
                side_mm: marks.and_then(|m| m.side_mm).unwrap_or(40.0),
                width_mm: marks.and_then(|m| m.width_mm),
                depth_mm: marks.and_then(|m| m.depth_mm),
            },
            measured: placement.is_some() || marks.is_some_and(|m| m.width_mm.is_some()),
            placement,
            map: None,
            markers: Vec::new(),
            elsewhere: None,
            frame: (16, 9),
            looked: None,
            moved: false,
            sides: Vec::new(),
            scale: 1.0,
        }
    }

    pub(super) fn map(&self) -> Option<TableMap> {
        self.map
    }

    /// Whether the last finding moved the table in the picture.
    pub(super) fn moved(&self) -> bool {
        self.moved
    }

    /// Looks for the markers now and then; says whether the table was found, or found elsewhere.
    pub(super) fn see(&mut self, frame: &Frame, clear: bool) -> Result<bool, SourceError> {
        let resized = self.frame != (frame.width, frame.height);
        let due = self
            .looked
            .is_none_or(|l| frame.at.since(l) >= EVERY_SECS || frame.at < l);
        if !resized && (!due || !clear && self.map.is_some()) {
            return Ok(false);
        }
        self.looked = Some(frame.at);
        self.frame = (frame.width, frame.height);
        if let Some(placement) = &self.placement {
            if self.map.is_some() && !resized {
                return Ok(false);
            }
            let (table, corners) = (
                &placement.table,
                placement.corners_in(frame.width, frame.height),
            );
            self.map = map_from_corners(corners, table.width_mm, table.depth_mm);
            return Ok(self.map.is_some());
        }
        let seen = find_markers(frame)?;
        if seen.len() < 4 {
            if self.map.is_none() || (resized && self.markers.is_empty()) {
                self.map = map_without_markers(frame, USUAL_WIDTH_MM * self.scale);
                return Ok(self.map.is_some());
            }
            return Ok(false);
        }
        if !self.markers.is_empty() && !resized {
            if shift(&self.markers, &seen) < MOVED_PX {
                self.elsewhere = None;
                return Ok(false);
            }
            let held = self
                .elsewhere
                .as_ref()
                .is_some_and(|e| shift(e, &seen) < MOVED_PX);
            self.elsewhere = Some(seen.clone());
            if !held {
                return Ok(false);
            }
        }
        self.moved = !self.markers.is_empty();
        self.elsewhere = None;
        let Some(map) = map_from_markers(&seen, self.size) else {
            return Ok(false);
        };
        self.markers = seen;
        self.map = Some(map);
        Ok(true)
    }

    /// How much table there is: as much as was tapped, or as the picture shows.
    pub(super) fn view(&self) -> View {
        if let Some(Placement { table, .. }) = &self.placement {
            return View {
                half_width_mm: table.width_mm / 2.0,
                half_depth_mm: table.depth_mm / 2.0,
            };
        }
        let (width, height) = (f64::from(self.frame.0), f64::from(self.frame.1));
        let usual = USUAL_WIDTH_MM / 2.0;
        let Some(map) = self.map else {
            return View {
                half_width_mm: usual,
                half_depth_mm: usual * height / width,
            };
        };
        let at = |x: f64, y: f64| {
            map.table_from_picture(PicturePoint {
                x: x * width,
                y: y * height,
            })
        };
        View {
            half_width_mm: at(0.0, 0.5).distance_mm(at(1.0, 0.5)) / 2.0,
            half_depth_mm: at(0.5, 0.0).distance_mm(at(0.5, 1.0)) / 2.0,
        }
    }

    /// The scale in the middle of the picture.
    pub(super) fn mm_per_pixel(&self) -> f64 {
        let (y, right) = (f64::from(self.frame.1) / 2.0, f64::from(self.frame.0));
        let Some(map) = self.map else {
            return self.view().half_width_mm * 2.0 / right;
        };
        let at = |x: f64| map.table_from_picture(PicturePoint { x, y });
        at(0.0).distance_mm(at(right)) / right
    }

    /// Measures the cards that were read whole; says whether the scale must be put right.
    pub(super) fn measure(&mut self, seen: &Observation) -> bool {
        let Some(map) = self.map.filter(|_| !self.measured) else {
            return false;
        };
        for corners in seen.sightings.iter().filter_map(|s| s.corners) {
            let quad = corners.map(|p| map.table_from_picture(p));
            self.sides.push(long_side(&quad));
        }
        if self.sides.len() < OUTLINES {
            return false;
        }
        self.sides.sort_by(f64::total_cmp);
        let median = self.sides[self.sides.len() / 2];
        self.sides.clear();
        self.scale = CARD_LONG_MM / median;
        (self.scale - 1.0).abs() > CLOSE && (0.2..5.0).contains(&self.scale)
    }

    /// Puts the scale right; the view, and what lengths so far must be multiplied with.
    pub(super) fn rescale(&mut self) -> (View, f64) {
        let scale = self.scale;
        self.scale = 1.0;
        self.size.side_mm *= scale;
        self.map = self.map.and_then(|map| {
            let mut m = map.matrix();
            for cell in m[..2].iter_mut().flatten() {
                *cell *= scale;
            }
            TableMap::new(m)
        });
        (self.view(), scale)
    }
}

/// Where the table lies in one picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Between picture and table.
    pub map: TableMap,
    /// How much table the shares of a layout refer to.
    pub view: View,
    /// The markers that are seen.
    pub markers: Vec<Corners>,
}

/// Looks for the table in one picture.
///
/// # Errors
/// When the frame is no picture.
pub fn survey(
    frame: &Frame,
    layout: &Layout,
    placement: Option<&Placement>,
) -> Result<Survey, SourceError> {
    let mut whereabouts = Whereabouts::new(layout, placement.cloned());
    whereabouts.see(frame, true)?;
    let map = whereabouts.map();
    Ok(Survey {
        map: map.ok_or_else(|| SourceError("the picture has no size".to_owned()))?,
        view: layout.view(whereabouts.view()),
        markers: find_markers(frame)?,
    })
}

fn long_side(quad: &[TablePoint; 4]) -> f64 {
    let side = |a: usize, b: usize| quad[a].distance_mm(quad[b]);
    f64::midpoint(side(0, 1), side(2, 3)).max(f64::midpoint(side(1, 2), side(3, 0)))
}

/// How far the markers lie apart in two pictures, px: the mean over all corners.
fn shift(a: &[Corners], b: &[Corners]) -> f64 {
    let apart = |a: &PicturePoint, b: &PicturePoint| (a.x - b.x).hypot(a.y - b.y);
    let mut all = Vec::new();
    for one in a {
        for other in b.iter().filter(|o| o.id == one.id) {
            let both = one.corners.iter().zip(&other.corners);
            all.extend(both.map(|(p, q)| apart(p, q)));
        }
    }
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        demo::scene::Scene,
        placement::{Size, Tapped},
        play::GameName,
    };

    /// Four taps tell as much as four markers.
    #[test]
    fn a_tapped_table_lies_where_it_was_tapped() {
        let mut scene = Scene::new(5);
        let frame = scene.picture(0, At(0), &[], &[]);
        let truth = *scene.map();
        let at = |x_mm: f64, y_mm: f64| TablePoint { x_mm, y_mm };
        let corners = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)].map(|(x, y)| {
            let p = truth.picture_from_table(at(400.0 * x, 215.0 * y));
            [p.x, p.y]
        });
        let (picture, table) = (
            Size {
                width: frame.width,
                height: frame.height,
            },
            Tapped {
                width_mm: 800.0,
                depth_mm: 430.0,
                corners,
            },
        );
        let placement = Placement::new(picture, table).expect("a table");
        let layout = Layout::of(GameName::Mensch);
        let survey = survey(&frame, &layout, Some(&placement)).expect("a picture");
        for p in [at(0.0, 0.0), at(310.0, -120.0), at(-220.0, 150.0)] {
            let found = survey.map.table_from_picture(truth.picture_from_table(p));
            assert!(found.distance_mm(p) < 0.5, "{p:?}: {found:?}");
        }
        let (wide, deep) = (survey.view.half_width_mm, survey.view.half_depth_mm);
        assert_eq!((wide, deep), (400.0, 215.0));
        assert_eq!(survey.markers.len(), 4);
    }
}
