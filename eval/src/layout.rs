//! How the weights of a group are drawn: a bar for each, or a table by two things.

use games::for_each_game;

use crate::feature::Evaluate;

/// How the weights of a group are drawn.
#[derive(Clone, Copy, Debug)]
pub enum Layout {
    /// A bar for each weight.
    Bars {
        /// What the bars are by.
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

    /// The layout of a group, by its name and the number of its weights, among the features of all
    /// games.
    #[must_use]
    pub fn of(name: &str, count: usize) -> Self {
        macro_rules! search {
            ($id:ident, $game:ty) => {
                let mut features = <$game as Evaluate>::FEATURES.iter();
                if let Some(found) = features.find(|one| one.name == name && one.count == count) {
                    return found.layout;
                }
            };
        }
        for_each_game!(search);
        Self::NUMBERS
    }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::feature::{Feature, LONGEST_GROUP};

    /// Every group that is drawn has a layout with different names, and a table has each weight.
    #[test]
    fn every_weight_has_its_name() {
        let mut groups: Vec<&Feature> = Vec::new();
        macro_rules! add {
            ($id:ident, $game:ty) => {
                groups.extend(<$game as Evaluate>::FEATURES);
            };
        }
        for_each_game!(add);
        groups.retain(|group| (2..=LONGEST_GROUP).contains(&group.count));
        assert!(groups.len() > 25);
        for Feature { name, count, layout, .. } in groups {
            match layout {
                Layout::Bars { axis, labels } => {
                    assert_ne!(*axis, "number in the group", "{name}");
                    assert!(labels.is_empty() || labels.len() >= *count, "{name}");
                    assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len());
                }
                Layout::Table(table) => {
                    let GroupTable { columns, rows } = table();
                    assert!(rows.iter().all(|(_, cells)| cells.len() == columns.len()), "{name}");
                    let cells: BTreeSet<_> = rows.iter().flat_map(|(_, cells)| cells).collect();
                    let cells: Vec<_> = cells.into_iter().copied().flatten().collect();
                    assert_eq!(cells, (0..*count).collect::<Vec<_>>(), "{name}");
                }
            }
        }
    }

    /// A group that no game has is numbered.
    #[test]
    fn layouts_are_found_by_name_and_count() {
        assert!(matches!(Layout::of("place", 22), Layout::Table(_)));
        for (name, count) in [("place", 23), ("new", 2)] {
            let Layout::Bars { axis, labels } = Layout::of(name, count) else { panic!("bars") };
            assert_eq!((axis, labels.len()), ("number in the group", 0));
        }
    }
}
