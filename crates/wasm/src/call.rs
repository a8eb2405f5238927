//! The calls of a page.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::{Act, Identity, Wanted};

/// A call, from its JSON. `record` is the record of a table as a text; `now` is the time in seconds
/// of the Unix clock.
#[derive(Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case")]
pub(crate) enum Call {
    /// Gives the texts of a language.
    Texts { language: String, texts: BTreeMap<String, String> },
    /// Makes a table.
    Create { wanted: Wanted, random: Vec<String>, now: u64 },
    /// Shows a table.
    Show { id: String, record: String, query: Identity },
    /// Acts at a table.
    Act { id: String, record: String, query: Identity, act: Act, now: u64 },
    /// Makes a table for the analysis of a table's game.
    Analysis { id: String, record: String, query: Identity, random: Vec<String>, now: u64 },
    /// Makes a table for the next game of the same people.
    Again { record: String, query: Identity, random: Vec<String>, now: u64 },
    /// Lists the threats of each player.
    Threats { record: String, query: Identity },
    /// Asks why a cell or a card cannot be chosen.
    Why { record: String, query: Identity, from: Option<String>, stop: String },
    /// Asks how much a move would lose.
    Weigh {
        record: String,
        query: Identity,
        #[serde(rename = "move")]
        mv: String,
    },
    /// Writes a finished game as text.
    Record { record: String, query: Identity },
    /// Asks whether the table may be deleted.
    Delete { record: String, query: Identity },
    /// Asks for the next work of the engine or of chance.
    Next { record: String },
    /// Rolls or deals.
    Deal { record: String, version: u64, now: u64 },
    /// Plays the move that the engine has chosen.
    Play {
        record: String,
        version: u64,
        #[serde(rename = "move")]
        mv: String,
        now: u64,
    },
    /// Chooses a move of the engine.
    Choose { record: String },
    /// Thinks about a hint.
    Hint { record: String, query: Identity },
    /// Finds the course of the game.
    Course { record: String, query: Identity },
    /// Analyses the position.
    Analyse { record: String, query: Identity, lines: usize },
    /// Searches a position to a depth, or a number of nodes.
    Bench { text: String, depth: Option<u32>, nodes: Option<u64> },
}
