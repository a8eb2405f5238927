//! Tactical facts for the search, such as wins at hand, computed from the bitboards alone.

use crate::Game;

/// The task of the quiescence search before it takes the static evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noisiness {
    /// No task: the static evaluation is taken.
    Quiet,
    /// Try the tactical moves. The mover may also take the static evaluation (stand pat).
    Optional,
    /// Try the tactical moves. The mover must play one, or is assumed to have to.
    Forced,
}

/// Wins at hand and moves that change much. Every method has a default that is always correct, so a
/// game may begin with an empty `impl Tactics`. More precise methods make the search stronger.
pub trait Tactics: Game {
    /// Calls `visit` with the moves that a search must try, in a fixed order: all but those proven
    /// to be no better for the seat to act than another.
    fn each_candidate(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.each_move(position, visit);
    }

    /// By how many player moves a loser can put the end off, at each of his turns, with moves that
    /// [`Tactics::each_candidate`] leaves out.
    fn delay(&self) -> u32 {
        0
    }

    /// Whether [`Tactics::noisiness`] is ever other than quiet. A constant, so that searches of
    /// other games contain no code for it.
    const TACTICAL: bool = false;

    /// The noisiness of the position. Only where a seat acts. Lines of tactical moves must end by
    /// themselves.
    fn noisiness(&self, _: &Self::Position) -> Noisiness {
        Noisiness::Quiet
    }

    /// Calls `visit` with the tactical moves, in a fixed order. With two seats and
    /// [`Noisiness::Forced`] these are all candidates.
    fn each_tactical(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.each_move(position, visit);
    }

    /// Whether the seat to act wins with its next move. `true` is a proof; `false` may miss wins
    /// that only generating the moves would show. Only where a seat acts.
    fn wins_now(&self, _: &Self::Position) -> bool {
        false
    }

    /// Whether another seat could make a tactical move or win, if it were its turn now. Then the
    /// static evaluation is unreliable. Only where a seat acts.
    fn is_threatened(&self, _: &Self::Position) -> bool {
        false
    }

    /// Where chance acts: the weight, out of [`crate::Game::total_weight`], of events after which
    /// [`Tactics::wins_now`] holds for the mover. Only games with chance implement it.
    fn winning_weight(&self, _: &Self::Position) -> u32 {
        0
    }

    /// How promising a move looks before any search, for ordering: 0 for a quiet move, more for
    /// captures and the like, below [`MAX_MOVE_SCORE`].
    fn move_score(&self, _: &Self::Position, _: Self::Move) -> i32 {
        0
    }

    /// Whether a move of the position may have a [`Tactics::move_score`] other than 0. If not, the
    /// search does not ask for the scores.
    fn has_move_scores(&self, _: &Self::Position) -> bool {
        true
    }

    /// The score of a move for a player that looks no moves ahead, such as the greedy baseline.
    fn merit(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        self.move_score(position, mv)
    }
}

/// The bound of [`Tactics::move_score`].
pub const MAX_MOVE_SCORE: i32 = 1 << 16;
