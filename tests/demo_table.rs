//! Whole deals of the simulated table through the very pipeline of an evening, cheat after cheat: every balance sums to zero, every cheat that
//! can be proven is proven, nobody else is accused. `PITBOSS_DEMO=20` asks for twenty of each cheat (`make demo`), `PITBOSS_DEMO_CHEATS`
//! for some of them only, `PITBOSS_DEMO_SEED` for other deals; else one deal is watched.
#![cfg(feature = "vision")]

mod simulated;

use std::collections::BTreeMap;

use pitboss::{demo::players::mensch::Cheat, play::GameName, seat::Seating};
use simulated::{Counts, score, scripted, watch};

#[test]
fn every_cheat_of_the_demo_is_proven_and_nobody_else_accused() {
    let each = std::env::var("PITBOSS_DEMO").map_or(0, |n| n.parse().expect("a number of deals"));
    let from = std::env::var("PITBOSS_DEMO_SEED").map_or(1, |n| n.parse().expect("a seed"));
    let seating: Seating = "A@south,B@west,C@north,D@east".parse().expect("a seating");
    let only = std::env::var("PITBOSS_DEMO_CHEATS").unwrap_or_default();
    let (cheats, each) = match each {
        0 => (vec![Some(Cheat::Revoke)], 1),
        n => (
            Cheat::AT_THE_TABLE
                .into_iter()
                .filter(|cheat| only.is_empty() || only.contains(cheat.code()))
                .map(Some)
                .chain([None])
                .collect(),
            n,
        ),
    };
    let mut all: BTreeMap<String, Counts> = BTreeMap::new();
    for seed in from..from + each {
        for &cheat in &cheats {
            let name = cheat.map_or("by the rules", Cheat::code);
            let what = format!("{name} seed {seed}");
            let script = scripted(cheat, seed);
            let table = watch(GameName::Mensch, &seating, vec![script.clone()], seed);
            let counts = all.entry(name.to_owned()).or_default();
            score(counts, &script, &table, &what);
            let net: i64 = table.net().map(|(_, chips)| chips).sum();
            assert_eq!(net, 0, "{what}: the players' chips");
            if each > 1 {
                let c = &*counts;
                println!(
                    "{what}: proven {}/{}, cards {}/{} right, {} wrong, {} asked, false {:?}",
                    c.proven,
                    c.dealt,
                    c.right,
                    c.laid,
                    c.wrong.len(),
                    c.asked,
                    c.false_accusations
                );
            }
        }
    }
    println!("| planted | deals | proven | cards | right | wrong | asked | false accusations |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, c) in &all {
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            c.dealt,
            c.proven,
            c.laid,
            c.right,
            c.wrong.len(),
            c.asked,
            c.false_accusations.len()
        );
    }
    for (name, c) in &all {
        assert_eq!(c.false_accusations, [""; 0], "{name}");
        assert_eq!(c.wrong, [""; 0], "{name}");
        assert_eq!(c.proven, c.dealt, "{name}");
    }
}
