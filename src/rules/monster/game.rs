//! One Monster game, from the ante until the pot is emptied: public facts into rulings, transfers and rounds (`rules/monster.md` §1).

mod chips;

use std::collections::BTreeMap;

use super::{
    hand::Rank,
    live::{LiveRound, Sign},
    options::{LateMisdeal, MonsterOptions, ShortStack},
    round::{self, Deed, Ending, Settled},
};
use crate::{
    board::DealState,
    card::Card,
    chips::{Account, Chips, Transfer},
    play::{Act, Awaited, Call, GameName, Play, Seq, Witness, Zone},
    rules::{Closed, Game, Outcome, clockwise, finding::Finding, options::word, telling::Telling},
    ruling::{Ruling, Verdict},
    seat::Seat,
};

/// The most holes that a settlement looks through: each can be ten ranks.
const MOST_HOLES: usize = 3;

/// A game that can't be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "{0} can't play Monster: 4 to 8 can, and 2, 3 or 9 where the house names an ante (ante_override)"
)]
pub struct MonsterError(pub usize);

/// What everything else follows from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Setup {
    /// Clockwise.
    pub(super) seats: Vec<Seat>,
    pub(super) dealer: Seat,
    pub(super) options: MonsterOptions,
    pub(super) ante: Chips,
    /// Chips that an earlier game left in the pot.
    pub(super) carried: Chips,
    /// What each can pay, where that counts.
    pub(super) stacks: Option<BTreeMap<Seat, Chips>>,
}

/// One game of Monster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Monster {
    pub(super) setup: Setup,
    facts: Vec<(Seq, Play)>,
    telling: Telling,
    pub(super) pot: Chips,
    net: BTreeMap<Seat, Chips>,
    anted: bool,
    pub(super) round: LiveRound,
    /// The round that waits for its deal, if one does.
    pub(super) between: bool,
    pub(super) last_settled: Option<Settled>,
    /// The newest counts, wherever.
    counts: BTreeMap<(Option<Seat>, Zone), u8>,
    /// Penalties that a table which reports its chips has not yet seen paid.
    due: BTreeMap<Seat, Chips>,
    reports_chips: bool,
    misdealt: bool,
    /// A round of this game was settled by what happened to lie faced: who plays on, and when the next round began, is only supposed, and
    /// nobody is accused on that.
    supposed: bool,
    pub(super) closed: Option<Closed>,
}

impl Monster {
    /// A game at a table of these seats, clockwise; `carried` lies in the pot from the game before.
    ///
    /// # Errors
    /// When so many can't play.
    pub fn new(
        seats: Vec<Seat>,
        dealer: Seat,
        options: MonsterOptions,
        carried: Chips,
    ) -> Result<Self, MonsterError> {
        let ante = options.ante(seats.len()).ok_or(MonsterError(seats.len()))?;
        Ok(Self::of(Setup {
            seats,
            dealer,
            options,
            ante,
            carried,
            stacks: None,
        }))
    }

    /// The same, knowing what each player owns: `short_stack = pay_what_you_have` needs it.
    #[must_use]
    pub fn with_stacks(mut self, stacks: BTreeMap<Seat, Chips>) -> Self {
        self.setup.stacks = Some(stacks);
        Self::of(self.setup)
    }

    fn of(setup: Setup) -> Self {
        let starters = clockwise::from_left_of(&setup.seats, setup.dealer);
        Self {
            pot: setup.carried,
            round: LiveRound::new(starters, BTreeMap::new()),
            setup,
            facts: Vec::new(),
            telling: Telling::default(),
            net: BTreeMap::new(),
            anted: false,
            between: false,
            last_settled: None,
            counts: BTreeMap::new(),
            due: BTreeMap::new(),
            reports_chips: false,
            misdealt: false,
            supposed: false,
            closed: None,
        }
    }

    fn fold_in(&mut self, seq: Seq, play: &Play) -> Outcome {
        let mut outcome = Outcome::default();
        self.telling.hear(seq, play);
        // What was entered later than it happened bears a later number: a round goes by the places in the record.
        let place = Seq(self.facts.len() as u64);
        if let (Act::Call(Call::Paid { paid, to }), Some(seat)) = (&play.act, play.seat) {
            self.paid(seat, *paid, to, seq, &mut outcome);
        } else if let (Act::Call(Call::Took { took }), Some(seat)) = (&play.act, play.seat) {
            self.took(seat, took, seq, &mut outcome);
        } else if self.closed.is_none() {
            self.in_play(place, play, &mut outcome);
        }
        if let Act::Backs { zone, count } = &play.act {
            self.counts.insert((play.seat, zone.clone()), *count);
        }
        outcome
    }

    /// The entry at that place in the record.
    pub(super) fn entry(&self, place: Seq) -> Seq {
        let index = usize::try_from(place.0).ok().and_then(|n| n.checked_sub(1));
        let fact = index.and_then(|i| self.facts.get(i));
        fact.map_or(place, |(seq, _)| *seq)
    }

