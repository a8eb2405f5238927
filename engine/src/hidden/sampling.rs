//! Searches by sampled worlds: their iterations, reports, and the exact search of endings.

use eval::Value;
use games::{Hidden, sort_by_number};

use super::search::Findings;
use super::thread::HiddenThread;
use crate::answer::{RootMoveReport, ValueBound, Variation};
use crate::limits::MAX_DEPTH;
use crate::search::control::Stopped;
use crate::search::deepening::{Deepening, Finished, Iteration, IterationResult, deepen};
use crate::search::parallel::all_finish;
use crate::searchable::{SearchContext, Searchable};
use crate::techniques::Techniques;
use crate::uncertainty::Uncertainty;

/// The worlds that each thread samples in the first iteration. Each later iteration doubles the
/// total.
const FIRST_WORLDS: u64 = 16;

/// The most nodes for an exact search of the end of a game.
const EXACT_NODES: u64 = 50_000;

/// The statistics of a move at the root.
#[derive(Clone, Copy)]
pub(super) struct RootTally<M> {
    pub(super) mv: M,
    /// The simulations of the move. In ISMCTS the first estimate of the move counts as some of
    /// them.
    pub(super) visits: u64,
    /// The sum of their values for the root player.
    pub(super) sum: i64,
}

/// One thread of a search by sampled worlds.
pub(super) trait Sampler<'a, G: Searchable + Hidden>: Send {
    /// Samples a world and adds its simulations to the statistics. A simulation that is stopped
    /// does not count.
    fn learn(&mut self) -> Result<(), Stopped>;

    /// The statistics of the moves at the root, always in the same order.
    fn tallies(&self) -> Vec<RootTally<G::Move>>;

    /// The sum of the values of all simulations for the seat to act, and the number of them.
    fn total(&self) -> (i64, u64);

    /// The depth of the search in moves.
    fn depth(&self) -> u32;

    /// Whether every simulation ended at the end of the game.
    fn sees_the_end(&self) -> bool;

    fn thread(&self) -> &HiddenThread<'a, G>;

    fn thread_mut(&mut self) -> &mut HiddenThread<'a, G>;
}

/// The samplers, one for each thread.
struct Sampling<'a, G: Searchable + Hidden, S> {
    context: &'a SearchContext<'a, G>,
    samplers: Vec<S>,
    /// The worlds that each sampler has used.
    dealt: u64,
    /// The worlds that each sampler may use.
    most: u64,
    /// The answer of an exact search, where there was one.
    exact: Option<Findings<G::Move>>,
}

