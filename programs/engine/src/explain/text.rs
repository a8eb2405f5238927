//! The explanation in words and columns.

use std::collections::BTreeMap;
use std::fmt::Write;

use eval::Explanation;

use super::report::{EvaluationReport, MoveReport, Report, SearchReport};

/// The whole explanation.
pub(super) fn format(report: &Report) -> String {
    let mut text = format!("{}\n{} to act\n\n", report.position, report.actor);
    text.push_str(&moves(&report.moves));
    let proven = report.proven.map_or(String::new(), |word| format!(", proven {word}"));
    let _ = write!(
        text,
        "\nexpected result {:+.6} for {}{proven}, at depth {} in {} ms\nbest line: {}\n",
        report.value,
        report.actor,
        report.depth,
        report.time_ms,
        report.pv.join(" ")
    );
    text.push_str(&evaluation(&report.evaluation));
    text.push_str(&search(&report.search));
    text
}

fn moves(moves: &[MoveReport]) -> String {
    let width = moves.iter().map(|mv| mv.text.chars().count()).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:width$} {:>10} {:>7} {:>5} {:>12} {:>7}\n",
        "move", "value", "bound", "depth", "nodes", "work"
    );
    for mv in moves {
        let line = match &mv.found {
            Some(found) => format!(
                "{:width$} {:>+10.6} {:>7} {:>5} {:>12} {:>5.1} %",
                mv.text,
                found.value,
                found.bound,
                found.depth,
                found.nodes,
                100.0 * found.share
            ),
            None => format!("{:width$} {:>10} not searched", mv.text, ""),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// The weighted features of each seat, before and after the best variation.
fn evaluation(report: &EvaluationReport) -> String {
    let products = |explanation: &Explanation| -> BTreeMap<(usize, String), i64> {
        let seat = |name| explanation.seats.iter().position(|&seat| seat == name).unwrap_or(0);
        let terms = explanation.features.iter();
        terms
            .map(|term| ((seat(term.seat), format!("{}[{}]", term.name, term.index)), term.product))
            .collect()
    };
    let before = products(&report.before);
    let after = report.after.as_ref().map(products).unwrap_or_default();
    let mut keys: Vec<_> = before.keys().chain(after.keys()).collect();
    keys.sort_unstable();
    keys.dedup();
    let width = keys.iter().map(|(_, name)| name.len()).max().unwrap_or(0).max(7);
    let mut text = format!(
        "\nweighted features of the evaluation{}\nseat {:width$} {:>9} {:>9} {:>9}\n",
        if report.after.is_some() {
            ", before and after the best line"
        } else {
            "; after the best line the game is over"
        },
        "feature",
        "before",
        "after",
        "change"
    );
    for key in keys {
        let (seat, name) = key;
        let [was, is] = [&before, &after].map(|products| products.get(key).copied().unwrap_or(0));
        let seat = report.before.seats[*seat];
        let line = if report.after.is_some() {
            format!("{seat:4} {name:width$} {was:>+9} {is:>+9} {:>+9}\n", is - was)
        } else {
            format!("{seat:4} {name:width$} {was:>+9}\n")
        };
        text.push_str(&line);
    }
    for (index, seat) in report.before.seats.iter().enumerate() {
        let was = report.before.sums[index];
        let line = match &report.after {
            Some(after) => {
                let is = after.sums[index];
                format!("{seat:4} {:width$} {was:>+9} {is:>+9} {:>+9}\n", "sum", is - was)
            }
            None => format!("{seat:4} {:width$} {was:>+9}\n", "sum"),
        };
        text.push_str(&line);
    }
    let _ = writeln!(text, "before: {:+.6} for {}", report.before.value, report.before.mover);
    if let Some(after) = &report.after {
        let due = if report.quiet {
            ""
        } else {
            ", but the search examines the noisy moves of this position first"
        };
        let _ = writeln!(text, "after: {:+.6} for {}{due}", after.value, after.mover);
    }
    text
}

fn search(report: &SearchReport) -> String {
    let percent = |part: u64, of: u64| 100.0 * part as f64 / of.max(1) as f64;
    let &SearchReport { nodes, leaves, .. } = report;
    let mut text = format!(
        "\nstatistics of the search\nnodes {nodes}, {:.1} % of them leaves with a static evaluation\n",
        percent(leaves, nodes)
    );
    if let (Some(cutoffs @ 1..), Some(first)) = (report.cutoffs, report.first_move_cutoffs) {
        let share = percent(first, cutoffs);
        let _ = writeln!(text, "cutoffs {cutoffs}, {share:.1} % of them by the first move");
    }
    if let (Some(probes @ 1..), Some(hits)) = (report.table_probes, report.table_hits) {
        let _ = writeln!(
            text,
            "transposition table: {probes} look-ups, {:.1} % found; {} nodes decided by it; {:.1} % full",
            percent(hits, probes),
            report.table_cutoffs.unwrap_or(0),
            f64::from(report.hashfull) / 10.0
        );
    }
    if let (Some(moves), Some(roots)) = (report.researches, report.aspiration_researches)
        && moves + roots > 0
    {
        let _ = writeln!(
            text,
            "searched again: {moves} moves with a wider window or deeper, {roots} times the root"
        );
    }
    if let Some(tried @ 1..) = report.quiescence_nodes {
        let _ = writeln!(
            text,
            "quiescence: noisy moves searched in {tried} leaves, {:.1} % of the nodes",
            percent(tried, nodes)
        );
    }
    if let Some(factor) = report.branching_factor {
        let _ = writeln!(text, "effective branching factor {factor:.2}");
    }
    text
}
