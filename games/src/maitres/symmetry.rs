//! The mirror images: left and right, and the two sides.

use super::board::{SIZE, square};
use super::moves::{Move, Part};
use super::position::{NO_MASTER, Position};
use super::rules::Maitres;
use crate::{Bits, Seat, Symmetric};

/// Symmetry 0 exchanges left and right, symmetry 1 the two sides (and up and down).
impl Symmetric for Maitres {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_position(&self, symmetry: usize, position: &Position) -> Position {
        let map_bits = |bits: u128| {
            Bits(bits).fold(0u128, |image, square| image | 1 << map_square(symmetry, square))
        };
        let mut pieces = [0; 2];
        let mut masters = [NO_MASTER; 2];
        for seat in [Seat::FIRST, Seat::SECOND] {
            let image = self.map_seat(symmetry, seat).index();
            pieces[image] = map_bits(position.pieces(seat));
            if position.master(seat) != NO_MASTER {
                masters[image] = map_square(symmetry, position.master(seat));
            }
        }
        let smalls = map_bits(position.smalls(Seat::FIRST) | position.smalls(Seat::SECOND));
        let side = self.map_seat(symmetry, position.side());
        Position::new(pieces, smalls, masters, side, position.die())
    }

    fn map_move(&self, symmetry: usize, position: &Position, mv: Move) -> Move {
        let image = |part: Part| {
            let direction = map_direction(symmetry, part.direction());
            Part::new(map_square(symmetry, part.from()), direction, part.steps())
        };
        match (mv.first(), mv.second()) {
            (Some(first), Some(second)) => {
                self.in_order(&self.map_position(symmetry, position), image(first), image(second))
            }
            (Some(first), None) => Move::single(image(first)),
            _ => Move::PASS,
        }
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        if symmetry == 0 { seat } else { seat.other() }
    }
}

fn map_square(symmetry: usize, at: u8) -> u8 {
    let (file, rank) = (at % SIZE, at / SIZE);
    if symmetry == 0 { square(SIZE - 1 - file, rank) } else { square(file, SIZE - 1 - rank) }
}

/// Directions are north, north-east, east, north-west and their opposites, in the same order.
fn map_direction(symmetry: usize, direction: u8) -> u8 {
    const LEFT_RIGHT: [u8; 8] = [0, 3, 6, 1, 4, 7, 2, 5];
    const UP_DOWN: [u8; 8] = [4, 7, 2, 5, 0, 3, 6, 1];
    if symmetry == 0 { LEFT_RIGHT[direction as usize] } else { UP_DOWN[direction as usize] }
}
