//! Positions and their numbers. Each group of like pieces is a set of cells, which has a rank among
//! all sets of the same size (the combinatorial number system). The four ranks together give the
//! number of a position.
//!
//! Some numbers would put two pieces on one cell, and so have no position. Compression makes their
//! cost negligible. An advantage of this numbering is that one term of the number changes if a
//! piece moves. Another is that a list gives the cells of each rank.

use std::ops::Range;

use games::etoile::{Board, Etoile, Position};
use games::{Bits, Seat};

use crate::binomial::binomial;
use crate::etoile::material::{MAX_PIECES, Material, TableId};

const MOST: usize = MAX_PIECES as usize;
/// The groups: men of A, men of B, kings of A, kings of B.
pub(crate) const GROUPS: usize = 4;

/// The cells of each group.
pub(crate) type Sets = [u64; GROUPS];

/// The ranks of the positions of a game.
pub(crate) struct Ranks<B: Board> {
    /// The game without draws and without omissions.
    pub(crate) rules: Etoile<B>,
    /// By group: the term of a rank that a cell has as the first, second ... cell of its set.
    terms: [[[u32; 64]; MOST]; GROUPS],
    /// By group and number of pieces: all sets of cells, in the order of their ranks.
    sets: [Vec<Vec<u64>>; GROUPS],
    /// By seat: the cells that a man steps to from each cell of an empty board, without those on
    /// which it becomes a king.
    pub(crate) ahead: [[u64; 64]; 2],
    /// By seat: the cells that a man steps to from each cell and becomes a king.
    pub(crate) crowning: [[u64; 64]; 2],
    /// By seat: the cells from which a man steps to each cell.
    pub(crate) behind: [[u64; 64]; 2],
}

/// A group of like pieces in a table.
#[derive(Clone, Copy, Debug)]
struct PieceGroup {
    count: usize,
    /// The number of sets of the group.
    size: usize,
    /// The amount that one rank adds to the position's number.
    stride: usize,
}

/// The numbering of the positions of one table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) id: TableId,
    groups: [PieceGroup; GROUPS],
    /// The count of numbers.
    pub(crate) len: usize,
    /// The last group that has pieces. Its ranks are consecutive numbers.
    inner: usize,
}

impl Layout {
    /// The count of numbers in a chunk. The positions of a chunk differ only in the last group.
    pub(crate) fn chunk_len(&self) -> usize {
        self.groups[self.inner].size
    }

    pub(crate) fn chunks(&self) -> usize {
        self.len / self.chunk_len()
    }

    /// The amount that one rank of a group adds to a position's number.
    pub(crate) fn stride(&self, group: usize) -> usize {
        self.groups[group].stride
    }
}

