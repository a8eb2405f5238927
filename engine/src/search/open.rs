//! A search where everything is seen: its threads, and what their findings come to.
//!
//! All threads search the same tree: what one has found, the others find in the table, and what one is
//! at, the others put off. The first to finish an iteration ends it for all.

use eval::{Evaluator, Value};
use games::{Actor, Outcome, Seat, State};

use crate::answer::{Answer, RootMoveReport, SearchExplanation, Variation};
use crate::opponents::model::Opponents;
use crate::search::abdada::Abdada;
use crate::search::control::Control;
use crate::search::deepening::{Finished, IterationResult, deepen};
use crate::search::parallel::together;
use crate::search::root::RootSearch;
use crate::search::statistics::Statistics;
use crate::search::thread::{Context, SearchThread};
use crate::searchable::{Listener, Searchable, Task};

/// What one thread brought back.
struct ThreadResult<M> {
    progress: IterationResult<M>,
    leaves: u64,
    root_moves: Vec<RootMoveReport<M>>,
    statistics: Option<Statistics>,
}

impl<G: Searchable> Task<'_, G> {
    /// Searches by alpha-beta or, with three seats where that is asked for, by a tree or by max^n.
    pub(crate) fn search_open(&self, mut listener: Listener<'_, G>) -> Answer<G::Move> {
        if self.uses_mcts() {
            return self.search_mcts(listener);
        }
        // Without a table there is nothing that threads could share.
        let alone = self.root_seat().is_some() && self.techniques.opponents == Opponents::MaxN;
        let threads = if alone { 1 } else { self.threads };
        let context = self.context(threads);
        let (mut first, others) = together(
            &context.control,
            || {
                let _ends_the_others = context.control.end_on_drop();
                self.run(&context, 0, |root, progress| {
                    let Some(listener) = &mut listener else { return true };
                    listener(&self.answer(&context, progress, root.thread.leaves))
                })
            },
            (1..threads).map(|index| {
                let context = &context;
                move || {
                    if context.control.is_long() {
                        while !context.control.is_stopped() && context.table.claim() {}
                    }
                    self.run(context, index, |_, _| true)
                }
            }),
        );
        let explanation = self.explanation(&mut first, &others, context.control.nodes());
        let leaves = first.leaves + others.iter().map(|found| found.leaves).sum::<u64>();
        let best = others.into_iter().fold(first, |best, other| {
            if other.progress.knows_more_than(&best.progress) { other } else { best }
        });
        Answer { explanation, ..self.answer(&context, &best.progress, leaves) }
    }

    /// What so many threads share.
    pub(crate) fn context(&self, threads: usize) -> Context<'_, G> {
        Context {
            game: self.state.game(),
            evaluator: self.evaluator,
            table: self.table,
            endings: self.endings,
            techniques: self.techniques,
            root_seat: self.root_seat(),
            abdada: (threads > 1).then(Abdada::new),
            finished: Finished::new(),
            control: Control::new(&self.request.limits, threads, &self.request.stop),
        }
    }

    /// The seat that searches, where there are three.
    fn root_seat(&self) -> Option<Seat> {
        let (game, position) = (self.state.game(), self.state.position());
        (G::MAX_SEATS > 2 && game.seats() > 2).then(|| game.mover(position))
    }

    /// One thread's search.
    fn run(
        &self,
        context: &Context<'_, G>,
        index: usize,
        report: impl FnMut(&RootSearch<'_, '_, G>, &IterationResult<G::Move>) -> bool,
    ) -> ThreadResult<G::Move> {
        let (state, request) = (self.state, self.request);
        let counts = request.explains;
        let ordering = self.memory.take(index, &self.techniques);
        let mut thread =
            SearchThread::new(context, index, state.history().clone(), ordering, counts);
        let seed = request.seed.wrapping_add(index as u64);
        let mut root = RootSearch::new(&mut thread, state, request.variations, seed);
        let control = &context.control;
        let progress = deepen(&mut root, control.max_depth(), Some(control), report);
        let root_moves = if counts { root.reports() } else { Vec::new() };
        thread.meter.publish();
        let statistics = thread.counters.statistics().cloned();
        let leaves = thread.leaves;
        self.memory.keep(index, thread.ordering);
        ThreadResult { progress, leaves, root_moves, statistics }
    }

    /// What all threads did, if it was counted; the root moves as the first has them.
    fn explanation(
        &self,
        first: &mut ThreadResult<G::Move>,
        others: &[ThreadResult<G::Move>],
        nodes: u64,
    ) -> Option<Box<SearchExplanation<G::Move>>> {
        let mut statistics = first.statistics.take()?;
        statistics.leaves = first.leaves;
        let mut root_moves = std::mem::take(&mut first.root_moves);
        for other in others {
            if let Some(more) = &other.statistics {
                statistics.add(more);
            }
            statistics.leaves += other.leaves;
            for report in &other.root_moves {
                match root_moves.iter_mut().find(|known| known.mv == report.mv) {
                    Some(known) => known.nodes += report.nodes,
                    None => root_moves.push(*report),
                }
            }
        }
        statistics.nodes = nodes;
        Some(Box::new(SearchExplanation { root_moves, statistics }))
    }

    pub(crate) fn answer(
        &self,
        context: &Context<'_, G>,
        progress: &IterationResult<G::Move>,
        leaves: u64,
    ) -> Answer<G::Move> {
        let variations = self.complete(context, progress);
        let best = variations.first();
        Answer {
            value: best.map_or(progress.value, |variation| variation.value),
            shares: best.map_or(Vec::new(), |variation| self.shares(context, variation)),
            variations,
            depth: progress.depth,
            seldepth: context.control.seldepth(),
            nodes: context.control.nodes(),
            leaves,
            elapsed: self.started.elapsed(),
            hashfull: self.table.hashfull(),
            explanation: None,
        }
    }

    /// The variations found. Those that stop short of a win at hand get their last move.
    fn complete(
        &self,
        context: &Context<'_, G>,
        progress: &IterationResult<G::Move>,
    ) -> Vec<Variation<G::Move>> {
        let mut variations = self.or_any_move(progress);
        for variation in &mut variations {
            self.keep_proofs_only(context, variation);
            if variation.value.distance() == Some(variation.moves.len() as i32 + 1) {
                variation.moves.extend(winning_move(self.state, &variation.moves));
            }
            variation.value = at_the_latest(variation.value, self.state.game().delay() as i32);
        }
        variations
    }

    /// What each of three seats can expect: the root seat what the search says, the others the rest, as the end
    /// of the variation divides it between them.
    fn shares(&self, context: &Context<'_, G>, variation: &Variation<G::Move>) -> Vec<Value> {
        let Some(root_seat) = context.root_seat else { return Vec::new() };
        let mut end = self.state.clone();
        variation.moves.iter().for_each(|&mv| end.play(mv));
        let one = i64::from(Value::ONE);
        let share = |seat: Seat| {
            let value = match end.actor() {
                Actor::Over(outcome) => Value::of_outcome(outcome, seat, 0),
                _ => context.evaluator.estimate(end.game(), end.position(), seat),
            };
            i64::from(value.expectation()) + one
        };
        let seats = || Seat::all(end.game().seats());
        let total: i64 = seats().filter(|&seat| seat != root_seat).map(share).sum();
        let rest = one - i64::from(variation.value.expectation());
        let count = i64::from(end.game().seats()) - 1;
        seats()
            .map(|seat| match seat {
                seat if seat == root_seat => Value(variation.value.expectation()),
                _ if total == 0 => Value((rest / count - one) as i32),
                seat => Value((rest * share(seat) / total - one) as i32),
            })
            .collect()
    }

    /// With three seats a value proves less than it says: what the root seat wins against all others he wins,
    /// but nobody need lose against others who do not join hands, and replies left out may refute.
    fn keep_proofs_only(&self, context: &Context<'_, G>, variation: &mut Variation<G::Move>) {
        let state = self.state;
        let duel = || state.game().in_play(state.position()).len() == 2;
        let paranoid = context.techniques.opponents == Opponents::Paranoid;
        if context.root_seat.is_none() || paranoid && variation.value.is_win() || duel() {
            return;
        }
        variation.value = Value(variation.value.expectation());
        variation.exhausted = false;
    }
}

/// A proven result with the distance that holds against every defence, where the loser can put the end off by so
/// many moves at each of his turns.
fn at_the_latest(value: Value, delay: i32) -> Value {
    let Some(plies) = value.distance() else { return value };
    let later = |turns: i32| (plies + delay * turns).min(Value::MAX_DISTANCE);
    if value.is_win() {
        Value::win_in(later(plies / 2))
    } else {
        Value::loss_in(later((plies + 1) / 2))
    }
}

/// The first move that wins at once after a variation, if there is one.
fn winning_move<G: Searchable>(state: &State<G>, variation: &[G::Move]) -> Option<G::Move> {
    let mut end = state.clone();
    for &mv in variation {
        end.play(mv);
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
