//! How learning fails.

use std::io;
use std::path::{Path, PathBuf};

use games::ParseError;
use thiserror::Error as ThisError;

use crate::checkpoint::CheckpointError;
use crate::data::{DataError, ReplayError};
use crate::fit::{DatasetError, LabelError};
use crate::log::LogError;

/// Why something was not done.
#[derive(Debug, ThisError)]
pub enum Error {
    /// A text that was given is not right.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A match could not be played, or its files could not be used.
    #[error(transparent)]
    Match(#[from] selfplay::Error),
    /// Data files cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Nothing can be learned from the samples.
    #[error(transparent)]
    Labels(#[from] LabelError),
    /// There are more samples than fit.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game that was just played does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The record of a game does not follow the rules.
    #[error("record of unit {unit}, game {game}: {error}")]
    Record {
        /// The number of the game's unit.
        unit: u64,
        /// Its number within the unit.
        game: u32,
        /// What is wrong.
        error: ParseError,
    },
    /// A player failed in a match that must have all its games.
    #[error("a player failed: {0}")]
    PlayerFailed(String),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A file or a folder cannot be written.
    #[error("output: {}: {error}", path.display())]
    Write {
        /// The file or the folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A value cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A game cannot be written in its compact form.
    #[error(transparent)]
    Postcard(#[from] postcard::Error),
}

impl Error {
    /// A file or a folder that cannot be written.
    pub(crate) fn write(path: &Path, error: impl Into<io::Error>) -> Self {
        Self::Write { path: path.to_owned(), error: error.into() }
    }
}
