//! One more card of a hand into the proofs that it completes.

use super::{
    super::{
        bids::Contract,
        call::{CallFault, fault_of_card, is_void},
        cards::{QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, effective_suit},
        offence::Offence,
        options::CalledCardHeld,
    },
    Faced, Failure, Proofs, Read,
};
use crate::{
    card::{Card, Suit},
    play::Seq,
    rules::options::word,
};

impl Proofs {
    pub(super) fn prove_with(
        &mut self,
        seat: usize,
        read: Read,
        faced: Faced,
        found: &mut Vec<Offence>,
    ) {
        self.hands[seat].cards.push(read);
        self.revokes(seat, read, faced, found);
        if read.card.suit() == Some(Suit::Clubs)
            && (read.card != QUEEN_OF_CLUBS || self.options.q_clubs_counts_for_obligation)
        {
            self.hands[seat].clubs.push(read);
            self.club_passes(seat, found);
        }
        if read.card == QUEEN_OF_HEARTS && self.all_passed() {
            found.extend(self.forced_wrong(seat, read));
        }
        if Some(seat) == self.declarer {
            found.extend(self.own_card(read));
        }
        match self.hands[seat].cards.len() {
            8 => {
                found.extend(self.void_call(seat));
                found.extend(self.one_club(seat));
            }
            9 => {
                let cards = &self.hands[seat].cards;
                let (proof, firm) = (
                    cards.iter().map(|r| r.seq).collect(),
                    cards.iter().all(|r| r.firm),
                );
                let dealer = self.dealer.map(|d| self.seats[d]);
                let count = Offence::new("deal_count", dealer, proof, firm).convicting(read.seq);
                found.push(count.with("n", 9).with("seat", self.seats[seat]));
            }
            _ => {}
        }
    }

    pub(super) fn revokes(
        &mut self,
        seat: usize,
        read: Read,
        faced: Faced,
        found: &mut Vec<Offence>,
    ) {
        let Some(suit) = effective_suit(read.card, self.trump) else {
            return;
        };
        let now = match faced {
            Faced::Played { trick, .. } => trick,
            Faced::Shown => usize::MAX,
        };
        for failure in &mut self.hands[seat].failures {
            let firm = failure.firm && read.firm;
            let level = 1 + u8::from(firm);
            if failure.suit == suit && failure.trick < now && level > failure.told {
                failure.told = level;
                let proof = vec![failure.off.seq, read.seq];
                found.push(
                    Offence::new("revoke", Some(self.seats[seat]), proof, firm)
                        .with("suit", suit)
                        .with("off", failure.off.card)
                        .with("card", read.card)
                        .with("trick", failure.trick + 1)
                        .with("revoke", word(self.options.revoke)),
                );
            }
        }
    }

    pub(super) fn follow(&mut self, seat: usize, read: Read, faced: Faced) {
        let Faced::Played {
            trick,
            lead: Some(lead),
        } = faced
        else {
            return;
        };
        let suit = |card| effective_suit(card, self.trump);
        if let (Some(led), Some(own)) = (suit(lead.card), suit(read.card))
            && led != own
        {
            let firm = lead.firm && read.firm;
            self.hands[seat].failures.push(Failure {
                suit: led,
                trick,
                off: read,
                firm,
                told: 0,
            });
        }
    }

