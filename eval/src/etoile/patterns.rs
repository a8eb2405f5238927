//! Patterns of men (n-tuples): eight cells at a time, with a weight for each pattern.
//!
//! CITE: M. Buro, "From simple features to sophisticated evaluation functions", Computers and Games
//! 1998; for draughts the four by four squares of F. Letouzey's Scan 2.
//!
//! A strip is two rows of a camp. A quad of a strip is four cells, two of either row, in four
//! columns; a place is two quads. A pattern is a number to the base 3: an empty cell, an own man,
//! an enemy man. Kings count as empty.
//!
//! ```text
//! row 2     5    6    7    8       the strip's bits; its quads are  0 1 5 6,  1 2 6 7  and  2 3 7 8
//! row 1   0    1    2    3
//! ```

use games::etoile::{Board, Square8, Square10, Star};

use crate::feature::WeightFiles;

/// The number of patterns of a quad.
const QUAD: usize = 81;
/// The number of patterns of a place.
pub(super) const FILLINGS: usize = QUAD * QUAD;
/// The most strips of a board.
const STRIPS: usize = 6;

/// A board with patterns.
pub trait Patterned: Board {
    /// The cells of rows 1, 3, 5 ... of each camp.
    const ODD_ROWS: u64 = odd_rows(Self::CELLS, Self::COLUMNS);
    /// The strips.
    const STRIPS: usize;
    /// The number of places that a seat looks at.
    const PLACES: usize;
    /// For each set of men of one side on a strip: their contribution to the numbers of its quads,
    /// 16 bits each.
    const CODES: &'static [u64];
    /// For each set of men of one side on a strip: their number in its two rows.
    const COUNTS: &'static [u8];
    /// The files of weights for games on the board.
    const WEIGHTS: WeightFiles;
    /// An array of as many numbers as there are places.
    type Fillings: IntoIterator<Item = usize>;

    /// The patterns of the places, from the numbers of the quads.
    fn fillings(quads: &QuadNumbers) -> Self::Fillings;
}

/// The numbers of the quads of each strip, 16 bits each.
pub struct QuadNumbers([u64; STRIPS]);

impl QuadNumbers {
    /// The pattern of each square of a strip with the next, 16 bits each; the largest is 6560.
    #[inline(always)]
    fn squares(&self, strip: usize) -> u64 {
        self.0[strip] + QUAD as u64 * self.0[strip + 1]
    }

    /// The pattern of eight cells of a strip: from its first quad on, or from the second.
    #[inline(always)]
    fn rows(&self, strip: usize, first: u32) -> usize {
        lane(self.0[strip], first) + QUAD * lane(self.0[strip], first + 2)
    }

    /// The pattern of the seam of a camp and its left neighbour.
    #[inline(always)]
    fn seam(&self, camp: usize) -> usize {
        lane(self.0[2 * camp + 1], 0) + QUAD * lane(self.0[2 * ((camp + 1) % 3) + 1], 2)
    }
}

/// One of the 16-bit numbers that are packed in `numbers`.
#[inline(always)]
fn lane(numbers: u64, index: u32) -> usize {
    (numbers >> (16 * index)) as usize & 0xFFFF
}

/// The lower row of each strip.
const fn odd_rows(cells: u64, columns: u8) -> u64 {
    let (width, mut rows, mut from) = (columns as u32 + 1, 0, 0);
    while from < 64 {
        rows |= ((1 << (columns / 2)) - 1) << from;
        from += width;
    }
    rows & cells
}

/// For each set of cells of two rows of `2 * half` columns the digits 1 of its quads' numbers, 16
/// bits for each quad.
const fn codes<const N: usize>(half: usize) -> [u64; N] {
    let mut codes = [0; N];
    let mut set = 0;
    while set < N {
        let mut quad = 0;
        while quad + 1 < half {
            let cells = [quad, quad + 1, half + 1 + quad, half + 2 + quad];
            let (mut digit, mut worth) = (0, 1);
            while digit < 4 {
                if set >> cells[digit] & 1 != 0 {
                    codes[set] += worth << (16 * quad);
                }
                worth *= 3;
                digit += 1;
            }
            quad += 1;
        }
        set += 1;
    }
    codes
}

static CODES8: [u64; 512] = codes(4);
static CODES10: [u64; 2048] = codes(5);

/// For each set of cells of two rows of `2 * half` columns how many are in the lower and, times 16,
/// in the upper row.
const fn counts<const N: usize>(half: usize) -> [u8; N] {
    let mut counts = [0; N];
    let mut set = 0;
    while set < N {
        let (lower, upper) = (set & ((1 << half) - 1), set >> (half + 1));
        counts[set] = (lower.count_ones() + 16 * upper.count_ones()) as u8;
        set += 1;
    }
    counts
}

static COUNTS8: [u8; 512] = counts(4);
static COUNTS10: [u8; 2048] = counts(5);

