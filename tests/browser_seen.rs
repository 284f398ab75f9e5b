//! Whole deals with phones at the simulated table, seen by its camera: what the simulated players lay is read from pixels, what they say they say
//! on their phones in a real headless Chromium; an offence is told with the camera's own pictures (of a fan, where the reader has one sign of
//! each card, once the host has looked), a card is put wrong by a slip and right again,
//! and the deal is settled. One table of Mensch; `PITBOSS_PHONES=all` asks for one of each game (`make phones`), `PITBOSS_PHONES=monster:6` for
//! that one.
#![cfg(feature = "vision")]

mod around;
#[path = "fake/chrome.rs"]
#[allow(dead_code)]
mod chrome;
mod served;
mod simulated;

use std::collections::VecDeque;

use around::{Deal, asked_for, mistaken, script};
use chrome::Browser;
use pitboss::{
    card::Card,
    demo::evening::shows_at_michigan_rummy,
    evening::Evening,
    event::Event,
    frame::{At, Frame},
    lookout::{Film, Lookout, Record},
    play::{Awaited, Call, GameName, Seq, Zone},
    ruling::Verdict,
    seat::{Seat, Seating},
};
use simulated::follow;

/// Which card that was read is put wrong by a slip of the host's.
const SLIP: usize = 3;

/// Of the table and its troubles.
const SEED: u64 = 1;

/// So long is waited, in the table's time, until somebody is asked for what he says, s: else it is known already.
const PATIENCE_SECS: f64 = 4.0;

/// An evening with its phones as the record of a lookout.
struct Desk<'b> {
    deal: Deal<'b>,
    film: Film,
    /// What the camera told of in the newest frame.
    laid: Vec<Seq>,
    read: usize,
    /// What is to be said, and since when.
    unsaid: VecDeque<(At, Seat, Call)>,
    /// What the reader asked last, and since when.
    asked: Option<(Seq, At)>,
    /// What every player lays, in order.
    lays: Vec<(Option<Seat>, Card)>,
}

impl Desk<'_> {
    fn with<T>(&self, what: impl FnOnce(&mut Evening) -> T) -> T {
        let done = self.deal.table.shared.with(what);
        done.expect("the evening runs")
    }

    /// Whatever the phones do after a frame: the camera waits for them meanwhile.
    fn after(&mut self, frame: &Frame, lookout: &Lookout) {
        self.deal.table.sight.send_replace(frame.clone());
        let laid = std::mem::take(&mut self.laid);
        for shot in self.film.see(frame, lookout, &laid) {
            let jpeg = shot.jpeg().expect("it is in the picture");
            let (seq, moment, at) = (shot.seq, shot.moment, shot.frame.at);
            self.with(|e| e.evidence().put(seq, moment, at, &jpeg))
                .expect("kept");
        }
        while let Some((since, seat, call)) = self.unsaid.pop_front() {
            if self.deal.is_asked(seat, &call) {
                self.deal.say(seat, &call);
            } else if frame.at.since(since) < PATIENCE_SECS {
                self.unsaid.push_front((since, seat, call));
                break;
            }
        }
        for seq in laid {
            let fact = self.with(|e| e.table().counts(seq).cloned());
            if let Some(Event::Laid {
                card: Some(card), ..
            }) = fact
            {
                self.read += 1;
                if self.read == SLIP {
                    self.slip(seq, card);
                }
            }
        }
        self.answer(frame.at);
        self.deal.tell();
    }

    /// A question that stands is answered by the host, who sees what lies there.
    fn answer(&mut self, now: At) {
        let Some(question) = self.deal.board().questions.first().cloned() else {
            return;
        };
        let seq = question.seq;
        let since = *match &mut self.asked {
            Some((asked, since)) if *asked == seq => since,
            other => &mut other.insert((seq, now)).1,
        };
        if now.since(since) < PATIENCE_SECS {
            return;
        }
        let of = question.hole.unwrap_or(seq);
        let entries = self.with(|e| e.table().entries().to_vec());
        let mut left = VecDeque::from(self.lays.clone());
        for entry in entries.iter().take_while(|e| e.seq < of) {
            if let Event::Laid {
                card,
                seat,
                replaces: None,
                ..
            } = &entry.event
            {
                take(&mut left, *seat, *card);
            }
        }
        let (by, card) = take(&mut left, question.seat, None).expect("a card that was laid");
        self.deal.answer(seq, by, card);
    }

    /// Somebody doubts a card, the host takes it for another, and takes that back.
    fn slip(&self, seq: Seq, card: Card) {
        self.deal.put_right(seq, mistaken(self.deal.game, card));
        self.deal.undo(seq, card);
    }
}

