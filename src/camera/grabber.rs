//! A source into frames at the reader's pace: every frame of a file, only the newest of anything live; a lost source is opened again.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crate::{
    event::Cause,
    frame::{At, Frame, Source, SourceError},
};

/// What waiting for a frame brought.
#[derive(Debug)]
pub enum Grab {
    /// The next frame, or the newest one.
    Frame(Frame),
    /// No frame came within the time allowed.
    Nothing {
        /// Why, as far as it is known.
        why: String,
        /// The same, as one of the causes that there are.
        cause: Cause,
    },
    /// The source is at its end.
    End,
    /// The source failed for good.
    Failed(SourceError),
}

/// Opens the source again after it was lost.
pub type Reopen = Box<dyn Fn() -> Result<Box<dyn Source>, SourceError> + Send>;

/// The longest wait between two tries to open a lost source, s.
const BACK_OFF_SECS: f64 = 8.0;

/// A live picture that is the same to the last bit for so long stands still, s: the noise of every sensor changes it.
const FROZEN_SECS: f64 = 3.0;

struct Slot {
    frame: Option<Frame>,
    dropped: u64,
    ended: bool,
    failed: Option<SourceError>,
    why: String,
    cause: Cause,
    stop: bool,
}

impl Default for Slot {
    fn default() -> Self {
        Self {
            frame: None,
            dropped: 0,
            ended: false,
            failed: None,
            why: String::new(),
            cause: Cause::Stalled,
            stop: false,
        }
    }
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Slot>,
    came: Condvar,
}

impl Shared {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frames from one source.
pub struct Grabber {
    way: Way,
}

enum Way {
    Every(Box<dyn Source>),
    Newest(Arc<Shared>),
}

impl Grabber {
    /// Every frame, as fast as they are asked for.
    #[must_use]
    pub fn every(source: Box<dyn Source>) -> Self {
        Self {
            way: Way::Every(source),
        }
    }

    /// The newest frame of a live source; it is opened again when it is lost.
    #[must_use]
    pub fn newest(source: Box<dyn Source>, reopen: Reopen) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::spawn(move || grab(source, &reopen, &theirs));
        Self {
            way: Way::Newest(shared),
        }
    }

    /// A recorded source at the pace at which it was taken, as if it were live: late frames are dropped.
    #[must_use]
    pub fn paced(source: Box<dyn Source>) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::spawn(move || play(source, &theirs));
        Self {
            way: Way::Newest(shared),
        }
    }

    /// The next frame, or what came instead within `timeout`.
    pub fn next(&mut self, timeout: Duration) -> Grab {
        match &mut self.way {
            Way::Every(source) => match source.next_frame() {
                Ok(Some(frame)) => Grab::Frame(frame),
                Ok(None) => Grab::End,
                Err(e) => Grab::Failed(e),
            },
            Way::Newest(shared) => {
                let slot = shared.slot();
                let (mut slot, _) = shared
                    .came
                    .wait_timeout_while(slot, timeout, |s| {
                        s.frame.is_none() && !s.ended && s.failed.is_none()
                    })
                    .unwrap_or_else(PoisonError::into_inner);
                if let Some(frame) = slot.frame.take() {
                    return Grab::Frame(frame);
                }
                if let Some(e) = slot.failed.take() {
                    return Grab::Failed(e);
                }
                if slot.ended {
                    return Grab::End;
                }
                Grab::Nothing {
                    why: slot.why.clone(),
                    cause: slot.cause,
                }
            }
        }
    }

    /// Frames that were never looked at, because newer ones came.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        match &self.way {
            Way::Every(_) => 0,
            Way::Newest(shared) => shared.slot().dropped,
        }
    }
}

impl Drop for Grabber {
    fn drop(&mut self) {
        if let Way::Newest(shared) = &self.way {
            shared.slot().stop = true;
        }
    }
}

fn put(shared: &Shared, frame: Frame) -> bool {
    let mut slot = shared.slot();
    if slot.frame.replace(frame).is_some() {
        slot.dropped += 1;
    }
    slot.why.clear();
    slot.cause = Cause::Stalled;
    shared.came.notify_one();
    !slot.stop
}

