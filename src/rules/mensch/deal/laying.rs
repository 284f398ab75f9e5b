//! Cards laid, turned up, taken back and lifted into tricks, knowledge, and the proofs and questions that follow.

use super::{
    super::{
        cards::effective_suit,
        offence::Offence,
        proofs::{Faced, Kind, Read},
        tricks::{Belongs, Early, Lies, Slot, Trick},
    },
    Deal, suit_set,
};
use crate::{
    card::Card,
    play::{Play, Seq, Witness},
    ruling::Verdict,
};

/// Three cards and the gathering of a trick take longer than this, s: the quickest trick of the rendered videos takes 8.
const TRICK_UNSEEN_SECS: f64 = 4.0;

impl Deal {
    /// A card in the middle.
    pub(super) fn laid(&mut self, seq: Seq, play: &Play, card: Option<Card>) -> Vec<Offence> {
        let expected = self.expected();
        let seat = play.seat.and_then(|s| self.index(s)).or(expected);
        let Some(seat) = seat.filter(|_| !self.over) else {
            return Vec::new();
        };
        let mut found = self.start_play();
        self.tricks.lay_begins();
        let belongs = self.tricks.place(seat, self.best());
        let index = match belongs {
            Belongs::Leads => self.tricks.all.len(),
            Belongs::Replaces(trick) => trick,
            _ => self.tricks.all.len() - 1,
        };
        if belongs == Belongs::Replaces(index) && self.put_down_again(index, seat, card) {
            return found;
        }
        let firm = play.seat.is_some() && play.convicts();
        let mut slot = Slot {
            seat,
            card: None,
            face: card,
            seq,
            at: play.at,
            firm,
            lies: Lies::There,
        };
        if belongs == Belongs::Second {
            found.push(self.two_cards(index, &slot));
        }
        let led = self
            .tricks
            .all
            .get(index)
            .filter(|t| t.slots[0].seat != seat);
        let faced = match belongs {
            Belongs::Second => Faced::Shown,
            _ => Faced::Played {
                trick: index,
                lead: led.and_then(Trick::lead_there),
            },
        };
        match card {
            Some(card) => slot.card = self.face(seat, Read { card, seq, firm }, faced, &mut found),
            None => self.holes[seat] = true,
        }
        if belongs == Belongs::Leads {
            self.ask_short(&mut found);
            let early = self.leads_early(&slot, expected, &mut found);
            self.tricks.lay(slot, belongs);
            self.tricks.all[index].early.extend(early);
        } else {
            let passed = self.tricks.lay(slot, belongs);
            self.turn(index, &slot, &passed, &mut found);
        }
        found
    }

    /// A second card of a seat in one trick. With another's card or much time between, a whole trick may have gone by unseen, and a first
    /// that wasn't read for sure may be a card left over from the last: asked.
    fn two_cards(&self, trick: usize, slot: &Slot) -> Offence {
        let two = Offence::new(
            "two_cards",
            Some(self.seats[slot.seat]),
            vec![slot.seq],
            slot.firm,
        )
        .with("trick", trick + 1);
        let trick = &self.tricks.all[trick];
        let last = trick.slots.last().filter(|_| !trick.doubled);
        let at_once = last.is_some_and(|s| {
            s.firm && s.seat == slot.seat && slot.at.since(s.at) < TRICK_UNSEEN_SECS
        });
        if at_once {
            two
        } else {
            two.at_most(Verdict::Inconclusive)
        }
    }

    /// The first play ends the bidding: what was counted in the hands must agree by now.
    pub(super) fn start_play(&mut self) -> Vec<Offence> {
        if self.playing() {
            return Vec::new();
        }
        self.from_start |= !self.proofs.bids().is_empty();
        self.settle_contract();
        self.judge_counts()
    }

    /// The owner puts a card down in the place of one that he had taken up. Says whether it is the same card.
    pub(super) fn put_down_again(&mut self, trick: usize, seat: usize, card: Option<Card>) -> bool {
        let slot = self.tricks.all[trick]
            .slots
            .iter_mut()
            .find(|s| s.seat == seat);
        let Some(slot) = slot.filter(|s| s.lies == Lies::TakenUp) else {
            return false;
        };
        if card.is_some() && slot.face == card {
            slot.lies = Lies::There;
            return true;
        }
        self.proofs.withdraw(seat, slot.seq);
        false
    }

