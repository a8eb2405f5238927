//! Inputs of the net: tokens by number and square as the side to move sees the board, the captured
//! numbers of each side, and the stage.
//!
//! A position and its mirror image are evaluated as one: the one whose set of own tokens is the
//! smaller number, or, if these are equal, whose set of enemy tokens is.

use games::Seat;
use games::ruches::{ALL, Position, Stage};

use crate::{Inputs, Net};

const SQUARES: usize = 31;
/// All inputs: each side's tokens by value and square, its captured numbers, and two stages.
pub(super) const INPUTS: usize = 2 * 10 * SQUARES + 2 * 10 + 2;

/// The board as the side to move sees it, or its mirror image.
pub(super) struct Seen {
    /// The perspective, one of four: the seat, and whether the board is mirrored.
    pub(super) perspective: usize,
    /// The own tokens, and the enemy's.
    tokens: [u32; 2],
    /// The bits of their values, the lowest first.
    planes: [u32; 4],
}

impl Seen {
    #[inline]
    pub(super) fn new(position: &Position) -> Self {
        let mover = position.side();
        let ([p0, p1, p2, p3], tokens) = (*position.planes(), |seat| position.tokens(seat));
        let mut sets = [tokens(mover), tokens(mover.other()), p0, p1, p2, p3];
        if mover != Seat::FIRST {
            sets = sets.map(|set| set.reverse_bits() >> 1);
        }
        // If the tokens are on the same squares, their values decide.
        let smaller = |&set: &u32| (set != mirrored(set)).then(|| mirrored(set) < set);
        let is_mirrored = sets.iter().find_map(smaller).unwrap_or(false);
        if is_mirrored {
            sets = sets.map(mirrored);
        }
        let [own, others, planes @ ..] = sets;
        let perspective = 2 * mover.index() + usize::from(is_mirrored);
        Self { perspective, tokens: [own, others], planes }
    }

    /// The tokens of a side by their values from 1, two values in a set.
    #[inline]
    fn by_value(&self, side: usize) -> [u64; 5] {
        let [p0, p1, p2, p3] = self.planes;
        let low = [!p1 & !p0, !p1 & p0, p1 & !p0, p1 & p0];
        let tokens = self.tokens[side];
        let high = [!p3 & !p2 & tokens, p2 & tokens, p3 & tokens];
        let of = |value: usize| u64::from(high[value / 4] & low[value % 4]);
        [1, 3, 5, 7, 9].map(|value| of(value) | of(value + 1) << SQUARES)
    }
}

/// The number of sets of inputs: one for each two values of a side's tokens, and one for captures
/// and the stage.
const SETS: usize = 2 * 5 + 1;

/// The inputs that are on.
#[inline]
pub(super) fn inputs(position: &Position, seen: &Seen) -> [Inputs; SETS] {
    let mover = position.side();
    let captured = |seat: Seat| u64::from(position.captured(seat));
    let plays = u64::from(position.phase() == Stage::Play);
    let mut sets = [captured(mover) | captured(mover.other()) << 10 | 1 << 20 << plays; SETS];
    sets[..5].copy_from_slice(&seen.by_value(0));
    sets[5..10].copy_from_slice(&seen.by_value(1));
    std::array::from_fn(|set| Inputs { first: 2 * SQUARES * set, on: sets[set] })
}

/// The stage of the game: the placement, then by the number of captured tokens.
#[inline]
pub(super) fn stage(position: &Position) -> usize {
    if position.phase() != Stage::Play {
        return 0;
    }
    let captured = [Seat::FIRST, Seat::SECOND].map(|seat| position.captured(seat).count_ones());
    (1 + captured.iter().sum::<u32>() as usize / 2).min(Net::STAGES - 1)
}

/// The squares of a set with files a and g exchanged.
#[inline]
const fn mirrored(set: u32) -> u32 {
    // Ranks have three and four squares in turn.
    const PLACE: u32 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28;
    let outer = (set & PLACE) << 2 | set >> 2 & PLACE;
    let four = (set & PLACE << 3) << 3 | set >> 3 & PLACE << 3;
    let inner = (set & PLACE << 4) << 1 | set >> 1 & PLACE << 4;
    outer | set & PLACE << 1 | (four | inner) & ALL
}

#[cfg(test)]
mod tests {
    use super::super::diamonds::mirror;
    use super::*;

    #[test]
    fn sets_and_squares_have_the_same_image() {
        for square in 0..SQUARES as u8 {
            assert_eq!(mirrored(1 << square), 1 << mirror(square), "{square}");
        }
        assert_eq!(mirrored(ALL), ALL);
    }
}
