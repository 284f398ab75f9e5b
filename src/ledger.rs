//! Transfers into balances, and balances into who pays whom: double entry in whole chips, the sum over all accounts always zero.

use std::collections::BTreeMap;

use crate::{
    chips::{Account, Chips, Transfer},
    seat::Seat,
};

/// The reason of chips bought from the bank.
pub const BUY_IN: &str = "buy_in";

/// The reason of chips given back to the bank.
pub const CASH_OUT: &str = "cash_out";

/// The reason of chips that go back because the record was put right.
pub const CORRECTION: &str = "correction";

/// Why a transfer can't be posted. It is a defect of whoever made it, not of the players.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError {
    /// A negative number of chips, or from an account to itself.
    #[error(
        "{0:?} is no transfer: chips go from one account to another, and never fewer than none"
    )]
    Nonsense(Transfer),
    /// More chips than a number holds.
    #[error("{0:?} is more than an account can hold")]
    Overflow(Transfer),
    /// The accounts no longer sum to zero.
    #[error("the accounts sum to {0}, not to zero: the record is damaged, stop the evening")]
    Unbalanced(i128),
}

/// What lies where. Chips appear nowhere and vanish nowhere: what the seats and the board hold more, the bank holds less.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    balances: BTreeMap<Account, Chips>,
    /// Chips bought less chips cashed out, by seat.
    bought: BTreeMap<Seat, Chips>,
}

impl Ledger {
    /// Posts a transfer.
    ///
    /// # Errors
    /// When the transfer makes no sense, and nothing was posted; or when the sum isn't zero afterwards: then nothing here can be trusted.
    pub fn post(&mut self, transfer: &Transfer) -> Result<(), LedgerError> {
        if transfer.chips < 0 || transfer.from == transfer.to {
            return Err(LedgerError::Nonsense(transfer.clone()));
        }
        let from = self.balance(&transfer.from).checked_sub(transfer.chips);
        let to = self.balance(&transfer.to).checked_add(transfer.chips);
        let (Some(from), Some(to)) = (from, to) else {
            return Err(LedgerError::Overflow(transfer.clone()));
        };
        self.balances.insert(transfer.from.clone(), from);
        self.balances.insert(transfer.to.clone(), to);
        match (&transfer.from, &transfer.to, transfer.reason.as_str()) {
            (Account::Bank, Account::Seat(seat), BUY_IN) => {
                *self.bought.entry(*seat).or_default() += transfer.chips;
            }
            (Account::Seat(seat), Account::Bank, CASH_OUT) => {
                *self.bought.entry(*seat).or_default() -= transfer.chips;
            }
            _ => {}
        }
        let sum: i128 = self.balances.values().map(|&c| i128::from(c)).sum();
        if sum != 0 {
            return Err(LedgerError::Unbalanced(sum));
        }
        Ok(())
    }

    /// Chips in that account; negative for a debt.
    #[must_use]
    pub fn balance(&self, account: &Account) -> Chips {
        self.balances.get(account).copied().unwrap_or(0)
    }

    /// Every account that was ever touched.
    #[must_use]
    pub fn balances(&self) -> &BTreeMap<Account, Chips> {
        &self.balances
    }

    /// Chips that a seat bought, less those it cashed out.
    #[must_use]
    pub fn bought(&self, seat: Seat) -> Chips {
        self.bought.get(&seat).copied().unwrap_or(0)
    }

    /// The chips before each of these seats; none where nobody bought any, and chips are only points.
    #[must_use]
    pub fn stacks(&self, seats: impl IntoIterator<Item = Seat>) -> BTreeMap<Seat, Chips> {
        let own = |seat: Seat| (seat, self.balance(&Account::Seat(seat)));
        let seats = seats.into_iter().filter(|_| !self.bought.is_empty());
        seats.map(own).collect()
    }

    /// What a seat won or lost since the start; chips bought and cashed out left aside.
    #[must_use]
    pub fn net(&self, seat: Seat) -> Chips {
        self.balance(&Account::Seat(seat)) - self.bought(seat)
    }

    /// Chips that belong to nobody yet: the pot and the compartments that aren't empty.
    #[must_use]
    pub fn stakes(&self) -> Vec<(Account, Chips)> {
        self.balances
            .iter()
            .filter(|(a, c)| matches!(a, Account::Pot | Account::Compartment(_)) && **c != 0)
            .map(|(a, c)| (a.clone(), *c))
            .collect()
    }

