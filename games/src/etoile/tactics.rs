//! What the search may ask.

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Game, Noisiness, Tactics};

impl<B: Board> Tactics for Etoile<B> {
    const TACTICAL: bool = true;

    /// Captures decide games here long before the last one, so wins at hand are left to the search.
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

    /// A side that can capture does: with two players omitting gains nothing (see `each_candidate`), with
    /// three it is taken to gain nothing.
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

    /// With two players, steps that omit a capture are left out: they are never better. Proof. Let P be a
    /// position with captures and S the one after a step that omits them. In S the opponent has an answer
    /// whatever else is on the board (a step takes nothing, and marks put blockades and quiet draws off): he
    /// can oblige, which leads to P!, P with `!` for its marks. P! is not over (it has captures, and no
    /// quiet turn), and its moves are the captures of P and lead to the same positions, since a capture
    /// clears marks and quiet turns. So S is worth, to the side that omitted, at most what P! is worth, which
    /// is what its best capture in P is worth. Nothing in this asks who wins at the end, so it holds for misère.
    ///
    /// Two things are not kept. A loser may prolong the game by omitting, two moves for each capture, so
    /// the distance to a win is one against captures (see `delay`). And a draw by repetition at S itself is missed, where
    /// the opponent has let S pass often enough before.
    ///
    /// With three players, the one who answers need not be the one who is hurt, so all moves are tried.
    #[inline]
    fn each_candidate(&self, position: &Position, visit: impl FnMut(Move)) {
        self.generate(position, self.rules().huff && self.seats() > 2, visit);
    }
    /// A loser who omits a capture is obliged to make it: two moves more.
    fn delay(&self) -> u32 {
        if self.rules().huff && self.seats() == 2 { 2 } else { 0 }
    }
}
