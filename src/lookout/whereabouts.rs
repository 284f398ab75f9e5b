//! Where the table is in the picture: tapped by somebody, found by its markers, or taken from the picture itself; its scale checked by the cards'
//! own size. A camera that was moved is noticed by the markers or by the table's own look.

use std::collections::BTreeMap;

use crate::{
    camera::{
        Corners, Landmarks, MarkerSize, Shift, find_markers, map_from_corners, map_from_markers,
        map_moved, map_shifted, map_without_markers, markers_moved,
    },
    card::Card,
    frame::{At, Frame, SourceError},
    placement::Placement,
    plays::{Layout, View},
    sighting::{Observation, PicturePoint, TableMap, TablePoint},
};

/// Seconds between two looks for the markers.
const EVERY_SECS: f64 = 1.0;

/// What seems to have moved is looked at again after this, s.
const AGAIN_SECS: f64 = 0.1;

/// Markers that don't come to rest elsewhere for so long are no longer waited for, s.
const SHAKES_SECS: f64 = 4.0;

/// Markers that are hidden may be hidden by a hand just when the camera is moved: so long nothing is learnt unless the table's own look stays, s.
const HIDDEN_SECS: f64 = 1.0;

/// Of the table's own look that share stays beneath hands and what they bring.
const OWN_LOOK: f64 = 0.35;

/// With fewer of the markers' corners than this share where they were, the markers are looked for: a camera that turns leaves some in place.
const IN_PLACE: f64 = 0.8;

/// What moves by no more than this between two looks holds still, px.
const STILL_PX: f64 = 1.2;

/// How wide a table is in the picture while nothing tells better, mm.
const USUAL_WIDTH_MM: f64 = 900.0;

/// The long side of a card, mm, poker and bridge alike (`vision.md`).
const CARD_LONG_MM: f64 = 88.5;

/// Different cards that must agree on the scale before it is put right; where nothing told of it yet, fewer.
const CARDS: usize = 5;
const FIRST_CARDS: usize = 2;

/// A scale that is off by less than this is left alone, and cards whose middle half lies within it agree.
const CLOSE: f64 = 0.04;

/// What a look for the table brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Found {
    /// Nothing new.
    Same,
    /// Where the table is, or better than before.
    Table,
    /// It seems to lie elsewhere in the picture: the next look will tell.
    Perhaps,
    /// The camera was moved, and the markers tell where the table is now: it was there before.
    Shifted(TableMap),
    /// It lies elsewhere in the picture, or may.
    Elsewhere,
    /// The picture has another shape; where the table lies in it is a guess.
    Reshaped,
}

/// A picture this much wider or higher, as a share, has another shape.
const SHAPE: f64 = 0.01;

