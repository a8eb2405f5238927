//! What the positions of a table with a die come to.

use serde::{Deserialize, Serialize};

use crate::key::TableCounts;

/// What the positions of a table with a die come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Positions; mirror images are one.
    pub positions: u64,
    /// The sum of their chances to win for the player who is to roll, in units of 2^-16.
    pub sum: u64,
    /// The least chance, and the first position that has it, by number.
    pub least: (u16, u64),
    /// The greatest chance likewise.
    pub most: (u16, u64),
    /// How often the build went over the positions until their bounds met.
    pub sweeps: u32,
}

impl Counts {
    /// No position.
    pub(crate) const NONE: Self =
        Self { positions: 0, sum: 0, least: (u16::MAX, 0), most: (0, 0), sweeps: 0 };

    /// One position more.
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
