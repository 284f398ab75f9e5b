//! Findings into rulings: which of them may accuse, and each told once (`table.md`: naming and accusing have two thresholds).

use std::collections::{BTreeMap, BTreeSet};

use super::finding::Finding;
use crate::{
    play::{Play, Seq},
    ruling::{Ruling, Verdict},
    seat::Seat,
};

/// What has been told, and on which facts nobody may be accused.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Telling {
    weak: BTreeSet<Seq>,
    /// The record contradicts itself since then: a card twice, an impossible world.
    contradicted: bool,
    told: BTreeSet<(&'static str, Option<Seat>, Seq, Verdict)>,
}

impl Telling {
    /// Notes how firm a fact is.
    pub fn hear(&mut self, seq: Seq, play: &Play) {
        if !play.convicts() {
            self.weak.insert(seq);
        }
    }

    /// A fact on which nobody may be accused, however it was witnessed: what was said and what was seen differ.
    pub fn doubt(&mut self, seq: Seq) {
        self.weak.insert(seq);
    }

    /// Nobody is accused any more on this record.
    pub fn contradict(&mut self) {
        self.contradicted = true;
    }

    /// The same, as far as it is told already: for a record that is folded again.
    pub fn forget_facts(&mut self) {
        self.weak.clear();
        self.contradicted = false;
    }

    /// Takes over what another fold has told.
    pub fn remember(&mut self, other: &Self) {
        self.told.extend(other.told.iter().copied());
    }

    /// The ruling of a finding, unless it was told before. One that names nobody accuses nobody.
    pub fn tell(&mut self, finding: &Finding, args: BTreeMap<String, String>) -> Option<Ruling> {
        let firm = !self.contradicted && finding.proof.iter().all(|s| !self.weak.contains(s));
        let verdict = if firm {
            Verdict::Violation
        } else {
            Verdict::Inconclusive
        };
        let mut ruling = self.say(verdict, finding, args)?;
        ruling.convicts = Some(finding.offence);
        Some(ruling)
    }

    /// A ruling of that verdict, unless it or a firmer one was told before.
    pub fn say(
        &mut self,
        verdict: Verdict,
        finding: &Finding,
        args: BTreeMap<String, String>,
    ) -> Option<Ruling> {
        let key = |v| (finding.code, finding.against, finding.offence, v);
        if self.told.contains(&key(Verdict::Violation)) || !self.told.insert(key(verdict)) {
            return None;
        }
        let ruling = Ruling {
            verdict,
            code: finding.code.to_owned(),
            against: finding.against,
            proof: finding.proof.clone(),
            convicts: None,
            option: None,
            args,
        };
        Some(ruling.naming_only_the_proved())
    }
}
