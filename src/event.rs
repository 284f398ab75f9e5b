//! The journal's entries: everything that happened, was put right or was told, one JSON object each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    card::Card,
    chips::{Account, Bank, Chips, Transfer},
    frame::At,
    play::{Call, GameName, Seq, Witness, Zone},
    ruling::Ruling,
    seat::{Seat, Seating},
    sighting::Signs,
};

/// One line of the record. Lines are only ever added.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// 1, 2, 3, …
    pub seq: Seq,
    /// When it was committed, on the source's clock.
    pub at: At,
    /// What.
    #[serde(flatten)]
    pub event: Event,
}

/// What a host decides about a ruling, or about the deal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The play that the ruling convicts goes back to the hand.
    TakeBack,
    /// It stands as it was played.
    Stands,
    /// It stands, and costs chips.
    Fine {
        /// How many.
        chips: Chips,
        /// Who gets them.
        to: Account,
    },
    /// The deal counts for nothing; chips go back.
    Void,
    /// The cards are dealt anew.
    Redeal,
    /// A claim is accepted: the rest of the deal isn't played out.
    ClaimAccepted,
    /// The last hand of an evening of Michigan Rummy is dealt: what lies on the board is handed out.
    Finale,
}

/// When a ruling is shown to everybody; the host sees it at once in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Telling {
    /// At once.
    #[default]
    AtOnce,
    /// When the host has decided about it.
    HostFirst,
    /// When its deal is over.
    DealEnd,
}

/// The camera's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // the contract's closed list
pub enum HealthState {
    Ok,
    NoFrames,
    CameraMoved,
    Glare,
    Dark,
    Blurred,
    Covered,
}

/// What is behind a state of the camera, where the state alone doesn't say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// It can't be opened: unplugged, switched off, not in the network.
    Unplugged,
    /// It is there and delivers nothing.
    Stalled,
    /// It delivers one and the same picture.
    Frozen,
    /// The light flickers with the mains.
    Flicker,
    /// The camera looks for its exposure.
    Exposure,
    /// The picture has another shape than before.
    Reshaped,
}

/// What an entry says. The first group are facts, from which everything else follows; the second was told, and a fold of the
/// facts must tell it again, word for word.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// Who sits where, from now on.
    Seated {
        /// Clockwise.
        seating: Seating,
    },
    /// Which game is played from now on, under which house rules.
    Game {
        /// Which.
        game: GameName,
        /// The named options of `rules/*.md` that differ from their defaults.
        options: Value,
        /// Who deals first; `None` leaves the first dealer to be entered.
        dealer: Option<Seat>,
    },
    /// A card came to rest face up.
    Laid {
        /// Which; `null` is a hole: a card lies there, which one is open.
        card: Option<Card>,
        /// The player who laid it; `null` for the Monster turned up.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// The probability that the name is right.
        confidence: f32,
        /// How it is known.
        by: Witness,
        /// The signs that named it.
        #[serde(default)]
        signs: Signs,
        /// The entry that this one corrects.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        replaces: Option<Seq>,
    },
    /// A card left the table.
    Lifted {
        /// Which, if known.
        card: Option<Card>,
        /// Whose hand took it.
        seat: Option<Seat>,
        /// Where it lay.
        zone: Zone,
    },
    /// Face-down cards counted.
    Backs {
        /// Whose.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// How many lie there now.
        count: u8,
    },
    /// Something was said.
    Call {
        /// By whom.
        seat: Seat,
        /// What.
        call: Call,
        /// Phone or host.
        by: Witness,
    },
    /// The reader asks the host which card lies there. The hole itself is the `laid` entry named in `hole`.
    Asked {
        /// Who laid it.
        seat: Option<Seat>,
        /// Where.
        zone: Zone,
        /// Likely cards, best first.
        choices: Vec<Card>,
        /// The hole's own entry.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hole: Option<Seq>,
    },
    /// The host's answer to an `asked` entry: the card, or `null` for *nothing lay there*.
    Answered {
        /// The `asked` entry.
        of: Seq,
        /// The card.
        card: Option<Card>,
    },
    /// The host strikes an entry: it didn't happen.
    Struck {
        /// Which entry.
        of: Seq,
    },
    /// The host takes back what was entered last: a strike that is no step to undo itself.
    Undone {
        /// Which entry.
        of: Seq,
    },
    /// The host puts another fact in an entry's place.
    Replaced {
        /// Which entry.
        of: Seq,
        /// The right fact: `laid`, `lifted`, `backs` or `call`.
        with: Box<Event>,
    },
    /// The host enters a fact that was missed.
    Inserted {
        /// The entry before which it happened.
        before: Seq,
        /// The fact.
        what: Box<Event>,
    },
    /// The host decides.
    Decided {
        /// The ruling, or the entry, that is decided upon.
        of: Seq,
        /// What.
        decision: Decision,
    },
    /// How chips are kept from now on: what one is worth, whether debts are allowed, or a night for points.
    Bank(Bank),
    /// When rulings are shown to everybody from now on.
    Telling {
        /// When.
        when: Telling,
    },
    /// A player bought chips from the bank (points-only nights have none).
    Bought {
        /// Who.
        seat: Seat,
        /// How many.
        chips: Chips,
    },
    /// A player gave chips back to the bank.
    CashedOut {
        /// Who.
        seat: Seat,
        /// How many.
        chips: Chips,
    },
    /// Play rests, or goes on.
    Paused {
        /// Whether it rests now.
        paused: bool,
    },
    /// The camera's state changed.
    Health {
        /// To what.
        state: HealthState,
        /// In plain words.
        detail: String,
        /// What is behind it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cause: Option<Cause>,
    },

    /// Told: a deal opened.
    DealOpened {
        /// Who deals.
        dealer: Option<Seat>,
    },
    /// Told: a ruling.
    Ruling(Ruling),
    /// Told: a ruling that a correction made vanish.
    Withdrawn {
        /// The ruling's entry.
        ruling: Seq,
    },
    /// Told: a correction made a decision lapse, because its ruling vanished, or hold again.
    DecisionHolds {
        /// The decision's entry.
        decision: Seq,
        /// Whether it holds now.
        holds: bool,
    },
    /// Told: chips moved.
    Transfer(Transfer),
    /// Told: the deal is settled.
    DealClosed {
        /// How it ended, as the id of a message.
        outcome: String,
        /// Who deals next.
        next_dealer: Option<Seat>,
    },
    /// The source ended (`watch` only).
    End {
        /// Frames seen.
        frames: u64,
        /// Net chips per seat since the start.
        balances: BTreeMap<Seat, Chips>,
    },
}

impl Event {
    /// Whether this was told rather than happened: it follows from the facts, and a fold must tell it again.
    #[must_use]
    pub fn is_told(&self) -> bool {
        matches!(
            self,
            Self::DealOpened { .. }
                | Self::Ruling(_)
                | Self::Withdrawn { .. }
                | Self::DecisionHolds { .. }
                | Self::Transfer(_)
                | Self::DealClosed { .. }
                | Self::End { .. }
        )
    }
}
