//! A deck made known on the host's page: steps, pictures and answers in, how far it is out; and the decks that are kept here, as files that travel.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use axum::{
    Json,
    body::Bytes,
    extract::{FromRequest as _, Path, Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Desk, Keeper,
    faults::{Asking, Body, Fault},
    reads::read,
    who::Who,
};
use crate::card::Card;

/// The longest picture that is taken in, bytes: three times a good phone's.
pub(super) const PICTURE_LIMIT: usize = 32_000_000;

/// The longest profile, bytes: one has less than a megabyte.
const PROFILE_LIMIT: usize = 4_000_000;

/// What keeps a step from being gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeckTrouble {
    /// A deck can't be called, or lettered, like that.
    Name,
    /// There is a deck of that name.
    Exists,
    /// What came is no picture.
    Picture,
    /// What came is no profile.
    Profile,
    /// Not in this state of things: nothing was begun, or the last picture is still being read.
    NotNow,
    /// No card could be read in any picture.
    NothingRead,
    /// The deck has no such card.
    Card,
    /// No such deck or card here.
    NotFound,
    /// No camera delivers a picture.
    NoPicture,
    /// The disk, or the reader.
    Unavailable,
}

impl DeckTrouble {
    /// The word for programs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Name => "deck_name",
            Self::Exists => "deck_exists",
            Self::Picture => "no_picture",
            Self::Profile => "no_profile",
            Self::NotNow => "conflict",
            Self::NothingRead => "nothing_read",
            Self::Card => "no_card",
            Self::NotFound => "not_found",
            Self::NoPicture => "camera_silent",
            Self::Unavailable => "unavailable",
        }
    }

    const fn status(self) -> StatusCode {
        match self {
            Self::Name | Self::Picture | Self::Profile | Self::Card => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Self::Exists | Self::NotNow | Self::NothingRead | Self::NoPicture => {
                StatusCode::CONFLICT
            }
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// A step that was not gone: nothing changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{says}")]
pub struct DeckRefusal {
    /// What kind.
    pub trouble: DeckTrouble,
    /// One sentence: what was tried, what was found, what to do.
    pub says: String,
}

impl From<DeckRefusal> for Fault {
    fn from(refusal: DeckRefusal) -> Self {
        let trouble = refusal.trouble;
        Self::new(trouble.status(), trouble.as_str(), refusal.says)
    }
}

/// One step of making a deck known.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(tag = "step", rename_all = "snake_case", deny_unknown_fields)]
pub enum EnrolStep {
    /// Begins with a deck of that name; one that was begun before is given up.
    Begin {
        /// Letters, digits, `-` and `_`.
        name: String,
        /// The deck that it is lettered like: one of `bases`.
        base: String,
        /// It has only the 32 cards from seven to ace.
        #[serde(default)]
        short: bool,
        /// A deck of that name may be written over.
        #[serde(default)]
        over: bool,
    },
    /// Takes in what the camera shows now: cards spread out.
    Look,
    /// Takes in what the camera shows whenever it lies still, card by card.
    Watch {
        /// Whether from now on, or no longer.
        on: bool,
    },
    /// The last picture, or card, was none.
    TakeBack,
    /// No more pictures for now: what can't be read is named by what is left, or asked.
    Settle,
    /// Names a card, or leaves it out.
    Answer {
        /// Its number.
        number: usize,
        /// Its name, `QH` or `7`; without one it is left out.
        #[serde(default)]
        card: Option<String>,
    },
    /// Keeps the deck, tries it, and reads the table with it.
    Save,
    /// Gives the deck up; what was saved stays.
    Drop,
}

/// A face of the deck.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct FaceView {
    /// Which.
    #[schema(value_type = String)]
    pub card: Card,
    /// How it is known: `read`, `left` (it was what was left), `told`; `null` where it wasn't seen yet.
    pub by: Option<&'static str>,
    /// The number of the card that shows it.
    pub number: Option<usize>,
}

/// A card to be named.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CardAsked {
    /// Its number.
    pub number: usize,
    /// The picture it lies in, from 0.
    pub picture: usize,
    /// The faces that are missing, likeliest first.
    #[schema(value_type = Vec<String>)]
    pub choices: Vec<Card>,
}

