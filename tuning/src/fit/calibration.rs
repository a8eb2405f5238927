//! Calibration: whether expectations agree with results.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statistics::{ENDS, student_quantile};

use super::dataset::Dataset;
use super::objective::Objective;

/// Seats of samples, sorted by their expected results and divided into ten parts of equal size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// From the lowest expectations to the highest.
    pub tenths: Vec<Tenth>,
}

/// One of the ten parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tenth {
    /// The mean expected result, as a share of the point.
    pub expected: f64,
    /// The mean actual result.
    pub actual: f64,
    /// The number of samples in the part.
    pub count: u64,
    /// The number of games that the samples come from.
    #[serde(default)]
    pub games: u64,
    /// Half of the 95 % interval of the difference between the two means (Student's t). It is
    /// computed from games, since the positions of a game share its result. `None` if there is only
    /// one game.
    #[serde(default)]
    pub error: Option<f64>,
}

/// A seat's expected result, its actual result, and the game.
pub(crate) struct Case {
    pub(crate) expected: f64,
    pub(crate) actual: f64,
    pub(crate) game: u32,
}

impl Calibration {
    /// The calibration of weights on some samples. The weights are in log-odds for each count. With
    /// two seats only the seat to move is used, with three seats all that are in play.
    #[must_use]
    pub fn of(data: &Dataset, weights: &[f64]) -> Self {
        let objective = Objective { data, draws: 0.0 };
        let mut cases = Vec::new();
        for place in 0..data.len() {
            let (expectation, label) = objective.expectation(place, weights);
            let (rows, game) = (expectation.rows, data.game(place));
            let results = label.result.map(f64::from);
            let last = 1.0 - results[..rows].iter().sum::<f64>();
            let seats =
                expectation.shares.into_iter().zip(results.into_iter().take(rows).chain([last]));
            // Of two seats the other one always has the rest of the point.
            let seats = seats.take(if rows > 1 { rows + 1 } else { 1 });
            cases.extend(seats.map(|(expected, actual)| Case { expected, actual, game }));
        }
        Self::of_cases(cases)
    }

    /// The calibration of cases in any order.
    pub(crate) fn of_cases(mut cases: Vec<Case>) -> Self {
        cases.sort_by(|one, other| one.expected.total_cmp(&other.expected));
        let count = cases.len();
        let tenth =
            |number: usize| Tenth::of(&cases[number * count / 10..(number + 1) * count / 10]);
        Self { tenths: (0..10).map(tenth).collect() }
    }

    /// The part with the greatest difference. `None` if there are no samples.
    fn worst_tenth(&self) -> Option<&Tenth> {
        let gap = |tenth: &Tenth| (tenth.expected - tenth.actual).abs();
        self.tenths.iter().max_by(|one, other| gap(one).total_cmp(&gap(other)))
    }

    /// The greatest difference of a part, as a share of the point.
    #[must_use]
    pub fn worst(&self) -> f64 {
        self.worst_tenth().map_or(0.0, |tenth| (tenth.expected - tenth.actual).abs())
    }

    /// The calibration as a table.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = "expected  actual  95 % within  positions   games\n".to_owned();
        let within = |error: Option<f64>| {
            error.map_or_else(|| "-".to_owned(), |error| format!("± {:.1}", 100.0 * error))
        };
        for tenth in &self.tenths {
            let (expected, actual) = (100.0 * tenth.expected, 100.0 * tenth.actual);
            let (error, count, games) = (within(tenth.error), tenth.count, tenth.games);
            text.push_str(&format!(
                "{expected:7.1}%{actual:7.1}%{error:>13}{count:>11}{games:>8}\n"
            ));
        }
        let error = within(self.worst_tenth().and_then(|tenth| tenth.error));
        let worst = 100.0 * self.worst();
        text.push_str(&format!("no further apart than {worst:.1} points ({error}, from games)\n"));
        text
    }
}

