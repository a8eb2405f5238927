//! The pitch: cells, goals, areas, and the ends of kicks.

use super::arrow::Arrow;
use super::teams::{BLUE, RED};
use crate::Seat;

/// No cell: the ball has no place on the pitch.
pub const NO_CELL: u8 = 255;

/// The most cells of a pitch.
pub(super) const MOST_CELLS: u32 = 250;

/// The longest distance that a card moves the ball.
pub(super) const FARTHEST: u8 = 9;

/// The side of the goal on which a ball goes out. It is the same for both teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Before the goal in the order of columns.
    Left,
    /// After the goal.
    Right,
}

/// The end of a kick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On a cell.
    Field(u8),
    /// In the opponent's goal, unless it is stopped. The last cell before the goal.
    Shot(u8),
    /// Beyond the goal line beside the goal.
    GoalKick(Side),
    /// Beyond a touchline. The last cell before it.
    Throw(u8),
}

/// Columns and rows, goals and penalty areas. Cells are numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pitch {
    /// Columns, an even number.
    pub columns: u8,
    /// Rows, an even number.
    pub rows: u8,
    /// The first and the last column of both goals, from 0.
    pub goal: (u8, u8),
    /// The first and the last column of both penalty areas, from 0.
    pub area: (u8, u8),
    /// The rows of a penalty area.
    pub area_rows: u8,
}

impl Pitch {
    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> u8 {
        self.columns * self.rows
    }

    /// The cell of a column and a row, both from 0.
    #[inline]
    #[must_use]
    pub fn cell(&self, column: u8, row: u8) -> u8 {
        row * self.columns + column
    }

    /// The column of a cell.
    #[inline]
    #[must_use]
    pub fn column(&self, cell: u8) -> u8 {
        cell % self.columns
    }

    /// The row of a cell.
    #[inline]
    #[must_use]
    pub fn row(&self, cell: u8) -> u8 {
        cell / self.columns
    }

    /// The row of a cell, counted from a team's own goal line.
    #[inline]
    #[must_use]
    pub fn row_from(&self, seat: Seat, row: u8) -> u8 {
        if seat == RED { row } else { self.rows - 1 - row }
    }

    /// Whether a cell lies in the penalty area of a team.
    #[must_use]
    pub fn in_area(&self, seat: Seat, cell: u8) -> bool {
        let column = self.column(cell);
        self.row_from(seat, self.row(cell)) < self.area_rows
            && (self.area.0..=self.area.1).contains(&column)
    }

    /// The cells of a team's penalty area, in order.
    pub fn area_cells(&self, seat: Seat) -> impl Iterator<Item = u8> {
        (0..self.cells()).filter(move |&cell| self.in_area(seat, cell))
    }

    /// The cells from which a team may kick off: on its own side of the centre spot.
    #[must_use]
    pub fn kickoff_cells(&self, seat: Seat) -> [u8; 2] {
        let row = self.row_from(seat, self.rows / 2 - 1);
        let column = self.columns / 2 - 1;
        [self.cell(column, row), self.cell(column + 1, row)]
    }

    /// The cells of a team's goal kick: on the goal line beside its penalty area.
    #[must_use]
    pub fn goal_kick_cells(&self, seat: Seat, side: Side) -> [u8; 2] {
        let row = self.row_from(seat, 0);
        let column = match side {
            Side::Left => self.area.0 - 2,
            Side::Right => self.area.1 + 1,
        };
        [self.cell(column, row), self.cell(column + 1, row)]
    }

    /// The one of these cells that is next to the penalty area.
    pub(super) fn beside_area(&self, seat: Seat, side: Side) -> u8 {
        let [outer, inner] = self.goal_kick_cells(seat, side);
        if side == Side::Left { inner } else { outer }
    }

    /// The middle of a team's penalty area, on the column of the left post.
    pub(super) fn area_middle(&self, seat: Seat) -> u8 {
        self.cell(self.goal.0, self.row_from(seat, self.area_rows / 2))
    }

    /// The cells around a cell, in order.
    pub fn neighbours(&self, cell: u8) -> impl Iterator<Item = u8> {
        let (column, row) = (self.column(cell), self.row(cell));
        let columns = column.saturating_sub(1)..=(column + 1).min(self.columns - 1);
        let rows = row.saturating_sub(1)..=(row + 1).min(self.rows - 1);
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
            .map(|(column, row)| self.cell(column, row))
            .filter(move |&other| other != cell)
    }

    /// Whether a cell lies on a touchline.
    pub(super) fn is_touchline(&self, cell: u8) -> bool {
        let column = self.column(cell);
        column == 0 || column == self.columns - 1
    }

    /// Whether a shot at a team's goal can come from a cell: on its goal line, in or beside the
    /// goal.
    pub(super) fn is_shot_cell(&self, seat: Seat, cell: u8) -> bool {
        let columns = self.goal.0 - 1..=self.goal.1 + 1;
        self.row_from(seat, self.row(cell)) == 0 && columns.contains(&self.column(cell))
    }

    /// The cell in a left-right mirror.
    pub(super) fn mirrored(&self, cell: u8) -> u8 {
        self.cell(self.columns - 1 - self.column(cell), self.row(cell))
    }

    /// Kicks the ball, cell by cell.
    fn kick(&self, seat: Seat, arrow: Arrow, distance: u8, from: u8) -> Landing {
        let (columns, rows) = arrow.step();
        // Blue faces the other way.
        let (columns, rows) = if seat == RED { (columns, rows) } else { (-columns, -rows) };
        let mut cell = from;
        for _ in 0..distance {
            let column = i32::from(self.column(cell)) + columns;
            let row = i32::from(self.row(cell)) + rows;
            let beyond_side = !(0..i32::from(self.columns)).contains(&column);
            let beyond_line = !(0..i32::from(self.rows)).contains(&row);
            if beyond_side {
                return Landing::Throw(cell);
            }
            let column = column as u8;
            if beyond_line {
                return if (self.goal.0..=self.goal.1).contains(&column) {
                    Landing::Shot(cell)
                } else if column < self.goal.0 {
                    Landing::GoalKick(Side::Left)
                } else {
                    Landing::GoalKick(Side::Right)
                };
            }
            cell = self.cell(column, row as u8);
        }
        Landing::Field(cell)
    }
}

/// All kicks on a pitch, computed once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kicks {
    landings: Vec<Landing>,
    cells: usize,
}

impl Kicks {
    pub(super) fn new(pitch: &Pitch) -> Self {
        let mut landings = Vec::new();
        for seat in [RED, BLUE] {
            for arrow in Arrow::ALL {
                for distance in 1..=FARTHEST {
                    let kick = |cell| pitch.kick(seat, arrow, distance, cell);
                    landings.extend((0..pitch.cells()).map(kick));
                }
            }
        }
        Self { landings, cells: pitch.cells() as usize }
    }

    #[inline]
    pub(super) fn landing(&self, seat: Seat, arrow: Arrow, distance: u8, from: u8) -> Landing {
        let row = (seat.index() * Arrow::ALL.len() + arrow as usize) * FARTHEST as usize;
        self.landings[(row + distance as usize - 1) * self.cells + from as usize]
    }
}