impl<G: Searchable + Hidden> SearchContext<'_, G> {
    /// Searches with one sampler for each thread. `new` makes a sampler from a thread and a seed.
    pub(super) fn sample<'a, S: Sampler<'a, G>>(
        &'a self,
        clues: &'a [G::Clue],
        new: impl Fn(HiddenThread<'a, G>, u64) -> S,
        report: &mut dyn FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move> {
        let control = &self.control;
        let unlimited = control.max_depth() == MAX_DEPTH || control.has_clock_or_nodes();
        let samplers = (0..control.threads()).zip(self.request.seed..);
        let mut sampling = Sampling {
            context: self,
            samplers: samplers
                .map(|(index, seed)| new(HiddenThread::new(self, clues, index), seed))
                .collect(),
            dealt: 0,
            most: if unlimited { u64::MAX } else { Uncertainty::WORLDS },
            exact: None,
        };
        let progress = deepen(&mut sampling, u32::MAX, None, |sampling, progress| {
            report(&sampling.findings(progress))
        });
        sampling.findings(&progress)
    }

    /// Searches exactly, to the end of the game if the nodes suffice.
    fn solve(&self) -> Findings<G::Move> {
        let exact = SearchContext {
            techniques: Techniques { quiescence: self.techniques.quiescence, ..Techniques::EXACT },
            control: self.control.part((self.control.node_limit(0) / 4).min(EXACT_NODES)),
            abdada: None,
            finished: Finished::new(),
            ..*self
        };
        exact.search_views(&mut |_| true)
    }
}

impl<'a, G: Searchable + Hidden, S: Sampler<'a, G>> Sampling<'a, G, S> {
    /// Lets every sampler search `worlds` more worlds. Returns whether no thread was stopped.
    fn deal(&mut self, worlds: u64) -> bool {
        all_finish(&self.context.control, &mut self.samplers, |sampler: &mut S| {
            (0..worlds).try_for_each(|_| sampler.learn()).is_ok()
        })
    }

    /// The statistics of all threads: the moves with many visits first, and of these the best
    /// first.
    fn tallies(&self) -> Vec<RootTally<G::Move>> {
        let mut tallies = self.samplers[0].tallies();
        for sampler in &self.samplers[1..] {
            for (tally, other) in tallies.iter_mut().zip(sampler.tallies()) {
                tally.visits += other.visits;
                tally.sum += other.sum;
            }
        }
        tallies.retain(|tally| tally.visits > 0);
        // Equal moves keep their order.
        let most = tallies.iter().map(|tally| tally.visits).max().unwrap_or(0);
        sort_by_number(&mut tallies, |tally| {
            let often = i64::from(2 * tally.visits >= most);
            // A mean is far below 2^40.
            -((often << 40) + tally.sum / tally.visits as i64)
        });
        tallies
    }

    fn note(&self, progress: &mut IterationResult<G::Move>) {
        let variation = |tally: &RootTally<G::Move>| Variation {
            value: mean(tally),
            exhausted: false,
            moves: vec![tally.mv],
        };
        let totals = self.samplers.iter().map(Sampler::total);
        let (sum, worlds) = totals.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        let mean = Value::estimate((sum / (worlds as i64).max(1)) as i32);
        progress.value = mean;
        let most = self.context.request.variations;
        progress.take(self.tallies().iter().map(variation).take(most).collect());
        // Lines of forced moves may be longer than the depth asked for.
        let depth = self.samplers.iter().map(Sampler::depth).max().unwrap_or(0);
        progress.depth = depth.min(self.context.control.max_depth());
    }

    fn findings(&self, progress: &IterationResult<G::Move>) -> Findings<G::Move> {
        if let Some(exact) = &self.exact {
            return exact.clone();
        }
        let report = |tally: &RootTally<G::Move>| RootMoveReport {
            mv: tally.mv,
            value: mean(tally),
            bound: ValueBound::Sampled,
            depth: progress.depth,
            nodes: tally.visits,
        };
        let root_moves = self.tallies().iter().map(report).collect();
        Findings::new(progress, self.samplers.iter().map(Sampler::thread), root_moves)
    }
}

/// The mean value of a move that was visited.
fn mean<M>(tally: &RootTally<M>) -> Value {
    Value::estimate((tally.sum / tally.visits as i64) as i32)
}

impl<'a, G: Searchable + Hidden, S: Sampler<'a, G>> Deepening for Sampling<'a, G, S> {
    type Move = G::Move;

    fn iterate(&mut self, _: u32, progress: &mut IterationResult<G::Move>) -> Iteration {
        let first = self.dealt == 0;
        let worlds = self.dealt.max(FIRST_WORLDS).min(self.most - self.dealt);
        let finished = self.deal(worlds);
        self.dealt += worlds;
        if first && finished && self.samplers.iter().all(Sampler::sees_the_end) {
            let exact = self.context.solve();
            self.samplers[0].thread_mut().meter.add(exact.nodes);
            if exact.progress.settled {
                *progress = exact.progress.clone();
                self.exact = Some(exact);
                return Iteration::Last;
            }
        }
        self.note(progress);
        let ends = !finished || self.dealt == self.most;
        if ends { Iteration::Last } else { Iteration::Finished }
    }

    fn is_spent(&self) -> bool {
        false
    }
}
