//! Tactical facts about positions, for the search.

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Game, Noisiness, Tactics};

impl<B: Board> Tactics for Etoile<B> {
    const TACTICAL: bool = true;

    /// Games are decided long before the last capture, so wins at hand are left to the search.
    #[inline]
    fn wins_now(&self, _: &Position) -> bool {
        false
    }

    /// Captures by the number of pieces taken, huffs, men that become kings.
    #[inline]
    fn move_score(&self, position: &Position, mv: Move) -> i32 {
        match mv.kind {
            MoveKind::Capture => 100 * mv.victims() as i32,
            MoveKind::Huff => 100,
            MoveKind::Oblige => 50,
            MoveKind::Step => {
                let man = position.kings() >> mv.from & 1 == 0;
                let crowned = self.base(position.side()) >> mv.to & 1 != 0;
                if man && crowned { 90 } else { 0 }
            }
            MoveKind::Pass => 0,
        }
    }

    /// A side that can capture does. With two players omitting gains nothing (see
    /// `each_candidate`); with three it is assumed to gain nothing.
    #[inline]
    fn noisiness(&self, position: &Position) -> Noisiness {
        if matches!(position.omission(), Omission::Step { .. }) {
            Noisiness::Optional
        } else if self.can_capture(position) {
            Noisiness::Forced
        } else {
            Noisiness::Quiet
        }
    }

    #[inline]
    fn is_threatened(&self, position: &Position) -> bool {
        self.can_be_captured(position)
    }

    /// Captures and answers to an omission.
    #[inline]
    fn each_tactical(&self, position: &Position, mut visit: impl FnMut(Move)) {
        self.generate(position, false, |mv| {
            if mv.kind != MoveKind::Step {
                visit(mv);
            }
        });
    }

    /// With two players, steps that omit a capture are left out: they are never better. Proof. Let
    /// P be a position with captures and S the one after a step that omits them. In S the opponent
    /// always has an answer (a step captures nothing, and marks defer blockades and quiet draws):
    /// he can oblige. That leads to P!, which is P with the mark `!`. P! is not over (it has
    /// captures, and no quiet turn), and its moves are the captures of P and lead to the same
    /// positions, since a capture clears marks and quiet turns. So for the side that omitted, the
    /// value of S is at most that of P!, which is the value of its best capture in P. The proof
    /// does not depend on who wins at the end, so it holds for misère, too.
    ///
    /// Two properties are lost. A loser may prolong the game by omitting, by two moves for each
    /// capture, so the distance to a win assumes captures (see `delay`). And a draw by repetition
    /// at S itself is missed, if S has occurred often enough before.
    ///
    /// With three players the player who answers need not be the player who suffers, so all moves
    /// are tried.
    #[inline]
    fn each_candidate(&self, position: &Position, visit: impl FnMut(Move)) {
        self.generate(position, self.rules().huff && self.seats() > 2, visit);
    }
    /// A loser who omits a capture is obliged to make it: two moves more.
    fn delay(&self) -> u32 {
        if self.rules().huff && self.seats() == 2 { 2 } else { 0 }
    }
}
