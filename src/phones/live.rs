//! Every change of the board into one server-sent event for each phone: the newest state, rendered once a language.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, header},
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use serde_json::{Value, json};
use tokio::{sync::watch, time::MissedTickBehavior};
use tokio_stream::{Stream, StreamExt, wrappers::WatchStream};

use super::{
    Desk,
    checks::Check,
    faults::Fault,
    keeper::{Keeper, Lang},
    reads::Speech,
    who::Who,
};
use crate::{
    board::{Board, BoardHealth},
    event::Event as Entry,
    ruling::Ruling,
    seat::Seating,
};

/// Under the contract's ten seconds, so that one that is late on the way still comes in time.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// How soon a page that lost the stream asks again: it is to be right within three seconds of the server's return.
const RETRY: Duration = Duration::from_millis(800);

/// A board is written within milliseconds; an answer that waits for it is not held back for longer than this.
const RENDERED: Duration = Duration::from_secs(1);

/// A camera whose newest frame is younger than this is seen to deliver.
const FRESH: Duration = Duration::from_secs(5);

/// A board as it goes over the wire.
pub(super) struct Rendered {
    board: Arc<Board>,
    checks: Vec<Check>,
    public: [Arc<str>; 2],
    /// With the rulings that only the host sees yet.
    host: [Arc<str>; 2],
}

impl Rendered {
    pub(super) fn text(&self, lang: Lang, host: bool) -> &Arc<str> {
        let texts = if host { &self.host } else { &self.public };
        &texts[usize::from(lang == Lang::Ko)]
    }
}

/// Starts the task that renders each board; it ends when the board's sender is dropped, and the streams with it.
pub(super) fn start(
    mut board: watch::Receiver<Arc<Board>>,
    mut checks: watch::Receiver<Vec<Check>>,
    keeper: Arc<dyn Keeper>,
) -> watch::Receiver<Arc<Rendered>> {
    let first = render(
        Arc::clone(&board.borrow_and_update()),
        checks.borrow_and_update().clone(),
        &*keeper,
    );
    let (out, live) = watch::channel(Arc::new(first));
    tokio::spawn(async move {
        loop {
            tokio::select! {
                changed = board.changed() => if changed.is_err() { return },
                changed = checks.changed() => if changed.is_err() { return },
            }
            let newest = Arc::clone(&board.borrow_and_update());
            let waiting = checks.borrow_and_update().clone();
            if out
                .send(Arc::new(render(newest, waiting, &*keeper)))
                .is_err()
            {
                return;
            }
        }
    });
    live
}

/// Waits until what is newest now can be read: whoever reads the board after an answer finds there what was answered.
pub(super) async fn shown(desk: &Desk) {
    let checks = desk.checks.watch();
    let newest = |live: &Arc<Rendered>| {
        Arc::ptr_eq(&live.board, &desk.board.borrow()) && live.checks == *checks.borrow()
    };
    let mut live = desk.live.clone();
    if tokio::time::timeout(RENDERED, live.wait_for(newest))
        .await
        .is_err()
    {
        tracing::warn!("the board lags behind the record");
    }
}

/// The board as JSON: players by name, each ruling with its sentence, and which cards are to be looked at again.
fn render(board: Arc<Board>, checks: Vec<Check>, keeper: &dyn Keeper) -> Rendered {
    // Nothing was told of the camera yet, and frames arrive.
    let seen =
        board.health == BoardHealth::default() && keeper.frame_age().is_ok_and(|age| age < FRESH);
    let both =
        |board: &Board| [Lang::En, Lang::Ko].map(|lang| text(board, lang, &checks, seen, keeper));
    let mut public = Board::clone(&board);
    public.rulings.retain(|r| !board.untold.contains(&r.seq));
    public.story.retain(|l| !board.untold.contains(&l.seq));
    let host = both(&board);
    let public = if public.rulings.len() == board.rulings.len() {
        host.clone()
    } else {
        both(&public)
    };
    Rendered {
        board,
        checks,
        public,
        host,
    }
}

fn text(board: &Board, lang: Lang, checks: &[Check], seen: bool, keeper: &dyn Keeper) -> Arc<str> {
    let seating = seating(board);
    let mut value = serde_json::to_value(board).expect("a board is plain data");
    if let Some(seating) = &seating {
        seating.name_all(&mut value);
    }
    let say = |ruling: &Ruling| Value::from(keeper.says(lang, ruling, seating.as_ref()));
    for (i, told) in board.rulings.iter().enumerate() {
        value["rulings"][i]["says"] = say(&told.ruling);
    }
    for (i, line) in board.story.iter().enumerate() {
        if let Entry::Ruling(ruling) = &line.event {
            value["story"][i]["says"] = say(ruling);
        }
    }
    if seen {
        value["health"]["state"] = "ok".into();
    }
    value["checks"] = serde_json::to_value(checks).expect("plain data");
    value.to_string().into()
}

/// The seating of a board; `None` before the evening was set up.
pub(super) fn seating(board: &Board) -> Option<Seating> {
    let seating = Seating::from_places(board.seating.clone()).ok()?;
    Some(seating.with_left(board.left.clone()))
}

/// The live stream.
#[utoipa::path(get, path = "/api/events", tag = "look", params(super::reads::Asked),
    responses(
        (status = 200, content_type = "text/event-stream", body = String,
            description = "Events `board`: first a full snapshot with its `seq`, then one for each change, always the whole newest state; `beat` at least every 10 s: `{seq, frame_age_s}`"),
        (status = 401, body = Fault, description = "The board is closed")))]
pub(super) async fn events(
    State(desk): State<Desk>,
    who: Who,
    Speech(lang): Speech,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Buffering proxies would hold events back.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok((headers, Sse::new(stream(desk, lang, who.host))).into_response())
}

fn stream(desk: Desk, lang: Lang, host: bool) -> impl Stream<Item = Result<Event, Infallible>> {
    enum Step {
        Board(Arc<Rendered>),
        Beat,
        End,
    }
    let mut ticks = tokio::time::interval_at(tokio::time::Instant::now() + HEARTBEAT, HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let beats = tokio_stream::wrappers::IntervalStream::new(ticks).map(|_| Step::Beat);
    // A watch stream skips what a slow phone has no time for, and ends with its sender.
    let boards = WatchStream::new(desk.live.clone())
        .map(Step::Board)
        .chain(tokio_stream::once(Step::End));
    boards
        .merge(beats)
        .take_while(|step| !matches!(step, Step::End))
        .map(move |step| {
            Ok(match step {
                Step::Board(board) => Event::default()
                    .event("board")
                    .id(board.board.seq.to_string())
                    .retry(RETRY)
                    .data(board.text(lang, host)),
                Step::Beat | Step::End => Event::default().event("beat").data(beat(&desk)),
            })
        })
}

fn beat(desk: &Desk) -> String {
    let age = desk.keeper.frame_age().ok();
    json!({"seq": desk.live.borrow().board.seq, "frame_age_s": age.map(|a| a.as_secs_f64())})
        .to_string()
}
