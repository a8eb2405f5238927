//! The sequential probability ratio test: whether one player is better by `elo0` or by `elo1`.
//!
//! CITE: A. Wald, "Sequential Tests of Statistical Hypotheses", 1945; the generalised likelihood ratio
//! over units, M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value
//! of a distribution", as fishtest and fastchess use it.
//!
//! It is written here rather than taken from a library, since it must be exact: it is asked after every unit, and
//! the match has to end with the same one on every machine. `tests/published.rs` checks it against values
//! that fastchess, fishtest and OpenBench have published, over single games and over units.

use games::ParseError;

use super::multinomial::{Multinomial, moments};
use super::strength::{ELO_PER_DEVIATION, expected_score};

/// What the bounds are measured in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Normalised Elo: the difference over the deviation of a game.
    #[default]
    Normalized,
    /// Elo as ratings have it.
    Logistic,
    /// BayesElo, with the rate of draws as found; over single games only.
    Bayes,
}

/// A test: `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized,over=units`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// That of the alternative.
    pub elo1: f64,
    /// The chance to accept the alternative where the null hypothesis holds.
    pub alpha: f64,
    /// The chance to accept the null hypothesis where the alternative holds.
    pub beta: f64,
    /// What they are measured in.
    pub model: Model,
    /// Over single games instead of units.
    pub over_games: bool,
}

/// What a test found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

impl Default for Sprt {
    fn default() -> Self {
        let (elo0, elo1, alpha, beta) = (0.0, 5.0, 0.05, 0.05);
        Self { elo0, elo1, alpha, beta, model: Model::Normalized, over_games: false }
    }
}

impl Sprt {
    /// Reads the text of a test; what it leaves out has the default.
    ///
    /// # Errors
    /// An unknown key, or a value that it does not take.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut test = Self::default();
        for item in text.split(',').filter(|_| !text.is_empty()) {
            let Some((key, value)) = item.split_once('=') else {
                return Err(ParseError::new("sprt", item, "key=value"));
            };
            let wrong = |expected: &str| ParseError::new(format!("sprt {key}"), value, expected);
            let elo = || {
                let elo = value.parse().ok().filter(|elo: &f64| elo.abs() < 1000.0);
                elo.ok_or_else(|| wrong("Elo between -1000 and 1000"))
            };
            let chance = || {
                let chance = value.parse().ok().filter(|&chance| 0.0 < chance && chance < 0.5);
                chance.ok_or_else(|| wrong("a probability between 0 and 0.5"))
            };
            match key {
                "elo0" => test.elo0 = elo()?,
                "elo1" => test.elo1 = elo()?,
                "alpha" => test.alpha = chance()?,
                "beta" => test.beta = chance()?,
                "model" => {
                    test.model = match value {
                        "normalized" => Model::Normalized,
                        "logistic" => Model::Logistic,
                        "bayes" => Model::Bayes,
                        _ => return Err(wrong("normalized, logistic or bayes")),
                    }
                }
                "over" => {
                    test.over_games = match value {
                        "units" => false,
                        "games" => true,
                        _ => return Err(wrong("units or games")),
                    }
                }
                _ => {
                    let keys = "one of elo0 elo1 alpha beta model over";
                    return Err(ParseError::new("sprt", key, keys));
                }
            }
        }
        if test.elo0 >= test.elo1 {
            return Err(ParseError::new("sprt", text, "elo0 below elo1"));
        }
        test.over_games |= test.model == Model::Bayes;
        Ok(test)
    }

    /// The name of what the bounds are measured in.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self.model {
            Model::Normalized => "normalised Elo",
            Model::Logistic => "Elo",
            Model::Bayes => "BayesElo",
        }
    }

    /// The bounds of the log-likelihood ratio: at the lower one the null hypothesis is accepted, at
    /// the upper one the alternative.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Self { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses.
    #[must_use]
    pub fn llr(&self, results: &Multinomial) -> f64 {
        if results.units() == 0.0 {
            return 0.0;
        }
        let (units, found) = results.padded(LEAST);
        match self.model {
            Model::Bayes => bayes_ratio(results, self.elo0, self.elo1),
            Model::Logistic => {
                let [h0, h1] = [self.elo0, self.elo1]
                    .map(|elo| most_likely_of_mean(&found, expected_score(elo)));
                units * log_ratio(&found, &h0, &h1)
            }
            Model::Normalized => {
                // The deviation of a unit's score is that of a game over the root of their number.
                let [h0, h1] = [self.elo0, self.elo1].map(|elo| {
                    let effect = elo / ELO_PER_DEVIATION * results.games().sqrt();
                    most_likely_of_effect(&found, effect)
                });
                units * log_ratio(&found, &h0, &h1)
            }
        }
    }

    /// What the test has found, if it is at its end.
    #[must_use]
    pub fn decision(&self, results: &Multinomial) -> Option<Decision> {
        let (llr, (low, high)) = (self.llr(results), self.bounds());
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }
}

