//! The numbers of moves.

use super::board::STAY;
use super::moves::{Move, Part};
use super::position::Position;
use super::rules::Maitres;
use crate::{Actions, Game};

/// The parts of each number of steps that stay on the board.
const PARTS: [u32; 7] = [0, 544, 448, 360, 280, 208, 144];
/// The parts with fewer steps.
const SMALLER: [u32; 7] = [0, 0, 544, 992, 1352, 1632, 1840];
/// All parts.
const ALL: u32 = 1984;
/// The pairs of parts of 1 and 5 steps, of 2 and 4, and of 3 and 3.
const PAIRS: [u32; 3] = [PARTS[1] * PARTS[5], PARTS[2] * PARTS[4], PARTS[3] * PARTS[3]];

impl Actions for Maitres {
    /// A bound for 18 pieces that move in all directions, if none is in the way of another: 54
    /// moves of six steps, and 21,404 splits, as counted from the directions that stay on the board
    /// from each square.
    fn most_moves(&self) -> usize {
        54 + 21_404
    }

    fn actions(&self) -> u32 {
        1 + ALL + PAIRS[0] + PAIRS[1] + PAIRS[2]
    }

    fn each_action(&self, position: &Position, mut visit: impl FnMut(Move, u32)) {
        self.each_move(position, |mv| visit(mv, number(mv)));
    }
}

/// A pass, then single moves, then splits. A split is a pair of parts in no order: first the one
/// with fewer steps or, with equal steps, the one from the lower square.
fn number(mv: Move) -> u32 {
    let Some(first) = mv.first() else { return 0 };
    let Some(second) = mv.second() else {
        return 1 + SMALLER[first.steps() as usize] + part(first);
    };
    let swapped = (second.steps(), second.from()) < (first.steps(), first.from());
    let (short, long) = if swapped { (second, first) } else { (first, second) };
    let kind = short.steps() as usize - 1;
    let before: u32 = PAIRS[..kind].iter().sum();
    1 + ALL + before + part(short) * PARTS[long.steps() as usize] + part(long)
}

/// The number of a part among those with as many steps: by direction, then by square.
fn part(part: Part) -> u32 {
    let stay = |direction: usize| STAY[direction][part.steps() as usize];
    let direction = part.direction() as usize;
    let before: u32 = (0..direction).map(|direction| stay(direction).count_ones()).sum();
    before + (stay(direction) & ((1 << part.from()) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted() {
        for steps in 1..=6_usize {
            let count: u32 = STAY.iter().map(|stay| stay[steps].count_ones()).sum();
            assert_eq!(PARTS[steps], count);
            assert_eq!(SMALLER[steps], PARTS[..steps].iter().sum());
        }
        assert_eq!(ALL, PARTS.iter().sum());
    }

    /// The most splits of two pieces depend on the directions that are left to each. With 18 pieces
    /// each piece is in 17 pairs.
    #[test]
    fn the_bound_follows_from_the_board() {
        let ways = |square: u32, steps: usize| -> u32 {
            STAY.iter().map(|stay| (stay[steps] >> square & 1) as u32).sum()
        };
        let splits = |one, other| -> u32 {
            let pairs = (1..=5).map(|steps| ways(one, steps) * ways(other, 6 - steps));
            pairs.sum()
        };
        let most = |mut values: Vec<u32>, count| -> u32 {
            values.sort_unstable_by(|one, other| other.cmp(one));
            values[..count].iter().sum()
        };
        let of_piece = |one| {
            let others = (0..81).filter(|&other| other != one);
            most(others.map(|other| splits(one, other)).collect(), 17)
        };
        assert_eq!(most((0..81).map(of_piece).collect(), 18) / 2, 21_404);
        assert_eq!(most((0..81).map(|square| ways(square, 6)).collect(), 18), 54);
    }
}
