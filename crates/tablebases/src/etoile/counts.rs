//! The counts of endings in the header of a table.

use serde::{Deserialize, Serialize};

use crate::key::TableCounts;

/// The counts of the endings of a table without chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of positions that the player to act wins.
    pub wins: u64,
    /// The number of positions that neither player can win.
    pub draws: u64,
    /// The number of positions that the player to act loses.
    pub losses: u64,
    /// The longest distance, in plies, and the lowest number of a position that has it.
    pub longest: Option<(u16, u64)>,
}

impl Counts {
    /// The number of all positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl TableCounts for Counts {
    fn are_of(&self, len: u64) -> bool {
        let sum = [self.draws, self.losses].into_iter().try_fold(self.wins, u64::checked_add);
        sum.is_some_and(|sum| sum <= len) && self.longest.is_none_or(|(_, number)| number < len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header with the right checksum may still have counts that are impossible for its length.
    #[test]
    fn counts_fit_the_length() {
        let counts = Counts { wins: 3, draws: 4, losses: 5, longest: Some((7, 11)) };
        assert!(counts.are_of(12) && !counts.are_of(11));
        assert!(!Counts { longest: Some((7, 12)), ..counts }.are_of(12));
        assert!(!Counts { wins: u64::MAX, ..counts }.are_of(u64::MAX));
        assert!(Counts::default().are_of(0));
    }
}
