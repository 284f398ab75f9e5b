//! Settle-up: exact to the last chip, and no shorter list exists — tried against a search over all ways to pay.

mod settling;

use std::collections::BTreeMap;

use pitboss::chips::Chips;
use rand::{RngExt as _, SeedableRng, rngs::SmallRng};
use settling::{check, fewest};

/// Debts of so many people that sum to nothing; small numbers, so that groups come about.
fn debts(rng: &mut SmallRng, people: usize) -> Vec<Chips> {
    let most = *[3, 12, 1_000_000]
        .get(rng.random_range(0..3))
        .expect("three");
    let mut all: Vec<Chips> = (1..people)
        .map(|_| rng.random_range(-most..=most))
        .collect();
    all.push(-all.iter().sum::<Chips>());
    all
}

#[test]
fn no_shorter_list_exists() {
    let mut rng = SmallRng::seed_from_u64(5);
    let mut tried: BTreeMap<usize, u32> = BTreeMap::new();
    for (people, times) in [
        (1, 1),
        (2, 100),
        (3, 300),
        (4, 600),
        (5, 900),
        (6, 900),
        (9, 40),
    ] {
        for _ in 0..times {
            let all = debts(&mut rng, people);
            assert_eq!(check(&all), fewest(&mut all.clone(), 0), "{all:?}");
            *tried.entry(people).or_default() += 1;
        }
    }
    println!("people: times {tried:?}");
    assert!(tried[&6] == 900 && tried[&9] == 40);
}

#[test]
fn more_people_than_any_table_has_are_settled_too() {
    let mut rng = SmallRng::seed_from_u64(6);
    for people in 10..40 {
        check(&debts(&mut rng, people));
    }
    check(&[Chips::MAX / 2, -Chips::MAX / 2, 0]);
}
