//! Debts into the fewest payments by a search over all ways to pay, and a list of payments into what is wrong with it.

use std::collections::BTreeMap;

use pitboss::{chips::Chips, ledger::payments};

/// The fewest payments that settle these debts: the first who isn't even pays, or is paid, whole by each of the others in turn.
pub(crate) fn fewest(debts: &mut [Chips], from: usize) -> usize {
    let Some(first) = (from..debts.len()).find(|&i| debts[i] != 0) else {
        return 0;
    };
    let mut best = usize::MAX;
    for other in first + 1..debts.len() {
        if debts[first].signum() * debts[other].signum() < 0 {
            debts[other] += debts[first];
            best = best.min(1 + fewest(debts, first + 1));
            debts[other] -= debts[first];
        }
    }
    best
}

/// That the list leaves everybody even and is never longer than it may be; how long it is.
pub(crate) fn check(all: &[Chips]) -> usize {
    let net: BTreeMap<usize, Chips> = all.iter().copied().enumerate().collect();
    let list = payments(&net);
    let mut left = net.clone();
    for (from, to, chips) in &list {
        assert!(*chips > 0 && from != to, "{list:?}");
        *left.entry(*from).or_default() += chips;
        *left.entry(*to).or_default() -= chips;
    }
    assert!(left.values().all(|c| *c == 0), "{all:?}: {list:?}");
    let owing = all.iter().filter(|c| **c != 0).count();
    assert!(list.len() <= owing.saturating_sub(1), "{all:?}: {list:?}");
    assert_eq!(payments(&net), list, "the same debts give the same list");
    list.len()
}