impl Record for Desk<'_> {
    fn awaited(&self) -> Vec<Awaited> {
        self.with(|e| e.table().awaited())
    }
    fn likely(&self, seat: Option<Seat>, zone: &Zone) -> Vec<Card> {
        self.with(|e| e.table().likely(seat, zone))
    }
    fn deals(&self) -> u64 {
        self.with(|e| u64::from(e.table().deals()))
    }
    fn enter(&mut self, at: At, event: Event) -> Option<Seq> {
        match event {
            // The host set these up at /host.
            Event::Seated { .. } | Event::Game { .. } => {
                return Some(self.with(|e| e.table().entries()[0].seq));
            }
            Event::Call { seat, call, .. } => {
                self.unsaid.push_back((at, seat, call));
                return None;
            }
            _ => {}
        }
        let laid = matches!(event, Event::Laid { replaces: None, .. });
        let seq = self.with(|e| e.enter(at, event, None)).ok()?;
        self.laid.extend(laid.then_some(seq));
        Some(seq)
    }
}

/// Takes a card that was laid from those that no entry tells of yet: the one of that name, else the seat's next, else the next of all where nobody
/// saw who laid it.
fn take(
    left: &mut VecDeque<(Option<Seat>, Card)>,
    seat: Option<Seat>,
    card: Option<Card>,
) -> Option<(Option<Seat>, Card)> {
    let of_seat = |by: &Option<Seat>| seat.is_none() || *by == seat;
    let named = left
        .iter()
        .position(|(by, c)| of_seat(by) && card == Some(*c));
    let next = || left.iter().position(|(by, _)| of_seat(by));
    left.remove(named.or_else(next)?)
}

/// Plays one deal of that game with so many phones.
async fn play(game: GameName, count: usize) {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let deal = Deal::open(&browser, folder.path(), game, count).await;
    deal.set_up();
    deal.join();
    let mut desk = Desk {
        deal,
        film: Film::default(),
        laid: Vec::new(),
        read: 0,
        unsaid: VecDeque::new(),
        asked: None,
        lays: Vec::new(),
    };
    let seating = Seating::from_places(desk.deal.board().seating).expect("a seating");
    let seats: Vec<Seat> = seating.seats().collect();
    let mut script = script(game, &seats);
    if game == GameName::MichiganRummy {
        script.deeds.retain(shows_at_michigan_rummy);
    }
    desk.lays = simulated::laid_by(&script);
    let (cards, planted) = (desk.lays.len(), script.planted.clone());
    follow(
        &mut desk,
        game,
        &seating,
        vec![script],
        SEED,
        |frame, lookout, desk| desk.after(frame, lookout),
    );
    let Desk {
        mut deal,
        read,
        unsaid,
        ..
    } = desk;
    println!(
        "{game} with {count} phones: {} calls, {read} of {cards} cards read",
        deal.called
    );
    let proven: Vec<_> = (deal.board().rulings.into_iter())
        .filter(|r| r.ruling.verdict == Verdict::Violation && !r.withdrawn)
        .map(|r| (r.ruling.code, r.ruling.against))
        .collect();
    for (code, against) in &proven {
        let really = (planted.iter()).any(|p| p.code == code && p.against == *against);
        assert!(really, "{game} of {count}: {code} against {against:?}");
    }
    if !deal.told {
        deal.confirm();
        deal.tell();
    }
    assert!(deal.told, "{game} of {count}: the offence was never told");
    assert!(deal.called > 0 && read > SLIP);
    assert!(unsaid.is_empty(), "never asked for: {unsaid:?}");
    deal.end();
    deal.settle();
    assert_eq!(browser.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deal_is_read_from_pixels_and_played_by_phone() {
    use GameName::{Mensch, MichiganRummy, Monster};
    let every: Vec<_> = [Mensch, Monster, MichiganRummy]
        .into_iter()
        .flat_map(|game| game.players().map(move |n| (game, n)))
        .collect();
    let each = [(Mensch, 4), (Monster, 5), (MichiganRummy, 4)];
    let all = match std::env::var("PITBOSS_PHONES").as_deref() {
        Ok("all") => &each[..],
        _ => &every[..],
    };
    for (game, count) in asked_for(all, &each[..1]) {
        play(game, count).await;
    }
}
