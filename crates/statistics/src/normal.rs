//! The normal distribution.

use std::f64::consts::SQRT_2;

use libm::erfc;

/// The quantile of the normal distribution for an interval of 95 %.
pub const QUANTILE: f64 = 1.959_963_985;

/// The distribution function of the standard normal distribution.
#[must_use]
pub fn normal(x: f64) -> f64 {
    erfc(-x / SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published digits: Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1.
    #[test]
    fn normal_distribution() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (2.0, 0.977_249_868_051_821),
            (9.0, 1.0),
        ] {
            assert!((normal(x) - expected).abs() < 1e-14, "{x}: {}", normal(x));
        }
        assert!((normal(QUANTILE) - 0.975).abs() < 1e-9);
        assert!((normal(-6.0) / 9.865_876_450_377e-10 - 1.0).abs() < 1e-12, "far out, too");
    }
}
