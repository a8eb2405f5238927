//! Functions for endgame tables: positions from bare pieces, and the game without a limit on its
//! length.

use super::position::{NO_MASTER, Position};
use super::rules::Maitres;
use crate::Seat;

impl Position {
    /// The position of the given pieces before a roll. `masters` is part of `pieces`, with at most
    /// one piece a side. The caller checks that no square has two pieces and that no small stands
    /// on a home rank.
    #[must_use]
    pub fn of_pieces(pieces: [u128; 2], smalls: u128, masters: [u128; 2], side: Seat) -> Self {
        let square = |set: u128| if set == 0 { NO_MASTER } else { set.trailing_zeros() as u8 };
        Self::new(pieces, smalls, masters.map(square), side, 0)
    }

    /// A seat's Master as a set of squares, empty where there is none.
    #[must_use]
    pub fn master_set(&self, seat: Seat) -> u128 {
        self.master_bit(seat)
    }
}

impl Maitres {
    /// The same game without a limit of its length (RULING M8).
    #[must_use]
    pub fn without_draws(&self) -> Self {
        Self { plies: 0, ..*self }
    }
}
