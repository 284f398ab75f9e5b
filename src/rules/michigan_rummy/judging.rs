//! What a deal of Michigan Rummy proved into rulings: which may accuse, what they need to be said, and what the house makes of them.

use std::collections::BTreeMap;

use super::{
    deal,
    game::{MichiganRummy, Phase},
    options::Penalty,
};
use crate::{
    card::Card,
    play::{Act, Call, Seq, Zone},
    rules::{
        Outcome,
        finding::{self, Finding},
        options::word,
    },
    ruling::{Ruling, Verdict},
    seat::Seat,
};

impl MichiganRummy {
    /// Judges the counts of the hands once the deal is over: what is said of the dummy, a bet, a card.
    pub(super) fn judge_the_deal(&mut self, act: &Act, outcome: &mut Outcome) {
        let over = match act {
            Act::Call(call) => matches!(call, Call::Dummy { .. } | Call::Poker { .. }),
            act => matches!(act, Act::Laid { .. }),
        };
        if over && !std::mem::replace(&mut self.deal_judged, true) {
            let dealer = self.setup.dealer;
            if let Some(seq) = self.opening.overdealt(dealer, self.setup.seats.len()) {
                let finding = Finding::by_itself("deal_count", dealer, seq);
                self.tell(&finding, Verdict::Violation, outcome);
            }
        }
    }

    /// More cards of one seat than a hand can have: a rule was broken, or a card misread; nobody is accused any more.
    pub(super) fn judge_the_world(&mut self, seat: Seat, seq: Seq, outcome: &mut Outcome) {
        let played = self.played.get(&seat).copied().unwrap_or(0);
        let most = deal::sizes(self.setup.seats.len()).map_or(0, |s| s.big);
        if played + self.record.known_unplayed(seat) > most && !self.setup.finale {
            let finding = Finding::by_itself("impossible_world", None, seq);
            if !self.world_told {
                self.world_told = true;
                self.tell(&finding, Verdict::Violation, outcome);
            }
            self.telling.contradict();
        } else if !self.world_told && !self.setup.finale && self.phase >= Phase::Stops {
            self.judge_the_dealings(seq, outcome);
        }
    }

    /// No dealing of the unseen cards is left, if everybody kept to the rules: a question, for nobody knows who didn't.
    fn judge_the_dealings(&mut self, seq: Seq, outcome: &mut Outcome) {
        let Some(conflict) = self.knowledge().and_then(|k| k.conflict()) else {
            return;
        };
        self.world_told = true;
        let finding = Finding::by_itself("impossible_world", None, seq);
        let cards: Vec<String> = conflict.cards.iter().map(|c| c.to_string()).collect();
        let args = BTreeMap::from([
            ("cards".to_owned(), cards.join(" ")),
            ("n".to_owned(), conflict.room.max(0).to_string()),
        ]);
        let ruling = self.telling.say(Verdict::Inconclusive, &finding, args);
        outcome.rulings.extend(ruling);
    }

    /// Somebody sees where a card lies: what it would have explained, laid unseen, is proved once no other card would. Laid, it settles nothing
    /// before another lead or a stop since: it may only have been read late. `turns` are those before it was laid.
    pub(super) fn account_for(
        &mut self,
        card: Card,
        zone: &Zone,
        turns: usize,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        let turned_up = matches!(zone, Zone::Hand | Zone::Aside);
        for (finding, then) in &mut self.held {
            if finding.unless.contains(card) && (turned_up || turns > *then) {
                finding.unless.remove(card);
                finding.proof.push(seq);
                finding.at_once = false;
            }
        }
        let held = std::mem::take(&mut self.held);
        let (proved, open): (Vec<_>, Vec<_>) =
            held.into_iter().partition(|(f, _)| f.unless.is_empty());
        self.held = open;
        for (finding, _) in proved {
            self.tell(&finding, Verdict::Violation, outcome);
        }
    }

