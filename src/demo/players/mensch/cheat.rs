//! The ways to cheat at Mensch that a record can prove, by the codes of the rules.

/// A way to cheat, or to have a faulty pack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // each is the code of the same name
pub enum Cheat {
    BidOutOfTurn,
    BidNotLegal,
    ThreeClubPass,
    CalledTrump,
    CalledOwnCard,
    VoidInCalledSuit,
    ForcedDeclarerWrong,
    WrongFirstLeader,
    PlayOutOfTurn,
    Revoke,
    TwoCards,
    WrongTrickWinner,
    CardSeenTwice,
    DeckForeign,
    DealCount,
    CalledNotAce,
    SomeonePassedIllegally,
    SettlementWrong,
}

impl Cheat {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::BidOutOfTurn,
        Self::BidNotLegal,
        Self::ThreeClubPass,
        Self::CalledTrump,
        Self::CalledOwnCard,
        Self::VoidInCalledSuit,
        Self::ForcedDeclarerWrong,
        Self::WrongFirstLeader,
        Self::PlayOutOfTurn,
        Self::Revoke,
        Self::TwoCards,
        Self::WrongTrickWinner,
        Self::CardSeenTwice,
        Self::DeckForeign,
        Self::DealCount,
        Self::CalledNotAce,
        Self::SomeonePassedIllegally,
        Self::SettlementWrong,
    ];

    /// Those that the simulated table shows to its camera and its phones: hands are held there, so nobody counts a deal, and an ace is called.
    pub const AT_THE_TABLE: [Self; 16] = [
        Self::BidOutOfTurn,
        Self::BidNotLegal,
        Self::ThreeClubPass,
        Self::CalledTrump,
        Self::CalledOwnCard,
        Self::VoidInCalledSuit,
        Self::ForcedDeclarerWrong,
        Self::WrongFirstLeader,
        Self::PlayOutOfTurn,
        Self::Revoke,
        Self::TwoCards,
        Self::WrongTrickWinner,
        Self::CardSeenTwice,
        Self::DeckForeign,
        Self::SomeonePassedIllegally,
        Self::SettlementWrong,
    ];

    /// The code of the ruling that it should draw.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BidOutOfTurn => "bid_out_of_turn",
            Self::BidNotLegal => "bid_not_legal",
            Self::ThreeClubPass => "three_club_pass",
            Self::CalledTrump => "called_trump",
            Self::CalledOwnCard => "called_own_card",
            Self::VoidInCalledSuit => "void_in_called_suit",
            Self::ForcedDeclarerWrong => "forced_declarer_wrong",
            Self::WrongFirstLeader => "wrong_first_leader",
            Self::PlayOutOfTurn => "play_out_of_turn",
            Self::Revoke => "revoke",
            Self::TwoCards => "two_cards",
            Self::WrongTrickWinner => "wrong_trick_winner",
            Self::CardSeenTwice => "card_seen_twice",
            Self::DeckForeign => "deck_foreign",
            Self::DealCount => "deal_count",
            Self::CalledNotAce => "called_not_ace",
            Self::SomeonePassedIllegally => "someone_passed_illegally",
            Self::SettlementWrong => "settlement_wrong",
        }
    }
}
