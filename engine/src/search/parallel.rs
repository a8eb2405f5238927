//! Running the threads of one search.

use std::panic::resume_unwind;
use std::thread;

use crate::search::control::Control;

/// Runs `first` on this thread and each of `others` on a new thread. A panic in any of them ends
/// the search and reaches the caller.
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

/// Runs `work` for every worker, each on its own thread. Returns whether none was stopped.
pub(crate) fn all_finish<T: Send>(
    control: &Control<'_>,
    workers: &mut [T],
    work: impl Fn(&mut T) -> bool + Copy + Send,
) -> bool {
    let Some((first, others)) = workers.split_first_mut() else { return false };
    let others = others.iter_mut().map(|other| move || work(other));
    let (first, others) = together(control, || work(first), others);
    first && others.into_iter().all(|finished| finished)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Moment;
    use crate::limits::{Limits, StopFlag};
    use crate::search::control::Meter;
    use crate::search::units::Ply;

    /// Searches until it is stopped.
    fn search(control: &Control<'_>, thread: usize) {
        let mut meter = Meter::new(control, thread);
        while meter.count_node(Ply::ROOT).is_ok() {}
    }

    fn fail() {
        panic!("a failed assertion");
    }

    /// All searches run their threads here: if one fails, no other waits for it.
    #[test]
    #[should_panic(expected = "a failed assertion")]
    fn a_helper_that_fails_ends_the_search_and_fails_it() {
        let flag = StopFlag::default();
        let control = Control::new(&Limits::default(), 2, &flag, Moment::now);
        together(&control, || search(&control, 0), std::iter::once(fail));
    }

    #[test]
    #[should_panic(expected = "a failed assertion")]
    fn a_first_thread_that_fails_ends_its_helpers() {
        let flag = StopFlag::default();
        let control = Control::new(&Limits::default(), 2, &flag, Moment::now);
        together(&control, fail, std::iter::once(|| search(&control, 1)));
    }
}
