//! How a program fails: one line on standard error, and an exit status.

use std::error::Error as _;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use games::ParseError;
use selfplay::Error;
use tuning::data::{DataError, RecordError};
use tuning::fit::LoadError;
use tuning::{CheckpointError, LogError};

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage or bad input: exit status 2.
    Input(String),
    /// Output that could not be written: exit status 1, but for a reader who has closed the pipe.
    Output(io::Error),
    /// Anything else: exit status 1.
    Broken(String),
}

impl Failure {
    /// Bad input, in one line.
    pub fn input(message: impl Display) -> Self {
        Self::Input(message.to_string())
    }

    /// Bad usage, in one line: `--argument: read "x", expected y` where one of the workspace's own readers
    /// refused a value, whose error is a [`ParseError`]; else what the argument parser says; of its hints
    /// only the nearest command.
    #[must_use]
    pub fn usage(error: &clap::Error) -> Self {
        Self::Input(refused_value(error).unwrap_or_else(|| parser_words(error)))
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::input(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Output(error) => Self::Output(error),
            Error::Text(_)
            | Error::File { .. }
            | Error::Opening { .. }
            | Error::Player { .. }
            | Error::Records(_) => Self::input(error),
            Error::RandomGame { .. } | Error::Write { .. } | Error::Json(_) => {
                Self::Broken(error.to_string())
            }
        }
    }
}

impl From<DataError> for Failure {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Open(error) => error.into(),
            DataError::NoFile
            | DataError::Text(_)
            | DataError::File { .. }
            | DataError::OtherMatch { .. }
            | DataError::TwoGames { .. } => Self::input(error),
            DataError::Write { .. } | DataError::Json(_) | DataError::Postcard(_) => {
                Self::Broken(error.to_string())
            }
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Self::input(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Data(error) => error.into(),
            LoadError::OneResult { .. } | LoadError::NoneHeldOut { .. } => Self::input(error),
        }
    }
}

impl From<CheckpointError> for Failure {
    fn from(error: CheckpointError) -> Self {
        match error {
            CheckpointError::Write(error) => error.into(),
            CheckpointError::Folder(_) | CheckpointError::File { .. } => Self::input(error),
            CheckpointError::Options(_) | CheckpointError::Json(_) => {
                Self::Broken(error.to_string())
            }
        }
    }
}

impl From<LogError> for Failure {
    fn from(error: LogError) -> Self {
        match error {
            LogError::File { .. } => Self::input(error),
            LogError::Write { .. } => Self::Broken(error.to_string()),
        }
    }
}

impl From<tuning::Error> for Failure {
    fn from(error: tuning::Error) -> Self {
        use tuning::Error;
        match error {
            Error::Text(error) => error.into(),
            Error::Match(error) => error.into(),
            Error::Data(error) => error.into(),
            Error::Load(error) => error.into(),
            Error::Record(error) => error.into(),
            Error::Checkpoint(error) => error.into(),
            Error::Log(error) => error.into(),
            Error::Dataset(_)
            | Error::Replay(_)
            | Error::PlayerFailed(_)
            | Error::Folder { .. }
            | Error::Json(_) => Self::Broken(error.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The end of a program: tells the user what failed, and gives the exit status.
#[must_use]
pub fn finish(result: Result<(), Failure>) -> ExitCode {
    let (message, status) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Err(Failure::Input(message)) => (message, 2),
        Err(Failure::Output(error)) => (format!("output: {error}"), 1),
        Err(Failure::Broken(message)) => (message, 1),
    };
    // Where not even this can be written, the status still says it.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(status)
}

/// Writes a text to standard output and sends it on its way.
///
/// # Errors
/// If it cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Prints a line and sends it on its way.
///
/// # Errors
/// If it cannot be written.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print(&format!("{line}\n"))
}

/// Says on standard error what a user should know though nothing has failed.
pub fn warn(message: &str) {
    // Where it cannot be written nobody reads it.
    let _ = writeln!(io::stderr(), "warning: {message}");
}

/// The error of a reader of values that fails with a [`ParseError`]: the argument is its field.
fn refused_value(error: &clap::Error) -> Option<String> {
    let part = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let argument = part(ContextKind::InvalidArg)?.split(' ').next()?;
    let value = part(ContextKind::InvalidValue)?;
    let refused = error.source()?.downcast_ref::<ParseError>()?;
    Some(ParseError::new(argument, value, refused.expected.as_str()).to_string())
}

/// What the argument parser says, in one line.
fn parser_words(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let text = text.split("\n\n").next().unwrap_or(text);
    let words = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let words: Vec<_> = words.map(|line| line.replace(char::is_control, "?")).collect();
    match words.split_first() {
        // Without a command the parser prints its help.
        Some((first, _)) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            format!("command: read nothing, expected one of those of --help ({first})")
        }
        _ => words.join(" ") + &nearest_command(error),
    }
}

/// Which command may be meant by one that is unknown.
fn nearest_command(error: &clap::Error) -> String {
    match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::String(name)) => format!(", expected perhaps '{name}'"),
        Some(ContextValue::Strings(names)) if !names.is_empty() => {
            format!(", expected perhaps '{}'", names.join("' or '"))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::read_count;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[arg(long, value_parser = read_count)]
        games: u64,
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
        depth: Option<u32>,
    }

    fn message(arguments: &[&str]) -> String {
        match Failure::usage(&Arguments::try_parse_from(arguments).unwrap_err()) {
            Failure::Input(message) => message,
            other => panic!("{other:?}"),
        }
    }

    /// What cannot be written is no fault of the input.
    #[test]
    fn statuses_tell_input_from_output() {
        let full = || io::Error::other("full");
        let path = std::path::PathBuf::from("a");
        for failure in [
            Failure::from(DataError::Write { path: path.clone(), error: full() }),
            LogError::Write { path: path.clone(), error: full() }.into(),
            CheckpointError::Write(Error::Write { path: path.clone(), error: full() }).into(),
            tuning::Error::Folder { path: path.clone(), error: full() }.into(),
        ] {
            assert!(matches!(&failure, Failure::Broken(text) if text == "output: a: full"));
        }
        let wrong = || ParseError::new("out", "a", "a folder");
        for failure in [
            Failure::from(DataError::Text(wrong())),
            CheckpointError::Folder(wrong()).into(),
            tuning::Error::from(LoadError::Data(wrong().into())).into(),
        ] {
            let expected = "out: read \"a\", expected a folder";
            assert!(matches!(&failure, Failure::Input(text) if text == expected));
        }
    }

    #[test]
    fn errors_take_one_line() {
        for (arguments, expected) in [
            (&["x", "--games", "0"][..], "--games: read \"0\", expected a whole number from 1"),
            (&["x"], "the following required arguments were not provided: --games <GAMES>"),
            (
                &["x", "--games", "1", "--depth", "0"],
                "invalid value '0' for '--depth <DEPTH>': 0 is not in 1..=100",
            ),
        ] {
            assert_eq!(message(arguments), expected);
        }
        let read = Arguments::try_parse_from(["x", "--games", "3"]).unwrap();
        assert_eq!((read.games, read.depth), (3, None));
    }
}
