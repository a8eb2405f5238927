//! Finds the numbers of the positions after quiet moves fast. The other player's pieces do not
//! move, so their part of a number is computed once for a position. The same is true of the
//! player's own groups that do not move.

use games::maitres::{Position, RED};

use crate::maitres::ranks::{Groups, Layout, Ranks, Squares, turned};

/// The quiet moves from a position. Red is to move.
pub(crate) struct QuietMoves<'a> {
    ranks: &'a Ranks,
    /// The table of the positions after quiet moves.
    next: &'a Layout,
    /// The player's groups before the move, and all pieces of the other player.
    own: Groups,
    other: u128,
    /// Whether positions after the move are numbered by their mirror images.
    mirrors: bool,
    /// The part of a number that the other player's pieces add, and the parts that the player's own
    /// groups add before they move.
    fixed: usize,
    parts: [usize; 3],
}

impl<'a> QuietMoves<'a> {
    /// The quiet moves from the position with these squares. `next` is the table that they lead to.
    #[inline]
    pub(crate) fn of(ranks: &'a Ranks, next: &'a Layout, squares: &Squares) -> Self {
        let &[a, b, c, d, e, f] = squares;
        let (own, other) = ([a, b, c], d | e | f);
        // After the move the other player is to roll, and the board is turned.
        let (mirrors, fixed) = ranks.part_of_own(next, [d, e, f].map(turned));
        let mut found = Self { ranks, next, own, other, mirrors, fixed, parts: [0; 3] };
        found.parts = [0, 1, 2].map(|group| found.part(group, own[group]));
        found
    }

    /// The part of a number that one of the player's own groups adds.
    #[inline]
    fn part(&self, group: usize, pieces: u128) -> usize {
        self.ranks.part_of_other(self.next, group, turned(pieces), self.mirrors)
    }

    /// The number of a position after a move. `None` if the move captures or promotes, since it
    /// then leads to another table.
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
