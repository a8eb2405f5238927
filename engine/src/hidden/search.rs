//! The search of a position with hidden cards: the choice of the method, and the answer.

use eval::Evaluator;
use games::{Actor, Hidden, sort_by_number};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::thread::HiddenThread;
use crate::answer::{Answer, RootMoveReport, SearchExplanation};
use crate::search::deepening::IterationResult;
use crate::search::statistics::Statistics;
use crate::searchable::{Listener, SearchContext, Searchable};
use crate::uncertainty::Uncertainty;

/// The result of a search, and its costs.
#[derive(Clone, Debug)]
pub(crate) struct Findings<M> {
    pub(crate) progress: IterationResult<M>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seldepth: u32,
    /// All root moves, the best first.
    pub(crate) root_moves: Vec<RootMoveReport<M>>,
    /// The counters, where statistics are kept.
    statistics: Statistics,
}

impl<M: Clone> Findings<M> {
    /// The result of a search by these threads.
    pub(crate) fn new<'b, 'a: 'b, G: Searchable<Move = M> + Hidden>(
        progress: &IterationResult<M>,
        threads: impl Iterator<Item = &'b HiddenThread<'a, G>>,
        root_moves: Vec<RootMoveReport<M>>,
    ) -> Self {
        let progress = progress.clone();
        let statistics = Statistics::default();
        let mut found = Self { progress, nodes: 0, leaves: 0, seldepth: 0, root_moves, statistics };
        for thread in threads {
            if let Some(counted) = thread.counters.statistics() {
                found.statistics.add(counted);
            }
            found.nodes += thread.meter.nodes();
            found.leaves += thread.leaves;
            found.seldepth = found.seldepth.max(thread.meter.seldepth().moves() as u32);
        }
        found
    }
}

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// Searches the view of one player.
    pub(crate) fn search_hidden(&self, mut listener: Listener<'_, G>) -> Answer<G::Move> {
        let answer = |found: &Findings<G::Move>| Answer {
            variations: self.or_any_move(&found.progress),
            value: found.progress.value,
            shares: Vec::new(),
            depth: found.progress.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            leaves: found.leaves,
            elapsed: self.elapsed(),
            hashfull: self.table.hashfull(),
            explanation: self.request.explains.then(|| explanation(found)),
        };
        let found = self.run_hidden(&mut |found| {
            listener.as_mut().is_none_or(|listener| listener(&answer(found)))
        });
        answer(&found)
    }

    /// Searches by the method asked for. Calls `report` after each iteration, and goes on while it
    /// returns `true`. With one thread and without a clock the result is always the same.
    fn run_hidden(&self, report: &mut dyn FnMut(&Findings<G::Move>) -> bool) -> Findings<G::Move> {
        // Worlds are sampled from the view of one player. Where more is known, the position itself
        // is searched.
        let view = self.state.position();
        let seen = self.game.view(view, self.game.player(view));
        match self.techniques.uncertainty {
            _ if seen != *view => self.search_views(report),
            Uncertainty::Views => self.search_views(report),
            Uncertainty::Worlds => self.search_worlds(report),
            Uncertainty::Ismcts => self.search_ismcts(report),
        }
    }

    /// The moves at the root, those with the highest scores first, equals in a random order of the
    /// seed. Of moves that play alike only one is listed, unless several variations are asked for.
    pub(super) fn root_moves(&self) -> Vec<G::Move> {
        let (view, mut moves) = (self.state.position(), Vec::new());
        if let Actor::Seat(_) = self.game.actor(view) {
            let add = |mv| moves.push(mv);
            if self.request.variations > 1 {
                self.game.each_move(view, add);
            } else {
                self.game.each_group(view, add);
            }
        }
        moves.shuffle(&mut ChaCha8Rng::seed_from_u64(self.request.seed));
        sort_by_number(&mut moves, |&mv| -i64::from(self.game.move_score(view, mv)));
        moves
    }

    /// The estimate of a view for the seat whose turn it is.
    pub(super) fn estimate(&self, view: &G::Position) -> eval::Value {
        self.evaluator.estimate(self.game, view, self.game.mover(view))
    }
}

fn explanation<M: Clone>(found: &Findings<M>) -> Box<SearchExplanation<M>> {
    let &Findings { nodes, leaves, .. } = found;
    let statistics = Statistics { nodes, leaves, ..found.statistics.clone() };
    Box::new(SearchExplanation { root_moves: found.root_moves.clone(), statistics })
}
