//! The layouts of the groups of all games.

use games::for_each_game;

use crate::feature::Evaluate;
use crate::layout::Layout;

/// The layout of a group, by its name and the number of its weights, among the features of all
/// games.
#[must_use]
pub fn layout_of(name: &str, count: usize) -> Layout {
    macro_rules! search {
        ($id:ident, $game:ty) => {
            let mut features = <$game as Evaluate>::FEATURES.iter();
            if let Some(found) = features.find(|one| one.name == name && one.count == count) {
                return found.layout;
            }
        };
    }
    for_each_game!(search);
    Layout::NUMBERS
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::feature::{Feature, LONGEST_GROUP};
    use crate::layout::GroupTable;

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
        assert!(matches!(layout_of("place", 22), Layout::Table(_)));
        for (name, count) in [("place", 23), ("new", 2)] {
            let Layout::Bars { axis, labels } = layout_of(name, count) else { panic!("bars") };
            assert_eq!((axis, labels.len()), ("number in the group", 0));
        }
    }
}
