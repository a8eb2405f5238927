//! The cells of a board and their corner points, as the page of the rules gives them.

use std::collections::BTreeMap;
use std::fmt;

/// A cell: a camp, `' '` on a board without camps; a row and a column from 1. In canonical order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub(super) camp: char,
    pub(super) row: i32,
    pub(super) column: i32,
}

impl Cell {
    pub(super) fn read(name: &str) -> Self {
        let (camp, place) = match name.chars().next() {
            Some(camp @ 'A'..='C') => (camp, &name[1..]),
            _ => (' ', name),
        };
        let column = i32::from(place.as_bytes()[0] - b'a') + 1;
        Self { camp, row: place[1..].parse().expect("a row"), column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column as u8 - 1);
        write!(out, "{}{column}{}", self.camp.to_string().trim(), self.row)
    }
}

/// A corner of a cell: 0 or 1 for left or right, 0 or 1 for the smaller or greater row.
pub(super) type Corner = (i32, i32);

pub(super) const CORNERS: [Corner; 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

type Point = (char, i32, i32);

fn left_neighbour(camp: char) -> char {
    match camp {
        'A' => 'B',
        'B' => 'C',
        _ => 'A',
    }
}

/// The point in a corner, by one of its names.
fn point(cell: Cell, corner: Corner) -> Point {
    let (i, j) = (cell.column - 1 + corner.0, cell.row - 1 + corner.1);
    match (cell.camp, i, j) {
        (' ', ..) => (' ', i, j),
        (_, 4, 4) => ('A', 4, 4),
        (camp, 0..=3, 4) => (left_neighbour(camp), 8 - i, 4),
        (camp, ..) => (camp, i, j),
    }
}

/// The cells of the colour in play, by their corner points.
pub(super) struct Board {
    pub(super) rows: i32,
    pub(super) cells: Vec<Cell>,
    meeting: BTreeMap<Point, Vec<(Cell, Corner)>>,
}

impl Board {
    pub(super) fn new(name: &str, light: bool) -> Self {
        let (camps, columns, rows) = match name {
            "square8" => (" ", 8, 8),
            "square10" => (" ", 10, 10),
            _ => ("ABC", 8, 4),
        };
        let mut board = Self { rows, cells: Vec::new(), meeting: BTreeMap::new() };
        for camp in camps.chars() {
            for row in 1..=rows {
                for column in (1..=columns).filter(|column| ((column + row) % 2 != 0) == light) {
                    board.cells.push(Cell { camp, row, column });
                }
            }
        }
        for &cell in &board.cells {
            for corner in CORNERS {
                board.meeting.entry(point(cell, corner)).or_default().push((cell, corner));
            }
        }
        board
    }

    /// The neighbours through a corner, each with the opposite corner, through which the line
    /// continues.
    pub(super) fn next(&self, cell: Cell, corner: Corner) -> Vec<(Cell, Corner)> {
        let meeting = self.meeting[&point(cell, corner)].iter();
        let others = meeting.filter(|(other, _)| *other != cell);
        others.map(|&(other, (right, up))| (other, (1 - right, 1 - up))).collect()
    }

    /// The lines through a corner to the edge, both branches of a fork in full.
    pub(super) fn lines(&self, cell: Cell, corner: Corner) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for (next, onward) in self.next(cell, corner) {
            let rest = self.lines(next, onward);
            let empty = [Vec::new()];
            for rest in if rest.is_empty() { &empty[..] } else { &rest } {
                lines.push([&[next], &rest[..]].concat());
            }
        }
        lines
    }
}
