//! The move picker: gives the moves of a node one by one, those first that are likely to be best.

use std::ops::Range;

use games::Tactics;

use crate::search::ordering::{MoveOrdering, ScoredMove, bring_best, is_plain_quiet};
use crate::search::units::Ply;
use crate::table::entry::Tag;

/// In which order a node's moves come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// As they were generated.
    Generated,
    /// By scores that they have already.
    Scored,
    /// By scores that they get when the first so many have been tried: the table's move, if it is there.
    /// Most nodes are cut off by then, and the others need not be scored.
    ScoredAfter(usize),
}

/// Which of a node's moves is next. The moves are in the thread's list, the node's own part of it.
pub(crate) struct MovePicker {
    range: Range<usize>,
    order: Order,
    next: usize,
    /// Near the leaves most nodes that are not cut off soon try every move anyway.
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

    /// The table's move first, if it is there, then the others by the move score of the game, killers and history.
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

    /// Leaves out all moves to come that are neither promising nor killers. Only where moves have scores.
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

/// Brings the highest-scored of `moves[index..]` to `index`. After `PICKS` of them the others are
/// sorted, or if `rough` left as they are.
#[inline]
fn pick<M: Copy>(moves: &mut [ScoredMove<M>], index: usize, rough: bool) {
    const PICKS: usize = 8;
    if index < PICKS {
        bring_best(&mut moves[index..]);
    } else if index == PICKS && !rough {
        moves[index..].sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
    }
}
