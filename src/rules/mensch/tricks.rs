//! Cards laid in the middle and lifted again into tricks: who leads, who is next, whose trick it is.

use super::{cards::winner, proofs::Read};
use crate::{
    card::{Card, Suit},
    frame::At,
    play::Seq,
    rules::knowledge::CardSet,
};

/// What became of a card in the middle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lies {
    /// It lies there.
    There,
    /// Gathered, by that seat if it was seen.
    Gathered(Option<usize>),
    /// Taken up again by who laid it, before the trick was full.
    TakenUp,
    /// Taken back by the host's decision.
    TakenBack,
}

/// One seat's card in a trick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Whose.
    pub seat: usize,
    /// Which; `None` is a hole, or a card that proves nothing.
    pub card: Option<Card>,
    /// The card as it was read, for the picture of the table.
    pub face: Option<Card>,
    /// Its entry.
    pub seq: Seq,
    /// When it was laid.
    pub at: At,
    /// Whether it may be used against somebody.
    pub firm: bool,
    /// Where it is.
    pub lies: Lies,
}

impl Slot {
    fn open(&self) -> bool {
        matches!(self.lies, Lies::TakenUp | Lies::TakenBack)
    }
}

/// Somebody played where another was to play; proved when that other one plays to the same trick after all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Early {
    /// Who played.
    pub seat: usize,
    /// His entry.
    pub seq: Seq,
    /// Whether that entry is firm.
    pub firm: bool,
    /// Who was to play, as a set of bits: one of them playing later to the same trick proves it.
    pub passed: u8,
    /// The code of the offence.
    pub code: &'static str,
}

/// One trick.
#[derive(Clone, Debug, Default)]
pub(super) struct Trick {
    /// In order of play, the leader first; one a seat.
    pub slots: Vec<Slot>,
    /// Early plays that aren't proved yet.
    pub early: Vec<Early>,
    /// Seats that were passed over.
    pub passed_over: Vec<usize>,
    /// Early plays that the fourth card proves, once the four are gathered together: each with that card.
    pub unproved: Vec<(Early, Slot)>,
    /// Whether a seat laid a second card to it.
    pub doubled: bool,
    /// Whether a card was laid while some of its cards had left the middle and others lay there still, or a second card of a seat may lie
    /// there: then not all of them may belong to one trick, and it proves nothing.
    pub broken: bool,
    /// Whether its cards have left the middle.
    pub gathered: bool,
    /// Who gathered it, if one seat took every card.
    pub gatherer: Option<usize>,
}

impl Trick {
    /// Whether all four have a card in it.
    #[must_use]
    pub(super) fn full(&self) -> bool {
        self.slots.len() == 4
    }

    /// Whether a card was taken back and its owner is to lay another.
    #[must_use]
    pub(super) fn waits(&self) -> bool {
        self.slots.iter().any(|s| s.lies == Lies::TakenBack)
    }

    /// That seat's card.
    #[must_use]
    pub(super) fn slot(&self, seat: usize) -> Option<&Slot> {
        self.slots.iter().find(|s| s.seat == seat)
    }

    /// The card led, as far as it is known, while it lies there: whoever lays a card now sees it.
    #[must_use]
    pub(super) fn lead_there(&self) -> Option<Read> {
        let slot = self.slots.first().filter(|s| s.lies == Lies::There)?;
        Some(Read {
            card: slot.card?,
            seq: slot.seq,
            firm: slot.firm,
        })
    }

