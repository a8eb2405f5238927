//! Rings: the eight green squares around a black one, with a weight for each pattern and place of
//! the ball.
//!
//! A ring shares its weights with its mirror image, and with the other seat's ring after half a
//! turn. So each seat looks at the board twice, unchanged and mirrored. Each look takes the rings
//! of the two rows farther from its home, in the left and the middle column.

use games::Seat;
use games::benedictine::Position;

use super::view::{ball, view};

/// Patterns of a ring, to the base 3: an empty square, an own bottle, an enemy bottle.
const FILLINGS: usize = 6561;
/// Places of the ball.
const BALLS: usize = 9;
/// The rings that a look takes in, by column and row of their black squares as the looking seat
/// sees them.
const RINGS: [(u32, u32); 4] = [(0, 1), (1, 1), (0, 2), (1, 2)];
/// All weights.
pub(super) const WEIGHTS: usize = RINGS.len() * BALLS * FILLINGS;

/// The number to the base 3 that has the digit 1 for each square of a ring, for each set of nine
/// squares row by row. The fifth is the black square, which never has a bottle.
static DIGITS: [u16; 512] = digits();

const fn digits() -> [u16; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut square, mut worth) = (0, 1);
        while square < 9 {
            if square != 4 {
                table[set] += worth * (set >> square & 1) as u16;
                worth *= 3;
            }
            square += 1;
        }
        set += 1;
    }
    table
}

/// The number of each weight that counts for a seat in one of its two looks.
#[inline]
pub(super) fn rings(
    position: &Position,
    seat: Seat,
    mirrored: bool,
) -> impl Iterator<Item = usize> {
    let (column, row) = ball(position, seat);
    let own = view(position.bottles(seat), seat, mirrored);
    let others = view(position.bottles(seat.other()), seat, mirrored);
    let place_of_ball = 3 * row + if mirrored { 2 - column } else { column };
    RINGS.iter().enumerate().map(move |(number, &place)| {
        let filling = ring(own, place) + 2 * ring(others, place);
        (number * BALLS + place_of_ball) * FILLINGS + filling
    })
}

/// The ring around the black square of a column and a row, from those of a set.
#[inline]
fn ring(set: u64, (column, row): (u32, u32)) -> usize {
    let rows = set >> (2 * column + 16 * row);
    let squares = rows & 7 | rows >> 5 & 0x38 | rows >> 10 & 0x1C0;
    usize::from(DIGITS[squares as usize])
}

#[cfg(test)]
mod tests {
    use games::benedictine::BLACK;

    use super::*;

    #[test]
    fn rings_are_around_black_squares() {
        for (column, row) in RINGS {
            let mut seen = 0;
            for square in (0..56u32).filter(|square| square % 8 < 7) {
                let digit = ring(1 << square, (column, row));
                let (file, rank) = (square % 8, square / 8);
                let near = file.abs_diff(2 * column + 1) <= 1 && rank.abs_diff(2 * row + 1) <= 1;
                let black = BLACK >> square & 1 != 0;
                assert_eq!(digit != 0, near && !black, "{square}");
                seen += digit;
            }
            assert_eq!(seen, FILLINGS / 2, "each digit once");
        }
    }
}
