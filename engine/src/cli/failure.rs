//! How the program fails.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use games::ParseError;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input: exit status 2.
    Input(String),
    /// Output that could not be written: exit status 1, but for a reader who has closed the pipe.
    Output(io::Error),
}

impl Failure {
    /// Bad input, in one line.
    pub(crate) fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Bad usage: what the argument parser says, without its hints, in one line.
    pub(crate) fn usage(error: &clap::Error) -> Self {
        let text = error.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let text = text.split("\n\n").next().unwrap_or(text);
        let words = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let words: Vec<_> = words.map(|line| line.replace(char::is_control, "?")).collect();
        match words.split_first() {
            // Without a command the parser prints its help.
            Some((first, _))
                if error.kind()
                    == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand =>
            {
                Self::Input(format!(
                    "command: read nothing, expected one of those of --help ({first})"
                ))
            }
            _ => Self::Input(words.join(" ")),
        }
    }

    /// Tells the user, and gives the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Input(message) => (message, 2),
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            Self::Output(error) => (format!("output: {error}"), 1),
        };
        // Where not even this can be written, the status still says it.
        let _ = writeln!(io::stderr(), "error: {message}");
        ExitCode::from(status)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
