//! Moves, and lists of legal moves.

use games::AnyMove;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// A move or a chance event of any game.
///
/// Moves are immutable. They can be compared, ordered, hashed, used as keys and pickled. A move has
/// no text alone, since the text can depend on the position: `state.move_text(move)`.
///
/// Args:
///     bits: The number of a move, as `Move.bits` gives it. Numbers stay the same from one version
///         to the next.
///
/// Raises:
///     ValueError: If no move has this number.
#[pyclass(frozen, eq, ord, hash, module = "french_board_games")]
#[derive(PartialEq, PartialOrd, Hash)]
pub(crate) struct Move(pub(crate) AnyMove);

#[pymethods]
impl Move {
    #[new]
    fn new(bits: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number: Option<u128> = match bits.extract::<u128>() {
            Ok(number) => Some(number),
            Err(error) if error.is_instance_of::<PyOverflowError>(bits.py()) => None,
            Err(error) => return Err(error),
        };
        number.and_then(AnyMove::from_bits).map(Self).ok_or_else(|| {
            PyValueError::new_err(format!("bits: read {bits}, expected the number of a move"))
        })
    }

    /// The move as a number, from 0 to 2^128 - 1. Different moves have different numbers, in all
    /// games together.
    #[getter]
    fn bits(&self) -> u128 {
        self.0.bits()
    }

    fn __getnewargs__(&self) -> (u128,) {
        (self.bits(),)
    }

    pub(crate) fn __repr__(&self) -> String {
        format!("Move({})", self.bits())
    }
}

/// The legal moves of a state when they were asked for: an immutable sequence of `Move`.
///
/// It does not change when the state changes. `move in state.legal_moves`, `len`, indices, and
/// `random.choice(state.legal_moves)` work as with a list.
#[pyclass(frozen, module = "french_board_games")]
pub(crate) struct LegalMoves(pub(crate) Vec<AnyMove>);

#[pymethods]
impl LegalMoves {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Move> {
        let place = if index < 0 { index + self.0.len() as isize } else { index };
        let found = usize::try_from(place).ok().and_then(|place| self.0.get(place));
        found.map(|&mv| Move(mv)).ok_or_else(|| {
            let count = self.0.len();
            PyIndexError::new_err(format!("index: read {index}, expected one of {count} moves"))
        })
    }

    fn __contains__(&self, item: &Bound<'_, PyAny>) -> bool {
        item.cast::<Move>().is_ok_and(|mv| self.0.contains(&mv.get().0))
    }

    fn __iter__(slf: Py<Self>) -> MoveIterator {
        MoveIterator { moves: slf, next: 0 }
    }

    fn __repr__(&self) -> String {
        format!("<LegalMoves: {} moves>", self.0.len())
    }
}

/// An iterator over legal moves.
#[pyclass(module = "french_board_games._native")]
pub(crate) struct MoveIterator {
    moves: Py<LegalMoves>,
    next: usize,
}

#[pymethods]
impl MoveIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Move> {
        let mv = self.moves.get().0.get(self.next).copied();
        self.next += 1;
        mv.map(Move)
    }
}