    /// A finding by places as one by entries.
    fn by_entries(&self, finding: Finding) -> Finding {
        Finding {
            proof: finding.proof.iter().map(|p| self.entry(*p)).collect(),
            offence: self.entry(finding.offence),
            ..finding
        }
    }

    fn in_play(&mut self, seq: Seq, play: &Play, outcome: &mut Outcome) {
        match &play.act {
            Act::Call(Call::Redeal { redeal: true }) => {
                let starters = self.round.starters.clone();
                self.next_round(starters);
                return;
            }
            Act::Call(Call::Claim { claim: true }) if play.witness == Witness::Host => {
                if self.round.has_acts() {
                    self.settle_as_it_lies(seq, outcome);
                }
                return;
            }
            act if self.between && !self.opens(act, play.seat) => return,
            Act::Lifted { .. } | Act::Backs { count: 0, .. } if !self.anted => return,
            _ => {}
        }
        if std::mem::replace(&mut self.between, false) {
            self.round.rebase(self.counts.clone());
        }
        self.ante(outcome);
        let had_acts = self.round.has_acts();
        if self.round.take(seq, play) == Sign::NextDeal {
            self.settle_as_it_lies(seq, outcome);
            if self.closed.is_some() {
                return;
            }
            self.between = false;
            self.round.take(seq, play);
        }
        if !had_acts && self.round.has_acts() {
            self.remind_of_penalties(seq, outcome);
        }
        self.tell(None, outcome);
        if self.round.is_complete(&self.setup.options) {
            self.settle(seq, outcome);
        }
    }

    /// Whether a fact between two rounds opens the next one: a hand is dealt, or somebody acts.
    fn opens(&self, act: &Act, seat: Option<Seat>) -> bool {
        let plays = seat.is_some_and(|s| self.round.starters.contains(&s));
        match act {
            Act::Backs {
                zone: Zone::Hand,
                count,
            } => plays && *count >= 3,
            Act::Call(Call::Act { .. }) => true,
            _ => false,
        }
    }

    fn tell(&mut self, over: Option<Seq>, outcome: &mut Outcome) {
        let (mut found, weak) = self.round.findings(over);
        found.sort_by(|a, b| {
            let key = |f: &Finding| (f.proof.iter().max().copied(), f.offence);
            key(a).cmp(&key(b)).then(a.code.cmp(b.code))
        });
        for place in weak {
            self.telling.doubt(self.entry(place));
        }
        for finding in found {
            let finding = self.by_entries(finding);
            if self.supposed {
                self.telling.doubt(finding.offence);
            }
            let args = self.args(&finding);
            let Some(ruling) = self.telling.tell(&finding, args) else {
                continue;
            };
            match (finding.code, ruling.verdict) {
                ("deck_invalid", _) => self.telling.contradict(),
                ("deal_count", Verdict::Violation) => self.misdealt = true,
                _ => {}
            }
            outcome.rulings.push(ruling);
        }
    }

    fn args(&self, finding: &Finding) -> BTreeMap<String, String> {
        let mut args = BTreeMap::new();
        if let Some(seat) = finding.against {
            args.insert("seat".to_owned(), seat.to_string());
        }
        let card = self
            .facts
            .iter()
            .rev()
            .find_map(|(seq, play)| match &play.act {
                Act::Laid {
                    card: Some(card), ..
                } if finding.proof.contains(seq) => Some(*card),
                _ => None,
            });
        if let Some(card) = card {
            args.insert("card".to_owned(), card.to_string());
        }
        args.insert("penalty".to_owned(), self.setup.options.penalty.to_string());
        if finding.code == "pair_kept" {
            let costs = word(self.setup.options.pair_at_showdown);
            args.insert("pair_at_showdown".to_owned(), costs);
        }
        let count = self.facts.iter().find_map(|(seq, play)| match play.act {
            Act::Backs { count, .. } if finding.proof.contains(seq) => Some((count, play.seat)),
            _ => None,
        });
        if let (Some((count, seat)), "deal_count") = (count, finding.code) {
            let seat = seat.or(finding.against);
            args.insert("n".to_owned(), count.to_string());
            args.insert("due".to_owned(), "6".to_owned());
            args.extend(seat.map(|s| ("seat".to_owned(), s.to_string())));
        }
        args
    }

    fn is_void(&self) -> bool {
        let (found, _) = self.round.findings(None);
        let late = self.setup.options.late_misdeal == LateMisdeal::VoidRound;
        found.iter().any(|f| f.code == "deck_invalid") || (self.misdealt && late)
    }

    /// Settles a complete round, unless a hole leaves open how.
    fn settle(&mut self, seq: Seq, outcome: &mut Outcome) {
        let holes = self.round.holes();
        if holes > MOST_HOLES {
            return;
        }
        let mut answers = fills(holes).map(|fill| self.settled(&fill));
        let Some(settled) = answers.next() else {
            return;
        };
        let same = |other: Settled| {
            (&other.paid, &other.received) == (&settled.paid, &settled.received)
                && other.next_starters == settled.next_starters
        };
        if answers.all(same) {
            self.tell(Some(seq), outcome);
            self.carry_out(settled, outcome);
        }
    }

