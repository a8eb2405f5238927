//! What the threads of one search have learned of moves, for the next search.

use std::sync::{Mutex, PoisonError};

use crate::search::ordering::MoveOrdering;
use crate::techniques::Techniques;

/// What each thread has learned, by its number. A thread that panics leaves nothing.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Vec<Option<MoveOrdering>>>);

impl Memory {
    /// What a thread begins with.
    pub(crate) fn take(&self, thread: usize, techniques: &Techniques) -> MoveOrdering {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get_mut(thread).and_then(Option::take).filter(|_| techniques.keep_history);
        known.map_or_else(
            || MoveOrdering::new(techniques.continuation_history),
            |mut ordering| {
                ordering.age();
                ordering
            },
        )
    }

    /// What a thread leaves.
    pub(crate) fn keep(&self, thread: usize, ordering: MoveOrdering) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() <= thread {
            kept.resize_with(thread + 1, || None);
        }
        kept[thread] = Some(ordering);
    }
}
