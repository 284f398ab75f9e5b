//! Entries into rows on disk and back: one SQLite file, only ever added to, each addition durable before anybody sees its effect.

mod row;
mod travel;

pub use row::Written;

use std::{
    fs,
    io::{ErrorKind, Read as _},
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, TransactionBehavior, params};

use self::row::{COLUMNS, Row};
use crate::{
    event::{Entry, Event},
    frame::At,
    play::Seq,
};

/// `PBJL`: marks a SQLite file as one of ours.
const APPLICATION_ID: u32 = 0x5042_4A4C;

/// A step that begins a new page changes several pages of the file, and a copy taken at that very moment may fit together no more (it is
/// refused then): with pages of four times the usual size that came 20 times less often, copying a file that was written without a pause.
const PAGE_BYTES: u32 = 16_384;

/// What brings a journal from the schema version of its place in the list to the next one; the newest version is the list's length.
/// A step is never changed once it was released.
const STEPS: [&str; 2] = [include_str!("journal_1.sql"), include_str!("journal_2.sql")];

/// What is wrong with a journal, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// No such file.
    #[error("there is no journal at {}", .0.display())]
    Missing(PathBuf),
    /// A file of somebody else's.
    #[error("{} is no journal of Pitboss; it was left as it is", .0.display())]
    Foreign(PathBuf),
    /// A damaged file.
    #[error("the journal {} is damaged ({what}); it was left as it is: take it away, and what has its name and -wal, and restore a copy, or begin in another folder", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// Written by a later version.
    #[error("the journal {} was written by a newer Pitboss (schema {found}, this one knows {known}): update Pitboss", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema version.
        found: u32,
        /// The newest that we know.
        known: usize,
    },
    /// It can't be opened or created there.
    #[error("the journal {} can't be opened: {why}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// Something could not be written; nothing of it is on disk.
    #[error(
        "the journal can't be written ({0}): nothing was entered; make room on the disk and try again"
    )]
    Write(#[source] rusqlite::Error),
    /// Something could not be read.
    #[error("the journal can't be read: {0}")]
    Read(#[source] rusqlite::Error),
    /// An entry that isn't one.
    #[error("entry {seq} of the journal can't be understood: {why}")]
    Entry {
        /// Which.
        seq: Seq,
        /// What the parser says.
        why: String,
    },
}

/// One evening in the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EveningRow {
    /// Its number in this file, from 1.
    pub id: i64,
    /// Its name everywhere else: 32 hexadecimal digits.
    pub uid: String,
    /// The table at which it was played: 32 hexadecimal digits.
    pub table: String,
    /// When it began, ms since 1970.
    pub begun_ms: i64,
    /// When its last entry was written, ms since 1970; when it began, if it has none.
    pub last_ms: i64,
    /// How many entries it has.
    pub entries: u64,
}

/// An open journal. Whoever reads it never waits for whoever writes it, nor the other way round (WAL); each step goes into the file itself
/// right away, so that a plain copy of the file, taken at any time, holds every entry that was acknowledged.
#[derive(Debug)]
pub struct Journal {
    db: Connection,
    path: PathBuf,
}

