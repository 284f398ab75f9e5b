//! Poker actions into whose turn it is, what lies in the pool and who wins it (`rules/michigan_rummy.md` §2 `POKER_BET`, `POKER_SHOW`).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    card::Card,
    chips::Chips,
    play::PokerAct,
    rules::poker::{self, AceLow},
    seat::Seat,
};

/// One round of betting. Whatever was done counts, allowed or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Betting {
    /// From the opener, clockwise.
    order: Vec<Seat>,
    put_in: BTreeMap<Seat, Chips>,
    folded: BTreeSet<Seat>,
    /// Who has acted since the last bet or raise.
    settled: BTreeSet<Seat>,
    last: Option<Seat>,
}

impl Betting {
    /// A round of betting among these seats, the opener first.
    #[must_use]
    pub fn new(order: Vec<Seat>) -> Self {
        Self {
            order,
            put_in: BTreeMap::new(),
            folded: BTreeSet::new(),
            settled: BTreeSet::new(),
            last: None,
        }
    }

    /// The highest that anybody has put in.
    #[must_use]
    pub fn standing(&self) -> Chips {
        self.put_in.values().copied().max().unwrap_or(0)
    }

    /// What a seat has put in.
    #[must_use]
    pub fn put_in(&self, seat: Seat) -> Chips {
        self.put_in.get(&seat).copied().unwrap_or(0)
    }

    /// Who has not folded, the opener first.
    #[must_use]
    pub fn still_in(&self) -> Vec<Seat> {
        let stays = |s: &&Seat| !self.folded.contains(s);
        self.order.iter().filter(stays).copied().collect()
    }

    /// Whether anybody has acted.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.last.is_some()
    }

    /// Whether the betting is over: one is left, or all who are in have put in the same and spoken.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let left = self.still_in();
        let even = |s: &Seat| self.settled.contains(s) && self.put_in(*s) == self.standing();
        left.len() <= 1 || left.iter().all(even)
    }

    /// Whose turn it is; nobody's when the betting is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        if self.is_over() {
            return None;
        }
        let from = self
            .last
            .and_then(|l| self.order.iter().position(|s| *s == l));
        let start = from.map_or(0, |i| i + 1);
        let (before, after) = self.order.split_at(start);
        let mut next = after.iter().chain(before);
        next.find(|s| !self.folded.contains(s)).copied()
    }

    /// Takes an action; `to` is all that the seat has put in by now. Says how many chips moved.
    ///
    /// A pass is a check while nothing is bet, and a fold against a standing bet (§0 D6).
    pub fn act(&mut self, seat: Seat, act: PokerAct, to: Option<Chips>) -> Chips {
        let (before, standing) = (self.put_in(seat), self.standing());
        self.last = Some(seat);
        let after = match act {
            PokerAct::Fold => {
                self.folded.insert(seat);
                before
            }
            PokerAct::Pass => {
                if before < standing {
                    self.folded.insert(seat);
                }
                before
            }
            PokerAct::Call => to.unwrap_or(standing),
            PokerAct::Bet | PokerAct::Raise => to.unwrap_or(before),
        };
        let after = after.max(before);
        if after > standing {
            self.settled.clear();
        }
        self.settled.insert(seat);
        self.put_in.insert(seat, after);
        after - before
    }
}

/// A pool's way to the winners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shares {
    /// The winners, in the order of the seats that were given.
    pub winners: Vec<Seat>,
    /// What each gets.
    pub shares: Vec<(Seat, Chips)>,
    /// What is left over.
    pub left: Chips,
}

/// Who gets the odd chips of a split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OddChips {
    /// Nobody: they stay.
    Stay,
    /// The winners in order, one each.
    OneEach,
}

/// The pool to the best of these hands, which stand in the order in which odd chips are handed out. One hand alone wins unseen.
#[must_use]
pub fn share(pool: Chips, hands: &[(Seat, Vec<Card>)], ace_low: AceLow, odd: OddChips) -> Shares {
    let cards: Vec<&[Card]> = hands.iter().map(|(_, cards)| &cards[..]).collect();
    let best = match hands {
        [_] => vec![0],
        _ => poker::winners(&cards, ace_low),
    };
    let winners: Vec<Seat> = best.into_iter().map(|i| hands[i].0).collect();
    split(pool, winners, odd)
}

/// The pool to these seats in equal parts.
#[must_use]
pub fn split(pool: Chips, winners: Vec<Seat>, odd: OddChips) -> Shares {
    let Ok(count @ 1..) = Chips::try_from(winners.len()) else {
        return Shares {
            winners,
            shares: Vec::new(),
            left: pool,
        };
    };
    let mut left = pool % count;
    let mut shares = Vec::with_capacity(winners.len());
    for seat in &winners {
        let extra = Chips::from(left > 0 && odd == OddChips::OneEach);
        left -= extra;
        shares.push((*seat, pool / count + extra));
    }
    Shares {
        winners,
        shares,
        left,
    }
}
