//! The public facts of one Monster round into what each starter did, which faces lie there and whether the round is complete.

mod proving;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    hand::{DEALT, Rank},
    options::{LoneLive, MonsterOptions, Muck},
    round::{Deed, Round},
};
use crate::{
    card::Card,
    chips::Chips,
    play::{Act, Call, HandAct, Play, Seq, Witness, Zone},
    seat::Seat,
};

/// What a starter did, by what was said and what was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Deeds {
    /// Said: cards discarded, or a fold.
    said: Option<(Option<u8>, Seq)>,
    /// Seen: cards in his fan or added to the pile.
    seen: Option<(u8, Seq)>,
    /// Seen: his hand lies aside.
    aside: Option<Seq>,
    /// The first movement seen.
    moved: Option<Seq>,
}

impl Deeds {
    fn folded(&self) -> Option<Seq> {
        match (self.said, self.aside) {
            (Some((None, seq)), _) | (None, Some(seq)) if self.seen.is_none() => Some(seq),
            (Some((None, seq)), _) => Some(seq),
            _ => None,
        }
    }

    /// Cards discarded, and the entry that says so.
    fn discarded(&self) -> Option<(u8, Seq)> {
        match (self.said, self.seen) {
            (Some((Some(n), seq)), _) => Some((n, seq)),
            (None, seen) => seen,
            _ => None,
        }
    }

    /// What was said and what was seen differ.
    fn differ(&self) -> bool {
        matches!((self.said, self.seen), (Some((Some(n), _)), Some((m, _))) if n != m)
    }
}

/// A face, or a hole, with the entry that laid it.
pub(super) type Lying = (Option<Card>, Seq);

/// One round, as far as it was seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct LiveRound {
    pub(super) starters: Vec<Seat>,
    /// The highest count of backs before each seat since the deal, and who says so.
    dealt: BTreeMap<Seat, (u8, Seq, Witness)>,
    /// The last count before the first act: what was dealt, if nothing lay hidden.
    dealt_last: BTreeMap<Seat, (u8, Seq, Witness)>,
    /// The newest count of backs before each seat.
    backs: BTreeMap<Seat, (u8, Seq, Witness)>,
    /// Seats of which no card lay there any more, once the deal was over.
    emptied: BTreeSet<Seat>,
    /// Counts that lay in a zone when the round began.
    base: BTreeMap<(Option<Seat>, Zone), u8>,
    deeds: BTreeMap<Seat, Deeds>,
    /// Acts of seats that are out of the game: the count, or a fold.
    strangers: Vec<(Seat, Option<u8>, Seq)>,
    pub(super) shown: BTreeMap<Seat, Vec<Lying>>,
    pub(super) pile: Vec<Lying>,
    /// Seats of whose faces one was taken up again.
    lifted: BTreeSet<Seat>,
    /// Faces that came to such a seat later: the round may be over, or a card lies there again.
    late: BTreeSet<Seq>,
    /// Who folded onto the pile: the count afterwards, the entry, and by how many it grew.
    fed: Vec<(Seat, u8, Seq, u8)>,
    lifted_stock: Option<(Seat, Seq)>,
    drew: Vec<(Seat, Seq, Seq)>,
}

/// What the newest fact showed, besides the record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sign {
    /// Nothing more.
    Nothing,
    /// Hands are dealt again, or played again after they were gathered: the round is over, complete or not.
    NextDeal,
}

impl LiveRound {
    pub(super) fn new(starters: Vec<Seat>, base: BTreeMap<(Option<Seat>, Zone), u8>) -> Self {
        Self {
            starters,
            base,
            ..Self::default()
        }
    }

    /// What lies in the zones when the round begins.
    pub(super) fn rebase(&mut self, base: BTreeMap<(Option<Seat>, Zone), u8>) {
        self.base = base;
    }

    /// Whether anybody has acted or faced cards: the deal is over.
    pub(super) fn has_acts(&self) -> bool {
        !self.deeds.is_empty() || !self.strangers.is_empty() || self.has_faces()
    }

    fn has_faces(&self) -> bool {
        !self.pile.is_empty() || !self.shown.is_empty()
    }

