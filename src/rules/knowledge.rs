//! What was faced, and who couldn't follow, into what each hidden hand must, may and cannot hold, and whether any dealing of the
//! unseen cards is left.

use crate::card::{Card, Rank, Suit};

/// A set of French-suited cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: Self = Self(0);

    /// The place of a card in the set; `None` for a card without a suit.
    const fn bit(card: Card) -> u64 {
        match card {
            Card::French(rank, suit) => 1 << (suit as u64 * 13 + rank as u64 - 2),
            Card::Pairs(_) => 0,
        }
    }

    /// All cards of a suit, two to ace.
    #[must_use]
    pub const fn suit(suit: Suit) -> Self {
        Self(0x1fff << (suit as u64 * 13))
    }

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 & Self::bit(card) != 0
    }

    /// Puts a card in; a card without a suit isn't kept.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= Self::bit(card);
    }

    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !Self::bit(card);
    }

    /// How many.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The cards in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards in either.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards that aren't in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cards, clubs first, ascending.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(Card::French(Rank::ALL[place % 13], Suit::ALL[place / 13]))
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut set = Self::EMPTY;
        cards.into_iter().for_each(|card| set.insert(card));
        set
    }
}

/// One hidden hand.
#[derive(Clone, Copy, Debug, Default)]
struct Hidden {
    /// How many of its cards aren't known.
    unknown: i16,
    /// Cards known to be in it still.
    shown: CardSet,
    /// Cards that it can't hold.
    lacks: CardSet,
}

/// No dealing of the unseen cards is left: these hands are too few, or too many, for the cards that only they may hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The hands, by number.
    pub holders: Vec<usize>,
    /// The cards that can lie nowhere else.
    pub cards: CardSet,
    /// How many unknown cards these hands have.
    pub room: i16,
}

/// What is known of the hidden hands. They are numbered as the game likes; a dummy hand, a stock or the cards not dealt are hands too, so
/// that the sizes add up to the deck. At most 12.
#[derive(Clone, Debug)]
pub struct Knowledge {
    unseen: CardSet,
    hands: Vec<Hidden>,
}

impl Knowledge {
    /// Nothing seen yet of that deck, dealt in hands of these sizes.
    #[must_use]
    pub fn new(deck: CardSet, sizes: &[u8]) -> Self {
        debug_assert!(sizes.len() <= 12, "subsets of hands are counted");
        let hidden = |&size| Hidden {
            unknown: i16::from(size),
            ..Hidden::default()
        };
        Self {
            unseen: deck,
            hands: sizes.iter().map(hidden).collect(),
        }
    }

