//! Worked positions of Michigan Rummy into answers, kind by kind (`rules/judging.md` §5).

mod evidence;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};

use super::{NoAnswer, known, names::Names, read};
use crate::{
    card::{Card, Suit},
    chips::Chips,
    play::PokerAct,
    rules::{
        clockwise,
        michigan_rummy::{
            Endgame, MichiganOptions, auction,
            betting::{self, Betting, OddChips},
            deal,
            full_deal::{self, Dummy, FullDeal},
            stops::{self, End, Played, Start},
        },
        poker,
    },
    seat::Seat,
};

/// The answer to one position.
pub(super) fn answer(
    kind: &str,
    options: &MichiganOptions,
    given: &Value,
) -> Result<Value, NoAnswer> {
    match kind {
        "deal" => deal_sizes(options, given),
        "poker_compare" => poker_compare(options, given),
        "poker_best" => poker_best(options, given),
        "poker_round" => poker_round(options, given),
        "exchange" => exchange(options, given),
        "auction" => auctioned(options, given),
        "stops" => stops_game(options, given),
        "final" => finale(options, given),
        "full_deal" => whole_deal(options, given),
        "evidence" => evidence::evidence(options, given),
        _ => Err(NoAnswer::Kind(kind.to_owned())),
    }
}

fn deal_sizes(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        players: usize,
    }
    let Given { players } = read(given)?;
    let sizes = deal::sizes(players)
        .ok_or_else(|| NoAnswer::impossible(format_args!("{players} can't play: 2 to 9 can")))?;
    let compartments = options.board.compartments().len() as Chips;
    let each = deal::ante_per_compartment(players);
    Ok(json!({
        "hands": sizes.hands,
        "big": sizes.big,
        "n_big": sizes.big_hands,
        "small": sizes.small,
        "n_small": sizes.small_hands,
        "per_compartment": each,
        "dealer_pays": compartments * deal::DEALERS_ANTE,
        "other_pays": compartments * deal::ANTE,
        "board_total": compartments * each,
    }))
}

fn worth(cards: &[Card], options: &MichiganOptions) -> Result<poker::Strength, NoAnswer> {
    poker::best(cards, options.ace_low())
        .ok_or_else(|| NoAnswer::impossible("a poker hand has five different cards"))
}

fn poker_compare(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        a: Vec<Card>,
        b: Vec<Card>,
    }
    let Given { a, b } = read(given)?;
    let (a, b) = (worth(&a, options)?, worth(&b, options)?);
    Ok(json!({
        "cmp": a.cmp(&b) as i8,
        "cat_a": a.category.to_string(),
        "cat_b": b.category.to_string(),
    }))
}

fn poker_best(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        cards: Vec<Card>,
    }
    let Given { cards } = read(given)?;
    let worth = worth(&cards, options)?;
    Ok(json!({"category": worth.category.to_string(), "five_ranks": worth.vector()}))
}

type Hands = BTreeMap<String, Vec<Card>>;

fn by_seat(names: &Names, hands: Hands) -> Result<BTreeMap<Seat, Vec<Card>>, NoAnswer> {
    let hand = |(name, cards): (String, Vec<Card>)| Ok((names.seat(&name)?, cards));
    hands.into_iter().map(hand).collect()
}

fn poker_round(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        pool: Chips,
        actions: Vec<Action>,
        #[serde(default, deserialize_with = "known")]
        hands: Hands,
    }
    #[derive(Deserialize)]
    struct Action {
        p: String,
        a: PokerAct,
        to: Option<Chips>,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let (seats, dealer) = (names.seats(), names.seat(&given.dealer)?);
    let mut bets = Betting::new(full_deal::betting_order(
        options.poker_opener,
        &seats,
        dealer,
    ));
    let (mut pool, mut net) = (given.pool, BTreeMap::new());
    for action in &given.actions {
        let seat = names.seat(&action.p)?;
        let chips = bets.act(seat, action.a, action.to);
        pool += chips;
        *net.entry(seat).or_insert(0) -= chips;
    }
    let order = clockwise::from_left_of(&seats, dealer);
    let faced = by_seat(&names, given.hands)?;
    let shares = full_deal::settle_pool(pool, &order, &bets.still_in(), &faced, options);
    for (seat, chips) in &shares.shares {
        *net.entry(*seat).or_insert(0) += chips;
    }
    Ok(json!({
        "pool_final": pool,
        "winners": names.names(&shares.winners),
        "net": names.chips(&net),
        "left_in_pool": shares.left,
    }))
}

fn texts(cards: &[Card]) -> Vec<String> {
    let mut texts: Vec<String> = cards.iter().map(Card::to_string).collect();
    texts.sort_unstable();
    texts
}

