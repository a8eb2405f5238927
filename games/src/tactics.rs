//! What a search may ask of a game about wins at hand, answered from the bitboards alone.

use crate::Game;

/// Wins at hand and moves that change much.
pub trait Tactics: Game {
    /// Whether the seat to act wins with its next move. `true` is a proof; `false` may miss wins that
    /// only generating the moves would show. Only where a seat acts.
    fn wins_now(&self, position: &Self::Position) -> bool;

    /// Where chance acts: the weight, out of [`Game::total_weight`], of events after which
    /// [`Tactics::wins_now`] holds for the mover. 0 in games without chance.
    fn winning_weight(&self, position: &Self::Position) -> u32;

    /// How promising a move looks before any search, for ordering: 0 for a quiet move, more for
    /// captures and the like, below [`MAX_PROMISE`].
    fn promise(&self, position: &Self::Position, mv: Self::Move) -> i32;
}

/// The bound of [`Tactics::promise`].
pub const MAX_PROMISE: i32 = 1 << 16;
