//! Inputs of the net: tokens by number and square as who is to move sees the board, what each side has captured, and the stage.
//!
//! Of a position and its mirror image one is looked at for both: the one whose set of own tokens, or else of the other's, is the
//! smaller number, the highest square its highest bit.

use games::ruches::{ALL, Position, Stage};
use games::{Bits, Seat};

use super::diamonds::mirror;

const SQUARES: usize = 31;
/// Inputs for the tokens of a side: ten values on each square.
const TOKENS: usize = 10 * SQUARES;
/// The first input for captured tokens: ten numbers of a side.
const CAPTURED: usize = 2 * TOKENS;
/// The first input for the stage of the game.
const STAGES: usize = CAPTURED + 2 * 10;
/// All inputs.
pub(super) const INPUTS: usize = STAGES + 2;

/// The inputs that are on.
#[inline]
pub(super) fn inputs(position: &Position) -> impl Iterator<Item = usize> {
    let mover = position.side();
    let look = &LOOKS[2 * mover.index() + usize::from(is_mirrored(position))];
    let stage = STAGES + usize::from(position.phase() == Stage::Play);
    let sides = [mover, mover.other()].into_iter().zip([0, 1]).flat_map(move |(seat, place)| {
        let tokens = Bits(u64::from(position.tokens(seat))).map(move |square| {
            let value = usize::from(position.value(square)) - 1;
            TOKENS * place + SQUARES * value + usize::from(look[square as usize & 31])
        });
        let captured = Bits(u64::from(position.captured(seat)));
        tokens.chain(captured.map(move |number| CAPTURED + 10 * place + usize::from(number)))
    });
    sides.chain(std::iter::once(stage))
}

/// Whether the mirror image is looked at.
#[inline]
fn is_mirrored(position: &Position) -> bool {
    let mover = position.side();
    // Of boards with tokens on the same squares their values decide.
    let sets = [position.tokens(mover), position.tokens(mover.other())];
    let mut sets = sets.into_iter().chain(*position.planes());
    let compared = sets.find_map(|set| {
        let seen = if mover == Seat::FIRST { set } else { set.reverse_bits() >> 1 };
        let image = mirrored(seen);
        (seen != image).then_some(image < seen)
    });
    compared.unwrap_or(false)
}

/// The squares of a set with files a and g exchanged.
#[inline]
const fn mirrored(set: u32) -> u32 {
    // Ranks of three and of four squares take turns.
    const PLACE: u32 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28;
    let outer = (set & PLACE) << 2 | set >> 2 & PLACE;
    let four = (set & PLACE << 3) << 3 | set >> 3 & PLACE << 3;
    let inner = (set & PLACE << 4) << 1 | set >> 1 & PLACE << 4;
    outer | set & PLACE << 1 | (four | inner) & ALL
}

/// Where a square is for a seat, and in the mirror image of what he sees.
static LOOKS: [[u8; 32]; 4] = {
    let mut table = [[0; 32]; 4];
    let mut square = 0;
    while square < SQUARES as u8 {
        let turned = SQUARES as u8 - 1 - square;
        let index = square as usize;
        table[0][index] = square;
        table[1][index] = mirror(square);
        table[2][index] = turned;
        table[3][index] = mirror(turned);
        square += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_squares_have_the_same_image() {
        for square in 0..SQUARES as u8 {
            assert_eq!(mirrored(1 << square), 1 << mirror(square), "{square}");
        }
        assert_eq!(mirrored(ALL), ALL);
    }
}
