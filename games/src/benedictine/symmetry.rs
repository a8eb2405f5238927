//! The mirror images: left and right, and the two sides.

use super::ball::NO_BALL;
use super::board::{SIZE, square};
use super::moves::{Ball, Move};
use super::position::Position;
use super::rules::Benedictine;
use crate::{Bits, Seat, Symmetric};

/// Symmetry 0 exchanges left and right, symmetry 1 the two sides (and up and down).
impl Symmetric for Benedictine {
    fn symmetries(&self) -> usize {
        2
    }

    fn map_position(&self, symmetry: usize, position: &Position) -> Position {
        let mut bottles = [0; 2];
        for seat in [Seat::FIRST, Seat::SECOND] {
            for square in Bits(position.bottles(seat)) {
                bottles[self.map_seat(symmetry, seat).index()] |= 1 << map_square(symmetry, square);
            }
        }
        let ball = (position.ball() != NO_BALL).then(|| map_ball(symmetry, position.ball()));
        Position::new(bottles, ball, self.map_seat(symmetry, position.side()))
    }

    fn map_move(&self, symmetry: usize, _: &Position, mv: Move) -> Move {
        let ball = match mv.ball() {
            Ball::To(ball) => Ball::To(map_ball(symmetry, ball)),
            other => other,
        };
        Move::build(map_square(symmetry, mv.from()), map_square(symmetry, mv.to()), ball)
    }

    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat {
        if symmetry == 0 { seat } else { seat.other() }
    }
}

fn map_square(symmetry: usize, at: u8) -> u8 {
    let (file, rank) = (at % 8, at / 8);
    if symmetry == 0 { square(SIZE - 1 - file, rank) } else { square(file, SIZE - 1 - rank) }
}

fn map_ball(symmetry: usize, ball: u8) -> u8 {
    let (column, row) = (ball % 3, ball / 3);
    if symmetry == 0 { 3 * row + 2 - column } else { 3 * (2 - row) + column }
}
