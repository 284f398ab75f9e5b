//! The pictures behind every card of whole deals at the simulated table: before it lay there, as it was laid, after. What they show, when they
//! were taken, that no other card is given away, that they travel with their evening and go in their order where there is no room.
#![cfg(feature = "vision")]

mod simulated;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use pitboss::{
    card::Card,
    cards::{DeckProfile, Reader},
    demo::players::mensch::Cheat,
    evening::{Evening, Shared},
    event::{Entry, Event},
    evidence::{Evidence, Moment},
    frame::{At, Frame},
    journal::Journal,
    lookout::{Film, Record},
    phones::Keeper,
    play::{Awaited, GameName, Seq, Zone},
    rules,
    seat::{Seat, Seating},
};
use simulated::{dealt, follow, scripted};

/// A card is told so late at most, s after the picture that shows it laid.
const TOLD_SECS: f64 = 4.0;

/// An evening as the record of a lookout, with its pictures.
struct Desk {
    evening: Evening,
    film: Film,
    laid: Vec<Seq>,
}

impl Record for Desk {
    fn awaited(&self) -> Vec<Awaited> {
        self.evening.table().awaited()
    }
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.evening.table().likely(seat, zone)
    }
    fn deals(&self) -> u64 {
        u64::from(self.evening.table().deals())
    }
    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        let laid = matches!(event, Event::Laid { replaces: None, .. });
        let seq = self.evening.enter(at, event, None).ok()?;
        self.laid.extend(laid.then_some(seq));
        Some(seq)
    }
}

/// An evening in that data folder with one deal of a game, seen by the camera.
fn watched(game: GameName, data: &Path) -> Evening {
    let (seating, scripts) = match game {
        GameName::Mensch => (
            "A@south,B@west,C@north,D@east",
            vec![scripted(Some(Cheat::Revoke), 1)],
        ),
        GameName::Monster => ("P1,P2,P3,P4", dealt(game, 4, 1)),
        GameName::MichiganRummy => ("P1,P2", dealt(game, 2, 1)),
    };
    let seating: Seating = seating.parse().expect("a seating");
    let journal = Journal::open(&data.join("journal.sqlite")).expect("opens");
    let evening = Evening::open(journal, None, &data.join("evidence"), rules::open, true);
    let mut desk = Desk {
        evening: evening.expect("it begins"),
        film: Film::default(),
        laid: Vec::new(),
    };
    follow(
        &mut desk,
        game,
        &seating,
        scripts,
        1,
        |frame, lookout, desk| {
            let laid = std::mem::take(&mut desk.laid);
            for shot in desk.film.see(frame, lookout, &laid) {
                let jpeg = shot.jpeg().expect("it is in the picture");
                let evidence = desk.evening.evidence();
                evidence
                    .put(shot.seq, shot.moment, shot.frame.at, &jpeg)
                    .expect("kept");
            }
        },
    );
    desk.evening
}

/// A picture as the reader takes it.
fn frame(jpeg: &[u8]) -> Frame {
    let picture = image::load_from_memory(jpeg).expect("a JPEG").to_rgb8();
    let (width, height) = picture.dimensions();
    let bgr = picture.pixels().flat_map(|p| [p[2], p[1], p[0]]);
    Frame {
        seq: 0,
        at: At(0),
        width,
        height,
        pixels: bgr.collect(),
    }
}

/// How much two pictures of one place differ in their middle, which the card fills; grey levels.
fn differ(a: &Frame, b: &Frame) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let middle = |n: u32| n * 2 / 5..n * 3 / 5;
    let (mut sum, mut count) = (0, 0);
    for (x, y) in middle(a.height).flat_map(|y| middle(a.width).map(move |x| (x, y))) {
        let at = 3 * (y * a.width + x) as usize;
        for (p, q) in a.pixels[at..at + 3].iter().zip(&b.pixels[at..at + 3]) {
            sum += u32::from(p.abs_diff(*q));
            count += 1;
        }
    }
    f64::from(sum) / f64::from(count)
}

/// The cards that were laid by that time.
fn laid_by(entries: &[Entry], secs: f64) -> BTreeSet<Card> {
    let told = entries.iter().filter(|e| e.at.secs() <= secs);
    told.filter_map(|e| match e.event {
        Event::Laid { card, .. } => card,
        _ => None,
    })
    .collect()
}

