//! Diamonds: four squares that touch, with a weight for each pattern.
//!
//! The value of a token depends less on its number than on the enemies that can still beat it. So a
//! pattern has for each square: empty, or the side and the class of the token.
//!
//! A diamond shares its weights with its mirror image, and with the other seat's diamond after half
//! a turn. So each seat looks at the board twice, unchanged and mirrored. Each look takes the
//! diamonds of the farther half, on the left and in the middle.

use games::ruches::{Position, rank_of};
use games::{Bits, Seat};

/// The states of a square: empty, or a token of either side and one of four classes.
const STATES: usize = 9;
/// The number of patterns of a diamond.
const FILLINGS: usize = STATES * STATES * STATES * STATES;
/// The lowest squares of the diamonds that a look takes in: c4, b5 and d5, c6, b7 and d7, as the
/// seat sees the board.
const LOWEST: [u8; 6] = [11, 14, 15, 18, 21, 22];
/// All weights.
pub(super) const WEIGHTS: usize = LOWEST.len() * FILLINGS;

/// A token that only an equal token can stop: the 0.
const ZERO_CLASS: u8 = 3;

/// The classes of the tokens on the board, by square. Entries of empty squares are not used.
pub(super) type TokenClasses = [u8; 32];

/// The class of a token, by its value and the number of enemies that can still meet and beat it.
#[inline]
pub(super) fn class(value: usize, beaten_by: u32) -> u8 {
    if value == 10 { ZERO_CLASS } else { beaten_by.min(2) as u8 }
}

/// Squares of the diamonds, by look and number.
static SQUARES: [[[u8; 4]; LOWEST.len()]; 4] = squares();

const fn squares() -> [[[u8; 4]; LOWEST.len()]; 4] {
    let mut table = [[[0; 4]; LOWEST.len()]; 4];
    let mut entry = 0;
    while entry < 4 * LOWEST.len() * 4 {
        let (look, diamond, place) = (entry / 24, entry / 4 % 6, entry % 4);
        let square = LOWEST[diamond] + [0, 3, 4, 7][place];
        // Half a turn maps square s to 30 - s. Looks 2 and 3 are those of the other seat.
        let turned = if look >= 2 { 30 - square } else { square };
        let mirrored = (look == 1) | (look == 2);
        table[look][diamond][place] = if mirrored { mirror(turned) } else { turned };
        entry += 1;
    }
    table
}

/// The square with files a and g exchanged.
pub(super) const fn mirror(square: u8) -> u8 {
    let place = square % 7;
    square - place + if place < 3 { 2 - place } else { 9 - place }
}

/// The state of each square, as a seat sees it.
#[inline]
pub(super) fn states(position: &Position, classes: &TokenClasses, seat: Seat) -> [u8; 32] {
    let mut states = [0u8; 32];
    for square in Bits(u64::from(position.tokens(seat))) {
        states[square as usize & 31] = 1 + classes[square as usize & 31];
    }
    for square in Bits(u64::from(position.tokens(seat.other()))) {
        states[square as usize & 31] = 5 + classes[square as usize & 31];
    }
    states
}

/// The number of each weight that counts for a seat in one of its two looks.
#[inline]
pub(super) fn diamonds(
    states: &[u8; 32],
    seat: Seat,
    mirrored: bool,
) -> impl Iterator<Item = usize> {
    let look = &SQUARES[2 * seat.index() + usize::from(mirrored)];
    look.iter().enumerate().map(|(diamond, squares)| {
        let digits = squares.iter().rev();
        let filling = digits.fold(0, |filling, &square| {
            STATES * filling + usize::from(states[square as usize & 31])
        });
        diamond * FILLINGS + filling
    })
}

// The lowest squares are where the farther half begins.
const _: () = assert!(rank_of(LOWEST[0]) == 3 && rank_of(LOWEST[5]) == 6);

#[cfg(test)]
mod tests {
    use super::*;

    /// The looks of both seats cover each square except the corners, which touch only one other
    /// square.
    #[test]
    fn diamonds_cover_the_board() {
        let seen = SQUARES.iter().flatten().flatten().fold(0u32, |set, square| set | 1 << square);
        assert_eq!(seen.count_ones(), 31, "{seen:031b}");
    }

    #[test]
    fn looks_are_images() {
        for (look, table) in SQUARES.iter().enumerate() {
            for (diamond, squares) in table.iter().enumerate() {
                for (place, &square) in squares.iter().enumerate() {
                    let first = SQUARES[0][diamond][place];
                    let rank = if look >= 2 { 8 - rank_of(first) } else { rank_of(first) };
                    assert_eq!(rank_of(square), rank);
                    let image = SQUARES[look ^ 1][diamond][place];
                    assert_eq!(mirror(square), image);
                }
            }
        }
    }
}
