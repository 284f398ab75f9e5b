//! The pages in a real headless Chromium, over the real router: what is shown, what a tap does, what a lost network does.

mod fake;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use fake::{
    Fake, PIN, asked, asks, bidding, card,
    chrome::{Browser, PHONE, SCREEN},
    empty, laid, mensch, revoked,
    served::{serve, sign_in},
};
use pitboss::{
    board::Board,
    event::{Decision, Event},
    phones::Access,
    play::{Call, Seq, Witness},
    seat::{Seat, Seating},
};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

/// A4 upright without its margins, CSS pixels.
const PAPER: (u32, u32) = (718, 1046);

/// What can't be read on paper: light letters, texts that are wider than their box, boxes that hang over the paper.
const LEGIBLE: &str = "return [...document.querySelectorAll('main *')].filter(e => e.checkVisibility() && e.innerText && !e.children.length).filter(e => {
  const [r, g, b] = getComputedStyle(e).color.match(/[\\d.]+/g).map(Number);
  const box = e.getBoundingClientRect();
  return 0.3 * r + 0.6 * g + 0.1 * b > 110 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth || box.left < 0 || box.right > innerWidth;
}).map(e => e.innerText)";

/// Weighs what a server sends: bytes on the wire, heads and the live stream included.
struct Scales {
    at: SocketAddr,
    sent: Arc<AtomicU64>,
}

impl Scales {
    async fn before(server: SocketAddr) -> Self {
        let door = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let at = door.local_addr().expect("an address");
        let sent = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&sent);
        tokio::spawn(async move {
            while let Ok((phone, _)) = door.accept().await {
                let count = Arc::clone(&count);
                tokio::spawn(async move {
                    let line = TcpStream::connect(server).await?;
                    let ((mut asks, mut tells), (mut answers, mut asked)) =
                        (phone.into_split(), line.into_split());
                    let back = async {
                        let mut part = vec![0; 65_536];
                        loop {
                            let n = answers.read(&mut part).await?;
                            count.fetch_add(n as u64, Ordering::Relaxed);
                            tells.write_all(&part[..n]).await?;
                            if n == 0 {
                                return Ok(0);
                            }
                        }
                    };
                    tokio::select! {
                        done = tokio::io::copy(&mut asks, &mut asked) => done,
                        done = back => done,
                    }
                });
            }
        });
        Self { at, sent }
    }

    /// Bytes since the last time.
    fn weigh(&self) -> u64 {
        self.sent.swap(0, Ordering::Relaxed)
    }
}