/// Every card of that evening has its three pictures, and they show what they should.
fn pictured(game: GameName, evening: &mut Evening) {
    let reader = Reader::new(match game {
        GameName::Monster => DeckProfile::pairs(),
        _ => DeckProfile::french(),
    });
    let reader = reader.expect("the nets load");
    let entries = evening.table().entries().to_vec();
    let (mut cards, mut read) = (0, 0);
    for entry in &entries {
        let Event::Laid { replaces: None, .. } = entry.event else {
            continue;
        };
        let seq = entry.seq;
        let Some(Event::Laid {
            card: Some(card), ..
        }) = evening.table().counts(seq).cloned()
        else {
            continue;
        };
        let what = format!("{game}, entry {seq}, {card} at {}", entry.at);
        let evidence = evening.evidence();
        let taken = Moment::ALL.map(|m| {
            let taken = evidence.taken(seq, m);
            taken.unwrap_or_else(|| panic!("{what}: no picture {}", m.as_str()))
        });
        assert!(taken.is_sorted_by(|a, b| a < b), "{what}: {taken:?}");
        assert!(
            taken[1].secs() > entry.at.secs() - TOLD_SECS && taken[2] >= entry.at,
            "{what}: {taken:?}"
        );
        let shown = Moment::ALL.map(|m| frame(&evidence.picture(seq, m).expect("a picture")));
        let [before, at, after] = &shown;
        if let Some(folder) = std::env::var_os("PITBOSS_FRAMES") {
            for m in Moment::ALL {
                let name = format!("{game}-{seq}-{}.jpg", m.as_str());
                let jpeg = evidence.picture(seq, m).expect("a picture");
                fs::write(Path::new(&folder).join(name), jpeg).expect("written");
            }
        }
        for (name, other) in [("at", at), ("after", after)] {
            let far = differ(before, other);
            assert!(far > 12.0, "{what}: before and {name} differ by {far:.1}");
        }
        let names = shown.each_ref().map(|f| {
            let seen = reader.read(f).expect("it reads").sightings;
            seen.iter()
                .filter_map(|s| s.card)
                .collect::<BTreeSet<Card>>()
        });
        cards += 1;
        read += usize::from(names[2].contains(&card));
        if game != GameName::Monster {
            assert!(!names[0].contains(&card), "{what} lay there before");
        }
        // Whatever else is in the picture was played too.
        for (taken, names) in taken.iter().zip(&names) {
            let played = laid_by(&entries, taken.secs() + TOLD_SECS);
            assert!(
                names.is_subset(&played),
                "{what}: {names:?} in the picture at {taken}, played {played:?}"
            );
        }
    }
    println!("{game}: {read} of {cards} cards read once more from their own last picture");
    // Of a fan little shows in one picture, and the outline is drawn across it.
    assert!(
        cards >= 8 && read * 10 >= cards * 8,
        "{game}: {read} of {cards}"
    );
}

#[test]
fn every_card_of_monster_is_pictured_before_at_and_after() {
    let data = tempfile::tempdir().expect("a folder");
    pictured(
        GameName::Monster,
        &mut watched(GameName::Monster, data.path()),
    );
}

#[test]
fn every_card_of_michigan_rummy_is_pictured_before_at_and_after() {
    let data = tempfile::tempdir().expect("a folder");
    let game = GameName::MichiganRummy;
    pictured(game, &mut watched(game, data.path()));
}

#[test]
fn the_pictures_behind_a_ruling_travel_and_go_last() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, away) = (folder.path().join("home"), folder.path().join("away"));
    fs::create_dir_all(&home).expect("made");
    let mut evening = watched(GameName::Mensch, &home);
    pictured(GameName::Mensch, &mut evening);

    // Asked about the ruling, the phones are lent the pictures of its proof, each with who laid which card.
    let entries = evening.table().entries().to_vec();
    let ruling = entries.iter().find_map(|e| match &e.event {
        Event::Ruling(ruling) if ruling.code == "revoke" => Some((e.seq, ruling.clone())),
        _ => None,
    });
    let (seq, ruling) = ruling.expect("the planted offence is proven");
    let counts = |of| evening.table().counts(of).cloned();
    let wanted: Vec<_> = ruling
        .proof
        .iter()
        .flat_map(|&of| {
            let Some(Event::Laid { card, seat, .. }) = counts(of) else {
                panic!("the proof rests on cards")
            };
            Moment::ALL.map(|m| (of, m.as_str(), card, seat))
        })
        .collect();
    let uid = evening.journal().evenings().expect("rows")[0].uid.clone();
    let shared = Shared::new(evening);
    let lent = shared.evidence(seq);
    let got: Vec<_> = lent
        .iter()
        .map(|p| (p.of, p.moment, p.card, p.seat))
        .collect();
    assert_eq!(got, wanted);
    for of in lent.chunks(3) {
        assert!(of.is_sorted_by(|a, b| a.taken < b.taken), "in their order");
    }
    shared.end();

    // The evening in one file, and out of it elsewhere.
    let file = folder.path().join("evening.pitboss");
    for (args, last) in [
        (["export", "--"], [&home, &file]),
        (["import", "--data"], [&away, &file]),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
            .args(args)
            .args(last)
            .output()
            .expect("it runs");
        assert!(out.status.success(), "{out:?}");
    }
    let pictures = |data: &Path| data.join("evidence").join(&uid);
    let (here, there) = (files(&pictures(&home)), files(&pictures(&away)));
    assert!(
        here.len() >= 3 * 32 && here == there,
        "all pictures came along"
    );

    // Where there is room for the proof only, the rest goes.
    let proof: BTreeSet<Seq> = ruling
        .proof
        .iter()
        .copied()
        .chain(ruling.convicts)
        .collect();
    let of = |name: &str| pitboss::evidence::parse(name).expect("a picture").0;
    let behind = here.iter().filter(|(name, _)| proof.contains(&of(name)));
    let bytes: usize = behind.map(|(_, jpeg)| jpeg.len()).sum();
    let mut evidence = Evidence::open(&pictures(&away), bytes as u64 + 1).expect("opens");
    evidence.keep(proof.iter().copied());
    let newest = Seq(entries.len() as u64 + 1);
    evidence.put(newest, Moment::At, At(0), b"1").expect("kept");
    let left: BTreeSet<Seq> = evidence.all().map(|(of, _)| of).collect();
    assert_eq!(left, proof.iter().copied().chain([newest]).collect());
    for of in proof {
        assert_eq!(evidence.moments(of), Moment::ALL, "entry {of}");
    }
}

/// Every file of a folder by its name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = files.map(|f| f.expect("a file").path()).collect();
    paths.sort();
    let name = |p: &Path| {
        p.file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned()
    };
    let read = |p: &PathBuf| (name(p), fs::read(p).expect("bytes"));
    paths.iter().map(read).collect()
}