    /// Who wins, if the known cards decide it whatever the unknown ones are.
    #[must_use]
    pub(super) fn winner(&self, trump: Option<Suit>, unseen: CardSet) -> Option<usize> {
        let trump = trump?;
        if !self.full() || self.slots.iter().any(Slot::open) {
            return None;
        }
        let known: Vec<Card> = self.slots.iter().filter_map(|s| s.card).collect();
        match known.len() {
            4 => winner(&known, trump).map(|i| self.slots[i].seat),
            3 => {
                // Whichever unseen card it is, the same seat must win.
                let with = |card: Card| {
                    let cards: Vec<Card> =
                        self.slots.iter().map(|s| s.card.unwrap_or(card)).collect();
                    winner(&cards, trump)
                };
                let mut winners = unseen.iter().map(with);
                let first = winners.next()??;
                winners
                    .all(|w| w == Some(first))
                    .then(|| self.slots[first].seat)
            }
            _ => {
                let lead = self.slots[0].card?;
                let best = known[winner(&known, trump)?];
                let beaten = |other: Card| winner(&[lead, best, other], trump) == Some(2);
                let sure = !unseen.iter().any(beaten);
                let holder = self.slots.iter().find(|s| s.card == Some(best));
                holder.filter(|_| sure).map(|s| s.seat)
            }
        }
    }

    /// Whose turn it is: the next seat after the last card, or one who was passed over.
    fn next(&self) -> Option<usize> {
        let last = self.slots.last()?.seat;
        (1..4)
            .map(|k| (last + k) % 4)
            .find(|&s| self.slot(s).is_none())
    }

    /// Whose cards are firm, and all four known.
    #[must_use]
    pub(super) fn firm(&self) -> bool {
        self.full() && self.slots.iter().all(|s| s.firm && s.card.is_some())
    }
}

/// Where a card laid in the middle belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Belongs {
    /// It leads a new trick.
    Leads,
    /// It follows in the running trick.
    Follows,
    /// It takes the place of a card that was taken up or back, in that trick.
    Replaces(usize),
    /// It is a second card of that seat.
    Second,
}

/// The tricks of a deal, as far as they were seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Tricks {
    /// In order.
    pub all: Vec<Trick>,
}

impl Tricks {
    /// Where a card of that seat belongs; `best` is who wins the last trick as far as it is played, if that is known.
    #[must_use]
    pub(super) fn place(&self, seat: usize, best: Option<usize>) -> Belongs {
        let Some(trick) = self.all.last() else {
            return Belongs::Leads;
        };
        let any_gathered = trick
            .slots
            .iter()
            .any(|s| matches!(s.lies, Lies::Gathered(_)));
        match trick.slot(seat) {
            Some(own) if own.open() && !trick.gathered && !(trick.full() && any_gathered) => {
                Belongs::Replaces(self.all.len() - 1)
            }
            _ if trick.gathered || (trick.full() && any_gathered) => Belongs::Leads,
            // Some of its cards are gone: another trick has begun, whoever was missing here.
            _ if any_gathered => Belongs::Leads,
            None => Belongs::Follows,
            Some(own) if trick.full() => {
                let last = trick.slots.last().is_some_and(|s| s.seq == own.seq);
                if last && best.is_some_and(|b| b != seat) && self.gathers_are_seen() {
                    Belongs::Second
                } else {
                    Belongs::Leads
                }
            }
            // Three cards and one of them again: more likely a card that wasn't seen than a second one.
            Some(_) if trick.slots.len() == 3 && best.is_none_or(|b| b == seat) => Belongs::Leads,
            Some(_) => Belongs::Second,
        }
    }

    /// Whether at this table tricks are seen to leave the middle.
    fn gathers_are_seen(&self) -> bool {
        self.all.iter().any(|t| t.gathered)
    }

    /// Somebody lays a card: of the last tricks, one that is half gathered is broken.
    pub(super) fn lay_begins(&mut self) {
        let start = self.all.len().saturating_sub(2);
        for trick in &mut self.all[start..] {
            let gone = |s: &Slot| matches!(s.lies, Lies::Gathered(_));
            let some = trick.slots.iter().any(gone);
            trick.broken |= some && !trick.slots.iter().all(gone);
        }
    }

    /// Whether the trick with that entry surely is one: four cards in their order, gathered together if at all.
    #[must_use]
    pub(super) fn sound(&self, entry: Seq) -> bool {
        let trick = self.find(entry).map(|(t, _)| &self.all[t]);
        trick.is_some_and(|t| t.full() && !t.broken && t.passed_over.is_empty())
    }

