//! Chance into a game of Monster: players who follow the rules, by whim or with some sense, and one who cheats in the way that is asked for.

mod cheat;
mod showdown;

pub use cheat::Cheat;

use std::collections::BTreeMap;

use rand::{Rng, RngExt, seq::SliceRandom};

use super::{Deed, Planted, Script};
use crate::{
    card::{Card, Deck},
    chips::{Account, Transfer},
    frame::At,
    play::{Act, Call, HandAct, Play, Seq, Witness, Zone},
    rules::{
        Game, clockwise,
        monster::{
            Monster, MonsterError, MonsterOptions,
            hand::{self, Rank},
        },
    },
    seat::Seat,
    sighting::Signs,
};

/// How the honest ones play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Anything that is allowed.
    Whim,
    /// Throws away what is low, and folds what can't win.
    Sense,
}

/// The most rounds a script runs: a game that goes on longer is left unfinished.
const MOST_ROUNDS: usize = 40;

/// A game from the ante to the emptied pot. Where the cards never gave an occasion for the cheat, nothing is planted.
///
/// # Errors
/// When so many can't play.
pub fn game(
    rng: &mut impl Rng,
    seats: &[Seat],
    dealer: Seat,
    options: &MonsterOptions,
    style: Style,
    cheat: Option<Cheat>,
) -> Result<Script, MonsterError> {
    let engine = Monster::new(seats.to_vec(), dealer, options.clone(), 0)?;
    let mut table = Players {
        rng,
        engine,
        style,
        cheat,
        order: clockwise::from_left_of(seats, dealer),
        script: Script {
            dealer,
            deeds: Vec::new(),
            planted: Vec::new(),
        },
        over: false,
        known_pile: 0,
        fed: Vec::new(),
        shorter: None,
        moved: Vec::new(),
        short_pile: false,
        fight: (Vec::new(), Vec::new()),
    };
    table.ante(options.ante(seats.len()).unwrap_or(0));
    for _ in 0..MOST_ROUNDS {
        if table.over {
            break;
        }
        table.round();
    }
    table.takes_the_pot();
    Ok(table.script)
}

struct Players<'a, R: Rng> {
    rng: &'a mut R,
    /// The referee, asked only for what everybody at the table sees: who plays on.
    engine: Monster,
    style: Style,
    cheat: Option<Cheat>,
    order: Vec<Seat>,
    script: Script,
    over: bool,
    known_pile: u8,
    /// A folded hand that went to the pile.
    fed: Vec<Card>,
    /// Who said that he threw one more than he did.
    shorter: Option<Seat>,
    /// The chips that the newest deed moved.
    moved: Vec<Transfer>,
    /// A card of the pile was never turned up.
    short_pile: bool,
    /// The best hand kept in this round, and the pile.
    fight: (Vec<Rank>, Vec<Rank>),
}

/// A starter's six cards: what he keeps and what he throws, `None` for a fold.
struct Hand {
    seat: Seat,
    kept: Vec<Card>,
    thrown: Option<Vec<Card>>,
}

fn ranks(cards: &[Card]) -> Vec<Rank> {
    let pairs = cards.iter().filter_map(|c| c.pairs());
    pairs.map(|rank| Rank::from(rank.number())).collect()
}

fn said(act: HandAct, count: Option<u8>) -> Act {
    Act::Call(Call::Act { act, count })
}

fn backs(zone: Zone, count: usize) -> Act {
    let count = u8::try_from(count).unwrap_or(u8::MAX);
    Act::Backs { zone, count }
}

fn laid(card: Card, zone: Zone) -> Act {
    let card = Some(card);
    Act::Laid { card, zone }
}

