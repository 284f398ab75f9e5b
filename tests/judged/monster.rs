//! Monster by `rules/monster.md` and `rules/judging.md` §3.

use super::*;

const OPTIONS: fn() -> [(&'static str, Vec<Value>); 6] = || {
    [
        ("lone_live", vec![json!("must_fight"), json!("auto_win")]),
        ("lone_loss_pays", vec![json!("yes"), json!("no")]),
        (
            "tie_loss_last_two",
            vec![json!("tied_pair_continues"), json!("restart_round")],
        ),
        (
            "odd_chip",
            vec![json!("leave_in_pot"), json!("first_left_of_dealer")],
        ),
        (
            "pair_at_showdown",
            vec![
                json!("dead_hand"),
                json!("pays_penalty"),
                json!("void_round"),
            ],
        ),
        ("penalty", vec![json!(5), json!(3)]),
    ]
};

fn house(rng: &mut SmallRng) -> Value {
    let all = OPTIONS();
    let all: Vec<(&str, &[Value])> = all.iter().map(|(n, v)| (*n, &v[..])).collect();
    options(rng, &all)
}

/// The 55 cards, or only the highest of them, among which ties are common.
fn pack(rng: &mut SmallRng, lowest: i64) -> Vec<i64> {
    let mut pack: Vec<i64> = (lowest..=10).flat_map(|r| (0..r).map(move |_| r)).collect();
    pack.shuffle(rng);
    pack
}

fn descending(cards: &[i64]) -> Vec<i64> {
    let mut cards = cards.to_vec();
    cards.sort_unstable_by(|a, b| b.cmp(a));
    cards
}

fn monster_of(pile: &[i64]) -> Vec<i64> {
    let mut ranks = descending(pile);
    ranks.dedup();
    ranks
}

fn has_pair(cards: &[i64]) -> bool {
    monster_of(cards).len() < cards.len()
}

fn without(hand: &[i64], cards: &[i64]) -> Option<Vec<i64>> {
    let mut rest = hand.to_vec();
    for card in cards {
        rest.remove(rest.iter().position(|c| c == card)?);
    }
    Some(rest)
}

fn ante(rng: &mut SmallRng) -> (Value, Value, Value) {
    let players = rng.random_range(1..11_i64);
    let named = rng.random_bool(0.5).then(|| rng.random_range(1..5_i64));
    let ante = match players {
        4 | 5 => Some(2),
        6..=8 => Some(1),
        2 | 3 | 9 => named,
        _ => None,
    };
    let options = named.map_or(json!({}), |n| json!({"ante_override": n}));
    let all = |n: fn(i64, i64) -> i64| ante.map(|a| n(a, players));
    let expect = json!({"ante": ante, "pot": all(|a, n| a * n), "dealt": all(|_, n| 6 * n), "undealt": all(|_, n| 55 - 6 * n)});
    (options, json!({"players": players}), expect)
}

fn compared(rng: &mut SmallRng) -> (Value, Value, Value) {
    let mut hand = || -> Vec<i64> {
        let mut ranks: Vec<i64> = (5..=10).filter(|_| rng.random_bool(0.6)).collect();
        ranks.shuffle(rng);
        ranks
    };
    let (a, b) = (hand(), hand());
    let cmp = descending(&a).cmp(&descending(&b)) as i8;
    (json!({}), json!({"a": a, "b": b}), json!({"cmp": cmp}))
}

fn faced(rng: &mut SmallRng) -> (Value, Value, Value) {
    let count = rng.random_range(0..20);
    let pile: Vec<i64> = pack(rng, 1).into_iter().take(count).collect();
    (
        json!({}),
        json!({"discards": pile}),
        json!({"monster": monster_of(&pile)}),
    )
}

fn action(rng: &mut SmallRng) -> (Value, Value, Value) {
    let lowest = *[1, 7, 8, 9].choose(rng).expect("one");
    let hand: Vec<i64> = pack(rng, lowest).into_iter().take(6).collect();
    let must_fold = monster_of(&hand).len() < 3;
    let (action, violation) = if rng.random_bool(0.2) {
        (json!({"type": "fold"}), None)
    } else {
        let mut cards = hand.clone();
        cards.shuffle(rng);
        cards.truncate(rng.random_range(0..6));
        if rng.random_bool(0.1) {
            cards.push(rng.random_range(1..11));
        }
        let kept = without(&hand, &cards);
        let violation = match kept {
            None => Some("discard_not_in_hand"),
            Some(_) if cards.len() > 3 => Some("too_many_discards"),
            Some(kept) if has_pair(&kept) => Some("pair_kept"),
            _ => None,
        };
        (json!({"type": "discard", "cards": cards}), violation)
    };
    let expect =
        json!({"legal": violation.is_none(), "violation": violation, "must_fold": must_fold});
    (json!({}), json!({"hand": hand, "action": action}), expect)
}

/// A starter: what he was dealt, what he threw on the pile; `None` for a fold.
type Starter = (Vec<i64>, Option<Vec<i64>>);

fn starter(rng: &mut SmallRng, dealt: Vec<i64>) -> Starter {
    if rng.random_bool(0.3) || monster_of(&dealt).len() < 3 {
        return (dealt, None);
    }
    let mut twins = dealt.clone();
    for rank in monster_of(&dealt) {
        twins.remove(twins.iter().position(|c| *c == rank).expect("held"));
    }
    if rng.random_bool(0.15) {
        twins.pop(); // he keeps a pair
    }
    let mut rest = without(&dealt, &twins).expect("held");
    while twins.len() < 3 && rng.random_bool(0.3) {
        twins.push(rest.remove(rng.random_range(0..rest.len())));
    }
    (dealt, Some(twins))
}

fn hands(
    rng: &mut SmallRng,
    order: &[&'static str],
    cards: &mut Vec<i64>,
) -> BTreeMap<&'static str, Starter> {
    let mut hand = |seat: &&'static str| {
        let dealt = cards.split_off(cards.len() - 6);
        (*seat, starter(rng, dealt))
    };
    order.iter().map(&mut hand).collect()
}

