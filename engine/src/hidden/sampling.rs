//! Searches that deal one world after the other and get better with each.

use std::thread;

use eval::{Evaluator, Value};
use games::{Game, Information, Tactics};

use super::node::Explorer;
use super::root::{Findings, Inquiry, findings};
use super::tree::Tree;
use super::worlds::Worlds;
use crate::answer::Line;
use crate::limits::MAX_DEPTH;
use crate::search::root::Progress;
use crate::search::worker::Stopped;
use crate::techniques::Techniques;
use crate::uncertainty::Uncertainty;

/// Worlds that each thread deals before the first report; then twice as many each time.
const FIRST_WORLDS: u64 = 16;

/// Nodes to be spent at most on solving the end of a game.
const EXACT_NODES: u64 = 50_000;

/// What is known of a move at the root.
#[derive(Clone, Copy)]
pub(super) struct Tally<M> {
    pub(super) mv: M,
    /// How often it was tried.
    pub(super) visits: u64,
    /// The sum of what it led to, for the player who asks.
    pub(super) sum: i64,
}

/// One thread of such a search.
pub(super) trait Sampler<'a, G: Game, E>: Send {
    /// Deals a world and learns from it; of a way through it that it was stopped in it keeps nothing.
    fn learn(&mut self) -> Result<(), Stopped>;

    /// What it has learned of each move at the root, always in the same order.
    fn tallies(&self) -> Vec<Tally<G::Move>>;

    /// The sum of the values of the worlds for who is to act, and their number.
    fn total(&self) -> (i64, u64);

    /// How many moves it looks ahead.
    fn depth(&self) -> u32;

    /// Whether every world was played to the end of the game.
    fn sees_the_end(&self) -> bool;

    fn explorer(&self) -> &Explorer<'a, G, E>;

    fn explorer_mut(&mut self) -> &mut Explorer<'a, G, E>;
}

impl<G: Tactics, E: Evaluator<G>> Inquiry<'_, G, E> {
    /// Searches by the method asked for; calls `report` now and then, and goes on while it returns
    /// `true`. With one thread and without a clock the findings are always the same.
    pub(crate) fn run(&self, report: impl FnMut(&Findings<G::Move>) -> bool) -> Findings<G::Move> {
        let threads = || self.node_limits.iter().zip(self.seed..);
        // Worlds are dealt from what one player sees; where more is known, it is searched as it stands.
        let seen = G::Information::view(
            self.game,
            &self.view,
            G::Information::player(self.game, &self.view),
        );
        match self.techniques.uncertainty {
            _ if seen != self.view => self.deepen(report),
            Uncertainty::Views => self.deepen(report),
            Uncertainty::Worlds => {
                let new = |(&limit, seed)| Worlds::new(self, limit, seed);
                self.sample(threads().map(new).collect(), report)
            }
            Uncertainty::Tree => {
                let new = |(&limit, seed)| Tree::new(self, limit, seed);
                self.sample(threads().map(new).collect(), report)
            }
        }
    }

    fn sample<'a, S: Sampler<'a, G, E>>(
        &self,
        mut samplers: Vec<S>,
        mut report: impl FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move>
    where
        G: 'a,
        E: 'a,
    {
        let endless =
            self.clock.is_some() || self.node_limits.iter().all(|&limit| limit < u64::MAX);
        let most =
            if self.max_depth == MAX_DEPTH || endless { u64::MAX } else { Uncertainty::WORLDS };
        let mut dealt = 0;
        loop {
            let more = dealt.max(FIRST_WORLDS).min(most - dealt);
            let learn = |sampler: &mut S| (0..more).try_for_each(|_| sampler.learn());
            let finished = thread::scope(|scope| {
                let (first, others) = samplers.split_at_mut(1);
                let others: Vec<_> =
                    others.iter_mut().map(|other| scope.spawn(move || learn(other))).collect();
                let first = first.iter_mut().try_for_each(learn);
                let others = others.into_iter().map(thread::ScopedJoinHandle::join);
                others.fold(first.is_ok(), |all, other| all & matches!(other, Ok(Ok(()))))
            });
            if dealt == 0 && finished && samplers.iter().all(Sampler::sees_the_end) {
                let exact = self.solve();
                samplers[0].explorer_mut().nodes += exact.nodes;
                if exact.progress.settled {
                    report(&exact);
                    return exact;
                }
            }
            dealt += more;
            let found = self.findings_of(&samplers);
            if !report(&found) || !finished || dealt == most {
                return found;
            }
        }
    }

    /// Searches exactly, to the end of the game if the nodes last so long.
    fn solve(&self) -> Findings<G::Move> {
        let exact = Inquiry {
            techniques: Techniques { quiescence: self.techniques.quiescence, ..Techniques::EXACT },
            node_limits: vec![(self.node_limits[0] / 4).min(EXACT_NODES)],
            ..*self
        };
        exact.deepen(|_| true)
    }

    fn findings_of<'a, S: Sampler<'a, G, E>>(&self, samplers: &[S]) -> Findings<G::Move>
    where
        G: 'a,
        E: 'a,
    {
        let mut tallies = samplers[0].tallies();
        for sampler in &samplers[1..] {
            for (tally, other) in tallies.iter_mut().zip(sampler.tallies()) {
                tally.visits += other.visits;
                tally.sum += other.sum;
            }
        }
        tallies.retain(|tally| tally.visits > 0);
        // The best of those that were tried often. The sort is stable: moves that look alike keep their order.
        let most = tallies.iter().map(|tally| tally.visits).max().unwrap_or(0);
        tallies.sort_by_key(|tally| {
            std::cmp::Reverse((2 * tally.visits >= most, tally.sum / tally.visits as i64))
        });
        let line = |tally: &Tally<G::Move>| Line {
            value: Value::estimate((tally.sum / tally.visits as i64) as i32),
            exhausted: false,
            moves: vec![tally.mv],
        };
        let lines: Vec<_> = tallies.iter().map(line).take(self.lines).collect();
        let totals = samplers.iter().map(Sampler::total);
        let (sum, worlds) = totals.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        let mean = Value::estimate((sum / (worlds as i64).max(1)) as i32);
        let progress = Progress {
            // Lines of forced moves may go on beyond.
            depth: samplers.iter().map(Sampler::depth).max().unwrap_or(0).min(self.max_depth),
            value: lines.first().map_or(mean, |line| line.value),
            lines,
            settled: false,
        };
        findings(&progress, samplers.iter().map(Sampler::explorer))
    }
}
