//! The 31 dark squares as bits, rank by rank from b1 (bit 0) to f9 (bit 30), and the four
//! diagonals.
//!
//! ```text
//! 9    28   29   30
//! 8  24   25   26   27
//! 7    21   22   23
//! 6  17   18   19   20
//! 5    14   15   16
//! 4  10   11   12   13
//! 3     7    8    9
//! 2   3    4    5    6
//! 1     0    1    2
//!    a  b  c  d  e  f  g
//! ```
//! Two ranks hold seven squares, so that each diagonal is one shift on the whole board.

use crate::Seat;

/// Files of the board.
pub(super) const FILES: u8 = 7;
/// Ranks of the board.
pub(super) const RANKS: u8 = 9;

/// The bees, who begin and move up the board.
pub const A: Seat = Seat::FIRST;
/// The drones, who move down the board.
pub const B: Seat = Seat::SECOND;

/// RULING R1: all dark squares.
pub const ALL: u32 = (1 << 31) - 1;
/// The home squares of each seat, ten each.
pub const HOME: [u32; 2] = [0x3FF, 0x3FF << 21];
/// The border that the tokens of each seat want to reach.
pub const BORDER: [u32; 2] = [0b111 << 28, 0b111];

/// The two directions in which each seat's tokens move: 0 up and left, 1 up and right, 2 down and
/// left, 3 down and right.
pub const FORWARD: [[u8; 2]; 2] = [[0, 1], [2, 3]];

/// No square.
pub(super) const NOWHERE: u8 = 31;

const FILE_A: u32 = 1 << 3 | 1 << 10 | 1 << 17 | 1 << 24;
const FILE_G: u32 = FILE_A << 3;

/// The direction that leads back.
#[inline]
#[must_use]
pub const fn opposite(direction: u8) -> u8 {
    3 - direction
}

/// Squares moved by one step in a direction; those that leave the board are dropped.
#[inline]
#[must_use]
pub const fn shifted(squares: u32, direction: u8) -> u32 {
    match direction {
        0 => (squares & !FILE_A) << 3 & ALL,
        1 => (squares & !FILE_G) << 4 & ALL,
        2 => (squares & !FILE_A) >> 4,
        _ => (squares & !FILE_G) >> 3,
    }
}

/// The neighbours ahead of a set of squares, in both directions of a seat.
#[inline]
#[must_use]
pub const fn ahead(squares: u32, seat: Seat) -> u32 {
    let [left, right] = FORWARD[seat.index()];
    shifted(squares, left) | shifted(squares, right)
}

/// The square one step away in a direction, or [`NOWHERE`].
#[inline]
pub(super) fn neighbour(square: u8, direction: u8) -> u8 {
    NEIGHBOURS[direction as usize & 3][square as usize & 31]
}

static NEIGHBOURS: [[u8; 32]; 4] = {
    let mut table = [[NOWHERE; 32]; 4];
    let mut entry = 0;
    while entry < 4 * 31 {
        let (direction, square) = (entry / 31, entry % 31);
        let target = shifted(1 << square, direction as u8);
        if target != 0 {
            table[direction][square] = target.trailing_zeros() as u8;
        }
        entry += 1;
    }
    table
};

/// The rank of a square, 0 to 8.
#[inline]
#[must_use]
pub const fn rank_of(square: u8) -> u8 {
    // Seven squares in two ranks, three of them in the first.
    2 * (square / 7) + (square % 7 >= 3) as u8
}

/// The file of a square, 0 to 6.
pub(super) const fn file_of(square: u8) -> u8 {
    let place = square % 7;
    if place < 3 { 2 * place + 1 } else { 2 * (place - 3) }
}

/// The dark square at a file and a rank, if it is one.
pub(super) const fn square_at(file: u8, rank: u8) -> Option<u8> {
    let on_board = file < FILES && rank < RANKS;
    if !on_board || (file + rank).is_multiple_of(2) {
        return None;
    }
    let odd = rank % 2;
    Some(7 * (rank / 2) + 3 * odd + file / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_names_of_their_own() {
        let mut seen = 0;
        for rank in 0..RANKS {
            for file in 0..FILES {
                let Some(square) = square_at(file, rank) else { continue };
                assert_eq!((file_of(square), rank_of(square)), (file, rank));
                assert_eq!(square, seen, "rank by rank");
                seen += 1;
            }
        }
        assert_eq!(seen, 31);
    }

    #[test]
    fn shifts_are_diagonal_steps() {
        for square in 0..31 {
            for (direction, (files, ranks)) in (0..).zip([(-1, 1), (1, 1), (-1, -1), (1, -1)]) {
                let file = file_of(square).checked_add_signed(files);
                let rank = rank_of(square).checked_add_signed(ranks);
                let target = file.zip(rank).and_then(|(file, rank)| square_at(file, rank));
                assert_eq!(neighbour(square, direction), target.unwrap_or(NOWHERE));
                let bits = target.map_or(0, |target| 1 << target);
                assert_eq!(shifted(1 << square, direction), bits, "{square} {direction}");
                if let Some(target) = target {
                    assert_eq!(neighbour(target, opposite(direction)), square);
                }
            }
        }
    }
}
