//! A short run of every fuzz target on each change: sound inputs, spoilt by chance, the same for the same seed. `make fuzz` looks for ten minutes each.
//! `PITBOSS_FUZZ=N` tries each N times as often; `PITBOSS_SEEDS=DIR` writes the sound inputs for the fuzzer.

#[allow(dead_code)]
mod evenings;
mod fuzzed;
#[allow(dead_code)]
mod highcard;

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use evenings::Chance;
use fuzzed::{TARGETS, seeds};

/// Bytes that have a meaning somewhere.
const TELLING: [&[u8]; 16] = [
    b"\0",
    b"\xff",
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b"-1",
    b"1e999",
    b"18446744073709551616",
    b"null",
    b"nan",
    b"\xff\xd8\xff",
    b"IHDR",
    "카드".as_bytes(),
    b"\n",
];

/// One input spoilt a little.
fn spoilt(sound: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        match chance.below(7) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            2 if at < bytes.len() => bytes[at] = chance.next() as u8,
            3 => {
                let what = TELLING[chance.below(TELLING.len())];
                bytes.splice(at..at, what.iter().copied());
            }
            4 => {
                let upto = (at + 1 + chance.below(32)).min(bytes.len());
                bytes.drain(at.min(upto)..upto);
            }
            5 => {
                let upto = (at + 1 + chance.below(64)).min(bytes.len());
                let part = bytes[at.min(upto)..upto].to_vec();
                let to = chance.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ if !other.is_empty() => {
                let from = chance.below(other.len());
                let upto = (from + 1 + chance.below(64)).min(other.len());
                bytes.splice(at..at, other[from..upto].iter().copied());
            }
            _ => {}
        }
    }
    bytes
}

/// How often each is tried: those that open files, or play a deal, less.
fn times(target: &str) -> usize {
    let often = env::var("PITBOSS_FUZZ")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(1_usize);
    often
        * match target {
            "journal" | "deck" => 60,
            "fold" | "lines" | "judge" => 150,
            _ => 1_500,
        }
}

#[test]
fn every_parser_and_the_fold_take_anything() {
    for (name, target) in TARGETS {
        let sound = seeds::of(name);
        assert!(!sound.is_empty(), "{name} has no seeds");
        sound.iter().for_each(|s| target(s));
        let mut chance = Chance(1);
        for n in 0..times(name) {
            let other = &sound[chance.below(sound.len())];
            let bytes = spoilt(&sound[n % sound.len()], other, &mut chance);
            if catch_unwind(AssertUnwindSafe(|| target(&bytes))).is_err() {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("crash_{name}"));
                fs::write(&kept, &bytes).expect("written");
                panic!("{name}: try {n} broke it; the input is {}", kept.display());
            }
        }
        println!(
            "{name}: {} sound inputs, {} spoilt ones",
            sound.len(),
            times(name)
        );
    }
}

#[test]
fn seeds_are_written_where_a_fuzzer_wants_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let to = env::var_os("PITBOSS_SEEDS").map_or_else(|| folder.path().to_owned(), Into::into);
    for (name, _) in TARGETS {
        let own = to.join(name);
        fs::create_dir_all(&own).expect("made");
        for (n, seed) in seeds::of(name).iter().enumerate() {
            fs::write(own.join(format!("seed_{n}")), seed).expect("written");
        }
        assert!(fs::read_dir(&own).expect("a folder").count() > 0, "{name}");
    }
}

/// Every target has a long run, and every long run a target.
#[test]
fn the_long_runs_are_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/fuzz_targets");
    let files = fs::read_dir(folder).expect("a folder").flatten();
    let mut long: Vec<String> = files
        .filter_map(|f| Some(f.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    let mut short: Vec<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    if !cfg!(feature = "vision") {
        short.extend(["deck", "labels", "picture"].map(str::to_owned));
    }
    long.sort();
    short.sort();
    assert_eq!(long, short);
}
