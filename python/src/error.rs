//! Errors of the libraries as Python's `ValueError`, and waiting for threads.

use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::StopFlag;
use games::{ParseError, PlayError};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use crate::moves::Move;

/// The time between two looks for an interrupt.
const PAUSE: Duration = Duration::from_millis(20);

/// A `ValueError` with the text of an error.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A `ValueError`: `field: read "read", expected expected`.
pub(crate) fn wrong(field: &str, read: &str, expected: impl Into<String>) -> PyErr {
    value_error(ParseError::new(field, read, expected))
}

/// A whole number of Python. Numbers of more than 127 bits become the greatest and the least ones,
/// which are in no range.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) i128);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract::<i128>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Self(if object.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            number => number.map(Self),
        }
    }
}

impl Whole {
    /// The number, if it is in a range.
    pub(crate) fn within(self, field: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
        let found = u64::try_from(self.0).ok().filter(|number| range.contains(number));
        found.ok_or_else(|| {
            let expected = format!("a whole number from {} to {}", range.start(), range.end());
            wrong(field, &self.0.to_string(), expected)
        })
    }

    /// The number as a seed.
    pub(crate) fn seed(self) -> PyResult<u64> {
        self.within("seed", 0..=u64::MAX)
    }
}

/// The refusal of a move, with the move as Python writes it.
pub(crate) fn refused(mv: games::AnyMove, error: &PlayError) -> PyErr {
    let read = Move(mv).__repr__();
    value_error(match error {
        PlayError::Illegal(_) => PlayError::Illegal(read),
        PlayError::ChanceActs(_) => PlayError::ChanceActs(read),
        PlayError::SeatActs(_) => PlayError::SeatActs(read),
        PlayError::GameOver(_) => PlayError::GameOver(read),
        PlayError::OtherGame(_) => PlayError::OtherGame(read),
    })
}

/// Waits for the next message of a thread, without the interpreter's lock. `None` after the last
/// message. An interrupt (Ctrl-C) stops the thread's search and is raised.
pub(crate) fn receive<T: Send>(
    py: Python<'_>,
    messages: &Mutex<Receiver<T>>,
    stop: &StopFlag,
) -> PyResult<Option<T>> {
    let lock = || messages.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        match py.detach(|| lock().recv_timeout(PAUSE)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = py.check_signals() {
                    stop.stop();
                    // The thread ends soon. Then the searcher is free for the next search.
                    py.detach(|| while lock().recv().is_ok() {});
                    return Err(interrupt);
                }
            }
        }
    }
}
