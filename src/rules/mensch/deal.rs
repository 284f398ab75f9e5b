//! The facts of one deal, in the order of the record, into the state of the deal and the proofs that each fact completes.

mod laying;
mod saying;

use std::sync::LazyLock;

use super::{
    bids::Contract,
    cards::{QUEEN_OF_CLUBS, winner},
    offence::{Offence, in_order},
    options::MenschOptions,
    proofs::Proofs,
    tricks::Tricks,
};
use crate::{
    card::{Card, Deck, Suit},
    chips::{Account, Chips},
    play::{Act, Play, Seq, Witness, Zone},
    rules::knowledge::{CardSet, Knowledge},
    seat::Seat,
};

/// One fact of the record.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) seq: Seq,
    pub(super) play: Play,
    /// It arrived later than it belongs.
    pub(super) late: bool,
    /// The host had it taken back.
    pub(super) taken_back: bool,
}

/// Where the deal stands: a fold of its facts.
#[derive(Clone, Debug)]
pub(super) struct Deal {
    pub(super) seats: [Seat; 4],
    pub(super) dealer: Option<usize>,
    pub(super) options: MenschOptions,
    pub(super) proofs: Proofs,
    pub(super) tricks: Tricks,
    pub(super) knowledge: Knowledge,
    pub(super) contract: Option<Contract>,
    pub(super) declarer: Option<usize>,
    pub(super) trump: Option<Suit>,
    pub(super) trump_at: Option<Seq>,
    pub(super) called: Option<Card>,
    pub(super) backs: [Option<(u8, Seq, Witness)>; 4],
    pub(super) counts_judged: bool,
    /// Whether the first trick was surely seen.
    pub(super) from_start: bool,
    /// Seats that laid a card which nobody could name.
    pub(super) holes: [bool; 4],
    pub(super) impossible_told: bool,
    pub(super) revokers: Vec<usize>,
    /// Tricks whose gap was asked about.
    pub(super) short_asked: usize,
    /// Who takes the rest, by an accepted claim.
    pub(super) claimed_by: Option<usize>,
    /// What was reported as paid: by whom to whom, how many.
    pub(super) paid: Vec<(usize, Account, Chips)>,
    pub(super) over: bool,
}

impl Deal {
    pub(super) fn new(seats: [Seat; 4], dealer: Option<usize>, options: MenschOptions) -> Self {
        Self {
            seats,
            dealer,
            proofs: Proofs::new(seats, dealer, options.clone()),
            options,
            tricks: Tricks::default(),
            knowledge: Knowledge::new(pack(), &[8; 4]),
            contract: None,
            declarer: None,
            trump: None,
            trump_at: None,
            called: None,
            backs: [None; 4],
            counts_judged: false,
            from_start: false,
            holes: [false; 4],
            impossible_told: false,
            revokers: Vec::new(),
            short_asked: 0,
            claimed_by: None,
            paid: Vec::new(),
            over: false,
        }
    }

    pub(super) fn index(&self, seat: Seat) -> Option<usize> {
        self.seats.iter().position(|&s| s == seat)
    }

    /// Whether a card has been played.
    pub(super) fn playing(&self) -> bool {
        !self.tricks.all.is_empty()
    }

    /// Takes one fact; says which proofs it completes, in order.
    pub(super) fn take(&mut self, fact: &Fact) -> Vec<Offence> {
        let (seq, play) = (fact.seq, &fact.play);
        let mut found = match &play.act {
            Act::Laid {
                card,
                zone: Zone::Trick,
            } if fact.taken_back => self.taken_back(seq, play, *card),
            Act::Laid {
                card,
                zone: Zone::Trick,
            } => self.laid(seq, play, *card),
            Act::Laid {
                card: Some(card),
                zone: Zone::Hand,
            } => self.shown(seq, play, *card),
            Act::Lifted {
                card,
                zone: Zone::Trick,
            } => self.lifted(seq, play, *card),
            Act::Backs {
                zone: Zone::Hand,
                count,
            } => self.backs(seq, play, *count),
            Act::Call(call) => self.call(seq, play, call, fact.late),
            _ => Vec::new(),
        };
        if found.len() > 1 {
            in_order(&mut found);
        }
        for offence in &mut found {
            // A record that contradicts itself accuses nobody.
            offence.firm &= offence.against.is_none() || !self.proofs.contradicted();
        }
        found
    }

    /// Who wins the last trick as far as it is played.
    fn best(&self) -> Option<usize> {
        let trick = self.tricks.all.last()?;
        let known: Vec<Card> = trick.slots.iter().map_while(|s| s.card).collect();
        let whole = known.len() == trick.slots.len();
        winner(&known, self.trump?)
            .filter(|_| whole)
            .map(|i| trick.slots[i].seat)
    }

    pub(super) fn winner(&self, trick: usize) -> Option<usize> {
        self.tricks
            .all
            .get(trick)?
            .winner(self.trump, pack().without(self.proofs.seen()))
    }

    pub(super) fn last_winner(&self) -> Option<usize> {
        self.winner(self.tricks.all.len().checked_sub(1)?)
    }

    /// Who leads the first trick, where the record says what is played and who dealt.
    pub(super) fn first_leader(&self) -> Option<usize> {
        match self.contract? {
            Contract::Solo => self.declarer,
            _ => self.dealer.map(|d| (d + 1) % 4),
        }
    }

    pub(super) fn expected(&self) -> Option<usize> {
        self.tricks
            .expected(self.first_leader(), self.last_winner())
    }

    /// The declarer's partner: who holds the called card, as far as it was seen or must be.
    pub(super) fn partner(&self) -> Option<usize> {
        if !self.contract.is_some_and(Contract::has_partner) {
            return None;
        }
        self.proofs
            .holder(self.called?)
            .filter(|&p| Some(p) != self.declarer)
    }
}

/// The cards of an effective suit.
fn suit_set(suit: Suit, trump: Option<Suit>) -> CardSet {
    let mut cards = CardSet::suit(suit);
    cards.remove(QUEEN_OF_CLUBS);
    if Some(suit) == trump {
        cards.insert(QUEEN_OF_CLUBS);
    }
    cards
}

/// The pack.
pub(super) fn pack() -> CardSet {
    static PACK: LazyLock<CardSet> = LazyLock::new(|| Deck::Short.cards().into_iter().collect());
    *PACK
}
