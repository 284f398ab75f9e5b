//! Facts that can't be entered into the sentence that says why.

use super::Table;
use crate::{
    chips::{Account, Chips},
    event::{Decision, Event},
    play::{Bid, Call, GameName, Seq},
    rules::Opening,
    seat::{Seat, Seating},
};

/// Why a fact was not entered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// Something that only the referee tells.
    #[error("rulings, transfers and deals follow from the facts and can't be entered")]
    Told,
    /// No such entry.
    #[error("there is no entry {0}: the newest is {1}")]
    NoEntry(Seq, Seq),
    /// The entry is no fact that can be put right.
    #[error(
        "entry {0} is nothing that can be put right: name a card, a count, a call or another entry of the host's"
    )]
    NotAFact(Seq),
    /// Another kind of fact.
    #[error(
        "entry {0} can't become that: a card, a count or a call can be put in the place of another, anything else only of its own kind"
    )]
    OtherKind(Seq),
    /// What was missed must be a card, a count or a call.
    #[error("only a card, a count or a call can be entered afterwards")]
    NotInsertable,
    /// No question.
    #[error("entry {0} asks nothing")]
    NotAsked(Seq),
    /// A decision about something that isn't a ruling nor a play.
    #[error("entry {0} is neither a ruling nor a play: there is nothing to decide")]
    NotDecidable(Seq),
    /// A decision about a ruling that a correction made vanish.
    #[error("the ruling of entry {0} was withdrawn: there is nothing left to decide")]
    Withdrawn(Seq),
    /// A fine for nobody.
    #[error("entry {0} names nobody who could be fined")]
    NobodyNamed(Seq),
    /// A card can be taken back only while its deal runs.
    #[error(
        "the deal of entry {0} is over: a card can't be taken back any more; void the deal, or strike the card"
    )]
    DealOver(Seq),
    /// Not at this table.
    #[error("{0} isn't at this table")]
    NoSeat(Seat),
    /// Nobody sits down yet.
    #[error("nobody sits at the table yet: enter the players first")]
    NoSeating,
    /// The game can't be played so.
    #[error("{0}")]
    Rules(String),
    /// No number of chips that can change hands.
    #[error("{0} chips can't change hands: enter one or more")]
    Chips(Chips),
    /// A bid that nobody can pay.
    #[error("{0} chips can't be bid: nobody has so many, or fewer than none")]
    Bid(Chips),
    /// A last hand while a deal runs.
    #[error("a deal runs: the last hand of the evening is dealt once it is settled")]
    DealRuns,
    /// A last hand of a game that has none.
    #[error("only Michigan Rummy has a last hand for what lies on the board")]
    NoFinale,
    /// A night for points.
    #[error("this night is played for points: no chips are bought or cashed out")]
    PointsOnly,
    /// More than there is, where no debts are allowed.
    #[error("{0} chips can't be cashed out: {1} are there, and this table allows no debts")]
    TooFew(Chips, Chips),
    /// Chips can't be fined to the payer himself.
    #[error("a fine goes to somebody else, the pot or the bank")]
    FineToSelf,
}

/// More than any table holds, and far from what a number holds.
const MOST_CHIPS: Chips = 1_000_000_000_000;