    /// What is everybody's when the evening ends: what lies in the pot and on the board, and what the bank got besides the chips that it sold
    /// (fines).
    #[must_use]
    pub fn left(&self) -> Vec<(Account, Chips)> {
        let sold: Chips = self.bought.values().sum();
        let more = self.balance(&Account::Bank) + sold;
        let mut left = self.stakes();
        left.extend((more != 0).then_some((Account::Bank, more)));
        left
    }

    /// The transfers that turn `self` into `right`: what people hand back after a correction, in the fewest payments; what was
    /// bought or cashed out wrongly goes by itself through the bank.
    #[must_use]
    pub fn corrections(&self, right: &Self) -> Vec<Transfer> {
        let mut owed: BTreeMap<Account, Chips> = BTreeMap::new();
        for account in self.balances.keys().chain(right.balances.keys()) {
            owed.insert(
                account.clone(),
                right.balance(account) - self.balance(account),
            );
        }
        let mut out = Vec::new();
        for seat in owed.keys().cloned().collect::<Vec<_>>() {
            let Account::Seat(player) = seat else {
                continue;
            };
            let more = right.bought(player) - self.bought(player);
            *owed.entry(seat.clone()).or_default() -= more;
            *owed.entry(Account::Bank).or_default() += more;
            let (from, to, reason) = match more {
                0 => continue,
                1.. => (Account::Bank, seat, BUY_IN),
                _ => (seat, Account::Bank, CASH_OUT),
            };
            out.push(Transfer {
                from,
                to,
                chips: more.abs(),
                reason: reason.to_owned(),
            });
        }
        let paid = payments(&owed)
            .into_iter()
            .map(|(from, to, chips)| Transfer {
                from,
                to,
                chips,
                reason: CORRECTION.to_owned(),
            });
        out.extend(paid);
        out
    }

    /// What each of these seats has won or lost when the evening ends now. Chips left in the pot, on the board and as fines in the bank are divided
    /// equally, odd ones one each in the order given (the dealer's left first), so that the shares sum to zero.
    #[must_use]
    pub fn shares(&self, seats: &[Seat]) -> BTreeMap<Seat, Chips> {
        let mut shares: BTreeMap<Seat, Chips> = self
            .balances
            .keys()
            .filter_map(|a| match a {
                Account::Seat(seat) => Some((*seat, self.net(*seat))),
                _ => None,
            })
            .collect();
        let left: Chips = self.left().iter().map(|(_, c)| c).sum();
        let count = Chips::try_from(seats.len()).unwrap_or(Chips::MAX);
        if count > 0 {
            for (i, seat) in seats.iter().enumerate() {
                let odd = Chips::try_from(i).is_ok_and(|i| i < left.rem_euclid(count));
                *shares.entry(*seat).or_default() += left.div_euclid(count) + Chips::from(odd);
            }
        }
        shares
    }
}

/// Beyond this many debtors and creditors the exact search would take too long; no table has so many.
const EXACT_UP_TO: usize = 16;

/// Who pays whom so that everybody ends at nothing: `net` is what each has to get (negative: to give) and sums to zero. The fewest
/// possible payments, never more than one fewer than there are parties; the same input gives the same list.
///
/// A group that settles among itself needs one payment fewer than it has members, so the list is shortest where the parties split into
/// the most groups that each sum to nothing: a search over subsets.
#[must_use]
pub fn payments<K: Ord + Clone>(net: &BTreeMap<K, Chips>) -> Vec<(K, K, Chips)> {
    let parties: Vec<(K, Chips)> = net
        .iter()
        .filter(|(_, c)| **c != 0)
        .map(|(k, c)| (k.clone(), *c))
        .collect();
    if parties.len() > EXACT_UP_TO {
        return chain(parties);
    }
    groups(&parties).into_iter().flat_map(chain).collect()
}

/// Splits the parties into as many groups as possible, each with the sum zero.
fn groups<K: Clone>(parties: &[(K, Chips)]) -> Vec<Vec<(K, Chips)>> {
    let full = (1_usize << parties.len()) - 1;
    let mut sum = vec![0_i128; full + 1];
    let mut most = vec![0_u8; full + 1];
    let mut last = vec![0_usize; full + 1];
    for set in 1..=full {
        let low = set.trailing_zeros() as usize;
        sum[set] = sum[set & (set - 1)] + i128::from(parties[low].1);
        for i in (0..parties.len()).filter(|i| set >> i & 1 == 1) {
            let without = set & !(1 << i);
            let found = most[without] + u8::from(sum[set] == 0);
            if found > most[set] || last[set] == 0 {
                most[set] = found;
                last[set] = 1 << i;
            }
        }
    }
    // Walk back: parties leave one by one; each time the rest sums to nothing, a group is complete.
    let mut out = Vec::new();
    let mut group = Vec::new();
    let mut set = full;
    while set != 0 {
        let one = last[set];
        group.push(parties[one.trailing_zeros() as usize].clone());
        set &= !one;
        if sum[set] == 0 {
            out.push(std::mem::take(&mut group));
        }
    }
    out
}

