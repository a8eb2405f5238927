//! SPSA: all numbers are moved at once, each up or down at random, and the two sides play each
//! other.
//!
//! CITE: J. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998; its constants and
//! their meaning as in fishtest, where one pair of games is a step: `c_end` is how far a number is
//! moved at the end of the run, `r_end` the share of that by which a won game then changes it.
//!
//! It is written here and not taken from a library, since a run that was interrupted must end with
//! the same digits as any other: the whole state can be written down. The tests hold it against the
//! published rate.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::{Dimension, stream};

/// How fast the steps get smaller.
const ALPHA: f64 = 0.602;

/// How fast the moves get smaller.
const GAMMA: f64 = 0.101;

/// The share of the run during which steps are held small.
const STABILITY: f64 = 0.1;

/// A search by SPSA.
#[derive(Clone, Debug)]
pub struct Spsa {
    dimensions: Vec<Dimension>,
    seed: u64,
    /// How many pairs the whole run has.
    pairs: f64,
    /// The share of a move by which a won game changes a number at the end.
    r_end: f64,
}

/// Where a search is; all that is needed to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaState {
    /// Iterations so far.
    pub iteration: u64,
    /// Pairs so far.
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
    /// Which way each number was moved for the first side: 1 or -1.
    flips: Vec<f64>,
}

impl Spsa {
    /// A search of so many pairs. The `step` of a dimension is how far it is moved at the end.
    #[must_use]
    pub fn new(dimensions: Vec<Dimension>, seed: u64, pairs: u64, r_end: f64) -> Self {
        Self { dimensions, seed, pairs: pairs as f64, r_end }
    }

    /// Before the first iteration.
    #[must_use]
    pub fn begin(&self) -> SpsaState {
        let values = self.dimensions.iter().map(|dimension| dimension.start).collect();
        SpsaState { iteration: 0, pairs: 0, values }
    }

    /// The two sides to play each other now.
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

    /// Learns from the games of a probe: of `pairs` pairs, by how many games more the first side
    /// won than it lost.
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

    /// How far each number is moved now.
    fn moves(&self, state: &SpsaState) -> Vec<f64> {
        let grown = (self.pairs / (state.pairs as f64 + 1.0)).powf(GAMMA);
        self.dimensions.iter().map(|dimension| dimension.step * grown).collect()
    }

    /// By which share of its move a won game changes a number now: `a / c^2`.
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

    /// At the end a number is moved by `c_end`, and a won game changes it by `r_end` of that.
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

    /// Before, moves and changes are larger, by the two powers.
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
