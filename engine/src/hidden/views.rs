//! Expectimax over views: iterative deepening over the moves of the root player.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use eval::Value;
use games::{GameMove, Hidden, sort_by_number};

use super::search::Findings;
use super::thread::{HiddenThread, NodePlace};
use crate::answer::{RootMoveReport, ValueBound, Variation};
use crate::parameters::Parameters;
use crate::search::deepening::{Deepening, Iteration, IterationResult, deepen};
use crate::search::parallel::together;
use crate::search::window::Window;
use crate::searchable::{SearchContext, Searchable};

/// A move at the root, and its value in this iteration if its search was finished.
#[derive(Clone, Copy)]
struct ViewMove<M> {
    mv: M,
    value: Option<Value>,
    bound: ValueBound,
    /// Whether the value depends on no estimate.
    exhausted: bool,
    nodes: u64,
}

impl<M: GameMove> ViewMove<M> {
    fn new(mv: M) -> Self {
        Self { mv, value: None, bound: ValueBound::Exact, exhausted: false, nodes: 0 }
    }

    fn variation(&self) -> Option<Variation<M>> {
        let (value, exhausted) = (self.value?, self.exhausted);
        Some(Variation { value, exhausted, moves: vec![self.mv] })
    }
}

/// A thread's result for a move.
struct FoundMove {
    index: usize,
    value: Value,
    bound: ValueBound,
    exhausted: bool,
    nodes: u64,
}

/// The search over views, with its threads.
struct Views<'a, G: Searchable + Hidden> {
    context: &'a SearchContext<'a, G>,
    threads: Vec<HiddenThread<'a, G>>,
    moves: Vec<ViewMove<G::Move>>,
}

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// Searches by iterative deepening. Calls `report` after each iteration, and goes on while it
    /// returns `true`. With one thread and without a clock the result is always the same.
    pub(super) fn search_views(
        &self,
        report: &mut dyn FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move> {
        let control = &self.control;
        let mut views = Views {
            context: self,
            threads: (0..control.threads())
                .map(|index| HiddenThread::new(self, &[], index))
                .collect(),
            moves: self.root_moves().into_iter().map(ViewMove::new).collect(),
        };
        let tell = |views: &Views<'_, G>, progress: &_| report(&views.findings(progress));
        let progress = deepen(&mut views, control.max_depth(), Some(control), tell);
        views.findings(&progress)
    }
}

impl<'a, G: Searchable + Hidden> Views<'a, G> {
    fn findings(&self, progress: &IterationResult<G::Move>) -> Findings<G::Move> {
        let report = |root: &ViewMove<G::Move>| {
            let ViewMove { mv, value, bound, nodes, .. } = *root;
            Some(RootMoveReport { mv, value: value?, bound, depth: progress.depth, nodes })
        };
        let root_moves = self.moves.iter().filter_map(report).collect();
        Findings::new(progress, self.threads.iter(), root_moves)
    }

    /// One iteration where chance acts at the root: it finds a value and no move. Returns whether
    /// it was finished.
    fn chance_iteration(&mut self, depth: u32, progress: &mut IterationResult<G::Move>) -> bool {
        let thread = &mut self.threads[0];
        let before = thread.estimates;
        let place = NodePlace::root(depth);
        let Ok(value) = thread.search_view(self.context.state.position(), place, Window::FULL)
        else {
            return false;
        };
        progress.value = value;
        progress.settled = thread.estimates == before;
        true
    }

    /// The number of moves that are searched at a depth: all at first, later the best ones.
    fn most_moves(&self, depth: u32) -> usize {
        let techniques = &self.context.techniques;
        if !techniques.samples {
            return usize::MAX;
        }
        let Parameters { views_width_3, views_width_4, views_width_5, .. } = techniques.parameters;
        let most = match depth {
            0..=2 => i32::MAX,
            3 => views_width_3,
            4 => views_width_4,
            5.. => views_width_5,
        };
        (most as usize).max(self.context.request.variations)
    }