/// Where the table is.
pub(super) struct Whereabouts {
    size: MarkerSize,
    /// The table's corners, where somebody tapped them: then no marker is looked for.
    placement: Option<Placement>,
    /// Whether the marker's or the table's size was measured by somebody, so that cards can't overrule it.
    measured: bool,
    map: Option<TableMap>,
    markers: Vec<Corners>,
    /// Where markers or landmarks were seen elsewhere, once: points that must be found there again.
    elsewhere: Option<Vec<PicturePoint>>,
    /// Since when that is so.
    doubted: Option<At>,
    /// The markers' look, while they are where they are thought to be.
    gauge: Option<Landmarks>,
    /// The table's own look, while it lies where it is thought to lie.
    landmarks: Option<Landmarks>,
    frame: (u32, u32),
    looked: Option<At>,
    /// The long side of each card of which both ends were read, in the scale of the map, mm.
    sides: BTreeMap<Card, f64>,
    scale: f64,
    /// Whether anything told of the scale yet.
    scaled: bool,
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
            doubted: None,
            gauge: None,
            landmarks: None,
            frame: (16, 9),
            looked: None,
            sides: BTreeMap::new(),
            scale: 1.0,
            scaled: false,
        }
    }

    pub(super) fn map(&self) -> Option<TableMap> {
        self.map
    }

    /// Whether the markers are where they were, before anything is learnt of a picture in which something stirs.
    pub(super) fn watch(&mut self, frame: &Frame) -> Result<Found, SourceError> {
        let (Some(gauge), Some(map)) = (&self.gauge, self.map) else {
            return Ok(Found::Same);
        };
        if self.frame != (frame.width, frame.height) {
            return Ok(Found::Same);
        }
        let soon = |at: At| (0.0..AGAIN_SECS).contains(&frame.at.since(at));
        match self.elsewhere {
            None if gauge.stay(frame, IN_PLACE)? => {
                self.doubted = None;
                return Ok(Found::Same);
            }
            Some(_) if self.looked.is_some_and(soon) => return Ok(Found::Perhaps),
            _ => {}
        }
        self.looked = Some(frame.at);
        let seen = find_markers(frame)?;
        let since = *self.doubted.get_or_insert(frame.at);
        let hidden = seen.len() < 2 && !markers_moved(&self.markers, &seen);
        if hidden && frame.at.since(since) < HIDDEN_SECS && !self.looks_the_same(frame)? {
            return Ok(Found::Perhaps);
        }
        let found = self.by_markers(frame, map, seen)?;
        if found != Found::Perhaps {
            self.doubted = self.doubted.filter(|_| hidden);
        } else if frame.at.since(since) >= SHAKES_SECS {
            (self.elsewhere, self.doubted, self.gauge) = (None, None, None);
            return Ok(Found::Elsewhere);
        }
        Ok(found)
    }

    /// Whether enough of the table's own look is where it was.
    fn looks_the_same(&self, frame: &Frame) -> Result<bool, SourceError> {
        let stays = self.landmarks.as_ref().map(|l| l.stay(frame, OWN_LOOK));
        Ok(stays.transpose()?.unwrap_or(true))
    }

    /// What the markers that are seen tell: nothing new, where the table is now, or that it moves.
    fn by_markers(
        &mut self,
        frame: &Frame,
        map: TableMap,
        seen: Vec<Corners>,
    ) -> Result<Found, SourceError> {
        if !markers_moved(&self.markers, &seen) {
            self.elsewhere = None;
            if seen.len() > 1 {
                self.gauge = gauge_of(frame, &seen)?;
            }
            return Ok(Found::Same);
        }
        let again = self.is_there_again(seen.iter().flat_map(|m| m.corners).collect());
        let there = again.then(|| map_moved(&map, &self.markers, &seen, self.frame));
        let Some(there) = there.flatten() else {
            return Ok(Found::Perhaps);
        };
        self.move_to(frame, there, seen)?;
        Ok(Found::Shifted(map))
    }

    /// Whether markers tell where the table is, and are there.
    pub(super) fn is_sure(&self) -> bool {
        self.gauge.is_some() && self.elsewhere.is_none()
    }

    /// The table is there now, these of its markers are seen.
    fn move_to(
        &mut self,
        frame: &Frame,
        map: TableMap,
        seen: Vec<Corners>,
    ) -> Result<(), SourceError> {
        let before = self.map.unwrap_or(map);
        for marker in &mut self.markers {
            let again = seen.iter().find(|s| s.id == marker.id);
            for (i, corner) in marker.corners.iter_mut().enumerate() {
                *corner = again.map_or_else(
                    || map.picture_from_table(before.table_from_picture(*corner)),
                    |seen| seen.corners[i],
                );
            }
        }
        self.map = Some(map);
        self.gauge = gauge_of(frame, &self.markers)?;
        (self.landmarks, self.elsewhere) = (None, None);
        Ok(())
    }

    /// Looks for the table: now and then while nothing is over it (`clear`), and whenever something came to rest (`changed`) where no markers are
    /// watched.
    pub(super) fn see(
        &mut self,
        frame: &Frame,
        clear: bool,
        changed: bool,
    ) -> Result<Found, SourceError> {
        if self.map.is_none() {
            self.frame = (frame.width, frame.height);
            self.looked = Some(frame.at);
            self.find(frame, USUAL_WIDTH_MM)?;
            self.landmarks = Landmarks::of(frame)?;
            return Ok(match self.map {
                Some(_) => Found::Table,
                None => Found::Same,
            });
        }
        if self.frame != (frame.width, frame.height) && !self.resize(frame.width, frame.height) {
            let width_mm = self.view().half_width_mm * 2.0;
            self.frame = (frame.width, frame.height);
            self.looked = Some(frame.at);
            (self.markers, self.gauge) = (Vec::new(), None);
            (self.landmarks, self.elsewhere) = (None, None);
            self.find(frame, width_mm)?;
            return Ok(Found::Reshaped);
        }
        let wait = self.elsewhere.as_ref().map_or(EVERY_SECS, |_| AGAIN_SECS);
        let due = self
            .looked
            .is_none_or(|l| frame.at.since(l) >= wait || frame.at < l);
        let changed = changed && self.gauge.is_none() && self.elsewhere.is_none();
        if !(changed || due && clear) {
            let waits = self.elsewhere.is_some();
            return Ok(if waits { Found::Perhaps } else { Found::Same });
        }
        let shift = match &self.landmarks {
            Some(landmarks) => landmarks.shift(frame)?,
            None if due => Shift::Lost,
            None => return Ok(Found::Same),
        };
        self.looked = Some(frame.at);
        let stays = shift == Shift::None;
        // What the table's own look says is enough, but for a look at the markers now and then.
        let found = if stays && !due {
            self.elsewhere = None;
            Found::Same
        } else {
            self.compare(frame, shift)?
        };
        if found == Found::Same && clear && !stays {
            self.landmarks = Landmarks::of(frame)?;
        }
        Ok(found)
    }

    /// Whether the table shows what it showed, or its markers where they were, however lit.
    pub(super) fn shows_the_table(&self, frame: &Frame) -> Result<bool, SourceError> {
        if let Some(gauge) = &self.gauge
            && gauge.stay(frame, IN_PLACE)?
        {
            return Ok(true);
        }
        let shift = self
            .landmarks
            .as_ref()
            .map(|l| l.shift(frame))
            .transpose()?;
        Ok(shift == Some(Shift::None))
    }

    /// Where the table is in this picture, whatever was known before; the picture is so wide if nothing else tells.
    fn find(&mut self, frame: &Frame, width_mm: f64) -> Result<(), SourceError> {
        if let Some(Placement { table, .. }) = &self.placement {
            let corners = self
                .placement
                .as_ref()
                .map(|p| p.corners_in(frame.width, frame.height));
            self.map = corners.and_then(|c| map_from_corners(c, table.width_mm, table.depth_mm));
            return Ok(());
        }
        let seen = find_markers(frame)?;
        let by_markers = map_from_markers(&seen, self.size);
        if by_markers.is_some() {
            self.gauge = gauge_of(frame, &seen)?;
            self.markers = seen;
        }
        self.map = by_markers.or_else(|| map_without_markers(frame, width_mm));
        Ok(())
    }

    /// The markers now, or the shift of the landmarks, against where the table lay.
    fn compare(&mut self, frame: &Frame, shift: Shift) -> Result<Found, SourceError> {
        let seen = if self.placement.is_none() {
            find_markers(frame)?
        } else {
            Vec::new()
        };
        if let (false, false, Some(map)) = (self.markers.is_empty(), seen.is_empty(), self.map) {
            return self.by_markers(frame, map, seen);
        }
        if let Some(map) = map_from_markers(&seen, self.size) {
            self.gauge = gauge_of(frame, &seen)?;
            (self.map, self.markers) = (Some(map), seen);
            return Ok(Found::Table);
        }
        let (Shift::Moved(shift), Some(map)) = (shift, self.map) else {
            self.elsewhere = None;
            return Ok(Found::Same);
        };
        let Some((shifted, moved)) = map_shifted(&map, shift, self.frame).zip(TableMap::new(shift))
        else {
            return Ok(Found::Same);
        };
        let to = |p: PicturePoint| {
            let at = moved.table_from_picture(p);
            PicturePoint {
                x: at.x_mm,
                y: at.y_mm,
            }
        };
        let (w, h) = (f64::from(self.frame.0), f64::from(self.frame.1));
        let corners = [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)];
        if !self.is_there_again(corners.map(|(x, y)| to(PicturePoint { x, y })).to_vec()) {
            return Ok(Found::Perhaps);
        }
        self.map = Some(shifted);
        for corner in self.markers.iter_mut().flat_map(|m| &mut m.corners) {
            *corner = to(*corner);
        }
        self.landmarks = None;
        Ok(Found::Elsewhere)
    }

    /// Whether the points are where they were at the look before; if so that is settled.
    fn is_there_again(&mut self, points: Vec<PicturePoint>) -> bool {
        let near = |before: &Vec<PicturePoint>| {
            let pairs = before.iter().zip(&points);
            let sum: f64 = pairs.map(|(a, b)| (a.x - b.x).hypot(a.y - b.y)).sum();
            before.len() == points.len() && sum < STILL_PX * points.len() as f64
        };
        let again = self.elsewhere.as_ref().is_some_and(near);
        self.elsewhere = (!again).then_some(points);
        again
    }

    /// The same picture with more or fewer pixels; says whether it is the same.
    fn resize(&mut self, width: u32, height: u32) -> bool {
        let (x, y) = (
            f64::from(width) / f64::from(self.frame.0),
            f64::from(height) / f64::from(self.frame.1),
        );
        if (x / y - 1.0).abs() > SHAPE {
            return false;
        }
        self.map = self.map.and_then(|map| {
            let m = map.matrix();
            TableMap::new(m.map(|row| [row[0] / x, row[1] / y, row[2]]))
        });
        for corner in self.markers.iter_mut().flat_map(|m| &mut m.corners) {
            (corner.x, corner.y) = (corner.x * x, corner.y * y);
        }
        self.frame = (width, height);
        (self.landmarks, self.elsewhere, self.gauge) = (None, None, None);
        true
    }

    /// Whether a point of the picture lies on a printed marker or its sheet, which is no card.
    pub(super) fn is_on_marker(&self, p: PicturePoint) -> bool {
        self.markers.iter().any(|marker| marker.covers(p))
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

    /// Measures the cards of which both ends were read; says whether the scale must be put right. Other outlines are guesses.
    pub(super) fn measure(&mut self, seen: &Observation) -> bool {
        let Some(map) = self.map.filter(|_| !self.measured) else {
            return false;
        };
        let whole = seen.sightings.iter().filter(|s| s.signs.indices >= 2);
        for (card, corners) in whole.filter_map(|s| s.card.zip(s.corners)) {
            let quad = corners.map(|p| map.table_from_picture(p));
            self.sides.insert(card, long_side(&quad));
        }
        let least = if self.scaled || !self.markers.is_empty() {
            CARDS
        } else {
            FIRST_CARDS
        };
        if self.sides.len() < least {
            return false;
        }
        let mut sides: Vec<f64> = self.sides.values().copied().collect();
        sides.sort_by(f64::total_cmp);
        let at = |quarters: usize| sides[(sides.len() - 1) * quarters / 4];
        if at(3) > at(1) * (1.0 + CLOSE) {
            return false;
        }
        self.scaled = true;
        self.sides.clear();
        self.scale = CARD_LONG_MM / at(2);
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
    whereabouts.see(frame, true, true)?;
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

/// The look of markers that are seen there.
fn gauge_of(frame: &Frame, markers: &[Corners]) -> Result<Option<Landmarks>, SourceError> {
    let corners: Vec<PicturePoint> = markers.iter().flat_map(|m| m.corners).collect();
    Landmarks::on(frame, &corners)
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
