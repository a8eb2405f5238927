//! Splitting a 6 between two pieces.
//!
//! A split is generated in the order in which it can be played: first a part on the present board,
//! then a part by another piece on the board after it. If both orders can be played, only the order
//! whose first part starts on the lower square is kept (RULING M6). The parts never undo each
//! other: they land on different squares, because otherwise the second would land on an own piece.

use super::board::{DIRECTIONS, opposite, shifted};
use super::moves::{Move, Part};
use super::side::SidePieces;
use crate::Bits;

/// Calls `visit(first, direction, sources)` for every first part and direction. `sources` are the
/// pieces that can complete the split in that direction, without the splits that RULING M6 drops.
#[inline]
fn each_second(side: &SidePieces, mut visit: impl FnMut(Part, u8, u128)) {
    let now = [1, 2, 3, 4, 5].map(|steps| side.sources(steps));
    for steps in 1..=5u8 {
        let rest = 6 - steps;
        let possible = &now[rest as usize - 1];
        for (direction, firsts) in (0..).zip(now[steps as usize - 1]) {
            for from in Bits(firsts) {
                let first = Part::new(from, direction, steps);
                let after = side.after(first).sources(rest);
                // Squares below the start of the first part.
                let lower = (1u128 << from) - 1;
                // With `passage=leap` nothing blocks a piece.
                let path = if side.is_blocked() { first.path() } else { 0 };
                for second in 0..DIRECTIONS {
                    let at = second as usize;
                    // The second part could also be played first if it is possible now and does not
                    // land on the path of the other.
                    let mut reversible = possible[at] & lower;
                    if path != 0 && reversible != 0 {
                        reversible &= !shifted(path, opposite(second), u32::from(rest));
                    }
                    visit(first, second, after[at] & !reversible);
                }
            }
        }
    }
}

/// Calls `visit` with every split.
#[inline]
pub(super) fn each_split(side: &SidePieces, mut visit: impl FnMut(Move)) {
    each_second(side, |first, direction, sources| {
        for from in Bits(sources) {
            visit(Move::split(first, Part::new(from, direction, 6 - first.steps())));
        }
    });
}

/// The number of splits.
pub(super) fn count_splits(side: &SidePieces) -> u64 {
    let mut count = 0;
    each_second(side, |_, _, sources| count += u64::from(sources.count_ones()));
    count
}
