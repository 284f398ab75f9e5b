//! What the simulated players do into moving hands and cards, frame by frame.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use rand::{RngExt, SeedableRng, rngs::SmallRng};

use super::{
    layout::Corner,
    players::{Deed, Script},
    scene::{Lying, Pose, Reach, Scene},
};
use crate::{
    card::Card,
    frame::{At, Frame, Source, SourceError},
    play::{Act, Call, Zone},
    seat::{Seat, Seating},
    sighting::TablePoint,
};

/// Frames a second.
pub const FPS: u64 = 10;

/// Plays deal after deal, without end.
pub trait Players: Send {
    /// Everything that the next deal's players do.
    fn next_deal(&mut self) -> Script;
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// When.
    pub at: At,
    /// By whom.
    pub seat: Seat,
    /// What.
    pub call: Call,
}

/// What was said so far and not yet taken; what phones are at a real table.
pub type Voices = Arc<Mutex<VecDeque<Said>>>;

/// A card on the table with whose and what it is.
#[derive(Clone, Debug)]
struct Piece {
    card: Option<Card>,
    face_up: bool,
    pose: Pose,
    seat: Option<Seat>,
    zone: Zone,
}

/// One hand's way over the table, with the cards that it takes along.
struct Gesture {
    bearing: f64,
    look: ([u8; 3], [u8; 3]),
    /// Times at which the hand starts, grips, lets go and is gone, s.
    times: [f64; 4],
    /// Where its fingers are then.
    tips: [TablePoint; 4],
    /// Cards it carries: piece, from, to.
    carried: Vec<(usize, Pose, Pose)>,
    /// Whether the carried cards lie face up afterwards, and where they then belong.
    leaves: (bool, Zone, Option<Seat>),
    /// Whether the carried cards are removed at the end.
    clears: bool,
}

impl Gesture {
    /// The stretch that the hand is on and how much of it is done, eased.
    fn stretch(&self, now: f64) -> (usize, f64) {
        let leg = (0..2).find(|&i| now < self.times[i + 1]).unwrap_or(2);
        let span = (self.times[leg + 1] - self.times[leg]).max(1e-6);
        let part = ((now - self.times[leg]) / span).clamp(0.0, 1.0);
        (leg, part * part * (3.0 - 2.0 * part))
    }

    fn tip(&self, now: f64) -> TablePoint {
        let (leg, part) = self.stretch(now);
        let (a, b) = (self.tips[leg], self.tips[leg + 1]);
        TablePoint {
            x_mm: a.x_mm + (b.x_mm - a.x_mm) * part,
            y_mm: a.y_mm + (b.y_mm - a.y_mm) * part,
        }
    }
}

/// The simulated table before anybody draws it: what lies there, and what moves.
pub struct Stage {
    seating: Seating,
    players: Box<dyn Players>,
    voices: Voices,
    dealer: Seat,
    /// Whether hands are held, as in trick games, rather than left on the table: then the deal isn't drawn.
    picks_up: bool,
    deeds: VecDeque<Deed>,
    pieces: Vec<Piece>,
    gesture: Option<Gesture>,
    ready_at: f64,
    frame: u64,
    rng: SmallRng,
}

/// The simulated table at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// Its number, from 0.
    pub frame: u64,
    /// When.
    pub at: At,
    /// The cards, those beneath first.
    pub cards: Vec<Lying>,
    /// The hands over it.
    pub hands: Vec<Reach>,
}

impl Stage {
    /// A table at which these players sit; its jitter comes from the seed.
    #[must_use]
    pub fn new(seed: u64, seating: Seating, picks_up: bool, players: Box<dyn Players>) -> Self {
        let dealer = seating.places()[0].seat;
        Self {
            seating,
            players,
            voices: Voices::default(),
            dealer,
            picks_up,
            deeds: VecDeque::new(),
            pieces: Vec::new(),
            gesture: None,
            ready_at: 1.0,
            frame: 0,
            rng: SmallRng::seed_from_u64(seed ^ 0xD1CE),
        }
    }