/// Settles one group with at most one payment fewer than it has members: the first debtor pays the first creditor.
fn chain<K: Clone + Ord>(mut group: Vec<(K, Chips)>) -> Vec<(K, K, Chips)> {
    group.sort();
    let (mut debtors, mut creditors): (Vec<_>, Vec<_>) =
        group.into_iter().rev().partition(|(_, c)| *c < 0);
    let mut out = Vec::new();
    while let (Some((from, owes)), Some((to, gets))) = (debtors.pop(), creditors.pop()) {
        let chips = gets.min(-owes);
        if owes + chips != 0 {
            debtors.push((from.clone(), owes + chips));
        }
        if gets != chips {
            creditors.push((to.clone(), gets - chips));
        }
        out.push((from, to, chips));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pay(from: Account, to: Account, chips: Chips) -> Transfer {
        Transfer {
            from,
            to,
            chips,
            reason: "test".into(),
        }
    }

    #[test]
    fn double_entry_keeps_the_sum() {
        let mut ledger = Ledger::default();
        let a = || Account::Seat(Seat(0));
        let buy_in = Transfer {
            reason: BUY_IN.into(),
            ..pay(Account::Bank, a(), 100)
        };
        ledger.post(&buy_in).expect("a buy-in");
        ledger.post(&pay(a(), Account::Pot, 7)).expect("an ante");
        assert_eq!(ledger.balance(&a()), 93);
        assert_eq!(ledger.net(Seat(0)), -7);
        assert_eq!(ledger.stakes(), [(Account::Pot, 7)]);
        for bad in [
            pay(a(), a(), 1),
            pay(a(), Account::Pot, -1),
            pay(Account::Bank, a(), i64::MAX),
        ] {
            let before = ledger.clone();
            assert!(ledger.post(&bad).is_err(), "{bad:?}");
            assert_eq!(ledger, before);
        }
    }

    #[test]
    fn what_lies_in_the_pot_is_divided() {
        let mut ledger = Ledger::default();
        for i in 0..3 {
            ledger
                .post(&pay(Account::Seat(Seat(i)), Account::Pot, 1))
                .expect("an ante");
        }
        ledger
            .post(&pay(Account::Seat(Seat(0)), Account::Pot, 2))
            .expect("a penalty");
        let shares = ledger.shares(&[Seat(2), Seat(0), Seat(1)]);
        assert_eq!(shares.values().sum::<Chips>(), 0);
        // A fine to the bank is everybody's too; chips bought there are not. And a fine alone buys nobody a stack.
        let mut fined = ledger.clone();
        fined
            .post(&pay(Account::Seat(Seat(1)), Account::Bank, 1))
            .expect("a fine");
        assert!(fined.stacks([Seat(0), Seat(1)]).is_empty());
        fined
            .post(&pay(Account::Bank, Account::Seat(Seat(1)), 1))
            .expect("given back");
        let buy_in = Transfer {
            reason: BUY_IN.into(),
            ..pay(Account::Bank, Account::Seat(Seat(1)), 50)
        };
        fined.post(&buy_in).expect("a buy-in");
        let fine = pay(Account::Seat(Seat(1)), Account::Bank, 4);
        fined.post(&fine).expect("a fine");
        assert_eq!(fined.left(), [(Account::Pot, 5), (Account::Bank, 4)]);
        assert_eq!(fined.stacks([Seat(1)])[&Seat(1)], 45);
        let divided = fined.shares(&[Seat(2), Seat(0), Seat(1)]);
        assert_eq!(divided.values().sum::<Chips>(), 0);
        assert_eq!(divided[&Seat(1)], -1 - 4 + 3);
        assert_eq!(
            shares,
            BTreeMap::from([(Seat(0), -1), (Seat(1), 0), (Seat(2), 1)])
        );
    }

    #[test]
    fn groups_that_settle_among_themselves_are_found() {
        let net = BTreeMap::from([("a", 5), ("b", -5), ("c", 3), ("d", -1), ("e", -2)]);
        assert_eq!(payments(&net).len(), 3);
        assert!(payments::<u8>(&BTreeMap::new()).is_empty());
    }
}
