//! One deal of Michigan Rummy, from the ante to the last card: its phases, and all that is known in them (`rules/michigan_rummy.md` §2).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    betting::Betting, board::Pays, chips::Purse, deal, full_deal, opening::Opening,
    options::MichiganOptions, record::Record,
};
use crate::{
    board::DealState,
    card::Card,
    chips::{Account, Chips},
    play::{Act, Awaited, GameName, Play, PokerAct, Seq, Zone},
    rules::{Closed, Game, Outcome, clockwise, finding::Finding, telling::Telling},
    ruling::Ruling,
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
    pub(super) withdrawn: BTreeSet<Seq>,
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

    pub(super) fn of(setup: Setup) -> Self {
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

    pub(super) fn close(&mut self, outcome: &str) {
        self.phase = Phase::Over;
        self.closed = Some(Closed {
            outcome: outcome.to_owned(),
            next_dealer: clockwise::left_of(&self.setup.seats, self.setup.dealer),
        });
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
