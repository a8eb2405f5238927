//! SPSA: all numbers are changed at once, each up or down at random. The two sides, changed in
//! opposite directions, play each other.
//!
//! CITE: J. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998; the constants and
//! their meaning as in fishtest, where one pair of games is a step: `c_end` is the perturbation of
//! a number at the end of the run, `r_end` the share of it by which a won game then changes the
//! number.
//!
//! It is written here and not taken from a library, since an interrupted run must end with exactly
//! the same numbers as any other. For this its whole state can be stored. The tests compare it with
//! the published rate of convergence.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Dimension, stream};

/// The exponent by which the steps decrease.
const ALPHA: f64 = 0.602;

/// The exponent by which the perturbations decrease.
const GAMMA: f64 = 0.101;

/// The share of the run during which the steps stay small.
const STABILITY: f64 = 0.1;

/// A search by SPSA.
#[derive(Clone, Debug)]
pub struct Spsa {
    dimensions: Vec<Dimension>,
    seed: u64,
    /// The number of pairs in the whole run.
    pairs: f64,
    /// The share of a perturbation by which a won game changes a number at the end.
    r_end: f64,
}

/// The state of a search, with which it can continue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// The number of finished iterations.
    pub iteration: u64,
    /// The number of pairs played.
    pub pairs: u64,
    /// The best guess so far.
    pub values: Vec<f64>,
}

/// The two sides of an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The numbers of the first side.
    pub plus: Vec<f64>,
    /// The numbers of the second.
    pub minus: Vec<f64>,
    /// The direction in which each number is changed for the first side: 1 or -1.
    flips: Vec<f64>,
}

impl Spsa {
    /// A search of this number of pairs, at least one. The `step` of a dimension is its
    /// perturbation at the end.
    #[must_use]
    pub fn new(dimensions: Vec<Dimension>, seed: u64, pairs: u64, r_end: f64) -> Self {
        Self { dimensions, seed, pairs: pairs.max(1) as f64, r_end }
    }

    /// The state before the first iteration.
    #[must_use]
    pub fn begin(&self) -> SpsaState {
        let values = self.dimensions.iter().map(|dimension| dimension.start).collect();
        SpsaState { iteration: 0, pairs: 0, values }
    }

    /// The two sides of the next iteration.
    #[must_use]
    pub fn probe(&self, state: &SpsaState) -> Probe {
        let mut rng = stream(self.seed, state.iteration);
        let flips: Vec<f64> =
            self.dimensions.iter().map(|_| if rng.random::<bool>() { 1.0 } else { -1.0 }).collect();
        let moves = self.moves(state);
        let side = |sign: f64| {
            let parts = self.dimensions.iter().zip(&state.values).zip(moves.iter().zip(&flips));
            parts
                .map(|((dimension, value), (by, flip))| dimension.clamp(value + sign * by * flip))
                .collect()
        };
        Probe { plus: side(1.0), minus: side(-1.0), flips }
    }

    /// Updates the state from the `pairs` pairs of games of a probe. `lead` is the number of games
    /// that the first side won minus the number that it lost.
    pub fn learn(&self, state: &mut SpsaState, probe: &Probe, pairs: u64, lead: f64) {
        let rate = self.rate(state);
        let moves = self.moves(state);
        let parts =
            state.values.iter_mut().zip(&self.dimensions).zip(moves.iter().zip(&probe.flips));
        for ((value, dimension), (by, flip)) in parts {
            *value = dimension.clamp(*value + rate * by * flip * lead);
        }
        state.iteration += 1;
        state.pairs += pairs;
    }

    /// The present perturbation of each number.
    fn moves(&self, state: &SpsaState) -> Vec<f64> {
        let grown = (self.pairs / (state.pairs as f64 + 1.0)).powf(GAMMA);
        self.dimensions.iter().map(|dimension| dimension.step * grown).collect()
    }

    /// The share of its perturbation by which a won game changes a number at present: `a / c^2`.
    fn rate(&self, state: &SpsaState) -> f64 {
        let stability = STABILITY * self.pairs;
        let done = state.pairs as f64 + 1.0;
        let a = self.r_end * ((stability + self.pairs) / (stability + done)).powf(ALPHA);
        a / (self.pairs / done).powf(2.0 * GAMMA)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(start: f64, step: f64) -> Dimension {
        Dimension { start, least: -100.0, most: 100.0, step }
    }

    /// At the end the perturbation is `c_end`, and a won game changes the number by `r_end` of it.
    #[test]
    fn the_end_is_as_declared() {
        let spsa = Spsa::new(vec![dimension(5.0, 2.0)], 1, 1000, 0.02);
        let mut state = SpsaState { iteration: 3, pairs: 999, values: vec![5.0] };
        let probe = spsa.probe(&state);
        assert!(((probe.plus[0] - probe.minus[0]).abs() - 4.0).abs() < 1e-12, "{probe:?}");
        let up = (probe.plus[0] - probe.minus[0]).signum();
        spsa.learn(&mut state, &probe, 1, 1.0);
        assert!((state.values[0] - (5.0 + up * 0.02 * 2.0)).abs() < 1e-12, "{state:?}");
        assert_eq!((state.iteration, state.pairs), (4, 1000));
    }

    /// Earlier, perturbations and changes are larger, by the two powers.
    #[test]
    fn steps_get_smaller() {
        let spsa = Spsa::new(vec![dimension(0.0, 1.0)], 1, 10_000, 0.002);
        let at = |pairs| SpsaState { iteration: 0, pairs, values: vec![0.0] };
        assert!((spsa.moves(&at(0))[0] - 10_000f64.powf(GAMMA)).abs() < 1e-12);
        let change = |pairs| spsa.rate(&at(pairs)) * spsa.moves(&at(pairs))[0].powi(2);
        let ratio = change(99) / change(9999);
        assert!((ratio - (11_000f64 / 1_100.0).powf(ALPHA)).abs() < 1e-9, "{ratio}");
    }

    #[test]
    fn bounds_are_kept() {
        let narrow = Dimension { start: 1.0, least: 1.0, most: 2.0, step: 5.0 };
        let spsa = Spsa::new(vec![narrow], 1, 100, 1.0);
        let mut state = spsa.begin();
        for _ in 0..20 {
            let probe = spsa.probe(&state);
            for side in [&probe.plus, &probe.minus] {
                assert!((1.0..=2.0).contains(&side[0]));
            }
            spsa.learn(&mut state, &probe, 5, 3.0);
            assert!((1.0..=2.0).contains(&state.values[0]));
        }
    }
}
