//! Worked positions of Mensch into answers, kind by kind (`rules/judging.md` §4).

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{NoAnswer, known, read};
use crate::{
    card::{Card, Deck, Suit},
    play::{Bid, Seq},
    rules::mensch::{
        CallFault, Contract, Faced, MenschOptions, Offence, Proofs, QUEEN_OF_HEARTS, Read, Score,
        Turn, call_fault, legal_bids, legal_cards, order, winner,
    },
    seat::Seat,
};

/// The answer to one position.
pub(super) fn answer(
    kind: &str,
    options: &MenschOptions,
    given: &Value,
) -> Result<Value, NoAnswer> {
    match kind {
        "order" => {
            #[derive(Deserialize)]
            struct Given {
                suit: Suit,
                trump: Suit,
            }
            let Given { suit, trump } = read(given)?;
            Ok(json!({"order": order(suit, trump)}))
        }
        "trick" => trick(&read(given)?),
        "legal_cards" => {
            #[derive(Deserialize)]
            struct Given {
                hand: Vec<Card>,
                led: Option<Card>,
                trump: Suit,
            }
            let Given { hand, led, trump } = read(given)?;
            let mut legal: Vec<String> = legal_cards(&hand, led, trump)
                .iter()
                .map(ToString::to_string)
                .collect();
            legal.sort_unstable();
            Ok(json!({"legal": legal}))
        }
        "legal_bids" => {
            #[derive(Deserialize)]
            struct Given {
                prior: Vec<Bid>,
                clubs_in_hand: usize,
            }
            let Given {
                prior,
                clubs_in_hand,
            } = read(given)?;
            Ok(json!({"legal": legal_bids(&prior, clubs_in_hand, options)}))
        }
        "call" => {
            #[derive(Deserialize)]
            struct Given {
                hand: Vec<Card>,
                trump: Suit,
                called: Card,
            }
            let Given {
                hand,
                trump,
                called,
            } = read(given)?;
            of_the_pack(&[called])?;
            of_the_pack(&hand)?;
            let fault = call_fault(&hand, called, trump, options);
            Ok(json!({"legal": fault.is_none(), "violation": fault.map(CallFault::code)}))
        }
        "settle" => settle(&read(given)?, options),
        "hand" => hand(&read(given)?, options),
        "evidence" => evidence(&read(given)?, options),
        other => Err(NoAnswer::Kind(other.to_owned())),
    }
}

/// A play as it is written: who, which card.
type Written = (String, Card);

/// Refuses cards that the pack doesn't hold, and a card twice.
fn of_the_pack(cards: &[Card]) -> Result<(), NoAnswer> {
    for (i, card) in cards.iter().enumerate() {
        if Deck::Short.copies(*card) == 0 {
            return Err(NoAnswer::impossible(format!(
                "{card} is no card of this pack"
            )));
        }
        if cards[..i].contains(card) {
            return Err(NoAnswer::impossible(format!("{card} is there twice")));
        }
    }
    Ok(())
}

#[derive(Deserialize)]
struct TrickGiven {
    trump: Suit,
    plays: Vec<Written>,
}

fn trick(given: &TrickGiven) -> Result<Value, NoAnswer> {
    let cards: Vec<Card> = given.plays.iter().map(|p| p.1).collect();
    of_the_pack(&cards)?;
    let won = winner(&cards, given.trump).ok_or_else(|| NoAnswer::impossible("nobody played"))?;
    Ok(json!({"winner": given.plays[won].0}))
}

/// The contract as positions write it: a bid, or `forced`.
#[derive(Clone, Copy)]
struct Named(Contract);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "forced" {
            return Ok(Self(Contract::Forced));
        }
        let bid = Bid::deserialize(serde::de::value::StrDeserializer::<D::Error>::new(&text))?;
        Contract::of(bid)
            .map(Self)
            .ok_or_else(|| serde::de::Error::custom(format!("`{text}` is no contract")))
    }
}

/// The players by name, as seats.
struct Players<'a>(&'a [String]);

impl Players<'_> {
    fn index(&self, name: &str) -> Result<usize, NoAnswer> {
        let found = self.0.iter().position(|p| p == name);
        found.ok_or_else(|| NoAnswer::impossible(format!("`{name}` doesn't play")))
    }

    fn seat(&self, name: &str) -> Result<Seat, NoAnswer> {
        Ok(Self::seat_at(self.index(name)?))
    }

    fn seat_at(index: usize) -> Seat {
        Seat(u8::try_from(index).unwrap_or(u8::MAX))
    }

    fn name(&self, seat: Seat) -> &str {
        &self.0[usize::from(seat.0)]
    }

    fn four(&self) -> Result<[Seat; 4], NoAnswer> {
        match self.0.len() {
            4 => Ok([0, 1, 2, 3].map(Seat)),
            n => Err(NoAnswer::impossible(format!(
                "{n} players: Mensch is played by exactly 4"
            ))),
        }
    }

    fn by_name<T: Into<Value> + Copy>(&self, values: &[T; 4]) -> Value {
        let pairs = self.0.iter().zip(values);
        Value::Object(pairs.map(|(name, &v)| (name.clone(), v.into())).collect())
    }
}

