//! Errors of the crate.

use std::io;
use std::path::{Path, PathBuf};

use engine::TableError;
use games::{Blame, ParseError};
use thiserror::Error as ThisError;

use crate::players::bot::Fault;
use crate::random_games::RandomGameError;
use crate::records::error::RecordsError;

/// The reason why an operation failed.
#[derive(Debug, ThisError)]
pub enum Error {
    /// A text from the user is not valid.
    #[error(transparent)]
    Text(#[from] ParseError),
    /// A file that was named cannot be used.
    #[error("{}", ParseError::new(*field, &path.to_string_lossy(), format!("{expected} ({error})")))]
    File {
        /// The option or field that names the file.
        field: &'static str,
        /// The file.
        path: PathBuf,
        /// The expected contents.
        expected: &'static str,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// A line of an openings file is not a position to play from.
    #[error("openings {}: line {line}: {error}", path.display())]
    Opening {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// The fault of the line.
        #[source]
        error: ParseError,
    },
    /// The search for even openings found no more.
    #[error(
        "opening: read {draws} openings of {moves} random moves in a row that are not new and within {within}, expected other numbers or fewer openings"
    )]
    Balance {
        /// The greatest distance from an even result.
        within: f64,
        /// The number of random moves in an opening.
        moves: u32,
        /// The number of openings that were drawn.
        draws: u64,
    },
    /// The memory is not enough for a search.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A program cannot be a player.
    #[error("player {name}: {}", expectation(fault))]
    Player {
        /// The player's name.
        name: String,
        /// The fault of the program.
        #[source]
        fault: Fault,
    },
    /// Records cannot be used.
    #[error(transparent)]
    Records(#[from] RecordsError),
    /// This machine has another build than a plan, or other files.
    #[error("plan: {key}: read {here:?} here, expected {planned:?} as in {}", path.display())]
    Foreign {
        /// The file of the plan.
        path: PathBuf,
        /// The difference.
        key: String,
        /// The value here.
        here: String,
        /// The value in the plan.
        planned: String,
    },
    /// A random game violates the guarantees of the rules.
    #[error("game {number}, at {position}: {error}")]
    RandomGame {
        /// The number of the game.
        number: u64,
        /// The text of the position.
        position: String,
        /// The violation.
        #[source]
        error: RandomGameError,
    },
    /// A file cannot be written.
    #[error("output: {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// Other output cannot be written.
    #[error("output: {0}")]
    Output(#[from] io::Error),
    /// A record cannot be written as JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Blame for Error {
    fn is_input(&self) -> bool {
        match self {
            Self::Text(_)
            | Self::File { .. }
            | Self::Opening { .. }
            | Self::Balance { .. }
            | Self::Player { .. }
            | Self::Foreign { .. }
            | Self::Records(_) => true,
            Self::RandomGame { .. }
            | Self::Write { .. }
            | Self::Output(_)
            | Self::Json(_)
            | Self::Table(_) => false,
        }
    }

    fn into_output(self) -> Result<io::Error, Self> {
        match self {
            Self::Output(error) => Ok(error),
            other => Err(other),
        }
    }
}

/// The fault of a program, and the expectation.
fn expectation(fault: &Fault) -> String {
    let words = fault.words();
    match fault {
        Fault::NoProgram(_) => words.to_owned(),
        // A program of this project names its own expectation.
        Fault::Refused(_) if words.contains(", expected ") => words.to_owned(),
        _ => format!("read {words:?}, expected a program that speaks the text protocol"),
    }
}

impl Error {
    /// The error for a file that cannot be used.
    pub(crate) fn file(
        field: &'static str,
        path: &Path,
        expected: &'static str,
        error: io::Error,
    ) -> Self {
        Self::File { field, path: path.to_owned(), expected, error }
    }

    /// The error for a file that cannot be written.
    pub(crate) fn write(path: &Path, error: io::Error) -> Self {
        Self::Write { path: path.to_owned(), error }
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use super::*;

    #[test]
    fn messages_name_field_text_and_cause() {
        let cause = io::Error::other("too slow");
        let error = Error::file("out", Path::new("a/b"), "a file to write", cause);
        assert_eq!(error.to_string(), "out: read \"a/b\", expected a file to write (too slow)");
        assert_eq!(error.source().map(ToString::to_string), Some("too slow".to_owned()));
        let fault = Fault::Stall("no answer".to_owned());
        let error = Error::Player { name: "A".to_owned(), fault };
        let expected = "expected a program that speaks the text protocol";
        assert_eq!(error.to_string(), format!("player A: read \"no answer\", {expected}"));
        let told = |fault| Error::Player { name: "A".to_owned(), fault }.to_string();
        let none = Fault::no_program(Path::new("x"), &"no");
        let words = "player A: cmd: read \"x\", expected a program that can be run (no)";
        assert_eq!(told(none), words);
        let refused = |words: &str| told(Fault::Refused(words.to_owned()));
        assert_eq!(refused("a: read b, expected c"), "player A: a: read b, expected c");
        assert_eq!(refused("no"), format!("player A: read \"no\", {expected}"));
        let chatter = Fault::Garbage("3 lines like \", expected x\"".to_owned());
        assert!(told(chatter).ends_with(expected), "what a line says is not what was expected");
    }
}
