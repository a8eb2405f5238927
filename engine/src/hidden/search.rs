//! A search under uncertainty: what its threads share, and what their findings come to.

use eval::Evaluator;
use games::{Actor, Hidden};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::thread::HiddenThread;
use crate::answer::{Answer, RootMoveReport, SearchExplanation};
use crate::search::control::Control;
use crate::search::deepening::IterationResult;
use crate::search::statistics::Statistics;
use crate::searchable::{Listener, Searchable, Task};
use crate::table::transposition::TranspositionTable;
use crate::techniques::Techniques;
use crate::uncertainty::Uncertainty;

/// A view to be searched, and what its threads share.
pub(crate) struct HiddenSearch<'a, G: Searchable + Hidden> {
    pub(crate) game: &'a G,
    pub(crate) view: G::Position,
    /// What others did lately, the latest first.
    pub(crate) clues: &'a [G::Clue],
    pub(crate) evaluator: &'a G::Evaluator,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) techniques: Techniques,
    pub(crate) control: Control<'a>,
    /// How many variations to find.
    pub(crate) count: usize,
    pub(crate) seed: u64,
    /// Whether to tell what the search did.
    pub(crate) explains: bool,
}

/// What was found, and what it took.
#[derive(Clone, Debug)]
pub(crate) struct Findings<M> {
    pub(crate) progress: IterationResult<M>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seldepth: u32,
    /// All root moves, the best first.
    pub(crate) root_moves: Vec<RootMoveReport<M>>,
    /// What was counted.
    statistics: Statistics,
}

impl<M: Clone> Findings<M> {
    /// What a search by these threads has found.
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

impl<G: Searchable + Hidden> Task<'_, G> {
    /// Searches a view.
    pub(crate) fn search_hidden(&self, mut listener: Listener<'_, G>) -> Answer<G::Move> {
        let clues = self.clues();
        let search = HiddenSearch {
            game: self.state.game(),
            view: *self.state.position(),
            clues: &clues,
            evaluator: self.evaluator,
            table: self.table,
            techniques: self.techniques,
            control: Control::new(&self.request.limits, self.threads, &self.request.stop),
            count: self.request.variations,
            seed: self.request.seed,
            explains: self.request.explains,
        };
        let answer = |found: &Findings<G::Move>| Answer {
            variations: self.or_any_move(&found.progress),
            value: found.progress.value,
            shares: Vec::new(),
            depth: found.progress.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            leaves: found.leaves,
            elapsed: self.started.elapsed(),
            hashfull: self.table.hashfull(),
            explanation: self.request.explains.then(|| explanation(found)),
        };
        let found = search
            .run(&mut |found| listener.as_mut().is_none_or(|listener| listener(&answer(found))));
        answer(&found)
    }
}

fn explanation<M: Clone>(found: &Findings<M>) -> Box<SearchExplanation<M>> {
    let &Findings { nodes, leaves, .. } = found;
    let statistics = Statistics { nodes, leaves, ..found.statistics.clone() };
    Box::new(SearchExplanation { root_moves: found.root_moves.clone(), statistics })
}

impl<G: Searchable + Hidden> HiddenSearch<'_, G> {
    /// Searches by the method asked for; calls `report` now and then, and goes on while it returns
    /// `true`. With one thread and without a clock the findings are always the same.
    fn run(&self, report: &mut dyn FnMut(&Findings<G::Move>) -> bool) -> Findings<G::Move> {
        // Worlds are dealt from what one player sees; where more is known, it is searched as it stands.
        let seen = self.game.view(&self.view, self.game.player(&self.view));
        match self.techniques.uncertainty {
            _ if seen != self.view => self.search_views(report),
            Uncertainty::Views => self.search_views(report),
            Uncertainty::Worlds => self.search_worlds(report),
            Uncertainty::Ismcts => self.search_ismcts(report),
        }
    }

    /// The moves at the root, in a random order of the seed but promising ones first. Where several
    /// variations are asked for all moves, else one of those that play alike.
    pub(super) fn root_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if let Actor::Seat(_) = self.game.actor(&self.view) {
            let add = |mv| moves.push(mv);
            if self.count > 1 {
                self.game.each_move(&self.view, add);
            } else {
                self.game.each_group(&self.view, add);
            }
        }
        moves.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        moves.sort_by_key(|&mv| -self.game.move_score(&self.view, mv));
        moves
    }

    /// The estimate of a view for the seat whose turn it is.
    pub(super) fn estimate(&self, view: &G::Position) -> eval::Value {
        self.evaluator.estimate(self.game, view, self.game.mover(view))
    }
}
