//! Hands and the suits that are led into the whole stops game: its runs, collections and end (`rules/michigan_rummy.md` §2 `LEAD`…`OUT`, §3.2, §3.3).

use std::collections::BTreeMap;

use super::{
    board::{Board, POT, Pays},
    options::{MichiganOptions, NoRestart, Pay},
};
use crate::{
    card::{Card, Rank, Suit},
    chips::Chips,
    rules::clockwise,
    seat::Seat,
};

/// The stops game before the first lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Who plays, clockwise from the dealer's left.
    pub order: Vec<Seat>,
    /// Who leads first.
    pub leader: Seat,
    /// What each holds.
    pub hands: BTreeMap<Seat, Vec<Card>>,
    /// What lies on the board; compartments not named don't exist at this table.
    pub stakes: BTreeMap<String, Chips>,
}

/// How a stops game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Somebody played his last card.
    WentOut(Seat),
    /// Nobody can lead another suit.
    NoRestart,
}

/// A stops game played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// The runs, each with who played what.
    pub runs: Vec<Vec<(Seat, Card)>>,
    /// What was collected, in order: who, from which compartment, how many.
    pub collected: Vec<(Seat, String, Chips)>,
    /// What each seat gained or paid.
    pub gain: BTreeMap<Seat, Chips>,
    /// How it ended; `None` when the leads ran out before.
    pub end: Option<End>,
    /// What is left in the hands.
    pub left: BTreeMap<Seat, Vec<Card>>,
    /// What is left on the board.
    pub stakes_after: BTreeMap<String, Chips>,
}

/// Leads that can't be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StopsError {
    /// The suit isn't held by whose turn it is to lead, or may not be led.
    #[error("lead {number}: {seat} can't lead {suit} there")]
    Lead {
        /// The lead, from 1.
        number: usize,
        /// Whose turn it is.
        seat: Seat,
        /// The suit.
        suit: Suit,
    },
    /// A lead is named after the end.
    #[error("lead {0} is named after the game has ended")]
    AfterTheEnd(usize),
}

/// Who leads next, and whether he leads the stopped suit for want of another: the first, from that seat clockwise, who holds a
/// suit that the last card lets him lead; under `lead_same_suit` else the first with cards. `None`: nobody.
#[must_use]
pub fn next_leader(
    order: &[Seat],
    from: Seat,
    last: Option<Card>,
    hands: &BTreeMap<Seat, Vec<Card>>,
    options: &MichiganOptions,
) -> Option<(Seat, bool)> {
    let may = |card: &Card| {
        last.is_none_or(|last| card.suit().is_some_and(|s| options.restart.allows(last, s)))
    };
    let holds = |seat: &Seat, fits: &dyn Fn(&Card) -> bool| {
        hands.get(seat).is_some_and(|hand| hand.iter().any(fits))
    };
    let seats = clockwise::from(order, from);
    if let Some(seat) = seats.iter().find(|s| holds(s, &may)) {
        return Some((*seat, false));
    }
    let stuck = seats.iter().find(|s| holds(s, &|_| true))?;
    (options.no_restart == NoRestart::LeadSameSuit).then_some((*stuck, true))
}

/// Plays the game out: the leads say the suits, everything else follows.
///
/// # Errors
/// When a suit is named that can't be led there.
pub fn play(
    start: &Start,
    leads: &[Suit],
    options: &MichiganOptions,
) -> Result<Played, StopsError> {
    let mut game = Running {
        options,
        order: &start.order,
        played: Played {
            left: start.hands.clone(),
            stakes_after: start.stakes.clone(),
            ..Played::default()
        },
    };
    if options.pay == Pay::Held {
        game.collect_held();
    }
    let (mut from, mut last) = (start.leader, None);
    let mut leads = (1..).zip(leads);
    loop {
        let Some((seat, same_suit)) =
            next_leader(&start.order, from, last, &game.played.left, options)
        else {
            game.played.end = Some(End::NoRestart);
            break;
        };
        let Some((number, &suit)) = leads.next() else {
            break;
        };
        // Whoever has none of the stopped suit lets the lead of it pass.
        let led = last.filter(|l| same_suit && l.suit() == Some(suit));
        let seats = clockwise::from(&start.order, seat);
        let holder = seats.into_iter().find(|s| game.lowest(*s, suit).is_some());
        let seat = led.and(holder).unwrap_or(seat);
        let allowed = same_suit || last.is_none_or(|l| options.restart.allows(l, suit));
        let wrong = StopsError::Lead { number, seat, suit };
        let card = game.lowest(seat, suit).filter(|_| allowed).ok_or(wrong)?;
        let (by, stopped) = game.run(seat, card);
        if game.played.end.is_some() {
            break;
        }
        (from, last) = (by, Some(stopped));
    }
    if let Some((number, _)) = leads.next() {
        return Err(StopsError::AfterTheEnd(number));
    }
    let mut played = game.played;
    if played.end == Some(End::NoRestart) && options.no_restart == NoRestart::RefundCollected {
        played.gain.clear();
        played.stakes_after.clone_from(&start.stakes);
    }
    Ok(played)
}

