//! One deal of Michigan Rummy, from the ante to the last card: public facts into rulings and transfers (`rules/michigan_rummy.md` §2).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    betting::Betting, board::Pays, chips::Purse, deal, full_deal, opening::Opening,
    options::MichiganOptions, record::Record,
};
use crate::{
    board::DealState,
    card::{Card, Deck},
    chips::{Account, Chips},
    play::{Act, Awaited, GameName, Play, PokerAct, Seq, Zone},
    rules::{Closed, Game, Outcome, clockwise, finding::Finding, telling::Telling},
    ruling::{Ruling, Verdict},
    seat::Seat,
};

/// A deal that can't be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} can't play Michigan Rummy: 2 to 9 can")]
pub struct MichiganError(pub usize);

/// What everything else follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    /// Clockwise.
    pub(super) seats: Vec<Seat>,
    pub(super) dealer: Seat,
    pub(super) options: MichiganOptions,
    pub(super) carried: BTreeMap<String, Chips>,
    /// Whether this is the last hand of the evening: five cards each for the whole board.
    pub(super) finale: bool,
}

/// Where the deal stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// Up to the exchange of the dummy.
    Opening,
    /// Betting and the showdown.
    Poker,
    /// Leads and runs.
    Stops,
    /// Somebody is out, or nobody can lead: paid already, but the cards left may be turned up, which settles what is open.
    TurnUp(Option<Seat>),
    /// The last hand of the evening.
    Finale,
    /// Settled.
    Over,
}

/// The poker hand as it goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Poker {
    pub(super) betting: Betting,
    /// What was said before its turn.
    pub(super) early: Vec<(Seat, PokerAct, Option<Chips>)>,
    pub(super) shown: BTreeMap<Seat, Vec<(Option<Card>, Seq)>>,
    pub(super) settled: bool,
    pub(super) winners: Vec<Seat>,
}

/// One deal of Michigan Rummy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MichiganRummy {
    pub(super) setup: Setup,
    pub(super) facts: Vec<(Seq, Play)>,
    /// Plays that were taken back: their cards are known to be in those hands.
    withdrawn: BTreeSet<Seq>,
    pub(super) telling: Telling,
    pub(super) purse: Purse,
    pub(super) phase: Phase,
    pub(super) deal_judged: bool,
    pub(super) world_told: bool,
    /// Whether the record begins before the first lead.
    pub(super) from_start: bool,
    pub(super) opening: Opening,
    pub(super) poker: Poker,
    pub(super) record: Record,
    /// The running run, and the entries that laid it.
    pub(super) run: Vec<(Seat, Option<Card>, Seq)>,
    /// Leads, and stops said, so far.
    pub(super) turns: usize,
    /// What a single unseen card would explain, and how many leads and stops there had been.
    pub(super) held: Vec<(Finding, usize)>,
    /// Cards that each seat has played, holes included.
    pub(super) played: BTreeMap<Seat, usize>,
    /// Cards that each seat turned up at the end.
    pub(super) turned_up: BTreeMap<Seat, usize>,
    /// Who has passed the lead since the run stopped.
    pub(super) passed: BTreeSet<Seat>,
    /// Whether stops and passes are said at this table.
    pub(super) stops_are_said: bool,
    /// What was collected in the stops game: who, where, how many, by which entry.
    pub(super) collected: Vec<(Seat, String, Chips, Seq)>,
    /// What is due and not yet seen taken, at a table that reports its chips.
    pub(super) untaken: Vec<(Seat, String, Seq)>,
    pub(super) reports_chips: bool,
    /// Who collects nothing any more (§4 A8).
    pub(super) barred: BTreeSet<Seat>,
    /// Whether the winner has been paid for the cards left.
    pub(super) bonus_paid: bool,
    /// After the end the cards are being gathered: faces are nobody's play.
    pub(super) gathering: bool,
    pub(super) closed: Option<Closed>,
}

impl MichiganRummy {
    /// A deal at a table of these seats, clockwise; `carried` lies on the board from earlier deals.
    ///
    /// # Errors
    /// When so many can't play.
    pub fn new(
        seats: Vec<Seat>,
        dealer: Seat,
        options: MichiganOptions,
        carried: BTreeMap<String, Chips>,
    ) -> Result<Self, MichiganError> {
        Self::checked(Setup {
            seats,
            dealer,
            options,
            carried,
            finale: false,
        })
    }

