//! The most likely distributions of scores under the hypotheses of a test.
//!
//! CITE: M. Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution", as fishtest and fastchess use it; A. Owen, "Empirical Likelihood", 2001.

use crate::root::root;

/// The expected logarithm of the ratio of `h1` to `h0`, under the distribution `found`.
pub(crate) fn log_ratio(found: &[(f64, f64)], h0: &[(f64, f64)], h1: &[(f64, f64)]) -> f64 {
    let terms = found.iter().zip(h0).zip(h1);
    terms.map(|((found, h0), h1)| found.1 * (h1.1 / h0.1).ln()).sum()
}

/// The most likely distribution with the mean `mean`, given the distribution `found`.
pub(crate) fn most_likely_of_mean(found: &[(f64, f64)], mean: f64) -> Vec<(f64, f64)> {
    tilted(found, |score| score - mean)
}

/// The most likely distribution whose mean is `effect` deviations above one half, given the
/// distribution `found`.
///
/// With `y` for the distance of a score from one half, the condition is `mean(y) = ratio * size`,
/// where `size` is the root of the mean of `y²`, and `ratio = effect / sqrt(1 + effect²)`. By the
/// inequality of the means, `size` is the least value of `(s + mean(y²) / s) / 2` over all `s`. So
/// for a given `s` the condition becomes a mean of zero, that of `y - ratio * (s + y² / s) / 2`,
/// which [`tilted`] solves. The right `s` is the one that is the size of the distribution found
/// for it. A small `s` gives a distribution of greater size, and the greatest one, a half, a
/// distribution of no greater size. So a root lies between.
pub(crate) fn most_likely_of_effect(found: &[(f64, f64)], effect: f64) -> Vec<(f64, f64)> {
    if effect == 0.0 {
        return most_likely_of_mean(found, 0.5);
    } else if effect < 0.0 {
        return mirrored(&most_likely_of_effect(&mirrored(found), -effect));
    }
    let ratio = effect / effect.hypot(1.0);
    let likely = |size: f64| {
        tilted(found, |score| {
            let distance = score - 0.5;
            distance - ratio * (size + distance * distance / size) / 2.0
        })
    };
    let surplus = |size: f64| size * size - mean_square(&likely(size));
    // No smaller size is possible: even the score next to one half is too far from it.
    let steps = (found.len() - 1) as f64;
    let least = ratio / (1.0 + (1.0 - ratio * ratio).sqrt()) / steps;
    let lead: f64 = found.iter().map(|(score, chance)| (score - 0.5) * chance).sum();
    if lead >= ratio * mean_square(found).sqrt() {
        // The distributions of at most this effect are a convex set, so there is one size.
        return likely(root(least, 0.5, surplus));
    }
    // Otherwise each score may have a size at which most of the lead is due to it. These sizes
    // differ by the ratio of the scores. The surplus may change its sign twice between two of them,
    // so the steps are much smaller.
    let side = steps / 2.0;
    let stride = (side / (side - 1.0)).ln().min(1.0) / 32.0;
    let strides = ((0.5 / least).ln() / stride).ceil();
    let size = |index: u32| least * (0.5 / least).powf(f64::from(index) / strides);
    let last = strides as u32;
    // The distribution for any `s` has at least this effect, so the best one is as likely or more.
    let own_size = mean_square(found).sqrt();
    let known = log_likelihood(found, &likely(own_size.max(least)));
    // The most likely distribution of a size far from that of `found` is less likely.
    let is_possible = |index: u32| {
        let square = size(index).powi(2);
        let sized = tilted(found, |score| (score - 0.5).powi(2) - square);
        log_likelihood(found, &sized) >= known - SLACK
    };
    let middle = ((own_size / least).ln() / (0.5 / least).ln() * strides).max(0.0);
    let mut first = middle.floor() as u32;
    let (mut end, mut step) = ((first + 1).min(last), 1);
    while first > 0 && is_possible(first) {
        (first, step) = (first.saturating_sub(step), 2 * step);
    }
    step = 1;
    while end < last && is_possible(end) {
        (end, step) = ((end + step).min(last), 2 * step);
    }
    let at = |index: u32| match index {
        0 => -1.0,
        _ if index == last => 1.0,
        _ => surplus(size(index)),
    };
    let mut best = (f64::NEG_INFINITY, Vec::new());
    let mut before = at(first);
    for index in first + 1..=end {
        let here = at(index);
        if before < 0.0 && here >= 0.0 {
            let likely = likely(root(size(index - 1), size(index), surplus));
            let chance = log_likelihood(found, &likely);
            if chance > best.0 {
                best = (chance, likely);
            }
        }
        before = here;
    }
    best.1
}

/// The loss of log-likelihood that rounding can cause.
const SLACK: f64 = 1e-9;

/// The mean logarithm of the probabilities `likely`, under the distribution `found`.
fn log_likelihood(found: &[(f64, f64)], likely: &[(f64, f64)]) -> f64 {
    found.iter().zip(likely).map(|(found, likely)| found.1 * likely.1.ln()).sum()
}

/// The distribution of the other player's scores.
fn mirrored(distribution: &[(f64, f64)]) -> Vec<(f64, f64)> {
    distribution.iter().rev().map(|&(score, chance)| (1.0 - score, chance)).collect()
}

