//! What was said and laid, fact by fact in the order of the record, into the proofs of `rules/mensch.md` §5 that hold whoever leads and
//! whoever gathers: the part of the referee that worked positions and live tables share.

mod bidding;
mod hands;

use super::{
    bids::Contract,
    call::fault_of_card,
    offence::{Offence, in_order},
    options::MenschOptions,
};
use crate::{
    card::{Card, Deck, Suit},
    play::{Bid, Seq},
    rules::knowledge::CardSet,
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
}
