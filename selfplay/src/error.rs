//! How work on matches fails.

use std::fmt::{self, Display};
use std::io;

use games::ParseError;

/// Why something was not done.
#[derive(Debug)]
pub enum Error {
    /// Something given was not right: which, what was read, what was expected.
    Input(String),
    /// A file that could not be used.
    Output(io::Error),
    /// Anything else.
    Broken(String),
}

impl Error {
    /// Bad input, in one line.
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Broken(message) => f.write_str(message),
            Self::Output(error) => write!(f, "output: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Output(error) => Some(error),
            Self::Input(_) | Self::Broken(_) => None,
        }
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::input(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
