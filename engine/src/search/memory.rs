//! The memory of the threads, kept from one search to the next. So a search of a few nodes neither
//! allocates nor clears tables.

use std::sync::{Mutex, PoisonError};

use eval::Accumulators;
use games::Game;

use crate::chance::branch::Branch;
use crate::search::ordering::{MoveOrdering, ScoredMove};
use crate::search::units::Ply;
use crate::table::evaluation_cache::EvaluationCache;
use crate::table::near::NearTable;
use crate::table::quiescence_cache::QuiescenceCache;
use crate::techniques::Techniques;

/// The memory of one thread.
pub(crate) struct ThreadMemory<G: Game> {
    pub(crate) near: NearTable,
    pub(crate) evaluation_cache: EvaluationCache,
    /// The cache of the Monte Carlo tree for three seats.
    pub(crate) quiescence_cache: QuiescenceCache,
    pub(crate) accumulators: Accumulators,
    pub(crate) ordering: MoveOrdering,
    /// The move lists of the nodes on the path from the root, one after the other.
    pub(crate) moves: Vec<ScoredMove<G::Move>>,
    /// The deferred moves of the nodes on the path, with their numbers in the order (ABDADA).
    pub(crate) deferred: Vec<(G::Move, usize)>,
    /// The branches of the chance nodes on the path, one after the other.
    pub(crate) branches: Vec<Branch<G::Position>>,
    /// The principal variation from each ply on.
    pub(crate) variations: Vec<Vec<G::Move>>,
}

impl<G: Game> ThreadMemory<G> {
    fn new(techniques: &Techniques) -> Self {
        Self {
            near: NearTable::new(),
            evaluation_cache: EvaluationCache::new(),
            quiescence_cache: QuiescenceCache::default(),
            accumulators: Accumulators::default(),
            ordering: MoveOrdering::new(techniques.continuation_history),
            moves: Vec::with_capacity(4096),
            deferred: Vec::with_capacity(256),
            branches: Vec::with_capacity(256),
            variations: vec![Vec::new(); Ply::COUNT + 1],
        }
    }

    /// Prepares for the next search. Static evaluations stay, because they depend on the position
    /// alone. Everything else is as in a new memory, except histories that are to be kept.
    fn begin(&mut self, techniques: &Techniques) {
        self.near.begin();
        if techniques.keep_history {
            self.ordering.age();
        } else {
            self.ordering.clear();
        }
        self.moves.clear();
        self.deferred.clear();
        self.branches.clear();
        self.variations.iter_mut().for_each(Vec::clear);
    }
}

/// The memory of each thread, by its number. A thread that panics leaves none.
pub(crate) struct Memory<G: Game>(Mutex<Vec<Option<ThreadMemory<G>>>>);

impl<G: Game> Memory<G> {
    /// A memory without threads.
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// The memory with which a thread begins a search.
    pub(crate) fn take(&self, thread: usize, techniques: &Techniques) -> ThreadMemory<G> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.get_mut(thread).and_then(Option::take);
        drop(kept);
        known.map_or_else(
            || ThreadMemory::new(techniques),
            |mut memory| {
                memory.begin(techniques);
                memory
            },
        )
    }

    /// Keeps the memory of a thread for the next search.
    pub(crate) fn keep(&self, thread: usize, memory: ThreadMemory<G>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() <= thread {
            kept.resize_with(thread + 1, || None);
        }
        kept[thread] = Some(memory);
    }

    /// Forgets the results of earlier searches. The allocations stay.
    pub(crate) fn forget(&mut self) {
        let kept = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        for memory in kept.iter_mut().flatten() {
            memory.ordering.clear();
            memory.evaluation_cache.clear();
        }
    }
}
