//! Optimisers that see nothing but values of what is to be optimised, with noise: pure functions of
//! their state, which can be written down at any time and taken up again exactly.

mod cma;
mod eigen;
mod spsa;
#[cfg(test)]
mod standard;

pub use cma::{Cma, CmaState};
pub use spsa::{Probe, Spsa, SpsaState};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// A number that is searched for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dimension {
    /// Where the search begins.
    pub start: f64,
    /// The least value.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// A change that may be felt.
    pub step: f64,
}

impl Dimension {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }
}

/// What one iteration draws from. Each has a stream of its own, so nothing of a generator needs to
/// be written down.
fn stream(seed: u64, iteration: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(iteration);
    rng
}
