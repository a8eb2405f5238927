//! One thread of a search: its state, its tables and its principal variation.

use eval::Value;
use games::{History, Key, Seat, random_words};

use crate::search::control::Meter;
use crate::search::memory::ThreadMemory;
use crate::search::move_picker::MovePicker;
use crate::search::node::NodeInfo;
use crate::search::statistics::Counters;
use crate::search::units::{Depth, Ply};
use crate::search::window::Bound;
use crate::searchable::{SearchContext, Searchable};
use crate::table::entry::{Entry, Tag};
use crate::table::near::near_depth;

/// Keys for the number of moves that are left before the limit of a game's length.
static PLIES_LEFT_KEYS: [Key; Ply::COUNT + 1] = random_words(101);

/// One thread of a search, which writes to it at every node.
#[repr(align(128))]
pub(crate) struct SearchThread<'a, G: Searchable> {
    pub(crate) context: &'a SearchContext<'a, G>,
    pub(crate) meter: Meter<'a>,
    pub(crate) history: History,
    pub(crate) memory: ThreadMemory<G>,
    pub(crate) leaves: u64,
    /// The number of values that came from an estimate. A subtree that does not change it is
    /// exhausted.
    pub(crate) estimates: u64,
    /// The static evaluations of the nodes on the path, where they were made.
    pub(crate) static_evals: [Option<Value>; Ply::COUNT + 1],
    /// Whether the node is in a ProbCut search.
    pub(crate) in_probcut: bool,
    /// In best-reply search: the opponent who has made his reply since the root seat's last move.
    pub(crate) reply: Option<Seat>,
    pub(crate) counters: Counters,
}

impl<'a, G: Searchable> SearchThread<'a, G> {
    /// Thread `index` of a search.
    pub(crate) fn new(context: &'a SearchContext<'a, G>, index: usize) -> Self {
        Self {
            context,
            meter: Meter::new(&context.control, index),
            history: context.state.history().clone(),
            memory: context.memory.take(index, &context.techniques),
            leaves: 0,
            estimates: 0,
            static_evals: [None; Ply::COUNT + 1],
            in_probcut: false,
            reply: None,
            counters: Counters::new(context.request.explains),
        }
    }

    /// Ends the search of the thread, and keeps its memory for the next search.
    pub(crate) fn end(self, index: usize) {
        self.context.memory.keep(index, self.memory);
    }

    /// The next move of a node and its number in the order.
    #[inline(always)]
    pub(crate) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        position: &G::Position,
        ply: Ply,
    ) -> Option<(usize, G::Move)> {
        picker.next(&mut self.memory.moves, &self.memory.ordering, self.context.game, position, ply)
    }

    #[inline]
    pub(crate) fn is_repetition(&self, key: impl FnOnce() -> Key) -> bool {
        let limit = self.history.rules().repetition;
        limit > 0 && self.history.occurrences(key()) + 1 >= limit
    }

    /// The key of a position in the transposition table. Near the limit of a game's length the
    /// value of a position depends on the number of moves that are left, so the key does, too.
    #[inline]
    pub(crate) fn table_key(&self, key: Key) -> Key {
        let key = key ^ self.assumption_key();
        match self.history.plies_left() {
            Some(left) if left as usize <= Ply::COUNT => key ^ PLIES_LEFT_KEYS[left as usize],
            _ => key,
        }
    }

    #[inline]
    pub(crate) fn probe(&self, key: Key, depth: Depth) -> Option<Entry> {
        let techniques = &self.context.techniques;
        if !techniques.table {
            None
        } else if depth < near_depth(G::CHANCE) && techniques.near_table {
            self.memory.near.probe(key)
        } else {
            self.context.table.probe(key)
        }
    }

    /// Stores a value counted from the root.
    #[inline]
    pub(crate) fn store(&mut self, key: Key, node: NodeInfo, value: Value, bound: Bound, tag: Tag) {
        let techniques = &self.context.techniques;
        if !techniques.table {
            return;
        }
        let entry = Entry {
            value: value.relative_to_node(node.ply.moves()),
            tag,
            depth: node.depth,
            exhausted: self.estimates == node.estimates,
            bound,
        };
        if node.depth < near_depth(G::CHANCE) && techniques.near_table {
            self.memory.near.store(key, entry);
        } else {
            self.context.table.store(key, entry);
        }
    }

    /// The principal variation from a ply on, as the last node at that ply has left it.
    pub(crate) fn variation(&self, ply: Ply) -> &[G::Move] {
        &self.memory.variations[ply.index()]
    }

    /// Forgets the principal variation from a ply on.
    #[inline]
    pub(crate) fn clear_variation(&mut self, ply: Ply) {
        self.memory.variations[ply.index()].clear();
    }

    /// Sets the principal variation from `ply` on: the move, then the variation of the next ply.
    #[inline]
    pub(crate) fn extend_variation(&mut self, ply: Ply, mv: G::Move) {
        let (upper, lower) = self.memory.variations.split_at_mut(ply.index() + 1);
        let variation = &mut upper[ply.index()];
        variation.clear();
        variation.push(mv);
        variation.extend_from_slice(&lower[0]);
    }
}
