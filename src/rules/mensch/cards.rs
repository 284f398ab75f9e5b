//! Cards and trumps into order, following and the winner of a trick (`rules/mensch.md` §2).

use crate::card::{Card, Deck, Rank, Suit};

/// The queen of clubs: the highest trump whatever suit is trumps.
pub const QUEEN_OF_CLUBS: Card = Card::French(Rank::Queen, Suit::Clubs);

/// The queen of hearts: her holder plays the forced game.
pub const QUEEN_OF_HEARTS: Card = Card::French(Rank::Queen, Suit::Hearts);

/// The suit that a card belongs to for every purpose of play: its own, but Q♣ belongs to trumps. `None` for Q♣ while trumps
/// aren't known, and for cards without a suit.
#[must_use]
pub fn effective_suit(card: Card, trump: Option<Suit>) -> Option<Suit> {
    if card == QUEEN_OF_CLUBS {
        trump
    } else {
        card.suit()
    }
}

/// How strong a card is within its effective suit; more beats less. 0 for a card that isn't in the pack.
#[must_use]
pub fn power(card: Card, trump: Suit) -> u8 {
    if Deck::Short.copies(card) == 0 {
        return 0;
    }
    match card {
        QUEEN_OF_CLUBS => 100,
        Card::French(Rank::Seven, suit) if suit == trump => 99,
        Card::French(rank, _) => rank.number(),
        Card::Pairs(_) => 0,
    }
}

/// The cards of one suit from the highest; Q♣ stands among the trumps.
#[must_use]
pub fn order(suit: Suit, trump: Suit) -> Vec<Card> {
    let mut cards = Deck::Short.cards();
    cards.retain(|&c| effective_suit(c, Some(trump)) == Some(suit));
    cards.sort_by_key(|&c| std::cmp::Reverse(power(c, trump)));
    cards
}

/// Which play wins the trick, as its index; the first play leads. `None` for no plays.
#[must_use]
pub fn winner(plays: &[Card], trump: Suit) -> Option<usize> {
    let led = effective_suit(*plays.first()?, Some(trump));
    let strength = |card: Card| {
        let suit = effective_suit(card, Some(trump));
        (suit == Some(trump), suit == led, power(card, trump))
    };
    (0..plays.len()).max_by_key(|&i| (strength(plays[i]), std::cmp::Reverse(i)))
}

/// Which cards of a hand may be played, in the hand's order: those of the led suit where the hand has any, else all; the leader
/// (`led` is `None`) may play any.
#[must_use]
pub fn legal_cards(hand: &[Card], led: Option<Card>, trump: Suit) -> Vec<Card> {
    let suit = |card| effective_suit(card, Some(trump));
    let follows = |card: &&Card| led.is_some_and(|led| suit(**card) == suit(led));
    if hand.iter().any(|card| follows(&card)) {
        hand.iter().filter(follows).copied().collect()
    } else {
        hand.to_vec()
    }
}
