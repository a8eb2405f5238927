//! One thread of a search with hidden cards.

use eval::Value;
use games::{Hidden, Key, random_words};

use crate::search::control::Meter;
use crate::search::ordering::{MoveOrdering, ScoredMove};
use crate::search::statistics::Counters;
use crate::search::units::{Depth, Ply};
use crate::searchable::{SearchContext, Searchable};

/// Separates the table entries of exact searches from those of sampled ones.
static EXACT_KEY: [Key; 1] = random_words(113);

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct NodePlace {
    /// The player moves left to be searched.
    pub(super) depth: Depth,
    /// Moves below the root.
    pub(super) ply: Ply,
}

impl NodePlace {
    /// The root of a search to a depth.
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
    /// The clues of the opponents' recent moves, the latest first.
    pub(super) clues: &'a [G::Clue],
    pub(super) meter: Meter<'a>,
    pub(super) leaves: u64,
    /// The number of values that came from an estimate or a sample. A subtree that adds none is
    /// exact.
    pub(super) estimates: u64,
    /// The moves of the sampled nodes on the path with their values, one node after the other.
    pub(super) choices: Vec<(Value, G::Move)>,
    /// The moves of the exact nodes on the path, one node after the other.
    pub(super) moves: Vec<ScoredMove<G::Move>>,
    /// Killer moves and history, which order these moves.
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

    /// The key of a view in the table.
    pub(super) fn table_key(&self, key: Key) -> Key {
        if self.context.techniques.samples { key } else { key ^ EXACT_KEY[0] }
    }
}
