//! What a search did, for `explain`: counted only where it is asked for.

/// What happened in a search, in counts over all threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes that were cut off by a move.
    pub cutoffs: u64,
    /// Those of them that the first move cut off: how good the order of moves is. Below chance nodes the first
    /// moves are tried ahead (Star2), and do not count.
    pub first_move_cutoffs: u64,
    /// Positions looked up in the transposition table, near or far.
    pub table_probes: u64,
    /// Those that were found.
    pub table_hits: u64,
    /// Nodes that an entry of the table, the node's own or a child's, decided.
    pub table_cutoffs: u64,
    /// Moves searched again because a zero window, or a reduced depth, had found them better than thought.
    pub researches: u64,
    /// Iterations at the root searched again with a wider window.
    pub aspiration_researches: u64,
    /// Leaves where tactical moves were tried (quiescence search).
    pub quiescence_nodes: u64,
    /// Positions that were estimated.
    pub leaves: u64,
    /// All nodes.
    pub nodes: u64,
    /// Nodes visited by all threads, as last reported, when each iteration of the first one ended.
    pub iterations: Vec<u64>,
}

impl Statistics {
    /// The effective branching factor: by how much the nodes have grown from iteration to iteration, on the
    /// geometric mean; none before the second.
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        let (&first, &last) = (self.iterations.first()?, self.iterations.last()?);
        let steps = self.iterations.len() as f64 - 1.0;
        (steps > 0.0).then(|| (last as f64 / first.max(1) as f64).powf(steps.recip()))
    }

    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, other: &Self) {
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.researches += other.researches;
        self.aspiration_researches += other.aspiration_researches;
        self.quiescence_nodes += other.quiescence_nodes;
        self.leaves += other.leaves;
        self.nodes += other.nodes;
    }
}

/// The statistics of one thread, if they are kept.
#[derive(Debug)]
pub(crate) struct Counters(Option<Box<Statistics>>);

impl Counters {
    pub(crate) fn new(kept: bool) -> Self {
        Self(kept.then(Box::default))
    }

    /// Counts something, where statistics are kept.
    #[inline(always)]
    pub(crate) fn count(&mut self, event: impl FnOnce(&mut Statistics)) {
        if let Some(statistics) = &mut self.0 {
            event(statistics);
        }
    }

    /// What was counted, if it was.
    pub(crate) fn statistics(&self) -> Option<&Statistics> {
        self.0.as_deref()
    }
}
