//! Asking the search a question.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use eval::{Evaluator, Value};
use games::{Actor, Information, Seat, State, Tactics};

use crate::answer::{Answer, Line};
use crate::hidden::{Findings, Inquiry};
use crate::limits::{Limits, MAX_DEPTH, StopFlag};
use crate::opponents::assumption::{Opponents, outcome_value};
use crate::search::abdada::Busy;
use crate::search::root::{Finished, Plan, Progress};
use crate::search::worker::{Shared, Worker};
use crate::table::transposition::{Table, TableError};
use crate::techniques::Techniques;

/// One thing to find out.
#[derive(Clone, Debug)]
pub struct Question<'a, G: games::Game> {
    /// The game so far; a seat or chance is to act.
    pub state: &'a State<G>,
    /// When to end.
    pub limits: Limits,
    /// How many lines to find.
    pub lines: usize,
    /// Orders moves that look alike.
    pub seed: u64,
    /// What the search may use.
    pub techniques: Techniques,
    /// Ends the search from outside.
    pub interrupt: &'a StopFlag,
}

/// A table and threads to answer questions with; it keeps what it learned from one to the next.
pub struct Engine {
    table: Table,
    threads: usize,
}

impl Engine {
    /// An engine with a table of `mib` MiB and a number of threads.
    ///
    /// # Errors
    /// If the table does not fit the memory.
    ///
    /// # Panics
    /// If `threads` is 0.
    pub fn new(mib: usize, threads: usize) -> Result<Self, TableError> {
        assert!(threads > 0, "a search needs a thread");
        Ok(Self { table: Table::new(mib)?, threads })
    }

    /// Searches, calling `report` after every iteration of the first thread; the search ends when it
    /// returns `false`. With one thread and limits of depth or nodes the answer is always the same.
    ///
    /// Other threads search the same tree: what one has found, the others find in the table, and what
    /// one is at, the others put off.
    ///
    /// In games with hidden cards the search is one over what is known in the position.
    pub fn search<G: Tactics, E: Evaluator<G>>(
        &mut self,
        question: &Question<'_, G>,
        evaluator: &E,
        mut report: impl FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move> {
        let started = Instant::now();
        self.table.age();
        if G::Information::HIDDEN {
            return self.inquire(question, evaluator, started, report);
        }
        let limits = &question.limits;
        let hero = hero(question.state);
        let threads = if hero.is_some() && question.techniques.opponents == Opponents::MaxN {
            // Without a table there is nothing that threads could share.
            1
        } else {
            self.threads_for(limits)
        };
        let shared = Shared {
            game: &question.state.game,
            evaluator,
            table: &self.table,
            techniques: question.techniques,
            hero,
            busy: (threads > 1).then(Busy::new),
            finished: Finished::new(),
            interrupt: question.interrupt,
            done: StopFlag::default(),
            clock: limits.time,
            node_limits: node_limits(limits, threads),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        };
        let max_depth = limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let search = Search { question, shared: &shared, started, max_depth };
        let (first, others) = thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|index| scope.spawn(move || search.run(index, |_, _| true)))
                .collect();
            let first = search.run(0, |worker, progress| {
                shared.nodes[0].store(worker.nodes, Relaxed);
                report(&search.answer(progress, worker.seldepth, worker.leaves))
            });
            shared.done.stop();
            let others: Vec<_> =
                helpers.into_iter().filter_map(|helper| helper.join().ok()).collect();
            (first, others)
        });
        let leaves = first.leaves + others.iter().map(|result| result.leaves).sum::<u64>();
        let seldepth = others.iter().map(|result| result.seldepth).fold(first.seldepth, i32::max);
        let deepest = others.into_iter().fold(first, |best, other| {
            if other.progress.depth > best.progress.depth { other } else { best }
        });
        search.answer(&deepest.progress, seldepth, leaves)
    }

    /// Searches a view.
    fn inquire<G: Tactics, E: Evaluator<G>>(
        &self,
        question: &Question<'_, G>,
        evaluator: &E,
        started: Instant,
        mut report: impl FnMut(&Answer<G::Move>) -> bool,
    ) -> Answer<G::Move> {
        let (state, limits) = (question.state, &question.limits);
        let threads = self.threads_for(limits);
        let inquiry = Inquiry {
            game: &state.game,
            view: state.position,
            evaluator,
            table: &self.table,
            techniques: question.techniques,
            interrupt: question.interrupt,
            clock: limits.time,
            node_limits: node_limits(limits, threads),
            max_depth: limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH),
            lines: question.lines,
            seed: question.seed,
        };
        let answer = |found: &Findings<G::Move>| Answer {
            lines: or_any_move(state, &found.progress),
            value: found.progress.value,
            shares: Vec::new(),
            depth: found.progress.depth,
            seldepth: found.seldepth,
            nodes: found.nodes,
            leaves: found.leaves,
            elapsed: started.elapsed(),
            hashfull: self.table.hashfull(),
        };
        answer(&inquiry.run(|found| report(&answer(found))))
    }

    /// The threads that a search takes: no more than it has nodes to visit.
    fn threads_for(&self, limits: &Limits) -> usize {
        limits.nodes.map_or(self.threads, |nodes| {
            self.threads.min(usize::try_from(nodes).unwrap_or(usize::MAX)).max(1)
        })
    }
}

/// The lines found; a search that was stopped before it found any still names a legal move.
fn or_any_move<G: Tactics>(state: &State<G>, progress: &Progress<G::Move>) -> Vec<Line<G::Move>> {
    let mut lines = progress.lines.clone();
    if lines.is_empty() && matches!(state.actor(), Actor::Seat(_)) {
        let mut first = None;
        state.game.each_move(&state.position, |mv| first = first.or(Some(mv)));
        let moves = first.into_iter().collect();
        lines.push(Line { value: progress.value, exhausted: false, moves });
    }
    lines
}

