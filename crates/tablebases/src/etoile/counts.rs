//! How the positions of a table end: the counts in its header.

use serde::{Deserialize, Serialize};

use crate::key::TableCounts;

/// How the positions of a table without chance end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Those that the player to act wins.
    pub wins: u64,
    /// Those that neither player can win.
    pub draws: u64,
    /// Those that the player to act loses.
    pub losses: u64,
    /// The longest distance, in plies, and the first position that has it, by number.
    pub longest: Option<(u16, u64)>,
}

impl Counts {
    /// All positions.
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

    /// A header with the right checksum may still claim what no table of its length has.
    #[test]
    fn counts_fit_the_length() {
        let counts = Counts { wins: 3, draws: 4, losses: 5, longest: Some((7, 11)) };
        assert!(counts.are_of(12) && !counts.are_of(11));
        assert!(!Counts { longest: Some((7, 12)), ..counts }.are_of(12));
        assert!(!Counts { wins: u64::MAX, ..counts }.are_of(u64::MAX));
        assert!(Counts::default().are_of(0));
    }
}
