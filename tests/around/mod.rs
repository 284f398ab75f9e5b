//! Phones around one table in a real headless Chromium: they join, say what simulated players say, put a card right, see an offence and settle.

#![allow(dead_code)] // each test file uses its part

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use pitboss::{
    board::Board,
    card::Card,
    demo::players::{Deed, Script, mensch, michigan_rummy, monster},
    play::{Act, Awaited, Call, GameName, Seq},
    rules::{mensch::MenschOptions, michigan_rummy::MichiganOptions, monster::MonsterOptions},
    ruling::Verdict,
    seat::Seat,
};
use rand::{SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};

use crate::{
    chrome::{Browser, PHONE, SCREEN},
    served::{PIN, Table},
};

/// Half of the phones speak English, half Korean.
const NAMES: [&str; 9] = [
    "Ari", "보라", "Chul", "다나", "Eve", "현우", "Gina", "하늘", "Ines",
];

/// A moment to undo is tried elsewhere; here everybody means what they tap.
const HASTE: &str = "const later = setTimeout; window.setTimeout = (then, ms, ...more) => later(then, ms === 4000 ? 250 : ms, ...more);";

/// One phone: a window of the browser, with cookies of its own since it asks at an address of its own.
pub(crate) struct Phone<'b> {
    browser: &'b Browser,
    window: String,
    base: String,
    pub(crate) name: String,
    lang: &'static str,
}

impl Phone<'_> {
    pub(crate) fn hold(&self) -> &Browser {
        self.browser.hold(&self.window);
        self.browser
    }

    pub(crate) fn goto(&self, path: &str) -> &Browser {
        let browser = self.hold();
        browser.goto(&format!("{}{path}?lang={}", self.base, self.lang));
        browser
    }

    pub(crate) fn shot(&self, what: &str) {
        let browser = self.hold();
        for scheme in ["dark", "light"] {
            browser.scheme(scheme);
            browser.shot(&format!("deal_{what}_{}_{scheme}", self.lang));
        }
    }
}

/// The first deal in which the offence came to be provable, played to its end; of Monster the rounds up to that of the offence.
pub(crate) fn script(game: GameName, seats: &[Seat]) -> Script {
    let dealer = seats[0];
    let dealt = |seed| {
        let mut rng = SmallRng::seed_from_u64(seed);
        match game {
            GameName::Mensch => {
                let four = [seats[0], seats[1], seats[2], seats[3]];
                let cheat = Some(mensch::Cheat::Revoke);
                let style = mensch::Style::Sense;
                mensch::deal(
                    &mut rng,
                    four,
                    dealer,
                    &MenschOptions::default(),
                    style,
                    cheat,
                )
            }
            GameName::Monster => {
                let cheat = Some(monster::Cheat::PairKept);
                let (options, style) = (MonsterOptions::default(), monster::Style::Sense);
                let mut game = monster::game(&mut rng, seats, dealer, &options, style, cheat)
                    .expect("so many can play");
                let swept = |d: &Deed| matches!(d.act, Act::Backs { count: 0, .. });
                let end = game
                    .deeds
                    .iter()
                    .position(swept)
                    .unwrap_or(game.deeds.len());
                game.planted.retain(|p| p.proved < end);
                game.deeds.truncate(end);
                call_first(&mut game.deeds);
                game
            }
            GameName::MichiganRummy => {
                let cheat = Some(michigan_rummy::Cheat::LeadNotLowest);
                let (options, style) = (MichiganOptions::default(), michigan_rummy::Style::Quick);
                michigan_rummy::deal(&mut rng, seats, dealer, &options, style, cheat)
            }
        }
    };
    (1..2000)
        .map(dealt)
        .find(|script| !script.planted.is_empty())
        .expect("one deal in so many holds the offence")
}

/// What a player says of the own discards is said before they lie there: else nobody need say it.
fn call_first(deeds: &mut [Deed]) {
    for i in 0..deeds.len() {
        let mut at = i;
        let before = |at: usize| {
            matches!(deeds[at].act, Act::Backs { .. }) && deeds[at].seat == deeds[i].seat
        };
        if matches!(deeds[i].act, Act::Call(_)) {
            while at > 0 && before(at - 1) {
                at -= 1;
            }
        }
        deeds[at..=i].rotate_right(1);
    }
}

/// Another card of the same deck: what a reader may have taken it for.
pub(crate) fn mistaken(game: GameName, card: Card) -> Card {
    let faces = game.deck().faces();
    let at = faces.iter().position(|&c| c == card).expect("of this deck");
    faces[(at + 1) % faces.len()]
}

/// What that player may say now.
pub(crate) fn asked_of(awaited: &[Awaited], seat: Seat) -> impl Iterator<Item = &Awaited> {
    let asked = move |a: &&Awaited| a.seats.contains(&seat) && !a.calls.is_empty();
    awaited.iter().filter(asked)
}

