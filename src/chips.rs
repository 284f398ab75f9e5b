//! Chips and who holds them: whole numbers, moved only by a [`Transfer`] from one [`Account`] to another.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, de::Error as _};

use crate::seat::Seat;

/// A number of chips; negative for a debt.
pub type Chips = i64;

/// Where chips lie.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Account {
    /// Before a player: `#2`.
    Seat(Seat),
    /// The one pot of the game: `pot`.
    Pot,
    /// A compartment of the pay-card board: `board:QH_KH`.
    Compartment(String),
    /// The house's box, from which chips are bought and to which they return: `bank`.
    Bank,
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat) => seat.fmt(f),
            Self::Pot => f.write_str("pot"),
            Self::Compartment(id) => write!(f, "board:{id}"),
            Self::Bank => f.write_str("bank"),
        }
    }
}

/// A text that names no account.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no place for chips: write a seat, pot, bank or board:ID")]
pub struct AccountError(pub String);

impl FromStr for Account {
    type Err = AccountError;
    fn from_str(text: &str) -> Result<Self, AccountError> {
        match text {
            "pot" => Ok(Self::Pot),
            "bank" => Ok(Self::Bank),
            _ => match text.strip_prefix("board:") {
                Some(id) if !id.is_empty() => Ok(Self::Compartment(id.to_owned())),
                _ => text
                    .parse()
                    .map(Self::Seat)
                    .map_err(|_| AccountError(text.to_owned())),
            },
        }
    }
}

impl Serialize for Account {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Account {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// Chips that moved: the only way an account changes, so that the sum over all accounts never does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Transfer {
    /// Who pays.
    pub from: Account,
    /// Who receives.
    pub to: Account,
    /// How many; never negative.
    pub chips: Chips,
    /// Why, as the id of a message: `ante`, `contract`, `penalty`, `correction`, …
    pub reason: String,
}

/// What a chip is worth: whole coins of the smallest kind, and how an amount is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    coins: Chips,
    decimals: u32,
    unit: String,
}

impl FromStr for Worth {
    type Err = WorthError;
    fn from_str(text: &str) -> Result<Self, WorthError> {
        let wrong = || WorthError(text.to_owned());
        let split = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let odd = |c: char| c.is_control() || matches!(c, '"' | ',' | ';');
        if part.len() > 4
            || unit.chars().count() > 8
            || unit.contains(odd)
            || whole.is_empty()
            || (part.is_empty() && number.contains('.'))
        {
            return Err(wrong());
        }
        let coins: Chips = format!("{whole}{part}").parse().map_err(|_| wrong())?;
        let decimals = part.len() as u32;
        let unit = unit.trim().to_owned();
        if (1..=1_000_000_000).contains(&coins) {
            Ok(Self {
                coins,
                decimals,
                unit,
            })
        } else {
            Err(wrong())
        }
    }
}

impl Worth {
    /// A chip in the smallest coin that its worth is written in.
    #[must_use]
    pub fn coins(&self) -> Chips {
        self.coins
    }

    /// That many chips as an amount: exact to the last coin.
    #[must_use]
    pub fn amount(&self, chips: Chips) -> String {
        let coins = i128::from(chips) * i128::from(self.coins);
        let one = 10_i128.pow(self.decimals);
        let (sign, coins) = (if coins < 0 { "-" } else { "" }, coins.abs());
        let mut out = format!("{sign}{}", coins / one);
        if self.decimals > 0 {
            out += &format!(".{:0width$}", coins % one, width = self.decimals as usize);
        }
        if self.unit.is_empty() {
            out
        } else {
            format!("{out} {}", self.unit)
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10_i64.pow(self.decimals);
        write!(f, "{}", self.coins / one)?;
        if self.decimals > 0 {
            let width = self.decimals as usize;
            write!(f, ".{:0width$}", self.coins % one)?;
        }
        f.write_str(&self.unit)
    }
}

/// A text that is no worth of a chip.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{0}` is no worth of a chip: write an amount above 0 and a currency, such as 0.10EUR or 100KRW"
)]
pub struct WorthError(pub String);

impl Serialize for Worth {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Worth {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(D::Error::custom)
    }
}

/// How a table keeps its chips.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bank {
    /// What a chip is worth; without it only chips are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chip: Option<Worth>,
    /// Whether a player may have fewer chips than none. Where not, nobody cashes out what he doesn't have, and whoever falls below
    /// is shown with what he has to buy.
    pub debts: bool,
    /// A night for points: nothing is bought, nothing cashed out.
    #[serde(default)]
    pub points: bool,
}

impl Default for Bank {
    /// What holds where nobody said anything: everyone begins with none, and settles in the end.
    fn default() -> Self {
        Self {
            chip: None,
            debts: true,
            points: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_parse_back() {
        for account in [
            Account::Seat(Seat(3)),
            Account::Pot,
            Account::Bank,
            Account::Compartment("QH_KH".into()),
        ] {
            assert_eq!(account.to_string().parse(), Ok(account));
        }
        assert!("board:".parse::<Account>().is_err());
    }

    #[test]
    fn amounts_are_exact_to_the_last_coin() {
        for (worth, chips, said) in [
            ("0.10EUR", 7, "0.70 EUR"),
            ("0.10EUR", -12, "-1.20 EUR"),
            ("100KRW", 3, "300 KRW"),
            ("0.25", 3, "0.75"),
            ("10ct", 5, "50 ct"),
        ] {
            assert_eq!(worth.parse::<Worth>().expect(worth).amount(chips), said);
        }
        for text in ["0.10EUR", "100KRW", "0.25", "10ct", "1.05€"] {
            let worth: Worth = text.parse().expect(text);
            assert_eq!(
                (worth.to_string(), worth.to_string().parse()),
                (text.to_owned(), Ok(worth))
            );
        }
        for text in ["", "0", "EUR", "-1", "1.", "0.00001EUR", "1.2.3", "1,EUR"] {
            assert!(text.parse::<Worth>().is_err(), "{text}");
        }
    }
}
