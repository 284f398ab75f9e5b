//! The reader's time on one core: a whole 1280×720 picture with twelve cards, and a changed region with four (bounds: 60 ms and 15 ms).

use criterion::{Criterion, criterion_group, criterion_main};
use pitboss::{
    card::Deck,
    cards::{DeckProfile, Reader},
    demo::scene::{Lying, Pose, Scene},
    frame::At,
    sighting::TablePoint,
};

fn reading(c: &mut Criterion) {
    let reader = Reader::new(DeckProfile::french()).expect("the nets load");
    let mut scene = Scene::new(7);
    let cards: Vec<Lying> = Deck::Full
        .faces()
        .into_iter()
        .step_by(4)
        .take(12)
        .enumerate()
        .map(|(i, face)| {
            let at = TablePoint {
                x_mm: -270.0 + 108.0 * (i % 6) as f64,
                y_mm: 75.0 - 150.0 * (i / 6) as f64,
            };
            Lying {
                face: Some(face),
                pose: Pose {
                    at,
                    turn_deg: 29.0 * i as f64,
                },
            }
        })
        .collect();
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

criterion_group!(benches, reading);
criterion_main!(benches);
