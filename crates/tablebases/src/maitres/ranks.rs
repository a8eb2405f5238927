//! Positions and their numbers. Each group of like pieces is a set of squares, which has a rank
//! among all sets of the same size (the combinatorial number system). The ranks together give the
//! number of a position. Some numbers would put two pieces on one square, and so have no position.
//!
//! Of two mirror images only one has a number, the one whose first group has the lower rank. If the
//! first group is its own mirror image, both have numbers.

use std::ops::Range;

use games::maitres::{BOARD, HOME, Maitres, Position, RED, SIZE};
use games::{Bits, Seat};

use crate::binomial::binomial;
use crate::maitres::material::{Force, MAX_PIECES, TableId};

/// The groups: Master, larges and smalls of the player to roll, then those of the other player.
const GROUPS: usize = 6;
/// The greatest number of pieces in a group: the other player has at least one piece.
const MOST: usize = MAX_PIECES as usize - 1;
const SQUARES: usize = 81;
/// The count of numbers that a thread takes at a time.
pub(crate) const CHUNK: usize = 1 << 12;
/// Marks a set without a number: its mirror image has one.
const MIRRORED: u32 = u32::MAX;

/// The squares of each group.
pub(crate) type Squares = [u128; GROUPS];
/// The squares of one player's groups.
pub(crate) type Groups = [u128; GROUPS / 2];

/// All sets of squares of up to [`MOST`] like pieces.
struct SetRanks {
    /// The term of a rank that a square has as the first, second ... square of its set.
    terms: [[u32; SQUARES]; MOST],
    /// By size: all sets, in the order of their ranks.
    sets: Vec<Vec<u128>>,
    /// By size: the sets whose mirror image does not have a lower rank.
    leads: Vec<Vec<u128>>,
    /// By size and rank: the index of a set in `leads`, or [`MIRRORED`].
    lead_numbers: Vec<Vec<u32>>,
}

impl SetRanks {
    /// The ranks of sets of up to `most` of the allowed squares.
    fn new(allowed: u128, most: usize) -> Self {
        let squares: Vec<u8> = Bits(allowed).collect();
        let mut terms = [[0; SQUARES]; MOST];
        for (number, &square) in squares.iter().enumerate() {
            for (place, terms) in terms.iter_mut().enumerate() {
                terms[usize::from(square)] = binomial(number as u32, place as u32 + 1);
            }
        }
        let mut sets: Vec<Vec<u128>> = vec![vec![0]];
        for size in 1..=most {
            let smaller = &sets[size - 1];
            let of_size = squares.iter().enumerate().flat_map(|(number, &square)| {
                let below = binomial(number as u32, size as u32 - 1) as usize;
                smaller[..below].iter().map(move |set| set | 1 << square)
            });
            let of_size = of_size.collect();
            sets.push(of_size);
        }
        let mut ranks = Self { terms, sets, leads: Vec::new(), lead_numbers: Vec::new() };
        for sets in &ranks.sets {
            let (mut leads, mut numbers) = (Vec::new(), Vec::new());
            for (rank, &set) in sets.iter().enumerate() {
                let leading = rank <= ranks.rank(mirrored(set));
                numbers.push(if leading { leads.len() as u32 } else { MIRRORED });
                leads.extend(leading.then_some(set));
            }
            ranks.leads.push(leads);
            ranks.lead_numbers.push(numbers);
        }
        ranks
    }

    #[inline]
    fn rank(&self, set: u128) -> usize {
        Bits(set).zip(&self.terms).map(|(square, terms)| terms[usize::from(square)] as usize).sum()
    }
}

/// The numbering of the positions of one table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) id: TableId,
    /// By group: the number of pieces, the number of sets, and the amount that one set adds to a
    /// number.
    groups: [(usize, usize, usize); GROUPS],
    /// The first group that has pieces.
    lead: usize,
    /// The count of numbers.
    pub(crate) len: usize,
}

impl Layout {
    /// The number of chunks.
    pub(crate) fn chunks(&self) -> usize {
        self.len.div_ceil(CHUNK)
    }

    /// The numbers of a chunk.
    pub(crate) fn chunk(&self, chunk: usize) -> Range<usize> {
        chunk * CHUNK..((chunk + 1) * CHUNK).min(self.len)
    }

