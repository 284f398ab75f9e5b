//! Pictures and films that are cut off, huge, empty or of odd colour spaces: each is read, or refused in one clear sentence, within a memory bound.
#![cfg(feature = "vision")]

#[allow(dead_code)]
mod evenings;
mod fuzzed;
#[allow(dead_code)]
mod highcard;

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use fuzzed::seeds::pictures::{all, encoded, gradient};
use image::ImageFormat;
use opencv::{
    core::{CV_8UC3, Mat, Scalar, Size},
    prelude::*,
    videoio::VideoWriter,
};
use serde_json::Value;

/// Addresses the program may have, KiB: its libraries and nets take half of it. A picture of the most pixels would not fit in twice.
const BOUND_KIB: u64 = 2_500_000;

/// A JPEG of four inks.
const CMYK: &str = "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwANCQoLCggNCwoLDg4NDxMgFRMSEhMnHB4XIC4pMTAuKS0sMzpKPjM2RjcsLUBXQUZMTlJTUjI+WmFaUGBKUVJP/8AAFAgAGAAgBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD0iuSrvK7aiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiv//Z";
/// A PNG of four colours from a palette.
const PALETTE: &str = "iVBORw0KGgoAAAANSUhEUgAAACgAAAAYAgMAAAD16ldTAAAADFBMVEXNzc2VlZVvb281NTURq3XZAAABE0lEQVR42gEIAff+AxumX82jEzKSylMEaf9Vnc43TGD4wgIzuxjekMIR4W2HBP3+cUkd3y9pWzoDRh39/E//2aYqAwBzFhF5MUOD0iSfAgKwZ6y21fbVgs0E739U8rgLVCT7EgMzXEww8V6sWBelA7mujvPhVNFJ+f0DbeD+L/D6Rfyt9gRVQyND8XrXqJrlBBrXANnU8wkjJUIDsvef/f82DDuaWwRf0UouvS12HgpEAc+JDcTP7zJx4doDOxwq+/0rYABIsQBnqfit7FDm/qPcAzPaJVvrNV/Jlx8D8jJTHFxJUf1ZJAIDtfQuU9j/HdXjBAW3gQfp/AnAxwkDKNOvF4raXb3YtQDoZwPQH2e+2xBRrgh9UYDjGu4AAAAASUVORK5CYII=";

/// Runs it within the bound.
fn bounded(folder: &Path, args: &[&str]) -> Output {
    Command::new("bash")
        .args([
            "-c",
            &format!("ulimit -v {BOUND_KIB}; exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_pitboss"),
        ])
        .args(args)
        .current_dir(folder)
        .output()
        .expect("it runs")
}

/// One line a picture, by name: it is read, or refused in one sentence.
fn read(folder: &Path, names: &[String]) -> Vec<Value> {
    let mut args = vec!["read", "--json"];
    args.extend(names.iter().map(String::as_str));
    let out = bounded(folder, &args);
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        matches!(out.status.code(), Some(0 | 1)),
        "{:?}: {said}",
        out.status
    );
    assert!(said.is_empty(), "{said}");
    let lines = String::from_utf8(out.stdout).expect("text");
    let lines: Vec<Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), names.len());
    for (line, name) in lines.iter().zip(names) {
        assert_eq!(line["file"], name.as_str());
        let why = line["error"].as_str();
        assert!(line["cards"].is_array() != why.is_some(), "{line}");
        assert!(
            why.is_none_or(|w| (10..300).contains(&w.len()) && !w.contains('\n')),
            "{line}"
        );
    }
    lines
}

fn written(folder: &Path, pictures: Vec<(&str, Vec<u8>)>) -> Vec<String> {
    let write = |(name, bytes): (&str, Vec<u8>)| {
        fs::write(folder.join(name), bytes).expect("written");
        name.to_owned()
    };
    pictures.into_iter().map(write).collect()
}

