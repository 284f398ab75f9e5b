//! What surrounds the camera: the phones' way in, the disk, the journal.

use std::{
    fs, io,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
};

use super::{Args, Finding, State};
use crate::{
    commands::{records::JOURNAL, run::own_address},
    journal::Journal,
};

/// An evening's pictures and journal, MB (`EVIDENCE_BUDGET_BYTES` and some more).
const NEEDED_MB: u64 = 300;

pub(super) fn findings(args: &Args) -> Vec<Finding> {
    vec![phones(args), disk(&args.data), journal(&args.data)]
}

/// Whether phones find a door.
fn phones(args: &Args) -> Finding {
    let port = args.listen.port().to_string();
    if let Err(e) = TcpListener::bind(args.listen) {
        if e.kind() == io::ErrorKind::AddrInUse {
            return Finding::new(State::Advice, "phones-taken", &[("port", port)]);
        }
        return Finding::new(State::Fault, "phones-alone", &[]);
    }
    let ip = own_address(args.listen.ip());
    let address = [("address", format!("{ip}:{port}")), ("port", port)];
    match (ip.is_loopback(), args.listen.ip().is_unspecified()) {
        (false, _) => Finding::new(State::Ok, "phones-ok", &address),
        (true, true) => Finding::new(State::Fault, "phones-alone", &[]),
        (true, false) => Finding::new(State::Advice, "phones-local", &address),
    }
}

/// Whether the evening's files find room.
fn disk(data: &Path) -> Finding {
    let folder = ("folder", data.display().to_string());
    let tried = || {
        fs::create_dir_all(data)?;
        let trial = data.join("doctor.new");
        fs::write(&trial, [0; 4096])?;
        fs::remove_file(trial)
    };
    if let Err(why) = tried() {
        let needs = [folder, ("why", why.to_string())];
        return Finding::new(State::Fault, "disk-closed", &needs);
    }
    let free = free_mb(data);
    let needs = [folder, ("free", free.unwrap_or_default().to_string())];
    match free {
        Some(free) if free < NEEDED_MB => Finding::new(State::Fault, "disk-low", &needs),
        _ => Finding::new(State::Ok, "disk-ok", &needs),
    }
}

/// Free space there, MB, as the system's own `df` tells it.
fn free_mb(folder: &Path) -> Option<u64> {
    let out = Command::new("df").arg("-Pk").arg(folder).output().ok()?;
    let text = String::from_utf8(out.stdout).ok()?;
    let free: u64 = text
        .lines()
        .nth(1)?
        .split_whitespace()
        .nth(3)?
        .parse()
        .ok()?;
    Some(free / 1024)
}

/// Whether the evenings so far can be gone on with.
fn journal(data: &Path) -> Finding {
    let path: PathBuf = data.join(JOURNAL);
    if !path.exists() {
        return Finding::new(State::Ok, "journal-none", &[]);
    }
    let whole = Journal::read(&path).and_then(|journal| {
        let rows = journal.evenings()?;
        for row in &rows {
            journal.entries(row.id)?;
        }
        Ok(rows.len())
    });
    match whole {
        Ok(count) => Finding::new(State::Ok, "journal-ok", &[("evenings", count.to_string())]),
        Err(why) => Finding::new(State::Fault, "journal-fails", &[("why", why.to_string())]),
    }
}
