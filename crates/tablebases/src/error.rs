//! What can go wrong with tables.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use games::{Blame, ParseError};

/// Why tables cannot be built or used.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A game that tables are not made for, or an argument that does not fit it.
    #[error(transparent)]
    Input(#[from] ParseError),
    /// A file that is not what it should be.
    #[error("{}: read {read}, expected {expected}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        read: String,
        /// What would have been right.
        expected: String,
    },
    /// A file that could not be written.
    #[error("output: {}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Too little memory is allowed.
    #[error("memory: read {read} MiB, expected {expected} MiB or more for {table}")]
    Memory {
        /// What is allowed.
        read: usize,
        /// What is needed.
        expected: usize,
        /// For which table.
        table: String,
    },
    /// Threads that the system does not give.
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

    /// A file that is not there, of a table that others lead to.
    pub(crate) fn no_exit(path: &Path) -> Self {
        Self::file(path, "no file", "a table that others lead to")
    }

    /// Refuses work on a table that needs more bytes than are allowed.
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
