//! Iterative deepening: the loop over the iterations, and the result of an iteration.

use std::sync::{Mutex, PoisonError};

use eval::Value;
use games::sort_by_number;

use crate::answer::{RootMoveReport, Variation};
use crate::search::control::Control;

/// The result of the last finished iteration.
#[derive(Clone, Debug)]
pub(crate) struct IterationResult<M> {
    /// The last finished iteration.
    pub(crate) depth: u32,
    pub(crate) value: Value,
    pub(crate) variations: Vec<Variation<M>>,
    /// The reports of the root moves, where alpha-beta or max^n is to explain its answer.
    pub(crate) root_moves: Vec<RootMoveReport<M>>,
    /// A deeper search could not change the result.
    pub(crate) settled: bool,
}

impl<M> IterationResult<M> {
    fn none() -> Self {
        let (variations, root_moves) = (Vec::new(), Vec::new());
        Self { depth: 0, value: Value::EVEN, variations, root_moves, settled: false }
    }

    /// Takes the variations of a finished iteration, the best first. Variations of equal value keep
    /// their order. All searches list their variations here.
    ///
    /// A search finds variations one after the other, or prefers moves that it has examined most.
    /// So a later variation may have a higher value than an earlier one.
    pub(crate) fn take(&mut self, mut variations: Vec<Variation<M>>) {
        sort_by_number(&mut variations, |variation| -i64::from(variation.value.units()));
        if let Some(best) = variations.first() {
            self.value = best.value;
        }
        self.variations = variations;
    }

    /// Takes the variations of an iteration that was stopped, if they count: there is one, and it
    /// [may be replaced](Self::is_replaceable). Returns whether they count.
    pub(crate) fn take_unfinished(&mut self, variations: Vec<Variation<M>>) -> bool {
        let counts = self.is_replaceable() && !variations.is_empty();
        if counts {
            self.take(variations);
        }
        counts
    }

    /// Whether an unfinished iteration may replace this result. It does not replace several
    /// variations, because values of different depths have no order.
    pub(crate) fn is_replaceable(&self) -> bool {
        self.variations.len() <= 1
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

    fn variation(value: i32, mv: u8) -> Variation<u8> {
        Variation { value: Value::new(value), exhausted: false, moves: vec![mv] }
    }

    #[test]
    fn the_best_variation_comes_first() {
        let mut progress = IterationResult::none();
        progress.take_unfinished(vec![variation(3, 0), variation(5, 1)]);
        progress.take_unfinished(Vec::new());
        let moves = |progress: &IterationResult<u8>| -> Vec<u8> {
            progress.variations.iter().map(|variation| variation.moves[0]).collect()
        };
        assert_eq!((progress.value, moves(&progress)), (Value::new(5), vec![1, 0]));
        progress.take(vec![variation(3, 0), variation(4, 1), variation(4, 2)]);
        assert_eq!((progress.value, moves(&progress)), (Value::new(4), vec![1, 2, 0]));
    }

    #[test]
    fn an_unfinished_iteration_replaces_only_a_single_variation() {
        let mut progress = IterationResult::none();
        progress.take(vec![variation(4, 0), variation(3, 1)]);
        progress.take_unfinished(vec![variation(1, 0), variation(9, 1)]);
        assert_eq!((progress.value, progress.variations[0].moves[0]), (Value::new(4), 0));
        progress.take(vec![variation(4, 0)]);
        progress.take_unfinished(vec![variation(1, 2)]);
        assert_eq!((progress.value, progress.variations[0].moves[0]), (Value::new(1), 2));
    }

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
