//! What a host may mistype: one clear sentence on stderr, exit status 2, nothing half-written.
#![cfg(feature = "vision")]

use std::{fs, net::TcpListener, path::Path, process::Command};

const SEATS: &str = "A@south,B@west,C@north,D@east";

/// Runs it in that folder; the one sentence that it says.
fn refused(folder: &Path, args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let said = String::from_utf8(out.stderr).expect("text");
    assert_eq!(out.status.code(), Some(2), "{args:?}: {said}");
    assert!(out.stdout.is_empty(), "{args:?}");
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    said
}

#[test]
fn a_watch_that_cannot_be_says_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, text) in [
        ("text.mp4", "no film at all"),
        ("calls.jsonl", "{\"at\":1,"),
        ("rules.toml", "[mensch]\nno_such_rule = 1\n"),
    ] {
        fs::write(folder.join(name), text).expect("written");
    }
    fs::create_dir(folder.join("empty")).expect("made");
    let sound = [
        ("--game", "mensch"),
        ("--source", "demo:1"),
        ("--seats", SEATS),
        ("--dealer", "D"),
    ];
    for (flag, value, names) in [
        ("--source", "missing.mp4", "missing.mp4"),
        ("--source", "text.mp4", "text.mp4"),
        ("--source", "empty", "empty"),
        ("--source", "97", "97"),
        ("--game", "bridge", "bridge"),
        ("--seats", "A@south,B@west,C@north", "3"),
        ("--seats", "A@south,A@west,C@north,D@east", "A"),
        ("--dealer", "Z", "Z"),
        ("--calls", "calls.jsonl", "line 1"),
        ("--calls", "missing.jsonl", "missing.jsonl"),
        ("--rules", "rules.toml", "no_such_rule"),
        ("--rules", "missing.toml", "missing.toml"),
    ] {
        let mut args = vec!["watch", "--json", "--until", "1"];
        for (f, v) in sound.iter().filter(|(f, _)| *f != flag) {
            args.extend([f, v]);
        }
        args.extend([flag, value]);
        let said = refused(folder, &args);
        assert!(said.contains(names), "{flag} {value}: {said}");
    }
}

#[test]
fn an_evening_that_cannot_begin_leaves_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("file"), "").expect("written");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("its address");
    let (address, port) = (taken.to_string(), taken.port().to_string());
    for (args, names) in [
        (
            vec!["--source", "none", "--listen", &address],
            port.as_str(),
        ),
        (
            vec!["--source", "97", "--game", "mensch", "--seats", SEATS],
            "97",
        ),
        (vec!["--source", "missing.mp4"], "missing.mp4"),
        (vec!["--source", "none", "--game", "mensch"], "--seats"),
        (
            vec![
                "--source", "none", "--game", "mensch", "--seats", "A,B", "--dealer", "A",
            ],
            "2",
        ),
    ] {
        let said = refused(folder, &[&["run", "--data", "data"][..], &args].concat());
        assert!(said.contains(names), "{args:?}: {said}");
        assert!(!folder.join("data").exists(), "{args:?}");
    }
    let below = ["run", "--source", "none", "--data", "file/data"];
    assert!(refused(folder, &below).contains("file/data"));
}
