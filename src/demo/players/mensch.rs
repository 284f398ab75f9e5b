//! Chance into a deal of Mensch: players who follow the rules, by whim or with some sense, and one who cheats in the way that is asked for.

mod bidding;
mod cheat;
mod proving;

pub use cheat::Cheat;

use rand::{Rng, RngExt, seq::IndexedRandom, seq::SliceRandom};

use super::{Deed, Planted, Script};
use crate::{
    card::{Card, Deck, Rank, Suit},
    chips::Account,
    play::{Act, Bid, Call, Zone},
    rules::mensch::{
        Contract, MenschOptions, QUEEN_OF_CLUBS, Score, effective_suit, legal_cards, power, winner,
    },
    seat::Seat,
};

/// How the honest ones play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Anything that is allowed.
    Whim,
    /// Bids on long clubs and high cards, wins cheaply, saves its trumps.
    Sense,
}

/// A deal in the making.
struct Table<'a, R> {
    rng: &'a mut R,
    seats: [Seat; 4],
    /// The first to speak: the dealer's left.
    first: usize,
    options: &'a MenschOptions,
    style: Style,
    cheat: Option<Cheat>,
    hands: [Vec<Card>; 4],
    dealt: [Vec<Card>; 4],
    deeds: Vec<Deed>,
    planted: Vec<Planted>,
    /// Failures to follow that await their proof: who, suit, deed, trick.
    revoked: Vec<(usize, Suit, usize, usize)>,
    bids: Vec<Bid>,
    contract: Contract,
    declarer: usize,
    trump: Suit,
    called: Option<Card>,
    played: Vec<Card>,
    tricks: [u8; 4],
}

/// One deal by these players; `seats` clockwise. A cheat for whom the cards gave no chance leaves nothing planted.
pub fn deal<R: Rng>(
    rng: &mut R,
    seats: [Seat; 4],
    dealer: Seat,
    options: &MenschOptions,
    style: Style,
    cheat: Option<Cheat>,
) -> Script {
    let mut pack = Deck::Short.cards();
    pack.shuffle(rng);
    let hand = |n: usize| pack[8 * n..8 * n + 8].to_vec();
    let hands = [hand(0), hand(1), hand(2), hand(3)];
    let first = seats
        .iter()
        .position(|&s| s == dealer)
        .map_or(0, |d| (d + 1) % 4);
    let mut table = Table {
        rng,
        seats,
        first,
        options,
        style,
        cheat,
        dealt: hands.clone(),
        hands,
        deeds: Vec::with_capacity(80),
        planted: Vec::new(),
        revoked: Vec::new(),
        bids: Vec::new(),
        contract: Contract::Forced,
        declarer: first,
        trump: Suit::Clubs,
        called: None,
        played: Vec::new(),
        tricks: [0; 4],
    };
    table.deal_out();
    table.bid();
    table.declare();
    table.play();
    table.pay();
    Script {
        dealer,
        deeds: table.deeds,
        planted: table.planted,
    }
}

