//! Facts about a side for the evaluation.

use super::board::{Board, camp_stride, left_neighbour};
use super::generate::with_side;
use super::position::Position;
use super::rules::Etoile;
use super::steps::MovingSide;
use crate::Seat;

/// A summary of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Men with an own piece on one of the two cells behind them, in the same camp.
    pub supported: u64,
    /// Steps of men.
    pub men_steps: u32,
    /// Steps of kings.
    pub king_steps: u32,
}

impl<B: Board> Etoile<B> {
    /// A summary of one side.
    #[inline]
    #[must_use]
    pub fn survey(&self, position: &Position, seat: Seat) -> Survey {
        with_side!(self, position, seat, side => side.survey())
    }

    /// A side's pieces that could capture, if it were their turn.
    #[inline]
    #[must_use]
    pub fn capturers(&self, position: &Position, seat: Seat) -> u64 {
        with_side!(self, position, seat, side => side.capturers())
    }

    /// Whether kings go any number of cells.
    #[inline]
    #[must_use]
    pub fn flies(&self) -> bool {
        self.rules().flying
    }

    /// The men of each seat at the start.
    #[inline]
    #[must_use]
    pub fn start_count(&self) -> i32 {
        i32::from(B::HOME_ROWS) * i32::from(B::COLUMNS) / 2
    }
}

impl<B: Board> Etoile<B> {
    /// A set of cells as a seat sees it: on the star its own camp first, then its left and right
    /// neighbours' camps; on an ordinary board its home rows first.
    #[inline]
    #[must_use]
    pub fn view(&self, seat: Seat, set: u64) -> u64 {
        let stride = u32::from(camp_stride(B::COLUMNS, B::ROWS));
        let camp = self.camp(seat) as u32;
        if B::CAMPS == 1 {
            return if camp == 0 { set } else { set.reverse_bits() >> (64 - stride) };
        }
        let all = u32::from(B::CAMPS) * stride;
        let gone = camp * stride;
        (set >> gone | set << ((all - gone) % all)) & ((1 << all) - 1)
    }

    /// Whether, on the star, the camp to the left of a seat's camp belongs to another player.
    #[inline]
    #[must_use]
    pub fn left_is(&self, seat: Seat, other: Seat) -> bool {
        usize::from(left_neighbour(self.camp(seat) as u8)) == self.camp(other)
    }
}

impl<B: Board, const CAMP: usize> MovingSide<'_, B, CAMP> {
    #[inline]
    fn survey(&self) -> Survey {
        let own = self.men | self.kings;
        let (left, right) = (B::LEFT, B::LEFT + 1);
        let above = (own << left | own << right) & Self::HAS_BELOW & Self::UPWARD;
        let below = (own >> left | own >> right) & Self::HAS_ABOVE & Self::DOWNWARD;
        Survey {
            supported: self.men & (above | below),
            men_steps: self.count_men_steps(),
            king_steps: if self.kings == 0 { 0 } else { (*self).count_king_steps() },
        }
    }
}
