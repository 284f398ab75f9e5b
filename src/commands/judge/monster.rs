//! Worked positions of Monster into answers, kind by kind (`rules/judging.md` §3).

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{NoAnswer, known, names::Names, read};
use crate::{
    chips::Chips,
    play::Seq,
    rules::{
        clockwise, finding,
        monster::{
            MonsterOptions,
            hand::{self, DEALT, Rank, Turn},
            record::Record,
            round::{self, Deed, Round, Settled},
        },
    },
    seat::Seat,
};

/// The answer to one position.
pub(super) fn answer(
    kind: &str,
    options: &MonsterOptions,
    given: &Value,
) -> Result<Value, NoAnswer> {
    match kind {
        "ante" => ante(options, given),
        "compare" => compare(given),
        "monster_hand" => monster_hand(given),
        "action" => action(given),
        "round" => one_round(options, given),
        "game" => game(options, given),
        "evidence" => evidence(given),
        _ => Err(NoAnswer::Kind(kind.to_owned())),
    }
}

fn ante(options: &MonsterOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        players: usize,
    }
    let Given { players } = read(given)?;
    let ante = options.ante(players);
    let pot = ante.map(|a| a * players as Chips);
    let dealt = ante.map(|_| players * DEALT);
    let undealt = dealt.map(|d| 55 - d);
    Ok(json!({"ante": ante, "pot": pot, "dealt": dealt, "undealt": undealt}))
}

fn compare(given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        a: Vec<Rank>,
        b: Vec<Rank>,
    }
    let Given { a, b } = read(given)?;
    Ok(json!({"cmp": hand::compare(&a, &b) as i8}))
}

fn monster_hand(given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        discards: Vec<Rank>,
    }
    let Given { discards } = read(given)?;
    Ok(json!({"monster": hand::monster(&discards)}))
}

fn action(given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        hand: Vec<Rank>,
        action: Action,
    }
    #[derive(Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Action {
        Fold,
        Discard { cards: Vec<Rank> },
    }
    let Given { hand, action } = read(given)?;
    let turn = match action {
        Action::Fold => Turn::Fold,
        Action::Discard { cards } => Turn::Discard(cards),
    };
    let ruling = hand::judge_turn(&hand, &turn);
    Ok(json!({
        "legal": ruling.violation.is_none(),
        "violation": ruling.violation,
        "must_fold": ruling.must_fold,
    }))
}

