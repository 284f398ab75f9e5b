//! Mensch by `rules/mensch.md` and `rules/judging.md` §4.

use super::*;

const RANKS: &str = "789TJQKA";
const SUITS: &str = "SHDC";
const LADDER: [&str; 9] = [
    "half", "after", "5", "5after", "6", "6after", "7", "7after", "solo",
];

fn pack(rng: &mut SmallRng) -> Vec<String> {
    let of = |s: char| RANKS.chars().map(move |r| format!("{r}{s}"));
    let mut pack: Vec<String> = SUITS.chars().flat_map(of).collect();
    pack.shuffle(rng);
    pack
}

fn suit_of(card: &str, trump: char) -> char {
    if card == "QC" {
        trump
    } else {
        card.chars().nth(1).expect("a suit")
    }
}

/// §2 `power`, above the plain cards for a trump, below them for a card that neither follows nor trumps.
fn power(card: &str, trump: char, led: char) -> usize {
    let rank = RANKS.find(&card[..1]).expect("a rank");
    let suit = suit_of(card, trump);
    match card {
        "QC" => 100,
        _ if suit == trump && &card[..1] == "7" => 99,
        _ if suit == trump => 50 + rank,
        _ if suit == led => 20 + rank,
        _ => rank,
    }
}

fn trump(rng: &mut SmallRng) -> char {
    SUITS.chars().nth(rng.random_range(0..4)).expect("a suit")
}

fn order(rng: &mut SmallRng) -> (Value, Value, Value) {
    let (suit, trump) = (trump(rng), trump(rng));
    let mut cards = pack(rng);
    cards.retain(|c| suit_of(c, trump) == suit);
    cards.sort_by_key(|c| std::cmp::Reverse(power(c, trump, suit)));
    (
        json!({}),
        json!({"suit": suit, "trump": trump}),
        json!({"order": cards}),
    )
}

/// A trick's winner, as an index.
fn won(cards: &[String], trump: char) -> usize {
    let led = suit_of(&cards[0], trump);
    let best = cards.iter().map(|c| power(c, trump, led)).max();
    cards
        .iter()
        .position(|c| Some(power(c, trump, led)) == best)
        .expect("the best")
}

fn trick(rng: &mut SmallRng) -> (Value, Value, Value) {
    let (cards, trump) = (pack(rng)[..rng.random_range(1..5)].to_vec(), trump(rng));
    let leader = rng.random_range(0..4);
    let plays: Vec<Value> = (leader..)
        .zip(&cards)
        .map(|(n, c)| json!([NAMES[n % 4], c]))
        .collect();
    let winner = NAMES[(leader + won(&cards, trump)) % 4];
    (
        json!({}),
        json!({"trump": trump, "plays": plays}),
        json!({"winner": winner}),
    )
}

fn legal(hand: &[String], led: Option<&String>, trump: char) -> Vec<String> {
    let follows = |c: &&String| led.is_some_and(|l| suit_of(c, trump) == suit_of(l, trump));
    let own: Vec<String> = hand.iter().filter(follows).cloned().collect();
    if own.is_empty() { hand.to_vec() } else { own }
}

fn legal_cards(rng: &mut SmallRng) -> (Value, Value, Value) {
    let (mut cards, trump) = (pack(rng), trump(rng));
    let led = cards.pop().filter(|_| rng.random_bool(0.8));
    cards.truncate(rng.random_range(1..9));
    let mut legal = legal(&cards, led.as_ref(), trump);
    legal.sort();
    (
        json!({}),
        json!({"hand": cards, "led": led, "trump": trump}),
        json!({"legal": legal}),
    )
}

/// Whether a bid may be said over the standing one (§1 ladder).
fn outbids(bid: &str, standing: Option<&str>) -> bool {
    let rank = |bid: &str| LADDER.iter().position(|l| *l == bid);
    match bid {
        "pass" => true,
        "after" => standing == Some("half"),
        _ => match bid.strip_suffix("after") {
            Some(base) => standing == Some(base),
            None => standing.is_none_or(|s| rank(bid) > rank(s)),
        },
    }
}

