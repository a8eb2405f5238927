//! Student's distribution, for deviations that are estimated from few values.

use crate::normal::QUANTILE;

/// The quantile of Student's distribution for an interval of 95 %. `degrees` are the degrees of
/// freedom: the number of independent values less one; at least 1.
///
/// CITE: M. Abramowitz and I. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5.
#[must_use]
pub fn student_quantile(degrees: u64) -> f64 {
    // The series is for three degrees or more.
    match degrees {
        0 | 1 => return 12.706_204_736,
        2 => return 4.302_652_730,
        _ => {}
    }
    let (x, part) = (QUANTILE, 1.0 / degrees as f64);
    let square = x * x;
    let terms = [
        (square + 1.0) / 4.0,
        ((5.0 * square + 16.0) * square + 3.0) / 96.0,
        (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
        ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
            / 92160.0,
    ];
    x * terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) * part) + x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published digits: the table of the t distribution, two-sided 95 %.
    #[test]
    fn published_quantiles() {
        for (degrees, expected) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (1000, 1.962),
        ] {
            let found = student_quantile(degrees);
            assert!((found / expected - 1.0).abs() < 2e-3, "{degrees}: {found}");
        }
        assert!(student_quantile(u64::MAX) - QUANTILE < 1e-9);
    }
}
