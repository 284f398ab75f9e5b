//! Ranks into what Monster compares (`rules/monster.md` §2): hands, the Monster made of a pile, and what a player may do with six cards.

use std::cmp::Ordering;

/// A rank as it was read: 1…10, or anything else that no Pairs deck holds.
pub type Rank = i64;

/// The number of cards dealt to each starter (§1).
pub const DEALT: usize = 6;

/// The most cards that may be discarded (§1).
pub const MOST_DISCARDS: usize = 3;

/// The ranks in descending order, as hands are compared.
#[must_use]
pub fn descending(ranks: &[Rank]) -> Vec<Rank> {
    let mut sorted = ranks.to_vec();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    sorted
}

/// The Monster: each rank of the pile once, descending.
#[must_use]
pub fn monster(pile: &[Rank]) -> Vec<Rank> {
    let mut ranks = descending(pile);
    ranks.dedup();
    ranks
}

/// Which of two hands is better: the higher rank at the first difference; a card beats no card.
#[must_use]
pub fn compare(a: &[Rank], b: &[Rank]) -> Ordering {
    descending(a).cmp(&descending(b))
}

/// Whether two ranks are equal: such a hand can't be kept.
#[must_use]
pub fn has_pair(hand: &[Rank]) -> bool {
    monster(hand).len() < hand.len()
}

/// What a player does with his six cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// These cards go to the pile, the rest is kept.
    Discard(Vec<Rank>),
    /// All six go out of play.
    Fold,
}

/// What the rules say of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnRuling {
    /// The first offence, if any: `discard_not_in_hand`, `too_many_discards`, `pair_kept`.
    pub violation: Option<&'static str>,
    /// Whether folding is the only thing that hand allows.
    pub must_fold: bool,
}

/// Whether that turn is allowed with that hand (§1, `ACT`).
#[must_use]
pub fn judge_turn(hand: &[Rank], turn: &Turn) -> TurnRuling {
    let must_fold = monster(hand).len() < DEALT - MOST_DISCARDS;
    let violation = match turn {
        Turn::Fold => None,
        Turn::Discard(cards) => match kept(hand, cards) {
            None => Some("discard_not_in_hand"),
            Some(_) if cards.len() > MOST_DISCARDS => Some("too_many_discards"),
            Some(kept) if has_pair(&kept) => Some("pair_kept"),
            Some(_) => None,
        },
    };
    TurnRuling {
        violation,
        must_fold,
    }
}

/// The hand without the discarded cards; `None` where it doesn't hold them.
#[must_use]
pub fn kept(hand: &[Rank], discards: &[Rank]) -> Option<Vec<Rank>> {
    let mut kept = hand.to_vec();
    for card in discards {
        let at = kept.iter().position(|c| c == card)?;
        kept.swap_remove(at);
    }
    Some(kept)
}
