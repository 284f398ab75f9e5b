//! What was said and laid, fact by fact in the order of the record, into the proofs of `rules/mensch.md` §5 that hold whoever leads and
//! whoever gathers: the part of the referee that worked positions and live tables share.

use super::{
    bids::{Contract, duty_holds, outbids, standing},
    call::{CallFault, fault_of_card, is_void},
    cards::{QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, effective_suit},
    offence::{Offence, in_order},
    options::{CalledCardHeld, MenschOptions},
};
use crate::{
    card::{Card, Deck, Suit},
    play::{Bid, Seq},
    rules::knowledge::CardSet,
    ruling::Verdict,
    seat::Seat,
};

/// How the order of speaking is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A log of bids, whole as far as it goes: the n-th bid belongs to the n-th seat from the dealer's left.
    Log,
    /// Heard at the table, where a bid may have been missed: who speaks before another is asked about, and proved to have done so once that
    /// other one speaks after him.
    Heard,
    /// Entered later, where it belongs.
    Placed,
}

/// A card that was read, with its entry and whether it may be used against somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// Which.
    pub card: Card,
    /// The entry.
    pub seq: Seq,
    /// Two signs, or the host's word.
    pub firm: bool,
}

/// Where a card was faced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Faced {
    /// Played to that trick, counted from 0; with the card led to it, if that is known and another's.
    Played {
        /// Which trick.
        trick: usize,
        /// The card led.
        lead: Option<Read>,
    },
    /// Turned up, or taken back: known to be in the hand.
    Shown,
}

/// What a card turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A card of that hand.
    Own,
    /// Seen before, or of no such deck: it proves nothing.
    Void,
}

/// A time that a seat didn't follow suit.
#[derive(Clone, Copy, Debug)]
struct Failure {
    suit: Suit,
    trick: usize,
    off: Read,
    firm: bool,
    /// 0 open, 1 told in doubt, 2 proved.
    told: u8,
}

/// A pass by somebody who was bound if he holds three clubs.
#[derive(Clone, Copy, Debug)]
struct Pass {
    seq: Seq,
    told: u8,
}

/// What one seat has faced.
#[derive(Clone, Debug, Default)]
struct Hand {
    cards: Vec<Read>,
    clubs: Vec<Read>,
    failures: Vec<Failure>,
    passes: Vec<Pass>,
}

/// A card's first reading.
#[derive(Clone, Copy, Debug)]
struct First {
    read: Read,
    seat: usize,
    shown: bool,
}

/// The proofs of one deal.
#[derive(Clone, Debug)]
pub struct Proofs {
    options: MenschOptions,
    seats: [Seat; 4],
    dealer: Option<usize>,
    bids: Vec<(Seq, usize, Bid)>,
    /// Who spoke before whom, as it was heard: who, which entry, and whom he passed over, as a set of bits.
    early_bids: Vec<(usize, Seq, u8)>,
    trump: Option<Suit>,
    declarer: Option<usize>,
    contract: Option<Contract>,
    called: Option<Read>,
    declared_at: Option<Seq>,
    call_told: bool,
    pass_told: bool,
    hands: [Hand; 4],
    seen: CardSet,
    firsts: Vec<First>,
    twice: bool,
}

impl Proofs {
    /// Nothing on record yet; `seats` clockwise, `dealer` an index into them.
    #[must_use]
    pub fn new(seats: [Seat; 4], dealer: Option<usize>, options: MenschOptions) -> Self {
        Self {
            options,
            seats,
            dealer,
            bids: Vec::with_capacity(4),
            early_bids: Vec::new(),
            trump: None,
            declarer: None,
            contract: None,
            called: None,
            declared_at: None,
            call_told: false,
            pass_told: false,
            hands: std::array::from_fn(|_| Hand::default()),
            seen: CardSet::EMPTY,
            firsts: Vec::with_capacity(32),
            twice: false,
        }
    }

    /// The bids on record.
    #[must_use]
    pub fn bids(&self) -> Vec<Bid> {
        self.bids.iter().map(|&(_, _, bid)| bid).collect()
    }

    /// Whether all four have spoken and passed.
    #[must_use]
    pub fn all_passed(&self) -> bool {
        self.bids.len() == 4
            && self.bids.iter().all(|&(_, _, bid)| bid == Bid::Pass)
            && (0..4).all(|s| self.bids.iter().any(|&(_, seat, _)| seat == s))
    }

    /// The contract that the bids make: the standing bid and who said it, or the forced game, whose declarer is yet to speak.
    #[must_use]
    pub fn auction(&self) -> Option<(Contract, Option<usize>)> {
        if self.all_passed() {
            return Some((Contract::Forced, None));
        }
        let bid = standing(&self.bids())?;
        let by = self.bids.iter().rev().find(|b| b.2 == bid)?.1;
        Some((Contract::of(bid)?, Some(by)))
    }

