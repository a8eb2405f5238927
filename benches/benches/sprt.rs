//! The sequential test: its error rates and its length, with and without the correction for few
//! units, in simulated matches.
//!
//! `cargo bench -p benches --bench sprt`, with `-- 2`, `6` or `14` for units of this many games,
//! and `--quick` for a brief run.

use benches::BenchRun;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use statistics::{ELO_PER_DEVIATION, Multinomial, Sprt};

/// The error rates that the test must keep.
const ASKED: f64 = 0.05;

/// The probabilities of the scores of a unit of independent games without a lead, with this share
/// of draws.
fn independent(games: usize, drawn: f64) -> Vec<f64> {
    Multinomial::independent([(1.0 - drawn) / 2.0, drawn, (1.0 - drawn) / 2.0], games)
}

/// The distribution of [`independent`] with another share of even units.
fn level(games: usize, drawn: f64, even: f64) -> Vec<f64> {
    let mut chances = independent(games, drawn);
    let rest = 1.0 - chances[games];
    chances.iter_mut().for_each(|chance| *chance *= (1.0 - even) / rest);
    chances[games] = even;
    chances
}

fn moments(chances: &[f64]) -> (f64, f64) {
    let last = (chances.len() - 1) as f64;
    let scores = || chances.iter().enumerate().map(|(step, chance)| (step as f64 / last, chance));
    let mean: f64 = scores().map(|(score, chance)| score * chance).sum();
    (mean, scores().map(|(score, chance)| chance * (score - mean).powi(2)).sum())
}

/// The distribution `level` with a lead in normalised Elo, by exponential tilting: each step of the
/// score multiplies the probability by the same factor.
fn leading(level: &[f64], elo: f64) -> Vec<f64> {
    let games = (level.len() - 1) as f64 / 2.0;
    let wanted = elo / ELO_PER_DEVIATION * games.sqrt();
    let tilted = |tilt: f64| {
        let terms = level.iter().enumerate();
        let terms: Vec<_> =
            terms.map(|(step, chance)| chance * (tilt * (step as f64 - games)).exp()).collect();
        let sum: f64 = terms.iter().sum();
        terms.into_iter().map(|term| term / sum).collect::<Vec<_>>()
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let (mean, variance) = moments(&tilted(middle));
        if (mean - 0.5) / variance.sqrt() < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    tilted(low)
}

/// The result of a simulated match, without the correction and with it: whether the lead was found,
/// and after how many units.
fn simulate(test: &Sprt, chances: &[f64], step: u64, seed: u64) -> [(bool, u64); 2] {
    const MOST: u64 = 200_000;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts = vec![0; chances.len()];
    let (low, high) = test.bounds();
    let (mut ended, mut units) = ([None; 2], 0);
    while ended.iter().any(Option::is_none) {
        assert!(units < MOST, "no end: {counts:?}");
        for _ in 0..step {
            let mut left = rng.random_range(0.0..1.0);
            let drawn = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            counts[drawn.unwrap_or(chances.len() - 1)] += 1;
        }
        units += step;
        let results = Multinomial::new(counts.clone()).expect("an odd number");
        let ratios = [test.llr(&results), test.corrected(&results)];
        for (end, ratio) in ended.iter_mut().zip(ratios) {
            if end.is_none() && !(low..high).contains(&ratio) {
                *end = Some((ratio > 0.0, units));
            }
        }
    }
    ended.map(|end| end.expect("an end"))
}

/// How often a lead is found, and the mean number of units, without the correction and with it.
fn characteristic(test: &Sprt, chances: &[f64], step: u64, runs: u64) -> [(f64, f64); 2] {
    let ends: Vec<_> =
        (0..runs).into_par_iter().map(|run| simulate(test, chances, step, run)).collect();
    [0, 1].map(|way| {
        let found = ends.iter().filter(|end| end[way].0).count() as f64;
        let units: u64 = ends.iter().map(|end| end[way].1).sum();
        (found / runs as f64, units as f64 / runs as f64)
    })
}

/// Leads as parts of the upper bound.
const LEADS: [f64; 4] = [0.0, 0.5, 1.0, 2.0];

/// The probabilities of the scores of a unit with a lead. `None` if too many units are even for
/// this lead.
fn with_lead(level: &[f64], elo: f64) -> Option<Vec<f64>> {
    let chances = leading(level, elo);
    let (mean, variance) = moments(&chances);
    let games = (level.len() - 1) as f64 / 2.0;
    let found = (mean - 0.5) / variance.sqrt() * ELO_PER_DEVIATION / games.sqrt();
    ((found - elo).abs() <= 0.01 * elo.max(1.0)).then_some(chances)
}

/// A row of the table: for each lead how often it is found, and after how many units. The figures
/// without the correction are for no lead and for the lead of the bound.
fn row(run: &BenchRun, (games, drawn, even): (usize, f64, f64), elo: f64) {
    let test = Sprt::parse(&format!("elo0=0,elo1={elo}")).expect("a test");
    if test.check(games as u32).is_err() {
        return;
    }
    // Narrow bounds take long, so the ratio is computed only every 100 units.
    let (step, runs) = if elo < 10.0 { (100, run.of(300, 10)) } else { (1, run.of(1000, 40)) };
    let level = level(games, drawn, even);
    let noise = 3.0 * (ASKED * (1.0 - ASKED) / runs as f64).sqrt();
    let mut cells = Vec::new();
    for part in LEADS {
        let Some(chances) = with_lead(&level, part * elo) else {
            cells.push("–".to_owned());
            continue;
        };
        let [(raw, _), (found, units)] = characteristic(&test, &chances, step, runs);
        let is_bound = part == 0.0 || part == 1.0;
        let raw = if is_bound { format!(" ({:.1} %)", 100.0 * raw) } else { String::new() };
        cells.push(format!("{:.1} %{raw}, {units:.0}", 100.0 * found));
        let wrong = if part == 0.0 { found } else { 1.0 - found };
        assert!(part == 0.5 || wrong <= ASKED + noise, "more often than in {ASKED}: {wrong}");
    }
    println!(
        "| {games}, {:.0} % | {:.0} % | 0 to {elo} | {} |",
        100.0 * drawn,
        100.0 * even,
        cells.join(" | ")
    );
}

fn main() {
    let run = BenchRun::from_arguments();
    println!(
        "How often the lead is found (without the correction), and units, by the lead in parts of the bound:"
    );
    println!(
        "| games of a unit, of them drawn | even units | bounds | none | half | whole | twice |"
    );
    println!("|---|---|---|---|---|---|---|");
    for games in [2usize, 6, 14].into_iter().filter(|games| run.includes(&games.to_string())) {
        for drawn in [0.0, 0.4, 0.8] {
            for even in [independent(games, drawn)[games], 0.9] {
                for elo in [20.0, 50.0, 100.0, 150.0, 200.0] {
                    row(&run, (games, drawn, even), elo);
                }
            }
        }
        // Narrow bounds.
        row(&run, (games, 0.0, 0.5), 5.0);
    }
}
