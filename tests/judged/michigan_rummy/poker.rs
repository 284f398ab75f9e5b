//! Poker: five cards into their worth, betting into a pool, a pool into shares (`rules/michigan_rummy.md` §3.1, §2 `POKER_BET`).

use super::*;

/// §3.1: five cards into category and tie-break vector.
fn worth(cards: &[&String], house: &Value) -> (usize, Vec<i64>) {
    let mut ranks: Vec<i64> = cards.iter().map(|c| rank(c)).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let times = |r: i64| ranks.iter().filter(|x| **x == r).count();
    let mut groups = ranks.clone();
    groups.dedup();
    groups.sort_by_key(|r| (std::cmp::Reverse(times(*r)), -*r));
    let low = ranks == [14, 5, 4, 3, 2] && !is(house, "ace_low_straight", &json!(false));
    let in_a_row = groups.len() == 5 && ranks[0] - ranks[4] == 4;
    let flush = cards.iter().all(|c| suit(c) == suit(cards[0]));
    let top = if low { 5 } else { ranks[0] };
    match (low || in_a_row, flush, times(groups[0]), groups.len()) {
        (true, true, ..) => (8, vec![top]),
        (_, _, 4, _) => (7, groups),
        (_, _, 3, 2) => (6, groups),
        (_, true, ..) => (5, ranks),
        (true, ..) => (4, vec![top]),
        (_, _, 3, _) => (3, groups),
        (_, _, 2, 3) => (2, groups),
        (_, _, 2, _) => (1, groups),
        _ => (0, ranks),
    }
}

const CATEGORIES: [&str; 9] = [
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
];

/// The best of all subsets of five.
fn best(cards: &[String], house: &Value) -> (usize, Vec<i64>) {
    let subsets = (0_u32..1 << cards.len()).filter(|bits| bits.count_ones() == 5);
    let five = |bits: u32| {
        (0..cards.len())
            .filter(|i| bits >> i & 1 == 1)
            .map(|i| &cards[i])
            .collect::<Vec<_>>()
    };
    subsets
        .map(|bits| worth(&five(bits), house))
        .max()
        .expect("five cards")
}

/// Cards among which good hands are common: few ranks, or few suits.
fn narrow(rng: &mut SmallRng) -> Vec<String> {
    let mut pack = pack(rng);
    match rng.random_range(0..4) {
        0 => pack.retain(|c| "A2345".contains(&c[..1])),
        1 => pack.retain(|c| "9TJQ".contains(&c[..1])),
        2 => pack.retain(|c| "SH".contains(suit(c))),
        _ => {}
    }
    pack
}

pub(super) fn poker_compare(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let cards = narrow(rng);
    let (a, b) = (&cards[..5], &cards[5..10]);
    let (of_a, of_b) = (best(a, &house), best(b, &house));
    let expect = json!({"cmp": of_a.cmp(&of_b) as i8, "cat_a": CATEGORIES[of_a.0], "cat_b": CATEGORIES[of_b.0]});
    (house, json!({"a": a, "b": b}), expect)
}

pub(super) fn poker_best(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let mut cards = narrow(rng);
    cards.truncate(rng.random_range(5..=11));
    let (category, ranks) = best(&cards, &house);
    (
        house,
        json!({"cards": cards}),
        json!({"category": CATEGORIES[category], "five_ranks": ranks}),
    )
}

/// Betting by the rules of §2 `POKER_BET`: the actions, what each has put in, who is still in.
pub(super) type Bets<'a> = (
    Vec<(&'a str, &'a str, Option<i64>)>,
    BTreeMap<&'a str, i64>,
    Vec<&'a str>,
);

pub(super) fn betting<'a>(rng: &mut SmallRng, order: &[&'a str]) -> Bets<'a> {
    let (mut actions, mut put, mut still) = (Vec::new(), BTreeMap::new(), order.to_vec());
    let (mut standing, mut quiet, mut i) = (0, 0, 0);
    while quiet < still.len() && still.len() > 1 {
        let seat = still[i % still.len()];
        let raise = rng.random_bool(0.3) && standing < 12;
        if standing == 0 && !raise {
            actions.push((seat, "pass", None));
            quiet += 1;
        } else if raise {
            let act = if standing == 0 { "bet" } else { "raise" };
            standing += rng.random_range(1..4);
            put.insert(seat, standing);
            actions.push((seat, act, Some(standing)));
            quiet = 1;
        } else if rng.random_bool(0.3) {
            // A pass against a bet folds (D6).
            actions.push((
                seat,
                if rng.random_bool(0.2) { "pass" } else { "fold" },
                None,
            ));
            let at = i % still.len();
            still.remove(at);
            i = at;
            continue;
        } else {
            put.insert(seat, standing);
            actions.push((seat, "call", Some(standing)));
            quiet += 1;
        }
        i = i % still.len() + 1;
    }
    (actions, put, still)
}

