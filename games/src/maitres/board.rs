//! The board as 81 bits, square = 9 * rank + file, and lines in eight directions.

use crate::Seat;

/// Files and ranks.
pub const SIZE: u8 = 9;

/// Red, who moves first and plays up the board.
pub const RED: Seat = Seat::FIRST;
/// Brown, who plays down the board.
pub const BROWN: Seat = Seat::SECOND;

/// The squares of the first rank; shift by 9 for each further rank.
pub const RANK: u128 = 0x1FF;

/// All 81 squares.
pub const BOARD: u128 = (1 << 81) - 1;

/// The home rank of each seat.
pub const HOME: [u128; 2] = [RANK, RANK << 72];

/// The ranks of the smalls at the start, second from home.
pub(super) const SECOND: [u128; 2] = [RANK << 9, RANK << 63];

/// The number of directions. 0 to 3 lead to higher squares (north, north-east, east, north-west), 4
/// to 7 are their opposites in the same order.
pub(super) const DIRECTIONS: u8 = 8;

/// The direction of a small of each seat.
pub(super) const FORWARD: [u8; 2] = [0, 4];

/// File and rank steps of each direction.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (-1, 1), (0, -1), (-1, -1), (-1, 0), (1, -1)];

/// The direction of a step by some files and ranks.
pub(super) fn direction_of(files: i32, ranks: i32) -> Option<u8> {
    STEPS.iter().position(|&step| step == (files, ranks)).map(|direction| direction as u8)
}

/// How far one step of each of the first four directions goes in square numbers.
const SHIFT: [u32; 4] = [9, 10, 1, 8];

/// The direction that leads back.
#[inline]
pub(super) const fn opposite(direction: u8) -> u8 {
    direction ^ 4
}

/// The square of a file and a rank, both from 0.
pub(super) const fn square(file: u8, rank: u8) -> u8 {
    SIZE * rank + file
}

/// Squares moved by `steps` in a direction. The caller masks out lines that leave the board.
#[inline]
pub(super) const fn shifted(squares: u128, direction: u8, steps: u32) -> u128 {
    let by = SHIFT[direction as usize & 3] * steps;
    if direction < 4 { squares << by } else { squares >> by }
}

/// The distance of `steps` steps in a direction, in square numbers: `LEAP[direction + 8 * steps]`.
pub(super) static LEAP: [i8; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let by = SHIFT[index & 3] as i8 * (index / 8) as i8;
        table[index] = if index & 7 < 4 { by } else { -by };
        index += 1;
    }
    table
};

/// `STAY[direction][steps]`: the squares from which `steps` steps stay on the board.
pub(super) static STAY: [[u128; 7]; 8] = stay();

const fn stay() -> [[u128; 7]; 8] {
    let mut table = [[0; 7]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut steps = 0;
        while steps < 7 {
            let mut at = 0;
            while at < 81 {
                let file = at % 9 + STEPS[direction].0 * steps;
                let rank = at / 9 + STEPS[direction].1 * steps;
                if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
                    table[direction][steps as usize] |= 1 << at;
                }
                at += 1;
            }
            steps += 1;
        }
        direction += 1;
    }
    table
}

/// The squares from each square to the edge in each direction, without itself.
static RAY: [[u128; 81]; 8] = rays();

const fn rays() -> [[u128; 81]; 8] {
    let mut table = [[0; 81]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut at = 0;
        while at < 81 {
            let (mut file, mut rank) = (at % 9, at / 9);
            loop {
                file += STEPS[direction].0;
                rank += STEPS[direction].1;
                if file < 0 || file > 8 || rank < 0 || rank > 8 {
                    break;
                }
                table[direction][at as usize] |= 1 << (9 * rank + file);
            }
            at += 1;
        }
        direction += 1;
    }
    table
}

/// All squares from `square` to the edge in a direction, without itself.
#[inline]
pub(super) fn ray(square: u8, direction: u8) -> u128 {
    RAY[direction as usize][square as usize]
}

/// The square of a set on a ray that is nearest to the start of the ray.
#[inline]
pub(super) fn nearest(squares: u128, direction: u8) -> u128 {
    if squares == 0 {
        0
    } else if direction < 4 {
        squares & squares.wrapping_neg()
    } else {
        1 << (127 - squares.leading_zeros())
    }
}

/// The steps between two squares in line.
#[inline]
pub(super) fn distance(one: u8, other: u8) -> u8 {
    DISTANCE[one as usize][other as usize]
}

static DISTANCE: [[u8; 81]; 81] = distances();

const fn distances() -> [[u8; 81]; 81] {
    let mut table = [[0; 81]; 81];
    let mut pair: i32 = 0;
    while pair < 81 * 81 {
        let (one, other) = (pair / 81, pair % 81);
        let files = (one % 9 - other % 9).abs();
        let ranks = (one / 9 - other / 9).abs();
        table[one as usize][other as usize] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    table
}
