//! Nodes where chance acts: expectimax with bounds.
//!
//! Each branch has a lower and an upper bound of its value. The node's value never falls when the
//! value of a branch rises ([`combine`]), so the bounds of the branches give bounds of the node.
//! The node is cut off as soon as these are outside the window. Star1 searches each branch with the
//! window of values that can still matter. Star2 first tries one good move in each branch, which
//! gives a lower bound.
//! CITE: B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes",
//! Artificial Intelligence 21, 1983; T. Hauk, M. Buro, J. Schaeffer, "*-minimax performance in
//! backgammon", CG 2004.

use std::ops::Range;

use eval::Value;
use games::Actor;

use crate::chance::branch::{Branch, HIGHEST, LOWEST, branch_window, combine, decided};
use crate::opponents::model::Opponents;
use crate::search::control::Stopped;
use crate::search::move_picker::MovePicker;
use crate::search::node::{NodeInfo, Searched};
use crate::search::ordering::ScoredMove;
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::{Bound, Window, is_proven};
use crate::searchable::Searchable;
use crate::table::entry::Tag;

impl<G: Searchable> SearchThread<'_, G> {
    /// Searches a position where chance acts. Fail-soft.
    pub(crate) fn chance(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Searched {
        let context = self.context;
        if depth.is_horizon() {
            return Ok(self.chance_leaf(position, ply, window));
        }
        let info = NodeInfo { depth, ply, estimates: self.estimates };
        let key = self.table_key(context.game.key(position));
        if let Some(entry) = self.probe(key, depth) {
            let exact_depth = context.techniques.exact_depth;
            if let Some(value) = entry.decides(depth, exact_depth, window, ply) {
                self.estimates += u64::from(!entry.exhausted);
                return Ok(value);
            }
        }
        let start = self.memory.branches.len();
        self.collect_branches(position, info);
        let end = self.memory.branches.len();
        let result = self.settle(info, window, start..end);
        self.memory.branches.truncate(start);
        // The line ends where chance acts.
        self.clear_variation(ply);
        let value = result?;
        let bound = window.bound_of(value);
        if is_proven(value, bound) {
            self.estimates = info.estimates;
        }
        self.store(key, info, value, bound, Tag::NONE);
        Ok(value)
    }

    /// The value of a chance node at the horizon: the static evaluation, except that events that
    /// win at once count as wins. An evaluation at or above `beta` could only rise, so it is
    /// returned as it is. With three seats wins are not looked for: best-reply search may forbid
    /// the winner that move.
    fn chance_leaf(&mut self, position: &G::Position, ply: Ply, window: Window) -> Value {
        let context = self.context;
        self.leaves += 1;
        let estimate = self.estimate(position);
        let looks = context.techniques.quiescence && self.root_seat().is_none();
        if !looks || estimate >= window.beta {
            self.estimates += 1;
            return estimate;
        }
        let total = i64::from(context.game.total_weight(position));
        let winning = i64::from(context.game.winning_weight(position));
        if winning == total {
            return Value::win_in(ply.next().moves());
        }
        self.estimates += 1;
        let rest = (total - winning) * i64::from(estimate.expectation());
        Value::new(((winning * i64::from(Value::ONE) + rest) / total) as i32)
    }

    /// Lists the branches with the bounds that are known without a search.
    fn collect_branches(&mut self, position: &G::Position, info: NodeInfo) {
        let context = self.context;
        let start = self.memory.branches.len();
        let list = &mut self.memory.branches;
        context.game.each_event(position, |event, weight| {
            let position = context.game.apply_event(position, event);
            list.push(Branch::new(position, weight as i32));
        });
        let techniques = &context.techniques;
        if !techniques.alpha_beta || !techniques.star1 {
            return;
        }
        for index in start..self.memory.branches.len() {
            let branch = self.memory.branches[index];
            let decides = matches!(context.game.actor(&branch.position), Actor::Seat(_));
            if !decides || self.history.out_of_plies() {
                continue;
            }
            let looks = techniques.immediate_wins && self.root_seat().is_none();
            if looks && context.game.wins_now(&branch.position) {
                let value = Value::win_in(info.ply.next().moves());
                self.memory.branches[index].bound(value, value);
                continue;
            }
            let key = self.table_key(context.game.key(&branch.position));
            let known = self.probe(key, info.depth).filter(|entry| {
                entry.depth == info.depth || entry.depth > info.depth && !techniques.exact_depth
            });
            if let Some(entry) = known {
                let value = entry.value.relative_to_root(info.ply.moves());
                self.estimates += u64::from(!entry.exhausted);
                match entry.bound {
                    Bound::Exact => self.memory.branches[index].bound(value, value),
                    Bound::Lower => self.memory.branches[index].bound(value, HIGHEST),
                    Bound::Upper => self.memory.branches[index].bound(LOWEST, value),
                    Bound::None => {}
                }
            }
        }
    }

    /// Searches branches until the node's value is known or outside the window.
    fn settle(&mut self, info: NodeInfo, window: Window, range: Range<usize>) -> Searched {
        let techniques = self.context.techniques;
        let bounded = techniques.alpha_beta && techniques.star1;
        // In best-reply search the seat may be restricted to another move than the probed one.
        let free = self.root_seat().is_none() || techniques.opponents == Opponents::Paranoid;
        let probing = bounded && techniques.star2 && free && !info.depth.is_horizon();
        if probing && window.beta <= HIGHEST {
            for index in range.clone() {
                if let Some(value) = decided(&self.memory.branches[range.clone()], window) {
                    return Ok(value);
                }
                self.probe_branch(info, window, range.clone(), index)?;
            }
        }
        for index in range.clone() {
            if bounded && let Some(value) = decided(&self.memory.branches[range.clone()], window) {
                return Ok(value);
            }
            let branch = self.memory.branches[index];
            if branch.lower == branch.upper {
                continue;
            }
            let inner = if bounded {
                branch_window(&self.memory.branches[range.clone()], index - range.start, window)
            } else {
                Window::FULL
            };
            let value = self.search(&branch.position, info.depth, info.ply, inner)?;
            self.memory.branches[index].learn(value, inner);
        }
        let branches = &self.memory.branches[range];
        Ok(decided(branches, window).unwrap_or_else(|| combine(branches, |branch| branch.lower)))
    }

    /// Star2: tries the best-looking move of a branch.
    fn probe_branch(
        &mut self,
        info: NodeInfo,
        window: Window,
        range: Range<usize>,
        index: usize,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let branch = self.memory.branches[index];
        if branch.lower == branch.upper
            || !matches!(context.game.actor(&branch.position), Actor::Seat(_))
        {
            return Ok(());
        }
        let inner =
            branch_window(&self.memory.branches[range.clone()], index - range.start, window);
        let mv = self.likely_move(&branch.position, info);
        let child = context.game.play(&branch.position, mv);
        let seat = context.game.mover(&branch.position);
        let value = self.search_child(&child, seat, info.depth.less(1), info.ply, inner)?;
        if value > inner.alpha {
            self.memory.branches[index].bound(value, HIGHEST);
        }
        Ok(())
    }

    /// The move that ordering puts first.
    fn likely_move(&mut self, position: &G::Position, info: NodeInfo) -> G::Move {
        let context = self.context;
        let start = self.memory.moves.len();
        let list = &mut self.memory.moves;
        context.game.each_move(position, |mv| list.push(ScoredMove { score: 0, mv }));
        let range = start..self.memory.moves.len();
        if context.techniques.ordering {
            let key = self.table_key(context.game.key(position));
            let tag = self.probe(key, info.depth).map_or(Tag::NONE, |entry| entry.tag);
            let mut picker = MovePicker::ordered(&mut self.memory.moves, range, tag, false);
            self.next_move(&mut picker, position, info.ply);
        }
        let mv = self.memory.moves[start].mv;
        self.memory.moves.truncate(start);
        mv
    }
}
