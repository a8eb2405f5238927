//! What a search may ask of a game about wins at hand, answered from the bitboards alone.

use crate::Game;

/// How noisy a position is: what a quiescence search must do before it estimates the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noisiness {
    /// Nothing: an estimate stands.
    Quiet,
    /// Try the tactical moves; the mover may also leave them and take the estimate.
    Optional,
    /// Try the tactical moves: the mover has no choice but to play one, or is taken to have none.
    Forced,
}

/// Wins at hand and moves that change much. Every method has a default that claims nothing, so that
/// a game may begin with an empty `impl Tactics`; a search finds more where they say more.
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
    /// other games carry no such code.
    const TACTICAL: bool = false;

    /// What must be tried before the position is estimated. Only where a seat acts. Lines of
    /// tactical moves must end by themselves.
    fn noisiness(&self, _: &Self::Position) -> Noisiness {
        Noisiness::Quiet
    }

    /// Calls `visit` with the tactical moves, in a fixed order: of two seats all
    /// candidates where [`Noisiness::Forced`] holds.
    fn each_tactical(&self, position: &Self::Position, visit: impl FnMut(Self::Move)) {
        self.each_move(position, visit);
    }

    /// Whether the seat to act wins with its next move. `true` is a proof; `false` may miss wins
    /// that only generating the moves would show. Only where a seat acts.
    fn wins_now(&self, _: &Self::Position) -> bool {
        false
    }

    /// Whether another seat could make a tactical move or win, if it were its turn now: then the
    /// estimate of a position may not last. Only where a seat acts.
    fn is_threatened(&self, _: &Self::Position) -> bool {
        false
    }

    /// Where chance acts: the weight, out of [`crate::Game::total_weight`], of events after which
    /// [`Tactics::wins_now`] holds for the mover. Only games with chance need say it.
    fn winning_weight(&self, _: &Self::Position) -> u32 {
        0
    }

    /// How promising a move looks before any search, for ordering: 0 for a quiet move, more for
    /// captures and the like, below [`MAX_MOVE_SCORE`].
    fn move_score(&self, _: &Self::Position, _: Self::Move) -> i32 {
        0
    }

    /// How good a move looks to a player that never looks ahead, for a plain opponent to compare
    /// with.
    fn merit(&self, position: &Self::Position, mv: Self::Move) -> i32 {
        self.move_score(position, mv)
    }
}

/// The bound of [`Tactics::move_score`].
pub const MAX_MOVE_SCORE: i32 = 1 << 16;