    /// Whether a card was read twice: the record contradicts itself.
    #[must_use]
    pub fn contradicted(&self) -> bool {
        self.twice
    }

    /// The cards that seat has faced, in order.
    #[must_use]
    pub fn faced(&self, seat: usize) -> &[Read] {
        &self.hands[seat].cards
    }

    /// Every card seen.
    #[must_use]
    pub fn seen(&self) -> CardSet {
        self.seen
    }

    /// Who faced that card first, if anybody.
    #[must_use]
    pub fn holder(&self, card: Card) -> Option<usize> {
        self.firsts
            .iter()
            .find(|f| f.read.card == card)
            .map(|f| f.seat)
    }

    /// The seats' failures to follow that no later card has disproved: who, which suit, the off-suit entry.
    pub fn failures(&self) -> impl Iterator<Item = (usize, Suit, Seq)> + '_ {
        self.hands.iter().enumerate().flat_map(|(seat, hand)| {
            let open = hand.failures.iter().filter(|f| f.told < 2);
            open.map(move |f| (seat, f.suit, f.off.seq))
        })
    }

    /// Somebody bids or passes.
    pub fn bid(&mut self, seq: Seq, seat: usize, bid: Bid, turn: Turn) -> Vec<Offence> {
        let prior = self.bids();
        let standing = standing(&prior);
        let mut found = match turn {
            Turn::Log => self.turn_of_log(seq, seat),
            Turn::Heard => self.turn_heard(seq, seat),
            Turn::Placed => Vec::new(),
        };
        // Whoever spoke before is on record, so that the standing bid is known.
        let complete = self
            .dealer
            .is_some_and(|d| prior.len() == (seat + 3 - d) % 4);
        let certain = turn == Turn::Log || complete;
        if !outbids(bid, standing) {
            let over = standing.map_or_else(|| "none".to_owned(), |b| b.to_string());
            let after = matches!(
                bid,
                Bid::After | Bid::FiveAfter | Bid::SixAfter | Bid::SevenAfter
            );
            let illegal = Offence::new(
                "bid_not_legal",
                Some(self.seats[seat]),
                vec![seq],
                certain || !after,
            );
            found.push(illegal.with("bid", bid).with("standing", over));
        }
        if bid == Bid::Pass && certain && duty_holds(standing, &self.options) {
            self.hands[seat].passes.push(Pass { seq, told: 0 });
        }
        self.bids.push((seq, seat, bid));
        in_order(&mut found);
        found
    }

    fn out_of_turn(&self, seat: usize, proof: Vec<Seq>, expected: Option<usize>) -> Offence {
        let waits = expected.map_or_else(String::new, |e| self.seats[e].to_string());
        Offence::new("bid_out_of_turn", Some(self.seats[seat]), proof, true).with("expected", waits)
    }

    fn turn_of_log(&self, seq: Seq, seat: usize) -> Vec<Offence> {
        let Some(dealer) = self.dealer else {
            return Vec::new();
        };
        let said = self.bids.len();
        let expected = (said < 4).then_some((dealer + 1 + said) % 4);
        let wrong = expected != Some(seat);
        wrong
            .then(|| self.out_of_turn(seat, vec![seq], expected))
            .into_iter()
            .collect()
    }

    fn turn_heard(&mut self, seq: Seq, seat: usize) -> Vec<Offence> {
        let spoke = |s: usize| self.bids.iter().any(|b| b.1 == s);
        if spoke(seat) {
            return vec![self.out_of_turn(seat, vec![seq], None)];
        }
        let (early, open): (Vec<_>, Vec<_>) = self
            .early_bids
            .iter()
            .copied()
            .partition(|e| e.2 >> seat & 1 == 1);
        let was_passed_over = !early.is_empty();
        let mut found: Vec<Offence> = early
            .iter()
            .map(|&(by, at, _)| self.out_of_turn(by, vec![at, seq], Some(seat)))
            .collect();
        let last = self.bids.last().map(|b| b.1).or(self.dealer);
        if let Some(last) = last.filter(|_| !was_passed_over) {
            let between = (1..4).map(|k| (last + k) % 4).take_while(|&s| s != seat);
            let over = |s: &usize| !spoke(*s) && !open.iter().any(|e| e.2 >> s & 1 == 1);
            let skipped: Vec<usize> = between.filter(over).collect();
            if let Some(&first) = skipped.first() {
                let asked = self.out_of_turn(seat, vec![seq], Some(first));
                found.push(asked.at_most(Verdict::Inconclusive));
                let mask = skipped.iter().fold(0, |mask, s| mask | 1 << s);
                self.early_bids.push((seat, seq, mask));
            }
        }
        if was_passed_over {
            self.early_bids = open;
        }
        found
    }

    /// The contract is known, and whose it is.
    pub fn declare(
        &mut self,
        seq: Option<Seq>,
        contract: Option<Contract>,
        declarer: Option<usize>,
    ) {
        self.contract = contract;
        self.declarer = declarer;
        self.declared_at = self.declared_at.or(seq);
    }

    /// Trumps are known.
    pub fn set_trump(&mut self, trump: Suit) -> Vec<Offence> {
        self.trump = Some(trump);
        self.check_call().into_iter().collect()
    }

    /// The declarer calls a partner.
    pub fn call_partner(&mut self, seq: Seq, card: Card) -> Vec<Offence> {
        self.called = Some(Read {
            card,
            seq,
            firm: true,
        });
        self.call_told = false;
        self.declared_at = self.declared_at.or(Some(seq));
        self.check_call().into_iter().collect()
    }

    fn check_call(&mut self) -> Option<Offence> {
        let called = self.called?;
        let fault = fault_of_card(called.card, self.trump, &self.options)?;
        if std::mem::replace(&mut self.call_told, true) {
            return None;
        }
        let against = self.declarer.map(|d| self.seats[d]);
        Some(Offence::new(fault.code(), against, vec![called.seq], true).with("card", called.card))
    }

    /// Whether a card faced now would prove anything: it belongs to the pack, and wasn't played before.
    #[must_use]
    pub fn proves(&self, card: Card) -> bool {
        Deck::Short.copies(card) > 0 && !self.firsts.iter().any(|f| f.read.card == card && !f.shown)
    }

    /// A card is faced. Says what it turned out to be, and which proofs it completes.
    pub fn card(&mut self, seat: usize, read: Read, faced: Faced) -> (Kind, Vec<Offence>) {
        if Deck::Short.copies(read.card) == 0 {
            let foreign = Offence::new("deck_foreign", None, vec![read.seq], read.firm);
            return (Kind::Void, vec![foreign.with("card", read.card)]);
        }
        if self.seen.contains(read.card) {
            return self.again(seat, read, faced);
        }
        self.seen.insert(read.card);
        let shown = faced == Faced::Shown;
        self.firsts.push(First { read, seat, shown });
        let mut found = Vec::new();
        self.prove_with(seat, read, faced, &mut found);
        self.follow(seat, read, faced);
        in_order(&mut found);
        (Kind::Own, found)
    }

    /// A card that was faced before: the same card of an open hand played now, or a reading too many.
    fn again(&mut self, seat: usize, read: Read, faced: Faced) -> (Kind, Vec<Offence>) {
        let first = self.firsts.iter_mut().find(|f| f.read.card == read.card);
        let first = first.expect("what was seen has a first reading");
        if first.seat == seat && faced == Faced::Shown {
            return (Kind::Own, Vec::new()); // shown again, or played and looked at again
        }
        if first.seat == seat && std::mem::replace(&mut first.shown, false) {
            self.follow(seat, read, faced);
            return (Kind::Own, Vec::new());
        }
        self.twice = true;
        let firm = read.firm && first.read.firm;
        let twice = Offence::new(
            "card_seen_twice",
            None,
            vec![first.read.seq, read.seq],
            firm,
        );
        (
            Kind::Void,
            vec![twice.convicting(read.seq).with("card", read.card)],
        )
    }

    /// A card just laid was taken up again by its owner: it is known to be in his hand, and he hasn't failed to follow with it.
    pub fn withdraw(&mut self, seat: usize, seq: Seq) {
        self.hands[seat].failures.retain(|f| f.off.seq != seq);
        if let Some(first) = self.firsts.iter_mut().find(|f| f.read.seq == seq) {
            first.shown = true;
        }
    }

    fn prove_with(&mut self, seat: usize, read: Read, faced: Faced, found: &mut Vec<Offence>) {
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

    fn revokes(&mut self, seat: usize, read: Read, faced: Faced, found: &mut Vec<Offence>) {
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
                        .with("trick", failure.trick + 1),
                );
            }
        }
    }

    fn follow(&mut self, seat: usize, read: Read, faced: Faced) {
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
    fn club_passes(&mut self, seat: usize, found: &mut Vec<Offence>) {
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
                .with("cards", names.join(" "));
            found.push(if clubs.iter().all(plain) {
                offence
            } else {
                offence.disputed("q_clubs_counts_for_obligation")
            });
        }
    }

    fn forced_wrong(&self, seat: usize, read: Read) -> Option<Offence> {
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
    fn plain_call(&self) -> Option<Read> {
        let called = self.called?;
        let fine = fault_of_card(called.card, self.trump, &self.options).is_none();
        fine.then_some(called)
    }

    fn own_card(&self, read: Read) -> Option<Offence> {
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

    fn void_call(&self, seat: usize) -> Option<Offence> {
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
    fn one_club(&self, seat: usize) -> Option<Offence> {
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