#[derive(Deserialize)]
struct SettleGiven {
    players: Vec<String>,
    bidder: String,
    partner: Option<String>,
    contract: Named,
    trump: Suit,
    tricks: BTreeMap<String, u8>,
}

fn settle(given: &SettleGiven, options: &MenschOptions) -> Result<Value, NoAnswer> {
    let players = Players(&given.players);
    let mut tricks = [0; 4];
    let seats = players.four()?;
    for (name, &n) in &given.tricks {
        tricks[players.index(name)?] = n;
    }
    let partner = given
        .partner
        .as_deref()
        .map(|p| players.seat(p))
        .transpose()?;
    let declarer = players.seat(&given.bidder)?;
    let score = Score {
        seats,
        declarer,
        partner,
        contract: given.contract.0,
        trump: given.trump,
        tricks,
    };
    Ok(json!({"success": score.made(), "chips": players.by_name(&score.chips(options))}))
}

#[derive(Deserialize)]
struct HandGiven {
    players: Vec<String>,
    hands: BTreeMap<String, Vec<Card>>,
    bidder: String,
    contract: Named,
    trump: Suit,
    called: Option<Card>,
    play: Vec<Vec<Written>>,
}

fn hand(given: &HandGiven, options: &MenschOptions) -> Result<Value, NoAnswer> {
    let players = Players(&given.players);
    let seats = players.four()?;
    let declarer = players.seat(&given.bidder)?;
    let (mut tricks, mut winners) = ([0_u8; 4], Vec::new());
    for plays in &given.play {
        let cards: Vec<Card> = plays.iter().map(|p| p.1).collect();
        let won = winner(&cards, given.trump)
            .ok_or_else(|| NoAnswer::impossible("a trick without a card"))?;
        let name = &plays[won].0;
        tricks[players.index(name)?] += 1;
        winners.push(name.as_str());
    }
    let called = given.called.filter(|_| given.contract.0.has_partner());
    let holds = |card: Card| {
        given
            .hands
            .iter()
            .find(|(_, hand)| hand.contains(&card))
            .map(|(name, _)| name.as_str())
    };
    let partner = called
        .and_then(holds)
        .map(|p| players.seat(p))
        .transpose()?
        .filter(|&p| p != declarer);
    let score = Score {
        seats,
        declarer,
        partner,
        contract: given.contract.0,
        trump: given.trump,
        tricks,
    };
    Ok(json!({
        "trick_winners": winners,
        "tricks": players.by_name(&tricks),
        "partner": partner.map(|p| players.name(p)),
        "success": score.made(),
        "chips": players.by_name(&score.chips(options)),
    }))
}

#[derive(Deserialize)]
struct EvidenceGiven {
    players: Vec<String>,
    dealer: Option<String>,
    #[serde(default, deserialize_with = "known")]
    bids: Vec<(String, Bid)>,
    bidder: Option<String>,
    contract: Option<Named>,
    trump: Option<Suit>,
    called: Option<Card>,
    #[serde(default, deserialize_with = "known")]
    play: Vec<Vec<Written>>,
}

/// What an entry is called in an answer.
#[derive(Clone)]
enum Label {
    Bid(usize),
    Call,
    Card {
        trick: usize,
        card: Card,
        by: String,
    },
}

/// The codes that a record of bids, a call and cards can prove.
const CODES: [&str; 12] = [
    "bid_out_of_turn",
    "bid_not_legal",
    "called_trump",
    "called_not_ace",
    "three_club_pass",
    "called_own_card",
    "void_in_called_suit",
    "forced_declarer_wrong",
    "someone_passed_illegally",
    "revoke",
    "card_seen_twice",
    "deck_foreign",
];

/// The codes that the offending act itself proves.
const AT_ONCE: [&str; 6] = [
    "bid_out_of_turn",
    "bid_not_legal",
    "called_trump",
    "called_not_ace",
    "card_seen_twice",
    "deck_foreign",
];

