//! What can be read: the board, the journal, the settlement, the rules, the pictures behind a ruling, and the server's health.

#![allow(unused_qualifications)] // utoipa writes the types of parameters in full

use std::{convert::Infallible, sync::Arc};

use axum::{
    Json,
    extract::{FromRequestParts, Path, Query, State},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::{IntoParams, ToSchema};

use super::{
    Desk,
    faults::{Asking, Fault},
    keeper::{Form, HouseRule, Keeper, Lang, Picture},
    live::seating,
    who::Who,
};
use crate::{
    card::Card,
    chips::Worth,
    frame::At,
    play::{GameName, Seq},
};

/// Which language.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Asked {
    /// `en` or `ko`; else by `Accept-Language`.
    #[param(required = false)]
    lang: Option<String>,
}

/// The language in which to answer.
pub(super) struct Speech(pub(super) Lang);

impl<S: Send + Sync> FromRequestParts<S> for Speech {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let query = Query::<Asked>::from_request_parts(parts, state).await;
        let named = query.ok().and_then(|Query(asked)| asked.lang);
        let header = parts
            .headers
            .get(header::ACCEPT_LANGUAGE)
            .and_then(|v| v.to_str().ok());
        Ok(Self(Lang::asked(
            named.as_deref().or(header).unwrap_or_default(),
        )))
    }
}

/// Runs what may read a file where it holds nobody up.
pub(super) async fn read<T: Send + 'static>(
    desk: &Desk,
    what: impl FnOnce(&dyn Keeper) -> T + Send + 'static,
) -> Result<T, Fault> {
    let keeper = Arc::clone(&desk.keeper);
    tokio::task::spawn_blocking(move || what(&*keeper))
        .await
        .map_err(|_| Fault::unavailable("reading the evening failed: try again"))
}

/// The whole public state.
#[utoipa::path(get, path = "/api/board", tag = "look", params(Asked),
    responses((status = 200, body = Object, description = "The board: `seq`, `game`, `seating`, `balances`, `deal`, `rulings`, `story`, `questions`, `health`, …; players by name"),
        (status = 401, body = Fault, description = "The board is closed")))]
pub(super) async fn board(
    State(desk): State<Desk>,
    who: Who,
    Speech(lang): Speech,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let text = desk.live.borrow().text(lang, who.host).to_string();
    let kind = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((kind, text).into_response())
}

/// The evening as JSON lines.
#[utoipa::path(get, path = "/api/journal", tag = "look",
    responses((status = 200, content_type = "application/x-ndjson", body = String, description = "One entry a line; `wall_ms`: when it was written, since 1970; `who` ordered it, if anybody did: `host` or a player"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 503, body = Fault, description = "The journal can't be read")))]
pub(super) async fn journal(State(desk): State<Desk>, who: Who) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let text = read(&desk, Keeper::journal)
        .await?
        .map_err(Fault::unavailable)?;
    let text = if who.host { text } else { public(&desk, &text) };
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], text).into_response())
}

/// The lines without the rulings that only the host may see yet.
fn public(desk: &Desk, text: &str) -> String {
    let hidden = desk.board.borrow().untold.clone();
    let is_hidden = |line: &&str| {
        let entry = serde_json::from_str::<Value>(line).unwrap_or_default();
        entry["seq"]
            .as_u64()
            .is_some_and(|seq| hidden.contains(&Seq(seq)))
    };
    let lines = text.split_inclusive('\n');
    if hidden.is_empty() {
        text.to_owned()
    } else {
        lines.filter(|line| !is_hidden(line)).collect()
    }
}

/// How the settlement is wished.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SettlementAsked {
    /// What a chip is worth, such as `0.10EUR`; else what the host entered.
    #[param(required = false)]
    chip: Option<String>,
    /// `json`, `text` to share, or `csv`.
    #[param(required = false)]
    r#as: Option<String>,
    /// `en` or `ko`; else by `Accept-Language`.
    #[param(required = false)]
    #[allow(dead_code)] // read by `Speech`; here for the document
    lang: Option<String>,
}

/// Who pays whom.
#[utoipa::path(get, path = "/api/settlement", tag = "look", params(SettlementAsked),
    responses((status = 200, body = Object, description = "Net chips per player, and the fewest payments that settle them; with a chip's worth also in coins"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 422, body = Fault, description = "No worth of a chip, or no such form"),
        (status = 503, body = Fault, description = "It can't be worked out now")))]
