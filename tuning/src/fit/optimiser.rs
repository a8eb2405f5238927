//! The optimiser Adam.

use serde::{Deserialize, Serialize};

use super::places::Places;

/// The constants of the method, as its authors set them.
///
/// CITE: D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization" (2015).
#[derive(Clone, Copy, Debug)]
pub struct Adam {
    /// The size of a step.
    pub rate: f64,
}

/// The optimiser's memory: running means of the gradients and of their squares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AdamState {
    steps: u32,
    #[serde(with = "super::stored")]
    means: Vec<f64>,
    #[serde(with = "super::stored")]
    squares: Vec<f64>,
}

impl AdamState {
    /// The state before the first step, for this many numbers.
    #[must_use]
    pub fn new(count: usize) -> Self {
        Self { steps: 0, means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// The memory for the numbers at some places.
    pub(super) fn of(&self, places: &Places) -> Self {
        let (means, squares) = (places.of(&self.means), places.of(&self.squares));
        Self { steps: self.steps, means, squares }
    }

    /// Takes the memory for the numbers at some places back.
    pub(super) fn set(&mut self, places: &Places, part: &Self) {
        self.steps = part.steps;
        places.set(&mut self.means, &part.means);
        places.set(&mut self.squares, &part.squares);
    }
}

impl Adam {
    const BETA1: f64 = 0.9;
    const BETA2: f64 = 0.999;
    const EPSILON: f64 = 1e-8;

    /// Moves `numbers` a step against the gradient.
    pub fn step(&self, state: &mut AdamState, numbers: &mut [f64], gradient: &[f64]) {
        state.steps += 1;
        let steps = state.steps.min(1 << 20) as i32;
        let first = 1.0 - Self::BETA1.powi(steps);
        let second = 1.0 - Self::BETA2.powi(steps);
        let memory = state.means.iter_mut().zip(&mut state.squares);
        for ((number, gradient), (mean, square)) in numbers.iter_mut().zip(gradient).zip(memory) {
            *mean += (1.0 - Self::BETA1) * (gradient - *mean);
            *square += (1.0 - Self::BETA2) * (gradient * gradient - *square);
            *number -= self.rate * (*mean / first) / ((*square / second).sqrt() + Self::EPSILON);
        }
    }
}