    /// The last hand of the evening (§2 `FINAL`): five cards face up for everybody, the best takes the whole board; or the board is
    /// divided, where the house does so.
    ///
    /// # Errors
    /// When so many can't play.
    pub fn finale(
        seats: Vec<Seat>,
        dealer: Seat,
        options: MichiganOptions,
        carried: BTreeMap<String, Chips>,
    ) -> Result<Self, MichiganError> {
        Self::checked(Setup {
            seats,
            dealer,
            options,
            carried,
            finale: true,
        })
    }

    fn checked(setup: Setup) -> Result<Self, MichiganError> {
        match deal::sizes(setup.seats.len()) {
            Some(_) => Ok(Self::of(setup)),
            None => Err(MichiganError(setup.seats.len())),
        }
    }

    fn of(setup: Setup) -> Self {
        let order =
            full_deal::betting_order(setup.options.poker_opener, &setup.seats, setup.dealer);
        Self {
            purse: Purse::new(&setup.options.board, &setup.carried),
            phase: if setup.finale {
                Phase::Finale
            } else {
                Phase::Opening
            },
            record: Record::new(&setup.options),
            poker: Poker {
                betting: Betting::new(order),
                early: Vec::new(),
                shown: BTreeMap::new(),
                settled: false,
                winners: Vec::new(),
            },
            setup,
            facts: Vec::new(),
            withdrawn: BTreeSet::new(),
            telling: Telling::default(),
            deal_judged: false,
            world_told: false,
            from_start: false,
            opening: Opening::default(),
            run: Vec::new(),
            turns: 0,
            held: Vec::new(),
            played: BTreeMap::new(),
            turned_up: BTreeMap::new(),
            passed: BTreeSet::new(),
            stops_are_said: false,
            collected: Vec::new(),
            untaken: Vec::new(),
            reports_chips: false,
            barred: BTreeSet::new(),
            bonus_paid: false,
            gathering: false,
            closed: None,
        }
    }

    /// Whether the antes lie on the board.
    fn is_open(&self) -> bool {
        self.purse.net.values().any(|n| *n != 0)
    }

    fn fold_in(&mut self, seq: Seq, play: &Play) -> Outcome {
        let mut outcome = Outcome::default();
        self.telling.hear(seq, play);
        let (was_closed, turns) = (self.closed.is_some(), self.turns);
        if self.withdrawn.contains(&seq) {
            if let (
                Act::Laid {
                    card: Some(card), ..
                },
                Some(seat),
            ) = (&play.act, play.seat)
            {
                self.record.poker(seat, *card, seq);
            }
        } else if self.opens(&play.act) {
            self.dispatch(seq, play, &mut outcome);
        }
        self.tell_findings(&mut outcome);
        if let Act::Laid {
            card: Some(card),
            zone,
        } = &play.act
            && !self.gathering
        {
            self.account_for(*card, zone, turns, seq, &mut outcome);
        }
        if let (Act::Laid { .. }, Some(seat)) = (&play.act, play.seat) {
            self.judge_the_world(seat, seq, &mut outcome);
        }
        outcome.transfers = self.purse.take_moved();
        if !was_closed {
            outcome.closed.clone_from(&self.closed);
        }
        outcome
    }

    /// Opens the deal at its first fact: the antes are due. A card that leaves the table opens nothing.
    fn opens(&mut self, act: &Act) -> bool {
        if self.is_open() || self.setup.finale {
            return true;
        }
        let nothing = matches!(
            act,
            Act::Lifted { .. } | Act::Backs { count: 0, .. } | Act::TakenBack { .. }
        );
        if !nothing {
            let Setup {
                seats,
                dealer,
                options,
                ..
            } = &self.setup;
            self.purse.ante(seats, *dealer, &options.board);
            self.from_start = !matches!(
                act,
                Act::Laid {
                    zone: Zone::Front,
                    ..
                }
            );
        }
        !nothing
    }