impl<B: Board> Ranks<B> {
    /// The ranks of up to `most` pieces in a game.
    pub(crate) fn new(game: &Etoile<B>, most: u8) -> Self {
        let rules = game.without_draws();
        let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| rules.base(seat));
        let cells = Etoile::<B>::cells();
        let allowed = [cells & !first, cells & !second, cells, cells];
        let mut ranks = Self {
            rules,
            terms: allowed.map(terms),
            // Both players have pieces, so a group does not have all of them.
            sets: allowed.map(|cells| sets(cells, usize::from(most.min(MAX_PIECES) - 1))),
            ahead: [[0; 64]; 2],
            crowning: [[0; 64]; 2],
            behind: [[0; 64]; 2],
        };
        for (index, base) in [first, second].into_iter().enumerate() {
            for from in Bits(allowed[index]) {
                let steps = ranks.rules.man_steps(Seat::new(index as u8), from);
                ranks.ahead[index][from as usize] = steps & !base;
                ranks.crowning[index][from as usize] = steps & base;
                for to in Bits(steps & !base) {
                    ranks.behind[index][to as usize] |= 1 << from;
                }
            }
        }
        ranks
    }

    /// Whether positions with B to act are turned, so that A is to act.
    pub(crate) const fn symmetric() -> bool {
        Etoile::<B>::has_half_turn()
    }

    /// The layout of a table. The table must not have more pieces than these ranks.
    pub(crate) fn layout(&self, id: TableId) -> Layout {
        let Material { men: [a, b], kings: [c, d] } = id.material;
        let mut groups =
            [a, b, c, d].map(|count| PieceGroup { count: count.into(), size: 1, stride: 1 });
        let mut len = 1;
        for (group, sets) in groups.iter_mut().zip(&self.sets).rev() {
            group.size = sets[group.count].len();
            group.stride = len;
            len *= group.size;
        }
        let inner = groups.iter().rposition(|group| group.count > 0).unwrap_or(0);
        Layout { id, groups, len, inner }
    }

    /// The cells of all groups except the last, which is empty, in the positions of a chunk. `None`
    /// if two pieces would be on one cell.
    pub(crate) fn outer(&self, layout: &Layout, chunk: usize) -> Option<Sets> {
        let mut rest = chunk;
        let mut found = [0; GROUPS];
        let mut all = 0;
        for index in (0..layout.inner).rev() {
            let group = layout.groups[index];
            let set = self.sets[index][group.count][rest % group.size];
            rest /= group.size;
            if all & set != 0 {
                return None;
            }
            all |= set;
            found[index] = set;
        }
        Some(found)
    }

    /// The sets of the last group of a table, in the order of their ranks, and the group.
    pub(crate) fn inner(&self, layout: &Layout) -> (&[u64], usize) {
        let index = layout.inner;
        (&self.sets[index][layout.groups[index].count], index)
    }

    /// Calls `visit` for each position of a chunk, with its number in the chunk and its cells.
    #[inline]
    pub(crate) fn each_of_chunk(
        &self,
        layout: &Layout,
        chunk: usize,
        mut visit: impl FnMut(usize, Sets),
    ) {
        let Some(outer) = self.outer(layout, chunk) else { return };
        let taken = outer.iter().fold(0, |all, set| all | set);
        let (inner, index) = self.inner(layout);
        for (rank, &set) in inner.iter().enumerate() {
            if set & taken == 0 {
                let mut sets = outer;
                sets[index] = set;
                visit(rank, sets);
            }
        }
    }

    /// The rank of a group's cells.
    #[inline]
    pub(crate) fn rank_of(&self, group: usize, cells: u64) -> usize {
        let terms = &self.terms[group];
        Bits(cells).zip(terms).map(|(cell, terms)| terms[cell as usize & 63] as usize).sum()
    }

    /// The number of a position in its table.
    #[inline]
    pub(crate) fn number(&self, layout: &Layout, sets: &Sets) -> usize {
        let ranks = sets.iter().enumerate().map(|(group, &cells)| self.rank_of(group, cells));
        ranks.zip(&layout.groups).map(|(rank, group)| rank * group.stride).sum()
    }

    /// The number of a position without the term of one group, and that group's stride.
    #[inline]
    pub(crate) fn number_without(
        &self,
        layout: &Layout,
        sets: &Sets,
        group: usize,
    ) -> (usize, usize) {
        let mut rest = *sets;
        rest[group] = 0;
        (self.number(layout, &rest), layout.groups[group].stride)
    }

    /// The table of a position, and its cells there. If the board looks the same from both sides, a
    /// position with B to act is turned.
    #[inline]
    pub(crate) fn locate(position: &Position) -> (TableId, Sets) {
        let kings = position.kings();
        let pieces = [Seat::FIRST, Seat::SECOND].map(|seat| position.pieces(seat));
        let id = TableId::new(Material::of(pieces, kings), position.side(), Self::symmetric());
        let [a, b] = pieces;
        let sets = [a & !kings, b & !kings, a & kings, b & kings];
        let turned = Self::symmetric() && position.side() == Seat::SECOND;
        (id, if turned { Self::turned(&sets) } else { sets })
    }

    /// The cells of a position that is turned by 180 degrees, with the players exchanged.
    #[inline]
    pub(crate) fn turned(&[a, b, c, d]: &Sets) -> Sets {
        [b, a, d, c].map(Self::turned_set)
    }

    /// A set of cells turned by 180 degrees.
    #[inline]
    pub(crate) fn turned_set(cells: u64) -> u64 {
        Etoile::<B>::half_turn(cells)
    }

    /// The position that has these cells in a table.
    #[inline]
    pub(crate) fn position(id: TableId, &[a, b, c, d]: &Sets) -> Position {
        Position::of_pieces([a | c, b | d], c | d, id.side())
    }
}

