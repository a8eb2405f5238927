//! The search from the root: root moves, iterations, several variations.

use eval::Value;
use games::{Actor, GameMove, State, sort_by_number};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::answer::{RootMoveReport, ValueBound, Variation};
use crate::opponents::model::Opponents;
use crate::search::control::Stopped;
use crate::search::deepening::{Deepening, Iteration, IterationResult};
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::{Bound, Window};
use crate::searchable::{SearchContext, Searchable};

/// A move at the root with the variation found for it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// Its value in this iteration; moves not searched in full have the lowest.
    pub(crate) value: Value,
    pub(crate) variation: Variation<M>,
    /// The last value, its bound and its depth, for the explanation.
    found: Option<(Value, Bound, u32)>,
    nodes: u64,
}

impl<M: GameMove> RootMove<M> {
    pub(crate) fn new(mv: M) -> Self {
        let variation = Variation { value: Value::EVEN, exhausted: false, moves: Vec::new() };
        Self { mv, value: Value::LOSS, variation, found: None, nodes: 0 }
    }

    /// Records the result of a search of the move, and its nodes.
    pub(crate) fn note(&mut self, value: Value, bound: Bound, depth: u32, nodes: u64) {
        self.found = Some((value, bound, depth));
        self.nodes += nodes;
    }

    fn report(&self) -> Option<RootMoveReport<M>> {
        let (value, bound, depth) = self.found?;
        let bound = ValueBound::of(bound);
        Some(RootMoveReport { mv: self.mv, value, bound, depth, nodes: self.nodes })
    }
}

/// The search of one thread from the root.
pub(crate) struct RootSearch<'t, 'a, G: Searchable> {
    pub(crate) thread: &'t mut SearchThread<'a, G>,
    state: &'a State<G>,
    moves: Vec<RootMove<G::Move>>,
    /// How many variations are to be found.
    count: usize,
}

impl<'t, 'a, G: Searchable> RootSearch<'t, 'a, G> {
    /// The search of thread `index`. Each thread orders moves of equal score differently.
    pub(crate) fn new(thread: &'t mut SearchThread<'a, G>, index: usize) -> Self {
        let SearchContext { state, request, .. } = thread.context;
        let moves = root_moves(state, request.seed.wrapping_add(index as u64));
        let count = request.variations.clamp(1, moves.len().max(1));
        Self { thread, state, count, moves }
    }

    /// The nodes of each root move in all iterations of this thread.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (G::Move, u64)> {
        self.moves.iter().map(|root| (root.mv, root.nodes))
    }

    /// Adds a report of each root move to the result of an iteration, where an explanation is asked
    /// for. Later iterations that do not count change the values of moves, but not the reports.
    fn add_reports(&self, progress: &mut IterationResult<G::Move>) {
        if self.thread.context.request.explains {
            progress.root_moves = self.moves.iter().filter_map(RootMove::report).collect();
        }
    }

    fn is_maxn(&self) -> bool {
        let context = self.thread.context;
        // The number of seats is known to the compiler, so games for two contain no max^n.
        G::MAX_SEATS > 2
            && context.root_seat.is_some()
            && context.techniques.opponents == Opponents::MaxN
    }

    /// One iteration where chance acts at the root: there are no variations, just a value.
    fn chance_iteration(
        &mut self,
        depth: u32,
        progress: &mut IterationResult<G::Move>,
    ) -> Result<(), Stopped> {
        self.thread.estimates = 0;
        let (position, left) = (self.state.position(), Depth::new(depth as i32));
        progress.value = if self.is_maxn() {
            let shares = self.thread.maxn_chance(position, left, Ply::ROOT)?;
            Value::new(shares[self.state.game().mover(position)])
        } else {
            self.thread.search(position, left, Ply::ROOT, Window::FULL)?
        };
        progress.settled = self.thread.estimates == 0;
        Ok(())
    }

    /// One iteration: searches the best variations one after the other, each without the first
    /// moves of those before it. An unfinished iteration counts if it found a variation for the
    /// best move.
    fn iteration(
        &mut self,
        depth: u32,
        progress: &mut IterationResult<G::Move>,
    ) -> Result<(), Stopped> {
        let mut variations = Vec::with_capacity(self.count);
        for rank in 0..self.count {
            let last = progress.variations.get(rank).map(|variation| variation.value);
            let moves = &mut self.moves[rank..];
            let found = self.thread.aspiration(self.state, moves, depth, last);
            // The best moves first, the others in the order they had.
            sort_by_number(moves, |root| -i64::from(root.value.units()));
            let best = &moves[0];
            if found.is_err() {
                if best.value > Value::LOSS {
                    variations.push(best.variation.clone());
                }
                if progress.take_unfinished(variations) {
                    self.add_reports(progress);
                }
                return found;
            }
            let exhausted = self.thread.estimates == 0;
            variations.push(Variation { exhausted, ..best.variation.clone() });
        }
        // A later variation may be better than an earlier one. The next iteration begins with it.
        sort_by_number(&mut self.moves[..self.count], |root| -i64::from(root.value.units()));
        progress.take(variations);
        let proven = |variation: &Variation<G::Move>| {
            let distance = variation.value.distance();
            variation.exhausted || distance.is_some_and(|plies| plies as u32 <= depth)
        };
        progress.settled = progress.variations.iter().all(proven);
        Ok(())
    }
}

