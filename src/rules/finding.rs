//! What a record proves, as one value for every game: a [`Finding`], and the order in which findings are told (`rules/judging.md` §2).

use super::knowledge::CardSet;
use crate::{play::Seq, seat::Seat};

/// An offence that the record proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The code of `rules/*.md`.
    pub code: &'static str,
    /// Who; `None` where nobody in particular is proved guilty.
    pub against: Option<Seat>,
    /// The minimal proof, in the order of `rules/judging.md`.
    pub proof: Vec<Seq>,
    /// The entry of the offending act.
    pub offence: Seq,
    /// Whether the offending act itself proved it, with nothing that came after.
    pub at_once: bool,
    /// Cards each of which, laid and never seen, would explain the act without an offence. Worked positions take the record at its word and
    /// ask nothing of them; a live table holds the accusation back until it knows where each of them lies.
    pub unless: CardSet,
}

impl Finding {
    /// An offence that the act itself proves, alone.
    #[must_use]
    pub fn by_itself(code: &'static str, against: impl Into<Option<Seat>>, act: Seq) -> Self {
        Self {
            code,
            against: against.into(),
            proof: vec![act],
            offence: act,
            at_once: true,
            unless: CardSet::EMPTY,
        }
    }

    /// An offence that later facts complete the proof of: `proof` begins with the offending act.
    #[must_use]
    pub fn later(code: &'static str, against: impl Into<Option<Seat>>, proof: Vec<Seq>) -> Self {
        Self {
            code,
            against: against.into(),
            offence: proof.first().copied().unwrap_or(Seq(0)),
            proof,
            at_once: false,
            unless: CardSet::EMPTY,
        }
    }

    /// The same, unless one of these cards was laid and not seen.
    #[must_use]
    pub const fn unless(mut self, unseen: CardSet) -> Self {
        self.unless = unseen;
        self
    }

    /// An act that contradicts what the record knew before: `proof` ends with the offending act.
    #[must_use]
    pub fn against_known(
        code: &'static str,
        against: impl Into<Option<Seat>>,
        proof: Vec<Seq>,
    ) -> Self {
        Self {
            code,
            against: against.into(),
            offence: proof.last().copied().unwrap_or(Seq(0)),
            proof,
            at_once: true,
            unless: CardSet::EMPTY,
        }
    }
}

/// Puts findings that one fact completed in the order of telling: the earlier offence first, then by code.
pub fn in_order(findings: &mut [Finding]) {
    findings.sort_by(|a, b| (a.offence, a.code).cmp(&(b.offence, b.code)));
}

/// `none`, `at_once` or `later`, as `rules/judging.md` §2 says it of a list of findings.
#[must_use]
pub fn detectable(findings: &[Finding]) -> &'static str {
    match findings {
        [] => "none",
        _ if findings.iter().all(|f| f.at_once) => "at_once",
        _ => "later",
    }
}