/// A step that failed after it was taken on.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct StepFailed {
    /// What kind, as in refusals.
    pub error: &'static str,
    /// One sentence.
    pub says: String,
}

/// What the self-test said of a deck that was kept.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Tried {
    /// Faces that look alike to the reader: it will ask more often for these.
    #[schema(value_type = Vec<[String; 2]>)]
    pub weak: Vec<[Card; 2]>,
    /// Whether the game that is played is read with it from now on.
    pub plays: bool,
}

/// How far a deck is.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Enrolling {
    /// What it is called.
    pub name: String,
    /// The built-in deck that it is lettered like.
    pub base: String,
    /// Whether it has 32 cards.
    pub short: bool,
    /// Which enrolment since the start: cards' numbers begin anew with each.
    pub run: u64,
    /// `pictures`: more are awaited; `questions`: what is open is asked; `saved`.
    pub phase: &'static str,
    /// A step is still under way.
    pub working: bool,
    /// The camera is watched, card by card.
    pub watching: bool,
    /// How many cards each picture showed.
    pub pictures: Vec<usize>,
    /// The deck's faces in order.
    pub faces: Vec<FaceView>,
    /// Cards without a name.
    pub open: usize,
    /// The face to be shown next, card by card.
    #[schema(value_type = Option<String>)]
    pub wanted: Option<Card>,
    /// The card to be named next.
    pub question: Option<CardAsked>,
    /// Why the last step failed.
    pub failed: Option<StepFailed>,
    /// The self-test, once it is saved.
    pub saved: Option<Tried>,
}

/// The deck that is being made known.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct EnrolmentView {
    /// How far it is; `null` where none is.
    pub enrolling: Option<Enrolling>,
    /// Whether a camera delivers pictures now.
    pub camera: bool,
}

/// A deck that is kept here.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct KeptDeck {
    /// What it is called.
    pub name: String,
    /// The built-in deck that it is lettered like.
    pub base: String,
    /// The built-in deck whose games it can be played with: `french` or `pairs`.
    pub kind: &'static str,
    /// How many faces it knows.
    pub faces: usize,
}

/// The decks that are here.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct DecksView {
    /// Decks that were enrolled.
    pub decks: Vec<KeptDeck>,
    /// The decks that the program brings along.
    pub bases: Vec<&'static str>,
    /// The deck that games with French suits are read with.
    pub french: String,
    /// The deck that games with a Pairs deck are read with.
    pub pairs: String,
    /// The deck that the table is being read with; `null` where nothing is read.
    pub reading: Option<String>,
}

/// Which deck the table is read with.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeckWish {
    /// One that is kept here, or a built-in one.
    pub r#use: String,
}

/// What the evening lends of its decks. Each method answers quickly or reads a file; longer work goes on beside and shows in the view.
pub trait Decks: Send + Sync + 'static {
    /// The decks that are here.
    ///
    /// # Errors
    /// When they can't be read.
    fn decks(&self) -> Result<DecksView, DeckRefusal>;

    /// The file of a deck.
    ///
    /// # Errors
    /// When there is none of that name.
    fn deck_file(&self, name: &str) -> Result<Vec<u8>, DeckRefusal>;

    /// Keeps the file of a deck from elsewhere, and reads the table with it; what it is called.
    ///
    /// # Errors
    /// When it is none, or `over` doesn't allow to write over one of its name.
    fn keep_deck(&self, file: &[u8], over: bool) -> Result<String, DeckRefusal>;

    /// Reads the table with that deck, from now on and at the next start.
    ///
    /// # Errors
    /// When there is none of that name.
    fn use_deck(&self, name: &str) -> Result<(), DeckRefusal>;

    /// How far the deck is that is being made known.
    fn enrolment(&self) -> EnrolmentView;

    /// Goes a step.
    ///
    /// # Errors
    /// Why not; then nothing changed.
    fn enrol(&self, step: EnrolStep) -> Result<EnrolmentView, DeckRefusal>;

    /// Takes in a picture file of cards spread out.
    ///
    /// # Errors
    /// When it is none, or none is awaited; then nothing changed.
    fn enrol_picture(&self, file: &[u8]) -> Result<EnrolmentView, DeckRefusal>;

    /// A card of the deck being made known, cut out: JPEG.
    ///
    /// # Errors
    /// When there is none of that number.
    fn card_seen(&self, number: usize) -> Result<Vec<u8>, DeckRefusal>;
}