    /// Tells what the record proved, and what the house's penalty makes of it.
    pub(super) fn tell_findings(&mut self, outcome: &mut Outcome) {
        let mut found = self.record.take_findings();
        finding::in_order(&mut found);
        for finding in found {
            if finding.code == "wrong_leader" && !self.stops_are_said {
                self.telling.doubt(finding.offence); // the lead may have been passed without a word
            }
            let contradicts = matches!(finding.code, "card_seen_twice" | "card_changed_hands");
            self.accuse(finding, outcome);
            if contradicts {
                self.telling.contradict();
            }
        }
    }

    /// Tells what the record proves: asks first, where a single card that was laid and not seen would explain it. This is the one difference to
    /// worked positions, which take the record at its word.
    pub(super) fn accuse(&mut self, finding: Finding, outcome: &mut Outcome) {
        if finding.unless.is_empty() {
            self.tell(&finding, Verdict::Violation, outcome);
        } else {
            self.tell(&finding, Verdict::Inconclusive, outcome);
            self.held.push((finding, self.turns));
        }
    }

    /// Tells a finding: as a violation where the record is firm, else with that verdict.
    pub(super) fn tell(&mut self, finding: &Finding, verdict: Verdict, outcome: &mut Outcome) {
        let args = self.args(finding);
        let ruling = match verdict {
            Verdict::Violation => self.telling.tell(finding, args),
            _ => self.telling.say(verdict, finding, args),
        };
        let Some(mut ruling) = ruling else { return };
        if verdict == Verdict::Disputed {
            ruling.option = Some("combo_cards_block".to_owned());
        }
        if ruling.verdict == Verdict::Violation {
            self.punish(&ruling);
        }
        outcome.rulings.push(ruling);
    }

    fn args(&self, finding: &Finding) -> BTreeMap<String, String> {
        let mut args = BTreeMap::new();
        if let Some(seat) = finding.against {
            args.insert("seat".to_owned(), seat.to_string());
        }
        if !finding.unless.is_empty() {
            let unseen: Vec<String> = finding.unless.iter().map(|c| c.to_string()).collect();
            args.insert("unseen".to_owned(), unseen.join(" "));
        }
        let mut laid = self.facts.iter().filter_map(|(seq, play)| match &play.act {
            Act::Laid {
                card: Some(card), ..
            } if finding.proof.contains(seq) => Some(*card),
            _ => None,
        });
        if let Some(first) = laid.next() {
            args.insert("card".to_owned(), first.to_string());
            let other = laid.next().unwrap_or(first);
            args.insert("other".to_owned(), other.to_string());
        }
        if costs(finding.code) {
            args.insert("penalty".to_owned(), word(self.setup.options.penalty));
        }
        if let ("bet_over_cap", Some(cap)) = (finding.code, self.setup.options.bet_cap) {
            args.insert("cap".to_owned(), cap.to_string());
        }
        if finding.code == "impossible_world" {
            let most = deal::sizes(self.setup.seats.len()).map_or(0, |s| s.big);
            args.insert("n".to_owned(), most.to_string());
            let card = args.get("card").cloned().unwrap_or_default();
            args.insert("cards".to_owned(), card);
        }
        let count = self.facts.iter().find_map(|(seq, play)| match play.act {
            Act::Backs { count, .. } if finding.proof.contains(seq) => Some((count, play.seat)),
            _ => None,
        });
        if let (Some((count, seat)), "deal_count") = (count, finding.code) {
            let seat = seat.or(finding.against);
            args.insert("n".to_owned(), count.to_string());
            args.insert("due".to_owned(), "13".to_owned());
            args.extend(seat.map(|s| ("seat".to_owned(), s.to_string())));
        }
        args
    }

    /// §4 A8: a chip to each opponent, and no pay card any more.
    fn punish(&mut self, ruling: &Ruling) {
        let Some(seat) = ruling.against.filter(|_| costs(&ruling.code)) else {
            return;
        };
        if self.setup.options.penalty == Penalty::ChipEachAndNoCollect && self.closed.is_none() {
            for other in self.setup.seats.clone() {
                if other != seat {
                    self.purse.give(seat, other, 1, "penalty");
                }
            }
            self.barred.insert(seat);
        }
    }
}

/// Whether tables may have a penalty on that offence (§4 A8).
fn costs(code: &str) -> bool {
    matches!(code, "lead_not_lowest" | "withheld_next")
}
