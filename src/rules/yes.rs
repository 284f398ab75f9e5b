//! `yes` and `no` in a file of options into a [`YesNo`] and back.

use serde::{Deserialize, Serialize, de::Error as _};

/// The value of an option that is on or off: written `yes` or `no`, `true` or `false`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum YesNo {
    #[default]
    No,
    Yes,
}

impl YesNo {
    /// Whether it is on.
    #[must_use]
    pub const fn is_yes(self) -> bool {
        matches!(self, Self::Yes)
    }
}

impl Serialize for YesNo {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.is_yes() { "yes" } else { "no" })
    }
}

impl<'de> Deserialize<'de> for YesNo {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Bool(bool),
            Text(String),
        }
        match Written::deserialize(deserializer)? {
            Written::Bool(true) => Ok(Self::Yes),
            Written::Bool(false) => Ok(Self::No),
            Written::Text(text) => match text.as_str() {
                "yes" | "true" => Ok(Self::Yes),
                "no" | "false" => Ok(Self::No),
                _ => Err(D::Error::custom(format!("`{text}` is neither yes nor no"))),
            },
        }
    }
}
