//! The dummy: which cards forbid an exchange, who buys it (`rules/michigan_rummy.md` §3.4, §2 `AUCTION`).

use super::*;

/// §3.4, A10.
pub(super) fn blocking(hand: &[String], house: &Value) -> Vec<String> {
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

pub(super) fn exchange(rng: &mut SmallRng) -> (Value, Value, Value) {
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
pub(super) fn bids<'a>(rng: &mut SmallRng, seats: &[&'a str]) -> Vec<(&'a str, i64)> {
    let mut high = 0;
    let count = rng.random_range(0..5);
    let bid = |_| {
        high += rng.random_range(1..3);
        (*seats.choose(rng).expect("a seat"), high)
    };
    (0..count).map(bid).collect()
}

pub(super) fn auction(rng: &mut SmallRng) -> (Value, Value, Value) {
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