    /// A card is faced: proofs and knowledge take it in. Returns the card if it is one of that hand.
    pub(super) fn face(
        &mut self,
        seat: usize,
        read: Read,
        faced: Faced,
        found: &mut Vec<Offence>,
    ) -> Option<Card> {
        let (kind, mut proofs) = self.proofs.card(seat, read, faced);
        for revoke in proofs.iter_mut().filter(|o| o.code == "revoke") {
            revoke.firm &= self.tricks.sound(revoke.convicts);
        }
        let broken = proofs.iter().any(|o| o.code == "revoke");
        for offence in &proofs {
            if offence.code == "revoke" && offence.firm && !self.revokers.contains(&seat) {
                self.revokers.push(seat);
            }
        }
        found.extend(proofs);
        if kind == Kind::Void {
            self.holes[seat] = true;
            return None;
        }
        let stays = faced == Faced::Shown;
        if stays {
            self.knowledge.show(seat, read.card)
        } else {
            self.knowledge.play(seat, read.card)
        };
        if broken && let Some(suit) = effective_suit(read.card, self.trump) {
            self.knowledge.allow(seat, suit_set(suit, self.trump));
        }
        if let Faced::Played {
            lead: Some(lead), ..
        } = faced
        {
            self.learn_void(seat, lead.card, read.card);
        }
        self.check_world(read.seq, found);
        Some(read.card)
    }

    /// Who didn't follow holds none of the suit; only where all that he played before is known.
    pub(super) fn learn_void(&mut self, seat: usize, lead: Card, own: Card) {
        let (led, own) = (
            effective_suit(lead, self.trump),
            effective_suit(own, self.trump),
        );
        if let (Some(led), Some(own)) = (led, own)
            && led != own
            && self.from_start
            && !self.holes[seat]
        {
            self.knowledge.lacks(seat, suit_set(led, self.trump));
        }
    }

    /// Says at once, and once a deal, that no dealing of the unseen cards is left.
    pub(super) fn check_world(&mut self, seq: Seq, found: &mut Vec<Offence>) {
        let too_many = (0..4).any(|s| self.knowledge.unknown(s) < 0); // the count says so itself
        if self.impossible_told || too_many || self.proofs.contradicted() {
            return;
        }
        let Some(conflict) = self.knowledge.conflict() else {
            return;
        };
        self.impossible_told = true;
        let outside = |seat: usize| !conflict.holders.contains(&seat);
        let shows = |suit| !suit_set(suit, self.trump).and(conflict.cards).is_empty();
        let failures = self
            .proofs
            .failures()
            .filter(|&(seat, suit, _)| outside(seat) && shows(suit));
        let mut proof: Vec<Seq> = failures.map(|f| f.2).chain([seq]).collect();
        proof.sort_unstable();
        proof.dedup();
        let names: Vec<String> = conflict.cards.iter().map(|c| c.to_string()).collect();
        found.push(
            Offence::new("impossible_world", None, proof, true)
                .convicting(seq)
                .at_most(Verdict::Inconclusive)
                .with("cards", names.join(" "))
                .with("n", conflict.room.max(0)),
        );
    }

    /// A trick left the middle, or another began, with one card of it unseen.
    pub(super) fn ask_short(&mut self, found: &mut Vec<Offence>) {
        let count = self.tricks.all.len();
        let Some(trick) = self.tricks.all.last().filter(|t| t.slots.len() == 3) else {
            return;
        };
        if std::mem::replace(&mut self.short_asked, count) == count {
            return;
        }
        let missing = (0..4)
            .find(|&s| trick.slot(s).is_none())
            .map(|s| self.seats[s]);
        let proof = trick.slots.iter().map(|s| s.seq).collect();
        let offence = Offence::new("missing_card", missing, proof, false);
        found.push(offence.at_most(Verdict::Inconclusive).with("trick", count));
    }

    /// Somebody leads; if another was to lead, it is asked, and proved once that other one plays to this trick.
    pub(super) fn leads_early(
        &self,
        slot: &Slot,
        expected: Option<usize>,
        found: &mut Vec<Offence>,
    ) -> Option<Early> {
        let expected = expected.filter(|&e| e != slot.seat)?;
        // A trick that was half gathered when this card came may be two: its winner says nothing about who was to lead.
        let before = self.tricks.all.last();
        if before.is_some_and(|t| t.broken) {
            return None;
        }
        let taken_by = before.and_then(|t| t.gatherer);
        let code = match before {
            None => "wrong_first_leader",
            Some(_) if taken_by == Some(expected) => "play_out_of_turn",
            Some(_) => "wrong_trick_winner",
        };
        let early = Early {
            seat: slot.seat,
            seq: slot.seq,
            firm: slot.firm,
            passed: 1 << expected,
            code,
        };
        let offence = self.early(&early, expected, None);
        // Who gathered a trick and leads the next one took it for his own.
        let certain = code == "wrong_trick_winner" && taken_by == Some(slot.seat);
        found.push(if certain {
            offence
        } else {
            offence.at_most(Verdict::Inconclusive)
        });
        (!certain).then_some(early)
    }

