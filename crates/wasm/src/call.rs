//! The calls of a page.

use std::collections::BTreeMap;

use serde::Deserialize;
use tabletop::{Act, Identity, Refusal, Wanted};

/// A call. `record` is the record of a table as a text; `now` is the time in seconds
/// of the Unix clock.
#[derive(Debug)]
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
    Weigh { record: String, query: Identity, mv: String },
    /// Writes a finished game as text.
    Record { record: String, query: Identity },
    /// Asks whether the table may be deleted.
    Delete { record: String, query: Identity },
    /// Asks for the next work of the engine or of chance.
    Next { record: String },
    /// Asks for the parts of the engine that answers questions about the game.
    Engine { record: String },
    /// Rolls or deals.
    Deal { record: String, version: u64, now: u64 },
    /// Plays the move that the engine has chosen.
    Play { record: String, version: u64, mv: String, now: u64 },
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

/// The JSON of a call. One type for all kinds of calls takes half the code of a type for each kind.
#[derive(Deserialize)]
struct Given {
    call: String,
    language: Option<String>,
    texts: Option<BTreeMap<String, String>>,
    wanted: Option<Wanted>,
    random: Option<Vec<String>>,
    now: Option<u64>,
    id: Option<String>,
    record: Option<String>,
    query: Option<Identity>,
    act: Option<Act>,
    from: Option<String>,
    stop: Option<String>,
    #[serde(rename = "move")]
    mv: Option<String>,
    version: Option<u64>,
    lines: Option<usize>,
    text: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Call {
    /// Reads a call from its JSON.
    pub(crate) fn read(json: &str) -> Result<Self, Refusal> {
        let given: Given =
            serde_json::from_str(json).map_err(|error| Refusal::Unreadable(error.to_string()))?;
        let missing = |field: &str| {
            Refusal::Unreadable(format!("call: read {:?} without {field}", given.call))
        };
        macro_rules! need {
            ($field:ident) => {
                given.$field.ok_or_else(|| missing(stringify!($field)))?
            };
        }
        macro_rules! call {
            ($kind:ident $($field:ident)*) => {
                Self::$kind { $($field: need!($field)),* }
            };
        }
        Ok(match &*given.call {
            "texts" => call!(Texts language texts),
            "create" => call!(Create wanted random now),
            "show" => call!(Show id record query),
            "act" => call!(Act id record query act now),
            "analysis" => call!(Analysis id record query random now),
            "again" => call!(Again record query random now),
            "threats" => call!(Threats record query),
            "why" => {
                let (record, query, stop) = (need!(record), need!(query), need!(stop));
                Self::Why { record, query, from: given.from, stop }
            }
            "weigh" => call!(Weigh record query mv),
            "record" => call!(Record record query),
            "delete" => call!(Delete record query),
            "next" => call!(Next record),
            "engine" => call!(Engine record),
            "deal" => call!(Deal record version now),
            "play" => call!(Play record version mv now),
            "choose" => call!(Choose record),
            "hint" => call!(Hint record query),
            "course" => call!(Course record query),
            "analyse" => call!(Analyse record query lines),
            "bench" => Self::Bench { text: need!(text), depth: given.depth, nodes: given.nodes },
            _ => return Err(missing("a known name")),
        })
    }
}
