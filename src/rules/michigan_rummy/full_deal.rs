//! A whole deal with open cards into its chips: ante, dummy, poker, stops (`rules/michigan_rummy.md` §2, §5).

use std::collections::BTreeMap;

use super::{
    auction,
    betting::{self, Betting, OddChips, Shares},
    board::{POKER, Pays},
    deal,
    options::{FirstLeader, MichiganOptions, PokerOddChip, PokerOpener},
    stops::{self, Played, Start, StopsError},
};
use crate::{
    card::{Card, Suit},
    chips::Chips,
    play::PokerAct,
    rules::{clockwise, poker},
    seat::Seat,
};

/// What the dealer did with the dummy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dummy {
    /// Put aside.
    Keep,
    /// Exchanged for his own hand.
    Swap,
    /// Sold; the bids in order.
    Sell(Vec<(Seat, Chips)>),
}

/// A deal, every card known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullDeal {
    /// The players, clockwise.
    pub seats: Vec<Seat>,
    /// Who deals.
    pub dealer: Seat,
    /// Every player's hand, the dealer's after his pick.
    pub hands: BTreeMap<Seat, Vec<Card>>,
    /// The other hand before the dealer.
    pub dummy: Vec<Card>,
    /// What becomes of it.
    pub dummy_act: Dummy,
    /// The betting: who, what, all that he has put in.
    pub actions: Vec<(Seat, PokerAct, Option<Chips>)>,
    /// The five cards that each one still in faces.
    pub shown: BTreeMap<Seat, Vec<Card>>,
    /// The suits led.
    pub leads: Vec<Suit>,
    /// What earlier deals left on the board.
    pub board_before: BTreeMap<String, Chips>,
}

/// What a deal came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FullDealPlayed {
    /// Who won the poker pool.
    pub poker_winners: Vec<Seat>,
    /// The stops game; its `stakes_after` is the whole board.
    pub stops: Played,
    /// Everything each seat gained or paid.
    pub net: BTreeMap<Seat, Chips>,
}

/// Plays the deal out.
///
/// # Errors
/// When a lead names a suit that can't be led there.
pub fn play(deal: &FullDeal, options: &MichiganOptions) -> Result<FullDealPlayed, StopsError> {
    let order = clockwise::from_left_of(&deal.seats, deal.dealer);
    let mut net: BTreeMap<Seat, Chips> = BTreeMap::new();
    let mut stakes = BTreeMap::new();
    for id in options.board.ids() {
        let before = deal.board_before.get(id).copied().unwrap_or(0);
        stakes.insert(
            id.to_owned(),
            before + deal::ante_per_compartment(order.len()),
        );
    }
    for seat in &order {
        let each = if *seat == deal.dealer {
            deal::DEALERS_ANTE
        } else {
            deal::ANTE
        };
        *net.entry(*seat).or_default() -= each * stakes.len() as Chips;
    }
    let hands = after_the_dummy(deal, options, &mut net);
    let pool_id = options.board.id_of(&Pays::Poker).unwrap_or(POKER);
    let mut poker_winners = Vec::new();
    if let Some(pool) = stakes.get_mut(pool_id) {
        let shares = showdown(deal, options, &order, &hands, *pool, &mut net);
        *pool = shares.left;
        poker_winners = shares.winners;
    }
    let leader = first_leader(
        options.first_leader,
        &deal.seats,
        deal.dealer,
        &poker_winners,
    );
    let start = Start {
        order,
        leader,
        hands,
        stakes,
    };
    let stops = stops::play(&start, &deal.leads, options)?;
    for (seat, chips) in &stops.gain {
        *net.entry(*seat).or_default() += chips;
    }
    Ok(FullDealPlayed {
        poker_winners,
        stops,
        net,
    })
}