impl Journal {
    /// Opens a journal to write, and creates it where there is none; an older schema is brought up to date.
    ///
    /// # Errors
    /// When it can't be used. A foreign, damaged or newer file is left as it is.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        if fs::metadata(path).is_ok_and(|m| m.len() > 0) {
            drop(Self::read(path)?);
        } else {
            create(path)?;
        }
        let mut journal = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        journal.migrate()?;
        journal
            .db
            .execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
                 PRAGMA wal_autocheckpoint = 1;",
            )
            .map_err(|e| unusable(path, e))?;
        Ok(journal)
    }

    /// Opens a journal only to read it; it may be in use.
    ///
    /// # Errors
    /// When there is none, or it is foreign, damaged or newer.
    pub fn read(path: &Path) -> Result<Self, JournalError> {
        let found = look(path)?;
        if found as usize > STEPS.len() {
            let (path, known) = (path.to_owned(), STEPS.len());
            return Err(JournalError::Newer { path, found, known });
        }
        if left(path, "-journal") {
            // A step that a kill cut short before the file was in use, or while it was brought up to date: the first reading takes it
            // back, where it may write.
            let _version = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?.stored_version();
        }
        let journal = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        match journal.fault() {
            Ok(None) => Ok(journal),
            Ok(Some(what)) => Err(damaged(path, &what)),
            Err(error) => Err(damaged(path, &error.to_string())),
        }
    }

    /// What is wrong with the file: its structure, or a row that isn't as it was written.
    fn fault(&self) -> rusqlite::Result<Option<String>> {
        let whole = "PRAGMA quick_check(1)";
        let answer: String = self.db.query_row(whole, [], |row| row.get(0))?;
        if answer != "ok" {
            return Ok(Some(answer));
        }
        if self.stored_version()? < 2 {
            return Ok(None); // schema 1 had no sums
        }
        let sql = format!("SELECT {COLUMNS}, sum FROM entry WHERE sum IS NOT NULL");
        let mut query = self.db.prepare(&sql)?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (entry, sum) = (Row::read(row)?, row.get::<_, i64>(6)?);
            if entry.sum() != sum {
                let seq = entry.seq;
                return Ok(Some(format!("entry {seq} is not as it was written")));
            }
        }
        Ok(None)
    }

    fn stored_version(&self) -> rusqlite::Result<u32> {
        self.db
            .query_row("PRAGMA user_version", [], |row| row.get(0))
    }

    fn connect(path: &Path, how: OpenFlags) -> Result<Self, JournalError> {
        let db = Connection::open_with_flags(path, how | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|e| unusable(path, e))?;
        db.busy_timeout(Duration::from_secs(5))
            .map_err(|e| unusable(path, e))?;
        Ok(Self {
            db,
            path: path.to_owned(),
        })
    }

    /// Brings an older schema up to date, in one step or not at all.
    fn migrate(&mut self) -> Result<(), JournalError> {
        let version = self.version()?;
        let steps = &STEPS[(version as usize).min(STEPS.len())..];
        if steps.is_empty() {
            return Ok(());
        }
        let all = self.db.transaction().map_err(JournalError::Write)?;
        for step in steps {
            all.execute_batch(step).map_err(JournalError::Write)?;
        }
        all.pragma_update(None, "user_version", STEPS.len() as u32)
            .map_err(JournalError::Write)?;
        all.commit().map_err(JournalError::Write)
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The schema version of the file.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn version(&self) -> Result<u32, JournalError> {
        self.stored_version().map_err(JournalError::Read)
    }

    /// All evenings, oldest first.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn evenings(&self) -> Result<Vec<EveningRow>, JournalError> {
        let sql = "SELECT id, uid, table_id, begun_ms,
                (SELECT max(wall_ms) FROM entry WHERE entry.id BETWEEN evening.id << 32 AND (evening.id + 1) << 32),
                (SELECT count(*) FROM entry WHERE entry.id BETWEEN evening.id << 32 AND (evening.id + 1) << 32)
            FROM evening ORDER BY id";
        let read = || {
            let mut query = self.db.prepare(sql)?;
            let rows = query.query_map([], |row| {
                let begun_ms = row.get(3)?;
                Ok(EveningRow {
                    id: row.get(0)?,
                    uid: row.get(1)?,
                    table: row.get(2)?,
                    begun_ms,
                    last_ms: row.get::<_, Option<i64>>(4)?.unwrap_or(begun_ms),
                    entries: row.get::<_, i64>(5)?.unsigned_abs(),
                })
            })?;
            rows.collect::<Result<_, _>>()
        };
        read().map_err(JournalError::Read)
    }

    /// Begins an evening; returns its number.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn begin(&mut self, wall_ms: i64) -> Result<i64, JournalError> {
        insert_evening(&self.db, &new_id(), &self.table_id()?, wall_ms)
    }

    /// Begins an evening with these entries, all of it or nothing; returns its number.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn begin_with(&mut self, entries: &[Entry], wall_ms: i64) -> Result<i64, JournalError> {
        let client = None;
        let written = Written { wall_ms, client };
        let entries: Vec<_> = entries
            .iter()
            .map(|entry| (entry.clone(), written.clone()))
            .collect();
        let table = self.table_id()?;
        self.take_in(&new_id(), &table, &entries)
    }

    /// The table's own name: 32 hexadecimal digits.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn table_id(&self) -> Result<String, JournalError> {
        self.db
            .query_row("SELECT table_id FROM about", [], |row| row.get(0))
            .map_err(JournalError::Read)
    }

    /// Adds entries, all of them or none; when this returns they are on the disk. `client` is the asker's own id of the order that led to
    /// the first of them.
    ///
    /// # Errors
    /// When they can't be written, or don't follow on the last one.
    pub fn append(
        &mut self,
        evening: i64,
        entries: &[Entry],
        wall_ms: i64,
        client: Option<&str>,
    ) -> Result<(), JournalError> {
        let all = self
            .db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(JournalError::Write)?;
        for (i, entry) in entries.iter().enumerate() {
            let client = client.filter(|_| i == 0).map(str::to_owned);
            let written = Written { wall_ms, client };
            row(entry, written)?
                .insert(&all, evening)
                .map_err(JournalError::Write)?;
        }
        all.commit().map_err(JournalError::Write)
    }

    /// The entries of an evening, oldest first.
    ///
    /// # Errors
    /// When one can't be read or understood.
    pub fn entries(&self, evening: i64) -> Result<Vec<Entry>, JournalError> {
        let entry = |row: Row| {
            let seq = Seq(row.seq.unsigned_abs());
            let event: Event =
                serde_json::from_str(&row.event).map_err(|e| JournalError::Entry {
                    seq,
                    why: e.to_string(),
                })?;
            let at = At(row.at_ms.unsigned_abs());
            Ok(Entry { seq, at, event })
        };
        self.rows(evening)?.into_iter().map(entry).collect()
    }

    /// When each entry of an evening was written and who ordered it, in order.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn written(&self, evening: i64) -> Result<Vec<Written>, JournalError> {
        let rows = self.rows(evening)?.into_iter();
        Ok(rows.map(|row| row.written).collect())
    }

    /// The rows of an evening, oldest first.
    fn rows(&self, evening: i64) -> Result<Vec<Row>, JournalError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM entry WHERE id BETWEEN ?1 << 32 AND (?1 + 1) << 32 ORDER BY id"
        );
        let read = || {
            let mut query = self.db.prepare(&sql)?;
            let rows = query.query_map([evening], Row::read)?;
            rows.collect::<Result<_, _>>()
        };
        read().map_err(JournalError::Read)
    }

    /// The entry to which that order of a client led, if it was carried out before.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn order(&self, evening: i64, client: &str) -> Result<Option<Seq>, JournalError> {
        self.db
            .query_row(
                "SELECT seq FROM entry WHERE evening = ?1 AND client = ?2",
                params![evening, client],
                |row| Ok(Seq(row.get::<_, i64>(0)?.unsigned_abs())),
            )
            .optional()
            .map_err(JournalError::Read)
    }

    /// Limits how far the file may grow, in pages of SQLite: a disk that is full, for trying.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn limit_pages(&self, pages: u32) -> Result<(), JournalError> {
        self.db
            .pragma_update(None, "max_page_count", pages)
            .map_err(JournalError::Write)
    }
}

