//! Reports of long runs, as HTML pages with pictures.

use eval::LONGEST_GROUP;
use html::{Block, Curve, DataCell, DataTable, Figure, Page, Plot, short};

use crate::fit::{Calibration, Epoch, FitReport};
use crate::overnight::Round;
use crate::tune::IterationRecord;
use crate::weight_pictures::{long_groups, single_weights, weight_pictures};

/// The page of a fit: the loss by epoch, the calibration, and the weights.
#[must_use]
pub fn fit_page(title: &str, epochs: &[Epoch], outcome: Option<&FitReport>) -> String {
    let mut blocks = vec![Block::Figures(fit_figures(epochs, outcome))];
    let mut pictures = vec![loss_plot(epochs)];
    pictures.extend(outcome.map(|outcome| calibration_plot(&outcome.calibrations)));
    blocks.push(Block::Pictures(pictures));
    if let Some(outcome) = outcome {
        blocks.push(Block::Heading("Expected and actual results".to_owned()));
        blocks.push(Block::Table(calibration_table(&outcome.calibrations[1])));
        blocks.push(Block::Heading("Weights, in units of log-odds".to_owned()));
        blocks.extend(single_weights(outcome).map(Block::Table));
        if let Some((table, abouts)) = long_groups(outcome) {
            blocks.push(Block::Table(table));
            blocks.extend(abouts.into_iter().map(Block::Words));
        }
        blocks.push(Block::Pictures(weight_pictures(outcome)));
        let text = outcome.text() + &weight_text(outcome);
        blocks.push(Block::Text { name: "The report as text".to_owned(), text });
    }
    Page { title: title.to_owned(), lead: String::new(), blocks }.html()
}

fn fit_figures(epochs: &[Epoch], outcome: Option<&FitReport>) -> Vec<Figure> {
    let best = epochs.iter().map(|epoch| epoch.held_out).fold(f64::INFINITY, f64::min);
    let count = epochs.last().map_or(0, |epoch| epoch.epoch);
    let mut figures = vec![Figure::new("Epochs", count.to_string(), "")];
    figures.push(Figure::new("Lowest held-out loss", format!("{best:.6}"), "of all epochs"));
    let Some(outcome) = outcome else {
        figures.push(Figure::new("State", "under way", ""));
        return figures;
    };
    let [before, after] = outcome.losses;
    figures.push(Figure::new(
        "Held-out loss",
        format!("{after:.6}"),
        format!("{before:.6} before"),
    ));
    let [train, held_out] = outcome.positions;
    figures.push(Figure::new("Positions", train.to_string(), format!("{held_out} held out")));
    let [old, new] = outcome.scales;
    figures.push(Figure::new("Scale", new.to_string(), format!("{old} before")));
    let worst = format!("{:.1} points", 100.0 * outcome.calibrations[1].worst());
    figures.push(Figure::new("Largest error of a tenth", worst, "of positions held out"));
    figures
}

fn loss_plot(epochs: &[Epoch]) -> String {
    let curve = |name: &str, loss: fn(&Epoch) -> f64| Curve {
        name: name.to_owned(),
        points: epochs.iter().map(|epoch| (f64::from(epoch.epoch), loss(epoch))).collect(),
        band: Vec::new(),
    };
    Plot {
        title: "Loss".to_owned(),
        across: "epochs".to_owned(),
        up: "mean cross-entropy".to_owned(),
        lines: vec![
            curve("learned from", |epoch| epoch.train),
            curve("held out", |epoch| epoch.held_out),
        ],
        ..Plot::default()
    }
    .svg()
}

fn calibration_plot([before, after]: &[Calibration; 2]) -> String {
    let curve = |name: &str, calibration: &Calibration| {
        let tenths = calibration.tenths.iter();
        let points = tenths.clone().map(|tenth| (tenth.expected, tenth.actual)).collect();
        let ends = tenths.filter_map(|tenth| {
            tenth.error.map(|error| (tenth.actual - error, tenth.actual + error))
        });
        let ends: Vec<_> = ends.collect();
        let band = if ends.len() == calibration.tenths.len() { ends } else { Vec::new() };
        Curve { name: name.to_owned(), points, band }
    };
    let diagonal =
        Curve { name: "exact".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)], band: Vec::new() };
    let old = Curve { band: Vec::new(), ..curve("before", before) };
    Plot {
        title: "Expected and actual shares, in tenths".to_owned(),
        across: "expected".to_owned(),
        up: "actual".to_owned(),
        lines: vec![old, curve("after", after), diagonal],
        fractions: true,
        ..Plot::default()
    }
    .svg()
}

fn calibration_table(calibration: &Calibration) -> DataTable {
    let mut table = DataTable::new(&["expected", "actual", "95 % within", "positions", "games"]);
    for tenth in &calibration.tenths {
        let percent = |share: f64| DataCell::Number(format!("{:.1} %", 100.0 * share));
        let within = |error: f64| format!("± {:.1}", 100.0 * error);
        table.rows.push(vec![
            percent(tenth.expected),
            percent(tenth.actual),
            DataCell::Number(tenth.error.map_or_else(|| "–".to_owned(), within)),
            DataCell::Number(tenth.count.to_string()),
            DataCell::Number(tenth.games.to_string()),
        ]);
    }
    table
}

