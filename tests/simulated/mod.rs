//! Deals of the simulated table through the very pipeline of an evening, and what came of them.

#![allow(dead_code)] // each test file uses its part

mod trouble;

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use pitboss::{
    card::{Card, Deck, Suit},
    cards::{DeckProfile, Reader},
    demo::{
        director::{Director, Players, Said},
        evening::{rounds_of_monster, shows_at_michigan_rummy},
        players::{
            Script,
            mensch::{self, Cheat, Style},
            michigan_rummy, monster,
        },
    },
    event::Event,
    frame::{At, Frame, Source as _},
    line::line,
    lookout::{Lookout, Record},
    play::{Act, Awaited, GameName, Seq, Witness, Zone},
    plays::Layout,
    rules::{
        self,
        mensch::{MenschOptions, QUEEN_OF_CLUBS},
        michigan_rummy::MichiganOptions,
        monster::MonsterOptions,
    },
    ruling::Verdict,
    seat::{Seat, Seating},
    table::Table,
};
use rand::{SeedableRng, rngs::SmallRng};
use serde_json::Value;
use trouble::Trouble;

/// Seconds after the last deed in which what is left is read.
const REST_SECS: u64 = 6;

/// Plays these deals and then nothing more.
struct Few {
    scripts: VecDeque<Script>,
    dealer: Seat,
    over: Arc<AtomicUsize>,
}

impl Players for Few {
    fn next_deal(&mut self) -> Script {
        self.scripts.pop_front().unwrap_or_else(|| {
            self.over.fetch_add(1, Ordering::Relaxed);
            Script {
                dealer: self.dealer,
                deeds: Vec::new(),
                planted: Vec::new(),
            }
        })
    }
}

/// The fold as the record of a lookout.
struct Desk(Table);

impl Record for Desk {
    fn awaited(&self) -> Vec<Awaited> {
        self.0.awaited()
    }
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.0.likely(seat, zone)
    }
    fn deals(&self) -> u64 {
        u64::from(self.0.deals())
    }
    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        let entries = self.0.take(at, event).ok()?;
        entries.first().map(|e| e.seq)
    }
}

const SEATS: [Seat; 4] = [Seat(0), Seat(1), Seat(2), Seat(3)];

/// A deal of Mensch with that cheat, or by the rules.
pub(crate) fn scripted(cheat: Option<Cheat>, seed: u64) -> Script {
    let mut rng = SmallRng::seed_from_u64(seed);
    let dealer = SEATS[(seed % 4) as usize];
    let mut once = || {
        let options = MenschOptions::default();
        mensch::deal(&mut rng, SEATS, dealer, &options, Style::Sense, cheat)
    };
    let mut script = once();
    // The cards don't give every cheat its chance.
    while cheat.is_some() && (script.planted.is_empty() || !undisputed(&script)) {
        script = once();
    }
    script
}

/// Whether every wrongful pass can be proven without the queen of clubs, whose counting a house option disputes.
fn undisputed(script: &Script) -> bool {
    let plain_clubs = |seat: Option<Seat>| {
        let laid = laid_by(script).into_iter();
        laid.filter(|(by, card)| {
            *by == seat && card.suit() == Some(Suit::Clubs) && *card != QUEEN_OF_CLUBS
        })
        .count()
    };
    let passes = script
        .planted
        .iter()
        .filter(|p| p.code == "three_club_pass");
    passes.map(|p| plain_clubs(p.against)).all(|n| n >= 3)
}

/// Rounds of a game of Monster that are watched.
const ROUNDS: usize = 3;

/// The deals of Monster or Michigan Rummy to watch one after the other, by the rules, the third of each three with an offence.
pub(crate) fn dealt(game: GameName, players: usize, seed: u64) -> Vec<Script> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let seats: Vec<Seat> = (0..players).map(|i| Seat(i as u8)).collect();
    let dealer = seats[seed as usize % players];
    let cheats = seed.is_multiple_of(3);
    if game == GameName::Monster {
        let cheat = cheats.then_some(monster::Cheat::PairKept);
        let options = MonsterOptions::default();
        let style = monster::Style::Sense;
        let script = monster::game(&mut rng, &seats, dealer, &options, style, cheat)
            .expect("so many can play");
        let rounds: Vec<_> = rounds_of_monster(&script.deeds)
            .into_iter()
            .take(ROUNDS)
            .collect();
        let seen: usize = rounds.iter().map(Vec::len).sum();
        return rounds
            .into_iter()
            .map(|deeds| Script {
                dealer,
                deeds,
                planted: script
                    .planted
                    .iter()
                    .filter(|p| p.proved < seen)
                    .cloned()
                    .collect(),
            })
            .collect();
    }
    let which = michigan_rummy::Cheat::AT_THE_TABLE;
    let cheat = cheats.then(|| which[seed as usize / 3 % which.len()]);
    let options = MichiganOptions::default();
    let style = michigan_rummy::Style::Quick;
    let mut script = michigan_rummy::deal(&mut rng, &seats, dealer, &options, style, cheat);
    script.deeds.retain(shows_at_michigan_rummy);
    vec![script]
}

