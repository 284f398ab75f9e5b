//! Bids for the dummy hand into its buyer (`rules/michigan_rummy.md` §2 `AUCTION`, §4 A12).

use super::options::{Auction, MichiganOptions};
use crate::{chips::Chips, seat::Seat};

/// Who buys the dummy, and for how many chips. `may_bid` says who is let in: never the dealer, and nobody whose hand holds a
/// blocking card, as far as that is known.
#[must_use]
pub fn buyer(
    bids: &[(Seat, Chips)],
    options: &MichiganOptions,
    may_bid: impl Fn(Seat) -> bool,
) -> Option<(Seat, Chips)> {
    let mut standing: Option<(Seat, Chips)> = None;
    for (seat, chips) in bids {
        let higher = standing.is_none_or(|(_, high)| *chips > high);
        if may_bid(*seat) && *chips >= options.min_bid && higher {
            standing = Some((*seat, *chips));
        }
    }
    // An ascending auction and sealed bids end the same: the highest, and of equal ones the first.
    match options.auction {
        Auction::Ascending | Auction::Sealed => standing,
    }
}
