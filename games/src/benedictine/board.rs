//! The board as bits: square = 8 * rank + file. File h is a margin that stays empty.
//!
//! ```text
//! 7 | .  .  .  .  .  .  .     black squares, for the ball: b2 d2 f2 b4 d4 f4 b6 d6 f6
//! 6 | .  #  .  #  .  #  .     all others are green, for the bottles
//! 5 | .  .  .  .  .  .  .
//! 4 | .  #  .  #  .  #  .
//! 3 | .  .  .  .  .  .  .
//! 2 | .  #  .  #  .  #  .
//! 1 | .  .  .  .  .  .  .
//!     a  b  c  d  e  f  g
//! ```

use crate::Seat;

/// Files and ranks.
pub(super) const SIZE: u8 = 7;

/// Green, who moves first and plays up the board.
pub const GREEN: Seat = Seat::FIRST;
/// Amber, who plays down the board.
pub const AMBER: Seat = Seat::SECOND;

/// The squares of the first rank; shift by 8 for each further rank.
pub const RANK: u64 = 0x7F;

/// All 49 squares.
pub(super) const BOARD: u64 = 0x007F_7F7F_7F7F_7F7F;

/// The nine squares of the ball.
pub const BLACK: u64 = 0x0000_2A00_2A00_2A00;

/// The forty squares of the bottles.
pub const GREEN_SQUARES: u64 = BOARD & !BLACK;

/// The home rank of each seat.
pub const HOME: [u64; 2] = [RANK, RANK << 48];

/// The eight directions as steps between square numbers; the first four go up.
pub(super) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// The square of a file and a rank, both from 0.
pub(super) const fn square(file: u8, rank: u8) -> u8 {
    8 * rank + file
}

/// c3 e3 c5 e5, each between four black squares.
pub(super) const CROSSINGS: u64 = 0x14 << 16 | 0x14 << 32;

/// The squares of a bitboard moved by one step in each of the eight directions.
#[inline]
pub(super) const fn spread(squares: u64) -> u64 {
    let row = squares | squares << 1 | squares >> 1;
    (row | row << 8 | row >> 8) & BOARD
}

/// The neighbours of each square, by square number.
pub(super) static NEIGHBOURS: [u64; 56] = neighbours();

const fn neighbours() -> [u64; 56] {
    let mut table = [0; 56];
    let mut square = 0;
    while square < 56 {
        let bit = 1u64 << square;
        if bit & BOARD != 0 {
            table[square] = spread(bit) & !bit;
        }
        square += 1;
    }
    table
}
