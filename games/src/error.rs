//! Whose fault an error is.

use std::io;

use reader::ParseError;

/// Whether an error is the fault of the input. Programs choose their exit status by it.
pub trait Blame: std::error::Error + Sized {
    /// Whether the input is wrong. Otherwise the machine or the program has failed.
    fn is_input(&self) -> bool;

    /// The error of standard output, if that is the cause. The reader may have closed the pipe,
    /// which is no failure.
    ///
    /// # Errors
    /// The error itself, if it has another cause.
    fn into_output(self) -> Result<io::Error, Self> {
        Err(self)
    }
}

impl Blame for ParseError {
    fn is_input(&self) -> bool {
        true
    }
}

impl Blame for io::Error {
    fn is_input(&self) -> bool {
        false
    }

    fn into_output(self) -> Result<io::Error, Self> {
        Ok(self)
    }
}
