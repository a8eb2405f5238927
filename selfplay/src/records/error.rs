//! What is wrong with records.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use games::ParseError;
use thiserror::Error;

use crate::records::reason::Reason;

/// Why records cannot be used.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// A file cannot be read to its end.
    #[error("records: read {:?}, expected a readable file ({error})", path.display().to_string())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// A line of a file is damaged.
    #[error("records {}: line {line}: {error}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        #[source]
        error: LineError,
    },
    /// There are no files to put together.
    #[error("records: read no file, expected one or more")]
    NoFile,
    /// Files that are to be put together are of different matches.
    #[error("records: {key}: read {read}, expected {expected} as in the first file")]
    OtherMatch {
        /// In what they differ.
        key: String,
        /// What it is in a later file.
        read: String,
        /// What it is in the first one.
        expected: String,
    },
    /// A game is there twice, and differs.
    #[error("records: unit {unit}, game {game}: read two different games, expected one")]
    TwoGames {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within it.
        game: u32,
    },
    /// A record is no game of its match.
    #[error("record of {0}")]
    ForeignRecord(#[from] ForeignRecord),
    /// The start of a recorded game is no position.
    #[error("records: {0}")]
    Start(#[source] ParseError),
    /// The moves of a recorded game do not follow the rules.
    #[error("records: unit {unit}, game {game}: {error}")]
    Moves {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within it.
        game: u32,
        /// The move that does not.
        #[source]
        error: ParseError,
    },
}

/// A record that is no game of its match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unit {unit}, game {game}: {what}")]
pub struct ForeignRecord {
    /// The number of the unit.
    pub unit: u64,
    /// The number of the game within it.
    pub game: u32,
    /// Why not.
    pub what: String,
}

/// What is wrong with a line of records.
#[derive(Debug, Error)]
pub enum LineError {
    /// It does not end with a checksum.
    #[error("crc: read none, expected a checksum at the end of the line")]
    NoSum,
    /// It is not what its checksum was made of.
    #[error("crc: read the checksum {read}, expected {expected}")]
    Sum {
        /// The checksum that it has.
        read: String,
        /// That of the line.
        expected: String,
    },
    /// It is too long.
    #[error("read {0} bytes, expected a shorter line")]
    Long(u64),
    /// It is no text.
    #[error("read bytes that are no text ({0}), expected UTF-8")]
    Bytes(#[from] Utf8Error),
    /// It is no record. What is quoted of it may have line breaks.
    #[error("read other JSON ({}), expected a line as this version writes it", .0.to_string().replace(char::is_control, "?"))]
    Json(#[from] serde_json::Error),
    /// The records are of another version.
    #[error("format: read {read}, expected {expected}: the records are of {which} version")]
    Format {
        /// The version that they have.
        read: u64,
        /// The one that is known.
        expected: u32,
        /// Whether it came before or after.
        which: &'static str,
    },
    /// A plan that is none.
    #[error(transparent)]
    Plan(#[from] ParseError),
    /// Behind the games of one match there begins another.
    #[error(
        "read a second plan, expected a game: a file has one match (`selfplay merge` joins its parts)"
    )]
    SecondPlan,
    /// A game that was played by another plan.
    #[error("match: read {read}, expected {expected} by the plan: a game of another match")]
    OtherMatch {
        /// The digest of the plan that the game was played by.
        read: String,
        /// That of the plan of the file.
        expected: String,
    },
    /// A game that the plan does not have, or has already.
    #[error(transparent)]
    ForeignRecord(#[from] ForeignRecord),
}

/// The first thing in a recorded game that is not as the rules and the seed have it.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VerifyError {
    /// A position is none.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The game begins otherwise.
    #[error("another opening than the seed gives")]
    Opening,
    /// Something else happened by chance.
    #[error("move {number}: read {read}, expected {expected} by the seed")]
    Chance {
        /// The number among moves and events, from 1.
        number: usize,
        /// The event that is recorded.
        read: String,
        /// The event by the seed; empty where there is none.
        expected: String,
    },
    /// A move that is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The number among moves and events, from 1.
        number: usize,
        /// What is wrong with it.
        #[source]
        error: ParseError,
    },
    /// Not every move has its figures.
    #[error("{lengths:?} values, depths, nodes and times for {moves} moves")]
    Figures {
        /// How many there are of each kind.
        lengths: [usize; 4],
        /// How many moves players chose.
        moves: usize,
    },
    /// Processor times of some moves only.
    #[error("read {read} processor times, expected none or {moves}, one for each move")]
    Processor {
        /// How many there are.
        read: usize,
        /// How many moves players chose.
        moves: usize,
    },
    /// Another number of player moves.
    #[error("read {read} plies, expected {expected}")]
    Plies {
        /// The number that is recorded.
        read: u32,
        /// The number of those that are there.
        expected: u32,
    },
    /// A result that does not share one point equally.
    #[error("read the result {read:?}, expected equal shares of one point")]
    Shares {
        /// The result that is recorded.
        read: Vec<f64>,
    },
    /// The game ended otherwise.
    #[error("ended otherwise: {shares:?} by {}", reason.words())]
    End {
        /// The result by the rules.
        shares: Vec<f64>,
        /// What ended it.
        reason: Reason,
    },
    /// The game is not over by the rules, as recorded.
    #[error("the game is not over")]
    NotOver,
    /// A player failed and did not lose.
    #[error("a failure that was not punished")]
    Unpunished,
    /// The game ended by a failure, and nobody failed.
    #[error("a failure of nobody")]
    NobodyFailed,
}
