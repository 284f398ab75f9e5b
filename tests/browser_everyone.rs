//! Every page before axe-core, in a real headless Chromium: phone and big screen, light and dark, Korean and English, from an empty table to a
//! ruling, dialogs open and closed. It finds nothing that would keep somebody out.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

#[allow(dead_code)]
mod evenings;
mod fake;
#[allow(dead_code)]
mod highcard;

use evenings::games;
use fake::{
    Fake, asked, axe, bidding,
    chrome::{Browser, PHONE, SCREEN},
    empty, laid, mensch, revoked,
    served::{Served, serve, sign_in},
};
use pitboss::{
    board::Board,
    chips::{Account, Transfer},
    frame::At,
    play::GameName,
    rules,
    seat::Seat,
    table::Table,
};

/// A board of that game, somewhere in the middle of a deal by simulated players.
fn midway(game: GameName) -> Board {
    let mut table = Table::new(rules::open);
    let dealer = games::seating(game).seats().next().expect("somebody");
    let facts = games::deal(game, 3, dealer);
    let half = facts.len() / 2;
    let facts = games::opening(game)
        .into_iter()
        .chain(facts.into_iter().take(half));
    for fact in facts {
        let _kept = table.take(At(1_000), fact);
    }
    Board {
        demo: true,
        ..table.board()
    }
}

/// A ruling withdrawn, chips to hand back, something to undo, nothing seen by the camera.
fn put_right() -> Board {
    let mut board = revoked();
    board.rulings[0].withdrawn = true;
    board.story[2].struck = true;
    board.undo = Some(laid(23, 2, Some("TH")));
    let transfer = Transfer {
        from: Account::Seat(Seat(0)),
        to: Account::Pot,
        chips: 3,
        reason: "correction".into(),
    };
    board.handed_back = vec![transfer];
    board.health = Default::default();
    board.paused = true;
    board
}

/// A page as somebody may find it: where, on which screen, at which table, and what was tapped first.
struct View {
    path: &'static str,
    screen: (u32, u32),
    board: Board,
    taps: &'static [&'static str],
}

fn view(path: &'static str, board: Board, taps: &'static [&'static str]) -> View {
    let screen = if path.starts_with("/tv") {
        SCREEN
    } else {
        PHONE
    };
    View {
        path,
        screen,
        board,
        taps,
    }
}

/// What anyone may see.
fn public_views() -> Vec<View> {
    let settings = &["#foot button"][..];
    vec![
        view("/", empty(), settings),
        view("/", revoked(), &["#rulings .link"]),
        view("/", put_right(), &[]),
        view("/", midway(GameName::Monster), &[]),
        view("/", midway(GameName::MichiganRummy), &[]),
        view("/tv", empty(), &[]),
        view("/tv", revoked(), &[]),
        view("/tv", put_right(), &[]),
        view("/tv", midway(GameName::Monster), &[]),
        view("/tv", midway(GameName::MichiganRummy), &[]),
        view("/tv?overlay", revoked(), &[]),
        view("/rules", empty(), &[]),
        view("/rules", mensch(), &[]),
        view("/settle", mensch(), &["#league summary"]),
        view("/seat", empty(), &[]),
        view("/seat", bidding(), &[]),
        view("/host", empty(), &[]),
    ]
}

/// What a player sees who has taken a seat.
fn player_views() -> Vec<View> {
    vec![
        view("/seat", bidding(), &[".asks .act"]),
        view("/seat", revoked(), &[]),
        view("/seat", midway(GameName::Mensch), &[]),
    ]
}

/// What the host sees after the PIN.
fn host_views() -> Vec<View> {
    vec![
        view("/host", empty(), &[".setup summary"]),
        view("/host", asked(), &["[data-question] summary"]),
        view("/host", revoked(), &["[data-decide='fine']"]),
        view("/host", put_right(), &["[data-fix]"]),
        view("/host", bidding(), &[]),
        view(
            "/host",
            mensch(),
            &["#camera summary", "[data-camera=taps]"],
        ),
        view(
            "/host",
            mensch(),
            &[
                "#camera summary",
                "#zones > summary",
                "[data-grip='trick middle']",
                "[data-grip='Bora middle']",
            ],
        ),
        view("/debug", mensch(), &[]),
        view("/host", midway(GameName::Monster), &["#chips summary"]),
        view(
            "/host",
            midway(GameName::MichiganRummy),
            &["#setup summary"],
        ),
    ]
}

/// Looks at a page by night and by day; what axe finds, each with where.
fn look(browser: &Browser, served: &Served, script: &str, view: &View) -> Vec<String> {
    served.show(view.board.clone());
    browser.size(view.screen);
    browser.goto(&served.url(view.path));
    browser.until("document.querySelector('main').innerText.trim().length > 10");
    let mut found = Vec::new();
    let mut taps = vec![None];
    taps.extend(view.taps.iter().map(Some));
    for tap in taps {
        if let Some(tap) = tap {
            browser.tap(tap);
        }
        for scheme in ["dark", "light"] {
            browser.scheme(scheme);
            browser.still();
            let where_from = format!("{} {tap:?} {scheme}", view.path);
            let lines = axe::violations(browser, script);
            found.extend(lines.into_iter().map(|l| format!("{where_from}: {l}")));
        }
    }
    found
}

async fn nobody_is_kept_out(lang: &str) {
    let (Some(script), Some(browser)) = (axe::script(), Browser::open(lang)) else {
        return;
    };
    let served = serve(Fake::at(bidding()), "127.0.0.1:0").await;
    let mut found = Vec::new();
    let mut all = |views: Vec<View>| {
        for view in &views {
            found.extend(look(&browser, &served, &script, view));
        }
    };
    all(public_views());
    served.show(bidding());
    browser.goto(&served.url("/seat"));
    browser.tap("#page .grid .act");
    browser.until("document.querySelector('#page .now')");
    all(player_views());
    sign_in(&browser, &served);
    browser.until("document.querySelector('#leave button')");
    all(host_views());
    assert_eq!(found, [""; 0], "{lang}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_kept_out_in_english() {
    nobody_is_kept_out("en").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_kept_out_in_korean() {
    nobody_is_kept_out("ko").await;
}
