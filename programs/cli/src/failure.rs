//! How a program fails: one line on standard error, and an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use games::Blame;

use crate::usage;

/// The reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: exit status 2.
    Input(String),
    /// Standard output that cannot be written: exit status 1, or 0 if the reader has closed the
    /// pipe.
    Output(io::Error),
    /// Anything else: exit status 1.
    Broken(String),
    /// An end with another exit status. Without words, nothing is an error.
    Status(u8, String),
}

/// The exit status of work that another machine must do, since this one has another build or other
/// files.
pub const FOREIGN: u8 = 3;

/// The exit status of work that is not complete yet.
pub const INCOMPLETE: u8 = 4;

impl Failure {
    /// Bad input, in one line.
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Bad usage, in one line: `--argument: read "x", expected y`.
    #[must_use]
    pub fn usage(error: &clap::Error) -> Self {
        Self::Input(usage::words(error))
    }
}

impl<E: Blame> From<E> for Failure {
    fn from(error: E) -> Self {
        match error.into_output() {
            Ok(error) => Self::Output(error),
            Err(error) if error.is_input() => Self::input(error),
            Err(error) => Self::Broken(error.to_string()),
        }
    }
}

/// Prints the error, if there is one, and returns the exit status of the program.
#[must_use]
pub fn finish(result: Result<(), Failure>) -> ExitCode {
    let (message, status) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Status(status, message)) if message.is_empty() => {
            return ExitCode::from(status);
        }
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Input(message)) => (message, 2),
        Err(Failure::Output(error)) => (format!("output: {error}"), 1),
        Err(Failure::Broken(message)) => (message, 1),
        Err(Failure::Status(status, message)) => (message, status),
    };
    // Quoted input may contain line breaks.
    let message = message.replace(char::is_control, "?");
    // If this cannot be written either, the exit status still reports the failure.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(status)
}

/// Prints a warning on standard error.
pub fn warn(words: &str) {
    // Nobody reads standard error if it cannot be written.
    let _ = writeln!(io::stderr(), "warning: {words}");
}

/// Writes a text to standard output, at once.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a line to standard output, at once.
///
/// # Errors
/// If it cannot be written.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print(&format!("{line}\n"))
}

#[cfg(test)]
mod tests {
    use games::ParseError;

    use super::*;

    #[test]
    fn statuses_tell_input_from_output() {
        let wrong = Failure::from(ParseError::new("out", "a", "a folder"));
        let expected = "out: read \"a\", expected a folder";
        assert!(matches!(&wrong, Failure::Input(text) if text == expected));
        assert!(matches!(Failure::from(io::Error::other("full")), Failure::Output(_)));
    }
}
