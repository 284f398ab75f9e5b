//! The ways to cheat at Monster that a record can prove, by the codes of the rules.

/// A way to cheat, or to have a faulty pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is the code of the same name
pub enum Cheat {
    AnteWrong,
    DealCount,
    OutOfTurn,
    TooManyDiscards,
    FoldIntoMonster,
    PairKept,
    HandCountMismatch,
    EliminatedPlayerActs,
    DrewReplacement,
    DeckInvalid,
    MonsterPileCount,
    PenaltyUnpaid,
    WrongChampion,
    MonsterNotDeduped,
}

impl Cheat {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::AnteWrong,
        Self::DealCount,
        Self::OutOfTurn,
        Self::TooManyDiscards,
        Self::FoldIntoMonster,
        Self::PairKept,
        Self::HandCountMismatch,
        Self::EliminatedPlayerActs,
        Self::DrewReplacement,
        Self::DeckInvalid,
        Self::MonsterPileCount,
        Self::PenaltyUnpaid,
        Self::WrongChampion,
        Self::MonsterNotDeduped,
    ];
}
