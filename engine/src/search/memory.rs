//! The killers and histories of the threads, kept from one search to the next.

use std::sync::{Mutex, PoisonError};

use crate::search::ordering::MoveOrdering;
use crate::techniques::Techniques;

/// The move ordering of each thread, by its number. A thread that panics leaves none.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Vec<Option<MoveOrdering>>>);

impl Memory {
    /// The move ordering with which a thread begins.
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

    /// Keeps the move ordering of a thread for the next search.
    pub(crate) fn keep(&self, thread: usize, ordering: MoveOrdering) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() <= thread {
            kept.resize_with(thread + 1, || None);
        }
        kept[thread] = Some(ordering);
    }
}
