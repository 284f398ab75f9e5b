//! A round as it lies into what it proves, and the entries on which nobody may be accused (`rules/monster.md` §5).

use super::super::{hand::DEALT, record::Record};
use super::{Deeds, LiveRound, rank_of};
use crate::{
    card::Card,
    play::{Seq, Witness, Zone},
    rules::finding::Finding,
    seat::Seat,
};
use std::collections::BTreeSet;

impl LiveRound {
    /// Every face of the round in the order of the record, with where it lies.
    fn faces(&self) -> Vec<(Seq, Option<Seat>, Card)> {
        let shown = self
            .shown
            .iter()
            .flat_map(|(seat, faces)| faces.iter().map(|(card, seq)| (*seq, Some(*seat), *card)));
        let pile = self.pile.iter().map(|(card, seq)| (*seq, None, *card));
        let known = shown
            .chain(pile)
            .filter_map(|(seq, seat, card)| Some((seq, seat, card?)));
        let mut faces: Vec<_> = known.collect();
        faces.sort_by_key(|(seq, ..)| *seq);
        faces
    }

    /// Everything that this round proves, and the entries on which nobody may be accused.
    pub(in crate::rules::monster) fn findings(
        &self,
        over: Option<Seq>,
    ) -> (Vec<Finding>, BTreeSet<Seq>) {
        let mut record = Record::default();
        let mut weak = self.late.clone();
        record.starters(self.starters.clone());
        for seat in &self.starters {
            self.feed_deal(*seat, &mut record, &mut weak);
        }
        self.feed_acts(&mut record, &mut weak);
        self.feed_faces(over, &mut record, &mut weak);
        let mut found = record.take_findings();
        // Turns are judged below: an act that wasn't seen yet is no act that wasn't made.
        found.retain(|f| f.code != "out_of_turn");
        found.extend(self.turns());
        found.extend(self.dealt_in());
        let drew = |(seat, lifted, seq): &(Seat, Seq, Seq)| {
            Finding::later("drew_replacement", *seat, vec![*lifted, *seq])
        };
        found.extend(self.drew.iter().map(drew));
        for (rank, seqs) in record.deck_faults() {
            let excess = usize::try_from(rank).unwrap_or(0).saturating_add(1);
            let proof: Vec<Seq> = if (1..=10).contains(&rank) {
                seqs.into_iter().take(excess).collect()
            } else {
                seqs.into_iter().take(1).collect()
            };
            found.push(Finding::against_known("deck_invalid", None, proof));
        }
        (found, weak)
    }

    fn feed_deal(&self, seat: Seat, record: &mut Record, weak: &mut BTreeSet<Seq>) {
        let Some(&(count, seq, witness)) = self.dealt.get(&seat) else {
            return;
        };
        if !self.has_acts() {
            return; // it is still being dealt
        }
        match self.dealt_last.get(&seat) {
            Some(&(last, seq, _)) if usize::from(last) > DEALT => {
                record.dealt(seat, usize::from(last), seq);
            }
            _ if usize::from(count) >= DEALT => record.dealt(seat, DEALT, seq),
            _ if count >= 3 => {
                record.dealt(seat, usize::from(count), seq);
                if witness == Witness::Seen {
                    weak.insert(seq); // a card may lie under another
                }
            }
            _ => {}
        }
    }

    fn feed_acts(&self, record: &mut Record, weak: &mut BTreeSet<Seq>) {
        let mut acts: Vec<(Seq, Seat, Option<u8>)> = Vec::new();
        for (seat, deeds) in &self.deeds {
            if let Some(seq) = deeds.folded() {
                acts.push((seq, *seat, None));
            } else if let Some((n, seq)) = deeds.discarded() {
                acts.push((seq, *seat, Some(n)));
                if deeds.differ() {
                    weak.insert(seq);
                }
            }
        }
        acts.extend(
            self.strangers
                .iter()
                .map(|(seat, n, seq)| (*seq, *seat, *n)),
        );
        acts.sort_by_key(|(seq, ..)| *seq);
        for (seq, seat, count) in acts {
            match count {
                Some(n) => record.discard(seat, usize::from(n), seq),
                None => record.fold(seat, seq),
            }
        }
        for (seat, count, seq, _) in &self.fed {
            if let Some(fold) = self.deeds.get(seat).and_then(Deeds::folded) {
                record.pile_after_fold(*seat, fold, usize::from(*count), *seq);
            }
        }
    }

    fn feed_faces(&self, over: Option<Seq>, record: &mut Record, weak: &mut BTreeSet<Seq>) {
        let mut pile_faced = 0;
        for (seq, seat, card) in self.faces() {
            match seat {
                Some(seat) => record.show(seat, rank_of(card), seq),
                None => {
                    record.pile_card(rank_of(card), seq);
                    pile_faced += 1;
                    if pile_faced == 1 {
                        self.close_hands(record, weak);
                    }
                }
            }
        }
        let holes = self.holes() > 0;
        let excess = self.turn().is_none() && !holes && pile_faced > usize::from(self.pile_size());
        match over {
            Some(seq) if !holes && pile_faced > 0 => record.pile_complete(seq),
            _ if excess => record.pile_complete(self.pile.last().map_or(Seq(0), |(_, s)| *s)),
            _ => {}
        }
    }

    /// The hands of which no card lies face down any more are all there is, once the pile is turned up.
    fn close_hands(&self, record: &mut Record, weak: &mut BTreeSet<Seq>) {
        for (seat, faces) in &self.shown {
            let known = faces.iter().all(|(card, _)| card.is_some());
            if let Some(&(0, seq, witness)) = self.backs.get(seat).filter(|_| known) {
                record.hand_complete(*seat, seq);
                if witness == Witness::Seen {
                    weak.insert(seq); // a card may lie under another
                }
            }
        }
    }

    /// Who moved cards before a starter whose turn it was, and who moved his later.
    fn turns(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        for (i, passed_over) in self.starters.iter().enumerate() {
            let Some(deeds) = self.deeds.get(passed_over) else {
                continue;
            };
            let spoke = deeds.said.map(|(_, seq)| seq);
            let Some(moved) = deeds.moved.filter(|m| spoke.is_none_or(|s| s > *m)) else {
                continue;
            };
            for seat in &self.starters[i + 1..] {
                let early = self.deeds.get(seat).and_then(|d| d.moved);
                if let Some(early) = early.filter(|e| *e < moved) {
                    found.push(Finding::later("out_of_turn", *seat, vec![early, moved]));
                }
            }
        }
        found
    }

    /// Who is out of the game and has a hand before him that wasn't there when the round began.
    fn dealt_in(&self) -> Vec<Finding> {
        let stranger = |(seat, (count, seq, _)): (&Seat, &(u8, Seq, Witness))| {
            let was_empty = self.base.get(&(Some(*seat), Zone::Hand)) == Some(&0);
            let in_round = self.starters.contains(seat);
            (!in_round && was_empty && usize::from(*count) >= DEALT)
                .then(|| Finding::by_itself("eliminated_player_acts", *seat, *seq))
        };
        self.dealt.iter().filter_map(stranger).collect()
    }
}
