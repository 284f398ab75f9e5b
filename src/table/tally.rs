//! The deals of an evening into what people care about: who won how often, who made his contracts, beat the Monster, laid pay cards.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Table, deals::Past};
use crate::{
    chips::{Account, Chips, Transfer},
    event::Event,
    play::GameName,
    seat::Seat,
};

/// What a player did in the deals of one game. Deals that were voided don't count.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Deals played (of Monster: games, from the ante to the emptied pot).
    pub deals: u32,
    /// Deals that ended with more chips than they began.
    pub won: u32,
    /// Chips won or lost.
    pub net: Chips,
    /// What the game knows besides, by name: `declared`, `made`, `partner_made`, `tricks`; `beat_monster`, `lost_to_monster`; `pay_cards`,
    /// `poker_pots`, `went_out`.
    pub counts: BTreeMap<String, u32>,
}

impl Tally {
    fn count(&mut self, what: &str, times: u32) {
        if times > 0 {
            *self.counts.entry(what.to_owned()).or_default() += times;
        }
    }

    /// Adds another evening's.
    pub fn add(&mut self, other: &Self) {
        self.deals += other.deals;
        self.won += other.won;
        self.net += other.net;
        for (what, times) in &other.counts {
            self.count(what, *times);
        }
    }
}

/// By game, then by seat.
pub type Tallies = BTreeMap<GameName, BTreeMap<Seat, Tally>>;

impl Table {
    /// What each player did in the deals that ended, game by game.
    #[must_use]
    pub fn tallies(&self) -> Tallies {
        let mut all = Tallies::new();
        let mut moved: BTreeMap<u32, Vec<&Transfer>> = BTreeMap::new();
        for told in &self.fold.told {
            if let Event::Transfer(transfer) = &told.event {
                moved.entry(told.deal).or_default().push(transfer);
            }
        }
        let counted = |past: &&Past| {
            let voided = ["void", "redeal", "given_up"].contains(&past.outcome.as_str());
            !voided && !self.fold.between.voided.contains_key(&past.number)
        };
        for past in self.fold.past.iter().filter(counted) {
            let game = all.entry(past.game).or_default();
            deal(past, game);
            for transfer in moved.get(&past.number).into_iter().flatten() {
                collected(transfer, game);
            }
        }
        all
    }
}

fn deal(past: &Past, game: &mut BTreeMap<Seat, Tally>) {
    let alone = !past
        .state
        .seats
        .iter()
        .any(|s| s.marks.iter().any(|m| m == "partner"));
    for seat in &past.state.seats {
        let tally = game.entry(seat.seat).or_default();
        let net = past
            .net
            .get(&Account::Seat(seat.seat))
            .copied()
            .unwrap_or(0);
        tally.deals += 1;
        tally.won += u32::from(net > 0);
        tally.net += net;
        tally.count("tricks", seat.tricks.into());
        let made = past.outcome == "made";
        for mark in &seat.marks {
            match mark.as_str() {
                "declarer" => {
                    tally.count("declared", 1);
                    tally.count("made", made.into());
                    tally.count("made_alone", (made && alone).into());
                }
                "partner" => tally.count("partner_made", made.into()),
                "out" if past.game == GameName::MichiganRummy => tally.count("went_out", 1),
                _ => {}
            }
        }
    }
}

fn collected(transfer: &Transfer, game: &mut BTreeMap<Seat, Tally>) {
    let (seat, what) = match (&transfer.from, &transfer.to, transfer.reason.as_str()) {
        (Account::Pot, Account::Seat(seat), "pot") => (seat, "beat_monster"),
        (Account::Seat(seat), Account::Pot, "penalty") => (seat, "lost_to_monster"),
        (_, Account::Seat(seat), "pay_card") => (seat, "pay_cards"),
        (_, Account::Seat(seat), "poker") => (seat, "poker_pots"),
        _ => return,
    };
    game.entry(*seat).or_default().count(what, 1);
}
