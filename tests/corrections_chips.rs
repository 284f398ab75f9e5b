//! Chips and people in the course of an evening: what is paid after a deal, what the bank allows, who comes late, leaves and comes back.

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;

use std::collections::BTreeMap;

use evenings::games;
use pitboss::{
    chips::{Account, Bank, Chips},
    evening::{
        Evening,
        league::League,
        settlement::{settlement, written},
    },
    event::{Decision, Entry, Event},
    frame::At,
    journal::Journal,
    phones::Form,
    play::{Call, GameName, Seq, Witness, Zone},
    rules,
    seat::{Seat, Seating},
    table::Table,
    words::Lang,
};

fn take(table: &mut Table, event: Event) -> Vec<Entry> {
    table.take(At(0), event).expect("a fact")
}

/// A table at which one honest deal of that game was played.
fn after_a_deal(game: GameName) -> Table {
    let mut table = Table::new(rules::open);
    for event in games::opening(game) {
        take(&mut table, event);
    }
    play(&mut table, game, 1);
    assert!(table.board().last_deal.is_some(), "the deal is over");
    table
}

fn play(table: &mut Table, game: GameName, seed: u64) {
    let dealer = table.board().next_dealer.unwrap_or(Seat(0));
    for event in games::deal(game, seed, dealer) {
        take(table, event);
    }
}

fn paid(seat: Seat, paid: Chips, to: Account) -> Event {
    Event::Call {
        seat,
        call: Call::Paid { paid, to },
        by: Witness::Host,
    }
}

fn codes(entries: &[Entry]) -> Vec<String> {
    entries
        .iter()
        .filter_map(|e| match &e.event {
            Event::Ruling(r) => Some(format!("{:?} {}", r.verdict, r.code)),
            Event::Withdrawn { .. } => Some("withdrawn".into()),
            _ => None,
        })
        .collect()
}

fn replays(table: &Table) {
    let again = Table::replay(rules::open, table.entries().iter().cloned());
    let again = again.unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.board(), table.board());
}

#[test]
fn what_is_paid_after_a_deal_belongs_to_it() {
    let mut table = after_a_deal(GameName::Mensch);
    let due = table.entries().iter().find_map(|e| match &e.event {
        Event::Transfer(t) if t.reason == "contract" => Some(t.clone()),
        _ => None,
    });
    let due = due.expect("somebody pays");
    let Account::Seat(payer) = due.from else {
        panic!("{due:?}")
    };
    let before = table.ledger().clone();
    let said = take(&mut table, paid(payer, due.chips + 50, due.to.clone()));
    assert_eq!(codes(&said), ["Violation settlement_wrong"]);
    assert_eq!(table.ledger(), &before, "reported chips move none");
    replays(&table);
    // It was a wrong number: the ruling goes, also where the deal itself is folded again.
    let of = said[0].seq;
    let with = Box::new(paid(payer, due.chips, due.to.clone()));
    assert_eq!(
        codes(&take(&mut table, Event::Replaced { of, with })),
        ["withdrawn"]
    );
    replays(&table);
    let bought = take(
        &mut table,
        Event::Bought {
            seat: payer,
            chips: 5,
        },
    )[0]
    .seq;
    play(&mut table, GameName::Mensch, 2);
    take(&mut table, Event::Struck { of: bought });
    replays(&table);
    // Between two deals, and with the deal before struck to pieces, nothing is said of it.
    take(
        &mut table,
        Event::Decided {
            of: Seq(9),
            decision: Decision::Void,
        },
    );
    replays(&table);
}