    /// Takes a fact of this round.
    pub(super) fn take(&mut self, seq: Seq, play: &Play) -> Sign {
        match (&play.act, play.seat) {
            (Act::Backs { zone, count }, seat) => return self.count(seq, play, seat, zone, *count),
            (Act::Laid { card, zone }, seat) => match (zone, seat) {
                (Zone::Pile | Zone::Discard, _) => self.pile.push((*card, seq)),
                (Zone::Hand | Zone::Front, Some(seat)) => {
                    self.shown.entry(seat).or_default().push((*card, seq));
                    if self.lifted.contains(&seat) {
                        self.late.insert(seq);
                    }
                }
                _ => {}
            },
            (
                Act::Lifted {
                    card,
                    zone: Zone::Hand | Zone::Front,
                },
                _,
            ) => {
                let faced = self.shown.iter();
                let of = faced.filter(|(_, faces)| faces.iter().any(|(c, _)| c == card));
                self.lifted.extend(of.map(|(seat, _)| *seat));
            }
            (Act::Call(Call::Act { act, count }), Some(seat)) => {
                let count = match act {
                    HandAct::Fold => None,
                    HandAct::Discard => Some(count.unwrap_or(0)),
                };
                if self.starters.contains(&seat) {
                    if self.lifted.len() >= 2 && self.deed(seat).is_some() {
                        return Sign::NextDeal;
                    }
                    self.deeds.entry(seat).or_default().said = Some((count, seq));
                } else {
                    self.strangers.push((seat, count, seq));
                }
            }
            (
                Act::Lifted {
                    zone: Zone::Stock, ..
                },
                Some(seat),
            ) if self.has_acts() => {
                self.lifted_stock = Some((seat, seq));
            }
            _ => {}
        }
        Sign::Nothing
    }

    fn count(&mut self, seq: Seq, play: &Play, seat: Option<Seat>, zone: &Zone, count: u8) -> Sign {
        let base = self.base.get(&(seat, zone.clone())).copied().unwrap_or(0);
        if count < base {
            self.base.insert((seat, zone.clone()), count); // what lay there is being gathered
        }
        let added = count.saturating_sub(base.min(count));
        match (zone, seat) {
            (Zone::Hand, Some(seat)) => {
                self.backs.insert(seat, (count, seq, play.witness));
                if count == 0 && self.has_acts() {
                    self.emptied.insert(seat);
                }
                if self.is_dealt_again() {
                    return Sign::NextDeal;
                }
                self.count_hand(seq, play, seat, count);
            }
            (Zone::Discard, Some(seat)) if added > 0 => self.discards(seat, added, seq),
            (Zone::Aside, Some(seat)) if added > 0 => {
                let deeds = self.deeds.entry(seat).or_default();
                deeds.aside.get_or_insert(seq);
                deeds.moved.get_or_insert(seq);
            }
            (Zone::Pile, Some(seat)) => {
                let known = self.pile_size();
                let folded = self.deeds.get(&seat).is_some_and(|d| d.folded().is_some());
                if folded && added > known {
                    self.fed.push((seat, added, seq, added - known));
                } else if added > known && !folded {
                    let before = self
                        .deeds
                        .get(&seat)
                        .and_then(|d| d.seen)
                        .map_or(0, |(n, _)| n);
                    let said = self.deeds.get(&seat).and_then(Deeds::discarded);
                    let own = said.map_or(before, |(n, _)| n);
                    self.discards(seat, own + (added - known), seq);
                }
            }
            _ => {}
        }
        Sign::Nothing
    }

    fn count_hand(&mut self, seq: Seq, play: &Play, seat: Seat, count: u8) {
        if !self.has_acts() {
            let most = self.dealt.entry(seat).or_insert((0, seq, play.witness));
            if count > most.0 {
                *most = (count, seq, play.witness);
            }
            self.dealt_last.insert(seat, (count, seq, play.witness));
            return;
        }
        let kept = self.deeds.get(&seat).and_then(Deeds::discarded);
        let more = kept.is_some_and(|(n, _)| usize::from(count) + usize::from(n) > DEALT);
        if let Some((by, lifted)) = self.lifted_stock
            && by == seat
            && more
        {
            self.drew.push((seat, lifted, seq));
        }
    }

    fn discards(&mut self, seat: Seat, count: u8, seq: Seq) {
        if !self.starters.contains(&seat) {
            self.strangers.push((seat, Some(count), seq));
            return;
        }
        let deeds = self.deeds.entry(seat).or_default();
        if deeds.seen.is_none_or(|(n, _)| count > n) {
            deeds.seen = Some((count, seq));
        }
        deeds.moved.get_or_insert(seq);
    }

    /// Two hands that were turned up, or gathered after the showdown, lie face down again, six cards each.
    fn is_dealt_again(&self) -> bool {
        let again = |seat: &&Seat| {
            let turned_up = self.shown.get(seat).and_then(|faces| faces.last());
            let gathered = self.emptied.contains(seat) && self.has_faces();
            self.backs.get(seat).is_some_and(|(count, seq, _)| {
                let lie_again = turned_up.is_some_and(|(_, shown)| seq > shown) || gathered;
                usize::from(*count) == DEALT && lie_again
            })
        };
        self.starters.iter().filter(again).count() >= 2
    }

    /// Cards on the pile, by what is known of the acts.
    fn pile_size(&self) -> u8 {
        let known = self.deeds.values().filter_map(Deeds::discarded);
        let fed = self.fed.iter().map(|(.., more)| *more);
        known.map(|(n, _)| n).chain(fed).fold(0, u8::saturating_add)
    }

    /// Cards of folded hands that went to the pile.
    fn fed_cards(&self) -> usize {
        self.fed.iter().map(|(.., more)| usize::from(*more)).sum()
    }