/// Three seconds on a quiet machine; this one may be building.
const SOON: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_scoreboard_follows_the_table_in_both_languages() {
    for (lang, turn, led, code) in [
        ("en", "Dana plays a card", "Clubs were led", "Violation"),
        ("ko", "Dana 님이 카드를 낼 차례", "리드 무늬: 클럽", "반칙"),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(empty()), "127.0.0.1:0").await;
        browser.size(PHONE);
        browser.goto(&served.url("/"));
        browser.until("document.querySelector('.demo')?.checkVisibility()");
        served.show(mensch());
        browser.shows("#now .what", turn);
        browser.until(&format!(
            "document.querySelector('#now .hint').innerText.toLowerCase() === {:?}.toLowerCase()",
            led
        ));
        let lies = "[...document.querySelectorAll('.lies')].map(c => c.dataset.card).join()";
        browser.until(&format!("{lies} === 'KC,7C,TH'"));
        assert!(browser.text("[data-seat=Bora]").contains("+9"));
        served.show(revoked());
        browser.shows("#rulings .kind", code);
        browser.shows("#rulings .says", "Chul");
        for scheme in ["dark", "light"] {
            browser.scheme(scheme);
            browser.shot(&format!("board_{lang}_{scheme}"));
        }
        browser.fits("/");
        browser.tap("#rulings .link");
        browser.until("document.querySelector('dialog img')?.naturalWidth > 0");
        browser.shot(&format!("evidence_{lang}"));
        // Every card of the deal can be seen once more, on any phone.
        browser.js("document.querySelector('dialog').close()");
        browser.tap("#story [data-replay]");
        browser.until("document.querySelector('dialog [data-film] img')?.naturalWidth > 0");
        browser.shot(&format!("replay_{lang}"));
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_fits_and_says_demo() {
    let Some(browser) = Browser::open("ko") else {
        return;
    };
    let served = serve(Fake::at(asked()), "127.0.0.1:0").await;
    let scales = Scales::before(served.at).await;
    // A first view on a phone in the local network: nothing is kept from the last one, and without HTTPS there is no service worker.
    browser.cdp("Network.enable", json!({}));
    browser.cdp("Network.setCacheDisabled", json!({"cacheDisabled": true}));
    let plain = json!({"source": "delete Navigator.prototype.serviceWorker"});
    browser.cdp("Page.addScriptToEvaluateOnNewDocument", plain);
    for (path, size) in [
        ("/", PHONE),
        ("/seat", PHONE),
        ("/host", PHONE),
        ("/rules", PHONE),
        ("/settle", PHONE),
        ("/tv", SCREEN),
    ] {
        browser.size(size);
        scales.weigh();
        browser.goto(&format!("http://{}{path}", scales.at));
        browser.until("document.querySelector('.demo')?.checkVisibility()");
        browser.until("document.querySelector('main').innerText.length > 20");
        browser.fits(path);
        let foreign = browser.js("return performance.getEntriesByType('resource').filter(r => !r.name.startsWith(location.origin)).length");
        assert_eq!(foreign, json!(0), "{path} asks nobody else");
        let bytes = scales.weigh();
        println!("{path}: {bytes} bytes over the wire");
        assert!(
            bytes > 10_000 && bytes < 100_000,
            "{path} takes {bytes} bytes over the wire"
        );
        let nameless = browser.js("return [...document.querySelectorAll('button, a, input, select')].filter(e => e.checkVisibility() && !(e.innerText || e.getAttribute('aria-label') || e.labels?.length || e.title)).length");
        assert_eq!(nameless, json!(0), "{path} has a control without a name");
        browser.shot(&format!("page_{}", path.trim_start_matches('/')));
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_answers_and_puts_a_card_right() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(asked()), "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/host"));
    browser.keys("#pin", "000000");
    browser.tap("form .act");
    browser.shows(".error", "That is not the PIN.");
    browser.keys("#pin", PIN);
    browser.tap("form .act");
    browser.shows("[data-question] h2", "Which card is this?");
    browser.until("document.querySelector('[data-question] img')?.naturalWidth > 0");
    browser.shot("host_asks");
    browser.tap("[data-question] [data-card='9C']");
    let answer = Event::Answered {
        of: Seq(26),
        card: Some(card("9C")),
    };
    assert_eq!(served.taken(1).await, [answer]);

    // The ruling rests on a misread card: the first choice puts it right.
    served.show(revoked());
    browser.tap("[data-decide='not-that']");
    browser.tap("[data-proof='13']");
    browser.tap("dialog [data-card='9H']");
    let taken = served.taken(2).await;
    assert!(
        matches!(&taken[1], Event::Replaced { of: Seq(13), with } if matches!(**with, Event::Laid { card: Some(c), .. } if c == card("9H"))),
        "{taken:?}"
    );
    let mut board = revoked();
    board.rulings[0].withdrawn = true;
    served.show(board);
    browser.until("!document.querySelector('[data-decide]')");

    served.show(revoked());
    browser.tap("[data-decide='stands']");
    let taken = served.taken(3).await;
    assert_eq!(
        taken[2],
        Event::Decided {
            of: Seq(24),
            decision: Decision::Stands
        }
    );
    browser.tap("[data-fix='23']");
    browser.tap("dialog .danger");
    assert_eq!(served.taken(4).await[3], Event::Struck { of: Seq(23) });
    assert!(
        browser.complaints().iter().all(|c| c.contains("403")),
        "only the wrong PIN is complained of: {:?}",
        browser.complaints()
    );
}

