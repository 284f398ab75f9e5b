//! A player's name into a number: taken out of every evening of a table, and no sum changes.

use std::{collections::BTreeSet, fs, path::PathBuf, process::ExitCode};

use super::{records, say, unusable};
use crate::{
    evening::league::League,
    event::Event,
    journal::{Journal, discard},
    phones::Access,
};

/// Take a player's name out of every evening; the sums stay
#[derive(clap::Args)]
pub struct Args {
    /// The player's name, as it was shown
    name: String,
    /// The data folder
    #[arg(long, default_value_os_t = records::default_data())]
    data: PathBuf,
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match forget(args) {
        Ok(new) => say(&format!(
            "{} is called {new} now in every evening; the sums are the same\n",
            args.name
        )),
        Err(why) => unusable(why),
    }
}

fn forget(args: &Args) -> Result<String, String> {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    let path = args.data.join(records::JOURNAL);
    drop(Journal::read(&path).map_err(|e| text(&e))?);
    // An evening that runs would go on in the old file.
    let _lock = records::lock(&args.data)?;
    // One that is taken in meanwhile would go to the old file.
    let _evenings = records::lock_evenings(&args.data)?;
    let journal = Journal::open(&path).map_err(|e| text(&e))?;
    let mut league = League::default();
    league.read(&path).map_err(|e| text(&e))?;
    let (now, sat) = league.person(&args.name).map_err(|names| {
        let names: Vec<String> = names.into_iter().collect();
        format!(
            "nobody called `{}` played here: {}",
            args.name,
            names.join(", ")
        )
    })?;
    let taken = names(&journal)?;
    let new = (1..)
        .map(|n| format!("Player {n}"))
        .find(|name| !taken.contains(name))
        .unwrap_or_default();
    let fresh = path.with_extension("anew");
    discard(&fresh);
    let written = journal
        .rewritten(&fresh, &sat, &new)
        .map_err(|e| text(&e))
        .and_then(|()| same_sums(&league, &fresh, &now, &new))
        // Nothing is left beside the old file, so that nothing of it comes over the new one.
        .and_then(|()| journal.seal().map_err(|e| text(&e)))
        .and_then(|()| fs::rename(&fresh, &path).map_err(|e| text(&e)));
    if let Err(why) = written {
        discard(&fresh);
        return Err(format!("the name stays: {why}"));
    }
    if args.data.join("access.json").exists() {
        Access::open(args.data.join("access.json"))
            .map_err(|e| text(&e))?
            .forget_player(&now)
            .map_err(|e| format!("the phone of {now} stays joined: {e}"))?;
    }
    Ok(new)
}

/// Everybody who ever sat at the table.
fn names(journal: &Journal) -> Result<BTreeSet<String>, String> {
    let mut names = BTreeSet::new();
    for row in journal.evenings().map_err(|e| e.to_string())? {
        for entry in journal.entries(row.id).map_err(|e| e.to_string())? {
            if let Event::Seated { seating } = entry.event {
                names.extend(seating.places().iter().map(|p| p.name.clone()));
            }
        }
    }
    Ok(names)
}

/// The new journal gives everybody the same chips as the old one, the forgotten player under the new name.
fn same_sums(
    before: &League,
    fresh: &std::path::Path,
    forgotten: &str,
    new: &str,
) -> Result<(), String> {
    let mut after = League::default();
    after.read(fresh).map_err(|e| e.to_string())?;
    let mut due = before.players();
    if let Some(player) = due.remove(forgotten) {
        due.insert(new.to_owned(), player);
    }
    if due == after.players() {
        Ok(())
    } else {
        Err("the sums would differ".to_owned())
    }
}
