//! Monster's named options (`rules/monster.md` §3) as one value.

use serde::{Deserialize, Serialize};

/// All of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MonsterOptions {}
