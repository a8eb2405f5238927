//! Statistics of a table of a game with a die, in its header.

use serde::{Deserialize, Serialize};

use crate::key::TableCounts;

/// Statistics of a table of a game with a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of positions. Two mirror images count as one.
    pub positions: u64,
    /// The sum of the probabilities of a win for the player to roll, in units of 2^-16.
    pub sum: u64,
    /// The least probability, and the lowest number of a position that has it.
    pub least: (u16, u64),
    /// The greatest probability, and the lowest number of a position that has it.
    pub most: (u16, u64),
    /// The number of sweeps until the bounds met.
    pub sweeps: u32,
}

impl Counts {
    /// The statistics of no positions.
    pub(crate) const NONE: Self =
        Self { positions: 0, sum: 0, least: (u16::MAX, 0), most: (0, 0), sweeps: 0 };

    /// Adds a position.
    pub(crate) fn add(&mut self, number: usize, code: u16) {
        self.positions += 1;
        self.sum += u64::from(code);
        if self.positions == 1 || code < self.least.0 {
            self.least = (code, number as u64);
        }
        if self.positions == 1 || code > self.most.0 {
            self.most = (code, number as u64);
        }
    }
}

impl TableCounts for Counts {
    fn are_of(&self, len: u64) -> bool {
        let most = self.positions.checked_mul(u16::MAX.into());
        self.positions <= len
            && most.is_some_and(|most| self.sum <= most)
            && (self.least.1 < len && self.most.1 < len)
    }
}