    /// Searches the first `most` moves, which the threads take in turn.
    fn search_moves(&mut self, depth: u32, most: usize) -> Vec<FoundMove> {
        let next = AtomicUsize::new(0);
        let context = self.context;
        let order: Vec<_> = self.moves.iter().map(|root| root.mv).take(most).collect();
        let techniques = &context.techniques;
        let prunes =
            techniques.alpha_beta && !techniques.samples && context.request.variations == 1;
        let place = NodePlace::root(depth);
        let work = |thread: &mut HiddenThread<'a, G>| {
            let mut found = Vec::new();
            let mut window = Window::FULL;
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(&mv) = order.get(index) else { return found };
                let (before, nodes) = (thread.estimates, thread.meter.nodes());
                let Ok(value) = thread.move_value(context.state.position(), mv, place, window)
                else {
                    return found;
                };
                let exhausted = thread.estimates == before;
                let bound = if techniques.samples && !exhausted {
                    ValueBound::Sampled
                } else {
                    ValueBound::of(window.bound_of(value))
                };
                if prunes {
                    // The exact values of worse moves do not matter.
                    window.alpha = window.alpha.max(value);
                }
                let nodes = thread.meter.nodes() - nodes;
                found.push(FoundMove { index, value, bound, exhausted, nodes });
            }
        };
        let Some((first, others)) = self.threads.split_first_mut() else { return Vec::new() };
        let work = &work;
        let others = others.iter_mut().map(|thread| move || work(thread));
        let (mut found, others) = together(&context.control, || work(first), others);
        found.extend(others.into_iter().flatten());
        found
    }

    /// One iteration over the moves. Returns whether it was finished. An unfinished one counts if
    /// it has a value for the move that was best before, and only one variation is asked for.
    fn iteration(&mut self, depth: u32, progress: &mut IterationResult<G::Move>) -> bool {
        let samples = self.context.techniques.samples;
        let most = self.most_moves(depth).min(self.moves.len());
        let found = self.search_moves(depth, most);
        for &FoundMove { index, nodes, .. } in &found {
            self.moves[index].nodes += nodes;
        }
        let finished = found.len() == most;
        let has_first = found.iter().any(|found| found.index == 0);
        if !(finished || has_first && progress.is_replaceable()) {
            return false;
        }
        let before: Vec<_> = self.moves.iter().map(|root| root.value).collect();
        for root in &mut self.moves {
            root.value = None;
        }
        for FoundMove { index, value, bound, exhausted, .. } in found {
            let value = match before[index] {
                Some(before) if samples && !exhausted => mean_with(before, value, depth),
                _ => value,
            };
            let root = &mut self.moves[index];
            *root = ViewMove { value: Some(value), bound, exhausted, ..*root };
        }
        // The best first. Equal moves, and those not searched, keep their order.
        let worth = |root: &ViewMove<_>| root.value.map_or(i64::MIN, |value| value.units().into());
        sort_by_number(&mut self.moves, |root| worth(root).saturating_neg());
        let variations = self.moves.iter().filter_map(ViewMove::variation);
        progress.take(variations.take(self.context.request.variations).collect());
        progress.settled =
            finished && self.moves.iter().all(|root| root.value.is_some() && root.exhausted);
        finished
    }
}

impl<G: Searchable + Hidden> Deepening for Views<'_, G> {
    type Move = G::Move;

    fn iterate(&mut self, depth: u32, progress: &mut IterationResult<G::Move>) -> Iteration {
        let finished = if self.moves.is_empty() {
            self.chance_iteration(depth, progress)
        } else {
            self.iteration(depth, progress)
        };
        if !finished {
            return Iteration::Stopped;
        }
        progress.depth = depth;
        let nodes = self.context.control.nodes();
        self.threads[0].counters.count(|statistics| statistics.iterations.push((depth, nodes)));
        Iteration::Finished
    }

    fn is_spent(&self) -> bool {
        false
    }
}

/// The mean over all iterations up to `depth`. Errors of the estimate grow with the depth, because
/// each choice prefers moves that are overestimated; the mean is better than the last value.
fn mean_with(before: Value, value: Value, depth: u32) -> Value {
    let depth = i64::from(depth);
    let sum = i64::from(before.expectation()) * (depth - 1) + i64::from(value.expectation());
    Value::estimate((sum / depth) as i32)
}