#[test]
fn the_bank_holds_to_its_rules() {
    let mut table = after_a_deal(GameName::Mensch);
    let seat = Seat(0);
    let bank = |debts, points| {
        let chip = "0.10EUR".parse().ok();
        Event::Bank(Bank {
            chip,
            debts,
            points,
        })
    };
    // Where no debts are allowed everybody is shown with what he has, and who lost has to buy.
    assert!(table.board().stacks.is_empty());
    take(&mut table, bank(false, false));
    let stacks = table.board().stacks;
    assert_eq!(stacks, table.board().balances);
    assert!(stacks.len() == 4 && stacks.values().any(|chips| *chips < 0));
    take(&mut table, bank(true, false));
    take(&mut table, Event::Bought { seat, chips: 100 });
    let has = table.ledger().balance(&Account::Seat(seat));
    assert_eq!(table.board().stacks[&seat], has);
    take(&mut table, bank(false, false));
    let out = |chips| Event::CashedOut { seat, chips };
    let refused = table
        .check(&out(has + 1))
        .expect_err("too many")
        .to_string();
    assert_eq!(
        refused,
        format!(
            "{} chips can't be cashed out: {has} are there, and this table allows no debts",
            has + 1
        )
    );
    take(&mut table, out(has));
    assert_eq!(table.ledger().balance(&Account::Seat(seat)), 0);
    take(&mut table, bank(true, true));
    let refused = table
        .check(&Event::Bought { seat, chips: 1 })
        .expect_err("points");
    assert_eq!(
        refused.to_string(),
        "this night is played for points: no chips are bought or cashed out"
    );
    replays(&table);
    let settled = settlement(&table, table.bank().chip.as_ref());
    assert_eq!(settled["chip"], "0.10EUR");
    let sums: Chips = settled["shares"]
        .as_object()
        .expect("shares")
        .values()
        .filter_map(serde_json::Value::as_i64)
        .sum();
    assert_eq!(sums, 0);
    let coins: i64 = settled["payments"][0]["coins"].as_i64().expect("coins");
    assert_eq!(
        coins,
        10 * settled["payments"][0]["chips"].as_i64().expect("chips")
    );
    let text = written(Lang::En, Form::Text, settled, table.seating());
    assert!(text.contains(" pays ") && text.contains(" EUR ("), "{text}");
    // More coins than a JSON number holds: the amount is exact all the same.
    let laid = |e: &&Entry| matches!(e.event, Event::Laid { .. });
    let of = table.entries().iter().find(laid).expect("a card").seq;
    let (chips, to) = (1_000_000_000_000, Account::Bank);
    let decision = Decision::Fine { chips, to };
    take(&mut table, Event::Decided { of, decision });
    let settled = settlement(&table, "1000000000KRW".parse().ok().as_ref());
    let paid = settled["payments"].as_array().expect("payments");
    let most = paid.iter().find(|p| p["chips"].as_i64() > Some(chips / 5));
    let most = most.expect("a share of the fine");
    assert_eq!(most["amount"], format!("{}000000000 KRW", most["chips"]));
    assert!(most["coins"].is_null(), "{most}");
}

/// The seating of these names, with the numbers that they have at this table.
fn seated(table: &Table, names: &str) -> Event {
    let seating: Seating = names.parse().expect("a seating");
    let seating = match table.seating() {
        Some(before) => seating.numbered_after(before),
        None => seating,
    };
    Event::Seated { seating }
}

#[test]
fn people_come_late_leave_and_come_back_under_their_own_chips() {
    let mut table = after_a_deal(GameName::Mensch);
    let net = |table: &Table| -> BTreeMap<String, Chips> {
        let seating = table.seating().expect("seats");
        table.net().map(|(s, c)| (seating.name(s), c)).collect()
    };
    let before = net(&table);
    // D leaves, Eun comes: D's chips stay D's.
    let event = seated(&table, "A,B,C,Eun");
    take(&mut table, event);
    assert_eq!(net(&table)["D"], before["D"]);
    assert_eq!(net(&table)["Eun"], 0);
    assert_eq!(
        table.seating().expect("seats").by_name("Eun"),
        Some(Seat(4))
    );
    // D cashes out from the door.
    take(
        &mut table,
        Event::Bought {
            seat: Seat(3),
            chips: 9,
        },
    );
    // B and C swap; A sits out for D, who is back.
    let event = seated(&table, "D,C,B,Eun");
    take(&mut table, event);
    assert_eq!(
        net(&table),
        [("Eun".to_owned(), 0)]
            .into_iter()
            .chain(before.clone())
            .collect()
    );
    let seats: Vec<Seat> = table.seating().expect("seats").seats().collect();
    assert_eq!(seats, [3, 2, 1, 4].map(Seat));
    // Another game with a fifth player, and its dealer sits at the table.
    let event = seated(&table, "D,C,B,Eun,A");
    take(&mut table, event);
    let game = Event::Game {
        game: GameName::Monster,
        options: serde_json::Value::Null,
        dealer: Some(Seat(4)),
    };
    take(&mut table, game);
    play(&mut table, GameName::Monster, 4);
    assert_eq!(table.board().game, Some(GameName::Monster));
    assert_eq!(
        net(&table).values().sum::<Chips>()
            + table.ledger().stakes().iter().map(|s| s.1).sum::<Chips>(),
        0
    );
    replays(&table);
    // A correction of the first deal moves the chips of those who played it, wherever they sit now.
    let card = table
        .entries()
        .iter()
        .find(|e| matches!(e.event, Event::Laid { .. }))
        .expect("a card")
        .seq;
    take(&mut table, Event::Struck { of: card });
    replays(&table);
    let tallies = table.tallies();
    assert!(tallies.contains_key(&GameName::Monster), "{tallies:?}");
    let lines = pitboss::evening::lines(table.entries(), &[]);
    let mut told = lines
        .lines()
        .filter(|l| !l.contains("\"event\":\"seated\""));
    assert!(
        told.all(|l| !l.contains("\"#")),
        "everybody is named: {lines}"
    );
}

