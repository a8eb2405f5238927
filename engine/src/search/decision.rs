//! Nodes where a seat acts: what the tables know, a win at hand, the moves, and what to remember.
//!
//! Nearly all of them have a zero window ([`crate::search::zero_window`]); the others are principal
//! variation nodes ([`crate::search::pv_node`]).

use eval::Value;
use games::Game;

use crate::search::control::Stopped;
use crate::search::move_picker::MovePicker;
use crate::search::ordering::{ScoredMove, history_bonus};
use crate::search::pruning::StaticEval;
use crate::search::thread::{NodeInfo, SearchThread, Searched};
use crate::search::units::{Depth, Ply};
use crate::search::window::Window;
use crate::searchable::Searchable;
use crate::table::entry::{Tag, is_proven};
use crate::table::near::near_depth;

/// What stays the same while a node's moves are tried.
pub(crate) struct Node<'a, G: Game> {
    pub(crate) position: &'a G::Position,
    pub(crate) info: NodeInfo,
    pub(crate) window: Window,
    /// The most promising move, in best-reply search.
    pub(crate) promising: Option<G::Move>,
    /// What it looks like before any move is tried.
    pub(crate) static_eval: StaticEval,
    /// How much deeper its moves are searched.
    extension: i32,
}

impl<G: Game> Node<'_, G> {
    /// The depth that is left after a move.
    #[inline(always)]
    pub(crate) fn depth_below(&self) -> Depth {
        self.info.depth.less(1 - self.extension)
    }
}

/// What a node is worth, and by which move (unless all failed low).
pub(crate) type Found<M> = Result<(Value, Option<M>), Stopped>;

impl<G: Searchable> SearchThread<'_, G> {
    /// Searches a position above the horizon where a seat acts. Fail-soft: a value outside the window is
    /// a bound.
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

        // Step 1. The tables. In an open window a cutoff would cut the principal variation short.
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

        // Step 2. A win at hand needs no search: none is sooner.
        if techniques.immediate_wins
            && self.root_seat().is_none()
            && context.game.wins_now(position)
        {
            return Ok(Value::win_in(ply.next().moves()));
        }

        // Step 3. What the estimate or a shallow search says.
        let static_eval = self.static_eval(position, depth, ply);
        if let Some(value) = self.reverse_futility(static_eval, depth, window) {
            return Ok(value);
        }
        if let Some(value) = self.probcut(position, depth, ply, window)? {
            return Ok(value);
        }

        // Step 4. The moves, in order.
        let start = self.moves.len();
        let promising = self.list_moves(position, depth);
        let tag = entry.map_or(Tag::NONE, |entry| entry.tag);
        let range = start..self.moves.len();
        let extension = self.extension(range.len(), ply);
        let mut picker = if techniques.ordering {
            MovePicker::ordered(&mut self.moves, range, tag, depth < Depth::new(2))
        } else {
            MovePicker::generated(range)
        };

        // Step 5. The loop over the moves.
        self.history.record(context.game.repetition_key(position));
        let node = Node { position, info, window, promising, static_eval, extension };
        let found = self.search_moves(&node, &mut picker);
        self.history.unrecord();
        self.moves.truncate(start);
        let (best, mv) = found?;

        // Step 6. A proven result stands, whatever estimates were seen on the way.
        let bound = window.bound_of(best);
        if is_proven(best, bound) {
            self.estimates = info.estimates;
        }
        self.store(table_key, info, best, bound, mv.map_or(Tag::NONE, Tag::of));
        Ok(best)
    }

    /// A forced reply is searched a move deeper, up to twice the depth of the iteration.
    #[inline(always)]
    fn extension(&self, moves: usize, ply: Ply) -> i32 {
        let extended = !G::CHANCE
            && self.context.techniques.extensions
            && moves == 1
            && self.root_seat().is_none()
            && ply.moves() < 2 * self.meter.iteration() as i32;
        i32::from(extended)
    }

    /// Lists the moves of a node; the most promising one, in best-reply search.
    #[inline(always)]
    fn list_moves(&mut self, position: &G::Position, depth: Depth) -> Option<G::Move> {
        let context = self.context;
        let start = self.moves.len();
        let list = &mut self.moves;
        context.game.each_candidate(position, |mv| list.push(ScoredMove { score: 0, mv }));
        let promising = self.restrict_moves(position, start);
        if context.techniques.table && depth > near_depth(G::CHANCE) {
            for scored in &self.moves[start..] {
                let key = context.game.key_after(position, scored.mv);
                context.table.prefetch(self.table_key(key));
            }
        }
        promising
    }

    /// Searches the moves by what the window asks for.
    #[inline]
    fn search_moves(&mut self, node: &Node<'_, G>, picker: &mut MovePicker) -> Found<G::Move> {
        let abdada = self.abdada_at(node.info.depth);
        if node.window.is_zero() && node.promising.is_none() {
            if let Some((value, mv)) = self.enhanced_transposition_cutoff(node, picker) {
                return Ok((value, Some(mv)));
            }
            if abdada.is_none() {
                return self.search_zero_window(node, picker);
            }
        }
        self.search_pv(node, picker, abdada)
    }

    /// Learns for the order of moves that one cuts a node off, which those before it did not.
    #[inline]
    pub(crate) fn learn_cutoff(
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
            let tried = &self.moves[picker.range()][..index];
            let bonus = history_bonus(&techniques.parameters, node.info.depth);
            self.ordering.learn_cutoff(seat, mv, bonus, node.info.ply, tried);
        }
    }
}
