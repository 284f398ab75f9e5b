//! One entry as it lies in the file, and the sum by which a row that the disk spoilt is found.

use rusqlite::{Connection, params};
use sha2::{Digest as _, Sha256};

/// When an entry was written, and who ordered it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// When, ms since 1970.
    pub wall_ms: i64,
    /// The asker and his own id of the order that led to it: `host:k3`, `Kim:k7`; `None` for what was seen or follows from other entries.
    pub client: Option<String>,
}

impl Written {
    /// Who ordered it: `host`, or the name under which a phone had joined.
    #[must_use]
    pub fn who(&self) -> Option<&str> {
        let (who, _) = self.client.as_deref()?.split_once(':')?;
        Some(who)
    }
}

/// A row of the table `entry`, but for the evening.
pub(super) struct Row {
    pub(super) seq: i64,
    pub(super) at_ms: i64,
    pub(super) told: bool,
    pub(super) written: Written,
    /// One JSON object.
    pub(super) event: String,
}

/// What a row is read from.
pub(super) const COLUMNS: &str = "seq, at_ms, wall_ms, told, client, event";

impl Row {
    /// Reads the columns of [`COLUMNS`].
    pub(super) fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            seq: row.get(0)?,
            at_ms: row.get(1)?,
            told: row.get(3)?,
            written: Written {
                wall_ms: row.get(2)?,
                client: row.get(4)?,
            },
            event: row.get(5)?,
        })
    }

    /// The first eight bytes of the SHA-256 of everything in the row.
    pub(super) fn sum(&self) -> i64 {
        let Self {
            seq,
            at_ms,
            told,
            written: Written { wall_ms, client },
            event,
        } = self;
        let whole = format!("{seq} {at_ms} {wall_ms} {told} {client:?} {event}");
        let digest = Sha256::digest(whole);
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        i64::from_be_bytes(first)
    }

    /// Adds it to an evening.
    pub(super) fn insert(&self, db: &Connection, evening: i64) -> rusqlite::Result<()> {
        let mut insert = db.prepare_cached(
            "INSERT INTO entry (id, evening, seq, at_ms, wall_ms, told, client, event, sum)
             VALUES (?1 * 4294967296 + ?2, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?;
        let Written { wall_ms, client } = &self.written;
        insert.execute(params![
            evening,
            self.seq,
            self.at_ms,
            wall_ms,
            self.told,
            client,
            self.event,
            self.sum(),
        ])?;
        Ok(())
    }
}
