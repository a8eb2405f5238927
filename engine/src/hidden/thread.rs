//! One thread of a search under uncertainty.

use eval::Value;
use games::{Hidden, Key, random_words};

use crate::search::control::Meter;
use crate::search::ordering::{MoveOrdering, ScoredMove};
use crate::search::statistics::Counters;
use crate::search::units::{Depth, Ply};
use crate::searchable::{SearchContext, Searchable};

/// Keeps what an exact search stores from what a sampled one does.
static EXACT_KEY: [Key; 1] = random_words(113);

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct NodePlace {
    /// Player moves left to be searched.
    pub(super) depth: Depth,
    /// Moves below the root.
    pub(super) ply: Ply,
}

impl NodePlace {
    /// The root of a search of so many moves.
    pub(super) fn root(depth: u32) -> Self {
        Self { depth: Depth::new(depth as i32), ply: Ply::ROOT }
    }

    pub(super) fn after_move(self) -> Self {
        Self { depth: self.depth.less(1), ply: self.ply.next() }
    }
}

/// One thread of the search.
pub(crate) struct HiddenThread<'a, G: Searchable + Hidden> {
    pub(super) context: &'a SearchContext<'a, G>,
    /// What others did lately, the latest first.
    pub(super) clues: &'a [G::Clue],
    pub(super) meter: Meter<'a>,
    pub(super) leaves: u64,
    /// Counts values taken from an estimate or a sample; a subtree that left it alone is exact.
    pub(super) estimates: u64,
    /// Moves of the sampled nodes on the way with their values, one node after the other.
    pub(super) choices: Vec<(Value, G::Move)>,
    /// Moves of the exact nodes on the way, likewise.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    /// In which order those are searched.
    pub(super) ordering: MoveOrdering,
    pub(super) counters: Counters,
}

impl<'a, G: Searchable + Hidden> HiddenThread<'a, G> {
    pub(super) fn new(
        context: &'a SearchContext<'a, G>,
        clues: &'a [G::Clue],
        index: usize,
    ) -> Self {
        Self {
            context,
            clues,
            meter: Meter::new(&context.control, index),
            leaves: 0,
            estimates: 0,
            choices: Vec::with_capacity(4096),
            moves: Vec::new(),
            ordering: MoveOrdering::new(false),
            counters: Counters::new(context.request.explains),
        }
    }

    /// The key under which the table knows a view.
    pub(super) fn table_key(&self, key: Key) -> Key {
        if self.context.techniques.samples { key } else { key ^ EXACT_KEY[0] }
    }
}
