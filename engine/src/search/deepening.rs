//! The one loop that searches deeper and deeper, and what it has found so far.

use std::sync::{Mutex, PoisonError};

use eval::Value;

use crate::answer::Variation;
use crate::search::control::Control;

/// What a search has found so far.
#[derive(Clone, Debug)]
pub(crate) struct IterationResult<M> {
    /// The last finished iteration.
    pub(crate) depth: u32,
    pub(crate) value: Value,
    pub(crate) variations: Vec<Variation<M>>,
    /// Nothing more can be learned by searching deeper.
    pub(crate) settled: bool,
}

impl<M> IterationResult<M> {
    fn none() -> Self {
        Self { depth: 0, value: Value::EVEN, variations: Vec::new(), settled: false }
    }

    /// Whether it is the better word of the two: what is settled stands, however deep another search went on,
    /// which may have met estimates that this one did not need.
    pub(crate) fn knows_more_than(&self, other: &Self) -> bool {
        (self.settled, self.depth) > (other.settled, other.depth)
    }
}

/// The best that a finished iteration of any thread has found.
pub(crate) struct Finished<M>(Mutex<Option<IterationResult<M>>>);

impl<M: Clone> Finished<M> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Publishes what an iteration has found, if no thread knows as much.
    pub(crate) fn publish(&self, progress: &IterationResult<M>) {
        // A thread that panicked leaves a whole value behind: it is replaced in one go.
        let mut best = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| progress.knows_more_than(best)) {
            *best = Some(progress.clone());
        }
    }

    /// What was published, if it is more than a thread knows by itself.
    pub(crate) fn more_than(&self, progress: &IterationResult<M>) -> Option<IterationResult<M>> {
        let best = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        best.clone().filter(|best| best.knows_more_than(progress))
    }
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iteration {
    /// It came to its end.
    Finished,
    /// Another thread had finished it before, which has been reported.
    Known,
    /// Nothing can come after it, but what it found counts and is reported.
    Last,
    /// The search was stopped in it.
    Stopped,
}

/// A search that is done in iterations, each of which knows more than the one before.
pub(crate) trait Deepening {
    type Move;

    /// Makes iteration number `depth`, from 1, and notes in `progress` what it has found.
    fn iterate(&mut self, depth: u32, progress: &mut IterationResult<Self::Move>) -> Iteration;

    /// Whether another iteration cannot even begin.
    fn is_spent(&self) -> bool;
}

/// Searches deeper and deeper, at most to `max_depth`; calls `report` after each iteration and goes on
/// while it returns `true`. No iteration begins when it is late for `control`, if one is given.
pub(crate) fn deepen<S: Deepening>(
    search: &mut S,
    max_depth: u32,
    control: Option<&Control<'_>>,
    mut report: impl FnMut(&S, &IterationResult<S::Move>) -> bool,
) -> IterationResult<S::Move> {
    let mut progress = IterationResult::none();
    for depth in 1..=max_depth {
        let iteration = search.iterate(depth, &mut progress);
        match iteration {
            Iteration::Known => continue,
            Iteration::Stopped => break,
            Iteration::Finished | Iteration::Last => {}
        }
        let late = control.is_some_and(Control::is_late) || search.is_spent();
        let goes_on = report(search, &progress);
        if !goes_on || late || progress.settled || iteration == Iteration::Last {
            break;
        }
    }
    progress
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(depth: u32, settled: bool) -> IterationResult<u8> {
        IterationResult { depth, settled, ..IterationResult::none() }
    }

    #[test]
    fn what_is_settled_stands_before_what_is_deeper() {
        let finished = Finished::new();
        let known = |mine: &IterationResult<u8>| {
            finished.more_than(mine).map(|best| (best.depth, best.settled))
        };
        assert_eq!(known(&result(0, false)), None);

        finished.publish(&result(3, false));
        assert_eq!(known(&result(2, false)), Some((3, false)));
        assert_eq!(known(&result(3, false)), None);

        finished.publish(&result(2, true));
        finished.publish(&result(4, false));
        assert_eq!(known(&result(4, false)), Some((2, true)));
        assert_eq!(known(&result(2, true)), None);
    }
}
