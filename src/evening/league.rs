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
    known: BTreeMap<String, Known>,
}

/// One evening as it was read.
#[derive(Debug)]
struct Known {
    entries: u64,
    begun_ms: i64,
    players: Players,
}

impl Known {
    fn was_played(&self) -> bool {
        self.players.values().any(|p| p.evenings > 0)
    }
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
            let known = self.known.get(&row.uid);
            if known.is_none_or(|k| k.entries != row.entries) {
                let players = players(journal.entries(row.id)?);
                let known = Known {
                    entries: row.entries,
                    begun_ms: row.begun_ms,
                    players,
                };
                self.known.insert(row.uid, known);
            }
        }
        Ok(())
    }

    /// Everybody, over all evenings.
    #[must_use]
    pub fn players(&self) -> Players {
        let mut all = Players::new();
        for (name, player) in self.known.values().flat_map(|k| &k.players) {
            let sum = all.entry(name.clone()).or_default();
            sum.evenings += player.evenings;
            sum.net += player.net;
            for (game, tally) in &player.games {
                sum.games.entry(*game).or_default().add(tally);
            }
        }
        all
    }

    /// The table, the winner first: `evenings`, `players`, and as `history` what each evening brought, the oldest first.
    #[must_use]
    pub fn table(&self) -> Value {
        let mut players: Vec<(String, Player)> = self.players().into_iter().collect();
        players.sort_by(|a, b| b.1.net.cmp(&a.1.net).then_with(|| a.0.cmp(&b.0)));
        let mut played: Vec<&Known> = self.known.values().filter(|k| k.was_played()).collect();
        played.sort_by_key(|k| k.begun_ms);
        let history: Vec<Value> = played
            .iter()
            .map(|k| {
                let net: BTreeMap<_, _> = k.players.iter().map(|(n, p)| (n, p.net)).collect();
                json!({"begun_ms": k.begun_ms, "net": net})
            })
            .collect();
        let players: Vec<Value> = players
            .into_iter()
            .map(|(name, p)| {
                json!({"name": name, "evenings": p.evenings, "net": p.net, "games": p.games})
            })
            .collect();
        json!({"evenings": played.len(), "players": players, "history": history})
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
