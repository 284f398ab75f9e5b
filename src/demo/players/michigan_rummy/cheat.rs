//! The ways to cheat at Michigan Rummy that a record can prove, by the codes of the rules.

/// A way to cheat, or to have a faulty pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is the code of the same name
pub enum Cheat {
    DealCount,
    DummyPeeked,
    ExchangeWithPayCard,
    ShortCall,
    PokerCardCount,
    LeadNotLowest,
    WithheldNext,
    WrongCardInRun,
    RestartSameSuit,
    WrongLeader,
    FalseRestartPass,
    CardSeenTwice,
    AnteWrong,
    PartialExchange,
    BlockedBidder,
    BetOutOfOrder,
    WrongCollection,
    FalseOut,
    CardChangedHands,
    PokerCardNotOwned,
}

impl Cheat {
    /// All of them.
    pub const ALL: [Self; 20] = [
        Self::DealCount,
        Self::DummyPeeked,
        Self::ExchangeWithPayCard,
        Self::ShortCall,
        Self::PokerCardCount,
        Self::LeadNotLowest,
        Self::WithheldNext,
        Self::WrongCardInRun,
        Self::RestartSameSuit,
        Self::WrongLeader,
        Self::FalseRestartPass,
        Self::CardSeenTwice,
        Self::AnteWrong,
        Self::PartialExchange,
        Self::BlockedBidder,
        Self::BetOutOfOrder,
        Self::WrongCollection,
        Self::FalseOut,
        Self::CardChangedHands,
        Self::PokerCardNotOwned,
    ];

    /// Those that the runs alone show: the referee proves them, or asks.
    pub const AT_THE_TABLE: [Self; 4] = [
        Self::LeadNotLowest,
        Self::WithheldNext,
        Self::WrongCardInRun,
        Self::RestartSameSuit,
    ];
}
