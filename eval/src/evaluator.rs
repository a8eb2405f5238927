//! Judging positions in play.

use games::{Game, PerSeat, Seat};

use crate::feature::{Evaluate, Sink};
use crate::{Logistic, Value, Weights};

/// Estimates unfinished positions.
pub trait Evaluator<G: Game>: Send + Sync {
    /// The expected result for a seat: twice its expected share of the point, less one. With two seats
    /// one's is the negative of the other's; with three they add up to minus one.
    fn estimate(&self, game: &G, position: &G::Position, seat: Seat) -> Value;
}

/// The sum of weighted features, through the logistic; with three seats through its extension, where
/// the odds of any two seats are as if they were alone (softmax).
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

    /// The weighted sums of the seats, before the logistic.
    #[inline]
    pub fn sums<G: Evaluate>(&self, game: &G, position: &G::Position) -> PerSeat<i32> {
        let mut sums = Sums { weights: &self.weights, seats: PerSeat::default() };
        game.features(position, &mut sums);
        sums.seats
    }
}

impl<G: Evaluate> Evaluator<G> for Linear {
    #[inline]
    fn estimate(&self, game: &G, position: &G::Position, seat: Seat) -> Value {
        let sums = self.sums(game, position);
        if G::MAX_SEATS == 2 || game.seats() == 2 {
            return self.logistic.expect(sums[seat] - sums[seat.other()]);
        }
        let in_play = game.in_play(position);
        if !in_play.contains(seat) {
            return Value(-Value::ONE);
        }
        self.logistic.expect_among(sums[seat], in_play.seats().map(|one| sums[one]))
    }
}

/// A sink that adds up weights.
struct Sums<'a> {
    weights: &'a [i32],
    seats: PerSeat<i32>,
}

impl Sink for Sums<'_> {
    #[inline]
    fn add(&mut self, seat: Seat, feature: usize, count: i32) {
        self.seats[seat] += self.weights[feature] * count;
    }
}
