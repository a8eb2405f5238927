//! The board as a seat sees it, his home rank first.

use games::Seat;
use games::benedictine::{GREEN, Position};

/// The column of the ball, and its row from a seat's home.
#[inline]
pub(super) fn ball(position: &Position, seat: Seat) -> (usize, usize) {
    let (column, row) = (usize::from(position.ball() % 3), usize::from(position.ball() / 3));
    (column, if seat == GREEN { row } else { 2 - row })
}

/// A set of squares as a seat sees it, his home rank first; or its mirror image.
#[inline]
pub(super) fn view(set: u64, seat: Seat, mirrored: bool) -> u64 {
    match (seat == GREEN, mirrored) {
        (true, false) => set,
        (false, false) => set.swap_bytes() >> 8,
        (true, true) => (set.reverse_bits() >> 9).swap_bytes() >> 8,
        (false, true) => set.reverse_bits() >> 9,
    }
}

#[cfg(test)]
mod tests {
    use games::benedictine::AMBER;

    use super::*;

    #[test]
    fn views_turn_the_board() {
        let square = |file: u32, rank: u32| 1u64 << (8 * rank + file);
        for (file, rank) in [(0, 0), (6, 0), (2, 5), (4, 6)] {
            for (seat, mirrored, image) in [
                (GREEN, false, (file, rank)),
                (GREEN, true, (6 - file, rank)),
                (AMBER, false, (file, 6 - rank)),
                (AMBER, true, (6 - file, 6 - rank)),
            ] {
                assert_eq!(view(square(file, rank), seat, mirrored), square(image.0, image.1));
            }
        }
    }
}