/// A deal under way: the evening, its phones, and what of it was shown already.
pub(crate) struct Deal<'b> {
    pub(crate) game: GameName,
    pub(crate) table: Table,
    pub(crate) host: Phone<'b>,
    pub(crate) screen: Phone<'b>,
    pub(crate) players: Vec<Phone<'b>>,
    pub(crate) called: usize,
    pub(crate) told: bool,
}

impl Deal<'_> {
    pub(crate) fn board(&self) -> Board {
        let board = self.table.shared.with(|e| e.table().board());
        board.expect("the evening runs")
    }

    pub(crate) fn entries(&self) -> usize {
        let entries = self.table.shared.with(|e| e.table().entries().len());
        entries.expect("the evening runs")
    }

    pub(crate) fn wait(&self, what: &str, done: impl Fn(&Board) -> bool) {
        let began = Instant::now();
        while !done(&self.board()) {
            assert!(
                began.elapsed() < Duration::from_secs(40),
                "never came: {what}"
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Everybody's phones at the evening of that folder.
    pub(crate) async fn open<'b>(
        browser: &'b Browser,
        folder: &Path,
        game: GameName,
        count: usize,
    ) -> Deal<'b> {
        let table = Table::open(folder, "127.0.0.1:0").await;
        let mut phones = phones(browser, &table, count).await;
        let players = phones.split_off(2);
        let screen = phones.pop().expect("the big screen");
        let host = phones.pop().expect("the host's phone");
        screen.goto("/tv");
        Deal {
            game,
            table,
            host,
            screen,
            players,
            called: 0,
            told: false,
        }
    }

    /// The host sets the table up by hand, as on a first evening.
    pub(crate) fn set_up(&self) {
        let browser = self.host.goto("/host");
        browser.keys("#pin", PIN);
        browser.tap("form .act");
        browser.tap(&format!("[name=game][value={}]", self.game));
        for (i, phone) in self.players.iter().enumerate() {
            let input = format!(".seat-row:nth-child({}) input", i + 1);
            if browser.js(&format!("return !document.querySelector({input:?})")) == json!(true) {
                browser.tap(".seats-list > .act");
            }
            browser.keys(&input, &phone.name);
        }
        let dealer = &self.players[0].name;
        browser.js(&format!("const s = document.querySelector('.setup select'); s.value = {dealer:?}; s.dispatchEvent(new Event('change'))"));
        self.host.shot(&format!("{}_setup", self.game));
        browser.tap(".setup > .act");
        self.wait("the game", |b| {
            b.game == Some(self.game) && b.seating.len() == self.players.len()
        });
    }

    /// Everybody takes a seat with a tap on the own name.
    pub(crate) fn join(&self) {
        for phone in &self.players {
            let browser = phone.goto("/seat");
            let name = format!(
                "[...document.querySelectorAll('#page .grid .act')].find(b => b.innerText === {:?})",
                phone.name
            );
            browser.until(&name);
            browser.js(&format!("{name}.click()"));
            browser.until(&format!(
                "document.querySelector('#page .title')?.innerText.includes({:?})",
                phone.name
            ));
        }
        let host = self.host.hold();
        host.until(&format!(
            "document.querySelectorAll('#phones li').length === {}",
            self.players.len()
        ));
    }

    fn awaited(&self) -> Vec<Awaited> {
        let board = self.board();
        board.deal.map_or(board.opening, |deal| deal.awaited)
    }

    /// Whether that player is asked for such a call: not for what the table knows already, as cards discarded in full view, a run that
    /// has evidently stopped, or a deal that is over.
    pub(crate) fn is_asked(&self, seat: Seat, call: &Call) -> bool {
        let awaited = self.awaited();
        let mut asked = asked_of(&awaited, seat);
        match call {
            Call::Stop { .. } | Call::Claim { .. } => asked.any(|a| a.calls.contains(call)),
            _ => asked.next().is_some(),
        }
    }

    /// A player who is asked says it on the own phone.
    pub(crate) fn say(&mut self, seat: Seat, call: &Call) {
        let awaited = self.awaited();
        // Who can lead nothing says first that the run has stopped, where the table can't know that.
        let stop = Call::Stop { stop: true };
        let running = asked_of(&awaited, seat).any(|a| a.calls.contains(&stop));
        if matches!(call, Call::Lead { .. }) && running {
            self.say(seat, &stop);
        }
        let phone = &self.players[usize::from(seat.0)];
        let browser = phone.hold();
        let wish = serde_json::to_string(call).expect("plain data");
        let card = serde_json::to_value(call).expect("plain data")["partner"].clone();
        let pick = format!(".asks [data-call='{wish}'], .asks [data-card={card}]");
        // How many chips is counted up from the fewest that may be bet.
        browser.until("document.querySelector('.asks')");
        let there = || browser.js(&format!("return !!document.querySelector({pick:?})"));
        for _ in 0..12 {
            if there() == json!(true)
                || browser.js("return !document.querySelector('.asks [data-more]:enabled')")
                    == json!(true)
            {
                break;
            }
            browser.tap(".asks [data-more]");
        }
        browser.until(&format!("document.querySelector({pick:?})"));
        if self.called == 0 {
            phone.shot(&format!("{}_calls", self.game));
        }
        browser.fits("/seat");
        let before = self.entries();
        browser.tap(&pick);
        let began = Instant::now();
        while self.entries() == before {
            assert!(
                began.elapsed() < Duration::from_secs(40),
                "{seat:?} was not heard: {wish}"
            );
            std::thread::sleep(Duration::from_millis(30));
        }
        self.called += 1;
    }

    /// Somebody doubts the card, and the host puts it right with two taps.
    pub(crate) fn put_right(&self, seq: Seq, card: Card) {
        let doubter = &self.players[1];
        doubter
            .hold()
            .tap(&format!("#page .story li[data-seq='{seq}'] .link"));
        let host = self.host.hold();
        host.until("document.querySelector('#checks article')");
        self.host.shot(&format!("{}_check", self.game));
        host.tap("#checks .two .act:last-child");
        host.tap(&format!("dialog [data-card='{card}']"));
        self.all_show(seq, card);
        self.host
            .hold()
            .until("!document.querySelector('#checks article')");
    }

    /// The host takes the last correction back.
    pub(crate) fn undo(&self, seq: Seq, card: Card) {
        self.host.hold().tap("#undo-last");
        self.all_show(seq, card);
    }

    /// Every player's phone tells that entry as that card.
    fn all_show(&self, seq: Seq, card: Card) {
        for phone in &self.players {
            phone.hold().until(&format!(
                "document.querySelector(\"#page .story li[data-seq='{seq}'] [data-shows='{card}']\")"
            ));
        }
    }

    /// The host answers what the reader asks, and says who laid it where that is asked too.
    pub(crate) fn answer(&self, question: Seq, by: Option<Seat>, card: Card) {
        let host = self.host.hold();
        let asked = format!("[data-question='{question}']");
        host.until(&format!("document.querySelector({asked:?})"));
        self.host.shot(&format!("{}_asked", self.game));
        let whose = format!("{asked} [data-by]");
        if host.js(&format!("return !!document.querySelector({whose:?})")) == json!(true) {
            let nth = usize::from(by.expect("a player's card").0) + 1;
            host.tap(&format!("{whose}:nth-child({nth})"));
        }
        let likely = format!("{asked} .likely [data-card='{card}']");
        if host.js(&format!("return !!document.querySelector({likely:?})")) == json!(true) {
            host.tap(&likely);
        } else {
            host.tap(&format!("{asked} summary"));
            host.tap(&format!("{asked} details [data-card='{card}']"));
        }
        self.wait("the answer", |b| {
            b.questions.iter().all(|q| q.seq != question)
        });
    }

    /// What rests on one sign alone accuses nobody: the host looks at the picture and says that this is what lay there.
    pub(crate) fn confirm(&self) {
        let host = self.host.hold();
        let asked = ".ruling.inconclusive [data-decide='that-is']";
        host.until(&format!("document.querySelector({asked:?})"));
        host.tap(".ruling.inconclusive .link");
        host.until("document.querySelector('dialog img')?.naturalWidth > 0");
        self.host.shot(&format!("{}_doubt", self.game));
        host.js("document.querySelector('dialog').close()");
        host.tap(asked);
        self.wait("the violation", |b| {
            let verdicts = b.rulings.iter().map(|r| r.ruling.verdict);
            verdicts.into_iter().any(|v| v == Verdict::Violation)
        });
    }

    /// The offence is told: on every phone in its language, with pictures; the host lets it stand.
    pub(crate) fn tell(&mut self) {
        let board = self.board();
        let proven = |r: &&pitboss::board::BoardRuling| {
            r.ruling.verdict == Verdict::Violation && !r.withdrawn
        };
        let Some(told) = board.rulings.iter().find(proven).filter(|_| !self.told) else {
            return;
        };
        self.told = true;
        let seat = told.ruling.against.expect("somebody did it");
        let offender = self.players[usize::from(seat.0)].name.clone();
        let ruling = format!(".ruling.violation[data-seq='{}']", told.seq);
        for phone in &self.players {
            phone.hold().shows(&format!("{ruling} .says"), &offender);
        }
        for phone in &self.players[..2] {
            let browser = phone.hold();
            browser.tap(&format!("{ruling} .link"));
            browser.until("document.querySelector('dialog img')?.naturalWidth > 0");
            phone.shot(&format!("{}_evidence", self.game));
            browser.js("document.querySelector('dialog').close()");
            phone.shot(&format!("{}_violation", self.game));
        }
        self.screen
            .hold()
            .shows(&format!("{ruling} .says"), &offender);
        self.screen.shot(&format!("{}_tv", self.game));
        let host = self.host.hold();
        host.until("document.querySelector(\"[data-decide='stands']\")");
        self.host.shot(&format!("{}_decide", self.game));
        host.tap(&format!("{ruling} [data-decide='stands']"));
        self.wait("the decision", |b| {
            b.rulings.iter().any(|r| r.decision.is_some())
        });
    }

    /// Where hands need not be turned up any more, somebody says so, and the host agrees.
    pub(crate) fn end(&mut self) {
        self.settled();
        let Some(deal) = self.board().deal else {
            return;
        };
        let claim = Call::Claim { claim: true };
        let awaited = deal.awaited.iter().find(|a| a.calls.contains(&claim));
        let seat = awaited.expect("only that is waited for").seats[0];
        self.say(seat, &claim);
        if self.board().deal.is_some() {
            self.host
                .hold()
                .tap("#deal .act.spaced:not(.second, .danger)");
        }
        self.wait("the end of the deal", |b| b.deal.is_none());
    }

    /// Waits until nothing more is on its way to the board.
    fn settled(&self) {
        let mut before = None;
        while before != Some(self.board().seq) {
            before = Some(self.board().seq);
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// The deal is over: everybody sees the same chips, and who pays whom.
    pub(crate) fn settle(&self) {
        let board = self.board();
        assert!(
            board.deal.is_none(),
            "{}: the deal goes on: {:?}",
            self.game,
            board.deal
        );
        let lying: i64 = board.stakes.iter().map(|(_, chips)| chips).sum();
        assert_eq!(board.balances.values().sum::<i64>() + lying, 0);
        let names: BTreeMap<Seat, &str> = (0u8..)
            .map(Seat)
            .zip(self.players.iter().map(|p| p.name.as_str()))
            .collect();
        let host = self.table.host();
        let (_, settled) = self
            .table
            .ask("GET", "/api/settlement", &host, &Value::Null);
        let payments = settled["payments"].as_array().map_or(0, Vec::len);
        for (i, phone) in self.players.iter().enumerate() {
            let browser = phone.goto("/");
            for (seat, chips) in &board.balances {
                let shown = match chips {
                    0 => "0".to_owned(),
                    1.. => format!("+{chips}"),
                    _ => format!("−{}", -chips),
                };
                browser.until(&format!("document.querySelector('[data-seat={:?}] .chips')?.firstChild.data === {shown:?}", names[seat]));
            }
            browser.fits("/");
            let cut = browser.js("return [...document.querySelectorAll('.plate .name, .plate .more')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.innerText)");
            assert_eq!(cut, json!([]), "a plate is too narrow");
            if i > 1 {
                continue;
            }
            phone.shot(&format!("{}_over", self.game));
            let browser = phone.goto("/settle");
            browser.until(&format!(
                "document.querySelectorAll('#now-settled .pays').length === {payments}"
            ));
            browser.fits("/settle");
            phone.shot(&format!("{}_settle", self.game));
        }
    }
}

/// A window for the host, one for the big screen, and one for each player.
async fn phones<'b>(browser: &'b Browser, table: &Table, players: usize) -> Vec<Phone<'b>> {
    let mut phones = Vec::new();
    for i in 0..players + 2 {
        let (window, at) = if i == 0 {
            (browser.held(), table.at)
        } else {
            let at = table.also_at([127, 0, 0, 1 + i as u8]).await;
            (browser.window(), at)
        };
        let haste = json!({"source": HASTE});
        browser.cdp("Page.addScriptToEvaluateOnNewDocument", haste);
        browser.size(if i == 1 { SCREEN } else { PHONE });
        let name = NAMES.get(i.wrapping_sub(2)).copied().unwrap_or_default();
        phones.push(Phone {
            browser,
            window,
            base: format!("http://{at}"),
            name: name.to_owned(),
            lang: if i % 2 == 0 { "en" } else { "ko" },
        });
    }
    phones
}

/// The tables that `PITBOSS_PHONES` asks for: `all`, one such as `monster:6`; else those that are usual.
pub(crate) fn asked_for(
    all: &[(GameName, usize)],
    usual: &[(GameName, usize)],
) -> Vec<(GameName, usize)> {
    let asked = std::env::var("PITBOSS_PHONES").unwrap_or_default();
    match asked.as_str() {
        "" => usual.to_vec(),
        "all" => all.to_vec(),
        one => all
            .iter()
            .copied()
            .filter(|(game, n)| one == format!("{game}:{n}"))
            .collect(),
    }
}
