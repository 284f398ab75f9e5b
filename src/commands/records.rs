//! A path that names a record — a journal, a data folder, an exported evening, JSON lines — into its evenings.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    event::{Entry, Event},
    journal::{Journal, JournalError, Written},
    line::{LineError, from_line},
    play::Seq,
    rules,
    seat::Seating,
    table::{Differs, Refused, Table},
};

/// The journal's name in its folder.
pub const JOURNAL: &str = "journal.sqlite";

/// A record that can't be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A file that can't be read.
    #[error("{path} can't be read: {why}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        why: io::Error,
    },
    /// No such evening.
    #[error("{path} holds no evening {evening}: it has {has}")]
    NoEvening {
        /// The file.
        path: String,
        /// What was asked for.
        evening: i64,
        /// How many there are.
        has: usize,
    },
    /// A line of a file that can't be read.
    #[error("{path}, line {number}: {why}")]
    Line {
        /// The file.
        path: String,
        /// From 1.
        number: usize,
        /// Why.
        why: LineError,
    },
    /// A line that names another by a number which that one doesn't have here.
    #[error(
        "{path}, line {number}: {why}: the rules tell something else now, and this line would put the wrong entry right"
    )]
    Differs {
        /// The file.
        path: String,
        /// From 1.
        number: usize,
        /// Why.
        why: Differs,
    },
    /// A line that no table takes.
    #[error("{path}, line {number}: {why}")]
    Refused {
        /// The file.
        path: String,
        /// From 1.
        number: usize,
        /// Why.
        why: Refused,
    },
}

/// The journal of a folder, or the file itself.
#[must_use]
pub fn journal_path(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(JOURNAL)
    } else {
        path.to_owned()
    }
}

/// Where a table's data lie if no folder is named: `pitboss` in the user's own data folder, else here.
#[must_use]
pub fn default_data() -> PathBuf {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    set("XDG_DATA_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".local/share")))
        .map_or_else(
            || PathBuf::from("pitboss-data"),
            |folder| folder.join("pitboss"),
        )
}

/// The evenings of a record with their numbers; all, or that one.
///
/// # Errors
/// When it can't be read, in one sentence.
pub fn read(path: &Path, evening: Option<i64>) -> Result<Vec<(i64, Vec<Entry>)>, RecordError> {
    if is_lines(path) {
        let entries = read_lines(path)?.into_iter().map(|(entry, _)| entry);
        return Ok(vec![(1, entries.collect())]);
    }
    let path = journal_path(path);
    let journal = Journal::read(&path)?;
    let rows = journal.evenings()?;
    if let Some(evening) = evening.filter(|id| rows.iter().all(|row| row.id != *id)) {
        let (path, has) = (path.display().to_string(), rows.len());
        return Err(RecordError::NoEvening { path, evening, has });
    }
    rows.iter()
        .filter(|row| evening.is_none_or(|id| id == row.id))
        .map(|row| Ok((row.id, journal.entries(row.id)?)))
        .collect()
}

/// The last evening of a record.
///
/// # Errors
/// When it can't be read, or there is none.
pub fn read_last(path: &Path, evening: Option<i64>) -> Result<(i64, Vec<Entry>), RecordError> {
    let found = read(path, evening)?.pop();
    found.ok_or_else(|| RecordError::NoEvening {
        path: path.display().to_string(),
        evening: 1,
        has: 0,
    })
}

/// Whether the file holds JSON lines.
#[must_use]
pub fn is_lines(path: &Path) -> bool {
    fs::File::open(path).is_ok_and(|mut file| {
        let mut first = [0_u8; 1];
        io::Read::read_exact(&mut file, &mut first).is_ok() && first[0] == b'{'
    })
}

/// Entries of JSON lines, with when each was written and by whom, as far as the lines say so: facts are taken from the lines, what was
/// told follows from them.
///
/// # Errors
/// Names the first line that can't be read or taken.
pub fn read_lines(path: &Path) -> Result<Vec<(Entry, Written)>, RecordError> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|why| RecordError::File {
        path: name.clone(),
        why,
    })?;
    let mut table = Table::new(rules::open);
    let mut seating: Option<Seating> = None;
    let mut shifted = false;
    let mut record = Vec::new();
    for (i, text) in text
        .lines()
        .enumerate()
        .filter(|(_, text)| !text.trim().is_empty())
    {
        let (path, number) = (name.clone(), i + 1);
        let read = serde_json::from_str::<Value>(text)
            .map_err(|e| LineError::NoEntry(e.to_string()))
            .and_then(|value| {
                Ok((
                    from_line(&value, seating.as_ref())?,
                    written(&value, number),
                ))
            });
        let (entry, written) = match read {
            Ok((Some(entry), written)) => (entry, written),
            Ok((None, _)) => continue,
            Err(why) => return Err(RecordError::Line { path, number, why }),
        };
        if let Event::Seated { seating: new } = &entry.event {
            seating = Some(match &seating {
                Some(before) => new.clone().after(before),
                None => new.clone(),
            });
        }
        // Corrections name entries by number: where the rules tell more or less now, they would name others.
        let expected = Seq(table.entries().len() as u64 + 1);
        shifted |= entry.seq != expected;
        if shifted && names_an_entry(&entry.event) {
            let found = entry.seq;
            let why = Differs::Order { found, expected };
            return Err(RecordError::Differs { path, number, why });
        }
        let entries = table
            .take(entry.at, entry.event)
            .map_err(|why| RecordError::Refused { path, number, why })?;
        let wall_ms = written.wall_ms;
        let told = std::iter::repeat(Written {
            wall_ms,
            client: None,
        });
        record.extend(
            entries
                .into_iter()
                .zip(std::iter::once(written).chain(told)),
        );
    }
    Ok(record)
}

/// When a line was written, and by whom; its number stands for the order's own id, which no line tells.
fn written(line: &Value, number: usize) -> Written {
    let who = line["who"].as_str();
    Written {
        wall_ms: line["wall_ms"].as_i64().unwrap_or_default(),
        client: who.map(|who| format!("{who}:line-{number}")),
    }
}

/// The data folder, ours alone to play in, and writable.
pub(super) fn lock(data: &Path) -> Result<fs::File, String> {
    hold(data, "lock", "plays with")
}

/// The list of its evenings, ours alone to add to or to write anew; an evening may be played meanwhile.
pub(super) fn lock_evenings(data: &Path) -> Result<fs::File, String> {
    hold(
        data,
        "lock-evenings",
        "takes an evening in or a name out of",
    )
}

fn hold(data: &Path, name: &str, does: &str) -> Result<fs::File, String> {
    let failed = |e: io::Error| {
        format!(
            "the data folder {} can't be written: {e}; choose another with --data",
            data.display()
        )
    };
    fs::create_dir_all(data).map_err(failed)?;
    let file = fs::File::create(data.join(name)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(format!(
            "another pitboss {does} the data folder {}: end it, or choose another folder with --data",
            data.display()
        )),
        Err(fs::TryLockError::Error(e)) => Err(failed(e)),
    }
}

/// Whether an entry is about another, by its number.
fn names_an_entry(event: &Event) -> bool {
    match event {
        Event::Laid { replaces, .. } => replaces.is_some(),
        Event::Asked { hole, .. } => hole.is_some(),
        Event::Answered { .. }
        | Event::Struck { .. }
        | Event::Undone { .. }
        | Event::Replaced { .. }
        | Event::Inserted { .. }
        | Event::Decided { .. } => true,
        _ => false,
    }
}