const NO_STORE: (header::HeaderName, &str) = (header::CACHE_CONTROL, "no-store");

type Answer = Result<Response, Fault>;

async fn asked<T: Send + 'static>(
    desk: &Desk,
    what: impl FnOnce(&dyn Keeper) -> Result<T, DeckRefusal> + Send + 'static,
) -> Result<T, Fault> {
    Ok(read(desk, what).await??)
}

fn viewed(view: impl Serialize) -> Answer {
    Ok(([NO_STORE], Json(view)).into_response())
}

/// The bytes of a request, at most so many; whoever asks was checked before.
async fn bytes(request: Request, most: usize) -> Result<Vec<u8>, Fault> {
    match Bytes::from_request(request, &()).await {
        Ok(bytes) if bytes.len() <= most => Ok(bytes.into()),
        Err(rejection) if rejection.status() != StatusCode::PAYLOAD_TOO_LARGE => Err(Fault::new(
            rejection.status(),
            "invalid",
            format!("the file didn't come whole: {}", rejection.body_text()),
        )),
        _ => Err(Fault::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_long",
            format!(
                "the file is too long: at most {} MB are taken",
                most / 1_000_000
            ),
        )),
    }
}

/// The host: the decks that are kept here, and which the table is read with.
#[utoipa::path(get, path = "/api/decks", tag = "host",
    responses((status = 200, body = DecksView, description = "The decks"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 503, body = Fault, description = "They can't be read now")))]
pub(super) async fn list(State(desk): State<Desk>, who: Who) -> Answer {
    who.must_host()?;
    viewed(asked(&desk, |k| k.decks()).await?)
}

