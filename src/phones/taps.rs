//! Taps on phones into orders to the evening: checked for who may, translated from names, and never carried out twice.

mod bodies;
mod taken;

use std::collections::BTreeMap;

use axum::{Json, extract::State, http::StatusCode};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    Desk,
    faults::{Body, Fault},
    live::{seating, shown},
    reads::read,
    seats::{HOST, MIDDLE, check_name, unkept},
    who::Who,
};
use crate::{
    board::Board,
    chips::Bank,
    event::{Decision, Event},
    play::{Call, Seq, Witness},
    seat::{Seat, Seating},
};

pub(super) use bodies::{
    Answering, Banking, Buying, Calling, Correcting, Deciding, Pausing, Saying, SettingUp,
};
pub(super) use taken::Taken;

/// What was entered. Whoever reads the board after this answer finds it there.
#[derive(Serialize, ToSchema)]
pub(super) struct Entered {
    /// The entry's number. A repeat under the same id answers the same number.
    seq: u64,
}

type Answer = Result<Json<Entered>, Fault>;

async fn enter(desk: &Desk, who: &Who, id: &str, event: Event) -> Answer {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if id.is_empty() || id.len() > 64 || !id.chars().all(fits) {
        return Err(Fault::invalid(
            "`id` must be 1 to 64 letters, digits, - _ or .: a fresh one for each tap, the same one for a repeat",
        ));
    }
    let asker = match &who.seat {
        _ if who.host => HOST,
        Some(name) => name.as_str(),
        None => MIDDLE,
    };
    let order = desk
        .taps
        .enter(&desk.orders, format!("{asker}:{id}"), event);
    let entered = order.await;
    let seq = entered.map_err(|fault| fault.naming(seating(&desk.board.borrow()).as_ref()))?;
    shown(desk).await;
    Ok(Json(Entered { seq: seq.0 }))
}

/// A call of a seat. The host may call for any seat, the phone in the middle for those without one.
#[utoipa::path(post, path = "/api/calls", tag = "play", request_body = Calling, responses(bodies::OrderAnswers))]
pub(super) async fn call(State(desk): State<Desk>, who: Who, Body(body): Body<Calling>) -> Answer {
    who.must_play()?;
    let seating = seated(&desk)?;
    let seat = seat_named(&seating, &body.seat)?;
    who.must_be(&seating.name(seat), &desk)?;
    let own = who.seat.as_deref() == Some(seating.name(seat).as_str());
    let by = if own || !who.host {
        Witness::Phone
    } else {
        Witness::Host
    };
    let call: Call = parsed(numbered(body.call, &seating), "call", Some(&seating))?;
    enter(&desk, &who, &body.id, Event::Call { seat, call, by }).await
}

/// The host: which card the reader asked about.
#[utoipa::path(post, path = "/api/answers", tag = "host", request_body = Answering, responses(bodies::OrderAnswers))]
pub(super) async fn answer(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Answering>,
) -> Answer {
    who.must_host()?;
    let open = desk
        .board
        .borrow()
        .questions
        .iter()
        .any(|q| q.seq.0 == body.of);
    if !open && !desk.taps.knows(&format!("host:{}", body.id)) {
        return Err(Fault::conflict(format!(
            "question {} is not open: it was answered, or there never was one",
            body.of
        )));
    }
    let card = match body.card {
        Value::Null => None,
        card => Some(parsed(card, "card", None)?),
    };
    let of = Seq(body.of);
    enter(&desk, &who, &body.id, Event::Answered { of, card }).await
}

/// The host: strike, undo, replace or insert an entry.
#[utoipa::path(post, path = "/api/corrections", tag = "host", request_body = Correcting, responses(bodies::OrderAnswers))]
pub(super) async fn correct(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Correcting>,
) -> Answer {
    who.must_host()?;
    let seating = seated(&desk)?;
    let event = match (body.strike, body.undo, body.replace, body.insert) {
        (Some(of), None, None, None) => Event::Struck { of: Seq(of) },
        (None, Some(of), None, None) => Event::Undone { of: Seq(of) },
        (None, None, Some(of), None) => {
            let old = read(&desk, move |k| k.fact(Seq(of))).await?;
            let with = body.with.unwrap_or_default();
            let with = Box::new(fact(old.as_ref(), with, &seating)?);
            Event::Replaced { of: Seq(of), with }
        }
        (None, None, None, Some(what)) => {
            let next = desk.board.borrow().seq + 1;
            let before = Seq(body.before.unwrap_or(next));
            let what = Box::new(fact(None, what, &seating)?);
            Event::Inserted { before, what }
        }
        _ => {
            return Err(Fault::invalid(
                "a correction has one of `strike`, `undo`, `replace` (with `with`) and `insert` (with `before`)",
            ));
        }
    };
    enter(&desk, &who, &body.id, event).await
}

