//! Tables in memory, with the ending of every position and of its captures and crownings.

use std::sync::Arc;

use games::etoile::{Board, Position};
use games::{Game, Seat};

use crate::etoile::code::Code;
use crate::etoile::material::{SLOTS, TableId};
use crate::etoile::ranks::{Layout, Ranks};

/// The code of numbers that have no position.
pub(crate) const NOTHING: u16 = DUE - 1;

/// Marks the code of a position in which a capture is due. The position has no entry, and its code
/// was computed from its captures.
pub(crate) const DUE: u16 = 1 << 15;

/// The endings of all positions of a table, by number, as codes of [`Code`].
pub(crate) struct EndingTable {
    pub(crate) layout: Layout,
    /// The codes. In tables that were read from files some have the mark [`DUE`].
    pub(crate) codes: Vec<u16>,
}

impl EndingTable {
    /// The code of a position.
    #[inline]
    pub(crate) fn code(&self, number: usize) -> u16 {
        self.codes[number] & !DUE
    }

    /// The memory that the table takes, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.codes.len()
    }
}

/// The tables in memory.
pub(crate) struct Known {
    slots: Vec<Option<Arc<EndingTable>>>,
}

impl Known {
    pub(crate) fn new() -> Self {
        Self { slots: vec![None; SLOTS] }
    }

    pub(crate) fn get(&self, id: TableId) -> Option<&Arc<EndingTable>> {
        self.slots[id.slot()].as_ref()
    }

    pub(crate) fn insert(&mut self, table: Arc<EndingTable>) {
        let slot = table.layout.id.slot();
        self.slots[slot] = Some(table);
    }

    pub(crate) fn remove(&mut self, id: TableId) {
        self.slots[id.slot()] = None;
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<EndingTable>> {
        self.slots.iter().flatten()
    }

    /// The code of a position in which both players have pieces. Its table must be in memory.
    ///
    /// # Panics
    /// If the table is not in memory.
    #[inline]
    pub(crate) fn code<B: Board>(&self, ranks: &Ranks<B>, position: &Position) -> u16 {
        let (id, sets) = Ranks::<B>::locate(position);
        let table = self.slots[id.slot()].as_ref().expect("all tables that this one leads to");
        table.code(ranks.number(&table.layout, &sets))
    }

    /// The code of a position after a move. If the other player has no pieces left, the game is
    /// over.
    #[inline]
    pub(crate) fn code_after<B: Board>(&self, ranks: &Ranks<B>, child: &Position) -> u16 {
        if child.pieces(Seat::FIRST) == 0 || child.pieces(Seat::SECOND) == 0 {
            OVER
        } else {
            self.code(ranks, child)
        }
    }

    /// The result of the captures of a position. `None` if there are no captures.
    pub(crate) fn captures<B: Board>(
        &self,
        ranks: &Ranks<B>,
        code: Code,
        position: &Position,
    ) -> Option<BestCode> {
        let mut choice = BestCode::new(code);
        let any = ranks.rules.each_capture(position, |mv| {
            choice.add(self.code_after(ranks, &ranks.rules.play(position, mv)));
        });
        any.then_some(choice)
    }
}

/// The code of a game that is over: the distance is 0.
pub(crate) const OVER: u16 = 1;

/// The best of some moves, computed from the codes of the positions after them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestCode {
    code: Code,
    /// The distance of the soonest win.
    win: u16,
    draw: bool,
    /// The distance of the latest loss.
    loss: u16,
}

impl BestCode {
    pub(crate) const fn new(code: Code) -> Self {
        Self { code, win: u16::MAX, draw: false, loss: 0 }
    }

    /// Adds a move. The code of a position equals the distance of the position before it.
    #[inline]
    pub(crate) fn add(&mut self, after: u16) {
        if after == Code::DRAW {
            self.draw = true;
        } else if self.code.wins(after) {
            self.win = self.win.min(after);
        } else {
            self.loss = self.loss.max(after);
        }
    }

    /// The distance of the soonest win.
    #[inline]
    pub(crate) fn win(&self) -> Option<u16> {
        (self.win < u16::MAX).then_some(self.win)
    }

    /// Whether a move draws.
    #[inline]
    pub(crate) fn draws(&self) -> bool {
        self.draw
    }

    /// The distance of the latest loss, 0 where no move loses.
    #[inline]
    pub(crate) fn loss(&self) -> u16 {
        self.loss
    }

    /// The code of the position, if these are all its moves. A position without moves is the end of
    /// the game.
    #[inline]
    pub(crate) fn best(&self) -> u16 {
        match self.win() {
            Some(distance) => distance + 1,
            None if self.draw => Code::DRAW,
            None => self.loss + 1,
        }
    }
}
