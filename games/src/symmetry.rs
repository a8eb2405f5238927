//! Symmetries of a game, for tests of rules and evaluations.

use crate::{Game, Seat};

/// Mirror images under which the rules do not change.
pub trait Symmetric: Game {
    /// How many symmetries are known; they are numbered from 0. Each is its own inverse.
    const SYMMETRIES: usize;

    /// The image of a position.
    #[must_use]
    fn map_position(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// The image of a legal move of `position`, a legal move of the position's image.
    #[must_use]
    fn map_move(&self, symmetry: usize, position: &Self::Position, mv: Self::Move) -> Self::Move;

    /// The image of a seat.
    #[must_use]
    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat;
}
