//! Tables of a board, computed at compile time from the corner points of its cells: neighbours are
//! cells that share a corner point, and a line goes on through the opposite corner.

use super::board::{Cell, Point, camp_stride};

/// The number of bits of a bitboard that may be cells: the largest index plus one.
pub(super) const INDICES: usize = 55;
/// The most lines from a cell through one corner: two if they fork.
const BRANCHES: usize = 2;
/// The length of the longest line, without its first cell.
const LINE: usize = 9;
/// The most jumps over one cell: its two lines in both directions, and the fork.
const HOPS: usize = 6;

/// A corner of a cell: bit 0 for right, bit 1 for up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner(pub(super) u8);

impl Corner {
    /// The corner through which a line leaves that entered through this one.
    const fn opposite(self) -> Self {
        Self(3 - self.0)
    }
}

/// The cells of a line, in order and as a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellLine {
    pub(super) set: u64,
    cells: [u8; LINE],
    len: u8,
}

impl CellLine {
    const EMPTY: Self = Self { set: 0, cells: [0; LINE], len: 0 };

    #[inline]
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells[..self.len as usize]
    }

    const fn push(&mut self, cell: u8) {
        self.set |= 1 << cell;
        self.cells[self.len as usize] = cell;
        self.len += 1;
    }
}

/// The lines from a cell through one corner: one, two that fork, or none.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    lines: [CellLine; BRANCHES],
    count: u8,
}

impl Ray {
    const EMPTY: Self = Self { lines: [CellLine::EMPTY; BRANCHES], count: 0 };

    #[inline]
    pub(super) fn lines(&self) -> &[CellLine] {
        &self.lines[..self.count as usize]
    }
}

/// A jump from one cell over another to a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hop {
    pub(super) from: u8,
    pub(super) over: u8,
    pub(super) land: u8,
    /// Whether it begins towards the upper rows.
    pub(super) up: bool,
}

/// A list of jumps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hops {
    hops: [Hop; HOPS],
    len: u8,
}

impl Hops {
    const EMPTY: Self = Self { hops: [Hop { from: 0, over: 0, land: 0, up: false }; HOPS], len: 0 };

    #[inline]
    pub(super) fn all(&self) -> &[Hop] {
        &self.hops[..self.len as usize]
    }

    const fn push(&mut self, hop: Hop) {
        self.hops[self.len as usize] = hop;
        self.len += 1;
    }
}

/// The tables of a board for the generators.
#[derive(Debug)]
pub struct Geometry {
    /// All cells.
    pub(super) cells: u64,
    /// The cells of each camp.
    pub(super) camps: [u64; 3],
    /// The cells of each row, all camps together.
    pub(super) rows: [u64; 11],
    /// The neighbours of a cell in other camps, through its upper corners.
    pub(super) across: [u64; INDICES],
    /// All neighbours of a cell.
    pub(super) neighbours: [u64; INDICES],
    /// The lines from a cell, by corner.
    pub(super) rays: [[Ray; 4]; INDICES],
    /// The jumps from a cell that lead to another camp.
    pub(super) crossings_from: [Hops; INDICES],
    /// The jumps over a cell that lead to another camp.
    pub(super) crossings_over: [Hops; INDICES],
}

impl Geometry {
    /// The tables of `camps` camps (1 or 3) of `columns` columns and `rows` rows.
    pub(super) const fn new(camps: u8, columns: u8, rows: u8) -> Self {
        let builder = Builder::new(camps, columns, rows);
        let mut geometry = Self {
            cells: 0,
            camps: [0; 3],
            rows: [0; 11],
            across: [0; INDICES],
            neighbours: [0; INDICES],
            rays: [[Ray::EMPTY; 4]; INDICES],
            crossings_from: [Hops::EMPTY; INDICES],
            crossings_over: [Hops::EMPTY; INDICES],
        };
        let mut number = 0;
        while number < builder.count {
            builder.add(&mut geometry, number);
            number += 1;
        }
        geometry
    }
}

/// The cells next to a cell through one of its corners, by number, and for each the corner through
/// which the line continues.
#[derive(Clone, Copy)]
struct Next {
    cells: [(u8, Corner); BRANCHES],
    len: usize,
}

/// Makes the tables. Cells have numbers here, without ghosts.
struct Builder {
    count: u8,
    cells: [Cell; INDICES],
    indices: [u8; INDICES],
    next: [[Next; 4]; INDICES],
}

