//! A proof that the record completed, before it is weighed into a ruling: code, name, entries, and how firm its cards are.

use std::collections::BTreeMap;

use crate::{
    play::Seq,
    ruling::{Ruling, Verdict},
    seat::Seat,
};

/// One completed proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offence {
    /// The code of `rules/mensch.md` §5.
    pub code: &'static str,
    /// Who is proved to have done it.
    pub against: Option<Seat>,
    /// The entries that prove it, in the order of `rules/judging.md`.
    pub proof: Vec<Seq>,
    /// The offending entry; proofs completed together are told in its order.
    pub convicts: Seq,
    /// Whether every fact that it rests on may be used against somebody, those that the proof doesn't list included.
    pub firm: bool,
    /// What it is at most.
    pub verdict: Verdict,
    /// The option on which a disputed one rests.
    pub option: Option<&'static str>,
    /// What the sentence needs to be said.
    pub args: BTreeMap<String, String>,
}

impl Offence {
    /// A violation with that proof; the first entry of the proof is the offending one.
    pub(super) fn new(
        code: &'static str,
        against: Option<Seat>,
        proof: Vec<Seq>,
        firm: bool,
    ) -> Self {
        Self {
            code,
            against,
            convicts: proof.first().copied().unwrap_or(Seq(0)),
            proof,
            firm,
            verdict: Verdict::Violation,
            option: None,
            args: BTreeMap::new(),
        }
    }

    /// With that entry as the offending one.
    pub(super) fn convicting(mut self, seq: Seq) -> Self {
        self.convicts = seq;
        self
    }

    /// No more than that.
    pub(super) fn at_most(mut self, verdict: Verdict) -> Self {
        self.verdict = verdict;
        self
    }

    /// Disputed: it rests on that option.
    pub(super) fn disputed(mut self, option: &'static str) -> Self {
        self.verdict = Verdict::Disputed;
        self.option = Some(option);
        self
    }

    /// With something for the sentence to say.
    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.args.insert(name.to_owned(), value.to_string());
        self
    }

    /// The ruling: what isn't firm accuses nobody, and is asked instead (`table.md`). `newest` is the entry that completed it.
    #[must_use]
    pub fn ruling(self, newest: Seq) -> Ruling {
        let accuses = matches!(self.verdict, Verdict::Violation | Verdict::Disputed);
        let verdict = if accuses && !self.firm {
            Verdict::Inconclusive
        } else {
            self.verdict
        };
        let ruling = Ruling {
            verdict,
            code: self.code.to_owned(),
            against: self.against,
            proof: self.proof,
            convicts: (self.convicts != newest).then_some(self.convicts),
            option: self.option.map(str::to_owned),
            args: self.args,
        };
        ruling.naming_only_the_proved()
    }
}

/// Puts proofs that one fact completed into the order of `rules/judging.md` §2: the earlier offence first, then by code.
pub(super) fn in_order(offences: &mut [Offence]) {
    offences.sort_by(|a, b| (a.convicts, a.code).cmp(&(b.convicts, b.code)));
}
