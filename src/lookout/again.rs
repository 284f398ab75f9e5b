//! A camera that sees again into a table that is compared: what changed meanwhile was nobody's play, and is asked.

use super::{Found, Lookout, Record, Region, grown, quad};
use crate::{
    camera::{Scene, Small},
    event::Cause,
    frame::{At, Frame, SourceError},
    plays::Step,
    sighting::{Observation, PicturePoint, TableMap},
};

/// A while in which nothing was seen.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Away {
    /// Whether the pictures only stood still: then the first new one may just show the next play's hand.
    stood: bool,
    /// Whether a picture after it was looked at.
    seen: bool,
}

/// A camera that was moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bump {
    since: At,
    /// When it was last tried whether the table agrees.
    tried: Option<At>,
    cause: Option<Cause>,
}

/// Between two tries whether the table agrees, s.
const EVERY_SECS: f64 = 0.4;

/// A table that doesn't agree by then was changed: it is taken as it is, and everything is asked, s.
const PATIENCE_SECS: f64 = 10.0;

/// Something that seems to be a hand and doesn't move for so long is none, s.
const GHOST_SECS: f64 = 1.5;

impl Lookout {
    /// The camera's fault is told: from now on nobody knows what happens at the table.
    pub(super) fn lose_sight(&mut self) {
        let Some((_, cause)) = self.sight.fault() else {
            return;
        };
        let stands = cause == Some(Cause::Frozen);
        let before = self.away.filter(|a| !a.seen);
        self.away = Some(Away {
            stood: stands && before.is_none_or(|a| a.stood),
            seen: false,
        });
    }

    /// Notes what came to rest; says whether it can be read. After a while in which nothing was seen it can when no hand is over the table.
    pub(super) fn compare(&mut self, scene: &Scene, at: At) -> bool {
        let Some(away) = &mut self.away else {
            self.note(scene, at);
            return true;
        };
        let first = !std::mem::replace(&mut away.seen, true);
        if away.stood && first && scene.hands.iter().all(|hand| hand.from.is_some()) {
            self.away = None;
            self.note(scene, at);
            return true;
        }
        let fresh = scene
            .settled
            .iter()
            .map(|s| Region::new(&s.outline, s.since));
        self.regions.extend(fresh);
        if !scene.hands.is_empty() {
            return false;
        }
        for region in &mut self.regions {
            *region = Region::new(&region.outline, at);
        }
        self.away = None;
        self.step(Step::Returned(at));
        true
    }

    /// Looks whether the camera moves, before anything is learnt of the picture; says whether nothing is to be learnt of it.
    pub(super) fn moves(
        &mut self,
        frame: &Frame,
        small: &Small,
        record: &mut dyn Record,
    ) -> Result<bool, SourceError> {
        match self.whereabouts.watch(frame)? {
            Found::Perhaps => Ok(true),
            Found::Shifted(before) => {
                self.shifted(&before, small, record);
                Ok(false)
            }
            Found::Elsewhere => self.bumped(None, small, record).map(|()| true),
            Found::Same | Found::Table | Found::Reshaped => Ok(false),
        }
    }

    /// The camera was moved and markers tell where the table is now, which was there `before`: what is known goes with it. Nothing was learnt of the
    /// pictures meanwhile, so that what came to rest is seen from now on.
    pub(super) fn shifted(&mut self, before: &TableMap, small: &Small, record: &mut dyn Record) {
        let Some(now) = self.whereabouts.map() else {
            return;
        };
        let moved = self.sight.hold(None);
        self.tell_health(moved, record);
        let is = |p: &PicturePoint| now.picture_from_table(before.table_from_picture(*p));
        for region in &mut self.regions {
            region.outline = region.outline.iter().map(is).collect();
        }
        self.motion.shift(small, self.last, |p| {
            before.picture_from_table(now.table_from_picture(p))
        });
        let view = self.watcher.view_of(self.whereabouts.view());
        self.step(Step::Resize(view, 1.0));
        self.step(Step::Shifted(self.last));
        let again = self.sight.release();
        self.tell_health(again, record);
    }

    /// The table lies elsewhere in the picture: play pauses until the table agrees.
    pub(super) fn bumped(
        &mut self,
        cause: Option<Cause>,
        small: &Small,
        record: &mut dyn Record,
    ) -> Result<(), SourceError> {
        let health = self.sight.hold(cause);
        self.tell_health(health, record);
        self.bump = Some(Bump {
            since: self.last,
            tried: None,
            cause,
        });
        self.found();
        self.motion.restart(small, self.last);
        Ok(())
    }

    /// Looks whether the cards lie where they should by where the table is now.
    pub(super) fn find_again(
        &mut self,
        bump: Bump,
        frame: &Frame,
        small: &Small,
        record: &mut dyn Record,
    ) -> Result<(), SourceError> {
        let scene = self.motion.see(small, frame.at);
        let health = self.sight.hold(bump.cause);
        self.tell_health(health, record);
        let _held = self.sight.see(small, scene.foreground, frame.at);
        let mut clear = scene.hands.is_empty();
        if !clear && self.motion.rests(frame.at, GHOST_SECS) {
            // The hand that was over the table when all was taken for the table is away.
            self.motion.restart(small, frame.at);
            clear = true;
        }
        let found = self.whereabouts.see(frame, clear, false)?;
        if matches!(found, Found::Elsewhere | Found::Reshaped) {
            return self.bumped(bump.cause, small, record);
        }
        if matches!(found, Found::Shifted(_)) {
            self.found();
            self.motion.restart(small, frame.at);
        }
        let Some(map) = self.whereabouts.map() else {
            return Ok(());
        };
        let due = frame.at.since(bump.tried.unwrap_or(bump.since)) >= EVERY_SECS;
        if !clear || !due {
            return Ok(());
        }
        let whole = grown(quad(0.0, 0.0, f64::MAX, f64::MAX), 0.0, frame);
        let seen: Observation = self.read_places(frame, vec![whole])?;
        let look = self.look(frame.at, &seen, &scene, &map);
        let (known, there) = self.watcher.agreement(&look);
        let agrees = self.whereabouts.is_sure() || there * 2 >= known;
        if !agrees && frame.at.since(bump.since) < PATIENCE_SECS {
            self.bump = Some(Bump {
                tried: Some(frame.at),
                ..bump
            });
            return Ok(());
        }
        (self.bump, self.away) = (None, None);
        let health = self.sight.release();
        self.tell_health(health, record);
        self.regions = vec![Region::new(&whole, frame.at)];
        self.step(Step::Returned(frame.at));
        Ok(())
    }
}