impl<R: Rng> Table<'_, R> {
    fn wants(&self, cheat: Cheat) -> bool {
        self.cheat == Some(cheat) && self.planted.is_empty()
    }

    fn does(&mut self, seat: usize, act: Act) -> usize {
        self.deeds.push(Deed {
            seat: Some(self.seats[seat]),
            act,
        });
        self.deeds.len() - 1
    }

    fn plant(&mut self, code: &'static str, against: Option<usize>, offence: usize, proved: usize) {
        let against = against.map(|s| self.seats[s]);
        self.planted.push(Planted {
            code,
            against,
            offence,
            proved,
        });
    }

    fn clubs(&self, seat: usize) -> usize {
        let counts = |c: &&Card| {
            c.suit() == Some(Suit::Clubs)
                && (**c != QUEEN_OF_CLUBS || self.options.q_clubs_counts_for_obligation)
        };
        self.dealt[seat].iter().filter(counts).count()
    }

    fn deal_out(&mut self) {
        let misdeal = self
            .wants(Cheat::DealCount)
            .then(|| self.rng.random_range(0..4));
        for k in 0..4 {
            let seat = (self.first + k) % 4;
            // One hand a card short, the next one a card long: the four still add up to the pack.
            let count = match misdeal {
                Some(m) if m == k => 7,
                Some(m) if (m + 1) % 4 == k => 9,
                _ => 8,
            };
            let deed = self.does(
                seat,
                Act::Backs {
                    zone: Zone::Hand,
                    count,
                },
            );
            if count != 8 {
                self.plant("deal_count", Some((self.first + 3) % 4), deed, 4);
            }
        }
    }

    fn play(&mut self) {
        let mut leader = match self.contract {
            Contract::Solo => self.declarer,
            _ => self.first,
        };
        for trick in 0..8 {
            let mut lead = leader;
            if trick == 0 && self.wants(Cheat::WrongFirstLeader) {
                lead = (leader + self.rng.random_range(1..4)) % 4;
            }
            leader = self.trick(trick, lead, leader);
        }
    }

    /// Plays and gathers one trick; returns who leads the next.
    fn trick(&mut self, trick: usize, lead: usize, due: usize) -> usize {
        let mut order: Vec<usize> = (0..4).map(|k| (lead + k) % 4).collect();
        let first_deed = self.deeds.len();
        let chance = |rng: &mut R| trick == 6 || rng.random_bool(0.2);
        let jump = (self.wants(Cheat::PlayOutOfTurn) && chance(self.rng))
            .then(|| self.rng.random_range(1..3));
        if let Some(k) = jump {
            order.swap(k, k + 1);
        }
        let mut plays: Vec<Card> = Vec::new();
        // What lay there, which a faulty pack makes something else.
        let mut shown: Vec<Card> = Vec::new();
        for (k, &seat) in order.iter().enumerate() {
            let led = plays.first().copied();
            let card = self.choose_card(trick, seat, led, &plays);
            let deed = self.lay(trick, seat, card, led);
            plays.push(card);
            shown.extend(match self.deeds[deed].act {
                Act::Laid { card, .. } => card,
                _ => None,
            });
            if jump == Some(k) {
                // The fourth card proves it only once all four are gathered.
                let proved = if k == 2 { first_deed + 7 } else { deed + 1 };
                self.plant("play_out_of_turn", Some(seat), deed, proved);
            }
            if seat == due && lead != due {
                let proved = if k == 3 { first_deed + 7 } else { deed };
                self.plant("wrong_first_leader", Some(lead), first_deed, proved);
            }
            // The leader lays a second card and takes it up again.
            if k == 0 && trick < 7 && self.wants(Cheat::TwoCards) && chance(self.rng) {
                self.second_card(seat);
            }
        }
        let won = winner(&plays, self.trump).map_or(lead, |w| order[w]);
        self.tricks[won] += 1;
        let mut takes = won;
        if trick < 7 && self.wants(Cheat::WrongTrickWinner) && chance(self.rng) {
            takes = (won + self.rng.random_range(1..4)) % 4;
        }
        let mut deed = 0;
        for card in &shown {
            deed = self.does(
                takes,
                Act::Lifted {
                    card: Some(*card),
                    zone: Zone::Trick,
                },
            );
        }
        if takes != won {
            self.plant("wrong_trick_winner", Some(takes), deed + 1, deed + 1);
        }
        takes
    }

    /// After the last trick one who owes chips reports one more than is due.
    fn pay(&mut self) {
        if !self.wants(Cheat::SettlementWrong) {
            return;
        }
        let has_partner = self.contract.has_partner();
        let holder = |card: &Card| (0..4).find(|&s| self.dealt[s].contains(card));
        let partner = self
            .called
            .as_ref()
            .filter(|_| has_partner)
            .and_then(holder);
        let score = Score {
            seats: self.seats,
            declarer: self.seats[self.declarer],
            partner: partner
                .filter(|&p| p != self.declarer)
                .map(|p| self.seats[p]),
            contract: self.contract,
            trump: self.trump,
            tricks: self.tricks,
        };
        let due = score.transfers(self.options);
        let Some((first, Account::Seat(payer))) = due.first().map(|t| (t, &t.from)) else {
            return;
        };
        let owes: i64 = due
            .iter()
            .filter(|t| t.from == first.from)
            .map(|t| t.chips)
            .sum();
        let seat = self.seats.iter().position(|s| s == payer).unwrap_or(0);
        let (paid, to) = (owes + 1, first.to.clone());
        let deed = self.does(seat, Act::Call(Call::Paid { paid, to }));
        self.plant("settlement_wrong", Some(seat), deed, deed);
    }

    fn second_card(&mut self, seat: usize) {
        let Some(&card) = self.hands[seat].choose(self.rng) else {
            return;
        };
        let laid = Act::Laid {
            card: Some(card),
            zone: Zone::Trick,
        };
        let deed = self.does(seat, laid);
        self.plant("two_cards", Some(seat), deed, deed);
        self.does(
            seat,
            Act::Lifted {
                card: Some(card),
                zone: Zone::Trick,
            },
        );
    }

    /// Lays a card, and notes which planted offences it proves.
    fn lay(&mut self, trick: usize, seat: usize, card: Card, led: Option<Card>) -> usize {
        let mut shown = card;
        let deed = self.deeds.len();
        let chance = trick == 6 || self.rng.random_bool(0.05);
        if self.wants(Cheat::DeckForeign) && chance {
            shown = Card::French(Rank::Six, card.suit().unwrap_or(Suit::Clubs));
            self.plant("deck_foreign", None, deed, deed);
        } else if self.wants(Cheat::CardSeenTwice) && chance && !self.played.is_empty() {
            shown = *self.played.choose(self.rng).unwrap_or(&card);
            self.plant("card_seen_twice", None, deed, deed);
        }
        self.does(
            seat,
            Act::Laid {
                card: Some(shown),
                zone: Zone::Trick,
            },
        );
        self.hands[seat].retain(|&c| c != card);
        self.played.push(card);
        self.proves(trick, seat, card, deed);
        let suit = |c| effective_suit(c, Some(self.trump));
        if let Some(led) = led
            && suit(led) != suit(card)
            && self.hands[seat].iter().any(|&c| suit(c) == suit(led))
        {
            let led = suit(led).unwrap_or(self.trump);
            self.revoked.push((seat, led, deed, trick));
        }
        deed
    }

    fn choose_card(
        &mut self,
        trick: usize,
        seat: usize,
        led: Option<Card>,
        plays: &[Card],
    ) -> Card {
        let hand = self.hands[seat].clone();
        let legal = legal_cards(&hand, led, self.trump);
        if self.wants(Cheat::Revoke)
            && self.revoked.is_empty()
            && legal.len() < hand.len()
            && trick < 7
        {
            let off: Vec<Card> = hand
                .iter()
                .filter(|c| !legal.contains(c))
                .copied()
                .collect();
            if self.rng.random_bool(0.3) {
                return *off.choose(self.rng).unwrap_or(&hand[0]);
            }
        }
        if self.style == Style::Whim {
            return *legal.choose(self.rng).unwrap_or(&hand[0]);
        }
        // The cheapest card that wins, else the cheapest at all; trumps count as dear.
        let cost = |c: &Card| {
            (
                effective_suit(*c, Some(self.trump)) == Some(self.trump),
                power(*c, self.trump),
            )
        };
        let wins = |c: &&Card| {
            let mut tried = plays.to_vec();
            tried.push(**c);
            winner(&tried, self.trump) == Some(plays.len())
        };
        let best = if led.is_none() {
            legal.iter().max_by_key(|c| power(**c, self.trump))
        } else {
            legal
                .iter()
                .filter(wins)
                .min_by_key(|c| cost(c))
                .or_else(|| legal.iter().min_by_key(|c| cost(c)))
        };
        *best.unwrap_or(&hand[0])
    }
}