/// Whether three clubs oblige over that standing bid (§1, A2).
fn obliges(standing: Option<&str>, house: &Value) -> bool {
    let lapses_at_five = is(house, "obligation_lapses_at", &json!("five"));
    standing.is_none_or(|s| s == "half" || (lapses_at_five && s == "after"))
}

/// At most four bids, each legal by the ladder.
fn auction(rng: &mut SmallRng, count: usize, passes: f64) -> Vec<&'static str> {
    let mut bids: Vec<&str> = Vec::new();
    for _ in 0..count {
        let standing = bids.iter().rev().find(|b| **b != "pass").copied();
        let higher: Vec<&str> = LADDER
            .into_iter()
            .filter(|b| outbids(b, standing))
            .collect();
        bids.push(
            higher
                .choose(rng)
                .copied()
                .filter(|_| !rng.random_bool(passes))
                .unwrap_or("pass"),
        );
    }
    bids
}

fn house(rng: &mut SmallRng) -> Value {
    let yes_no = [json!(true), json!(false)];
    options(
        rng,
        &[
            ("q_clubs_counts_for_obligation", &yes_no),
            ("obligation_lapses_at", &[json!("after"), json!("five")]),
            (
                "called_card_held",
                &[json!("forbidden"), json!("plays_alone")],
            ),
            ("call_void_waiver", &yes_no),
            ("plain_number_success", &[json!(3), json!(1)]),
            ("plain_number_failure", &[json!(1), json!(2)]),
            ("slam_partner", &[json!("side"), json!("bidder_alone")]),
            ("slam_on_forced", &yes_no),
        ],
    )
}

fn legal_bids(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let count = rng.random_range(0..4);
    let prior = auction(rng, count, 0.4);
    let clubs = rng.random_range(0..6);
    let standing = prior.iter().rev().find(|b| **b != "pass").copied();
    let mut legal: Vec<&str> = LADDER
        .into_iter()
        .filter(|b| outbids(b, standing))
        .collect();
    if clubs < 3 || !obliges(standing, &house) {
        legal.insert(0, "pass");
    }
    (
        house,
        json!({"prior": prior, "clubs_in_hand": clubs}),
        json!({"legal": legal}),
    )
}

/// Whether the hand holds nothing of the called suit although it should (§1, A6).
fn is_void(hand: &[String], called: &str, trump: char, house: &Value) -> bool {
    let holds = |suit: char| hand.iter().any(|c| suit_of(c, trump) == suit);
    let of = |suit: char| {
        RANKS
            .chars()
            .map(|r| format!("{r}{suit}"))
            .filter(|c| c != "QC")
            .collect::<Vec<_>>()
    };
    let callable =
        |suit: char| suit != trump && holds(suit) && of(suit).iter().any(|c| !hand.contains(c));
    let waived = !is(house, "call_void_waiver", &json!(false)) && !SUITS.chars().any(callable);
    !holds(suit_of(called, trump)) && !waived
}

fn call(rng: &mut SmallRng) -> (Value, Value, Value) {
    let (house, mut cards, trump) = (house(rng), pack(rng), trump(rng));
    if rng.random_bool(0.3) {
        cards.sort_by_key(|c| (suit_of(c, trump) != trump, c.chars().nth(1))); // long suits
        let from = rng.random_range(0..4);
        cards.drain(..from);
    }
    let called = if rng.random_bool(0.2) {
        cards[0].clone()
    } else {
        cards.pop().expect("a card")
    };
    cards.truncate(8);
    let alone = is(&house, "called_card_held", &json!("plays_alone"));
    let violation = if suit_of(&called, trump) == trump {
        Some("called_trump")
    } else if cards.contains(&called) {
        (!alone).then_some("called_own_card")
    } else {
        is_void(&cards, &called, trump, &house).then_some("void_in_called_suit")
    };
    let expect = json!({"legal": violation.is_none(), "violation": violation});
    (
        house,
        json!({"hand": cards, "trump": trump, "called": called}),
        expect,
    )
}

