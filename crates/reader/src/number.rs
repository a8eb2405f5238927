//! Whole numbers within bounds.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::ParseError;

/// The bounds of a number, as errors state them.
#[must_use]
pub fn bounds<T: Display>(range: &RangeInclusive<T>) -> String {
    format!("a whole number from {} to {}", range.start(), range.end())
}

/// Reads a whole number of a field.
///
/// # Errors
/// A text that is no whole number within the bounds.
pub fn whole<T: FromStr + PartialOrd + Display>(
    field: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, ParseError> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| ParseError::new(field, text, bounds(&range)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_state_both_bounds() {
        assert_eq!(whole("depth", "7", 1..=100), Ok(7));
        for text in ["0", "101", "-1", "1e2", "1.0", "", " 7", "99999999999999999999", "NaN"] {
            let error = whole("depth", text, 1..=100).unwrap_err().to_string();
            let expected = "expected a whole number from 1 to 100";
            assert_eq!(error, format!("depth: read \"{text}\", {expected}"));
        }
    }
}