/// No score is taken to be quite impossible: so many units have it, as in fishtest.
const LEAST: f64 = 1e-3;

/// The mean of the logarithm of the ratio of two distributions, over a third.
fn log_ratio(found: &[(f64, f64)], h0: &[(f64, f64)], h1: &[(f64, f64)]) -> f64 {
    let terms = found.iter().zip(h0).zip(h1);
    terms.map(|((found, h0), h1)| found.1 * (h1.1 / h0.1).ln()).sum()
}

/// The most likely distribution for what was found, of all that have the mean `mean`.
fn most_likely_of_mean(found: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let shifted: Vec<_> = found.iter().map(|&(score, chance)| (score - mean, chance)).collect();
    tilted(found, &shifted)
}

/// The most likely distribution for what was found, of all whose mean is above one half by `effect`
/// times the deviation.
fn most_likely_of_effect(found: &[(f64, f64)], effect: f64) -> Vec<(f64, f64)> {
    const ROUNDS: u32 = 10;
    let even = 1.0 / found.len() as f64;
    let mut likely: Vec<_> = found.iter().map(|&(score, _)| (score, even)).collect();
    for _ in 0..ROUNDS {
        let (mean, variance) = moments(&likely);
        let deviation = variance.sqrt();
        let shift = |score: f64| {
            score - 0.5 - effect * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        };
        let shifted: Vec<_> = found.iter().map(|&(score, chance)| (shift(score), chance)).collect();
        let next = tilted(found, &shifted);
        let change = next.iter().zip(&likely).map(|(next, last)| (next.1 - last.1).abs());
        let change = change.fold(0.0, f64::max);
        likely = next;
        if change < 1e-9 {
            break;
        }
    }
    likely
}

/// The distribution found, with each chance over `1 + x * shift`, where `x` makes the mean of the
/// shifts zero.
fn tilted(found: &[(f64, f64)], shifted: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let x = secular_root(shifted);
    let tilt = |(&(score, chance), &(shift, _)): (&(f64, f64), &(f64, f64))| {
        (score, chance / (1.0 + x * shift))
    };
    found.iter().zip(shifted).map(tilt).collect()
}

/// The `x` for which the sum of `chance * shift / (1 + x * shift)` is zero; the sum falls with `x`.
fn secular_root(shifted: &[(f64, f64)]) -> f64 {
    const ROUNDS: u32 = 200;
    let least = shifted.iter().map(|&(shift, _)| shift).fold(f64::INFINITY, f64::min);
    let most = shifted.iter().map(|&(shift, _)| shift).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution over these scores has such a mean.
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..ROUNDS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for &(shift, chance) in shifted {
            let part = shift / (1.0 + x * shift);
            sum += chance * part;
            slope -= chance * part * part;
        }
        if sum > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - sum / slope;
        let next = if low < newton && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-14 * (1.0 + x.abs()) {
            return next;
        }
        x = next;
    }
    x
}

/// The ratio in the BayesElo model, with the draws that were found.
fn bayes_ratio(results: &Multinomial, elo0: f64, elo1: f64) -> f64 {
    let [losses, draws, wins] = *results.counts() else { return 0.0 };
    if losses == 0 || draws == 0 || wins == 0 {
        return 0.0;
    }
    let (losses, draws, wins) = (losses as f64, draws as f64, wins as f64);
    let games = losses + draws + wins;
    let odds = |part: f64| (games - part) / part;
    let draw_elo = 200.0 * (odds(losses) * odds(wins)).log10();
    let chances = |elo: f64| {
        let win = expected_score(elo - draw_elo);
        let loss = expected_score(-elo - draw_elo);
        (loss, 1.0 - win - loss, win)
    };
    let (h0, h1) = (chances(elo0), chances(elo1));
    losses * (h1.0 / h0.0).ln() + draws * (h1.1 / h0.1).ln() + wins * (h1.2 / h0.2).ln()
}