/// One starter's cards and what he did with them.
#[derive(Deserialize)]
struct Dealt {
    dealt: Vec<Rank>,
    action: Kept,
    #[serde(default, deserialize_with = "known")]
    discard: Vec<Rank>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Kept {
    Keep,
    Fold,
}

/// The round of these starters, in acting order.
fn round_of(
    order: &[Seat],
    names: &Names,
    hands: &BTreeMap<String, Dealt>,
    pot: Chips,
) -> Result<Round, NoAnswer> {
    let (mut deeds, mut pile) = (Vec::new(), Vec::new());
    for seat in order {
        let name = names.name(*seat);
        let dealt = hands
            .get(name)
            .ok_or_else(|| NoAnswer::impossible(format_args!("`{name}` plays and has no hand")))?;
        let deed = if dealt.action == Kept::Fold {
            Deed::Folded
        } else {
            let kept = hand::kept(&dealt.dealt, &dealt.discard);
            pile.extend(&dealt.discard);
            Deed::Kept(kept.ok_or_else(|| {
                NoAnswer::impossible(format_args!("`{name}` discards what he doesn't hold"))
            })?)
        };
        deeds.push((*seat, deed));
    }
    Ok(Round { deeds, pile, pot })
}

fn one_round(options: &MonsterOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        starters: Vec<String>,
        pot: Chips,
        hands: BTreeMap<String, Dealt>,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let all = clockwise::from_left_of(&names.seats(), names.seat(&given.dealer)?);
    let starters = given.starters.iter().map(|n| names.seat(n));
    let starters = starters.collect::<Result<BTreeSet<_>, _>>()?;
    let order: Vec<Seat> = all.into_iter().filter(|s| starters.contains(s)).collect();
    let round = round_of(&order, &names, &given.hands, given.pot)?;
    let settled = round::settle(&round, options, |_, chips| chips);
    let mut result = round_result(&names, &settled);
    let more = json!({
        "order": names.names(&order),
        "first_to_act": order.first().map(|s| names.name(*s)),
        "dead_hands": names.names(&settled.dead_hands),
        "champion_hand": settled.champion_hand,
        "chips": names.chips(&settled.chips()),
        "game_over": settled.next_starters.is_none(),
        "winners": names.names(&settled.winners()),
    });
    if let Value::Object(more) = more {
        result.extend(more);
    }
    Ok(Value::Object(result))
}

/// The fields that a round has in a game too.
fn round_result(names: &Names, settled: &Settled) -> Map<String, Value> {
    let next = settled.next_starters.as_ref().map(|s| names.names(s));
    let fields = json!({
        "monster": settled.monster,
        "champions": names.names(&settled.champions),
        "outcome": settled.ending.as_str(),
        "pot_after": settled.pot_after,
        "next_starters": next,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn game(options: &MonsterOptions, given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        seats: Vec<String>,
        dealer: String,
        ante: Chips,
        rounds: Vec<BTreeMap<String, Dealt>>,
    }
    let given: Given = read(given)?;
    let names = Names::new(&given.seats);
    let dealer = names.seat(&given.dealer)?;
    let all = clockwise::from_left_of(&names.seats(), dealer);
    let mut net: BTreeMap<Seat, Chips> = all.iter().map(|s| (*s, -given.ante)).collect();
    let mut pot = given.ante * all.len() as Chips;
    let mut starters = Some(all.clone());
    let mut rounds = Vec::new();
    for hands in &given.rounds {
        let Some(order) = starters else {
            return Err(NoAnswer::impossible(
                "a round is played after the game is over",
            ));
        };
        let settled = round::settle(&round_of(&order, &names, hands, pot)?, options, |_, c| c);
        for (seat, chips) in settled.chips() {
            *net.entry(seat).or_default() += chips;
        }
        rounds.push(Value::Object(round_result(&names, &settled)));
        pot = settled.pot_after;
        starters = settled.next_starters;
    }
    let over = starters.is_none();
    let next_dealer = if over {
        all.first().copied().unwrap_or(dealer)
    } else {
        dealer
    };
    Ok(json!({
        "rounds": rounds,
        "net": names.chips(&net),
        "next_dealer": names.name(next_dealer),
    }))
}

#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Event {
    Deal {
        #[serde(default, deserialize_with = "known")]
        counts: BTreeMap<String, usize>,
        order: Option<Vec<String>>,
    },
    Discard {
        p: String,
        n: usize,
    },
    Fold {
        p: String,
        pile_after: Option<usize>,
    },
    Show {
        p: String,
        cards: Vec<Rank>,
    },
    Champion {
        p: Announced,
    },
    Monster {
        cards: Vec<Rank>,
    },
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Announced {
    Several(Vec<String>),
    One(String),
}

fn evidence(given: &Value) -> Result<Value, NoAnswer> {
    #[derive(Deserialize)]
    struct Given {
        events: Vec<Event>,
    }
    let Given { events } = read(given)?;
    let (mut names, mut record) = (Names::default(), Record::default());
    let (mut shown, mut findings) = (BTreeSet::new(), Vec::new());
    for (seq, event) in (0..).map(Seq).zip(events) {
        take(&mut record, &mut names, &mut shown, seq, event)?;
        let mut found = record.take_findings();
        finding::in_order(&mut found);
        findings.extend(found);
    }
    let (mut violations, mut detectable) = names.violations(&findings);
    let faults: Vec<Rank> = record.deck_faults().into_keys().collect();
    if !faults.is_empty() {
        violations.push(json!(["deck_invalid", null, faults]));
        detectable = "later";
    }
    Ok(json!({"violations": violations, "detectable": detectable}))
}

fn take(
    record: &mut Record,
    names: &mut Names,
    shown: &mut BTreeSet<Seat>,
    seq: Seq,
    event: Event,
) -> Result<(), NoAnswer> {
    match event {
        Event::Deal { counts, order } => {
            let counted = order
                .clone()
                .unwrap_or_else(|| counts.keys().cloned().collect());
            let seats = counted.iter().map(|n| names.met(n));
            let seats = seats.collect::<Result<Vec<_>, _>>()?;
            if order.is_some() {
                record.starters(seats.clone());
            }
            for seat in seats {
                if let Some(count) = counts.get(names.name(seat)) {
                    record.dealt(seat, *count, seq);
                }
            }
        }
        Event::Discard { p, n } => record.discard(names.met(&p)?, n, seq),
        Event::Fold { p, pile_after } => {
            let seat = names.met(&p)?;
            record.fold(seat, seq);
            if let Some(count) = pile_after {
                record.pile_after_fold(seat, seq, count, seq);
            }
        }
        Event::Show { p, cards } => {
            let seat = names.met(&p)?;
            if shown.insert(seat) {
                cards.iter().for_each(|c| record.show(seat, *c, seq));
                record.hand_complete(seat, seq);
            } else {
                cards.iter().for_each(|c| record.turned_up(*c, seq));
            }
        }
        Event::Champion { p } => {
            let announced = match p {
                Announced::Several(announced) => announced,
                Announced::One(name) => vec![name],
            };
            let seats = announced.iter().map(|n| names.met(n));
            let seats = seats.collect::<Result<BTreeSet<_>, _>>()?;
            record.champions(&seats, seq);
        }
        Event::Monster { cards } => {
            cards.iter().for_each(|c| record.pile_card(*c, seq));
            record.pile_complete(seq);
        }
    }
    Ok(())
}
