//! A hand and a called card into whether the call is allowed (`rules/mensch.md` §1, A4–A6).

use super::{
    cards::effective_suit,
    options::{CallRank, CalledCardHeld, MenschOptions},
};
use crate::card::{Card, Deck, Rank, Suit};

/// What is wrong with a partner call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallFault {
    /// The card is a trump.
    Trump,
    /// The table calls aces only, and it is none.
    NotAce,
    /// The declarer holds it himself.
    Own,
    /// He holds no card of its suit.
    Void,
}

impl CallFault {
    /// Its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trump => "called_trump",
            Self::NotAce => "called_not_ace",
            Self::Own => "called_own_card",
            Self::Void => "void_in_called_suit",
        }
    }
}

/// What the card alone shows, whatever the hand.
#[must_use]
pub(super) fn fault_of_card(
    called: Card,
    trump: Option<Suit>,
    options: &MenschOptions,
) -> Option<CallFault> {
    let is_trump = trump.is_some() && effective_suit(called, trump) == trump;
    if is_trump || called == super::cards::QUEEN_OF_CLUBS {
        Some(CallFault::Trump)
    } else if options.call_rank == CallRank::AceOnly && called.rank() != Some(Rank::Ace) {
        Some(CallFault::NotAce)
    } else {
        None
    }
}

/// What his suits show: that he holds none of the called suit although he could have called another (or, without the waiver,
/// although he could call none). `hand` is all that he was dealt.
#[must_use]
pub(super) fn is_void(hand: &[Card], called: Card, trump: Suit, options: &MenschOptions) -> bool {
    let suit = |card| effective_suit(card, Some(trump));
    let holds = |of: Suit| hand.iter().any(|&c| suit(c) == Some(of));
    let could_be_called = |card: &Card| {
        !hand.contains(card)
            && fault_of_card(*card, Some(trump), options).is_none()
            && suit(*card).is_some_and(holds)
    };
    let void = suit(called).is_some_and(|s| !holds(s));
    void && (!options.call_void_waiver || Deck::Short.cards().iter().any(could_be_called))
}

/// The first fault of a call, in the order trump, rank, own card, void; `None` where it is allowed.
#[must_use]
pub fn fault(
    hand: &[Card],
    called: Card,
    trump: Suit,
    options: &MenschOptions,
) -> Option<CallFault> {
    if let Some(fault) = fault_of_card(called, Some(trump), options) {
        return Some(fault);
    }
    if hand.contains(&called) {
        return (options.called_card_held == CalledCardHeld::Forbidden).then_some(CallFault::Own);
    }
    is_void(hand, called, trump, options).then_some(CallFault::Void)
}
