//! A card laid into the planted offences that it proves.

use super::super::Planted;
use super::{Cheat, Table};
use crate::{
    card::{Card, Suit},
    play::Act,
    rules::mensch::{QUEEN_OF_CLUBS, QUEEN_OF_HEARTS, effective_suit},
};
use rand::Rng;

impl<R: Rng> Table<'_, R> {
    pub(super) fn proves(&mut self, trick: usize, seat: usize, card: Card, deed: usize) {
        let own = effective_suit(card, Some(self.trump));
        let (proved, open): (Vec<_>, Vec<_>) = self
            .revoked
            .iter()
            .partition(|r| r.0 == seat && Some(r.1) == own && r.3 < trick);
        self.revoked = open;
        for (_, _, offence, _) in proved {
            self.plant("revoke", Some(seat), offence, deed);
        }
        let laid = 8 - self.hands[seat].len();
        let clubs_counted = {
            let left = self.hands[seat]
                .iter()
                .filter(|c| c.suit() == Some(Suit::Clubs));
            let left = left
                .filter(|&&c| c != QUEEN_OF_CLUBS || self.options.q_clubs_counts_for_obligation)
                .count();
            self.clubs(seat) - left
        };
        let is_club = card.suit() == Some(Suit::Clubs)
            && (card != QUEEN_OF_CLUBS || self.options.q_clubs_counts_for_obligation);
        let (name, called, declarer) = (self.seats[seat], self.called, self.declarer);
        for planted in self.planted.iter_mut().filter(|p| p.proved == usize::MAX) {
            let mine = planted.against == Some(name);
            let now = match planted.code {
                "three_club_pass" => mine && is_club && clubs_counted == 3,
                "called_own_card" => mine && called == Some(card),
                "void_in_called_suit" => mine && seat == declarer && laid == 8,
                "forced_declarer_wrong" => card == QUEEN_OF_HEARTS,
                _ => false,
            };
            if now {
                planted.proved = deed;
            }
        }
        self.too_few_clubs(seat, laid, deed);
    }

    /// Four passes, and a hand of at most one club is known whole before any of the passes was proved wrong.
    pub(super) fn too_few_clubs(&mut self, seat: usize, laid: usize, deed: usize) {
        let told = |p: &Planted| match p.code {
            "three_club_pass" => p.proved < usize::MAX,
            code => code == "someone_passed_illegally",
        };
        let few = laid == 8 && self.clubs(seat) <= 1;
        if self.cheat == Some(Cheat::SomeonePassedIllegally)
            && self.options.q_clubs_counts_for_obligation
            && few
            && !self.planted.iter().any(told)
        {
            let first_bid = self
                .deeds
                .iter()
                .position(|d| matches!(d.act, Act::Call(_)));
            let offence = first_bid.unwrap_or(0);
            self.plant("someone_passed_illegally", None, offence, deed);
        }
    }
}
