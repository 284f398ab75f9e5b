//! A small driver in the evening's place: boards as a test wants them, orders kept and answered.

#![allow(dead_code)] // each test file uses its part

pub(crate) mod asks;
pub(crate) mod axe;
pub(crate) mod chrome;
pub(crate) mod decks;
pub(crate) mod served;

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::Router;
use pitboss::{
    board::{Board, BoardHealth, BoardRuling, DealState, Question, SeatState, StoryLine},
    card::Card,
    chips::Worth,
    event::{Event, HealthState},
    frame::At,
    order::{Order, Refusal, RefusalKind},
    phones::{
        self, Access, CameraView, CameraWish, Choice, DebugView, Evening, Form, HouseRule, Keeper,
        KeptMinute, KnownCard, Lang, Outlined, Picture, ReadCard, SeatSpot, ZoneSpot, ZonesView,
        ZonesWish,
    },
    play::{Awaited, GameName, Seq, Witness, Zone},
    ruling::{Ruling, Verdict},
    seat::{Seat, Seating},
    sighting::Signs,
};
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

/// The host's PIN at every fake table.
pub(crate) const PIN: &str = "424242";

/// What the fake evening lends.
pub(crate) struct Shelf {
    /// The newest frame's age, or why there is none.
    pub(crate) age: Result<Duration, String>,
    /// A picture kept for each card laid.
    pub(crate) jpeg: Vec<u8>,
    /// Who pays whom, seats as `#n`; else Ari 3 to Bora.
    pub(crate) settled: Option<Value>,
    /// What the camera was to be.
    pub(crate) wished: Arc<Mutex<Vec<CameraWish>>>,
    /// How the zones were dragged.
    pub(crate) dragged: Arc<Mutex<Option<ZonesWish>>>,
    /// The deck that is made known.
    pub(crate) run: decks::Run,
}

impl Keeper for Shelf {
    fn journal(&self) -> Result<String, String> {
        Ok("{\"seq\":1,\"at\":0.0,\"event\":\"paused\",\"paused\":false}\n".into())
    }

    fn settlement(&self, chip: Option<&Worth>) -> Result<Value, String> {
        if let Some(settled) = &self.settled {
            return Ok(settled.clone());
        }
        let mut payment = json!({"from": "#0", "to": "#1", "chips": 3});
        if let Some(chip) = chip {
            payment["amount"] = json!(chip.amount(3));
        }
        Ok(json!({"shares": {"#0": -3, "#1": 3}, "payments": [payment]}))
    }

    fn settled(&self, lang: Lang, form: Form, _: Option<&Worth>) -> Result<String, String> {
        Ok(match (form, lang) {
            (Form::Csv, _) => "from,to,chips,amount\n\"Ari\",\"Bora\",3,\"\"\n".into(),
            (Form::Text, Lang::En) => "Ari pays Bora 3 chips\n".into(),
            (Form::Text, Lang::Ko) => "Ari → Bora: 칩 3개\n".into(),
        })
    }

    fn debug(&self) -> Result<DebugView, String> {
        let quad = |x: f64| vec![[x, 0.4], [x + 0.1, 0.4], [x + 0.1, 0.6], [x, 0.6]];
        let card = |id, name: Option<&str>, state: &str, x| KnownCard {
            id,
            card: name.map(str::to_owned),
            state: state.into(),
            seat: name.map(|_| "Ari".into()),
            zone: "trick".into(),
            confidence: 0.993,
            readings: 6,
            outline: quad(x),
        };
        Ok(DebugView {
            source: "demo".into(),
            at: 71.4,
            frame: 714,
            width: 320,
            height: 200,
            age_ms: 38.2,
            took_ms: (0..90).map(|n| 6.0 + f64::from(n % 11)).collect(),
            cards: vec![
                card(4, Some("TH"), "named", 0.3),
                card(5, None, "fresh", 0.55),
            ],
            readings: vec![ReadCard {
                card: None,
                confidence: 0.41,
                choices: vec![("8C".into(), 0.41), ("6C".into(), 0.3)],
                outline: quad(0.55),
            }],
            hands: vec![quad(0.8)],
            kept: KeptMinute {
                secs: 61.2,
                frames: 612,
                pictures: 300,
                bytes: 31_000_000,
            },
        })
    }

