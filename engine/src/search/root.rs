//! The root: iterative deepening, aspiration windows, several lines.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use eval::{Evaluator, Value};
use games::{Actor, GameMove, State, Tactics};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::answer::Line;
use crate::opponents::assumption::Opponents;
use crate::search::abdada::mark_of;
use crate::search::window::Window;
use crate::search::worker::{Place, Stopped, Worker};
use crate::table::entry::is_proven;

/// A move at the root with the line found for it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// Its value in this iteration; moves not searched in full have the lowest.
    pub(crate) value: Value,
    pub(crate) line: Line<M>,
}

/// What one thread has found so far.
#[derive(Clone, Debug)]
pub(crate) struct Progress<M> {
    /// The last finished iteration.
    pub(crate) depth: u32,
    pub(crate) value: Value,
    pub(crate) lines: Vec<Line<M>>,
    /// Nothing more can be learned by searching deeper.
    pub(crate) settled: bool,
}

/// The last iteration that any thread finished.
pub(crate) struct Finished<M> {
    /// Its depth, to be looked at without the lock.
    depth: AtomicU32,
    progress: Mutex<Option<Progress<M>>>,
}

impl<M: GameMove> Finished<M> {
    pub(crate) fn new() -> Self {
        Self { depth: AtomicU32::new(0), progress: Mutex::new(None) }
    }

    /// Whether an iteration of this depth is finished.
    pub(crate) fn has(&self, depth: u32) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    fn publish(&self, progress: &Progress<M>) {
        // A thread that panicked leaves a whole value behind: it is replaced in one go.
        let mut last = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|last| last.depth < progress.depth) {
            *last = Some(progress.clone());
            self.depth.store(progress.depth, Relaxed);
        }
    }

    fn at_least(&self, depth: u32) -> Option<Progress<M>> {
        let last = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone().filter(|last| last.depth >= depth)
    }
}

/// How one thread goes through the iterations.
pub(crate) struct Plan {
    pub(crate) max_depth: u32,
    pub(crate) lines: usize,
    pub(crate) seed: u64,
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches deeper and deeper; calls `report` after each iteration and goes on while it returns
    /// `true`.
    pub(crate) fn iterate(
        &mut self,
        state: &State<G>,
        plan: &Plan,
        mut report: impl FnMut(&Self, &Progress<G::Move>) -> bool,
    ) -> Progress<G::Move> {
        let mut moves = self.root_moves(state, plan.seed);
        let mut progress =
            Progress { depth: 0, value: Value::EVEN, lines: Vec::new(), settled: false };
        for depth in 1..=plan.max_depth {
            self.iteration_depth = depth;
            let finished = if moves.is_empty() {
                self.chance_iteration(state, depth, &mut progress)
            } else if self.hero().is_some() && self.shared.techniques.opponents == Opponents::MaxN {
                self.maxn_iteration(state, &mut moves, depth, plan.lines, &mut progress)
            } else {
                self.iteration(state, &mut moves, depth, plan.lines, &mut progress)
            };
            if finished.is_ok() {
                progress.depth = depth;
                self.shared.finished.publish(&progress);
            } else if let Some(other) = self.shared.finished.at_least(depth) {
                // Another thread was faster: all go on together from what it found.
                progress = other;
                prefer(&mut moves, &progress.lines);
            } else {
                break;
            }
            let late = self.shared.clock.is_some_and(|clock| Instant::now() >= clock.soft);
            // Even the first node of another iteration would be one too many.
            let spent = self.nodes >= self.shared.node_limits[self.index];
            if !report(self, &progress) || late || spent || progress.settled {
                break;
            }
        }
        progress
    }

