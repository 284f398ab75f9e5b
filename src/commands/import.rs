//! An exported evening into this table's journal, with its pictures and calibration.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use sha2::{Digest as _, Sha256};

use super::{PARTLY, records, unusable};
use crate::{
    evidence,
    journal::{EveningRow, Journal, JournalError},
    rules,
    table::Table,
};

/// Take an exported evening into this table's journal
#[derive(clap::Args)]
pub struct Args {
    /// The exported file, or JSON lines
    file: PathBuf,
    /// The data folder
    #[arg(long, default_value_os_t = records::default_data())]
    data: PathBuf,
}

/// Why an evening can't be taken in.
#[derive(Debug, thiserror::Error)]
enum ImportError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Record(#[from] records::RecordError),
    #[error("{path} can't be written: {why}")]
    File { path: String, why: io::Error },
    #[error("{0}")]
    Held(String),
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match import(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(PARTLY),
        Err(error) => unusable(error),
    }
}

/// The journal there, and the lock that is held while an evening is taken in.
fn open(data: &Path) -> Result<(Journal, fs::File), ImportError> {
    let lock = records::lock_evenings(data).map_err(ImportError::Held)?;
    Ok((Journal::open(&data.join(records::JOURNAL))?, lock))
}

/// An evening of JSON lines goes by their content, so that the same lines are taken in once; it was played at another table.
fn import_lines(args: &Args) -> Result<bool, ImportError> {
    let entries = records::read_lines(&args.file)?;
    let text = fs::read(&args.file).map_err(|why| records::RecordError::File {
        path: args.file.display().to_string(),
        why,
    })?;
    let digest = Sha256::digest(text);
    let name = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let (uid, table) = (name(&digest[..16]), name(&digest[16..]));
    let (mut to, _lock) = open(&args.data)?;
    match to.evenings()?.into_iter().find(|row| row.uid == uid) {
        Some(here) => println!("evening {}: it is here already", here.id),
        None => {
            let id = to.take_in(&uid, &table, &entries)?;
            println!("evening {id}: {} entries", entries.len());
        }
    }
    Ok(true)
}

/// False where the record was taken in but is told differently by this version, or is here only in part.
fn import(args: &Args) -> Result<bool, ImportError> {
    if records::is_lines(&args.file) {
        return import_lines(args);
    }
    // An entry that can't be understood is said before anything is taken in.
    drop(records::read(&args.file, None)?);
    let from = Journal::read(&args.file)?;
    let (mut to, _lock) = open(&args.data)?;
    let mut all_same = true;
    for row in from.evenings()? {
        if let Some(here) = to.evenings()?.into_iter().find(|r| r.uid == row.uid) {
            // Its pictures may be missing, if the import was cut short.
            lay_all(&from, &row, &args.data)?;
            if row.entries > here.entries {
                println!(
                    "evening {}: it is here already, but with {} entries, and the file has {}: import it into another folder with --data",
                    here.id, here.entries, row.entries
                );
                all_same = false;
            } else {
                println!("evening {}: it is here already", here.id);
            }
            continue;
        }
        let id = from.copy_evening(&row, &mut to)?;
        lay_all(&from, &row, &args.data)?;
        println!("evening {id}: {} entries", row.entries);
        if let Err(differs) = Table::replay(rules::open, from.entries(row.id)?) {
            println!("evening {id}: {differs}");
            all_same = false;
        }
    }
    Ok(all_same)
}

fn lay_all(from: &Journal, row: &EveningRow, data: &Path) -> Result<(), ImportError> {
    for (name, content) in from.attachments(row.id)? {
        lay_down(data, &row.uid, &name, &content)?;
    }
    Ok(())
}

/// Lays a picture or a calibration file where it belongs. Names come from elsewhere: only plain ones are taken.
fn lay_down(data: &Path, uid: &str, name: &str, content: &[u8]) -> Result<(), ImportError> {
    let plain = |text: &str| {
        !text.starts_with('.')
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'))
    };
    let path = match name.split_once('/') {
        Some(("evidence", file)) if evidence::parse(file).is_some() && plain(uid) => {
            data.join("evidence").join(uid).join(file)
        }
        // What is calibrated here is not overwritten from elsewhere.
        Some(("calibration", file))
            if plain(file) && !data.join("calibration").join(file).exists() =>
        {
            data.join("calibration").join(file)
        }
        _ => return Ok(()),
    };
    let folder = path.parent().unwrap_or(data);
    let beside = path.with_extension("new");
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&beside, content))
        .and_then(|()| fs::rename(&beside, &path));
    written.map_err(|why| file_error(&path, why))
}

fn file_error(path: &Path, why: io::Error) -> ImportError {
    ImportError::File {
        path: path.display().to_string(),
        why,
    }
}
