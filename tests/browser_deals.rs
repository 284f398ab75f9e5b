//! Whole deals with phones, in a real headless Chromium: the host sets the table up, everybody joins, the simulated players play, and what they
//! say they say on their phones; a card is misread, doubted and put right, an offence is told with its pictures and decided, and the deal is
//! settled. Facts are the simulated players' own (`browser_seen.rs` reads them from pixels); pictures are drawn by the simulated table.
//! One table of each game; `PITBOSS_PHONES=all` asks for every size (`make phones`), `PITBOSS_PHONES=monster:6` for one.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

mod around;
#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;
#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;
mod served;

use around::{Deal, asked_for, mistaken, script};
use chrome::Browser;
use evenings::games;
use pitboss::{
    card::Card,
    demo::scene::{Lying, Pose, Scene},
    event::Event,
    evidence::{Moment, crop},
    frame::At,
    play::GameName,
    seat::Seat,
    sighting::TablePoint,
};

/// Which laid card is misread at first.
const MISREAD: usize = 3;

/// What the camera sees of cards: each before whoever laid it, as a picture of the simulated table cut to it.
struct Pictures {
    scene: Scene,
    lying: Vec<Lying>,
    players: usize,
    laid: usize,
}

impl Pictures {
    fn of(&mut self, seat: Option<Seat>, card: Option<Card>) -> Vec<u8> {
        let bearing = 180.0 + 360.0 / self.players as f64 * f64::from(seat.map_or(0, |s| s.0));
        let (sin, cos) = bearing.to_radians().sin_cos();
        let pose = Pose {
            at: TablePoint {
                x_mm: 90.0 * sin,
                y_mm: 90.0 * cos,
            },
            turn_deg: bearing + 180.0,
        };
        self.lying.push(Lying { face: card, pose });
        if self.lying.len() > 4 {
            self.lying.remove(0);
        }
        let frame = self.scene.picture(0, At(0), &self.lying, &[]);
        let map = self.scene.map();
        let outline = pose.corners().map(|p| map.picture_from_table(p));
        crop(&frame, &outline, true).expect("it lies in the picture")
    }

    /// The camera sees a card, rightly or for another.
    fn lay(&mut self, deal: &Deal<'_>, event: Event) {
        let Event::Laid {
            card: Some(card),
            seat,
            ref zone,
            ..
        } = event
        else {
            deal.table.enter(event).expect("a fact");
            return;
        };
        self.laid += 1;
        let wrong = self.laid == MISREAD;
        let seen = if wrong {
            mistaken(deal.game, card)
        } else {
            card
        };
        let entered = games::laid(Some(seen), seat, zone.clone());
        let seq = deal.table.enter(entered).expect("a fact");
        let jpeg = self.of(seat, Some(card));
        let kept =
            |e: &mut pitboss::evening::Evening| e.evidence().put(seq, Moment::At, At(0), &jpeg);
        deal.table
            .shared
            .with(kept)
            .expect("it runs")
            .expect("kept");
        if wrong {
            deal.put_right(seq, card);
        }
    }
}

/// Plays one deal of that game with so many phones.
async fn play(game: GameName, count: usize) {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut deal = Deal::open(&browser, folder.path(), game, count).await;
    let seats: Vec<Seat> = (0..count as u8).map(Seat).collect();
    let mut pictures = Pictures {
        scene: Scene::new(1),
        lying: Vec::new(),
        players: count,
        laid: 0,
    };
    deal.set_up();
    deal.join();
    for deed in script(game, &seats).deeds {
        match games::fact(deed) {
            Some(Event::Call { seat, call, .. }) if deal.is_asked(seat, &call) => {
                deal.say(seat, &call);
            }
            Some(Event::Call { .. }) | None => {}
            Some(event) => pictures.lay(&deal, event),
        }
        deal.tell();
    }
    assert!(deal.told, "{game} of {count}: the offence was never told");
    assert!(deal.called > 0 && pictures.laid > MISREAD);
    deal.end();
    deal.settle();
    assert_eq!(browser.complaints(), [""; 0]);
    println!(
        "{game} with {count} phones: {} calls, {} cards",
        deal.called, pictures.laid
    );
}

/// The sizes that are asked for; else four.
async fn tables(game: GameName) {
    let all: Vec<_> = game.players().map(|n| (game, n)).collect();
    for (game, count) in asked_for(&all, &[(game, 4)]) {
        play(game, count).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deal_of_mensch_by_phone() {
    tables(GameName::Mensch).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_of_monster_by_phone() {
    tables(GameName::Monster).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deal_of_michigan_rummy_by_phone() {
    tables(GameName::MichiganRummy).await;
}