    fn bundle(&self) -> Result<Vec<u8>, String> {
        Ok(b"bundle.json".to_vec())
    }

    fn camera(&self) -> Result<CameraView, String> {
        let square = |r: f64| {
            vec![
                [0.5 - r, 0.5 - r],
                [0.5 + r, 0.5 - r],
                [0.5 + r, 0.5 + r],
                [0.5 - r, 0.5 + r],
            ]
        };
        let wished = self.wished.lock().expect("no test panics with it");
        let tapped = wished.iter().rev().find(|w| w.source.is_none());
        Ok(CameraView {
            source: wished
                .iter()
                .rev()
                .find_map(|w| w.source.clone())
                .unwrap_or_else(|| "demo".into()),
            sources: vec!["0".into(), "2".into(), "phone".into(), "demo".into()],
            age_s: 0.04,
            width: 320,
            height: 200,
            found: if tapped.is_some_and(|w| !w.forget) {
                "taps"
            } else {
                "markers"
            }
            .into(),
            markers: vec![0, 1, 2, 3],
            table: square(0.45),
            width_mm: 1200.0,
            depth_mm: 750.0,
            zones: vec![Outlined {
                name: "trick".into(),
                outline: square(0.2),
            }],
            seats: seating()
                .places()
                .iter()
                .map(|p| {
                    let (sin, cos) = p.bearing.to_radians().sin_cos();
                    Outlined {
                        name: p.name.clone(),
                        outline: vec![[0.5 + 0.38 * sin, 0.5 - 0.38 * cos]],
                    }
                })
                .collect(),
        })
    }

    fn camera_picture(&self, _: bool) -> Result<Vec<u8>, String> {
        Ok(self.jpeg.clone())
    }

    fn zones(&self) -> Result<ZonesView, String> {
        let side = |x: f64, y: f64| {
            let half = [0.3 - 0.1 * x.abs(), 0.3 - 0.1 * y.abs()];
            let corner = |dx, dy| [0.75 * x + dx * half[0], 0.75 * y + dy * half[1]];
            [
                corner(-1.0, 1.0),
                corner(1.0, 1.0),
                corner(1.0, -1.0),
                corner(-1.0, -1.0),
            ]
        };
        let sides = [(0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 0.0)];
        let seats = ["Ari", "Bora", "Cho", "Dana"].iter().zip(sides);
        let usual = ZonesView {
            game: GameName::Mensch,
            standard: true,
            file: None,
            before: Some("won".into()),
            zones: vec![ZoneSpot {
                name: "trick".into(),
                centre: Some([0.0, 0.0]),
                radius: Some(0.5),
                corners: None,
            }],
            seats: seats
                .map(|(name, (x, y))| SeatSpot {
                    name: (*name).into(),
                    corners: side(x, y),
                })
                .collect(),
        };
        let dragged = self.dragged.lock().expect("no test panics with it");
        let Some((zones, seats)) = dragged
            .as_ref()
            .and_then(|d| d.zones.clone().zip(d.seats.clone()))
        else {
            return Ok(usual);
        };
        let names = usual.seats.into_iter().map(|s| s.name);
        let seats = names
            .zip(seats)
            .map(|(name, corners)| SeatSpot { name, corners });
        Ok(ZonesView {
            standard: false,
            zones,
            seats: seats.collect(),
            ..usual
        })
    }

    fn set_zones(&self, wish: &ZonesWish) -> Result<(), String> {
        let round = wish.zones.iter().flatten().filter_map(|z| z.radius);
        if round.fold(1.0, f64::min) < 0.2 {
            return Err("zone `trick` is too small: a card must fit into it".into());
        }
        *self.dragged.lock().expect("no test panics with it") = Some(wish.clone());
        Ok(())
    }

