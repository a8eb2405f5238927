//! Symmetries of a game, for tests of rules and evaluations.

use crate::{Game, Seat};

/// Mirror images and rotations under which the rules do not change.
pub trait Symmetric: Game {
    /// The number of symmetries that are known under these rules; they are numbered from 0.
    #[must_use]
    fn symmetries(&self) -> usize;

    /// The symmetry that undoes this one; a mirror image undoes itself.
    #[must_use]
    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }

    /// Whether a symmetry holds for the moves and events of a position.
    fn holds(&self, _symmetry: usize, _position: &Self::Position) -> bool {
        true
    }

    /// The image of a position.
    #[must_use]
    fn map_position(&self, symmetry: usize, position: &Self::Position) -> Self::Position;

    /// The image of a legal move of `position`, a legal move of the position's image.
    #[must_use]
    fn map_move(&self, symmetry: usize, position: &Self::Position, mv: Self::Move) -> Self::Move;

    /// The image of a chance event.
    #[must_use]
    fn map_event(&self, _symmetry: usize, event: Self::Event) -> Self::Event {
        event
    }

    /// The image of a seat.
    #[must_use]
    fn map_seat(&self, symmetry: usize, seat: Seat) -> Seat;
}
