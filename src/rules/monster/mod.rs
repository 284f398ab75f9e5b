//! Monster: plays into verdicts and transfers (`rules/monster.md`).

mod options;

pub use options::MonsterOptions;
