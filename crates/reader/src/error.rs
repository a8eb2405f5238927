//! The one error of reading text.

use std::fmt;

/// The most characters of a wrong text that an error quotes.
const QUOTED: usize = 60;

/// Text that could not be read: the field, the text, and the expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The field in question, as the notation names it (`board`, `side`, `option`, `move` ...).
    pub field: String,
    /// The wrong text, shortened and with control characters escaped.
    pub read: String,
    /// The expected text, or the reason why this text is wrong.
    pub expected: String,
}

impl ParseError {
    /// An error about `field`, which quotes the first characters of `read`.
    pub fn new(field: impl Into<String>, read: &str, expected: impl Into<String>) -> Self {
        let mut shown: String = read.chars().take(QUOTED).flat_map(char::escape_debug).collect();
        if read.chars().nth(QUOTED).is_some() {
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
