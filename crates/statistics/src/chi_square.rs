//! The chi-square test of equal rates, and its distribution.

use libm::{exp, lgamma, log};

/// The result of a test whether events are equally frequent in several groups.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Homogeneity {
    /// The sum of the squared deviations from the expected counts, each divided by its expected
    /// count.
    pub chi_square: f64,
    /// The degrees of freedom: the number of groups less one.
    pub degrees: u64,
    /// The probability of deviations at least as great, if the rates are equal.
    pub p: f64,
}

impl Homogeneity {
    /// Tests groups, each with the number of its events and the number of its trials. `None` if
    /// fewer than two groups have trials, or if all trials or none are events.
    ///
    /// ```
    /// use statistics::Homogeneity;
    ///
    /// let found = Homogeneity::test(&[(10, 100), (30, 100)]).expect("two groups with events");
    /// assert!((found.chi_square - 12.5).abs() < 1e-12 && found.p < 0.001);
    /// ```
    #[must_use]
    pub fn test(groups: &[(u64, u64)]) -> Option<Self> {
        let groups: Vec<_> = groups.iter().filter(|(_, trials)| *trials > 0).collect();
        let events: u64 = groups.iter().map(|(events, _)| events).sum();
        let trials: u64 = groups.iter().map(|(_, trials)| trials).sum();
        if groups.len() < 2 || events == 0 || events >= trials {
            return None;
        }
        let rate = events as f64 / trials as f64;
        // The deviations of events and of other trials are equal.
        let part = |&&(events, trials): &&(u64, u64)| {
            let deviation = events as f64 - rate * trials as f64;
            deviation * deviation / (rate * (1.0 - rate) * trials as f64)
        };
        let chi_square = groups.iter().map(part).sum();
        let degrees = groups.len() as u64 - 1;
        Some(Self { chi_square, degrees, p: upper_tail(chi_square, degrees) })
    }
}

/// The probability that a chi-square variable exceeds a value: the regularised upper incomplete
/// gamma function of half of each.
///
/// CITE: W. Press et al., "Numerical Recipes", 3rd edition, 2007, 6.2.
fn upper_tail(value: f64, degrees: u64) -> f64 {
    const TERMS: u32 = 10_000;
    const TINY: f64 = 1e-300;
    let (shape, x) = (degrees as f64 / 2.0, value / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let scale = exp(shape * log(x) - x - lgamma(shape));
    if x < shape + 1.0 {
        // The series of the lower function.
        let (mut sum, mut term, mut at) = (1.0 / shape, 1.0 / shape, shape);
        for _ in 0..TERMS {
            at += 1.0;
            term *= x / at;
            sum += term;
            if term < sum * f64::EPSILON {
                break;
            }
        }
        return (1.0 - sum * scale).clamp(0.0, 1.0);
    }
    // The continued fraction of the upper function, by Lentz's method.
    let mut b = x + 1.0 - shape;
    let (mut c, mut d) = (1.0 / TINY, 1.0 / b);
    let mut fraction = d;
    for step in 1..TERMS {
        let step = f64::from(step);
        let a = step * (shape - step);
        b += 2.0;
        let lifted = |number: f64| if number.abs() < TINY { TINY } else { number };
        d = 1.0 / lifted(a * d + b);
        c = lifted(b + a / c);
        let change = c * d;
        fraction *= change;
        if (change - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    (fraction * scale).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published digits: the table of critical values of the chi-square distribution.
    #[test]
    fn published_tails() {
        for (value, degrees, p) in [
            (3.841, 1, 0.05),
            (6.635, 1, 0.01),
            (5.991, 2, 0.05),
            (18.307, 10, 0.05),
            (3.940, 10, 0.95),
            (124.342, 100, 0.05),
        ] {
            let found = upper_tail(value, degrees);
            assert!((found / p - 1.0).abs() < 1e-3, "{value}, {degrees}: {found}");
        }
        assert_eq!((upper_tail(0.0, 3), upper_tail(1e6, 3)), (1.0, 0.0));
        assert!(upper_tail(1e5, 100_000) > 0.4 && upper_tail(1e5, 100_000) < 0.6);
    }

    #[test]
    fn rates_are_compared() {
        // By hand: 20 of 200; expected 10 and 10; (5^2 + 5^2) / 10 * 200 / 180.
        let found = Homogeneity::test(&[(5, 100), (15, 100), (0, 0)]).unwrap();
        assert!((found.chi_square - 50.0 / 10.0 * 200.0 / 180.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.degrees, 1);
        let equal = Homogeneity::test(&[(5, 100), (5, 100), (10, 200)]).unwrap();
        assert_eq!((equal.chi_square, equal.degrees, equal.p), (0.0, 2, 1.0));
        for none in [&[][..], &[(1, 2)], &[(0, 5), (0, 7)], &[(5, 5), (7, 7)], &[(1, 2), (0, 0)]] {
            assert_eq!(Homogeneity::test(none), None);
        }
    }
}
