//! Michigan Rummy by `rules/michigan_rummy.md` and `rules/judging.md` §5.

use super::*;

const RANKS: &str = "23456789TJQKA";
const SUITS: &str = "SHDC";
const SINGLES: [&str; 5] = ["TH", "QH", "AH", "JS", "KC"];
const BOARD: [&str; 9] = ["TH", "QH", "AH", "JS", "KC", "QH_KH", "789", "POKER", "POT"];

fn pack(rng: &mut SmallRng) -> Vec<String> {
    let of = |s: char| RANKS.chars().map(move |r| format!("{r}{s}"));
    let mut pack: Vec<String> = SUITS.chars().flat_map(of).collect();
    pack.shuffle(rng);
    pack
}

/// 2…14.
fn rank(card: &str) -> i64 {
    RANKS.find(&card[..1]).expect("a rank") as i64 + 2
}

fn suit(card: &str) -> char {
    card.chars().nth(1).expect("a suit")
}

fn next(card: &str) -> Option<String> {
    let rank = RANKS.chars().nth(RANKS.find(&card[..1])? + 1)?;
    Some(format!("{rank}{}", suit(card)))
}

fn house(rng: &mut SmallRng) -> Value {
    options(
        rng,
        &[
            (
                "restart",
                &[
                    json!("different_suit"),
                    json!("different_color"),
                    json!("any_suit"),
                ],
            ),
            (
                "no_restart",
                &[
                    json!("end_no_payout"),
                    json!("refund_collected"),
                    json!("lead_same_suit"),
                ],
            ),
            ("per_card_bonus", &[json!(0), json!(1)]),
            ("first_leader", &[json!("dealer"), json!("left_of_dealer")]),
            ("ace_low_straight", &[json!(true), json!(false)]),
            (
                "combo_cards_block",
                &[json!("none"), json!("complete"), json!("any")],
            ),
            (
                "poker_odd_chip",
                &[json!("leave_in_pool"), json!("first_left_of_dealer")],
            ),
        ],
    )
}

fn table(rng: &mut SmallRng, most: usize) -> (&'static [&'static str], &'static str) {
    let seats = &NAMES[..rng.random_range(2..=most)];
    (seats, seats.choose(rng).expect("a dealer"))
}

fn dealt(rng: &mut SmallRng) -> (Value, Value, Value) {
    let n = rng.random_range(2..10_i64);
    let (small, over) = (52 / (n + 1), 52 % (n + 1));
    let (big, n_big, n_small) = if over == 0 {
        (small, n + 1, 0)
    } else {
        (small + 1, over, n + 1 - over)
    };
    let expect = json!({
        "hands": n + 1, "big": big, "n_big": n_big, "small": small, "n_small": n_small, "per_compartment": n + 1, "dealer_pays": 18,
        "other_pays": 9, "board_total": 9 * (n + 1),
    });
    (json!({}), json!({"players": n}), expect)
}

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

fn poker_compare(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let cards = narrow(rng);
    let (a, b) = (&cards[..5], &cards[5..10]);
    let (of_a, of_b) = (best(a, &house), best(b, &house));
    let expect = json!({"cmp": of_a.cmp(&of_b) as i8, "cat_a": CATEGORIES[of_a.0], "cat_b": CATEGORIES[of_b.0]});
    (house, json!({"a": a, "b": b}), expect)
}

fn poker_best(rng: &mut SmallRng) -> (Value, Value, Value) {
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
type Bets<'a> = (
    Vec<(&'a str, &'a str, Option<i64>)>,
    BTreeMap<&'a str, i64>,
    Vec<&'a str>,
);

fn betting<'a>(rng: &mut SmallRng, order: &[&'a str]) -> Bets<'a> {
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
fn pooled<'a>(
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