    /// Where to hear what is said at this table.
    #[must_use]
    pub fn voices(&self) -> Voices {
        Arc::clone(&self.voices)
    }

    /// The next moment, [`FPS`] of them a second.
    pub fn next_moment(&mut self) -> Shown {
        let now = self.frame as f64 / FPS as f64;
        self.advance(now);
        self.begin(now);
        let card = |p: &Piece| Lying {
            face: p.card.filter(|_| p.face_up),
            pose: p.pose,
        };
        let hand = |g: &Gesture| Reach {
            tip: g.tip(now),
            bearing: g.bearing,
            skin: g.look.0,
            sleeve: g.look.1,
        };
        let shown = Shown {
            frame: self.frame,
            at: At::from_secs(now),
            cards: self.pieces.iter().map(card).collect(),
            hands: self.gesture.iter().map(hand).collect(),
        };
        self.frame += 1;
        shown
    }

    fn corner(&self, seat: Option<Seat>) -> Corner {
        let index = self.seating.index(seat.unwrap_or(self.dealer)).unwrap_or(0);
        Corner::new(self.seating.places()[index].bearing, self.seating.len())
    }

    /// A player's skin and sleeve: the same all evening.
    fn look(&self, seat: Option<Seat>) -> ([u8; 3], [u8; 3]) {
        const SKINS: [[u8; 3]; 4] = [
            [150, 178, 224],
            [88, 122, 176],
            [52, 76, 118],
            [128, 160, 208],
        ];
        const SLEEVES: [[u8; 3]; 5] = [
            [120, 116, 112],
            [96, 54, 40],
            [60, 60, 140],
            [70, 110, 60],
            [40, 40, 44],
        ];
        let n = usize::from(seat.unwrap_or(self.dealer).0);
        (SKINS[n % 4], SLEEVES[n % 5])
    }

    fn jitter(&mut self, pose: Pose, mm: f64, deg: f64) -> Pose {
        let mut off = |most: f64| self.rng.random_range(-most..=most);
        Pose {
            at: TablePoint {
                x_mm: pose.at.x_mm + off(mm),
                y_mm: pose.at.y_mm + off(mm),
            },
            turn_deg: pose.turn_deg + off(deg),
        }
    }

    /// Begins what comes next, if the table is free.
    fn begin(&mut self, now: f64) {
        while self.gesture.is_none() && now >= self.ready_at {
            let Some(deed) = self.deeds.pop_front() else {
                let script = self.players.next_deal();
                self.deeds = script.deeds.into();
                self.dealer = script.dealer;
                self.ready_at = now + 2.5;
                if !self.pieces.is_empty() {
                    self.clear(now);
                }
                continue;
            };
            match deed.act {
                Act::Call(call) => {
                    if let Some(seat) = deed.seat {
                        let said = Said {
                            at: At::from_secs(now),
                            seat,
                            call,
                        };
                        self.voices
                            .lock()
                            .unwrap_or_else(std::sync::PoisonError::into_inner)
                            .push_back(said);
                    }
                    self.ready_at = now + self.rng.random_range(0.3..0.7);
                }
                Act::Laid { card, zone } => self.lay(now, deed.seat, card, zone),
                Act::Lifted { card, zone } => self.gather(now, deed.seat, card, &zone),
                Act::Backs { zone, count } => self.backs(now, deed.seat, &zone, count),
                Act::TakenBack { .. } => {}
            }
        }
    }

    /// How many pieces of that seat lie in that zone.
    fn lying(&self, seat: Option<Seat>, zone: &Zone) -> Vec<usize> {
        (0..self.pieces.len())
            .filter(|&i| self.pieces[i].seat == seat && self.pieces[i].zone == *zone)
            .collect()
    }