#[test]
fn a_card_of_somebody_who_left_is_put_right() {
    let mut table = after_a_deal(GameName::Mensch);
    let event = seated(&table, "A,B,C,Eun");
    take(&mut table, event);
    let laid = |e: &&Entry| {
        matches!(
            e.event,
            Event::Laid {
                seat: Some(Seat(3)),
                ..
            }
        )
    };
    let card = table.entries().iter().find(laid).expect("a card of D's");
    let (of, right) = (card.seq, card.event.clone());
    let Event::Laid { zone, seat, .. } = right.clone() else {
        panic!("{right:?}")
    };
    let before = table.ledger().clone();
    // Read as a card that nobody can name, then right again; struck, and entered as one that was missed.
    let wrong = Box::new(games::laid(None, seat, zone.clone()));
    take(&mut table, Event::Replaced { of, with: wrong });
    let with = Box::new(right.clone());
    take(&mut table, Event::Replaced { of, with });
    assert_eq!(table.ledger(), &before);
    take(&mut table, Event::Struck { of });
    let what = Box::new(right);
    take(&mut table, Event::Inserted { before: of, what });
    assert_eq!(table.ledger(), &before);
    replays(&table);
    let nobody = games::laid(None, Some(Seat(9)), zone);
    assert!(table.check(&nobody).is_err());
}

#[test]
fn who_comes_while_a_deal_runs_is_no_part_of_it() {
    for (game, names) in [
        (GameName::Mensch, "A,B,C,Eun"),
        (GameName::Monster, "A,B,C,D,E,Eun"),
        (GameName::MichiganRummy, "A,B,C,Eun"),
    ] {
        let mut table = Table::new(rules::open);
        for event in games::opening(game) {
            take(&mut table, event);
        }
        for event in games::deal(game, 1, Seat(0)).into_iter().take(8) {
            take(&mut table, event);
        }
        assert!(table.board().deal.is_some(), "{game}");
        let event = seated(&table, names);
        take(&mut table, event);
        let eun = table.seating().expect("seats").by_name("Eun");
        let (deal, net) = (table.board().deal, table.ledger().clone());
        let fold = serde_json::from_str(r#"{"act": "fold"}"#).expect("a call");
        let (zone, count, by) = (Zone::Hand, 6, Witness::Host);
        let seat = eun.expect("Eun");
        let card = Some(games::card(game, &mut evenings::Chance(1)));
        for event in [
            Event::Backs {
                seat: eun,
                zone,
                count,
            },
            Event::Call {
                seat,
                call: fold,
                by,
            },
            games::laid(card, eun, games::zone(game)),
        ] {
            assert_eq!(codes(&take(&mut table, event)), [""; 0], "{game}");
        }
        assert_eq!(table.board().deal, deal, "{game}");
        assert_eq!(table.ledger(), &net, "{game}");
        replays(&table);
    }
}

#[test]
fn another_evening_begins_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let journal = Journal::open(&path).expect("opens");
    let evening = Evening::open(journal, None, folder.path(), rules::open, false);
    let mut evening = evening.expect("it begins");
    let mut enter = |event| evening.enter(At(0), event, None).expect("entered");
    // Too much to fit beside what is there already.
    let long = "A".repeat(40_000);
    let seating: Seating = format!("{long},B,C,D").parse().expect("a seating");
    enter(Event::Seated { seating });
    enter(games::opening(GameName::Mensch)[1].clone());
    let (chip, debts, points) = ("0.10EUR".parse().ok(), false, false);
    enter(Event::Bank(Bank {
        chip,
        debts,
        points,
    }));
    evening.begin_anew().expect("nothing was played yet");
    assert_eq!(evening.id(), 1);
    for event in games::deal(GameName::Mensch, 1, Seat(0)) {
        evening.enter(At(0), event, None).expect("entered");
    }
    let before = evening.table().board();
    let file = rusqlite::Connection::open(&path).expect("opens");
    let pages = file.query_row("PRAGMA page_count", [], |row| row.get(0));
    evening
        .journal()
        .limit_pages(pages.expect("pages"))
        .expect("limited");
    let full = evening.begin_anew().expect_err("no room").to_string();
    assert!(full.contains("nothing was entered; make room"), "{full}");
    assert_eq!(evening.journal().evenings().expect("rows").len(), 1);
    assert_eq!((evening.id(), evening.table().board()), (1, before.clone()));
    evening.journal().limit_pages(10_000).expect("room again");
    evening.begin_anew().expect("it begins");
    let board = evening.table().board();
    assert_eq!((evening.id(), board.deal_number), (2, 0));
    assert_eq!(
        (&board.seating, &board.bank),
        (&before.seating, &before.bank)
    );
    assert_eq!(
        (board.game, board.next_dealer),
        (before.game, before.next_dealer)
    );
    assert!(board.balances.values().all(|chips| *chips == 0));
    let kept = evening.journal().entries(1).expect("entries");
    let kept = Table::replay(rules::open, kept).expect("the old one stays");
    assert_eq!(kept.board(), before);
}