#[test]
fn odd_pictures_are_read_or_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let sound = encoded(&gradient(200, 150), ImageFormat::Png);
    let jpeg = encoded(&gradient(200, 150), ImageFormat::Jpeg);
    let kinds = all().into_iter().enumerate().map(|(n, bytes)| {
        fs::write(folder.path().join(format!("kind_{n}")), bytes).expect("written");
        format!("kind_{n}")
    });
    let mut readable: Vec<String> = kinds.collect();
    readable.extend(written(
        folder.path(),
        vec![
            ("cmyk.jpg", STANDARD.decode(CMYK).expect("base64")),
            ("palette.png", STANDARD.decode(PALETTE).expect("base64")),
            ("long.png", encoded(&gradient(4_000, 9), ImageFormat::Png)),
        ],
    ));
    for line in read(folder.path(), &readable) {
        assert!(
            line["cards"].as_array().is_some_and(Vec::is_empty),
            "{line}"
        );
    }
    let refused = written(
        folder.path(),
        vec![
            ("empty.png", Vec::new()),
            ("one.png", encoded(&gradient(1, 1), ImageFormat::Png)),
            ("line.png", encoded(&gradient(900, 1), ImageFormat::Png)),
            ("cut.png", sound[..sound.len() / 2].to_vec()),
            ("head.png", sound[..33].to_vec()),
            ("cut.jpg", jpeg[..jpeg.len() / 2].to_vec()),
            ("head.jpg", jpeg[..20].to_vec()),
            ("gif.jpg", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec()),
            ("zeros.jpg", vec![0; 100_000]),
        ],
    );
    for line in read(folder.path(), &refused) {
        assert!(line["error"].is_string(), "{line}");
    }
}

/// The JPEG with another size in its head.
fn resized(jpeg: &[u8], side: u16) -> Vec<u8> {
    let mut out = jpeg.to_vec();
    let frame = out
        .windows(2)
        .position(|w| w == [0xff, 0xc0])
        .expect("a frame's head");
    let [high, low] = side.to_be_bytes();
    out[frame + 5..frame + 9].copy_from_slice(&[high, low, high, low]);
    out
}

#[test]
fn a_bomb_of_a_picture_is_one_sentence_within_a_memory_bound() {
    let folder = tempfile::tempdir().expect("a folder");
    let jpeg = encoded(&gradient(200, 150), ImageFormat::Jpeg);
    let mut png = encoded(&gradient(200, 150), ImageFormat::Png);
    // Width and height stand behind the first chunk's name; its sum is wrong then, as a crafted file's need not be.
    png[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let names = written(
        folder.path(),
        vec![
            ("most.jpg", resized(&jpeg, 65_500)),
            ("just_too_large.jpg", resized(&jpeg, 10_001)),
            ("most.png", png),
        ],
    );
    for line in read(folder.path(), &names) {
        assert!(line["error"].is_string(), "{line}");
    }
    // Large, but allowed: it may be read or refused, and memory stays within the bound.
    let names = written(folder.path(), vec![("large.jpg", resized(&jpeg, 7_000))]);
    read(folder.path(), &names);
}

#[test]
fn films_that_break_off_are_said_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("whole.avi");
    let mjpg = VideoWriter::fourcc('M', 'J', 'P', 'G').expect("a name");
    let mut film = VideoWriter::new(&path, mjpg, 10.0, Size::new(320, 240), true).expect("a film");
    for n in 0..30 {
        let frame =
            Mat::new_rows_cols_with_default(240, 320, CV_8UC3, Scalar::all(f64::from(4 * n)))
                .expect("a frame");
        film.write(&frame).expect("written");
    }
    film.release().expect("closed");
    let whole = fs::read(&path).expect("a film");
    for (name, bytes, statuses) in [
        ("whole.avi", whole.clone(), [0, 0]),
        ("cut.avi", whole[..whole.len() / 2].to_vec(), [0, 1]),
        ("head.avi", whole[..120].to_vec(), [2, 2]),
        ("empty.avi", Vec::new(), [2, 2]),
        ("zeros.mp4", vec![0; 50_000], [2, 2]),
    ] {
        fs::write(folder.path().join(name), bytes).expect("written");
        let out = bounded(
            folder.path(),
            &[
                "watch", "--json", "--game", "mensch", "--seats", "A,B,C,D", "--source", name,
            ],
        );
        let said = String::from_utf8_lossy(&out.stderr);
        let status = out.status.code().unwrap_or(-1);
        assert!(statuses.contains(&status), "{name}: {status} {said}");
        assert_eq!(
            said.lines().count(),
            usize::from(status != 0),
            "{name}: {said}"
        );
        let told = String::from_utf8(out.stdout).expect("text");
        if status < 2 {
            let last: Value =
                serde_json::from_str(told.lines().last().expect("a line")).expect("JSON");
            assert_eq!(last["event"], "end", "{name}");
            assert!(last["frames"].as_u64() > Some(5), "{name}: {last}");
        }
    }
}
