//! Pitboss: pictures of a physical card table into a refereed, settled evening.
//!
//! ```text
//!  camera ──▶ cards ──▶ plays ──▶ rules ──▶ ledger ──▶ phones
//!  Frame     Sighting   Play or    Verdict   Transfer    Board
//!                       Doubt
//! ```
//! Each arrow hands over a plain value of the vocabulary; no stage imports another stage. The assembly modules put stages together.
//! Deliberately absent: probabilities inside the rules, hidden knowledge on the phones, floating chips, a second rule book.

// The vocabulary: pure values, each with a text form that parses back.
pub mod board;
pub mod card;
pub mod chessboard;
pub mod chips;
pub mod event;
pub mod frame;
pub mod marker;
pub mod order;
pub mod placement;
pub mod play;
pub mod ruling;
pub mod seat;
pub mod sighting;

// The stages, in the order of the flow.
#[cfg(feature = "vision")]
pub mod camera;
#[cfg(feature = "vision")]
pub mod cards;
pub mod ledger;
pub mod phones;
pub mod plays;
pub mod rules;

// The assembly.
#[cfg(feature = "vision")]
pub mod bundle;
pub mod cli;
pub mod commands;
#[cfg(feature = "vision")]
pub mod decks;
pub mod demo;
pub mod evening;
pub mod evidence;
pub mod house;
pub mod journal;
pub mod line;
#[cfg(feature = "vision")]
pub mod lookout;
pub mod table;
pub mod words;