#[test]
fn a_league_runs_over_evenings_and_sums_to_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let mut league = League::default();
    for (i, game) in GameName::ALL.into_iter().enumerate() {
        let table = after_a_deal(game);
        let id = journal.begin(i as i64).expect("begins");
        journal
            .append(id, table.entries(), 0, None)
            .expect("written");
        league.read(&path).expect("read while it is open");
    }
    let players = league.players();
    assert_eq!(
        players.values().map(|p| p.net).sum::<Chips>(),
        0,
        "{players:?}"
    );
    assert_eq!((players["A"].evenings, players["E"].evenings), (3, 1));
    let mensch: Vec<_> = players
        .values()
        .filter_map(|p| p.games.get(&GameName::Mensch))
        .collect();
    let count = |what: &str| {
        mensch
            .iter()
            .filter_map(|t| t.counts.get(what))
            .sum::<u32>()
    };
    assert_eq!(
        (mensch.len(), count("tricks"), count("declared")),
        (4, 8, 1)
    );
    let shown = league.table();
    assert_eq!(shown["evenings"], 3);
    let begun: Vec<_> = (0..3)
        .map(|i| shown["history"][i]["begun_ms"].clone())
        .collect();
    assert_eq!(begun, [0, 1, 2]);
    let brought = |i: usize| shown["history"][i]["net"]["A"].as_i64().expect("chips");
    assert_eq!((0..3).map(brought).sum::<Chips>(), players["A"].net);
    // A player is forgotten: the name goes, the sums stay.
    let other = folder.path().join("k.sqlite");
    let (_, sat) = league.person("A").expect("A played");
    journal
        .rewritten(&other, &sat, "Player 1")
        .expect("rewritten");
    let mut anew = League::default();
    anew.read(&other).expect("read");
    let after = anew.players();
    assert!(!after.contains_key("A"));
    assert_eq!(after["Player 1"], players["A"]);
    let bytes = std::fs::read(&other).expect("bytes");
    let named = br#""name":"A""#;
    assert!(!bytes.windows(named.len()).any(|w| w == named));
}

/// An evening of three deals of that game among these players, some of whom get another name after the first deal.
fn renamed_after_a_deal(names: &str, renamed: &[(&str, &str)]) -> Table {
    let mut table = Table::new(rules::open);
    let seating: Seating = names.parse().expect("a seating");
    take(&mut table, Event::Seated { seating });
    take(&mut table, games::opening(GameName::Mensch)[1].clone());
    play(&mut table, GameName::Mensch, 1);
    if !renamed.is_empty() {
        let name = |(old, new): &(&str, &str)| ((*old).to_owned(), (*new).to_owned());
        let names = renamed.iter().map(name).collect();
        let seating = table.seating().expect("seats").renamed(&names);
        let seating = seating.expect("names");
        take(&mut table, Event::Seated { seating });
    }
    play(&mut table, GameName::Mensch, 2);
    table
}