/// The host decides about a ruling or the deal.
#[utoipa::path(post, path = "/api/decisions", tag = "host", request_body = Deciding, responses(bodies::OrderAnswers))]
pub(super) async fn decide(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Deciding>,
) -> Answer {
    who.must_host()?;
    let seating = seating(&desk.board.borrow());
    let decision = match &seating {
        Some(seating) => numbered(body.decision, seating),
        None => body.decision,
    };
    let decision: Decision = parsed(decision, "decision", seating.as_ref())?;
    let of = Seq(body.of.unwrap_or(desk.board.borrow().seq));
    enter(&desk, &who, &body.id, Event::Decided { of, decision }).await
}

/// The host: who plays what from now on.
#[utoipa::path(post, path = "/api/evening", tag = "host", request_body = SettingUp, responses(bodies::OrderAnswers))]
pub(super) async fn set_up(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<SettingUp>,
) -> Answer {
    who.must_host()?;
    let game = body.game.parse().map_err(invalid)?;
    let seating = seats(&desk.board.borrow(), &body.seats, &body.renamed)?;
    let players = crate::play::GameName::players(game);
    if !players.contains(&seating.len()) {
        let (least, most) = (players.start(), players.end());
        let count = if least == most {
            format!("{least}")
        } else {
            format!("{least} to {most}")
        };
        return Err(Fault::invalid(format!(
            "{} players, and {game} is played by {count}: add or remove some",
            seating.len()
        )));
    }
    if !(body.options.is_object() || body.options.is_null()) {
        return Err(Fault::invalid("`options` is an object of option names"));
    }
    let dealer = body
        .dealer
        .map(|name| seat_named(&seating, &name))
        .transpose()?;
    let id = &body.id;
    if desk.board.borrow().seating != seating.places() {
        let seated = Event::Seated { seating };
        let Json(_) = enter(&desk, &who, &format!("{id}.seated"), seated).await?;
        desk.access.rename(&body.renamed).map_err(unkept)?;
    }
    let options = body.options;
    let game = Event::Game {
        game,
        options,
        dealer,
    };
    enter(&desk, &who, id, game).await
}

/// The host: a new evening with the same people. The one that ends stays in the journal; one in which nothing was played goes on.
#[utoipa::path(post, path = "/api/evening/new", tag = "host",
    responses((status = 204, description = "It has begun"),
        (status = 401, body = Fault, description = "No token"), (status = 403, body = Fault, description = "Not the host"),
        (status = 503, body = Fault, description = "It can't be written: the old one goes on")))]
pub(super) async fn begin_anew(State(desk): State<Desk>, who: Who) -> Result<StatusCode, Fault> {
    who.must_host()?;
    let keeper = std::sync::Arc::clone(&desk.keeper);
    let begun = tokio::task::spawn_blocking(move || keeper.begin_anew()).await;
    begun
        .map_err(|_| Fault::unavailable("beginning an evening failed: try again"))?
        .map_err(Fault::unavailable)?;
    shown(&desk).await;
    Ok(StatusCode::NO_CONTENT)
}

/// The host: play rests, or goes on.
#[utoipa::path(post, path = "/api/pause", tag = "host", request_body = Pausing, responses(bodies::OrderAnswers))]
pub(super) async fn pause(State(desk): State<Desk>, who: Who, Body(body): Body<Pausing>) -> Answer {
    who.must_host()?;
    let paused = body.paused;
    enter(&desk, &who, &body.id, Event::Paused { paused }).await
}

/// The host: a player buys chips from the bank or cashes out.
#[utoipa::path(post, path = "/api/chips", tag = "host", request_body = Buying, responses(bodies::OrderAnswers))]
pub(super) async fn chips(State(desk): State<Desk>, who: Who, Body(body): Body<Buying>) -> Answer {
    who.must_host()?;
    let seating = seated(&desk)?;
    let seat = seat_named(&seating, &body.seat)?;
    let event = match (body.bought, body.cashed_out) {
        (Some(chips), None) => Event::Bought { seat, chips },
        (None, Some(chips)) => Event::CashedOut { seat, chips },
        _ => return Err(Fault::invalid("chips are either `bought` or `cashed_out`")),
    };
    enter(&desk, &who, &body.id, event).await
}

