//! The root: iterative deepening over the moves of the player who asks.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use eval::{Evaluator, Value};
use games::{Actor, Game, GameMove, Information, Tactics};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::node::{Explorer, Place};
use crate::answer::Line;
use crate::limits::{Clock, StopFlag};
use crate::parameters::Parameters;
use crate::search::root::Progress;
use crate::search::window::Window;
use crate::table::transposition::Table;
use crate::techniques::Techniques;

/// A view to be searched, and what its threads share.
pub(crate) struct Inquiry<'a, G: Game, E> {
    pub(crate) game: &'a G,
    pub(crate) view: G::Position,
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a Table,
    pub(crate) techniques: Techniques,
    pub(crate) interrupt: &'a StopFlag,
    pub(crate) clock: Option<Clock>,
    /// Nodes that each thread may visit: one number a thread.
    pub(crate) node_limits: Vec<u64>,
    pub(crate) max_depth: u32,
    pub(crate) lines: usize,
    pub(crate) seed: u64,
}

/// What was found, and what it took.
#[derive(Clone, Debug)]
pub(crate) struct Findings<M> {
    pub(crate) progress: Progress<M>,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
    pub(crate) seldepth: u32,
}

/// A move at the root; its value in this iteration, if it was searched to the end.
#[derive(Clone, Copy)]
struct RootMove<M> {
    mv: M,
    value: Option<Value>,
    /// Whether the value depends on no estimate.
    exhausted: bool,
}