    /// A card is laid; or, where the seat's cards already lie there face down, turned up together with those that follow.
    fn lay(&mut self, now: f64, seat: Option<Seat>, card: Option<Card>, zone: Zone) {
        let hidden: Vec<usize> = self
            .lying(seat, &zone)
            .into_iter()
            .filter(|&i| !self.pieces[i].face_up)
            .collect();
        let corner = self.corner(seat);
        if !hidden.is_empty() {
            self.turn_up(now, seat, card, &zone, &hidden);
            return;
        }
        let nth = self.lying(seat, &zone).len();
        let count = if zone == Zone::Front { nth + 1 } else { 1 };
        let (mm, deg) = if zone == Zone::Trick {
            (7.0, 9.0)
        } else {
            (1.5, 2.5)
        };
        let to = self.jitter(corner.place(&zone, nth, count), mm, deg);
        self.pieces.push(Piece {
            card,
            face_up: true,
            pose: to,
            seat,
            zone: zone.clone(),
        });
        let piece = self.pieces.len() - 1;
        let out = corner.outside();
        let from = Pose {
            at: out,
            turn_deg: to.turn_deg,
        };
        self.pieces[piece].pose = from;
        self.reach(
            now,
            seat,
            [0.0, 0.6, 0.5],
            [out, to.at],
            vec![(piece, from, to)],
            (true, zone, seat),
        );
    }

    /// The hand passes over the fan, and its cards lie face up.
    fn turn_up(
        &mut self,
        now: f64,
        seat: Option<Seat>,
        first: Option<Card>,
        zone: &Zone,
        hidden: &[usize],
    ) {
        let mut faces = vec![first];
        while let Some(Deed {
            seat: s,
            act: Act::Laid { card, zone: z },
        }) = self.deeds.front()
        {
            if *s != seat || z != zone || faces.len() == hidden.len() {
                break;
            }
            faces.push(*card);
            self.deeds.pop_front();
        }
        let corner = self.corner(seat);
        let count = faces.len();
        let mut carried = Vec::new();
        for (nth, (&piece, face)) in hidden.iter().zip(faces).enumerate() {
            self.pieces[piece].card = face;
            let to = self.jitter(corner.place(zone, nth, count), 1.0, 2.0);
            carried.push((piece, self.pieces[piece].pose, to));
        }
        let at = carried.first().map_or_else(|| corner.outside(), |c| c.2.at);
        self.reach(
            now,
            seat,
            [0.5, 0.4, 0.5],
            [at, at],
            carried,
            (true, zone.clone(), seat),
        );
    }

    /// A hand takes the cards of a zone away: all that are lifted in a row.
    fn gather(&mut self, now: f64, seat: Option<Seat>, first: Option<Card>, zone: &Zone) {
        let mut cards = vec![first];
        while let Some(Deed {
            seat: s,
            act: Act::Lifted { card, zone: z },
        }) = self.deeds.front()
        {
            if *s != seat || z != zone {
                break;
            }
            cards.push(*card);
            self.deeds.pop_front();
        }
        let corner = self.corner(seat);
        let won = self.jitter(corner.place(&Zone::Won, 0, 1), 2.0, 3.0);
        let taken: Vec<usize> = (0..self.pieces.len())
            .filter(|&i| self.pieces[i].zone == *zone && cards.contains(&self.pieces[i].card))
            .collect();
        let carried = taken
            .iter()
            .map(|&i| (i, self.pieces[i].pose, won))
            .collect::<Vec<_>>();
        let at = carried.first().map_or_else(|| corner.outside(), |c| c.1.at);
        self.reach(
            now,
            seat,
            [0.5, 0.7, 0.5],
            [at, won.at],
            carried,
            (false, Zone::Won, seat),
        );
    }

    /// Face-down cards come to lie in a zone: dealt from outside, or moved there from the seat's own hand.
    fn backs(&mut self, now: f64, seat: Option<Seat>, zone: &Zone, count: u8) {
        let corner = self.corner(seat);
        if *zone == Zone::Hand && self.picks_up {
            return;
        }
        let have = self.lying(seat, zone).len();
        let more = usize::from(count).saturating_sub(have);
        if more == 0 {
            return;
        }
        let hand = if *zone == Zone::Hand {
            Vec::new()
        } else {
            self.lying(seat, &Zone::Hand)
        };
        let mut carried = Vec::new();
        for nth in 0..more {
            let to = self.jitter(corner.place(zone, have + nth, usize::from(count)), 1.0, 1.5);
            let piece = hand.iter().rev().nth(nth).copied().unwrap_or_else(|| {
                let pose = Pose {
                    at: corner.outside(),
                    turn_deg: to.turn_deg,
                };
                self.pieces.push(Piece {
                    card: None,
                    face_up: false,
                    pose,
                    seat,
                    zone: zone.clone(),
                });
                self.pieces.len() - 1
            });
            carried.push((piece, self.pieces[piece].pose, to));
        }
        let (from, to) = (carried[0].1.at, carried[0].2.at);
        self.reach(
            now,
            seat,
            [0.3, 0.6, 0.4],
            [from, to],
            carried,
            (false, zone.clone(), seat),
        );
    }

