//! How a program fails: one line on standard error, and an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use games::ParseError;
use selfplay::Error;
use tuning::data::{DataError, RecordError};
use tuning::fit::LoadError;
use tuning::{CheckpointError, LogError};

use crate::usage;

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

    /// Bad usage, in one line: `--argument: read "x", expected y`.
    #[must_use]
    pub fn usage(error: &clap::Error) -> Self {
        Self::Input(usage::words(error))
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::input(error)
    }
}

impl From<statistics::InputError> for Failure {
    fn from(error: statistics::InputError) -> Self {
        Self::input(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Output(error) => Self::Output(error),
            Error::Text(_)
            | Error::Statistics(_)
            | Error::File { .. }
            | Error::Opening { .. }
            | Error::Balance { .. }
            | Error::Player { .. }
            | Error::Records(_) => Self::input(error),
            Error::RandomGame { .. } | Error::Write { .. } | Error::Json(_) | Error::Table(_) => {
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

impl From<tablebases::Error> for Failure {
    fn from(error: tablebases::Error) -> Self {
        use tablebases::Error as Fault;
        match error {
            Fault::Input(_) | Fault::File { .. } | Fault::Memory { .. } => Self::input(error),
            Fault::Write { .. } | Fault::Threads(_) => Self::Broken(error.to_string()),
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
            Error::Statistics(error) => error.into(),
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
    // What is quoted may have line breaks.
    let message = message.replace(char::is_control, "?");
    // Where not even this can be written, the status still says it.
    let _ = writeln!(io::stderr(), "error: {message}");
    ExitCode::from(status)
}

/// Tells the user on standard error of something that is no failure.
pub fn warn(words: &str) {
    // Where it cannot be written nobody can see it.
    let _ = writeln!(io::stderr(), "warning: {words}");
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
