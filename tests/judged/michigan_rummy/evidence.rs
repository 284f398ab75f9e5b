//! Records and what they prove (`rules/judging.md` §5, `rules/michigan_rummy.md` §6).

use super::stops::may_follow;
use super::*;

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

    /// A card lies on the table. Says whether it proves anything.
    fn lies(&mut self, seat: &'static str, card: &str, at: usize, house: &Value) -> bool {
        if let Some((_, first)) = self.laid.get(card).copied() {
            self.says(at, at, "card_seen_twice", None, json!([first, at]));
            return false;
        }
        self.laid.insert(card.to_owned(), (seat, at));
        match self.shown.get(card).copied() {
            Some((by, shown)) if by != seat => {
                self.says(at, at, "card_changed_hands", None, json!([shown, at]));
            }
            _ => self.held(seat, card, at, house),
        }
        true
    }
}

/// The table of `judging.md` §5, row by row.
pub(super) fn evidence(rng: &mut SmallRng) -> (Value, Value, Value) {
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
                let proves = read.lies(seat, card, at, &house);
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
                    Some(shown) => {
                        read.says(at, at, "lead_not_lowest", Some(seat), json!([shown, at]))
                    }
                    None => read.leads.push((seat, card.clone(), at)),
                }
                (last, running, passed) = (Some((*seat, card.clone())), true, false);
            }
            Event::Play(seat, card) => {
                let proves = read.lies(seat, card, at, &house);
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