    fn set_camera(&self, wish: &CameraWish) -> Result<(), String> {
        if wish.source.as_deref() == Some("9") {
            return Err("there is no camera 9: plug it in".into());
        }
        self.wished
            .lock()
            .expect("no test panics with it")
            .push(wish.clone());
        Ok(())
    }

    fn take_picture(&self, from: &str, jpeg: &[u8]) -> Result<(), Refusal> {
        let refused = |kind, says: &str| {
            Err(Refusal {
                kind,
                says: says.into(),
            })
        };
        if from == "late" {
            return refused(RefusalKind::Conflict, "another phone is the camera now");
        }
        if !jpeg.starts_with(&[0xFF, 0xD8]) {
            return refused(RefusalKind::Invalid, "this is no whole JPEG picture");
        }
        Ok(())
    }

    fn begin_anew(&self) -> Result<(), String> {
        Ok(())
    }

    fn league(&self) -> Result<Value, String> {
        let mensch = json!({"deals": 9, "won": 5, "net": 7, "counts": {"declared": 3, "made": 2}});
        let ari = json!({"name": "Ari", "evenings": 2, "net": 7, "games": {"mensch": mensch}});
        let bora = json!({"name": "Bora", "evenings": 2, "net": -7, "games": {}});
        let history = [
            json!({"begun_ms": 0, "net": {"Ari": 9, "Bora": -9}}),
            json!({"begun_ms": 604_800_000, "net": {"Ari": -2, "Bora": 2}}),
        ];
        Ok(json!({"evenings": 2, "players": [ari, bora], "history": history}))
    }

    fn story(&self, deal: u32) -> Option<Vec<StoryLine>> {
        (1..=4).contains(&deal).then(|| mensch().story)
    }

    fn fact(&self, of: Seq) -> Option<Event> {
        let story = mensch().story;
        story.into_iter().find(|l| l.seq == of).map(|l| l.event)
    }

    fn evidence(&self, of: Seq) -> Vec<Picture> {
        let kept = (10..100).contains(&of.0) && !self.jpeg.is_empty();
        let picture = |of| Picture {
            of,
            at: At(1000),
            taken: Some(At(900)),
            moment: "at",
            card: "QH".parse().ok(),
            seat: Some(Seat(1)),
            jpeg: self.jpeg.clone(),
        };
        kept.then(|| picture(of)).into_iter().collect()
    }

    fn frame_age(&self) -> Result<Duration, String> {
        self.age.clone()
    }

    fn says(&self, lang: Lang, ruling: &Ruling, seating: Option<&Seating>) -> String {
        let name = |seat| seating.map_or_else(String::new, |s| s.name(seat));
        let who = ruling.against.map(name).unwrap_or_default();
        match lang {
            Lang::En => {
                format!("{who} did not follow hearts in trick 1 and played a heart in trick 2.")
            }
            Lang::Ko => format!(
                "{who} 님은 1번째 트릭에서 하트를 따르지 않았는데, 2번째 트릭에서 하트를 냈습니다."
            ),
        }
    }

    fn rules(&self, lang: Lang, game: GameName, options: &Value) -> Vec<HouseRule> {
        if game != GameName::Mensch {
            return Vec::new();
        }
        let ko = lang == Lang::Ko;
        let choice = |value: i64| Choice {
            value: value.into(),
            says: if ko {
                format!("칩 {value}개")
            } else {
                format!("{value} chips")
            },
        };
        vec![HouseRule {
            name: "plain_number_success".into(),
            says: if ko {
                "파이브, 식스, 세븐 성공 시 각자 내는 칩은?"
            } else {
                "What does each opponent pay when Five, Six or Seven is made?"
            }
            .into(),
            choices: vec![choice(3), choice(1)],
            now: options
                .get("plain_number_success")
                .cloned()
                .unwrap_or_else(|| 3.into()),
        }]
    }
}

/// An order's client id and what it orders.
pub(crate) type Ordered = (Option<String>, Event);