struct Running<'a> {
    options: &'a MichiganOptions,
    order: &'a [Seat],
    played: Played,
}

impl Running<'_> {
    fn board(&self) -> &Board {
        &self.options.board
    }

    fn lowest(&self, seat: Seat, suit: Suit) -> Option<Card> {
        let hand = self.played.left.get(&seat)?.iter().copied();
        hand.filter(|c| c.suit() == Some(suit)).min()
    }

    /// Plays a run from its lead until it stops or somebody is out, and says who played the last card.
    fn run(&mut self, leader: Seat, lead: Card) -> (Seat, Card) {
        let (mut seat, mut card) = (leader, lead);
        let mut run = Vec::new();
        loop {
            run.push((seat, card));
            if let Some(hand) = self.played.left.get_mut(&seat) {
                hand.retain(|c| *c != card);
                let is_out = hand.is_empty();
                self.collect(&run);
                if is_out {
                    self.out(seat);
                    break;
                }
            }
            let next = next_in_run(card);
            let holder = next.and_then(|n| self.order.iter().find(|s| self.holds(**s, n)).copied());
            match (holder, next) {
                (Some(holder), Some(next)) => (seat, card) = (holder, next),
                _ => break,
            }
        }
        self.played.runs.push(run);
        (seat, card)
    }

    fn holds(&self, seat: Seat, card: Card) -> bool {
        self.played
            .left
            .get(&seat)
            .is_some_and(|h| h.contains(&card))
    }

    fn collect(&mut self, run: &[(Seat, Card)]) {
        if self.options.pay == Pay::Held {
            return;
        }
        let Some((seat, _)) = run.last() else { return };
        let ids = self.board().collected_by(run);
        let ids: Vec<String> = ids.into_iter().map(str::to_owned).collect();
        ids.iter().for_each(|id| self.take(*seat, id));
    }

    /// `pay = held`: before the first lead each compartment pays the first, from the dealer's left, who holds its cards.
    fn collect_held(&mut self) {
        for compartment in self.options.board.compartments() {
            let holds = |s: &&Seat| {
                let hand = self.played.left.get(s);
                hand.is_some_and(|h| compartment.is_held_in(h))
            };
            if let Some(seat) = self.order.iter().find(holds).copied() {
                self.take(seat, &compartment.id);
            }
        }
    }

    fn take(&mut self, seat: Seat, id: &str) {
        let Some(chips) = self.played.stakes_after.get_mut(id) else {
            return;
        };
        let chips = std::mem::take(chips);
        if chips > 0 {
            *self.played.gain.entry(seat).or_default() += chips;
            self.played.collected.push((seat, id.to_owned(), chips));
        }
    }

    fn out(&mut self, seat: Seat) {
        self.played.end = Some(End::WentOut(seat));
        let pot = self.board().id_of(&Pays::Pot).unwrap_or(POT).to_owned();
        self.take(seat, &pot);
        for (other, hand) in &self.played.left {
            let bonus = self.options.per_card_bonus * hand.len() as Chips;
            *self.played.gain.entry(*other).or_default() -= bonus;
            *self.played.gain.entry(seat).or_default() += bonus;
        }
    }
}

/// The only card that continues a run; `None` after an ace.
#[must_use]
pub fn next_in_run(card: Card) -> Option<Card> {
    Some(Card::French(card.rank()?.next()?, card.suit()?))
}

/// The card that another continues in a run; `None` for a two.
#[must_use]
pub fn previous_in_run(card: Card) -> Option<Card> {
    let before = Rank::from_number(card.rank()?.number() - 1)?;
    Some(Card::French(before, card.suit()?))
}