fn evidence(given: &EvidenceGiven, options: &MenschOptions) -> Result<Value, NoAnswer> {
    let players = Players(&given.players);
    let dealer = given
        .dealer
        .as_deref()
        .map(|d| players.index(d))
        .transpose()?;
    let mut proofs = Proofs::new(players.four()?, dealer, options.clone());
    let mut labels: Vec<Label> = Vec::new();
    let mut found: Vec<Offence> = Vec::new();
    let mut enter = |label: Label| {
        labels.push(label);
        Seq(labels.len() as u64)
    };
    for (n, (name, bid)) in given.bids.iter().enumerate() {
        let seat = players.index(name)?;
        found.extend(proofs.bid(enter(Label::Bid(n)), seat, *bid, Turn::Log));
    }
    // A log that ends early doesn't say what was played.
    let ended = proofs.auction().filter(|_| given.bids.len() >= 4);
    let (contract, by) = ended.unzip();
    let contract = given.contract.map(|c| c.0).or(contract);
    let bidder = given
        .bidder
        .as_deref()
        .map(|b| players.index(b))
        .transpose()?;
    let call = enter(Label::Call);
    proofs.declare(Some(call), contract, bidder.or(by.flatten()));
    if let Some(trump) = given.trump.or(contract.and_then(Contract::own_trump)) {
        found.extend(proofs.set_trump(trump));
    }
    if let Some(called) = given.called {
        found.extend(proofs.call_partner(call, called));
    }
    for (trick, plays) in given.play.iter().enumerate() {
        let mut lead: Option<Read> = None;
        for (at, (name, card)) in plays.iter().enumerate() {
            let seat = players.index(name)?;
            let by = name.clone();
            let seq = enter(Label::Card {
                trick: trick + 1,
                card: *card,
                by,
            });
            let read = Read {
                card: *card,
                seq,
                firm: true,
            };
            let before = plays[..at].iter().any(|p| p.0 == *name);
            let lead_now = lead.filter(|_| !before);
            let proves = proofs.proves(*card);
            found.extend(
                proofs
                    .card(
                        seat,
                        read,
                        Faced::Played {
                            trick,
                            lead: lead_now,
                        },
                    )
                    .1,
            );
            if at == 0 && proves {
                lead = Some(read);
            }
        }
    }
    Ok(verdicts(&players, &labels, &found))
}

/// The answer: each offence once, as it was proved first.
fn verdicts(players: &Players<'_>, labels: &[Label], found: &[Offence]) -> Value {
    let mut told: Vec<(&str, Option<Seat>, Seq, Option<&str>)> = Vec::new();
    let mut list = Vec::new();
    let mut later = false;
    for offence in found.iter().filter(|o| CODES.contains(&o.code)) {
        // Each hand that is short of clubs proves that somebody passed wrongfully.
        let hand = offence.args.get("seat").map(String::as_str);
        let key = (offence.code, offence.against, offence.convicts, hand);
        if told.contains(&key) {
            continue;
        }
        told.push(key);
        later |= !AT_ONCE.contains(&offence.code);
        let against = offence.against.map(|s| players.name(s));
        list.push(json!([
            offence.code,
            against,
            proof(players, labels, offence)
        ]));
    }
    let detectable = match () {
        () if list.is_empty() => "none",
        () if later => "later",
        () => "at_once",
    };
    json!({"violations": list, "detectable": detectable})
}

fn proof(players: &Players<'_>, labels: &[Label], offence: &Offence) -> Vec<String> {
    let label = |seq: &Seq| &labels[usize::try_from(seq.0).unwrap_or(1) - 1];
    let trick = |seq: &Seq| match label(seq) {
        Label::Bid(n) => format!("bid{n}"),
        Label::Call => "call".to_owned(),
        Label::Card { trick, .. } => format!("t{trick}"),
    };
    let arg = |name: &str| offence.args.get(name).map_or("", String::as_str);
    match offence.code {
        "three_club_pass" => {
            let card = |seq: &Seq| match label(seq) {
                Label::Card { trick, card, .. } => format!("t{trick}:{card}"),
                _ => trick(seq),
            };
            offence.proof.iter().map(card).collect()
        }
        "void_in_called_suit" => vec!["call".to_owned(), "all8".to_owned()],
        "forced_declarer_wrong" => match offence.proof.first().map(label) {
            Some(Label::Card { trick, by, .. }) => {
                vec![format!("t{trick}:{QUEEN_OF_HEARTS} by {by}")]
            }
            _ => Vec::new(),
        },
        "someone_passed_illegally" => {
            let holder = arg("seat")
                .parse::<Seat>()
                .map_or_else(|_| String::new(), |s| players.name(s).to_owned());
            vec![format!("{holder} holds only {} clubs", arg("n"))]
        }
        _ => offence.proof.iter().map(trick).collect(),
    }
}
