//! Errors of match records.

use std::io;
use std::path::PathBuf;
use std::str::Utf8Error;

use games::ParseError;
use thiserror::Error;

use crate::records::reason::Reason;

/// The reason why records cannot be used.
#[derive(Debug, Error)]
pub enum RecordsError {
    /// A file cannot be read completely.
    #[error("records: read {:?}, expected a readable file ({error})", path.display().to_string())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
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
        /// The fault of the line.
        #[source]
        error: LineError,
    },
    /// The list of files to merge is empty.
    #[error("records: read no file, expected one or more")]
    NoFile,
    /// The files to merge belong to different matches.
    #[error("records: {key}: read {read}, expected {expected} as in the first file")]
    OtherMatch {
        /// The entry of the plan that differs.
        key: String,
        /// The value in a later file.
        read: String,
        /// The value in the first file.
        expected: String,
    },
    /// Two files have different records of one game.
    #[error("records: unit {unit}, game {game}: read two different games, expected one")]
    TwoGames {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within it.
        game: u32,
    },
    /// A record does not belong to its match.
    #[error("record of {0}")]
    ForeignRecord(#[from] ForeignRecord),
    /// The start of a recorded game is not a valid position.
    #[error("records: {0}")]
    Start(#[source] ParseError),
    /// The moves of a recorded game do not follow the rules.
    #[error("records: unit {unit}, game {game}: {error}")]
    Moves {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within it.
        game: u32,
        /// The first step that does not follow the rules.
        #[source]
        error: ParseError,
    },
}

/// A record that does not belong to its match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unit {unit}, game {game}: {what}")]
pub struct ForeignRecord {
    /// The number of the unit.
    pub unit: u64,
    /// The number of the game within it.
    pub game: u32,
    /// The reason, in words.
    pub what: String,
}

/// A fault of one line of the records.
#[derive(Debug, Error)]
pub enum LineError {
    /// The line does not end with a checksum.
    #[error("crc: read none, expected a checksum at the end of the line")]
    NoSum,
    /// The checksum does not match the contents of the line.
    #[error("crc: read the checksum {read}, expected {expected}")]
    Sum {
        /// The checksum in the line.
        read: String,
        /// The checksum of the line's contents.
        expected: String,
    },
    /// The line is too long.
    #[error("read {0} bytes, expected a shorter line")]
    Long(u64),
    /// The line is not UTF-8 text.
    #[error("read bytes that are no text ({0}), expected UTF-8")]
    Bytes(#[from] Utf8Error),
    /// The line is not a record. The quoted text may contain line breaks.
    #[error("read other JSON ({}), expected a line as this version writes it", .0.to_string().replace(char::is_control, "?"))]
    Json(#[from] serde_json::Error),
    /// The records are of another version.
    #[error("format: read {read}, expected {expected}: the records are of {which} version")]
    Format {
        /// The version of the records.
        read: u64,
        /// The version that this program reads.
        expected: u32,
        /// Whether the version of the records is older or newer.
        which: &'static str,
    },
    /// The plan is not valid.
    #[error(transparent)]
    Plan(#[from] ParseError),
    /// The plan of a second match follows the games of the first one.
    #[error(
        "read a second plan, expected a game: a file has one match (`selfplay merge` joins its parts)"
    )]
    SecondPlan,
    /// The game was played with another plan.
    #[error("match: read {read}, expected {expected} by the plan: a game of another match")]
    OtherMatch {
        /// The digest of the plan that the game was played with.
        read: String,
        /// The digest of the plan in the file.
        expected: String,
    },
    /// The plan does not have this game, or the file has it already.
    #[error(transparent)]
    ForeignRecord(#[from] ForeignRecord),
}

/// The first fault of a recorded game, by the rules and the seed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VerifyError {
    /// A position is not valid.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The game begins with another opening.
    #[error("another opening than the seed gives")]
    Opening,
    /// A chance event differs from the event that the seed gives.
    #[error("move {number}: read {read}, expected {expected} by the seed")]
    Chance {
        /// The number among moves and events, from 1.
        number: usize,
        /// The event that is recorded.
        read: String,
        /// The event that the seed gives; empty if chance does not act.
        expected: String,
    },
    /// A move is not legal.
    #[error("move {number}: {error}")]
    Move {
        /// The number among moves and events, from 1.
        number: usize,
        /// The reason why the move is not legal.
        #[source]
        error: ParseError,
    },
    /// The lists of values, depths, nodes and times do not have one entry for each move.
    #[error("{lengths:?} values, depths, nodes and times for {moves} moves")]
    Figures {
        /// The lengths of the four lists.
        lengths: [usize; 4],
        /// The number of moves that players chose.
        moves: usize,
    },
    /// The list of processor times has entries for only some of the moves.
    #[error("read {read} processor times, expected none or {moves}, one for each move")]
    Processor {
        /// The length of the list.
        read: usize,
        /// The number of moves that players chose.
        moves: usize,
    },
    /// The number of player moves is wrong.
    #[error("read {read} plies, expected {expected}")]
    Plies {
        /// The number that is recorded.
        read: u32,
        /// The number of player moves in the record's list of moves.
        expected: u32,
    },
    /// The result does not share one point equally.
    #[error("read the result {read:?}, expected equal shares of one point")]
    Shares {
        /// The result that is recorded.
        read: Vec<f64>,
    },
    /// The result or the reason of the end is wrong.
    #[error("ended otherwise: {shares:?} by {}", reason.words())]
    End {
        /// The result by the rules.
        shares: Vec<f64>,
        /// The reason of the end by the rules.
        reason: Reason,
    },
    /// By the rules the game is not over, but the record says that it is.
    #[error("the game is not over")]
    NotOver,
    /// A player failed but did not lose.
    #[error("a failure that was not punished")]
    Unpunished,
    /// The game ended by a failure, but the record names no player that failed.
    #[error("a failure of nobody")]
    NobodyFailed,
}
