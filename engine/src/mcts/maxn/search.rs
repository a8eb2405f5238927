//! The search for three seats by a tree: its threads, its iterations, and their answers.

use std::sync::{Mutex, MutexGuard, PoisonError};

use games::{Seat, State};

use super::evaluation::TreeThread;
use super::tree::{Leaf, MAX_SIMULATIONS, MaxnTree};
use crate::answer::{Answer, RootMoveReport, SearchExplanation, ValueBound, Variation};
use crate::search::control::Stopped;
use crate::search::deepening::{Deepening, Iteration, IterationResult, deepen};
use crate::search::parallel::all_finish;
use crate::search::root::root_moves;
use crate::search::statistics::Statistics;
use crate::search::thread::SearchThread;
use crate::search::units::Ply;
use crate::search_kind::SearchKind;
use crate::searchable::{Listener, SearchContext, Searchable};

/// The simulations of the first iteration. Each later iteration adds a quarter to the total, but no
/// less than this.
const FIRST_SIMULATIONS: u64 = 64;

/// The tree and its threads.
struct TreeSearch<'t, 'a, G: Searchable> {
    state: &'t State<G>,
    /// The number of variations asked for.
    count: usize,
    tree: Mutex<MaxnTree<G::Move>>,
    threads: Vec<TreeThread<'a, G>>,
    /// Whether the search was stopped before it had evaluated all moves at the root.
    stopped: bool,
}

/// Locks the tree. If a thread panicked, the search ends, so the state that it left does not
/// matter.
fn lock<M>(tree: &Mutex<MaxnTree<M>>) -> MutexGuard<'_, MaxnTree<M>> {
    tree.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Searchable> SearchContext<'_, G> {
    /// Whether Monte Carlo tree search answers the request: see [`SearchKind::of`].
    pub(crate) fn uses_mcts(&self) -> bool {
        let kind = SearchKind::of(self.state, &self.techniques, &self.request.limits);
        kind == SearchKind::Mcts
    }

    /// Searches by the tree.
    pub(crate) fn search_mcts(&self, mut listener: Listener<'_, G>) -> Answer<G::Move> {
        let control = &self.control;
        let (state, request) = (self.state, self.request);
        let new_thread = |index| TreeThread::new(SearchThread::new(self, index));
        let mut threads: Vec<_> = (0..control.threads()).map(new_thread).collect();
        let moves = root_moves(state, request.seed).into_iter().map(|root| root.mv);
        let (root, stopped) = threads[0].root_of(state, moves);
        let bytes = self.table.mib() << 20;
        let tree = Mutex::new(MaxnTree::new(root, bytes, &self.techniques.parameters));
        let mut search = TreeSearch { state, count: request.variations, tree, threads, stopped };
        let progress = deepen(&mut search, u32::MAX, Some(control), |search, progress| {
            let Some(listener) = &mut listener else { return true };
            listener(&self.answer_of(search, progress))
        });
        let mut answer = self.answer_of(&search, &progress);
        if request.explains {
            answer.explanation = Some(search.explanation(control.nodes()));
        }
        for (index, thread) in search.threads.into_iter().enumerate() {
            thread.thread.end(index);
        }
        answer
    }

    fn answer_of(
        &self,
        search: &TreeSearch<'_, '_, G>,
        progress: &IterationResult<G::Move>,
    ) -> Answer<G::Move> {
        let leaves = search.threads.iter().map(|thread| thread.thread.leaves).sum();
        let tree = lock(&search.tree);
        let mut answer = self.answer(progress, leaves);
        answer.hashfull = tree.fullness();
        let is_best = |&number: &usize| Some(tree.root_move(number).0) == answer.best();
        if let Some(best) = tree.ranking().into_iter().find(is_best) {
            let seats = Seat::all(self.state.game().seats());
            answer.shares = seats.map(|seat| tree.share(best, seat)).collect();
        }
        answer
    }
}

impl<G: Searchable> TreeSearch<'_, '_, G> {
    /// Lets all threads simulate until `most` simulations were started. Returns whether no thread
    /// was stopped.
    fn grow(&mut self, most: u64) -> bool {
        let (state, tree) = (self.state, &self.tree);
        let control = &self.threads[0].thread.context.control;
        all_finish(control, &mut self.threads, |thread| {
            let result = thread.work(state, tree, most);
            thread.thread.meter.publish();
            result.is_ok()
        })
    }

    fn note(&self, progress: &mut IterationResult<G::Move>) {
        let tree = lock(&self.tree);
        let ranking = tree.ranking().into_iter().take(self.count.max(1));
        let variation = |number| {
            let (_, _, value) = tree.root_move(number);
            Variation { value, exhausted: false, moves: tree.line(number) }
        };
        progress.take(ranking.map(variation).collect());
        progress.depth = tree.depth();
    }

    fn explanation(&self, nodes: u64) -> Box<SearchExplanation<G::Move>> {
        let mut statistics = Statistics::default();
        for TreeThread { thread, .. } in &self.threads {
            statistics.leaves += thread.leaves;
            if let Some(counted) = thread.counters.statistics() {
                statistics.add(counted);
            }
        }
        statistics.nodes = nodes;
        let tree = lock(&self.tree);
        let depth = tree.depth();
        let report = |number| {
            let (mv, visits, value) = tree.root_move(number);
            let (bound, nodes) = (ValueBound::Sampled, u64::from(visits));
            RootMoveReport { mv, value, bound, depth, nodes }
        };
        let root_moves = tree.ranking().into_iter().map(report).collect();
        Box::new(SearchExplanation { root_moves, statistics })
    }
}

impl<G: Searchable> TreeThread<'_, G> {
    /// Simulates until `most` simulations were started.
    fn work(
        &mut self,
        state: &State<G>,
        tree: &Mutex<MaxnTree<G::Move>>,
        most: u64,
    ) -> Result<(), Stopped> {
        let mut path = Vec::new();
        let mut next = lock(tree).select_path(most, &mut path);
        while let Some(expands) = next {
            self.thread.meter.count_node(Ply::new(path.len() as i32))?;
            let leaf = if expands { self.expand(state, &path)? } else { Leaf::NotExpanded };
            let mut tree = lock(tree);
            tree.backpropagate(&path, leaf);
            next = tree.select_path(most, &mut path);
        }
        Ok(())
    }
}

impl<G: Searchable> Deepening for TreeSearch<'_, '_, G> {
    type Move = G::Move;

    fn iterate(&mut self, _: u32, progress: &mut IterationResult<G::Move>) -> Iteration {
        let started = lock(&self.tree).started;
        let most = (started + (started / 4).max(FIRST_SIMULATIONS)).min(MAX_SIMULATIONS);
        let finished = !self.stopped && self.grow(most) && most < MAX_SIMULATIONS;
        self.note(progress);
        if finished { Iteration::Finished } else { Iteration::Last }
    }

    fn is_spent(&self) -> bool {
        self.threads[0].thread.meter.is_spent()
    }
}