    /// What a starter is known to have done: `Some(None)` a fold, `Some(Some(n))` n discards. Six cards turned up are all six.
    pub(super) fn deed(&self, seat: Seat) -> Option<Option<u8>> {
        let deeds = self.deeds.get(&seat).copied().unwrap_or_default();
        let faced = self.shown.get(&seat).map_or(0, Vec::len);
        match (deeds.folded(), deeds.discarded()) {
            (Some(_), _) => Some(None),
            (None, Some((n, _))) => Some(Some(n)),
            (None, None) if faced == DEALT => Some(Some(0)),
            (None, None) => None,
        }
    }

    /// The first starter of whom no act is known.
    pub(super) fn turn(&self) -> Option<Seat> {
        let mut starters = self.starters.iter();
        starters.find(|s| self.deed(**s).is_none()).copied()
    }

    /// The starters who are not known to have folded.
    pub(super) fn live(&self) -> Vec<Seat> {
        let live = |s: &&Seat| self.deed(**s) != Some(None);
        self.starters.iter().filter(live).copied().collect()
    }

    /// How many cards of a live hand are still to be turned up, if that is known.
    pub(super) fn unfaced(&self, seat: Seat) -> Option<usize> {
        let deeds = self.deeds.get(&seat).copied().unwrap_or_default();
        let counts = deeds
            .seen
            .map(|(n, _)| n)
            .into_iter()
            .chain(self.deed(seat)?);
        let fewest = usize::from(counts.min()?);
        let faced = self.shown.get(&seat).map_or(0, Vec::len);
        Some(DEALT.saturating_sub(fewest).saturating_sub(faced))
    }

    /// How many cards of the pile are still to be turned up, by the highest of the counts.
    pub(super) fn unfaced_pile(&self) -> usize {
        let most = |d: &Deeds| {
            let counts = d.seen.into_iter().chain(d.discarded());
            counts.map(|(n, _)| usize::from(n)).max().unwrap_or(0)
        };
        let folded = |s: &Seat| self.deed(*s) == Some(None);
        let live = self.deeds.iter().filter(|(s, _)| !folded(s));
        let thrown: usize = live.map(|(_, d)| most(d)).sum();
        let thrown = thrown + self.fed_cards();
        thrown.saturating_sub(self.pile.len())
    }

    /// Whether nothing is left to wait for.
    pub(super) fn is_complete(&self, options: &MonsterOptions) -> bool {
        let live = self.live();
        if self.turn().is_none() {
            let lone = live.len() == 1 && self.starters.len() > 1;
            if live.is_empty() || (lone && options.lone_live == LoneLive::AutoWin) {
                return true;
            }
            let faced = |s: &Seat| self.shown.contains_key(s);
            let waits = |s: &&Seat| match options.muck {
                Muck::Forbidden => self.unfaced(**s) != Some(0),
                Muck::Allowed => faced(s) && self.unfaced(**s) != Some(0),
            };
            let shown = live.iter().any(faced);
            if shown && !live.iter().any(|s| waits(&s)) && self.unfaced_pile() == 0 {
                return true;
            }
        }
        // Six cards a live hand are all that can lie faced.
        let faced: usize = live
            .iter()
            .map(|s| self.shown.get(s).map_or(0, Vec::len))
            .sum();
        let all_shown = !live.is_empty() && live.iter().all(|s| self.shown.contains_key(s));
        all_shown && faced + self.pile.len() == DEALT * live.len() + self.fed_cards()
    }

    /// Cards that lie there and are not known.
    pub(super) fn holes(&self) -> usize {
        let faces = self.shown.values().flatten().chain(&self.pile);
        faces.filter(|(card, _)| card.is_none()).count()
    }

    /// The round for settlement, with these ranks in the holes, in the order of the starters' hands, then the pile.
    pub(super) fn settled_with(&self, fill: &[Rank], pot: Chips) -> Round {
        let mut fill = fill.iter().copied();
        let mut ranks = |faces: &[Lying]| -> Vec<Rank> {
            let known = faces.iter().map(|(card, _)| match card {
                Some(card) => rank_of(*card),
                None => fill.next().unwrap_or(0),
            });
            known.collect()
        };
        let mut deeds = Vec::with_capacity(self.starters.len());
        for seat in &self.starters {
            let hand = self.shown.get(seat).map(|faces| ranks(faces));
            let deed = match (self.deed(*seat), hand) {
                (Some(None), _) | (None, None) => Deed::Folded,
                (_, Some(hand)) => Deed::Kept(hand),
                (Some(Some(_)), None) => Deed::Mucked,
            };
            deeds.push((*seat, deed));
        }
        let pile = ranks(&self.pile);
        Round { deeds, pile, pot }
    }
}

/// The rank of a Pairs card; a card foreign to the deck is no rank of it.
pub(super) fn rank_of(card: Card) -> Rank {
    card.pairs().map_or(0, |rank| Rank::from(rank.number()))
}