impl<G: Searchable> Deepening for RootSearch<'_, '_, G> {
    type Move = G::Move;

    fn iterate(&mut self, depth: u32, progress: &mut IterationResult<G::Move>) -> Iteration {
        if depth <= progress.depth {
            return Iteration::Known;
        }
        self.thread.meter.begin(depth);
        let context = self.thread.context;
        let finished = if self.moves.is_empty() {
            self.chance_iteration(depth, progress)
        } else if self.is_maxn() {
            self.thread.maxn_iteration(self.state, &mut self.moves, depth, self.count, progress)
        } else {
            self.iteration(depth, progress)
        };
        self.thread.meter.publish();
        if finished.is_ok() {
            self.add_reports(progress);
            progress.depth = depth;
            context.finished.publish(progress);
            context.control.finish(depth);
            let nodes = context.control.nodes();
            self.thread.counters.count(|statistics| statistics.iterations.push((depth, nodes)));
        }
        if let Some(other) = context.finished.more_than(progress) {
            // Another thread was faster: continue with its result.
            *progress = other;
            prefer(&mut self.moves, &progress.variations);
        } else if finished.is_err() {
            return Iteration::Stopped;
        }
        Iteration::Finished
    }

    fn is_spent(&self) -> bool {
        self.thread.meter.is_spent()
    }
}

/// The moves at the root: higher move scores first, equal ones in a random order of the seed.
pub(crate) fn root_moves<G: Searchable>(state: &State<G>, seed: u64) -> Vec<RootMove<G::Move>> {
    let mut moves = Vec::new();
    if let Actor::Seat(_) = state.actor() {
        state.game().each_candidate(state.position(), |mv| moves.push(RootMove::new(mv)));
        moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    }
    // Moves of equal score keep their order.
    let score = |root: &RootMove<_>| state.game().move_score(state.position(), root.mv);
    sort_by_number(&mut moves, |root| -i64::from(score(root)));
    moves
}

/// Brings the first moves of the variations to the front, in their order.
fn prefer<M: GameMove>(moves: &mut [RootMove<M>], variations: &[Variation<M>]) {
    for (rank, variation) in variations.iter().enumerate() {
        let best = variation.moves.first();
        if let Some(at) =
            moves.iter().position(|root| Some(&root.mv) == best).filter(|&at| at > rank)
        {
            moves[rank..=at].rotate_right(1);
        }
    }
}