    fn dispatch(&mut self, seq: Seq, play: &Play, outcome: &mut Outcome) {
        self.judge_the_deal(&play.act, outcome);
        match (&play.act, play.seat) {
            (Act::Laid { card, zone }, seat) => self.laid(seat, *card, zone, seq, outcome),
            (Act::Backs { zone, count }, seat) => {
                self.backs(seat, zone, *count, seq, play, outcome)
            }
            (
                Act::Lifted {
                    zone: Zone::Front, ..
                },
                _,
            ) if self.phase > Phase::Stops => {
                self.gathering = true;
                self.close_turn_up();
            }
            (Act::Call(call), Some(seat)) => self.called(seat, call, seq, play, outcome),
            _ => {}
        }
    }

    fn laid(
        &mut self,
        seat: Option<Seat>,
        card: Option<Card>,
        zone: &Zone,
        seq: Seq,
        outcome: &mut Outcome,
    ) {
        let foreign = card.is_some_and(|c| Deck::Full.copies(c) == 0);
        if foreign {
            let finding = Finding::by_itself("deck_invalid", None, seq);
            self.tell(&finding, Verdict::Violation, outcome);
            self.telling.contradict();
            return;
        }
        match (zone, seat) {
            (Zone::Front | Zone::Trick, Some(seat)) if self.phase <= Phase::Stops => {
                self.front(seat, card, seq, outcome);
            }
            (Zone::Front | Zone::Trick, None) if self.phase <= Phase::Stops => self.unknown_play(),
            (Zone::Hand, Some(seat)) => self.faced(seat, card, seq, outcome),
            (Zone::Aside, seat) => self.aside(seat, card, seq, outcome),
            (Zone::Front, Some(seat)) if self.setup.finale => self.faced(seat, card, seq, outcome),
            _ => {}
        }
    }

    /// A card of a hand turned up: at the poker showdown, in the final, or what is left at the end.
    fn faced(&mut self, seat: Seat, card: Option<Card>, seq: Seq, outcome: &mut Outcome) {
        match self.phase {
            Phase::Opening | Phase::Poker => {
                self.phase = Phase::Poker;
                self.close_opening();
                self.show_at_poker(seat, card, seq);
            }
            Phase::Finale => self.show_in_finale(seat, card, seq),
            Phase::Stops if card.is_some() && card == self.next_card() => {
                self.front(seat, card, seq, outcome); // it lies where hands are turned up, and goes on with the run
            }
            Phase::Stops | Phase::TurnUp(_) | Phase::Over => {
                if self.gathering {
                    return;
                }
                *self.turned_up.entry(seat).or_default() += 1;
                if let Some(card) = card.filter(|c| self.record.player_of(*c).is_none()) {
                    self.record.reveal(seat, card, seq);
                }
                self.close_if_all_is_turned_up();
            }
        }
    }

    /// A card of the set-aside hand turned up.
    fn aside(&mut self, seat: Option<Seat>, card: Option<Card>, seq: Seq, outcome: &mut Outcome) {
        let undecided = self.phase == Phase::Opening && self.opening.said.is_none();
        match (seat, card) {
            (Some(seat), _) if undecided => {
                let finding = Finding::by_itself("dummy_peeked", seat, seq);
                self.tell(&finding, Verdict::Violation, outcome);
            }
            (_, Some(card)) if self.phase >= Phase::Stops && !self.gathering => {
                let exchange = self.opening.exchange;
                self.record.set_aside(exchange, card, seq);
                if let Some((by, exchanged)) = exchange
                    && self.record.disputed_set_aside(card)
                {
                    let code = "exchange_with_pay_card";
                    let finding = Finding::later(code, by, vec![exchanged, seq]);
                    self.tell(&finding, Verdict::Disputed, outcome);
                }
            }
            _ => {}
        }
    }

    fn backs(
        &mut self,
        seat: Option<Seat>,
        zone: &Zone,
        count: u8,
        seq: Seq,
        play: &Play,
        outcome: &mut Outcome,
    ) {
        match (zone, seat, self.phase) {
            (Zone::Hand, Some(seat), Phase::Opening | Phase::Poker) => {
                self.opening.count(seat, count, seq, play.witness);
            }
            (Zone::Aside, _, Phase::Opening | Phase::Poker) => {
                self.opening.count_dummy(count, seq, play.witness);
                self.packet(count, seq, outcome);
            }
            (Zone::Hand, _, Phase::Over) => self.gathering = true,
            (Zone::Hand, Some(_), Phase::TurnUp(_)) if count >= 2 => self.close_turn_up(),
            _ => {}
        }
    }

