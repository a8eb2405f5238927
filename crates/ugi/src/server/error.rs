//! The output of the server, and its errors.

use std::io;

use games::ParseError;

/// Writes text to the other end, at once. Several threads may call it.
pub type Print<'a> = &'a (dyn Fn(&str) -> io::Result<()> + Sync);

/// The reason why a line was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The line is wrong, or asks for something that cannot be done. The session goes on.
    #[error("{0}")]
    Refused(String),
    /// Nothing can be written to the other end any more.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Refused(error.to_string())
    }
}
