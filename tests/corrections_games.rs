//! The law of the record in the three real games, counted per game: sums stay zero whatever is entered, a replay tells the same, and in the
//! end no shorter list of payments settles the evening. That a corrected record equals one that was right from the start is tried in `laws/evenings.rs`.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;
mod settling;

use std::collections::BTreeMap;

use evenings::games;
use pitboss::{
    chips::{Account, Chips},
    event::Event,
    play::GameName,
    rules,
    seat::Seat,
    table::Table,
};

/// How many evenings of each game are tried; `PITBOSS_EVENINGS=1000` for the long run.
fn evenings_tried() -> u64 {
    std::env::var("PITBOSS_EVENINGS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(30)
}

/// Chips account by account, from what was told alone.
fn told(table: &Table) -> BTreeMap<Account, Chips> {
    let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
    for entry in table.entries() {
        if let Event::Transfer(t) = &entry.event {
            *balances.entry(t.from.clone()).or_default() -= t.chips;
            *balances.entry(t.to.clone()).or_default() += t.chips;
        }
        let sum: Chips = balances.values().sum();
        assert_eq!(sum, 0, "after entry {}", entry.seq);
    }
    balances
}

#[test]
fn whatever_is_entered_the_sums_stay_zero_and_it_replays() {
    for game in GameName::ALL {
        let (mut facts, mut entries, mut deals, mut payments) = (0, 0, 0, 0);
        let mut kinds: BTreeMap<String, u64> = BTreeMap::new();
        for seed in 0..evenings_tried() {
            let (taken, table) = games::evening(game, seed, 250);
            assert_eq!(&told(&table), table.ledger().balances(), "{game} {seed}");
            let again = Table::replay(rules::open, table.entries().iter().cloned())
                .unwrap_or_else(|e| panic!("{game}, seed {seed}: {e}"));
            assert_eq!(again.board(), table.board(), "{game} {seed}");
            let seats: Vec<Seat> = games::seating(game).seats().collect();
            let shares = table.ledger().shares(&seats);
            assert_eq!(shares.values().sum::<Chips>(), 0, "{game} {seed}");
            let debts: Vec<Chips> = shares.into_values().collect();
            let list = settling::check(&debts);
            assert_eq!(list, settling::fewest(&mut debts.clone(), 0), "{debts:?}");
            payments += list;
            facts += taken.len();
            entries += table.entries().len();
            deals += table.deals();
            for fact in &taken {
                let kind = serde_json::to_value(fact).expect("JSON")["event"].to_string();
                *kinds.entry(kind).or_default() += 1;
            }
        }
        println!(
            "{game}: {facts} facts, {entries} entries, {deals} deals, settled in {payments} payments; {kinds:?}"
        );
        for kind in [
            "struck",
            "replaced",
            "inserted",
            "decided",
            "bought",
            "cashed_out",
            "answered",
            "seated",
        ] {
            let times = kinds.get(&format!("\"{kind}\"")).copied().unwrap_or(0);
            assert!(
                times > evenings_tried() / 3,
                "{game}: {kind} came {times} times"
            );
        }
        assert!(u64::from(deals) > evenings_tried(), "{game}: {deals} deals");
        assert!(payments as u64 > evenings_tried(), "{game}: {payments}");
    }
}