    /// Who is to play the next card, if that is known: `leader` is who leads the first trick, `winner` who won the last.
    #[must_use]
    pub(super) fn expected(&self, leader: Option<usize>, winner: Option<usize>) -> Option<usize> {
        match self.all.last() {
            None => leader,
            Some(trick) if trick.full() => {
                match trick.slots.iter().find(|s| s.lies == Lies::TakenBack) {
                    Some(slot) => Some(slot.seat),
                    None => winner,
                }
            }
            Some(trick) if trick.gathered => None,
            Some(trick) => {
                let open = trick.slots.iter().find(|s| s.lies == Lies::TakenBack);
                open.map(|s| s.seat)
                    .or_else(|| {
                        trick
                            .passed_over
                            .iter()
                            .copied()
                            .find(|&s| trick.slot(s).is_none())
                    })
                    .or_else(|| trick.next())
            }
        }
    }

    /// Takes a card into the record where it belongs. Says whom it passes over, in order.
    pub(super) fn lay(&mut self, slot: Slot, belongs: Belongs) -> Vec<usize> {
        match belongs {
            Belongs::Leads => {
                self.all.push(Trick {
                    slots: vec![slot],
                    ..Trick::default()
                });
                Vec::new()
            }
            Belongs::Replaces(trick) => {
                let own = self.all[trick]
                    .slots
                    .iter_mut()
                    .find(|s| s.seat == slot.seat);
                *own.expect("it replaces a card of that seat") = slot;
                Vec::new()
            }
            Belongs::Second => {
                let trick = self.all.last_mut().expect("it is a second card there");
                trick.doubled = true;
                // Where that isn't sure, neither is which four cards are the trick.
                trick.broken |= !slot.firm;
                Vec::new()
            }
            Belongs::Follows => {
                let trick = self.all.last_mut().expect("it follows in a trick");
                let last = trick.slots.last().map_or(slot.seat, |s| s.seat);
                let over = |s: &usize| trick.slot(*s).is_none() && !trick.passed_over.contains(s);
                let skipped: Vec<usize> = if trick.passed_over.contains(&slot.seat) {
                    Vec::new()
                } else {
                    let between = (1..4)
                        .map(|k| (last + k) % 4)
                        .take_while(|&s| s != slot.seat);
                    between.filter(over).collect()
                };
                trick.passed_over.extend(&skipped);
                trick.slots.push(slot);
                skipped
            }
        }
    }

    /// A card left the middle, taken by that seat if it was seen. Says which trick has now been gathered, if that was the last of its cards.
    pub(super) fn lift(&mut self, card: Option<Card>, by: Option<usize>) -> Option<usize> {
        let start = self.all.len().saturating_sub(2);
        let is_it = |s: &Slot| matches!(s.lies, Lies::There | Lies::TakenUp) && s.face == card;
        let index = (start..self.all.len())
            .rev()
            .find(|&i| self.all[i].slots.iter().any(is_it))?;
        let trick = &mut self.all[index];
        let full = trick.full();
        let others = trick
            .slots
            .iter()
            .any(|s| !is_it(s) && s.lies != Lies::There);
        let slot = trick.slots.iter_mut().find(|s| is_it(s))?;
        let own = by == Some(slot.seat) && !full && !others;
        slot.lies = if own {
            Lies::TakenUp
        } else {
            Lies::Gathered(by)
        };
        let gone = trick.slots.iter().all(|s| s.lies != Lies::There);
        if !gone || trick.gathered || trick.slots.len() < 3 {
            return None;
        }
        trick.gathered = true;
        let taken = |s: &Slot| match s.lies {
            Lies::Gathered(by) => by,
            Lies::TakenUp => Some(s.seat),
            _ => None,
        };
        let first = trick.slots.first().and_then(taken);
        trick.gatherer = first.filter(|_| trick.slots.iter().all(|s| taken(s) == first));
        Some(index)
    }

    /// The place of an entry's card: its trick and its index there.
    #[must_use]
    pub(super) fn find(&self, seq: Seq) -> Option<(usize, usize)> {
        self.all.iter().enumerate().find_map(|(t, trick)| {
            trick
                .slots
                .iter()
                .position(|s| s.seq == seq)
                .map(|i| (t, i))
        })
    }
}