fn written(hands: &BTreeMap<&str, Starter>) -> Value {
    let hand = |(seat, (dealt, thrown)): (&&str, &Starter)| {
        let action = if thrown.is_some() { "keep" } else { "fold" };
        let discard = thrown.clone().unwrap_or_default();
        (
            (*seat).to_owned(),
            json!({"dealt": dealt, "action": action, "discard": discard}),
        )
    };
    Value::Object(hands.iter().map(hand).collect())
}

/// What a round comes to.
#[derive(Default)]
struct Round {
    monster: Vec<i64>,
    dead: Vec<&'static str>,
    champions: Vec<&'static str>,
    best: Option<Vec<i64>>,
    outcome: &'static str,
    chips: BTreeMap<&'static str, i64>,
    pot: i64,
    winners: Vec<&'static str>,
    next: Option<Vec<&'static str>>,
}

/// Pays the pot to these; says what is left.
fn share(round: &mut Round, to: &[&'static str], house: &Value) {
    let (each, mut odd) = (round.pot / to.len() as i64, round.pot % to.len() as i64);
    let hand_out = is(house, "odd_chip", &json!("first_left_of_dealer"));
    for seat in to {
        let extra = i64::from(hand_out && odd > 0);
        odd -= extra;
        *round.chips.entry(seat).or_default() += each + extra;
    }
    round.pot = odd;
    round.winners = to.to_vec();
    round.next = None;
}

/// §1 `SHOWDOWN` to `REPLAY`, §4, and the options of §3.
fn settle(
    order: &[&'static str],
    hands: &BTreeMap<&'static str, Starter>,
    pot: i64,
    house: &Value,
) -> Round {
    let penalty = house.get("penalty").and_then(Value::as_i64).unwrap_or(5);
    let kept = |s: &str| {
        hands[s]
            .1
            .as_ref()
            .map(|thrown| without(&hands[s].0, thrown).expect("held"))
    };
    let keepers: Vec<&str> = order
        .iter()
        .copied()
        .filter(|s| kept(s).is_some())
        .collect();
    let (dead, live): (Vec<&'static str>, Vec<&'static str>) = keepers
        .iter()
        .partition(|s| has_pair(&kept(s).expect("kept")));
    let pile: Vec<i64> = keepers
        .iter()
        .flat_map(|s| hands[s].1.clone().expect("kept"))
        .collect();
    let mut round = Round {
        monster: monster_of(&pile),
        dead: dead.clone(),
        outcome: "all_folded",
        pot,
        next: Some(order.to_vec()),
        ..Round::default()
    };
    if is(house, "pair_at_showdown", &json!("void_round")) && !dead.is_empty() {
        round.outcome = "void_round";
        return round;
    }
    let fined = |round: &mut Round, who: &[&'static str]| {
        for seat in who {
            *round.chips.entry(seat).or_default() -= penalty;
            round.pot += penalty;
        }
    };
    if is(house, "pair_at_showdown", &json!("pays_penalty")) {
        fined(&mut round, &dead);
    }
    let Some(best) = live
        .iter()
        .map(|s| descending(&kept(s).expect("kept")))
        .max()
    else {
        return round;
    };
    let champion = |s: &&&str| descending(&kept(s).expect("kept")) == best;
    round.champions = live.iter().filter(champion).copied().collect();
    let champions = round.champions.clone();
    let one = champions.len() == 1;
    let lone = keepers.len() == 1;
    let unseen = lone && is(house, "lone_live", &json!("auto_win"));
    let wins = unseen || best > round.monster;
    round.best = Some(best);
    if wins {
        round.outcome = if one {
            "champion_wins"
        } else {
            "champions_split"
        };
        share(&mut round, &champions, house);
        return round;
    }
    round.outcome = if one {
        "champion_loses"
    } else {
        "champions_lose"
    };
    if lone && is(house, "lone_loss_pays", &json!("no")) {
        return round;
    }
    fined(&mut round, &champions);
    let others: Vec<&str> = live
        .into_iter()
        .filter(|s| !champions.contains(s))
        .collect();
    match others.len() {
        1 => share(&mut round, &others, house),
        0 if one || is(house, "tie_loss_last_two", &json!("restart_round")) => {}
        0 => round.next = Some(champions),
        _ => round.next = Some(others),
    }
    round
}

fn round(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let seats = &NAMES[..rng.random_range(4..=8)];
    let dealer = *seats.choose(rng).expect("a dealer");
    let mut order = after(seats, dealer);
    let lowest = *[1, 6, 7].choose(rng).expect("one");
    let mut cards = pack(rng, lowest);
    let most = order.len().min(cards.len() / 6);
    let count = rng.random_range(2..=most);
    while order.len() > count {
        order.remove(rng.random_range(0..order.len()));
    }
    let mut starters = order.clone();
    starters.shuffle(rng);
    let hands = hands(rng, &order, &mut cards);
    let pot = rng.random_range(1..40);
    let round = settle(&order, &hands, pot, &house);
    let mut expect = json!({
        "order": order, "first_to_act": order[0], "monster": round.monster, "dead_hands": round.dead, "champions": round.champions,
        "outcome": round.outcome, "chips": by_seat(seats, &round.chips), "pot_after": round.pot, "game_over": round.next.is_none(),
        "winners": round.winners, "next_starters": round.next,
    });
    if let Some(best) = round.best {
        expect["champion_hand"] = json!(best);
    }
    let given = json!({"seats": seats, "dealer": dealer, "starters": starters, "pot": pot, "hands": written(&hands)});
    (house, given, expect)
}

fn game(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let seats = &NAMES[..rng.random_range(4..=8)];
    let dealer = *seats.choose(rng).expect("a dealer");
    let order = after(seats, dealer);
    let ante = rng.random_range(1..3);
    let mut net: BTreeMap<&str, i64> = order.iter().map(|s| (*s, -ante)).collect();
    let mut pot = ante * order.len() as i64;
    let (mut starters, mut dealt, mut told) = (Some(order.clone()), Vec::new(), Vec::new());
    while let Some(order) = starters.clone().filter(|_| dealt.len() < 4) {
        let lowest = if order.len() < 6 && rng.random_bool(0.5) {
            7
        } else {
            1
        };
        let mut cards = pack(rng, lowest);
        let hands = hands(rng, &order, &mut cards);
        let round = settle(&order, &hands, pot, &house);
        for (seat, chips) in &round.chips {
            *net.entry(seat).or_default() += chips;
        }
        dealt.push(written(&hands));
        told.push(json!({
            "monster": round.monster, "champions": round.champions, "outcome": round.outcome, "pot_after": round.pot,
            "next_starters": round.next,
        }));
        (pot, starters) = (round.pot, round.next);
    }
    let next = if starters.is_none() { order[0] } else { dealer };
    let given = json!({"seats": seats, "dealer": dealer, "ante": ante, "rounds": dealt});
    let expect = json!({"rounds": told, "net": by_seat(seats, &net), "next_dealer": next});
    (house, given, expect)
}

/// An event as the reference keeps it.
#[derive(Clone)]
enum Event {
    Deal(BTreeMap<&'static str, usize>, Vec<&'static str>),
    Act(&'static str, Option<usize>, Option<usize>),
    Show(&'static str, Vec<i64>),
    Champion(Vec<&'static str>),
    Monster(Vec<i64>),
}

fn events(rng: &mut SmallRng) -> Vec<Event> {
    let mut order = NAMES[..6].to_vec();
    while order.len() > 3 && rng.random_bool(0.5) {
        order.remove(rng.random_range(0..order.len()));
    }
    let out: Vec<&str> = NAMES[..6]
        .iter()
        .copied()
        .filter(|s| !order.contains(s))
        .collect();
    let mut events = Vec::new();
    let deal = rng.random_bool(0.85);
    if deal {
        let mut counts = BTreeMap::new();
        for seat in &order {
            if rng.random_bool(0.95) {
                counts.insert(
                    *seat,
                    if rng.random_bool(0.93) {
                        6
                    } else {
                        rng.random_range(4..8)
                    },
                );
            }
        }
        events.push(Event::Deal(counts, order.clone()));
    }
    let mut actors = order.clone();
    if rng.random_bool(0.15) {
        let at = rng.random_range(1..actors.len());
        actors.swap(at - 1, at);
    }
    if rng.random_bool(0.2) {
        actors.remove(rng.random_range(0..actors.len()));
    }
    let lowest = *[1, 6].choose(rng).expect("one");
    let mut cards = pack(rng, lowest);
    let (mut pile, mut live) = (Vec::new(), Vec::new());
    let stranger = rng.random_bool(0.1) && !out.is_empty();
    for (i, seat) in actors.iter().enumerate() {
        if stranger && i == 1 {
            let act = rng.random_bool(0.5).then(|| rng.random_range(0..4));
            events.push(Event::Act(out.choose(rng).expect("one"), act, None));
        }
        if rng.random_bool(0.35) {
            let wrong = usize::from(rng.random_bool(0.15));
            let after = (rng.random_bool(0.4) && !stranger).then_some(pile.len() + wrong);
            pile.extend(cards.drain(..wrong.min(cards.len())));
            events.push(Event::Act(seat, None, after));
            continue;
        }
        let most = if rng.random_bool(0.1) { 6 } else { 4 };
        let n = rng.random_range(0..most);
        pile.extend(cards.drain(..n.min(cards.len())));
        events.push(Event::Act(seat, Some(n), None));
        live.push((*seat, n));
    }
    let mut shown = Vec::new();
    for (seat, n) in live {
        if rng.random_bool(0.8) && cards.len() > 8 {
            let mut hand: Vec<i64> = cards.drain(..6_usize.saturating_sub(n)).collect();
            if rng.random_bool(0.8) {
                hand = (1..=10).collect();
                hand.shuffle(rng);
                hand.truncate(6_usize.saturating_sub(n));
            }
            if rng.random_bool(0.1) {
                hand.pop();
            }
            if !hand.is_empty() {
                shown.push(seat);
                events.push(Event::Show(seat, hand));
            }
        }
    }
    if rng.random_bool(0.6) && !shown.is_empty() {
        let mut named = shown.clone();
        named.shuffle(rng);
        named.truncate(rng.random_range(0..3));
        if rng.random_bool(0.2) {
            named.push(*order.choose(rng).expect("one"));
        }
        named.sort_unstable();
        named.dedup();
        events.push(Event::Champion(named));
    }
    if rng.random_bool(0.7) {
        if rng.random_bool(0.2) {
            pile.pop();
        }
        if rng.random_bool(0.1) {
            pile.push(if rng.random_bool(0.3) { 11 } else { 1 });
        }
        events.push(Event::Monster(pile));
    }
    events
}

fn as_given(events: &[Event]) -> Value {
    let event = |event: &Event| match event {
        Event::Deal(counts, order) => json!({"t": "deal", "counts": counts, "order": order}),
        Event::Act(seat, Some(n), _) => json!({"t": "discard", "p": seat, "n": n}),
        Event::Act(seat, None, Some(after)) => json!({"t": "fold", "p": seat, "pile_after": after}),
        Event::Act(seat, None, None) => json!({"t": "fold", "p": seat}),
        Event::Show(seat, cards) => json!({"t": "show", "p": seat, "cards": cards}),
        Event::Champion(seats) => json!({"t": "champion", "p": seats}),
        Event::Monster(cards) => json!({"t": "monster", "cards": cards}),
    };
    json!({"events": events.iter().map(event).collect::<Vec<_>>()})
}

/// The table of `judging.md` §3, row by row.
fn evidence(rng: &mut SmallRng) -> (Value, Value, Value) {
    let events = events(rng);
    let mut found = Vec::new();
    let deal = match events.first() {
        Some(Event::Deal(counts, order)) => Some((counts, order)),
        _ => None,
    };
    let plays = |s: &str| deal.is_none_or(|(_, order)| order.contains(&s));
    let mut acted: Vec<(&str, Option<usize>, usize)> = Vec::new();
    let mut hands: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    let (mut counted, mut spoilt) = (deal.map(|_| 0_usize), false);
    let mut faces: Vec<i64> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let mut says = |offence: usize, code, who: Option<&str>, proof: Value| {
            found.push((i, offence as i64, code, json!(who), proof));
        };
        match event {
            Event::Deal(counts, order) => {
                for seat in order
                    .iter()
                    .filter(|s| counts.get(*s).is_some_and(|n| *n != 6))
                {
                    says(i, "deal_count", Some(seat), json!([i]));
                }
            }
            Event::Act(seat, thrown, _) if !plays(seat) => {
                spoilt |= thrown.is_some_and(|n| n > 0);
                says(i, "eliminated_player_acts", Some(seat), json!([i]));
            }
            Event::Act(seat, thrown, after) => {
                let has_acted = |s: &&&str| acted.iter().any(|a| a.0 == **s);
                if let Some((_, order)) = deal
                    && order.iter().find(|s| !has_acted(s)) != Some(seat)
                {
                    says(i, "out_of_turn", Some(seat), json!([i]));
                }
                if thrown.is_some_and(|n| n > 3) {
                    says(i, "too_many_discards", Some(seat), json!([i]));
                }
                if let Some(after) = after {
                    if counted.is_some_and(|n| n != *after) {
                        says(i, "fold_into_monster", Some(seat), json!([i]));
                    }
                    counted = Some(*after);
                }
                counted = counted.map(|n| n + thrown.unwrap_or(0));
                acted.push((seat, *thrown, i));
            }
            Event::Show(seat, cards) => {
                faces.extend(cards);
                hands.insert(seat, cards.clone());
                let act = acted.iter().find(|a| a.0 == *seat);
                if act.is_some_and(|a| a.1.is_none()) {
                    continue;
                }
                let six = deal.is_some_and(|(counts, _)| counts.get(seat) == Some(&6));
                if let Some((_, Some(n), at)) = act
                    && six
                    && n + cards.len() != 6
                {
                    says(*at, "hand_count_mismatch", Some(seat), json!([at, i]));
                }
                if has_pair(cards) {
                    says(i, "pair_kept", Some(seat), json!([i]));
                }
            }
            Event::Champion(named) => {
                let folded = |s: &str| acted.iter().any(|a| a.0 == s && a.1.is_none());
                let sound: BTreeMap<&str, Vec<i64>> = hands
                    .iter()
                    .filter(|(s, hand)| !folded(s) && !has_pair(hand))
                    .map(|(s, hand)| (*s, descending(hand)))
                    .collect();
                let beaten = |s: &&str| {
                    hands.get(s).is_some_and(|hand| has_pair(hand))
                        || sound
                            .get(s)
                            .is_some_and(|own| sound.values().any(|other| other > own))
                };
                let best = named.iter().filter_map(|s| sound.get(s)).max();
                let left_out = sound
                    .iter()
                    .any(|(s, hand)| Some(hand) == best && !named.contains(s));
                let none = named.is_empty() && !sound.is_empty();
                let top = sound.values().max();
                let right: Vec<&str> = sound
                    .iter()
                    .filter(|(_, h)| Some(*h) == top)
                    .map(|(s, _)| *s)
                    .collect();
                let all = deal.is_some_and(|(_, order)| {
                    order.iter().all(|s| folded(s) || hands.contains_key(s))
                });
                let differs = all && right != *named;
                if none || differs || left_out || named.iter().any(|s| folded(s) || beaten(s)) {
                    says(i, "wrong_champion", None, json!([i]));
                }
            }
            Event::Monster(cards) => {
                faces.extend(cards);
                let all = deal.is_some_and(|(_, order)| {
                    order.iter().all(|s| acted.iter().any(|a| a.0 == *s))
                });
                if all && !spoilt && counted.is_some_and(|n| n != cards.len()) {
                    let mut proof: Vec<usize> = acted
                        .iter()
                        .filter(|a| a.1.is_some())
                        .map(|a| a.2)
                        .collect();
                    proof.push(i);
                    says(proof[0], "monster_pile_count", None, json!(proof));
                }
            }
        }
    }
    let mut wrong: Vec<i64> = faces.clone();
    wrong.retain(|r| !(1..=10).contains(r) || faces.iter().filter(|f| *f == r).count() as i64 > *r);
    wrong.sort_unstable();
    wrong.dedup();
    if !wrong.is_empty() {
        found.push((events.len(), 0, "deck_invalid", Value::Null, json!(wrong)));
    }
    let at_once = [
        "deal_count",
        "eliminated_player_acts",
        "out_of_turn",
        "too_many_discards",
        "fold_into_monster",
        "wrong_champion",
    ];
    (json!({}), as_given(&events), verdict(found, &at_once))
}

#[test]
fn monster() {
    compare(
        "Monster",
        &[
            ("ante", ante),
            ("compare", compared),
            ("monster_hand", faced),
            ("action", action),
            ("round", round),
            ("game", game),
            ("evidence", evidence),
        ],
    );
}

/// `judging.md` §2, §3: a deal of which only the counts were seen proves these, and no turn.
#[test]
fn counts_without_an_order_prove_the_deal_alone() {
    let events = json!([
        {"t": "deal", "counts": {"A": 6, "B": 7}},
        {"t": "discard", "p": "B", "n": 1},
        {"t": "discard", "p": "A", "n": 3},
        {"t": "show", "p": "A", "cards": [9, 8]},
    ]);
    let example = json!({"id": 1, "kind": "evidence", "given": {"events": events}});
    let answer = answers("Monster", &[example]).remove(0);
    let told = json!([
        ["deal_count", "B", [0]],
        ["hand_count_mismatch", "A", [2, 3]]
    ]);
    assert_eq!(answer["result"]["violations"], told);
}
