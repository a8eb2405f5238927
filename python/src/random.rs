//! Random games.

use games::{Outcome, Seat};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::error::Whole;
use crate::game::Game;
use crate::state::State;

/// Plays random games to their ends, wholly outside of Python.
///
/// All moves of a position are equally likely, and chance events have their probabilities. The same
/// seed gives the same games. The interpreter's lock is released.
///
/// Args:
///     start: A game, or a state that all games begin with.
///     count: The number of games.
///     seed: The seed, from 0 to 2^64 - 1.
///
/// Returns:
///     The number of moves and events in all games together, and the points of each seat, whose sum
///     is `count`.
#[pyfunction]
#[pyo3(
    signature = (start, count, seed = Whole(0)),
    text_signature = "(start, count, seed=0)"
)]
pub(crate) fn random_games(
    py: Python<'_>,
    start: &Bound<'_, PyAny>,
    count: Whole,
    seed: Whole,
) -> PyResult<(u64, Vec<f64>)> {
    let state = if let Ok(game) = start.cast::<Game>() {
        game.get().rules.start.clone()
    } else if let Ok(state) = start.cast::<State>() {
        state.borrow().now().clone()
    } else {
        let found = start.get_type();
        return Err(PyTypeError::new_err(format!(
            "start: read {found}, expected a Game or a State"
        )));
    };
    let mut left = count.within("count", 0..=u64::MAX)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed.seed()?);
    let (mut steps, mut points) = (0, vec![0.0; usize::from(state.seats())]);
    while left > 0 {
        // Between these games an interrupt (Ctrl-C) is noticed.
        let some = left.min(16);
        let mut played = 0;
        py.detach(|| {
            state.playouts(&mut rng, |outcome, length| {
                steps += length;
                add(&mut points, outcome);
                played += 1;
                played < some
            });
        });
        left -= some;
        py.check_signals()?;
    }
    Ok((steps, points))
}

fn add(points: &mut [f64], outcome: Outcome) {
    for (seat, sum) in points.iter_mut().enumerate() {
        let (part, of) = outcome.share(Seat::new(seat as u8));
        *sum += f64::from(part) / f64::from(of);
    }
}