/// What was entered last is undone, a missed card goes before another, and an earlier deal is put right too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_undoes_inserts_and_opens_earlier_deals() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    let undo = Some(laid(23, 2, Some("TH")));
    served.show(Board { undo, ..mensch() });
    browser.shows("#undo-last", "Chul");
    browser.tap("#undo-last");
    assert_eq!(served.taken(1).await[0], Event::Undone { of: Seq(23) });
    browser.tap("[data-fix='22']");
    browser.tap("dialog [data-before]");
    browser.tap("dialog [data-card='8C']");
    let taken = served.taken(2).await;
    assert!(
        matches!(&taken[1], Event::Inserted { before: Seq(22), what } if matches!(**what, Event::Laid { seat: Some(Seat(1)), .. })),
        "{taken:?}"
    );
    browser.tap("#earlier summary");
    browser.tap("[data-deal='3']");
    browser.until("document.querySelector('dialog [data-fix]')");
    browser.shot("host_earlier");
    browser.tap("dialog [data-fix='11']");
    browser.tap("dialog .danger");
    assert_eq!(served.taken(3).await[2], Event::Struck { of: Seq(11) });
    // The right card under a wrong name.
    browser.tap("[data-fix='21']");
    browser.js("[...document.querySelectorAll('dialog details')][1].open = true");
    browser.js("[...document.querySelectorAll('dialog .grid .act')].find(b => b.innerText === 'Bora').click()");
    let taken = served.taken(4).await;
    assert!(
        matches!(&taken[3], Event::Replaced { of: Seq(21), with } if matches!(**with, Event::Laid { seat: Some(Seat(1)), card: Some(c), .. } if c == card("KC"))),
        "{taken:?}"
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_sets_a_first_evening_up() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(empty()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    for (i, name) in ["Ari", "보라", "Chul", "Dana"].iter().enumerate() {
        browser.keys(&format!(".seat-row:nth-child({}) input", i + 1), name);
    }
    browser.until("document.querySelectorAll('.setup select option').length === 5");
    browser.js("const s = document.querySelector('.setup select'); s.value = '보라'; s.dispatchEvent(new Event('change'))");
    browser.tap(".setup summary");
    browser.tap(".setup .house .choice:nth-of-type(2) input");
    browser.shot("host_setup");
    browser.tap(".setup > .act");
    let taken: Vec<_> = served
        .taken(2)
        .await
        .iter()
        .map(|e| serde_json::to_value(e).expect("plain data"))
        .collect();
    assert_eq!(taken[0]["seating"]["places"][1]["name"], "보라");
    assert_eq!(
        taken[1],
        json!({"event": "game", "game": "mensch", "options": {"plain_number_success": 1}, "dealer": "#1"})
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_typed_over_another_is_asked_about() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    for (i, (answer, number)) in [("[data-same]", 2), ("[data-other]", 4)].iter().enumerate() {
        browser.until("document.querySelector('#setup summary')");
        browser.js("document.querySelector('#setup details').open = true");
        browser.js("const i = document.querySelectorAll('.seat-row input')[2]; i.value = 'Charles'; i.dispatchEvent(new Event('input'))");
        browser.tap(".setup > .act");
        browser.tap(answer);
        let taken = served.taken(2 * i + 2).await;
        let Event::Seated { seating } = &taken[2 * i] else {
            panic!("{taken:?}")
        };
        assert_eq!(seating.by_name("Charles"), Some(Seat(*number)));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_and_all_evenings_are_pictures_too() {
    for lang in ["en", "ko"] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
        browser.size(PHONE);
        browser.goto(&served.url("/settle"));
        browser.until("document.querySelectorAll('.course .way').length === 2");
        browser.until("document.querySelectorAll('.game-stats .meters svg').length === 1");
        browser.fits("/settle");
        browser.shot(&format!("settle_{lang}"));
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

/// What a table of nine is left with: names short and long, a coin for a chip, an odd pot.
fn settled_by_nine() -> (Board, serde_json::Value) {
    let names = [
        "Ari",
        "보라",
        "Chul-soo",
        "Maximiliane von Hohenstein",
        "김민준",
        "Eun",
        "Farid",
        "Gül",
        "Hana",
    ];
    let seating: Seating = names.join(",").parse().expect("a seating");
    let mut board = mensch();
    board.seating = seating.places().to_vec();
    let shares = [-125, 240, -36, -9, 71, -102, 0, -58, 19];
    let payments = [
        (0, 1, 125),
        (5, 1, 102),
        (7, 4, 58),
        (2, 1, 13),
        (2, 4, 13),
        (2, 8, 10),
        (3, 8, 9),
    ];
    let seat = |n: usize| Seat(n as u8).to_string();
    let amount = |chips: i64| {
        format!(
            "{}{}.{}0 EUR",
            if chips < 0 { "-" } else { "" },
            chips.abs() / 10,
            chips.abs() % 10
        )
    };
    let settled = json!({
        "shares": shares.iter().enumerate().map(|(i, c)| (seat(i), json!(c))).collect::<serde_json::Map<_, _>>(),
        "amounts": shares.iter().enumerate().map(|(i, c)| (seat(i), json!(amount(*c)))).collect::<serde_json::Map<_, _>>(),
        "left": [["pot", 4]],
        "payments": payments.map(|(from, to, chips)| json!({"from": seat(from), "to": seat(to), "chips": chips, "amount": amount(chips)})),
    });
    (board, settled)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_settlement_is_a_page_to_print_in_both_languages() {
    for (lang, title, pays, left) in [
        (
            "en",
            "Chips and who pays whom",
            "Ari pays 보라 12.50 EUR (125 chips)",
            "The 4 chips left over",
        ),
        (
            "ko",
            "칩과 정산",
            "Ari → 보라: 12.50 EUR (칩 125개)",
            "남은 칩 4개",
        ),
    ] {
        let Some(browser) = Browser::open(lang) else {
            return;
        };
        let (board, settled) = settled_by_nine();
        let served = serve(Fake::settling(board, settled.clone()), "127.0.0.1:0").await;
        browser.size(PAPER);
        browser.scheme("dark");
        browser.goto(&served.url("/settle"));
        browser.until("document.querySelectorAll('.pays').length === 7");
        // Whatever is for fingers stays on the screen.
        let controls = "[...document.querySelectorAll('button, a, nav, .head')].filter(e => e.checkVisibility()).length";
        browser.until(&format!("{controls} > 4"));
        browser.paper(true);
        browser.until(&format!("{controls} === 0"));
        browser.fits("the printed settlement");
        let shown = browser.text("#now-settled");
        let names = browser.js("return [...document.querySelectorAll('.sheet tr')].map(r => r.innerText.split(/\\s*\\t\\s*/))");
        let rows = names.as_array().expect("rows");
        assert_eq!(rows.len(), 9);
        for (row, (chips, amount)) in rows
            .iter()
            .zip([("−125", "−12.50 EUR"), ("+240", "+24.00 EUR")])
        {
            assert_eq!(
                (row[1].as_str(), row[2].as_str()),
                (Some(chips), Some(amount)),
                "{row}"
            );
        }
        for text in [title, pays, left, "Maximiliane von Hohenstein"] {
            assert!(shown.contains(text), "{text} is missing: {shown}");
        }
        // Dark letters on white paper, also where the phone is dark; nothing is cut off.
        let faults = browser.js(LEGIBLE);
        assert_eq!(faults, json!([]));
        browser.shot(&format!("settle_print_{lang}"));
        browser.paper(false);
        let pdf = browser.printed(&format!("settle_{lang}"));
        let pages = pdf
            .windows(12)
            .filter(|w| w.starts_with(b"/Type /Page") && w[11] != b's');
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!(
            pages.count(),
            2,
            "the settlement on one page, all evenings on the next"
        );
        assert_eq!(browser.complaints(), [""; 0]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_calls_once_through_undo_and_a_lost_network() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(bidding()), "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/seat"));
    browser.until("[...document.querySelectorAll('button')].some(b => b.innerText === 'Ari')");
    let press = |text: &str| {
        browser.js(&format!(
            "[...document.querySelectorAll('button')].find(b => b.innerText === {text:?}).click()"
        ))
    };
    press("Ari");
    browser.shows(".panel.asks", "Half");
    browser.shot("seat_calls");
    press("Six");
    browser.tap(".undo button");
    press("Half");
    browser.shows(".undo", "Half");
    let taken = served.taken(1).await;
    assert!(
        matches!(
            taken[..],
            [Event::Call {
                call: Call::Bid { .. },
                ..
            }]
        ),
        "{taken:?}"
    );

    browser.offline(true);
    press("Five");
    browser.shows(".error", "No connection");
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(served.fake.taken().len(), 1);
    browser.offline(false);
    let taken = served.taken(2).await;
    assert_eq!(
        serde_json::to_value(&taken[1]).expect("plain data")["call"],
        json!({"bid": "5"})
    );
    browser.until("!document.querySelector('main .error')");
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(served.fake.taken().len(), 2, "nothing goes out twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_is_right_again_after_a_restart_and_a_sleep() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(mensch()), "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/"));
    browser.shows("#now .what", "Dana plays");
    // The server goes: its board's sender drops, the stream ends, the port is free.
    let at = served.at.to_string();
    served.stop();
    browser.until("document.querySelector('#stale')?.checkVisibility()");
    browser.shows("#stale", "Not live since");
    assert!(
        browser.text("#now").contains("Dana plays"),
        "the last known state stays"
    );
    browser.shot("board_stale");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let served = serve(Fake::at(revoked()), &at).await;
    let back = Instant::now();
    browser.until("!document.querySelector('#stale').checkVisibility()");
    browser.shows("#rulings .kind", "Violation");
    println!("right again after a restart in {:?}", back.elapsed());
    assert!(back.elapsed() < SOON, "{:?}", back.elapsed());

    // A frozen page, woken after the table went on.
    browser.cdp("Page.setWebLifecycleState", json!({"state": "frozen"}));
    served.show(bidding());
    tokio::time::sleep(Duration::from_secs(3)).await;
    browser.cdp("Page.setWebLifecycleState", json!({"state": "active"}));
    let woken = Instant::now();
    browser.shows("#now .what", "Ari bids");
    println!("right again after a sleep in {:?}", woken.elapsed());
    assert!(woken.elapsed() < SOON, "{:?}", woken.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_board_asks_for_its_pin_once() {
    let Some(browser) = Browser::open("ko") else {
        return;
    };
    let access = Access::with_pin(PIN).with_board_pin(Some("1111"));
    let fake = Fake::with(mensch(), access.expect("a PIN"), Ok(Duration::ZERO));
    let served = serve(fake, "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/"));
    browser.keys("#pin", "2222");
    browser.tap("dialog .act");
    browser.shows("dialog .error", "PIN이 맞지 않습니다");
    browser.shot("closed");
    browser.keys("#pin", "1111");
    browser.tap("dialog .act");
    browser.shows("#now .what", "Dana 님이 카드를 낼 차례");
    assert_eq!(
        browser.js("return document.querySelectorAll('dialog').length"),
        json!(0)
    );
    browser.goto(&served.url("/tv"));
    browser.shows("#now .what", "Dana 님이 카드를 낼 차례");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_in_the_middle_speaks_for_those_without_one() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(bidding()), "127.0.0.1:0").await;
    browser.size(PHONE);
    browser.goto(&served.url("/seat"));
    browser.tap("#middle");
    browser.shows("[data-for='Ari'] h2", "Ari speaks");
    browser.shot("middle");
    browser.tap("[data-for='Ari'] [data-call='{\"bid\":\"half\"}']");
    browser.shows(".undo", "Ari: Half");
    let taken = served.taken(1).await;
    assert!(
        matches!(
            taken[..],
            [Event::Call {
                seat: Seat(0),
                by: Witness::Phone,
                ..
            }]
        ),
        "{taken:?}"
    );
    // Ari comes with a phone: from then on nobody else speaks for Ari.
    asks::seat(&served.fake.router, "Ari").await;
    browser.goto(&served.url("/seat"));
    browser.shows("#page .calm", "Nobody without a phone");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The host shows the others the way in: a code, the address, and what to do where a phone gets no page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_shows_the_way_in() {
    let Some(browser) = Browser::open("en") else {
        return;
    };
    let served = serve(Fake::at(empty()), "127.0.0.1:0").await;
    sign_in(&browser, &served);
    browser.shows("#reach-panel .address", "192.0.2.7:8080");
    browser.until("document.querySelector('#reach-panel .code').naturalWidth > 0");
    browser.tap("#reach-panel summary");
    browser.shows("#reach-panel details", "guest Wi-Fi");
    browser.shot("host_reach");
    browser.size(SCREEN);
    browser.goto(&served.url("/tv"));
    browser.shows("#join", "192.0.2.7:8080");
    browser.until("document.querySelector('#join .code').naturalWidth > 0");
    browser.shot("tv_join");
    assert_eq!(browser.complaints(), [""; 0]);
}