pub(super) async fn settlement(
    State(desk): State<Desk>,
    who: Who,
    Asking(asked): Asking<SettlementAsked>,
    Speech(lang): Speech,
) -> Result<Response, Fault> {
    who.must_look(&desk)?;
    let chip = asked.chip.map(|text| text.parse::<Worth>()).transpose();
    let chip = chip.map_err(|e| Fault::invalid(e.to_string()))?;
    let form = asked.r#as.filter(|form| form != "json");
    let form = form.map(|text| text.parse::<Form>()).transpose();
    if let Some(form) = form.map_err(|e| Fault::invalid(e.to_string()))? {
        let text = read(&desk, move |k| k.settled(lang, form, chip.as_ref())).await?;
        let kind = match form {
            Form::Text => "text/plain; charset=utf-8",
            Form::Csv => "text/csv; charset=utf-8",
        };
        let head = [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "no-store"),
        ];
        return Ok((head, text.map_err(Fault::unavailable)?).into_response());
    }
    let mut value = read(&desk, move |k| k.settlement(chip.as_ref()))
        .await?
        .map_err(Fault::unavailable)?;
    if let Some(seating) = seating(&desk.board.borrow()) {
        seating.name_all(&mut value);
    }
    Ok(Json(value).into_response())
}

/// All evenings of this table.
#[utoipa::path(get, path = "/api/league", tag = "look",
    responses((status = 200, body = Object, description = "`evenings`, and `players` with their chips and what they did, game by game"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 503, body = Fault, description = "The journal can't be read")))]
pub(super) async fn league(State(desk): State<Desk>, who: Who) -> Result<Json<Value>, Fault> {
    who.must_look(&desk)?;
    let league = read(&desk, Keeper::league).await?;
    Ok(Json(league.map_err(Fault::unavailable)?))
}

/// The story of one deal, as it counts now.
#[utoipa::path(get, path = "/api/deals/{number}", tag = "look", params(("number" = u32, Path, description = "The deal of this evening, from 1")),
    responses((status = 200, body = Object, description = "`deal`, its number, and `story`: lines as in the board; players by name"),
        (status = 400, body = Fault, description = "Not a number"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 404, body = Fault, description = "No such deal"),
        (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn deal(
    State(desk): State<Desk>,
    who: Who,
    Path(number): Path<String>,
) -> Result<Json<Value>, Fault> {
    who.must_look(&desk)?;
    let none = || Fault::not_found(format!("there was no deal `{number}` this evening"));
    let deal = number.parse().map_err(|_| none())?;
    let story = read(&desk, move |k| k.story(deal)).await?;
    let mut value = json!({"deal": deal, "story": story.ok_or_else(none)?});
    if let Some(seating) = seating(&desk.board.borrow()) {
        seating.name_all(&mut value);
    }
    Ok(Json(value))
}

/// Which game's rules.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RulesAsked {
    /// `monster`, `mensch` or `michigan_rummy`; else the game that is played.
    #[param(required = false)]
    game: Option<String>,
    /// `en` or `ko`; else by `Accept-Language`.
    #[param(required = false)]
    #[allow(dead_code)] // read by `Speech`; here for the document
    lang: Option<String>,
}

/// The house rules of a game.
#[derive(Serialize, ToSchema)]
pub(super) struct Rules {
    /// The game; `null` where none is played and none was asked for.
    #[schema(value_type = Option<String>)]
    game: Option<GameName>,
    /// Each ambiguity as a choice.
    rules: Vec<HouseRule>,
}

/// This table's house rules.
#[utoipa::path(get, path = "/api/rules", tag = "look", params(RulesAsked),
    responses((status = 200, body = Rules, description = "Each ambiguity as a choice, with what holds here"),
        (status = 400, body = Fault, description = "A query that can't be read"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 404, body = Fault, description = "No such game"),
        (status = 503, body = Fault, description = "They can't be read now")))]
pub(super) async fn rules(
    State(desk): State<Desk>,
    who: Who,
    Asking(asked): Asking<RulesAsked>,
    Speech(lang): Speech,
) -> Result<Json<Rules>, Fault> {
    who.must_look(&desk)?;
    let (played, options) = {
        let board = desk.board.borrow();
        (board.game, board.options.clone())
    };
    let named = asked.game.map(|g| g.parse::<GameName>()).transpose();
    let named = named.map_err(|e| Fault::not_found(e.to_string()))?;
    let options = if named.is_none() || named == played {
        options
    } else {
        Value::Null
    };
    let game = named.or(played);
    let rules = match game {
        Some(game) => read(&desk, move |k| k.rules(lang, game, &options)).await?,
        None => Vec::new(),
    };
    Ok(Json(Rules { game, rules }))
}

