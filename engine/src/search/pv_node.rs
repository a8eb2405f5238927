//! Principal variation nodes, and zero-window nodes that several threads search at once: principal
//! variation search (PVS), also known as scout or NegaScout.
//!
//! CITE: T. A. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", ACM Computing
//! Surveys 14(4), 1982.

use eval::Value;

use crate::search::abdada::{Abdada, defer_depth, mark_of};
use crate::search::control::Stopped;
use crate::search::decision::{Found, Node};
use crate::search::move_picker::MovePicker;
use crate::search::pruning::LmrMove;
use crate::search::thread::{NodeInfo, SearchThread, Searched};
use crate::search::units::Depth;
use crate::search::window::Window;
use crate::searchable::Searchable;

/// The best move so far.
struct Best<M> {
    value: Value,
    /// The last move that raised `alpha`.
    mv: Option<M>,
    alpha: Value,
}

impl<'a, G: Searchable> SearchThread<'a, G> {
    /// What other threads are searching, where nodes of a depth may be put off for them.
    #[inline]
    pub(crate) fn abdada_at(&self, depth: Depth) -> Option<&'a Abdada> {
        self.context.abdada.as_ref().filter(|_| depth >= defer_depth(G::CHANCE))
    }

    /// The best of a node's moves. Moves that another thread is searching come last.
    #[inline]
    pub(crate) fn search_pv(
        &mut self,
        node: &Node<'_, G>,
        picker: &mut MovePicker,
        abdada: Option<&Abdada>,
    ) -> Found<G::Move> {
        let mut best = Best { value: Value::MINUS_INFINITY, mv: None, alpha: node.window.alpha };
        let first_deferred = self.deferred.len();
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
                self.deferred.push((mv, index));
                continue;
            }
            abdada.mark(mark);
            let result = self.search_pv_move(node, picker, &child, mv, index, &mut best);
            abdada.unmark(mark);
            if result? {
                self.deferred.truncate(first_deferred);
                break;
            }
        }
        while self.deferred.len() > first_deferred {
            let (mv, index) = self.deferred.remove(first_deferred);
            let child = self.context.game.play(node.position, mv);
            if self.search_pv_move(node, picker, &child, mv, index, &mut best)? {
                self.deferred.truncate(first_deferred);
            }
        }
        Ok((best.value, best.mv))
    }

    /// Searches one move of a node and keeps it if it is the best so far; whether it cuts the node off.
    #[inline]
    fn search_pv_move(
        &mut self,
        node: &Node<'_, G>,
        picker: &MovePicker,
        child: &G::Position,
        mv: G::Move,
        index: usize,
        best: &mut Best<G::Move>,
    ) -> Result<bool, Stopped> {
        let open = !node.window.is_zero();
        if open {
            self.clear_variation(node.info.ply.next());
        }
        let rest = Window { alpha: best.alpha, beta: node.window.beta };
        let reply = self.reply;
        self.reply = self.reply_after(self.context.game.mover(node.position), mv, node.promising);
        let score = self.moves[picker.range().start + index].score;
        let late = self.lmr_move(node, mv, index, score);
        self.ordering.enter(node.info.ply.next(), mv);
        let info = NodeInfo { depth: node.depth_below().less(-1), ..node.info };
        let value = self.search_move(node.position, child, late, info, rest)?;
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
            self.extend_variation(node.info.ply, mv);
        }
        if !self.context.techniques.alpha_beta {
            return Ok(false);
        }
        best.alpha = value;
        let cut = value >= node.window.beta;
        if cut {
            self.learn_cutoff(node, picker, mv, index);
        }
        Ok(cut)
    }

    /// The value of one move: a zero window (scout) first after the first move, less deep for late quiet
    /// moves, and searched again where it turns out better than that.
    #[inline]
    pub(crate) fn search_move(
        &mut self,
        position: &G::Position,
        child: &G::Position,
        late: LmrMove,
        info: NodeInfo,
        window: Window,
    ) -> Searched {
        let techniques = &self.context.techniques;
        let seat = self.context.game.mover(position);
        let depth = info.depth.less(1);
        if late.index == 0 || !techniques.pvs || !techniques.alpha_beta {
            return self.search_child(child, seat, depth, info.ply, window);
        }
        let zero = Window::zero(window.alpha);
        let reduction = self.reduction(late, depth, !window.is_zero());
        let mut value = self.search_child(child, seat, depth.less(reduction), info.ply, zero)?;
        if reduction > 0 && value > window.alpha {
            self.counters.count(|statistics| statistics.researches += 1);
            value = self.search_child(child, seat, depth, info.ply, zero)?;
        }
        if value > window.alpha && value < window.beta && !window.is_zero() {
            self.counters.count(|statistics| statistics.researches += 1);
            value = self.search_child(child, seat, depth, info.ply, window)?;
        }
        Ok(value)
    }
}
