//! A lens that bends lines, by a renderer of its own: measured from views of the printed board, kept, refused where the views are none, and the
//! simulated table seen through it.
#![cfg(feature = "vision")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use image::{GrayImage, Luma};
use pitboss::{
    camera::{Lens, LensProfile, View, Views, ViewsError},
    cards::{DeckProfile, Reader},
    chessboard::{self, SQUARE_MM, SQUARES},
    demo::scene::{Lying, Pose, Scene},
    frame::{At, Frame},
    lookout::survey,
    play::GameName,
    plays::Layout,
    sighting::TablePoint,
};
use serde_json::Value;

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;

/// A wide webcam: lines at the rim are bent by dozens of pixels.
const TRUE: Model = Model {
    f: [910.0, 905.0],
    c: [652.0, 351.0],
    k: [-0.24, 0.06],
    p: [0.0011, -0.0007],
};

/// A camera: focal lengths, middle, radial and tangential coefficients.
#[derive(Clone, Copy)]
struct Model {
    f: [f64; 2],
    c: [f64; 2],
    k: [f64; 2],
    p: [f64; 2],
}

impl Model {
    fn of(lens: &LensProfile) -> Self {
        let (m, d) = (lens.camera, lens.distortion);
        Self {
            f: [m.fx, m.fy],
            c: [m.cx, m.cy],
            k: [d.k1, d.k2],
            p: [d.p1, d.p2],
        }
    }

    /// Where a straight ray shows in the picture, px.
    fn shows(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [bx, by] = self.bent([x, y]);
        [bx * self.f[0] + self.c[0], by * self.f[1] + self.c[1]]
    }

    fn bent(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let r = x * x + y * y;
        let radial = 1.0 + self.k[0] * r + self.k[1] * r * r;
        let [p, q] = self.p;
        [
            x * radial + 2.0 * p * x * y + q * (r + 2.0 * x * x),
            y * radial + p * (r + 2.0 * y * y) + 2.0 * q * x * y,
        ]
    }

    /// The straight ray that shows at a place, by Newton's way without the derivative: it converges where lines are bent this much.
    fn ray(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let seen = [(u - self.c[0]) / self.f[0], (v - self.c[1]) / self.f[1]];
        let mut ray = seen;
        for _ in 0..40 {
            let now = self.bent(ray);
            ray = [ray[0] + seen[0] - now[0], ray[1] + seen[1] - now[1]];
        }
        ray
    }
}

/// The rays of each pixel's four quarters, row by row.
fn rays() -> &'static [[f64; 2]] {
    static RAYS: OnceLock<Vec<[f64; 2]>> = OnceLock::new();
    RAYS.get_or_init(|| {
        let places =
            (0..HEIGHT).flat_map(|v| (0..WIDTH).map(move |u| (f64::from(u), f64::from(v))));
        let quarter = [(-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25)];
        places
            .flat_map(|(u, v)| quarter.map(|(x, y)| TRUE.ray([u + x, v + y])))
            .collect()
    })
}

/// How the board is held: its middle before the camera, mm, and its turns, degrees: in the picture, about the picture's two axes.
#[derive(Clone, Copy)]
struct Held {
    at: [f64; 3],
    turns: [f64; 3],
}

impl Held {
    /// Where a ray meets the board, mm from its top left.
    fn meets(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        let [(s, c), (sx, cx), (sy, cy)] = self.turns.map(|t| t.to_radians().sin_cos());
        // The board's own axes and its normal, as the camera sees them.
        let turned = |[x, y]: [f64; 2]| {
            let (x, y) = (x * c - y * s, x * s + y * c);
            let (y, z) = (y * cx, y * sx);
            [x * cy + z * sy, y, z * cy - x * sy]
        };
        let (right, down) = (turned([1.0, 0.0]), turned([0.0, 1.0]));
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [
                a[1] * b[2] - a[2] * b[1],
                a[2] * b[0] - a[0] * b[2],
                a[0] * b[1] - a[1] * b[0],
            ]
        };
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let normal = cross(right, down);
        let far = dot(normal, self.at) / dot(normal, [x, y, 1.0]);
        let from = [far * x - self.at[0], far * y - self.at[1], far - self.at[2]];
        let size = [
            f64::from(SQUARES.0) * SQUARE_MM,
            f64::from(SQUARES.1) * SQUARE_MM,
        ];
        (far > 0.0).then(|| {
            [
                dot(from, right) + size[0] / 2.0,
                dot(from, down) + size[1] / 2.0,
            ]
        })
    }
}

