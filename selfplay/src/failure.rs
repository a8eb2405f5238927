//! How a command fails: one line on standard error, and an exit status.

use std::error::Error as _;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::ParseError;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: `field: read "x", expected y`.
    Usage(String),
    /// Anything else that went wrong.
    Broken(String),
    /// The reader of standard output went away, which is a normal end.
    Closed,
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::Closed
        } else {
            Self::Broken(error.to_string())
        }
    }
}

/// The end of a program: says on standard error what failed and gives the exit status.
#[must_use]
pub fn finish(result: Result<(), Failure>) -> ExitCode {
    let (message, status) = match result {
        Ok(()) | Err(Failure::Closed) => return ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => (message, 2),
        Err(Failure::Broken(message)) => (message, 1),
    };
    // With standard error closed there is nobody left to tell.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(status)
}

/// Writes a text to standard output.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

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
        Err(error) => Err(Failure::Usage(one_line(&error))),
    }
}

/// Reads a whole number from 1, as an argument.
///
/// # Errors
/// What was expected.
pub fn read_count(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|&count: &u64| count > 0);
    count.ok_or_else(|| "a whole number from 1".to_owned())
}

/// An error in the arguments as `field: read "x", expected y`, or in clap's words where it has no
/// such parts.
fn one_line(error: &clap::Error) -> String {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let field = part(ContextKind::InvalidArg);
    let field = field.and_then(|name| name.split(' ').next()).map(|name| name.trim_matches('-'));
    if let (ErrorKind::ValueValidation, Some(field), Some(value), Some(expected)) =
        (error.kind(), field, part(ContextKind::InvalidValue), error.source())
    {
        return ParseError::new(field, value, expected.to_string()).to_string();
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return ParseError::new("command", "", "one of those that --help names").to_string();
    }
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = first.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[arg(long, value_parser = read_count)]
        games: u64,
    }

    fn message(arguments: &[&str]) -> String {
        one_line(&Arguments::try_parse_from(arguments).unwrap_err())
    }

    #[test]
    fn errors_take_one_line() {
        let text = message(&["x", "--games", "0"]);
        assert_eq!(text, "games: read \"0\", expected a whole number from 1");
        let text = message(&["x"]);
        assert_eq!(text, "the following required arguments were not provided: --games <GAMES>");
        assert_eq!(Arguments::try_parse_from(["x", "--games", "3"]).unwrap().games, 3);
    }
}
