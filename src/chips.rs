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
}
