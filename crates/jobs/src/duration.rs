//! Durations as users write them, in one grammar for all options of all programs.

use std::time::Duration;

use jiff::SignedDuration;

/// The longest duration: a year of 365 days. Adding it to the time now is safe on every system.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Reads a duration with its units: `100ms`, `1.5s`, `3m`, `1h30m`. Returns `None` if it is
/// negative or longer than 365 days.
///
/// The grammar is the "friendly" one of the crate `jiff`, which also takes `1h 30m` and ISO 8601
/// (`PT1H30M`).
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(jobs::parse_duration("1m30s"), Some(Duration::from_secs(90)));
/// assert_eq!(jobs::parse_duration("5"), None);
/// ```
#[must_use]
pub fn parse_duration(text: &str) -> Option<Duration> {
    let signed: SignedDuration = text.parse().ok()?;
    Duration::try_from(signed).ok().filter(|&duration| duration <= LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        for (text, millis) in [
            ("100ms", 100),
            ("0.5s", 500),
            ("0ms", 0),
            ("3m", 180_000),
            ("1.5h", 5_400_000),
            ("1h30m", 5_400_000),
            ("1m30s", 90_000),
            ("8760h", 31_536_000_000),
        ] {
            assert_eq!(parse_duration(text), Some(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn anything_else_is_none() {
        for text in ["", "5", "s", "-1s", "1s ago", "1e9s", "1x", " 1s", ".5s", "8761h", "1d"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