/// A picture of the board on a grey wall.
fn picture(held: &Held) -> Frame {
    let paper = 12.0;
    let (wide, high) = (
        f64::from(SQUARES.0) * SQUARE_MM,
        f64::from(SQUARES.1) * SQUARE_MM,
    );
    let shade = |ray: &[f64; 2]| match held.meets(*ray) {
        Some([x, y])
            if (-paper..wide + paper).contains(&x) && (-paper..high + paper).contains(&y) =>
        {
            if chessboard::is_white(x, y) {
                225
            } else {
                25
            }
        }
        _ => 110,
    };
    let grey = rays()
        .chunks(4)
        .map(|quarters| (quarters.iter().map(shade).sum::<u32>() / 4) as u8);
    Frame {
        seq: 0,
        at: At(0),
        width: WIDTH,
        height: HEIGHT,
        pixels: grey.flat_map(|v| [v; 3]).collect(),
    }
}

/// A dozen views, in every part of the picture and at different slants.
fn held() -> Vec<Held> {
    let places = [-300.0, -100.0, 100.0, 300.0]
        .iter()
        .flat_map(|&x| [-112.0, 0.0, 112.0].map(|y| (x, y)));
    places
        .enumerate()
        .map(|(i, (x, y))| {
            let slant = [-24.0, 18.0, -12.0, 26.0, 8.0];
            Held {
                at: [x, y, 540.0 + 25.0 * (i % 3) as f64],
                turns: [
                    90.0 * (i % 2) as f64 + 7.0,
                    slant[i % 5],
                    slant[(i + 2) % 5],
                ],
            }
        })
        .collect()
}

fn views() -> &'static Views {
    static VIEWS: OnceLock<Views> = OnceLock::new();
    VIEWS.get_or_init(|| {
        let mut views = Views::default();
        for (i, held) in held().iter().enumerate() {
            let view = views.take(&picture(held)).expect("a picture");
            assert!(matches!(view, View::Good(_)), "view {i}: {view:?}");
        }
        views
    })
}

/// How far the points leave the line through the first and the last.
fn bulge(points: &[[f64; 2]]) -> f64 {
    let (a, b) = (points[0], points[points.len() - 1]);
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let off = |p: &[f64; 2]| ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx).abs() / dx.hypot(dy);
    points.iter().map(off).fold(0.0, f64::max)
}

