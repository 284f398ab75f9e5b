//! Each option changed by a file of house rules: what `pitboss rules` then says in both languages, and what the referee then decides.

use std::{collections::BTreeSet, fs, process::Command};

use pitboss::{house, phones::Lang, play::GameName, rules::options::HouseRules};
use serde_json::Value;

/// An option, a value of it as TOML writes it, and a record that it decides.
pub(crate) type Case = (&'static str, &'static str, String);

/// Options that can't be changed: they have one value only.
const FIXED: [(GameName, &str); 1] = [(GameName::MichiganRummy, "final_odd_chip")];

/// The rules that the program prints by that file, without its list of what was changed.
fn printed(game: GameName, lang: &str, file: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("house.toml");
    fs::write(&path, file).expect("a file");
    let told = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["rules", game.as_str(), "--lang", lang, "--rules"])
        .arg(&path)
        .output()
        .expect("the rules");
    let text = String::from_utf8(told.stdout).expect("text");
    assert!(told.status.success(), "{file}");
    assert!(!text.contains("{$") && !text.contains("option-"), "{text}");
    text.split("\n\n")
        .nth(1)
        .expect("a title, the rules")
        .to_owned()
}

/// Every option has a case, every value that the phones offer too; each changes the printed rules and the decision.
pub(crate) fn every_option_says_and_decides(
    game: GameName,
    cases: &[Case],
    decide: impl Fn(&HouseRules, &str) -> String,
) {
    let usual = HouseRules::default();
    let usually = ["ko", "en"].map(|lang| printed(game, lang, ""));
    let mut said = BTreeSet::from(usually.clone());
    let mut tried: BTreeSet<(&str, String)> = BTreeSet::new();
    for (option, value, record) in cases {
        let file = format!("[{game}]\n{option} = {value}\n");
        let here: HouseRules = file.parse().expect("house rules");
        for lang in ["ko", "en"] {
            let text = printed(game, lang, &file);
            assert!(said.insert(text), "{lang}: {file} says nothing of its own");
        }
        let (one, other) = (decide(&usual, record), decide(&here, record));
        assert_ne!(one, other, "{file} decides nothing in {record}");
        tried.insert((option, here.options(game)[*option].to_string()));
    }
    let without: Vec<(GameName, String)> = usual
        .options(game)
        .into_iter()
        .map(|(option, _)| option)
        .filter(|o| !tried.iter().any(|(option, _)| option == o))
        .map(|option| (game, option))
        .collect();
    let fixed = FIXED.iter().filter(|(of, _)| *of == game);
    let fixed: Vec<(GameName, String)> = fixed.map(|(g, o)| (*g, (*o).to_owned())).collect();
    assert_eq!(without, fixed, "options without a case");
    for rule in house::rules(Lang::En, game, &Value::Null) {
        for choice in &rule.choices[1..] {
            let value = choice.value.to_string();
            assert!(
                tried.contains(&(rule.name.as_str(), value)),
                "{} {:?}",
                rule.name,
                choice.value
            );
        }
    }
    println!(
        "{game}: options changed {}, values {}",
        usual.options(game).len() - fixed.len(),
        cases.len()
    );
}
