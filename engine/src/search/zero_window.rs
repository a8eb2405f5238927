//! Zero-window nodes: a value above the window is all that is looked for, and the first one will do.

use eval::Value;

use crate::search::decision::{Found, Node};
use crate::search::move_picker::MovePicker;
use crate::search::thread::SearchThread;
use crate::search::units::Depth;
use crate::searchable::Searchable;

impl<G: Searchable> SearchThread<'_, G> {
    /// A value at or above the window that the tables know for one of a node's moves.
    /// CITE: enhanced transposition cutoffs, A. Plaat et al., "Exploiting graph properties of game
    /// trees", AAAI 1996.
    #[inline]
    pub(crate) fn enhanced_transposition_cutoff(
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
            let mv = self.moves[index].mv;
            self.child_cutoff(node, mv).map(|value| (value, mv))
        });
        self.history.pop_ply();
        found
    }

    /// The value that the tables know for one move, if that refutes the node.
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

    /// The best of a node's moves, or the first that is above its window.
    #[inline(never)]
    pub(crate) fn search_zero_window(
        &mut self,
        node: &Node<'_, G>,
        picker: &mut MovePicker,
    ) -> Found<G::Move> {
        let game = self.context.game;
        let (position, window) = (node.position, node.window);
        let (depth, ply) = (node.depth_below(), node.info.ply);
        let seat = game.mover(position);
        let first = picker.range().start;
        let mut best = Value::MINUS_INFINITY;
        let mut skipped = false;
        while let Some((index, mv)) = self.next_move(picker, position, ply) {
            let score = self.moves[first + index].score;
            if self.prunes_late_move(node, index, score, best) {
                // Neither the window nor what was found changes, so all other plain moves are skipped, too.
                skipped = true;
                picker.skip_quiets(&self.moves);
                continue;
            }
            let child = game.play(position, mv);
            self.ordering.enter(ply.next(), mv);
            let reduction = self.reduction(self.lmr_move(node, mv, index, score), depth, false);
            let mut value = self.search_child(&child, seat, depth.less(reduction), ply, window)?;
            if reduction > 0 && value >= window.beta {
                self.counters.count(|statistics| statistics.researches += 1);
                value = self.search_child(&child, seat, depth, ply, window)?;
            }
            if value >= window.beta {
                self.learn_cutoff(node, picker, mv, index);
                return Ok((value, Some(mv)));
            }
            best = best.max(value);
        }
        self.estimates += u64::from(skipped);
        Ok((best, None))
    }
}
