//! The chances that people see, fitted to values of searches in played games.

use eval::{Chances, Value};
use games::{Notation, ParseError, Resources, State, Step};
use selfplay::GameRecord;

use crate::fit::{Calibration, Case, seats_in_play};

/// Positions in which a search found a value, with the results of their games.
///
/// Proven results are left out: people see them as proven.
#[derive(Clone, Debug, Default)]
pub struct SearchedPositions {
    games: u32,
    positions: Vec<SearchedPosition>,
}

/// A position, for the seat that was to move.
#[derive(Clone, Copy, Debug)]
struct SearchedPosition {
    value: Value,
    /// The number of seats that could still gain something.
    seats: u8,
    /// The seat's share of the point at the end.
    result: f64,
    game: u32,
}

impl SearchedPositions {
    /// Adds the positions of a recorded game. A game with a failure adds none.
    ///
    /// # Errors
    /// A record that does not follow the rules.
    pub fn add<G: Notation>(
        &mut self,
        record: &GameRecord,
        resources: &Resources,
    ) -> Result<(), ParseError> {
        if record.fault.is_some() {
            return Ok(());
        }
        let mut state = State::<G>::parse_with(&record.start, resources)?;
        let mut values = record.values.iter().copied();
        for (number, text) in (0..).zip(&record.moves) {
            let step = state.parse_step(text)?;
            if matches!(step, Step::Move(_)) && number >= record.opening {
                let (game, position) = (state.game(), state.position());
                let seat = game.mover(position).index();
                let seats = seats_in_play(game, position).len() as u8;
                if let (Some(Some(value)), Some(&result)) = (values.next(), record.result.get(seat))
                    && value.abs() < 1.0
                {
                    let value = Value::estimate((value * f64::from(Value::ONE)).round() as i32);
                    self.positions.push(SearchedPosition {
                        value,
                        seats,
                        result,
                        game: self.games,
                    });
                }
            }
            state.apply_unchecked(step);
        }
        self.games += 1;
        Ok(())
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The calibration of the chances that people see.
    #[must_use]
    pub fn calibration(&self, chances: Chances) -> Calibration {
        let case = |&SearchedPosition { value, seats, result, game }: &SearchedPosition| Case {
            expected: chances.share(value, seats.into()),
            actual: result,
            game,
        };
        Calibration::of_cases(self.positions.iter().map(case).collect())
    }

    /// The chances that fit the results best.
    ///
    /// The curve has the least mean squared error, and a penalty for bends where there are few
    /// positions. Each of its points in turn takes its best place between its neighbours.
    #[must_use]
    pub fn fitted(&self) -> Chances {
        const ROUNDS: u32 = 2000;
        let equations = self.equations();
        let mut heights: Heights = std::array::from_fn(Chances::at_point);
        for _ in 0..ROUNDS {
            for point in 1..=Chances::POINTS {
                let best = equations.best(&heights, point);
                heights[point] = best.clamp(heights[point - 1], heights[point + 1]);
            }
        }
        // No result is sure if it is not proven.
        let thousandths = |height: f64| (1000.0 * height).round().min(999.0) as u16;
        let curve = std::array::from_fn(|place| thousandths(heights[place + 1]));
        Chances::of_curve(curve).expect("each point is between its neighbours")
    }

    /// The equations of the least squares.
    fn equations(&self) -> Equations {
        // The weight of the penalty, in positions per hundred positions.
        const PENALTY: f64 = 0.2;
        let mut equations = Equations::default();
        for &SearchedPosition { value, seats, result, .. } in &self.positions {
            let (expected, others) = Chances::against_mean(value, seats.into());
            // Each win counts as one against each of the others.
            let (wins, losses) = (others * result, 1.0 - result);
            let leads = expected >= 0.5;
            let (before, part) = Chances::place(if leads { expected } else { 1.0 - expected });
            let terms = [(before, 1.0 - part), (before + 1, part)];
            equations.add(&terms, 1.0, if leads { wins } else { losses });
            equations.add(&terms, 0.0, if leads { losses } else { wins });
        }
        let weight = PENALTY / 100.0 * self.positions.len().max(1) as f64;
        for middle in 1..=Chances::POINTS {
            equations.add(&[(middle - 1, 1.0), (middle, -2.0), (middle + 1, 1.0)], 0.0, weight);
        }
        equations
    }
}

/// The points of a curve with both ends.
const ALL: usize = Chances::POINTS + 2;

/// The heights of the points.
type Heights = [f64; ALL];

/// The normal equations of least squares.
#[derive(Clone, Debug, Default)]
struct Equations {
    products: [Heights; ALL],
    right: Heights,
}

impl Equations {
    /// Adds an equation: the sum of some heights, each times a factor, should be `right`.
    fn add(&mut self, terms: &[(usize, f64)], right: f64, weight: f64) {
        for &(point, factor) in terms {
            self.right[point] += weight * factor * right;
            for &(other, other_factor) in terms {
                self.products[point][other] += weight * factor * other_factor;
            }
        }
    }

    /// The best height of a point, given all others.
    fn best(&self, heights: &Heights, point: usize) -> f64 {
        let row = &self.products[point];
        let all: f64 = row.iter().zip(heights).map(|(product, height)| product * height).sum();
        (self.right[point] - all) / row[point] + heights[point]
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// Games of positions whose results follow a curve, for 2 or 3 seats in play.
    fn games(count: u32, chances: Chances, seats: u8, seed: u64) -> SearchedPositions {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let one = f64::from(Value::ONE);
        let position = |game| {
            let value = Value::estimate((rng.random_range(-0.999..0.999) * one) as i32);
            let share = chances.share(value, seats.into());
            let result = if rng.random::<f64>() < share { 1.0 } else { 0.0 };
            SearchedPosition { value, seats, result, game }
        };
        SearchedPositions { games: count, positions: (0..count).map(position).collect() }
    }

    /// Curves are found again from games that follow them. They are true for other such games, and
    /// the values of the search are not.
    #[test]
    fn curves_are_found_again() {
        for (seats, curve) in [
            (2, [520, 560, 650, 800, 900, 950, 970, 980, 990, 995]),
            (2, [760, 910, 970, 990, 996, 998, 999, 999, 999, 999]),
            (3, [590, 690, 780, 850, 900, 930, 950, 970, 980, 990]),
        ] {
            let real = Chances::of_curve(curve).expect("a curve");
            let found = games(100_000, real, seats, 1).fitted();
            let points = found.curve().expect("a curve");
            let differences = points.iter().zip(curve).map(|(&one, other)| one.abs_diff(other));
            assert!(differences.max() < Some(40), "{seats} seats, {curve:?}: {points:?}");
            let others = games(100_000, real, seats, 2);
            let worst = |chances| others.calibration(chances).worst();
            assert!(worst(found) < 0.02, "{seats} seats, {curve:?}: {points:?}");
            assert!(worst(Chances::default()) > 0.04, "{seats} seats, {curve:?}");
        }
    }

    /// Few games give some curve, too, and so do none.
    #[test]
    fn few_games_are_enough() {
        let none = SearchedPositions::default().fitted().curve().expect("a curve");
        assert!(none.is_sorted() && none[0] >= 500);
        for count in 1..20 {
            let curve = games(count, Chances::default(), 2, 3).fitted().curve().expect("a curve");
            assert!(curve.is_sorted() && curve[0] >= 500, "{curve:?}");
        }
    }
}