/// Who leads first (§4 A3); the poker winner only where there is one.
#[must_use]
pub fn first_leader(
    rule: FirstLeader,
    seats: &[Seat],
    dealer: Seat,
    poker_winners: &[Seat],
) -> Seat {
    match (rule, poker_winners) {
        (FirstLeader::PokerWinner, [winner]) => *winner,
        (FirstLeader::LeftOfDealer, _) => clockwise::left_of(seats, dealer),
        _ => dealer,
    }
}

/// The seats in the order of the betting (§4 A14).
#[must_use]
pub fn betting_order(rule: PokerOpener, seats: &[Seat], dealer: Seat) -> Vec<Seat> {
    match rule {
        PokerOpener::Dealer => clockwise::from(seats, dealer),
        PokerOpener::LeftOfDealer => clockwise::from_left_of(seats, dealer),
    }
}

/// What becomes of odd chips of the poker pool (§4 A15).
#[must_use]
pub const fn poker_odd_chips(rule: PokerOddChip) -> OddChips {
    match rule {
        PokerOddChip::LeaveInPool => OddChips::Stay,
        PokerOddChip::FirstLeftOfDealer => OddChips::OneEach,
    }
}

fn after_the_dummy(
    deal: &FullDeal,
    options: &MichiganOptions,
    net: &mut BTreeMap<Seat, Chips>,
) -> BTreeMap<Seat, Vec<Card>> {
    let mut hands = deal.hands.clone();
    let exchanger = match &deal.dummy_act {
        Dummy::Keep => None,
        Dummy::Swap => Some(deal.dealer),
        Dummy::Sell(bids) => {
            let may_bid = |seat| {
                let hand = hands.get(&seat).map_or(&[][..], Vec::as_slice);
                seat != deal.dealer
                    && options
                        .board
                        .blocking(hand, options.combo_cards_block)
                        .is_empty()
            };
            auction::buyer(bids, options, may_bid).map(|(buyer, chips)| {
                *net.entry(buyer).or_default() -= chips;
                *net.entry(deal.dealer).or_default() += chips;
                buyer
            })
        }
    };
    if let Some(seat) = exchanger {
        hands.insert(seat, deal.dummy.clone());
    }
    hands
}

fn showdown(
    deal: &FullDeal,
    options: &MichiganOptions,
    order: &[Seat],
    hands: &BTreeMap<Seat, Vec<Card>>,
    pool: Chips,
    net: &mut BTreeMap<Seat, Chips>,
) -> Shares {
    let mut bets = Betting::new(betting_order(
        options.poker_opener,
        &deal.seats,
        deal.dealer,
    ));
    let mut pool = pool;
    for (seat, act, to) in &deal.actions {
        let chips = bets.act(*seat, *act, *to);
        pool += chips;
        *net.entry(*seat).or_default() -= chips;
    }
    let faced = if options.auto_best5.is_yes() {
        hands
    } else {
        &deal.shown
    };
    let shares = settle_pool(pool, order, &bets.still_in(), faced, options);
    for (seat, chips) in &shares.shares {
        *net.entry(*seat).or_default() += chips;
    }
    shares
}

/// The pool to the best of the hands faced by those still in; to the last one left unseen. `order` is clockwise from the dealer's left.
#[must_use]
pub fn settle_pool(
    pool: Chips,
    order: &[Seat],
    still_in: &[Seat],
    faced: &BTreeMap<Seat, Vec<Card>>,
    options: &MichiganOptions,
) -> Shares {
    let odd = poker_odd_chips(options.poker_odd_chip);
    let staying = order.iter().filter(|s| still_in.contains(s));
    if let [last] = still_in {
        return betting::split(pool, vec![*last], odd);
    }
    let shown = staying.filter_map(|s| Some((*s, faced.get(s)?.clone())));
    let able = shown.filter(|(_, hand)| poker::best(hand, options.ace_low()).is_some());
    betting::share(pool, &able.collect::<Vec<_>>(), options.ace_low(), odd)
}
