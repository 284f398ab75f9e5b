//! A whole deal, from the antes to the last card (`rules/michigan_rummy.md` §2, §5).

use super::dummy::{bids, blocking};
use super::poker::{betting, odd_go, pooled};
use super::stops::{end, first_leader, stops};
use super::*;

pub(super) fn full_deal(rng: &mut SmallRng) -> (Value, Value, Value) {
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
