//! Finds the endings of a position's successors fast. Most successors are in the table that plain
//! steps lead to, and differ from the position in one group of pieces. Only the rank of this group
//! is computed again.

use games::Seat;
use games::etoile::{Board, Position};

use crate::etoile::material::TableId;
use crate::etoile::ranks::{Ranks, Sets};
use crate::etoile::table::{EndingTable, Known};

/// The successors of the positions of one table.
pub(crate) struct Successors<'a, B: Board> {
    ranks: &'a Ranks<B>,
    known: &'a Known,
    /// The table that plain steps lead to.
    next: &'a EndingTable,
    mover: Seat,
    /// The groups of the mover's men and kings in that table.
    groups: [usize; 2],
}

/// The successors of one position.
pub(crate) struct SuccessorsOf<'a, B: Board> {
    table: &'a Successors<'a, B>,
    position: Position,
    /// For the mover's men and for the mover's kings: the number of a successor without that
    /// group's term, and the group's stride.
    rest: [(usize, usize); 2],
}

impl<'a, B: Board> Successors<'a, B> {
    /// The successors of a table. The table that plain steps lead to must be in memory.
    ///
    /// # Panics
    /// If it is not in memory.
    pub(crate) fn new(ranks: &'a Ranks<B>, known: &'a Known, id: TableId) -> Self {
        let symmetric = Ranks::<B>::symmetric();
        let next = known.get(id.next(symmetric)).expect("the table that plain steps lead to");
        // If the board is turned, the pieces that A moved belong to B.
        let men = usize::from(symmetric) ^ id.side().index();
        Self { ranks, known, next, mover: id.side(), groups: [men, 2 + men] }
    }

    /// The successors of a position. `sets` are its cells.
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
    /// The code of one successor.
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
            // Pieces were captured, or a man became a king.
            _ => return known.code_after(ranks, child),
        };
        let cells = if Ranks::<B>::symmetric() { Ranks::<B>::turned_set(cells) } else { cells };
        let (rest, stride) = self.rest[moved];
        let code = next.code(rest + ranks.rank_of(groups[moved], cells) * stride);
        debug_assert_eq!(code, known.code(ranks, child));
        code
    }
}