#[test]
fn straight_lines_are_straight_again() {
    let lens = views().lens().expect("a lens");
    println!(
        "{} views, {:.0} % covered, rms {} px, {:?} {:?}",
        lens.measured.views,
        lens.measured.coverage * 100.0,
        lens.measured.rms_px,
        lens.camera,
        lens.distortion
    );
    assert!(lens.measured.rms_px < 0.3, "{}", lens.measured.rms_px);
    let found = Model::of(&lens);
    let (mut bent, mut straight) = (0.0_f64, 0.0_f64);
    // Lines along and across the picture, near every side and through the middle, from rim to rim.
    let far = [
        TRUE.ray([0.0, 0.0]),
        TRUE.ray([f64::from(WIDTH), f64::from(HEIGHT)]),
    ];
    for share in [0.02, 0.2, 0.5, 0.8, 0.98] {
        for along in [0, 1] {
            let line = |i: usize| {
                let t = i as f64 / 40.0;
                let at = |axis: usize, s: f64| far[0][axis] + (far[1][axis] - far[0][axis]) * s;
                if along == 0 {
                    [at(0, t), at(1, share)]
                } else {
                    [at(0, share), at(1, t)]
                }
            };
            let inside = |p: &[f64; 2]| {
                (0.0..f64::from(WIDTH)).contains(&p[0]) && (0.0..f64::from(HEIGHT)).contains(&p[1])
            };
            let seen: Vec<[f64; 2]> = (0..=40)
                .map(|i| TRUE.shows(line(i)))
                .filter(inside)
                .collect();
            let px = seen
                .iter()
                .map(|&p| found.ray(p))
                .map(|[x, y]| [x * found.f[0], y * found.f[1]]);
            bent = bent.max(bulge(&seen));
            straight = straight.max(bulge(&px.collect::<Vec<_>>()));
        }
    }
    println!("bent by {bent:.1} px, then by {straight:.2} px");
    assert!(bent > 15.0, "the lens bends lines: {bent} px");
    assert!(straight < 0.5, "{straight} px");
}

#[test]
fn too_few_views_are_refused_in_words() {
    let all = held();
    let mut views = Views::default();
    let said = |views: &Views| views.lens().expect_err("refused").to_string();
    assert!(said(&views).starts_with("0 good views of the board are too few"));
    let first = picture(&all[0]);
    assert!(matches!(
        views.take(&first).expect("a picture"),
        View::Good(_)
    ));
    assert_eq!(views.take(&first).expect("a picture"), View::Same);
    let empty = Frame {
        pixels: vec![90; first.pixels.len()].into(),
        ..first.clone()
    };
    assert_eq!(views.take(&empty).expect("a picture"), View::Few(0));
    let half = Frame {
        height: HEIGHT / 2,
        pixels: first.pixels[..first.pixels.len() / 2].into(),
        ..first
    };
    assert_eq!(views.take(&half).expect("a picture"), View::Size);
    assert!(said(&views).starts_with("1 good views of the board are too few"));
    // Always in the middle: the rim, where lines are bent most, stays unknown.
    let mut middle = Views::default();
    for (i, held) in all.iter().take(9).enumerate() {
        let at = [
            -40.0 + 40.0 * (i % 3) as f64,
            -25.0 + 25.0 * (i / 3) as f64,
            800.0,
        ];
        middle
            .take(&picture(&Held { at, ..*held }))
            .expect("a picture");
    }
    assert!(middle.count() >= 6, "{}", middle.count());
    assert!(
        matches!(middle.lens(), Err(ViewsError::Coverage { percent: 1..60 })),
        "{:?}",
        middle.lens().err()
    );
}

/// The picture of a camera without a fault as that lens shows it.
fn through_the_lens(frame: &Frame) -> Frame {
    let (w, h) = (frame.width as usize, frame.height as usize);
    let pixel = |x: i64, y: i64| {
        if !(0..w as i64).contains(&x) || !(0..h as i64).contains(&y) {
            return [60.0; 3];
        }
        let i = (y * w as i64 + x) as usize * 3;
        [frame.pixels[i], frame.pixels[i + 1], frame.pixels[i + 2]].map(f64::from)
    };
    // What the simulated camera shows is taken for what a straight lens of that focal length shows; its rim reaches as far as the bent one's.
    let straight = |[x, y]: [f64; 2]| {
        [
            x * 0.9 * TRUE.f[0] + TRUE.c[0],
            y * 0.9 * TRUE.f[1] + TRUE.c[1],
        ]
    };
    let mut pixels = Vec::with_capacity(frame.pixels.len());
    for quarters in rays().chunks(4) {
        let mid = [0, 1].map(|i| quarters.iter().map(|q| q[i]).sum::<f64>() / 4.0);
        let [x, y] = straight(mid);
        let (x0, y0) = (x.floor(), y.floor());
        let (fx, fy) = (x - x0, y - y0);
        let (x0, y0) = (x0 as i64, y0 as i64);
        let corners = [
            pixel(x0, y0),
            pixel(x0 + 1, y0),
            pixel(x0, y0 + 1),
            pixel(x0 + 1, y0 + 1),
        ];
        let weights = [
            (1.0 - fx) * (1.0 - fy),
            fx * (1.0 - fy),
            (1.0 - fx) * fy,
            fx * fy,
        ];
        for i in 0..3 {
            let sum: f64 = corners.iter().zip(weights).map(|(c, w)| c[i] * w).sum();
            pixels.push(sum.round() as u8);
        }
    }
    Frame {
        pixels: pixels.into(),
        ..frame.clone()
    }
}