fn odd_go(house: &Value) -> bool {
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

fn poker_round(rng: &mut SmallRng) -> (Value, Value, Value) {
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

/// §3.4, A10.
fn blocking(hand: &[String], house: &Value) -> Vec<String> {
    let all_of = |s: char| "789".chars().all(|r| hand.contains(&format!("{r}{s}")));
    let combos = house
        .get("combo_cards_block")
        .and_then(Value::as_str)
        .unwrap_or("complete");
    let in_run = |c: &str| "789".contains(&c[..1]);
    let blocks = |c: &&String| match combos {
        _ if SINGLES.contains(&c.as_str()) => true,
        "none" => false,
        "any" => *c == "KH" || in_run(c),
        _ => in_run(c) && all_of(suit(c)),
    };
    let mut cards: Vec<String> = hand.iter().filter(blocks).cloned().collect();
    cards.sort();
    cards
}

fn exchange(rng: &mut SmallRng) -> (Value, Value, Value) {
    let (house, mut hand) = (house(rng), pack(rng));
    if rng.random_bool(0.5) {
        hand.retain(|c| "789KQ".contains(&c[..1]));
    }
    hand.truncate(rng.random_range(3..14));
    let blocking = blocking(&hand, &house);
    let may = blocking.is_empty();
    (
        house,
        json!({"hand": hand}),
        json!({"blocking": blocking, "may_exchange": may}),
    )
}

/// Ascending bids by anybody; who may not bid is not heard.
fn bids<'a>(rng: &mut SmallRng, seats: &[&'a str]) -> Vec<(&'a str, i64)> {
    let mut high = 0;
    let count = rng.random_range(0..5);
    let bid = |_| {
        high += rng.random_range(1..3);
        (*seats.choose(rng).expect("a seat"), high)
    };
    (0..count).map(bid).collect()
}

fn auction(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let (seats, dealer) = table(rng, 6);
    let cards = pack(rng);
    let hands: BTreeMap<&str, Vec<String>> = seats
        .iter()
        .zip(cards.chunks(4))
        .map(|(s, h)| (*s, h.to_vec()))
        .collect();
    let choice = *["keep", "swap", "sell", "sell"].choose(rng).expect("one");
    let bids = if choice == "sell" {
        bids(rng, seats)
    } else {
        Vec::new()
    };
    let may = |s: &str| s != dealer && blocking(&hands[s], &house).is_empty();
    let illegal: Vec<&str> = after(seats, dealer)
        .into_iter()
        .filter(|s| bids.iter().any(|b| b.0 == *s) && !may(s))
        .collect();
    let bought = bids.iter().rfind(|b| may(b.0));
    let mut chips = BTreeMap::new();
    if let Some((seat, price)) = bought {
        chips.extend([(*seat, -price), (dealer, *price)]);
    }
    let exchanged = if choice == "swap" {
        Some(dealer)
    } else {
        bought.map(|b| b.0)
    };
    let expect = json!({
        "illegal_bidders": illegal, "buyer": bought.map(|b| b.0), "chips": by_seat(seats, &chips),
        "set_aside": exchanged.map(|s| format!("old hand of {s}")),
    });
    (
        house.clone(),
        json!({"seats": seats, "dealer": dealer, "hands": hands, "dealer_choice": choice, "bids": bids}),
        expect,
    )
}

/// A stops game, played by chance.
#[derive(Default)]
struct Stops {
    leads: Vec<char>,
    plays: Vec<String>,
    gain: BTreeMap<&'static str, i64>,
    collected: Vec<String>,
    winner: Option<&'static str>,
    left: BTreeMap<&'static str, Vec<String>>,
    board: BTreeMap<String, i64>,
}

fn may_follow(stopped: char, lead: char, house: &Value) -> bool {
    let red = |s: char| "HD".contains(s);
    match house.get("restart").and_then(Value::as_str) {
        Some("any_suit") => true,
        Some("different_color") => red(stopped) != red(lead),
        _ => stopped != lead,
    }
}

