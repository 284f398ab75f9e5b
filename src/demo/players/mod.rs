//! Chance into what simulated players do: whole deals, played by the rules or with one planted offence, and what a referee should say to it.

use crate::{play::Act, seat::Seat};

pub mod mensch;
pub mod michigan_rummy;
pub mod monster;

/// Something a simulated player does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deed {
    /// Who; `None` where nobody in particular does.
    pub seat: Option<Seat>,
    /// What.
    pub act: Act,
}

/// An offence that was played on purpose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planted {
    /// Its code in the rules.
    pub code: &'static str,
    /// Whom the record will name; `None` where it can name nobody.
    pub against: Option<Seat>,
    /// The deed that offends, by its place in the deal.
    pub offence: usize,
    /// The deed that first proves it.
    pub proved: usize,
}

/// One deal from the dealing to the last card gathered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    /// Who deals.
    pub dealer: Seat,
    /// In order.
    pub deeds: Vec<Deed>,
    /// What was planted and came to be provable; empty in a deal by the rules.
    pub planted: Vec<Planted>,
}