/// How far the cards that are read lie from where they lie, mm: the farthest; and how many are read by their right names.
fn found(frame: &Frame, cards: &[Lying], reader: &Reader) -> (f64, usize) {
    let layout = Layout::of(GameName::Mensch);
    let map = survey(frame, &layout, None).expect("a picture").map;
    let seen = reader.read(frame).expect("read");
    let (mut most, mut right) = (0.0_f64, 0);
    for sighting in &seen.sightings {
        let Some((lying, corners)) = cards
            .iter()
            .find(|c| c.face == sighting.card)
            .zip(sighting.corners)
        else {
            assert_eq!(sighting.card, None, "a wrong name");
            continue;
        };
        let middle = |i: fn(&TablePoint) -> f64| {
            corners
                .iter()
                .map(|&p| i(&map.table_from_picture(p)))
                .sum::<f64>()
                / 4.0
        };
        let at = TablePoint {
            x_mm: middle(|p| p.x_mm),
            y_mm: middle(|p| p.y_mm),
        };
        most = most.max(at.distance_mm(lying.pose.at));
        right += 1;
    }
    (most, right)
}

#[test]
fn the_table_is_read_in_its_right_place_through_that_lens() {
    let names = ["AS", "7H", "QD", "TC", "KH", "9D", "8S", "JC"];
    let cards: Vec<Lying> = names
        .iter()
        .enumerate()
        .map(|(i, name)| Lying {
            face: Some(name.parse().expect("a card")),
            pose: Pose {
                at: TablePoint {
                    x_mm: -270.0 + 180.0 * (i % 4) as f64,
                    y_mm: 110.0 - 220.0 * (i / 4) as f64,
                },
                turn_deg: 23.0 * i as f64,
            },
        })
        .collect();
    let clean = Scene::new(8).picture(0, At(0), &cards, &[]);
    let bent = through_the_lens(&clean);
    let mut lens = Lens::new(views().lens().expect("a lens"));
    let straight = lens.straighten(bent.clone()).expect("a picture");
    assert_eq!((straight.width, straight.height), (WIDTH, HEIGHT));
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let (without, read) = found(&bent, &cards, &reader);
    let (with, right) = found(&straight, &cards, &reader);
    let (best, all) = found(&clean, &cards, &reader);
    println!(
        "through a straight lens {all} of 8 read within {best:.1} mm; {read} within {without:.1} mm as this one shows them, {right} within {with:.1} mm straightened"
    );
    assert_eq!((all, right), (8, 8));
    assert!(
        with < best + 2.0 && without > 2.0 * with,
        "{with} mm, {without} mm without"
    );
    // Half as many pixels each way: the same lens, to scale. Another shape: as it is.
    let small = Frame {
        width: WIDTH / 2,
        height: HEIGHT / 2,
        pixels: bent
            .pixels
            .chunks(3)
            .enumerate()
            .filter(|(i, _)| i.is_multiple_of(2) && (i / WIDTH as usize).is_multiple_of(2))
            .flat_map(|(_, p)| p.to_vec())
            .collect(),
        ..bent.clone()
    };
    let map =
        |frame: &Frame| survey(frame, &Layout::of(GameName::Mensch), None).expect("a picture");
    assert_eq!(
        map(&lens.straighten(small).expect("a picture"))
            .markers
            .len(),
        4
    );
    let square = Frame {
        width: HEIGHT,
        height: HEIGHT,
        pixels: bent.pixels[..(HEIGHT * HEIGHT * 3) as usize].into(),
        ..bent
    };
    assert_eq!(
        lens.straighten(square.clone()).expect("a picture").pixels,
        square.pixels
    );
}