fn exchange(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        hand: Vec<Card>,
    }
    let Given { hand } = read(given)?;
    let blocking = options.board.blocking(&hand, options.combo_cards_block);
    Ok(json!({"blocking": texts(&blocking), "may_exchange": blocking.is_empty()}))
}

fn auctioned(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        hands: Hands,
        dealer_choice: String,
        #[serde(default, deserialize_with = "known")]
        bids: Vec<(String, Chips)>,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let dealer = names.seat(&given.dealer)?;
    let hands = by_seat(&names, given.hands)?;
    let bids = given
        .bids
        .iter()
        .map(|(n, chips)| Ok((names.seat(n)?, *chips)));
    let bids = bids.collect::<Result<Vec<_>, NoAnswer>>()?;
    let may_bid = |seat: Seat| {
        let hand = hands.get(&seat).map_or(&[][..], Vec::as_slice);
        seat != dealer
            && options
                .board
                .blocking(hand, options.combo_cards_block)
                .is_empty()
    };
    let bid: BTreeSet<Seat> = bids.iter().map(|(s, _)| *s).collect();
    let illegal: Vec<Seat> = clockwise::from_left_of(&names.seats(), dealer)
        .into_iter()
        .filter(|s| bid.contains(s) && !may_bid(*s))
        .collect();
    let buyer = (given.dealer_choice == "sell")
        .then(|| auction::buyer(&bids, options, may_bid))
        .flatten();
    let mut chips = BTreeMap::new();
    if let Some((seat, price)) = buyer {
        chips.extend([(seat, -price), (dealer, price)]);
    }
    let set_aside = match buyer {
        Some((seat, _)) => Some(names.name(seat)),
        None if given.dealer_choice == "swap" => Some(names.name(dealer)),
        None => None,
    };
    Ok(json!({
        "illegal_bidders": names.names(&illegal),
        "buyer": buyer.map(|(seat, _)| names.name(seat)),
        "chips": names.chips(&chips),
        "set_aside": set_aside.map(|name| format!("old hand of {name}")),
    }))
}

/// The runs as `SEAT:CARD`, `|` between them.
fn plays(names: &Names, played: &Played) -> Vec<String> {
    let card = |(seat, card): &(Seat, Card)| format!("{}:{card}", names.name(*seat));
    let runs = played.runs.iter().map(|run| run.iter().map(card).collect());
    runs.collect::<Vec<Vec<String>>>().join(&"|".to_owned())
}

fn ending(played: &Played) -> (Option<&'static str>, Option<Seat>) {
    match played.end {
        Some(End::WentOut(seat)) => (Some("went_out"), Some(seat)),
        Some(End::NoRestart) => (Some("no_restart"), None),
        None => (None, None),
    }
}

/// The board in the order of its sheet.
fn board(options: &MichiganOptions, stakes: &BTreeMap<String, Chips>) -> Value {
    let known = options.board.ids().filter(|id| stakes.contains_key(*id));
    let other = stakes.keys().map(String::as_str);
    let other = other.filter(|id| !options.board.ids().any(|i| i == *id));
    let entry = |id: &str| (id.to_owned(), json!(stakes[id]));
    Value::Object(known.chain(other).map(entry).collect())
}

fn stops_game(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        hands: Hands,
        board: BTreeMap<String, Chips>,
        leads: Vec<Suit>,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let (seats, dealer) = (names.seats(), names.seat(&given.dealer)?);
    let start = Start {
        order: clockwise::from_left_of(&seats, dealer),
        leader: full_deal::first_leader(options.first_leader, &seats, dealer, &[]),
        hands: by_seat(&names, given.hands)?,
        stakes: given.board,
    };
    let played = stops::play(&start, &given.leads, options).map_err(NoAnswer::impossible)?;
    let (end, winner) = ending(&played);
    let left = |seat| {
        played
            .left
            .get(&seat)
            .map_or_else(Vec::new, |hand| texts(hand))
    };
    Ok(json!({
        "plays": plays(&names, &played),
        "gain": names.chips(&played.gain),
        "end": end,
        "winner": winner.map(|s| names.name(s)),
        "left": names.by_name(|seat| json!(left(seat))),
        "board_after": board(options, &played.stakes_after),
    }))
}

fn finale(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        board: BTreeMap<String, Chips>,
        #[serde(default, deserialize_with = "known")]
        hands: Hands,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let order = clockwise::from_left_of(&names.seats(), names.seat(&given.dealer)?);
    let pool = given.board.values().sum();
    let mut hands = by_seat(&names, given.hands)?;
    let shares = match options.endgame {
        Endgame::Divide => betting::split(pool, order, OddChips::OneEach),
        Endgame::Poker => {
            let faced = order.iter().filter_map(|s| hands.remove_entry(s));
            let faced: Vec<_> = faced.collect();
            betting::share(pool, &faced, options.ace_low(), OddChips::OneEach)
        }
    };
    let paid: BTreeMap<Seat, Chips> = shares.shares.iter().copied().collect();
    Ok(json!({
        "pool": pool,
        "winners": names.names(&shares.winners),
        "shares": names.chips(&paid),
    }))
}

