//! The evenings of a journal into a league: who won and lost how much over all of them, and what each did game by game. Players are the
//! same person where they have the same name, and where a host gave one another name.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde_json::{Value, json};

use super::settlement::shares;
use crate::{
    chips::Chips,
    event::{Entry, Event},
    journal::{Journal, JournalError},
    play::GameName,
    rules,
    seat::{Place, Seat, Seating},
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

impl Player {
    fn add(&mut self, other: &Self) {
        self.evenings += other.evenings;
        self.net += other.net;
        for (game, tally) in &other.games {
            self.games.entry(*game).or_default().add(tally);
        }
    }
}

/// What everybody did, by name.
pub type Players = BTreeMap<String, Player>;

/// One player of one evening: its uid and the number there.
pub type Sat = (String, Seat);

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
    /// Who sat and who had left, each time that others sat down or a name was changed.
    seatings: Vec<Seating>,
    players: BTreeMap<Seat, Player>,
}

impl Known {
    fn was_played(&self) -> bool {
        self.players.values().any(|p| p.evenings > 0)
    }
}

/// A person over all evenings.
#[derive(Default)]
struct Person {
    names: BTreeSet<String>,
    sat: BTreeSet<Sat>,
}

/// Everybody by the newest name.
#[derive(Default)]
struct Persons {
    by_name: BTreeMap<String, Person>,
    /// Names that once sat at one table: these are two people.
    met: BTreeSet<(String, String)>,
}

impl Persons {
    /// Those who have another name now were that person in earlier evenings too, unless somebody of that name sat beside them.
    fn rename(&mut self, names: &BTreeMap<String, String>) {
        let pair = |a: &String, b: &String| (a.clone().min(b.clone()), a.clone().max(b.clone()));
        let moved: Vec<_> = names
            .iter()
            .filter(|(old, new)| !self.met.contains(&pair(old, new)))
            .filter_map(|(old, new)| Some((new.clone(), self.by_name.remove(old)?)))
            .collect();
        for (name, person) in moved {
            let now = self.by_name.entry(name).or_default();
            now.names.extend(person.names);
            now.sat.extend(person.sat);
        }
        let called = |name: String| names.get(&name).cloned().unwrap_or(name);
        let met = std::mem::take(&mut self.met).into_iter();
        self.met = met
            .map(|(a, b)| pair(&called(a), &called(b)))
            .filter(|(a, b)| a != b)
            .collect();
    }

    fn meet(&mut self, seating: &Seating) {
        for a in everybody(seating) {
            for b in everybody(seating).filter(|b| a.name < b.name) {
                self.met.insert((a.name.clone(), b.name.clone()));
            }
        }
    }
}