    /// The cards that nobody has seen.
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        self.unseen
    }

    /// How many cards of that hand aren't known.
    #[must_use]
    pub fn unknown(&self, hand: usize) -> i16 {
        self.hands[hand].unknown
    }

    /// Cards known to be in that hand still, by having been shown.
    #[must_use]
    pub fn shown(&self, hand: usize) -> CardSet {
        self.hands[hand].shown
    }

    /// A card came out of that hand. Says whether it could: `false` if it was thought impossible; that thought is dropped.
    pub fn play(&mut self, hand: usize, card: Card) -> bool {
        let fits = self.show(hand, card);
        self.hands[hand].shown.remove(card);
        fits
    }

    /// A card is known to be in that hand, and stays there. Says whether it could, as [`Knowledge::play`].
    pub fn show(&mut self, hand: usize, card: Card) -> bool {
        let hidden = &mut self.hands[hand];
        let fits = !hidden.lacks.contains(card);
        hidden.lacks.remove(card);
        if hidden.shown.contains(card) {
            return fits;
        }
        let unseen = self.unseen.contains(card);
        if unseen {
            hidden.unknown -= 1;
            hidden.shown.insert(card);
            self.unseen.remove(card);
        }
        fits && unseen
    }

    /// That hand can't hold any of these.
    pub fn lacks(&mut self, hand: usize, cards: CardSet) {
        let hidden = &mut self.hands[hand];
        hidden.lacks = hidden.lacks.or(cards);
    }

    /// That hand may hold these after all: what was thought of it was proved wrong.
    pub fn allow(&mut self, hand: usize, cards: CardSet) {
        let hidden = &mut self.hands[hand];
        hidden.lacks = hidden.lacks.without(cards);
    }

    /// Two hands change places: a dummy taken up in exchange. What was known goes with the cards.
    pub fn swap(&mut self, one: usize, other: usize) {
        self.hands.swap(one, other);
    }

    /// The unseen cards that nobody outside `holders` (a set of bits) may hold.
    fn confined(&self, holders: usize) -> CardSet {
        let outside = self
            .hands
            .iter()
            .enumerate()
            .filter(|(i, h)| holders >> i & 1 == 0 && h.unknown > 0);
        outside.fold(self.unseen, |cards, (_, hand)| cards.and(hand.lacks))
    }

    fn room(&self, holders: usize) -> i16 {
        let inside = self
            .hands
            .iter()
            .enumerate()
            .filter(|(i, _)| holders >> i & 1 == 1);
        inside.map(|(_, hand)| hand.unknown).sum()
    }

    /// Room left beside the cards that must lie with these hands; below 0 no dealing is left (Hall's condition).
    fn slack(&self, holders: usize) -> i16 {
        self.room(holders) - i16::try_from(self.confined(holders).len()).unwrap_or(i16::MAX)
    }

    /// Why no dealing of the unseen cards is left; `None` while there is one.
    #[must_use]
    pub fn conflict(&self) -> Option<Conflict> {
        if self
            .hands
            .iter()
            .all(|h| h.lacks.and(self.unseen).is_empty() && h.unknown >= 0)
            && self.slack((1 << self.hands.len()) - 1) >= 0
        {
            return None; // nothing is excluded, so that only the numbers count
        }
        let tight = (0..1 << self.hands.len()).find(|&holders: &usize| self.slack(holders) < 0)?;
        Some(Conflict {
            holders: (0..self.hands.len())
                .filter(|i| tight >> i & 1 == 1)
                .collect(),
            cards: self.confined(tight),
            room: self.room(tight),
        })
    }

    /// The unseen cards that hand may hold in some dealing, its shown cards aside. Empty where no dealing is left.
    #[must_use]
    pub fn may(&self, hand: usize) -> CardSet {
        let all = 1_usize << self.hands.len();
        let slack: Vec<i16> = (0..all).map(|holders| self.slack(holders)).collect();
        if slack.iter().any(|&s| s < 0) || self.hands[hand].unknown <= 0 {
            return CardSet::EMPTY;
        }
        // A card may go there unless a group that has no room left would then be one short: a group with this hand in it that some
        // other possible holder of the card isn't in.
        let full = (0..all).filter(|&g| slack[g] == 0 && g >> hand & 1 == 1);
        let closed = full.fold(self.unseen, |cards, group| cards.and(self.confined(group)));
        closed.without(self.hands[hand].lacks)
    }

    /// The cards that hand holds in every dealing: those shown, and those that may lie nowhere else.
    #[must_use]
    pub fn must(&self, hand: usize) -> CardSet {
        let others = (0..self.hands.len()).filter(|&h| h != hand);
        let elsewhere = others.fold(CardSet::EMPTY, |cards, h| cards.or(self.may(h)));
        self.may(hand).without(elsewhere).or(self.hands[hand].shown)
    }

    /// The cards that may come out of that hand (`None`: of any), likeliest first: those it must hold, those it may, then the unseen ones
    /// that it was thought not to hold. What was seen elsewhere isn't among them.
    #[must_use]
    pub fn likely(&self, hand: Option<usize>) -> Vec<Card> {
        let Some(hand) = hand else {
            return self.unseen.iter().collect();
        };
        let must = self.must(hand);
        let may = self.may(hand).without(must);
        let rest = self.unseen.without(must).without(may);
        must.iter().chain(may.iter()).chain(rest.iter()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Deck;

    fn cards(text: &str) -> CardSet {
        text.split_whitespace()
            .map(|c| c.parse::<Card>().expect("a card"))
            .collect()
    }

    fn short() -> CardSet {
        Deck::Short.cards().into_iter().collect()
    }

    #[test]
    fn sets_list_their_cards() {
        let some = cards("QC AH 2S");
        assert_eq!(
            some.iter().map(|c| c.to_string()).collect::<Vec<_>>(),
            ["QC", "AH", "2S"]
        );
        assert_eq!(CardSet::suit(Suit::Hearts).and(short()).len(), 8);
        assert_eq!(
            Deck::Full.cards().into_iter().collect::<CardSet>().len(),
            52
        );
    }

    #[test]
    fn what_nobody_else_may_hold_must_lie_here() {
        let mut k = Knowledge::new(short(), &[8; 4]);
        assert_eq!(k.conflict(), None);
        for hand in [1, 2] {
            k.lacks(hand, CardSet::suit(Suit::Spades));
        }
        assert_eq!(k.must(3), CardSet::EMPTY);
        k.lacks(0, CardSet::suit(Suit::Spades));
        assert_eq!(k.must(3), CardSet::suit(Suit::Spades).and(short()));
        assert_eq!(k.may(3), k.must(3));
        assert_eq!(k.may(0).len(), 24);
        assert_eq!(k.likely(Some(3)).len(), 32);
        assert_eq!(k.conflict(), None);
        assert!(k.play(3, "AD".parse().expect("a card")));
        let conflict = k.conflict().expect("eight spades, room for seven");
        assert_eq!(
            (conflict.holders, conflict.room, conflict.cards.len()),
            (vec![3], 7, 8)
        );
    }

    #[test]
    fn a_thought_proved_wrong_is_dropped() {
        let mut k = Knowledge::new(cards("7S 8S 9S TS"), &[2, 2]);
        k.lacks(0, CardSet::suit(Suit::Spades));
        assert!(k.conflict().is_some());
        assert!(!k.play(0, "7S".parse().expect("a card")));
        k.allow(0, CardSet::suit(Suit::Spades));
        assert_eq!(k.conflict(), None);
        assert!(!k.play(1, "7S".parse().expect("a card")), "seen before");
        k.show(1, "8S".parse().expect("a card"));
        assert_eq!((k.unknown(1), k.must(1)), (1, cards("8S")));
        assert_eq!(k.likely(Some(1))[0].to_string(), "8S");
    }

    #[test]
    fn may_agrees_with_trying_every_dealing() {
        // Four cards in hands of 1, 1 and 2, every pattern of what the first two lack.
        let deck = cards("7S 8S 9S TS");
        let all: Vec<Card> = deck.iter().collect();
        for pattern in 0..256_usize {
            let lacks = |hand: usize| -> CardSet {
                (0..4)
                    .filter(|i| pattern >> (hand * 4 + i) & 1 == 1)
                    .map(|i| all[i])
                    .collect()
            };
            let mut k = Knowledge::new(deck, &[1, 1, 2]);
            k.lacks(0, lacks(0));
            k.lacks(1, lacks(1));
            let mut may = [CardSet::EMPTY; 3];
            for a in all.iter().filter(|c| !lacks(0).contains(**c)) {
                for b in all.iter().filter(|c| *c != a && !lacks(1).contains(**c)) {
                    may[0].insert(*a);
                    may[1].insert(*b);
                    all.iter()
                        .filter(|c| *c != a && *c != b)
                        .for_each(|c| may[2].insert(*c));
                }
            }
            assert_eq!([0, 1, 2].map(|h| k.may(h)), may, "pattern {pattern}");
            assert_eq!(
                k.conflict().is_some(),
                may[0].is_empty(),
                "pattern {pattern}"
            );
        }
    }
}
