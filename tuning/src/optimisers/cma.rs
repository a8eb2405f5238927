//! CMA-ES: candidates are drawn from a normal distribution. The distribution moves towards the
//! better half of them, and adapts its shape to them.
//!
//! CITE: N. Hansen, "The CMA evolution strategy: a tutorial", arXiv 1604.00772: rank-one and
//! rank-mu updates with its default constants, and cumulative step-size adaptation. A candidate out
//! of bounds is drawn again, up to a limit, and then moved to the bounds (its section on
//! boundaries). The unit of each dimension is its step.
//!
//! It is written here and not taken from a library, since an interrupted run must end with exactly
//! the same numbers as any other. For this its whole state can be stored. The tests compare it with
//! the number of evaluations that the reference implementation needs.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use statistics::Matrix;

use super::eigen::decompose;
use super::{Dimension, stream};

/// The greatest number of draws for a candidate within bounds.
const TRIES: usize = 100;

/// The initial step size: one step of each dimension.
const SIGMA: f64 = 1.0;

/// A search by CMA-ES.
#[derive(Clone, Debug)]
pub struct Cma {
    dimensions: Vec<Dimension>,
    seed: u64,
    population: usize,
    constants: Constants,
}

/// The state of a search, with which it can continue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaState {
    /// The number of finished generations.
    pub generation: u64,
    /// The mean, in steps from the start.
    mean: Vec<f64>,
    /// The overall step size.
    sigma: f64,
    covariance: Matrix,
    /// The evolution path of the step size.
    sigma_path: Vec<f64>,
    /// The evolution path of the covariance.
    path: Vec<f64>,
}

/// The constants of the tutorial's table.
#[derive(Clone, Debug)]
struct Constants {
    /// The weights of the better half, best first.
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    d_sigma: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    /// The expected length of a normal vector.
    chi: f64,
}

impl Constants {
    fn new(dimensions: usize, population: usize) -> Self {
        let n = dimensions as f64;
        let half = population / 2;
        let raw = |rank: usize| ((population as f64 + 1.0) / 2.0).ln() - (rank as f64).ln();
        let sum: f64 = (1..=half).map(raw).sum();
        let weights: Vec<_> = (1..=half).map(|rank| raw(rank) / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let c_1 = 2.0 / ((n + 1.3).powi(2) + mu_eff);
        Self {
            c_sigma,
            d_sigma: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma,
            c_c: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            c_1,
            c_mu: (2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0).powi(2) + mu_eff))
                .min(1.0 - c_1),
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
            mu_eff,
        }
    }
}

impl Cma {
    /// A search with the usual size of a generation, or with a given one of at least 4.
    #[must_use]
    pub fn new(dimensions: Vec<Dimension>, seed: u64, population: Option<usize>) -> Self {
        let usual = 4 + (3.0 * (dimensions.len() as f64).ln()) as usize;
        let population = population.unwrap_or(usual).max(4);
        let constants = Constants::new(dimensions.len(), population);
        Self { dimensions, seed, population, constants }
    }

    /// The state before the first generation.
    #[must_use]
    pub fn begin(&self) -> CmaState {
        let size = self.dimensions.len();
        CmaState {
            generation: 0,
            mean: vec![0.0; size],
            sigma: SIGMA,
            covariance: Matrix::identity(size),
            sigma_path: vec![0.0; size],
            path: vec![0.0; size],
        }
    }

    /// The number of candidates in a generation.
    #[must_use]
    pub fn population(&self) -> usize {
        self.population
    }

    /// The centre of the distribution: the best guess so far.
    #[must_use]
    pub fn mean(&self, state: &CmaState) -> Vec<f64> {
        self.values(&state.mean)
    }

    /// The standard deviation of the distribution in each dimension.
    #[must_use]
    pub fn deviations(&self, state: &CmaState) -> Vec<f64> {
        let dimensions = self.dimensions.iter().enumerate();
        let deviation = |at: usize| state.sigma * state.covariance[at][at].sqrt();
        dimensions.map(|(at, dimension)| deviation(at) * dimension.step).collect()
    }

    /// The candidates of the generation.
    #[must_use]
    pub fn candidates(&self, state: &CmaState) -> Vec<Vec<f64>> {
        self.drawn(state).iter().map(|point| self.values(point)).collect()
    }

