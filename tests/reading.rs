//! Pictures of the simulated table through the reader, and bad files through the command: names that are right or withheld, errors in one sentence.
#![cfg(feature = "vision")]

use std::{path::Path, process::Command};

use pitboss::{
    card::Card,
    cards::{DeckProfile, Reader},
    demo::scene::{Lying, Pose, Scene},
    frame::{At, Frame},
    sighting::{PicturePoint, TablePoint},
};

/// Cards laid apart in two rows, turned this way and that; `None` lies face down.
fn table(seed: u64, cards: &[Option<&str>]) -> (Frame, Vec<[PicturePoint; 4]>, Vec<Option<Card>>) {
    let mut scene = Scene::new(seed);
    let faces: Vec<Option<Card>> = cards
        .iter()
        .map(|c| c.map(|c| c.parse().expect("a card")))
        .collect();
    let lying: Vec<Lying> = faces
        .iter()
        .enumerate()
        .map(|(i, &face)| {
            let at = TablePoint {
                x_mm: -240.0 + 120.0 * (i % 5) as f64,
                y_mm: 70.0 - 140.0 * (i / 5) as f64,
            };
            Lying {
                face,
                pose: Pose {
                    at,
                    turn_deg: 37.0 * i as f64,
                },
            }
        })
        .collect();
    let outlines = lying
        .iter()
        .map(|l| l.pose.corners().map(|p| scene.map().picture_from_table(p)))
        .collect();
    (scene.picture(0, At(0), &lying, &[]), outlines, faces)
}

#[test]
fn names_are_right_or_withheld() {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let hands: [&[Option<&str>]; 2] = [
        &[
            Some("AS"),
            Some("7H"),
            None,
            Some("QD"),
            Some("TC"),
            Some("3S"),
        ],
        &[
            Some("KH"),
            Some("9D"),
            Some("6C"),
            Some("JC"),
            None,
            Some("2H"),
        ],
    ];
    let (mut named, mut lying) = (0, 0);
    for (seed, hand) in hands.iter().enumerate() {
        let (frame, _, truth) = table(seed as u64, hand);
        let seen = reader.read(&frame).expect("reads");
        for card in seen.sightings.iter().filter_map(|s| s.card) {
            assert!(truth.contains(&Some(card)), "{card} is not on table {seed}");
            named += 1;
        }
        lying += truth.iter().flatten().count();
        let down = truth.iter().filter(|c| c.is_none()).count();
        assert_eq!(seen.backs.len(), down, "backs on table {seed}");
    }
    assert!(named * 4 > lying, "only {named} of {lying} cards named");
}

#[test]
fn a_region_is_read_by_itself() {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let (frame, outlines, truth) = table(3, &[Some("KH"), Some("9D"), Some("AC"), Some("JC")]);
    let seen = reader.read_regions(&frame, &outlines[..1]).expect("reads");
    assert!(!seen.whole && seen.read.len() == 1);
    assert!(
        seen.sightings
            .iter()
            .filter_map(|s| s.card)
            .all(|c| Some(c) == truth[0])
    );
    let nothing = reader.read_regions(&frame, &[]).expect("reads");
    assert!(nothing.sightings.is_empty() && nothing.backs.is_empty());
}

fn pitboss(args: &[&Path]) -> (Option<i32>, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .arg("read")
        .arg("--json")
        .args(args)
        .output()
        .expect("runs");
    (
        out.status.code(),
        String::from_utf8(out.stdout).expect("text"),
    )
}

#[test]
fn a_bad_picture_has_its_own_line() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let (frame, ..) = table(1, &[Some("5H")]);
    let mut rgb = frame.pixels.to_vec();
    rgb.chunks_exact_mut(3).for_each(|p| p.reverse());
    image::save_buffer(
        path("good.jpg"),
        &rgb,
        frame.width,
        frame.height,
        image::ExtendedColorType::Rgb8,
    )
    .expect("saved");
    let whole = std::fs::read(path("good.jpg")).expect("bytes");
    std::fs::write(path("cut.jpg"), &whole[..whole.len() / 2]).expect("written");
    std::fs::write(path("empty.jpg"), b"").expect("written");
    let (code, out) = pitboss(&[
        &path("cut.jpg"),
        &path("missing.jpg"),
        &path("good.jpg"),
        &path("empty.jpg"),
    ]);
    assert_eq!(code, Some(1));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert_eq!(
        lines[0]["error"],
        "the picture is cut off: the file ends early"
    );
    assert!(
        lines[1]["error"]
            .as_str()
            .expect("an error")
            .starts_with("can't read the file")
    );
    assert_eq!(
        lines[2]["file"],
        path("good.jpg").to_string_lossy().as_ref()
    );
    assert_eq!(
        (lines[2]["width"].as_u64(), lines[2]["height"].as_u64()),
        (Some(1280), Some(720))
    );
    assert!(
        lines[2]["cards"].is_array()
            && lines[2]["face_down"].is_u64()
            && lines[2]["millis"].is_f64()
    );
    assert_eq!(
        lines[3]["error"],
        "the file is neither a JPEG nor a PNG picture"
    );
}

#[test]
fn an_unknown_deck_is_refused() {
    let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["read", "--deck", "tarot", "a.jpg"])
        .output()
        .expect("runs");
    assert_eq!(out.status.code(), Some(2));
    let said = String::from_utf8(out.stderr).expect("text");
    assert!(said.contains("no deck `tarot`"), "{said}");
}
