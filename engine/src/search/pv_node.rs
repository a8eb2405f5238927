//! Nodes where a seat acts: alpha-beta with a principal variation search.

use std::ops::Range;

use eval::{Evaluator, Value};
use games::{Game, Seat, Tactics};

use crate::search::abdada::{defer_depth, mark_of};
use crate::search::ordering::{Ranked, history_bonus, pick};
use crate::search::window::Window;
use crate::search::worker::{Place, Searched, Stopped, Worker};
use crate::table::entry::{Tag, is_proven};
use crate::table::near::near_depth;

/// What stays the same while a node's moves are tried.
pub(crate) struct Node<'a, G: Game> {
    pub(crate) position: &'a G::Position,
    pub(crate) place: Place,
    pub(crate) window: Window,
    /// The most promising move, in best-reply search.
    pub(crate) promising: Option<G::Move>,
    /// Where the node's moves are in the worker's list.
    pub(crate) moves: Range<usize>,
    /// How many of them stand in front before they are ranked: the table's move, if it is among them.
    pub(crate) unranked: usize,
}

/// What a node is worth, and by which move (unless all failed low).
pub(crate) type Found<M> = Result<(Value, Option<M>), Stopped>;

/// The best move so far.
struct Best<M> {
    value: Value,
    /// The last move that raised `alpha`.
    mv: Option<M>,
    alpha: Value,
}

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches a position above the horizon where a seat acts. Fail-soft: a value outside the window is
    /// a bound.
    #[inline(never)]
    pub(crate) fn decision(
        &mut self,
        position: &G::Position,
        depth: i32,
        ply: i32,
        window: Window,
    ) -> Searched {
        let shared = self.shared;
        let techniques = &shared.techniques;

        // Step 1. The tables. In an open window a cutoff would cut the principal variation short.
        let place = Place { depth, ply, estimates: self.estimates };
        let table_key = self.table_key(shared.game.key(position));
        let entry = self.probe(table_key, depth);
        if let Some(entry) = entry.filter(|_| window.is_null())
            && let Some(value) = entry.decides(depth, techniques.exact_depth, window, ply)
        {
            self.estimates += u64::from(!entry.exhausted);
            return Ok(value);
        }

        // Step 2. A win at hand needs no search: none is sooner.
        if techniques.wins_at_hand && self.hero().is_none() && shared.game.wins_now(position) {
            return Ok(Value::win_in(ply + 1));
        }

        // Step 3. The moves, in order.
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
        let tag = entry.map_or(Tag::NONE, |entry| entry.tag);
        let unranked = if techniques.ordering { self.table_move_first(tag, start..end) } else { 0 };

        // Step 4. The loop over the moves.
        self.history.record(shared.game.repetition_key(position));
        let node = Node { position, place, window, promising, moves: start..end, unranked };
        let found = self.best_of(&node);
        self.history.unrecord();
        self.moves.truncate(start);
        let (best, mv) = found?;

        // Step 5. A proven result stands, whatever estimates were seen on the way.
        let bound = window.bound_of(best);
        if is_proven(best, bound) {
            self.estimates = place.estimates;
        }
        self.store(table_key, place, best, bound, mv.map_or(Tag::NONE, Tag::of));
        Ok(best)
    }

    /// Brings the table's move to the front of some moves; how many moves stand there, none or one.
    #[inline]
    pub(crate) fn table_move_first(&mut self, tag: Tag, moves: Range<usize>) -> usize {
        let moves = &mut self.moves[moves];
        let found = moves.iter().position(|ranked| tag != Tag::NONE && Tag::of(ranked.mv) == tag);
        let Some(found) = found else { return 0 };
        moves.swap(0, found);
        1
    }

    /// Move number `index` of a node in the order; asked for one after the other. The moves are ranked
    /// only when the table's move has failed to cut the node off.
    #[inline(always)]
    pub(crate) fn next_move(&mut self, node: &Node<'_, G>, index: usize) -> G::Move {
        let game = self.shared.game;
        let moves = &mut self.moves[node.moves.clone()];
        if self.shared.techniques.ordering {
            if index == node.unranked {
                self.ordering.rank(game, node.position, node.place.ply, &mut moves[index..]);
            } else if index > node.unranked {
                return pick(moves, index, node.place.depth < 2);
            }
        }
        moves[index].mv
    }

    /// The best of a node's moves. Moves that another thread is searching come last.
    #[inline]
    fn best_of(&mut self, node: &Node<'_, G>) -> Found<G::Move> {
        let busy = self.shared.busy.as_ref().filter(|_| node.place.depth >= defer_depth(G::CHANCE));
        if node.window.is_null() && node.promising.is_none() {
            if let Some((value, mv)) = self.known_refutation(node) {
                return Ok((value, Some(mv)));
            }
            if busy.is_none() {
                return self.refute(node);
            }
        }
        let mut best = Best { value: Value(Value::LOSS.0 - 1), mv: None, alpha: node.window.alpha };
        let first_deferred = self.deferred.len();
        for index in 0..node.moves.len() {
            let mv = self.next_move(node, index);
            let child = self.shared.game.play(node.position, mv);
            let Some(busy) = busy else {
                if self.try_move(node, &child, mv, index, &mut best)? {
                    break;
                }
                continue;
            };
            let mark = mark_of(self.shared.game.key(&child), node.place.depth);
            if index > 0 && busy.is_marked(mark) {
                self.deferred.push((mv, index));
                continue;
            }
            busy.mark(mark);
            let result = self.try_move(node, &child, mv, index, &mut best);
            busy.unmark(mark);
            if result? {
                self.deferred.truncate(first_deferred);
                break;
            }
        }
        while self.deferred.len() > first_deferred {
            let (mv, index) = self.deferred.remove(first_deferred);
            let child = self.shared.game.play(node.position, mv);
            if self.try_move(node, &child, mv, index, &mut best)? {
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
        if cut {
            self.learn(node, mv, index);
        }
        Ok(cut)
    }

    /// Learns for the order of moves that one cuts a node off, which `index` before it did not.
    #[inline]
    pub(crate) fn learn(&mut self, node: &Node<'_, G>, mv: G::Move, index: usize) {
        let techniques = &self.shared.techniques;
        if techniques.ordering {
            let seat = self.shared.game.mover(node.position);
            let tried = &self.moves[node.moves.clone()][..index];
            let bonus = history_bonus(&techniques.parameters, node.place.depth);
            self.ordering.cutoff(seat, mv, bonus, node.place.ply, tried);
        }
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
        let reduction = self.reduction(position, mv, index, depth);
        let mut value = self.child(child, seat, depth - reduction, place.ply, null)?;
        if reduction > 0 && value > window.alpha {
            value = self.child(child, seat, depth, place.ply, null)?;
        }
        if value > window.alpha && value < window.beta && !window.is_null() {
            value = self.child(child, seat, depth, place.ply, window)?;
        }
        Ok(value)
    }

    /// How much less deep a late quiet move is searched at first. Without chance reductions gain 45 ± 17 Elo
    /// (Bénédictine, 20000 nodes a move, 1000 games); with a die they gain nothing (Maîtres, 600 games),
    /// so there they are off.
    #[inline]
    pub(crate) fn reduction(
        &self,
        position: &G::Position,
        mv: G::Move,
        index: usize,
        depth: i32,
    ) -> i32 {
        let techniques = &self.shared.techniques;
        let parameters = &techniques.parameters;
        let index = index as i32;
        let late = index >= parameters.lmr_index && depth >= parameters.lmr_depth;
        if G::CHANCE
            || !techniques.reductions
            || !late
            || self.shared.game.promise(position, mv) > 0
        {
            return 0;
        }
        let more = index >= parameters.lmr_more_index && depth >= parameters.lmr_more_depth;
        (1 + i32::from(more)).min(depth - 1)
    }

    /// Searches the position after a move by `seat`; the value speaks for him.
    #[inline(always)]
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
        let same = self.same_side(self.shared.game.mover(child), seat);
        let window = if same { window } else { window.flipped() };
        let result = self.search(child, depth, ply + 1, window);
        let result = if same { result } else { result.map(|value| -value) };
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