/// What came of a number of deals.
#[derive(Default, Debug)]
pub(crate) struct Counts {
    pub(crate) dealt: usize,
    pub(crate) proven: usize,
    pub(crate) false_accusations: Vec<String>,
    pub(crate) laid: usize,
    pub(crate) right: usize,
    pub(crate) wrong: Vec<String>,
    pub(crate) asked: usize,
}

impl Desk {
    /// The host looks at the pictures of what a ruling asks a second sign of, from that entry on, and says that it lay there where it did.
    fn confirm(&mut self, at: At, heard: &mut usize, lay: &[(Option<Seat>, Card)]) {
        let asked: Vec<Seq> = self.0.entries()[*heard..]
            .iter()
            .filter_map(|e| match &e.event {
                Event::Ruling(r) if r.verdict == Verdict::Inconclusive => Some(r.proof.clone()),
                _ => None,
            })
            .flatten()
            .collect();
        *heard = self.0.entries().len();
        for of in asked {
            let Some(Event::Laid {
                card: Some(card),
                seat,
                zone,
                by: Witness::Seen,
                signs,
                ..
            }) = self.0.entry(of).map(|e| e.event.clone())
            else {
                continue;
            };
            if !signs.convict() && lay.contains(&(seat, card)) {
                let confirmed = Event::Laid {
                    card: Some(card),
                    seat,
                    zone,
                    confidence: 1.0,
                    by: Witness::Host,
                    signs,
                    replaces: Some(of),
                };
                self.enter(at, confirmed);
            }
        }
    }
}

/// Watches these deals, dealt one after the other, with a host who confirms what a ruling lacks a sign of; the record of them.
pub(crate) fn watch(game: GameName, seating: &Seating, scripts: Vec<Script>, seed: u64) -> Table {
    let mut desk = Desk(Table::new(rules::open));
    let lay: Vec<_> = scripts.iter().flat_map(laid_by).collect();
    let mut heard = 0;
    follow(&mut desk, game, seating, scripts, seed, |frame, _, desk| {
        desk.confirm(frame.at, &mut heard, &lay);
    });
    desk.0
}

/// The table at which these deals are dealt, and how often somebody asked for more.
pub(crate) fn director(
    game: GameName,
    seating: &Seating,
    scripts: Vec<Script>,
    seed: u64,
) -> (Director, Arc<AtomicUsize>) {
    let over = Arc::new(AtomicUsize::new(0));
    let players = Few {
        dealer: scripts[0].dealer,
        scripts: scripts.into(),
        over: Arc::clone(&over),
    };
    // Where hands are held, nobody sees their backs.
    let held = game != GameName::Monster;
    let director = Director::new(seed, seating.clone(), held, Box::new(players));
    (director, over)
}

/// The same into any record; `each` is told every frame once it was seen.
pub(crate) fn follow<R: Record>(
    desk: &mut R,
    game: GameName,
    seating: &Seating,
    scripts: Vec<Script>,
    seed: u64,
    mut each: impl FnMut(&Frame, &Lookout, &mut R),
) {
    let dealer = scripts[0].dealer;
    let (mut director, over) = director(game, seating, scripts, seed);
    let voices = director.voices();
    for event in [
        Event::Seated {
            seating: seating.clone(),
        },
        Event::Game {
            game,
            options: Value::Null,
            dealer: Some(dealer),
        },
    ] {
        desk.enter(At(0), event).expect("a table");
    }
    let profile = match game.deck() {
        Deck::Pairs => DeckProfile::pairs(),
        _ => DeckProfile::french(),
    };
    let reader = Reader::new(profile).expect("the nets load");
    let mut lookout = Lookout::new(
        game.deck(),
        Layout::of(game),
        seating.clone(),
        Box::new(reader),
    );
    let mut since = None;
    let mut trouble = Trouble::new(seed);
    loop {
        let frame = director
            .next_frame()
            .expect("a frame")
            .expect("it is endless");
        while let Some(Said { at, seat, call }) = voices.lock().expect("one thread").pop_front() {
            let by = Witness::Phone;
            desk.enter(at, Event::Call { seat, call, by });
        }
        let at = frame.at;
        if let Some(frame) = trouble.seen(frame) {
            keep(&frame);
            lookout.see(&frame, desk).expect("it looks");
            each(&frame, &lookout, desk);
        }
        if over.load(Ordering::Relaxed) > 0 && since.is_none() {
            since = Some(at);
        }
        if since.is_some_and(|o| at.0 > o.0 + REST_SECS * 1000) {
            return;
        }
    }
}

