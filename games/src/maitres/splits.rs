//! Splitting a 6 between two pieces.
//!
//! A split is found in the order in which it can be played: first any part on the board as it is,
//! then a part by another piece on the board after it. Where both orders can be played, only that
//! whose first part starts on the lower square is kept (RULING M6). The parts never undo each other:
//! they land on different squares, or the second would land on an own piece.

use super::board::{DIRECTIONS, opposite, shifted};
use super::moves::{Move, Part, Side};
use crate::Bits;

/// For each direction and number of steps, the pieces that can move on the board as it is.
type Sources = [[u128; 6]; DIRECTIONS as usize];

fn all_sources(side: &Side) -> Sources {
    let mut table = [[0; 6]; DIRECTIONS as usize];
    for direction in 0..DIRECTIONS {
        for steps in 1..=5 {
            table[direction as usize][steps as usize] = side.sources(direction, steps);
        }
    }
    table
}

/// Calls `visit(first, direction, sources)` for every first part and direction: the pieces that can
/// complete the split in that direction, and whose split is to be kept.
#[inline]
fn each_second(side: &Side, mut visit: impl FnMut(Part, u8, u128)) {
    let now = all_sources(side);
    for steps in 1..=5u8 {
        let rest = 6 - steps;
        for direction in 0..DIRECTIONS {
            for from in Bits(now[direction as usize][steps as usize]) {
                let first = Part::new(from, direction, steps);
                let after = side.after(first);
                let path = first.path();
                // Squares below the start of the first part.
                let lower = (1u128 << from) - 1;
                for second in 0..DIRECTIONS {
                    // A second part can as well be played first if it is possible now and does not
                    // land on the way of the other (leaping, nothing is in the way).
                    let in_the_way = if side.is_blocked() {
                        shifted(path, opposite(second), u32::from(rest))
                    } else {
                        0
                    };
                    let reversible = now[second as usize][rest as usize] & !in_the_way;
                    let sources = after.sources(second, rest) & !(reversible & lower);
                    visit(first, second, sources);
                }
            }
        }
    }
}

/// Calls `visit` with every split.
#[inline]
pub(super) fn each_split(side: &Side, mut visit: impl FnMut(Move)) {
    each_second(side, |first, direction, sources| {
        for from in Bits(sources) {
            visit(Move::split(first, Part::new(from, direction, 6 - first.steps())));
        }
    });
}

/// The number of splits.
pub(super) fn count_splits(side: &Side) -> u64 {
    let mut count = 0;
    each_second(side, |_, _, sources| count += u64::from(sources.count_ones()));
    count
}
