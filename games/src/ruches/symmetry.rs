//! The mirror images: left and right, and the two sides.

use super::board::{FILES, RANKS, file_of, rank_of, square_at};
use super::moves::{Move, squares};
use super::position::Position;
use super::rules::Ruches;
use crate::{Seat, Symmetric};

/// Symmetry 0 exchanges left and right, symmetry 1 the two sides (and up and down).
///
/// The exchange of sides keeps the rules, but not the start, because A places first. The image of a
/// position of the placement phase has B to place first, or one token ahead; no position text can
/// express that.
impl Symmetric for Ruches {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_position(&self, symmetry: usize, position: &Position) -> Position {
        let map = |square| map_square(symmetry, square);
        let side = self.map_seat(symmetry, position.side());
        let mut image = Position::empty(position.phase(), side);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let target = self.map_seat(symmetry, seat);
            for square in squares(position.tokens(seat)) {
                image.toggle(target, position.value(square), map(square));
            }
            for number in squares(u32::from(position.captured(seat))) {
                image.add_captured(target, number);
            }
        }
        let removable = position.removable().map(map);
        let liable = squares(position.liable()).fold(0, |set, square| set | 1 << map(square));
        image.mark(removable, liable);
        image
    }

    fn map_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        mv.mapped(|square| map_square(symmetry, square))
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        if symmetry == 0 { seat } else { seat.other() }
    }
}

fn map_square(symmetry: usize, square: u8) -> u8 {
    let (file, rank) = (file_of(square), rank_of(square));
    let image = if symmetry == 0 {
        square_at(FILES - 1 - file, rank)
    } else {
        square_at(file, RANKS - 1 - rank)
    };
    image.expect("the image of a dark square is dark")
}
