//! Boards into pages and a live stream for every phone at the table, and taps on them into [`Order`]s.
//!
//! The phones know the vocabulary only. What they show arrives as a [`Board`]; what they ask leaves as an [`Order`]; the little else that
//! they read (pictures, the journal, the settlement, sentences in two languages) the evening lends them as a [`Keeper`].

mod access;
mod camera;
mod checks;
mod debug;
mod decks;
mod embedded;
mod faults;
mod keeper;
mod lens;
mod live;
pub mod name;
mod openapi;
mod reach;
mod reads;
mod seats;
pub mod secure;
mod taps;
mod who;
mod zones;

use std::{future::Future, net::SocketAddr, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{HeaderName, HeaderValue, StatusCode, header},
    routing::{get, post},
};
use tokio::{
    net::TcpListener,
    sync::{mpsc, watch},
};
use tower_http::{
    compression::CompressionLayer, set_header::SetResponseHeaderLayer, timeout::TimeoutLayer,
};

use crate::{board::Board, order::Order};

pub use access::{Access, AccessError, BoardPinError};
pub use camera::{CameraView, CameraWish, Outlined};
pub use debug::{DebugView, KeptMinute, KnownCard, ReadCard};
pub use decks::{
    CardAsked, DeckRefusal, DeckTrouble, DeckWish, Decks, DecksView, EnrolStep, Enrolling,
    EnrolmentView, FaceView, KeptDeck, StepFailed, Tried,
};
pub use keeper::{Choice, Form, FormError, HouseRule, Keeper, Lang, Picture};
pub use zones::{SeatSpot, ZoneSpot, ZonesView, ZonesWish};

/// No request of a phone is longer than this many bytes.
const BODY_LIMIT: usize = 16 * 1024;
/// An answer that takes longer than this is given up; the live stream answers at once and then lasts.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);
/// A photograph takes a phone in a far corner so long.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(90);
/// Nothing comes from elsewhere, nothing runs inline, nobody frames the pages.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What the phones need of the evening.
pub struct Evening {
    /// The newest board. Drop its sender to end the live streams, before awaiting the server's end.
    pub board: watch::Receiver<Arc<Board>>,
    /// Where orders go.
    pub orders: mpsc::Sender<Order>,
    /// What is read besides the board.
    pub keeper: Arc<dyn Keeper>,
    /// Who may do what.
    pub access: Access,
    /// Addresses of the scoreboard as phones reach it, the likeliest first, each with a slash at its end.
    pub reach: Vec<String>,
    /// The address over HTTPS, where there is one: a phone lends its camera to no other page.
    pub secure: Option<String>,
}

/// What every route shares.
#[derive(Clone)]
struct Desk {
    board: watch::Receiver<Arc<Board>>,
    live: watch::Receiver<Arc<live::Rendered>>,
    orders: mpsc::Sender<Order>,
    keeper: Arc<dyn Keeper>,
    access: Arc<Access>,
    taps: Arc<taps::Taken>,
    checks: Arc<checks::Checks>,
    reach: Arc<[String]>,
    secure: Option<Arc<str>>,
}

/// All pages and routes. Call it within a tokio runtime: it starts the task that renders each board once for all phones.
pub fn router(evening: Evening) -> Router {
    let checks = Arc::new(checks::Checks::default());
    let live = live::start(
        evening.board.clone(),
        checks.watch(),
        Arc::clone(&evening.keeper),
    );
    let desk = Desk {
        board: evening.board,
        live,
        orders: evening.orders,
        keeper: evening.keeper,
        access: Arc::new(evening.access),
        taps: Arc::default(),
        checks,
        reach: evening.reach.into(),
        secure: evening.secure.map(Into::into),
    };
    Router::new()
        .nest("/api", api())
        .route("/healthz", get(reads::health))
        .merge(embedded::pages())
        .fallback(faults::no_such_page)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(answers_within(ANSWER_TIMEOUT))
        .nest("/api", files())
        .layer(CompressionLayer::new())
        .layer(always(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(always(header::REFERRER_POLICY, "no-referrer"))
        .layer(always(header::X_FRAME_OPTIONS, "DENY"))
        .with_state(desk)
}

/// What answers at once.
fn api() -> Router<Desk> {
    Router::new()
        .route("/board", get(reads::board))
        .route("/events", get(live::events))
        .route("/journal", get(reads::journal))
        .route("/settlement", get(reads::settlement))
        .route("/league", get(reads::league))
        .route("/deals/{number}", get(reads::deal))
        .route("/rules", get(reads::rules))
        .route("/evidence/{seq}", get(reads::evidence))
        .route("/evidence/{seq}/{picture}", get(reads::picture))
        .route("/reach", get(reach::addresses))
        .route("/reach/code", get(reach::code))
        .route("/camera", get(camera::camera).post(camera::set))
        .route("/camera/picture", get(camera::picture))
        .route("/zones", get(zones::zones).post(zones::set))
        .route("/decks", get(decks::list).post(decks::choose))
        .route("/decks/{name}", get(decks::file))
        .route("/enrolment", get(decks::enrolment).post(decks::step))
        .route("/enrolment/cards/{number}", get(decks::card))
        .route("/camera/frames", post(lens::frame))
        .route("/camera/live", get(lens::live))
        .route("/debug", get(debug::debug))
        .route("/debug/bundle", get(debug::bundle))
        .route("/openapi.json", get(openapi::document))
        .route("/me", get(seats::me))
        .route("/session", post(seats::enter).delete(seats::leave))
        .route("/seats", get(seats::list).post(seats::join))
        .route("/seats/middle", post(seats::middle))
        .route("/seats/free", post(seats::free))
        .route("/calls", post(taps::call))
        .route("/checks", post(checks::ask).delete(checks::done))
        .route("/answers", post(taps::answer))
        .route("/corrections", post(taps::correct))
        .route("/decisions", post(taps::decide))
        .route("/evening", post(taps::set_up))
        .route("/evening/new", post(taps::begin_anew))
        .route("/pause", post(taps::pause))
        .route("/chips", post(taps::chips))
        .route("/bank", post(taps::bank))
        .route("/telling", post(taps::telling))
        .fallback(faults::no_such_route)
        .method_not_allowed_fallback(faults::wrong_method)
}

/// What takes files: these are long, and phones send them slowly.
fn files() -> Router<Desk> {
    Router::new()
        .route("/enrolment/picture", post(decks::picture))
        .route("/enrolment/profile", post(decks::keep))
        .method_not_allowed_fallback(faults::wrong_method)
        .layer(DefaultBodyLimit::max(decks::PICTURE_LIMIT))
        .layer(answers_within(UPLOAD_TIMEOUT))
}

fn answers_within(time: Duration) -> TimeoutLayer {
    TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, time)
}

fn always(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// Serves the router until `end` comes; open streams end when the board's sender is dropped.
///
/// # Errors
/// When the listener fails for good.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    end: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    axum::serve(listener, service)
        .with_graceful_shutdown(end)
        .await
}
