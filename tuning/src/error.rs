//! The errors of learning.

use std::io;
use std::path::PathBuf;

use games::{Blame, ParseError};
use thiserror::Error as ThisError;

use crate::checkpoint::CheckpointError;
use crate::data::{DataError, RecordError, ReplayError};
use crate::fit::{DatasetError, LoadError};
use crate::log::LogError;

/// The reason why an operation failed.
#[derive(Debug, ThisError)]
pub enum Error {
    /// A given text is wrong.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A match could not be played, or its files could not be used.
    #[error(transparent)]
    Match(#[from] selfplay::Error),
    /// Data files cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// Nothing can be learned from data files.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// There are more samples than a data set can hold.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// A game that was just played does not follow the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The record of a game does not follow the rules.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A variable has become infinite, or no number at all.
    #[error("{name}: read {value}, expected a finite number")]
    NotFinite {
        /// The variable.
        name: String,
        /// Its value.
        value: f64,
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
    /// A folder cannot be made.
    #[error("output: {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error that the system reports.
        error: io::Error,
    },
    /// A value cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Blame for Error {
    fn is_input(&self) -> bool {
        match self {
            Self::Text(_) => true,
            Self::Match(error) => error.is_input(),
            Self::Data(error) => error.is_input(),
            Self::Load(error) => error.is_input(),
            Self::Record(error) => error.is_input(),
            Self::Checkpoint(error) => error.is_input(),
            Self::Log(error) => error.is_input(),
            Self::Dataset(_)
            | Self::NotFinite { .. }
            | Self::Replay(_)
            | Self::PlayerFailed(_)
            | Self::Folder { .. }
            | Self::Json(_) => false,
        }
    }

    fn into_output(self) -> Result<io::Error, Self> {
        match self {
            Self::Match(error) => error.into_output().map_err(Self::Match),
            Self::Data(error) => error.into_output().map_err(Self::Data),
            Self::Load(error) => error.into_output().map_err(Self::Load),
            Self::Checkpoint(error) => error.into_output().map_err(Self::Checkpoint),
            other => Err(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output that cannot be written is not the fault of the input.
    #[test]
    fn input_is_told_from_output() {
        let full = || io::Error::other("full");
        let path = PathBuf::from("a");
        let written =
            CheckpointError::Write(selfplay::Error::Write { path: path.clone(), error: full() });
        for error in [
            Error::from(DataError::Write { path: path.clone(), error: full() }),
            LogError::Write { path: path.clone(), error: full() }.into(),
            written.into(),
            Error::Folder { path: path.clone(), error: full() },
        ] {
            assert_eq!((error.is_input(), &*error.to_string()), (false, "output: a: full"));
        }
        let wrong = || ParseError::new("out", "a", "a folder");
        for error in [
            Error::from(DataError::Text(wrong())),
            CheckpointError::Folder(wrong()).into(),
            LoadError::Data(wrong().into()).into(),
        ] {
            let expected = "out: read \"a\", expected a folder";
            assert_eq!((error.is_input(), &*error.to_string()), (true, expected));
        }
        let closed = Error::from(selfplay::Error::Output(full()));
        assert!(closed.into_output().is_ok());
    }
}
