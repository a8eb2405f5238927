//! The move picker: gives the moves of a node one by one, those first that are likely to be best.

use std::ops::Range;

use games::Tactics;

use crate::search::ordering::{MoveOrdering, ScoredMove, bring_best, is_plain_quiet};
use crate::search::units::Ply;
use crate::table::entry::Tag;

/// The order in which the picker returns the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// As they were generated.
    Generated,
    /// By their scores, which are known.
    Scored,
    /// By their scores, which are computed after this number of moves: after the transposition
    /// table's move, if there is one. Most nodes have a cutoff by then, so their moves need no
    /// scores.
    ScoredAfter(usize),
}

/// Picks the moves of a node one by one. The moves are a range of the thread's move list.
pub(crate) struct MovePicker {
    range: Range<usize>,
    order: Order,
    next: usize,
    /// Only the first moves are in order. Near the horizon most nodes without an early cutoff
    /// search all their moves.
    rough: bool,
}

impl MovePicker {
    /// Moves that have their scores.
    pub(crate) fn scored(range: Range<usize>) -> Self {
        Self { range, order: Order::Scored, next: 0, rough: false }
    }

    /// Moves in the order in which they were generated.
    pub(crate) fn generated(range: Range<usize>) -> Self {
        Self { range, order: Order::Generated, next: 0, rough: false }
    }

    /// The table's move first, if it is there, then the others by the move score of the game,
    /// killers and history.
    #[inline]
    pub(crate) fn ordered<M: games::GameMove>(
        list: &mut [ScoredMove<M>],
        range: Range<usize>,
        tag: Tag,
        rough: bool,
    ) -> Self {
        let moves = &mut list[range.clone()];
        let found = moves.iter().position(|scored| tag != Tag::NONE && Tag::of(scored.mv) == tag);
        if let Some(found) = found {
            moves.swap(0, found);
        }
        let order = Order::ScoredAfter(usize::from(found.is_some()));
        Self { range, order, next: 0, rough }
    }

    /// Skips the next quiet moves of the list that are no killers. Only after the moves have
    /// scores.
    #[inline(always)]
    pub(crate) fn skip_quiets(&mut self, list: &[ScoredMove<impl Copy>]) {
        let moves = &list[self.range.clone()];
        while self.next < moves.len() && is_plain_quiet(moves[self.next].score) {
            self.next += 1;
        }
    }

    /// Where the node's moves are in the list.
    #[inline(always)]
    pub(crate) fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// The next move and its number in the order.
    #[inline(always)]
    pub(crate) fn next<G: Tactics>(
        &mut self,
        list: &mut [ScoredMove<G::Move>],
        ordering: &MoveOrdering,
        game: &G,
        position: &G::Position,
        ply: Ply,
    ) -> Option<(usize, G::Move)> {
        let moves = &mut list[self.range.clone()];
        let index = self.next;
        if index >= moves.len() {
            return None;
        }
        self.next += 1;
        match self.order {
            Order::Generated => {}
            Order::Scored => pick(moves, index, self.rough),
            Order::ScoredAfter(first) if index == first => {
                ordering.score(game, position, ply, &mut moves[index..]);
            }
            Order::ScoredAfter(first) if index > first => pick(moves, index, self.rough),
            Order::ScoredAfter(_) => {}
        }
        Some((index, moves[index].mv))
    }
}

/// Brings the highest-scored move of `moves[index..]` to `index`. After `PICKS` moves the others
/// are sorted, or left as they are if `rough`.
#[inline]
fn pick<M: Copy>(moves: &mut [ScoredMove<M>], index: usize, rough: bool) {
    const PICKS: usize = 8;
    if index < PICKS {
        bring_best(&mut moves[index..]);
    } else if index == PICKS && !rough {
        moves[index..].sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
    }
}
