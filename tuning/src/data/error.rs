//! What can be wrong with data files and their games.

use std::io;
use std::path::PathBuf;

use games::{Blame, ParseError};
use thiserror::Error;

use crate::fit::DatasetError;

/// Why data files cannot be used.
#[derive(Debug, Error)]
pub enum DataError {
    /// There is none.
    #[error("data: read no file, expected one or more")]
    NoFile,
    /// The name of one, or what its plan says, is not right.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The one to write cannot be had.
    #[error(transparent)]
    Open(#[from] selfplay::Error),
    /// One of them is not right.
    #[error("data {file}: {fault}")]
    File {
        /// Its name.
        file: String,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// They have the games of different matches.
    #[error("data: {key}: read {read}, expected {expected} as in the first file")]
    OtherMatch {
        /// What the matches differ in.
        key: String,
        /// As a later file has it.
        read: String,
        /// As the first file has it.
        expected: String,
    },
    /// Two of them have a game of the same number, and the two are not the same.
    #[error("data: unit {unit}, game {game}: read two different games, expected one")]
    TwoGames {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within the unit.
        game: u32,
    },
    /// One of them cannot be written.
    #[error("output: {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
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

/// What is wrong with a data file.
#[derive(Debug, Error)]
pub enum FileFault {
    /// It does not begin with a line of text.
    #[error("read no text first, expected a data file")]
    NoText,
    /// It has another format, or none.
    #[error("tuning_data: read {}, expected a format of data files, 1 to {expected}", version(*.read))]
    Format {
        /// The format that it has.
        read: Option<u64>,
        /// The last format that can be read.
        expected: u32,
    },
    /// Its first line is damaged.
    #[error("line 1: {0}")]
    Header(String),
    /// Bytes of a game are damaged.
    #[error("game {number}: {error}")]
    Frame {
        /// The number of the game in the file, from 1.
        number: usize,
        /// What is wrong with the bytes.
        error: FrameError,
    },
    /// Something comes behind its end.
    #[error("read {rest} bytes behind the end that comes after {games} games, expected none")]
    Behind {
        /// How many games are whole.
        games: usize,
        /// How many bytes come behind the end.
        rest: u64,
    },
    /// A game is not the one that has its place in the match.
    #[error("game {number}: read game {} of unit {}, expected game 0 of unit {expected}: one is missing", read.1, read.0)]
    Order {
        /// The number of the game in the file, from 1.
        number: u64,
        /// The numbers of its unit and of itself within it.
        read: (u64, u32),
        /// The number of the unit that has this place.
        expected: u64,
    },
    /// The program that wrote it was ended while it did.
    #[error(
        "it ends in the middle of a game, {rest} bytes after {games} whole games: --resume of the command \
         that wrote it goes on with it"
    )]
    Unfinished {
        /// How many games are whole.
        games: usize,
        /// How many bytes come behind them.
        rest: u64,
    },
    /// Its games are of another set of weights than those of the first file.
    #[error("weights: read a game of the set {read}, expected {expected} as in the first file")]
    OtherWeights {
        /// The set of its games.
        read: String,
        /// The set of the first file's games.
        expected: String,
    },
    /// A game of it cannot be learned from.
    #[error("unit {unit}, game {game}: {error}")]
    Game {
        /// The number of the unit.
        unit: u64,
        /// The number of the game within the unit.
        game: u32,
        /// What is wrong with the game.
        error: GameFault,
    },
    /// With it there are more samples than fit.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
}

/// What is wrong with the bytes of a game.
#[derive(Debug, Error)]
pub enum FrameError {
    /// They are more than a game takes.
    #[error("read a length of {read} bytes, expected {most} at most")]
    Length {
        /// The length that stands there.
        read: usize,
        /// The most that a game takes.
        most: usize,
    },
    /// They have another checksum than they say.
    #[error("read the checksum {read:08x}, expected {expected:08x}")]
    Checksum {
        /// The checksum that stands there.
        read: u32,
        /// The checksum of the bytes.
        expected: u32,
    },
    /// They are whole, but do not come here.
    #[error(
        "read the link {read:08x}, expected {expected:08x}: one before it is missing, or it is of another file"
    )]
    Link {
        /// The link that stands there.
        read: u32,
        /// The link of a game in this place.
        expected: u32,
    },
    /// They are no game.
    #[error("{0}, expected a game")]
    Postcard(#[from] postcard::Error),
}

/// Why a game cannot be learned from.
#[derive(Debug, Error)]
pub enum GameFault {
    /// It does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A sample is of a seat that the game does not have.
    #[error("seat: read {read}, expected one of {seats} from 0")]
    Seat {
        /// The number of the seat.
        read: u8,
        /// How many seats there are.
        seats: u8,
    },
    /// Nobody, or a seat that the game does not have, shares the point of a game that has samples.
    #[error("winners: read {read:?}, expected one or more of {seats} seats from 0")]
    Winners {
        /// The numbers of the seats.
        read: Vec<u8>,
        /// How many seats there are.
        seats: u8,
    },
    /// Its samples do not fit.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
}

/// Why the record of a game has no compact form.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("record of unit {unit}, game {game}: {error}")]
pub struct RecordError {
    /// The number of the game's unit.
    pub unit: u64,
    /// Its number within the unit.
    pub game: u32,
    /// What is wrong.
    pub error: ParseError,
}

/// Why a compact game cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Its first position cannot be read.
    #[error("{0}")]
    Start(String),
    /// There is no such move or event.
    #[error("step {number}: read {read}, expected one that is there")]
    Step {
        /// The number of the step, from 1.
        number: u32,
        /// The number of the move or event among all that are possible.
        read: u32,
    },
    /// It ends elsewhere than it did when it was played.
    #[error(
        "the last position has the key {0:016x}, expected the end that the game had: it was written under \
         other rules"
    )]
    End(u64),
    /// A sample is not in the game, or not in its place.
    #[error("a sample at step {0}, expected steps in order")]
    Sample(u32),
}

fn version(read: Option<u64>) -> String {
    read.map_or_else(|| "none".to_owned(), |version| version.to_string())
}