    /// The moves at the root, in a random order of the seed.
    fn root_moves(&self, state: &State<G>, seed: u64) -> Vec<RootMove<G::Move>> {
        let mut moves = Vec::new();
        if let Actor::Seat(_) = state.actor() {
            let line = Line { value: Value::EVEN, exhausted: false, moves: Vec::new() };
            state.game.each_candidate(&state.position, |mv| {
                moves.push(RootMove { mv, value: Value::LOSS, line: line.clone() });
            });
            moves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        // Promising moves first: the sort is stable.
        moves.sort_by_key(|root| -state.game.promise(&state.position, root.mv));
        moves
    }

    /// One iteration where chance acts at the root: just the value.
    fn chance_iteration(
        &mut self,
        state: &State<G>,
        depth: u32,
        progress: &mut Progress<G::Move>,
    ) -> Result<(), Stopped> {
        self.estimates = 0;
        progress.value = self.search(&state.position, depth as i32, 0, Window::FULL)?;
        progress.settled = self.estimates == 0;
        Ok(())
    }

    /// One iteration: the best `count` lines, each the best of the moves that the lines before it
    /// left.
    fn iteration(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        count: usize,
        progress: &mut Progress<G::Move>,
    ) -> Result<(), Stopped> {
        let count = count.clamp(1, moves.len());
        for rank in 0..count {
            let last = progress.lines.get(rank).map(|line| line.value);
            let found = self.aspiration(state, &mut moves[rank..], depth, last);
            // The best moves first, the others in the order they had.
            moves[rank..].sort_by_key(|root| std::cmp::Reverse(root.value));
            let best = &moves[rank];
            if found.is_err() {
                // An unfinished iteration counts if it found a line for the best move.
                if rank == 0 && best.value > Value::LOSS {
                    set_line(&mut progress.lines, 0, best.line.clone());
                    progress.value = best.value;
                }
                return found;
            }
            let exhausted = self.estimates == 0;
            set_line(&mut progress.lines, rank, Line { exhausted, ..best.line.clone() });
        }
        let best = &progress.lines[0];
        progress.value = best.value;
        let proven = |line: &Line<G::Move>| {
            line.exhausted || line.value.distance().is_some_and(|plies| plies as u32 <= depth)
        };
        progress.settled = progress.lines.iter().all(proven);
        Ok(())
    }

    /// Searches the root moves with a narrow window around the last value, wider where it fails.
    fn aspiration(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        last: Option<Value>,
    ) -> Result<(), Stopped> {
        let techniques = self.shared.techniques;
        let parameters = techniques.parameters;
        let mut window = Window::FULL;
        let mut margin = Value::ONE / 1024 * parameters.aspiration_margin;
        let narrow = depth as i32 >= parameters.aspiration_depth;
        let last = last.filter(|_| techniques.aspiration && techniques.pruning && narrow);
        if let Some(last) = last {
            window = Window { alpha: Value(last.0 - margin), beta: Value(last.0 + margin) };
        }
        loop {
            window.alpha = window.alpha.max(Window::FULL.alpha);
            window.beta = window.beta.min(Window::FULL.beta);
            let value = self.root_search(state, moves, depth, window)?;
            margin = margin.saturating_mul(parameters.aspiration_growth);
            let wide = margin > Value::ONE / 2;
            if value <= window.alpha && window.alpha > Window::FULL.alpha {
                window.alpha = if wide { Window::FULL.alpha } else { Value(value.0 - margin) };
            } else if value >= window.beta && window.beta < Window::FULL.beta {
                window.beta = if wide { Window::FULL.beta } else { Value(value.0 + margin) };
            } else {
                return Ok(());
            }
            moves.sort_by_key(|root| std::cmp::Reverse(root.value));
        }
    }

    /// Searches all root moves with a window, those that another thread is searching last. Each keeps
    /// its value and line where it is the best so far.
    fn root_search(
        &mut self,
        state: &State<G>,
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        window: Window,
    ) -> Result<Value, Stopped> {
        self.estimates = 0;
        self.reply = None;
        self.deferred.clear();
        for root in moves.iter_mut() {
            root.value = Value::LOSS;
        }
        let mut best = RootBest { value: Value(Value::LOSS.0 - 1), alpha: window.alpha };
        let mut deferred = Vec::new();
        for (index, root) in moves.iter_mut().enumerate() {
            let child = state.game.play(&state.position, root.mv);
            let mark = mark_of(state.game.key(&child), depth as i32);
            let busy = self.shared.busy.as_ref();
            if index > 0 && busy.is_some_and(|busy| busy.is_marked(mark)) {
                deferred.push(index);
                continue;
            }
            busy.inspect(|busy| busy.mark(mark));
            let result = self.try_root_move(state, root, index, depth, window, &mut best);
            busy.inspect(|busy| busy.unmark(mark));
            if result? {
                return Ok(best.value);
            }
        }
        for index in deferred {
            if self.try_root_move(state, &mut moves[index], index, depth, window, &mut best)? {
                break;
            }
        }
        Ok(best.value)
    }

    /// Searches one root move; whether its value is beyond the window.
    fn try_root_move(
        &mut self,
        state: &State<G>,
        root: &mut RootMove<G::Move>,
        index: usize,
        depth: u32,
        window: Window,
        best: &mut RootBest,
    ) -> Result<bool, Stopped> {
        let place = Place { depth: depth as i32, ply: 0, estimates: 0 };
        let estimates = self.estimates;
        let rest = Window { alpha: best.alpha, beta: window.beta };
        let child = state.game.play(&state.position, root.mv);
        self.lines[1].clear();
        let value = self.move_value(&state.position, &child, root.mv, index, place, rest)?;
        if value > best.alpha || index == 0 {
            self.extend_line(0, root.mv);
            root.value = value;
            root.line = Line { value, exhausted: false, moves: self.lines[0].clone() };
        }
        if is_proven(value, rest.bound_of(value)) {
            self.estimates = estimates;
        }
        best.value = best.value.max(value);
        if !self.shared.techniques.pruning {
            return Ok(false);
        }
        best.alpha = best.alpha.max(value);
        Ok(value >= window.beta)
    }
}

/// The best value at the root so far, and what the next must exceed.
struct RootBest {
    value: Value,
    alpha: Value,
}

/// Brings the first moves of some lines to the front, in their order.
fn prefer<M: GameMove>(moves: &mut [RootMove<M>], lines: &[Line<M>]) {
    for (rank, line) in lines.iter().enumerate() {
        let best = line.moves.first();
        if let Some(at) =
            moves.iter().position(|root| Some(&root.mv) == best).filter(|&at| at > rank)
        {
            moves[rank..=at].rotate_right(1);
        }
    }
}

fn set_line<M>(lines: &mut Vec<Line<M>>, rank: usize, line: Line<M>) {
    if rank < lines.len() {
        lines[rank] = line;
    } else {
        lines.push(line);
    }
}