/// Finds the cells of positions by their numbers. It is fast if the numbers are in order, since
/// most are then in the same chunk as the one before.
pub(crate) struct WalkingCells<'a, B: Board> {
    ranks: &'a Ranks<B>,
    layout: &'a Layout,
    /// The numbers of the last chunk.
    chunk: Range<usize>,
    outer: Sets,
}

impl<'a, B: Board> WalkingCells<'a, B> {
    pub(crate) fn new(ranks: &'a Ranks<B>, layout: &'a Layout) -> Self {
        Self { ranks, layout, chunk: 0..0, outer: [0; GROUPS] }
    }

    /// The cells of a number. The number must have a position.
    #[inline]
    pub(crate) fn of(&mut self, number: usize) -> Sets {
        if !self.chunk.contains(&number) {
            let len = self.layout.chunk_len();
            let chunk = number / len;
            self.chunk = chunk * len..(chunk + 1) * len;
            self.outer = self.ranks.outer(self.layout, chunk).unwrap_or_default();
        }
        let (inner, group) = self.ranks.inner(self.layout);
        let mut sets = self.outer;
        sets[group] = inner[number - self.chunk.start];
        sets
    }
}

/// For each index in a set and each cell: the number of sets of this size whose cells are all
/// lower.
fn terms(cells: u64) -> [[u32; 64]; MOST] {
    let mut terms = [[0; 64]; MOST];
    for (number, cell) in Bits(cells).enumerate() {
        for (place, terms) in terms.iter_mut().enumerate() {
            terms[cell as usize] = binomial(number as u32, place as u32 + 1);
        }
    }
    terms
}

/// All sets of up to `most` of the given cells, by size and rank.
fn sets(cells: u64, most: usize) -> Vec<Vec<u64>> {
    let cells: Vec<u8> = Bits(cells).collect();
    let mut found = vec![vec![0]];
    for size in 1..=most {
        let smaller = &found[size - 1];
        let mut sets = Vec::new();
        for (number, &cell) in cells.iter().enumerate() {
            // The sets of one cell less that are below this cell come first.
            let below = binomial(number as u32, size as u32 - 1) as usize;
            sets.extend(smaller[..below].iter().map(|set| set | 1 << cell));
        }
        found.push(sets);
    }
    found
}

#[cfg(test)]
mod tests {
    use games::Notation;
    use games::etoile::{EtoileOnSquare8, Square8};

    use super::*;
    use crate::etoile::material::units;

    fn english() -> Ranks<Square8> {
        let state = games::State::<EtoileOnSquare8>::parse(
            "etoile:board=square8,players=2,rules=english startpos",
        );
        Ranks::new(state.unwrap().game(), 5)
    }

    #[test]
    fn numbers_and_positions_agree() {
        let ranks = english();
        for id in units(3, true).into_iter().flatten() {
            let layout = ranks.layout(id);
            for chunk in 0..layout.chunks() {
                ranks.each_of_chunk(&layout, chunk, |rank, sets| {
                    let position = Ranks::<Square8>::position(id, &sets);
                    let (found, again) = Ranks::<Square8>::locate(&position);
                    assert_eq!((found, again), (id, sets));
                    assert_eq!(ranks.number(&layout, &again), chunk * layout.chunk_len() + rank);
                    let text = ranks.rules.format_fields(&position);
                    let fields: Vec<_> = text.split(' ').collect();
                    assert_eq!(ranks.rules.parse_fields(&fields), Ok(position), "{text}");
                });
            }
        }
    }

    /// The published numbers of positions with 1 to 4 pieces. They also count the positions in
    /// which one player has no pieces. They count each position once, without a player to act.
    /// CITE: R. Lake, J. Schaeffer, P. Lu, "Solving large retrograde analysis problems using a
    /// network of workstations", 1994.
    #[test]
    fn positions_are_as_many_as_published() {
        let ranks = english();
        let mut counts = [0; 5];
        for a in 0..=4u8 {
            for b in 0..=4 - a {
                for c in 0..=4 - a - b {
                    for d in 0..=4 - a - b - c {
                        let material = Material { men: [a, b], kings: [c, d] };
                        let layout = ranks.layout(TableId { material, second: false });
                        let total = usize::from(material.total());
                        for chunk in 0..layout.chunks() {
                            ranks.each_of_chunk(&layout, chunk, |_, _| counts[total] += 1);
                        }
                    }
                }
            }
        }
        assert_eq!(counts[1..], [120, 6_972, 261_224, 7_092_774]);
    }
}
