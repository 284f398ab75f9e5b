//! Chance into a deal of Michigan Rummy: players who follow the rules, by whim or with some sense, and one who cheats in the way that is
//! asked for.

mod cheat;
mod opening;
mod stops;

pub use cheat::Cheat;

use std::collections::BTreeMap;

use rand::{Rng, RngExt, seq::SliceRandom};

use super::{Deed, Planted, Script};
use crate::{
    card::{Card, Deck, Rank, Suit},
    play::{Act, Call, PokerAct, Zone},
    rules::{
        clockwise,
        michigan_rummy::{MichiganOptions, full_deal},
        poker,
    },
    seat::Seat,
};

/// How the honest ones play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Anything that is allowed.
    Whim,
    /// Shows its best five, and leads the suit of which it holds most.
    Sense,
    /// As `Sense`, but folds to the first bet, turns nothing up at the end, and says when it is out: for a table without room.
    Quick,
}

/// One deal from the dealing to the cards turned up at the end. Where the cards never gave an occasion for the cheat, nothing is planted.
pub fn deal(
    rng: &mut impl Rng,
    seats: &[Seat],
    dealer: Seat,
    options: &MichiganOptions,
    style: Style,
    cheat: Option<Cheat>,
) -> Script {
    let mut pack = Deck::Full.cards();
    pack.shuffle(rng);
    let order = clockwise::from_left_of(seats, dealer);
    let mut hands: Vec<Vec<Card>> = vec![Vec::new(); order.len() + 1];
    let count = hands.len();
    for (i, card) in pack.into_iter().enumerate() {
        hands[i % count].push(card);
    }
    let aside = hands.pop().unwrap_or_default();
    let mut table = Players {
        rng,
        options,
        style,
        cheat,
        dealer,
        hands: order.iter().copied().zip(hands).collect(),
        order,
        aside,
        exchanged: None,
        shown: BTreeMap::new(),
        last: None,
        out: None,
        withheld: None,
        early_fold: None,
        foreign: None,
        open: Vec::new(),
        script: Script {
            dealer,
            deeds: Vec::new(),
            planted: Vec::new(),
        },
    };
    table.ante();
    table.deals();
    table.dummy();
    table.packet();
    table.poker();
    table.collects();
    table.stops();
    if style != Style::Quick {
        table.turn_up();
    } else if let Some(seat) = table.out {
        table.says(seat, Call::Claim { claim: true });
    }
    table.script
}

/// A planted offence that waits for its proof.
struct Waiting {
    code: &'static str,
    against: Seat,
    offence: usize,
    /// Whether that card of that player's proves it.
    proves: Box<dyn Fn(Card) -> bool>,
}

struct Players<'a, R: Rng> {
    rng: &'a mut R,
    options: &'a MichiganOptions,
    style: Style,
    cheat: Option<Cheat>,
    dealer: Seat,
    order: Vec<Seat>,
    hands: BTreeMap<Seat, Vec<Card>>,
    aside: Vec<Card>,
    exchanged: Option<(Seat, usize)>,
    shown: BTreeMap<Card, Seat>,
    last: Option<(Seat, Card)>,
    out: Option<Seat>,
    /// A card that its holder keeps back.
    withheld: Option<Card>,
    /// Who folded before his turn.
    early_fold: Option<Seat>,
    /// A card shown at poker that lies in the set-aside hand.
    foreign: Option<(Seat, Card, usize)>,
    open: Vec<Waiting>,
    script: Script,
}

