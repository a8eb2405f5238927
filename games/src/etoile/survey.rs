//! What an evaluation asks of a side.

use super::board::Board;
use super::generate::with_side;
use super::position::Position;
use super::rules::Etoile;
use super::steps::MovingSide;
use crate::Seat;

/// One side at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Survey {
    /// Men with an own piece on one of the two cells behind them, in the same camp.
    pub supported: u64,
    /// Steps of men.
    pub men_steps: u32,
    /// Steps of kings.
    pub king_steps: u32,
    /// Pieces that could capture, if it were their turn.
    pub capturers: u64,
}

impl<B: Board> Etoile<B> {
    /// One side at a glance.
    #[inline]
    #[must_use]
    pub fn survey(&self, position: &Position, seat: Seat) -> Survey {
        with_side!(self, position, seat, side => side.survey())
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

    /// How many rows a man of a seat on a cell has gone from his base line: on the star 0 to 3 in his
    /// own camp, 4 to 7 in another.
    #[inline]
    #[must_use]
    pub fn stage(&self, seat: Seat, cell: u8) -> usize {
        let row = usize::from(B::ROW[cell as usize]);
        let camp = self.camp(seat);
        let home = if B::CAMPS == 1 { camp == 0 } else { B::GEOMETRY.camps[camp] >> cell & 1 != 0 };
        let rows = B::ROWS as usize;
        if home {
            row - 1
        } else if B::CAMPS == 1 {
            rows - row
        } else {
            2 * rows - row
        }
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
            king_steps: (*self).count_king_steps(),
            capturers: self.capturers(),
        }
    }
}
