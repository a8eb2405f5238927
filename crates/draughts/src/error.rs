//! Errors of a file of games.

use std::fmt;

use reader::ParseError;

/// A place in a file: line and column, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

/// A game that cannot be read or replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The place of the error.
    pub place: Place,
    /// The field, the text that was read, and the expected text.
    pub error: ParseError,
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, place: Place { line, column }, error } = self;
        write!(f, "game {game}, line {line}, column {column}: {error}")
    }
}

impl std::error::Error for PdnError {}
