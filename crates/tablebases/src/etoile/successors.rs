//! The endings of the positions after one, found fast. Most are in the table that plain steps lead
//! to, and differ from it in one group of pieces: only that group's rank is new.

use games::Seat;
use games::etoile::{Board, Position};

use crate::etoile::material::TableId;
use crate::etoile::ranks::{Ranks, Sets};
use crate::etoile::table::{EndingTable, Known};

/// What follows the positions of one table.
pub(crate) struct Successors<'a, B: Board> {
    ranks: &'a Ranks<B>,
    known: &'a Known,
    /// The table that plain steps lead to.
    next: &'a EndingTable,
    mover: Seat,
    /// The groups of the mover's men and kings in that table.
    groups: [usize; 2],
}

/// What follows one position.
pub(crate) struct SuccessorsOf<'a, B: Board> {
    table: &'a Successors<'a, B>,
    position: Position,
    /// What a successor's number lacks without the mover's men, and without his kings, and one
    /// rank's part in it.
    rest: [(usize, usize); 2],
}

impl<'a, B: Board> Successors<'a, B> {
    /// Those of a table, where the one that plain steps lead to is at hand.
    ///
    /// # Panics
    /// If it is not.
    pub(crate) fn new(ranks: &'a Ranks<B>, known: &'a Known, id: TableId) -> Self {
        let symmetric = Ranks::<B>::symmetric();
        let next = known.get(id.next(symmetric)).expect("the table that plain steps lead to");
        // Where the board is turned, what A has moved is B's.
        let men = usize::from(symmetric) ^ id.side().index();
        Self { ranks, known, next, mover: id.side(), groups: [men, 2 + men] }
    }

    /// Those of a position, by its cells.
    #[inline]
    pub(crate) fn of(&'a self, position: Position, sets: &Sets) -> SuccessorsOf<'a, B> {
        let sets = if Ranks::<B>::symmetric() { Ranks::<B>::turned(sets) } else { *sets };
        let layout = &self.next.layout;
        let number = self.ranks.number(layout, &sets);
        let rest = self.groups.map(|group| {
            let stride = layout.stride(group);
            (number - self.ranks.rank_of(group, sets[group]) * stride, stride)
        });
        SuccessorsOf { table: self, position, rest }
    }
}

impl<B: Board> SuccessorsOf<'_, B> {
    /// The code of one of them.
    #[inline]
    pub(crate) fn code(&self, child: &Position) -> u16 {
        let Successors { ranks, known, next, mover, groups } = self.table;
        let position = &self.position;
        let own = |position: &Position| {
            let pieces = position.pieces(*mover);
            [pieces & !position.kings(), pieces & position.kings()]
        };
        let ([men, kings], [men_after, kings_after]) = (own(position), own(child));
        let taken = child.pieces(mover.other()) != position.pieces(mover.other());
        let (moved, cells) = match (men_after == men, kings_after == kings) {
            (true, _) if !taken => (1, kings_after),
            (_, true) if !taken => (0, men_after),
            // Pieces are taken, or a man has become a king.
            _ => return known.code_after(ranks, child),
        };
        let cells = if Ranks::<B>::symmetric() { Ranks::<B>::turned_set(cells) } else { cells };
        let (rest, stride) = self.rest[moved];
        let code = next.code(rest + ranks.rank_of(groups[moved], cells) * stride);
        debug_assert_eq!(code, known.code(ranks, child));
        code
    }
}