    /// Somebody follows: whom he passed over is asked about, and whom he proves to have played early is told.
    pub(super) fn turn(
        &mut self,
        trick: usize,
        slot: &Slot,
        passed: &[usize],
        found: &mut Vec<Offence>,
    ) {
        let (proved, open): (Vec<Early>, Vec<Early>) = self.tricks.all[trick]
            .early
            .iter()
            .partition(|e| e.passed >> slot.seat & 1 == 1);
        self.tricks.all[trick].early = open;
        for early in proved {
            // The fourth card may lead the next trick, if one of this was missed: it proves once the four are gathered together.
            if self.tricks.all[trick].full() {
                self.tricks.all[trick].unproved.push((early, *slot));
            } else {
                found.push(self.early(&early, slot.seat, Some((slot.seq, slot.firm))));
            }
        }
        if let Some(&first) = passed.first() {
            let mask = passed.iter().fold(0, |mask, s| mask | 1 << s);
            let early = Early {
                seat: slot.seat,
                seq: slot.seq,
                firm: slot.firm,
                passed: mask,
                code: "play_out_of_turn",
            };
            found.push(
                self.early(&early, first, None)
                    .at_most(Verdict::Inconclusive),
            );
            self.tricks.all[trick].early.push(early);
        }
    }

    pub(super) fn early(
        &self,
        early: &Early,
        expected: usize,
        later: Option<(Seq, bool)>,
    ) -> Offence {
        let mut proof = Vec::new();
        let mut firm = early.firm && later.is_none_or(|(_, firm)| firm);
        if early.code == "wrong_trick_winner" {
            let won = self
                .tricks
                .find(early.seq)
                .map_or(self.tricks.all.len(), |(t, _)| t);
            if let Some(trick) = won.checked_sub(1).and_then(|t| self.tricks.all.get(t)) {
                proof.extend(trick.slots.iter().map(|s| s.seq));
                firm &= trick.firm() && !trick.broken;
            }
            proof.extend(self.trump_at);
        }
        proof.push(early.seq);
        proof.extend(later.map(|(seq, _)| seq));
        Offence::new(early.code, Some(self.seats[early.seat]), proof, firm)
            .convicting(early.seq)
            .with("expected", self.seats[expected])
    }

    /// A card turned up before its owner.
    pub(super) fn shown(&mut self, seq: Seq, play: &Play, card: Card) -> Vec<Offence> {
        let mut found = Vec::new();
        if let Some(seat) = play.seat.and_then(|s| self.index(s)).filter(|_| !self.over) {
            let read = Read {
                card,
                seq,
                firm: play.convicts(),
            };
            self.face(seat, read, Faced::Shown, &mut found);
        }
        found
    }

    /// A card that the host had taken back: its place in the trick stays open, and it is known to be in that hand.
    pub(super) fn taken_back(&mut self, seq: Seq, play: &Play, card: Option<Card>) -> Vec<Offence> {
        let expected = self.expected();
        let seat = play.seat.and_then(|s| self.index(s)).or(expected);
        let Some(seat) = seat.filter(|_| !self.over) else {
            return Vec::new();
        };
        let mut found = self.start_play();
        let belongs = self.tricks.place(seat, self.best());
        if let Some(card) = card {
            self.face(
                seat,
                Read {
                    card,
                    seq,
                    firm: play.convicts(),
                },
                Faced::Shown,
                &mut found,
            );
        }
        // A trick that was begun with it is begun anew by whoever leads.
        if matches!(belongs, Belongs::Follows | Belongs::Replaces(_)) {
            let slot = Slot {
                seat,
                card: None,
                face: card,
                seq,
                at: play.at,
                firm: false,
                lies: Lies::TakenBack,
            };
            self.tricks.lay(slot, belongs);
        }
        found
    }

    /// A card left the middle; with the last one the trick is gathered.
    pub(super) fn lifted(&mut self, seq: Seq, play: &Play, card: Option<Card>) -> Vec<Offence> {
        let mut found = Vec::new();
        let by = play.seat.and_then(|s| self.index(s));
        let Some(index) = self.tricks.lift(card, by) else {
            return found;
        };
        self.ask_short(&mut found);
        if !self.tricks.all[index].broken {
            for (early, later) in std::mem::take(&mut self.tricks.all[index].unproved) {
                found.push(self.early(&early, later.seat, Some((later.seq, later.firm))));
            }
        }
        let trick = &self.tricks.all[index];
        let (Some(winner), Some(by)) = (self.winner(index), trick.gatherer) else {
            return found;
        };
        let side = [self.declarer, self.partner()];
        let friends = side.contains(&Some(winner)) == side.contains(&Some(by));
        let said = matches!(play.witness, Witness::Host | Witness::Phone);
        if winner != by && !(friends && self.partner().is_some() && !said) {
            let mut proof: Vec<Seq> = trick.slots.iter().map(|s| s.seq).collect();
            proof.extend(self.trump_at);
            proof.push(seq);
            let against = said.then(|| self.seats[by]);
            let offence =
                Offence::new("wrong_trick_winner", against, proof, trick.firm()).convicting(seq);
            let offence = offence
                .with("expected", self.seats[winner])
                .with("seat", self.seats[by]);
            found.push(if said {
                offence
            } else {
                offence.at_most(Verdict::Reminder)
            });
        }
        found
    }
}
