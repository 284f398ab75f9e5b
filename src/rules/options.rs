//! House rules: a TOML file, or the JSON options of one game, into the named options of `rules/*.md`, refused in one sentence where they say nothing.

use std::str::FromStr;

use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, Error as _},
};
use serde_json::{Map, Value};

use super::{mensch::MenschOptions, michigan_rummy::MichiganOptions, monster::MonsterOptions};
use crate::play::GameName;

/// The named options of all three games; the default is the default of every rule document.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct HouseRules {
    /// `[monster]`
    pub monster: MonsterOptions,
    /// `[mensch]`
    pub mensch: MenschOptions,
    /// `[michigan_rummy]`
    pub michigan_rummy: MichiganOptions,
}

/// House rules that can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    /// The file isn't TOML.
    #[error("the house rules are no TOML: {0}")]
    Toml(String),
    /// A table that names no game.
    #[error(
        "the house rules have a table for `{0}`, which is no game: write [monster], [mensch] or [michigan_rummy]"
    )]
    Game(String),
    /// The options of a game aren't a table.
    #[error("the options of {0} are no table of names and values")]
    NoTable(GameName),
    /// An option unknown to the game, or a value unknown to the option.
    #[error("the option `{name}` of {game} can't be used: {why}")]
    Option {
        /// Of which game.
        game: GameName,
        /// Its name as written.
        name: String,
        /// What is wrong with it.
        why: String,
    },
}

impl HouseRules {
    /// The defaults with the options of one game put in their place, as an example of `judge` or the journal's `game` entry
    /// writes them: a JSON object, or `null` for none.
    ///
    /// # Errors
    /// Names the option that the game doesn't have, or whose value it doesn't know.
    pub fn of(game: GameName, options: &Value) -> Result<Self, OptionsError> {
        let mut rules = Self::default();
        rules.set(game, options)?;
        Ok(rules)
    }

    /// Puts the options of one game in their place; the others keep theirs.
    ///
    /// # Errors
    /// As [`HouseRules::of`].
    pub fn set(&mut self, game: GameName, options: &Value) -> Result<(), OptionsError> {
        match game {
            GameName::Monster => self.monster = read(game, options)?,
            GameName::Mensch => self.mensch = read(game, options)?,
            GameName::MichiganRummy => self.michigan_rummy = read(game, options)?,
        }
        Ok(())
    }

    /// Every option of one game with its value, in the order of its document.
    #[must_use]
    pub fn options(&self, game: GameName) -> Map<String, Value> {
        let options = match game {
            GameName::Monster => serde_json::to_value(&self.monster),
            GameName::Mensch => serde_json::to_value(&self.mensch),
            GameName::MichiganRummy => serde_json::to_value(&self.michigan_rummy),
        };
        match options {
            Ok(Value::Object(options)) => options,
            _ => Map::new(),
        }
    }

    /// The options of one game that differ from their defaults, as the journal keeps them: a JSON object.
    #[must_use]
    pub fn changed(&self, game: GameName) -> Value {
        let usual = Self::default().options(game);
        let mut now = self.options(game);
        now.retain(|name, value| usual.get(name) != Some(value));
        Value::Object(now)
    }
}

impl FromStr for HouseRules {
    type Err = OptionsError;
    /// Reads the TOML of `--rules FILE`: one table per game.
    fn from_str(text: &str) -> Result<Self, OptionsError> {
        let tables: Map<String, Value> = toml::from_str(text)
            .map_err(|e| OptionsError::Toml(e.to_string().trim().replace('\n', " ")))?;
        let mut rules = Self::default();
        for (name, options) in tables {
            let game = name.parse().map_err(|_| OptionsError::Game(name))?;
            rules.set(game, &options)?;
        }
        Ok(rules)
    }
}

/// A named value of an option as it is written, so that a sentence can follow it.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// More chips than a rule lets change hands at once; with it no evening's sums outgrow an account.
const MOST_STAKE: u64 = 1_000_000;

/// Whether there is a number that can't be one of chips, or cards, anywhere in it.
fn has_no_stake(value: &Value) -> bool {
    match value {
        Value::Number(n) => n.as_u64().is_none_or(|n| n > MOST_STAKE),
        Value::Array(all) => all.iter().any(has_no_stake),
        Value::Object(all) => all.values().any(has_no_stake),
        _ => false,
    }
}

/// Reads the options one by one, so that a refusal names the one that is wrong, then all together.
fn read<T: DeserializeOwned + Default>(game: GameName, options: &Value) -> Result<T, OptionsError> {
    let table = match options {
        Value::Null => return Ok(T::default()),
        Value::Object(table) => table,
        _ => return Err(OptionsError::NoTable(game)),
    };
    let refused = |name: &str, why: serde_json::Error| OptionsError::Option {
        game,
        name: name.to_owned(),
        why: why.to_string(),
    };
    for (name, value) in table {
        if has_no_stake(value) {
            let most = format!("a number is from 0 to {MOST_STAKE}");
            return Err(refused(name, serde_json::Error::custom(most)));
        }
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        serde_json::from_value::<T>(Value::Object(alone)).map_err(|e| refused(name, e))?;
    }
    serde_json::from_value(options.clone()).map_err(|e| refused("…", e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_file_sets_what_it_names() {
        let rules: HouseRules = "[mensch]\nplain_number_success = 1\n[michigan-rummy]\n"
            .parse()
            .expect("house rules");
        assert_eq!(
            rules.changed(GameName::Mensch),
            json!({"plain_number_success": 1})
        );
        assert_eq!(rules.changed(GameName::Monster), json!({}));
        let again = HouseRules::of(GameName::Mensch, &rules.changed(GameName::Mensch));
        assert_eq!(again.expect("the same again").mensch, rules.mensch);
    }

    #[test]
    fn refusals_name_the_option() {
        for (text, said) in [
            (
                "[mensch]\nrevokes = 1",
                "the option `revokes` of mensch can't be used: unknown field `revokes`, expected one of",
            ),
            (
                "[mensch]\nrevoke = \"hang\"",
                "the option `revoke` of mensch can't be used: unknown variant `hang`, expected one of `flag`, `void_deal`, `side_loses_contract`",
            ),
            (
                "[mensch]\nplain_number_success = 2",
                "the option `plain_number_success` of mensch can't be used: 2 is neither 3 nor 1",
            ),
            (
                "[monster]\npenalty = -1",
                "the option `penalty` of monster can't be used: a number is from 0 to 1000000",
            ),
            (
                "[michigan_rummy]\nper_card_bonus = 9223372036854775807",
                "the option `per_card_bonus` of michigan_rummy can't be used: a number is from 0 to 1000000",
            ),
            (
                "[bridge]\n",
                "the house rules have a table for `bridge`, which is no game: write [monster], [mensch] or [michigan_rummy]",
            ),
            (
                "mensch = 3",
                "the options of mensch are no table of names and values",
            ),
            ("[mensch", "the house rules are no TOML: "),
        ] {
            let refusal = text.parse::<HouseRules>().expect_err(text).to_string();
            assert!(refusal.starts_with(said), "{refusal}");
        }
    }
}
