//! Monster and Michigan Rummy at the simulated table, by pixels, with every number of players: the cards are read, the chips sum to zero, nobody
//! is accused who didn't offend. `PITBOSS_GAMES=20` asks for twenty deals of each (`make games`), `PITBOSS_DEMO_SEED` for other ones, `PITBOSS_TABLES=monster:6`
//! for one table, `PITBOSS_FRAMES=DIR` for pictures of it; else one small deal of each game is watched.
#![cfg(feature = "vision")]

mod simulated;

use std::ops::RangeInclusive;

use pitboss::{demo::players::Script, play::GameName, seat::Seating};
use simulated::{Counts, dealt, score, watch};

#[test]
fn the_other_games_are_read_with_every_number_of_players() {
    let each = std::env::var("PITBOSS_GAMES").map_or(0, |n| n.parse().expect("a number of deals"));
    let from = std::env::var("PITBOSS_DEMO_SEED").map_or(1, |n| n.parse().expect("a seed"));
    let all = |least: usize, most: usize| -> RangeInclusive<usize> {
        if each == 0 {
            least..=least
        } else {
            least..=most
        }
    };
    let tables = all(4, 8)
        .map(|n| (GameName::Monster, n))
        .chain(all(2, 9).map(|n| (GameName::MichiganRummy, n)));
    let only = std::env::var("PITBOSS_TABLES").unwrap_or_default();
    let asked = |game, n| only.is_empty() || only == format!("{game}:{n}");
    let tables: Vec<(GameName, usize)> = tables.filter(|(game, n)| asked(*game, *n)).collect();
    assert!(!tables.is_empty(), "no table is called {only}");
    println!(
        "| game | players | deals | planted proven | cards | right | wrong | asked | false accusations |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut faults = Vec::new();
    for (game, players) in tables {
        let names: Vec<String> = (0..players).map(|i| format!("P{}", i + 1)).collect();
        let seating: Seating = names.join(",").parse().expect("a seating");
        let mut counts = Counts::default();
        for seed in from..from + each.max(1) {
            let scripts = dealt(game, players, seed);
            let table = watch(game, &seating, scripts.clone(), seed);
            let whole = Script {
                dealer: scripts[0].dealer,
                deeds: scripts.iter().flat_map(|s| s.deeds.clone()).collect(),
                planted: scripts[0].planted.clone(),
            };
            score(
                &mut counts,
                &whole,
                &table,
                &format!("{game} of {players} seed {seed}"),
            );
        }
        println!(
            "| {game} | {players} | {} | {} | {} | {} | {} | {} | {} |",
            counts.dealt,
            counts.proven,
            counts.laid,
            counts.right,
            counts.wrong.len(),
            counts.asked,
            counts.false_accusations.len()
        );
        if counts.proven < counts.dealt || counts.right * 100 < counts.laid * 98 {
            faults.push(format!(
                "{game} of {players}: too little was seen or proven"
            ));
        }
        faults.append(&mut counts.false_accusations);
        faults.append(&mut counts.wrong);
    }
    assert_eq!(faults, [""; 0]);
}
