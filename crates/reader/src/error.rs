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
    /// An error about `field`, which quotes the first characters of `read`. The message is one
    /// line: the field and the expectation can quote text, too, so their control characters are
    /// escaped.
    pub fn new(field: impl Into<String>, read: &str, expected: impl Into<String>) -> Self {
        let mut shown: String = read.chars().take(QUOTED).flat_map(char::escape_debug).collect();
        if read.chars().nth(QUOTED).is_some() {
            shown.push_str("...");
        }
        Self { field: escaped(field.into()), read: shown, expected: escaped(expected.into()) }
    }
}

/// The text with its control characters escaped.
fn escaped(text: String) -> String {
    if !text.contains(char::is_control) {
        return text;
    }
    let escape = |c: char| if c.is_control() { c.escape_debug().to_string() } else { c.into() };
    text.chars().map(escape).collect()
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: read \"{}\", expected {}", self.field, self.read, self.expected)
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line() {
        let error = ParseError::new("player a\nb", "c\td", "e\r\nf");
        assert_eq!(error.to_string(), r#"player a\nb: read "c\td", expected e\r\nf"#);
        assert_eq!(
            ParseError::new("É \"x\"", "", "it's").to_string(),
            r#"É "x": read "", expected it's"#
        );
    }
}
