//! One evening into one file: its journal, pictures and calibration, or its JSON lines.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use super::{records, say, unusable};
use crate::{
    evening::lines,
    journal::{EveningRow, Journal, JournalError, discard},
};

/// Pack one evening — journal, pictures, calibration — into one file, also while it is played
#[derive(clap::Args)]
pub struct Args {
    /// The data folder, or a journal
    journal: PathBuf,
    /// The file to write; - for JSON lines on standard output
    file: PathBuf,
    /// An evening by its number; the last one if not given
    #[arg(long)]
    evening: Option<i64>,
    /// JSON lines instead, one entry a line, seats by name
    #[arg(long)]
    lines: bool,
}

/// Why an evening can't be packed.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("{0} holds no such evening")]
    NoEvening(String),
    #[error("{path} can't be written: {why}")]
    File { path: String, why: io::Error },
}

/// Runs the command.
#[must_use]
pub fn run(args: &Args) -> ExitCode {
    match export(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => unusable(error),
    }
}

fn export(args: &Args) -> Result<(), ExportError> {
    let path = records::journal_path(&args.journal);
    let journal = Journal::read(&path)?;
    let mut rows = journal.evenings()?.into_iter();
    let row = match args.evening {
        Some(id) => rows.find(|row| row.id == id),
        None => rows.next_back(),
    };
    let row = row.ok_or_else(|| ExportError::NoEvening(path.display().to_string()))?;
    let stdout = args.file == Path::new("-");
    if args.lines || stdout {
        let text = lines(&journal.entries(row.id)?, &journal.written(row.id)?);
        if stdout {
            let _heard = say(&text);
            return Ok(());
        }
        return write_whole(&args.file, text.as_bytes());
    }
    if args.file.exists() {
        let why = io::Error::new(io::ErrorKind::AlreadyExists, "there is a file already");
        return Err(ExportError::File {
            path: args.file.display().to_string(),
            why,
        });
    }
    // Under another name until it is whole: a kill leaves no half evening that looks like one.
    let beside = beside(&args.file);
    discard(&beside);
    let packed = pack(&journal, &row, &path, &beside).and_then(|()| {
        fs::rename(&beside, &args.file).map_err(|why| ExportError::File {
            path: args.file.display().to_string(),
            why,
        })
    });
    if packed.is_err() {
        discard(&beside);
    }
    packed
}

fn pack(journal: &Journal, row: &EveningRow, from: &Path, file: &Path) -> Result<(), ExportError> {
    let mut out = Journal::open(file)?;
    let id = journal.copy_evening(row, &mut out)?;
    for (name, content) in journal.attachments(row.id)? {
        out.attach(id, &name, &content)?;
    }
    let folder = from.parent().unwrap_or(Path::new("."));
    for (kind, folder) in [
        ("evidence", folder.join("evidence").join(&row.uid)),
        ("calibration", folder.join("calibration")),
    ] {
        let Ok(files) = fs::read_dir(&folder) else {
            continue;
        };
        let mut names: Vec<_> = files
            .flatten()
            .filter(|f| f.path().is_file())
            .map(|f| f.file_name())
            .collect();
        names.sort();
        for name in names {
            // A picture may go under the budget while we read.
            if let (Ok(content), Some(name)) = (fs::read(folder.join(&name)), name.to_str()) {
                out.attach(id, &format!("{kind}/{name}"), &content)?;
            }
        }
    }
    out.seal()?;
    Ok(())
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn write_whole(path: &Path, content: &[u8]) -> Result<(), ExportError> {
    let beside = beside(path);
    let written = fs::write(&beside, content).and_then(|()| fs::rename(&beside, path));
    written.map_err(|why| ExportError::File {
        path: path.display().to_string(),
        why,
    })
}
