//! A game of two tricks for trying the table: an ante each, the higher card takes a trick, whoever took more takes the pot; playing out of turn
//! is told at once, a revoke when the other card shows it.

use pitboss::{
    board::DealState,
    card::Card,
    chips::{Account, Chips, Transfer},
    play::{Act, Awaited, GameName, Play, Seq, Zone},
    rules::{Closed, Game, Opening, Outcome},
    ruling::{Ruling, Verdict},
    seat::{Seat, Seating},
};

pub(crate) struct HighCard {
    game: GameName,
    seating: Seating,
    dealer: Seat,
    stakes: Vec<(Account, Chips)>,
    started: bool,
    laid: Vec<(Seq, Seat, Option<Card>)>,
    told: Vec<Ruling>,
}

/// The table's rules: the same tiny game under every name.
#[allow(clippy::unnecessary_wraps)]
pub(crate) fn rules(opening: &Opening) -> Result<Box<dyn Game>, String> {
    if opening.options.get("no").is_some() {
        return Err("the option `no` is none".to_owned());
    }
    let dealer = opening.dealer.unwrap_or(Seat(0));
    Ok(Box::new(HighCard {
        game: opening.game,
        seating: opening.seating.clone(),
        dealer,
        stakes: opening.stakes.clone(),
        started: false,
        laid: Vec::new(),
        told: Vec::new(),
    }))
}

impl HighCard {
    fn trick_size(&self) -> usize {
        self.seating.len()
    }

    fn rulings(&self) -> Vec<Ruling> {
        let mut out = Vec::new();
        let ruling = |code: &str, against, proof: Vec<Seq>, convicts| Ruling {
            verdict: Verdict::Violation,
            code: code.to_owned(),
            against: Some(against),
            proof,
            convicts,
            option: None,
            args: std::collections::BTreeMap::new(),
        };
        let order = self.seating.from_left_of(self.dealer);
        for (i, (seq, seat, card)) in self.laid.iter().enumerate() {
            if order[i % self.trick_size()] != *seat {
                out.push(ruling("out_of_turn", *seat, vec![*seq], None));
            }
            let lead = i / self.trick_size() * self.trick_size();
            let Some((Some(led), Some(mine))) = self.laid.get(lead).map(|l| (l.2, *card)) else {
                continue;
            };
            if led.suit() == mine.suit() {
                continue;
            }
            let next = lead + self.trick_size();
            if let Some(later) = self
                .laid
                .iter()
                .skip(next)
                .find(|l| l.1 == *seat && l.2.is_some_and(|c| c.suit() == led.suit()))
            {
                out.push(ruling("revoke", *seat, vec![*seq, later.0], Some(*seq)));
            }
        }
        out
    }

    fn settle(&self) -> (Vec<Transfer>, Seat) {
        let mut wins: Vec<(usize, Seat)> = self.seating.seats().map(|s| (0, s)).collect();
        for trick in self.laid.chunks(self.trick_size()) {
            let best = trick
                .iter()
                .max_by_key(|l| l.2.and_then(Card::rank))
                .expect("a trick")
                .1;
            for w in wins.iter_mut().filter(|w| w.1 == best) {
                w.0 += 1;
            }
        }
        let winner = wins.iter().max_by_key(|w| w.0).expect("players").1;
        let pot: Chips = self
            .stakes
            .iter()
            .filter(|s| s.0 == Account::Pot)
            .map(|s| s.1)
            .sum::<Chips>()
            + self.seating.len() as Chips;
        (
            vec![Transfer {
                from: Account::Pot,
                to: Account::Seat(winner),
                chips: pot,
                reason: "pot".into(),
            }],
            winner,
        )
    }
}

impl Game for HighCard {
    fn name(&self) -> GameName {
        self.game
    }

    fn awaited(&self) -> Vec<Awaited> {
        Vec::new()
    }

    fn judge(&self, _: Seq, _: &Play) -> Vec<Ruling> {
        Vec::new()
    }

    fn apply(&mut self, seq: Seq, play: &Play) -> Outcome {
        let mut outcome = Outcome::default();
        if !self.started {
            self.started = true;
            outcome.transfers = self
                .seating
                .seats()
                .map(|s| Transfer {
                    from: Account::Seat(s),
                    to: Account::Pot,
                    chips: 1,
                    reason: "ante".into(),
                })
                .collect();
        }
        match (&play.act, play.seat) {
            (
                Act::Laid {
                    card,
                    zone: Zone::Trick,
                },
                Some(seat),
            ) => self.laid.push((seq, seat, *card)),
            (Act::TakenBack { of }, _) => self.laid.retain(|l| l.0 != *of),
            _ => return outcome,
        }
        let now = self.rulings();
        outcome.rulings = now
            .iter()
            .filter(|r| !self.told.contains(r))
            .cloned()
            .collect();
        self.told = now;
        if self.laid.len() == 2 * self.trick_size() && self.laid.iter().all(|l| l.2.is_some()) {
            let (paid, _) = self.settle();
            outcome.transfers.extend(paid);
            outcome.closed = Some(Closed {
                outcome: "made".into(),
                next_dealer: self.seating.left_of(self.dealer),
            });
        }
        outcome
    }

    fn likely(&self, _: Option<Seat>, _: &Zone) -> Vec<Card> {
        Vec::new()
    }

    fn state(&self) -> DealState {
        DealState {
            phase: "tricks".into(),
            dealer: Some(self.dealer),
            ..DealState::default()
        }
    }

    fn stakes(&self) -> Vec<(Account, Chips)> {
        self.stakes.clone()
    }
}