/// Reads a live source until nobody listens.
fn grab(mut source: Box<dyn Source>, reopen: &Reopen, shared: &Shared) {
    let began = Instant::now();
    let (mut seq, mut shift, mut last) = (0, 0, At(0));
    let mut still = Still::default();
    loop {
        match source.next_frame() {
            Ok(Some(mut frame)) => {
                frame.seq += seq;
                frame.at = At(frame.at.0 + shift).max(At(last.0 + 1));
                last = frame.at;
                if still.stands(&frame) {
                    // A stale picture is no frame.
                    let mut slot = shared.slot();
                    slot.cause = Cause::Frozen;
                    "it delivers one and the same picture".clone_into(&mut slot.why);
                    if slot.stop {
                        return;
                    }
                } else if !put(shared, frame) {
                    return;
                }
            }
            Ok(None) | Err(_) => {
                let Some(again) = lost(reopen, shared) else {
                    return;
                };
                source = again;
                // The source's clock goes on after a reconnect (`contracts.md`).
                shift = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                seq += 1;
            }
        }
    }
}

/// The picture that came last, and since when it is the same.
#[derive(Default)]
struct Still {
    last: Option<(Frame, Instant)>,
}

impl Still {
    /// Whether the same picture has come for too long.
    fn stands(&mut self, frame: &Frame) -> bool {
        match &self.last {
            Some((last, since)) if last.pixels == frame.pixels => {
                since.elapsed().as_secs_f64() > FROZEN_SECS
            }
            _ => {
                self.last = Some((frame.clone(), Instant::now()));
                false
            }
        }
    }
}

/// Opens the source again and again, ever more slowly.
fn lost(reopen: &Reopen, shared: &Shared) -> Option<Box<dyn Source>> {
    let mut wait = 0.25;
    loop {
        match reopen() {
            Ok(source) => {
                shared.slot().cause = Cause::Stalled;
                return Some(source);
            }
            Err(e) => {
                let mut slot = shared.slot();
                slot.why = e.to_string();
                slot.cause = Cause::Unplugged;
                if slot.stop {
                    return None;
                }
            }
        }
        thread::sleep(Duration::from_secs_f64(wait));
        wait = (wait * 2.0_f64).min(BACK_OFF_SECS);
    }
}

/// Plays a recording at its own pace.
fn play(mut source: Box<dyn Source>, shared: &Shared) {
    let began = Instant::now();
    loop {
        match source.next_frame() {
            Ok(Some(frame)) => {
                let due = Duration::from_millis(frame.at.0);
                thread::sleep(due.saturating_sub(began.elapsed()));
                if !put(shared, frame) {
                    return;
                }
            }
            Ok(None) => {
                shared.slot().ended = true;
                shared.came.notify_one();
                return;
            }
            Err(e) => {
                shared.slot().failed = Some(e);
                shared.came.notify_one();
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Delivers `left` frames, one a millisecond.
    struct Counter {
        left: u64,
        next: u64,
    }

    impl Source for Counter {
        fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
            if self.left == 0 {
                return Err(SourceError("unplugged".into()));
            }
            thread::sleep(Duration::from_millis(1));
            self.left -= 1;
            self.next += 1;
            Ok(Some(Frame {
                seq: self.next - 1,
                at: At(self.next),
                width: 1,
                height: 1,
                pixels: Arc::from([self.next as u8, 0, 0].as_slice()),
            }))
        }
    }

    #[test]
    fn a_slow_reader_gets_the_newest_and_a_lost_source_comes_back() {
        let first = Box::new(Counter { left: 50, next: 0 });
        let again: Reopen = Box::new(|| {
            Ok(Box::new(Counter {
                left: 1_000_000,
                next: 0,
            }))
        });
        let mut grabber = Grabber::newest(first, again);
        let mut last = At(0);
        let mut seen = 0;
        for _ in 0..6 {
            thread::sleep(Duration::from_millis(20));
            if let Grab::Frame(frame) = grabber.next(Duration::from_secs(5)) {
                assert!(frame.at > last, "time goes on: {} after {last}", frame.at);
                last = frame.at;
                seen += 1;
            }
        }
        assert_eq!(seen, 6);
        assert!(grabber.dropped() > 10, "{} dropped", grabber.dropped());
    }

    #[test]
    fn a_dead_source_says_why() {
        let dead = Box::new(Counter { left: 0, next: 0 });
        let never: Reopen = Box::new(|| Err(SourceError("no camera 7".into())));
        let mut grabber = Grabber::newest(dead, never);
        thread::sleep(Duration::from_millis(50));
        match grabber.next(Duration::from_millis(50)) {
            Grab::Nothing { why, cause } => {
                assert_eq!((why.as_str(), cause), ("no camera 7", Cause::Unplugged));
            }
            other => panic!("{other:?}"),
        }
    }
}
