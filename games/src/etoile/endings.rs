//! Functions for endgame tables: positions from bare pieces, and steps without a position.

use super::board::{Board, camp_stride};
use super::generate::with_side;
use super::moves::Move;
use super::position::Position;
use super::rules::{Etoile, Rules};
use super::steps::flight;
use crate::Seat;

impl Position {
    /// The position of two players' pieces, with no quiet turn and no marks. The caller checks that
    /// both players have pieces, that no cell has two, and that no man stands where he would be a
    /// king.
    #[inline]
    #[must_use]
    pub const fn of_pieces(pieces: [u64; 2], kings: u64, side: Seat) -> Self {
        Self::new([pieces[0], pieces[1], 0], kings, 0, side)
    }

    /// The same position with no quiet turn.
    #[must_use]
    pub const fn without_quiet(&self) -> Self {
        self.with_quiet(0)
    }
}

impl<B: Board> Etoile<B> {
    /// The same game without draws by quiet turns and repetition, and without omissions: with two
    /// players they are never better than a capture, as [`crate::Tactics::each_candidate`] shows.
    #[must_use]
    pub fn without_draws(&self) -> Self {
        Self::new(Rules { quiet: Some(0), repetition: 0, huff: false, ..*self.rules() })
    }

    /// The cells of the board, as bits.
    #[must_use]
    pub const fn cells() -> u64 {
        B::CELLS
    }

    /// Whether the board looks alike from both sides ([`Etoile::half_turn`]): the ordinary boards
    /// do.
    #[must_use]
    pub const fn has_half_turn() -> bool {
        B::CAMPS == 1
    }

    /// The image of some cells when an ordinary board is turned by half: the number of a cell
    /// counts from the other end.
    #[inline]
    #[must_use]
    pub const fn half_turn(cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - camp_stride(B::COLUMNS, B::ROWS) as u32)
    }

    /// Whether the side to act has a capture.
    #[inline]
    #[must_use]
    pub fn has_capture(&self, position: &Position) -> bool {
        self.can_capture(position)
    }

    /// Calls `visit` with each capture of the side to act, and returns whether there is one.
    #[inline]
    pub fn each_capture(&self, position: &Position, mut visit: impl FnMut(Move)) -> bool {
        with_side!(self, position, position.side(), side => side.due_captures(false, &mut visit))
    }

    /// The cells to which a man of a seat can step from a cell on an empty board.
    #[must_use]
    pub fn man_steps(&self, seat: Seat, cell: u8) -> u64 {
        let mut pieces = [0; 3];
        pieces[seat.index()] = 1 << cell;
        let position = Position::new(pieces, 0, 0, seat);
        let mut targets = 0;
        with_side!(self, &position, seat, side => side.each_step(|_, to| targets |= 1 << to));
        targets
    }

    /// The cells to which a king can step from a cell, if exactly the given cells are free.
    #[inline]
    #[must_use]
    pub fn king_steps(&self, cell: u8, empty: u64) -> u64 {
        if self.flies() {
            flight::<B>(cell, empty)
        } else {
            B::GEOMETRY.neighbours[cell as usize] & empty
        }
    }

    /// The number of quiet turns, of both players together, that draw the game with these pieces;
    /// `None` for never.
    #[must_use]
    pub fn quiet_limit(&self, position: &Position) -> Option<u32> {
        match self.rules().quiet {
            None => Some(Self::turns_of_the_rulebook(position) * position.players_left()),
            Some(0) => None,
            Some(turns) => Some(u32::from(turns) * position.players_left()),
        }
    }
}
