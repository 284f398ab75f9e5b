//! Runs and what they collect (`rules/michigan_rummy.md` §2 `LEAD` to `OUT`, §3.2).

use super::*;

/// A stops game, played by chance.
#[derive(Default)]
pub(super) struct Stops {
    pub(super) leads: Vec<char>,
    pub(super) plays: Vec<String>,
    pub(super) gain: BTreeMap<&'static str, i64>,
    pub(super) collected: Vec<String>,
    pub(super) winner: Option<&'static str>,
    pub(super) left: BTreeMap<&'static str, Vec<String>>,
    pub(super) board: BTreeMap<String, i64>,
}

pub(super) fn may_follow(stopped: char, lead: char, house: &Value) -> bool {
    let red = |s: char| "HD".contains(s);
    match house.get("restart").and_then(Value::as_str) {
        Some("any_suit") => true,
        Some("different_color") => red(stopped) != red(lead),
        _ => stopped != lead,
    }
}

/// §2 `LEAD` to `OUT`, §3.2.
pub(super) fn stops(
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
        // Without one of the stopped suit he may let the lead pass to one who has some.
        let stopped = |c: &&String| last.as_ref().is_some_and(|l| suit(l) == suit(c));
        let has = |s: &&&'static str| game.left[**s].iter().any(|c| stopped(&c));
        let passed = stuck
            .filter(|s| !has(s) && rng.random_bool(0.5))
            .and_then(|_| seats.iter().find(has));
        let Some(seat) = able.or(passed).or(stuck).copied() else {
            break;
        };
        let hand = &game.left[seat];
        let wish = hand
            .iter()
            .filter(|c| match (able, passed) {
                (Some(_), _) => allowed(c),
                (None, Some(_)) => stopped(c),
                (None, None) => true,
            })
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

pub(super) fn end(game: &Stops) -> &'static str {
    if game.winner.is_some() {
        "went_out"
    } else {
        "no_restart"
    }
}

pub(super) fn first_leader(
    seats: &[&'static str],
    dealer: &'static str,
    house: &Value,
) -> &'static str {
    if is(house, "first_leader", &json!("left_of_dealer")) {
        after(seats, dealer)[0]
    } else {
        dealer
    }
}

pub(super) fn stops_game(rng: &mut SmallRng) -> (Value, Value, Value) {
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
