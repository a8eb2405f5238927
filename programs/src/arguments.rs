//! Reading arguments.

use clap::Parser;
use games::ParseError;

use crate::Failure;

/// Reads the program's arguments; `None` where help or the version was asked for and printed.
///
/// # Errors
/// Arguments that are not right, in one line.
pub fn read_arguments<A: Parser>() -> Result<Option<A>, Failure> {
    match A::try_parse() {
        Ok(arguments) => Ok(Some(arguments)),
        Err(error) if !error.use_stderr() => {
            error.print()?;
            Ok(None)
        }
        Err(error) => Err(Failure::usage(&error)),
    }
}

/// Reads a whole number from 1, as an argument.
///
/// # Errors
/// What was expected.
pub fn read_count(text: &str) -> Result<u64, ParseError> {
    let count = text.parse().ok().filter(|&count: &u64| count > 0);
    count.ok_or_else(|| ParseError::new("count", text, "a whole number from 1"))
}

/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 1024;

/// Reads a number of threads, as an argument.
///
/// # Errors
/// What was expected.
pub fn read_threads(text: &str) -> Result<usize, ParseError> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    let expected = || format!("a whole number from 1 to {MAX_THREADS}");
    threads.ok_or_else(|| ParseError::new("threads", text, expected()))
}

/// The threads that this process may have: one for each core.
#[must_use]
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS)
}

/// The threads that a user asks for, or one for each core.
#[must_use]
pub fn threads_or_all(given: Option<usize>) -> usize {
    given.unwrap_or_else(available_threads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_bounds() {
        assert_eq!(read_threads("1"), Ok(1));
        assert_eq!(read_threads(&MAX_THREADS.to_string()), Ok(MAX_THREADS));
        for text in ["0", "1025", "-1", "x", ""] {
            let expected =
                format!("threads: read {text:?}, expected a whole number from 1 to 1024");
            assert_eq!(read_threads(text).unwrap_err().to_string(), expected);
        }
        assert!((1..=MAX_THREADS).contains(&threads_or_all(None)));
    }
}
