//! Nodes with a null window: a value above it is all that is looked for, and the first one will do.

use eval::{Evaluator, Value};
use games::Tactics;

use crate::search::pv_node::{Found, Node};
use crate::search::worker::Worker;

impl<G: Tactics, E: Evaluator<G>> Worker<'_, G, E> {
    /// A value at or above the window that the tables know for one of a node's moves.
    /// CITE: enhanced transposition cutoffs, A. Plaat et al., "Exploiting graph properties of game
    /// trees", AAAI 1996.
    #[inline]
    pub(crate) fn known_refutation(&mut self, node: &Node<'_, G>) -> Option<(Value, G::Move)> {
        let techniques = &self.shared.techniques;
        if !techniques.child_lookup || node.place.depth < techniques.parameters.lookup_depth {
            return None;
        }
        self.history.push_ply();
        let mut moves = node.moves.clone();
        let found = moves.find_map(|index| {
            let mv = self.moves[index].mv;
            self.look_up_move(node, mv).map(|value| (value, mv))
        });
        self.history.pop_ply();
        found
    }

    /// The value that the tables know for one move, if that refutes the node.
    fn look_up_move(&mut self, node: &Node<'_, G>, mv: G::Move) -> Option<Value> {
        let shared = self.shared;
        let (depth, ply) = (node.place.depth - 1, node.place.ply + 1);
        let child = shared.game.play(node.position, mv);
        let entry = self.probe(self.table_key(shared.game.key(&child)), depth)?;
        let same = self.same_side(shared.game.mover(&child), shared.game.mover(node.position));
        let window = if same { node.window } else { node.window.flipped() };
        let value = entry.decides(depth, shared.techniques.exact_depth, window, ply)?;
        let value = if same { value } else { -value };
        if value < node.window.beta || self.is_repetition(|| shared.game.repetition_key(&child)) {
            return None;
        }
        self.estimates += u64::from(!entry.exhausted);
        Some(value)
    }

    /// The best of a node's moves, or the first that is above its null window.
    #[inline(never)]
    pub(crate) fn refute(&mut self, node: &Node<'_, G>) -> Found<G::Move> {
        let game = self.shared.game;
        let (position, window) = (node.position, node.window);
        let (depth, ply) = (node.place.depth - 1, node.place.ply);
        let seat = game.mover(position);
        let mut best = Value(Value::LOSS.0 - 1);
        for index in 0..node.moves.len() {
            let mv = self.next_move(node, index);
            let child = game.play(position, mv);
            let reduction = self.reduction(position, mv, index, depth);
            let mut value = self.child(&child, seat, depth - reduction, ply, window)?;
            if reduction > 0 && value >= window.beta {
                value = self.child(&child, seat, depth, ply, window)?;
            }
            if value >= window.beta {
                self.learn(node, mv, index);
                return Ok((value, Some(mv)));
            }
            best = best.max(value);
        }
        Ok((best, None))
    }
}
