//! Errors of tables.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use games::{Blame, ParseError};

/// The reason why tables cannot be built or used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A game without tables, or an argument that does not fit the game.
    #[error(transparent)]
    Input(#[from] ParseError),
    /// The contents of a file are wrong.
    #[error("{}: read {read}, expected {expected}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error in the file.
        read: String,
        /// The expected contents.
        expected: String,
    },
    /// A file cannot be written.
    #[error("output: {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error that the system reports.
        source: io::Error,
    },
    /// The allowed memory is too small.
    #[error("memory: read {read} MiB, expected {expected} MiB or more for {table}")]
    Memory {
        /// The allowed memory.
        read: usize,
        /// The needed memory.
        expected: usize,
        /// The table that needs it.
        table: String,
    },
    /// The system does not start the threads.
    #[error("threads: {0}")]
    Threads(String),
}

impl Blame for Error {
    fn is_input(&self) -> bool {
        match self {
            Self::Input(_) | Self::File { .. } | Self::Memory { .. } => true,
            Self::Write { .. } | Self::Threads(_) => false,
        }
    }
}

impl Error {
    pub(crate) fn file(path: &Path, read: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::File { path: path.to_owned(), read: read.into(), expected: expected.into() }
    }

    pub(crate) fn unread(path: &Path, error: &io::Error) -> Self {
        Self::file(path, error.to_string(), "a file that can be read")
    }

    pub(crate) fn write(path: &Path, source: io::Error) -> Self {
        Self::Write { path: path.to_owned(), source }
    }

    /// The error of a missing file, of a table that other tables lead to.
    pub(crate) fn no_exit(path: &Path) -> Self {
        Self::file(path, "no file", "a table that others lead to")
    }

    /// Refuses work on a table that needs more bytes than allowed.
    pub(crate) fn check_memory(
        limit: usize,
        needed: usize,
        table: impl Display,
    ) -> Result<(), Self> {
        if needed <= limit {
            return Ok(());
        }
        let (read, expected) = (limit >> 20, needed.div_ceil(1 << 20));
        Err(Self::Memory { read, expected, table: table.to_string() })
    }
}
