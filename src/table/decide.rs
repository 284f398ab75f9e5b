//! A host's decision into what it does to the deal: a card goes back to the hand, chips move, the deal counts for nothing.

use std::collections::BTreeMap;

use super::{
    Rules,
    deals::Past,
    fold::{Fold, Named, same_deed, seat_of},
    record::Fact,
};
use crate::{
    chips::{Account, Chips},
    event::{Decision, Event},
    ledger,
    play::{Act, Call, GameName, Play, Seq, Witness},
    seat::Seat,
    sighting::Signs,
};

impl Fold {
    pub(super) fn decide(
        &mut self,
        fact: &Fact,
        named: Named<'_>,
        decision: &Decision,
        rules: Rules,
    ) {
        // A ruling is looked up in what follows from the record as it counts now: if it vanished, the decision lapses.
        let (by, against, deal, acted) = match named {
            Named::Ruling(ruling) => {
                let stands = self.told.iter().rev().find_map(|t| match &t.event {
                    Event::Ruling(r) if same_deed(r, ruling) => Some((t.by, t.deal)),
                    _ => None,
                });
                let Some((by, deal)) = stands else {
                    let decision = fact.seq;
                    return self.tell(
                        fact.seq,
                        Event::DecisionHolds {
                            decision,
                            holds: false,
                        },
                    );
                };
                (ruling.convicts.unwrap_or(by), ruling.against, deal, None)
            }
            Named::Fact(root) => {
                // A correction may be of any deal; naming it names the deal that runs.
                let itself =
                    matches!(fact.event, Some(Event::Decided { of, .. }) if of == root.seq);
                let deal = if itself {
                    self.deal_of(root.seq)
                } else {
                    self.deals
                };
                (root.seq, None, deal, seat_of(root.shown()))
            }
            Named::Nothing => (fact.seq, None, self.deals, None),
        };
        match decision {
            Decision::Stands => {}
            Decision::TakeBack => {
                self.host_says(fact, acted.or(against), Act::TakenBack { of: by });
            }
            Decision::Fine { chips, to } => {
                if let Some(seat) = against.or(acted) {
                    self.pay(fact.seq, Account::Seat(seat), to.clone(), *chips, "fine");
                }
            }
            Decision::Void => self.void(fact.seq, deal, "void"),
            Decision::Redeal => self.redeal(fact, rules),
            Decision::Finale => self.finale(fact, rules),
            Decision::ClaimAccepted => {
                self.host_says(
                    fact,
                    acted.or(against),
                    Act::Call(Call::Claim { claim: true }),
                );
            }
        }
    }

    /// The deal in which that fact was entered; the newest one where it was in none.
    fn deal_of(&self, fact: Seq) -> u32 {
        let entered = |p: &&Past| (p.opened_by..=p.closed_by).contains(&fact);
        self.past
            .iter()
            .find(entered)
            .map_or(self.deals, |p| p.number)
    }

    fn host_says(&mut self, fact: &Fact, seat: Option<Seat>, act: Act) {
        let play = Play {
            at: fact.at,
            seat,
            act,
            witness: Witness::Host,
            signs: Signs::default(),
        };
        self.apply(fact.seq, &play);
    }

    /// The deal counts for nothing: every chip goes back. It may be over already.
    pub(super) fn void(&mut self, by: Seq, number: u32, outcome: &str) {
        if let Some(deal) = self.deal.as_mut().filter(|d| d.number == number) {
            let dealer = deal.dealer;
            let net = std::mem::take(&mut deal.net);
            let running = self.deal.take();
            self.pay_back(by, &net, outcome);
            self.deal = running;
            self.close(by, outcome.to_owned(), dealer);
            self.forget_after(number);
        } else if let Some(past) = self.past.iter().find(|p| p.number == number)
            && !self.between.voided.contains_key(&number)
        {
            let (net, dealer) = (past.net.clone(), past.dealer);
            self.between.voided.insert(number, outcome.to_owned());
            self.forget_after(number);
            if number == self.deals {
                // Who dealt it deals again; if he left since, his neighbour.
                let seating = self.between.seating.clone();
                self.between.dealer = dealer
                    .zip(seating)
                    .map(|(seat, seating)| self.seated_from(&seating, seat));
            }
            let running = self.deal.take();
            self.pay_back(by, &net, outcome);
            self.deal = running;
        }
    }

    fn pay_back(&mut self, by: Seq, net: &BTreeMap<Account, Chips>, reason: &str) {
        let back = net
            .iter()
            .map(|(account, chips)| (account.clone(), -chips))
            .collect();
        for (from, to, chips) in ledger::payments(&back) {
            self.pay(by, from, to, chips, reason);
        }
    }

    /// The last hand of the evening; a board that is only divided needs no card.
    fn finale(&mut self, fact: &Fact, rules: Rules) {
        let game = self.between.setting.as_ref().map(|s| s.game);
        if game == Some(GameName::MichiganRummy)
            && self.deal.is_none()
            && self.open_as(fact.seq, rules, true)
        {
            let dealer = self.between.dealer;
            self.host_says(fact, dealer, Act::Call(Call::Claim { claim: true }));
        }
    }

    /// The cards are dealt anew. Where no deal runs this opens one: the way on for tables whose hands nobody can count.
    fn redeal(&mut self, fact: &Fact, rules: Rules) {
        match &self.deal {
            None => {
                self.open(fact.seq, rules);
            }
            // A game of Monster is many deals: it deals the round again by itself, and the antes stay.
            Some(deal) if deal.game.name() == GameName::Monster => {
                self.host_says(fact, None, Act::Call(Call::Redeal { redeal: true }));
            }
            Some(deal) => {
                let number = deal.number;
                self.void(fact.seq, number, "redeal");
            }
        }
    }
}