    /// The dealer sweeps the table clear.
    fn clear(&mut self, now: f64) {
        let corner = self.corner(None);
        let out = corner.outside();
        let carried = (0..self.pieces.len())
            .map(|i| {
                (
                    i,
                    self.pieces[i].pose,
                    Pose {
                        at: out,
                        turn_deg: self.pieces[i].pose.turn_deg,
                    },
                )
            })
            .collect();
        let middle = TablePoint::default();
        self.reach(
            now,
            None,
            [0.6, 0.9, 0.2],
            [middle, out],
            carried,
            (false, Zone::Aside, None),
        );
        if let Some(gesture) = &mut self.gesture {
            gesture.clears = true;
        }
    }

    /// A hand reaches from its side to the first place, carries to the second and goes.
    fn reach(
        &mut self,
        now: f64,
        seat: Option<Seat>,
        spans: [f64; 3],
        places: [TablePoint; 2],
        carried: Vec<(usize, Pose, Pose)>,
        leaves: (bool, Zone, Option<Seat>),
    ) {
        let corner = self.corner(seat);
        let out = corner.outside();
        // The fingers hold a card by its foot, on the player's side.
        let hold = corner.point(30.0, 0.0);
        let grip = places.map(|p| TablePoint {
            x_mm: p.x_mm + hold.x_mm,
            y_mm: p.y_mm + hold.y_mm,
        });
        let mut times = [now; 4];
        for i in 0..3 {
            times[i + 1] = times[i] + spans[i];
        }
        self.gesture = Some(Gesture {
            bearing: corner.bearing(),
            look: self.look(seat),
            times,
            tips: [out, grip[0], grip[1], out],
            carried,
            leaves,
            clears: false,
        });
    }

    /// Moves what is moving to where it is now.
    fn advance(&mut self, now: f64) {
        let Some(gesture) = &self.gesture else { return };
        let (leg, part) = gesture.stretch(now);
        let held = match leg {
            0 => 0.0,
            1 => part,
            _ => 1.0,
        };
        for &(piece, from, to) in &gesture.carried {
            self.pieces[piece].pose = from.towards(to, held);
            if leg == 2 {
                let (face_up, zone, seat) = &gesture.leaves;
                self.pieces[piece].face_up = *face_up;
                self.pieces[piece].zone = zone.clone();
                self.pieces[piece].seat = *seat;
            }
        }
        if now >= gesture.times[3] {
            if gesture.clears {
                self.pieces.clear();
            }
            self.gesture = None;
            self.ready_at = now + self.rng.random_range(0.5..1.0);
        }
    }
}

/// The simulated table as a source of frames.
pub struct Director {
    scene: Scene,
    stage: Stage,
}

impl Director {
    /// A table at which these players sit; its look and its jitter come from the seed.
    #[must_use]
    pub fn new(seed: u64, seating: Seating, picks_up: bool, players: Box<dyn Players>) -> Self {
        Self {
            scene: Scene::new(seed),
            stage: Stage::new(seed, seating, picks_up, players),
        }
    }

    /// Where to hear what is said at this table.
    #[must_use]
    pub fn voices(&self) -> Voices {
        self.stage.voices()
    }
}

impl Source for Director {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let shown = self.stage.next_moment();
        let picture = self
            .scene
            .picture(shown.frame, shown.at, &shown.cards, &shown.hands);
        Ok(Some(picture))
    }
}
