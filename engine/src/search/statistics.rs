//! Counts of search events for `explain`. They are only kept where they are asked for.

use std::cmp::Reverse;

/// Counts of the events in a search, over all threads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes in which a move caused a beta cutoff.
    pub cutoffs: u64,
    /// Nodes in which the first move caused the cutoff: a measure of the move ordering. The first
    /// moves that Star2 tries below chance nodes do not count.
    pub first_move_cutoffs: u64,
    /// Positions looked up in the transposition table, near or far.
    pub table_probes: u64,
    /// Those that were found.
    pub table_hits: u64,
    /// Nodes that an entry of the table decided, by their own entry or that of a child.
    pub table_cutoffs: u64,
    /// Moves searched again, because they failed high with a zero window or a reduced depth.
    pub researches: u64,
    /// Iterations at the root searched again with a wider window.
    pub aspiration_researches: u64,
    /// Leaves where tactical moves were tried (quiescence search).
    pub quiescence_nodes: u64,
    /// Positions that were estimated.
    pub leaves: u64,
    /// All nodes.
    pub nodes: u64,
    /// Each iteration that a thread has ended: its depth, and the nodes visited by all threads
    /// until then, as last reported.
    pub iterations: Vec<(u32, u64)>,
}

impl Statistics {
    /// The effective branching factor: the growth of the nodes with each depth, as a geometric mean
    /// from the first to the last depth that was reached. A depth is reached when the first thread
    /// finishes it. There is none before the second depth.
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        let &(shallow, first) = self.iterations.iter().min()?;
        let &(deep, last) =
            self.iterations.iter().min_by_key(|&&(depth, nodes)| (Reverse(depth), nodes))?;
        let growth = last as f64 / first.max(1) as f64;
        (deep > shallow).then(|| growth.powf(f64::from(deep - shallow).recip()))
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
        self.iterations.extend(&other.iterations);
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

    /// The counts, where statistics are kept.
    pub(crate) fn statistics(&self) -> Option<&Statistics> {
        self.0.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The branching factor in thousandths.
    fn factor(iterations: &[(u32, u64)]) -> Option<f64> {
        let statistics = Statistics { iterations: iterations.to_vec(), ..Statistics::default() };
        statistics.branching_factor().map(|factor| (factor * 1000.0).round())
    }

    #[test]
    fn nodes_grow_with_depths_not_with_iterations() {
        assert_eq!(factor(&[]), None);
        assert_eq!(factor(&[(6, 5000)]), None);
        assert_eq!(factor(&[(1, 10), (2, 30), (3, 90)]), Some(3000.0));
        // The second thread was at depth 2 first; the first one never reached it.
        assert_eq!(factor(&[(1, 10), (4, 290), (2, 30), (3, 90), (4, 270)]), Some(3000.0));
    }
}