    /// The first three clubs prove a wrongful pass; if they rest on Q♣ or on a weak reading, later ones may prove it better.
    pub(super) fn club_passes(&mut self, seat: usize, found: &mut Vec<Offence>) {
        let hand = &mut self.hands[seat];
        let open = hand.passes.iter().any(|p| p.told < 3);
        if !open || hand.clubs.len() < 3 {
            return;
        }
        let three = |fits: &dyn Fn(&Read) -> bool| -> Option<Vec<Read>> {
            let three: Vec<Read> = hand
                .clubs
                .iter()
                .filter(|r| fits(r))
                .take(3)
                .copied()
                .collect();
            (three.len() == 3).then_some(three)
        };
        let plain = |r: &Read| r.card != QUEEN_OF_CLUBS;
        let (level, clubs) = if let Some(three) = three(&|r| r.firm && plain(r)) {
            (3, three)
        } else if let Some(three) = three(&|r| r.firm) {
            (2, three)
        } else {
            (1, hand.clubs[..3].to_vec())
        };
        for pass in hand.passes.iter_mut().filter(|p| p.told < level) {
            pass.told = level;
            self.pass_told |= level > 1;
            let proof = std::iter::once(pass.seq)
                .chain(clubs.iter().map(|r| r.seq))
                .collect();
            let names: Vec<String> = clubs.iter().map(|r| r.card.to_string()).collect();
            let offence = Offence::new("three_club_pass", Some(self.seats[seat]), proof, level > 1)
                .with("cards", names.join(" "))
                .with("lapses", word(self.options.obligation_lapses_at));
            found.push(if clubs.iter().all(plain) {
                offence
            } else {
                offence.disputed("q_clubs_counts_for_obligation")
            });
        }
    }

    pub(super) fn forced_wrong(&self, seat: usize, read: Read) -> Option<Offence> {
        let declarer = self.declarer.filter(|&d| d != seat)?;
        if self.contract.is_some_and(|c| c != Contract::Forced) {
            return None;
        }
        let offence = Offence::new(
            "forced_declarer_wrong",
            Some(self.seats[declarer]),
            vec![read.seq],
            read.firm,
        );
        let since = self
            .declared_at
            .or(self.bids.last().map(|b| b.0))
            .unwrap_or(read.seq);
        Some(offence.convicting(since).with("holder", self.seats[seat]))
    }

    /// A call that its card alone doesn't forbid.
    pub(super) fn plain_call(&self) -> Option<Read> {
        let called = self.called?;
        let fine = fault_of_card(called.card, self.trump, &self.options).is_none();
        fine.then_some(called)
    }

    pub(super) fn own_card(&self, read: Read) -> Option<Offence> {
        let called = self.plain_call().filter(|c| c.card == read.card)?;
        let against = self.declarer.map(|d| self.seats[d]);
        let offence = Offence::new(
            CallFault::Own.code(),
            against,
            vec![called.seq, read.seq],
            read.firm,
        );
        let forbidden = self.options.called_card_held == CalledCardHeld::Forbidden;
        forbidden.then(|| offence.with("card", read.card))
    }

    pub(super) fn void_call(&self, seat: usize) -> Option<Offence> {
        let (called, trump) = (self.plain_call()?, self.trump?);
        let declarer = self.declarer.filter(|&d| d == seat)?;
        let reads = &self.hands[declarer].cards;
        let hand: Vec<Card> = reads.iter().map(|r| r.card).collect();
        if !is_void(&hand, called.card, trump, &self.options) {
            return None;
        }
        let proof = std::iter::once(called.seq)
            .chain(reads.iter().map(|r| r.seq))
            .collect();
        let firm = reads.iter().all(|r| r.firm);
        let offence = Offence::new(
            CallFault::Void.code(),
            Some(self.seats[declarer]),
            proof,
            firm,
        );
        let suit = effective_suit(called.card, self.trump)?;
        Some(offence.with("card", called.card).with("suit", suit))
    }

    /// Four passes and a hand with at most one club: seven lie in three hands, so one of them passed wrongfully.
    pub(super) fn one_club(&self, seat: usize) -> Option<Offence> {
        let counts =
            self.options.q_clubs_counts_for_obligation && !self.pass_told && self.all_passed();
        let hand = &self.hands[seat];
        if !counts || hand.clubs.len() > 1 {
            return None;
        }
        let others: Vec<Read> = hand
            .cards
            .iter()
            .filter(|r| r.card.suit() != Some(Suit::Clubs))
            .take(7)
            .copied()
            .collect();
        let passes = self.bids.iter().map(|b| b.0);
        let proof: Vec<Seq> = passes.chain(others.iter().map(|r| r.seq)).collect();
        let firm = others.iter().all(|r| r.firm);
        let offence = Offence::new("someone_passed_illegally", None, proof, firm);
        Some(
            offence
                .with("seat", self.seats[seat])
                .with("n", hand.clubs.len()),
        )
    }
}
