//! The record of a table: all that is kept of it, as JSON that later versions of the code can read.

use serde::{Deserialize, Serialize};

use crate::analysis::AnalysisBoard;
use crate::refusal::Refusal;
use crate::terms::{Ask, Clocks, Ended};

/// The version of the format that is written.
const FORMAT: u32 = 1;

/// A record as it is written.
#[derive(Serialize)]
struct Versioned<'a> {
    format: u32,
    #[serde(flatten)]
    record: &'a TableRecord,
}

/// The version of a record. The first records had none.
#[derive(Deserialize)]
struct Version {
    #[serde(default = "first")]
    format: u32,
}

fn first() -> u32 {
    FORMAT
}

/// The part of a record that is not [`Kept`].
#[derive(Deserialize)]
struct Played {
    start: String,
    steps: Vec<String>,
    cursor: usize,
    seed: u64,
    sitters: Vec<u8>,
    #[serde(default = "yes")]
    played: bool,
}

/// The record of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableRecord {
    /// The position that the game began with, as text.
    pub start: String,
    /// All steps since the start.
    pub steps: Vec<String>,
    /// The number of steps that are played; the others were taken back.
    pub cursor: usize,
    /// The seed of dice and cards.
    pub seed: u64,
    /// By player: 0 for a person, else the engine's level.
    pub sitters: Vec<u8>,
    /// Whether a person has played. Old records lack this field.
    pub played: bool,
    /// The part that is kept without change.
    #[serde(flatten)]
    pub kept: Kept,
}

fn yes() -> bool {
    true
}

/// The part of a table that is kept without change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// By player: the name that the person chose.
    pub names: Vec<String>,
    /// The host's token.
    pub host: String,
    /// By player: the token of the seat's link.
    pub seats: Vec<String>,
    /// By player: whether a person has taken the seat from the host.
    pub claimed: Vec<bool>,
    /// By player: the token of the person who has taken the seat; empty if nobody has. Old records
    /// lack this field; there it is the token of the seat's link.
    #[serde(default)]
    pub holders: Vec<String>,
    /// The token with which one can look on; empty in old records.
    #[serde(default)]
    pub watch: String,
    /// Dice and cards come from a real table.
    pub typed: bool,
    /// All cards are open.
    pub open: bool,
    /// By player: whether the player agrees to lay all cards open. Empty if there is no offer. Old
    /// records lack this field.
    #[serde(default)]
    pub agreed: Vec<bool>,
    /// The analysis, if the table is one. Old records lack this field.
    #[serde(default)]
    pub analysis: Option<AnalysisBoard>,
    /// Whether people may ask the engine for advice while the game goes on.
    #[serde(default = "yes")]
    pub hints: bool,
    /// The proposal that the other players have not accepted yet.
    #[serde(default)]
    pub ask: Option<Ask>,
    /// The end of the game, if its rules do not know it.
    #[serde(default)]
    pub ended: Option<Ended>,
    /// The clocks, if there are any.
    #[serde(default)]
    pub clock: Option<Clocks>,
    /// The id of the table of the next game.
    #[serde(default)]
    pub next: Option<String>,
    /// The number of the last change. Old records lack this field.
    #[serde(default)]
    pub version: u64,
    /// The time of the last change, in seconds of the Unix clock.
    pub changed: u64,
}

/// The reason why a table cannot be made from a record.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// A later version of the code wrote the record.
    #[error("a later version wrote it: read format {0}, expected {expected}", expected = FORMAT)]
    Later(u32),
    /// The text is no record.
    #[error("the record cannot be read: {0}")]
    Record(#[from] serde_json::Error),
    /// The game of the record is not legal.
    #[error("the game cannot be replayed: {0}")]
    Game(String),
}

impl From<Damage> for Refusal {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage.to_string())
    }
}

impl TableRecord {
    /// The record as JSON, with the version of its format.
    ///
    /// # Errors
    /// If the JSON cannot be written, which no record causes.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&Versioned { format: FORMAT, record: self })
    }

    /// Reads a record from JSON.
    ///
    /// # Errors
    /// A text that is no record, or a record that a later version wrote.
    pub fn from_json(text: &[u8]) -> Result<Self, Damage> {
        // A later version may have other fields, so its number is read first. Reading each part of
        // the record alone takes less code than reading a part within another (`flatten`).
        let Version { format } = serde_json::from_slice(text)?;
        if format != FORMAT {
            return Err(Damage::Later(format));
        }
        let kept = serde_json::from_slice(text)?;
        let Played { start, steps, cursor, seed, sitters, played } = serde_json::from_slice(text)?;
        Ok(Self { start, steps, cursor, seed, sitters, played, kept })
    }
}
