//! Michigan Rummy's named options (`rules/michigan_rummy.md` §4) as one value.

use serde::{Deserialize, Serialize};

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MichiganOptions {}
