//! The last minute of an evening at the simulated table, saved and replayed: the same entries as were committed in it, and the same bytes twice.
#![cfg(feature = "vision")]

#[path = "fake/program.rs"]
mod program;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
    thread::sleep,
    time::{Duration, Instant},
};

use program::Program;
use serde_json::Value;

/// A minute, what the state is kept in steps of, and a slow machine.
const PATIENCE: Duration = Duration::from_secs(200);

fn watch(bundle: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["watch", "--json", "--source"])
        .arg(bundle)
        .output()
        .expect("it runs")
}

/// The lines of a replay or a journal, without what only a journal has.
fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = std::str::from_utf8(bytes).expect("text");
    let line = |line| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let entry = line.as_object_mut().expect("an entry");
        entry.shift_remove("wall_ms");
        entry.shift_remove("who");
        line
    };
    text.lines().map(line).collect()
}

/// The parts of a tar file: name and content.
fn parts(tar: &[u8]) -> Vec<(String, Vec<u8>)> {
    use std::io::Read as _;
    let mut archive = tar::Archive::new(tar);
    let part = |entry: std::io::Result<tar::Entry<'_, &[u8]>>| {
        let mut entry = entry.expect("a part");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("whole");
        let name = entry.path().expect("a name").display().to_string();
        (name, content)
    };
    archive.entries().expect("a tar file").map(part).collect()
}

fn tarred(parts: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut out = tar::Builder::new(Vec::new());
    for (name, content) in parts {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        out.append_data(&mut header, name, content.as_slice())
            .expect("written");
    }
    out.into_inner().expect("whole")
}

/// What is said of a bundle that can't be used.
fn refused(file: &Path, content: &[u8]) -> String {
    fs::write(file, content).expect("written");
    let out = watch(file);
    assert_eq!(out.status.code(), Some(2), "{out:?}");
    assert!(out.stdout.is_empty(), "{out:?}");
    let said = String::from_utf8(out.stderr).expect("text");
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

/// A running evening's last minute, and its journal. By then the first stretch was let go: the bundle begins in the middle of the evening.
fn saved() -> (Vec<u8>, Vec<u8>) {
    let evening = Program::start("demo:7", "none");
    let began = Instant::now();
    let mut token = None;
    loop {
        assert!(began.elapsed() < PATIENCE, "no minute is kept");
        sleep(Duration::from_millis(500));
        token = token.or_else(|| evening.host());
        let Some(token) = &token else { continue };
        let (_, said) = evening
            .asked("GET /api/debug", token, "")
            .unwrap_or_default();
        let view: Value = serde_json::from_slice(&said).unwrap_or_default();
        if view["at"].as_f64() > Some(75.0) {
            let kept = view["kept"]["secs"].as_f64();
            assert!(kept >= Some(60.0) && kept < Some(72.0), "{view:#}");
            break;
        }
    }
    let token = token.expect("a token");
    let asked = |path: &str, token: &str| {
        let answer = evening.asked(&format!("GET {path}"), token, "");
        answer.expect("an answer")
    };
    assert_eq!(asked("/api/debug/bundle", "").0, 401);
    let (status, tar) = asked("/api/debug/bundle", &token);
    assert_eq!(status, 200);
    (tar, asked("/api/journal", "").1)
}

/// The number of the first entry that a bundle's replay tells.
fn first(replayed: &[Value]) -> usize {
    let seq = replayed[0]["seq"].as_u64().expect("a number");
    usize::try_from(seq).expect("a small number")
}

#[test]
fn the_last_minute_is_replayed_bit_for_bit() {
    let (tar, journal) = saved();
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("minute.tar");
    fs::write(&file, &tar).expect("written");
    let (once, again) = (watch(&file), watch(&file));
    assert_eq!(once.status.code(), Some(0), "{once:?}");
    assert_eq!(once.stdout, again.stdout);
    let (replayed, journal) = (lines(&once.stdout), lines(&journal));
    let (end, replayed) = replayed.split_last().expect("lines");
    assert_eq!(end["event"], "end");
    let first = first(replayed);
    assert!(first > 10, "it begins in the middle: {}", replayed[0]);
    assert_eq!(replayed, &journal[first - 1..first - 1 + replayed.len()]);
    let laid = replayed.iter().filter(|l| l["event"] == "laid").count();
    assert!(laid >= 8, "{laid} cards in a minute");

    let whole = parts(&tar);
    let is_picture = |(name, _): &&(String, Vec<u8>)| name.ends_with(".jpg");
    let pictures = whole.iter().filter(is_picture).count();
    assert!(pictures > 100, "{pictures} pictures");
    let picture = image::load_from_memory(&whole[4].1).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (1280, 720));

    let nth = replayed.iter().position(|l| l["event"] == "laid");
    a_record_that_parts_is_told(
        &home.path().join("other.tar"),
        &whole,
        first + nth.expect("a card"),
    );
    bad_bundles_are_refused(&home.path().join("bad.tar"), &tar, &whole);
}

/// That entry was another: told so, exit status 1.
fn a_record_that_parts_is_told(file: &Path, whole: &[(String, Vec<u8>)], seq: usize) {
    let mut parts = whole.to_vec();
    let journal = String::from_utf8(parts[1].1.clone()).expect("text");
    let changed = |(i, line): (usize, &str)| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        if i + 1 == seq {
            line["confidence"] = 0.123.into();
        }
        line.to_string() + "\n"
    };
    let changed: String = journal.lines().enumerate().map(changed).collect();
    parts[1].1 = changed.into_bytes();
    fs::write(file, tarred(&parts)).expect("written");
    let out = watch(file);
    assert_eq!(out.status.code(), Some(1), "{out:?}");
    let said = String::from_utf8(out.stderr).expect("text");
    let parted = format!("told otherwise than it was, from entry {seq} on");
    assert!(said.contains(&parted), "{said}");
}

fn bad_bundles_are_refused(file: &Path, tar: &[u8], whole: &[(String, Vec<u8>)]) {
    let said = refused(file, &tar[..tar.len() / 2]);
    assert!(said.contains("it is no whole tar file"), "{said}");
    for (part, content, says) in [
        (
            0,
            r#"{"bundle": 9}"#,
            "it has version 9, this program reads version 1",
        ),
        (2, "{", "its part state.json is not of its form"),
        (
            3,
            "{}\n",
            "its part moments.jsonl, line 1, is not of its form",
        ),
        (3, "", "it holds no frames"),
        (1, "", "its journal is shorter than its frames say"),
    ] {
        let mut parts = whole.to_vec();
        parts[part].1 = content.as_bytes().to_vec();
        let said = refused(file, &tarred(&parts));
        assert!(
            said.contains(says) && said.contains("save it again"),
            "{said}"
        );
    }
    let said = refused(file, &tarred(&[&whole[..2], &whole[3..]].concat()));
    assert!(said.contains("its part state.json is missing"), "{said}");
}
