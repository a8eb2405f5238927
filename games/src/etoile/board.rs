//! The boards: the star, and the ordinary boards of 8x8 and 10x10. Cells are numbered such that
//! within a camp each of the four directions is one shift of a bitboard.
//!
//! ```text
//! row 4     14   15   16   17       A camp of the star, cells of one colour; 4 and 13 stay empty, so
//! row 3   9   10   11   12          that no shift by 4 (to the upper left) or 5 (to the upper right)
//! row 2      5    6    7    8       wraps round an edge. Camps B and C follow at 18 and 36. On the
//! row 1   0    1    2    3          ordinary boards the one "camp" has 8 or 10 rows.
//! ```
//! CITE: the numbering with ghost squares, as in checkers programs since A. Samuel (1959).

use std::fmt::Debug;
use std::hash::Hash;

use super::geometry::{Corner, Geometry};

/// A board. Everything is a constant, so the generator for one board contains no code for another.
pub trait Board: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The value of the option `board`.
    const NAME: &'static str;
    /// The number of camps: 3 on the star, 1 on a board without camps.
    const CAMPS: u8;
    /// Columns of a camp.
    const COLUMNS: u8;
    /// Rows of a camp.
    const ROWS: u8;
    /// Men of each player at the start stand on this many rows.
    const HOME_ROWS: u8;
    /// Neighbours, lines and masks, from the corner points of the cells.
    const GEOMETRY: &'static Geometry;

    /// All cells of the colour in play.
    const CELLS: u64 = Self::GEOMETRY.cells;
    /// The shift to the upper left. A shift by one more leads to the upper right.
    const LEFT: u32 = Self::COLUMNS as u32 / 2;
    /// The row of each cell, from 1.
    const ROW: &'static [u8; 64];
    /// The cells around the centre: the three at the fork, the middle columns of the middle rows.
    const CENTRE: u64;
    /// The cells of the outer columns.
    const EDGE: u64 = columns_of(Self::CELLS, Self::COLUMNS, Self::ROWS, 1)
        | columns_of(Self::CELLS, Self::COLUMNS, Self::ROWS, Self::COLUMNS);
}

/// The star of three camps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Star;

/// The board of 64 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square8;

/// The board of 100 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square10;

impl Board for Star {
    const NAME: &'static str = "star";
    const CAMPS: u8 = 3;
    const COLUMNS: u8 = 8;
    const ROWS: u8 = 4;
    const HOME_ROWS: u8 = 3;
    const GEOMETRY: &'static Geometry = &Geometry::new(3, 8, 4);
    const ROW: &'static [u8; 64] = &rows_of(8, 4, Self::CELLS);
    const CENTRE: u64 = Self::GEOMETRY.rows[4] & columns_of(Self::CELLS, 8, 4, 4);
}

impl Board for Square8 {
    const NAME: &'static str = "square8";
    const CAMPS: u8 = 1;
    const COLUMNS: u8 = 8;
    const ROWS: u8 = 8;
    const HOME_ROWS: u8 = 3;
    const GEOMETRY: &'static Geometry = &Geometry::new(1, 8, 8);
    const ROW: &'static [u8; 64] = &rows_of(8, 8, Self::CELLS);
    const CENTRE: u64 = (Self::GEOMETRY.rows[4] | Self::GEOMETRY.rows[5])
        & (columns_of(Self::CELLS, 8, 8, 3)
            | columns_of(Self::CELLS, 8, 8, 4)
            | columns_of(Self::CELLS, 8, 8, 5)
            | columns_of(Self::CELLS, 8, 8, 6));
}

impl Board for Square10 {
    const NAME: &'static str = "square10";
    const CAMPS: u8 = 1;
    const COLUMNS: u8 = 10;
    const ROWS: u8 = 10;
    const HOME_ROWS: u8 = 4;
    const GEOMETRY: &'static Geometry = &Geometry::new(1, 10, 10);
    const ROW: &'static [u8; 64] = &rows_of(10, 10, Self::CELLS);
    const CENTRE: u64 = (Self::GEOMETRY.rows[5] | Self::GEOMETRY.rows[6])
        & (columns_of(Self::CELLS, 10, 10, 4)
            | columns_of(Self::CELLS, 10, 10, 5)
            | columns_of(Self::CELLS, 10, 10, 6)
            | columns_of(Self::CELLS, 10, 10, 7));
}