/// Who sits down, who gets another name, and who these people are.
type Named = (
    &'static str,
    &'static [(&'static str, &'static str)],
    [&'static str; 4],
);

const EVENINGS: [Named; 4] = [
    (
        "Kim,Lee,Guest,Choi",
        &[],
        ["Kimberly", "Lee", "Hana", "Choi"],
    ),
    (
        "Kim,Lee,Guest,Choi",
        &[("Guest", "Hana")],
        ["Kimberly", "Lee", "Hana", "Choi"],
    ),
    // Another guest; and Kim has another name from now on.
    (
        "Kim,Lee,Guest,Choi",
        &[("Guest", "Joon"), ("Kim", "Kimberly")],
        ["Kimberly", "Lee", "Joon", "Choi"],
    ),
    // These two sat beside each other before, so they are two, whatever was typed; and this Kim is somebody else.
    (
        "Kim,Lee,Hana,Pak",
        &[("Lee", "Choi")],
        ["Kim", "Choi", "Hana", "Pak"],
    ),
];

#[test]
fn a_league_knows_a_person_by_every_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("j.sqlite");
    let mut journal = Journal::open(&path).expect("opens");
    let mut net: BTreeMap<&str, Chips> = BTreeMap::new();
    for (i, (names, renamed, persons)) in EVENINGS.into_iter().enumerate() {
        let table = renamed_after_a_deal(names, renamed);
        let id = journal.begin(i as i64).expect("begins");
        journal
            .append(id, table.entries(), 0, None)
            .expect("written");
        for (seat, person) in persons.into_iter().enumerate() {
            *net.entry(person).or_default() += table.ledger().net(Seat(seat as u8));
        }
    }
    let league = |path| {
        let mut league = League::default();
        league.read(path).expect("read");
        league
    };
    let before = league(&path);
    let nets = |league: &League| -> BTreeMap<String, Chips> {
        let players = league.players().into_iter();
        players.map(|(name, p)| (name, p.net)).collect()
    };
    let due: BTreeMap<String, Chips> = net.iter().map(|(n, c)| ((*n).to_owned(), *c)).collect();
    assert_eq!(nets(&before), due);
    let history = &before.table()["history"];
    assert_eq!(history[0]["net"].as_object().expect("net").len(), 4);
    assert!(history[0]["net"]["Kimberly"].is_i64() && history[0]["net"]["Kim"].is_null());
    // Forgotten under every name, and nobody else is.
    let (now, sat) = before.person("Joon").expect("Joon");
    assert_eq!((now.as_str(), sat.len()), ("Joon", 1));
    let (_, sat) = before.person("Kimberly").expect("Kimberly");
    assert_eq!(sat.len(), 3);
    let other = folder.path().join("k.sqlite");
    journal
        .rewritten(&other, &sat, "Player 1")
        .expect("rewritten");
    let mut due = due;
    let chips = due.remove("Kimberly").expect("chips");
    due.insert("Player 1".to_owned(), chips);
    assert_eq!(nets(&league(&other)), due);
    let names = league(&other).person("Nobody").expect_err("nobody");
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(
        names,
        ["Choi", "Hana", "Joon", "Kim", "Lee", "Pak", "Player 1"]
    );
}

#[test]
fn another_game_ends_the_deal_that_runs() {
    let names = "A,B,C,D";
    let mut tried = 0;
    for game in GameName::ALL {
        let next = match game {
            GameName::Mensch => GameName::MichiganRummy,
            _ => GameName::Mensch,
        };
        let mut table = Table::new(rules::open);
        let setting = |game| Event::Game {
            game,
            options: serde_json::Value::Null,
            dealer: None,
        };
        let seating: Seating = names.parse().expect("a seating");
        take(&mut table, Event::Seated { seating });
        let first = Event::Game {
            game,
            options: serde_json::Value::Null,
            dealer: Some(Seat(0)),
        };
        take(&mut table, first);
        for seat in 0..4 {
            let zone = Zone::Hand;
            take(
                &mut table,
                Event::Backs {
                    seat: Some(Seat(seat)),
                    zone,
                    count: 6,
                },
            );
        }
        assert!(table.board().deal.is_some(), "{game}");
        // Other house rules hold from the next deal on.
        take(&mut table, setting(game));
        assert!(table.board().deal.is_some(), "{game}");
        let other = take(&mut table, setting(next))[0].seq;
        let board = table.board();
        assert!(board.deal.is_none() && board.stakes.is_empty(), "{game}");
        assert_eq!(board.last_deal.expect("the deal").outcome, "void");
        assert_eq!(board.next_dealer, Some(Seat(0)), "he deals the next game");
        assert!(board.balances.values().all(|c| *c == 0), "{game}");
        replays(&table);
        // It was a slip of the finger: the deal goes on.
        take(&mut table, Event::Struck { of: other });
        assert!(table.board().deal.is_some(), "{game}");
        replays(&table);
        tried += 1;
    }
    assert_eq!(tried, 3);
}
