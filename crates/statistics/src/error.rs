//! Errors in texts and counts that a caller gives.

use std::fmt;

/// The most characters of a wrong text that an error quotes.
const QUOTED: usize = 60;

/// A text or a list of counts that is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// The field in question, such as `sprt alpha` or `results`.
    pub field: String,
    /// The wrong text, shortened and with control characters escaped.
    pub read: String,
    /// The values that are valid.
    pub expected: String,
}

impl InputError {
    /// An error about `field`, which quotes the first characters of `read`.
    pub(crate) fn new(field: impl Into<String>, read: &str, expected: impl Into<String>) -> Self {
        let mut shown: String = read.chars().take(QUOTED).flat_map(char::escape_debug).collect();
        if read.chars().nth(QUOTED).is_some() {
            shown.push_str("...");
        }
        Self { field: field.into(), read: shown, expected: expected.into() }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: read \"{}\", expected {}", self.field, self.read, self.expected)
    }
}

impl std::error::Error for InputError {}
