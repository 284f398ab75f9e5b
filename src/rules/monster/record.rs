//! What was seen of a Monster round into what it proves (`rules/monster.md` §5, `rules/judging.md` §3): one fold, driven by the live
//! referee card by card and by worked positions event by event.

use std::collections::{BTreeMap, BTreeSet};

use super::hand::{self, DEALT, MOST_DISCARDS, Rank};
use crate::{play::Seq, rules::finding::Finding, seat::Seat};

/// A face that was read, and the entry that read it.
pub type Face = (Rank, Seq);

/// An act that was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ActSeen {
    seat: Seat,
    /// Cards discarded; `None` for a fold.
    discards: Option<usize>,
    seq: Seq,
}

/// The record of one round. What is not in it was not seen, and proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    order: Option<Vec<Seat>>,
    dealt: BTreeMap<Seat, usize>,
    acts: Vec<ActSeen>,
    hands: BTreeMap<Seat, Vec<Face>>,
    pile: Vec<Face>,
    /// Every face turned up in this round.
    faces: Vec<Face>,
    /// Cards on the pile by count, once the deal was seen or the pile counted.
    counted: Option<usize>,
    /// Cards of somebody who isn't in the round went to the pile.
    undecidable: bool,
    told: BTreeSet<(&'static str, Seat)>,
    found: Vec<Finding>,
}