/// The host: reads the table with a deck.
#[utoipa::path(post, path = "/api/decks", tag = "host", request_body = DeckWish,
    responses((status = 204, description = "It is so from now on, and at the next start"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"),
        (status = 415, body = Fault, description = "Not JSON"), (status = 422, body = Fault, description = "The body makes no sense"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No such deck"), (status = 503, body = Fault, description = "It can't be kept now")))]
pub(super) async fn choose(
    State(desk): State<Desk>,
    who: Who,
    Body(wish): Body<DeckWish>,
) -> Result<StatusCode, Fault> {
    who.must_host()?;
    asked(&desk, move |k| k.use_deck(&wish.r#use)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The host: a deck's profile as a file that travels.
#[utoipa::path(get, path = "/api/decks/{name}", tag = "host", params(("name" = String, Path, description = "What the deck is called")),
    responses((status = 200, content_type = "application/toml", body = String, description = "The profile: docs/decks.md says what stands in it"),
        (status = 400, body = Fault, description = "No text"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No such deck"), (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn file(State(desk): State<Desk>, who: Who, Path(name): Path<String>) -> Answer {
    who.must_host()?;
    let file = asked(&desk, move |k| k.deck_file(&name)).await?;
    let head = [
        (header::CONTENT_TYPE, "application/toml"),
        (header::CONTENT_DISPOSITION, "attachment"),
        NO_STORE,
    ];
    Ok((head, file).into_response())
}

/// How a profile is kept.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Keeping {
    /// A deck of its name may be written over.
    #[serde(default)]
    #[param(required = false)]
    over: bool,
}

/// What a deck is called.
#[derive(Serialize, ToSchema)]
pub(super) struct KeptAs {
    /// Its name.
    name: String,
}

/// The host: keeps a profile from elsewhere, and reads the table with it.
#[utoipa::path(post, path = "/api/enrolment/profile", tag = "host", params(Keeping), request_body(content = String, content_type = "text/plain"),
    responses((status = 200, body = KeptAs, description = "It is kept"),
        (status = 400, body = Fault, description = "It didn't come whole"), (status = 413, body = Fault, description = "Too long"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 409, body = Fault, description = "There is a deck of that name"), (status = 422, body = Fault, description = "No profile, or a name that can't be a deck's"),
        (status = 503, body = Fault, description = "It can't be kept now")))]
pub(super) async fn keep(
    State(desk): State<Desk>,
    who: Who,
    Asking(keeping): Asking<Keeping>,
    request: Request,
) -> Answer {
    who.must_host()?;
    let file = bytes(request, PROFILE_LIMIT).await?;
    let name = asked(&desk, move |k| k.keep_deck(&file, keeping.over)).await?;
    viewed(KeptAs { name })
}

/// The host: how far the deck is that is being made known.
#[utoipa::path(get, path = "/api/enrolment", tag = "host",
    responses((status = 200, body = EnrolmentView, description = "How far it is"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn enrolment(State(desk): State<Desk>, who: Who) -> Answer {
    who.must_host()?;
    viewed(read(&desk, |k| k.enrolment()).await?)
}

/// The host: a step of making a deck known. `working` in the view says that it goes on.
#[utoipa::path(post, path = "/api/enrolment", tag = "host", request_body = EnrolStep,
    responses((status = 200, body = EnrolmentView, description = "How far it is"),
        (status = 400, body = Fault, description = "Not JSON"), (status = 413, body = Fault, description = "Too long"), (status = 415, body = Fault, description = "Not JSON"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No such card"), (status = 409, body = Fault, description = "Not in this state of things"),
        (status = 422, body = Fault, description = "It makes no sense"), (status = 503, body = Fault, description = "It can't be gone now")))]
pub(super) async fn step(
    State(desk): State<Desk>,
    who: Who,
    Body(step): Body<EnrolStep>,
) -> Answer {
    who.must_host()?;
    viewed(asked(&desk, move |k| k.enrol(step)).await?)
}

/// The host: a picture file of cards spread out, JPEG or PNG. `working` in the view says that it is being read.
#[utoipa::path(post, path = "/api/enrolment/picture", tag = "host", request_body(content = Vec<u8>, content_type = "image/jpeg"),
    responses((status = 200, body = EnrolmentView, description = "How far it is"),
        (status = 400, body = Fault, description = "It didn't come whole"), (status = 413, body = Fault, description = "Too long"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 409, body = Fault, description = "None is awaited now"), (status = 422, body = Fault, description = "No picture"),
        (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn picture(State(desk): State<Desk>, who: Who, request: Request) -> Answer {
    who.must_host()?;
    let file = bytes(request, PICTURE_LIMIT).await?;
    viewed(asked(&desk, move |k| k.enrol_picture(&file)).await?)
}

/// The host: a card of the deck being made known, cut out.
#[utoipa::path(get, path = "/api/enrolment/cards/{number}", tag = "host", params(("number" = u64, Path, description = "The card, from 0")),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>, description = "The card"),
        (status = 400, body = Fault, description = "Not a number"),
        (status = 401, body = Fault, description = "The host's token is missing"), (status = 403, body = Fault, description = "Not the host"),
        (status = 404, body = Fault, description = "No such card"), (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn card(State(desk): State<Desk>, who: Who, Path(number): Path<String>) -> Answer {
    who.must_host()?;
    let none = || Fault::not_found(format!("there is no card `{number}`"));
    let number = number.parse::<usize>().map_err(|_| none())?;
    let jpeg = asked(&desk, move |k| k.card_seen(number)).await?;
    let kind = [(header::CONTENT_TYPE, "image/jpeg"), NO_STORE];
    Ok((kind, jpeg).into_response())
}
