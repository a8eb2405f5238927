//! The moves that led to a state. Copies of a state share them.

use std::sync::Arc;

use games::{AnyMove, AnyState};

/// The moves so far with the states before them.
#[derive(Clone, Default)]
pub(crate) struct Past(Option<Arc<Played>>);

/// A move that was played.
struct Played {
    before: AnyState,
    mv: AnyMove,
    earlier: Past,
    /// The number of moves up to this one.
    count: usize,
}

impl Played {
    /// The move before this one.
    fn previous(&self) -> Option<&Self> {
        self.earlier.0.as_deref()
    }
}

impl Past {
    /// Adds a move, and the state before it.
    pub(crate) fn push(&mut self, before: AnyState, mv: AnyMove) {
        let count = self.count() + 1;
        let earlier = Self(self.0.take());
        self.0 = Some(Arc::new(Played { before, mv, earlier, count }));
    }

    /// The number of moves.
    pub(crate) fn count(&self) -> usize {
        self.0.as_ref().map_or(0, |last| last.count)
    }

    /// Removes the last move, and returns it with the state before it.
    pub(crate) fn pop(&mut self) -> Option<(AnyState, AnyMove)> {
        let last = self.0.take()?;
        let (before, mv) = match Arc::try_unwrap(last) {
            Ok(mut last) => {
                self.0 = last.earlier.0.take();
                (last.before, last.mv)
            }
            // A copy of the state has the move, too.
            Err(last) => {
                self.0.clone_from(&last.earlier.0);
                (last.before.clone(), last.mv)
            }
        };
        Some((before, mv))
    }

    /// The moves with the states before them, the latest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&AnyState, AnyMove)> {
        let moves = std::iter::successors(self.0.as_deref(), |last| last.previous());
        moves.map(|played| (&played.before, played.mv))
    }

    /// The moves, the earliest first.
    pub(crate) fn moves(&self) -> Vec<AnyMove> {
        let mut moves: Vec<_> = self.iter().map(|(_, mv)| mv).collect();
        moves.reverse();
        moves
    }
}

/// Drops a long past one by one, not by recursion.
impl Drop for Past {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut last) = next.and_then(Arc::into_inner) {
            next = last.earlier.0.take();
        }
    }
}
