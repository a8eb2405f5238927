//! Judging positions in play.

use games::{Game, Seat};

use crate::feature::{Evaluate, Sink};
use crate::{Logistic, Value, Weights};

/// Estimates unfinished positions.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The expected result for the seat whose turn it is.
    fn estimate(&self, game: &G, position: &G::Position) -> Value;
}

/// The sum of weighted features, through the logistic.
#[derive(Clone, Debug)]
pub struct Linear {
    weights: Vec<i32>,
    logistic: Logistic,
}

impl Linear {
    /// An evaluator with the given weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Self { weights: weights.values.clone(), logistic: Logistic::new(weights.scale) }
    }

    /// The weighted sum for the seat whose turn it is, before the logistic.
    #[inline]
    pub fn sum<G: Evaluate>(&self, game: &G, position: &G::Position) -> i32 {
        let mut sum = Sum { weights: &self.weights, seats: [0; 2] };
        game.features(position, &mut sum);
        let mover = game.mover(position).index();
        sum.seats[mover] - sum.seats[mover ^ 1]
    }
}

impl<G: Evaluate> Evaluator<G> for Linear {
    #[inline]
    fn estimate(&self, game: &G, position: &G::Position) -> Value {
        self.logistic.expect(self.sum(game, position))
    }
}

/// A sink that adds up weights for two seats.
struct Sum<'a> {
    weights: &'a [i32],
    seats: [i32; 2],
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, seat: Seat, feature: usize, count: i32) {
        self.seats[seat.index() & 1] += self.weights[feature] * count;
    }
}