/// An entry as a row.
fn row(entry: &Entry, written: Written) -> Result<Row, JournalError> {
    let event = serde_json::to_string(&entry.event).map_err(|e| JournalError::Entry {
        seq: entry.seq,
        why: e.to_string(),
    })?;
    Ok(Row {
        seq: entry.seq.0 as i64,
        at_ms: entry.at.0 as i64,
        told: entry.event.is_told(),
        written,
        event,
    })
}

fn damaged(path: &Path, what: &str) -> JournalError {
    JournalError::Damaged {
        path: path.to_owned(),
        what: what.lines().next_back().unwrap_or_default().to_owned(),
    }
}

fn insert_evening(
    db: &Connection,
    uid: &str,
    table: &str,
    wall_ms: i64,
) -> Result<i64, JournalError> {
    db.execute(
        "INSERT INTO evening (uid, table_id, begun_ms) VALUES (?1, ?2, ?3)",
        params![uid, table, wall_ms],
    )
    .map_err(JournalError::Write)?;
    Ok(db.last_insert_rowid())
}

fn create(path: &Path) -> Result<(), JournalError> {
    create_as(path, &new_id())
}

/// Whether steps lie beside that journal, in a file of SQLite's.
fn left(path: &Path, suffix: &str) -> bool {
    fs::metadata(companion(path, suffix)).is_ok_and(|m| m.len() > 0)
}

