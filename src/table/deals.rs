//! Plays into deals: one opens when hands are dealt or with its first act, its game judges what is played, and it closes settled, void or
//! given up.

use std::collections::{BTreeMap, BTreeSet};

use super::{Opening, Rules, fold::Fold};
use crate::{
    board::{DealState, LastDeal},
    chips::{Account, Chips, Transfer},
    event::Event,
    play::{Act, Call, GameName, Play, Seq, Witness, Zone},
    rules::{Closed, Game, Outcome},
    seat::{Seat, Seating},
};

/// A deal that ended.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Past {
    /// Its number, from 1.
    pub(super) number: u32,
    /// The fact that opened it.
    pub(super) opened_by: Seq,
    /// The fact that closed it.
    pub(super) closed_by: Seq,
    pub(super) dealer: Option<Seat>,
    pub(super) outcome: String,
    /// What it moved, account by account.
    pub(super) net: BTreeMap<Account, Chips>,
    /// Which game it was.
    pub(super) game: GameName,
    /// How it lay in the end.
    pub(super) state: DealState,
}

impl Past {
    pub(super) fn last_deal(&self, seq: Seq) -> LastDeal {
        let seats = self
            .net
            .iter()
            .filter_map(|(account, chips)| match account {
                Account::Seat(seat) => Some((*seat, *chips)),
                _ => None,
            });
        LastDeal {
            seq,
            outcome: self.outcome.clone(),
            net: seats.collect(),
        }
    }
}

/// The running deal.
pub(super) struct Deal {
    pub(super) game: Box<dyn Game>,
    pub(super) number: u32,
    pub(super) opened_by: Seq,
    seating: Seating,
    pub(super) dealer: Option<Seat>,
    pub(super) net: BTreeMap<Account, Chips>,
    /// Most backs counted before a seat that had not laid a card.
    dealt: BTreeMap<Seat, u8>,
    /// Seats that laid a card.
    laid: BTreeSet<Seat>,
    /// Full hands counted again before seats that had laid cards: when a second seat has one, this deal was given up.
    dealt_again: Vec<(Seq, Play)>,
}

impl Fold {
    pub(super) fn play(&mut self, seq: Seq, play: &Play, rules: Rules) {
        if self.between.paused && play.witness == Witness::Seen {
            return;
        }
        if self.deal.is_some() {
            return match self.dealt_again(seq, play) {
                0 => self.apply(seq, play),
                // One such reading proves nothing.
                1 => {}
                _ => self.give_up(seq, rules),
            };
        }
        if matches!(play.act, Act::Call(Call::Paid { .. } | Call::Took { .. })) {
            return self.paid_after(seq, play);
        }
        let counted = is_full_hand(play);
        if counted {
            self.between.counted.push((seq, play.clone()));
        }
        let opens = if counted {
            let seats: BTreeSet<_> = self.between.counted.iter().map(|(_, p)| p.seat).collect();
            seats.len() >= 2
        } else {
            // Between settlement and the next deal faces are nobody's play, unless hands were dealt.
            let seen_dealt = self.past.is_empty() || !self.between.counted.is_empty();
            is_first_act(play, seen_dealt)
        };
        if opens && self.open(seq, rules) && !counted {
            self.apply(seq, play);
        }
    }

    /// What is paid or taken between two deals belongs to the one before.
    fn paid_after(&mut self, by: Seq, play: &Play) {
        let Some(deal) = &mut self.after else { return };
        let outcome = deal.game.apply(by, play);
        for ruling in outcome.rulings {
            self.tell(by, Event::Ruling(ruling));
        }
        for transfer in outcome.transfers {
            if let Some(past) = self.past.last_mut() {
                count_in(&mut past.net, &transfer);
            }
            self.post(by, transfer);
        }
    }

    /// What a deal that opens now begins with; `None` where no game is set up.
    pub(super) fn opening(&self, finale: bool) -> Option<Opening> {
        let (seating, setting) = (
            self.between.seating.as_ref()?,
            self.between.setting.as_ref()?,
        );
        let stacks = self.between.ledger.stacks(seating.seats());
        Some(Opening {
            game: setting.game,
            seating: seating.clone(),
            dealer: self.between.dealer,
            options: setting.options.clone(),
            stakes: self.between.ledger.stakes(),
            stacks: stacks.into_iter().collect(),
            finale,
        })
    }

    /// Opens a deal and plays what was counted before; false where no game is set up.
    pub(super) fn open(&mut self, by: Seq, rules: Rules) -> bool {
        self.open_as(by, rules, false)
    }

    /// The same; a `finale` is the last hand of the evening.
    pub(super) fn open_as(&mut self, by: Seq, rules: Rules, finale: bool) -> bool {
        let Some(opening) = self.opening(finale) else {
            return false;
        };
        let dealer = opening.dealer;
        let Ok(game) = rules(&opening) else {
            return false;
        };
        let counted = std::mem::take(&mut self.between.counted);
        self.deals += 1;
        self.after = None;
        self.deal = Some(Deal {
            game,
            number: self.deals,
            opened_by: by,
            seating: opening.seating,
            dealer,
            net: BTreeMap::new(),
            dealt: BTreeMap::new(),
            laid: BTreeSet::new(),
            dealt_again: Vec::new(),
        });
        self.tell(by, Event::DealOpened { dealer });
        for (seq, play) in counted {
            self.apply(seq, &play);
        }
        true
    }