/// §4: what each opponent pays to each on the other side, doubled or not, and what it costs to fail.
fn settled(
    bidder: usize,
    partner: Option<usize>,
    contract: &str,
    trump: char,
    tricks: [i64; 4],
    house: &Value,
) -> (bool, [i64; 4]) {
    let number = |name: &str, usual: i64| house.get(name).and_then(Value::as_i64).unwrap_or(usual);
    let pairs = matches!(contract, "half" | "after" | "forced");
    let mut side = vec![bidder];
    side.extend(partner.filter(|_| pairs));
    let together: i64 = side.iter().map(|s| tricks[*s]).sum();
    let target = match contract {
        "solo" => 8,
        _ if pairs => 5,
        _ => contract[..1].parse().expect("a number"),
    };
    let made = together >= target;
    let all = if is(house, "slam_partner", &json!("bidder_alone")) {
        tricks[bidder]
    } else {
        together
    };
    let slam = all == 8
        && contract != "solo"
        && !(contract == "forced" && is(house, "slam_on_forced", &json!(false)));
    let clubs = trump == 'C' || contract.ends_with("after");
    let (success, failure) = match contract {
        "forced" => (1, 1),
        _ if pairs => (1, 2),
        "solo" if clubs => (8, 8),
        "solo" => (4, 4),
        _ if clubs => (2, 2),
        _ => (
            number("plain_number_success", 3),
            number("plain_number_failure", 1),
        ),
    };
    let each = if made {
        success * if slam { 2 } else { 1 }
    } else {
        -failure
    };
    let chips = [0, 1, 2, 3].map(|seat| match side.len() {
        _ if !side.contains(&seat) => -each,
        2 => each,
        _ => 3 * each,
    });
    (made, chips)
}

fn named<T: Copy + Into<Value>>(values: [T; 4]) -> Value {
    json!({"A": values[0].into(), "B": values[1].into(), "C": values[2].into(), "D": values[3].into()})
}

fn settle(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let contract = *LADDER
        .iter()
        .chain(&["forced"])
        .collect::<Vec<_>>()
        .choose(rng)
        .expect("one");
    let own = matches!(*contract, "half") || contract.ends_with("after");
    let trump = if own { 'C' } else { trump(rng) };
    let bidder = rng.random_range(0..4);
    let pairs = matches!(*contract, "half" | "after" | "forced");
    let partner = (pairs && rng.random_bool(0.8)).then(|| (bidder + rng.random_range(1..4)) % 4);
    let mut tricks = [0_i64; 4];
    for _ in 0..8 {
        let mut to = rng.random_range(0..4);
        if rng.random_bool(0.5) {
            to = partner.filter(|_| rng.random_bool(0.4)).unwrap_or(bidder);
        }
        tricks[to] += 1;
    }
    if rng.random_bool(0.2) {
        tricks = [0; 4];
        tricks[bidder] = 8;
    }
    let (success, chips) = settled(bidder, partner, contract, trump, tricks, &house);
    let given = json!({
        "players": NAMES[..4], "bidder": NAMES[bidder], "partner": partner.map(|p| NAMES[p]), "contract": contract, "trump": trump,
        "tricks": named(tricks),
    });
    (
        house,
        given,
        json!({"success": success, "chips": named(chips)}),
    )
}

/// A deal being played.
struct Deal {
    hands: [Vec<String>; 4],
    bids: Vec<&'static str>,
    bidder: usize,
    contract: &'static str,
    trump: char,
    called: Option<String>,
}

/// Seats 0…3 are A…D; D deals.
fn deal(rng: &mut SmallRng, passes: f64) -> Deal {
    let cards = pack(rng);
    let hands = [0, 1, 2, 3].map(|i| cards[8 * i..8 * i + 8].to_vec());
    let bids = auction(rng, 4, passes);
    let last = bids.iter().rposition(|b| *b != "pass");
    let holder = hands
        .iter()
        .position(|h| h.contains(&"QH".to_owned()))
        .expect("dealt");
    let (bidder, contract) = last.map_or((holder, "forced"), |i| (i, bids[i]));
    let own = contract == "half" || contract.ends_with("after");
    let trump = if own { 'C' } else { trump(rng) };
    let called = matches!(contract, "half" | "after" | "forced")
        .then(|| cards[rng.random_range(0..32)].clone());
    Deal {
        hands,
        bids,
        bidder,
        contract,
        trump,
        called,
    }
}

