//! `pitboss doctor` before tables as a camera would see them: what is well, what is advised, what would keep an evening from working.
#![cfg(feature = "vision")]

use std::{
    collections::BTreeMap,
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use image::RgbImage;
use pitboss::{
    card::Deck,
    demo::{
        camera::Camera,
        scene::{Lying, Pose, Scene},
    },
    frame::At,
    sighting::TablePoint,
};
use rand::{SeedableRng, rngs::SmallRng};
use serde_json::Value;

/// Pictures of one table, each with its own noise: a card before each of the four sides, four markers.
fn pictures() -> Vec<RgbImage> {
    let camera = Camera {
        width: 1280,
        height: 720,
        height_mm: 950.0,
        tilt_deg: 5.0,
        roll_deg: 0.0,
        view_deg: 50.0,
    };
    let mut scene = Scene::seen_by(camera, SmallRng::seed_from_u64(11));
    let places = [(0.0, -150.0), (-270.0, 0.0), (0.0, 150.0), (270.0, 0.0)];
    let cards: Vec<Lying> = places
        .iter()
        .zip(Deck::Short.cards())
        .map(|(&(x_mm, y_mm), card)| Lying {
            face: Some(card),
            pose: Pose {
                at: TablePoint { x_mm, y_mm },
                turn_deg: 0.0,
            },
        })
        .collect();
    (0..4)
        .map(|n| {
            let frame = scene.picture(n, At(100 * n), &cards, &[]);
            let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
            RgbImage::from_raw(frame.width, frame.height, rgb.collect())
                .expect("three bytes a pixel")
        })
        .collect()
}

/// The pictures, each changed, in a folder.
fn folder(home: &Path, name: &str, change: impl Fn(&mut RgbImage)) -> PathBuf {
    let path = home.join(name);
    fs::create_dir(&path).expect("a folder");
    for (n, mut picture) in pictures().into_iter().enumerate() {
        change(&mut picture);
        picture.save(path.join(format!("{n}.png"))).expect("saved");
    }
    path
}

fn doctor(source: &Path, data: &Path, more: &[&str]) -> Output {
    let named = more.contains(&"--listen");
    let door: &[&str] = if named {
        &[]
    } else {
        &["--listen", "0.0.0.0:0"]
    };
    Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .arg("doctor")
        .arg("--source")
        .arg(source)
        .arg("--data")
        .arg(data)
        .args(more)
        .args(door)
        .output()
        .expect("it runs")
}

/// What was found of each check, and whether an evening can begin.
fn found(source: &Path, data: &Path, more: &[&str]) -> (BTreeMap<String, Vec<String>>, bool) {
    let out = doctor(source, data, &[&["--json"], more].concat());
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8(out.stdout).expect("text").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| line[name].as_str().expect("a text").to_owned();
        let said = format!("{}: {}", text("state"), text("says"));
        all.entry(text("check")).or_default().push(said);
    }
    let code = out.status.code();
    assert!(code == Some(0) || code == Some(1), "{code:?}");
    (all, code == Some(0))
}

#[test]
fn a_good_table_is_well() {
    let home = tempfile::tempdir().expect("a folder");
    let good = folder(home.path(), "good", |_| {});
    let (found, begins) = found(&good, &home.path().join("data"), &[]);
    assert!(begins, "{found:#?}");
    for check in [
        "source", "light", "markers", "glare", "focus", "cards", "deck", "disk", "journal",
    ] {
        let said = &found
            .get(check)
            .unwrap_or_else(|| panic!("{check}: {found:#?}"));
        assert!(said.iter().all(|s| s.starts_with("ok: ")), "{said:?}");
    }
    assert_eq!(
        found["focus"],
        [
            "ok: It is sharp before the near side, before the left side, before the far side, before the right side."
        ]
    );
    assert_eq!(
        found["cards"],
        ["ok: All 4 cards that lie there face up are read."]
    );
}