#[derive(Deserialize)]
struct GivenDeal {
    seats: Vec<String>,
    dealer: String,
    dealt: Hands,
    pick: String,
    dummy: GivenDummy,
    poker: Option<GivenPoker>,
    leads: Vec<Suit>,
    #[serde(default, deserialize_with = "known")]
    board_before: BTreeMap<String, Chips>,
}

#[derive(Deserialize)]
struct GivenDummy {
    act: String,
    #[serde(default, deserialize_with = "known")]
    bids: Vec<(String, Chips)>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct GivenPoker {
    actions: Vec<GivenAction>,
    shown: Hands,
}

/// `[seat, act]` or `[seat, act, all put in]`.
#[derive(Deserialize)]
#[serde(untagged)]
enum GivenAction {
    To(String, PokerAct, Option<Chips>),
    Plain(String, PokerAct),
}

fn whole_deal(options: &MichiganOptions, given: &Value) -> Result<Value, NoAnswer> {
    let given: GivenDeal = read(given)?;
    let names = Names::new(&given.seats);
    let deal = full_deal_of(&names, given)?;
    let result = full_deal::play(&deal, options).map_err(NoAnswer::impossible)?;
    let (end, winner) = ending(&result.stops);
    let collected = result.stops.collected.iter();
    let collected: Vec<String> = collected
        .map(|(seat, id, chips)| format!("{}*{id}={chips}", names.name(*seat)))
        .collect();
    let next = clockwise::left_of(&deal.seats, deal.dealer);
    Ok(json!({
        "poker_winners": names.names(&result.poker_winners),
        "plays": plays(&names, &result.stops),
        "collected": collected,
        "end": end,
        "winner": winner.map(|s| names.name(s)),
        "net": names.chips(&result.net),
        "board_after": board(options, &result.stops.stakes_after),
        "next_dealer": names.name(next),
    }))
}

fn full_deal_of(names: &Names, given: GivenDeal) -> Result<FullDeal, NoAnswer> {
    let dealer = names.seat(&given.dealer)?;
    let mut dealt = given.dealt;
    let mut pile = |name: &str| {
        dealt
            .remove(name)
            .ok_or_else(|| NoAnswer::impossible(format_args!("`{name}` was not dealt")))
    };
    let (picked, dummy) = match given.pick.as_str() {
        "pile1" => (pile("pile1")?, pile("pile2")?),
        "pile2" => (pile("pile2")?, pile("pile1")?),
        other => {
            let why = format_args!("`{other}` is picked: pile1 or pile2 can be");
            return Err(NoAnswer::impossible(why));
        }
    };
    let mut hands = by_seat(names, dealt)?;
    hands.insert(dealer, picked);
    let bids = given
        .dummy
        .bids
        .iter()
        .map(|(n, chips)| Ok((names.seat(n)?, *chips)));
    let dummy_act = match given.dummy.act.as_str() {
        "keep" => Dummy::Keep,
        "swap" => Dummy::Swap,
        "sell" => Dummy::Sell(bids.collect::<Result<_, NoAnswer>>()?),
        other => {
            let why = format_args!("the dummy is `{other}`: keep, swap or sell can be");
            return Err(NoAnswer::impossible(why));
        }
    };
    let poker = given.poker.unwrap_or_default();
    let actions = poker.actions.into_iter().map(|action| {
        let (name, act, to) = match action {
            GivenAction::To(name, act, to) => (name, act, to),
            GivenAction::Plain(name, act) => (name, act, None),
        };
        Ok((names.seat(&name)?, act, to))
    });
    Ok(FullDeal {
        seats: names.seats(),
        dealer,
        hands,
        dummy,
        dummy_act,
        actions: actions.collect::<Result<_, NoAnswer>>()?,
        shown: by_seat(names, poker.shown)?,
        leads: given.leads,
        board_before: given.board_before,
    })
}

/// The pool of a board without one pays nobody.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::michigan_rummy::board::Pays;

    #[test]
    fn a_board_without_a_pool_has_no_poker() {
        let options: MichiganOptions =
            serde_json::from_value(json!({"board": "boodle4"})).expect("a named board");
        assert_eq!(options.board.id_of(&Pays::Poker), None);
        let sizes = deal_sizes(&options, &json!({"players": 4})).expect("four can play");
        assert_eq!(sizes["dealer_pays"], 8);
    }
}
