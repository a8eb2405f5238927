//! Pictures of weights: weights of squares on a board, others as bars.

use eval::{GroupTable, LONGEST_GROUP, Layout, layout_of};
use html::{Bars, DataCell, DataTable, HeatMap};

use crate::fit::FitReport;

/// A group of weights before and after a fit, in units of log-odds.
struct WeightGroup<'a> {
    name: &'a str,
    /// A description of the things that the group counts, and their order; may be empty.
    about: &'a str,
    sides: [Vec<f64>; 2],
}

fn groups(outcome: &FitReport) -> Vec<WeightGroup<'_>> {
    let mut first = 0;
    let mut groups = Vec::new();
    for (number, (name, count)) in outcome.groups.iter().enumerate() {
        let range = first..first + count;
        first = range.end;
        let side = |side: usize| {
            let scale = f64::from(outcome.scales[side]);
            let weights = outcome.weights[side].get(range.clone()).unwrap_or_default();
            weights.iter().map(|&weight| f64::from(weight) / scale).collect()
        };
        let about = outcome.abouts.get(number).map_or("", String::as_str);
        groups.push(WeightGroup { name, about, sides: [side(0), side(1)] });
    }
    groups
}

/// A table of the groups that have one weight only, if there are any.
pub(crate) fn single_weights(outcome: &FitReport) -> Option<DataTable> {
    let mut table = DataTable::new(&["weight", "before", "after", "feature"]);
    for group in groups(outcome) {
        if let ([before], [after]) = (&group.sides[0][..], &group.sides[1][..]) {
            // Adding 0 changes -0 to 0.
            let rounded = |number: f64| (number * 1e3).round() / 1e3 + 0.0;
            let numbers =
                [before, after].map(|&number| DataCell::Number(format!("{:+.3}", rounded(number))));
            let [before, after] = numbers;
            table.rows.push(vec![
                DataCell::text(group.name),
                before,
                after,
                DataCell::text(group.about),
            ]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}

/// A table of the groups that are too long to be drawn, if there are any, and their descriptions.
/// The descriptions are too long for a column.
pub(crate) fn long_groups(outcome: &FitReport) -> Option<(DataTable, Vec<String>)> {
    let heads = ["table", "weights", "in use", "typical before", "typical after"];
    let (mut table, mut abouts) = (DataTable::new(&heads), Vec::new());
    for group in groups(outcome).iter().filter(|group| group.sides[1].len() > LONGEST_GROUP) {
        let used = |side: usize| group.sides[side].iter().filter(|weight| **weight != 0.0);
        let typical = |side: usize| {
            let count = used(side).count().max(1) as f64;
            // The fold begins with 0, since the sum of an empty iterator is -0.
            let squares: f64 = used(side).fold(0.0, |sum, weight| sum + weight * weight);
            DataCell::Number(format!("{:.3}", (squares / count).sqrt()))
        };
        let [all, in_use] = [group.sides[1].len(), used(1).count()]
            .map(|count| DataCell::Number(count.to_string()));
        table.rows.push(vec![DataCell::text(group.name), all, in_use, typical(0), typical(1)]);
        abouts.push(format!("{}: {}.", group.name, group.about));
    }
    (!table.rows.is_empty()).then_some((table, abouts))
}

/// The groups of more than one weight that can be drawn.
pub(crate) fn weight_pictures(outcome: &FitReport) -> Vec<String> {
    let groups = groups(outcome);
    let several = groups.iter().filter(|group| (2..=LONGEST_GROUP).contains(&group.sides[1].len()));
    several.map(picture).collect()
}

/// A group in the layout that its game gives.
fn picture(group: &WeightGroup<'_>) -> String {
    match layout_of(group.name, group.sides[1].len()) {
        Layout::Table(make) => table(group, make()),
        Layout::Bars { axis, labels } => bars(group, axis, labels),
    }
}

/// A group as a table or a board, with its weights after the fit.
fn table(group: &WeightGroup<'_>, table: GroupTable) -> String {
    let weights = &group.sides[1];
    let cells = |cells: Vec<Option<usize>>| {
        cells.into_iter().map(|cell| cell.map(|number| weights[number])).collect()
    };
    let rows = table.rows.into_iter().map(|(name, row)| (name, cells(row))).collect();
    let (title, about) = (group.name.to_owned(), group.about.to_owned());
    HeatMap { title, about, columns: table.columns, rows }.html()
}

/// A group as bars, with its weights before and after the fit.
fn bars(group: &WeightGroup<'_>, axis: &str, labels: &[&str]) -> String {
    let [before, after] = &group.sides;
    let name = |place: usize| {
        labels.get(place).map_or_else(|| place.to_string(), |&label| label.to_owned())
    };
    let pairs = (0..).map(name).zip(before.iter().zip(after));
    let picture = Bars {
        title: group.name.to_owned(),
        across: axis.to_owned(),
        up: "log-odds".to_owned(),
        parts: ["before", "after"].map(str::to_owned).to_vec(),
        beside: true,
        bars: pairs.map(|(name, (&before, &after))| (name, vec![before, after])).collect(),
        about: group.about.to_owned(),
    };
    picture.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(name: &str, count: usize) -> String {
        let weights: Vec<_> = (0..count).map(|number| number as f64 / 100.0).collect();
        let (about, sides) = ("what it is", [weights.clone(), weights]);
        picture(&WeightGroup { name, about, sides })
    }

    /// Each square of the board has the weight of its class. The classes are mirrored.
    #[test]
    fn weights_stand_on_their_squares() {
        let place = drawn("place", 22);
        assert_eq!(place.matches("class=\"cell").count(), 4 * 7 + 3 * 4);
        let home = place.split("<th>1</th>").nth(1).expect("a rank");
        let home = home.split("</tr>").next().expect("its end");
        let numbers: Vec<_> =
            home.split("%\">").skip(1).map(|cell| cell.split('<').next().unwrap()).collect();
        assert_eq!(numbers, ["0", "0.01", "0.02", "0.03", "0.02", "0.01", "0"]);
        assert_eq!(drawn("play", 56).matches("class=\"cell").count(), 56);
        assert_eq!(drawn("token", 80).matches("class=\"cell").count(), 80);
        let large = drawn("large", 72);
        assert_eq!(large.matches("class=\"cell").count(), 72);
        assert!(large.contains("<th>28 gone</th>") && large.contains("<th>9</th>"), "{large}");
        let lead = drawn("lead", 12);
        assert_eq!(lead.matches("<rect").count(), 24);
        assert!(lead.contains("what it is") && lead.contains(">before<"), "{lead}");
    }
}
