//! Threads of one search.

use std::panic::resume_unwind;
use std::thread;

use crate::search::control::Control;

/// Runs `first` on this thread and each of `others` on one of its own. A panic in any of them ends the
/// search and reaches the caller.
pub(crate) fn together<A, B: Send, F: FnOnce() -> B + Send>(
    control: &Control<'_>,
    first: impl FnOnce() -> A,
    others: impl Iterator<Item = F>,
) -> (A, Vec<B>) {
    thread::scope(|scope| {
        let start = |other: F| {
            scope.spawn(move || {
                let _guard = control.end_on_panic();
                other()
            })
        };
        let helpers: Vec<_> = others.map(start).collect();
        let guard = control.end_on_panic();
        let first = first();
        drop(guard);
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        (first, others.collect())
    })
}