/// One picture of the evidence.
#[derive(Serialize, ToSchema)]
pub(super) struct Shown {
    /// The entry that it shows.
    of: u64,
    /// When that was entered, seconds on the source's clock.
    #[schema(value_type = f64)]
    at: At,
    /// When the picture was taken, on the same clock; `null` where that isn't known.
    #[schema(value_type = Option<f64>)]
    taken: Option<At>,
    /// `before` the card lay there, `at` its coming to rest, `after` the hand was gone.
    moment: &'static str,
    /// The card, as it counts now; `null` where it is open.
    #[schema(value_type = Option<String>)]
    card: Option<Card>,
    /// The player who laid it.
    seat: Option<String>,
    /// Where the picture is: JPEG.
    src: String,
}

/// The pictures behind a play or ruling.
#[derive(Serialize, ToSchema)]
pub(super) struct Evidence {
    /// The entry asked about.
    seq: u64,
    /// In the order of the proof.
    pictures: Vec<Shown>,
}

/// The pictures behind a play or ruling.
#[utoipa::path(get, path = "/api/evidence/{seq}", tag = "look", params(("seq" = u64, Path, description = "The entry")),
    responses((status = 200, body = Evidence, description = "Where the pictures are"),
        (status = 400, body = Fault, description = "Not a number"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 404, body = Fault, description = "No pictures of that entry"),
        (status = 503, body = Fault, description = "They can't be read now")))]
pub(super) async fn evidence(
    State(desk): State<Desk>,
    who: Who,
    Path(seq): Path<String>,
) -> Result<Json<Evidence>, Fault> {
    let (seq, pictures) = pictures(&desk, &who, &seq).await?;
    let seating = seating(&desk.board.borrow());
    let name = |seat| {
        seating
            .as_ref()
            .map_or_else(|| format!("{seat}"), |s| s.name(seat))
    };
    let shown = |(i, p): (usize, &Picture)| Shown {
        of: p.of.0,
        at: p.at,
        taken: p.taken,
        moment: p.moment,
        card: p.card,
        seat: p.seat.map(name),
        src: format!("/api/evidence/{seq}/{i}"),
    };
    Ok(Json(Evidence {
        seq: seq.0,
        pictures: pictures.iter().enumerate().map(shown).collect(),
    }))
}

/// One picture of the evidence.
#[utoipa::path(get, path = "/api/evidence/{seq}/{picture}", tag = "look",
    params(("seq" = u64, Path, description = "The entry"), ("picture" = u64, Path, description = "0, 1, … as listed")),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>, description = "The picture"),
        (status = 400, body = Fault, description = "Not a number"),
        (status = 401, body = Fault, description = "The board is closed"),
        (status = 404, body = Fault, description = "No such picture"),
        (status = 503, body = Fault, description = "It can't be read now")))]
pub(super) async fn picture(
    State(desk): State<Desk>,
    who: Who,
    Path((seq, picture)): Path<(String, String)>,
) -> Result<Response, Fault> {
    let (_, pictures) = pictures(&desk, &who, &seq).await?;
    let found = picture
        .parse::<usize>()
        .ok()
        .and_then(|i| pictures.into_iter().nth(i));
    let found = found.ok_or_else(|| {
        Fault::not_found(format!(
            "there is no picture `{picture}` of that entry: the list is one level up"
        ))
    })?;
    let kind = [
        (header::CONTENT_TYPE, "image/jpeg"),
        (header::CACHE_CONTROL, "private, max-age=300"),
    ];
    Ok((kind, found.jpeg).into_response())
}

async fn pictures(desk: &Desk, who: &Who, seq: &str) -> Result<(Seq, Vec<Picture>), Fault> {
    who.must_look(desk)?;
    let none = || Fault::not_found(format!("there are no pictures of entry `{seq}`"));
    let seq = Seq(seq.parse().map_err(|_| none())?);
    if !who.host && desk.board.borrow().untold.contains(&seq) {
        return Err(none());
    }
    let pictures = read(desk, move |k| k.evidence(seq)).await?;
    if pictures.is_empty() {
        return Err(none());
    }
    Ok((seq, pictures))
}

/// Whether the table is seen.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// The age of the newest frame, seconds; `null` where there is none.
    frame_age_s: Option<f64>,
    /// Why it can't be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The server's health.
#[utoipa::path(get, path = "/healthz", tag = "look",
    responses((status = 200, body = Health, description = "Frames arrive"),
        (status = 503, body = Health, description = "None do, and why")))]
pub(super) async fn health(State(desk): State<Desk>) -> Response {
    let (status, health) = match desk.keeper.frame_age() {
        Ok(age) => (
            StatusCode::OK,
            Health {
                frame_age_s: Some(age.as_secs_f64()),
                reason: None,
            },
        ),
        Err(reason) => (
            StatusCode::SERVICE_UNAVAILABLE,
            Health {
                frame_age_s: None,
                reason: Some(reason),
            },
        ),
    };
    (status, Json(health)).into_response()
}