/// Who sits at the table and who sat there before.
fn everybody(seating: &Seating) -> impl Iterator<Item = &Place> {
    seating.places().iter().chain(seating.left())
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
                let record = journal.entries(row.id)?;
                let known = Known {
                    entries: row.entries,
                    begun_ms: row.begun_ms,
                    seatings: seatings(&record),
                    players: players(record),
                };
                self.known.insert(row.uid, known);
            }
        }
        Ok(())
    }

    /// Every evening, the oldest first.
    fn in_order(&self) -> Vec<(&String, &Known)> {
        let mut all: Vec<_> = self.known.iter().collect();
        all.sort_by_key(|(uid, k)| (k.begun_ms, *uid));
        all
    }

    fn persons(&self) -> BTreeMap<String, Person> {
        let mut persons = Persons::default();
        for (uid, evening) in self.in_order() {
            let mut before: Option<&Seating> = None;
            for seating in &evening.seatings {
                // Whoever keeps the number and has another name was given it.
                let other = |p: &Place| {
                    let old = before.map(|b| b.name(p.seat));
                    old.filter(|old| *old != p.name && *old != p.seat.to_string())
                };
                let renamed = everybody(seating).filter_map(|p| Some((other(p)?, p.name.clone())));
                persons.rename(&renamed.collect());
                persons.meet(seating);
                before = Some(seating);
            }
            for place in before.into_iter().flat_map(everybody) {
                let person = persons.by_name.entry(place.name.clone()).or_default();
                person.sat.insert((uid.clone(), place.seat));
                let called = evening.seatings.iter().map(|s| s.name(place.seat));
                person.names.extend(called.filter(|n| !n.starts_with('#')));
            }
        }
        persons.by_name
    }

    /// Everybody, over all evenings, by the newest name.
    #[must_use]
    pub fn players(&self) -> Players {
        let sum = |person: &Person| {
            let mut all: Option<Player> = None;
            for (uid, seat) in &person.sat {
                if let Some(player) = self.known.get(uid).and_then(|k| k.players.get(seat)) {
                    all.get_or_insert_default().add(player);
                }
            }
            all
        };
        let persons = self.persons();
        let known = persons
            .iter()
            .filter_map(|(n, p)| Some((n.clone(), sum(p)?)));
        known.collect()
    }

    /// The person of that name: how it is called now and where it sat, evening by evening, under whatever name. It is the newest name, or
    /// one that only this person ever had.
    ///
    /// # Errors
    /// The names of all, where nobody is called so.
    pub fn person(&self, name: &str) -> Result<(String, BTreeSet<Sat>), BTreeSet<String>> {
        let mut persons = self.persons();
        let mut once = persons.iter().filter(|(_, p)| p.names.contains(name));
        let now = match (persons.contains_key(name), once.next(), once.next()) {
            (true, ..) => name.to_owned(),
            (false, Some((now, _)), None) => now.clone(),
            _ => return Err(persons.into_keys().collect()),
        };
        let sat = persons.remove(&now).unwrap_or_default().sat;
        Ok((now, sat))
    }

    /// The table, the winner first: `evenings`, `players`, and as `history` what each evening brought, the oldest first.
    #[must_use]
    pub fn table(&self) -> Value {
        let mut players: Vec<(String, Player)> = self.players().into_iter().collect();
        players.sort_by(|a, b| b.1.net.cmp(&a.1.net).then_with(|| a.0.cmp(&b.0)));
        let played = self.in_order();
        let played = played.into_iter().filter(|(_, k)| k.was_played());
        let persons = self.persons();
        let history: Vec<Value> = played
            .map(|(uid, evening)| {
                let brought = |(name, person): (&String, &Person)| {
                    let seats = person.sat.iter().filter(|(u, _)| u == uid);
                    let here = seats.filter_map(|(_, seat)| evening.players.get(seat));
                    let net: Vec<Chips> = here.map(|p| p.net).collect();
                    (!net.is_empty()).then(|| (name.clone(), net.iter().sum::<Chips>()))
                };
                let net: BTreeMap<_, _> = persons.iter().filter_map(brought).collect();
                json!({"begun_ms": evening.begun_ms, "net": net})
            })
            .collect();
        let players: Vec<Value> = players
            .into_iter()
            .map(|(name, p)| {
                json!({"name": name, "evenings": p.evenings, "net": p.net, "games": p.games})
            })
            .collect();
        json!({"evenings": history.len(), "players": players, "history": history})
    }
}

/// Who sat at the table in the course of an evening.
fn seatings(record: &[Entry]) -> Vec<Seating> {
    let mut all: Vec<Seating> = Vec::new();
    for entry in record {
        if let Event::Seated { seating } = &entry.event {
            let now = all.last().map(|before| seating.clone().after(before));
            all.push(now.unwrap_or_else(|| seating.clone()));
        }
    }
    all
}

/// What each did in one evening. A record that is told differently now counts as it is told now.
fn players(record: Vec<Entry>) -> BTreeMap<Seat, Player> {
    let table = match Table::replay(rules::open, record.iter().cloned()) {
        Ok(table) => table,
        Err(_) => match Table::adopt(rules::open, record) {
            Ok((table, _)) => table,
            Err(error) => {
                tracing::warn!(%error, "an evening is left out of the league");
                return BTreeMap::new();
            }
        },
    };
    let mut all: BTreeMap<Seat, Player> = BTreeMap::new();
    for (seat, net) in shares(&table) {
        all.entry(seat).or_default().net += net;
    }
    for (game, seats) in table.tallies() {
        for (seat, tally) in seats {
            let player = all.entry(seat).or_default();
            player.evenings = 1;
            player.games.entry(game).or_default().add(&tally);
        }
    }
    all
}
