//! The numbers of moves.

use super::board::GREEN_SQUARES;
use super::moves::{Ball, Move};
use super::position::Position;
use super::rules::Benedictine;
use crate::{Actions, Game};

/// Green squares.
const SQUARES: u32 = 40;
/// The ball stays, goes to one of nine squares, or scores.
const BALLS: u32 = 11;

impl Actions for Benedictine {
    /// Five bottles, each to at most 30 free squares. The ball stays, goes to one of eight other
    /// squares, or scores.
    fn most_moves(&self) -> usize {
        5 * 30 * 10
    }

    fn actions(&self) -> u32 {
        SQUARES * SQUARES * BALLS
    }

    fn each_action(&self, position: &Position, mut visit: impl FnMut(Move, u32)) {
        self.each_move(position, |mv| visit(mv, number(mv)));
    }
}

/// The square that the bottle leaves, the square that it goes to, the ball.
fn number(mv: Move) -> u32 {
    let ball = match mv.ball() {
        Ball::Stays => 0,
        Ball::To(ball) => 1 + u32::from(ball),
        Ball::Goal => 10,
    };
    (square(mv.from()) * SQUARES + square(mv.to())) * BALLS + ball
}

/// The number of a green square, in the order of the squares.
fn square(at: u8) -> u32 {
    (GREEN_SQUARES & ((1 << at) - 1)).count_ones()
}
