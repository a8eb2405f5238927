//! Outcomes of games.

use std::collections::BTreeSet;

use games::{MAX_SEATS, Seat};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::Whole;

/// The outcome of a game that is over: the seats that share the one point equally.
///
/// One winner is a win, all seats are a draw. In a game for three, two seats may share the point.
///
/// Args:
///     winners: The seats that share the point, numbered from 0.
///     seats: The number of seats.
///
/// Raises:
///     ValueError: If there is no winner, or a winner is no seat.
#[pyclass(frozen, eq, hash, module = "french_board_games")]
#[derive(PartialEq, Hash)]
pub(crate) struct Outcome {
    winners: Vec<u8>,
    seats: u8,
}

impl Outcome {
    pub(crate) fn of(outcome: games::Outcome, seats: u8) -> Self {
        Self { winners: outcome.winners().seats().map(Seat::number).collect(), seats }
    }
}

#[pymethods]
impl Outcome {
    #[new]
    fn new(winners: Vec<Whole>, seats: Whole) -> PyResult<Self> {
        let seats = seats.within("seats", 2..=MAX_SEATS as u64)?;
        let winners = winners.into_iter().map(|seat| seat.within("winners", 0..=seats - 1));
        let winners: BTreeSet<_> = winners.collect::<PyResult<_>>()?;
        if winners.is_empty() {
            return Err(PyValueError::new_err("winners: read none, expected at least one seat"));
        }
        let winners = winners.into_iter().map(|seat| seat as u8).collect();
        Ok(Self { winners, seats: seats as u8 })
    }

    /// The seats that share the point, in ascending order; never empty.
    #[getter]
    fn winners<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.winners)
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.seats
    }

    /// The seat that won alone; `None` if several share the point.
    #[getter]
    fn winner(&self) -> Option<u8> {
        if let [winner] = self.winners[..] { Some(winner) } else { None }
    }

    /// Whether all seats share the point.
    #[getter]
    fn is_draw(&self) -> bool {
        self.winners.len() == usize::from(self.seats)
    }

    /// The share of the point of each seat, from 0.0 to 1.0. Their sum is 1.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let share = 1.0 / self.winners.len() as f64;
        let share = |seat| if self.winners.contains(&seat) { share } else { 0.0 };
        PyTuple::new(py, (0..self.seats).map(share).collect::<Vec<_>>())
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, u8)> {
        Ok((self.winners(py)?, self.seats))
    }

    /// `1-0`, `0-1`, `1/2-1/2`; the share of each seat.
    fn __str__(&self) -> String {
        let share = match self.winners.len() {
            1 => "1".to_owned(),
            count => format!("1/{count}"),
        };
        let shares = (0..self.seats)
            .map(|seat| if self.winners.contains(&seat) { share.as_str() } else { "0" });
        shares.collect::<Vec<_>>().join("-")
    }

    fn __repr__(&self) -> String {
        format!("Outcome({:?}, {})", self.winners, self.seats)
    }
}