/// A fake evening: its router, its board and the orders that came.
pub(crate) struct Fake {
    pub(crate) router: Router,
    pub(crate) board: watch::Sender<Arc<Board>>,
    pub(crate) orders: Arc<Mutex<Vec<Ordered>>>,
    pub(crate) wished: Arc<Mutex<Vec<CameraWish>>>,
    pub(crate) dragged: Arc<Mutex<Option<ZonesWish>>>,
}

impl Fake {
    /// A table with that board; orders are answered with 1000, 1001, …; an answer to question 404 is refused.
    pub(crate) fn at(board: Board) -> Self {
        Self::with(board, Access::with_pin(PIN), Ok(Duration::from_millis(40)))
    }

    /// A table with that board where that is who pays whom.
    pub(crate) fn settling(board: Board, settled: Value) -> Self {
        let shelf = Shelf {
            age: Ok(Duration::from_millis(40)),
            jpeg: jpeg(),
            settled: Some(settled),
            wished: Arc::default(),
            dragged: Arc::default(),
            run: decks::Run::default(),
        };
        Self::lent(board, Access::with_pin(PIN), shelf)
    }

    pub(crate) fn with(board: Board, access: Access, age: Result<Duration, String>) -> Self {
        let shelf = Shelf {
            age,
            jpeg: jpeg(),
            settled: None,
            wished: Arc::default(),
            dragged: Arc::default(),
            run: decks::Run::default(),
        };
        Self::lent(board, access, shelf)
    }

    fn lent(board: Board, access: Access, shelf: Shelf) -> Self {
        let (send, receive) = watch::channel(Arc::new(board));
        let (orders, mut inbox) = mpsc::channel::<Order>(16);
        let kept: Arc<Mutex<Vec<Ordered>>> = Arc::default();
        let record = Arc::clone(&kept);
        tokio::spawn(async move {
            while let Some(order) = inbox.recv().await {
                let refused = matches!(order.event, Event::Struck { of: Seq(404) });
                let seq = {
                    let mut record = record.lock().expect("no test panics with it");
                    record.push((order.client, order.event));
                    Seq(999 + record.len() as u64)
                };
                let refusal = || Refusal {
                    kind: RefusalKind::NotFound,
                    says: "there is no entry 404".into(),
                };
                order
                    .reply
                    .send(if refused { Err(refusal()) } else { Ok(seq) })
                    .ok();
            }
        });
        let (wished, dragged) = (Arc::clone(&shelf.wished), Arc::clone(&shelf.dragged));
        let router = phones::router(Evening {
            board: receive,
            orders,
            keeper: Arc::new(shelf),
            access,
            reach: vec!["http://192.0.2.7:8080/".into()],
            secure: Some("https://192.0.2.7:8443/".into()),
        });
        Self {
            router,
            board: send,
            orders: kept,
            wished,
            dragged,
        }
    }

    pub(crate) fn taken(&self) -> Vec<Event> {
        let record = self.orders.lock().expect("no test panics with it");
        record.iter().map(|(_, event)| event.clone()).collect()
    }
}

/// A small green picture with a white card on it.
fn jpeg() -> Vec<u8> {
    let picture = image::RgbImage::from_fn(320, 200, |x, y| {
        let card = (120..200).contains(&x) && (40..160).contains(&y);
        image::Rgb(if card { [250, 248, 240] } else { [30, 90, 66] })
    });
    let mut out = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut out, image::ImageFormat::Jpeg)
        .expect("a picture encodes");
    out.into_inner()
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

pub(crate) fn seating() -> Seating {
    "Ari@south,Bora@west,Chul@north,Dana@east"
        .parse()
        .expect("four seats")
}

fn line(seq: u64, event: Event) -> StoryLine {
    StoryLine {
        seq: Seq(seq),
        at: At(seq * 1000),
        event,
        struck: false,
        corrected: false,
    }
}

/// A card laid into the trick, as the camera saw it.
pub(crate) fn laid(seq: u64, seat: u8, what: Option<&str>) -> StoryLine {
    line(
        seq,
        Event::Laid {
            card: what.map(card),
            seat: Some(Seat(seat)),
            zone: Zone::Trick,
            confidence: 0.99,
            by: Witness::Seen,
            signs: Signs::default(),
            replaces: None,
        },
    )
}

