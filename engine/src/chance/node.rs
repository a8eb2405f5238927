//! Nodes where chance acts: expectimax with bounds.
//!
//! Each branch has a lower and an upper bound of its value. The node's value is a monotone function
//! of theirs ([`combine`]), so bounds of the branches bound it; it is cut as soon as they fall outside
//! the window. Star1 searches each branch with just the window that still matters; Star2 first
//! tries one good move in each, which bounds it from below.
//! CITE: B. W. Ballard, "The *-minimax search procedure for trees containing chance nodes",
//! Artificial Intelligence 21, 1983; T. Hauk, M. Buro, J. Schaeffer, "*-minimax performance in
//! backgammon", CG 2004.

use std::ops::Range;

use eval::{Evaluator, Value};
use games::{Actor, Tactics};

use crate::chance::branch::{Branch, HIGHEST, LOWEST, branch_window, combine, decided};
use crate::search::ordering::Ranked;
use crate::search::window::Window;
use crate::search::worker::{Place, Searched, Stopped, Worker};
use crate::table::entry::{Bound, Tag, is_proven};

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a position where chance acts. Fail-soft.
    pub(crate) fn chance(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        let shared = self.shared;
        if depth <= 0 {
            return Ok(self.chance_leaf(position, ply, window));
        }
        let place = Place { depth, ply, estimates: self.estimates };
        let key = self.table_key(shared.game.key(position));
        if let Some(entry) = self.probe(key, depth) {
            let exact_depth = shared.techniques.exact_depth;
            if let Some(value) = entry.decides(depth, exact_depth, window, ply) {
                self.estimates += u64::from(!entry.exhausted);
                return Ok(value);
            }
        }
        let start = self.branches.len();
        self.collect_branches(position, place);
        let end = self.branches.len();
        let result = self.settle(place, window, start..end);
        self.branches.truncate(start);
        // The line ends where chance acts.
        self.lines[ply as usize].clear();
        let value = result?;
        let bound = window.bound_of(value);
        if is_proven(value, bound) {
            self.estimates = place.estimates;
        }
        self.store(key, place, value, bound, Tag::NONE);
        Ok(value)
    }

    /// A leaf before an event: an estimate, mixed with the events that win at once. These could only
    /// raise an estimate that is above the window, so they are not looked for then.
    fn chance_leaf(&mut self, position: &G::Position, ply: i32, window: Window) -> Value {
        let shared = self.shared;
        self.leaves += 1;
        let estimate = self.estimate(position);
        if !shared.techniques.quiescence || estimate >= window.beta {
            self.estimates += 1;
            return estimate;
        }
        let total = i64::from(shared.game.total_weight(position));
        let winning = i64::from(shared.game.winning_weight(position));
        if winning == total {
            return Value::win_in(ply + 1);
        }
        self.estimates += 1;
        let rest = (total - winning) * i64::from(estimate.expectation());
        Value(((winning * i64::from(Value::ONE) + rest) / total) as i32)
    }

    /// Lists the branches with the bounds that are known without a search.
    fn collect_branches(&mut self, position: &G::Position, place: Place) {
        let shared = self.shared;
        let start = self.branches.len();
        let list = &mut self.branches;
        shared.game.each_event(position, |event, weight| {
            let position = shared.game.happen(position, event);
            list.push(Branch::new(position, weight as i32));
        });
        let techniques = &shared.techniques;
        if !techniques.pruning || !techniques.star1 {
            return;
        }
        for index in start..self.branches.len() {
            let branch = self.branches[index];
            let decides = matches!(shared.game.actor(&branch.position), Actor::Seat(_));
            if !decides || self.history.out_of_plies() {
                continue;
            }
            if techniques.wins_at_hand && shared.game.wins_now(&branch.position) {
                let value = Value::win_in(place.ply + 1);
                self.branches[index].bound(value, value);
                continue;
            }
            let key = self.table_key(shared.game.key(&branch.position));
            let known = self.probe(key, place.depth).filter(|entry| {
                entry.depth == place.depth || entry.depth > place.depth && !techniques.exact_depth
            });
            if let Some(entry) = known {
                let value = entry.value.relative_to_root(place.ply);
                self.estimates += u64::from(!entry.exhausted);
                match entry.bound {
                    Bound::Exact => self.branches[index].bound(value, value),
                    Bound::Lower => self.branches[index].bound(value, HIGHEST),
                    Bound::Upper => self.branches[index].bound(LOWEST, value),
                    Bound::None => {}
                }
            }
        }
    }

    /// Searches branches until the node's value is known or outside the window.
    fn settle(&mut self, place: Place, window: Window, range: Range<usize>) -> Searched {
        let techniques = self.shared.techniques;
        let bounded = techniques.pruning && techniques.star1;
        let probing = bounded && techniques.star2 && place.depth > 0;
        if probing && window.beta <= HIGHEST {
            for index in range.clone() {
                if let Some(value) = decided(&self.branches[range.clone()], window) {
                    return Ok(value);
                }
                self.probe_branch(place, window, range.clone(), index)?;
            }
        }
        for index in range.clone() {
            if bounded && let Some(value) = decided(&self.branches[range.clone()], window) {
                return Ok(value);
            }
            let branch = self.branches[index];
            if branch.lower == branch.upper {
                continue;
            }
            let inner = if bounded {
                branch_window(&self.branches[range.clone()], index - range.start, window)
            } else {
                Window::FULL
            };
            let value = self.search(&branch.position, place.depth, place.ply, inner)?;
            self.branches[index].learn(value, inner);
        }
        let branches = &self.branches[range];
        Ok(decided(branches, window).unwrap_or_else(|| combine(branches, |branch| branch.lower)))
    }

    /// Star2: tries the best-looking move of a branch.
    fn probe_branch(
        &mut self,
        place: Place,
        window: Window,
        range: Range<usize>,
        index: usize,
    ) -> Result<(), Stopped> {
        let shared = self.shared;
        let branch = self.branches[index];
        if branch.lower == branch.upper
            || !matches!(shared.game.actor(&branch.position), Actor::Seat(_))
        {
            return Ok(());
        }
        let inner = branch_window(&self.branches[range.clone()], index - range.start, window);
        let mv = self.likely_move(&branch.position, place);
        let child = shared.game.play(&branch.position, mv);
        let seat = shared.game.mover(&branch.position);
        let value = self.child(&child, seat, place.depth - 1, place.ply, inner)?;
        if value > inner.alpha {
            self.branches[index].bound(value, HIGHEST);
        }
        Ok(())
    }

    /// The move that ordering puts first.
    fn likely_move(&mut self, position: &G::Position, place: Place) -> G::Move {
        let shared = self.shared;
        let start = self.moves.len();
        let list = &mut self.moves;
        shared.game.each_move(position, |mv| list.push(Ranked { rank: 0, mv }));
        if shared.techniques.ordering {
            let key = self.table_key(shared.game.key(position));
            let tag = self.probe(key, place.depth).map_or(Tag::NONE, |entry| entry.tag);
            if self.table_move_first(tag, start..self.moves.len()) == 0 {
                self.ordering.rank(shared.game, position, place.ply, &mut self.moves[start..]);
            }
        }
        let mv = self.moves[start].mv;
        self.moves.truncate(start);
        mv
    }
}
