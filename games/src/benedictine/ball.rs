//! The ball's jumps: over the player's own bottles, from black square to black square.
//!
//! The nine black squares are numbered 0 to 8 (b2 d2 f2 b4 d4 f4 b6 d6 f6); a set of them is nine
//! bits, with one more bit for each goal. The ball jumps over neighbours only. So one table lookup,
//! with the own bottles around a black square, gives its jumps.

use super::board::{BLACK, SIZE, spread, square};
use crate::Seat;

/// No ball on the board: a goal has been scored.
pub(super) const NO_BALL: u8 = 9;

/// The bit of the goal that a seat attacks, in a set of ball squares.
pub(super) const GOAL: [u16; 2] = [1 << 9, 1 << 10];

/// The goals and black squares to which a seat may bring the ball.
const ALLOWED: [u16; 2] = [0x1FF | GOAL[0], 0x1FF | GOAL[1]];

/// The square number of the ball on a black square.
#[inline]
#[must_use]
pub const fn ball_square(ball: u8) -> u8 {
    square(1 + 2 * (ball % 3), 1 + 2 * (ball / 3))
}

/// The black square at a file and a rank, if there is one.
pub(super) const fn ball_at(file: u8, rank: u8) -> Option<u8> {
    let black = file < SIZE && rank < SIZE && file % 2 == 1 && rank % 2 == 1;
    if black { Some(rank / 2 * 3 + file / 2) } else { None }
}

/// `JUMPS[ball][around]`: where one jump leads, given the own bottles around the ball.
static JUMPS: [[u16; 512]; 9] = jumps();

const fn jumps() -> [[u16; 512]; 9] {
    let mut table = [[0; 512]; 9];
    let mut ball = 0;
    while ball < 9 {
        let (column, row) = (ball as i32 % 3, ball as i32 / 3);
        let mut around = 0;
        while around < 512 {
            let mut step = 0;
            while step < 9 {
                if around >> step & 1 != 0 && step != 4 {
                    let (to_column, to_row) = (column + step % 3 - 1, row + step / 3 - 1);
                    // RULING B4: only the goals lie beyond the board.
                    if to_row == 3 {
                        table[ball][around as usize] |= GOAL[0];
                    } else if to_row == -1 {
                        table[ball][around as usize] |= GOAL[1];
                    } else if to_column >= 0 && to_column < 3 {
                        table[ball][around as usize] |= 1 << (3 * to_row + to_column);
                    }
                }
                step += 1;
            }
            around += 1;
        }
        ball += 1;
    }
    table
}

/// The square before each black square, diagonally: the first of the nine around it.
const CORNER: [u8; 9] = {
    let mut table = [0; 9];
    let mut ball = 0;
    while ball < 9 {
        table[ball as usize] = ball_square(ball) - 9;
        ball += 1;
    }
    table
};

/// The bottles of `own` around a black square, as nine bits, row by row.
#[inline]
fn around(own: u64, ball: u8) -> usize {
    let rows = own >> CORNER[ball as usize];
    (rows & 7 | rows >> 5 & 0x38 | rows >> 10 & 0x1C0) as usize
}

/// The squares to which `seat` can bring a ball from the squares `from` by jumps over the bottles
/// `own`: black squares (including `from`) and the seat's goal bit.
#[inline]
pub(super) fn flood(own: u64, from: u16, seat: Seat) -> u16 {
    let mut reached = from;
    let mut frontier = from;
    while frontier != 0 {
        let ball = frontier.trailing_zeros() as u8;
        frontier &= frontier - 1;
        let fresh = JUMPS[ball as usize][around(own, ball)] & ALLOWED[seat.index()] & !reached;
        reached |= fresh;
        frontier |= fresh & 0x1FF;
    }
    reached
}

/// Black squares as a bitboard, from a set of ball squares.
#[inline]
pub(super) fn on_board(balls: u16) -> u64 {
    ON_BOARD[(balls & 0x1FF) as usize]
}

static ON_BOARD: [u64; 512] = on_board_table();

const fn on_board_table() -> [u64; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut ball = 0;
        while ball < 9 {
            if set >> ball & 1 != 0 {
                table[set] |= 1 << ball_square(ball);
            }
            ball += 1;
        }
        set += 1;
    }
    table
}

/// The squares next to any black square of a set. Bottles elsewhere do not matter to a ball that
/// reaches only these black squares.
#[inline]
pub(super) fn beside(balls: u16) -> u64 {
    BESIDE[(balls & 0x1FF) as usize]
}

static BESIDE: [u64; 512] = beside_table();

const fn beside_table() -> [u64; 512] {
    let mut table = on_board_table();
    let mut set = 0;
    while set < 512 {
        table[set] = spread(table[set]) & !BLACK;
        set += 1;
    }
    table
}

/// The black squares that the ball can reach from black square `ball` (0 to 8, b2 to f6 rank by
/// rank) over a seat's bottles `own` as they stand. There is a bit for each black square, `ball`
/// included; bit 9 or 10 is the goal of the first or second seat.
#[inline]
#[must_use]
pub fn ball_reach(own: u64, ball: u8, seat: Seat) -> u16 {
    flood(own, 1 << ball, seat)
}