impl Tenth {
    fn of(cases: &[Case]) -> Self {
        let count = cases.len().max(1) as f64;
        let mean = |of: fn(&Case) -> f64| cases.iter().map(of).sum::<f64>() / count;
        let (expected, actual) = (mean(|case| case.expected), mean(|case| case.actual));
        // The difference that the cases of each game add, beyond their share of the mean
        // difference.
        let mut games: BTreeMap<u32, f64> = BTreeMap::new();
        for case in cases {
            let beyond = case.actual - case.expected - (actual - expected);
            *games.entry(case.game).or_default() += beyond;
        }
        let number = games.len() as f64;
        let squares: f64 = games.values().map(|sum| sum * sum).sum();
        // Games with no point and with all points are possible even if all results were equal.
        let mean_size = count / number;
        let squares =
            squares + ENDS * mean_size.powi(2) * (actual.powi(2) + (1.0 - actual).powi(2));
        let error = (number > 1.0).then(|| {
            let quantile = student_quantile(games.len() as u64 - 1);
            quantile * (squares * number / (number - 1.0)).sqrt() / count
        });
        Self { expected, actual, count: cases.len() as u64, games: games.len() as u64, error }
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::super::dataset::Label;
    use super::*;

    /// Games with an even chance. Each has `positions` positions that all look the same.
    fn even_games(games: u32, positions: u32, rng: &mut ChaCha8Rng) -> Dataset {
        let mut data = Dataset::new(1);
        for _ in 0..games {
            data.begin_game();
            let result = [rng.random_range(0..=1u8).into(), 0.0];
            for _ in 0..positions {
                data.push(&[&[(0, 1)]], Label { target: result, result }).unwrap();
            }
        }
        data
    }

    /// The positions of a game share its result. So more positions of each game make the interval
    /// wider, for the same number of positions. Each tenth has 40, 10 or 6 games. By the binomial
    /// distribution of its wins, the interval then holds the true value with these probabilities.
    #[test]
    fn intervals_are_those_of_games() {
        const RUNS: u32 = 400;
        for (games, positions, expected) in
            [(400, 1, 0.9615), (400, 20, 0.9615), (100, 5, 0.9785), (60, 1, 0.9688)]
        {
            let mut rng = ChaCha8Rng::seed_from_u64(9);
            let (mut within, mut all) = (0, 0);
            for _ in 0..RUNS {
                let data = even_games(games, positions, &mut rng);
                let tenths = Calibration::of(&data, &[0.0]).tenths;
                within += tenths
                    .iter()
                    .filter(|tenth| {
                        (tenth.actual - tenth.expected).abs() <= tenth.error.unwrap_or_default()
                    })
                    .count();
                all += tenths.len();
            }
            let share = within as f64 / all as f64;
            let deviation = f64::sqrt(expected * (1.0 - expected) / all as f64);
            let is_near = (share - expected).abs() < 3.0 * deviation;
            assert!(is_near, "{games} {positions}: {share}, expected {expected}");
        }
        let one = Calibration::of(&even_games(1, 20, &mut ChaCha8Rng::seed_from_u64(9)), &[0.0]);
        assert!(one.tenths.iter().all(|tenth| tenth.error.is_none() && tenth.games == 1));
        assert!(one.text().contains("points (-, from games)"), "{}", one.text());
    }

    /// Two equal games leave doubt.
    #[test]
    fn equal_results_leave_doubt() {
        for games in [2, 5, 20] {
            let mut data = Dataset::new(1);
            for _ in 0..games {
                data.begin_game();
                let result = [1.0, 0.0];
                for _ in 0..10 {
                    data.push(&[&[(0, 1)]], Label { target: result, result }).unwrap();
                }
            }
            let tenths = Calibration::of(&data, &[0.0]).tenths;
            for tenth in tenths.iter().filter(|tenth| tenth.games > 1) {
                assert!(tenth.error.unwrap() > 0.5 / tenth.games as f64, "{games}: {tenth:?}");
            }
        }
    }
}