/// A cell of the colour in play (dark; the light cells of the star are its mirror image).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    /// 0 to 2 for A to C; 0 on a board without camps.
    pub(super) camp: u8,
    /// From 1.
    pub(super) row: u8,
    /// From 1.
    pub(super) column: u8,
}

impl Cell {
    /// The number of its bit.
    pub(super) const fn index(self, columns: u8, rows: u8) -> u8 {
        let half = columns / 2;
        let pair = (self.row - 1) / 2 * (2 * half + 1);
        let upper = (1 - self.row % 2) * (half + 1);
        self.camp * camp_stride(columns, rows) + pair + upper + (self.column - 1) / 2
    }

    /// The cell of a bit, which must not be a ghost square.
    pub(super) const fn at(index: u8, columns: u8, rows: u8) -> Self {
        let half = columns / 2;
        let rest = index % camp_stride(columns, rows);
        let (pair, place) = (rest / (2 * half + 1), rest % (2 * half + 1));
        let upper = (place > half) as u8;
        let row = 2 * pair + 1 + upper;
        let column = 2 * (place - upper * (half + 1)) + 1 + upper;
        Self { camp: index / camp_stride(columns, rows), row, column }
    }

    /// The corner point in a direction.
    pub(super) const fn corner(self, corner: Corner, camps: u8, rows: u8) -> Point {
        let i = self.column - 1 + corner.right() as u8;
        let j = self.row - 1 + corner.up() as u8;
        Point { camp: self.camp, i, j }.canonical(camps, rows)
    }
}

/// The bits of a camp: a ghost square for every two rows.
pub(super) const fn camp_stride(columns: u8, rows: u8) -> u8 {
    (columns + 1) * (rows / 2)
}

/// A corner point of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    camp: u8,
    i: u8,
    j: u8,
}

impl Point {
    pub(super) const ORIGIN: Self = Self { camp: 0, i: 0, j: 0 };

    /// One canonical name for the corner points that camps share: (K,i,4) = (L,8-i,4) for i = 0..4,
    /// L the left neighbour of K; and (K,4,4) is the centre for all.
    const fn canonical(self, camps: u8, rows: u8) -> Self {
        if camps == 1 || self.j != rows {
            self
        } else if self.i == 4 {
            Self { camp: 0, ..self }
        } else if self.i < 4 {
            Self { camp: left_neighbour(self.camp), i: 8 - self.i, j: self.j }
        } else {
            self
        }
    }

    pub(super) const fn same(self, other: Self) -> bool {
        self.camp == other.camp && self.i == other.i && self.j == other.j
    }
}

/// A's left neighbour is B, B's is C, C's is A.
pub(super) const fn left_neighbour(camp: u8) -> u8 {
    (camp + 1) % 3
}

impl Corner {
    /// Whether it lies to the right, seen by a player who faces the centre (the upper rows).
    const fn right(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether it lies towards the upper rows.
    const fn up(self) -> bool {
        self.0 & 2 != 0
    }
}

/// The cells of a column.
const fn columns_of(cells: u64, columns: u8, rows: u8, column: u8) -> u64 {
    let mut set = 0;
    let mut index = 0;
    while index < 64 {
        if cells >> index & 1 != 0 && Cell::at(index, columns, rows).column == column {
            set |= 1 << index;
        }
        index += 1;
    }
    set
}

/// The row of each cell.
const fn rows_of(columns: u8, rows: u8, cells: u64) -> [u8; 64] {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        if cells >> index & 1 != 0 {
            table[index] = Cell::at(index as u8, columns, rows).row;
        }
        index += 1;
    }
    table
}
