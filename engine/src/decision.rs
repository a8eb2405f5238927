//! Nodes where a seat acts: alpha-beta with a principal variation search.

use std::ops::Range;

use eval::{Evaluator, Value};
use games::{Game, Seat, Tactics};

use crate::busy::{defer_depth, mark_of};
use crate::entry::{Tag, is_proven};
use crate::near::near_depth;
use crate::ordering::{Ranked, history_bonus, pick};
use crate::window::Window;
use crate::worker::{MAX_PLY, Place, Searched, Stopped, Worker};

/// What stays the same while a node's moves are tried.
struct Node<'a, G: Game> {
    position: &'a G::Position,
    place: Place,
    window: Window,
    /// The most promising move, in best-reply search.
    promising: Option<G::Move>,
    /// Where the node's moves begin in the worker's list.
    first: usize,
}

/// The best move so far.
struct Best<M> {
    value: Value,
    /// The last move that raised `alpha`.
    mv: Option<M>,
    alpha: Value,
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a position where a seat acts. Fail-soft: a value outside the window is a bound.
    pub(crate) fn decision(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        let shared = self.shared;
        let techniques = &shared.techniques;

        // Step 1. Draws by repetition. They depend on the way here, so nothing is proven by them.
        let repetition_key = || shared.game.repetition_key(position);
        if self.is_repetition(repetition_key) {
            self.estimates += 1;
            return Ok(self.draw_value(position, ply));
        }

        // Step 2. The horizon.
        if depth <= 0 || ply as usize >= MAX_PLY - 1 {
            return self.leaf(position, ply, window);
        }

        // Step 3. The tables. In an open window a cutoff would cut the principal variation short.
        let place = Place { depth, ply, estimates: self.estimates };
        let table_key = self.table_key(shared.game.key(position));
        let entry = self.probe(table_key, depth);
        if let Some(entry) = entry.filter(|_| window.is_null())
            && let Some(value) = entry.decides(depth, techniques.exact_depth, window, ply)
        {
            self.estimates += u64::from(!entry.exhausted);
            return Ok(value);
        }

        // Step 4. A win at hand needs no search: none is sooner.
        if techniques.wins_at_hand && self.hero().is_none() && shared.game.wins_now(position) {
            return Ok(Value::win_in(ply + 1));
        }

        // Step 5. The moves, in order.
        let start = self.moves.len();
        let list = &mut self.moves;
        shared.game.each_candidate(position, |mv| list.push(Ranked { rank: 0, mv }));
        let promising = self.promising(position, start);
        if let Some(mv) = promising.filter(|_| self.is_restricted(shared.game.mover(position))) {
            self.moves.truncate(start);
            self.moves.push(Ranked { rank: 0, mv });
        }
        let end = self.moves.len();
        if techniques.table && depth > near_depth(G::CHANCE) {
            for ranked in &self.moves[start..end] {
                shared.table.prefetch(self.table_key(shared.game.key_after(position, ranked.mv)));
            }
        }
        if techniques.ordering {
            let tag = entry.map_or(Tag::NONE, |entry| entry.tag);
            let list = &mut self.moves[start..end];
            self.ordering.rank(shared.game, position, tag, ply, list);
        }

        // Step 6. The loop over the moves.
        self.history.record(repetition_key());
        let found = self.best_of(position, place, window, promising, start..end);
        self.history.unrecord();
        self.moves.truncate(start);
        let (best, mv) = found?;

        // Step 7. A proven result stands, whatever estimates were seen on the way.
        let bound = window.bound_of(best);
        if is_proven(best, bound) {
            self.estimates = place.estimates;
        }
        self.store(table_key, place, best, bound, mv.map_or(Tag::NONE, Tag::of));
        Ok(best)
    }

    /// A value at or above the window that the tables know for one of a node's moves.
    /// CITE: enhanced transposition cutoffs, A. Plaat et al., "Exploiting graph properties of game
    /// trees", AAAI 1996.
    fn known_refutation(
        &mut self,
        position: &G::Position,
        place: Place,
        window: Window,
        moves: Range<usize>,
    ) -> Option<(Value, Option<G::Move>)> {
        let shared = self.shared;
        let seat = shared.game.mover(position);
        self.history.push_ply();
        let mut found = None;
        for index in moves {
            let mv = self.moves[index].mv;
            let child = shared.game.play(position, mv);
            let key = shared.game.key(&child);
            let Some(entry) = self.probe(self.table_key(key), place.depth - 1) else { continue };
            let same = self.same_side(shared.game.mover(&child), seat);
            let inner = if same { window } else { window.flipped() };
            let decided =
                entry.decides(place.depth - 1, shared.techniques.exact_depth, inner, place.ply + 1);
            let Some(value) = decided.map(|value| if same { value } else { -value }) else {
                continue;
            };
            if value >= window.beta && !self.is_repetition(|| shared.game.repetition_key(&child)) {
                self.estimates += u64::from(!entry.exhausted);
                found = Some((value, Some(mv)));
                break;
            }
        }
        self.history.pop_ply();
        found
    }

