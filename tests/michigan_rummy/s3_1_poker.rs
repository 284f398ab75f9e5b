//! §3.1 Poker: the worth of five cards, against the `poker` crate. The sample is every 37th hand; with `POKER_ALL` set it is all 2,598,960.

use std::collections::HashMap;

use pitboss::{
    card::Card,
    rules::poker::{AceLow, Strength, best, card_at},
};
use poker::{Card as TheirCard, Evaluator};

fn theirs(card: Card) -> TheirCard {
    let text = card.to_string();
    let (rank, suit) = text.split_at(1);
    let text = format!("{rank}{}", suit.to_lowercase());
    text.parse().expect("a card")
}

fn each_hand(mut take: impl FnMut([usize; 5])) {
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        take([a, b, c, d, e]);
                    }
                }
            }
        }
    }
}

/// `FourOfAKind { … }` as `four_of_a_kind`, in our words.
fn category(said: &str) -> String {
    let name = said.split([' ', '{']).next().unwrap_or_default();
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('_');
        }
        words.extend(letter.to_lowercase());
    }
    match words.as_str() {
        "pair" => "one_pair".to_owned(),
        "royal_flush" => "straight_flush".to_owned(),
        _ => words,
    }
}

#[test]
fn worth_and_order_are_those_of_another_evaluator() {
    let step = if std::env::var_os("POKER_ALL").is_some() {
        1
    } else {
        37
    };
    let evaluator = Evaluator::new();
    let pack: Vec<Card> = (0..52).filter_map(card_at).collect();
    let their_pack: Vec<TheirCard> = pack.iter().map(|&card| theirs(card)).collect();
    let mut same: HashMap<_, Strength> = HashMap::new();
    let (mut seen, mut tried) = (0_usize, 0_usize);
    each_hand(|hand| {
        seen += 1;
        if !seen.is_multiple_of(step) {
            return;
        }
        tried += 1;
        let ours = best(&hand.map(|i| pack[i]), AceLow::Straight).expect("five cards");
        let rank = evaluator
            .evaluate_five(hand.map(|i| their_pack[i]))
            .expect("five cards");
        assert_eq!(*same.entry(rank).or_insert(ours), ours, "{hand:?}");
        let said = format!("{:?}", rank.classify());
        assert_eq!(ours.category.to_string(), category(&said), "{hand:?}");
    });
    assert_eq!(seen, 2_598_960);
    assert_eq!(tried, seen / step);
    // One worth of theirs is one of ours, and both ascend together.
    let mut both: Vec<_> = same.into_iter().collect();
    both.sort_by_key(|(_, ours)| *ours);
    assert!(
        both.windows(2)
            .all(|w| w[0].1 < w[1].1 && w[1].0.is_better_than(w[0].0))
    );
    if step == 1 {
        assert_eq!(both.len(), 7462); // the known number of different hands
    }
}

/// D3: below a pair, the high card.
#[test]
fn ace_low_is_an_option() {
    let text = ["AH", "2D", "3C", "4S", "5H"];
    let cards: Vec<Card> = text.map(|c| c.parse().expect("a card")).into();
    let low = best(&cards, AceLow::Straight).expect("five cards");
    let high = best(&cards, AceLow::Never).expect("five cards");
    assert_eq!(
        (low.category.to_string().as_str(), low.vector()),
        ("straight", &[5][..])
    );
    let vector = &[14, 5, 4, 3, 2][..];
    assert_eq!(
        (high.category.to_string().as_str(), high.vector()),
        ("high_card", vector)
    );
}