/// Eight tricks; `slips` is how often somebody doesn't follow.
fn played(rng: &mut SmallRng, deal: &Deal, slips: f64) -> Vec<Vec<(usize, String)>> {
    let mut hands = deal.hands.clone();
    let mut leader = if deal.contract == "solo" {
        deal.bidder
    } else {
        0
    };
    let mut tricks = Vec::new();
    for _ in 0..8 {
        let mut trick: Vec<(usize, String)> = Vec::new();
        for seat in (leader..leader + 4).map(|s| s % 4) {
            let may = legal(&hands[seat], trick.first().map(|p| &p.1), deal.trump);
            let from = if rng.random_bool(slips) {
                &hands[seat]
            } else {
                &may
            };
            let card = from.choose(rng).expect("a card").clone();
            hands[seat].retain(|c| *c != card);
            trick.push((seat, card));
        }
        let cards: Vec<String> = trick.iter().map(|p| p.1.clone()).collect();
        leader = trick[won(&cards, deal.trump)].0;
        tricks.push(trick);
    }
    tricks
}

fn written(tricks: &[Vec<(usize, String)>]) -> Value {
    let play = |(seat, card): &(usize, String)| json!([NAMES[*seat], card]);
    json!(
        tricks
            .iter()
            .map(|t| t.iter().map(play).collect::<Vec<_>>())
            .collect::<Vec<_>>()
    )
}

fn hand(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let passes = *[0.4, 0.7, 1.0].choose(rng).expect("one");
    let deal = deal(rng, passes);
    let play = played(rng, &deal, 0.0);
    let winners: Vec<usize> = play
        .iter()
        .map(|t| {
            t[won(
                &t.iter().map(|p| p.1.clone()).collect::<Vec<_>>(),
                deal.trump,
            )]
            .0
        })
        .collect();
    let mut tricks = [0; 4];
    winners.iter().for_each(|w| tricks[*w] += 1);
    let holder = deal
        .called
        .as_ref()
        .and_then(|c| deal.hands.iter().position(|h| h.contains(c)));
    let partner = holder.filter(|h| *h != deal.bidder);
    let (success, chips) = settled(
        deal.bidder,
        partner,
        deal.contract,
        deal.trump,
        tricks,
        &house,
    );
    let bids: Vec<Value> = deal
        .bids
        .iter()
        .zip(NAMES)
        .map(|(b, n)| json!([n, b]))
        .collect();
    let given = json!({
        "players": NAMES[..4], "dealer": "D", "hands": {"A": deal.hands[0], "B": deal.hands[1], "C": deal.hands[2], "D": deal.hands[3]},
        "bids": bids, "bidder": NAMES[deal.bidder], "contract": deal.contract, "trump": deal.trump, "called": deal.called,
        "play": written(&play),
    });
    let names: Vec<&str> = winners.iter().map(|w| NAMES[*w]).collect();
    let expect = json!({
        "trick_winners": names, "tricks": named(tricks), "partner": partner.map(|p| NAMES[p]), "success": success, "chips": named(chips),
    });
    (house, given, expect)
}

