//! A journal's evenings into other files: one that travels with its pictures, the whole with a name taken out.

use std::{collections::BTreeSet, path::Path};

use rusqlite::{Connection, params};

use super::{
    EveningRow, Journal, JournalError, Written, create_as, insert_evening, row, row::Row, unusable,
};
use crate::{
    event::{Entry, Event},
    play::Seq,
    seat::Seat,
};

impl Journal {
    /// Copies an evening into another journal, with its wall times and the ids of its orders; returns its number there.
    ///
    /// # Errors
    /// When it can't be read, or written there, or is there already.
    pub fn copy_evening(&self, row: &EveningRow, to: &mut Self) -> Result<i64, JournalError> {
        // The evening with all its entries, or nothing of it.
        let all = to.db.transaction().map_err(JournalError::Write)?;
        let id = insert_evening(&all, &row.uid, &row.table, row.begun_ms)?;
        self.copy_entries(row.id, &all, id, |_| Ok(()))?;
        all.commit().map_err(JournalError::Write)?;
        Ok(id)
    }

    /// Writes the whole journal anew, a player under another name wherever it sat: entries are never changed, but a name may be taken
    /// out of all of them. `sat`: the evenings' uids and the player's numbers there.
    ///
    /// # Errors
    /// When it can't be read, or written there, or the new name is somebody's already.
    pub fn rewritten(
        &self,
        path: &Path,
        sat: &BTreeSet<(String, Seat)>,
        new: &str,
    ) -> Result<(), JournalError> {
        create_as(path, &self.table_id()?)?;
        let mut to = Self::open(path)?;
        for row in self.evenings()? {
            let all = to.db.transaction().map_err(JournalError::Write)?;
            let id = insert_evening(&all, &row.uid, &row.table, row.begun_ms)?;
            let seats: BTreeSet<Seat> = sat
                .iter()
                .filter_map(|(uid, seat)| (*uid == row.uid).then_some(*seat))
                .collect();
            let entries = self.entries(row.id)?;
            let called = entries.iter().flat_map(|e| names(&e.event, &seats));
            let phones: BTreeSet<String> = called.map(|old| format!("{old}:")).collect();
            self.copy_entries(row.id, &all, id, |row| {
                // Orders of that player's phone carry the name.
                if let Some(client) = &mut row.written.client
                    && let Some(order) = phones.iter().find_map(|p| client.strip_prefix(p.as_str()))
                {
                    *client = format!("{new}:{order}");
                }
                let seq = Seq(row.seq.unsigned_abs());
                let bad = |why: String| JournalError::Entry { seq, why };
                let event = serde_json::from_str(&row.event).map_err(|e| bad(e.to_string()))?;
                let other = |old| (old, new.to_owned());
                let anew = names(&event, &seats).into_iter().map(other).collect();
                if let Event::Seated { seating } = event {
                    let seating = seating.renamed(&anew).map_err(|e| bad(e.to_string()))?;
                    let text = serde_json::to_string(&Event::Seated { seating });
                    row.event = text.map_err(|e| bad(e.to_string()))?;
                }
                Ok(())
            })?;
            all.commit().map_err(JournalError::Write)?;
            for (name, content) in self.attachments(row.id)? {
                to.attach(id, &name, &content)?;
            }
        }
        to.seal()
    }

    /// Takes in an evening with all its entries, or nothing of it, under names of its own; returns its number here.
    ///
    /// # Errors
    /// When it can't be written, or is here already.
    pub fn take_in(
        &mut self,
        uid: &str,
        table: &str,
        entries: &[(Entry, Written)],
    ) -> Result<i64, JournalError> {
        let all = self.db.transaction().map_err(JournalError::Write)?;
        let begun = entries.first().map_or(0, |(_, written)| written.wall_ms);
        let id = insert_evening(&all, uid, table, begun)?;
        for (entry, written) in entries {
            row(entry, written.clone())?
                .insert(&all, id)
                .map_err(JournalError::Write)?;
        }
        all.commit().map_err(JournalError::Write)?;
        Ok(id)
    }

    /// Copies the entries of an evening, each as `change` makes it.
    fn copy_entries(
        &self,
        from: i64,
        to: &Connection,
        id: i64,
        change: impl Fn(&mut Row) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        for mut row in self.rows(from)? {
            change(&mut row)?;
            row.insert(to, id).map_err(JournalError::Write)?;
        }
        Ok(())
    }

    /// Lays a file beside an evening that travels.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn attach(&mut self, evening: i64, name: &str, content: &[u8]) -> Result<(), JournalError> {
        self.db
            .execute(
                "INSERT INTO attachment (evening, name, content) VALUES (?1, ?2, ?3)",
                params![evening, name, content],
            )
            .map(|_| ())
            .map_err(JournalError::Write)
    }

    /// The files beside an evening that travelled: name and content.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn attachments(&self, evening: i64) -> Result<Vec<(String, Vec<u8>)>, JournalError> {
        let read = || {
            let mut query = self
                .db
                .prepare("SELECT name, content FROM attachment WHERE evening = ?1 ORDER BY name")?;
            let rows = query.query_map([evening], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<_, _>>()
        };
        read().map_err(JournalError::Read)
    }

    /// Puts everything into the one file, so that it can travel alone.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn seal(self) -> Result<(), JournalError> {
        let mode: String = self
            .db
            .pragma_update_and_check(None, "journal_mode", "DELETE", |row| row.get(0))
            .map_err(JournalError::Write)?;
        if mode == "delete" {
            Ok(())
        } else {
            Err(unusable(self.path(), "another program has it open"))
        }
    }
}

/// What players of these numbers are called where an entry says who sits at the table.
fn names(event: &Event, seats: &BTreeSet<Seat>) -> Vec<String> {
    let Event::Seated { seating } = event else {
        return Vec::new();
    };
    let all = seating.places().iter().chain(seating.left());
    all.filter(|p| seats.contains(&p.seat))
        .map(|p| p.name.clone())
        .collect()
}