/// Writes one frame in twenty to the folder `PITBOSS_FRAMES`, if one is named.
fn keep(frame: &Frame) {
    let Some(folder) = std::env::var_os("PITBOSS_FRAMES").filter(|_| frame.seq.is_multiple_of(20))
    else {
        return;
    };
    let rgb = frame.pixels.chunks(3).flat_map(|p| [p[2], p[1], p[0]]);
    image::RgbImage::from_raw(frame.width, frame.height, rgb.collect())
        .expect("three bytes a pixel")
        .save(std::path::Path::new(&folder).join(format!("{:06}.png", frame.at.0)))
        .expect("a picture is written");
}

/// Every card that was laid, and by whom.
pub(crate) fn laid_by(script: &Script) -> Vec<(Option<Seat>, Card)> {
    script
        .deeds
        .iter()
        .filter_map(|d| match &d.act {
            Act::Laid {
                card: Some(card), ..
            } => Some((d.seat, *card)),
            _ => None,
        })
        .collect()
}

pub(crate) fn score(counts: &mut Counts, script: &Script, table: &Table, what: &str) {
    counts.dealt += 1;
    let mut free = laid_by(script);
    counts.laid += free.len();
    let planted = |code: &str, against| {
        script
            .planted
            .iter()
            .any(|p| p.code == code && p.against == against)
    };
    let planted_code = |code: &str| script.planted.iter().any(|p| p.code == code);
    let mut proven = Vec::new();
    let before = counts.false_accusations.len() + counts.wrong.len();
    for entry in table.entries() {
        match &entry.event {
            Event::Asked { .. } => counts.asked += 1,
            Event::Laid {
                card: Some(card),
                seat,
                replaces: None,
                ..
            } => match free.iter().position(|f| *f == (*seat, *card)) {
                Some(i) => {
                    free.remove(i);
                    counts.right += 1;
                }
                None => counts
                    .wrong
                    .push(format!("{what}: {card} of {seat:?} at {}", entry.at)),
            },
            // A disputed ruling accuses, and proves nothing.
            Event::Ruling(ruling)
                if matches!(ruling.verdict, Verdict::Violation | Verdict::Disputed) =>
            {
                if planted(&ruling.code, ruling.against) {
                    if ruling.verdict == Verdict::Violation {
                        proven.push((ruling.code.clone(), ruling.against));
                    }
                } else if !(ruling.against.is_none()
                    && ruling.code == "someone_passed_illegally"
                    && planted_code("three_club_pass"))
                {
                    // That somebody passed against the rule is proven before it is proven who.
                    counts.false_accusations.push(format!(
                        "{what}: {} against {:?}",
                        ruling.code, ruling.against
                    ));
                }
            }
            _ => {}
        }
    }
    let all = script
        .planted
        .iter()
        .all(|p| proven.contains(&(p.code.to_owned(), p.against)));
    counts.proven += usize::from(all);
    assert_eq!(
        table.ledger().balances().values().sum::<i64>(),
        0,
        "{what}: the chips"
    );
    let faults = counts.false_accusations.len() + counts.wrong.len() > before;
    if std::env::var_os("PITBOSS_TELL").is_some() && (!all || !free.is_empty() || faults) {
        eprintln!(
            "{what}: not seen {free:?}, planted {:?}, proven {proven:?}",
            script.planted
        );
        let seating = table.seating();
        for entry in table.entries() {
            eprintln!("{}", line(entry, seating, |r| r.code.clone()));
        }
    }
}