/// The table of `judging.md` §4, row by row.
fn evidence(rng: &mut SmallRng) -> (Value, Value, Value) {
    let house = house(rng);
    let passes = *[0.5, 1.0].choose(rng).expect("one");
    let mut deal = deal(rng, passes);
    let mut tricks = played(rng, &deal, 0.15);
    if rng.random_bool(0.3) && deal.contract == "forced" {
        deal.bidder = rng.random_range(0..4);
    }
    // The record: perhaps without bids, or with a wrong one; cards misread, doubled, missing; one player's alone.
    let mut bids: Vec<(usize, &str)> = (0..).zip(deal.bids.iter().copied()).collect();
    match rng.random_range(0..6) {
        0 => bids.clear(),
        1 => bids[rng.random_range(0..4)].1 = LADDER.choose(rng).expect("a bid"),
        2 => bids.truncate(rng.random_range(0..4)),
        3 => {
            let at = rng.random_range(0..3);
            let (one, other) = (bids[at].0, bids[at + 1].0);
            (bids[at].0, bids[at + 1].0) = (other, one);
        }
        _ => {}
    }
    if rng.random_bool(0.15) {
        let at = rng.random_range(0..8);
        let other = tricks[rng.random_range(0..8)][rng.random_range(0..4)]
            .1
            .clone();
        tricks[at][rng.random_range(0..4)].1 = if rng.random_bool(0.5) {
            other
        } else {
            "3D".to_owned()
        };
    }
    match rng.random_range(0..5) {
        0 => {
            let only = rng.random_range(0..4);
            tricks.iter_mut().for_each(|t| t.retain(|p| p.0 == only));
        }
        1 => {
            tricks.truncate(rng.random_range(1..=8));
            let last = tricks.len() - 1;
            tricks[last].truncate(rng.random_range(1..=4));
        }
        _ => {}
    }
    let mut found: Vec<(usize, i64, &str, Value, Value)> = Vec::new();
    let (mut standing, mut duties): (Option<&str>, Vec<(usize, usize)>) = (None, Vec::new());
    for (n, (seat, bid)) in bids.iter().enumerate() {
        let mut says = |code| {
            found.push((
                n,
                n as i64,
                code,
                json!(NAMES[*seat]),
                json!([format!("bid{n}")]),
            ))
        };
        if *seat != n {
            says("bid_out_of_turn");
        }
        if !outbids(bid, standing) {
            says("bid_not_legal");
        }
        if *bid == "pass" && obliges(standing, &house) {
            duties.push((n, *seat));
        }
        standing = if *bid == "pass" { standing } else { Some(bid) };
    }
    let four_passes = bids.len() == 4 && bids.iter().all(|b| b.1 == "pass");
    let counts = !is(&house, "q_clubs_counts_for_obligation", &json!(false));
    let declarer = json!(NAMES[deal.bidder]);
    let called = deal.called.clone();
    let trump_called = called
        .as_ref()
        .is_some_and(|c| suit_of(c, deal.trump) == deal.trump);
    let call = 4; // places: bids 0 to 3, the call, then the cards
    if trump_called {
        found.push((
            call,
            call as i64,
            "called_trump",
            declarer.clone(),
            json!(["call"]),
        ));
    }
    let called = called.filter(|_| !trump_called);
    let alone = is(&house, "called_card_held", &json!("plays_alone"));
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut own: [Vec<(usize, String)>; 4] = Default::default();
    let mut slips: Vec<(usize, char, usize, usize)> = Vec::new();
    let (mut at, mut named_passer) = (call, false);
    for (t, trick) in tricks.iter().enumerate() {
        let mut led: Option<char> = None;
        for (i, (seat, card)) in trick.iter().enumerate() {
            at += 1;
            let mut says = |offence: usize, code, who: Value, proof: Value| {
                found.push((at, offence as i64, code, who, proof))
            };
            let name = json!(NAMES[*seat]);
            if !RANKS.contains(&card[..1]) {
                says(
                    at,
                    "deck_foreign",
                    Value::Null,
                    json!([format!("t{}", t + 1)]),
                );
                continue;
            }
            if let Some(first) = seen.get(card) {
                says(
                    at,
                    "card_seen_twice",
                    Value::Null,
                    json!([format!("t{first}"), format!("t{}", t + 1)]),
                );
                continue;
            }
            seen.insert(card.clone(), t + 1);
            let suit = suit_of(card, deal.trump);
            for (.., off_trick, off) in slips
                .iter()
                .filter(|s| s.0 == *seat && s.1 == suit && s.2 < t)
            {
                says(
                    *off,
                    "revoke",
                    name.clone(),
                    json!([format!("t{}", off_trick + 1), format!("t{}", t + 1)]),
                );
            }
            slips.retain(|s| !(s.0 == *seat && s.1 == suit && s.2 < t));
            own[*seat].push((t + 1, card.clone()));
            let clubs: Vec<&(usize, String)> = own[*seat]
                .iter()
                .filter(|(_, c)| c.ends_with('C') && (counts || c != "QC"))
                .collect();
            if clubs.len() == 3 && card.ends_with('C') && (counts || card != "QC") {
                for (n, _) in duties.iter().filter(|d| d.1 == *seat) {
                    named_passer = true;
                    let three = clubs.iter().map(|(t, c)| format!("t{t}:{c}"));
                    let proof: Vec<String> =
                        std::iter::once(format!("bid{n}")).chain(three).collect();
                    says(*n, "three_club_pass", name.clone(), json!(proof));
                }
            }
            if card == "QH" && four_passes && *seat != deal.bidder {
                let proof = json!([format!("t{}:QH by {}", t + 1, NAMES[*seat])]);
                says(call, "forced_declarer_wrong", declarer.clone(), proof);
            }
            if *seat == deal.bidder && called.as_ref() == Some(card) && !alone {
                says(
                    call,
                    "called_own_card",
                    name.clone(),
                    json!(["call", format!("t{}", t + 1)]),
                );
            }
            if own[*seat].len() == 8 {
                let hand: Vec<String> = own[*seat].iter().map(|c| c.1.clone()).collect();
                if *seat == deal.bidder
                    && called
                        .as_ref()
                        .is_some_and(|c| is_void(&hand, c, deal.trump, &house))
                {
                    says(
                        call,
                        "void_in_called_suit",
                        name.clone(),
                        json!(["call", "all8"]),
                    );
                }
                let clubs = hand.iter().filter(|c| c.ends_with('C')).count();
                if four_passes && counts && clubs < 2 && !named_passer {
                    let proof = json!([format!("{} holds only {clubs} clubs", NAMES[*seat])]);
                    says(0, "someone_passed_illegally", Value::Null, proof);
                }
            }
            match led {
                _ if i == 0 => led = Some(suit),
                Some(led) if led != suit => slips.push((*seat, led, t, at)),
                _ => {}
            }
        }
    }
    let bids: Vec<Value> = bids.iter().map(|(s, b)| json!([NAMES[*s], b])).collect();
    let given = json!({
        "players": NAMES[..4], "dealer": "D", "bids": bids, "bidder": NAMES[deal.bidder], "contract": deal.contract, "trump": deal.trump,
        "called": deal.called, "play": written(&tricks),
    });
    let at_once = [
        "bid_out_of_turn",
        "bid_not_legal",
        "called_trump",
        "card_seen_twice",
        "deck_foreign",
    ];
    (house, given, verdict(found, &at_once))
}

