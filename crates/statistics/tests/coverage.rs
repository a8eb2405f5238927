//! How often the 95 % intervals have the true lead, in matches of independent games.
//!
//! `cargo test --release -p statistics --test coverage -- --ignored --nocapture` prints the table
//! of the documentation.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use statistics::{ELO_PER_DEVIATION, Multinomial, Strength};

/// The probabilities of the scores of a unit whose games are independent. `drawn` is the share of
/// draws of equal players. With a lead, each half point more is likelier by the same factor.
fn unit(games: usize, drawn: f64, elo: f64) -> Vec<f64> {
    let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
    let (mut low, mut high) = (0.0, 1e6);
    let mut game = [0.0; 3];
    for _ in 0..200 {
        let factor = f64::midpoint(low, high);
        game = [(1.0 - drawn) / 2.0, drawn * factor, (1.0 - drawn) / 2.0 * factor * factor];
        let sum: f64 = game.iter().sum();
        game.iter_mut().for_each(|chance| *chance /= sum);
        if game[1] / 2.0 + game[2] < mean { low = factor } else { high = factor }
    }
    Multinomial::independent(game, games)
}

/// The lead in normalised Elo.
fn normalised(chances: &[f64]) -> f64 {
    let last = (chances.len() - 1) as f64;
    let scores = || chances.iter().enumerate().map(|(step, chance)| (step as f64 / last, chance));
    let mean: f64 = scores().map(|(score, chance)| score * chance).sum();
    let variance: f64 = scores().map(|(score, chance)| chance * (score - mean).powi(2)).sum();
    (mean - 0.5) / (variance * last / 2.0).sqrt() * ELO_PER_DEVIATION
}

/// Whether the intervals of Elo and of normalised Elo have the true leads. No interval is right.
fn covers(found: &Strength, elo: f64, normalised: f64) -> [bool; 2] {
    let (low, high) = found.interval.expect("some units");
    let near = |(middle, error): (f64, f64)| (middle - normalised).abs() <= error;
    [low <= elo && elo <= high, found.normalized.is_none_or(near)]
}

/// A way to find the share of matches whose interval is right.
enum Matches {
    /// All results of matches of pairs, with their differences of strength.
    All(Vec<(Vec<u64>, Strength)>),
    /// Random matches: the number of units, and of matches.
    Random(u64, u32),
}

impl Matches {
    /// All results of this many pairs.
    fn all(units: u64) -> Self {
        let mut all = Vec::new();
        for a in 0..=units {
            for b in 0..=units - a {
                for c in 0..=units - a - b {
                    for d in 0..=units - a - b - c {
                        let counts = vec![a, b, c, d, units - a - b - c - d];
                        let results = Multinomial::new(counts.clone()).expect("five counts");
                        all.push((counts, Strength::of(&results).expect("units")));
                    }
                }
            }
        }
        Self::All(all)
    }

    /// The share of matches in which the interval has the true lead, for Elo and normalised Elo.
    fn coverage(&self, games: usize, drawn: f64, elo: f64) -> [f64; 2] {
        let chances = unit(games, drawn, elo);
        let normalised = normalised(&chances);
        let mut sums = [0.0; 2];
        let mut add = |found: &Strength, share: f64| {
            let covered = covers(found, elo, normalised);
            for (sum, is_covered) in sums.iter_mut().zip(covered) {
                *sum += if is_covered { share } else { 0.0 };
            }
        };
        match self {
            Self::All(all) => {
                let log_factorial = |count: u64| (1..=count).map(|n| (n as f64).ln()).sum::<f64>();
                for (counts, found) in all {
                    let mut log = log_factorial(counts.iter().sum());
                    for (&count, chance) in counts.iter().zip(&chances).filter(|pair| *pair.0 > 0) {
                        log += count as f64 * chance.ln() - log_factorial(count);
                    }
                    add(found, log.exp());
                }
            }
            &Self::Random(units, matches) => {
                let mut rng = ChaCha8Rng::seed_from_u64(units + 1000 * elo as u64);
                for _ in 0..matches {
                    let mut results = Multinomial::empty(games as u32);
                    for _ in 0..units {
                        let mut left = rng.random_range(0.0..1.0);
                        let drawn = chances.iter().position(|chance| {
                            left -= chance;
                            left < 0.0
                        });
                        results.add(drawn.unwrap_or(2 * games) as u32);
                    }
                    add(&Strength::of(&results).expect("units"), 1.0 / f64::from(matches));
                }
            }
        }
        sums
    }
}

/// Checks the coverage for some shares of draws and leads, and prints a row of the table for each
/// share. `most` is the greatest coverage that is allowed for Elo.
fn check(matches: &Matches, (games, units): (usize, u64), drawn: &[f64], most: f64, slack: f64) {
    for &drawn in drawn {
        let mut row = format!("| {games} | {units} | {:.0} % |", 100.0 * drawn);
        for elo in [0.0, 50.0, 100.0, 200.0, 300.0, 400.0] {
            let [found, normalised] = matches.coverage(games, drawn, elo);
            row += &format!(" {:.1}, {:.1} |", 100.0 * found, 100.0 * normalised);
            let text = format!("{units} units of {games}, {drawn} drawn, {elo} Elo");
            assert!(found >= 0.935 - slack && found <= most + slack, "{text}: {found}");
            assert!(normalised >= 0.935 - slack, "{text}: {normalised} for normalised Elo");
        }
        println!("{row}");
    }
}

/// The intervals of 6, 10 and 25 pairs, over all results that a match can have, and of 100 pairs in
/// some random matches.
#[test]
fn intervals_have_the_true_lead() {
    for (units, most) in [(6, 1.0), (10, 1.0), (25, 0.985)] {
        check(&Matches::all(units), (2, units), &[0.0, 0.8], most, 0.0);
    }
    // Three deviations of the simulation.
    check(&Matches::Random(100, 500), (2, 100), &[0.4], 0.97, 0.03);
}

#[test]
#[ignore = "long"]
fn the_table_of_the_documentation() {
    const DRAWN: [f64; 5] = [0.0, 0.2, 0.4, 0.6, 0.8];
    println!("| games of a unit | units | share drawn | 0 | 50 | 100 | 200 | 300 | 400 |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (units, most) in [(6, 1.0), (10, 1.0), (25, 0.985)] {
        check(&Matches::all(units), (2, units), &DRAWN, most, 0.0);
    }
    for units in [100, 500] {
        check(&Matches::Random(units, 20_000), (2, units), &DRAWN, 0.97, 0.0);
    }
    for units in [6, 10, 25, 100, 500] {
        check(&Matches::Random(units, 5000), (6, units), &DRAWN, 1.0, 0.005);
    }
}