impl Patterned for Star {
    const STRIPS: usize = 6;
    const PLACES: usize = 18;
    const CODES: &'static [u64] = &CODES8;
    const COUNTS: &'static [u8] = &COUNTS8;
    const WEIGHTS: WeightFiles = &[
        ("etoile-two-english", include_bytes!("../../weights/etoile-two-english.weights")),
        ("etoile-two-italian", include_bytes!("../../weights/etoile-two-italian.weights")),
        ("etoile-two", include_bytes!("../../weights/etoile-two.weights")),
        ("etoile-two-misere", include_bytes!("../../weights/etoile-two-misere.toml")),
        ("etoile-three-english", include_bytes!("../../weights/etoile-three-english.weights")),
        ("etoile-three", include_bytes!("../../weights/etoile-three.weights")),
        ("etoile-three-misere", include_bytes!("../../weights/etoile-three-misere.toml")),
    ];
    type Fillings = [usize; Self::PLACES];

    #[inline(always)]
    fn fillings(quads: &QuadNumbers) -> Self::Fillings {
        let mut fillings = [0; Self::PLACES];
        for camp in 0..3 {
            let squares = quads.squares(2 * camp);
            fillings[6 * camp..6 * camp + 6].copy_from_slice(&[
                lane(squares, 0),
                lane(squares, 1),
                lane(squares, 2),
                quads.rows(2 * camp, 0),
                quads.rows(2 * camp + 1, 0),
                quads.seam(camp),
            ]);
        }
        fillings
    }
}

// Half a turn exchanges two places. Each seat looks at the one that is nearer to it, or to its
// left.
impl Patterned for Square8 {
    const STRIPS: usize = 4;
    const PLACES: usize = 7;
    const CODES: &'static [u64] = &CODES8;
    const COUNTS: &'static [u8] = &COUNTS8;
    const WEIGHTS: WeightFiles = &[
        ("square8-brazilian", include_bytes!("../../weights/square8-brazilian.weights")),
        ("square8-english", include_bytes!("../../weights/square8-english.weights")),
        ("square8", include_bytes!("../../weights/square8.weights")),
        ("etoile-two-misere", include_bytes!("../../weights/etoile-two-misere.toml")),
    ];
    type Fillings = [usize; Self::PLACES];

    #[inline(always)]
    fn fillings(quads: &QuadNumbers) -> Self::Fillings {
        let (lower, upper) = (quads.squares(0), quads.squares(1));
        [
            lane(lower, 0),
            lane(lower, 1),
            lane(lower, 2),
            lane(upper, 0),
            lane(upper, 1),
            quads.rows(0, 0),
            quads.rows(1, 0),
        ]
    }
}

impl Patterned for Square10 {
    const STRIPS: usize = 5;
    const PLACES: usize = 10;
    const CODES: &'static [u64] = &CODES10;
    const COUNTS: &'static [u8] = &COUNTS10;
    const WEIGHTS: WeightFiles = &[
        ("square10", include_bytes!("../../weights/square10.weights")),
        ("etoile-two-misere", include_bytes!("../../weights/etoile-two-misere.toml")),
    ];
    type Fillings = [usize; Self::PLACES];

    #[inline(always)]
    fn fillings(quads: &QuadNumbers) -> Self::Fillings {
        let (lower, upper) = (quads.squares(0), quads.squares(1));
        [
            lane(lower, 0),
            lane(lower, 1),
            lane(lower, 2),
            lane(lower, 3),
            quads.rows(0, 0),
            lane(upper, 0),
            lane(upper, 1),
            lane(upper, 2),
            lane(upper, 3),
            quads.rows(0, 1),
        ]
    }
}

/// The cells of a strip that are in a set, as a number.
#[inline]
fn strip<B: Patterned>(set: u64, strip: usize) -> usize {
    let width = u32::from(B::COLUMNS) + 1;
    (set >> (strip as u32 * width)) as usize & ((1 << width) - 1)
}

/// Calls `each` with how many rows men have gone from their base line, and how many of a seat's men
/// have, as he sees them; with each number of rows once for each camp.
#[inline]
pub(super) fn each_row<B: Patterned>(men: u64, mut each: impl FnMut(usize, i32)) {
    let (rows, strips) = (B::ROWS as usize, B::ROWS as usize / 2);
    for index in 0..B::STRIPS {
        let counts = B::COUNTS[strip::<B>(men, index)];
        let lower = 2 * (index % strips);
        // In another camp men move in the other direction.
        let gone = |row: usize| if index < strips { row } else { 2 * rows - 1 - row };
        each(gone(lower), i32::from(counts & 15));
        each(gone(lower + 1), i32::from(counts >> 4));
    }
}