/// A file of SQLite's beside that journal: `-wal`, `-shm` or `-journal`.
fn companion(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Takes away a journal that was never finished, with everything that SQLite keeps beside it: the next file of that name must not take the
/// old steps for its own.
pub fn discard(path: &Path) {
    drop(fs::remove_file(path));
    for suffix in ["-wal", "-shm", "-journal"] {
        drop(fs::remove_file(companion(path, suffix)));
    }
}

/// Creates an empty journal under another name and moves it into place: it is there whole, or not at all.
fn create_as(path: &Path, table: &str) -> Result<(), JournalError> {
    if left(path, "-wal") || left(path, "-journal") {
        // SQLite would take them for the new file's.
        let why = "the file is gone, and the last steps of it lie beside, in a file of that name with -wal or -journal: put it back, or take that away too";
        return Err(unusable(path, why));
    }
    let beside = companion(path, ".new");
    match fs::remove_file(&beside) {
        Err(e) if e.kind() != ErrorKind::NotFound => return Err(unusable(path, e)),
        _ => {}
    }
    let how = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut journal = Journal::connect(&beside, how).map_err(|e| match e {
        JournalError::Unusable { why, .. } => JournalError::Unusable {
            path: path.to_owned(),
            why,
        },
        other => other,
    })?;
    let about =
        format!("PRAGMA page_size = {PAGE_BYTES}; PRAGMA application_id = {APPLICATION_ID}");
    let begun = journal.db.execute_batch(&about);
    begun.map_err(|e| unusable(path, e))?;
    journal.migrate()?;
    journal
        .db
        .execute("INSERT INTO about (table_id) VALUES (?1)", [table])
        .map_err(JournalError::Write)?;
    drop(journal);
    let moved = fs::rename(&beside, path).and_then(|()| match path.parent() {
        // The name must survive a power cut too.
        Some(folder) if !folder.as_os_str().is_empty() => fs::File::open(folder)?.sync_all(),
        _ => Ok(()),
    });
    moved.map_err(|e| unusable(path, e))
}

/// Reads a file's first bytes: its schema version, if it is one of ours.
fn look(path: &Path) -> Result<u32, JournalError> {
    let mut head = [0_u8; 100];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    match read {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            return Err(JournalError::Missing(path.to_owned()));
        }
        Err(e) if e.kind() == ErrorKind::UnexpectedEof => {
            return Err(JournalError::Foreign(path.to_owned()));
        }
        Err(e) => return Err(unusable(path, e)),
        Ok(()) => {}
    }
    // https://www.sqlite.org/fileformat2.html#the_database_header
    let word = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if !head.starts_with(b"SQLite format 3\0") || word(68) != APPLICATION_ID {
        return Err(JournalError::Foreign(path.to_owned()));
    }
    Ok(word(60))
}

fn unusable(path: &Path, why: impl std::fmt::Display) -> JournalError {
    JournalError::Unusable {
        path: path.to_owned(),
        why: why.to_string(),
    }
}

/// 32 hexadecimal digits that nothing else has.
fn new_id() -> String {
    format!("{:032x}", rand::random::<u128>())
}
