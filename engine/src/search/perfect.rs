//! Searches with perfect information: their threads, and the answer from the results of the
//! threads.
//!
//! All threads search the same tree. They share results through the table, and a thread defers a
//! move while another thread searches it. The first thread that finishes an iteration ends it for
//! all.

use eval::{Evaluator, Value};
use games::{Actor, Outcome, Seat, State};

use crate::answer::{Answer, SearchExplanation, Variation};
use crate::opponents::model::Opponents;
use crate::search::deepening::{IterationResult, deepen};
use crate::search::parallel::together;
use crate::search::root::RootSearch;
use crate::search::statistics::Statistics;
use crate::search::thread::SearchThread;
use crate::searchable::{Listener, SearchContext, Searchable};

/// The result of one thread.
struct ThreadResult<M> {
    progress: IterationResult<M>,
    leaves: u64,
    /// The nodes of each root move.
    nodes: Vec<(M, u64)>,
    statistics: Option<Statistics>,
}

impl<G: Searchable> SearchContext<'_, G> {
    /// Searches by alpha-beta or, with three seats where that is asked for, by Monte Carlo tree
    /// search or max^n.
    pub(crate) fn search_perfect(&self, mut listener: Listener<'_, G>) -> Answer<G::Move> {
        if self.uses_mcts() {
            return self.search_mcts(listener);
        }
        let control = &self.control;
        let (first, others) = together(
            control,
            || {
                let _ends_the_others = control.end_on_drop();
                self.run_thread(0, |root, progress| {
                    let Some(listener) = &mut listener else { return true };
                    listener(&self.answer(progress, root.thread.leaves))
                })
            },
            (1..control.threads()).map(|index| {
                move || {
                    if control.is_long() {
                        while !control.is_stopped() && self.table.claim() {}
                    }
                    self.run_thread(index, |_, _| true)
                }
            }),
        );
        let threads: Vec<_> = std::iter::once(first).chain(others).collect();
        let leaves = threads.iter().map(|found| found.leaves).sum();
        let mut best = &threads[0].progress;
        for ThreadResult { progress, .. } in &threads {
            if progress.knows_more_than(best) {
                best = progress;
            }
        }
        Answer { explanation: self.explanation(best, &threads), ..self.answer(best, leaves) }
    }

    /// The search of thread `index`.
    fn run_thread(
        &self,
        index: usize,
        report: impl FnMut(&RootSearch<'_, '_, G>, &IterationResult<G::Move>) -> bool,
    ) -> ThreadResult<G::Move> {
        let mut thread = SearchThread::new(self, index);
        let mut root = RootSearch::new(&mut thread, index);
        let control = &self.control;
        let progress = deepen(&mut root, control.max_depth(), Some(control), report);
        let nodes = if self.request.explains { root.nodes().collect() } else { Vec::new() };
        thread.meter.publish();
        let statistics = thread.counters.statistics().cloned();
        let leaves = thread.leaves;
        thread.end(index);
        ThreadResult { progress, leaves, nodes, statistics }
    }

    /// The explanation of the best result, if one is asked for, with the counts of all threads.
    fn explanation(
        &self,
        best: &IterationResult<G::Move>,
        threads: &[ThreadResult<G::Move>],
    ) -> Option<Box<SearchExplanation<G::Move>>> {
        if !self.request.explains {
            return None;
        }
        let mut statistics = Statistics::default();
        let mut root_moves = best.root_moves.clone();
        root_moves.iter_mut().for_each(|report| report.nodes = 0);
        for thread in threads {
            if let Some(counted) = &thread.statistics {
                statistics.add(counted);
            }
            statistics.leaves += thread.leaves;
            for report in &mut root_moves {
                let same = thread.nodes.iter().find(|(mv, _)| *mv == report.mv);
                report.nodes += same.map_or(0, |&(_, nodes)| nodes);
            }
        }
        statistics.nodes = self.control.nodes();
        Some(Box::new(SearchExplanation { root_moves, statistics }))
    }

    pub(crate) fn answer(
        &self,
        progress: &IterationResult<G::Move>,
        leaves: u64,
    ) -> Answer<G::Move> {
        let variations = self.complete(progress);
        let best = variations.first();
        Answer {
            value: best.map_or(progress.value, |variation| variation.value),
            shares: best.map_or(Vec::new(), |variation| self.shares(variation)),
            variations,
            depth: progress.depth,
            seldepth: self.control.seldepth(),
            nodes: self.control.nodes(),
            leaves,
            elapsed: self.elapsed(),
            hashfull: self.table.hashfull(),
            explanation: None,
        }
    }

    /// The variations found. A variation that ends one move before a win gets that move.
    fn complete(&self, progress: &IterationResult<G::Move>) -> Vec<Variation<G::Move>> {
        let mut variations = self.or_any_move(progress);
        for variation in &mut variations {
            self.keep_proofs_only(variation);
            if variation.value.distance() == Some(variation.moves.len() as i32 + 1) {
                variation.moves.extend(winning_move(self.state, &variation.moves));
            }
            variation.value = at_the_latest(variation.value, self.state.game().delay() as i32);
        }
        variations
    }

    /// The expected results of three seats. The root seat's is the value of the search. The other
    /// two share the rest in the proportion of their estimates at the end of the variation.
    fn shares(&self, variation: &Variation<G::Move>) -> Vec<Value> {
        let Some(root_seat) = self.root_seat else { return Vec::new() };
        let mut end = self.state.clone();
        variation.moves.iter().for_each(|&mv| end.play_unchecked(mv));
        let one = i64::from(Value::ONE);
        let share = |seat: Seat| {
            let value = match end.actor() {
                Actor::Over(outcome) => Value::of_outcome(outcome, seat, 0),
                _ => self.evaluator.estimate(end.game(), end.position(), seat),
            };
            i64::from(value.expectation()) + one
        };
        let seats = || Seat::all(end.game().seats());
        let total: i64 = seats().filter(|&seat| seat != root_seat).map(share).sum();
        let rest = one - i64::from(variation.value.expectation());
        let count = i64::from(end.game().seats()) - 1;
        seats()
            .map(|seat| match seat {
                seat if seat == root_seat => Value::new(variation.value.expectation()),
                _ if total == 0 => Value::new((rest / count - one) as i32),
                seat => Value::new((rest * share(seat) / total - one) as i32),
            })
            .collect()
    }

    /// With three seats fewer values are proofs. In a paranoid search a win is proven, as it is
    /// against all others together. A loss is not, as the others need not join forces. In
    /// best-reply search neither is, as it leaves out replies.
    fn keep_proofs_only(&self, variation: &mut Variation<G::Move>) {
        let state = self.state;
        let duel = || state.game().in_play(state.position()).len() == 2;
        let paranoid = self.techniques.opponents == Opponents::Paranoid;
        if self.root_seat.is_none() || paranoid && variation.value.is_win() || duel() {
            return;
        }
        variation.value = Value::new(variation.value.expectation());
        variation.exhausted = false;
    }
}

/// A proven result with the distance that holds against every defence. The loser can put the end
/// off by `delay` moves at each of his turns, with moves that the search leaves out.
fn at_the_latest(value: Value, delay: i32) -> Value {
    let Some(plies) = value.distance() else { return value };
    let later = |turns: i32| (plies + delay * turns).min(Value::MAX_DISTANCE);
    if value.is_win() {
        Value::win_in(later(plies / 2))
    } else {
        Value::loss_in(later((plies + 1) / 2))
    }
}

/// The first immediately winning move after a variation, if there is one.
fn winning_move<G: Searchable>(state: &State<G>, variation: &[G::Move]) -> Option<G::Move> {
    let mut end = state.clone();
    for &mv in variation {
        end.play_unchecked(mv);
    }
    let Actor::Seat(seat) = end.actor() else { return None };
    let mut winning = None;
    end.game().each_move(end.position(), |mv| {
        let wins = matches!(
            end.game().actor(&end.game().play(end.position(), mv)),
            Actor::Over(outcome) if outcome == Outcome::win(seat)
        );
        if wins && winning.is_none() {
            winning = Some(mv);
        }
    });
    winning
}