/// All weights before and after the fit, group by group.
fn weight_text(outcome: &FitReport) -> String {
    let [old_scale, new_scale] = outcome.scales;
    let mut text = format!("\nscale {old_scale} before, {new_scale} after\n");
    let [old, new] = &outcome.weights;
    let (mut old, mut new) = (old.iter(), new.iter());
    for (name, count) in &outcome.groups {
        if *count > LONGEST_GROUP {
            old.by_ref().take(*count).for_each(drop);
            new.by_ref().take(*count).for_each(drop);
            text.push_str(&format!("{name:16} {count} weights, too many to show here\n"));
            continue;
        }
        for (side, weights) in [("before", &mut old), ("after", &mut new)] {
            let group: Vec<_> = weights.by_ref().take(*count).map(i32::to_string).collect();
            text.push_str(&format!("{name:16} {side:6} {}\n", group.join(" ")));
        }
    }
    text
}

/// The page of a run by games: the Elo of the variants and the values of the numbers, iteration by
/// iteration.
#[must_use]
pub fn search_page(title: &str, iterations: &[IterationRecord]) -> String {
    let elo = iterations.iter().filter_map(|one| Some((one.iteration as f64, one.elo?)));
    let mut pictures = vec![elo_plot("Elo of the tried values", "iterations", elo.collect())];
    let mut blocks = Vec::new();
    if let Some(last) = iterations.last() {
        blocks.push(Block::Figures(vec![
            Figure::new("Iterations", last.iteration.to_string(), ""),
            Figure::new("Games", last.games.to_string(), ""),
        ]));
        let mut table = DataTable::new(&["number", "at first", "now", "change"]);
        for (name, value) in &last.values {
            let points = iterations
                .iter()
                .filter_map(|one| Some((one.iteration as f64, one.values.get(name)?.as_f64()?)));
            let line = Curve { points: points.collect(), ..Curve::default() };
            let start = line.points.first().map_or(0.0, |point| point.1);
            let now = value.as_f64().unwrap_or(start);
            let change = if now > start { "+" } else { "" }.to_owned() + &short(now - start);
            table.rows.push(vec![
                DataCell::text(name),
                DataCell::number(start),
                DataCell::number(now),
                DataCell::Number(change),
            ]);
            let plot = Plot { title: name.clone(), lines: vec![line], ..Plot::default() };
            let (across, up) = ("iterations".to_owned(), "value".to_owned());
            pictures.push(Plot { across, up, ..plot }.svg());
        }
        blocks.push(Block::Table(table));
    }
    blocks.push(Block::Pictures(pictures));
    Page { title: title.to_owned(), lead: String::new(), blocks }.html()
}

/// The page of a night: the results of each round's weights against the weights before.
#[must_use]
pub fn night_page(title: &str, rounds: &[Round]) -> String {
    let elo = rounds.iter().filter_map(|round| Some((f64::from(round.round), round.elo?)));
    let losses = |place: usize, name: &str| Curve {
        name: name.to_owned(),
        points: rounds.iter().map(|round| (f64::from(round.round), round.losses[place])).collect(),
        band: Vec::new(),
    };
    let loss = Plot {
        title: "Loss of positions held out".to_owned(),
        across: "rounds".to_owned(),
        up: "mean cross-entropy".to_owned(),
        lines: vec![losses(0, "weights before"), losses(1, "weights after")],
        ..Plot::default()
    };
    let mut table = DataTable::new(&["round", "loss before", "loss after", "Elo", "verdict"]);
    for round in rounds {
        let [before, after] = round.losses.map(|loss| DataCell::Number(format!("{loss:.6}")));
        let elo = round.elo.map_or_else(|| "–".to_owned(), |elo| format!("{elo:+.0}"));
        let number = DataCell::Number(round.round.to_string());
        let row =
            vec![number, before, after, DataCell::Number(elo), DataCell::text(&round.verdict)];
        table.rows.push(row);
    }
    let elo = elo_plot("Elo of new weights over old", "rounds", elo.collect());
    let figures = vec![Figure::new("Rounds", rounds.len().to_string(), "")];
    let blocks =
        vec![Block::Figures(figures), Block::Pictures(vec![elo, loss.svg()]), Block::Table(table)];
    Page { title: title.to_owned(), lead: String::new(), blocks }.html()
}

fn elo_plot(title: &str, across: &str, points: Vec<(f64, f64)>) -> String {
    Plot {
        title: title.to_owned(),
        across: across.to_owned(),
        up: "Elo".to_owned(),
        lines: vec![Curve { points, ..Curve::default() }],
        levels: vec![(0.0, String::new())],
        ..Plot::default()
    }
    .svg()
}
