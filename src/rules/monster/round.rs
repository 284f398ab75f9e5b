//! A round's hands into what it costs and who plays on (`rules/monster.md` §1 `SHOWDOWN`…`REPLAY`, §4).

use std::collections::BTreeMap;

use super::{
    hand::{self, Rank},
    options::{LoneLive, MonsterOptions, OddChip, PairAtShowdown, TieLoss},
};
use crate::{chips::Chips, seat::Seat};

/// What a starter did, as far as the settlement asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Out of the round before the showdown.
    Folded,
    /// Kept these cards and faced them.
    Kept(Vec<Rank>),
    /// Kept cards and left them face down, where the house allows it.
    Mucked,
}

/// A round as it lies on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The starters in acting order, each with what he did.
    pub deeds: Vec<(Seat, Deed)>,
    /// The pile as faced, duplicates included.
    pub pile: Vec<Rank>,
    /// Chips in the pot before the showdown.
    pub pot: Chips,
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the table of `rules/judging.md` §3
pub enum Ending {
    ChampionWins,
    ChampionsSplit,
    ChampionLoses,
    ChampionsLose,
    AllFolded,
    VoidRound,
}

impl Ending {
    /// Its name in `rules/judging.md`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ChampionWins => "champion_wins",
            Self::ChampionsSplit => "champions_split",
            Self::ChampionLoses => "champion_loses",
            Self::ChampionsLose => "champions_lose",
            Self::AllFolded => "all_folded",
            Self::VoidRound => "void_round",
        }
    }
}

/// What a round came to. Lists of seats are in acting order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The pile's ranks, descending.
    pub monster: Vec<Rank>,
    /// Who kept a pair.
    pub dead_hands: Vec<Seat>,
    /// The best live hands.
    pub champions: Vec<Seat>,
    /// Their ranks, descending; `None` without a champion.
    pub champion_hand: Option<Vec<Rank>>,
    /// How it ended.
    pub ending: Ending,
    /// Who pays the pot first, and how much, before anybody is paid.
    pub paid: Vec<(Seat, Chips)>,
    /// Whom the pot pays then, and how much.
    pub received: Vec<(Seat, Chips)>,
    /// What stays in the pot.
    pub pot_after: Chips,
    /// Who plays the next round; `None` when the game is over.
    pub next_starters: Option<Vec<Seat>>,
}

impl Settled {
    /// What each seat gained or paid in this round.
    #[must_use]
    pub fn chips(&self) -> BTreeMap<Seat, Chips> {
        let mut net = BTreeMap::new();
        for (seat, chips) in &self.paid {
            *net.entry(*seat).or_default() -= chips;
        }
        for (seat, chips) in &self.received {
            *net.entry(*seat).or_default() += chips;
        }
        net
    }

    /// Who took the pot.
    #[must_use]
    pub fn winners(&self) -> Vec<Seat> {
        self.received.iter().map(|(seat, _)| *seat).collect()
    }
}

/// Settles a round. `can_pay` says how much of what he owes a player can pay: all of it unless stacks count (§3 A9).
#[must_use]
pub fn settle(
    round: &Round,
    options: &MonsterOptions,
    can_pay: impl Fn(Seat, Chips) -> Chips,
) -> Settled {
    let starters = round.seats(|_| true);
    let dead_hands = round.seats(is_dead);
    let mut settled = Settled {
        monster: hand::monster(&round.pile),
        champions: Vec::new(),
        champion_hand: None,
        ending: Ending::AllFolded,
        paid: Vec::new(),
        received: Vec::new(),
        pot_after: round.pot,
        next_starters: Some(starters),
        dead_hands: dead_hands.clone(),
    };
    match options.pair_at_showdown {
        PairAtShowdown::VoidRound if !dead_hands.is_empty() => {
            settled.ending = Ending::VoidRound;
            return settled;
        }
        PairAtShowdown::PaysPenalty => settled.pay(&dead_hands, options, &can_pay),
        _ => {}
    }
    let unseen = round.is_lone() && options.lone_live == LoneLive::AutoWin;
    match best_hand(round) {
        Some(best) => {
            settled.champions =
                round.seats(|d| matches!(d, Deed::Kept(hand) if hand::descending(hand) == best));
            let wins = unseen || hand::compare(&best, &settled.monster).is_gt();
            settled.champion_hand = Some(best);
            if wins {
                settled.win(options.odd_chip);
            } else {
                settled.lose(round, options, &can_pay);
            }
        }
        None if unseen => {
            settled.champions = round.seats(|d| *d == Deed::Mucked);
            if !settled.champions.is_empty() {
                settled.win(options.odd_chip);
            }
        }
        None => {} // nobody can be champion: the same starters play again
    }
    settled
}