/// §2 `LEAD` to `OUT`, §3.2.
fn stops(
    rng: &mut SmallRng,
    order: &[&'static str],
    first: &'static str,
    hands: BTreeMap<&'static str, Vec<String>>,
    board: &BTreeMap<String, i64>,
    house: &Value,
) -> Stops {
    let mut game = Stops {
        left: hands,
        board: board.clone(),
        ..Stops::default()
    };
    let (mut leader, mut last): (&str, Option<String>) = (first, None);
    while game.winner.is_none() {
        let allowed = |c: &&String| {
            last.as_ref()
                .is_none_or(|l| may_follow(suit(l), suit(c), house))
        };
        let seats = from(order, leader);
        let able = seats
            .iter()
            .find(|s| game.left[*s].iter().any(|c| allowed(&c)));
        let same = is(house, "no_restart", &json!("lead_same_suit"));
        let stuck = seats.iter().find(|s| same && !game.left[*s].is_empty());
        let Some(seat) = able.or(stuck).copied() else {
            break;
        };
        let hand = &game.left[seat];
        let wish = hand
            .iter()
            .filter(|c| able.is_none() || allowed(c))
            .collect::<Vec<_>>();
        let led = suit(wish.choose(rng).expect("a card"));
        let mut card = hand
            .iter()
            .filter(|c| suit(c) == led)
            .min_by_key(|c| rank(c))
            .expect("held")
            .clone();
        game.leads.push(led);
        if !game.plays.is_empty() {
            game.plays.push("|".to_owned());
        }
        let (mut who, mut run) = (seat, Vec::new());
        loop {
            game.left
                .get_mut(who)
                .expect("a hand")
                .retain(|c| *c != card);
            game.plays.push(format!("{who}:{card}"));
            run.push((who, card.clone()));
            collect(&mut game, &run);
            if game.left[who].is_empty() {
                take(&mut game, who, "POT");
                game.winner = Some(who);
                break;
            }
            let follow = next(&card)
                .and_then(|n| Some((*order.iter().find(|s| game.left[*s].contains(&n))?, n)));
            let Some(follow) = follow else { break };
            (who, card) = follow;
        }
        (leader, last) = (who, Some(card));
    }
    match game.winner {
        Some(out) if is(house, "per_card_bonus", &json!(1)) => {
            for seat in order {
                let cards = game.left[seat].len() as i64;
                *game.gain.entry(seat).or_default() -= cards;
                *game.gain.entry(out).or_default() += cards;
            }
        }
        None if is(house, "no_restart", &json!("refund_collected")) => {
            game.gain.clear();
            game.board = board.clone();
        }
        _ => {}
    }
    game
}

fn take(game: &mut Stops, seat: &'static str, id: &str) {
    let chips = game.board.get_mut(id).map_or(0, std::mem::take);
    if chips > 0 {
        *game.gain.entry(seat).or_default() += chips;
        game.collected.push(format!("{seat}*{id}={chips}"));
    }
}

fn collect(game: &mut Stops, run: &[(&'static str, String)]) {
    let (seat, card) = run.last().expect("a card").clone();
    if SINGLES.contains(&card.as_str()) {
        take(game, seat, &card);
    }
    let own = |n: usize| run.len() > n && run[run.len() - 1 - n..].iter().all(|p| p.0 == seat);
    if card == "KH" && own(1) {
        take(game, seat, "QH_KH");
    }
    if card.starts_with('9') && own(2) {
        take(game, seat, "789");
    }
}

fn end(game: &Stops) -> &'static str {
    if game.winner.is_some() {
        "went_out"
    } else {
        "no_restart"
    }
}

fn first_leader(seats: &[&'static str], dealer: &'static str, house: &Value) -> &'static str {
    if is(house, "first_leader", &json!("left_of_dealer")) {
        after(seats, dealer)[0]
    } else {
        dealer
    }
}

fn stops_game(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let (seats, dealer) = table(rng, 6);
    let mut cards = pack(rng);
    if rng.random_bool(0.5) {
        cards.retain(|c| "HS".contains(suit(c))); // the end of a deal, where restarts fail
    }
    let most = cards.len() / (seats.len() + 1);
    let size = rng.random_range(1..=most);
    let hands: BTreeMap<&str, Vec<String>> = seats
        .iter()
        .zip(cards.chunks(size))
        .map(|(s, h)| (*s, h.to_vec()))
        .collect();
    let mut board = BTreeMap::new();
    for id in BOARD {
        if rng.random_bool(0.8) {
            board.insert(id.to_owned(), rng.random_range(0..6));
        }
    }
    let first = first_leader(seats, dealer, &house);
    let game = stops(
        rng,
        &after(seats, dealer),
        first,
        hands.clone(),
        &board,
        &house,
    );
    let mut left = game.left.clone();
    left.values_mut().for_each(|hand| hand.sort());
    let given = json!({"seats": seats, "dealer": dealer, "hands": hands, "board": board, "leads": game.leads});
    let expect = json!({
        "plays": game.plays, "gain": by_seat(seats, &game.gain), "end": end(&game), "winner": game.winner, "left": left,
        "board_after": game.board,
    });
    (house, given, expect)
}

fn last_hand(rng: &mut SmallRng) -> (Value, Value, Value) {
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

fn full_deal(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let (seats, dealer) = table(rng, 6);
    let order = after(seats, dealer);
    let cards = pack(rng);
    let mut piles: Vec<Vec<String>> = vec![Vec::new(); seats.len() + 1];
    let n = piles.len();
    cards
        .into_iter()
        .enumerate()
        .for_each(|(i, c)| piles[i % n].push(c));
    let two = [piles.pop().expect("a pile"), piles.pop().expect("a pile")];
    let others = seats.iter().filter(|s| **s != dealer);
    let mut hands: BTreeMap<&str, Vec<String>> = others.zip(piles).map(|(s, h)| (*s, h)).collect();
    let mut given = json!({"seats": seats, "dealer": dealer, "dealt": hands});
    given["dealt"]["pile1"] = json!(two[0]);
    given["dealt"]["pile2"] = json!(two[1]);
    let pick = rng.random_range(0..2);
    given["pick"] = json!(["pile1", "pile2"][pick]);
    hands.insert(dealer, two[pick].clone());
    let some = |id| rng.random_bool(0.3).then(|| (id, rng.random_range(1..9)));
    let before: BTreeMap<&str, i64> = BOARD.into_iter().filter_map(some).collect();
    given["board_before"] = json!(before);
    let mut board: BTreeMap<String, i64> = BOARD
        .into_iter()
        .map(|id| (id.to_owned(), before.get(id).unwrap_or(&0) + n as i64))
        .collect();
    let mut net: BTreeMap<&str, i64> = seats
        .iter()
        .map(|s| (*s, if *s == dealer { -18 } else { -9 }))
        .collect();
    // The dummy.
    let act = *["keep", "swap", "sell"].choose(rng).expect("one");
    let bids = if act == "sell" {
        bids(rng, seats)
    } else {
        Vec::new()
    };
    given["dummy"] = json!({"act": act, "bids": bids});
    let bought = bids
        .iter()
        .rfind(|(s, _)| *s != dealer && blocking(&hands[s], &house).is_empty());
    if let Some((seat, price)) = bought {
        *net.entry(seat).or_default() -= price;
        *net.entry(dealer).or_default() += price;
    }
    if let Some(seat) = bought.map(|b| b.0).or((act == "swap").then_some(dealer)) {
        hands.insert(seat, two[1 - pick].clone());
    }
    // Poker.
    let (actions, put, still) = betting(rng, &from(seats, dealer));
    let shown: BTreeMap<&str, Vec<String>> =
        still.iter().map(|s| (*s, hands[s][..5].to_vec())).collect();
    for (seat, chips) in &put {
        *net.entry(seat).or_default() -= chips;
    }
    let pool = board["POKER"] + put.values().sum::<i64>();
    let (winners, shares, left) = pooled(pool, &order, &still, &shown, &house, odd_go(&house));
    board.insert("POKER".to_owned(), left);
    for (seat, chips) in shares {
        *net.entry(seat).or_default() += chips;
    }
    let actions: Vec<Value> = actions
        .iter()
        .map(|(p, a, to)| to.map_or_else(|| json!([p, a]), |to| json!([p, a, to])))
        .collect();
    given["poker"] = json!({"actions": actions, "shown": if still.len() > 1 { json!(shown) } else { json!({}) }});
    // The stops game.
    let first = first_leader(seats, dealer, &house);
    let game = stops(rng, &order, first, hands, &board, &house);
    for (seat, chips) in &game.gain {
        *net.entry(seat).or_default() += chips;
    }
    given["leads"] = json!(game.leads);
    let expect = json!({
        "poker_winners": winners, "plays": game.plays, "collected": game.collected, "end": end(&game), "winner": game.winner,
        "net": by_seat(seats, &net), "board_after": game.board, "next_dealer": order[0],
    });
    (house, given, expect)
}

/// An event as the reference keeps it.
#[derive(Clone)]
enum Event {
    Poker(&'static str, Vec<String>),
    Lead(&'static str, String),
    Play(&'static str, String),
    Stop,
    Pass(&'static str),
    Reveal(&'static str, Vec<String>),
    Aside(Option<&'static str>, Vec<String>),
}

/// A game in which now and then somebody slips, and its end.
fn events(rng: &mut SmallRng, house: &Value) -> Vec<Event> {
    let seats = &NAMES[..rng.random_range(3..6)];
    let slip = *[0.0, 0.03, 0.15].choose(rng).expect("one");
    let cards = pack(rng);
    let size = rng.random_range(4..=52 / (seats.len() + 1));
    let mut hands: BTreeMap<&str, Vec<String>> = seats
        .iter()
        .zip(cards.chunks(size))
        .map(|(s, h)| (*s, h.to_vec()))
        .collect();
    let aside = cards[size * seats.len()..(size * (seats.len() + 1)).min(52)].to_vec();
    let mut events = Vec::new();
    for seat in seats {
        if hands[seat].len() >= 5 && rng.random_bool(0.3) {
            let mut five = hands[seat][..if rng.random_bool(slip) { 4 } else { 5 }].to_vec();
            if rng.random_bool(slip) {
                five[0] = cards[rng.random_range(0..52)].clone();
            }
            five.sort();
            five.dedup();
            events.push(Event::Poker(seat, five));
        }
    }
    let (mut leader, mut last): (&str, Option<String>) = (seats[0], None);
    for _ in 0..rng.random_range(1..12) {
        let allowed = |c: &&String| {
            last.as_ref()
                .is_none_or(|l| may_follow(suit(l), suit(c), house))
        };
        let mut seat = None;
        for s in from(seats, leader) {
            if hands[s].iter().any(|c| allowed(&c)) && !(last.is_some() && rng.random_bool(slip)) {
                seat = Some(s);
                break;
            }
            events.push(Event::Pass(s));
        }
        let Some(mut who) = seat else { break };
        if rng.random_bool(slip) {
            who = seats.choose(rng).expect("a seat");
        }
        let free = rng.random_bool(slip);
        let may: Vec<&String> = hands[who].iter().filter(|c| free || allowed(c)).collect();
        let Some(led) = may.choose(rng).map(|c| suit(c)) else {
            break;
        };
        let mut own: Vec<String> = hands[who]
            .iter()
            .filter(|c| suit(c) == led)
            .cloned()
            .collect();
        own.sort_by_key(|c| rank(c));
        let mut card = if rng.random_bool(slip) {
            own.choose(rng).expect("one").clone()
        } else {
            own[0].clone()
        };
        events.push(Event::Lead(who, card.clone()));
        loop {
            hands.get_mut(who).expect("a hand").retain(|c| *c != card);
            if hands[who].is_empty() {
                break;
            }
            let follow = next(&card)
                .and_then(|n| Some((*seats.iter().find(|s| hands[*s].contains(&n))?, n)));
            let Some(mut follow) = follow.filter(|_| !rng.random_bool(slip)) else {
                events.push(Event::Stop);
                break;
            };
            if rng.random_bool(slip) {
                follow.0 = seats.choose(rng).expect("a seat");
                follow.1 = hands[follow.0].choose(rng).unwrap_or(&follow.1).clone();
            }
            if rng.random_bool(slip / 3.0) {
                follow.1 = cards[rng.random_range(0..52)].clone();
            }
            (who, card) = follow;
            events.push(Event::Play(who, card.clone()));
        }
        if hands[who].is_empty() {
            break;
        }
        (leader, last) = (who, Some(card));
    }
    for seat in seats {
        if rng.random_bool(0.7) && !hands[seat].is_empty() {
            events.push(Event::Reveal(seat, hands[seat].clone()));
        }
    }
    if rng.random_bool(0.6) {
        let by = rng
            .random_bool(0.6)
            .then(|| *seats.choose(rng).expect("a seat"));
        events.push(Event::Aside(by, aside));
    }
    if rng.random_bool(0.15) {
        events.drain(..rng.random_range(0..events.len()));
    }
    events
}

fn as_given(events: &[Event]) -> Value {
    let event = |event: &Event| match event {
        Event::Poker(p, cards) => json!({"t": "poker", "p": p, "cards": cards}),
        Event::Lead(p, card) => json!({"t": "lead", "p": p, "card": card}),
        Event::Play(p, card) => json!({"t": "play", "p": p, "card": card}),
        Event::Stop => json!({"t": "stop"}),
        Event::Pass(p) => json!({"t": "pass_restart", "p": p}),
        Event::Reveal(p, cards) => json!({"t": "reveal", "p": p, "cards": cards}),
        Event::Aside(by, cards) => json!({"t": "set_aside", "exchanged_by": by, "cards": cards}),
    };
    json!({"events": events.iter().map(event).collect::<Vec<_>>()})
}

/// The record as the reference reads it.
#[derive(Default)]
struct Reading {
    shown: BTreeMap<String, (&'static str, usize)>,
    laid: BTreeMap<String, (&'static str, usize)>,
    /// Turned up at the end.
    up: Vec<String>,
    leads: Vec<(&'static str, String, usize)>,
    stops: Vec<(String, usize)>,
    passes: Vec<(&'static str, Option<String>, usize)>,
    found: Vec<(usize, i64, &'static str, Value, Value)>,
}

impl Reading {
    fn says(
        &mut self,
        at: usize,
        offence: usize,
        code: &'static str,
        who: Option<&str>,
        proof: Value,
    ) {
        self.found
            .push((at, offence as i64, code, json!(who), proof));
    }

    /// A card laid or turned up by that seat is one that it held at every earlier time.
    fn held(&mut self, seat: &'static str, card: &str, at: usize, house: &Value) {
        let lower = |l: &(&str, String, usize)| {
            l.0 == seat && suit(&l.1) == suit(card) && rank(card) < rank(&l.1)
        };
        let (low, leads) = self.leads.drain(..).partition(lower);
        let (kept, stops): (Vec<_>, Vec<_>) = self.stops.drain(..).partition(|s| s.0 == card);
        let could = |p: &(&str, Option<String>, usize)| {
            p.0 == seat
                && p.1
                    .as_ref()
                    .is_none_or(|l| may_follow(suit(l), suit(card), house))
        };
        let (false_, passes) = self.passes.drain(..).partition(could);
        (self.leads, self.stops, self.passes) = (leads, stops, passes);
        let low: Vec<(&str, String, usize)> = low;
        let false_: Vec<(&str, Option<String>, usize)> = false_;
        let acts = low.into_iter().map(|l| (l.2, "lead_not_lowest"));
        let acts = acts.chain(kept.into_iter().map(|s| (s.1, "withheld_next")));
        for (act, code) in acts.chain(false_.into_iter().map(|p| (p.2, "false_restart_pass"))) {
            self.says(at, act, code, Some(seat), json!([act, at]));
        }
    }

    /// A card lies on the table. Says whether it proves anything, and whether its player surely held it.
    fn lies(&mut self, seat: &'static str, card: &str, at: usize, house: &Value) -> (bool, bool) {
        if let Some((_, first)) = self.laid.get(card).copied() {
            self.says(at, at, "card_seen_twice", None, json!([first, at]));
            return (false, false);
        }
        self.laid.insert(card.to_owned(), (seat, at));
        match self.shown.get(card).copied() {
            Some((by, shown)) if by != seat => {
                self.says(at, at, "card_changed_hands", None, json!([shown, at]));
                (true, false)
            }
            _ => {
                self.held(seat, card, at, house);
                (true, true)
            }
        }
    }
}

/// The table of `judging.md` §5, row by row.
fn evidence(rng: &mut SmallRng) -> (Value, Value, Value) {
    let mut house = house(rng);
    // Whoever has no other suit may lead the stopped one: whether that holds the record seldom says, and `judging.md` doesn't speak of it.
    house.as_object_mut().expect("options").remove("no_restart");
    let events = events(rng, &house);
    let mut read = Reading::default();
    let (mut last, mut running, mut passed): (Option<(&str, String)>, bool, bool) =
        (None, false, false);
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Poker(seat, cards) => {
                if cards.len() != 5 {
                    read.says(at, at, "poker_card_count", Some(seat), json!([at]));
                }
                for card in cards {
                    read.shown.entry(card.clone()).or_insert((seat, at));
                }
            }
            Event::Lead(seat, card) => {
                let (proves, own) = read.lies(seat, card, at, &house);
                if !proves {
                    (last, running, passed) = (None, true, false);
                    continue;
                }
                if let Some((by, stopped)) = &last {
                    if *by != *seat && !passed {
                        read.says(at, at, "wrong_leader", Some(seat), json!([at]));
                    }
                    if !may_follow(suit(stopped), suit(card), &house) {
                        read.says(at, at, "restart_same_suit", Some(seat), json!([at]));
                    }
                }
                let lower = |(c, (by, _)): &(&String, &(&str, usize))| {
                    by == seat
                        && suit(c) == suit(card)
                        && rank(c) < rank(card)
                        && !read.laid.contains_key(*c)
                };
                let shown = read.shown.iter().filter(lower).map(|(_, s)| s.1).min();
                match shown {
                    Some(shown) if own => {
                        read.says(at, at, "lead_not_lowest", Some(seat), json!([shown, at]))
                    }
                    _ if own => read.leads.push((seat, card.clone(), at)),
                    _ => {}
                }
                (last, running, passed) = (Some((*seat, card.clone())), true, false);
            }
            Event::Play(seat, card) => {
                let (proves, _) = read.lies(seat, card, at, &house);
                if !proves {
                    (last, running, passed) = (None, true, false);
                    continue;
                }
                if let Some((_, before)) = last.as_ref().filter(|_| running)
                    && next(before).as_ref() != Some(card)
                {
                    read.says(at, at, "wrong_card_in_run", Some(seat), json!([at]));
                }
                (last, running, passed) = (Some((*seat, card.clone())), true, false);
            }
            Event::Stop => {
                let waits = last.as_ref().filter(|_| running).and_then(|(_, c)| next(c));
                (running, passed) = (false, false);
                if let Some(card) = waits.filter(|c| !read.laid.contains_key(c)) {
                    match read.shown.get(&card).copied() {
                        Some((by, shown)) => {
                            read.says(at, at, "withheld_next", Some(by), json!([shown, at]))
                        }
                        None => read.stops.push((card, at)),
                    }
                }
            }
            Event::Pass(seat) => {
                (running, passed) = (false, true);
                let any = is(&house, "restart", &json!("any_suit"));
                let stopped = last.as_ref().map(|l| l.1.clone());
                if stopped.is_some() || any {
                    read.passes.push((seat, stopped, at));
                }
            }
            Event::Reveal(seat, cards) => {
                for card in cards {
                    if let Some((_, first)) = read.laid.get(card).copied() {
                        read.says(at, at, "card_seen_twice", None, json!([first, at]));
                    } else if !read.up.contains(card) {
                        read.up.push(card.clone());
                        if read.shown.get(card).is_none_or(|(by, _)| by == seat) {
                            read.held(seat, card, at, &house);
                        }
                    }
                }
            }
            Event::Aside(by, cards) => {
                let pays = |c: &String| {
                    let elsewhere = read.laid.contains_key(c)
                        || read.shown.contains_key(c)
                        || read.up.contains(c);
                    SINGLES.contains(&c.as_str()) && !elsewhere
                };
                if by.is_some() && cards.iter().any(pays) {
                    read.says(at, at, "exchange_with_pay_card", *by, json!([at]));
                }
            }
        }
    }
    let at_once = [
        "poker_card_count",
        "wrong_card_in_run",
        "restart_same_suit",
        "wrong_leader",
        "card_changed_hands",
        "card_seen_twice",
    ];
    // Known by a shown poker hand, a lead and a stop are proved by the act itself.
    let (given, found) = (as_given(&events), read.found);
    let acts = |f: &(usize, i64, &str, Value, Value)| {
        at_once.contains(&f.2) || f.0 as i64 == f.1 && f.2 != "exchange_with_pay_card"
    };
    let detectable = match () {
        () if found.is_empty() => "none",
        () if found.iter().all(acts) => "at_once",
        () => "later",
    };
    let mut answer = verdict(found, &at_once);
    answer["detectable"] = json!(detectable);
    (house, given, answer)
}

#[test]
fn michigan_rummy() {
    compare(
        "Michigan Rummy",
        &[
            ("deal", dealt),
            ("poker_compare", poker_compare),
            ("poker_best", poker_best),
            ("poker_round", poker_round),
            ("exchange", exchange),
            ("auction", auction),
            ("stops", stops_game),
            ("final", last_hand),
            ("full_deal", full_deal),
            ("evidence", evidence),
        ],
    );
}