#[test]
fn what_the_camera_sees_badly_is_said_where_it_is() {
    let home = tempfile::tempdir().expect("a folder");
    let data = home.path().join("data");
    let at = |x: u32, y: u32, fx: f64, fy: f64| {
        (f64::from(x) - fx * 1280.0).hypot(f64::from(y) - fy * 720.0)
    };
    let dark = folder(home.path(), "dark", |p| {
        p.pixels_mut().for_each(|c| c.0 = c.0.map(|v| v / 8));
    });
    let glare = folder(home.path(), "glare", |p| {
        for (x, y, c) in p.enumerate_pixels_mut() {
            if at(x, y, 0.28, 0.5) < 26.0 || at(x, y, 0.52, 0.48) < 26.0 {
                *c = image::Rgb([255; 3]);
            }
        }
    });
    let blurred = folder(home.path(), "blurred", |p| {
        let soft = image::imageops::fast_blur(p, 3.0);
        for (x, y, c) in p.enumerate_pixels_mut() {
            if x > 860 && y > 160 && y < 560 {
                *c = *soft.get_pixel(x, y);
            }
        }
    });
    let covered = folder(home.path(), "covered", |p| {
        for (x, y, c) in p.enumerate_pixels_mut() {
            if x < 300 && y < 240 {
                *c = image::Rgb([90, 120, 100]);
            }
        }
    });
    let cases = [
        (&dark, "light", "fault: It is too dark (brightness ", false),
        (
            &glare,
            "glare",
            "advice: A dazzling spot lies in the middle, before the left side: ",
            true,
        ),
        (
            &blurred,
            "focus",
            "fault: It is blurred before the right side: ",
            false,
        ),
        (
            &covered,
            "markers",
            "advice: Of the four markers only 3 are seen: lay the others (0) ",
            true,
        ),
    ];
    for (source, check, says, can_begin) in cases {
        let (found, begins) = found(source, &data, &[]);
        let said = &found[check];
        assert!(
            said.iter().any(|s| s.starts_with(says)),
            "{source:?}: {said:?}"
        );
        assert_eq!(begins, can_begin, "{source:?}: {found:#?}");
    }
    // Players by their names, in Korean too.
    let more = ["--seats", "민지@east,Bora@west", "--lang", "ko"];
    let out = doctor(&blurred, &data, &more);
    let text = String::from_utf8(out.stdout).expect("text");
    assert!(text.contains("[문제] 흐린 곳: 민지 앞."), "{text}");
    assert!(
        text.ends_with("시작을 막는 문제가 1가지 있습니다.\n"),
        "{text}"
    );
}

#[test]
fn what_surrounds_the_camera_is_said_too() {
    let home = tempfile::tempdir().expect("a folder");
    let demo = Path::new("demo:3");
    let data = home.path().join("data");
    let nowhere = home.path().join("nowhere");
    let (none, begins) = found(&nowhere, &data, &[]);
    assert!(
        !begins && none["source"][0].contains("there is no file or folder"),
        "{none:#?}"
    );
    let (unknown, begins) = found(demo, &data, &["--deck", "tarot"]);
    assert!(
        !begins && unknown["deck"][0].starts_with("fault: The deck can't be used"),
        "{unknown:#?}"
    );
    assert_eq!(
        unknown["source"],
        ["ok: The simulated table needs no camera."]
    );

    let held = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = held.local_addr().expect("an address").to_string();
    let (taken, begins) = found(demo, &data, &["--listen", &address]);
    let port = address.split(':').next_back().expect("a port");
    let said = format!("advice: Port {port} is in use already");
    assert!(
        begins && taken["phones"][0].starts_with(&said),
        "{taken:#?}"
    );

    let file = home.path().join("file");
    fs::write(&file, "no folder").expect("written");
    let (closed, begins) = found(demo, &file.join("data"), &[]);
    assert!(
        !begins && closed["disk"][0].starts_with("fault: Nothing can be written in "),
        "{closed:#?}"
    );

    fs::write(data.join("journal.sqlite"), "Dear diary").expect("written");
    let (spoilt, begins) = found(demo, &data, &[]);
    assert!(
        !begins && spoilt["journal"][0].contains("is no journal of Pitboss"),
        "{spoilt:#?}"
    );
}