/// The pool to the best of these hands, or to the only one: winners in the order from the dealer's left, shares, what is left.
pub(super) fn pooled<'a>(
    pool: i64,
    order: &[&'a str],
    still: &[&str],
    hands: &BTreeMap<&str, Vec<String>>,
    house: &Value,
    odd_go: bool,
) -> (Vec<&'a str>, BTreeMap<&'a str, i64>, i64) {
    let top = still.iter().map(|s| best(&hands[s], house)).max();
    let wins = |s: &&&str| {
        still.contains(*s) && (still.len() == 1 || Some(best(&hands[**s], house)) == top)
    };
    let winners: Vec<&str> = order.iter().filter(wins).copied().collect();
    let (each, mut odd) = (pool / winners.len() as i64, pool % winners.len() as i64);
    let mut shares = BTreeMap::new();
    for seat in &winners {
        let extra = i64::from(odd_go && odd > 0);
        odd -= extra;
        shares.insert(*seat, each + extra);
    }
    (winners, shares, odd)
}

pub(super) fn odd_go(house: &Value) -> bool {
    is(house, "poker_odd_chip", &json!("first_left_of_dealer"))
}

/// Five cards each; now and then the same ranks, so that hands tie.
fn fives(rng: &mut SmallRng, seats: &[&'static str]) -> BTreeMap<&'static str, Vec<String>> {
    let cards = pack(rng);
    if seats.len() <= 4 && rng.random_bool(0.4) {
        let turn = |i: usize| SUITS.chars().cycle().skip(i);
        let ranks = &["AKQT8", "99442", "TT7AK"][rng.random_range(0..3)];
        let hand = |i: usize| {
            let alike = ranks.chars().zip(turn(i)).enumerate();
            alike.map(|(k, (r, s))| {
                if k == 4 && ranks.starts_with("AK") {
                    format!("{r}S")
                } else {
                    format!("{r}{s}")
                }
            })
        };
        let hands = seats
            .iter()
            .enumerate()
            .map(|(i, s)| (*s, hand(i).collect()));
        return hands.collect();
    }
    seats
        .iter()
        .zip(cards.chunks(5))
        .map(|(s, five)| (*s, five.to_vec()))
        .collect()
}

pub(super) fn poker_round(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let (seats, dealer) = table(rng, 6);
    let (actions, put, still) = betting(rng, &from(seats, dealer));
    let hands = fives(rng, seats);
    let before = rng.random_range(0..12);
    let pool = before + put.values().sum::<i64>();
    let (winners, shares, left) = pooled(
        pool,
        &after(seats, dealer),
        &still,
        &hands,
        &house,
        odd_go(&house),
    );
    let mut net = shares;
    for (seat, chips) in &put {
        *net.entry(seat).or_default() -= chips;
    }
    let actions: Vec<Value> = actions
        .iter()
        .map(|(p, a, to)| json!({"p": p, "a": a, "to": to}))
        .collect();
    let given = json!({"seats": seats, "dealer": dealer, "pool": before, "actions": actions, "hands": hands});
    let expect = json!({"pool_final": pool, "winners": winners, "net": by_seat(seats, &net), "left_in_pool": left});
    (house, given, expect)
}

pub(super) fn last_hand(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let (seats, dealer) = table(rng, 9);
    let hands = fives(rng, seats);
    let board: BTreeMap<&str, i64> = BOARD
        .into_iter()
        .map(|id| (id, rng.random_range(0..9)))
        .collect();
    let pool = board.values().sum();
    let (winners, shares, _) = pooled(pool, &after(seats, dealer), seats, &hands, &house, true);
    let given = json!({"seats": seats, "dealer": dealer, "board": board, "hands": hands});
    (
        house,
        given,
        json!({"pool": pool, "winners": winners, "shares": by_seat(seats, &shares)}),
    )
}
