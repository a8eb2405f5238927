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

/// The threads that this process may have: one for each core.
#[must_use]
pub fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The threads that a user asks for, or one for each core; not more than any machine has use for.
#[must_use]
pub fn threads_or_all(given: Option<u64>) -> usize {
    const MOST: usize = 1024;
    given.map_or_else(available_threads, |given| usize::try_from(given).unwrap_or(MOST)).min(MOST)
}
