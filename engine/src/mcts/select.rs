//! Selection: which move of a node a simulation follows.

use games::Seat;

/// A selection rule gives each edge of a node a score. A simulation follows the edge with the
/// highest score, the first of equals.
pub trait SelectionRule<E> {
    /// The score of an edge.
    type Score: PartialOrd;

    /// The score function at a node of the seat `mover` with this number of visits.
    fn at(&self, mover: Seat, visits: u32) -> impl Fn(&E) -> Self::Score;
}

/// The item with the highest score, the first of equals.
#[inline]
pub(super) fn first_highest<T, S: PartialOrd>(scored: impl Iterator<Item = (T, S)>) -> Option<T> {
    let mut best: Option<(T, S)> = None;
    for (item, score) in scored {
        if best.as_ref().is_none_or(|(_, highest)| score > *highest) {
            best = Some((item, score));
        }
    }
    best.map(|(item, _)| item)
}
