//! Laws that hold for every deal of every game, tried on simulated deals and counted: `PITBOSS_LAWS=100000` deals that many of each.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;

#[path = "laws/fuzz.rs"]
mod fuzz;
#[path = "laws/mensch.rs"]
mod mensch;
#[path = "laws/michigan_rummy.rs"]
mod michigan_rummy;
#[path = "laws/monster.rs"]
mod monster;
#[path = "laws/evenings.rs"]
mod whole_evenings;

/// How many deals of each game to try.
fn deals() -> u64 {
    std::env::var("PITBOSS_LAWS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(2_000)
}
