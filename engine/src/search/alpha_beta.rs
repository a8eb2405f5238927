//! The alpha-beta search of one position: negamax with principal variation search (PVS), also known
//! as NegaScout.
//!
//! Read from the top, each function calls those below it:
//!
//! | function | does |
//! |---|---|
//! | `search` | ends of the game, draws, chance nodes, endgame tables, the horizon |
//! | `search_node` | the techniques of a node before its moves; the transposition table |
//! | `search_moves` | chooses one of the two loops over the moves |
//! | `search_zero_window` | the loop of zero-window nodes: nearly all nodes |
//! | `search_pv` | the loop of principal variation nodes |
//! | `search_move` | one move of such a node: zero window first, then the whole window |
//! | `search_child` | the position after a move, with the window of the other side |
//!
//! The formulas of the pruning techniques are in `pruning.rs`, the order of moves is in
//! `ordering.rs` and `move_picker.rs`, the search beyond the horizon in `quiescence.rs`.
//!
//! The search is fail-soft: a value outside the window is a bound.
//!
//! CITE: T. A. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", ACM
//! Computing Surveys 14(4), 1982 (principal variation search).

use eval::Value;
use games::{Actor, Seat};

use crate::search::abdada::{Abdada, defer_depth, mark_of};
use crate::search::control::Stopped;
use crate::search::move_picker::MovePicker;
use crate::search::node::{LmrMove, Node, NodeInfo, NodeResult, Searched};
use crate::search::ordering::{ScoredMove, history_bonus};
use crate::search::thread::SearchThread;
use crate::search::units::{Depth, Ply};
use crate::search::window::{Window, is_proven};
use crate::searchable::Searchable;
use crate::table::entry::Tag;
use crate::table::near::near_depth;

/// The best move so far in the loop over the moves of a principal variation node.
struct BestMove<M> {
    value: Value,
    /// The last move that raised `alpha`.
    mv: Option<M>,
    alpha: Value,
}