    /// The candidates, in steps from the start.
    fn drawn(&self, state: &CmaState) -> Vec<Vec<f64>> {
        let (values, vectors) = decompose(state.covariance.clone());
        let lengths: Vec<_> = values.iter().map(|value| value.max(0.0).sqrt()).collect();
        let mut rng = stream(self.seed, state.generation);
        let mut draw = || {
            let normal: Vec<_> = lengths.iter().map(|length| length * normal(&mut rng)).collect();
            let at = |(mean, row): (&f64, &Vec<f64>)| mean + state.sigma * dot(row, &normal);
            state.mean.iter().zip(vectors.rows()).map(at).collect::<Vec<_>>()
        };
        let mut candidate = || {
            let mut point = draw();
            for _ in 1..TRIES {
                if self.bounded(&point) == point {
                    return point;
                }
                point = draw();
            }
            self.bounded(&point)
        };
        (0..self.population).map(|_| candidate()).collect()
    }

    /// Updates the state from the results of the generation's candidates. Higher is better.
    pub fn learn(&self, state: &mut CmaState, worth: &[f64]) {
        let Constants { weights, mu_eff, c_sigma, d_sigma, c_c, c_1, c_mu, chi } = &self.constants;
        let size = state.mean.len();
        let drawn = self.drawn(state);
        let mut order: Vec<_> = (0..drawn.len()).collect();
        // The sort is stable: of equal candidates the first drawn comes first.
        order.sort_by(|&one, &other| worth[other].total_cmp(&worth[one]));
        let step = |&at: &usize| -> Vec<f64> {
            let parts = drawn[at].iter().zip(&state.mean);
            parts.map(|(point, mean)| (point - mean) / state.sigma).collect()
        };
        let steps: Vec<_> = order.iter().take(weights.len()).map(step).collect();
        let mean_of = |at: usize| steps.iter().zip(weights).map(|(y, w)| w * y[at]).sum::<f64>();
        let moved: Vec<_> = (0..size).map(mean_of).collect();

        let (values, vectors) = decompose(state.covariance.clone());
        let whitened = whiten(&values, &vectors, &moved);
        let growth = (c_sigma * (2.0 - c_sigma) * mu_eff).sqrt();
        for (path, white) in state.sigma_path.iter_mut().zip(&whitened) {
            *path = (1.0 - c_sigma) * *path + growth * white;
        }
        let length = dot(&state.sigma_path, &state.sigma_path).sqrt();
        let generations = (state.generation + 1) as f64;
        let settled = (1.0 - (1.0 - c_sigma).powf(2.0 * generations)).sqrt();
        // While the step size is far too small, the covariance path must not grow.
        let held = length / settled >= (1.4 + 2.0 / (size as f64 + 1.0)) * chi;
        let growth = if held { 0.0 } else { (c_c * (2.0 - c_c) * mu_eff).sqrt() };
        for (path, moved) in state.path.iter_mut().zip(&moved) {
            *path = (1.0 - c_c) * *path + growth * moved;
        }
        for (mean, moved) in state.mean.iter_mut().zip(&moved) {
            *mean += state.sigma * moved;
        }
        let lost = if held { c_1 * c_c * (2.0 - c_c) } else { 0.0 };
        for row in 0..size {
            for column in 0..size {
                let products = steps.iter().zip(weights).map(|(y, w)| w * y[row] * y[column]);
                let element = &mut state.covariance[row][column];
                *element = (1.0 + lost - c_1 - c_mu) * *element
                    + c_1 * state.path[row] * state.path[column]
                    + c_mu * products.sum::<f64>();
            }
        }
        state.sigma *= (c_sigma / d_sigma * (length / chi - 1.0)).exp();
        state.generation += 1;
    }

    /// Converts a point to the units of the dimensions.
    fn values(&self, point: &[f64]) -> Vec<f64> {
        let dimensions = self.dimensions.iter().zip(point);
        let value = |(dimension, at): (&Dimension, &f64)| {
            dimension.clamp(dimension.start + at * dimension.step)
        };
        dimensions.map(value).collect()
    }

    /// The nearest point within bounds, in steps from the start.
    fn bounded(&self, point: &[f64]) -> Vec<f64> {
        let dimensions = self.dimensions.iter().zip(point);
        let within = |(dimension, &at): (&Dimension, &f64)| {
            let least = (dimension.least - dimension.start) / dimension.step;
            let most = (dimension.most - dimension.start) / dimension.step;
            at.clamp(least, most)
        };
        dimensions.map(within).collect()
    }
}

/// Transforms a vector so that the distribution becomes round.
fn whiten(values: &[f64], vectors: &Matrix, vector: &[f64]) -> Vec<f64> {
    let along =
        |k: usize| vectors.rows().iter().zip(vector).map(|(row, x)| row[k] * x).sum::<f64>();
    let scaled: Vec<_> = values
        .iter()
        .enumerate()
        .map(|(k, value)| along(k) / value.max(f64::MIN_POSITIVE).sqrt())
        .collect();
    vectors.rows().iter().map(|row| dot(row, &scaled)).collect()
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// A number from the standard normal distribution (Box and Muller).
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}
