//! Optimisers that see only noisy values of the function to be optimised. They are pure functions
//! of their state, which can be stored at any time and continued from exactly.

mod cma;
mod eigen;
mod spsa;
#[cfg(test)]
mod standard;

pub use cma::{Cma, CmaState};
pub use spsa::{Probe, Spsa, SpsaState};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// One number that is optimised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    /// The value at which the search begins.
    pub start: f64,
    /// The least value.
    pub least: f64,
    /// The greatest value.
    pub most: f64,
    /// The size of a change that is large enough to have an effect.
    pub step: f64,
}

impl Dimension {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }
}

/// The random numbers of one iteration. Each iteration has its own stream, so the state of a
/// generator need not be stored.
fn stream(seed: u64, iteration: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(iteration);
    rng
}
