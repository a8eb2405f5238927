//! The numbers of moves.

use std::collections::BTreeMap;

use super::board::{Board, Cell};
use super::moves::{Move, MoveKind};
use super::position::Position;
use super::rules::Etoile;
use crate::{Actions, Game};

/// Captures between the same two cells that have an action. In 36,000 random games there were at
/// most six.
const CAPTURES: u32 = 16;

impl<B: Board> Actions for Etoile<B> {
    /// More than in any position that was met in play. Positions that are made up can have more
    /// captures.
    fn most_moves(&self) -> usize {
        1024
    }

    fn actions(&self) -> u32 {
        let cells = B::CELLS.count_ones();
        cells * cells * (1 + CAPTURES) + cells + 2
    }

    /// Steps, then captures, then huffs, `oblige` and `pass`. Captures between the same cells are
    /// numbered in the order of the moves. Beyond `CAPTURES` they have no action.
    fn each_action(&self, position: &Position, mut visit: impl FnMut(Move, u32)) {
        let cells = B::CELLS.count_ones();
        let ends = |mv: Move| self.cell_number(mv.from) * cells + self.cell_number(mv.to);
        let huffs = cells * cells * (1 + CAPTURES);
        let mut known: BTreeMap<u32, u32> = BTreeMap::new();
        self.each_move(position, |mv| {
            let action = match mv.kind {
                MoveKind::Step => ends(mv),
                MoveKind::Capture => {
                    let number = known.entry(ends(mv)).or_default();
                    *number += 1;
                    if *number > CAPTURES {
                        return;
                    }
                    cells * cells + ends(mv) * CAPTURES + *number - 1
                }
                MoveKind::Huff => huffs + self.cell_number(mv.from),
                MoveKind::Oblige => huffs + cells,
                MoveKind::Pass => huffs + cells + 1,
            };
            visit(mv, action);
        });
    }
}

impl<B: Board> Etoile<B> {
    /// The number of a cell as players name it: camp by camp, row by row.
    pub(super) fn cell_number(&self, cell: u8) -> u32 {
        let Cell { camp, row, column } = self.shown(cell);
        let row = u32::from(camp) * u32::from(B::ROWS) + u32::from(row) - 1;
        row * u32::from(B::COLUMNS / 2) + u32::from(column - 1) / 2
    }
}
