//! How the weights of a group are drawn: a bar for each, or a table with two axes.

/// How the weights of a group are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// A bar for each weight.
    Bars {
        /// The property by which the bars differ.
        axis: &'static str,
        /// The name of each bar; numbers from 0 where the list ends.
        labels: &'static [&'static str],
    },
    /// A table with a cell for each weight, as a board.
    Table(fn() -> GroupTable),
}

impl Layout {
    /// Bars that are numbered.
    pub const NUMBERS: Self = bars("number in the group", &[]);
}

/// Bars that have a name each.
pub(crate) const fn bars(axis: &'static str, labels: &'static [&'static str]) -> Layout {
    Layout::Bars { axis, labels }
}

/// Labels from 1.
pub(crate) const FROM_ONE: &[&str] =
    &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"];

/// A table of the weights of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupTable {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows from above, each with its name and, for each column, the number of a weight in its
    /// group.
    pub rows: Vec<(String, Vec<Option<usize>>)>,
}

impl GroupTable {
    /// A table with consecutive weights in each row.
    pub(crate) fn by_rows(columns: Vec<String>, rows: impl IntoIterator<Item = String>) -> Self {
        let width = columns.len();
        let cells = |row: usize| (row * width..(row + 1) * width).map(Some).collect();
        let rows = rows.into_iter().enumerate().map(|(row, name)| (name, cells(row))).collect();
        Self { columns, rows }
    }
}