/// The mean square of the distance from one half.
fn mean_square(distribution: &[(f64, f64)]) -> f64 {
    distribution.iter().map(|(score, chance)| chance * (score - 0.5).powi(2)).sum()
}

/// The distribution `found` with each probability divided by `1 + x * shift`, where `x` makes the
/// mean of the shifts zero. If all shifts have the same sign, everything is at the least one.
///
/// The mean is zero for one `x` only. It is found by the factor of the probability that grows most,
/// the one with the farthest shift to the side that is lacking. This factor `1 + x * shift` is
/// between 1, where the mean is that of `found`, and the probability itself, where all of the
/// distribution would be there. The logarithm of the factor is sought, since probabilities of
/// scores that did not occur are tiny.
fn tilted(found: &[(f64, f64)], shift: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let shifts: Vec<_> = found.iter().map(|&(score, _)| shift(score)).collect();
    let mean: f64 = found.iter().zip(&shifts).map(|(found, shift)| found.1 * shift).sum();
    if mean == 0.0 {
        return found.to_vec();
    }
    let toward = |shift: f64| if mean < 0.0 { shift } else { -shift };
    let (mut farthest, mut most) = (0, f64::NEG_INFINITY);
    for (index, &shift) in shifts.iter().enumerate() {
        if toward(shift) > most {
            (farthest, most) = (index, toward(shift));
        }
    }
    if most <= 0.0 {
        let single = |(index, &(score, _))| (score, f64::from(index == farthest));
        return found.iter().enumerate().map(single).collect();
    }
    // The part of the farthest shift, and the rest of it without a loss of digits.
    let parts: Vec<_> =
        shifts.iter().map(|&shift| (toward(shift) / most, (most - toward(shift)) / most)).collect();
    let divided = |log: f64, index: usize| {
        let (part, rest): (f64, f64) = parts[index];
        found[index].1 / (rest + (-log).exp() * part)
    };
    let mean = |log: f64| (0..found.len()).map(|index| divided(log, index) * parts[index].0).sum();
    let log = root(0.0, -found[farthest].1.ln(), mean);
    let likely = |(index, &(score, _))| (score, divided(log, index));
    found.iter().enumerate().map(likely).collect()
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use rand_chacha::ChaCha8Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;
    use crate::Multinomial;
    use crate::multinomial::moments;
    use crate::sprt::LEAST;

    fn padded(counts: &[u64]) -> (f64, Vec<(f64, f64)>) {
        Multinomial::new(counts.to_vec()).unwrap().padded(LEAST, LEAST)
    }

    /// The distribution has the required effect, also a great one.
    #[test]
    fn great_effects_are_found() {
        for games in [1usize, 2, 6, 14] {
            let scores = 2 * games + 1;
            let mut counts = vec![0; scores];
            (counts[games], counts[scores - 1], counts[0]) = (12, 9, 2);
            let (_, found) = padded(&counts);
            for effect in [-9.0, -0.9, 0.02, 0.1, 0.5, 0.9, 2.0, 9.0] {
                let likely = most_likely_of_effect(&found, effect);
                let (mean, variance) = moments(&likely);
                let off = (mean - 0.5) / variance.sqrt() - effect;
                assert!(off.abs() < 1e-7 * effect.abs(), "{games} {effect}: {off}");
                let sum: f64 = likely.iter().map(|(_, chance)| chance).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{games} {effect}: {sum}");
            }
        }
    }

    /// The log-likelihood of `counts` under the most likely distribution is greatest. So another
    /// unit changes it by no less than the logarithm of the probability of its score before, and
    /// by no more than that after. This bounds the difference between neighbours.
    #[test]
    fn neighbours_differ_by_the_new_unit() {
        const RUNS: u32 = 4000;
        let mut rng = ChaCha8Rng::seed_from_u64(45);
        for run in 0..RUNS {
            let games = [1, 2, 2, 6][run as usize % 4];
            let most = 10f64.powf(rng.random_range(0.0..3.0));
            let shape = rng.random_range(0.0..8.0);
            let mut counts: Vec<_> = (0..=2 * games)
                .map(|_| (most * rng.random_range(0f64..1.0).powf(shape)) as u64)
                .collect();
            let index = rng.random_range(0..counts.len());
            counts[index] += 1;
            let (units, before) = padded(&counts);
            counts[index] += 1;
            let (more, after) = padded(&counts);
            let lead = rng.random_range(-0.9..0.9);
            for is_effect in [false, true] {
                let likely = |found: &[(f64, f64)]| {
                    if is_effect {
                        most_likely_of_effect(found, lead)
                    } else {
                        most_likely_of_mean(found, 0.5 + lead / 2.0)
                    }
                };
                let likelihood = |units: f64, found: &[(f64, f64)], likely: &[(f64, f64)]| {
                    let terms = found.iter().zip(likely);
                    units * terms.map(|(found, likely)| found.1 * likely.1.ln()).sum::<f64>()
                };
                let (old, new) = (likely(&before), likely(&after));
                let change = likelihood(more, &after, &new) - likelihood(units, &before, &old);
                let (least, most) =
                    (old[index].1.ln() - 1e-9 * more, new[index].1.ln() + 1e-9 * more);
                assert!(
                    least <= change && change <= most,
                    "{counts:?} {lead}: {least} {change} {most}"
                );
            }
        }
    }
}