    /// Converts an index in another order to a number. In this order the pieces of the player to
    /// roll change fastest. So the successors of neighbours are near each other in the next table.
    #[inline]
    pub(crate) fn by_other(&self, place: usize) -> usize {
        // The number of combinations of the other player's groups, which come last in a number.
        let (_, _, other) = self.groups[GROUPS / 2 - 1];
        let own = self.len / other;
        place % own * other + place / own
    }
}

/// The ranks of the positions of a game.
pub(crate) struct Ranks {
    /// The game without a limit of its length.
    pub(crate) rules: Maitres,
    /// The sets of Masters and larges, which stand anywhere. Smalls do not stand on the home ranks.
    anywhere: SetRanks,
    smalls: SetRanks,
}

impl Ranks {
    /// The ranks of up to `most` pieces in a game. `most` is at most [`MAX_PIECES`].
    pub(crate) fn new(game: &Maitres, most: u8) -> Self {
        let most = MOST.min(usize::from(most) - 1);
        Self {
            rules: game.without_draws(),
            anywhere: SetRanks::new(BOARD, most),
            smalls: SetRanks::new(BOARD & !HOME[0] & !HOME[1], most),
        }
    }

    #[inline]
    fn of_group(&self, group: usize) -> &SetRanks {
        if group % 3 == 2 { &self.smalls } else { &self.anywhere }
    }

    /// The layout of a table.
    pub(crate) fn layout(&self, id: TableId) -> Layout {
        let counts = |Force { masters, larges, smalls }: Force| [masters, larges, smalls];
        let [a, b, c] = counts(id.own);
        let [d, e, f] = counts(id.other);
        let counts = [a, b, c, d, e, f].map(usize::from);
        let lead = counts.iter().position(|&count| count > 0).unwrap_or(0);
        let mut groups = [(0, 1, 1); GROUPS];
        let mut len = 1;
        for group in (0..GROUPS).rev() {
            let (ranks, count) = (self.of_group(group), counts[group]);
            let sets = if group == lead { &ranks.leads } else { &ranks.sets };
            let size = sets[count].len();
            groups[group] = (count, size, len);
            len *= size;
        }
        Layout { id, groups, lead, len }
    }

    /// The number of a position in its table.
    #[inline]
    pub(crate) fn number(&self, layout: &Layout, squares: &Squares) -> usize {
        let &[a, b, c, d, e, f] = squares;
        let (mirrors, first) = self.part_of_own(layout, [a, b, c]);
        let second = |(group, squares)| self.part_of_other(layout, group, squares, mirrors);
        first + [d, e, f].into_iter().enumerate().map(second).sum::<usize>()
    }

    /// The part of a number that the pieces of the player to roll add, and whether it is the number
    /// of the mirror image.
    #[inline]
    pub(crate) fn part_of_own(&self, layout: &Layout, own: Groups) -> (bool, usize) {
        let lead = layout.lead;
        let (count, _, stride) = layout.groups[lead];
        let ranks = self.of_group(lead);
        let number = |own: &Groups| ranks.lead_numbers[count][ranks.rank(own[lead])];
        let mut found = own;
        let mut first = number(&found);
        let mirrors = first == MIRRORED;
        if mirrors {
            found = found.map(mirrored);
            first = number(&found);
        }
        let rest = (lead + 1..found.len())
            .filter(|&group| found[group] != 0)
            .map(|group| self.of_group(group).rank(found[group]) * layout.groups[group].2);
        (mirrors, first as usize * stride + rest.sum::<usize>())
    }

    /// The part of a number that a group of the other player adds. With `mirrors` it is the number
    /// of the mirror image.
    #[inline]
    pub(crate) fn part_of_other(
        &self,
        layout: &Layout,
        group: usize,
        squares: u128,
        mirrors: bool,
    ) -> usize {
        if squares == 0 {
            return 0;
        }
        let squares = if mirrors { mirrored(squares) } else { squares };
        self.of_group(group).rank(squares) * layout.groups[GROUPS / 2 + group].2
    }

    /// Calls `visit` for each number of a range that has a position, with its squares.
    pub(crate) fn each_of(
        &self,
        layout: &Layout,
        range: Range<usize>,
        mut visit: impl FnMut(usize, Squares),
    ) {
        for number in range {
            if let Some(squares) = self.squares(layout, number) {
                visit(number, squares);
            }
        }
    }

