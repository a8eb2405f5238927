//! Errors in data files and their games.

use std::io;
use std::path::PathBuf;

use games::{Blame, ParseError};
use thiserror::Error;

use crate::fit::DatasetError;

/// The reason why data files cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    /// No data file is given.
    #[error("data: read no file, expected one or more")]
    NoFile,
    /// The name of a data file or its plan is wrong.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The output file cannot be opened.
    #[error(transparent)]
    Open(#[from] selfplay::Error),
    /// The contents of a data file are wrong.
    #[error("data {file}: {fault}")]
    File {
        /// The name of the file.
        file: String,
        /// The error in the file.
        fault: FileFault,
    },
    /// The files have games of different matches.
    #[error("data: {key}: read {read}, expected {expected} as in the first file")]
    OtherMatch {
        /// The option in which the matches differ.
        key: String,
        /// The value in a later file.
        read: String,
        /// The value in the first file.
        expected: String,
    },
    /// Two files have different games of the same number.
    #[error("data: unit {unit}, game {game}: read two different games, expected one")]
    TwoGames {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within the unit.
        game: u32,
    },
    /// A data file cannot be written.
    #[error("output: {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// The first line cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A game cannot be written in its compact form.
    #[error(transparent)]
    Postcard(#[from] postcard::Error),
}

impl Blame for DataError {
    fn is_input(&self) -> bool {
        match self {
            Self::Open(error) => error.is_input(),
            Self::NoFile
            | Self::Text(_)
            | Self::File { .. }
            | Self::OtherMatch { .. }
            | Self::TwoGames { .. } => true,
            Self::Write { .. } | Self::Json(_) | Self::Postcard(_) => false,
        }
    }

    fn into_output(self) -> Result<io::Error, Self> {
        match self {
            Self::Open(error) => error.into_output().map_err(Self::Open),
            other => Err(other),
        }
    }
}

impl Blame for RecordError {
    fn is_input(&self) -> bool {
        true
    }
}

/// An error in a data file.
#[derive(Debug, Error)]
pub enum FileFault {
    /// The file does not begin with a line of text.
    #[error("read no text first, expected a data file")]
    NoText,
    /// The file has an unknown format, or none.
    #[error("tuning_data: read {}, expected a format of data files, 1 to {expected}", version(*.read))]
    Format {
        /// The format of the file.
        read: Option<u64>,
        /// The last format that can be read.
        expected: u32,
    },
    /// The first line is damaged.
    #[error("line 1: {0}")]
    Header(String),
    /// The bytes of a game are damaged.
    #[error("game {number}: {error}")]
    Frame {
        /// The number of the game in the file, from 1.
        number: usize,
        /// The error in the bytes.
        error: FrameError,
    },
    /// There are bytes after the end frame.
    #[error("read {rest} bytes behind the end that comes after {games} games, expected none")]
    Behind {
        /// The number of complete games.
        games: usize,
        /// The number of bytes after the end frame.
        rest: u64,
    },
    /// A game is not the one that the match has in this place.
    #[error("game {number}: read game {} of unit {}, expected game 0 of unit {expected}: one is missing", read.1, read.0)]
    Order {
        /// The number of the game in the file, from 1.
        number: u64,
        /// The numbers of the game's unit and of the game within it.
        read: (u64, u32),
        /// The number of the unit that the match has in this place.
        expected: u64,
    },
    /// The program that wrote the file was stopped in the middle of a game.
    #[error(
        "it ends in the middle of a game, {rest} bytes after {games} whole games: --resume of the command \
         that wrote it goes on with it"
    )]
    Unfinished {
        /// The number of complete games.
        games: usize,
        /// The number of bytes after them.
        rest: u64,
    },
    /// The games use another set of weights than those of the first file.
    #[error("weights: read a game of the set {read}, expected {expected} as in the first file")]
    OtherWeights {
        /// The set of weights of this file.
        read: String,
        /// The set of weights of the first file.
        expected: String,
    },
    /// A game of the file cannot be used for learning.
    #[error("unit {unit}, game {game}: {error}")]
    Game {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within the unit.
        game: u32,
        /// The error in the game.
        error: GameFault,
    },
    /// The file has more samples than a data set can hold.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
}

/// An error in the bytes of a game.
#[derive(Debug, Error)]
pub enum FrameError {
    /// The length is greater than that of any game.
    #[error("read a length of {read} bytes, expected {most} at most")]
    Length {
        /// The length in the frame.
        read: usize,
        /// The greatest length of a game.
        most: usize,
    },
    /// The bytes do not match their checksum.
    #[error("read the checksum {read:08x}, expected {expected:08x}")]
    Checksum {
        /// The checksum in the frame.
        read: u32,
        /// The checksum of the bytes.
        expected: u32,
    },
    /// The frame is correct, but does not belong in this place.
    #[error(
        "read the link {read:08x}, expected {expected:08x}: one before it is missing, or it is of another file"
    )]
    Link {
        /// The link in the frame.
        read: u32,
        /// The link of a game in this place.
        expected: u32,
    },
    /// The bytes do not describe a game.
    #[error("{0}, expected a game")]
    Postcard(#[from] postcard::Error),
}

/// The reason why a game cannot be used for learning.
#[derive(Debug, Error)]
pub enum GameFault {
    /// The game does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A sample names a seat that the game does not have.
    #[error("seat: read {read}, expected one of {seats} from 0")]
    Seat {
        /// The number of the seat.
        read: u8,
        /// The number of seats.
        seats: u8,
    },
    /// A game with samples has no winner, or a winner that is not a seat of the game.
    #[error("winners: read {read:?}, expected one or more of {seats} seats from 0")]
    Winners {
        /// The numbers of the seats.
        read: Vec<u8>,
        /// The number of seats.
        seats: u8,
    },
    /// The samples do not fit in a data set.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
}

/// The reason why the record of a game has no compact form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("record of unit {unit}, game {game}: {error}")]
pub struct RecordError {
    /// The number of the game's unit.
    pub unit: u64,
    /// The number of the game within the unit.
    pub game: u32,
    /// The error in the record.
    pub error: ParseError,
}

/// The reason why a compact game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The first position cannot be read.
    #[error("{0}")]
    Start(String),
    /// A step has no such move or event.
    #[error("step {number}: read {read}, expected one that is there")]
    Step {
        /// The number of the step, from 1.
        number: u32,
        /// The number of the move or event among all that are possible.
        read: u32,
    },
    /// The last position is not the one in which the played game ended.
    #[error(
        "the last position has the key {0:016x}, expected the end that the game had: it was written under \
         other rules"
    )]
    End(u64),
    /// A sample's step is beyond the game's end, or the samples are not in order.
    #[error("a sample at step {0}, expected steps in order")]
    Sample(u32),
}

fn version(read: Option<u64>) -> String {
    read.map_or_else(|| "none".to_owned(), |version| version.to_string())
}
