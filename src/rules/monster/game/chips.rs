//! Antes, penalties and the pot into transfers, and what is reported as paid or taken into whether that was right.

use super::super::{
    hand::{self, Rank},
    live::rank_of,
};
use super::Monster;
use crate::{
    chips::{Account, Chips, Transfer},
    play::Seq,
    rules::{Outcome, finding::Finding},
    ruling::Verdict,
    seat::Seat,
};
use std::collections::BTreeMap;

impl Monster {
    pub(super) fn ante(&mut self, outcome: &mut Outcome) {
        if std::mem::replace(&mut self.anted, true) {
            return;
        }
        for seat in self.setup.seats.clone() {
            self.pay(seat, self.setup.ante, "ante", outcome);
        }
    }

    pub(super) fn pay(&mut self, seat: Seat, chips: Chips, reason: &str, outcome: &mut Outcome) {
        self.pot += chips;
        *self.net.entry(seat).or_default() -= chips;
        if chips > 0 {
            outcome.transfers.push(Transfer {
                from: Account::Seat(seat),
                to: Account::Pot,
                chips,
                reason: reason.to_owned(),
            });
        }
    }

    pub(super) fn receive(&mut self, seat: Seat, chips: Chips, outcome: &mut Outcome) {
        self.pot -= chips;
        *self.net.entry(seat).or_default() += chips;
        if chips > 0 {
            outcome.transfers.push(Transfer {
                from: Account::Pot,
                to: Account::Seat(seat),
                chips,
                reason: "pot".to_owned(),
            });
        }
    }

    /// A payment reported by a table that plays with real chips.
    pub(super) fn paid(
        &mut self,
        seat: Seat,
        chips: Chips,
        to: &Account,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        if *to != Account::Pot {
            return;
        }
        self.reports_chips = true;
        let code = if let Some(owed) = self.due.remove(&seat) {
            (owed != chips).then_some("penalty_unpaid")
        } else {
            let first_round = self.last_settled.is_none() && !self.round.has_acts();
            (first_round && chips != self.setup.ante).then_some("ante_wrong")
        };
        if let Some(code) = code {
            let finding = Finding::by_itself(code, seat, seq);
            let mut args = self.args(&finding);
            args.insert("paid".to_owned(), chips.to_string());
            args.insert("ante".to_owned(), self.setup.ante.to_string());
            outcome.rulings.extend(self.telling.tell(&finding, args));
        }
    }

    /// The pot taken by one to whom it doesn't belong: whoever judged the fight was wrong, no player.
    pub(super) fn took(&mut self, seat: Seat, what: &str, seq: Seq, outcome: &mut Outcome) {
        let Some(settled) = self.last_settled.as_ref().filter(|_| what == "pot") else {
            return;
        };
        if settled.winners().contains(&seat) {
            return;
        }
        let raw: Vec<Rank> = self.pile_ranks();
        let beaten_by_duplicates = settled.champion_hand.as_ref().is_some_and(|h| {
            hand::compare(h, &settled.monster).is_gt() && hand::compare(h, &raw).is_le()
        });
        let code = if beaten_by_duplicates && !settled.champions.contains(&seat) {
            "monster_not_deduped"
        } else {
            "wrong_champion"
        };
        let finding = Finding::by_itself(code, None, seq);
        outcome
            .rulings
            .extend(self.telling.tell(&finding, BTreeMap::new()));
    }

    pub(super) fn pile_ranks(&self) -> Vec<Rank> {
        let cards = self.round.pile.iter().filter_map(|(card, _)| *card);
        cards.map(rank_of).collect()
    }

    /// Once the next round is played, a penalty that a table reporting its chips has not seen paid is remembered.
    pub(super) fn remind_of_penalties(&mut self, seq: Seq, outcome: &mut Outcome) {
        for (seat, chips) in std::mem::take(&mut self.due) {
            if !self.reports_chips {
                continue;
            }
            let finding = Finding::by_itself("penalty_unpaid", seat, self.entry(seq));
            let mut args = self.args(&finding);
            args.insert("penalty".to_owned(), chips.to_string());
            let ruling = self.telling.say(Verdict::Reminder, &finding, args);
            outcome.rulings.extend(ruling);
        }
    }
}
