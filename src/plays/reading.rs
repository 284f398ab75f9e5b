//! Several readings of one resting card into one opinion: its name, more patience, or a question.

use serde::{Deserialize, Serialize};

use crate::{card::Card, frame::At, plays::look::CardSeen, sighting::Signs};

/// What one look said about a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Reading {
    pub at: At,
    pub card: Option<Card>,
    pub confidence: f32,
    pub signs: Signs,
    pub choices: Vec<(Card, f32)>,
}

impl Reading {
    pub(super) fn of(at: At, seen: &CardSeen) -> Self {
        Self {
            at,
            card: seen.card,
            confidence: seen.confidence,
            signs: seen.signs,
            choices: seen.choices.clone(),
        }
    }
}

/// What all readings together say.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Opinion {
    /// Not yet: look again.
    Wait,
    /// It is this card.
    Named {
        card: Card,
        confidence: f32,
        signs: Signs,
    },
    /// It stays open; likely cards, best first.
    Open(Vec<Card>),
}

/// Readings that must agree before a card is named: a single frame never decides (`anchors.md`).
const AGREEING: usize = 2;

/// Seconds of readings after which a card that is still not named is asked for.
const PATIENCE_SECS: f64 = 1.0;

/// Seconds of readings after which what they say together may name a card that none of them names.
const TOGETHER_SECS: f64 = 0.5;

/// How many of the newest readings count.
const KEPT: usize = 12;

/// How sure readings that name nothing must be, together, to name a card after all.
const TOGETHER: f32 = 0.97;

/// The opinion that follows from the readings of a card at rest, oldest first.
pub(super) fn opinion(readings: &[Reading], now: At) -> Opinion {
    let first = match readings.first() {
        Some(first) => first.at,
        None => return Opinion::Wait,
    };
    let recent = &readings[readings.len().saturating_sub(KEPT)..];
    let named: Vec<&Reading> = recent.iter().filter(|r| r.card.is_some()).collect();
    let votes = |card: Option<Card>| named.iter().filter(|r| r.card == card).count();
    let best = named.iter().map(|r| r.card).max_by_key(|&c| (votes(c), c));
    let late = now.since(first) >= PATIENCE_SECS;
    if let Some(Some(card)) = best {
        let (count, against) = (votes(Some(card)), named.len() - votes(Some(card)));
        let agreed = count >= AGREEING && against == 0;
        let outvoted = late && count >= 4 && against * 4 <= count;
        if agreed || outvoted {
            return conclude(card, &named);
        }
    }
    let ranked = pooled(recent);
    if let Some(&(card, p)) = ranked.first()
        && p >= TOGETHER
        && recent.len() >= 4
        && now.since(first) >= TOGETHER_SECS
        && named.iter().all(|r| r.card == Some(card))
    {
        return Opinion::Named {
            card,
            confidence: p,
            signs: Signs::default(),
        };
    }
    if !late || recent.len() < AGREEING {
        return Opinion::Wait;
    }
    Opinion::Open(ranked.into_iter().map(|(card, _)| card).take(6).collect())
}

fn conclude(card: Card, named: &[&Reading]) -> Opinion {
    let agreeing = || named.iter().filter(|r| r.card == Some(card));
    Opinion::Named {
        card,
        confidence: agreeing().map(|r| r.confidence).fold(0.0, f32::max),
        signs: Signs {
            indices: agreeing().map(|r| r.signs.indices).max().unwrap_or(0),
            face: agreeing().any(|r| r.signs.face),
        },
    }
}

/// The mean probability of each choice, best first.
fn pooled(readings: &[Reading]) -> Vec<(Card, f32)> {
    let mut sums: Vec<(Card, f32)> = Vec::new();
    for reading in readings {
        let own = reading.card.map(|c| (c, reading.confidence));
        let others = reading
            .choices
            .iter()
            .copied()
            .filter(|&(c, _)| Some(c) != reading.card);
        for (card, p) in own.into_iter().chain(others) {
            match sums.iter_mut().find(|(c, _)| *c == card) {
                Some((_, sum)) => *sum += p,
                None => sums.push((card, p)),
            }
        }
    }
    let count = readings.len() as f32;
    for (_, sum) in &mut sums {
        *sum /= count;
    }
    sums.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(ms: u64, card: Option<&str>, p: f32) -> Reading {
        let name = |t: &str| t.parse::<Card>().expect("a card");
        Reading {
            at: At(ms),
            card: card.map(name),
            confidence: p,
            signs: Signs {
                indices: 1,
                face: true,
            },
            choices: vec![(name("6D"), p), (name("9D"), 1.0 - p)],
        }
    }

    fn named(opinion: &Opinion) -> Option<String> {
        match opinion {
            Opinion::Named { card, .. } => Some(card.to_string()),
            _ => None,
        }
    }

    #[test]
    fn two_looks_name_one_look_waits_and_a_quarrel_asks() {
        let six = Some("6D");
        let one = [reading(0, six, 0.99)];
        assert_eq!(opinion(&one, At(100)), Opinion::Wait);
        let two = [reading(0, six, 0.99), reading(100, six, 0.98)];
        assert_eq!(named(&opinion(&two, At(100))).as_deref(), Some("6D"));
        let quarrel = [
            reading(0, six, 0.99),
            reading(100, six, 0.9),
            reading(200, Some("9D"), 0.8),
        ];
        assert_eq!(opinion(&quarrel, At(200)), Opinion::Wait);
        assert!(matches!(opinion(&quarrel, At(1100)), Opinion::Open(c) if c.len() == 2));
        let unsure: Vec<Reading> = (0..9).map(|i| reading(i * 125, None, 0.6)).collect();
        assert_eq!(opinion(&unsure[..3], At(300)), Opinion::Wait);
        let Opinion::Open(choices) = opinion(&unsure, At(1000)) else {
            panic!("it asks")
        };
        assert_eq!(choices[0].to_string(), "6D");
    }

    #[test]
    fn sure_together_names_but_never_convicts() {
        let all: Vec<Reading> = (0..9).map(|i| reading(i * 125, None, 0.985)).collect();
        let Opinion::Named { signs, .. } = opinion(&all, At(1000)) else {
            panic!("it is named")
        };
        assert!(!signs.convict());
        // Half a second is enough for that, less isn't.
        assert!(named(&opinion(&all[..5], At(500))).is_some());
        assert_eq!(opinion(&all[..4], At(375)), Opinion::Wait);
    }
}