impl<R: Rng> Players<'_, R> {
    fn does(&mut self, seat: Option<Seat>, act: Act) -> usize {
        self.script.deeds.push(Deed { seat, act });
        self.script.deeds.len() - 1
    }

    fn says(&mut self, seat: Seat, call: Call) -> usize {
        self.does(Some(seat), Act::Call(call))
    }

    fn counts(&mut self, seat: Option<Seat>, zone: Zone, count: usize) -> usize {
        let count = u8::try_from(count).unwrap_or(u8::MAX);
        self.does(seat, Act::Backs { zone, count })
    }

    fn lays(&mut self, seat: Option<Seat>, card: Card, zone: Zone) -> usize {
        let card = Some(card);
        self.does(seat, Act::Laid { card, zone })
    }

    fn plant(&mut self, code: &'static str, against: Option<Seat>, offence: usize, proved: usize) {
        self.script.planted.push(Planted {
            code,
            against,
            offence,
            proved,
        });
    }

    fn is(&mut self, cheat: Cheat) -> bool {
        let is = self.cheat == Some(cheat);
        if is {
            self.cheat = None;
        }
        is
    }

    /// Before the first lead somebody takes chips that no card has paid him.
    fn collects(&mut self) {
        let Some(took) = self.pay_card() else { return };
        if self.is(Cheat::WrongCollection) {
            let seat = self.order[0];
            let at = self.says(seat, Call::Took { took });
            self.plant("wrong_collection", Some(seat), at, at);
        }
    }

    fn poker(&mut self) {
        let order = full_deal::betting_order(
            self.options.poker_opener,
            &clockwise::from(&self.order, self.dealer),
            self.dealer,
        );
        let mut in_still: Vec<Seat> = Vec::new();
        let bet = |poker, to| Call::Poker { poker, to };
        for (i, seat) in order.iter().enumerate() {
            if i == 0 {
                // Entered by the host: a phone's call counts where it belongs.
                if let Some(early) = order
                    .get(2)
                    .filter(|_| self.cheat == Some(Cheat::BetOutOfOrder))
                {
                    let at = self.says(*early, bet(PokerAct::Fold, None));
                    self.plant("bet_out_of_order", Some(*early), at, at);
                    self.cheat = None;
                    self.early_fold = Some(*early);
                }
                self.says(*seat, bet(PokerAct::Bet, Some(2)));
            } else if self.early_fold == Some(*seat) {
                continue;
            } else if self.is(Cheat::ShortCall) {
                let at = self.says(*seat, bet(PokerAct::Call, Some(1)));
                self.plant("short_call", Some(*seat), at, at);
                self.says(*seat, bet(PokerAct::Call, Some(2)));
            } else if self.style == Style::Quick || self.rng.random_bool(0.3) {
                self.says(*seat, bet(PokerAct::Fold, None));
                continue;
            } else {
                self.says(*seat, bet(PokerAct::Call, Some(2)));
            }
            in_still.push(*seat);
        }
        if in_still.len() > 1 {
            for seat in in_still {
                self.shows_five(seat);
            }
        }
    }

    fn shows_five(&mut self, seat: Seat) {
        let mut hand = self.hands[&seat].clone();
        hand.shuffle(self.rng);
        if self.style == Style::Sense {
            // A few tries at a good five.
            for _ in 0..20 {
                let mut other = hand.clone();
                other.shuffle(self.rng);
                let worth = |h: &[Card]| poker::best(&h[..5.min(h.len())], self.options.ace_low());
                if worth(&other) > worth(&hand) {
                    hand = other;
                }
            }
        }
        let more = usize::from(hand.len() > 5 && self.is(Cheat::PokerCardCount));
        let mut at = 0;
        let mut own = hand[..(5 + more).min(hand.len())].to_vec();
        // Such a card continues no run, so that nobody waits for it before it is turned up.
        let foreign = self
            .aside
            .iter()
            .copied()
            .find(|c| c.rank() == Some(Rank::Two));
        let foreign = foreign.filter(|_| own.len() == 5);
        if let Some(card) = foreign.filter(|_| self.is(Cheat::PokerCardNotOwned)) {
            own[0] = card;
            self.foreign = Some((seat, card, self.script.deeds.len()));
        }
        for card in own {
            at = self.lays(Some(seat), card, Zone::Hand);
            self.shown.insert(card, seat);
            self.proves(seat, card, at);
        }
        if more > 0 {
            self.plant("poker_card_count", Some(seat), at, at);
        }
    }

    /// A card is laid, or turned up, by that seat: what waited for it is proved.
    fn proves(&mut self, seat: Seat, card: Card, at: usize) {
        let (done, open): (Vec<Waiting>, Vec<Waiting>) = std::mem::take(&mut self.open)
            .into_iter()
            .partition(|w| w.against == seat && (w.proves)(card));
        self.open = open;
        for w in done {
            self.plant(w.code, Some(w.against), w.offence, at);
        }
    }

    fn plays(&mut self, seat: Seat, card: Card) -> usize {
        let at = self.lays(Some(seat), card, Zone::Front);
        self.proves(seat, card, at);
        if let Some(hand) = self.hands.get_mut(&seat) {
            hand.retain(|c| *c != card);
            if hand.is_empty() {
                self.out = Some(seat);
            }
        }
        self.last = Some((seat, card));
        at
    }

    fn may_lead(&self, seat: Seat) -> Vec<Suit> {
        let allowed = |s: &Suit| {
            self.last
                .is_none_or(|(_, l)| self.options.restart.allows(l, *s))
        };
        let held = |s: &Suit| self.hands[&seat].iter().any(|c| c.suit() == Some(*s));
        Suit::ALL
            .into_iter()
            .filter(|s| allowed(s) && held(s))
            .collect()
    }

    /// The house step at the end: everybody turns up what is left, and the set-aside hand.
    fn turn_up(&mut self) {
        for seat in self.order.clone() {
            for card in self.hands[&seat].clone() {
                let at = self.lays(Some(seat), card, Zone::Hand);
                self.proves(seat, card, at);
            }
        }
        let singles = self.options.board.single_cards();
        let mut told = self.cheat != Some(Cheat::ExchangeWithPayCard);
        for card in self.aside.clone() {
            let at = self.lays(None, card, Zone::Aside);
            if let Some((seat, _, shown)) = self.foreign.filter(|(_, c, _)| *c == card) {
                self.plant("poker_card_not_owned", Some(seat), shown, at);
            }
            if let Some((seat, swap)) = self.exchanged
                && !told
                && singles.contains(&card)
            {
                told = true;
                self.plant("exchange_with_pay_card", Some(seat), swap, at);
            }
        }
        let zone = Zone::Front;
        self.does(None, Act::Lifted { card: None, zone });
    }
}
