//! Entries into the JSON lines of the contract, seats by their names, and facts back from them: what `watch` prints, the journal's page
//! and file hold, and an import reads.

use serde_json::{Map, Value, json};

use crate::{
    event::{Entry, Event},
    frame::At,
    play::{Seq, Witness},
    ruling::Ruling,
    seat::{Seat, Seating},
};

/// One entry as a line. `says` puts a ruling into a sentence.
#[must_use]
pub fn line(entry: &Entry, seating: Option<&Seating>, says: impl Fn(&Ruling) -> String) -> Value {
    let mut out = Map::new();
    out.insert("seq".to_owned(), json!(entry.seq));
    out.insert("at".to_owned(), json!(entry.at));
    out.extend(body(&entry.event));
    if let Event::Ruling(ruling) = &entry.event {
        // The sentence stands where the contract shows it, after the proof.
        let rest: Vec<_> = ["convicts", "option", "args"]
            .iter()
            .filter_map(|key| out.shift_remove_entry(*key))
            .collect();
        out.insert("says".to_owned(), json!(says(ruling)));
        out.extend(rest);
    }
    let mut value = Value::Object(out);
    if let (Some(seating), false) = (seating, matches!(entry.event, Event::Seated { .. })) {
        seating.name_all(&mut value);
    }
    value
}

/// Everything but the number and the time.
fn body(event: &Event) -> Map<String, Value> {
    let mut out = match event {
        // A correction is a line of its own kind with the number that it replaces.
        Event::Replaced { of, with } => {
            let mut out = body(with);
            out.insert("replaces".to_owned(), json!(of));
            out
        }
        Event::Inserted { before, what } => {
            let mut out = body(what);
            out.insert("before".to_owned(), json!(before));
            out
        }
        _ => match serde_json::to_value(event) {
            Ok(Value::Object(out)) => out,
            _ => Map::new(),
        },
    };
    if let Event::Laid {
        confidence, signs, ..
    } = event
    {
        let rounded = (f64::from(*confidence) * 1000.0).round() / 1000.0;
        out.insert("confidence".to_owned(), json!(rounded));
        if signs == &crate::sighting::Signs::default() {
            out.shift_remove("signs");
        }
    }
    out
}

/// A line that can't be read as a fact.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineError {
    /// Not a JSON object.
    #[error("it is no JSON object")]
    NoObject,
    /// Not an entry.
    #[error("it is no entry of a record: {0}")]
    NoEntry(String),
    /// A name of nobody at the table.
    #[error("nobody at the table is called `{0}`")]
    Nobody(String),
}

/// A line back into its entry; `None` for what was told, which follows from the facts. `seating` is that of the lines before.
///
/// # Errors
/// When the line is no entry, or names somebody who isn't at the table.
pub fn from_line(line: &Value, seating: Option<&Seating>) -> Result<Option<Entry>, LineError> {
    let mut fields = line.as_object().ok_or(LineError::NoObject)?.clone();
    let mut take = |key: &str| fields.shift_remove(key);
    let bad = |e: serde_json::Error| LineError::NoEntry(e.to_string());
    let seq: Seq = serde_json::from_value(take("seq").unwrap_or_default()).map_err(bad)?;
    let at: At = serde_json::from_value(take("at").unwrap_or_default()).map_err(bad)?;
    let number = |value: Option<Value>| {
        value
            .map(serde_json::from_value::<Seq>)
            .transpose()
            .map_err(bad)
    };
    let before = number(take("before"))?;
    let replaces = number(take("replaces"))?;
    let mut body = Value::Object(fields);
    if body["event"] != "seated" {
        number_seats(&mut body, seating)?;
    }
    if matches!(
        body["event"].as_str(),
        Some(
            "ruling"
                | "transfer"
                | "withdrawn"
                | "decision_holds"
                | "deal_opened"
                | "deal_closed"
                | "end"
        )
    ) {
        return Ok(None);
    }
    let mut event: Event = serde_json::from_value(body).map_err(bad)?;
    event = match (event, replaces, before) {
        // The camera corrects itself, the host puts something else in its place.
        (
            Event::Laid {
                card,
                seat,
                zone,
                confidence,
                by,
                signs,
                ..
            },
            Some(of),
            _,
        ) if by != Witness::Host => {
            let replaces = Some(of);
            Event::Laid {
                card,
                seat,
                zone,
                confidence,
                by,
                signs,
                replaces,
            }
        }
        (with, Some(of), _) => Event::Replaced {
            of,
            with: Box::new(with),
        },
        (what, None, Some(before)) => Event::Inserted {
            before,
            what: Box::new(what),
        },
        (event, None, None) => event,
    };
    Ok(Some(Entry { seq, at, event }))
}

/// Names back into seat numbers, where a name can stand.
fn number_seats(body: &mut Value, seating: Option<&Seating>) -> Result<(), LineError> {
    let seat = |text: &str| -> Result<Option<String>, LineError> {
        if matches!(text, "pot" | "bank")
            || text.starts_with("board:")
            || text.parse::<Seat>().is_ok()
        {
            return Ok(None);
        }
        let found = seating.and_then(|s| s.by_name(text));
        found.map_or_else(
            || Err(LineError::Nobody(text.to_owned())),
            |s| Ok(Some(s.to_string())),
        )
    };
    for path in ["/seat", "/dealer", "/call/to", "/decision/fine/to"] {
        if let Some(Value::String(text)) = body.pointer_mut(path)
            && let Some(number) = seat(text)?
        {
            *text = number;
        }
    }
    Ok(())
}
