//! The named options of a game into plain words: choices for the phones and the host's first evening, and what the printed rules need.

use serde_json::{Value, json};

use crate::{
    card::{Card, Rank},
    phones::{Choice, HouseRule, Lang},
    play::GameName,
    rules::{
        michigan_rummy::board::Pays,
        options::{HouseRules, OptionsError},
    },
    words::{self, Args},
};

/// Every house rule of a game that has more than one answer, the usual answer first, with what holds under these options.
#[must_use]
pub fn rules(lang: Lang, game: GameName, options: &Value) -> Vec<HouseRule> {
    let usual = HouseRules::default().options(game);
    let here = HouseRules::of(game, options).unwrap_or_default();
    let now = here.options(game);
    usual
        .iter()
        .filter_map(|(name, usual)| {
            let answers = answers(game, name, usual);
            let choices: Vec<Choice> = answers
                .into_iter()
                .map(|value| Choice {
                    says: says(lang, game, name, &value),
                    value,
                })
                .collect();
            (choices.len() > 1).then(|| HouseRule {
                name: name.clone(),
                says: String::new(),
                choices,
                now: now.get(name).unwrap_or(usual).clone(),
            })
        })
        .collect()
}

/// One answer in a sentence; its bare value where there are no words for it.
fn says(lang: Lang, game: GameName, name: &str, value: &Value) -> String {
    let lang = match lang {
        Lang::En => words::Lang::En,
        Lang::Ko => words::Lang::Ko,
    };
    let id = format!("option-{game}-{name}");
    match HouseRules::of(game, &json!({name: value})) {
        Ok(house) if words::has(lang, &id) => words::say(lang, &id, &needs(lang, game, &house)),
        _ => format!(
            "{}: {}",
            name.replace('_', " "),
            plain(value).replace('_', " ")
        ),
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// What the sentences of a game's rules need: each option by its name, and in Michigan Rummy what lies on the board.
#[must_use]
pub fn needs(lang: words::Lang, game: GameName, house: &HouseRules) -> Args {
    let options = house.options(game).into_iter();
    let mut needs: Args = options.map(|(name, v)| (name, plain(&v))).collect();
    if game == GameName::MichiganRummy {
        let board = &house.michigan_rummy.board;
        let said = board
            .compartments()
            .iter()
            .map(|c| compartment(lang, &c.pays));
        let has = |pays| {
            if board.id_of(&pays).is_some() {
                "yes"
            } else {
                "no"
            }
        };
        needs.extend(
            [
                ("board", said.collect::<Vec<_>>().join("; ")),
                ("compartments", board.compartments().len().to_string()),
                ("poker", has(Pays::Poker).to_owned()),
                ("pot", has(Pays::Pot).to_owned()),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
    }
    needs
}

/// What a compartment pays for.
fn compartment(lang: words::Lang, pays: &Pays) -> String {
    let (id, name, value) = match pays {
        Pays::Single(card) => ("compartment-single", "cards", card.to_string()),
        Pays::Ordered(cards) => (
            "compartment-ordered",
            "cards",
            cards
                .iter()
                .map(Card::to_string)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        Pays::Run(ranks) => (
            "compartment-run",
            "ranks",
            ranks.iter().map(|r| rank(*r)).collect::<Vec<_>>().join("-"),
        ),
        Pays::Poker => ("compartment-poker", "cards", String::new()),
        Pays::Pot => ("compartment-pot", "cards", String::new()),
    };
    words::say(lang, id, &Args::from([(name.to_owned(), value)]))
}

fn rank(rank: Rank) -> String {
    match rank {
        Rank::Ten => "10".to_owned(),
        _ => rank.to_string(),
    }
}

/// What an option may be, the usual answer first.
fn answers(game: GameName, name: &str, usual: &Value) -> Vec<Value> {
    let others: Vec<Value> = match usual {
        Value::Bool(on) => vec![json!(!on)],
        // The one number of which the rule documents weigh two readings (Mensch A9).
        Value::Number(_) if name == "plain_number_success" => vec![json!(1)],
        Value::String(_) => named(game, name),
        _ => Vec::new(),
    };
    let mut all = vec![usual.clone()];
    all.extend(others.into_iter().filter(|o| o != usual));
    all
}

/// The words that an option takes, as its refusal of an impossible one lists them: so no second list can go stale.
fn named(game: GameName, name: &str) -> Vec<Value> {
    let Err(OptionsError::Option { why, .. }) = HouseRules::of(game, &json!({name: "?"})) else {
        return Vec::new();
    };
    let (_, expected) = why.split_once("expected").unwrap_or_default();
    expected
        .split('`')
        .skip(1)
        .step_by(2)
        .map(Value::from)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_can_be_chosen_and_says_something_of_its_own() {
        let mut tried = 0;
        for game in GameName::ALL {
            for lang in Lang::ALL {
                for rule in rules(lang, game, &Value::Null) {
                    assert_eq!(rule.choices[0].value, rule.now, "{game} {}", rule.name);
                    for (i, choice) in rule.choices.iter().enumerate() {
                        let options = json!({&rule.name: choice.value});
                        assert!(HouseRules::of(game, &options).is_ok(), "{game} {options}");
                        let others = &rule.choices[..i];
                        assert!(
                            others.iter().all(|o| o.says != choice.says),
                            "{game} {options}: {}",
                            choice.says
                        );
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 40, "{tried} choices");
    }

    #[test]
    fn what_holds_here_is_told() {
        let options = json!({"plain_number_success": 1, "revoke": "void_deal"});
        let rules = rules(Lang::En, GameName::Mensch, &options);
        let now = |name: &str| rules.iter().find(|r| r.name == name).map(|r| r.now.clone());
        assert_eq!(now("plain_number_success"), Some(json!(1)));
        assert_eq!(now("revoke"), Some(json!("void_deal")));
        assert_eq!(now("claims"), Some(json!("no")));
    }
}
