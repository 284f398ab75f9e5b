//! Michigan Rummy: plays into verdicts and transfers (`rules/michigan_rummy.md`).

mod options;

pub use options::MichiganOptions;
