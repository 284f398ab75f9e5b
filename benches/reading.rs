//! The reader's time on one core: a whole 1280×720 picture with twelve cards, and a changed region with four (bounds: 60 ms and 15 ms);
//! and how it grows with the cards on the table and with the picture.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use pitboss::{
    card::Deck,
    cards::{DeckProfile, Reader},
    demo::{
        camera::Camera,
        scene::{Lying, Pose, Scene},
    },
    frame::At,
    sighting::TablePoint,
};
use rand::{SeedableRng, rngs::SmallRng};

/// So many cards in rows of thirteen, from the top left, each turned a little; where there are few, apart and turned any way.
fn laid(count: usize) -> Vec<Lying> {
    let apart = count <= 12;
    let place = |i: usize| match apart {
        true => (
            -270.0 + 108.0 * (i % 6) as f64,
            75.0 - 150.0 * (i / 6) as f64,
        ),
        false => (
            -396.0 + 66.0 * (i % 13) as f64,
            142.0 - 95.0 * (i / 13) as f64,
        ),
    };
    let faces = Deck::Full.faces();
    let step = if apart { 4 } else { 1 };
    (0..count)
        .map(|i| {
            let (x_mm, y_mm) = place(i);
            Lying {
                face: Some(faces[i * step]),
                pose: Pose {
                    at: TablePoint { x_mm, y_mm },
                    turn_deg: if apart { 29.0 * i as f64 } else { 0.0 },
                },
            }
        })
        .collect()
}

fn growth(c: &mut Criterion) {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let mut group = c.benchmark_group("reading by cards");
    group.sample_size(10);
    for count in [1, 4, 12, 26, 52] {
        let frame = Scene::new(7).picture(0, At(0), &laid(count), &[]);
        group.bench_function(BenchmarkId::from_parameter(count), |b| {
            b.iter(|| reader.read(&frame).expect("reads"))
        });
    }
    group.finish();
    let mut group = c.benchmark_group("reading by width");
    group.sample_size(10);
    for (width, height) in [(640, 360), (1280, 720), (1920, 1080), (3840, 2160)] {
        let camera = Camera {
            width,
            height,
            height_mm: 950.0,
            tilt_deg: 8.0,
            roll_deg: 0.0,
            view_deg: 50.0,
        };
        let mut scene = Scene::seen_by(camera, SmallRng::seed_from_u64(7));
        let frame = scene.picture(0, At(0), &laid(12), &[]);
        group.bench_function(BenchmarkId::from_parameter(width), |b| {
            b.iter(|| reader.read(&frame).expect("reads"))
        });
    }
    group.finish();
}

fn reading(c: &mut Criterion) {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let mut scene = Scene::new(7);
    let cards = laid(12);
    let frame = scene.picture(0, At(0), &cards, &[]);
    let outlines: Vec<_> = cards
        .iter()
        .map(|l| l.pose.corners().map(|p| scene.map().picture_from_table(p)))
        .collect();
    c.bench_function("read 1280x720, twelve cards", |b| {
        b.iter(|| reader.read(&frame).expect("reads"))
    });
    c.bench_function("read a region of four cards", |b| {
        b.iter(|| reader.read_regions(&frame, &outlines[..4]).expect("reads"))
    });
    c.bench_function("load the nets", |b| {
        b.iter(|| Reader::new(DeckProfile::french()).expect("loads"))
    });
}

criterion_group!(benches, reading, growth);
criterion_main!(benches);
