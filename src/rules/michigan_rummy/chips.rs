//! The chips of one Michigan Rummy deal: what lies on the board and what each player gained, moved only by transfers.

use std::collections::BTreeMap;

use super::{board::Board, deal};
use crate::{
    chips::{Account, Chips, Transfer},
    seat::Seat,
};

/// The board and the players' gains.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Purse {
    pub(super) stakes: BTreeMap<String, Chips>,
    pub(super) net: BTreeMap<Seat, Chips>,
    moved: Vec<Transfer>,
}

impl Purse {
    /// The board with what earlier deals left on it.
    pub(super) fn new(board: &Board, carried: &BTreeMap<String, Chips>) -> Self {
        let mut stakes = carried.clone();
        for id in board.ids() {
            stakes.entry(id.to_owned()).or_default();
        }
        Self {
            stakes,
            ..Self::default()
        }
    }

    /// The transfers since the last call, in order.
    pub(super) fn take_moved(&mut self) -> Vec<Transfer> {
        std::mem::take(&mut self.moved)
    }

    /// Makes that transfer.
    pub(super) fn repost(&mut self, t: Transfer) {
        self.post(t.from, t.to, t.chips, &t.reason);
    }

    /// Transfers that were made before, to be told with the next ones.
    pub(super) fn queue(&mut self, moved: Vec<Transfer>) {
        self.moved.extend(moved);
    }

    fn post(&mut self, from: Account, to: Account, chips: Chips, reason: &str) {
        for (account, sign) in [(&from, -1), (&to, 1)] {
            match account {
                Account::Seat(seat) => *self.net.entry(*seat).or_default() += sign * chips,
                Account::Compartment(id) => {
                    *self.stakes.entry(id.clone()).or_default() += sign * chips;
                }
                Account::Pot | Account::Bank => {}
            }
        }
        if chips > 0 {
            let reason = reason.to_owned();
            self.moved.push(Transfer {
                from,
                to,
                chips,
                reason,
            });
        }
    }

    /// A player puts chips into a compartment.
    pub(super) fn pay(&mut self, seat: Seat, id: &str, chips: Chips, reason: &str) {
        self.post(
            Account::Seat(seat),
            Account::Compartment(id.to_owned()),
            chips,
            reason,
        );
    }

    /// A player takes chips out of a compartment.
    pub(super) fn take(&mut self, seat: Seat, id: &str, chips: Chips, reason: &str) {
        self.post(
            Account::Compartment(id.to_owned()),
            Account::Seat(seat),
            chips,
            reason,
        );
    }

    /// A player empties a compartment; says how many chips lay there.
    pub(super) fn empty(&mut self, seat: Seat, id: &str, reason: &str) -> Chips {
        let chips = self.stakes.get(id).copied().unwrap_or(0);
        self.take(seat, id, chips, reason);
        chips
    }

    /// One player pays another.
    pub(super) fn give(&mut self, from: Seat, to: Seat, chips: Chips, reason: &str) {
        self.post(Account::Seat(from), Account::Seat(to), chips, reason);
    }

    /// The antes of everybody into every compartment (§1.4).
    pub(super) fn ante(&mut self, seats: &[Seat], dealer: Seat, board: &Board) {
        for seat in seats {
            let each = if *seat == dealer {
                deal::DEALERS_ANTE
            } else {
                deal::ANTE
            };
            board.ids().for_each(|id| self.pay(*seat, id, each, "ante"));
        }
    }

    /// What turns these chips into those: the corrections, each from who has too much to who has too little.
    pub(super) fn corrections(&self, right: &Self) -> Vec<Transfer> {
        let mut over: Vec<(Account, Chips)> = Vec::new();
        let mut under: Vec<(Account, Chips)> = Vec::new();
        let mut compare = |account: Account, is: Chips, should: Chips| match should - is {
            0 => {}
            more @ 1.. => under.push((account, more)),
            less => over.push((account, -less)),
        };
        let of = |map: &BTreeMap<String, Chips>, id: &str| map.get(id).copied().unwrap_or(0);
        for seat in self
            .net
            .keys()
            .chain(right.net.keys().filter(|s| !self.net.contains_key(s)))
        {
            let of = |p: &Self| p.net.get(seat).copied().unwrap_or(0);
            compare(Account::Seat(*seat), of(self), of(right));
        }
        let new = right
            .stakes
            .keys()
            .filter(|id| !self.stakes.contains_key(*id));
        for id in self.stakes.keys().chain(new) {
            let account = Account::Compartment(id.clone());
            compare(account, of(&self.stakes, id), of(&right.stakes, id));
        }
        let mut moved = Vec::new();
        let (mut over, mut under) = (over.into_iter(), under.into_iter());
        let (mut from, mut to) = (over.next(), under.next());
        while let (Some((payer, has)), Some((payee, lacks))) = (&mut from, &mut to) {
            let chips = (*has).min(*lacks);
            moved.push(Transfer {
                from: payer.clone(),
                to: payee.clone(),
                chips,
                reason: "correction".to_owned(),
            });
            *has -= chips;
            *lacks -= chips;
            let (paid, filled) = (*has == 0, *lacks == 0);
            if paid {
                from = over.next();
            }
            if filled {
                to = under.next();
            }
        }
        moved
    }
}
