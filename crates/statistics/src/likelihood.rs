//! The most likely distributions of scores under the hypotheses of a test.
//!
//! CITE: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution", as fishtest and fastchess use it.

use crate::multinomial::moments;

/// The expected logarithm of the ratio of `h1` to `h0`, under the distribution `found`.
pub(crate) fn log_ratio(found: &[(f64, f64)], h0: &[(f64, f64)], h1: &[(f64, f64)]) -> f64 {
    let terms = found.iter().zip(h0).zip(h1);
    terms.map(|((found, h0), h1)| found.1 * (h1.1 / h0.1).ln()).sum()
}

/// The most likely distribution with the mean `mean`, given the distribution `found`.
pub(crate) fn most_likely_of_mean(found: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    let shifted: Vec<_> = found.iter().map(|&(score, chance)| (score - mean, chance)).collect();
    tilted(found, &shifted)
}

/// The most likely distribution whose mean is `effect` deviations above one half, given the
/// distribution `found`. It is a fixed point, found in the same way as in the published programs.
pub(crate) fn most_likely_of_effect(found: &[(f64, f64)], effect: f64) -> Vec<(f64, f64)> {
    /// The number of rounds in the published programs.
    const PUBLISHED: u32 = 10;
    const ROUNDS: u32 = 60;
    // The greatest deviation that scores from 0 to 1 can have with this effect.
    let widest = 0.499 / effect.hypot(1.0);
    let even = 1.0 / found.len() as f64;
    let mut likely: Vec<_> = found.iter().map(|&(score, _)| (score, even)).collect();
    let (mut mean, variance) = moments(&likely);
    let mut deviation = variance.sqrt();
    for round in 1..=ROUNDS {
        let shift = |score: f64| {
            score - 0.5 - effect * deviation * (1.0 + ((mean - score) / deviation).powi(2)) / 2.0
        };
        let shifted: Vec<_> = found.iter().map(|&(score, chance)| (shift(score), chance)).collect();
        let next = tilted(found, &shifted);
        let change = next.iter().zip(&likely).map(|(next, last)| (next.1 - last.1).abs());
        let change = change.fold(0.0, f64::max);
        likely = next;
        if change < 1e-9 || round >= PUBLISHED && change < 1e-5 {
            break;
        }
        let (found_mean, variance) = moments(&likely);
        let found = variance.sqrt().max(NARROWEST);
        if round < PUBLISHED {
            (mean, deviation) = (found_mean, found);
        } else {
            // With great effects the iteration oscillates or leaves the possible range. So each
            // further round takes half a step, within the range.
            deviation = f64::midpoint(found.min(widest), deviation.min(widest));
            mean = 0.5 + effect * deviation;
        }
    }
    likely
}

/// The least deviation that is used.
const NARROWEST: f64 = 1e-6;

/// The distribution `found` with each probability divided by `1 + x * shift`. The root `x` makes
/// the mean of the shifts zero.
fn tilted(found: &[(f64, f64)], shifted: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let x = secular_root(shifted);
    let tilt = |(&(score, chance), &(shift, _)): (&(f64, f64), &(f64, f64))| {
        (score, chance / (1.0 + x * shift))
    };
    found.iter().zip(shifted).map(tilt).collect()
}

/// The root `x` of the sum of `chance * shift / (1 + x * shift)`, which decreases with `x`.
fn secular_root(shifted: &[(f64, f64)]) -> f64 {
    const ROUNDS: u32 = 200;
    let least = shifted.iter().map(|&(shift, _)| shift).fold(f64::INFINITY, f64::min);
    let most = shifted.iter().map(|&(shift, _)| shift).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        // No distribution over these scores has the required mean.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Multinomial;
    use crate::sprt::LEAST;

    /// The iteration also converges for great effects, and the distribution has the required
    /// effect.
    #[test]
    fn great_effects_are_found() {
        for games in [2u32, 6] {
            let scores = 2 * games as usize + 1;
            let mut counts = vec![0; scores];
            (counts[games as usize], counts[scores - 1], counts[scores - 3]) = (12, 9, 2);
            let results = Multinomial::new(counts).unwrap();
            let (_, found) = results.padded(LEAST);
            for effect in [0.1, 0.5, 0.9] {
                let (mean, variance) = moments(&most_likely_of_effect(&found, effect));
                let off = (mean - 0.5) / variance.sqrt() - effect;
                assert!(off.abs() < 1e-4, "{games} {effect}: {off}");
            }
        }
    }
}