    /// The best of a node's moves, and which it was (unless all failed low). Moves that another thread
    /// is searching come last.
    #[inline]
    fn best_of(
        &mut self,
        position: &G::Position,
        place: Place,
        window: Window,
        promising: Option<G::Move>,
        moves: Range<usize>,
    ) -> Result<(Value, Option<G::Move>), Stopped> {
        let techniques = &self.shared.techniques;
        if techniques.child_lookup
            && promising.is_none()
            && place.depth >= techniques.parameters.lookup_depth
            && window.is_null()
            && let Some(known) = self.known_refutation(position, place, window, moves.clone())
        {
            return Ok(known);
        }
        let node = Node { position, place, window, promising, first: moves.start };
        let mut best = Best { value: Value(Value::LOSS.0 - 1), mv: None, alpha: window.alpha };
        let first_deferred = self.deferred.len();
        for index in 0..moves.len() {
            let mv = if techniques.ordering {
                pick(&mut self.moves[moves.clone()], index, place.depth < 2)
            } else {
                self.moves[moves.start + index].mv
            };
            let child = self.shared.game.play(position, mv);
            let busy = self.shared.busy.as_ref().filter(|_| place.depth >= defer_depth(G::CHANCE));
            let Some(busy) = busy else {
                if self.try_move(&node, &child, mv, index, &mut best)? {
                    break;
                }
                continue;
            };
            let mark = mark_of(self.shared.game.key(&child), place.depth);
            if index > 0 && busy.is_marked(mark) {
                self.deferred.push((mv, index));
                continue;
            }
            busy.mark(mark);
            let result = self.try_move(&node, &child, mv, index, &mut best);
            busy.unmark(mark);
            if result? {
                self.deferred.truncate(first_deferred);
                break;
            }
        }
        while self.deferred.len() > first_deferred {
            let (mv, index) = self.deferred.remove(first_deferred);
            let child = self.shared.game.play(position, mv);
            if self.try_move(&node, &child, mv, index, &mut best)? {
                self.deferred.truncate(first_deferred);
            }
        }
        Ok((best.value, best.mv))
    }

    /// Searches one move of a node and keeps it if it is the best so far; whether it cuts the node off.
    #[inline]
    fn try_move(
        &mut self,
        node: &Node<'_, G>,
        child: &G::Position,
        mv: G::Move,
        index: usize,
        best: &mut Best<G::Move>,
    ) -> Result<bool, Stopped> {
        let techniques = &self.shared.techniques;
        let place = node.place;
        let open = !node.window.is_null();
        if open {
            self.lines[place.ply as usize + 1].clear();
        }
        let rest = Window { alpha: best.alpha, beta: node.window.beta };
        let reply = self.reply;
        self.reply = self.reply_after(self.shared.game.mover(node.position), mv, node.promising);
        let value = self.move_value(node.position, child, mv, index, place, rest)?;
        self.reply = reply;
        if value <= best.value {
            return Ok(false);
        }
        best.value = value;
        if value <= best.alpha {
            return Ok(false);
        }
        best.mv = Some(mv);
        if open {
            self.extend_line(place.ply as usize, mv);
        }
        if !techniques.pruning {
            return Ok(false);
        }
        best.alpha = value;
        let cut = value >= node.window.beta;
        if cut && techniques.ordering {
            let seat = self.shared.game.mover(node.position);
            let tried = &self.moves[node.first..node.first + index];
            let bonus = history_bonus(&techniques.parameters, place.depth);
            self.ordering.cutoff(seat, mv, bonus, place.ply, tried);
        }
        Ok(cut)
    }

    /// The value of one move: a null window first after the first move, less deep for late quiet
    /// moves, and searched again where it turns out better than that.
    #[inline]
    pub(crate) fn move_value(
        &mut self,
        position: &G::Position,
        child: &G::Position,
        mv: G::Move,
        index: usize,
        place: Place,
        window: Window,
    ) -> Searched {
        let techniques = &self.shared.techniques;
        let seat = self.shared.game.mover(position);
        let depth = place.depth - 1;
        if index == 0 || !techniques.null_windows || !techniques.pruning {
            return self.child(child, seat, depth, place.ply, window);
        }
        let null = Window::null(window.alpha);
        // Without chance reductions gain 45 ± 17 Elo (Bénédictine, 20000 nodes a move, 1000 games);
        // with a die they gain nothing (Maîtres, 600 games), so there they are off.
        let least = techniques.parameters.lmr_depth;
        let reduction = if techniques.reductions && !G::CHANCE && depth >= least {
            self.reduction(position, mv, index as i32, depth)
        } else {
            0
        };
        let mut value = self.child(child, seat, depth - reduction, place.ply, null)?;
        if reduction > 0 && value > window.alpha {
            value = self.child(child, seat, depth, place.ply, null)?;
        }
        if value > window.alpha && value < window.beta && !window.is_null() {
            value = self.child(child, seat, depth, place.ply, window)?;
        }
        Ok(value)
    }

    /// How much less deep a late quiet move is searched at first.
    #[inline]
    fn reduction(&self, position: &G::Position, mv: G::Move, index: i32, depth: i32) -> i32 {
        let parameters = &self.shared.techniques.parameters;
        if self.shared.game.promise(position, mv) > 0 || index < parameters.lmr_index {
            return 0;
        }
        let more = index >= parameters.lmr_more_index && depth >= parameters.lmr_more_depth;
        (1 + i32::from(more)).min(depth - 1)
    }

    /// Searches the position after a move by `seat`; the value speaks for him.
    #[inline]
    pub(crate) fn child(
        &mut self,
        child: &G::Position,
        seat: Seat,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        let window = if self.shared.techniques.pruning { window } else { Window::FULL };
        if self.hero() == Some(self.shared.game.mover(child)) {
            self.reply = None;
        }
        self.history.push_ply();
        let result = if self.same_side(self.shared.game.mover(child), seat) {
            self.search(child, depth, ply + 1, window)
        } else {
            self.search(child, depth, ply + 1, window.flipped()).map(|value| -value)
        };
        self.history.pop_ply();
        result
    }

    /// Makes the best line at `ply` the move and the best line after it.
    #[inline]
    pub(crate) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0]);
    }

    #[inline]
    pub(crate) fn is_repetition(&self, key: impl FnOnce() -> games::Key) -> bool {
        let limit = self.history.rules().repetition;
        limit > 0 && self.history.occurrences(key()) + 1 >= limit
    }
}
