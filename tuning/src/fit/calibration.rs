//! Whether what is expected comes about as often.

use serde::{Deserialize, Serialize};

use super::dataset::Dataset;
use super::objective::Objective;

/// Seats of samples in order of what was expected for them, in ten parts of equal size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// From the lowest expectations to the highest.
    pub tenths: Vec<Tenth>,
}

/// One part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tenth {
    /// The mean of what was expected, as a share of the point.
    pub expected: f64,
    /// The mean of what came about.
    pub actual: f64,
    /// How many samples it has.
    pub count: u64,
}

impl Calibration {
    /// That of weights, in log-odds for each count, on some samples. Of two seats it looks at the one
    /// whose turn it is, of three at all that are in play.
    #[must_use]
    pub fn of(data: &Dataset, weights: &[f64]) -> Self {
        let objective = Objective { data };
        let mut pairs = Vec::new();
        for place in 0..data.len() {
            let (expected, label) = objective.expectation(place, weights);
            let rows = expected.rows;
            let results = label.result.map(f64::from);
            pairs.extend(expected.shares.into_iter().zip(results).take(rows));
            if rows > 1 {
                pairs.push((expected.shares[rows], 1.0 - results.iter().sum::<f64>()));
            }
        }
        pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let count = pairs.len();
        let tenth = |number: usize| {
            let part = &pairs[number * count / 10..(number + 1) * count / 10];
            let mean = |sum: f64| sum / part.len().max(1) as f64;
            Tenth {
                expected: mean(part.iter().map(|pair| pair.0).sum()),
                actual: mean(part.iter().map(|pair| pair.1).sum()),
                count: part.len() as u64,
            }
        };
        Self { tenths: (0..10).map(tenth).collect() }
    }

    /// The greatest difference of a tenth, as a share of the point.
    #[must_use]
    pub fn worst(&self) -> f64 {
        let gaps = self.tenths.iter().map(|tenth| (tenth.expected - tenth.actual).abs());
        gaps.fold(0.0, f64::max)
    }

    /// As a table.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = "expected  actual  positions\n".to_owned();
        for Tenth { expected, actual, count } in &self.tenths {
            let (expected, actual) = (100.0 * expected, 100.0 * actual);
            text.push_str(&format!("{expected:7.1}%{actual:7.1}%{count:>11}\n"));
        }
        text.push_str(&format!("no further apart than {:.1} points\n", 100.0 * self.worst()));
        text
    }
}
