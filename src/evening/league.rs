//! The evenings of a journal into a league: who won and lost how much over all of them, and what each did game by game. Players are the
//! same person where they have the same name.

use std::{collections::BTreeMap, path::Path};

use serde_json::{Value, json};

use crate::{
    chips::Chips,
    event::Entry,
    journal::{Journal, JournalError},
    play::GameName,
    rules,
    table::{Table, Tally},
};

/// What one player did in an evening, or in all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Evenings with at least one deal.
    pub evenings: u32,
    /// Chips won or lost; what lay on the table in the end is divided.
    pub net: Chips,
    /// Game by game.
    pub games: BTreeMap<GameName, Tally>,
}

/// What everybody did, by name.
pub type Players = BTreeMap<String, Player>;

/// The league, with each evening as it was read, so that only those that went on are read again.
#[derive(Default, Debug)]
pub struct League {
    known: BTreeMap<String, (u64, Players)>,
}

impl League {
    /// Reads what is new in a journal; it may be in use.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(&mut self, path: &Path) -> Result<(), JournalError> {
        let journal = Journal::read(path)?;
        let rows = journal.evenings()?;
        self.known
            .retain(|uid, _| rows.iter().any(|r| r.uid == *uid));
        for row in rows {
            let same = self
                .known
                .get(&row.uid)
                .is_some_and(|(n, _)| *n == row.entries);
            if !same {
                let players = players(journal.entries(row.id)?);
                self.known.insert(row.uid, (row.entries, players));
            }
        }
        Ok(())
    }

    /// Everybody, over all evenings.
    #[must_use]
    pub fn players(&self) -> Players {
        let mut all = Players::new();
        for (name, player) in self.known.values().flat_map(|(_, players)| players) {
            let sum = all.entry(name.clone()).or_default();
            sum.evenings += player.evenings;
            sum.net += player.net;
            for (game, tally) in &player.games {
                sum.games.entry(*game).or_default().add(tally);
            }
        }
        all
    }

    /// The table, the winner first.
    #[must_use]
    pub fn table(&self) -> Value {
        let mut players: Vec<(String, Player)> = self.players().into_iter().collect();
        players.sort_by(|a, b| b.1.net.cmp(&a.1.net).then_with(|| a.0.cmp(&b.0)));
        let played = |players: &&Players| players.values().any(|p| p.evenings > 0);
        let evenings = self.known.values().map(|(_, p)| p).filter(played).count();
        let players: Vec<Value> = players
            .into_iter()
            .map(|(name, p)| {
                json!({"name": name, "evenings": p.evenings, "net": p.net, "games": p.games})
            })
            .collect();
        json!({"evenings": evenings, "players": players})
    }
}

/// One evening. A record that is told differently now counts as it is told now.
fn players(record: Vec<Entry>) -> Players {
    let table = match Table::replay(rules::open, record.iter().cloned()) {
        Ok(table) => table,
        Err(_) => match Table::adopt(rules::open, record) {
            Ok((table, _)) => table,
            Err(error) => {
                tracing::warn!(%error, "an evening is left out of the league");
                return Players::new();
            }
        },
    };
    let Some(seating) = table.seating() else {
        return Players::new();
    };
    let seats: Vec<_> = seating.seats().collect();
    let mut all = Players::new();
    for (seat, net) in table.ledger().shares(&seats) {
        all.entry(seating.name(seat)).or_default().net += net;
    }
    for (game, seats) in table.tallies() {
        for (seat, tally) in seats {
            let player = all.entry(seating.name(seat)).or_default();
            player.evenings = 1;
            player.games.entry(game).or_default().add(&tally);
        }
    }
    all
}