/// The nodes that each thread may visit.
fn node_limits(limits: &Limits, threads: usize) -> Vec<u64> {
    (0..threads as u64)
        .map(|index| limits.nodes.map_or(u64::MAX, |nodes| share(nodes, threads, index)))
        .collect()
}

/// The seat that searches, where there are three.
fn hero<G: Tactics>(state: &State<G>) -> Option<Seat> {
    (G::MAX_SEATS > 2 && state.game.seats() > 2).then(|| state.game.mover(&state.position))
}

/// The nodes of thread `index`, of all that the threads may visit together.
fn share(nodes: u64, threads: usize, index: u64) -> u64 {
    nodes / threads as u64 + u64::from(index < nodes % threads as u64)
}

/// One search, as its threads share it.
struct Search<'a, G: games::Game, E> {
    question: &'a Question<'a, G>,
    shared: &'a Shared<'a, G, E>,
    started: Instant,
    max_depth: u32,
}

impl<G: games::Game, E> Clone for Search<'_, G, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: games::Game, E> Copy for Search<'_, G, E> {}

/// What one thread brought back.
struct Found<M> {
    progress: Progress<M>,
    leaves: u64,
    seldepth: i32,
}

impl<G: Tactics, E: Evaluator<G>> Search<'_, G, E> {
    fn run(
        self,
        index: usize,
        report: impl FnMut(&Worker<'_, G, E>, &Progress<G::Move>) -> bool,
    ) -> Found<G::Move> {
        let state = self.question.state;
        let mut worker = Worker::new(self.shared, index, state.history.clone());
        let plan = Plan {
            max_depth: self.max_depth,
            lines: self.question.lines,
            seed: self.question.seed.wrapping_add(index as u64),
        };
        let progress = worker.iterate(state, &plan, report);
        self.shared.nodes[index].store(worker.nodes, Relaxed);
        Found { progress, leaves: worker.leaves, seldepth: worker.seldepth }
    }

    fn answer(&self, progress: &Progress<G::Move>, seldepth: i32, leaves: u64) -> Answer<G::Move> {
        let lines = self.complete(progress);
        let shares = lines.first().map_or(Vec::new(), |line| self.shares(line));
        Answer {
            value: lines.first().map_or(progress.value, |line| line.value),
            lines,
            shares,
            depth: progress.depth,
            seldepth: seldepth as u32,
            nodes: self.shared.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum(),
            leaves,
            elapsed: self.started.elapsed(),
            hashfull: self.shared.table.hashfull(),
        }
    }

    /// The lines found. A search that was stopped before it found any still names a legal move; lines
    /// that stop short of a win at hand get their last move.
    fn complete(&self, progress: &Progress<G::Move>) -> Vec<Line<G::Move>> {
        let state = self.question.state;
        let mut lines = or_any_move(state, progress);
        for line in &mut lines {
            self.keep_proofs_only(line);
            if line.value.distance() == Some(line.moves.len() as i32 + 1) {
                line.moves.extend(winning_move(state, &line.moves));
            }
        }
        lines
    }

    /// What each of three seats can expect: the hero what the search says, the others the rest, as the end
    /// of the line divides it between them.
    fn shares(&self, line: &Line<G::Move>) -> Vec<Value> {
        let Some(hero) = self.shared.hero else { return Vec::new() };
        let mut end = self.question.state.clone();
        line.moves.iter().for_each(|&mv| end.play(mv));
        let one = i64::from(Value::ONE);
        let share = |seat: Seat| match end.actor() {
            Actor::Over(outcome) => i64::from(outcome_value(outcome, seat, 0).expectation()) + one,
            _ => {
                let value = self.shared.evaluator.estimate(&end.game, &end.position, seat);
                i64::from(value.expectation()) + one
            }
        };
        let others = |seat: Seat| seat != hero;
        let seats = || Seat::all(end.game.seats());
        let total: i64 = seats().filter(|&seat| others(seat)).map(share).sum();
        let rest = one - i64::from(line.value.expectation());
        let count = i64::from(end.game.seats()) - 1;
        seats()
            .map(|seat| match seat {
                seat if seat == hero => Value(line.value.expectation()),
                _ if total == 0 => Value((rest / count - one) as i32),
                seat => Value((rest * share(seat) / total - one) as i32),
            })
            .collect()
    }

    /// With three seats a value proves less than it says: what the hero wins against all others he wins,
    /// but nobody need lose against others who do not join hands, and replies left out may refute.
    fn keep_proofs_only(&self, line: &mut Line<G::Move>) {
        let state = self.question.state;
        let duel = || state.game.in_play(&state.position).len() == 2;
        let paranoid = self.shared.techniques.opponents == Opponents::Paranoid;
        if self.shared.hero.is_none() || paranoid && line.value.is_win() || duel() {
            return;
        }
        line.value = Value(line.value.expectation());
        line.exhausted = false;
    }
}

/// The first move that wins at once after a line, if there is one.
fn winning_move<G: Tactics>(state: &State<G>, line: &[G::Move]) -> Option<G::Move> {
    let mut end = state.clone();
    for &mv in line {
        end.play(mv);
    }
    let Actor::Seat(seat) = end.actor() else { return None };
    let mut winning = None;
    end.game.each_move(&end.position, |mv| {
        let wins = matches!(
            end.game.actor(&end.game.play(&end.position, mv)),
            Actor::Over(outcome) if outcome == games::Outcome::win(seat)
        );
        if wins && winning.is_none() {
            winning = Some(mv);
        }
    });
    winning
}
