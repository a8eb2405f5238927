//! One side of a position, prepared for the generators, and its steps.

use std::marker::PhantomData;

use super::board::Board;
use super::geometry::Ray;
use super::position::Position;
use super::rules::Rules;
use crate::Bits;

/// The side to act. Its camp is a constant, so the forward direction of its men is known at compile
/// time. On a board without camps, camp 0 goes up and camp 1 down.
#[derive(Clone, Copy)]
pub(super) struct MovingSide<'a, B, const CAMP: usize> {
    pub(super) rules: &'a Rules,
    pub(super) men: u64,
    pub(super) kings: u64,
    /// The pieces that also capture backward, by jumps over the next cell.
    pub(super) backward: u64,
    /// The kings that go any number of cells.
    pub(super) flyers: u64,
    /// The pieces that a man may capture, or a king that does not fly.
    pub(super) prey_of_hoppers: u64,
    /// The pieces that a flying king may capture.
    pub(super) prey_of_flyers: u64,
    pub(super) empty: u64,
    /// Where its men become kings.
    pub(super) base: u64,
    pub(super) board: PhantomData<B>,
}

impl<B: Board, const CAMP: usize> MovingSide<'_, B, CAMP> {
    /// The cells where a man moves towards the upper rows; elsewhere he moves down.
    pub(super) const UPWARD: u64 = match (B::CAMPS, CAMP) {
        (1, 0) => B::CELLS,
        (1, _) => 0,
        _ => B::GEOMETRY.camps[CAMP],
    };
    /// The cells where a man moves towards the lower rows.
    pub(super) const DOWNWARD: u64 = B::CELLS & !Self::UPWARD;
    /// The cells with a row above, and with a row below, in their camp.
    pub(super) const HAS_ABOVE: u64 = Self::all_but(B::ROWS, B::ROWS);
    pub(super) const HAS_BELOW: u64 = Self::all_but(1, 1);
    /// The uppermost cells of the men's own camp. From there they go to other camps.
    const BORDER: u64 =
        if B::CAMPS == 1 { 0 } else { Self::UPWARD & B::GEOMETRY.rows[B::ROWS as usize] };

    /// All cells except those of some rows, for shifts that must not leave a camp. On a board
    /// without camps no shift can: no cells lie beyond its edges, so nothing is excluded.
    pub(super) const fn all_but(mut from_row: u8, to_row: u8) -> u64 {
        let mut cells = u64::MAX;
        while B::CAMPS > 1 && from_row <= to_row {
            cells &= !B::GEOMETRY.rows[from_row as usize];
            from_row += 1;
        }
        cells
    }

    /// Men's steps within a camp, as `[shift, cells to go to]`: two shifts up and two down.
    #[inline]
    fn shifted_steps(&self) -> [(u32, u64); 4] {
        let up = self.men & Self::UPWARD & Self::HAS_ABOVE;
        let down = self.men & Self::DOWNWARD & Self::HAS_BELOW;
        let (left, right) = (B::LEFT, B::LEFT + 1);
        [
            (64 - left, up << left & self.empty),
            (64 - right, up << right & self.empty),
            (left, down >> left & self.empty),
            (right, down >> right & self.empty),
        ]
    }

    /// Calls `visit` with every step of a piece, from and to.
    #[inline(always)]
    pub(super) fn each_step(&self, mut visit: impl FnMut(u8, u8)) {
        for (shift, targets) in self.shifted_steps() {
            for to in Bits(targets) {
                visit((u32::from(to) + shift) as u8 & 63, to);
            }
        }
        for from in Bits(self.men & Self::BORDER) {
            for to in Bits(B::GEOMETRY.across[from as usize] & self.empty) {
                visit(from, to);
            }
        }
        for from in Bits(self.kings) {
            for to in Bits(self.king_targets(from)) {
                visit(from, to);
            }
        }
    }

    /// How many steps men have.
    #[inline]
    pub(super) fn count_men_steps(&self) -> u32 {
        // Steps up and down lead to different cells, so those to either side are counted at once.
        let [(_, up_left), (_, up_right), (_, down_right), (_, down_left)] = self.shifted_steps();
        let mut count = (up_left | down_left).count_ones() + (up_right | down_right).count_ones();
        debug_assert_eq!((up_left | up_right) & (down_left | down_right), 0);
        for from in Bits(self.men & Self::BORDER) {
            count += (B::GEOMETRY.across[from as usize] & self.empty).count_ones();
        }
        count
    }

    /// How many steps kings have.
    #[inline(never)]
    pub(super) fn count_king_steps(self) -> u32 {
        Bits(self.kings).map(|from| self.king_targets(from).count_ones()).sum()
    }

    /// The free cells in front of the pieces of the side to act, within their camps. Kings can go
    /// there, too.
    #[inline]
    pub(super) fn plain_steps(position: &Position) -> u64 {
        let own = position.pieces(position.side());
        let up = own & Self::UPWARD & Self::HAS_ABOVE;
        let down = own & Self::DOWNWARD & Self::HAS_BELOW;
        let (left, right) = (B::LEFT, B::LEFT + 1);
        let before = up << left | up << right | down >> left | down >> right;
        before & B::CELLS & !position.all()
    }

    /// Whether there is a step.
    pub(super) fn has_step(&self) -> bool {
        self.shifted_steps().iter().any(|&(_, targets)| targets != 0)
            || Bits(self.men & Self::BORDER)
                .any(|from| B::GEOMETRY.across[from as usize] & self.empty != 0)
            || Bits(self.kings).any(|from| self.king_targets(from) != 0)
    }

    /// Where a king can step.
    #[inline(always)]
    fn king_targets(&self, from: u8) -> u64 {
        if self.rules.flying {
            flight::<B>(from, self.empty)
        } else {
            B::GEOMETRY.neighbours[from as usize] & self.empty
        }
    }
}

/// The cells to which a king can fly, if exactly the given cells are free.
pub(super) fn flight<B: Board>(from: u8, empty: u64) -> u64 {
    let rays = &B::GEOMETRY.rays[from as usize];
    rays.iter().fold(0, |targets, ray| targets | open_cells(ray, empty))
}

/// The free cells of a ray up to the first piece, on both sides of a fork.
#[inline]
fn open_cells(ray: &Ray, empty: u64) -> u64 {
    let mut open = 0;
    for line in ray.lines() {
        if line.set & !empty == 0 {
            open |= line.set;
            continue;
        }
        for &cell in line.cells() {
            if empty >> cell & 1 == 0 {
                break;
            }
            open |= 1 << cell;
        }
    }
    open
}