impl<'a, G: Searchable> SearchThread<'a, G> {
    /// Searches any position: `depth` more player moves, `ply` moves below the root. The value is
    /// for the seat whose turn it is.
    #[inline(always)]
    pub(crate) fn search(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Searched {
        self.meter.count_node(ply)?;

        // The end of the game
        let actor = self.context.game.actor(position);
        if let Actor::Over(outcome) = actor {
            return Ok(self.final_value(position, outcome, ply));
        }
        if self.history.out_of_plies() {
            return Ok(self.draw_value(position, ply));
        }
        if self.root_seat_is_out(position) {
            return Ok(self.final_value(position, self.context.game.drawn(position), ply));
        }

        // Chance nodes
        if G::CHANCE && actor == Actor::Chance {
            if let Some(endings) = self.context.endings
                && let Some(value) = self.ending(endings, position, depth, ply)
            {
                return Ok(value);
            }
            return self.chance(position, depth, ply, window);
        }

        // Draws by repetition. They depend on the path to the position, so they prove nothing.
        if self.is_repetition(|| self.context.game.repetition_key(position)) {
            self.estimates += 1;
            return Ok(self.draw_value(position, ply));
        }

        // Endgame tables
        if let Some(endings) = self.context.endings
            && let Some(value) = self.ending(endings, position, depth, ply)
        {
            return Ok(value);
        }

        // The horizon: quiescence search
        if depth.is_horizon() || ply.is_last() {
            return self.quiescence(position, ply, window);
        }
        self.search_node(position, depth, ply, window)
    }

    /// Searches a position above the horizon in which a seat acts.
    #[inline(never)]
    pub(crate) fn search_node(
        &mut self,
        position: &G::Position,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Searched {
        let context = self.context;
        let techniques = &context.techniques;

        // Transposition table. In a principal variation node a cutoff would cut the variation
        // short.
        let info = NodeInfo { depth, ply, estimates: self.estimates };
        let table_key = self.table_key(context.game.key(position));
        let entry = self.probe(table_key, depth);
        self.counters.count(|statistics| {
            statistics.table_probes += 1;
            statistics.table_hits += u64::from(entry.is_some());
        });
        if let Some(entry) = entry.filter(|_| window.is_zero())
            && let Some(value) = entry.decides(depth, techniques.exact_depth, window, ply)
        {
            self.counters.count(|statistics| statistics.table_cutoffs += 1);
            self.estimates += u64::from(!entry.exhausted);
            return Ok(value);
        }

        // Immediate wins: no win is sooner, so no move need be searched.
        if techniques.immediate_wins
            && self.root_seat().is_none()
            && context.game.wins_now(position)
        {
            return Ok(Value::win_in(ply.next().moves()));
        }

        // Static evaluation, and whether it is improving
        let static_eval = self.static_eval(position, depth, ply);

        // Reverse futility pruning (RFP)
        if let Some(value) = self.reverse_futility(static_eval, depth, window) {
            return Ok(value);
        }

        // ProbCut
        if let Some(value) = self.probcut(position, depth, ply, window)? {
            return Ok(value);
        }

        // Move generation and ordering
        let start = self.memory.moves.len();
        let tag = entry.map_or(Tag::NONE, |entry| entry.tag);
        let (mut picker, promising) = self.list_moves(position, depth, tag);
        let extension = self.extension(picker.range().len(), ply);

        // The loop over the moves
        self.history.record(context.game.repetition_key(position));
        let node = Node { position, info, window, promising, static_eval, extension };
        let found = self.search_moves(&node, &mut picker);
        self.history.unrecord();
        self.memory.moves.truncate(start);
        let (best, mv) = found?;

        // Transposition table. A proven result depends on no estimate, even if some were made
        // below.
        let bound = window.bound_of(best);
        if is_proven(best, bound) {
            self.estimates = info.estimates;
        }
        self.store(table_key, info, best, bound, mv.map_or(Tag::NONE, Tag::of));
        Ok(best)
    }

    /// Lists the moves of a node, with the move of the transposition table first. In best-reply
    /// search it also returns the move with the highest move score.
    #[inline(always)]
    fn list_moves(
        &mut self,
        position: &G::Position,
        depth: Depth,
        tag: Tag,
    ) -> (MovePicker, Option<G::Move>) {
        let context = self.context;
        let start = self.memory.moves.len();
        let list = &mut self.memory.moves;
        context.game.each_candidate(position, |mv| list.push(ScoredMove { score: 0, mv }));
        let promising = self.restrict_moves(position, start);
        if context.techniques.table && depth > near_depth(G::CHANCE) {
            for scored in &self.memory.moves[start..] {
                let key = context.game.key_after(position, scored.mv);
                context.table.prefetch(self.table_key(key));
            }
        }
        let range = start..self.memory.moves.len();
        let picker = if context.techniques.ordering {
            MovePicker::ordered(&mut self.memory.moves, range, tag, depth < Depth::new(2))
        } else {
            MovePicker::generated(range)
        };
        (picker, promising)
    }

    /// Forced reply extension: where there is one move it is searched a move deeper, in lines of up
    /// to twice the depth of the iteration.
    #[inline(always)]
    fn extension(&self, moves: usize, ply: Ply) -> i32 {
        let extended = !G::CHANCE
            && self.context.techniques.extensions
            && moves == 1
            && self.root_seat().is_none()
            && ply.moves() < 2 * self.meter.iteration() as i32;
        i32::from(extended)
    }

    /// Searches the moves of a node, in the loop that fits its window.
    #[inline]
    fn search_moves(&mut self, node: &Node<'_, G>, picker: &mut MovePicker) -> NodeResult<G::Move> {
        let abdada = self.abdada_at(node.info.depth);
        if node.window.is_zero() && node.promising.is_none() {
            // Enhanced transposition cutoff (ETC)
            if let Some((value, mv)) = self.enhanced_transposition_cutoff(node, picker) {
                return Ok((value, Some(mv)));
            }
            if abdada.is_none() {
                return self.search_zero_window(node, picker);
            }
        }
        self.search_pv(node, picker, abdada)
    }

    /// Enhanced transposition cutoff (ETC): looks the position after each move up in the
    /// transposition table, and returns the first value at or above `beta`.
    ///
    /// CITE: A. Plaat et al., "Exploiting graph properties of game trees", AAAI 1996.
    #[inline]
    fn enhanced_transposition_cutoff(
        &mut self,
        node: &Node<'_, G>,
        picker: &MovePicker,
    ) -> Option<(Value, G::Move)> {
        let techniques = &self.context.techniques;
        let least = Depth::new(techniques.parameters.etc_depth);
        if !techniques.etc || node.info.depth < least {
            return None;
        }
        self.history.push_ply();
        let found = picker.range().find_map(|index| {
            let mv = self.memory.moves[index].mv;
            self.child_cutoff(node, mv).map(|value| (value, mv))
        });
        self.history.pop_ply();
        found
    }

    /// The value of one move by the transposition table, if it is at or above `beta`.
    fn child_cutoff(&mut self, node: &Node<'_, G>, mv: G::Move) -> Option<Value> {
        let context = self.context;
        let (depth, ply) = (node.info.depth.less(1), node.info.ply.next());
        let child = context.game.play(node.position, mv);
        let entry = self.probe(self.table_key(context.game.key(&child)), depth)?;
        let same = self.same_side(context.game.mover(&child), context.game.mover(node.position));
        let window = if same { node.window } else { node.window.flipped() };
        let value = entry.decides(depth, context.techniques.exact_depth, window, ply)?;
        let value = if same { value } else { -value };
        if value < node.window.beta || self.is_repetition(|| context.game.repetition_key(&child)) {
            return None;
        }
        self.counters.count(|statistics| statistics.table_cutoffs += 1);
        self.estimates += u64::from(!entry.exhausted);
        Some(value)
    }

    /// The loop over the moves of a zero-window node: any value at or above `beta` ends it.
    #[inline(never)]
    fn search_zero_window(
        &mut self,
        node: &Node<'_, G>,
        picker: &mut MovePicker,
    ) -> NodeResult<G::Move> {
        let game = self.context.game;
        let (position, window) = (node.position, node.window);
        let (depth, ply) = (node.depth_below(), node.info.ply);
        let seat = game.mover(position);
        let first = picker.range().start;
        let mut best = Value::MINUS_INFINITY;
        let mut pruned = false;
        while let Some((index, mv)) = self.next_move(picker, position, ply) {
            let score = self.memory.moves[first + index].score;

            // Late move pruning (LMP) and futility pruning (FP). The window and the static
            // evaluation stay as they are, so all other quiet moves are pruned, too.
            if self.may_prune_move(node, index, score, best)
                && (self.late_move_pruning(node, index) || self.futility_pruning(node))
            {
                pruned = true;
                picker.skip_quiets(&self.memory.moves);
                continue;
            }

            let child = game.play(position, mv);
            self.memory.ordering.set_move(ply.next(), mv);

            // Late move reductions (LMR): search with less depth, and again where that fails high.
            let late = self.lmr_move(node, mv, index, score);
            let reduction = self.reduction(late, &child, depth, false);
            let mut value = self.search_child(&child, seat, depth.less(reduction), ply, window)?;
            if reduction > 0 && value >= window.beta {
                self.counters.count(|statistics| statistics.researches += 1);
                value = self.search_child(&child, seat, depth, ply, window)?;
            }

            // Beta cutoff
            if value >= window.beta {
                self.record_cutoff(node, picker, mv, index);
                return Ok((value, Some(mv)));
            }
            best = best.max(value);
        }
        self.estimates += u64::from(pruned);
        Ok((best, None))
    }

    /// The loop over the moves of a principal variation node. It also searches zero-window nodes in
    /// best-reply search, and at depths at which several threads share the work. Moves that another
    /// thread is searching come last (ABDADA).
    #[inline]
    fn search_pv(
        &mut self,
        node: &Node<'_, G>,
        picker: &mut MovePicker,
        abdada: Option<&Abdada>,
    ) -> NodeResult<G::Move> {
        let alpha = node.window.alpha;
        let mut best = BestMove { value: Value::MINUS_INFINITY, mv: None, alpha };
        let first_deferred = self.memory.deferred.len();
        while let Some((index, mv)) = self.next_move(picker, node.position, node.info.ply) {
            let child = self.context.game.play(node.position, mv);
            let Some(abdada) = abdada else {
                if self.search_pv_move(node, picker, &child, mv, index, &mut best)? {
                    break;
                }
                continue;
            };
            let mark = mark_of(self.context.game.key(&child), node.info.depth);
            if index > 0 && abdada.is_marked(mark) {
                self.memory.deferred.push((mv, index));
                continue;
            }
            abdada.mark(mark);
            let result = self.search_pv_move(node, picker, &child, mv, index, &mut best);
            abdada.unmark(mark);
            if result? {
                self.memory.deferred.truncate(first_deferred);
                break;
            }
        }
        while self.memory.deferred.len() > first_deferred {
            let (mv, index) = self.memory.deferred.remove(first_deferred);
            let child = self.context.game.play(node.position, mv);
            if self.search_pv_move(node, picker, &child, mv, index, &mut best)? {
                self.memory.deferred.truncate(first_deferred);
            }
        }
        Ok((best.value, best.mv))
    }

    /// The table of positions that threads are searching, at depths at which a move may be
    /// deferred.
    #[inline]
    fn abdada_at(&self, depth: Depth) -> Option<&'a Abdada> {
        self.context.abdada.as_ref().filter(|_| depth >= defer_depth(G::CHANCE))
    }

    /// Searches one move of a principal variation node and keeps it if it is the best so far.
    /// Returns whether it causes a beta cutoff.
    #[inline]
    fn search_pv_move(
        &mut self,
        node: &Node<'_, G>,
        picker: &MovePicker,
        child: &G::Position,
        mv: G::Move,
        index: usize,
        best: &mut BestMove<G::Move>,
    ) -> Result<bool, Stopped> {
        let (ply, is_pv) = (node.info.ply, !node.window.is_zero());
        if is_pv {
            self.clear_variation(ply.next());
        }
        let rest = Window { alpha: best.alpha, beta: node.window.beta };
        let reply = self.reply;
        self.reply = self.reply_after(self.context.game.mover(node.position), mv, node.promising);
        let score = self.memory.moves[picker.range().start + index].score;
        let late = self.lmr_move(node, mv, index, score);
        self.memory.ordering.set_move(ply.next(), mv);
        let value = self.search_move(node.position, child, late, node.depth_below(), ply, rest)?;
        self.reply = reply;
        if value <= best.value {
            return Ok(false);
        }
        best.value = value;
        if value <= best.alpha {
            return Ok(false);
        }
        best.mv = Some(mv);
        if is_pv {
            self.extend_variation(ply, mv);
        }
        if !self.context.techniques.alpha_beta {
            return Ok(false);
        }
        best.alpha = value;

        // Beta cutoff
        let cut = value >= node.window.beta;
        if cut {
            self.record_cutoff(node, picker, mv, index);
        }
        Ok(cut)
    }

    /// The value of one move with principal variation search: the first move gets the whole window.
    /// Every other move gets a zero window, and the whole window only where its value lies within
    /// it.
    ///
    /// `depth` is the depth below the move, `ply` the ply of the node.
    #[inline]
    pub(crate) fn search_move(
        &mut self,
        position: &G::Position,
        child: &G::Position,
        late: LmrMove,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Searched {
        let techniques = &self.context.techniques;
        let seat = self.context.game.mover(position);
        if late.index == 0 || !techniques.pvs || !techniques.alpha_beta {
            return self.search_child(child, seat, depth, ply, window);
        }

        // Late move reductions (LMR): a zero window with less depth
        let zero = Window::zero(window.alpha);
        let reduction = self.reduction(late, child, depth, !window.is_zero());
        let mut value = self.search_child(child, seat, depth.less(reduction), ply, zero)?;

        // It fails high: a zero window with the whole depth
        if reduction > 0 && value > window.alpha {
            self.counters.count(|statistics| statistics.researches += 1);
            value = self.search_child(child, seat, depth, ply, zero)?;
        }

        // It is better than the best move so far: the whole window
        if value > window.alpha && value < window.beta && !window.is_zero() {
            self.counters.count(|statistics| statistics.researches += 1);
            value = self.search_child(child, seat, depth, ply, window)?;
        }
        Ok(value)
    }

    /// Searches the position after a move of `seat`. The window and the value are for that seat.
    #[inline(always)]
    pub(crate) fn search_child(
        &mut self,
        child: &G::Position,
        seat: Seat,
        depth: Depth,
        ply: Ply,
        window: Window,
    ) -> Searched {
        let window = if self.context.techniques.alpha_beta { window } else { Window::FULL };
        if self.root_seat() == Some(self.context.game.mover(child)) {
            self.reply = None;
        }
        self.history.push_ply();
        // Negamax: the other side has the negative value and the negated window.
        let same = self.same_side(self.context.game.mover(child), seat);
        let window = if same { window } else { window.flipped() };
        let result = self.search(child, depth, ply.next(), window);
        let result = if same { result } else { result.map(|value| -value) };
        self.history.pop_ply();
        result
    }

    /// Updates killers and histories after a beta cutoff by a move; the moves before it caused
    /// none.
    #[inline]
    fn record_cutoff(
        &mut self,
        node: &Node<'_, G>,
        picker: &MovePicker,
        mv: G::Move,
        index: usize,
    ) {
        self.counters.count(|statistics| {
            statistics.cutoffs += 1;
            statistics.first_move_cutoffs += u64::from(index == 0);
        });
        let techniques = &self.context.techniques;
        if techniques.ordering {
            let seat = self.context.game.mover(node.position);
            let tried = &self.memory.moves[picker.range()][..index];
            let bonus = history_bonus(&techniques.parameters, node.info.depth);
            self.memory.ordering.record_cutoff(seat, mv, bonus, node.info.ply, tried);
        }
    }
}