impl Table {
    /// Whether that fact can be entered now; changes nothing.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self, event: &Event) -> Result<(), Refused> {
        match event {
            told if told.is_told() => Err(Refused::Told),
            Event::Seated { .. }
            | Event::Health { .. }
            | Event::Paused { .. }
            | Event::Bank(_)
            | Event::Telling { .. } => Ok(()),
            Event::Struck { of } | Event::Undone { of } => self.fact(*of).map(|_| ()),
            Event::Replaced { of, with } => self.check_replaced(*of, with),
            Event::Inserted { before, what } => {
                let newest = self.entries.len() as u64;
                if before.0 == 0 || before.0 > newest + 1 {
                    return Err(Refused::NoEntry(*before, Seq(newest)));
                }
                if !is_play(what) {
                    return Err(Refused::NotInsertable);
                }
                self.check(what)
            }
            Event::Answered { of, .. } => match self.entry(*of).map(|e| &e.event) {
                Some(Event::Asked { .. }) => Ok(()),
                Some(_) => Err(Refused::NotAsked(*of)),
                None => Err(self.no_entry(*of)),
            },
            Event::Decided { of, decision } => self.check_decided(*of, decision),
            Event::Game {
                game,
                options,
                dealer,
            } => {
                let seating = self.seating().ok_or(Refused::NoSeating)?.clone();
                dealer.map_or(Ok(()), |seat| self.check_seat(seat))?;
                let opening = Opening {
                    game: *game,
                    seating,
                    dealer: dealer.or(self.fold.between.dealer),
                    options: options.clone(),
                    stakes: Vec::new(),
                    stacks: Vec::new(),
                    finale: false,
                };
                (self.rules)(&opening).map(|_| ()).map_err(Refused::Rules)
            }
            Event::Bought { seat, chips } | Event::CashedOut { seat, chips } => {
                self.check_at_bank(*seat, *chips, matches!(event, Event::Bought { .. }))
            }
            Event::Call { seat, call, .. } => self.check_call(*seat, call),
            Event::Laid { seat, replaces, .. } => {
                replaces.map_or(Ok(()), |of| self.fact(of).map(|_| ()))?;
                seat.map_or(Ok(()), |seat| self.check_person(seat))
            }
            Event::Asked { seat, hole, .. } => {
                hole.map_or(Ok(()), |of| self.fact(of).map(|_| ()))?;
                seat.map_or(Ok(()), |seat| self.check_person(seat))
            }
            Event::Lifted { seat, .. } | Event::Backs { seat, .. } => {
                seat.map_or(Ok(()), |seat| self.check_person(seat))
            }
            _ => Err(Refused::Told),
        }
    }

    fn check_call(&self, seat: Seat, call: &Call) -> Result<(), Refused> {
        match call {
            Call::Paid { paid, to } => {
                check_chips(*paid)?;
                self.check_account(to)?;
            }
            Call::Bid {
                bid: Bid::Chips(chips),
            }
            | Call::Poker {
                to: Some(chips), ..
            } if !(0..=MOST_CHIPS).contains(chips) => return Err(Refused::Bid(*chips)),
            _ => {}
        }
        self.check_person(seat)
    }

    /// Chips bought, or cashed out.
    fn check_at_bank(&self, seat: Seat, chips: Chips, bought: bool) -> Result<(), Refused> {
        check_chips(chips)?;
        self.check_known(seat)?;
        let bank = self.bank();
        let has = self.told.balance(&Account::Seat(seat));
        if bank.points {
            Err(Refused::PointsOnly)
        } else if !bought && !bank.debts && chips > has {
            Err(Refused::TooFew(chips, has))
        } else {
            Ok(())
        }
    }

    fn no_entry(&self, seq: Seq) -> Refused {
        Refused::NoEntry(seq, Seq(self.entries.len() as u64))
    }

    /// The fact behind an entry, as it was entered or counts now.
    fn fact(&self, of: Seq) -> Result<&Event, Refused> {
        self.entry(of).ok_or_else(|| self.no_entry(of))?;
        let root = self.record.root(of).ok_or(Refused::NotAFact(of))?;
        let fact = self.record.fact(root).ok_or(Refused::NotAFact(of))?;
        Ok(fact.shown())
    }

    fn check_replaced(&self, of: Seq, with: &Event) -> Result<(), Refused> {
        let now = self.fact(of)?;
        let same = std::mem::discriminant(now) == std::mem::discriminant(with);
        let fits = match with {
            Event::Laid {
                replaces: Some(_), ..
            }
            | Event::Decided { .. } => false,
            with => same || (is_play(now) || matches!(now, Event::Asked { .. })) && is_play(with),
        };
        if fits {
            self.check(with)
        } else {
            Err(Refused::OtherKind(of))
        }
    }

    fn check_decided(&self, of: Seq, decision: &Decision) -> Result<(), Refused> {
        let event = &self.entry(of).ok_or_else(|| self.no_entry(of))?.event;
        let (named, fact) = match event {
            Event::Ruling(ruling) => {
                let told = self.fold.told.iter().rfind(|t| t.entry == Some(of));
                let told = told.ok_or(Refused::Withdrawn(of))?;
                (ruling.against, ruling.convicts.unwrap_or(told.by))
            }
            _ if matches!(decision, Decision::Void | Decision::Redeal) => return Ok(()),
            _ if *decision == Decision::Finale => return self.check_finale(),
            event if event.is_told() => return Err(Refused::NotDecidable(of)),
            _ => (
                super::fold::seat_of(self.fact(of)?),
                self.record.root(of).unwrap_or(of),
            ),
        };
        match decision {
            Decision::Fine { chips, to } => {
                check_chips(*chips)?;
                self.check_account(to)?;
                let payer = named.ok_or(Refused::NobodyNamed(of))?;
                if *to == Account::Seat(payer) {
                    Err(Refused::FineToSelf)
                } else {
                    Ok(())
                }
            }
            Decision::TakeBack | Decision::ClaimAccepted => {
                let opened = self
                    .fold
                    .deal
                    .as_ref()
                    .and_then(|d| self.record.position(d.opened_by));
                let runs =
                    opened.is_some_and(|o| self.record.position(fact).is_some_and(|p| p >= o));
                if runs {
                    Ok(())
                } else {
                    Err(Refused::DealOver(of))
                }
            }
            Decision::Finale => self.check_finale(),
            Decision::Stands | Decision::Void | Decision::Redeal => Ok(()),
        }
    }

    fn check_finale(&self) -> Result<(), Refused> {
        let setting = self.fold.between.setting.as_ref();
        match (setting.map(|s| s.game), &self.fold.deal) {
            (Some(GameName::MichiganRummy), None) => Ok(()),
            (Some(GameName::MichiganRummy), Some(_)) => Err(Refused::DealRuns),
            _ => Err(Refused::NoFinale),
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), Refused> {
        let seating = self.seating().ok_or(Refused::NoSeating)?;
        seating.index(seat).map(|_| ()).ok_or(Refused::NoSeat(seat))
    }

    /// Somebody at the table, or who left it: what he did before is put right all the same.
    fn check_person(&self, seat: Seat) -> Result<(), Refused> {
        let left = self.seating().map_or(&[][..], Seating::left);
        if left.iter().any(|p| p.seat == seat) {
            return Ok(());
        }
        self.check_seat(seat)
    }

    /// The same, or one whose chips are known.
    fn check_known(&self, seat: Seat) -> Result<(), Refused> {
        if self.told.balances().contains_key(&Account::Seat(seat)) {
            return Ok(());
        }
        self.check_person(seat)
    }

    fn check_account(&self, account: &Account) -> Result<(), Refused> {
        match account {
            Account::Seat(seat) => self.check_known(*seat),
            _ => Ok(()),
        }
    }
}

/// Something that happened on the table or was said there.
fn is_play(event: &Event) -> bool {
    match event {
        Event::Laid { replaces, .. } => replaces.is_none(),
        Event::Lifted { .. } | Event::Backs { .. } | Event::Call { .. } => true,
        _ => false,
    }
}

fn check_chips(chips: Chips) -> Result<(), Refused> {
    if (1..=MOST_CHIPS).contains(&chips) {
        Ok(())
    } else {
        Err(Refused::Chips(chips))
    }
}
