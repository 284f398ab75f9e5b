//! One evening into what several threads hold of it: each takes it for a moment, and when it is over nobody has it any more.

use std::{
    io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use serde_json::Value;

use super::{
    Evening, layouts,
    league::League,
    settlement::{settlement, written},
};
#[cfg(feature = "vision")]
use super::{enrolling::Enrolments, sight as eye};
use crate::{
    board::StoryLine,
    chips::Worth,
    event::Event,
    evidence::Moment,
    frame::At,
    house,
    order::Refusal,
    phones::{
        CameraView, CameraWish, DebugView, Form, HouseRule, Keeper, Lang, Picture, ZonesView,
        ZonesWish,
    },
    placement::{Placement, Size, Tapped},
    play::{GameName, Seq},
    ruling::Ruling,
    seat::Seating,
    words,
};

/// The evening, until it is over.
#[derive(Clone)]
pub struct Shared {
    evening: Arc<Mutex<Option<Evening>>>,
    league: Arc<Mutex<League>>,
    #[cfg(feature = "vision")]
    pub(super) enrolments: Arc<Enrolments>,
}

impl Shared {
    /// Shares an evening.
    #[must_use]
    pub fn new(evening: Evening) -> Self {
        Self {
            evening: Arc::new(Mutex::new(Some(evening))),
            league: Arc::default(),
            #[cfg(feature = "vision")]
            enrolments: Arc::default(),
        }
    }

    /// Does something with the evening; `None` once it is over, or after a thread that held it broke down: what it left may be half done, and
    /// only the journal knows.
    pub fn with<T>(&self, deed: impl FnOnce(&mut Evening) -> T) -> Option<T> {
        self.evening.lock().ok()?.as_mut().map(deed)
    }

    /// Ends it: boards are sent no more, so that open streams end.
    pub fn end(&self) {
        let mut held = self.evening.lock().unwrap_or_else(PoisonError::into_inner);
        drop(held.take());
    }
}

/// No frame came in so far.
pub(super) const NO_PICTURE: &str = "no camera has delivered a picture yet";

pub(super) const OVER: &str = "the evening is over";

impl Keeper for Shared {
    fn journal(&self) -> Result<String, String> {
        let lines = self.with(|e| e.lines()).ok_or_else(|| OVER.to_owned())?;
        lines.map_err(|e| e.to_string())
    }

    fn settlement(&self, chip: Option<&Worth>) -> Result<Value, String> {
        self.with(|e| settlement(e.table(), chip.or(e.table().bank().chip.as_ref())))
            .ok_or_else(|| OVER.to_owned())
    }

    fn settled(&self, lang: Lang, form: Form, chip: Option<&Worth>) -> Result<String, String> {
        let settled = self.settlement(chip)?;
        self.with(|e| written(spoken(lang), form, settled, e.table().seating()))
            .ok_or_else(|| OVER.to_owned())
    }

    fn league(&self) -> Result<Value, String> {
        let path = self.with(|e| e.journal().path().to_owned());
        let path = path.ok_or_else(|| OVER.to_owned())?;
        // Read beside the evening: many evenings take a while, and the table must not wait.
        let mut league = self.league.lock().unwrap_or_else(PoisonError::into_inner);
        league.read(&path).map_err(|e| e.to_string())?;
        Ok(league.table())
    }

    fn story(&self, deal: u32) -> Option<Vec<StoryLine>> {
        self.with(|e| e.table().story_of(deal)).flatten()
    }

    fn fact(&self, of: Seq) -> Option<Event> {
        self.with(|e| e.table().shown(of).cloned()).flatten()
    }

    fn evidence(&self, of: Seq) -> Vec<Picture> {
        self.with(|e| pictures(e, of)).unwrap_or_default()
    }

    fn camera(&self) -> Result<CameraView, String> {
        self.with(|e| eye::view(e)).ok_or_else(|| OVER.to_owned())?
    }

    fn camera_picture(&self, flat: bool) -> Result<Vec<u8>, String> {
        self.with(|e| eye::picture(e, flat))
            .ok_or_else(|| OVER.to_owned())?
    }

    fn zones(&self) -> Result<ZonesView, String> {
        self.with(|e| layouts::view(e))
            .ok_or_else(|| OVER.to_owned())?
    }

    fn set_zones(&self, wish: &ZonesWish) -> Result<(), String> {
        self.with(|e| layouts::set(e, wish))
            .ok_or_else(|| OVER.to_owned())?
    }

    fn debug(&self) -> Result<DebugView, String> {
        self.with(|e| eye::debug(e))
            .ok_or_else(|| OVER.to_owned())?
    }

    fn bundle(&self) -> Result<Vec<u8>, String> {
        // Written beside the evening: a minute is long, and the table must not wait.
        let taken = self
            .with(|e| eye::minute(e))
            .ok_or_else(|| OVER.to_owned())??;
        eye::tar(&taken)
    }

    fn set_camera(&self, wish: &CameraWish) -> Result<(), String> {
        let kept = |done: io::Result<()>| done.map_err(|e| format!("it can't be kept: {e}"));
        if let Some(source) = &wish.source {
            let now = self.with(|e| e.source().to_owned());
            if now.as_ref() == Some(source) {
                return Ok(());
            }
            eye::check(source)?;
            return kept(
                self.with(|e| e.choose_source(source))
                    .ok_or_else(|| OVER.to_owned())?,
            );
        }
        let placed = match (&wish.corners, wish.size_mm) {
            (Some(corners), Some([width_mm, depth_mm])) => {
                let size = self.with(|e| e.newest_frame().map(|f| (f.width, f.height)));
                let (width, height) = size.flatten().ok_or_else(|| NO_PICTURE.to_owned())?;
                let table = Tapped {
                    width_mm,
                    depth_mm,
                    corners: corners.map(|[x, y]| [x * f64::from(width), y * f64::from(height)]),
                };
                Some(Placement::new(Size { width, height }, table).map_err(|e| e.to_string())?)
            }
            (Some(_), None) => return Err("say how wide and deep the table is: `size_mm`".into()),
            (None, _) => None,
        };
        kept(
            self.with(|e| e.place(placed))
                .ok_or_else(|| OVER.to_owned())?,
        )
    }

    fn take_picture(&self, from: &str, jpeg: &[u8]) -> Result<(), Refusal> {
        eye::take(self, from, jpeg)
    }

    fn begin_anew(&self) -> Result<(), String> {
        let begun = self.with(Evening::begin_anew);
        begun
            .ok_or_else(|| OVER.to_owned())?
            .map_err(|e| e.to_string())
    }

    fn frame_age(&self) -> Result<Duration, String> {
        let newest = self.with(|e| e.frame()).ok_or_else(|| OVER.to_owned())?;
        newest
            .map(|frame| frame.elapsed())
            .ok_or_else(|| NO_PICTURE.to_owned())
    }

    fn says(&self, lang: Lang, ruling: &Ruling, seating: Option<&Seating>) -> String {
        says(spoken(lang), ruling, seating)
    }

    fn rules(&self, lang: Lang, game: GameName, options: &Value) -> Vec<HouseRule> {
        house::rules(lang, game, options)
    }
}

/// Without the vision there is nothing to see, and nothing to choose.
#[cfg(not(feature = "vision"))]
mod eye {
    use super::{CameraView, DebugView, Evening, Refusal, Shared};
    use crate::order::RefusalKind;

    const BLIND: &str = "this program was built without cameras";

    pub(super) fn view(_: &Evening) -> Result<CameraView, String> {
        Err(BLIND.to_owned())
    }
    pub(super) fn picture(_: &Evening, _: bool) -> Result<Vec<u8>, String> {
        Err(BLIND.to_owned())
    }
    pub(super) fn debug(_: &Evening) -> Result<DebugView, String> {
        Err(BLIND.to_owned())
    }
    /// What there is none of.
    pub(super) struct Minute;
    pub(super) fn minute(_: &Evening) -> Result<Minute, String> {
        Err(BLIND.to_owned())
    }
    pub(super) fn tar(_: &Minute) -> Result<Vec<u8>, String> {
        Err(BLIND.to_owned())
    }
    pub(super) fn check(_: &str) -> Result<(), String> {
        Err(BLIND.to_owned())
    }
    pub(super) fn take(_: &Shared, _: &str, _: &[u8]) -> Result<(), Refusal> {
        Err(Refusal {
            kind: RefusalKind::Conflict,
            says: BLIND.to_owned(),
        })
    }
}

/// The words of a page's language.
fn spoken(lang: Lang) -> words::Lang {
    match lang {
        Lang::En => words::Lang::En,
        Lang::Ko => words::Lang::Ko,
    }
}

/// A ruling in one plain sentence; before anybody sat down, its code.
#[must_use]
pub fn says(lang: words::Lang, ruling: &Ruling, seating: Option<&Seating>) -> String {
    seating.map_or_else(
        || ruling.code.clone(),
        |seating| words::ruling(lang, ruling, seating),
    )
}

/// The pictures of an entry, or of the plays on which a ruling rests, in the order of its proof.
fn pictures(evening: &mut Evening, of: Seq) -> Vec<Picture> {
    let mut entries = vec![of];
    if let Some(Event::Ruling(ruling)) = evening.table().entry(of).map(|e| &e.event) {
        entries = ruling.proof.clone();
        entries.extend(ruling.convicts.filter(|c| !ruling.proof.contains(c)));
    }
    let mut out = Vec::new();
    for of in entries {
        let at = evening.table().entry(of).map_or(At(0), |e| e.at);
        let (card, seat) = match evening.table().counts(of) {
            Some(Event::Laid { card, seat, .. }) => (*card, *seat),
            _ => (None, None),
        };
        // A card that was named later was pictured when it was laid.
        let pictured = evening.table().fact_behind(of).unwrap_or(of);
        for moment in Moment::ALL {
            let evidence = evening.evidence();
            let taken = evidence.taken(pictured, moment);
            if let Some(jpeg) = evidence.picture(pictured, moment) {
                let moment = moment.as_str();
                out.push(Picture {
                    of,
                    at,
                    taken,
                    moment,
                    card,
                    seat,
                    jpeg,
                });
            }
        }
    }
    out
}