#[test]
fn mensch() {
    compare(
        "Mensch",
        &[
            ("order", order),
            ("trick", trick),
            ("legal_cards", legal_cards),
            ("legal_bids", legal_bids),
            ("call", call),
            ("settle", settle),
            ("hand", hand),
            ("evidence", evidence),
        ],
    );
}

/// `judging.md` §2, §4: the log of bids may end early, and then doesn't say what was played: Q♣ belongs to trumps that nobody knows.
#[test]
fn a_log_of_bids_that_ends_early_names_no_contract() {
    let play = json!([
        [["A", "KC"], ["B", "8H"], ["C", "7C"], ["D", "8C"]],
        [["A", "7H"], ["B", "QC"]]
    ]);
    let told = |bids: Value| {
        let given = json!({"players": NAMES[..4], "dealer": "D", "bids": bids, "play": play});
        let example = json!({"id": 1, "kind": "evidence", "given": given});
        answers("Mensch", &[example]).remove(0)["result"]["violations"].take()
    };
    assert_eq!(told(json!([["A", "half"], ["B", "pass"]])), json!([]));
    let whole = json!([["A", "half"], ["B", "pass"], ["C", "pass"], ["D", "pass"]]);
    assert_eq!(told(whole), json!([["revoke", "B", ["t1", "t2"]]]));
}

/// `judging.md` §4: as far as known, and `null` is not known.
#[test]
fn what_is_not_known_may_be_null() {
    let given = json!({
        "players": NAMES[..4], "dealer": null, "bids": null, "bidder": null, "contract": null, "trump": null, "called": null,
        "play": [[["A", "KS"], ["B", "8H"]], [["A", "AS"], ["B", "9S"]]],
    });
    let example = json!({"id": 1, "kind": "evidence", "given": given});
    let answer = answers("Mensch", &[example]).remove(0);
    let told = json!([["revoke", "B", ["t1", "t2"]]]);
    assert_eq!(answer["result"]["violations"], told);
}