    /// After an exchange the hand put aside must be a whole one (§6 RV4): more than a hand can hold proves cards were mixed.
    fn packet(&mut self, count: u8, seq: Seq, outcome: &mut Outcome) {
        let sizes = deal::sizes(self.setup.seats.len());
        if let Some((by, exchanged)) = self.opening.exchange
            && let Some(sizes) = sizes
            && count > 1
            && usize::from(count) != sizes.big
            && usize::from(count) != sizes.small
        {
            if usize::from(count) < sizes.small {
                self.telling.doubt(seq); // one may lie under another
            }
            let finding = Finding::later("partial_exchange", by, vec![exchanged, seq]);
            self.tell(&finding, Verdict::Violation, outcome);
        }
    }

    pub(super) fn close(&mut self, outcome: &str) {
        self.phase = Phase::Over;
        self.closed = Some(Closed {
            outcome: outcome.to_owned(),
            next_dealer: clockwise::left_of(&self.setup.seats, self.setup.dealer),
        });
    }

    /// Deals anew: whatever chips moved go back, but for the antes.
    pub(super) fn redeal(&mut self) {
        let mut fresh = Self::of(self.setup.clone());
        if !self.setup.finale {
            let Setup {
                seats,
                dealer,
                options,
                ..
            } = &self.setup;
            fresh.purse.ante(seats, *dealer, &options.board);
            fresh.from_start = true;
        }
        fresh.purse.take_moved();
        let back = self.purse.corrections(&fresh.purse);
        for t in back {
            self.purse.repost(t);
        }
        let moved = self.purse.take_moved();
        fresh.purse.queue(moved);
        fresh.facts = std::mem::take(&mut self.facts);
        fresh.withdrawn = std::mem::take(&mut self.withdrawn);
        fresh.telling.remember(&self.telling);
        *self = fresh;
    }

    /// Folds the record again with a play taken back: what chips it moved come back as corrections.
    fn take_back(&mut self, of: Seq) -> Outcome {
        let mut again = Self::of(self.setup.clone());
        again.withdrawn.clone_from(&self.withdrawn);
        again.withdrawn.insert(of);
        for (seq, play) in &self.facts {
            again.facts.push((*seq, play.clone()));
            again.fold_in(*seq, play);
        }
        again.telling.remember(&self.telling);
        let closed = again.closed.clone().filter(|_| self.closed != again.closed);
        let transfers = self.purse.corrections(&again.purse);
        *self = again;
        Outcome {
            rulings: Vec::new(),
            transfers,
            closed,
        }
    }

    /// The id of the poker pool on this board.
    pub(super) fn pool_id(&self) -> Option<String> {
        let board = &self.setup.options.board;
        board.id_of(&Pays::Poker).map(str::to_owned)
    }
}

impl Game for MichiganRummy {
    fn name(&self) -> GameName {
        GameName::MichiganRummy
    }

    fn awaited(&self) -> Vec<Awaited> {
        self.waits_for()
    }

    fn judge(&self, seq: Seq, play: &Play) -> Vec<Ruling> {
        self.clone().apply(seq, play).rulings
    }

    fn apply(&mut self, seq: Seq, play: &Play) -> Outcome {
        if let Act::TakenBack { of } = play.act {
            return self.take_back(of);
        }
        self.facts.push((seq, play.clone()));
        self.fold_in(seq, play)
    }

    fn likely(&self, seat: Option<Seat>, _zone: &Zone) -> Vec<Card> {
        self.likely_cards(seat)
    }

    fn state(&self) -> DealState {
        self.public_state()
    }

    fn stakes(&self) -> Vec<(Account, Chips)> {
        let ids = self.setup.options.board.ids();
        ids.map(|id| {
            let chips = self.purse.stakes.get(id).copied().unwrap_or(0);
            (Account::Compartment(id.to_owned()), chips)
        })
        .collect()
    }
}