impl<R: Rng> Players<'_, R> {
    fn does(&mut self, seat: Option<Seat>, act: Act) -> usize {
        let index = self.script.deeds.len();
        let witness = if matches!(act, Act::Call(_)) {
            Witness::Phone
        } else {
            Witness::Seen
        };
        let play = Play {
            at: At::default(),
            seat,
            act: act.clone(),
            witness,
            signs: Signs {
                indices: 2,
                face: true,
            },
        };
        let outcome = self.engine.apply(Seq(index as u64 + 1), &play);
        self.over |= outcome.closed.is_some();
        if !outcome.transfers.is_empty() {
            self.moved = outcome.transfers;
        }
        self.script.deeds.push(Deed { seat, act });
        index
    }

    fn plant(&mut self, code: &'static str, against: Option<Seat>, offence: usize, proved: usize) {
        self.script.planted.push(Planted {
            code,
            against,
            offence,
            proved,
        });
        self.cheat = None;
    }

    fn ante(&mut self, due: i64) {
        if self.cheat == Some(Cheat::AnteWrong) {
            let seat = self.order[0];
            let to = Account::Pot;
            let at = self.does(Some(seat), Act::Call(Call::Paid { paid: due + 1, to }));
            self.plant("ante_wrong", Some(seat), at, at);
        }
    }

    /// A champion who lost reports a chip too few.
    fn penalty(&mut self) {
        let lost = self.moved.iter().find(|t| t.reason == "penalty").cloned();
        if let (
            Some(Cheat::PenaltyUnpaid),
            Some(Transfer {
                from: Account::Seat(seat),
                chips,
                ..
            }),
        ) = (self.cheat, lost)
            && chips > 1
        {
            let (paid, to) = (chips - 1, Account::Pot);
            let at = self.does(Some(seat), Act::Call(Call::Paid { paid, to }));
            self.plant("penalty_unpaid", Some(seat), at, at);
        }
    }

    /// After the fight somebody takes the pot to whom it doesn't belong.
    fn takes_the_pot(&mut self) {
        let receives = |seat: Seat| self.moved.iter().any(|t| t.to == Account::Seat(seat));
        let other = self.order.iter().copied().find(|s| !receives(*s));
        let (best, pile) = &self.fight;
        let raw = hand::descending(pile);
        let wins = hand::compare(best, &hand::monster(pile)).is_gt();
        let duplicates = wins && hand::compare(best, &raw).is_le();
        let code = match self.cheat {
            Some(Cheat::WrongChampion) if !duplicates => "wrong_champion",
            Some(Cheat::MonsterNotDeduped) if duplicates => "monster_not_deduped",
            _ => return,
        };
        if let Some(seat) = other.filter(|_| self.over) {
            let took = "pot".to_owned();
            let at = self.does(Some(seat), Act::Call(Call::Took { took }));
            self.plant(code, None, at, at);
        }
    }

    fn starters(&self) -> Vec<Seat> {
        let state = self.engine.state();
        let out = |seat: &Seat| {
            let mut seats = state.seats.iter();
            seats.any(|s| s.seat == *seat && s.marks.iter().any(|m| m == "out"))
        };
        self.order.iter().copied().filter(|s| !out(s)).collect()
    }

    fn round(&mut self) {
        let mut pack = Deck::Pairs.cards();
        pack.shuffle(self.rng);
        let starters = self.starters();
        self.known_pile = 0;
        self.short_pile = false;
        self.fight = (Vec::new(), Vec::new());
        self.fed.clear();
        self.shorter = None;
        let mut hands: Vec<Hand> = Vec::new();
        for seat in &starters {
            let six = pack.split_off(pack.len() - 6);
            hands.push(self.decide(*seat, six));
        }
        let mut wrong = None;
        for seat in &starters {
            let more = usize::from(self.cheat == Some(Cheat::DealCount) && wrong.is_none());
            let at = self.does(Some(*seat), backs(Zone::Hand, 6 + more));
            if more > 0 {
                wrong = Some((*seat, at));
            }
        }
        if let Some((seat, at)) = wrong {
            // Proved once the deal is over: by the first act.
            let next = self.script.deeds.len();
            self.plant("deal_count", Some(seat), at, next);
        }
        self.strange_act(&starters);
        self.cheat_with_cards(&mut hands, &pack);
        self.moved.clear();
        self.acts(&hands);
        self.showdown(&hands);
        self.penalty();
        self.clear(&starters);
        self.deals_over_a_short_pile(&hands);
    }

    /// What a hand keeps and throws, by the rules.
    fn decide(&mut self, seat: Seat, mut six: Vec<Card>) -> Hand {
        six.sort_unstable();
        let (mut kept, mut thrown): (Vec<Card>, Vec<Card>) = (Vec::new(), Vec::new());
        for card in six {
            let heap = if kept.contains(&card) {
                &mut thrown
            } else {
                &mut kept
            };
            heap.push(card);
        }
        let weak = kept
            .last()
            .and_then(|c| c.pairs())
            .is_some_and(|r| r.number() < 8);
        let folds = match self.style {
            Style::Whim => self.rng.random_bool(0.25),
            Style::Sense => weak,
        };
        if thrown.len() > 3 || folds {
            kept.extend(thrown);
            let thrown = None;
            return Hand { seat, kept, thrown };
        }
        if self.style == Style::Whim {
            while thrown.len() < 3 && self.rng.random_bool(0.3) {
                let at = self.rng.random_range(0..kept.len());
                thrown.push(kept.swap_remove(at));
            }
        }
        let thrown = Some(thrown);
        Hand { seat, kept, thrown }
    }

    fn strange_act(&mut self, starters: &[Seat]) {
        let out = self.order.iter().copied().find(|s| !starters.contains(s));
        if let (Some(Cheat::EliminatedPlayerActs), Some(seat)) = (self.cheat, out) {
            let at = self.does(Some(seat), said(HandAct::Discard, Some(1)));
            self.plant("eliminated_player_acts", Some(seat), at, at);
        }
    }

    /// Cheats that change the cards before anybody acts.
    fn cheat_with_cards(&mut self, hands: &mut [Hand], pack: &[Card]) {
        if self.cheat == Some(Cheat::TooManyDiscards)
            && let Some(hand) = hands
                .iter_mut()
                .find(|h| h.thrown.as_ref().is_some_and(|t| t.len() == 3))
            && let (Some(thrown), Some(card)) = (&mut hand.thrown, hand.kept.pop())
        {
            thrown.push(card);
        }
        if self.cheat == Some(Cheat::PairKept)
            && let Some(hand) = hands.iter_mut().find(|h| h.thrown.is_some())
            && let Some(thrown) = &mut hand.thrown
            && let Some(at) = thrown.iter().position(|c| hand.kept.contains(c))
        {
            hand.kept.push(thrown.swap_remove(at));
        }
        if self.cheat == Some(Cheat::DeckInvalid)
            && let Some(hand) = hands.iter_mut().find(|h| h.thrown.is_some())
        {
            // The pack holds a rank too often: a hand's card is another than was printed.
            let one = Deck::Pairs.faces()[0];
            if !hand.kept.contains(&one) && pack.iter().all(|c| *c != one) {
                hand.kept.pop();
                hand.kept.push(one);
            }
        }
    }

    fn acts(&mut self, hands: &[Hand]) {
        let moves = |h: &Hand| h.thrown.as_ref().is_some_and(|t| !t.is_empty());
        let mut order: Vec<usize> = (0..hands.len()).collect();
        let early = (1..hands.len()).find(|i| moves(&hands[*i]) && moves(&hands[*i - 1]));
        let early = early.filter(|_| self.cheat == Some(Cheat::OutOfTurn));
        if let Some(i) = early {
            order.swap(i - 1, i);
        }
        let mut moved: BTreeMap<Seat, usize> = BTreeMap::new();
        for i in order {
            let hand = &hands[i];
            let at = match &hand.thrown {
                None => self.folds(hand),
                Some(thrown) => self.discards(hand, thrown.len()),
            };
            moved.insert(hand.seat, at);
        }
        if let Some(i) = early {
            let (late, early) = (hands[i - 1].seat, hands[i].seat);
            self.plant("out_of_turn", Some(early), moved[&early], moved[&late]);
        }
        self.draw(hands);
    }

    fn folds(&mut self, hand: &Hand) -> usize {
        let at = self.does(Some(hand.seat), said(HandAct::Fold, None));
        if self.cheat == Some(Cheat::FoldIntoMonster) {
            let pile = usize::from(self.known_pile) + 6;
            let seen = self.does(Some(hand.seat), backs(Zone::Pile, pile));
            self.plant("fold_into_monster", Some(hand.seat), at, seen);
            self.known_pile += 6;
            self.fed.clone_from(&hand.kept);
        } else {
            self.does(Some(hand.seat), backs(Zone::Aside, 6));
        }
        at
    }

    fn discards(&mut self, hand: &Hand, count: usize) -> usize {
        let said_count = u8::try_from(count).unwrap_or(u8::MAX);
        let shorts = self.cheat == Some(Cheat::HandCountMismatch)
            && self.shorter.is_none()
            && (1..=2).contains(&count);
        if shorts {
            self.shorter = Some(hand.seat);
            // He says one more than he throws, and keeps it: see the showdown. His fan is squared, so nobody counts it.
            return self.does(
                Some(hand.seat),
                said(HandAct::Discard, Some(said_count + 1)),
            );
        }
        let at = if count > 0 {
            self.does(Some(hand.seat), backs(Zone::Discard, count))
        } else {
            self.script.deeds.len()
        };
        if count > 3 {
            self.plant("too_many_discards", Some(hand.seat), at, at);
        }
        self.does(Some(hand.seat), said(HandAct::Discard, Some(said_count)));
        self.known_pile += said_count;
        at
    }

    fn draw(&mut self, hands: &[Hand]) {
        let drawer = hands
            .iter()
            .find(|h| h.thrown.as_ref().is_some_and(|t| !t.is_empty()));
        let live = hands.iter().filter(|h| h.thrown.is_some()).count();
        let drawer = drawer.filter(|_| live > 1); // else the round may be over
        if let (Some(Cheat::DrewReplacement), Some(hand)) = (self.cheat, drawer) {
            let zone = Zone::Stock;
            let at = self.does(Some(hand.seat), Act::Lifted { card: None, zone });
            let seen = self.does(Some(hand.seat), backs(Zone::Hand, hand.kept.len() + 1));
            self.plant("drew_replacement", Some(hand.seat), at, seen);
            self.does(Some(hand.seat), backs(Zone::Hand, hand.kept.len())); // and it goes back
        }
    }

    fn said_at(&self, seat: Seat) -> usize {
        let said = |d: &Deed| d.seat == Some(seat) && matches!(d.act, Act::Call(_));
        self.script.deeds.iter().rposition(said).unwrap_or(0)
    }

    /// The table is cleared: everything is gathered and shuffled.
    fn clear(&mut self, starters: &[Seat]) {
        if self.over {
            return;
        }
        for seat in starters {
            for zone in [Zone::Hand, Zone::Discard, Zone::Aside] {
                self.does(Some(*seat), backs(zone, 0));
            }
        }
    }
}