/// The number of each place and of its pattern, for own and enemy men as a seat sees them.
#[inline]
pub(super) fn fillings<B: Patterned>(
    own: u64,
    others: u64,
) -> impl Iterator<Item = (usize, usize)> {
    let code = |men: u64, index: usize| B::CODES[strip::<B>(men, index)];
    let mut numbers = [0; STRIPS];
    for (index, number) in numbers[..B::STRIPS].iter_mut().enumerate() {
        // A digit is 2 at most, so the number of a quad does not overflow into the next.
        *number = code(own, index) + 2 * code(others, index);
    }
    B::fillings(&QuadNumbers(numbers)).into_iter().enumerate()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quad: the numbers of its strip, as its seat sees the board, and of its first column's
    /// pair.
    #[derive(Clone, Copy, Debug)]
    struct Quad(usize, u32);

    /// Eight cells. Each place has its own table.
    #[derive(Clone, Copy, Debug)]
    struct PatternPlace(Quad, Quad);

    /// The places one by one.
    trait Listed: Patterned {
        const LIST: &'static [PatternPlace];
    }

    /// The square of four rows and four columns from a strip on.
    const fn square(strip: usize, quad: u32) -> PatternPlace {
        PatternPlace(Quad(strip, quad), Quad(strip + 1, quad))
    }

    /// Eight cells of a strip.
    const fn rows(strip: usize, first: u32, second: u32) -> PatternPlace {
        PatternPlace(Quad(strip, first), Quad(strip, second))
    }

    /// Where the left half of a camp's upper rows meets the right half of its left neighbour's.
    const fn seam(camp: usize) -> PatternPlace {
        PatternPlace(Quad(2 * camp + 1, 0), Quad(2 * ((camp + 1) % 3) + 1, 2))
    }

    impl Listed for Star {
        const LIST: &'static [PatternPlace] = &[
            square(0, 0),
            square(0, 1),
            square(0, 2),
            rows(0, 0, 2),
            rows(1, 0, 2),
            seam(0),
            square(2, 0),
            square(2, 1),
            square(2, 2),
            rows(2, 0, 2),
            rows(3, 0, 2),
            seam(1),
            square(4, 0),
            square(4, 1),
            square(4, 2),
            rows(4, 0, 2),
            rows(5, 0, 2),
            seam(2),
        ];
    }

    impl Listed for Square8 {
        const LIST: &'static [PatternPlace] = &[
            square(0, 0),
            square(0, 1),
            square(0, 2),
            square(1, 0),
            square(1, 1),
            rows(0, 0, 2),
            rows(1, 0, 2),
        ];
    }

    impl Listed for Square10 {
        const LIST: &'static [PatternPlace] = &[
            square(0, 0),
            square(0, 1),
            square(0, 2),
            square(0, 3),
            rows(0, 0, 2),
            square(1, 0),
            square(1, 1),
            square(1, 2),
            square(1, 3),
            rows(0, 1, 3),
        ];
    }

    /// The cells of a place, in the order of its digits.
    fn cells<B: Listed>(place: &PatternPlace) -> Vec<u32> {
        let half = u32::from(B::COLUMNS) / 2;
        let quad = |quad: &Quad| {
            let first = quad.0 as u32 * (2 * half + 1) + quad.1;
            [first, first + 1, first + half + 1, first + half + 2]
        };
        [quad(&place.0), quad(&place.1)].concat()
    }

    fn fillings_tell_men<B: Listed>() {
        assert_eq!(B::LIST.len(), B::PLACES);
        let mut seen = 0u64;
        for (number, place) in B::LIST.iter().enumerate() {
            let cells = cells::<B>(place);
            for (digit, cell) in cells.iter().enumerate() {
                assert!(B::CELLS >> cell & 1 != 0, "{number}: {cell} is a cell");
                seen |= 1 << cell;
                let worth = 3usize.pow(digit as u32);
                for (own, others, expected) in [(1 << cell, 0, worth), (0, 1 << cell, 2 * worth)] {
                    // Men elsewhere change nothing.
                    let elsewhere = cells.iter().fold(B::CELLS, |set, cell| set & !(1 << cell));
                    for own in [own, own | elsewhere] {
                        let found = fillings::<B>(own, others).nth(number);
                        assert_eq!(found, Some((number, expected)), "{digit}");
                    }
                }
            }
        }
        let turned = if B::CAMPS == 1 { seen.reverse_bits() >> (63 - B::CELLS.ilog2()) } else { 0 };
        assert_eq!(seen | turned, B::CELLS, "each cell is in a place of one of the seats");
    }

    fn rows_are_those_of_the_board<B: Patterned>() {
        for cell in (0..64).filter(|cell| B::CELLS >> cell & 1 != 0) {
            let row = usize::from(B::ROW[cell]);
            let home = cell < (B::COLUMNS as usize + 1) * B::ROWS as usize / 2;
            let expected = if home { row - 1 } else { 2 * B::ROWS as usize - row };
            let mut found = Vec::new();
            each_row::<B>(1 << cell, |gone, count| {
                found.extend((count > 0).then_some((gone, count)));
            });
            assert_eq!(found, [(expected, 1)], "{cell}");
        }
    }

    #[test]
    fn men_are_counted_by_rows() {
        rows_are_those_of_the_board::<Star>();
        rows_are_those_of_the_board::<Square8>();
        rows_are_those_of_the_board::<Square10>();
    }

    #[test]
    fn fillings_are_numbers_to_the_base_three() {
        fillings_tell_men::<Star>();
        fillings_tell_men::<Square8>();
        fillings_tell_men::<Square10>();
    }
}