    fn settled(&self, fill: &[Rank]) -> Settled {
        let mut round = self.round.settled_with(fill, self.pot);
        let void = self.is_void();
        if void {
            round
                .deeds
                .iter_mut()
                .for_each(|(_, deed)| *deed = Deed::Folded);
        }
        let can_pay =
            |seat: Seat, owed: Chips| match (&self.setup.stacks, self.setup.options.short_stack) {
                (Some(stacks), ShortStack::PayWhatYouHave) => {
                    let net = self.net.get(&seat).copied().unwrap_or(0);
                    let owns = stacks.get(&seat).map_or(owed, |s| s + net);
                    owed.min(owns).max(0)
                }
                _ => owed,
            };
        let mut settled = round::settle(&round, &self.setup.options, can_pay);
        if void {
            settled.ending = Ending::VoidRound;
        }
        settled
    }

    /// The round is settled by what lies faced: a hand never seen counts as folded. The host is told.
    fn settle_as_it_lies(&mut self, seq: Seq, outcome: &mut Outcome) {
        let finding = Finding::by_itself("round_incomplete", None, self.entry(seq));
        let ruling = self
            .telling
            .say(Verdict::Inconclusive, &finding, BTreeMap::new());
        outcome.rulings.extend(ruling);
        // Where a card of a hand wasn't seen, one of the pile may not have been either.
        let missed = |s: &Seat| self.round.unfaced(*s) != Some(0);
        if self.round.live().iter().any(missed) {
            self.telling.doubt(self.entry(seq));
        }
        self.tell(Some(seq), outcome);
        self.supposed = true;
        let nothing = self.round.shown.is_empty();
        let mut settled = self.settled(&[]);
        if nothing {
            settled.next_starters = Some(self.round.starters.clone());
        }
        self.carry_out(settled, outcome);
    }

    fn carry_out(&mut self, settled: Settled, outcome: &mut Outcome) {
        for (seat, chips) in settled.paid.clone() {
            self.pay(seat, chips, "penalty", outcome);
            *self.due.entry(seat).or_default() += chips;
        }
        for (seat, chips) in settled.received.clone() {
            self.receive(seat, chips, outcome);
        }
        match settled.next_starters.clone() {
            Some(starters) => self.next_round(starters),
            None => {
                let closed = Closed {
                    outcome: settled.ending.as_str().to_owned(),
                    next_dealer: clockwise::left_of(&self.setup.seats, self.setup.dealer),
                };
                outcome.closed = Some(closed.clone());
                self.closed = Some(closed);
            }
        }
        self.last_settled = Some(settled);
    }

    fn next_round(&mut self, starters: Vec<Seat>) {
        self.round = LiveRound::new(starters, self.counts.clone());
        self.between = true;
        self.misdealt = false;
        self.telling.forget_facts();
    }

    /// Folds the record again without a play that was taken back: what chips it moved come back as corrections.
    fn take_back(&mut self, of: Seq) -> Outcome {
        let mut again = Self::of(self.setup.clone());
        let mut facts = std::mem::take(&mut self.facts);
        facts.retain(|(seq, play)| {
            *seq != of && !matches!(play.act, Act::TakenBack { of: o } if o == of)
        });
        for (seq, play) in &facts {
            again.facts.push((*seq, play.clone()));
            again.fold_in(*seq, play);
        }
        again.telling.remember(&self.telling);
        let mut outcome = Outcome::default();
        for seat in &self.setup.seats {
            let of = |m: &Self| m.net.get(seat).copied().unwrap_or(0);
            let back = of(&again) - of(self);
            let (from, to) = if back > 0 {
                (Account::Pot, Account::Seat(*seat))
            } else {
                (Account::Seat(*seat), Account::Pot)
            };
            if back != 0 {
                outcome.transfers.push(Transfer {
                    from,
                    to,
                    chips: back.abs(),
                    reason: "correction".to_owned(),
                });
            }
        }
        if self.closed != again.closed {
            outcome.closed.clone_from(&again.closed);
        }
        *self = again;
        outcome
    }
}

/// Every way to fill that many holes with ranks.
fn fills(holes: usize) -> impl Iterator<Item = Vec<Rank>> {
    let digits = u32::try_from(holes).unwrap_or(0);
    (0..10_i64.pow(digits)).map(move |n| (0..digits).map(|d| n / 10_i64.pow(d) % 10 + 1).collect())
}

impl Game for Monster {
    fn name(&self) -> GameName {
        GameName::Monster
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

    fn likely(&self, _seat: Option<Seat>, _zone: &Zone) -> Vec<Card> {
        self.unseen_faces()
    }

    fn state(&self) -> DealState {
        self.public_state()
    }

    fn stakes(&self) -> Vec<(Account, Chips)> {
        vec![(Account::Pot, self.pot)]
    }
}
