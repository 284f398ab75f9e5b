//! The players' names in a worked position into seats, and seats in an answer back into names.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::NoAnswer;
use crate::{
    chips::Chips,
    play::Seq,
    rules::finding::{self, Finding},
    seat::Seat,
};

/// Names, each the seat of its place in the list.
#[derive(Default)]
pub(crate) struct Names(Vec<String>);

impl Names {
    /// The players clockwise.
    pub(crate) fn new(names: &[String]) -> Self {
        Self(names.to_vec())
    }

    /// All seats, clockwise.
    pub(crate) fn seats(&self) -> Vec<Seat> {
        (0..self.0.len())
            .filter_map(|i| u8::try_from(i).ok())
            .map(Seat)
            .collect()
    }

    /// The seat of a player of the list.
    pub(crate) fn seat(&self, name: &str) -> Result<Seat, NoAnswer> {
        let at = self.0.iter().position(|n| n == name);
        at.and_then(|i| u8::try_from(i).ok())
            .map(Seat)
            .ok_or_else(|| NoAnswer::impossible(format_args!("`{name}` is none of the players")))
    }

    /// The seat of a player, who joins the list where he is new.
    pub(crate) fn met(&mut self, name: &str) -> Result<Seat, NoAnswer> {
        if !self.0.iter().any(|n| n == name) {
            self.0.push(name.to_owned());
        }
        self.seat(name)
    }

    /// The name of a seat.
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.0.get(usize::from(seat.0)).map_or("?", String::as_str)
    }

    /// The names of seats, in their order.
    pub(crate) fn names(&self, seats: &[Seat]) -> Vec<&str> {
        seats.iter().map(|s| self.name(*s)).collect()
    }

    /// Chips by name, all players named.
    pub(crate) fn chips(&self, chips: &BTreeMap<Seat, Chips>) -> Value {
        let entry = |seat: Seat| {
            let chips = chips.get(&seat).copied().unwrap_or(0);
            (self.name(seat).to_owned(), json!(chips))
        };
        Value::Object(self.seats().into_iter().map(entry).collect())
    }

    /// A value by name, all players named.
    pub(crate) fn by_name(&self, value: impl Fn(Seat) -> Value) -> Value {
        let entry = |seat: Seat| (self.name(seat).to_owned(), value(seat));
        Value::Object(self.seats().into_iter().map(entry).collect::<Map<_, _>>())
    }

    /// Findings whose proof is the indices of the record's events.
    pub(crate) fn violations(&self, findings: &[Finding]) -> (Vec<Value>, &'static str) {
        let index = |seq: &Seq| seq.0;
        let entry = |f: &Finding| {
            let against = f.against.map(|s| self.name(s));
            json!([
                f.code,
                against,
                f.proof.iter().map(index).collect::<Vec<_>>()
            ])
        };
        (
            findings.iter().map(entry).collect(),
            finding::detectable(findings),
        )
    }
}
