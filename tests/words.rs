//! Words: every code, option, phase and reason is said in both languages, every message's needs are met, and no message is unused.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use fluent_bundle::FluentResource;
use pitboss::{
    play::GameName,
    rules::{mensch, michigan_rummy, monster, options::HouseRules},
    ruling::{Ruling, Verdict},
    seat::{Seat, Seating},
    words::{self, Args, Lang},
};

/// The messages of a language, as `id` and `id.attribute`, each with the names that it needs.
fn messages(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for (file, text) in lang.files() {
        assert!(
            FluentResource::try_new(text.to_owned()).is_ok(),
            "{lang:?}/{file}.ftl doesn't parse"
        );
        let mut id = String::new();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            if let Some((name, _)) = line
                .split_once(" =")
                .filter(|_| !line.starts_with([' ', '}', '*']))
            {
                id = name.to_owned();
            } else if let Some((name, _)) = line
                .trim()
                .strip_prefix('.')
                .and_then(|l| l.split_once(" ="))
            {
                id = format!("{}.{name}", id.split('.').next().unwrap_or_default());
            }
            let needs: &mut BTreeSet<String> = all.entry(id.clone()).or_default();
            needs.extend(line.split('$').skip(1).map(|rest| {
                rest.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect::<String>()
            }));
        }
    }
    all.remove("");
    all
}

#[test]
fn both_languages_say_the_same_things() {
    let [ko, en] = Lang::ALL.map(messages);
    let missing: Vec<_> = ko.keys().filter(|id| !en.contains_key(*id)).collect();
    assert!(missing.is_empty(), "in Korean only: {missing:?}");
    let missing: Vec<_> = en.keys().filter(|id| !ko.contains_key(*id)).collect();
    assert!(missing.is_empty(), "in English only: {missing:?}");
    for (id, needs) in &ko {
        // A language may say less, but never needs what the other isn't given.
        let more: Vec<_> = needs.difference(&en[id]).collect();
        assert!(
            more.is_empty() || id.starts_with("ruling-"),
            "{id}: {more:?}"
        );
    }
}

#[test]
fn every_code_and_option_is_said() {
    for lang in Lang::ALL {
        let codes = mensch::CODES.iter().chain(&monster::CODES);
        for code in codes.chain(&michigan_rummy::CODES) {
            assert!(
                words::has(lang, &format!("ruling-{code}")),
                "{lang:?}: ruling-{code}"
            );
        }
        for game in GameName::ALL {
            for name in HouseRules::default().options(game).keys() {
                assert!(
                    words::has(lang, &format!("option-{game}-{name}")),
                    "{lang:?}: option-{game}-{name}"
                );
            }
        }
    }
}

/// Everything in the sources and the pages, and the ids that are put together from parts.
fn used() -> String {
    fn gather(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                gather(&path, text);
            } else if path
                .extension()
                .is_some_and(|e| ["rs", "js", "mjs", "html"].iter().any(|x| e == *x))
            {
                text.push_str(&fs::read_to_string(&path).unwrap_or_default());
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    gather(&root.join("src"), &mut text);
    gather(&root.join("web"), &mut text);
    text
}

#[test]
fn no_message_is_unused() {
    let used = used();
    let options: Vec<String> = GameName::ALL
        .iter()
        .flat_map(|&game| {
            HouseRules::default()
                .options(game)
                .into_iter()
                .map(move |(name, _)| format!("option-{game}-{name}"))
        })
        .collect();
    let quoted =
        |word: &str| used.contains(&format!("\"{word}\"")) || used.contains(&format!("'{word}'"));
    let unused: Vec<String> = messages(Lang::En)
        .into_keys()
        .map(|id| id.split('.').next().unwrap_or_default().to_owned())
        .filter(|id| {
            let part = |prefix: &str| id.strip_prefix(prefix).is_some_and(quoted);
            let known = [
                "ruling-", "phase-", "awaited-", "reason-", "outcome-", "mark-", "doctor-",
            ]
            .iter()
            .any(|p| part(p));
            // One for each thing that is numbered in a game's drawing.
            let drawn = id
                .strip_prefix("procedures-")
                .and_then(|rest| rest.split_once('-'))
                .is_some_and(|(game, what)| game.parse::<GameName>().is_ok() && quoted(what));
            let listed =
                id.starts_with("rules-") || id.starts_with("suit-") || id.starts_with("bid-");
            !(known || drawn || listed || quoted(id) || options.contains(id))
        })
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn rulings_are_said_with_names_and_signs() {
    let seating: Seating = "민수,영희,철수,지우".parse().expect("a seating");
    let ruling = Ruling {
        verdict: Verdict::Violation,
        code: "revoke".to_owned(),
        against: Some(Seat(3)),
        proof: vec![],
        convicts: None,
        option: None,
        args: Args::from(
            [("suit", "S"), ("off", "7H"), ("card", "TS"), ("trick", "4")]
                .map(|(k, v)| (k.to_owned(), v.to_owned())),
        ),
    };
    let ko = words::ruling(Lang::Ko, &ruling, &seating);
    assert!(ko.starts_with("지우 님이 무늬를 따르지 않았습니다. 4번째 트릭에서 ♠ 스페이드에 7♥ 카드를 냈는데, 이제 10♠ 카드가 나왔습니다."), "{ko}");
    let en = words::ruling(Lang::En, &ruling, &seating);
    assert!(
        en.starts_with(
            "지우 did not follow suit: in trick 4 he played 7♥ on ♠ spades, and now shows 10♠."
        ),
        "{en}"
    );
    let asked = words::ruling(
        Lang::En,
        &Ruling {
            verdict: Verdict::Inconclusive,
            ..ruling
        },
        &seating,
    );
    assert!(asked.starts_with("Perhaps a revoke: 7♥"), "{asked}");
}

#[test]
fn what_is_not_proved_is_asked_and_names_nobody_as_guilty() {
    let seating: Seating = "A,B,C,D".parse().expect("a seating");
    let codes = mensch::CODES.iter().chain(&monster::CODES);
    let mut asked = 0;
    for code in codes.chain(&michigan_rummy::CODES) {
        let ruling = |verdict| Ruling {
            verdict,
            code: (*code).to_owned(),
            against: Some(Seat(3)),
            proof: vec![],
            convicts: None,
            option: None,
            args: Args::new(),
        };
        let open = ruling(Verdict::Inconclusive).naming_only_the_proved();
        assert_eq!(open.against, None, "{code}");
        for lang in Lang::ALL {
            let accuses = words::ruling(lang, &ruling(Verdict::Violation), &seating);
            let asks = words::ruling(lang, &open, &seating);
            let names = accuses.contains("D ") || accuses.contains("D,");
            assert!(!(names && asks.contains(&accuses)), "{lang:?} {asks}");
            asked += 1;
        }
    }
    println!("questions {asked}");
}

#[test]
fn languages_are_taken_as_browsers_ask() {
    for (header, lang) in [
        ("ko-KR,ko;q=0.9,en;q=0.8", Lang::Ko),
        ("de-DE, en;q=0.5", Lang::En),
        ("", Lang::En),
        ("fr", Lang::En),
    ] {
        assert_eq!(Lang::accepted(header), lang, "{header}");
    }
    assert_eq!(
        "fr".parse::<Lang>().expect_err("no French").to_string(),
        "there are no words in `fr`: choose ko or en"
    );
}