impl Builder {
    const fn new(camps: u8, columns: u8, rows: u8) -> Self {
        let half = columns / 2;
        let nothing = Next { cells: [(0, Corner(0)); BRANCHES], len: 0 };
        let mut builder = Self {
            count: camps * rows * half,
            cells: [Cell { camp: 0, row: 1, column: 1 }; INDICES],
            indices: [0; INDICES],
            next: [[nothing; 4]; INDICES],
        };
        let mut points = [[Point::ORIGIN; 4]; INDICES];
        let mut number = 0;
        while number < builder.count {
            // Dark: column and row have an even sum.
            let row = number / half % rows + 1;
            let column = 2 * (number % half) + 2 - row % 2;
            let cell = Cell { camp: number / half / rows, row, column };
            builder.cells[number as usize] = cell;
            builder.indices[number as usize] = cell.index(columns, rows);
            let mut corner = 0;
            while corner < 4 {
                points[number as usize][corner] = cell.corner(Corner(corner as u8), camps, rows);
                corner += 1;
            }
            number += 1;
        }
        builder.link(&points);
        builder
    }

    /// Finds the cells that share a corner point.
    const fn link(&mut self, points: &[[Point; 4]; INDICES]) {
        let count = 4 * self.count as usize;
        let mut one = 0;
        while one < count {
            let mut other = 0;
            while other < count {
                let same = points[one / 4][one % 4].same(points[other / 4][other % 4]);
                if same && one / 4 != other / 4 {
                    let next = &mut self.next[one / 4][one % 4];
                    next.cells[next.len] =
                        ((other / 4) as u8, Corner((other % 4) as u8).opposite());
                    next.len += 1;
                }
                other += 1;
            }
            one += 1;
        }
    }

    const fn next(&self, at: (u8, Corner)) -> Next {
        self.next[at.0 as usize][at.1.0 as usize]
    }

    const fn index(&self, number: u8) -> u8 {
        self.indices[number as usize]
    }

    const fn add(&self, geometry: &mut Geometry, number: u8) {
        let cell = self.cells[number as usize];
        let at = self.index(number) as usize;
        let bit = 1 << at;
        geometry.cells |= bit;
        geometry.camps[cell.camp as usize] |= bit;
        geometry.rows[cell.row as usize] |= bit;
        let mut corner = 0;
        while corner < 4 {
            geometry.rays[at][corner] = self.ray((number, Corner(corner as u8)));
            let next = self.next[number as usize][corner];
            let mut branch = 0;
            while branch < next.len {
                let over = next.cells[branch];
                let neighbour = 1 << self.index(over.0);
                geometry.neighbours[at] |= neighbour;
                if self.cells[over.0 as usize].camp != cell.camp {
                    geometry.across[at] |= neighbour;
                }
                self.add_hops(geometry, number, over, corner & 2 != 0);
                branch += 1;
            }
            corner += 1;
        }
    }

    /// The jumps from a cell over a neighbour.
    const fn add_hops(&self, geometry: &mut Geometry, from: u8, over: (u8, Corner), up: bool) {
        let beyond = self.next(over);
        let mut branch = 0;
        while branch < beyond.len {
            let land = beyond.cells[branch].0;
            let hop = Hop {
                from: self.index(from),
                over: self.index(over.0),
                land: self.index(land),
                up,
            };
            if self.cells[land as usize].camp != self.cells[from as usize].camp {
                geometry.crossings_from[hop.from as usize].push(hop);
                geometry.crossings_over[hop.over as usize].push(hop);
            }
            branch += 1;
        }
    }

    /// The lines from a cell through a corner. They fork at most once, at the centre.
    const fn ray(&self, from: (u8, Corner)) -> Ray {
        let stem = self.line(CellLine::EMPTY, from);
        let last = self.line_end(from);
        let fork = self.next(last);
        let mut ray = Ray { lines: [stem; BRANCHES], count: (stem.len > 0) as u8 };
        if fork.len == BRANCHES {
            ray.count = 2;
            let mut branch = 0;
            while branch < BRANCHES {
                let first = fork.cells[branch];
                let mut line = stem;
                line.push(self.index(first.0));
                ray.lines[branch] = self.line(line, first);
                branch += 1;
            }
        }
        ray
    }

    /// `line` and the cells behind `at`, up to the fork or the edge.
    const fn line(&self, mut line: CellLine, mut at: (u8, Corner)) -> CellLine {
        while self.next(at).len == 1 {
            at = self.next(at).cells[0];
            line.push(self.index(at.0));
        }
        line
    }

    /// The last cell of a line before the fork or the edge.
    const fn line_end(&self, mut at: (u8, Corner)) -> (u8, Corner) {
        while self.next(at).len == 1 {
            at = self.next(at).cells[0];
        }
        at
    }
}

// The numbering leaves room in a word.
const _: () = assert!(3 * camp_stride(8, 4) as usize <= INDICES);
const _: () = assert!(camp_stride(10, 10) as usize <= INDICES);
