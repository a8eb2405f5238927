//! How learning fails.

use std::io;
use std::path::PathBuf;

use games::ParseError;
use thiserror::Error as ThisError;

use crate::checkpoint::CheckpointError;
use crate::data::{DataError, RecordError, ReplayError};
use crate::fit::{DatasetError, LoadError};
use crate::log::LogError;

/// Why something was not done.
#[derive(Debug, ThisError)]
pub enum Error {
    /// A text that was given is not right.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// The counts of a match are not right.
    #[error(transparent)]
    Statistics(#[from] statistics::InputError),
    /// A match could not be played, or its files could not be used.
    #[error(transparent)]
    Match(#[from] selfplay::Error),
    /// Data files cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Nothing can be learned from data files.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There are more samples than fit.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game that was just played does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The record of a game does not follow the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A player failed in a match that must have all its games.
    #[error("a player failed: {0}")]
    PlayerFailed(String),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
    /// A folder cannot be made.
    #[error("output: {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A value cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
