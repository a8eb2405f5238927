//! The numbers of what quiet moves lead to, found fast: the other player's pieces stand where they
//! stood, so their part of a number is worked out once for a position, and so is that of own pieces
//! that do not move.

use games::maitres::{Position, RED};

use crate::maitres::ranks::{Groups, Layout, Ranks, Squares, turned};

/// What quiet moves from a position lead to. Red is to move.
pub(crate) struct QuietMoves<'a> {
    ranks: &'a Ranks,
    /// The table that quiet moves lead to.
    next: &'a Layout,
    /// The player's pieces before the move, and all of the other.
    own: Groups,
    other: u128,
    /// Whether positions after the move have the numbers of their mirror images.
    mirrors: bool,
    /// The part of a number that the other's pieces have, and those of own groups that did not
    /// move.
    fixed: usize,
    parts: [usize; 3],
}

impl<'a> QuietMoves<'a> {
    /// Those of a position by its squares, in a table that quiet moves lead from to `next`.
    #[inline]
    pub(crate) fn of(ranks: &'a Ranks, next: &'a Layout, squares: &Squares) -> Self {
        let &[a, b, c, d, e, f] = squares;
        let (own, other) = ([a, b, c], d | e | f);
        // After the move it is the other who is to roll, and the board is turned.
        let (mirrors, fixed) = ranks.part_of_own(next, [d, e, f].map(turned));
        let mut found = Self { ranks, next, own, other, mirrors, fixed, parts: [0; 3] };
        found.parts = [0, 1, 2].map(|group| found.part(group, own[group]));
        found
    }

    /// What the pieces of an own group add to a number.
    #[inline]
    fn part(&self, group: usize, pieces: u128) -> usize {
        self.ranks.part_of_other(self.next, group, turned(pieces), self.mirrors)
    }

    /// The number of a position after a move; `None` where it captures or promotes, which leads to
    /// another table.
    #[inline]
    pub(crate) fn number(&self, child: &Position) -> Option<usize> {
        let own = Ranks::groups(child, RED);
        let other = child.larges(RED.other()) | child.smalls(RED.other());
        if other != self.other || own[2].count_ones() != self.own[2].count_ones() {
            return None;
        }
        let part = |group: usize| {
            if own[group] == self.own[group] {
                self.parts[group]
            } else {
                self.part(group, own[group])
            }
        };
        Some(self.fixed + part(0) + part(1) + part(2))
    }
}