/// The host: what a chip is worth, whether debts are allowed, or a night for points.
#[utoipa::path(post, path = "/api/bank", tag = "host", request_body = Banking, responses(bodies::OrderAnswers))]
pub(super) async fn bank(State(desk): State<Desk>, who: Who, Body(body): Body<Banking>) -> Answer {
    who.must_host()?;
    let chip = body.chip.filter(|text| !text.trim().is_empty());
    let bank = Bank {
        chip: chip.map(|text| text.parse()).transpose().map_err(invalid)?,
        debts: body.debts,
        points: body.points,
    };
    enter(&desk, &who, &body.id, Event::Bank(bank)).await
}

/// The host: when rulings are shown to everybody.
#[utoipa::path(post, path = "/api/telling", tag = "host", request_body = Saying, responses(bodies::OrderAnswers))]
pub(super) async fn telling(
    State(desk): State<Desk>,
    who: Who,
    Body(body): Body<Saying>,
) -> Answer {
    who.must_host()?;
    let when = parsed(body.when.into(), "time to tell a ruling", None)?;
    enter(&desk, &who, &body.id, Event::Telling { when }).await
}

/// The seating, with the numbers of those who sit or sat here already, also under another name.
fn seats(
    board: &Board,
    names: &[String],
    renamed: &BTreeMap<String, String>,
) -> Result<Seating, Fault> {
    let drawn: Seating = names.join(",").parse().map_err(invalid)?;
    for place in drawn.places() {
        check_name(&place.name)?;
    }
    let Some(before) = seating(board) else {
        return Ok(drawn);
    };
    // A repeat of the tap finds the new name only.
    let nobody = |(old, new): &(&String, &String)| {
        before.by_name(old).is_none() && before.by_name(new).is_none()
    };
    if let Some((old, _)) = renamed.iter().find(nobody) {
        return Err(Fault::not_found(format!(
            "nobody named {old} sits at this table"
        )));
    }
    let before = before.renamed(renamed).map_err(invalid)?;
    Ok(drawn.numbered_after(&before))
}

fn seated(desk: &Desk) -> Result<Seating, Fault> {
    seating(&desk.board.borrow())
        .ok_or_else(|| Fault::conflict("nobody sits at the table yet: set it up at /host first"))
}

fn seat_named(seating: &Seating, name: &str) -> Result<Seat, Fault> {
    let known =
        |s: &Seat| seating.index(*s).is_some() || seating.left().iter().any(|p| p.seat == *s);
    let numbered = || name.parse().ok().filter(known);
    seating
        .by_name(name)
        .or_else(numbered)
        .ok_or_else(|| Fault::not_found(format!("nobody named {name} sits at this table")))
}

/// A fact entered by the host: the old one, if any, with the given fields put in its place.
fn fact(old: Option<&Event>, new: Value, seating: &Seating) -> Result<Event, Fault> {
    let old = old.and_then(|e| serde_json::to_value(e).ok());
    let mut whole = old.unwrap_or_else(|| Value::Object(serde_json::Map::new()));
    let (Some(fields), Value::Object(new)) = (whole.as_object_mut(), numbered(new, seating)) else {
        return Err(Fault::invalid(
            "a fact is an object, such as {\"event\":\"laid\",\"card\":\"QH\",\"seat\":\"A\",\"zone\":\"trick\"}",
        ));
    };
    fields.extend(new);
    fields.insert("by".into(), "host".into());
    fields.insert("confidence".into(), 1.0.into());
    for gone in ["signs", "replaces"] {
        fields.remove(gone);
    }
    let event: Event = parsed(whole, "fact", Some(seating))?;
    match event {
        Event::Laid { .. } | Event::Lifted { .. } | Event::Backs { .. } | Event::Call { .. } => {
            Ok(event)
        }
        _ => Err(Fault::invalid(
            "only `laid`, `lifted`, `backs` and `call` can be put into the record: rulings and chips follow from them",
        )),
    }
}

/// The same with players by number, where a player or an account stands.
fn numbered(mut value: Value, seating: &Seating) -> Value {
    fn walk(value: &mut Value, seating: &Seating) {
        let Value::Object(fields) = value else { return };
        for (key, v) in fields.iter_mut() {
            match v {
                Value::String(name) if ["seat", "to", "from"].contains(&key.as_str()) => {
                    if let Some(seat) = seating.by_name(name) {
                        *name = seat.to_string();
                    }
                }
                _ => walk(v, seating),
            }
        }
    }
    walk(&mut value, seating);
    value
}

fn parsed<T: serde::de::DeserializeOwned>(
    value: Value,
    what: &str,
    seating: Option<&Seating>,
) -> Result<T, Fault> {
    let text = value.to_string();
    serde_json::from_value(value).map_err(|e| {
        Fault::invalid(format!("`{text}` is no {what} that can be entered: {e}")).naming(seating)
    })
}

fn invalid(error: impl std::fmt::Display) -> Fault {
    Fault::invalid(error.to_string())
}