impl Record {
    /// What the facts since the last call proved, in the order in which the proofs were completed.
    pub fn take_findings(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.found)
    }

    /// The starters in acting order.
    pub fn starters(&mut self, order: Vec<Seat>) {
        self.order = Some(order);
        self.counted = Some(0);
    }

    /// The number of cards that a seat was dealt, counted in that entry.
    pub fn dealt(&mut self, seat: Seat, count: usize, seq: Seq) {
        self.dealt.insert(seat, count);
        if count != DEALT && self.is_starter(seat) {
            self.found.push(Finding::by_itself("deal_count", seat, seq));
        }
    }

    /// The first starter who has not acted.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        let acted = |seat: &&Seat| self.acts.iter().any(|a| a.seat == **seat);
        self.order.as_ref()?.iter().find(|s| !acted(s)).copied()
    }

    /// Cards put on the pile by a player who keeps the rest.
    pub fn discard(&mut self, seat: Seat, count: usize, seq: Seq) {
        if !self.act(seat, Some(count), seq) {
            self.undecidable |= count > 0;
            return;
        }
        if count > MOST_DISCARDS {
            self.found
                .push(Finding::by_itself("too_many_discards", seat, seq));
        }
        self.counted = self.counted.map(|n| n + count);
    }

    /// A hand thrown in.
    pub fn fold(&mut self, seat: Seat, seq: Seq) {
        self.act(seat, None, seq);
    }

    /// The pile counted after a fold: it must not have grown.
    pub fn pile_after_fold(&mut self, seat: Seat, fold: Seq, count: usize, seq: Seq) {
        let differs = self.counted.is_some_and(|n| n != count);
        if !self.is_starter(seat) {
            self.undecidable |= differs;
            return;
        }
        if differs && !self.undecidable {
            let proof = in_order([fold, seq]);
            self.found
                .push(Finding::against_known("fold_into_monster", seat, proof));
        }
        self.counted = Some(count);
    }

    /// One card of a hand turned up.
    pub fn show(&mut self, seat: Seat, rank: Rank, seq: Seq) {
        self.turned_up(rank, seq);
        let hand = self.hands.entry(seat).or_default();
        let twin = hand.iter().find(|(r, _)| *r == rank).map(|(_, s)| *s);
        hand.push((rank, seq));
        let shown = hand.len();
        if !self.is_starter(seat) || self.folded(seat) {
            return;
        }
        let dealt = self.dealt.get(&seat) == Some(&DEALT);
        if dealt && self.discards(seat).is_some_and(|n| n + shown > DEALT) {
            self.count_mismatch(seat, seq);
        }
        if let Some(twin) = twin.filter(|_| self.told.insert(("pair_kept", seat))) {
            let proof = in_order([twin, seq]);
            let finding = Finding {
                offence: seq,
                ..Finding::later("pair_kept", seat, proof)
            };
            self.found.push(finding);
        }
    }

    /// The whole hand is turned up, as that entry shows.
    pub fn hand_complete(&mut self, seat: Seat, seq: Seq) {
        if !self.is_starter(seat) || self.folded(seat) || self.dealt.get(&seat) != Some(&DEALT) {
            return;
        }
        let shown = self.hands.get(&seat).map_or(0, Vec::len);
        if self.discards(seat).is_some_and(|n| n + shown != DEALT) {
            self.count_mismatch(seat, seq);
        }
    }

    /// The champions announced.
    pub fn champions(&mut self, announced: &BTreeSet<Seat>, seq: Seq) {
        if self.champions_are_wrong(announced) {
            self.found
                .push(Finding::by_itself("wrong_champion", None, seq));
        }
    }

    /// One card of the pile turned up.
    pub fn pile_card(&mut self, rank: Rank, seq: Seq) {
        self.turned_up(rank, seq);
        self.pile.push((rank, seq));
    }

    /// The whole pile is turned up, as that entry shows.
    pub fn pile_complete(&mut self, seq: Seq) {
        let all_acted = self.order.is_some() && self.turn().is_none();
        if !all_acted || self.undecidable || self.counted == Some(self.pile.len()) {
            return;
        }
        let discards = self.acts.iter().filter(|a| a.discards.is_some());
        let mut proof: Vec<Seq> = discards.map(|a| a.seq).collect();
        let first = proof.first().copied();
        proof.extend(self.pile.iter().map(|(_, s)| *s));
        proof.push(seq);
        let finding = Finding {
            offence: first.unwrap_or(seq),
            ..Finding::later("monster_pile_count", None, in_order(proof))
        };
        self.found.push(finding);
    }

    /// A face turned up that belongs to no hand of the record and not to the pile.
    pub fn turned_up(&mut self, rank: Rank, seq: Seq) {
        self.faces.push((rank, seq));
    }

    /// The ranks of which too many lie faced, or that no such deck has, ascending, each with the entries that read it.
    #[must_use]
    pub fn deck_faults(&self) -> BTreeMap<Rank, Vec<Seq>> {
        let mut seen: BTreeMap<Rank, Vec<Seq>> = BTreeMap::new();
        for (rank, seq) in &self.faces {
            seen.entry(*rank).or_default().push(*seq);
        }
        seen.retain(|rank, seqs| !(1..=10).contains(rank) || seqs.len() as i64 > *rank);
        seen
    }

    fn is_starter(&self, seat: Seat) -> bool {
        self.order.as_ref().is_none_or(|o| o.contains(&seat))
    }

    fn folded(&self, seat: Seat) -> bool {
        let mut acts = self.acts.iter().filter(|a| a.seat == seat);
        acts.any(|a| a.discards.is_none())
    }

    /// How many cards a seat is known to have discarded.
    fn discards(&self, seat: Seat) -> Option<usize> {
        let acts = self.acts.iter().filter(|a| a.seat == seat);
        acts.filter_map(|a| a.discards).reduce(|a, b| a + b)
    }

    /// Notes an act, and says whether it counts: one who isn't in the round has none.
    fn act(&mut self, seat: Seat, discards: Option<usize>, seq: Seq) -> bool {
        if !self.is_starter(seat) {
            self.found
                .push(Finding::by_itself("eliminated_player_acts", seat, seq));
            return false;
        }
        if self.order.is_some() && self.turn() != Some(seat) {
            self.found
                .push(Finding::by_itself("out_of_turn", seat, seq));
        }
        self.acts.push(ActSeen {
            seat,
            discards,
            seq,
        });
        true
    }

    fn count_mismatch(&mut self, seat: Seat, closing: Seq) {
        if !self.told.insert(("hand_count_mismatch", seat)) {
            return;
        }
        let own = |a: &&ActSeen| a.seat == seat && a.discards.is_some();
        let discards = self.acts.iter().filter(own).map(|a| a.seq);
        let shown = self.hands.get(&seat).into_iter().flatten().map(|(_, s)| *s);
        let proof = in_order(discards.chain(shown).chain([closing]));
        self.found
            .push(Finding::later("hand_count_mismatch", seat, proof));
    }

    fn champions_are_wrong(&self, announced: &BTreeSet<Seat>) -> bool {
        let in_play = |seat: &Seat| self.is_starter(*seat) && !self.folded(*seat);
        let faced: BTreeMap<Seat, Vec<Rank>> = self
            .hands
            .iter()
            .filter(|(seat, _)| in_play(seat))
            .map(|(seat, hand)| (*seat, hand.iter().map(|(r, _)| *r).collect()))
            .collect();
        let sound = |hand: &&Vec<Rank>| !hand::has_pair(hand);
        let best = faced
            .values()
            .filter(sound)
            .map(|h| hand::descending(h))
            .max();
        let is_best = |hand: &Vec<Rank>| Some(hand::descending(hand)) == best;
        if announced.is_empty() && best.is_some() {
            return true;
        }
        let best_faced: BTreeSet<Seat> = faced
            .iter()
            .filter(|(_, hand)| is_best(hand) && sound(hand))
            .map(|(seat, _)| *seat)
            .collect();
        let refuted = |seat: &Seat| {
            self.folded(*seat) || faced.get(seat).is_some_and(|_| !best_faced.contains(seat))
        };
        let some_best_named = announced.iter().any(|s| best_faced.contains(s));
        let one_left_out = some_best_named && !best_faced.is_subset(announced);
        let all_faced = self.order.as_ref().is_some_and(|order| {
            let known = |s: &Seat| self.folded(*s) || faced.contains_key(s);
            order.iter().all(known)
        });
        announced.iter().any(refuted) || one_left_out || (all_faced && best_faced != *announced)
    }
}

fn in_order(proof: impl IntoIterator<Item = Seq>) -> Vec<Seq> {
    let distinct: BTreeSet<Seq> = proof.into_iter().collect();
    distinct.into_iter().collect()
}