    pub(super) fn apply(&mut self, seq: Seq, play: &Play) {
        let Some(deal) = &mut self.deal else { return };
        // Whoever came later plays from the next deal on: what seems to be his proves nothing in this one.
        if play.seat.is_some_and(|s| deal.seating.index(s).is_none()) {
            return;
        }
        if let (Some(seat), Act::Laid { .. }) = (play.seat, &play.act) {
            deal.laid.insert(seat);
        }
        if let (Some(seat), Act::Backs { count, .. }) = (play.seat, &play.act)
            && is_full_hand(play)
            && !deal.laid.contains(&seat)
        {
            let most = deal.dealt.entry(seat).or_default();
            *most = (*most).max(*count);
        }
        let outcome = deal.game.apply(seq, play);
        self.follow(seq, outcome);
    }

    fn follow(&mut self, by: Seq, outcome: Outcome) {
        for ruling in outcome.rulings {
            self.tell(by, Event::Ruling(ruling));
        }
        for transfer in outcome.transfers {
            self.post(by, transfer);
        }
        if let Some(Closed {
            outcome,
            next_dealer,
        }) = outcome.closed
        {
            self.close(by, outcome, Some(next_dealer));
        }
    }

    pub(super) fn close(&mut self, by: Seq, outcome: String, next: Option<Seat>) {
        let Some(deal) = self.deal.take() else { return };
        let next_dealer = next.map(|seat| self.seated_from(&deal.seating, seat));
        self.between.dealer = next_dealer;
        self.between.counted.clear();
        self.tell(
            by,
            Event::DealClosed {
                outcome: outcome.clone(),
                next_dealer,
            },
        );
        self.past.push(Past {
            number: deal.number,
            opened_by: deal.opened_by,
            closed_by: by,
            dealer: deal.dealer,
            outcome,
            net: deal.net.clone(),
            game: deal.game.name(),
            state: deal.game.state(),
        });
        self.after = Some(deal);
    }

    /// The deal before counts for nothing: what is paid now isn't for it.
    pub(super) fn forget_after(&mut self, number: u32) {
        self.after.take_if(|deal| deal.number == number);
    }

    /// How many seats that had laid cards have a full hand before them again, this one included; 0 where it hasn't. With two of them
    /// it is a new deal, though the old one never ended. Monster deals many rounds in one game and sees to it itself.
    fn dealt_again(&mut self, seq: Seq, play: &Play) -> usize {
        let (Some(deal), Some(seat)) = (&mut self.deal, play.seat) else {
            return 0;
        };
        let Act::Backs { count, .. } = play.act else {
            return 0;
        };
        let full = deal.dealt.get(&seat).copied().unwrap_or(u8::MAX);
        let again = is_full_hand(play) && deal.laid.contains(&seat) && count >= full;
        if !again || deal.game.name() == GameName::Monster {
            return 0;
        }
        deal.dealt_again.push((seq, play.clone()));
        let seats: BTreeSet<_> = deal.dealt_again.iter().map(|(_, p)| p.seat).collect();
        seats.len()
    }

    /// Ends a deal that was never played out and opens the next with the hands that were counted.
    fn give_up(&mut self, by: Seq, rules: Rules) {
        let Some(deal) = &mut self.deal else { return };
        let counted = std::mem::take(&mut deal.dealt_again);
        let next = deal.dealer.map(|d| deal.seating.left_of(d));
        self.close(by, "given_up".to_owned(), next);
        self.between.counted = counted;
        self.open(by, rules);
    }
}

/// Adds a transfer to what a deal moved.
pub(super) fn count_in(net: &mut BTreeMap<Account, Chips>, transfer: &Transfer) {
    *net.entry(transfer.from.clone()).or_default() -= transfer.chips;
    *net.entry(transfer.to.clone()).or_default() += transfer.chips;
}

/// Two backs or more before a seat: a hand. A single one may be the squared pack of the dealer.
fn is_full_hand(play: &Play) -> bool {
    play.seat.is_some()
        && matches!(&play.act, Act::Backs { zone: Zone::Hand, count } if *count >= 2)
}

/// Whether this begins a deal that was not seen from its start.
fn is_first_act(play: &Play, seen_dealt: bool) -> bool {
    match &play.act {
        Act::Call(call) => !matches!(
            call,
            Call::Paid { .. }
                | Call::Took { .. }
                | Call::Redeal { .. }
                | Call::Claim { .. }
                | Call::Stop { .. }
        ),
        Act::Laid { zone, .. } => {
            seen_dealt
                && play.seat.is_some()
                && matches!(zone, Zone::Trick | Zone::Front | Zone::Hand | Zone::Discard)
        }
        _ => false,
    }
}