    /// The squares of a number. `None` if two pieces would be on one square.
    #[inline]
    pub(crate) fn squares(&self, layout: &Layout, number: usize) -> Option<Squares> {
        let mut found = [0; GROUPS];
        let mut all = 0;
        for (group, &(count, size, stride)) in layout.groups.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let ranks = self.of_group(group);
            let sets = if group == layout.lead { &ranks.leads } else { &ranks.sets };
            let set = sets[count][number / stride % size];
            if all & set != 0 {
                return None;
            }
            all |= set;
            found[group] = set;
        }
        Some(found)
    }

    /// The squares of a player's groups.
    #[inline]
    pub(crate) fn groups(position: &Position, seat: Seat) -> Groups {
        let master = position.master_set(seat);
        [master, position.larges(seat) & !master, position.smalls(seat)]
    }

    /// The table of a position in which the die is to be rolled, and its squares there. If Brown is
    /// to roll, the position is turned.
    #[inline]
    pub(crate) fn locate(position: &Position) -> (TableId, Squares) {
        let side = position.side();
        let ([a, b, c], [d, e, f]) =
            (Self::groups(position, side), Self::groups(position, side.other()));
        let mut squares = [a, b, c, d, e, f];
        if side != RED {
            squares = squares.map(turned);
        }
        let [a, b, c, d, e, f] = squares.map(|set| set.count_ones() as u8);
        let force = |masters, larges, smalls| Force { masters, larges, smalls };
        (TableId { own: force(a, b, c), other: force(d, e, f) }, squares)
    }

    /// The position with these squares. Red is to roll.
    #[inline]
    pub(crate) fn position(&[a, b, c, d, e, f]: &Squares) -> Position {
        Position::of_pieces([a | b | c, d | e | f], c | f, [a, d], RED)
    }
}

/// The board turned by 180 degrees.
#[inline]
pub(crate) const fn turned(set: u128) -> u128 {
    set.reverse_bits() >> (128 - SQUARES)
}

/// The mirror image, left and right exchanged.
#[inline]
fn mirrored(set: u128) -> u128 {
    Bits(set).fold(0, |image, square| image | 1 << (square + SIZE - 1 - 2 * (square % SIZE)))
}

#[cfg(test)]
mod tests {
    use games::{State, Symmetric};

    use super::*;
    use crate::maitres::material::units;

    #[test]
    fn another_order_has_the_same_numbers() {
        let rules = *State::<Maitres>::parse("maitres startpos").unwrap().game();
        let ranks = Ranks::new(&rules, 3);
        for id in units(&rules, 3).into_iter().flatten() {
            let layout = ranks.layout(id);
            let mut numbers: Vec<_> = (0..layout.len).map(|place| layout.by_other(place)).collect();
            let others =
                |number| ranks.squares(&layout, number).map(|squares| squares[3..6].to_vec());
            let pieces: Vec<_> = numbers.iter().filter_map(|&number| others(number)).collect();
            let changes = pieces.windows(2).filter(|pair| pair[0] != pair[1]).count();
            let seen: std::collections::HashSet<_> = pieces.iter().collect();
            assert_eq!(changes + 1, seen.len(), "{id}: pieces of the other come once");
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..layout.len), "{id}");
        }
    }

    /// Numbers and positions of a table agree, and all images of a position have the same number.
    #[test]
    fn numbers_and_positions_agree() {
        for text in ["maitres startpos", "maitres:variant=annihilation startpos"] {
            let rules = *State::<Maitres>::parse(text).unwrap().game();
            let ranks = Ranks::new(&rules, 3);
            for id in units(&rules, 3).into_iter().flatten() {
                let layout = ranks.layout(id);
                let mut positions = 0;
                ranks.each_of(&layout, 0..layout.len, |number, squares| {
                    positions += 1;
                    let position = Ranks::position(&squares);
                    assert_eq!(Ranks::locate(&position), (id, squares));
                    assert_eq!(ranks.number(&layout, &squares), number);
                    if number % 97 == 0 {
                        let [mirrored, reversed] =
                            [0, 1].map(|image| rules.map_position(image, &position));
                        let number_of = |position| {
                            let (id, squares) = Ranks::locate(&position);
                            (id, ranks.number(&ranks.layout(id), &squares))
                        };
                        // If the first group is its own mirror image, the two images have different
                        // numbers.
                        let twice = squares[layout.lead] == super::mirrored(squares[layout.lead]);
                        assert!(twice || number_of(mirrored) == (id, number), "{squares:?}");
                        assert!(twice || number_of(reversed) == (id, number), "{squares:?}");
                    }
                });
                assert!(2 * positions >= layout.len, "{id}: {positions} of {}", layout.len);
            }
        }
    }
}
