//! What the search may ask.

use super::board::Board;
use super::moves::{Move, MoveKind};
use super::omission::Omission;
use super::position::Position;
use super::rules::Etoile;
use crate::{Game, Tactics, Tension};

impl<B: Board> Tactics for Etoile<B> {
    const TACTICAL: bool = true;

    /// Captures decide games here long before the last one, so wins at hand are left to the search.
    #[inline]
    fn wins_now(&self, _: &Position) -> bool {
        false
    }

    fn winning_weight(&self, _: &Position) -> u32 {
        0
    }

    /// Captures by the number of pieces taken, huffs, men that become kings.
    #[inline]
    fn promise(&self, position: &Position, mv: Move) -> i32 {
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

    /// A side that can capture does: omitting gains nothing that the opponent could not take back.
    #[inline]
    fn tension(&self, position: &Position) -> Tension {
        if matches!(position.omission(), Omission::Step { .. }) {
            Tension::Optional
        } else if self.can_capture(position) {
            Tension::Forced
        } else {
            Tension::Quiet
        }
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

    /// With two players, steps that omit a capture are left out. They are never better: the opponent can
    /// oblige, and then the captures are all there is. (With three, who answers is not who is hurt.)
    #[inline]
    fn each_candidate(&self, position: &Position, visit: impl FnMut(Move)) {
        self.generate(position, self.rules().huff && self.seats() > 2, visit);
    }
}