fn is_dead(deed: &Deed) -> bool {
    matches!(deed, Deed::Kept(hand) if hand::has_pair(hand))
}

impl Round {
    /// The starters who did something like that.
    fn seats(&self, wanted: impl Fn(&Deed) -> bool) -> Vec<Seat> {
        let fitting = self.deeds.iter().filter(|(_, deed)| wanted(deed));
        fitting.map(|(seat, _)| *seat).collect()
    }

    /// Whether all but one folded: a dead hand is no fold.
    fn is_lone(&self) -> bool {
        let starters = self.deeds.len();
        starters > 1 && self.seats(|d| *d == Deed::Folded).len() == starters - 1
    }
}

impl Settled {
    fn pay(
        &mut self,
        seats: &[Seat],
        options: &MonsterOptions,
        can_pay: &impl Fn(Seat, Chips) -> Chips,
    ) {
        for seat in seats {
            let chips = can_pay(*seat, options.penalty);
            self.paid.push((*seat, chips));
            self.pot_after += chips;
        }
    }

    fn win(&mut self, odd_chip: OddChip) {
        self.ending = if self.champions.len() > 1 {
            Ending::ChampionsSplit
        } else {
            Ending::ChampionWins
        };
        self.next_starters = None;
        split(self, odd_chip);
    }

    fn lose(
        &mut self,
        round: &Round,
        options: &MonsterOptions,
        can_pay: &impl Fn(Seat, Chips) -> Chips,
    ) {
        let champions = self.champions.clone();
        let several = champions.len() > 1;
        self.ending = if several {
            Ending::ChampionsLose
        } else {
            Ending::ChampionLoses
        };
        if !round.is_lone() || options.lone_loss_pays.is_yes() {
            self.pay(&champions, options, can_pay);
        }
        let mut survivors = round.seats(|d| *d != Deed::Folded && !is_dead(d));
        survivors.retain(|s| !champions.contains(s));
        match survivors[..] {
            [] if several && options.tie_loss_last_two == TieLoss::TiedPairContinues => {
                self.next_starters = Some(champions);
            }
            [] => {} // all starters play again
            [last] => {
                self.next_starters = None;
                self.received = vec![(last, self.pot_after)];
                self.pot_after = 0;
            }
            _ => self.next_starters = Some(survivors),
        }
    }
}

/// The best faced hand without a pair.
fn best_hand(round: &Round) -> Option<Vec<Rank>> {
    let hands = round.deeds.iter().filter_map(|(_, deed)| match deed {
        Deed::Kept(hand) if !hand::has_pair(hand) => Some(hand::descending(hand)),
        _ => None,
    });
    hands.max()
}

/// The pot to the champions in equal parts.
fn split(settled: &mut Settled, odd_chip: OddChip) {
    let count = settled.champions.len() as Chips;
    let (share, mut odd) = (settled.pot_after / count, settled.pot_after % count);
    for seat in settled.champions.clone() {
        let extra = Chips::from(odd > 0 && odd_chip == OddChip::FirstLeftOfDealer);
        odd -= extra;
        settled.received.push((seat, share + extra));
    }
    settled.pot_after = odd;
}