impl<G: Tactics, E: Evaluator<G>> Inquiry<'_, G, E> {
    /// Searches deeper and deeper; calls `report` after each iteration and goes on while it returns
    /// `true`. With one thread and without a clock the findings are always the same.
    pub(super) fn deepen(
        &self,
        mut report: impl FnMut(&Findings<G::Move>) -> bool,
    ) -> Findings<G::Move> {
        let root = |mv| RootMove { mv, value: None, exhausted: false };
        let mut moves: Vec<_> = self.root_moves().into_iter().map(root).collect();
        let mut explorers: Vec<_> =
            self.node_limits.iter().map(|&limit| Explorer::new(self, limit)).collect();
        let mut progress =
            Progress { depth: 0, value: Value::EVEN, lines: Vec::new(), settled: false };
        for depth in 1..=self.max_depth {
            let finished = if moves.is_empty() {
                self.chance_iteration(&mut explorers[0], depth, &mut progress)
            } else {
                self.iteration(&mut explorers, &mut moves, depth, &mut progress)
            };
            if finished {
                progress.depth = depth;
            }
            let late = self.clock.is_some_and(|clock| Instant::now() >= clock.soft);
            if !finished
                || !report(&findings(&progress, explorers.iter()))
                || late
                || progress.settled
            {
                break;
            }
        }
        findings(&progress, explorers.iter())
    }

    /// The moves at the root, in a random order of the seed but promising ones first. Where several
    /// lines are asked for all moves, else one of those that play alike.
    pub(super) fn root_moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if let Actor::Seat(_) = self.game.actor(&self.view) {
            let add = |mv| moves.push(mv);
            if self.lines > 1 {
                self.game.each_move(&self.view, add);
            } else {
                G::Information::each_group(self.game, &self.view, add);
            }
        }
        moves.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        moves.sort_by_key(|&mv| -self.game.promise(&self.view, mv));
        moves
    }

    /// One iteration where chance acts at the root: just the value. Whether it came to its end.
    fn chance_iteration(
        &self,
        explorer: &mut Explorer<'_, G, E>,
        depth: u32,
        progress: &mut Progress<G::Move>,
    ) -> bool {
        let before = explorer.estimates;
        let Ok(value) = explorer.search(&self.view, depth as i32, 0, Window::FULL) else {
            return false;
        };
        progress.value = value;
        progress.settled = explorer.estimates == before;
        true
    }

    /// How many moves are still in question at a depth: all at first, then the best of them.
    fn most_moves(&self, depth: u32) -> usize {
        let Parameters { width_3, width_4, width_5, .. } = self.techniques.parameters;
        let most = match depth {
            0..=2 => i32::MAX,
            3 => width_3,
            4 => width_4,
            5.. => width_5,
        };
        (most as usize).max(self.lines)
    }

    /// One iteration over the moves, which the threads take in turn. Whether it came to its end; one that
    /// did not still counts if it found the value of what was best before.
    fn iteration(
        &self,
        explorers: &mut [Explorer<'_, G, E>],
        moves: &mut [RootMove<G::Move>],
        depth: u32,
        progress: &mut Progress<G::Move>,
    ) -> bool {
        let next = AtomicUsize::new(0);
        let most = if self.techniques.samples { self.most_moves(depth) } else { usize::MAX };
        let order: Vec<_> = moves.iter().map(|root| root.mv).take(most).collect();
        let prunes = self.techniques.pruning && !self.techniques.samples && self.lines == 1;
        let place = Place { depth: depth as i32, ply: 0 };
        let search = |explorer: &mut Explorer<'_, G, E>| {
            let mut found = Vec::new();
            let mut window = Window::FULL;
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(&mv) = order.get(index) else { return found };
                let before = explorer.estimates;
                let Ok(value) = explorer.move_value(&self.view, mv, place, window) else {
                    return found;
                };
                if prunes {
                    // How much worse than the best another move is does not matter.
                    window.alpha = window.alpha.max(value);
                }
                found.push((index, value, explorer.estimates == before));
            }
        };
        let found = thread::scope(|scope| {
            let (first, others) = explorers.split_at_mut(1);
            let search = &search;
            let others: Vec<_> =
                others.iter_mut().map(|explorer| scope.spawn(move || search(explorer))).collect();
            let mut found: Vec<_> = first.iter_mut().flat_map(search).collect();
            found.extend(others.into_iter().filter_map(|other| other.join().ok()).flatten());
            found
        });
        let before: Vec<_> = moves.iter().map(|root| root.value).collect();
        for root in moves.iter_mut() {
            root.value = None;
        }
        let finished = found.len() == order.len();
        let has_first = found.iter().any(|&(index, _, _)| index == 0);
        for (index, value, exhausted) in found {
            let value = match before[index] {
                Some(before) if self.techniques.samples && !exhausted => {
                    mean_with(before, value, depth)
                }
                _ => value,
            };
            moves[index].value = Some(value);
            moves[index].exhausted = exhausted;
        }
        if !finished && !has_first {
            return false;
        }
        // The best first; equal ones, and those not searched, in the order that they had.
        moves.sort_by_key(|root| std::cmp::Reverse(root.value));
        let lines: Vec<_> = moves.iter().filter_map(line_of).take(self.lines).collect();
        if let Some(best) = lines.first() {
            progress.value = best.value;
        }
        progress.settled =
            finished && moves.iter().all(|root| root.value.is_some() && root.exhausted);
        progress.lines = lines;
        finished
    }
}

/// The mean of all iterations up to `depth`: where estimates are rough, errors of the most favoured
/// replies add up with the depth, and the mean is better than the last of them.
fn mean_with(before: Value, value: Value, depth: u32) -> Value {
    let depth = i64::from(depth);
    let sum = i64::from(before.expectation()) * (depth - 1) + i64::from(value.expectation());
    Value::estimate((sum / depth) as i32)
}

fn line_of<M: GameMove>(root: &RootMove<M>) -> Option<Line<M>> {
    let value = root.value?;
    Some(Line { value, exhausted: root.exhausted, moves: vec![root.mv] })
}

pub(super) fn findings<'b, 'a: 'b, G: Game + 'a, E: 'a>(
    progress: &Progress<G::Move>,
    explorers: impl Iterator<Item = &'b Explorer<'a, G, E>>,
) -> Findings<G::Move> {
    let mut found = Findings { progress: progress.clone(), nodes: 0, leaves: 0, seldepth: 0 };
    for explorer in explorers {
        found.nodes += explorer.nodes;
        found.leaves += explorer.leaves;
        found.seldepth = found.seldepth.max(explorer.seldepth as u32);
    }
    found
}