/// A table before anything was set up.
pub(crate) fn empty() -> Board {
    Board {
        demo: true,
        health: BoardHealth {
            state: HealthState::Ok,
            detail: String::new(),
            cause: None,
        },
        ..Board::default()
    }
}

/// A deal of Mensch in its second trick, three cards on the table, the fourth player awaited.
pub(crate) fn mensch() -> Board {
    let seating = seating();
    let cards = [
        (11, 0, "AH"),
        (12, 1, "8H"),
        (13, 2, "9S"),
        (14, 3, "7H"),
        (21, 0, "KC"),
        (22, 1, "7C"),
        (23, 2, "TH"),
    ];
    let seat = |n: u8, tricks, marks: &[&str]| SeatState {
        seat: Seat(n),
        hand: Some(7),
        shown: Vec::new(),
        tricks,
        marks: marks.iter().map(|m| (*m).to_owned()).collect(),
    };
    let middle = cards[4..]
        .iter()
        .map(|&(seq, seat, text)| pitboss::board::BoardCard {
            seat: Some(Seat(seat)),
            card: Some(card(text)),
            seq: Seq(seq),
        });
    Board {
        seq: 23,
        game: Some(GameName::Mensch),
        options: json!({}),
        seating: seating.places().to_vec(),
        balances: [(0, -3), (1, 9), (2, -7), (3, 1)]
            .map(|(n, chips)| (Seat(n), chips))
            .into(),
        deal_number: 4,
        deal: Some(DealState {
            phase: "tricks".into(),
            dealer: Some(Seat(3)),
            seats: vec![
                seat(0, 1, &["declarer"]),
                seat(1, 0, &[]),
                seat(2, 0, &[]),
                seat(3, 0, &[]),
            ],
            contract: serde_json::from_value(json!("5")).ok(),
            trump: "S".parse().ok(),
            middle: middle.collect(),
            awaited: vec![Awaited {
                seats: vec![Seat(3)],
                what: "card".into(),
                calls: Vec::new(),
                zone: Some(Zone::Trick),
            }],
            ..DealState::default()
        }),
        story: cards
            .iter()
            .map(|&(seq, seat, text)| laid(seq, seat, Some(text)))
            .collect(),
        ..empty()
    }
}

/// The same with a revoke proven by the last card.
pub(crate) fn revoked() -> Board {
    let mut board = mensch();
    let ruling = Ruling {
        verdict: Verdict::Violation,
        code: "revoke".into(),
        against: Some(Seat(2)),
        proof: vec![Seq(13), Seq(23)],
        convicts: Some(Seq(13)),
        option: None,
        args: Default::default(),
    };
    board.seq = 24;
    board.story.push(line(24, Event::Ruling(ruling.clone())));
    board.rulings.push(BoardRuling {
        seq: Seq(24),
        at: At(24_000),
        ruling,
        decision: None,
        running: true,
        withdrawn: false,
    });
    board
}

/// The same with the reader's question about the fourth card.
pub(crate) fn asked() -> Board {
    let mut board = mensch();
    board.seq = 26;
    board.story.push(laid(25, 3, None));
    board.questions.push(Question {
        seq: Seq(26),
        hole: Some(Seq(25)),
        seat: Some(Seat(3)),
        zone: Zone::Trick,
        choices: vec![card("8C"), card("9C")],
    });
    board
}

/// A moment for bids.
pub(crate) fn bidding() -> Board {
    let mut board = mensch();
    let deal = board.deal.as_mut().expect("a deal runs");
    deal.phase = "bidding".into();
    (deal.contract, deal.trump) = (None, None);
    deal.middle.clear();
    let bids = ["pass", "half", "5", "6", "7", "solo"];
    deal.awaited = vec![Awaited {
        seats: vec![Seat(0)],
        what: "bid".into(),
        calls: bids
            .iter()
            .map(|b| serde_json::from_value(json!({"bid": b})).expect("a bid"))
            .collect(),
        zone: None,
    }];
    board.story.clear();
    board
}
