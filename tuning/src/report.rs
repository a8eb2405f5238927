//! Reports of long runs as pages with pictures.

use pages::{Curve, Plot, html_page};

use crate::fit::{Calibration, Epoch, FitReport};
use crate::overnight::Round;
use crate::tune::Iteration;

/// The page of a fit: how the loss went down, whether what is expected comes about, and what became of the
/// weights.
#[must_use]
pub fn fit_page(title: &str, epochs: &[Epoch], outcome: Option<&FitReport>) -> String {
    let mut pictures = vec![loss_plot(epochs)];
    let mut text = loss_words(epochs);
    if let Some(outcome) = outcome {
        pictures.push(calibration_plot(&outcome.calibrations));
        pictures.extend(weight_plots(outcome));
        text.push_str(&outcome.text());
        text.push_str(&weight_table(outcome));
    }
    html_page(title, &text, &pictures)
}

fn loss_words(epochs: &[Epoch]) -> String {
    let Some(last) = epochs.last() else { return String::new() };
    let best = epochs.iter().map(|epoch| epoch.held_out).fold(f64::INFINITY, f64::min);
    format!("{} epochs, the lowest loss of positions held out {best:.6}\n", last.epoch)
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
        levels: Vec::new(),
    }
    .svg()
}

fn calibration_plot([before, after]: &[Calibration; 2]) -> String {
    let curve = |name: &str, calibration: &Calibration| Curve {
        name: name.to_owned(),
        points: calibration.tenths.iter().map(|tenth| (tenth.expected, tenth.actual)).collect(),
        band: Vec::new(),
    };
    let diagonal =
        Curve { name: "exact".to_owned(), points: vec![(0.0, 0.0), (1.0, 1.0)], band: Vec::new() };
    Plot {
        title: "Expected and actual shares, in tenths".to_owned(),
        across: "expected".to_owned(),
        up: "actual".to_owned(),
        lines: vec![curve("before", before), curve("after", after), diagonal],
        levels: Vec::new(),
    }
    .svg()
}

/// The groups of more than one weight, each before and after, in units of log-odds.
fn weight_plots(outcome: &FitReport) -> Vec<String> {
    let mut first = 0;
    let mut plots = Vec::new();
    for (name, count) in &outcome.groups {
        let range = first..first + count;
        first = range.end;
        if *count < 2 {
            continue;
        }
        let curve = |side: usize, title: &str| {
            let scale = f64::from(outcome.scales[side]);
            let weights = outcome.weights[side][range.clone()].iter().enumerate();
            let point = |(place, &weight): (usize, &i32)| (place as f64, f64::from(weight) / scale);
            Curve { name: title.to_owned(), points: weights.map(point).collect(), band: Vec::new() }
        };
        plots.push(
            Plot {
                title: format!("Weights: {name}"),
                across: "number in the group".to_owned(),
                up: "log-odds".to_owned(),
                lines: vec![curve(0, "before"), curve(1, "after")],
                levels: vec![(0.0, String::new())],
            }
            .svg(),
        );
    }
    plots
}

/// All weights before and after, group by group.
fn weight_table(outcome: &FitReport) -> String {
    let [old_scale, new_scale] = outcome.scales;
    let mut text = format!("\nscale {old_scale} before, {new_scale} after\n");
    let [old, new] = &outcome.weights;
    let (mut old, mut new) = (old.iter(), new.iter());
    for (name, count) in &outcome.groups {
        for (side, weights) in [("before", &mut old), ("after", &mut new)] {
            let group: Vec<_> = weights.by_ref().take(*count).map(i32::to_string).collect();
            text.push_str(&format!("{name:16} {side:6} {}\n", group.join(" ")));
        }
    }
    text
}

/// The page of a search by games: the Elo of what was tried, and the numbers, iteration after iteration.
#[must_use]
pub fn search_page(title: &str, iterations: &[Iteration]) -> String {
    let elo = iterations.iter().filter_map(|one| Some((one.iteration as f64, one.elo?)));
    let mut pictures = vec![elo_plot("Elo of what was tried", "iterations", elo.collect())];
    let mut text = String::new();
    if let Some(last) = iterations.last() {
        text = format!("{} iterations, {} games\n", last.iteration, last.games);
        for (name, value) in &last.values {
            let points = iterations
                .iter()
                .filter_map(|one| Some((one.iteration as f64, one.values.get(name)?.as_f64()?)));
            let line = Curve { points: points.collect(), ..Curve::default() };
            let start = line.points.first().map_or(0.0, |point| point.1);
            text.push_str(&format!("{name}: {start:.2} at first, {value} now\n"));
            pictures.push(
                Plot {
                    title: name.clone(),
                    across: "iterations".to_owned(),
                    up: "value".to_owned(),
                    lines: vec![line],
                    levels: Vec::new(),
                }
                .svg(),
            );
        }
    }
    html_page(title, &text, &pictures)
}

/// The page of a night: how the weights of each round did against those before.
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
        levels: Vec::new(),
    };
    let lines = rounds.iter().map(|round| format!("round {}: {}\n", round.round, round.verdict));
    let elo = elo_plot("Elo of new weights over old", "rounds", elo.collect());
    html_page(title, &lines.collect::<String>(), &[elo, loss.svg()])
}

fn elo_plot(title: &str, across: &str, points: Vec<(f64, f64)>) -> String {
    Plot {
        title: title.to_owned(),
        across: across.to_owned(),
        up: "Elo".to_owned(),
        lines: vec![Curve { points, ..Curve::default() }],
        levels: vec![(0.0, String::new())],
    }
    .svg()
}
