//! The one error of reading text.

use std::{fmt, io};

/// Whether an error is the fault of the input. Programs choose their exit status by it.
pub trait Blame: std::error::Error + Sized {
    /// Whether the input is wrong. Otherwise the machine or the program has failed.
    fn is_input(&self) -> bool;

    /// The error of standard output, if that is the cause. The reader may have closed the pipe,
    /// which is no failure.
    ///
    /// # Errors
    /// The error itself, if it has another cause.
    fn into_output(self) -> Result<io::Error, Self> {
        Err(self)
    }
}

/// The most characters of a bad input that an error repeats.
const SHOWN: usize = 60;

/// Text that could not be read: the field, the text, and the expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The field in question, as the notation names it (`board`, `side`, `option`, `move` ...).
    pub field: String,
    /// The offending text, shortened and with control characters escaped.
    pub read: String,
    /// The expected text, or the reason why this text is wrong.
    pub expected: String,
}

impl ParseError {
    /// An error about `field`, quoting at most the first characters of `read`.
    pub fn new(field: impl Into<String>, read: &str, expected: impl Into<String>) -> Self {
        let mut shown: String = read.chars().take(SHOWN).flat_map(char::escape_debug).collect();
        if read.chars().nth(SHOWN).is_some() {
            shown.push_str("...");
        }
        Self { field: field.into(), read: shown, expected: expected.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: read \"{}\", expected {}", self.field, self.read, self.expected)
    }
}

impl std::error::Error for ParseError {}

impl Blame for ParseError {
    fn is_input(&self) -> bool {
        true
    }
}

impl Blame for io::Error {
    fn is_input(&self) -> bool {
        false
    }

    fn into_output(self) -> Result<io::Error, Self> {
        Ok(self)
    }
}
