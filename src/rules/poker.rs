//! Cards into the worth of their best five, exactly: a [`Strength`] that compares as poker hands do (`rules/michigan_rummy.md` §3.1).

use std::fmt;

use crate::card::{Card, Rank, Suit};

/// The kinds of poker hands, ascending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)] // the names say it
pub enum Category {
    HighCard,
    OnePair,
    TwoPair,
    ThreeOfAKind,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HighCard => "high_card",
            Self::OnePair => "one_pair",
            Self::TwoPair => "two_pair",
            Self::ThreeOfAKind => "three_of_a_kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full_house",
            Self::FourOfAKind => "four_of_a_kind",
            Self::StraightFlush => "straight_flush",
        })
    }
}

/// Whether A-2-3-4-5 is a straight (§4 A16).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AceLow {
    /// It is, the lowest.
    Straight,
    /// The ace is high only.
    Never,
}

/// The worth of five cards; equal worth is a tie, suits never decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Strength {
    /// Its kind.
    pub category: Category,
    /// The tie-break vector, padded with zeros: one category always has the same length.
    ranks: [u8; 5],
}

impl Strength {
    fn new(category: Category, vector: &[u8]) -> Self {
        let mut ranks = [0; 5];
        ranks[..vector.len()].copy_from_slice(vector);
        Self { category, ranks }
    }

    /// The tie-break vector of §3.1: T J Q K A are 10…14; of a straight the top card only (A-2-3-4-5: 5).
    #[must_use]
    pub fn vector(&self) -> &[u8] {
        let length = match self.category {
            Category::StraightFlush | Category::Straight => 1,
            Category::FourOfAKind | Category::FullHouse => 2,
            Category::ThreeOfAKind | Category::TwoPair => 3,
            Category::OnePair => 4,
            Category::Flush | Category::HighCard => 5,
        };
        &self.ranks[..length]
    }
}

/// Ranks as bits: bit r is set where rank r (2…14) is held.
type Ranks = u16;

/// The worth of the best five of these cards (`max` over all five-card subsets, found without forming them); `None` for
/// fewer than five different French-suited cards.
#[must_use]
pub fn best(cards: &[Card], ace_low: AceLow) -> Option<Strength> {
    let mut suits: [Ranks; 4] = [0; 4];
    for card in cards {
        let (rank, suit) = (card.rank()?, card.suit()?);
        suits[suit as usize] |= 1 << rank.number();
    }
    let held: u32 = suits.iter().map(|s| s.count_ones()).sum();
    (held >= 5).then(|| strength(suits, ace_low))
}

fn strength(suits: [Ranks; 4], ace_low: AceLow) -> Strength {
    let any = suits[0] | suits[1] | suits[2] | suits[3];
    let flush = suits.iter().copied().filter(|s| s.count_ones() >= 5);
    if let Some(top) = flush.clone().filter_map(|s| straight(s, ace_low)).max() {
        return Strength::new(Category::StraightFlush, &[top]);
    }
    let at_least = |n: u32| -> Ranks {
        (2..=14)
            .filter(|r| suits.iter().filter(|s| *s & (1 << r) != 0).count() as u32 >= n)
            .fold(0, |bits, r| bits | 1 << r)
    };
    let (pairs, trips, quads) = (at_least(2), at_least(3), at_least(4));
    if let Some(quad) = top(quads) {
        let [kicker] = highest(without(any, quad));
        return Strength::new(Category::FourOfAKind, &[quad, kicker]);
    }
    let house = top(trips).and_then(|trip| Some([trip, top(without(pairs, trip))?]));
    if let Some(house) = house {
        return Strength::new(Category::FullHouse, &house);
    }
    if let Some(five) = flush.map(highest::<5>).max() {
        return Strength::new(Category::Flush, &five);
    }
    if let Some(top) = straight(any, ace_low) {
        return Strength::new(Category::Straight, &[top]);
    }
    if let Some(trip) = top(trips) {
        let [a, b] = highest(without(any, trip));
        return Strength::new(Category::ThreeOfAKind, &[trip, a, b]);
    }
    let Some(pair) = top(pairs) else {
        return Strength::new(Category::HighCard, &highest::<5>(any));
    };
    if let Some(second) = top(without(pairs, pair)) {
        let [kicker] = highest(without(without(any, pair), second));
        return Strength::new(Category::TwoPair, &[pair, second, kicker]);
    }
    let [a, b, c] = highest(without(any, pair));
    Strength::new(Category::OnePair, &[pair, a, b, c])
}

/// The top rank of the highest five in a row.
fn straight(ranks: Ranks, ace_low: AceLow) -> Option<u8> {
    let ace = ranks & (1 << 14) != 0;
    let ranks = ranks | Ranks::from(ace && ace_low == AceLow::Straight) << 1;
    (5..=14).rev().find(|top| {
        let five = 0b11111 << (top - 4);
        ranks & five == five
    })
}

fn top(ranks: Ranks) -> Option<u8> {
    (ranks != 0).then(|| 15 - ranks.leading_zeros() as u8)
}

fn without(ranks: Ranks, rank: u8) -> Ranks {
    ranks & !(1 << rank)
}

/// The `N` highest, descending; zeros where there are fewer.
fn highest<const N: usize>(mut ranks: Ranks) -> [u8; N] {
    std::array::from_fn(|_| {
        let rank = top(ranks).unwrap_or(0);
        ranks = without(ranks, rank);
        rank
    })
}

/// Of these hands the best ones, by index; none where no hand has five cards. Ties are all named.
#[must_use]
pub fn winners(hands: &[&[Card]], ace_low: AceLow) -> Vec<usize> {
    let worth: Vec<_> = hands.iter().map(|hand| best(hand, ace_low)).collect();
    let Some(top) = worth.iter().copied().flatten().max() else {
        return Vec::new();
    };
    let is_top = |i: &usize| worth[*i] == Some(top);
    (0..hands.len()).filter(is_top).collect()
}

/// The pack's cards in one fixed order, for enumerations: index 0…51.
#[must_use]
pub fn card_at(index: usize) -> Option<Card> {
    let rank = Rank::ALL.get(index / 4)?;
    Some(Card::French(*rank, Suit::ALL[index % 4]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_of_many_is_the_best_of_all_subsets() {
        // A fixed shuffle: every 7th card of the pack, from every start, 5 to 18 cards.
        for start in 0..52 {
            for count in [5, 6, 7, 9, 13] {
                let pick = |i: usize| card_at((start + i * 7) % 52).expect("in the pack");
                let cards: Vec<Card> = (0..count).map(pick).collect();
                for ace_low in [AceLow::Straight, AceLow::Never] {
                    let mut top = None;
                    each_five(&cards, &mut |five| top = top.max(best(five, ace_low)));
                    assert_eq!(best(&cards, ace_low), top, "{cards:?}");
                }
            }
        }
    }

    fn each_five(cards: &[Card], f: &mut impl FnMut(&[Card])) {
        let n = cards.len();
        for a in 0..n {
            for b in a + 1..n {
                for c in b + 1..n {
                    for d in c + 1..n {
                        for e in d + 1..n {
                            f(&[cards[a], cards[b], cards[c], cards[d], cards[e]]);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn fewer_than_five_cards_have_no_worth() {
        let cards: Vec<Card> = (0..4).filter_map(card_at).collect();
        assert_eq!(best(&cards, AceLow::Straight), None);
        let twice = [cards[0]; 5];
        assert_eq!(best(&twice, AceLow::Straight), None);
    }
}
