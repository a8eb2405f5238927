//! Iterative deepening: the loop over the iterations, and the result of an iteration.

use std::sync::{Mutex, PoisonError};

use eval::Value;

use crate::answer::Variation;
use crate::search::control::Control;

/// The result of the last finished iteration.
#[derive(Clone, Debug)]
pub(crate) struct IterationResult<M> {
    /// The last finished iteration.
    pub(crate) depth: u32,
    pub(crate) value: Value,
    pub(crate) variations: Vec<Variation<M>>,
    /// A deeper search could not change the result.
    pub(crate) settled: bool,
}

impl<M> IterationResult<M> {
    fn none() -> Self {
        Self { depth: 0, value: Value::EVEN, variations: Vec::new(), settled: false }
    }

    /// Whether this result is better than `other`. A settled result is better than an unsettled one
    /// of any depth: a deeper search may have used estimates that the settled one did not need.
    pub(crate) fn knows_more_than(&self, other: &Self) -> bool {
        (self.settled, self.depth) > (other.settled, other.depth)
    }
}

/// The best result of any thread.
pub(crate) struct Finished<M>(Mutex<Option<IterationResult<M>>>);

impl<M: Clone> Finished<M> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Publishes the result of an iteration, if it is better than that of any thread.
    pub(crate) fn publish(&self, progress: &IterationResult<M>) {
        // After a panic the value is still complete, since it is replaced as a whole.
        let mut best = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| progress.knows_more_than(best)) {
            *best = Some(progress.clone());
        }
    }

    /// The published result, if it is better than a thread's own.
    pub(crate) fn more_than(&self, progress: &IterationResult<M>) -> Option<IterationResult<M>> {
        let best = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        best.clone().filter(|best| best.knows_more_than(progress))
    }
}

/// The end of an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iteration {
    /// The iteration is finished.
    Finished,
    /// Another thread has finished the iteration before, and its result has been reported.
    Known,
    /// The iteration is the last one. Its result counts and is reported.
    Last,
    /// The search was stopped during the iteration.
    Stopped,
}

/// A search in iterations, each of which has a better result than the one before.
pub(crate) trait Deepening {
    type Move;

    /// Runs iteration number `depth`, from 1, and writes its result to `progress`.
    fn iterate(&mut self, depth: u32, progress: &mut IterationResult<Self::Move>) -> Iteration;

    /// Whether no nodes are left for another iteration.
    fn is_spent(&self) -> bool;
}

/// Iterative deepening up to `max_depth`. Calls `report` after each iteration and goes on while it
/// returns `true`. With a `control`, no iteration begins after its soft time limit.
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