fn pitboss(args: &[&str], data: &Path, pictures: &[PathBuf]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["calibrate", "lens"])
        .args(args)
        .arg("--data")
        .arg(data)
        .args(pictures)
        .output()
        .expect("it runs")
}

/// The views as picture files.
fn written(folder: &Path) -> Vec<PathBuf> {
    fs::create_dir(folder).expect("a folder");
    held()
        .iter()
        .enumerate()
        .map(|(i, held)| {
            let frame = picture(held);
            let grey = GrayImage::from_fn(WIDTH, HEIGHT, |x, y| {
                Luma([frame.pixels[((y * WIDTH + x) * 3) as usize]])
            });
            let path = folder.join(format!("{i:02}.png"));
            grey.save(&path).expect("written");
            path
        })
        .collect()
}

#[test]
fn the_command_keeps_a_lens_for_its_source() {
    let data = tempfile::tempdir().expect("a folder");
    let folder = data.path().join("board");
    let pictures = written(&folder);
    let few = pitboss(&[], data.path(), &pictures[..3]);
    assert_eq!(few.status.code(), Some(2));
    let said = String::from_utf8_lossy(&few.stderr).into_owned();
    assert!(
        said.starts_with("pitboss: 3 good views of the board are too few"),
        "{said}"
    );
    let source = folder.display().to_string();
    let done = pitboss(
        &["--json", "--save", "ceiling", "--source", &source],
        data.path(),
        &[],
    );
    let lines = String::from_utf8(done.stdout).expect("text");
    let lines: Vec<Value> = lines
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 13, "{lines:?}");
    assert_eq!(
        (&lines[11]["view"], &lines[11]["good"]),
        (&"good".into(), &12.into())
    );
    let file = data.path().join("calibration/lens_ceiling.toml");
    assert_eq!(lines[12]["file"], file.display().to_string());
    let text = fs::read_to_string(&file).expect("kept");
    let lens = LensProfile::parse(&text).expect("a lens");
    assert_eq!(
        (lens.measured.views, lens.source.as_deref()),
        (12, Some(source.as_str()))
    );
    known(data.path(), &source, &file);
}

/// A lens that was kept is known by its source, by its name and as a file; and not at all if nobody is to straighten anything.
fn known(data: &Path, source: &str, file: &Path) {
    let text = fs::read_to_string(file).expect("kept");
    let path = file.display().to_string();
    for (named, source, found) in [
        (None, source, true),
        (None, "0", false),
        (Some("ceiling"), "0", true),
        (Some(path.as_str()), "0", true),
        (Some("none"), source, false),
    ] {
        let lens = Lens::of(data, named, source).expect("usable");
        assert_eq!(lens.is_some(), found, "{named:?} {source}");
    }
    let missing = Lens::of(data, Some("wall"), "0")
        .err()
        .expect("no such lens");
    assert!(
        missing.contains("lens_wall.toml can't be read"),
        "{missing}"
    );
    for (from, to, says) in [
        (
            "version = 1",
            "version = 2",
            "version 2: this program reads version 1",
        ),
        (
            "width = 1280",
            "width = 12",
            "no camera has such a lens: the focal length is a fifth to twenty times the picture's width, the middle lies in the picture",
        ),
    ] {
        assert_eq!(
            LensProfile::parse(&text.replace(from, to))
                .expect_err(says)
                .to_string(),
            says
        );
    }
}
